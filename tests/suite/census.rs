//! The `census` command as its users run it, on their own machine, on a cluster,
//! and when the power goes.

use std::process::{Command, Output, Stdio};
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use serde_json::Value;

use crate::program::{Folder, json, refusal};

fn command(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = folder.program();
    command.arg("census").args(arguments);
    command
}

fn run(folder: &Folder, arguments: &[&str]) -> Output {
    let output = command(folder, arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// What a refused command says: one line, and its exit code.
#[track_caller]
fn refused(folder: &Folder, arguments: &[&str], code: i32, expected: &str) {
    let output = command(folder, arguments).output().unwrap();
    refusal(arguments, output, code, expected);
}

const FLASH: [&str; 5] = ["--backend", "flash", "--level", "2", "--to"];

#[test]
fn a_census_writes_its_address_counts_witnesses_and_a_command_that_repeats_it() {
    let folder = Folder::new();
    let options = [
        "--from",
        "11",
        "--to",
        "510",
        "--hard",
        "--set",
        "rebirth.secret.penalty_one_neighbour=2",
    ];
    let output = run(&folder, &[&options[..], &["--keys", "3", "--item", "luna"]].concat());
    assert!(output.stderr.is_empty(), "a pipe stays quiet");
    let census: Value = serde_json::from_slice(&output.stdout).unwrap();
    let generator = &census["address"]["generator"];
    assert_eq!(generator["backend"], "rebirth");
    assert_eq!(generator["edition"], "repentance");
    assert_eq!(generator["changed"][0]["path"], "rebirth.secret.penalty_one_neighbour");
    assert_eq!(census["address"]["request"]["difficulty"], "hard");
    assert_eq!(census["rng"], "game");
    assert_eq!(
        (census["floors"].as_u64(), census["failed"]["count"].as_u64()),
        (Some(500), Some(0))
    );
    assert_eq!(census["seeds"]["whole"]["first"], 11);
    assert_eq!(census["seeds"]["complete"], true);
    assert_eq!(census["distinct"]["floors"]["certainty"], "exact");
    assert_eq!(census["kinds"]["boss"]["floors"], 500);
    assert_eq!(census["occupied"]["6,6"], 500);
    assert!(census["attempts"].as_u64().unwrap() >= 500);
    assert!(census["draws"].as_u64().unwrap() > 500 * 100);
    // A sample of the same seeds gives the same numbers.
    let sample = ["sample", "--seed", "11", "--count", "500"];
    let sample = json(&[&sample[..], &options[4..], &["--keys", "3", "--item", "luna"]].concat());
    for (value, count) in sample["measures"]["boss_distance"].as_object().unwrap() {
        assert_eq!(&census["measures"]["boss_distance"]["values"][value]["count"], count);
    }
    // Its witnesses are floors that have the value.
    let farthest = &census["measures"]["boss_distance"]["greatest"];
    let seed = farthest["seed"].to_string();
    let floor = run(
        &folder,
        &[&options[4..], &["--keys", "3", "--item", "luna", "--from", &seed, "--to", &seed]]
            .concat(),
    );
    let floor: Value = serde_json::from_slice(&floor.stdout).unwrap();
    assert_eq!(floor["measures"]["boss_distance"]["least"]["value"], farthest["value"]);
    // The command that it names reproduces the bytes.
    let again = census["manifest"]["commands"][0].as_str().unwrap();
    let words: Vec<&str> = again.split(' ').skip(2).collect();
    assert_eq!(run(&folder, &words).stdout, output.stdout, "{again}");
}

#[test]
fn shards_on_any_number_of_threads_merge_into_the_whole() {
    let folder = Folder::new();
    let flash = |more: &[&str]| run(&folder, &[&FLASH[..], &["4000"], more].concat());
    let whole = flash(&["--threads", "1"]).stdout;
    for (shard, out) in [("2/3", "b"), ("3/3", "c"), ("1/3", "a")] {
        flash(&["--shard", shard, "--out", out, "--threads", "2"]);
    }
    let merged = run(&folder, &["merge", "c", "a", "b"]);
    assert_eq!(merged.stdout, whole);
    assert!(merged.stderr.is_empty());

    let partial = run(&folder, &["merge", "c", "a", "--out", "partial"]);
    let note = String::from_utf8(partial.stderr).unwrap();
    assert_eq!(note, "note: the result is partial, these seeds are missing: 1333 to 2666\n");
    assert_eq!(run(&folder, &["merge", "partial", "b"]).stdout, whole);

    refused(&folder, &["merge", "a", "partial"], 2, "partial: seeds 0 to 1332 are counted twice");
    run(&folder, &["--backend", "flash", "--from", "5000", "--to", "5010", "--out", "other"]);
    refused(&folder, &["merge", "a", "other"], 2, "other: the level differs, 2 and 1");
    refused(&folder, &["merge", "a", "nowhere"], 2, "nowhere cannot be read");
    folder.write("poem", "Roses are red");
    refused(&folder, &["merge", "a", "poem"], 2, "poem: this is not the result of a census");
    refused(&folder, &["merge"], 2, "were not provided");
}

#[test]
fn impossible_counts_are_refused_in_one_line() {
    let folder = Folder::new();
    let refused = |arguments: &[&str], code, expected: &str| {
        refused(&folder, arguments, code, expected);
    };
    refused(&["--backend", "flash"], 2, "give the last with --to");
    refused(&["--to", "4294967296"], 2, "4294967295");
    refused(&["--from", "0", "--to", "9"], 2, "seed 0");
    refused(&["--from", "9", "--to", "5"], 2, "seeds 9 to 5 are not a valid range");
    refused(&["--to", "9", "--shard", "0/3"], 2, "there is no shard `0/3`");
    refused(&["--to", "2", "--shard", "1/3"], 2, "shard 1/3 of 2 seeds is empty");
    refused(&["--to", "9", "--level", "13"], 2, "level 13");
    refused(&["--to", "9", "--threads", "0"], 2, "give 1 or more");
    refused(&["--to", "9", "--rng", "dice"], 2, "no generator `dice`");
    refused(&["--to", "9", "--out", "no/such/folder"], 1, "no/such/folder");
    refused(&["--to", "9", "--checkpoint", "no/such/folder"], 1, "no/such/folder");
    // It is refused right away, not after the last seed.
    refused(&["--out", "no/such/folder"], 1, "no/such/folder");
    refused(&["--out", "."], 2, ". is a folder: name a file in it");
    refused(&["--to", "9", "--checkpoint", "one", "--out", "./one"], 2, "name one file");
    refused(&["--to", "9", "--checkpoint-every", "5"], 2, "--checkpoint");
    refused(&["--to", "9", "--checkpoint-every", "-1", "--checkpoint", "one"], 2, "give seconds");
    folder.write("poem", "Roses are red");
    refused(&["--to", "9", "--checkpoint", "poem"], 2, "poem is not a checkpoint of a census");
    assert_eq!(std::fs::read(folder.path("poem")).unwrap(), b"Roses are red");
    run(&folder, &["--to", "9", "--checkpoint", "kept", "--out", "first"]);
    refused(&["--to", "10", "--checkpoint", "kept"], 2, "kept belongs to another census");
    run(&folder, &["--to", "9", "--checkpoint", "kept", "--out", "second"]);
    let read = |name: &str| std::fs::read(folder.path(name)).unwrap();
    assert_eq!(read("first"), read("second"));
}

#[test]
fn a_census_counts_finished_floors_and_points_out_that_layouts_are_not_floors() {
    let folder = Folder::new();
    let finished = run(&folder, &["--to", "300"]);
    assert!(finished.stderr.is_empty(), "a pipe stays quiet");
    assert_eq!(run(&folder, &["--to", "300", "--phase", "special"]).stdout, finished.stdout);
    let full = run(&folder, &["--to", "300", "--phase", "full"]).stdout;
    let counts = |result: &[u8]| {
        let census: Value = serde_json::from_slice(result).unwrap();
        (census["measures"]["rings"].clone(), census["manifest"]["commands"][0].to_string())
    };
    assert_eq!(counts(&full).0, counts(&finished.stdout).0);
    assert!(counts(&full).1.contains("--phase full"), "{}", counts(&full).1);
    let layout = ["--to", "300", "--phase", "layout", "--out", "layouts"];
    for arguments in [&layout[..], &["merge", "layouts"], &["show", "layouts", "--out", "drawn"]] {
        let said = String::from_utf8(run(&folder, arguments).stderr).unwrap();
        assert!(said.starts_with("note: layouts are not floors of the game"), "{said}");
    }
    let page = std::fs::read_to_string(folder.path("drawn/census.md")).unwrap();
    assert!(page.lines().next().unwrap().ends_with("which are not floors of the game"), "{page}");
}

#[test]
fn figures_of_a_result_are_those_of_its_census() {
    let folder = Folder::new();
    run(&folder, &["--to", "300", "--out", "result", "--figures", "one"]);
    let shown = run(&folder, &["show", "result", "--out", "two"]);
    assert_eq!(shown.stdout, b"4 files in two\n");
    let lonely = run(&folder, &["--to", "1", "--out", "lonely", "--figures", "none"]);
    let said = String::from_utf8(lonely.stderr).unwrap();
    assert!(said.starts_with("note: there is no figure"), "{said}");
    assert!(!std::fs::exists(folder.path("none")).unwrap());
    for name in ["census.png", "census.svg", "census.csv", "census.md"] {
        let read = |of: &str| std::fs::read(folder.path(&format!("{of}/{name}"))).unwrap();
        assert_eq!(read("one"), read("two"), "{name}");
    }
}

/// Starts a census in a shell after `before`, and sends it a signal once it has written a
/// checkpoint. Returns its exit code and what it said.
#[cfg(unix)]
fn signalled(folder: &Folder, signal: &str, before: &str, last: &str) -> (Option<i32>, String) {
    let census = ["--checkpoint", "kept", "--checkpoint-every", "0.02"];
    let running = Command::new("sh")
        .args([
            "-c",
            &format!("{before}exec \"$0\" census \"$@\""),
            env!("CARGO_BIN_EXE_basement-lab"),
        ])
        .args(census)
        .args(["--to", last, "--out", "result"])
        .current_dir(&folder.0)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while counted(&folder.path("kept")) == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = running.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    let output = running.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[cfg(unix)]
#[test]
fn a_signal_stops_a_census_and_one_that_is_ignored_does_not() {
    let folder = Folder::new();
    // These tests may run under nohup themselves, or with `&`: only SIGTERM is sure to be heard,
    // even if the other signals are ignored.
    for before in ["", "trap '' HUP; ", "trap '' INT; ", "trap '' HUP INT; "] {
        let (code, said) = signalled(&folder, "-TERM", before, "4000000000");
        assert_eq!(code, Some(128 + 15), "{before}: {said}");
        assert!(said.contains("stopped after") && said.contains("continues from kept"), "{said}");
        std::fs::remove_file(folder.path("kept")).unwrap();
    }
    // What nohup does, and what a shell does for `&`.
    for (signal, before) in [("-HUP", "trap '' HUP; "), ("-INT", "trap '' INT; ")] {
        let ignored = signalled(&folder, signal, before, "40000");
        assert_eq!(ignored, (Some(0), String::new()), "{signal}");
        std::fs::remove_file(folder.path("kept")).unwrap();
    }
    // A census that is killed continues from its checkpoint, and removes what it left.
    folder.write(".kept.tmp", "half a checkpoint");
    folder.write(".result.tmp", "half a result");
    run(&folder, &["--to", "3000", "--checkpoint", "kept", "--out", "result"]);
    let names = std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.collect();
    names.sort();
    assert_eq!(names, ["kept", "result"], "nothing else is left");
}

/// Takes about a minute: `cargo test --release census:: -- --ignored`.
#[test]
#[ignore = "kills a census twenty times, which takes a minute"]
fn a_census_killed_twenty_times_gives_the_same_bytes() {
    let folder = Folder::new();
    let last = std::env::var("KILL_TEST_SEEDS").unwrap_or_else(|_| "1500000".to_owned());
    let options = ["--phase", "layout", "--to", &last];
    let checkpoint = ["--checkpoint", "kept", "--checkpoint-every", "0.2", "--out", "killed"];
    let census = || command(&folder, &[&options[..], &checkpoint].concat());
    let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(20);
    let (mut kills, mut done) = (0, Vec::new());
    while kills < 20 {
        let mut running = census().stderr(Stdio::inherit()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(random.random_range(50..1500)));
        if running.try_wait().unwrap().is_some() {
            // On a fast machine the census was already done. The next one starts from the first
            // seed.
            std::fs::remove_file(folder.path("kept")).unwrap();
            done.clear();
            continue;
        }
        // SIGKILL: no handler runs, and nothing more is written.
        running.kill().unwrap();
        running.wait().unwrap();
        kills += 1;
        done.push(counted(&folder.path("kept")));
        assert!(done.is_sorted(), "what was kept is never lost: {done:?}");
    }
    let finished = census().output().unwrap();
    assert!(finished.status.success(), "{}", String::from_utf8_lossy(&finished.stderr));
    run(&folder, &[&options[..], &["--out", "whole"]].concat());
    let read = |name: &str| std::fs::read(folder.path(name)).unwrap();
    assert!(read("killed") == read("whole"), "the bytes differ");
    for left in [".kept.tmp", ".killed.tmp"] {
        assert!(!std::fs::exists(folder.path(left)).unwrap(), "{left}");
    }
}

/// How many seeds a checkpoint has counted; 0 if there is no checkpoint yet.
fn counted(checkpoint: &str) -> u64 {
    let Ok(text) = std::fs::read_to_string(checkpoint) else { return 0 };
    let state: Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    state["census"]["seeds"]["counted"].as_u64().unwrap()
}
