//! Where the commands write, and what is left when they cannot.

use std::path::Path;
use std::process::{Command, Output};

use crate::program::{Folder, refusal};

impl Folder {
    fn run(&self, arguments: &[&str]) -> Output {
        self.program().args(arguments).output().unwrap()
    }

    #[track_caller]
    fn runs(&self, arguments: &[&str]) -> Vec<u8> {
        let output = self.run(arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {message}");
        output.stdout
    }

    /// What a refused command says: one line, with its exit code.
    #[track_caller]
    fn refused(&self, arguments: &[&str], code: i32, expected: &str) {
        refusal(arguments, self.run(arguments), code, expected);
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

const FLOOR: [&str; 3] = ["floor", "--seed", "7"];

#[test]
fn a_file_has_the_format_of_its_extension() {
    let folder = Folder::new();
    let begin = |arguments: &[&str], out: &str, expected: &[u8]| {
        folder.runs(&[arguments, &["--out", out]].concat());
        let bytes = folder.read(out);
        assert!(bytes.starts_with(expected), "{out}: {}", String::from_utf8_lossy(&bytes));
    };
    begin(&FLOOR, "f.png", b"\x89PNG");
    begin(&FLOOR, "f.svg", b"<svg");
    begin(&FLOOR, "f.SVG", b"<svg");
    begin(&FLOOR, "f.json", b"{");
    begin(&FLOOR, "f.txt", b"rebirth repentance, level 1");
    begin(&FLOOR, "f", b"rebirth repentance, level 1");
    begin(&["floor", "--format", "json"], "f.data", b"{");
    begin(&["posterior", "--seed", "7"], "p.svg", b"<svg");
    begin(&["rooms", "draw"], "r.png", b"\x89PNG");
    begin(&["rows", "--count", "2"], "rows.csv", b"backend,edition");
    begin(&["rows", "--count", "2"], "rows.json", b"[\n{\"backend\"");
    begin(&["laws", "--count", "2"], "laws.md", b"# Observed laws");
    begin(&["explain", "--seed", "7"], "e.jsonl", b"{\"rule\"");
    begin(&["ablate", "--count", "50", "--set", "rebirth.rooms.base=9"], "a.svg", b"<svg");
    // `-` is standard output.
    assert_eq!(folder.runs(&[&FLOOR[..], &["--out", "-"]].concat()), folder.runs(&FLOOR));
    assert!(folder.runs(&["census", "--to", "9", "--out", "-"]).starts_with(b"{"));
    assert!(!folder.names().contains(&"-".to_owned()));
    // The file has what standard output would have.
    assert_eq!(folder.read("f.txt"), folder.runs(&FLOOR));
    assert_eq!(folder.read("f.txt"), folder.read("f"));
}

#[test]
fn a_file_with_an_unsuitable_extension_is_refused() {
    let folder = Folder::new();
    for (arguments, expected) in [
        (
            &["floor", "--out", "f.csv"][..],
            "ends in .txt, .json, .jsonl, .png, .svg, .dot, .graphml, .tmj, or say --format",
        ),
        (&["floor", "--out", "f.dat"], "this command writes no .dat file"),
        (&["rows", "--out", "r.png"], "ends in .csv, .json, "),
        (&["sample", "--out", "s.csv"], "ends in .json"),
        (&["census", "--to", "9", "--out", "c.csv"], "ends in .json"),
        (&["laws", "--out", "laws.csv"], "ends in .md, .json"),
        (&["rows", "--format", "csv", "--out", "x.parquet"], "x.parquet is not a name for csv"),
        (&["floor", "--format", "png", "--out", "x.svg"], "give one that ends in .png"),
    ] {
        folder.refused(arguments, 2, expected);
    }
    if cfg!(not(feature = "parquet")) {
        folder.refused(&["rows", "--out", "x.parquet"], 2, "--features parquet");
        folder.refused(&["rows", "--format", "parquet"], 2, "this build has no Parquet");
        folder.refused(&["rows", "--out", "r.png"], 2, "ends in .csv, .json, or say --format");
    }
    assert!(folder.names().is_empty());
}

#[test]
fn an_error_names_a_file_that_cannot_be_written_and_its_exit_code_follows_from_the_reason() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("folder")).unwrap();
    folder.write("file", "");
    let checkpoint = ["census", "--to", "9", "--checkpoint"];
    let commands: [&[&str]; 11] = [
        &["floor", "--out"],
        &["sample", "--count", "3", "--out"],
        &["rows", "--count", "3", "--out"],
        &["explain", "--out"],
        &["posterior", "--seed", "7", "--out"],
        &["ablate", "--count", "3", "--out"],
        &["laws", "--count", "1", "--out"],
        &["awards", "--out"],
        &["rooms", "list", "--out"],
        &["census", "--to", "9", "--out"],
        &checkpoint,
    ];
    for command in commands {
        let refused = |out: &str, code, expected: &str| {
            folder.refused(&[command, &[out]].concat(), code, expected);
        };
        refused("no/such", 1, "no/such cannot be written: No such file or directory");
        refused("folder", 2, "folder is a folder: name a file in it");
        refused("file/x", 1, "file/x cannot be written: ");
        if cfg!(target_os = "linux") && command != checkpoint {
            refused("/dev/full", 1, "/dev/full cannot be written: No space left on device");
        }
    }
    // No command writes over a file that it reads.
    folder.write("rooms.xml", "<rooms/>");
    folder.refused(
        &["rooms", "check", "rooms.xml", "--out", "./rooms.xml", "--format", "json"],
        2,
        "is the file to read",
    );
    folder.refused(
        &["floor", "--rooms=rooms.xml", "--out", "rooms.xml", "--format", "text"],
        2,
        "is the file to read",
    );
    // The name of a command is not a file that it reads.
    for _ in 0..2 {
        assert!(folder.run(&["measures", "--out", "measures"]).status.success());
    }
    std::fs::remove_file(folder.path("measures")).unwrap();
    assert_eq!(std::fs::read(folder.path("rooms.xml")).unwrap(), b"<rooms/>");
    std::fs::remove_file(folder.path("rooms.xml")).unwrap();
    assert_eq!(folder.names(), ["file", "folder"]);
    if cfg!(target_os = "linux") {
        let full = std::fs::File::create("/dev/full").unwrap();
        let output = folder.program().args(FLOOR).stdout(full).output().unwrap();
        refusal(&FLOOR, output, 1, "error: standard output cannot be written: ");
    }
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_pipes_and_devices_get_the_bytes() {
    let folder = Folder::new();
    folder.write("file", "old");
    std::os::unix::fs::symlink("file", folder.path("link")).unwrap();
    std::os::unix::fs::symlink("later", folder.path("ahead")).unwrap();
    assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    for command in [&["sample", "--count", "3"][..], &["rows", "--count", "3"]] {
        let expected = folder.runs(command);
        let write = |out: &str| folder.runs(&[command, &["--out", out]].concat());
        for (link, file) in [("link", "file"), ("ahead", "later")] {
            write(link);
            assert_eq!(folder.read(file), expected);
            assert!(Path::new(&folder.path(link)).is_symlink());
        }
        assert_eq!(write("/dev/stdout"), expected);
        write("/dev/null");
        let figures = ["census", "--to", "9", "--figures", "/dev/null"];
        folder.refused(&figures, 2, "/dev/null is a file: name a folder");
        // A reader waits at the pipe until the writer comes.
        let pipe = folder.path("pipe");
        let reader = std::thread::spawn(move || std::fs::read(pipe).unwrap());
        write("pipe");
        assert_eq!(reader.join().unwrap(), expected);
        // Standard output may be a file that is appended to.
        let log = folder.write("log", "before\n");
        let append = std::fs::OpenOptions::new().append(true).open(&log).unwrap();
        let mut appended = folder.program();
        appended.args(command).args(["--out", "/dev/stdout"]).stdout(append);
        assert!(appended.status().unwrap().success());
        assert_eq!(folder.read("log"), [b"before\n", &expected[..]].concat());
        std::fs::remove_file(folder.path("later")).unwrap();
    }
    assert_eq!(folder.names(), ["ahead", "file", "link", "log", "pipe"]);
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let folder = Folder::new();
    let mut rows = folder.program();
    rows.args(["rows", "--backend", "flash", "--count", "20000"]);
    let mut rows =
        rows.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn();
    drop(rows.as_mut().unwrap().stdout.take());
    let output = rows.unwrap().wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Sends a signal to a command while it writes rows, and waits for its end.
#[cfg(unix)]
fn stopped_in_the_midst(folder: &Folder, signal: &str) {
    let mut rows = folder
        .program()
        .args(["rows", "--backend", "flash", "--count", "1e9", "--out", "rows.csv"])
        .spawn()
        .unwrap();
    let temporary = folder.path(".rows.csv.tmp");
    while !std::fs::metadata(&temporary).is_ok_and(|found| found.len() > 100_000) {
        assert!(rows.try_wait().unwrap().is_none(), "it goes on for hours");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let pid = rows.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    let status = rows.wait().unwrap();
    assert_eq!(status.code(), None, "the signal ended it: {status}");
}

#[cfg(unix)]
#[test]
fn a_stopped_command_leaves_no_file_and_a_killed_one_none_after_the_next_command() {
    let folder = Folder::new();
    folder.write("rows.csv", "old");
    stopped_in_the_midst(&folder, "-TERM");
    assert_eq!(folder.names(), ["rows.csv"]);
    stopped_in_the_midst(&folder, "-KILL");
    assert_eq!(folder.names(), [".rows.csv.tmp", "rows.csv"]);
    assert_eq!(folder.read("rows.csv"), b"old");
    folder.runs(&["rows", "--backend", "flash", "--count", "5", "--out", "rows.csv"]);
    assert_eq!(folder.names(), ["rows.csv"]);
    assert!(folder.read("rows.csv").starts_with(b"backend,"));
}
