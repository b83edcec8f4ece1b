//! What the command line refuses, limits or notes, each with what to give instead.

use std::process::Command;

use crate::program::{Folder, printed, printed_with, refusal, refused, run, told};

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_unicode_is_refused() {
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
fn commands_start_at_most_256_threads() {
    let find = ["find", "--where", "1: rooms == 10", "--to", "50", "--threads", "3000"];
    let census = ["census", "--to", "50", "--threads", "5000"];
    for arguments in [find.as_slice(), &census] {
        let (_, notes) = told(arguments);
        assert!(notes.contains("256 threads work, not "), "{notes}");
    }
}

#[test]
fn errors_of_a_study_say_which_values_are_allowed() {
    let study = |line: &str| {
        let series = "[[series]]\nname = \"A\"\nbackend = \"flash\"\n";
        let floors = if line.starts_with("floors") { "" } else { "floors = 20\n" };
        let text = format!("title = \"T\"\nlevels = [1]\n{floors}{line}\n{series}");
        let folder = Folder::new();
        let study = folder.write("study.toml", text);
        let output = run(&["study", &study, "--out", &folder.path("out")]);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for width in ["0", "20000"] {
        // The error comes before the first floor: all floors would take days.
        let (code, message) = study(&format!("floors = 1e12\nwidth = {width}"));
        assert_eq!(code, Some(2), "{message}");
        assert!(message.contains("give 200 to 4200 pixels"), "{message}");
    }
    let (code, message) = study("floors = \"many\"");
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("expected a whole number, such as 10000 or 1e4"), "{message}");
    for line in ["width = \"wide\"", "width = -1", "width = 4294967296", "width = 1500.5"] {
        let (code, message) = study(line);
        assert_eq!(code, Some(2), "{message}");
        assert!(message.contains("expected a") && message.contains("whole number"), "{message}");
        assert!(!message.contains("u32"), "{message}");
    }
    let (code, message) = study("run = { luck = \"much\" }");
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("expected a number"), "{message}");
    let (_, message) = study("levels = [\"one\"]\nfloors = 20");
    assert!(!message.contains("u8"), "{message}");
    let (code, message) = study("floors = 2e1\nwidth = 1e3\nformat = [\"csv\"]");
    assert_eq!(code, Some(0), "{message}");
}

#[test]
fn two_series_of_one_color_are_refused() {
    let series = |name: &str| {
        format!("[[series]]\nname = \"{name}\"\nbackend = \"flash\"\ncolor = \"#0072b2\"\n")
    };
    let text = format!("title = \"T\"\nfloors = 20\nlevels = [1]\n{}{}", series("A"), series("B"));
    let folder = Folder::new();
    let study = folder.write("study.toml", text);
    let expected = "`A` and `B` both have the colour #0072b2";
    refused(&["study", &study, "--out", &folder.path("out")], expected);
}

#[test]
fn a_file_of_floors_that_is_missing_or_cut_is_bad_input() {
    for command in ["sample", "rows"] {
        refused(&[command, "--floors", "/nowhere.jsonl"], "give the path of a file");
    }
    let folder = Folder::new();
    let cut = folder.write("cut.jsonl", "{\"rooms\": [{\"cells\": [[0, 0]]");
    refused(&["sample", "--floors", &cut], "");
}

