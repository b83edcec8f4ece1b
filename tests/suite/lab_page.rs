//! The committed page of the lab is made from the sources as they are.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use walkdir::WalkDir;

/// The crates that the page's engine is made of.
const ENGINE: [&str; 7] = ["model", "rooms", "awards", "floors", "roomfiles", "survey", "gamelog"];
/// What else the page is made from.
const OTHERS: [&str; 10] = [
    "Cargo.lock",
    "Cargo.toml",
    "web/Cargo.toml",
    "web/bindgen/Cargo.lock",
    "web/bindgen/src",
    "web/build",
    "web/build.mjs",
    "web/package-lock.json",
    "web/page",
    "web/src",
];

/// The digest of the page's inputs, as `web/build.mjs` computes it.
fn digest_of_inputs(root: &Path) -> String {
    let of_engine = ENGINE
        .iter()
        .flat_map(|name| [format!("crates/{name}/Cargo.toml"), format!("crates/{name}/src")]);
    let inputs: Vec<String> = of_engine.chain(OTHERS.map(str::to_owned)).collect();
    let files = inputs.iter().flat_map(|input| {
        let found = WalkDir::new(root.join(input)).into_iter().map(Result::unwrap);
        found.filter(|entry| entry.file_type().is_file()).map(|entry| entry.into_path())
    });
    let name = |path: PathBuf| {
        let parts = path.strip_prefix(root).unwrap().components();
        let parts: Vec<_> = parts.map(|part| part.as_os_str().to_str().unwrap()).collect();
        parts.join("/")
    };
    let mut names: Vec<String> = files.map(name).collect();
    names.sort_unstable();
    let mut digest = Sha256::new();
    for name in names {
        digest.update(format!("{name}\n"));
        digest.update(Sha256::digest(fs::read(root.join(name)).unwrap()));
    }
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_page_was_built_from_the_sources_as_they_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("reports/lab.html")).unwrap();
    let (_, rest) = page.split_once(r#"<meta name="built-from" content=""#).unwrap();
    let (recorded, _) = rest.split_once('"').unwrap();
    assert_eq!(recorded, digest_of_inputs(root), "run web/build, and commit reports/lab.html");
    assert!(page.len() <= 1_000_000, "{} bytes are more than 1 MB", page.len());
}
