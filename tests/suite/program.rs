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

    /// The program, in this folder.
    pub(crate) fn program(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_basement-lab"));
        command.current_dir(&self.0);
        command
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

/// What a command that ends with exit code 0 prints, and what it says on standard error.
#[track_caller]
fn texts(arguments: &[&str], output: Output) -> (String, String) {
    let [text, said] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(output.status.success(), "{arguments:?}: {said}");
    (text, said)
}

/// What the program prints, and what it says on standard error, with exit code 0.
#[track_caller]
pub(crate) fn told(arguments: &[&str]) -> (String, String) {
    texts(arguments, run(arguments))
}

/// What the program prints, with exit code 0.
#[track_caller]
pub(crate) fn printed(arguments: &[&str]) -> String {
    told(arguments).0
}

/// The same with this text on standard input.
#[track_caller]
pub(crate) fn printed_with(arguments: &[&str], input: &str) -> String {
    texts(arguments, run_with(arguments, input)).0
}

/// What the program prints, with nothing on standard error, as into a pipe.
#[track_caller]
pub(crate) fn printed_alone(arguments: &[&str]) -> String {
    let (text, said) = told(arguments);
    assert!(said.is_empty(), "a pipe stays quiet: {said}");
    text
}

#[track_caller]
pub(crate) fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).unwrap()
}

/// The same with this text on standard input.
#[track_caller]
pub(crate) fn json_with(arguments: &[&str], input: &str) -> Value {
    serde_json::from_str(&printed_with(arguments, input)).unwrap()
}

/// Checks that a command prints nothing and ends with this code and one line that has `expected`.
/// Returns the line.
#[track_caller]
pub(crate) fn refusal(arguments: &[&str], output: Output, code: i32, expected: &str) -> String {
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {message}");
    assert!(
        message.starts_with("error: ") && message.contains(expected),
        "{arguments:?}: {message}"
    );
    assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    message
}

/// The one line with which the program refuses these arguments, with exit code 2.
#[track_caller]
pub(crate) fn refused(arguments: &[&str], expected: &str) -> String {
    refusal(arguments, run(arguments), 2, expected)
}

/// The same with this text on standard input.
#[track_caller]
pub(crate) fn refused_with(arguments: &[&str], input: &str, expected: &str) -> String {
    refusal(arguments, run_with(arguments, input), 2, expected)
}
