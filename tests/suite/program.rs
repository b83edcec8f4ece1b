//! The program `basement-lab`, as the tests of its commands run it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A folder for a test's files, removed when it is dropped.
pub(crate) struct Folder(pub(crate) TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file, and returns its path.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        path
    }
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_basement-lab")).args(arguments).output().unwrap()
}

/// Runs the program with this text on standard input.
pub(crate) fn run_with(arguments: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_basement-lab"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read.
    let _ = program.stdin.take().unwrap().write_all(input.as_bytes());
    program.wait_with_output().unwrap()
}

#[track_caller]
fn text(arguments: &[&str], output: &Output) -> String {
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What the program prints, with exit code 0.
#[track_caller]
pub(crate) fn printed(arguments: &[&str]) -> String {
    text(arguments, &run(arguments))
}

/// The same with this text on standard input.
#[track_caller]
pub(crate) fn printed_with(arguments: &[&str], input: &str) -> String {
    text(arguments, &run_with(arguments, input))
}

/// What the program prints, with nothing on standard error, as into a pipe.
#[track_caller]
pub(crate) fn printed_alone(arguments: &[&str]) -> String {
    let output = run(arguments);
    let text = text(arguments, &output);
    assert!(output.stderr.is_empty(), "a pipe stays quiet");
    text
}

#[track_caller]
pub(crate) fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).unwrap()
}