#[test]
fn errors_of_values_say_what_to_give() {
    for (arguments, expected) in [
        (["awards", "--luck", "inf"].as_slice(), "give a finite number, such as 2 or -0.5"),
        (&["floor", "--achievements", "99999"], "give some of 4, 5, 16"),
        (
            &["find", "--best", "the boss"],
            "`the boss` is not a quantity: name one such as `boss_distance`",
        ),
        (
            &["find", "--best", "curse"],
            "there is no measure `curse`: to count such rooms, write count(curse)",
        ),
        (&["find", "--where", "cursee == lost"], "did you mean `curse`?"),
        (&["find", "--where", "rooms == 9", "--top", "4"], "--best"),
        (&["find", "--where", "rooms == 9", "--top", "4", "--limit", "3"], "--top"),
        (&["find", "--where", "rooms == 9", "--smallest", "--limit", "3"], "--smallest"),
        (&["find", "--best", "rings", "--limit", "3"], "--best"),
        (
            &["find", "--where", ""],
            "ends too early: a comparison, such as `rings >= 3`, is missing",
        ),
        (&["find", "--where", "rings >= 3 and"], "a comparison, such as `rings >= 3`, is missing"),
        (&["find", "--where", "rings >="], "ends too early: a number or a curse is missing"),
        (&["find", "--where", "(rings"], "a comparison with a number, such as `>= 3`, is missing"),
        (&["find", "--where", "(rings >= 3"], "ends too early: a `)` is missing"),
        (&["find", "--where", "rings = 3"], "`rings = 3` is not a condition: write `==` for `=`"),
        (&["find", "--where", "rings => 3"], "write `>=` for `=>`"),
        (&["find", "--where", "rings > 3 && has(shop)"], "write `and` for `&&`"),
        (
            &["find", "--where", "1: rooms == 9 and 2: rooms == 12"],
            "give each stage its own --where",
        ),
        (&["floor", "--achievements", "none", "--unlocks", "all"], "--unlocks"),
        (&["rooms", "convert", "rooms.xml", "-"], "give a name, such as rooms.xml"),
        (
            &[
                "likeness",
                "--from",
                "flash/article",
                "--to",
                "rebirth",
                "--level",
                "12",
                "--count",
                "200",
            ],
            "floors are too few: give a larger --count",
        ),
        (&["find", "--where", "planetarium >= 1"], "write count(planetarium), or has(planetarium)"),
        (&["find", "--where", "rooms == 9", "--from", "B911 99AB"], "is not a run seed"),
        (
            &["find", "--backend", "flash", "--where", "rings > 1", "--to", "B911 99AC"],
            "is not a seed",
        ),
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
        let message = refused(arguments, expected);
        assert!(!message.contains("counts nothing"), "{message}");
    }
}

#[test]
fn messages_use_the_singular_for_one() {
    // A ring of four rooms and one dead end.
    let floor = r#"{"rooms": [{"cells": [[5, 5]], "kind": "start"}, {"cells": [[5, 6]], "kind": "normal"},
        {"cells": [[6, 6]], "kind": "normal"}, {"cells": [[6, 5]], "kind": "normal"},
        {"cells": [[7, 5]], "kind": "boss"}]}"#;
    let shown = printed_with(&["floor", "--floors", "-"], &floor.replace('\n', " "));
    assert!(shown.contains(", 1 dead end,") && shown.contains(", 1 ring\n"), "{shown}");
}

