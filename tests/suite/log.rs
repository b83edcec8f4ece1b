//! `log`: what the command prints, and how it ends.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use basement_lab::floors::rooms::{Catalogue, RoomFileFormat};
use serde_json::Value;

use crate::program::{Folder, json, printed, printed_alone, refused, run, told};

fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/logs").join(name);
    path.display().to_string()
}

#[test]
fn a_log_that_agrees_is_a_table_and_the_exit_code_is_0() {
    let table = printed(&["log", &fixture("repentance-plus.log")]);
    let [heading, game, floor, ..] = table.lines().collect::<Vec<_>>()[..] else {
        panic!("{table}")
    };
    for word in ["run", "stage", "type", "seed", "curse", "engine"] {
        assert!(heading.contains(word), "{heading}");
    }
    assert_eq!(game, "Repentance+");
    assert!(floor.ends_with("2649606411  none       agrees (repentance, normal)"), "{floor}");
    assert!(table.contains("attempt 2: 19 rooms, 14 passes\n"), "{table}");
    assert!(table.contains("1 floor: 1 agrees, 0 differ, 0 not compared"), "{table}");

    let document = printed_alone(&["log", &fixture("afterbirth-plus.log"), "--format", "json"]);
    let document: Value = serde_json::from_str(&document).unwrap();
    let floors = document["floors"].as_array().unwrap();
    assert_eq!(floors.len(), 75);
    assert_eq!(floors[0]["seed"], 2_593_915_157_u32);
    assert_eq!(floors[0]["engine"]["verdict"], "agrees");
    assert_eq!(floors[0]["attempts"][0]["shapes"], serde_json::json!([3, 8]));
}

#[test]
fn a_log_that_differs_names_the_first_difference_and_the_exit_code_is_1() {
    let log = fs::read_to_string(fixture("repentance-plus.log")).unwrap();
    let folder = Folder::new();
    let name = folder.write("log.txt", log.replace("19 rooms in 12", "19 rooms in 13"));
    let output = run(&["log", &name]);
    assert_eq!(output.status.code(), Some(1));
    let [table, error] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(table.contains("differs (repentance, normal)"), "{table}");
    assert!(table.contains("passes of attempt 1: the log says 13, the engine 12"), "{table}");
    let said = "of 1 floor, 1 differs from what the engine makes";
    assert_eq!(error, format!("error: {name}: {said}\n"));
    // In the edition without alternative chapters there is no such floor.
    let other = ["log", &fixture("repentance-plus.log"), "--edition", "afterbirth-plus"];
    assert!(printed(&other).contains("not compared"));
}

#[test]
fn a_file_that_is_not_a_log_is_reported() {
    refused(&["log", "no-such-file.txt"], "no-such-file.txt");
    refused(&["log"], "FILE");
    refused(&["log", "-", "--follow"], "give a file");
    refused(&["log", &fixture("../layout-totals.json")], "is not evidence");
    let folder = Folder::new();
    let utf16 = folder.path("log.txt");
    std::fs::write(&utf16, b"\xFF\xFE[\0I\0N\0F\0O\0]\0").unwrap();
    refused(&["log", &utf16], "it is in UTF-16");
    for command in [&["log"][..], &["log", "report"]] {
        let (_, message) = told(&[command, &[&fixture("../README.md")]].concat());
        assert!(message.contains("tells of no floor"), "{message}");
    }
}

#[test]
fn evidence_is_written_and_read_again() {
    let folder = Folder::new();
    let name = folder.path("evidence.json");
    printed(&["log", "report", &fixture("afterbirth-plus.log"), "--out", &name]);
    let written: Value = serde_json::from_slice(&fs::read(&name).unwrap()).unwrap();
    assert_eq!(json(&["log", &name, "--format", "json"]), written);
    // The page is published, so it names no folder.
    let options = ["--unlocks", "all", "--format", "markdown"];
    let page = printed(&[&["log", "report", &name], &options[..]].concat());
    let command = "`basement-lab log report evidence.json --unlocks all --out evidence.md`\nmakes";
    assert!(page.contains(command), "{page}");
}

#[test]
fn with_rooms_the_entered_rooms_are_compared() {
    // The start room, which every catalogue places there.
    let log = "Level::Init m_Stage 1, m_StageType 0 Seed 3615137577\ngenerate...\nplacing rooms...\n\
               Room 1.2(Start Room)\nSpawnRNG seed: 2584027549\n";
    let folder = Folder::new();
    let name = folder.write("log.txt", log);
    let arguments = ["log", &name, "--edition", "afterbirth-plus", "--format", "json"];
    let entered = |more: &[&str]| {
        let document = json(&[&arguments[..], more].concat());
        document["floors"][0]["engine"]["entered_rooms"].clone()
    };
    assert_eq!(entered(&[]), 0);
    // The engine's own rooms only stand in for the game's.
    assert_eq!(entered(&["--rooms", "embedded"]), 0);
    let game = folder.path("game");
    fs::create_dir(&game).unwrap();
    for file in &Catalogue::embedded().files()[..2] {
        let xml = basement_lab::roomfiles::write(file, RoomFileFormat::Xml).unwrap();
        fs::write(format!("{game}/{}", file.name), xml).unwrap();
    }
    assert_eq!(entered(&["--rooms", &game]), 1);
}

#[test]
#[cfg(unix)]
fn follow_shows_each_entered_floor_even_after_a_restart_until_a_signal() {
    let entered =
        fs::read_to_string(fixture("repentance-plus.log")).unwrap() + "Room 1.2(Start Room)\n";
    let folder = Folder::new();
    let path = folder.write("log.txt", &entered);
    let follow = |out: &str, options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_basement-lab"));
        command.arg("log").arg(&path).arg("--follow").args(options);
        command.stdout(fs::File::create(out).unwrap()).stderr(Stdio::null());
        command.spawn().unwrap()
    };
    let (full, bare) = (folder.path("full"), folder.path("bare"));
    let children = [follow(&full, &[]), follow(&bare, &["--spoil-nothing"])];
    // What both have written when each shows the floor this many times.
    let shown = |count: usize| {
        let begun = Instant::now();
        loop {
            let texts = [&full, &bare].map(|out| fs::read_to_string(out).unwrap());
            let floor = "Mines II: 19 rooms beside the start";
            if texts.iter().all(|text| text.matches(floor).count() == count) {
                return texts;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "{count}: {texts:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    shown(1);
    let mut log = fs::OpenOptions::new().append(true).open(&path).unwrap();
    log.write_all(entered.as_bytes()).unwrap();
    shown(2);
    // The game is started again.
    fs::write(&path, "[INFO] - Binding of Isaac: Repentance+\n").unwrap();
    std::thread::sleep(Duration::from_millis(700));
    fs::write(&path, format!("[INFO] - Binding of Isaac: Repentance+\n{entered}")).unwrap();
    for (text, is_map) in shown(3).iter().zip([true, false]) {
        assert_eq!(text.contains('┌'), is_map, "{text}");
        assert_eq!(text.contains("2649606411"), is_map, "{text}");
    }
    for mut child in children {
        let kill = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}
