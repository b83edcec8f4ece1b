//! The page for a browser: one file that needs no other.

use std::fmt::Write;

use super::{AGAIN, FILES, Page, markup, number_columns};
use crate::article::{Block, PageTable, Section};
use crate::error::ReportError;
use crate::figure::Figure;
use crate::svg::{Palette, escaped, inline};
use crate::theme::page_colors;

const STYLE: &str = include_str!("style.css");

/// The whole page.
pub(super) fn page(page: &Page<'_>) -> Result<String, ReportError> {
    let mut writer = Writer { page, palette: Palette::default() };
    let body = writer.body()?;
    let title = escaped(&page.article.title);
    let description = match page.lead(markup::plain, str::to_owned).as_str() {
        "" => String::new(),
        answer => {
            format!("<meta name=\"description\" content=\"{}\">\n", escaped(answer))
        }
    };
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light \
         dark\">\n{description}<title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n\
         <style>\n{}{STYLE}{}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        page_colors(),
        writer.palette.style()
    )
    // A number and its unit stay on one line.
    .replace(" %", "\u{a0}%"))
}

struct Writer<'a> {
    page: &'a Page<'a>,
    palette: Palette,
}

impl Writer<'_> {
    fn body(&mut self) -> Result<String, ReportError> {
        let page = self.page;
        let mut text =
            String::from("<a class=\"skip\" href=\"#main\">To the article</a>\n<header>\n");
        text += "<div class=\"lead\">\n";
        let (heading, title) = page.heading();
        if let Some(title) = title {
            let _ = writeln!(text, "<p class=\"small title\">{}</p>", escaped(title));
        }
        let _ = writeln!(text, "<h1>{}</h1>", escaped(heading));
        let lead = page.lead(markup::html, escaped);
        if !lead.is_empty() {
            let _ = writeln!(text, "<p class=\"answer\">{lead}</p>");
        }
        text += "</div>\n";
        if let Some(hero) = page.hero() {
            text += &self.figure(hero, 2)?;
        }
        // The byline is beside the floors, or below them on a phone, whose first screen is for the answer and
        // the floors.
        let _ = writeln!(text, "<p class=\"small byline\">{}</p>", escaped(&page.byline()));
        text += "</header>\n";
        text += "<div class=\"columns\">\n<nav id=\"contents\" aria-labelledby=\"contents-heading\">\n\
                 <h2 id=\"contents-heading\">Contents</h2>\n<ol>\n";
        for section in page.sections() {
            let heading = escaped(&section.heading);
            let begins = page.chapter_above(section).is_some();
            let class = if begins { " class=\"begins-chapter\"" } else { "" };
            let _ = writeln!(text, "<li{class}><a href=\"#{}\">{heading}</a></li>", section.id);
        }
        text += "</ol>\n";
        if let Some((name, [_, file])) = page.other {
            let _ = writeln!(text, "<p><a href=\"{file}\">{name}</a></p>");
        }
        text += "</nav>\n<main id=\"main\">\n";
        for section in page.sections() {
            if let Some(chapter) = page.chapter_above(section) {
                let _ = writeln!(text, "<p class=\"chapter\">{chapter}</p>");
            }
            self.section(&mut text, section)?;
        }
        text += "</main>\n</div>\n";
        Ok(text)
    }

    fn section(&mut self, text: &mut String, section: &Section) -> Result<(), ReportError> {
        let heading = escaped(&section.heading);
        let _ = writeln!(text, "<section id=\"{}\">\n<h2>{heading}</h2>", section.id);
        for block in &section.blocks {
            match block {
                Block::Text(words) => *text += &format!("<p>{}</p>\n", markup::html(words)),
                Block::Heading(words) => *text += &format!("<h3>{}</h3>\n", markup::html(words)),
                Block::Code(code) => {
                    *text += &format!("{COMMAND}<code>{}</code></pre>\n", escaped(code));
                }
                Block::List(items) => {
                    let item = |item: &String| format!("<li>{}</li>\n", markup::html(item));
                    let items: String = items.iter().map(item).collect();
                    *text += &format!("<ul>\n{items}</ul>\n");
                }
                Block::Figure(figure) if self.page.shows(figure) => {
                    *text += &self.figure(figure, 3)?;
                }
                Block::Figure(_) => {}
                Block::Table(of) => table(text, of, false),
                Block::Folded(of) => {
                    let caption = markup::html(&of.caption);
                    *text += &format!("<details>\n<summary>{caption}</summary>\n");
                    table(text, of, true);
                    text.push_str("</details>\n");
                }
            }
        }
        let _ = writeln!(text, "{BACK}</section>");
        Ok(())
    }

    /// A figure under its title, above its caption and the links to its files.
    fn figure(&mut self, figure: &Figure, level: u8) -> Result<String, ReportError> {
        let Figure { title, subtitle, caption, notes, alt, .. } = figure;
        let (name, anchor) = (escaped(&figure.name), escaped(&self.page.anchor(figure)));
        let mut text = format!(
            "<figure id=\"{anchor}\">\n<h{level}><a href=\"#{anchor}\">{}</a></h{level}>\n",
            escaped(title)
        );
        if !subtitle.is_empty() {
            let _ = writeln!(text, "<p class=\"subtitle\">{}</p>", markup::html(subtitle));
        }
        let is_tall = figure.body.height > 1.25 * figure.body.width;
        let wide = if is_tall { "wide tall" } else { "wide" };
        let narrow = figure.narrow.as_ref().unwrap_or(&figure.body);
        for (drawing, class) in [(&figure.body, wide), (narrow, "narrow")] {
            let _ = writeln!(text, "{}", inline(drawing, alt, class, &mut self.palette)?);
        }
        text += "<figcaption>\n";
        if !caption.is_empty() {
            let _ = writeln!(text, "<p>{}</p>", markup::html(caption));
        }
        let files = FILES.iter().filter(|(format, ..)| self.page.has(*format));
        let links: Vec<String> = files
            .map(|(_, title, ending)| format!("<a href=\"{name}.{ending}\">{title}</a>"))
            .collect();
        if !links.is_empty() {
            let _ = writeln!(text, "<p class=\"files\">{}</p>", links.join(" · "));
        }
        let notes: String = notes.iter().map(|note| markup::html(note) + " ").collect();
        let _ = writeln!(
            text,
            "<details class=\"again\">\n<summary>{AGAIN}</summary>\n<p class=\"small\">{notes}The whole \
             study: <a href=\"manifest.json\">manifest.json</a>.</p>\n</details>"
        );
        text += "</figcaption>\n</figure>\n";
        Ok(text)
    }
}

