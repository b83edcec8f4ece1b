//! `find`: what it prints against `rows` and `floor`, stops, and refusals.

use std::process::{Command, Output};
use std::time::Duration;

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_basement-lab")).args(arguments).output().unwrap()
}

#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn refused(arguments: &[&str], expected: &str) {
    let output = run(&[&["find"], arguments].concat());
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains(expected), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

fn hits(arguments: &[&str]) -> Vec<Value> {
    let text = printed(&[&["find", "--format", "json"], arguments].concat());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The columns of the rows of a level's first 4000 runs.
fn rows(arguments: &[&str]) -> Vec<Value> {
    let text = printed(&[&["rows", "--count", "4000", "--format", "json"], arguments].concat());
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_hits_are_those_of_the_rows_that_meet_the_condition() {
    type Holds = fn(&Value) -> bool;
    let table: [(&str, &[&str], Holds); 6] = [
        ("rooms == 10", &["--level", "1", "--phase", "layout"], |row| row["rooms"] == 10),
        ("has(planetarium)", &["--level", "3"], |row| row["planetarium"] != 0),
        ("boss_distance <= 2 or loops > 4", &["--level", "4", "--hard"], |row| {
            row["boss_distance"].as_u64().unwrap() <= 2 || row["loops"].as_u64().unwrap() > 4
        }),
        ("curse == maze and loops == 0", &["--level", "2", "--phase", "layout"], |row| {
            row["curse"] == "maze" && row["loops"] == 0
        }),
        ("not has(shop)", &["--level", "7"], |row| row["shop"] == 0),
        ("critical_share >= 0.4", &["--level", "1", "--edition", "afterbirth-plus"], |row| {
            row["critical_share"].as_f64().unwrap() >= 0.4
        }),
    ];
    for (condition, options, holds) in table {
        let expected: Vec<Value> = rows(options).into_iter().filter(holds).collect();
        let found = hits(&[&["--where", condition, "--to", "4000"], options].concat());
        assert!(!expected.is_empty(), "{condition}");
        assert_eq!(found.len(), expected.len(), "{condition}");
        for (hit, row) in found.iter().zip(&expected) {
            assert_eq!(hit["run"], row["run_seed"], "{condition}");
            assert_eq!(hit["stages"][0]["seed"], row["seed"], "{condition}");
        }
    }
}

#[test]
fn a_hit_is_the_floor_that_floor_shows() {
    let conditions = ["1: rooms == 10 and count(2x2) == 2", "2: has(curse)", "3: curse == lost"];
    let asked = conditions.iter().flat_map(|condition| ["--where", condition]);
    let asked: Vec<&str> = asked.chain(["--limit", "3"]).collect();
    for hit in hits(&asked) {
        let run = hit["run"].as_str().unwrap();
        for stage in hit["stages"].as_array().unwrap() {
            let level = stage["level"].to_string();
            let phase = stage["phase"].as_str().unwrap();
            let floor = ["floor", "--run-seed", run, "--level", &level, "--phase", phase];
            let floor = printed(&[&floor[..], &["--format", "json"]].concat());
            let floor: Value = serde_json::from_str(&floor).unwrap();
            assert_eq!(floor["seed"], stage["seed"]);
            assert_eq!(floor["curse"], stage["curse"]);
            let rooms = floor["rooms"].as_array().unwrap();
            match level.as_str() {
                "1" => {
                    assert_eq!((rooms.len(), phase), (10, "layout"));
                    assert_eq!(rooms.iter().filter(|room| room["shape"] == 8).count(), 2);
                    assert_eq!(stage["rests_on"], "layout");
                }
                "2" => assert!(rooms.iter().any(|room| room["kind"] == "curse")),
                _ => assert_eq!(
                    (&floor["curse"], &stage["rests_on"]),
                    (&"lost".into(), &"first_draws".into())
                ),
            }
        }
    }
}

#[test]
fn a_search_that_is_killed_goes_on_to_the_same_hits() {
    let folder = std::env::temp_dir().join(format!("basement-find-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let state = folder.join("state");
    let search = ["find", "--where", "1: loops == 4", "--to", "400000", "--format", "json"];
    let expected = printed(&search);
    assert!(expected.lines().count() > 100);
    let kept = [&search[..], &["--checkpoint", state.to_str().unwrap()]].concat();
    for kill in 0..20_u64 {
        let mut program = Command::new(env!("CARGO_BIN_EXE_basement-lab"))
            .args(&kept)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(20 + kill * 7));
        let _ = program.kill();
        program.wait().unwrap();
    }
    assert_eq!(printed(&kept), expected);
    // What is done is written again from the state alone.
    assert!(state.exists());
    assert_eq!(printed(&kept), expected);
    refused(
        &["--where", "1: loops == 5", "--to", "400000", "--checkpoint", state.to_str().unwrap()],
        "keeps another search",
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_best_are_written_best_first() {
    let found = hits(&["--best", "2: boss_distance", "--top", "5", "--to", "4000"]);
    let mut steps: Vec<u64> =
        rows(&["--level", "2"]).iter().map(|row| row["boss_distance"].as_u64().unwrap()).collect();
    steps.sort_unstable_by(|a, b| b.cmp(a));
    let best: Vec<u64> = found
        .iter()
        .map(|hit| hit["stages"][0]["measures"]["boss_distance"].as_u64().unwrap())
        .collect();
    assert_eq!(best, steps[..5]);
}

#[test]
fn a_note_says_on_what_each_condition_rests() {
    let notes = |arguments: &[&str]| {
        let output = run(&[&["find", "--limit", "1"], arguments].concat());
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let table = [
        ("curse == lost", "first draws alone: true in the game"),
        ("rooms == 10", "layout alone: true in the game, unless"),
        ("has(curse)", "true in the game only with the game's own rooms"),
    ];
    for (condition, expected) in table {
        let notes = notes(&["--where", condition]);
        assert!(notes.contains(expected), "{notes}");
    }
    let whole = notes(&["--where", "rooms == 10", "--phase", "full"]);
    assert!(whole.contains("only with the game's own rooms"), "{whole}");
    for options in [&["--backend", "flash"][..], &["--curse", "lost"], &["--edition", "article"]] {
        let notes = notes(&[&["--where", "rooms > 1"], options].concat());
        assert!(notes.contains("but in no game"), "{notes}");
    }
}

#[test]
fn csv_has_a_column_for_each_quantity() {
    let text = printed(&["find", "--where", "3: rooms > 1", "--to", "2", "--format", "csv"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "run,number,stage_3_seed,stage_3_curse,stage_3_placing_failed,stage_3_is_covered,\
         stage_3_rooms"
    );
    assert!(lines[1].starts_with("B911 99AC,1,16385,none,"), "{text}");
    // The heading stands above an empty table, too.
    let none = printed(&["find", "--where", "3: rooms > 79", "--to", "2", "--format", "csv"]);
    assert_eq!(none.lines().collect::<Vec<_>>(), lines[..1]);
}

#[test]
fn what_cannot_be_looked_for_is_refused() {
    refused(&[], "nothing is looked for");
    refused(&["--where", "1: lops > 3"], "did you mean `loops`");
    refused(&["--where", "9: loops > 3"], "9");
    refused(&["--where", "1: loops = 3"], "is no condition");
    refused(&["--where", "1: loops > 3", "--from", "9", "--to", "3"], "3");
    refused(&["--backend", "flash", "--where", "1: loops > 3"], "PCG has more seeds");
    refused(&["--best", "1: lops"], "did you mean `loops`");
}
