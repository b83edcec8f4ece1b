//! What is refused, limited or told on the command line, each with what to give instead.

use std::path::PathBuf;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_basement-lab")).args(arguments).output().unwrap()
}

/// The one line of an error with exit code 2.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

/// A file of the test's own.
fn file(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("basement-wrong-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let no_text = OsStr::from_bytes(b"\xff");
    for arguments in [[OsStr::new("floor"), OsStr::new("--level"), no_text].as_slice(), &[no_text]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_basement-lab"));
        let output = command.args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn more_threads_than_gain_anything_are_not_begun() {
    let find = ["find", "--where", "1: rooms == 10", "--to", "50", "--threads", "3000"];
    let census = ["census", "--to", "50", "--threads", "5000"];
    for arguments in [find.as_slice(), &census] {
        let output = run(arguments);
        let notes = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{notes}");
        assert!(notes.contains("256 threads work, not "), "{notes}");
    }
}

#[test]
fn a_study_names_what_it_takes() {
    let study = |name: &str, line: &str| {
        let series = "[[series]]\nname = \"A\"\nbackend = \"flash\"\n";
        let floors = if line.starts_with("floors") { "" } else { "floors = 20\n" };
        let text = format!("title = \"T\"\nlevels = [1]\n{floors}{line}\n{series}");
        let study = file(name, &text);
        let out = std::env::temp_dir().join(format!("basement-wrong-{}-out", std::process::id()));
        let arguments = ["study", study.to_str().unwrap(), "--out", out.to_str().unwrap()];
        let output = run(&arguments);
        std::fs::remove_file(study).unwrap();
        let _ = std::fs::remove_dir_all(out);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for width in ["0", "20000"] {
        // It is said before the first floor: these would take days.
        let (code, message) = study("width.toml", &format!("floors = 1e12\nwidth = {width}"));
        assert_eq!(code, Some(2), "{message}");
        assert!(message.contains("give 200 to 4200 pixels"), "{message}");
    }
    let (code, message) = study("many.toml", "floors = \"many\"");
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("expected a whole number, such as 10000 or 1e4"), "{message}");
    for line in ["width = \"wide\"", "width = -1", "width = 4294967296", "width = 1500.5"] {
        let (code, message) = study("whole.toml", line);
        assert_eq!(code, Some(2), "{message}");
        assert!(message.contains("expected a") && message.contains("whole number"), "{message}");
        assert!(!message.contains("u32"), "{message}");
    }
    let (code, message) = study("luck.toml", "run = { luck = \"much\" }");
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("expected a number"), "{message}");
    let (_, message) = study("seed.toml", "levels = [\"one\"]\nfloors = 20");
    assert!(!message.contains("u8"), "{message}");
    let (code, message) = study("power.toml", "floors = 2e1\nwidth = 1e3\nformat = [\"csv\"]");
    assert_eq!(code, Some(0), "{message}");
}

#[test]
fn two_series_of_one_color_are_refused() {
    let series = |name: &str| {
        format!("[[series]]\nname = \"{name}\"\nbackend = \"flash\"\ncolor = \"#0072b2\"\n")
    };
    let text = format!("title = \"T\"\nfloors = 20\nlevels = [1]\n{}{}", series("A"), series("B"));
    let study = file("color.toml", &text);
    let message = refused(&["study", study.to_str().unwrap(), "--out", "target/never"]);
    assert!(message.contains("`A` and `B` both have the colour #0072b2"), "{message}");
    std::fs::remove_file(study).unwrap();
}

#[test]
fn a_file_of_floors_that_is_missing_or_cut_is_bad_input() {
    let message = refused(&["sample", "--floors", "/nowhere.jsonl"]);
    assert!(run(&["rows", "--floors", "/nowhere.jsonl"]).stdout.is_empty());
    refused(&["rows", "--floors", "/nowhere.jsonl"]);
    assert!(message.contains("give the path of a file"), "{message}");
    let cut = file("cut.jsonl", "{\"rooms\": [{\"cells\": [[0, 0]]");
    refused(&["sample", "--floors", cut.to_str().unwrap()]);
    std::fs::remove_file(cut).unwrap();
}

#[test]
fn values_are_refused_with_what_to_give() {
    for (arguments, expected) in [
        (["awards", "--luck", "inf"].as_slice(), "give a finite number, such as 2 or -0.5"),
        (&["sample", "--count", "0"], "give 1 or more"),
        (&["floor", "--achievements", "99999"], "give some of 4, 5, 16"),
        (
            &["find", "--best", "the boss"],
            "`the boss` is no quantity: name one such as `boss_distance`",
        ),
        (&["find", "--best", "curse"], "there is no measure `curse`: there are rooms,"),
        (&["find", "--where", "cursee == lost"], "did you mean `curse`?"),
        (&["find", "--where", "rooms == 9", "--top", "4"], "--best"),
        (
            &[
                "floor",
                "--set",
                "rebirth.boss.deeper_than=2",
                "--set",
                "rebirth.boss.deeper_than=3",
            ],
            "`rebirth.boss.deeper_than` is given twice",
        ),
    ] {
        let message = refused(arguments);
        assert!(message.contains(expected), "{message}");
        assert!(!message.contains("counts nothing"), "{message}");
    }
}

#[test]
fn one_of_a_thing_is_told_in_the_singular() {
    let mut seen = false;
    for seed in 0..60 {
        let seed = seed.to_string();
        let output =
            run(&["floor", "--level", "4", "--rng", "pcg", "--seed", &seed, "--format", "jsonl"]);
        let floors = file("one.jsonl", &String::from_utf8(output.stdout).unwrap());
        let shown = run(&["floor", "--floors", floors.to_str().unwrap()]);
        let text = String::from_utf8(shown.stdout).unwrap();
        std::fs::remove_file(floors).unwrap();
        assert!(!text.contains(" 1 rings") && !text.contains(" 1 dead ends"), "{text}");
        seen |= text.contains(", 1 ring\n");
    }
    assert!(seen, "a floor of one ring is among them");
}

#[test]
fn a_count_of_one_is_told_in_the_singular() {
    for (arguments, expected) in [
        (["sample", "--count", "1", "--format", "text"].as_slice(), ", level 1: 1 floor\n"),
        (&["posterior", "--calibrate", "1"], "1 floor with one secret room"),
        (&["awards", "--count", "1"], "1 award, "),
        (&["explain", "--run-seed", "B911 99AC"], "the floor stands after 1 attempt and "),
    ] {
        let text = String::from_utf8(run(arguments).stdout).unwrap();
        assert!(text.contains(expected), "{text}");
    }
}
