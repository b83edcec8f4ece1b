//! The rules page in rustdoc: `basement_model::rules` is made from `docs/rules.md`.
//!
//! `UPDATE_GOLDEN=1 cargo test rules_in_rustdoc` writes it again.

use std::path::{Path, PathBuf};

use crate::rules_cited::sources;

/// The text above the list of contents. It replaces the page's own introduction, which
/// mentions files.
const INTRODUCTION: &str = "\
# The rules

This page says what the two generators do, rule by rule. Each entry has the rule in plain words, its numbers and its
sources. Every rule has an id, such as R33. The documentation of these crates quotes it and links to its entry here:
`basement_model::rules#r33`.

Below the words of an entry there are these lines:

- **Sources**: where the rule comes from, and whether the sources [agree](#sources);
- **Parameters**: the numbers and switches that can be changed, by the names that changes of rules take.
";

/// The bullets of an entry that only link into the project's files.
const LEFT_OUT: [&str; 3] = ["- **Plain**: ", "- **Code**: ", "- **Tests**: "];

/// The page without what links out of it.
fn for_rustdoc(page: &str) -> String {
    let part = |from: &str, to: &str| {
        let start = page.find(from).unwrap_or_else(|| panic!("docs/rules.md has no `{from}`"));
        let length = page[start..].find(to).unwrap_or_else(|| panic!("no `{to}` below `{from}`"));
        &page[start..start + length]
    };
    let contents = part("- [Editions](#editions)", "How to read an entry");
    let sections = part("## Editions", "## Adding a rule");
    let definitions = &page[page.find("\n[S0]: ").unwrap()..];
    let text = [INTRODUCTION, "\n", contents, sections.trim_end(), "\n", definitions].concat();
    let is_kept = |line: &&str| !LEFT_OUT.iter().any(|bullet| line.starts_with(bullet));
    let lines = text.lines().filter(is_kept).map(|line| with_both_anchors(&without_files(line)));
    lines.map(|line| line + "\n").collect()
}

/// A line with each link that leaves the page reduced to its text.
fn without_files(line: &str) -> String {
    let mut parts = line.split("](");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (target, rest) = part.split_once(')').expect("a link ends on its line");
        if target.starts_with('#') {
            text += &format!("]({target})");
        } else {
            let start = text.rfind('[').expect("a link begins on its line");
            text.remove(start);
        }
        text += rest;
    }
    text
}

/// An entry's heading with its id as a second anchor, in capitals: a macro makes the documentation
/// of parameters, and it has the id only in capitals.
fn with_both_anchors(line: &str) -> String {
    let Some((anchor, title)) =
        line.strip_prefix("#### <a id=\"").and_then(|heading| heading.split_once("\"></a>"))
    else {
        return line.to_owned();
    };
    format!("#### <a id=\"{anchor}\"></a><a id=\"{}\"></a>{title}", anchor.to_uppercase())
}

#[test]
fn the_page_in_rustdoc_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/rules.md")).unwrap();
    let expected = for_rustdoc(&page);
    let copy = root.join("crates/model/src/rules.md");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&copy, &expected).unwrap();
    }
    let found = std::fs::read_to_string(&copy).unwrap_or_default();
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(
            found,
            expected,
            "crates/model/src/rules.md, line {}, is not that of docs/rules.md: run \
             `UPDATE_GOLDEN=1 cargo test rules_in_rustdoc`",
            number + 1
        );
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "another number of lines");
}

#[test]
fn the_page_in_rustdoc_has_every_rule_and_only_internal_links() {
    let page = include_str!("../../crates/model/src/rules.md");
    for id in basement_lab::floors::rule_ids().chain(["A1", "A2", "A3", "A4"].map(str::to_owned)) {
        let heading =
            format!("\n#### <a id=\"{}\"></a><a id=\"{id}\"></a>{id} · ", id.to_lowercase());
        assert_eq!(page.matches(&heading).count(), 1, "{id}");
    }
    assert_eq!(page.matches("\n- **Sources**: ").count(), page.matches("\n#### ").count() + 1);
    for link in page.split("](").skip(1) {
        assert!(link.starts_with('#'), "a link leaves the page: {}", link.lines().next().unwrap());
    }
    // Rustdoc treats a block without a language as Rust, and runs it.
    let fences: Vec<&str> = page.lines().filter(|line| line.starts_with("```")).collect();
    for opening in fences.iter().step_by(2) {
        assert!(["```sh", "```toml", "```text"].contains(opening), "{opening}");
    }
}

#[test]
fn a_link_into_the_project_keeps_its_text() {
    assert_eq!(
        without_files("as [`a::b`](../src/a.rs) and [R3](#r3), in [the page](laws.md)."),
        "as `a::b` and [R3](#r3), in the page."
    );
    assert_eq!(with_both_anchors("#### <a id=\"f1\"></a>F1 · Grid").matches("id=").count(), 2);
}

/// The doc comments right above `pub` items, attributes between them or not.
fn public_docs(source: &str) -> Vec<String> {
    let source = source.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let (mut docs, mut comment) = (Vec::new(), String::new());
    for line in source.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("///") {
            comment += text;
            comment.push('\n');
        } else if line.starts_with("pub ") {
            docs.push(std::mem::take(&mut comment));
        } else if !line.starts_with("#[") {
            comment.clear();
        }
    }
    docs
}

/// The rule ids in a doc comment that are not links, outside code.
fn bare_ids(comment: &str) -> Vec<String> {
    let prose: String = comment.split("```").step_by(2).collect();
    let prose: String = prose.split('`').step_by(2).collect();
    let mut text = String::new();
    for part in prose.split_inclusive(')') {
        match part.split_once("](") {
            Some((before, _)) => text += before.rsplit_once('[').map_or(before, |(text, _)| text),
            None => text += part,
        }
    }
    let words = text.split(|c: char| !c.is_alphanumeric());
    let is_id = |word: &&str| {
        word.strip_prefix(['F', 'R', 'L', 'W', 'A']).is_some_and(|number| {
            (1..=2).contains(&number.len()) && number.chars().all(|c| c.is_ascii_digit())
        })
    };
    words.filter(is_id).map(str::to_owned).collect()
}

#[test]
fn every_rule_id_in_the_documentation_of_a_public_item_is_a_link() {
    let mut wrong = Vec::new();
    let mut links = 0;
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let is_of_library =
        |file: &PathBuf| file.starts_with(&crates) && file.iter().any(|part| part == "src");
    for file in sources().into_iter().filter(is_of_library) {
        for comment in public_docs(&std::fs::read_to_string(&file).unwrap()) {
            links += comment.matches("rules#").count();
            let ids = bare_ids(&comment);
            if !ids.is_empty() {
                wrong.push(format!("{}: {ids:?} in:\n{comment}", file.display()));
            }
        }
    }
    assert!(links > 400, "only {links} links");
    assert!(
        wrong.is_empty(),
        "{} comments to mend; write [R33](basement_model::rules#r33):\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn bare_ids_are_distinguished_from_links_and_code() {
    let comment = "[R1](a::rules#r1) and [R2-R4](a::rules#r2): `R5`, R6's\n```\nR7\n```\n(F8)";
    assert_eq!(bare_ids(comment), ["R6", "F8"]);
    let source = "/// R1: a room.\n#[must_use]\npub fn a() {}\n/// R2.\nfn b() {}\n";
    assert_eq!(public_docs(source), [" R1: a room.\n"]);
}
