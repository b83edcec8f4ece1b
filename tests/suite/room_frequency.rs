//! `rooms frequency` as its users run it.

use std::sync::Arc;

use basement_lab::floors::rooms::{
    Catalogue, CatalogueRoom, FileRoom, RoomFile, RoomFileFormat, RoomType,
};
use basement_lab::floors::{NeverReason, Unlocks};
use basement_lab::roomfiles::{self, FindingKind};
use basement_lab::{Backend, Difficulty, Request};
use serde_json::Value;

use crate::program::{Folder, printed_alone, refused};

fn text(arguments: &[&str]) -> String {
    printed_alone(&[&["rooms", "frequency"], arguments].concat())
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(&[arguments, &["--format", "json"]].concat())).unwrap()
}

/// Writes the embedded rooms of the Basement to a folder, with changes to its first rooms.
fn write_basement(folder: &str, change: impl FnOnce(&mut Vec<FileRoom>)) {
    std::fs::create_dir(folder).unwrap();
    let mut change = Some(change);
    for file in &Catalogue::embedded().files()[..2] {
        let mut file: RoomFile = file.clone();
        if file.stage == Some(1) {
            change.take().unwrap()(&mut file.rooms);
        }
        let xml = roomfiles::write(&file, RoomFileFormat::Xml).unwrap();
        std::fs::write(format!("{folder}/{}", file.name), xml).unwrap();
    }
}

/// A copy of a room under another name, changed.
fn copy(room: &FileRoom, name: &str, change: impl FnOnce(&mut CatalogueRoom)) -> FileRoom {
    let mut copy = room.clone();
    copy.interior.name = name.to_owned();
    change(&mut copy.room);
    copy
}

#[test]
fn rooms_of_a_file_are_counted_and_those_never_drawn_have_a_reason() {
    let folder = Folder::new();
    let path = folder.path("my basement");
    write_basement(&path, |rooms| {
        let plain = rooms[1].clone();
        rooms.push(copy(&plain, "added often", |room| room.weight = 1000.0));
        rooms.push(copy(&plain, "added rare", |room| room.weight = 1e-7));
        rooms.push(copy(&plain, "added off", |room| room.weight = 0.0));
        rooms.push(copy(&plain, "added devil", |room| room.room_type = RoomType::Devil));
        rooms.push(copy(&plain, "added \u{9b}31m hard", |room| room.difficulty = 20));
    });
    let arguments = ["--rooms", &path, "--count", "300", "--name", "ADDED"];
    let counts = json(&arguments);
    assert_eq!(counts["floors"], 300);
    assert_eq!(counts["share_when_unseen"], 0.01);
    let room = |name: &str| {
        let rooms = counts["rooms"].as_array().unwrap();
        rooms.iter().find(|room| room["name"].as_str().unwrap().contains(name)).unwrap().clone()
    };
    assert!(room("often")["share"].as_f64().unwrap() > 0.99);
    assert!(room("often")["times_per_floor"].as_f64().unwrap() > 1.0);
    for (name, never, upper) in [
        ("rare", Value::Null, 0.01),
        ("off", "no_weight".into(), 0.0),
        ("devil", "type".into(), 0.0),
        ("hard", "difficulty".into(), 0.0),
    ] {
        assert_eq!(room(name)["never"], never, "{name}");
        assert_eq!(room(name)["share_upper"], upper, "{name}");
    }

    let shown = text(&arguments);
    for line in [
        "1,019 rooms of `my basement`",
        "in 2 files, of which this floor reads",
        "  01.basement.xml: 179 rooms",
        "only rooms with a name that holds `added`: 5 rooms",
        "never on such a floor, whatever the seed: 3 rooms",
        "  its weight is not above 0: 1 room",
        "possible, but not seen on 300 floors: each is on fewer than 1.00 % of floors, at 95 %",
        "  not seen: 1 room",
    ] {
        assert!(shown.contains(line), "{line} of\n{shown}");
    }
    let csv = text(&[&arguments[..], &["--format", "csv"]].concat());
    for printed in [shown, csv] {
        assert!(printed.contains("added \\u{9b}31m hard"), "{printed}");
        assert!(!printed.contains('\u{9b}'));
    }
}