/// The beginning of a command.
const COMMAND: &str = "<pre role=\"region\" tabindex=\"0\" aria-label=\"Command\">";
/// The link back to the contents.
const BACK: &str = "<p class=\"back\"><a href=\"#contents\">Back to the contents</a></p>\n";

/// A table that scrolls sideways in its own box if it is too wide.
fn table(text: &mut String, table: &PageTable, is_folded: bool) {
    let PageTable { caption, headings, rows, note } = table;
    let numbers = number_columns(rows, headings.len());
    let class =
        |column: usize| if numbers.get(column) == Some(&true) { " class=\"n\"" } else { "" };
    let _ = writeln!(
        text,
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Table: {}\">\n<table>\n\
         {}<thead><tr>",
        escaped(&markup::plain(caption)),
        match is_folded {
            // The line that unfolds it says the same.
            true => String::new(),
            false => format!("<caption>{}</caption>\n", markup::html(caption)),
        }
    );
    for (column, heading) in headings.iter().enumerate() {
        let _ = write!(text, "<th scope=\"col\"{}>{}</th>", class(column), markup::html(heading));
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        text.push_str("<tr>");
        for (column, cell) in row.iter().enumerate() {
            let _ = write!(text, "<td{}>{}</td>", class(column), markup::html(cell));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody>\n</table>\n</div>\n");
    if !note.is_empty() {
        let _ = writeln!(text, "<p class=\"small\">{}</p>", markup::html(note));
    }
}
