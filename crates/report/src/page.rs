//! The pages of a report: one HTML file for a browser, and its Markdown twin for a repository.
//! Both say the same article.

mod html;
mod markdown;
mod markup;

use basement_survey::Results;
use basement_survey::study::ReportFormat;

use crate::article::{Article, Block, Section};
use crate::error::ReportError;
use crate::figure::Figure;
use crate::lexicon::VERSION;
use crate::number::{counted, whole};

/// What the pages are made of.
pub(crate) struct Page<'a> {
    pub(crate) article: &'a Article,
    pub(crate) results: &'a Results,
    /// The names of the figures to show; all when empty.
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

    /// The sections: where only some figures are shown, those that show one, and the method.
    fn sections(&self) -> impl Iterator<Item = &Section> {
        let shows = |block: &Block| matches!(block, Block::Figure(figure) if self.shows(figure));
        self.article.sections.iter().filter(move |section| {
            self.only.is_empty() || section.id == METHOD || section.blocks.iter().any(shows)
        })
    }

    fn appendix(&self) -> Vec<&Figure> {
        self.article.appendix.iter().filter(|figure| self.shows(figure)).collect()
    }

    /// The address of a figure on the page: its name, where no section has it.
    fn anchor(&self, figure: &Figure) -> String {
        let ids = self.article.sections.iter().map(|section| section.id);
        let is_taken = ids.chain(["appendix", "contents", "main"]).any(|id| id == figure.name);
        if is_taken { format!("figure-{}", figure.name) } else { figure.name.clone() }
    }

    /// How many floors stand behind the page, and the program's version.
    fn byline(&self) -> String {
        let of_seeds = |group: &basement_survey::study::GroupResult| group.origin.seeds().is_some();
        let floors = if self.results.groups.iter().all(of_seeds) {
            let each = if self.results.study.series.len() > 1 { "of each generator " } else { "" };
            let floors = counted(self.results.study.floors, "floor");
            format!("{floors} {each}on every level, unless a figure says otherwise")
        } else {
            let total: u64 = self.results.groups.iter().map(|group| group.summary.floors).sum();
            format!("{} floors counted", whole(total))
        };
        format!("{floors}. Basement Lab {VERSION}.")
    }
}

/// The address of the section that tells how the report was made.
const METHOD: &str = "method";
/// The heading of what is left.
const APPENDIX: &str = "Appendix: more figures";

/// The kinds of files of a figure that a reader may want.
const FILES: [(ReportFormat, &str, &str); 3] = [
    (ReportFormat::Csv, "CSV", "csv"),
    (ReportFormat::Svg, "SVG", "svg"),
    (ReportFormat::Png, "PNG", "png"),
];

/// The columns of a table that hold numbers.
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
