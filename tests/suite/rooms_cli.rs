//! `rooms` as its users run it.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::program::{self, Folder, printed_alone};

const XML: &str = "crates/roomfiles/tests/fixtures/14.sheol.xml";
const STB1: &str = "crates/roomfiles/tests/fixtures/stb1/01.basement.stb";
const STB2: &str = "crates/roomfiles/tests/fixtures/stb2/01.basement.stb";

fn run(arguments: &[&str]) -> Output {
    program::run(&[&["rooms"], arguments].concat())
}

fn text(arguments: &[&str]) -> String {
    printed_alone(&[&["rooms"], arguments].concat())
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(&[arguments, &["--format", "json"]].concat())).unwrap()
}

/// What a command says on standard error.
fn said(arguments: &[&str]) -> String {
    program::told(&[&["rooms"], arguments].concat()).1
}

fn refused(arguments: &[&str], expected: &str) {
    program::refused(&[&["rooms"], arguments].concat(), expected);
}

fn read(path: impl AsRef<Path>) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

#[test]
fn list_counts_the_embedded_catalogue_by_type_shape_difficulty_and_doors() {
    let contents = json(&["list"]);
    let total = contents["rooms"].as_u64().unwrap();
    for by in ["by_type", "by_shape", "by_difficulty", "by_doors"] {
        let counts = contents[by].as_object().unwrap();
        assert_eq!(counts.values().map(|count| count.as_u64().unwrap()).sum::<u64>(), total);
    }
    assert_eq!(contents["by_shape"].as_object().unwrap().len(), 12);
    assert_eq!(contents["files"].as_array().unwrap().len(), 24);

    let basement = json(&["list", "--stage", "1"]);
    assert_eq!(basement["by_type"], serde_json::json!({ "normal": 174 }));
    let files = basement["files"].as_array().unwrap();
    assert_eq!(files.iter().map(|file| &file["stage"]).collect::<Vec<_>>(), [1]);
    let bosses = json(&["list", "--type", "mini-boss"]);
    assert_eq!(bosses["by_type"].as_object().unwrap().keys().collect::<Vec<_>>(), ["mini_boss"]);
}

#[test]
fn list_shows_what_a_file_holds() {
    let list = text(&["list", STB1]);
    for line in ["01.basement.stb", "3 rooms", "1  boss", "1  type_30", "1  ltl: left0 right0"] {
        assert!(list.contains(line), "{line} of\n{list}");
    }
}

#[test]
fn list_names_the_existing_stage_files_if_the_requested_one_is_missing() {
    let folder = Folder::new();
    let path = folder.write("my rooms.xml", "<rooms/>");
    for (paths, expected) in [
        (&[STB1, XML][..], "there is no stage file 99: give one of 1, 14"),
        (&[&path], "no room file belongs to a stage: leave out --stage"),
    ] {
        let output = run(&[&["list", "--stage", "99"], paths].concat());
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.ends_with(&format!("error: {expected}\n")), "{message}");
    }
}

#[test]
fn convert_goes_both_ways_without_loss() {
    let folder = Folder::new();
    let (xml, stb) = (folder.path("a.xml"), folder.path("a.stb"));
    for original in [STB1, STB2] {
        text(&["convert", original, &xml]);
        let format = if original == STB1 { "stb1" } else { "stb2" };
        text(&["convert", &xml, &stb, "--format", format]);
        assert_eq!(read(&stb), read(original));
    }
    // A binary file keeps its version if only the ending is given.
    text(&["convert", STB2, &stb]);
    assert_eq!(read(&stb), read(STB2));
}

#[test]
fn convert_says_what_the_format_leaves_out_and_refuses_what_it_cannot_hold() {
    let folder = Folder::new();
    let stb = folder.path("a.stb");
    refused(&["convert", XML, &stb], "entity type 70000 is too large for STB");
    assert!(!Path::new(&stb).exists());

    let room = "<rooms><room type='1' variant='1' shape='1' lastTestTime='now'/></rooms>";
    let small = folder.write("b.xml", room);
    assert_eq!(
        said(&["convert", &small, &stb]),
        "note: stb1 has no place for, and leaves out: the attribute `lastTestTime`\n"
    );
    assert!(read(&stb).starts_with(b"STB1\x01"));
}

