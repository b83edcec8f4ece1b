//! The pages of a report, the article and its appendix: each an HTML file for a browser, and its
//! Markdown twin for a repository, which says the same.

mod html;
mod markdown;
mod markup;

use basement_survey::study::ReportFormat;

use crate::article::{Article, Block};
use crate::error::ReportError;
use crate::prelude::*;

/// What a page is made of.
pub(crate) struct Page<'a> {
    pub(crate) article: &'a Article,
    /// The other page, if there is one: what it is called, and its files in Markdown and in HTML.
    pub(crate) other: Option<(&'static str, [&'static str; 2])>,
    pub(crate) results: &'a Results,
    /// The names of the figures to show; all if empty.
    pub(crate) only: &'a [String],
    /// The kinds of files that the report has.
    pub(crate) formats: &'a [ReportFormat],
}

impl Page<'_> {
    pub(crate) fn html(&self) -> Result<String, ReportError> {
        html::page(self)
    }

    pub(crate) fn markdown(&self) -> String {
        markdown::page(self)
    }

    fn has(&self, format: ReportFormat) -> bool {
        self.formats.contains(&format)
    }

    fn shows(&self, figure: &Figure) -> bool {
        self.only.is_empty() || self.only.contains(&figure.name)
    }

    fn hero(&self) -> Option<&Figure> {
        self.article.hero.as_ref().filter(|figure| self.shows(figure))
    }

    /// The sections; if only some figures are shown, those that contain one, and the method.
    fn sections(&self) -> impl Iterator<Item = &Section> {
        let shows = |block: &Block| matches!(block, Block::Figure(figure) if self.shows(figure));
        self.article.sections.iter().filter(move |section| {
            self.only.is_empty() || section.id == METHOD || section.blocks.iter().any(shows)
        })
    }

    /// The heading above a section that begins a chapter after the story.
    fn chapter_above(&self, section: &Section) -> Option<&'static str> {
        let first = self.sections().find(|it| it.chapter == section.chapter)?;
        let has_story = self.sections().any(|it| it.chapter.is_none());
        section.chapter.filter(|_| has_story && first.id == section.id)
    }

    /// The first heading, and the title above it if the heading is a headline.
    fn heading(&self) -> (&str, Option<&str>) {
        let title = self.article.title.as_str();
        match &self.article.headline {
            Some(headline) => (headline, Some(title)),
            None => (title, None),
        }
    }

    /// The text under the title: the answer, or the question if there is none. `marked` writes texts of the
    /// article, and `plain` those of the study.
    fn lead(&self, marked: fn(&str) -> String, plain: fn(&str) -> String) -> String {
        match self.article.answer.is_empty() {
            true => plain(&self.results.study.question),
            false => marked(&self.article.answer.join(" ")),
        }
    }

    /// The address of a figure on the page: its name, unless something else has it.
    fn anchor(&self, figure: &Figure) -> String {
        let ids = self.article.sections.iter().map(|section| section.id);
        let is_taken = ids.chain(["contents", "main"]).any(|id| id == figure.name);
        if is_taken { format!("figure-{}", figure.name) } else { figure.name.clone() }
    }

    /// Which games are compared, how many floors the page is based on, and the program's version.
    fn byline(&self) -> String {
        let of_seeds = |group: &basement_survey::study::GroupResult| group.origin.seeds().is_some();
        let games = self.article.games.iter().map(|games| format!("{games} ")).collect::<String>();
        if self.results.groups.iter().all(of_seeds) {
            let each = match (self.results.study.series.len(), self.article.games.is_some()) {
                (1, _) => "",
                (_, true) => " for each game",
                (_, false) => " for each series",
            };
            let floors = counted(self.results.study.floors, "floor");
            let request = request_in_words(self.results);
            return format!(
                "{games}We built {floors} of every level{each} with our program, Basement Lab {VERSION}: {request}, unless a figure \
                 says otherwise."
            );
        }
        let total: u64 = self.results.groups.iter().map(|group| group.summary.floors).sum();
        format!(
            "{games}We counted {} with our program, Basement Lab {VERSION}.",
            counted(total, "floor")
        )
    }
}

/// The address of the section that says how the report was made.
const METHOD: &str = "method";

/// The line that unfolds the floors, seeds, editions and commands of a figure.
const AGAIN: &str = "Make it again";

/// The kinds of files of a figure that a reader may want.
const FILES: [(ReportFormat, &str, &str); 3] = [
    (ReportFormat::Csv, "CSV", "csv"),
    (ReportFormat::Svg, "SVG", "svg"),
    (ReportFormat::Png, "PNG", "png"),
];

/// Which columns of a table contain only numbers.
fn number_columns(rows: &[Vec<String>], columns: usize) -> Vec<bool> {
    let is_number = |cell: &String| {
        cell.is_empty() || cell.starts_with(|c: char| c.is_ascii_digit() || "+−-".contains(c))
    };
    (0..columns)
        .map(|column| rows.iter().filter_map(|row| row.get(column)).all(is_number))
        .collect()
}

#[cfg(test)]
mod tests;
