//! The page for a repository, which shows PNG and Markdown, and keeps neither SVG nor HTML.

use std::fmt::Write;

use basement_survey::study::ReportFormat;

use super::{AGAIN, Page, markup, number_columns};
use crate::article::{Block, PageTable, Section};
use crate::figure::Figure;

/// The whole page.
pub(super) fn page(page: &Page<'_>) -> String {
    let (heading, title) = page.heading();
    let mut text = format!("# {}\n", markup::literal(heading));
    if let Some(title) = title {
        let _ = writeln!(text, "\n**{}**", markup::literal(title));
    }
    let lead = page.lead(markup::markdown, markup::literal);
    if !lead.is_empty() {
        let _ = writeln!(text, "\n{lead}");
    }
    if let Some(hero) = page.hero() {
        figure(page, &mut text, hero, 2);
    }
    text += "\n<a id=\"contents\"></a>\n\n## Contents\n\n";
    for section in page.sections() {
        let _ = writeln!(text, "- [{}](#{})", markup::literal(&section.heading), section.id);
    }
    if let Some((name, [file, _])) = page.other {
        let _ = writeln!(text, "- [{name}]({file})");
    }
    let _ = writeln!(text, "\n{}", page.byline());
    for section in page.sections() {
        if let Some(chapter) = page.chapter_above(section) {
            let _ = writeln!(text, "\n---\n\n**{chapter}**");
        }
        blocks(page, &mut text, section);
    }
    text
}

fn blocks(page: &Page<'_>, text: &mut String, section: &Section) {
    let heading = markup::literal(&section.heading);
    let _ = writeln!(text, "\n<a id=\"{}\"></a>\n\n## {heading}", section.id);
    for block in &section.blocks {
        match block {
            Block::Text(words) => *text += &format!("\n{}\n", markup::markdown(words)),
            Block::Heading(words) => *text += &format!("\n### {}\n", markup::markdown(words)),
            Block::Code(code) => *text += &format!("\n```sh\n{code}\n```\n"),
            Block::List(items) => {
                let item = |item: &String| format!("- {}\n", markup::markdown(item));
                *text += &format!("\n{}", items.iter().map(item).collect::<String>());
            }
            Block::Figure(of) if page.shows(of) => figure(page, text, of, 3),
            Block::Figure(_) => {}
            Block::Table(of) => {
                if !of.caption.is_empty() {
                    *text += &format!("\n### {}\n", markup::markdown(&of.caption));
                }
                rows(text, of);
            }
            Block::Folded(of) => {
                let summary = markup::markdown(&of.caption);
                *text += &format!("\n<details>\n<summary>{summary}</summary>\n");
                rows(text, of);
                *text += "\n</details>\n";
            }
        }
    }
}

/// A figure under its title. The repository keeps no SVG, so the page links to none.
fn figure(page: &Page<'_>, text: &mut String, figure: &Figure, level: usize) {
    let Figure { name, title, caption, notes, alt, .. } = figure;
    let marks = "#".repeat(level);
    let anchor = page.anchor(figure);
    let _ = writeln!(text, "\n<a id=\"{anchor}\"></a>\n\n{marks} {}", markup::literal(title));
    if page.has(ReportFormat::Png) {
        let alt = alt.replace(['[', ']', '\n'], "");
        let _ = writeln!(text, "\n![{}]({name}.png)", markup::literal(&alt));
    }
    let mut below = match caption.as_str() {
        "" => String::new(),
        caption => markup::markdown(caption) + " ",
    };
    if page.has(ReportFormat::Csv) {
        let _ = write!(below, "[CSV]({name}.csv) ");
    }
    if !below.is_empty() {
        let _ = writeln!(text, "\n{}", below.trim_end());
    }
    if !notes.is_empty() {
        let notes: Vec<String> = notes.iter().map(|note| markup::markdown(note)).collect();
        let notes = notes.join(" ");
        let _ = writeln!(text, "\n<details>\n<summary>{AGAIN}</summary>\n\n{notes}\n\n</details>");
    }
}

/// A table without its caption.
fn rows(text: &mut String, table: &PageTable) {
    let PageTable { headings, rows, note, .. } = table;
    let cells = |row: &[String]| {
        let cells: Vec<String> =
            row.iter().map(|cell| markup::markdown(cell).replace('|', "\\|")).collect();
        format!("| {} |", cells.join(" | "))
    };
    let numbers = number_columns(rows, headings.len());
    let align: String = numbers.iter().map(|it| if *it { "---:|" } else { "---|" }).collect();
    let _ = writeln!(text, "\n{}\n|{align}", cells(headings));
    for row in rows {
        let _ = writeln!(text, "{}", cells(row));
    }
    if !note.is_empty() {
        let _ = writeln!(text, "\n{}", markup::markdown(note));
    }
}