#[test]
fn a_count_has_a_singular_and_thousands_separators() {
    for (arguments, expected) in [
        (
            ["sample", "--count", "1000", "--format", "text"].as_slice(),
            ", curse drawn: 1,000 floors\n",
        ),
        (&["sample", "--count", "1", "--format", "text"], ", curse drawn: 1 floor\n"),
        (&["posterior", "--calibrate", "1"], "1 floor with one secret room"),
        (&["awards", "--count", "1"], "1 award, "),
        (&["laws", "--count", "1"], "counted on 1 floor of each edition"),
        (&["explain", "--run-seed", "B911 99AC"], "the floor stands after 1 attempt and "),
        (&["explain", "--run-seed", "B911 99AC", "--level", "4"], " 1x2 at (5, 6) is passed over"),
    ] {
        let text = printed(arguments);
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn set_refuses_unknown_names_and_values_out_of_range_in_every_command() {
    for command in ["floor", "sample", "rows", "posterior", "explain", "ablate"] {
        for (set, expected) in [
            (
                "rebirth.secret.penalty_one_neighbor=0",
                "did you mean `rebirth.secret.penalty_one_neighbour`",
            ),
            ("rebirth.secret.weight=1001", "a whole number from 0 to 1000"),
            ("rebirth.growth.shape_removal=1.5", "a number from 0 to 1"),
            ("rebirth.secret.ultra=yes", "true or false"),
            ("rebirth.secret.weight", "lacks a value"),
        ] {
            refused(&[command, "--set", set], expected);
        }
    }
}

#[test]
fn bad_input_ends_with_code_2_and_one_clear_line() {
    for (arguments, expected) in [
        (&["floor", "--edition", "rebirth"][..], "no edition `rebirth`"),
        (
            &["floor", "--edition", "wrath-of-the-lamb"],
            "afterbirth-plus; flash has it: give --backend flash",
        ),
        (
            &["ablate", "--backend", "flash", "--edition", "repentance"],
            "wrath-of-the-lamb; rebirth has it: give --backend rebirth",
        ),
        (&["flor"], "did you mean `floor`?"),
        (&["carpet"], "there are floor, run, sample, rows, find"),
        (&["rooms", "lst"], "did you mean `list`?"),
        (&["help", "carpet"], "there are floor, run, sample, rows, find"),
        (&["help", "flor"], "did you mean `floor`?"),
        (&["help", "rooms", "lst"], "did you mean `list`?"),
        (&["floor", "--sead", "1"], "did you mean `--seed`?"),
        (&["measures", "--xyz"], "`basement-lab measures` takes --format"),
        (
            &["floor", "--format", "pgn"],
            "possible values: text, json, jsonl, png, svg, dot, graphml, tiled",
        ),
        (&["floor", "--curse"], "possible values: drawn, no_roll, none"),
        (&["floor", "--coins", "-1"], "a whole number from 0 to 65535"),
        (&["floor", "--luck", "much"], "give a finite number, such as 2 or -0.5"),
        (&["floor", "--seed", "-7"], "a whole number from 0 to"),
        (&["sample", "--count", "0"], "give 1 or more"),
        (&["rows", "--count", "1e6.5"], "such as 1000000 or 1e6"),
        (&["ablate", "--count", "-5"], "such as 1000000 or 1e6"),
        (&["posterior", "--calibrate", "0"], "give 1 or more"),
        (&["study", "--out"], "a value is required for '--out <FOLDER>'"),
        (&["floor", "--backend", "flush"], "did you mean `flash`"),
        (&["floor", "--level", "13"], "has no level 13"),
        (&["floor", "--level", "9"], "1 to 8, 10, 11 and 12"),
        (
            &["floor", "--backend", "flash", "--edition", "wrath-of-the-lamb", "--level", "10"],
            "1 to 9 and 11",
        ),
        (&["floor", "--seed", "0"], "give 1 to 4294967295, or use --rng pcg"),
        (&["floor", "--seed", "7,8"], "a whole number from 0 to"),
        (&["floor", "--backend", "flash", "--rng", "game", "--seed", "0"], "seed 0 is not a seed"),
        (&["floor", "--seed", "4294967296"], "too large"),
        (&["explain", "--rule", "R19"], "no rule `R19`: did you mean `R1"),
        (&["explain", "--rule", "boss"], "no rule `boss`: the nearest is"),
        (&["laws", "--count", "0"], "give 1 or more"),
        (&["floor", "--run-seed", "B911 99AB"], "ends in a check of its other symbols"),
        (
            &["floor", "--run-seed", "XXXX"],
            "a run seed has eight symbols, such as `B911 99AC`, and this has 4",
        ),
        (&["floor", "--run-seed", "B911", "99AC"], "write --run-seed \"B911 99AC\""),
        (
            &["find", "--where", "rooms == 9", "--from", "B911", "99AC"],
            "write --from \"B911 99AC\"",
        ),
        (&["floor", "--run-seed", "B911 99AC", "--rng", "pcg"], "leave out --rng pcg"),
        (&["floor", "--red", "7"], "containers and bone hearts hold 6"),
        (&["floor", "--containers", "5"], "give an even number"),
        (&["floor", "--luck", "NaN"], "give a finite number"),
        (&["floor", "--stage-type", "3"], "no stage type 3: give 0 to 2, 4 or 5"),
        (&["floor", "--level", "10", "--stage-type", "2"], "give 0 to 1"),
        (&["floor", "--item", "lunar"], "did you mean `luna`"),
        (&["floor", "--item", "foo"], "store_key, birthright\n"),
        (&["floor", "--unlocks", "few"], "give fresh or all"),
        (&["floor", "--unlocks", "none"], "there is no set of unlocks `none`"),
        (&["floor", "--awards", "--awards-rules", "x"], "there is no account of the awards `x`"),
        (&["floor", "--curse", "maz"], "did you mean `maze`"),
        (
            &["floor", "--rooms", "crates/roomfiles/tests/fixtures/stb1/01.basement.stb"],
            "no boss rooms (type 5) with a weight above 0, which W14 asks for on stage 1: add a file `00.special rooms`",
        ),
        (
            &[
                "floor",
                "--level",
                "10",
                "--rooms",
                "crates/roomfiles/tests/fixtures/stb1/01.basement.stb",
            ],
            "no normal rooms (type 1) with a weight above 0, which W50 asks for on stage 10: add a file `14.sheol`",
        ),
        (&["floor", "--set", "rebirth.rooms.base=many"], "`many` is not a value: give a number"),
        (
            &["floor", "--set", "flash.rooms.base=9"],
            "names of this generator begin with `rebirth.`",
        ),
        (&["floor", "--set", "speed=9"], "the nearest is `"),
        (&["floor", "--backend", "flash", "--hard"], "no rule for hard mode: leave the option out"),
        (
            &["floor", "--backend", "flash", "--rooms", "embedded"],
            "room files: leave the option out",
        ),
        (&["floor", "--backend", "flash", "--phase", "layout"], "no rule for a layout phase"),
        (&["floor", "--backend", "flash", "--item", "luna"], "no rule for items"),
        (
            &["floor", "--backend", "flash", "--curse", "maze"],
            "no rule for the curse maze: give drawn, no_roll, none, labyrinth, lost or darkness",
        ),
        (&["floor", "--level", "-1"], "levels are numbered from 1 to 12"),
        (&["floor", "--level", "1-8"], "give one level"),
        (&["bridge", "--level", "one"], "give levels such as 3, 1-8 or 1,4,8"),
        (&["floor", "--levle", "1"], "did you mean `--level`?"),
        // clap suggests --item and --edition.
        (&["explain", "--atempt", "1"], "`basement-lab explain` takes --backend"),
        (&["floor", "--version"], "`basement-lab floor` takes --backend"),
        (&["sample", "--seed", "4294967295", "--count", "2"], "go past the last"),
        (&["awards", "--item", "luna"], "no award depends on luna"),
        (&["floor", "--item", "lucky-foot"], "ask `basement-lab awards --item lucky_foot`"),
        (
            &["floor", "--backend", "flash", "--awards"],
            "use the backend rebirth, whose floors have them",
        ),
        (&["floor", "--awards", "--phase", "special"], "ask for the phase full"),
        (&["floor", "--awards-rules", "prose"], "required"),
        (&["floor", "--achievements", "7"], "give some of 4, 5, 16"),
        (&["floor", "--achievements", "four"], "give some of 4, 5, 16"),
        (&["floor", "--flags", "64"], "whole numbers from 0 to 63"),
        (&["floor", "--bosses-met", "22;9"], "with commas between them"),
        (&["floor", "--backend", "flash", "--flags", "4"], "no rule for run flags"),
        (&["sample", "--item", "smelter"], "no floor depends on smelter: leave it out"),
        (&["awards", "--item", "lucky_fot"], "did you mean `lucky_foot`"),
        (&["awards", "--rules", "pose"], "did you mean `prose`"),
        (&["awards", "--count", "1", "--rng", "game", "--seed", "0"], "seed 0 is not a seed"),
        (&["awards", "--census", "--count", "1"], "cannot be used with"),
        (&["awards", "--seed", "1"], "required"),
        (&["awards", "--exact", "--seed", "3"], "cannot be used with"),
        (&["awards", "--exact", "--rng", "game"], "cannot be used with"),
        (&["awards", "--census", "--seed", "3"], "cannot be used with"),
        (&["awards", "--census", "--rng", "game"], "cannot be used with"),
        (&["log", "log.txt", "--spoil-nothing", "--format", "json"], "cannot be used with"),
        (&["sample", "--skip-invalid", "--level", "3"], "cannot be used with"),
        (&["awards", "--count", "0"], "give 1 or more"),
        (&["posterior", "--calibrate", "10", "--format", "png"], "give --format text or json"),
        (&["posterior", "--backend", "flash", "--hard"], "no rule for hard mode"),
        (&["explain", "--level", "9"], "1 to 8, 10, 11 and 12"),
        (&["ablate", "--backend", "flush"], "did you mean `flash`"),
        (&["laws", "--count", "many"], "such as 1000000 or 1e6"),
        (
            &["posterior", "--level", "11"],
            "(W43), and its floors have no posterior: take another stage",
        ),
        (
            &[
                "posterior",
                "--backend",
                "flash",
                "--edition",
                "wrath-of-the-lamb",
                "--curse",
                "labyrinth",
            ],
            "(F25), and it has no posterior: take a floor without the curse",
        ),
        (
            &["posterior", "--backend", "flash", "--room", "super_secret"],
            "(F14); only the secret room has chances, by the rule alone",
        ),
        (
            &["posterior", "--room", "shop"],
            "no hidden room `shop`: there are secret, super_secret, ultra_secret",
        ),
        (&["posterior", "--phase", "layout"], "ask for the phase special or full"),
        (
            &["posterior", "--phase", "layout", "--calibrate", "9"],
            "ask for the phase special or full",
        ),
        (&["rules", "--set", "rebirth.room.base=9"], "did you mean `rebirth.rooms.base`"),
        (&["rules", "--rooms", "embedded"], "unexpected argument '--rooms'"),
        (&["sample", "--out", "."], "is a folder: name a file in it"),
        (&["rows", "--out", "src"], "is a folder: name a file in it"),
        (&["floor", "--out", "new-folder/"], "is a folder: name a file in it"),
        (
            &["ablate", "--set", "rebirth.rooms.base=4", "--set", "rebirth.room.base=9"],
            "did you mean",
        ),
        (&["study", "no-such-file.toml", "--out", "nowhere"], "cannot be read"),
        (&["study", "examples/neighbours.toml", "--out", "-"], "a report is a folder"),
        (&["study", "tests/suite/main.rs", "--out", "nowhere"], "tests/suite/main.rs, line 1"),
        (
            &["study", "examples/neighbours.toml", "--out", "nowhere", "--census", "Cargo.toml"],
            "error: Cargo.toml: this is not the result of a census",
        ),
        (&["rows", "--level", "9"], "1 to 8, 10, 11 and 12"),
        (&["rows", "--backend", "flash", "--hard"], "no rule for hard mode"),
        (&["study", "examples/neighbours.toml", "--out", "Cargo.toml"], "is a file: name a folder"),
        (&["census", "--figures", "Cargo.toml"], "Cargo.toml is a file: name a folder"),
    ] {
        refused(arguments, expected);
    }
}

#[test]
fn a_generator_that_gives_up_ends_with_code_1() {
    let floor =
        ["floor", "--backend", "flash", "--level", "12", "--set", "flash.growth.attempts=1"];
    let message = refusal(&floor, run(&floor), 1, "in 1 attempt:");
    assert!(message.contains("level 12"), "{message}");
}
