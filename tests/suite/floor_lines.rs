//! Floors from files, on the command line and as the page of their format says.

use basement_lab::FloorRecord;
use serde_json::Value;

use crate::program::{json, json_with, printed, printed_with, refused, refused_with, run_with};

const PAGE: &str = include_str!("../../docs/floors-format.md");

/// The example of the page, on one line.
fn example() -> String {
    let (_, rest) = PAGE.split_once("<!-- example -->\n```json\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    example.replace('\n', " ") + "\n"
}

#[test]
fn a_file_of_floors_gives_the_counts_of_their_generator() {
    for arguments in [&["--backend", "flash", "--level", "5"][..], &["--level", "3", "--hard"]] {
        let with = |verb: &[&'static str]| [verb, arguments].concat();
        let lines = printed(&with(&["floor", "--format", "jsonl", "--count", "300"]));
        assert_eq!(lines.lines().count(), 300);
        let ours = json(&with(&["sample", "--count", "300"]));
        let theirs = json_with(&["sample", "--floors", "-"], &lines);
        for key in ["floors", "kinds", "occupancy", "locations"] {
            assert_eq!(ours[key], theirs[key], "{key}");
        }
        let mut measures = ours["measures"].as_object().unwrap().clone();
        for name in ["attempts", "draws", "generator_dead_ends", "secret_guess_rank"] {
            assert!(measures.remove(name).is_some());
        }
        assert_eq!(Value::Object(measures), theirs["measures"]);
        for left_out in ["backend", "request", "seeds", "gave_up", "mean_attempts", "mean_draws"] {
            assert_eq!(theirs.get(left_out), None, "{left_out}");
        }

        // Row by row.
        let ours = json(&with(&["rows", "--count", "300", "--format", "json"]));
        let theirs = json_with(&["rows", "--floors", "-", "--format", "json"], &lines);
        for (place, (ours, theirs)) in
            ours.as_array().unwrap().iter().zip(theirs.as_array().unwrap()).enumerate()
        {
            assert_eq!(theirs["number"], place + 1);
            assert_eq!(theirs["seed"], ours["seed"].to_string());
            let facts = theirs.as_object().unwrap().iter();
            let facts =
                facts.filter(|(key, _)| !["file", "number", "seed"].contains(&key.as_str()));
            for (key, value) in facts {
                assert_eq!(&ours[key], value, "{key}");
            }
        }
    }
}

#[test]
fn rows_count_the_rooms_of_each_kind() {
    let rows = printed(&["rows", "--level", "2", "--count", "40"]);
    let mut lines = rows.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = lines.next().unwrap();
    let column = |name: &str| names.iter().position(|other| *other == name).unwrap();
    let unique: std::collections::HashSet<_> = names.iter().collect();
    assert_eq!(unique.len(), names.len());
    let (mut curse_rooms, mut rows) = (0, 0);
    for row in lines {
        let number = |name: &str| row[column(name)].parse::<i64>().unwrap();
        assert_eq!((number("start"), number("boss")), (1, number("boss_rooms")));
        let kinds = column("start")..=column("grave");
        let all: i64 = row[kinds].iter().map(|rooms| rooms.parse::<i64>().unwrap()).sum();
        assert_eq!(all - number("secret") - number("ultra_secret"), number("rooms"));
        curse_rooms += number("curse_room");
        rows += 1;
    }
    assert_eq!(rows, 40);
    assert!(curse_rooms > 0);
}

#[test]
fn the_example_of_the_page_has_the_stated_measures() {
    let line = example();
    let record: FloorRecord = line.parse().unwrap();
    assert_eq!(record.doors(), [[0, 1], [1, 2], [1, 3], [1, 5], [2, 4], [2, 5]].as_slice());
    let sample = json_with(&["sample", "--floors", "-"], &line);
    let value = |name: &str| sample["measures"][name].as_object().unwrap().keys().next().cloned();
    let found = ["rooms", "dead_ends", "rings", "boss_distance", "secret_neighbours"].map(value);
    assert_eq!(found.map(Option::unwrap), ["5", "2", "0", "3", "2"]);
    assert_eq!(sample["start"], serde_json::json!([5, 3]));
    let shown = json_with(&["floor", "--floors", "-", "--format", "json"], &line);
    assert_eq!((&shown["seed"], &shown["measures"]["rooms"]), (&77.into(), &5.into()));
    assert_eq!(
        printed_with(&["floor", "--floors", "-", "--format", "jsonl"], &line).lines().count(),
        1
    );
    let map = printed_with(&["floor", "--floors", "-", "--number", "1"], &line);
    assert!(
        map.starts_with(
            "standard input, line 1, seed 77\n5 rooms and 1 hidden, 2 dead ends, 0 rings\n"
        ),
        "{map}"
    );
    assert!(map.contains("│ @ ╎   ╎   │"), "{map}");
}

#[test]
fn every_refusal_of_the_page_is_one_sentence_with_the_line() {
    let (_, refusals) = PAGE.split_once("## What is refused").unwrap();
    let examples = refusals.lines().filter_map(|line| line.strip_suffix("` |"));
    let examples: Vec<&str> = examples.map(|line| line.split_once("| `").unwrap().1).collect();
    assert_eq!(examples.len(), 16);
    let file = format!("{}\n{}\n", example().trim_end(), examples.join("\n"));
    let expected = "error: standard input, line 2: not JSON";
    refused_with(&["sample", "--floors", "-"], &file, expected);

    let output = run_with(&["sample", "--floors", "-", "--skip-invalid"], &file);
    assert!(output.status.success());
    let sample: Value = serde_json::from_slice(&output.stdout).unwrap();
    let notes = String::from_utf8(output.stderr).unwrap();
    assert_eq!((&sample["floors"], &sample["invalid"]), (&1.into(), &16.into()));
    let notes: Vec<&str> = notes.lines().collect();
    assert_eq!(notes.len(), 17);
    for (line, (note, example)) in notes.iter().zip(&examples).enumerate() {
        let start = format!("note: standard input, line {}: ", line + 2);
        assert!(note.starts_with(&start), "{example}: {note}");
        assert!(note.len() < 200, "{note}");
    }
    assert!(notes.iter().any(|note| note.contains("did you mean `treasure`")));
    assert_eq!(notes[16], "note: standard input: 16 lines were skipped");
}

#[test]
fn options_without_meaning_for_a_file_are_refused() {
    for option in [
        ["--backend", "flash"],
        ["--level", "2"],
        ["--seed", "3"],
        ["--count", "9"],
        ["--coins", "1"],
        ["--rng", "pcg"],
    ] {
        for verb in ["sample", "rows", "floor"] {
            refused(&[&[verb, "--floors", "-"], &option[..]].concat(), "");
        }
    }
    refused(&["sample", "--skip-invalid"], "");
    refused(&["floor", "--number", "2"], "");
    refused(&["floor", "--floors", "-", "--number", "0"], "");
    refused(&["floor", "--count", "2"], "");
    for command in ["sample", "rows"] {
        refused(&[command, "--floors", "no/such/file.jsonl"], "no/such/file.jsonl");
    }
    let beyond = ["floor", "--floors", "-", "--number", "2"];
    refused_with(&beyond, &example(), "line 2 has no floor: give the line of one with --number");
}

#[test]
fn missing_floors_are_refused_with_a_sentence() {
    for verb in ["sample", "rows"] {
        for (input, options, expected) in [
            ("", &[][..], "no line is a floor: write one floor per line"),
            ("\n \n", &[], "no line is a floor: write one floor per line"),
            ("{}\n", &["--skip-invalid"], "no line is a floor: one was skipped, line 1: "),
        ] {
            let expected = format!("error: standard input: {expected}");
            refused_with(&[&[verb, "--floors", "-"], options].concat(), input, &expected);
        }
    }
}
