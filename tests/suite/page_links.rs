//! The links of the Markdown pages, among them those between the pages.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use walkdir::WalkDir;

/// The folders with pages; the guide for Python is checked by Sphinx.
const FOLDERS: [&str; 6] = ["benches", "crates", "docs", "fuzz", "mods", "reports"];
const FILES: [&str; 4] =
    ["CHANGELOG.md", "README.md", "python/README.md", "tests/fixtures/README.md"];
/// The comparison makes this page, which is not kept.
const MADE: &str = "reports/appendix.html";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn pages() -> BTreeMap<PathBuf, String> {
    let in_folder = |folder: &&str| WalkDir::new(root().join(folder)).into_iter();
    let found = FOLDERS.iter().flat_map(in_folder).map(|entry| entry.unwrap().into_path());
    let files = FILES.iter().map(|file| root().join(file));
    found
        .chain(files)
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
        .collect()
}

/// Whether a page has a heading or an `id` of this name.
fn has_anchor(page: &str, anchor: &str) -> bool {
    let of_heading = |heading: &str| -> String {
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        heading.trim().to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
    };
    let headings = page.lines().filter(|line| line.starts_with('#'));
    page.contains(&format!("id=\"{anchor}\""))
        || headings.map(|line| of_heading(line.trim_start_matches('#'))).any(|it| it == anchor)
}

/// Resolves the `..` of a path without asking the file system, because a link may lead to a page that the
/// comparison makes.
fn resolved(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut so_far, part| {
        if part == Component::ParentDir {
            so_far.pop();
        } else {
            so_far.push(part);
        }
        so_far
    })
}

#[test]
fn every_link_between_pages_has_a_target() {
    let pages = pages();
    let mut links = 0;
    for (path, text) in &pages {
        for link in
            text.split("](").skip(1).map(|rest| rest.split([')', ' ', '\n']).next().unwrap())
        {
            if link.is_empty() || link.contains("://") || link.contains("::") {
                continue;
            }
            links += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => path.clone(),
                file => resolved(&path.parent().unwrap().join(file)),
            };
            let there = target.exists() || target == root().join(MADE);
            assert!(there, "{}: mend the link to {link}", path.display());
            if let Some(page) = pages.get(&target)
                && !anchor.is_empty()
            {
                assert!(has_anchor(page, anchor), "{}: {link} has no heading", path.display());
            }
        }
    }
    assert!(links > 1_000, "{links} links");
}