#[test]
fn convert_does_not_write_over_the_file_that_it_reads() {
    let folder = Folder::new();
    let stb = folder.write("a.stb", read(STB1));
    let mut paths = vec![stb.clone(), folder.path("./a.stb")];
    #[cfg(unix)]
    {
        paths.push(folder.path("link.stb"));
        std::os::unix::fs::symlink(&stb, &paths[2]).unwrap();
    }
    for to in paths {
        let expected =
            format!("error: {to} is the file to read: give another name for the file to write\n");
        refused(&["convert", &stb, &to, "--format", "stb2"], &expected);
        assert_eq!(read(&stb), read(STB1), "{to}");
    }
}

#[test]
fn check_groups_findings_by_kind_and_gives_their_severity() {
    let check = text(&["check", STB1]);
    assert_eq!(
        check,
        format!(
            "{STB1}: 3 rooms, 1 note\n  note no_weight: 1\n    room 2, 30.2: its weight is 0, so no choice takes it\n"
        )
    );
    let room = "<room type='1' variant='7' subtype='0' difficulty='1' weight='1' name='a\u{9b}' shape='1' width='13' height='7'/>";
    let folder = Folder::new();
    let path = folder.write("14.sheol.xml", format!("<rooms>{}</rooms>", room.repeat(5)));
    let check = text(&["check", &path]);
    let lines: Vec<&str> = check.lines().collect();
    assert_eq!(lines[0], format!("{path}: 5 rooms, 5 warnings, 4 notes"));
    assert_eq!(lines[1], "  warning no_doors: 5");
    assert_eq!(
        lines[2],
        "    room 0, 1.7 `a\\u{9b}`: it has no open door, so no way leads into it"
    );
    assert_eq!(lines[5], "    and 2 more");
    let hard = room.replace("difficulty='1'", "difficulty='40'");
    let check = text(&["check", &folder.write("29.mines.xml", format!("<rooms>{hard}</rooms>"))]);
    assert!(check.contains("`: no rule asks for difficulty 40 here: give 1 to 15\n"), "{check}");
    assert_eq!(lines[6], "  note same_variant: 4");
    let all = text(&["check", "--all", &path]);
    assert_eq!(all.lines().filter(|line| line.contains(": warning: room")).count(), 5, "{all}");
    assert!(!check.contains('\u{9b}') && !all.contains('\u{9b}'));
    // A note is no warning.
    text(&["check", STB1, "--strict"]);
    let strict = run(&["check", STB1, &path, "--strict"]);
    assert_eq!(strict.status.code(), Some(1));
    assert_eq!(String::from_utf8(strict.stderr).unwrap(), "error: 1 of 2 files has warnings\n");

    let json = json(&["check", STB1, &path]);
    let file = &json["files"][1];
    assert_eq!((&file["path"], &file["rooms"]), (&Value::from(path), &Value::from(5)));
    assert_eq!(file["findings"].as_array().unwrap().len(), 9);
    assert_eq!(
        file["findings"][0],
        serde_json::json!({
            "severity": "warning", "kind": "no_doors",
            "room": { "number": 0, "name": "a\u{9b}", "type": 1, "variant": 7 },
            "message": "it has no open door, so no way leads into it",
        })
    );
    let same = serde_json::json!({ "severity": "note", "kind": "same_variant", "count": 4 });
    assert_eq!(file["counts"][1], same);
}

#[test]
fn check_counts_files_with_warnings_in_grammatical_english() {
    let folder = Folder::new();
    let odd = |name: &str| folder.write(name, "<rooms><room/></rooms>");
    let (one, two) = (odd("01.basement.xml"), odd("02.cellar.xml"));
    for (paths, expected) in [
        (&[&*one][..], "1 of 1 file has warnings"),
        (&[STB1, STB2, &one], "1 of 3 files has warnings"),
        (&[STB1, &one, &two], "2 of 3 files have warnings"),
        (&["no-such.xml"], "1 of 1 file cannot be read"),
    ] {
        let output = run(&[&["check", "--strict"], paths].concat());
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(message, format!("error: {expected}\n"), "{paths:?}");
    }
    let differ = run(&["diff", &one, STB1, "--exit-code"]);
    assert_eq!(String::from_utf8(differ.stderr).unwrap(), "error: 1 of 1 file differs\n");
}

