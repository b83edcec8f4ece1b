//! `find`: its output compared with `rows` and `floor`, stops, and refusals.

use std::process::Command;
use std::time::Duration;

use basement_lab::FloorRecord;
use basement_lab::survey::{Analysis, measure};
use serde_json::Value;

use crate::program::{self, Folder, json, printed, told};

#[track_caller]
fn refused(arguments: &[&str], expected: &str) {
    program::refused(&[&["find"], arguments].concat(), expected);
}

#[track_caller]
fn stderr(arguments: &[&str]) -> String {
    told(arguments).1
}

fn hits(arguments: &[&str]) -> Vec<Value> {
    let text = printed(&[&["find", "--format", "json"], arguments].concat());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The rows of a level's first 4000 runs, with some measures.
fn rows(measures: &str, arguments: &[&str]) -> Vec<Value> {
    let rows = ["rows", "--count", "4000", "--format", "json", "--measures", measures];
    serde_json::from_value(json(&[&rows, arguments].concat())).unwrap()
}

#[test]
fn the_hits_are_the_rows_that_meet_the_condition() {
    type Holds = fn(&Value) -> bool;
    let table: [(&str, &[&str], Holds); 7] = [
        ("rooms == 10", &["--level", "1"], |row| row["rooms"] == 10),
        ("rings >= 3", &["--level", "1", "--phase", "layout"], |row| {
            row["rings"].as_u64().unwrap() >= 3
        }),
        ("has(planetarium)", &["--level", "3"], |row| row["planetarium"] != 0),
        ("boss_distance <= 2 or rings > 3", &["--level", "4", "--hard"], |row| {
            row["boss_distance"].as_u64().unwrap() <= 2 || row["rings"].as_u64().unwrap() > 3
        }),
        ("curse == maze and rings == 0", &["--level", "2"], |row| {
            row["curse"] == "maze" && row["rings"] == 0
        }),
        ("not has(shop)", &["--level", "7"], |row| row["shop"] == 0),
        ("critical_share >= 0.4", &["--level", "1", "--edition", "afterbirth-plus"], |row| {
            row["critical_share"].as_f64().unwrap() >= 0.4
        }),
    ];
    for (condition, options, holds) in table {
        let measures = "rooms,rings,boss_distance,critical_share";
        let expected: Vec<Value> = rows(measures, options).into_iter().filter(holds).collect();
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
fn a_hit_agrees_with_the_floor_that_the_floor_command_shows() {
    let conditions = ["1: rooms == 10", "2: rings >= 1 and count(2x2) == 1", "3: curse == lost"];
    let asked = conditions.iter().flat_map(|condition| ["--where", condition]);
    let asked: Vec<&str> = asked.chain(["--limit", "6"]).collect();
    let mut on_layout = 0;
    let found = hits(&asked);
    assert_eq!(found.len(), 6);
    for hit in found {
        let run = hit["run"].as_str().unwrap();
        for stage in hit["stages"].as_array().unwrap() {
            let level = stage["level"].to_string();
            let floor = ["floor", "--run-seed", run, "--level", &level];
            let text = printed(&[&floor[..], &["--format", "json"]].concat());
            let floor: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(floor["seed"], stage["seed"]);
            assert_eq!(floor["curse"], stage["curse"]);
            let is_of_plan =
                |room: &&Value| room["kind"] != "secret" && room["kind"] != "ultra_secret";
            let rooms: Vec<&Value> =
                floor["rooms"].as_array().unwrap().iter().filter(is_of_plan).collect();
            let rests_on = stage["rests_on"].as_str().unwrap();
            match level.as_str() {
                "1" => {
                    assert_eq!(rooms.len(), 10);
                    let expected = if stage["placing_failed"] == true { "rooms" } else { "layout" };
                    assert_eq!(rests_on, expected);
                    on_layout += u32::from(rests_on == "layout");
                }
                "2" => {
                    let record: FloorRecord = text.parse().unwrap();
                    let rings = measure::RINGS.raw_of(&Analysis::from_record(&record));
                    assert!(rings >= Some(1), "{run}");
                    assert_eq!(stage["measures"]["rings"], rings.unwrap());
                    assert_eq!(rooms.iter().filter(|room| room["shape"] == 8).count(), 1);
                    assert_eq!(rests_on, "rooms");
                }
                _ => assert_eq!((&floor["curse"], rests_on), (&"lost".into(), "first_draws")),
            }
        }
    }
    assert!(on_layout > 0);
}

#[test]
fn a_search_that_is_killed_goes_on_to_the_same_hits() {
    let folder = Folder::new();
    let state = &folder.path("state");
    let search =
        ["find", "--where", "1: rings == 2 and wanted == 9", "--to", "60000", "--format", "json"];
    let expected = printed(&search);
    assert!(expected.lines().count() > 100);
    let kept = [&search[..], &["--checkpoint", state]].concat();
    for kill in 0..8_u64 {
        let mut program = Command::new(env!("CARGO_BIN_EXE_basement-lab"))
            .args(&kept)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(20 + kill * 20));
        let _ = program.kill();
        program.wait().unwrap();
    }
    assert_eq!(printed(&kept), expected);
    // A finished search is written again from its state alone.
    assert!(std::fs::exists(state).unwrap());
    assert_eq!(printed(&kept), expected);
    refused(
        &["--where", "1: rings == 3", "--to", "60000", "--checkpoint", state],
        "belongs to another search",
    );
}

#[test]
fn the_best_are_written_best_first() {
    let found = hits(&["--best", "2: boss_distance", "--top", "5", "--to", "4000"]);
    let mut steps: Vec<u64> = rows("boss_distance", &["--level", "2"])
        .iter()
        .map(|row| row["boss_distance"].as_u64().unwrap())
        .collect();
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
        stderr(&[&["find", "--limit", "1", "--to", "10000"], arguments].concat())
    };
    let table = [
        ("curse == lost", "the first draws decide `1: curse == lost`: true in the game"),
        (
            "rooms == 10",
            "the layout decides `1: rooms == 10`: true in the game if the game's rooms also find",
        ),
        ("has(curse)", "the rooms also decide `1: has(curse)`"),
        ("rings >= 1", "the rooms also decide `1: rings >= 1`"),
    ];
    for (condition, expected) in table {
        let notes = notes(&["--where", condition]);
        assert!(notes.contains(expected), "{notes}");
    }
    // A forced curse is the run's on some runs only.
    let forced = notes(&["--where", "wanted == 8", "--curse", "none"]);
    assert!(forced.contains("true in the game where the run draws no curse\n"), "{forced}");
    // Once for each kind of condition.
    let two = notes(&["--where", "1: rings >= 1", "--where", "2: has(shop)"]);
    assert!(two.contains("`1: rings >= 1`, `2: has(shop)`"), "{two}");
    let layouts = notes(&["--where", "rings >= 1", "--phase", "layout"]);
    assert!(layouts.contains("bare layouts, which are not floors of the game"), "{layouts}");
    let best = ["find", "--best", "2: boss_distance", "--to", "100"];
    assert!(stderr(&best).contains("the rooms also decide `2: boss_distance`"));
    for options in [&["--backend", "flash"][..], &["--edition", "article"]] {
        let notes = notes(&[&["--where", "rooms > 1"], options].concat());
        assert!(notes.contains("but are not in the game"), "{notes}");
    }
}

#[test]
fn a_note_estimates_before_the_search_how_rare_hits_are_and_how_long_it_takes() {
    let notes = |condition: &str, options: &[&str]| {
        stderr(&[&["find", "--where", condition], options].concat())
    };
    let common = notes("1: wanted == 9", &["--limit", "3"]);
    assert!(common.contains("% of the runs meet the conditions ("), "{common}");
    assert!(common.contains("of 10,000 tried); 3 hits take less than a second"), "{common}");
    let rare = notes("1: curse == lost and wanted == 12", &["--to", "20000"]);
    assert!(rare.contains("note: about 1 of "), "{rare}");
    assert!(rare.contains("; all 20,000 take "), "{rare}");
    let none = notes("1: wanted == 70", &["--to", "20000"]);
    let expected =
        "none of 10,000 runs tried meets the conditions: fewer than 1 of 3,300 does (95 %)";
    assert!(none.contains(expected), "{none}");
    // A search no larger than the pilot has no pilot.
    assert!(!notes("1: wanted == 9", &["--to", "10000"]).contains("tried"));
}

#[test]
fn a_search_without_a_hit_says_so_and_how_many_it_tried() {
    let text = stderr(&["find", "--where", "3: rooms > 79", "--to", "2000"]);
    assert!(text.contains("nothing was found in 2,000 runs\n"), "{text}");
    let text = stderr(&["find", "--where", "3: rooms > 79", "--to", "1"]);
    assert!(text.contains("nothing was found in 1 run\n"), "{text}");
    let text = stderr(&["find", "--backend", "flash", "--where", "rings > 79", "--to", "50"]);
    assert!(text.contains("nothing was found in 51 seeds\n"), "{text}");
    assert!(!stderr(&["find", "--where", "1: rings >= 1", "--to", "100"]).contains("nothing"));
}

#[test]
fn a_search_stops_at_its_limit() {
    for limit in [1, 7, 20] {
        let search = ["find", "--where", "1: rings >= 1", "--to", "10000"];
        let text = printed(&[&search[..], &["--limit", &limit.to_string()]].concat());
        assert_eq!(text.lines().count(), limit);
    }
}

#[test]
fn a_list_of_seeds_is_searched_in_its_order() {
    let folder = Folder::new();
    let all = hits(&["--where", "1: rings >= 1", "--to", "100"]);
    let runs: Vec<&str> = all.iter().rev().map(|hit| hit["run"].as_str().unwrap()).collect();
    let lines = ["# the same, from the end on", "1", &runs.join("\n"), "2 # a number"].join("\n");
    let path = &folder.write("seeds", lines);
    let listed = hits(&["--where", "1: rings >= 1", "--seeds", path]);
    let listed: Vec<&str> = listed.iter().map(|hit| hit["run"].as_str().unwrap()).collect();
    let firsts = |number: u64| all.iter().any(|hit| hit["number"] == number);
    let more = usize::from(firsts(1)) + usize::from(firsts(2));
    assert_eq!(listed.len(), runs.len() + more);
    assert!(listed.windows(runs.len()).any(|part| part == runs));
    folder.write("seeds", "B911 99AC\nB911 99AD\n");
    let fails = ["--where", "1: rings >= 1", "--seeds", path];
    refused(&fails, &format!("{path}, line 2: `B911 99AD` is not a run seed"));
    folder.write("seeds", b"\xff\xfe");
    refused(&fails, "valid UTF-8: give a text file, one seed per line");
    let both = ["--where", "1: rings >= 1", "--seeds", "-", "--from", "3"];
    refused(&both, "--seeds");
}

#[test]
fn a_range_may_be_given_as_run_seeds_or_with_exponents() {
    let all = |from, to| hits(&["--where", "1: rooms > 1", "--from", from, "--to", to]);
    assert_eq!(all("B911 992E", "B911 99SG"), all("2", "3"));
    assert_eq!(all("1e1", "1.1e1"), all("10", "11"));
}

#[test]
fn csv_has_a_column_for_each_quantity() {
    let text = printed(&["find", "--where", "3: rooms > 1", "--to", "2", "--format", "csv"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "run,number,stage_3_seed,stage_3_curse,stage_3_rests_on,stage_3_placing_failed,\
         stage_3_is_covered,stage_3_rooms"
    );
    // The first run's rooms did not fit its first layout.
    assert_eq!(lines[1], "B911 99AC,1,16385,none,rooms,true,false,16");
    assert_eq!(lines[2], "B911 992E,2,32770,none,layout,false,false,16");
    // An empty table has a heading, too.
    let none = printed(&["find", "--where", "3: rooms > 79", "--to", "2", "--format", "csv"]);
    assert_eq!(none.lines().collect::<Vec<_>>(), lines[..1]);
}

#[test]
fn impossible_searches_are_refused() {
    refused(&[], "nothing is looked for");
    refused(&["--where", "1: rinks > 3"], "did you mean `rings`");
    refused(&["--where", "9: rings > 3"], "9");
    refused(&["--where", "1: rings = 3"], "is not a condition");
    refused(&["--where", "1: rings > 3", "--from", "9", "--to", "3"], "3");
    refused(&["--backend", "flash", "--where", "1: rings > 3"], "PCG has more seeds");
    refused(&["--best", "1: rinks"], "did you mean `rings`");
    for (options, condition) in [
        (["--curse", "none"], "1: curse == lost"),
        (["--curse", "no_roll"], "1: not curse == none and rings > 1"),
        (["--phase", "layout"], "1: has(secret)"),
        (["--phase", "layout"], "1: rings > 1 and count(shop) == 1"),
    ] {
        let expected = format!("no floor meets `{condition}`: change one of the three");
        refused(&[&options[..], &["--where", condition]].concat(), &expected);
    }
    refused(&["--random", "1e12", "--where", "1: rings > 3"], "ask for at most 4294967295");
}
