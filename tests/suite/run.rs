//! `run`: its stages compared with `floor`, its formats, and refusals.

use serde_json::Value;

use crate::program::{json, printed, refused, run};

/// A list of numbers as the value of an option.
fn joined(list: &Value) -> String {
    let numbers: Vec<String> = list.as_array().unwrap().iter().map(Value::to_string).collect();
    if numbers.is_empty() { "none".to_owned() } else { numbers.join(",") }
}

#[test]
fn each_stage_of_a_run_is_the_floor_of_its_carried_state() {
    let table: [(&str, &[&str]); 4] = [
        ("B911 99AC", &["--edition", "afterbirth-plus", "--hard"]),
        ("B911 99AC", &["--edition", "repentance", "--awards", "--item", "lucky_foot"]),
        ("02MG 2QRD", &["--curse", "labyrinth", "--unlocks", "fresh"]),
        ("B911 99AC", &["--phase", "layout", "--flags", "9,28", "--bosses-met", "17"]),
    ];
    let mut carried = 0;
    for (seed, options) in table {
        let document = json(&[&["run", seed, "--format", "json"], options].concat());
        assert_eq!(document["run"], seed);
        for stage in document["stages"].as_array().unwrap() {
            let run = &stage["request"]["run"];
            let (level, stage_type) = (stage["level"].to_string(), stage["stage_type"].to_string());
            let (flags, met) = (joined(&run["flags"]), joined(&run["bosses_met"]));
            let chosen = run["bosses_chosen"].to_string();
            carried += u32::from(met != "none") + u32::from(chosen != "0");
            // The flags from before the stage include those of the run's start.
            let shared: Vec<&str> = match options.iter().position(|option| *option == "--flags") {
                Some(first) => options[..first].to_vec(),
                None => options.to_vec(),
            };
            let of_floor = [
                "floor",
                "--run-seed",
                seed,
                "--level",
                &level,
                "--stage-type",
                &stage_type,
                "--flags",
                &flags,
                "--bosses-met",
                &met,
                "--bosses-chosen",
                &chosen,
                "--format",
                "json",
            ];
            let mut expected = json(&[&of_floor, &shared[..]].concat());
            for key in ["stage_type", "name", "measures"] {
                expected[key] = stage[key].clone();
            }
            assert_eq!(*stage, expected, "{seed}, stage {level}");
            assert!(stage["measures"]["rooms"].as_u64().unwrap() > 3);
        }
    }
    assert!(carried > 10, "{carried}");
}

#[test]
fn a_run_has_thirteen_floors_and_a_labyrinth_replaces_two() {
    let names = |arguments: &[&str]| -> Vec<String> {
        let document = json(&[&["run", "B911 99AC", "--format", "json"], arguments].concat());
        let stages = document["stages"].as_array().unwrap().clone();
        stages.iter().map(|stage| stage["name"].as_str().unwrap().to_owned()).collect()
    };
    let end = ["Sheol", "Dark Room", "Cathedral", "Chest", "The Void"];
    let labyrinths = names(&["--curse", "labyrinth", "--stage-type", "0"]);
    assert_eq!(labyrinths[..4], ["Basement XL", "Caves XL", "Depths XL", "Womb XL"]);
    let asked = names(&["--stage-type", "1", "--stage-type", "2:4", "--curse", "none"]);
    assert_eq!(asked[..3], ["Cellar I", "Downpour II", "Catacombs I"]);
    assert_eq!(asked[8..], end);
    let fresh = names(&["--unlocks", "fresh", "--curse", "none"]);
    assert_eq!(fresh[..4], ["Basement I", "Basement II", "Caves I", "Caves II"]);
}

#[test]
fn every_format_shows_every_floor() {
    let text = printed(&["run", "B911", "99AC", "--awards", "--edition", "afterbirth-plus"]);
    let svg = printed(&[
        "run",
        "B911 99AC",
        "--awards",
        "--edition",
        "afterbirth-plus",
        "--format",
        "svg",
    ]);
    let document = json(&["run", "b91199ac", "--edition", "afterbirth-plus", "--format", "json"]);
    for stage in document["stages"].as_array().unwrap() {
        let (name, seed) = (stage["name"].as_str().unwrap(), stage["seed"].to_string());
        assert!(text.contains(&format!("\n{name}: stage {}", stage["level"])), "{name}");
        assert!(svg.contains(name) && svg.contains(&format!("seed {seed}")), "{name}");
    }
    assert!(text.contains("awards: ") && svg.contains("those of the other floors follow"));
    let again = printed(&["run", "B911 99AC", "--awards", "--edition", "afterbirth-plus"]);
    assert_eq!(text, again);
    let png = run(&["run", "B911 99AC", "--format", "png"]).stdout;
    assert!(png.starts_with(b"\x89PNG"));
}

#[test]
fn an_invalid_run_is_refused_in_one_line() {
    let table: [(&[&str], &str); 10] = [
        (&["run", "B911 99AB"], "check does not fit"),
        (&["run"], "<XXXX> [XXXX]"),
        (&["run", "B911 99AC", "--backend", "flash"], "belong to no run"),
        (&["run", "B911 99AC", "--stage-type", "9:1"], "give a stage from 1 to 8"),
        (
            &["run", "B911 99AC", "--stage-type", "1:4", "--stage-type", "1:2"],
            "--stage-type of stage 1 is given twice",
        ),
        (
            &["run", "B911 99AC", "--stage-type", "1", "--stage-type", "1"],
            "--stage-type of all stages is given twice",
        ),
        (
            &["run", "B911 99AC", "--edition", "wrath-of-the-lamb"],
            "there are repentance, article, afterbirth-plus\n",
        ),
        (&["run", "B911 99AC", "--stage-type", "x"], "that of a stage such as 3:1"),
        (&["run", "B911 99AC", "--edition", "afterbirth-plus", "--stage-type", "4"], "give 0 to 2"),
        (&["run", "B911 99AC", "--item", "lucky_foot"], "no floor depends on lucky_foot"),
    ];
    for (arguments, expected) in table {
        refused(arguments, expected);
    }
}
