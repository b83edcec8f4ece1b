//! What is built for a program that uses only the library.

use std::process::Command;

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