#[test]
fn check_finds_the_files_of_a_mod_that_the_game_does_not_read() {
    let folder = Folder::new();
    for place in ["content/rooms", "resources/rooms"] {
        std::fs::create_dir_all(folder.path(place)).unwrap();
    }
    folder.write("metadata.xml", "<metadata/>");
    folder.write("main.lua", "");
    folder.write("content/entities2.xml", "<entities/>");
    folder.write("content/items.xml", "<items/>");
    folder.write("content/rooms/01.basement.xml", "<rooms/>");
    folder.write("resources/rooms/02.cellar.stb", read(STB2));
    let mine = folder.path("");
    let check = |format| program::told(&["rooms", "check", &mine, "--format", format]);
    let ((check, skipped), (json, _)) = (check("text"), check("json"));
    assert!(
        skipped.ends_with(
            "content/entities2.xml and 1 more are not room files: they have neither the name of a stage, \
             such as 01.basement.xml, nor the root element `rooms` or `stage`\n"
        ),
        "{skipped}"
    );
    let json: Value = serde_json::from_str(&json).unwrap();
    for (file, format) in json["files"].as_array().unwrap().iter().zip(["xml", "stb2"]) {
        let message =
            format!("the game reads STB1 only, and this is {format}: export it for the game");
        assert!(check.contains(&format!("  note not_for_the_game: 1\n    {message}\n")), "{check}");
        let finding = serde_json::json!({
            "severity": "note", "kind": "not_for_the_game", "message": message,
        });
        assert!(file["findings"].as_array().unwrap().contains(&finding), "{file}");
    }
}

#[test]
fn check_reads_boss_pools_too() {
    let folder = Folder::new();
    let path = folder.write("bosspools.xml", "<bosspools><pool name='Moon'/></bosspools>");
    let told = text(&["check", &path]);
    assert!(told.contains("bosspools.xml: 0 rooms, 2 warnings\n"), "{told}");
    assert!(told.contains("no stage is called `Moon`"), "{told}");
}

#[test]
fn no_control_character_of_a_file_or_of_its_name_is_printed() {
    let folder = Folder::new();
    let bad = "\u{9b}31m";
    let file = folder.write(&format!("01.basement{bad}.xml"), format!("<{bad}/>"));
    let room =
        format!("<room type='1' variant='1' name='{bad}' shape='1' {bad}='' weight='x{bad}'/>");
    let text = room
        .replace(&format!("weight='x{bad}'"), "weight='1'")
        .replace(&format!("{bad}=''"), "a='1'");
    let good = folder.write(&format!("02.cellar{bad}.xml"), format!("<rooms>{text}</rooms>"));
    let stb = folder.path(&format!("a{bad}.stb"));
    for arguments in [
        &["check", &file][..],
        &["check", "--all", &good],
        &["check", &good],
        &["check", &file, &good, "--format", "json"],
        &["list", &good, "--format", "json"],
        &["diff", &good, &good, "--format", "json"],
        &["list", &file],
        &["list", &good],
        &["list", &folder.path("")],
        &["draw", &good],
        &["diff", &good, &good],
        &["diff", &file, &good],
        &["convert", &good, &stb],
        &["convert", &good, &folder.path(&format!("a{bad}"))],
        &["draw", &good, "--entities", &file],
        &["frequency", "--rooms", &good, "--count", "1"],
        &["draw", &good, "--name", bad, "--all"],
    ] {
        let output = run(arguments);
        for bytes in [output.stdout, output.stderr] {
            let text = String::from_utf8(bytes).unwrap();
            assert!(!text.contains('\u{9b}'), "{arguments:?}: {text:?}");
        }
    }
}

#[test]
fn the_page_on_room_files_explains_every_kind_of_finding() {
    let page = String::from_utf8(read("docs/room-files.md")).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let mut told: Vec<&str> = rows.map(|(kind, _)| kind).collect();
    let mut kinds = basement_lab::roomfiles::FindingKind::NAMES.to_vec();
    kinds.sort_unstable();
    told.retain(|kind| kind.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c == '8'));
    assert_eq!(told, kinds);
}

#[test]
fn check_goes_on_after_files_that_cannot_be_read() {
    let folder = Folder::new();
    let cut = folder.write("01.basement.stb", &read(STB1)[..50]);
    let output = run(&["check", &cut, "no-such.xml", STB1]);
    assert_eq!(output.status.code(), Some(2));
    let (told, message) = (output.stdout, String::from_utf8(output.stderr).unwrap());
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("01.basement.stb: error: offset "), "{told}");
    assert!(told.contains("no-such.xml: error: it cannot be opened"), "{told}");
    assert!(told.contains("3 rooms, 1 note"), "{told}");
    assert_eq!(message, "error: 2 of 3 files cannot be read\n");
    // A folder without room files is named once.
    std::fs::create_dir_all(folder.path("empty")).unwrap();
    let empty = folder.path("empty");
    let output = run(&["check", &empty]);
    let told = String::from_utf8(output.stdout).unwrap();
    let expected = "error: it holds no room files: their names end in .xml or .stb\n";
    assert_eq!(told, format!("{empty}: {expected}"));
    assert_eq!(output.stderr, b"error: 1 of 1 path cannot be read\n");
    // A folder stands for its files.
    let of_folder = run(&["check", &folder.path("."), STB1]);
    assert_eq!(of_folder.status.code(), Some(2));
    let json = run(&["check", &cut, STB1, "--format", "json"]);
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert!(json["files"][0]["error"].as_str().unwrap().contains("cut short"), "{json}");
    assert_eq!(json["files"][1]["rooms"], 3);
}