#[test]
fn l4_w8_w71_rooms_check_warns_of_a_difficulty_that_no_rule_asks_for() {
    let requests: Vec<Request> = (1..=12)
        .flat_map(|level| [0, 1, 4].map(|stage_type| (level, stage_type)))
        .flat_map(|(level, stage_type)| {
            [Difficulty::Normal, Difficulty::Hard].map(|difficulty| Request {
                stage_type,
                difficulty,
                ..Request::level(level)
            })
        })
        // W43: here the Dark Room's grave is taken by its number.
        .chain([Request { unlocks: Unlocks::Fresh, ..Request::level(11) }])
        .collect();
    let mut warnings = 0;
    for difficulty in [0, 10, 11, 15, 16, 20, 21] {
        let mut files = Catalogue::embedded().files().to_vec();
        files
            .iter_mut()
            .flat_map(|file| &mut file.rooms)
            .for_each(|room| room.room.difficulty = difficulty);
        let mut is_warned: Vec<bool> = Vec::new();
        for file in &files {
            let bytes = roomfiles::write(file, RoomFileFormat::Xml).unwrap();
            let before = is_warned.len();
            is_warned.resize(before + file.rooms.len(), false);
            roomfiles::check(&file.name, &bytes, &mut |finding| {
                if let FindingKind::Difficulty { given, .. } = finding.kind {
                    assert_eq!(given, difficulty);
                    is_warned[before + finding.room.unwrap().number] = true;
                }
            })
            .unwrap();
        }
        let catalogue = Arc::new(Catalogue::new(files).unwrap());
        let mut is_drawn = vec![false; is_warned.len()];
        let mut is_refused = is_drawn.clone();
        for edition in ["repentance", "afterbirth-plus"] {
            let rebirth = Backend::Rebirth.generator_with_rooms(edition, &[], Some(&catalogue));
            let rebirth = rebirth.unwrap();
            // Stages from 10 on, and the older edition, have no type 4.
            let reasons = requests.iter().filter_map(|it| rebirth.rooms_that_never_appear(it).ok());
            for (room, never) in reasons.flat_map(|never| never.into_iter().enumerate()) {
                is_drawn[room] |= never.is_none();
                is_refused[room] |= never == Some(NeverReason::Difficulty);
            }
        }
        for (room, of) in catalogue.rooms().iter().enumerate() {
            assert!(!(is_warned[room] && is_drawn[room]), "{of:?}");
            assert!(is_warned[room] || is_drawn[room] || !is_refused[room], "{of:?}");
        }
        warnings += is_warned.iter().filter(|is_warned| **is_warned).count();
    }
    assert!(warnings > 10_000, "{warnings}");
}

#[test]
fn the_most_frequent_rooms_come_first_and_csv_has_a_row_for_each_room() {
    let csv = text(&["--stage", "3", "--count", "1e2", "--format", "csv"]);
    let mut table = csv::Reader::from_reader(csv.as_bytes());
    let headings = table.headers().unwrap().clone();
    let column = |name: &str| headings.iter().position(|heading| heading == name).unwrap();
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), Catalogue::embedded().rooms().len());
    let floors: Vec<u64> = rows.iter().map(|row| row[column("floors")].parse().unwrap()).collect();
    assert!(floors.is_sorted_by(|a, b| a >= b));
    assert_eq!((&rows[0][column("name")], floors[0]), ("start 1", 100));
    let others = rows.iter().filter(|row| &row[column("never")] == "other_stage");
    assert!(others.count() > 3000);
    // The same floors are counted whatever the format.
    let again = json(&["--stage", "3", "--count", "100"]);
    assert_eq!(again["rooms"][1]["room"].to_string(), rows[1][column("room")]);
    let bosses = json(&["--stage", "3", "--count", "100", "--type", "boss", "--variant", "100"]);
    assert_eq!(bosses["rooms"].as_array().unwrap().len(), 1);
}

#[test]
fn the_built_in_rooms_are_those_of_the_source_embedded() {
    let shown = text(&["--count", "10", "--source", "embedded"]);
    assert!(shown.contains("only rooms with the source embedded: 4,844 rooms"), "{shown}");
}

#[test]
fn a_generator_without_rooms_to_count_is_refused_in_one_line() {
    for (arguments, expected) in [
        (&["--backend", "flash"][..], "does not choose rooms from a catalogue"),
        (&["--phase", "layout"], "give --phase special or full"),
        (&["--name", "no such room"], "no room of the catalogue has a name that holds"),
        (&["--type", "miniboss"], "did you mean `mini_boss`"),
        (&["--stage", "9"], "1 to 8, 10, 11 and 12"),
        (&["--count", "0"], "give 1 or more"),
        (&["--rooms", "no-such-folder"], "cannot be read"),
    ] {
        refused(&[&["rooms", "frequency"], arguments].concat(), expected);
    }
}
