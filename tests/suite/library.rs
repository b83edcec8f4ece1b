//! The library without the command: what is built for it, and how its errors name their causes.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use basement_lab::report::ReportError;
use basement_lab::roomfiles::read;
use basement_lab::survey::census::CensusError;

#[test]
fn the_library_without_the_command_has_no_command_line_dependencies() {
    let tree = |more: &[&str]| {
        let tree = Command::new(env!("CARGO"))
            .args(["tree", "--offline", "--package", "basement-lab", "--edges", "normal"])
            .args(["--prefix", "none", "--manifest-path"])
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
            .args(more)
            .output()
            .unwrap();
        assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
        String::from_utf8(tree.stdout).unwrap()
    };
    let has =
        |tree: &str, name: &str| tree.lines().any(|line| line.split(' ').next() == Some(name));
    let (library, whole) = (tree(&["--no-default-features"]), tree(&[]));
    assert!(has(&library, "basement-floors"));
    for name in ["clap", "indicatif", "toml"] {
        assert!(has(&whole, name) && !has(&library, name), "{name}");
    }
}

#[test]
fn a_program_that_prints_an_error_and_its_sources_names_each_cause_once() {
    let not_json = || serde_json::from_str::<u8>("x").unwrap_err();
    let full = io::Error::new(io::ErrorKind::StorageFull, "the disk is full");
    let errors: [(Box<dyn Error>, &str); 4] = [
        (Box::new(read(Path::new("no-such-file.xml")).unwrap_err()), "os error 2"),
        (
            Box::new(ReportError::File { path: PathBuf::from("reports"), error: full }),
            "reports cannot be written: the disk is full",
        ),
        (Box::new(ReportError::from(not_json())), "the manifest cannot be written: expected value"),
        (Box::new(CensusError::from(not_json())), "the counts cannot be written: expected value"),
    ];
    for (error, expected) in errors {
        let said = error.to_string();
        assert!(said.contains(expected), "{said}");
        let mut source = error.source();
        while let Some(cause) = source {
            assert!(!said.contains(&cause.to_string()), "{said}: {cause}");
            source = cause.source();
        }
    }
}