#[test]
fn diff_lists_added_removed_and_changed_rooms() {
    let folder = Folder::new();
    let room = |variant: u8, weight: &str| {
        format!("<room type='1' variant='{variant}' name='a\u{9b}' shape='1' weight='{weight}'/>")
    };
    let (old, new) = (folder.path("old"), folder.path("new"));
    for (place, rooms) in
        [(&old, [room(1, "1"), room(2, "1")]), (&new, [room(1, "2"), room(3, "1")])]
    {
        std::fs::create_dir_all(place).unwrap();
        let text = format!("<rooms>{}</rooms>", rooms.concat());
        std::fs::write(format!("{place}/14.sheol.xml"), text).unwrap();
    }
    std::fs::write(format!("{new}/15.cathedral.xml"), "<rooms/>").unwrap();
    let told = text(&["diff", &format!("{old}/14.sheol.xml"), &format!("{new}/14.sheol.xml")]);
    assert_eq!(
        told.lines().skip(1).collect::<Vec<_>>(),
        [
            "  + room 1, 1.3 `a\\u{9b}`",
            "  - room 1, 1.2 `a\\u{9b}`",
            "  ~ room 0, 1.1 `a\\u{9b}`: weight 1 -> 2"
        ]
    );
    let list = text(&["list", &format!("{old}/14.sheol.xml")]);
    assert!(list.contains("      2 rooms       0 spawns\n"), "{list}");
    assert!(told.contains(": 1 room added, 1 removed, 1 changed\n"), "{told}");
    let folders = text(&["diff", &old, &new]);
    assert!(folders.contains(&told) && folders.ends_with("15.cathedral.xml: only here\n"));
    let json = json(&["diff", &old, &new]);
    assert_eq!(json["files"][0]["changed"][0]["changes"], serde_json::json!(["weight 1 -> 2"]));
    assert_eq!(json["files"][0]["added"][0]["variant"], 3);
    assert_eq!(json["files"][1]["before"], Value::Null);

    // Files of one name in two folders are compared with those in the same folder.
    for place in [&old, &new] {
        std::fs::create_dir_all(format!("{place}/b")).unwrap();
        std::fs::write(format!("{place}/b/14.Sheol.xml"), "<rooms/>").unwrap();
    }
    let nested = text(&["diff", &old, &new]);
    assert!(
        nested.contains(&told) && nested.ends_with("/b/14.Sheol.xml: the same rooms\n"),
        "{nested}"
    );
    // A file is compared with the first of its name.
    let one = text(&["diff", &old, &format!("{new}/b/14.Sheol.xml")]);
    assert!(one.contains("14.Sheol.xml: 2 rooms removed\n"), "{one}");
    for place in [&old, &new] {
        std::fs::remove_dir_all(format!("{place}/b")).unwrap();
    }

    refused(&["diff", &old, "no-such-file"], "no-such-file cannot be read");
    let differ = run(&["diff", &old, &new, "--exit-code"]);
    assert_eq!(differ.status.code(), Some(1));
    assert_eq!(String::from_utf8(differ.stderr).unwrap(), "error: 2 of 2 files differ\n");
    assert_eq!(
        text(&["diff", STB1, STB2, "--exit-code"]),
        format!("{STB1} -> {STB2}: the same rooms\n")
    );
}

#[test]
fn draw_shows_a_room_as_text_and_as_a_picture() {
    let plan = text(&["draw", STB1, "--name", "höhle"]);
    assert!(plan.contains("shape ltl (9), difficulty 10, weight 0.3, 6 of 8 doors"), "{plan}");
    assert!(plan.contains("+ door   ▒ no door   o ground"), "{plan}");
    assert_eq!(text(&["draw", STB1, "--room", "1"]), plan);
    let picture = run(&["draw", "--room", "20", "--format", "png"]);
    assert!(picture.stdout.starts_with(b"\x89PNG"));
}

