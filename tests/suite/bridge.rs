//! `bridge` as its users run it.

use std::process::Command;

use serde_json::Value;

use crate::program::{Folder, printed_alone, refused, run, told};

const SMALL: [&str; 5] = ["bridge", "--count", "20", "--level", "2"];

#[test]
fn bridge_is_a_table_of_switches_by_measures() {
    let table = printed_alone(&SMALL);
    let lines: Vec<&str> = table.lines().collect();
    let measures =
        ["rooms", "dead_ends", "rings", "boss_distance", "secret_neighbours", "full_walk"];
    for measure in measures {
        assert!(lines[0].starts_with("level 2") && lines[0].contains(measure), "{}", lines[0]);
    }
    let names = ["flash article", "  not explained", "  size", "  shapes", "  order"];
    for (line, name) in lines[1..].iter().zip(names) {
        assert!(line.starts_with(name), "{line}");
        assert_eq!(line.matches('±').count(), measures.len(), "{line}");
    }
    assert!(table.contains("256 combinations"));
    assert!(table.ends_with("Of so few floors the intervals can be far too narrow.\n"), "{table}");
}

#[test]
fn the_shares_of_the_json_add_up_and_the_csv_has_the_same() {
    let json =
        printed_alone(&[&SMALL[..], &["--measures", "rooms,rings", "--format", "json"]].concat());
    let json: Value = serde_json::from_str(&json).unwrap();
    let csv =
        printed_alone(&[&SMALL[..], &["--measures", "rooms,rings", "--format", "csv"]].concat());
    assert_eq!(csv.lines().next(), Some("level,measure,part,rules,value,lower,upper"));
    let effects = json["levels"][0]["effects"].as_array().unwrap();
    assert_eq!(effects.len(), 2);
    for effect in effects {
        let of = |value: &Value| value["value"].as_f64().unwrap();
        let shares: f64 = effect["shares"].as_array().unwrap().iter().map(of).sum();
        let difference = of(&effect["to"]) - of(&effect["from"]);
        assert!((shares + of(&effect["not_explained"]) - difference).abs() < 1e-9);
        let name = effect["measure"].as_str().unwrap();
        let rows: Vec<&str> =
            csv.lines().filter(|line| line.split(',').nth(1) == Some(name)).collect();
        // Two ends, what is not explained, and eight switches.
        assert_eq!(rows.len(), 11);
    }
}

#[test]
fn bridge_between_editions_names_their_groups_of_parameters() {
    let editions = ["--from", "article", "--to", "wrath-of-the-lamb"];
    let table = printed_alone(&[&SMALL[..], &editions].concat());
    for name in ["flash article", "  growth", "  secret", "flash wrath-of-the-lamb"] {
        assert!(table.lines().any(|line| line.starts_with(name)), "{name}\n{table}");
    }
    assert!(!table.contains("not explained"));
}

#[test]
fn impossible_bridges_are_refused_in_one_line() {
    for (arguments, hint) in [
        (&["--from", "article"][..], "--to"),
        (&["--from", "article", "--to", "repentance-plus"], "no game has the editions"),
        (&["--from", "repentance", "--to", "repentance"], "give two that differ"),
        (
            &["--from", "normal", "--to", "hard", "--edition", "wrath-of-the-lamb"],
            "no edition of rebirth `wrath-of-the-lamb`: there are repentance",
        ),
        (&["--level", "4,4"], "given twice"),
        (&["--level", "9"], "level"),
        (&["--measures", "ring"], "did you mean `rings`"),
    ] {
        refused(&[&["bridge", "--count", "10"], arguments].concat(), hint);
    }
}

#[test]
fn bridge_says_which_measures_one_side_lacks() {
    let measures = "super_secret_boss_distance,rooms";
    let (_, note) = told(&[&SMALL[..], &["--measures", measures]].concat());
    assert!(note.contains("super_secret_boss_distance is left out"), "{note}");
    let alone = run(&[&SMALL[..], &["--measures", "super_secret_boss_distance"]].concat());
    let error = String::from_utf8(alone.stderr).unwrap();
    assert!(alone.status.code() == Some(2) && alone.stdout.is_empty(), "{error}");
    assert!(
        error.ends_with("error: no level has any of these measures under every combination: give other levels or measures\n")
    );
}

#[test]
fn bridge_goes_from_normal_to_hard_mode_by_the_rules_that_read_it() {
    let modes = ["bridge", "--from", "normal", "--to", "hard", "--count", "60", "--level", "2"];
    let table = printed_alone(&modes);
    let starts = ["level 2", "rebirth repentance, normal", "  curses", "  rooms", "  special"];
    for (line, start) in table.lines().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    assert!(table.contains("rooms (R6): hard_extra 0; or 2, hard_random 1; or 2"), "{table}");
    let older = printed_alone(&[&modes[..], &["--edition", "afterbirth-plus"]].concat());
    assert!(older.contains("rebirth afterbirth-plus, hard"), "{older}");
    // That edition draws no level for its shop, so no rule of special rooms reads the mode.
    assert!(!older.contains("  special"), "{older}");
    for wrong in [["--from", "normal", "--to", "repentance"], ["--from", "hard", "--to", "normal"]]
    {
        refused(&[&["bridge"], &wrong[..]].concat(), "--from normal --to hard");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_stops_a_bridge_cleanly() {
    let folder = Folder::new();
    let out = folder.path("bridge.csv");
    let running = Command::new(env!("CARGO_BIN_EXE_basement-lab"))
        .args(["bridge", "--count", "1e6", "--out", &out])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    // SIGINT may be ignored here: see the test of `census`.
    let pid = running.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    let output = running.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(128 + 15));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("stopped after ") && said.contains("of 792,000,000 floors"), "{said}");
    assert!(!std::fs::exists(out).unwrap());
}
