//! A figure: a finding, a drawing, its data, and an alt text.

use serde::{Deserialize, Serialize};

use crate::drawing::{Area, Drawing, Type};
use crate::error::ReportError;
use crate::layout::Part;
use crate::picture::png;
use crate::svg::{self, Letters};
use crate::table::Table;
use crate::theme::{
    ARTICLE_WIDTH, FOOT, INK, LABEL, MARGIN, PHONE_MARGIN, PHONE_WIDTH, QUIET, TITLE,
};

/// One figure of a report.
///
/// ```
/// use basement_floors::{Backend, Request, Seed};
/// use basement_report::FloorPicture;
///
/// let flash = Backend::Flash.generator("article", &[])?;
/// let floor = flash.generate(&Request::level(1), Seed::Pcg(7))?;
/// let figure = FloorPicture::of_floor(&floor, &flash.describe(), "7").figure();
/// assert_eq!(figure.table.rows.len(), floor.rooms().len());
/// assert!(figure.svg()?.starts_with("<svg") && figure.png()?.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Figure {
    /// Its file's name, without an ending.
    pub name: String,
    /// What it shows, in a sentence computed from the data.
    pub title: String,
    /// Measure, unit, request.
    pub subtitle: String,
    /// How to read it.
    pub caption: String,
    /// The notes below the drawing: numbers, seeds, editions, conflicts.
    pub notes: Vec<String>,
    /// The alt text: the picture in words.
    pub alt: String,
    /// The data.
    pub table: Table,
    /// The drawing, with title and notes.
    pub drawing: Drawing,
    /// The drawing without title and notes, for a page that sets both in its own type.
    pub body: Drawing,
    /// The body laid out for a phone, if the figure has such a layout.
    pub narrow: Option<Drawing>,
}

impl Figure {
    /// The picture as SVG, in the colours of light paper.
    ///
    /// # Errors
    ///
    /// [`ReportError::Drawing`] when the backend cannot draw.
    pub fn svg(&self) -> Result<String, ReportError> {
        svg::file(&self.drawing, &self.title, &self.alt, Letters::Text, None)
    }

    /// The picture as PNG, with two pixels per point. Its text chunks hold the title and the alt text.
    ///
    /// # Errors
    ///
    /// [`ReportError::Drawing`] if the drawing cannot be rendered, [`ReportError::Png`] when the encoder
    /// fails.
    pub fn png(&self) -> Result<Vec<u8>, ReportError> {
        let notes = [("Title", self.title.clone()), ("Description", self.alt.clone())];
        png(&self.drawing, None, None, &notes)
    }
}

/// The words around a figure's drawing.
pub(crate) struct Words {
    pub(crate) name: String,
    /// The finding, in at most fifteen words. Each number in it is in the data.
    pub(crate) title: String,
    /// What is drawn. Pages in Markdown show it only in the picture.
    pub(crate) subtitle: String,
    pub(crate) caption: String,
    pub(crate) notes: Vec<String>,
    /// The picture in words; of a figure with a finding, what follows this.
    pub(crate) alt: String,
}

/// A figure with a finding, which its alt text begins with, from its parts.
pub(crate) fn compose_finding(
    words: Words,
    table: impl Into<Table>,
    parts: &[&dyn Part],
) -> Figure {
    let alt = format!("{}. {}", words.title, words.alt);
    compose_parts(Words { alt, ..words }, table, parts)
}

/// Stacks parts: once as wide as a page's text, and once as wide as a phone.
pub(crate) fn compose_parts(words: Words, table: impl Into<Table>, parts: &[&dyn Part]) -> Figure {
    let body = stacked(parts, ARTICLE_WIDTH, MARGIN);
    finished(words, table, body, Some(stacked(parts, PHONE_WIDTH, PHONE_MARGIN)))
}

/// Parts one below the other, in a drawing as wide as they and its margins.
pub(crate) fn stacked(parts: &[&dyn Part], full: f64, margin: f64) -> Drawing {
    let mut body = Drawing::new(full, 0.0);
    for part in parts {
        let area = Area::new(margin, body.height, full - 2.0 * margin, 0.0);
        let height = part.draw(&mut body, area);
        body.height += height;
    }
    body
}

/// The figure with a finished body.
pub(crate) fn finished(
    words: Words,
    table: impl Into<Table>,
    body: Drawing,
    narrow: Option<Drawing>,
) -> Figure {
    let table = table.into();
    let drawing = framed(&words.title, &words.subtitle, &words.notes, &body, MARGIN);
    let Words { name, title, subtitle, caption, notes, alt } = words;
    Figure { name, title, subtitle, caption, notes, alt, table, drawing, body, narrow }
}

/// A body between its title and its notes. An empty title is left out.
pub(crate) fn framed(
    title: &str,
    subtitle: &str,
    notes: &[String],
    body: &Drawing,
    margin: f64,
) -> Drawing {
    let width = body.width - 2.0 * margin;
    let line = |y: f64| Area::new(margin, y, width, 0.0);
    let mut drawing = Drawing::new(body.width, 0.0);
    let y = match title {
        "" => margin,
        title => drawing.balanced(title, line(margin), Type::new(TITLE, INK).bold()),
    };
    let y = drawing.paragraph(subtitle, line(y + 3.0), Type::new(LABEL, QUIET)) + 12.0;
    drawing.marks.extend(body.marks.iter().map(|mark| mark.lowered(y)));
    let mut y = y + body.height + 12.0;
    // Pictures have no room for commands, which are on the page and in the file's metadata.
    for note in notes.iter().filter(|note| !note.contains('`')) {
        y = drawing.paragraph(note, line(y), Type::new(FOOT, QUIET)) + 1.5;
    }
    drawing.height = (y + margin - 4.0).ceil();
    drawing
}