#[test]
fn draw_takes_the_first_matching_room_and_counts_the_others() {
    let message = said(&["draw", "--type", "boss", "--name", "O"]);
    assert!(
        message.starts_with("note: ") && message.ends_with("--all also draws them\n"),
        "{message}"
    );
    let all = text(&["draw", STB1, "--all"]);
    for room in ["0", "1", "2"] {
        assert!(all.contains(&text(&["draw", STB1, "--room", room])), "{room}");
    }
}

#[test]
fn draw_names_the_entities_of_a_room_by_the_users_list() {
    let folder = Folder::new();
    let (rooms, names) = (folder.path("01.basement.xml"), folder.path("EntitiesMod.xml"));
    let room = "<rooms><room type='1' variant='1' subtype='0' shape='1' difficulty='1' name='a&#x9b;31m' \
                weight='1' width='13' height='7'><spawn x='4' y='2'><entity type='10' variant='0' subtype='0' \
                weight='1'/></spawn><spawn x='-1' y='-1'><entity type='10' variant='0' subtype='0' weight='1'/>\
                </spawn><spawn x='6' y='2'><entity type='11' variant='0' subtype='0' weight='1'/></spawn></room></rooms>";
    std::fs::write(&rooms, room).unwrap();
    std::fs::write(&names, "<data><entity Name='Frowning Gaper' ID='10' Variant='0'/></data>")
        .unwrap();
    let plan = text(&["draw", &rooms, "--entities", &names]);
    assert!(plan.contains("2 x Frowning Gaper at 4,2 -1,-1\n1 x 11.0.0 at 6,2\n"), "{plan}");
    assert!(plan.contains("a\\u{9b}31m") && plan.contains("\nM█"), "{plan}");
    assert!(text(&["draw", &rooms]).contains("2 x 10.0.0 at 4,2 -1,-1\n"));
    std::fs::write(&names, "<data>\n<entity ID='x'></data>").unwrap();
    refused(&["draw", &rooms, "--entities", &names], "line 2: this is not well-formed XML");
}

#[test]
fn a_sheet_has_a_file_for_each_page() {
    let folder = Folder::new();
    let one = folder.path("one.svg");
    text(&["draw", STB1, "--all", "--out", &one]);
    assert!(read(&one).starts_with(b"<svg"));
    let out = folder.path("sheet.svg");
    let message = said(&["draw", "--type", "treasure", "--all", "--out", &out]);
    assert!(message.contains("sheet-1.svg to "), "{message}");
    assert!(read(folder.path("sheet-2.svg")).starts_with(b"<svg") && !Path::new(&out).exists());
    text(&["draw", "--type", "treasure", "--all", "--page", "2", "--out", &out]);
    assert_eq!(read(&out), read(folder.path("sheet-2.svg")));
}

#[test]
fn bad_input_ends_with_one_clear_line() {
    for (arguments, expected) in [
        (&["list", "no-such.xml"][..], "no-such.xml cannot be read"),
        (&["list", "--type", "miniboss"], "did you mean `mini_boss`"),
        (&["list", "benches"], "benches holds no room files"),
        (&["list", "README.md"], "README.md, offset "),
        (&["draw", STB1, "--room", "3"], "there is no room 3: give 0 to 2"),
        (&["draw", STB1, "--name", "attic"], "no room has a name that holds `attic`"),
        (&["draw", STB1, "--variant", "99", "--type", "shop"], "no room has variant 99 and is of"),
        (&["draw", STB1, "--all", "--page", "2"], "text has no pages"),
        (&["draw", "--all", "--format", "svg"], "give --out FILE for all of them, or --page N"),
        (&["draw", "--all", "--format", "svg", "--page", "999"], "no page 999: give 1 to"),
        (&["draw", "--entities", "no-such.xml"], "no-such.xml cannot be read"),
        (&["convert", STB1, "a.txt"], "names no format: give .xml or .stb"),
        (
            &["convert", STB1, "a.xml", "--format", "stb1"],
            "a.xml is not a name for stb1: give one that ends in .stb",
        ),
        (
            &["convert", STB1, "a.stb", "--format", "xml"],
            "a.stb is not a name for xml: give one that ends in .xml",
        ),
        (&["convert", STB1, "a.stb", "--format", "stb3"], "did you mean `stb"),
        (&["convert", STB1, "a.stb", "--format", "stb0"], "STB0 knows no shape 9"),
    ] {
        refused(arguments, expected);
    }
}
