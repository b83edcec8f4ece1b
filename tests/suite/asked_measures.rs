//! `--measures` on the commands that measure floors.

use crate::program::{json, json_with, printed, refused, refused_with};

/// The 30 floors of a sample as lines.
fn lines() -> String {
    printed(&["floor", "--level", "3", "--format", "jsonl", "--count", "30"])
}

#[test]
fn sample_counts_requested_measures_the_same_as_among_all() {
    for (source, input) in
        [(&["--level", "3", "--count", "300"][..], String::new()), (&["--floors", "-"], lines())]
    {
        let all = json_with(&[&["sample"], source].concat(), &input);
        let asked = ["--measures", "loops,boss_distance", "--measures", "spread"];
        let some = json_with(&[&["sample"], source, &asked].concat(), &input);
        let names: Vec<_> = some["measures"].as_object().unwrap().keys().collect();
        assert_eq!(names, ["boss_distance", "loops", "spread"]);
        for name in names {
            assert_eq!(some["measures"][name], all["measures"][name], "{name}");
        }
        for name in ["floors", "kinds", "bosses", "gave_up", "request", "file"] {
            assert_eq!(some.get(name), all.get(name), "{name}");
        }
        // What needs a measure that is not asked for is left out, not zero.
        for name in ["occupancy", "locations", "mean_attempts", "mean_draws"] {
            assert_eq!(some.get(name), None, "{name}");
        }
    }
}

#[test]
fn sample_prints_the_same_if_every_measure_is_named() {
    let measures = json(&["measures", "--format", "json"]);
    let names =
        measures.as_array().unwrap().iter().map(|measure| measure["name"].as_str().unwrap());
    let names = names.collect::<Vec<_>>().join(",");
    let sample = ["sample", "--backend", "flash", "--count", "50"];
    let named = printed(&[&sample[..], &["--measures", &names]].concat());
    assert_eq!(named, printed(&sample));
}

#[test]
fn the_list_of_measures_names_the_steps_that_values_are_rounded_to() {
    let text = printed(&["measures"]);
    let line =
        |name: &str| text.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
    assert!(line("critical_share").contains(" 0.000 to 1.000 in steps of 0.001: "), "{text}");
    assert!(line("spread").contains(" in steps of 0.01: "), "{text}");
    assert!(!line("rooms").contains("steps of"), "{text}");
    for measure in json(&["measures", "--format", "json"]).as_array().unwrap() {
        let scale = measure["scale"].as_f64().unwrap();
        assert_eq!(measure["step"].as_f64(), Some(1.0 / scale), "{}", measure["name"]);
    }
}

#[test]
fn a_sample_as_text_lists_the_asked_measures_only() {
    let arguments = ["sample", "--count", "50", "--measures", "loops", "--format", "text"];
    let text = printed(&arguments);
    assert!(text.contains("\nloops ") && text.contains("\nboss "), "{text}");
    assert!(!text.contains("\ndead_ends "), "{text}");
}

#[test]
fn a_sample_as_text_says_what_was_asked_and_which_measures_no_floor_has() {
    let arguments =
        ["sample", "--level", "8", "--count", "9", "--phase", "layout", "--curse", "none"];
    let asked =
        ["--set", "rebirth.dead_ends.base=4", "--measures", "shop_distance", "--format", "text"];
    let text = printed(&[&arguments[..], &asked].concat());
    let heading = "rebirth repentance with rebirth.dead_ends.base = 4, level 8, curse none, layouts only: 9 floors\n";
    assert!(text.starts_with(heading), "{text}");
    assert!(
        text.contains("\nshop_distance                      -         -         -\n"),
        "{text}"
    );
}

#[test]
fn rows_have_the_columns_of_the_asked_measures_only() {
    for (source, input) in
        [(&["--level", "3", "--count", "40"][..], String::new()), (&["--floors", "-"], lines())]
    {
        let all = json_with(&[&["rows", "--format", "json"], source].concat(), &input);
        let asked = ["--measures", "critical_share,cells"];
        let some = json_with(&[&["rows", "--format", "json"], source, &asked].concat(), &input);
        for (some, all) in some.as_array().unwrap().iter().zip(all.as_array().unwrap()) {
            for (name, value) in some.as_object().unwrap() {
                assert_eq!(value, &all[name], "{name}");
            }
            assert!(some.get("critical_share").is_some() && some.get("cells").is_some());
            assert!(some.get("grave").is_some(), "kinds of rooms stay");
            assert!(some.get("loops").is_none() && some.get("secret_distance").is_none());
        }
    }
    let table = printed(&["rows", "--count", "1", "--measures", "loops"]);
    assert!(table.lines().next().unwrap().ends_with(",grave,loops"), "{table}");
}

#[test]
fn measures_that_do_not_exist_are_refused_with_the_nearest() {
    for command in ["sample", "rows"] {
        for (names, expected) in [
            ("loop", "did you mean `loops`"),
            ("rooms,bos_distance", "did you mean `boss_distance`"),
            ("rooms,", "measure"),
        ] {
            refused(&[command, "--measures", names], expected);
        }
        let of_file = [command, "--floors", "-", "--measures", "rooms,attempts"];
        refused_with(&of_file, &lines(), "a file of floors does not say `attempts`");
    }
}
