//! The help, compared with what exists.

use std::path::Path;
use std::process::{Command, Stdio};

use basement_lab::floors::REQUEST_OPTIONS;
use basement_lab::{Backend, Request, Seed};

use crate::program::printed;

/// A help text on one line, for phrases that may be split over two.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const COMMANDS: [&[&str]; 23] = [
    &["floor"],
    &["sample"],
    &["rows"],
    &["study"],
    &["explain"],
    &["posterior"],
    &["ablate"],
    &["laws"],
    &["awards"],
    &["census"],
    &["census", "merge"],
    &["census", "show"],
    &["log"],
    &["log", "report"],
    &["rooms"],
    &["rooms", "list"],
    &["rooms", "check"],
    &["rooms", "convert"],
    &["rooms", "draw"],
    &["rooms", "frequency"],
    &["measures"],
    &["rules"],
    &["glossary"],
];

#[test]
fn every_command_has_a_help_with_an_example_and_no_line_too_long() {
    for command in COMMANDS {
        let help = printed(&[command, &["--help"]].concat());
        assert!(!help.contains("[default: \"\"]"), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
        let has_example = help.contains(&format!("  basement-lab {}", command.join(" ")));
        assert!(has_example || command == ["glossary"], "{help}");
    }
}

#[test]
fn columns_of_0_count_as_unset() {
    let help = |columns: Option<&str>| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_basement-lab"));
        program.args(["rows", "--help"]).env_remove("COLUMNS").stdin(Stdio::null());
        program.envs(columns.map(|columns| ("COLUMNS", columns)));
        String::from_utf8(program.output().unwrap().stdout).unwrap()
    };
    assert_eq!(help(Some("0")), help(None));
    assert_ne!(help(Some("60")), help(None));
}

#[test]
fn the_notes_of_the_help_wrap_fully_and_have_no_backslashes() {
    for command in COMMANDS.into_iter().chain([&["find"][..], &["run"]]) {
        let help = printed(&[command, &["--help"]].concat());
        assert!(!help.contains('\\'), "{help}");
        // The notes follow the options, without indentation.
        let notes = help.rsplit_once("\n      --").map_or("", |(_, rest)| rest);
        let lines: Vec<&str> = notes.lines().collect();
        for pair in lines.windows(2) {
            let is_text = |line: &str| line.starts_with(|first: char| !first.is_whitespace());
            if is_text(pair[0]) && is_text(pair[1]) && !pair[0].ends_with(':') {
                let next = pair[1].split(' ').next().unwrap_or_default();
                let length = pair[0].chars().count() + 1 + next.chars().count();
                assert!(length > 100, "{command:?}: {} / {}", pair[0], pair[1]);
            }
        }
    }
}

#[test]
fn the_examples_of_the_help_parse() {
    for command in COMMANDS {
        let help = printed(&[command, &["--help"]].concat());
        for line in help.lines().filter_map(|line| line.strip_prefix("  basement-lab ")) {
            // `--help` is added to each example, so that it is parsed but does nothing.
            let line = line.split("  ").next().unwrap().split(" | ").next().unwrap();
            let mut words: Vec<String> =
                line.split('"').enumerate().fold(Vec::new(), |all, part| {
                    let (place, text) = part;
                    let more: Vec<String> = match place % 2 {
                        0 => text.split_whitespace().map(str::to_owned).collect(),
                        _ => vec![text.to_owned()],
                    };
                    [all, more].concat()
                });
            words.push("--help".to_owned());
            printed(&words.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }
}

#[test]
fn the_help_lists_every_edition_item_and_level() {
    let help = words(&printed(&["floor", "--help"]));
    for backend in [Backend::Flash, Backend::Rebirth] {
        for edition in backend.editions() {
            assert!(help.contains(edition), "{edition}");
            let generator = backend.generator(*edition, &[]).unwrap();
            let refused = generator.generate(&Request::level(200), Seed::Pcg(1)).unwrap_err();
            let refused = refused.to_string();
            let levels = refused.split_once("its levels are ").unwrap().1;
            // The help gives the names of two of Rebirth's stages.
            let said = help.replace(" (Sheol, Cathedral)", "").replace(" (Dark Room, Chest)", "");
            assert!(said.contains(levels), "{edition}: {levels}");
        }
    }
    for item in ["voodoo_head", "luna", "sausage", "magic_8_ball"] {
        assert!(help.contains(item), "{item}");
    }
    assert!(words(&printed(&["awards", "--help"])).contains("guppys_tail"));
    for name in ["fresh, few, many, all", "full, special, layout", "isaac, the_lost", "game, pcg"] {
        assert!(help.contains(name), "{name}");
    }
}

#[test]
fn the_help_of_a_command_says_what_its_options_do_there() {
    let find = words(&printed(&["find", "--help"]));
    assert!(find.contains("of conditions and measures that do not name one"), "{find}");
    let run = words(&printed(&["run", "--help"]));
    assert!(!run.contains("--backend") && !run.contains("wrath-of-the-lamb"), "{run}");
}

#[test]
fn the_command_has_every_option_of_a_request() {
    let help = printed(&["floor", "--help"]);
    for option in &REQUEST_OPTIONS {
        let name = format!("--{}", option.name);
        let is_it = |line: &str| line.split_whitespace().next() == Some(&name);
        assert!(help.lines().any(is_it), "{name}");
    }
}

#[test]
fn common_options_come_first() {
    let help = printed(&["rows", "--help"]);
    let place = |option: &str| help.find(&format!("      {option} ")).unwrap();
    let common = ["--level", "--run-seed", "--seed", "--count", "--backend", "--format", "--out"];
    assert!(common.is_sorted_by_key(|option| place(option)), "{help}");
    for finer in ["--set", "--rooms", "--unlocks", "--rng", "--character", "--coins"] {
        assert!(place(finer) > place("--out"), "{finer}");
    }
    assert!(help.find("Finer options:") < help.find("Run state:"));
}

#[test]
fn the_glossary_command_prints_the_page_without_markup() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/glossary.md")).unwrap();
    assert_eq!(printed(&["glossary"]), page.replace(['*', '`'], ""));
    for term in ["stage seed", "run seed", "plan", "edition", "dead end", "level", "stage"] {
        assert!(page.to_lowercase().contains(&format!("**{term}**")), "{term}");
    }
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    assert!(readme.contains("](docs/glossary.md)"));
}

#[test]
fn a_count_may_have_an_exponent_or_separators() {
    let counted = |count: &str| printed(&["sample", "--backend", "flash", "--count", count]);
    let floor = |seed: &str| printed(&["floor", "--backend", "flash", "--seed", seed]);
    for count in ["1e3", "1_000", "1,000"] {
        assert_eq!(counted(count), counted("1000"));
        assert_eq!(floor(count), floor("1000"));
    }
}
