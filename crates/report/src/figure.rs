//! A figure: a finding, a drawing, its data, and an alt text.

use crate::drawing::{Area, Drawing, Type};
use crate::table::Table;
use crate::theme::{FOOT, INK, LABEL, MARGIN, QUIET, TITLE, WIDTH};

/// One figure of a report.
///
/// ```
/// use basement_floors::{Backend, Request, Seed};
/// use basement_report::{floor_figure, svg};
///
/// let flash = Backend::Flash.generator("article", &[])?;
/// let floor = flash.generate(&Request::level(1), Seed::Pcg(7))?;
/// let figure = floor_figure(&floor, &flash.describe(), "7");
/// assert_eq!(figure.table.rows.len(), floor.rooms().len());
/// let picture = svg(&figure.drawing, &figure.title, &figure.alt)?;
/// assert!(picture.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
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
    /// What stands below the drawing: numbers, seeds, editions, conflicts.
    pub notes: Vec<String>,
    /// The alt text: the picture in words.
    pub alt: String,
    /// The data.
    pub table: Table,
    /// The drawing, with title and notes.
    pub drawing: Drawing,
}

/// What a figure says around its drawing.
pub(crate) struct Words {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) subtitle: String,
    pub(crate) caption: String,
    pub(crate) notes: Vec<String>,
    pub(crate) alt: String,
}

/// Sets a drawing of that height under its title and above its notes.
pub(crate) fn compose(
    words: Words,
    table: Table,
    height: f64,
    draw: impl FnOnce(&mut Drawing, Area),
) -> Figure {
    let width = WIDTH - 2.0 * MARGIN;
    let line = |y: f64| Area::new(MARGIN, y, width, 0.0);
    let mut drawing = Drawing::new(WIDTH, 0.0);
    let y = drawing.paragraph(&words.title, line(MARGIN), Type::new(TITLE, INK).bold());
    let y = drawing.paragraph(&words.subtitle, line(y + 3.0), Type::new(LABEL, QUIET));
    let body = Area::new(MARGIN, y + 12.0, width, height);
    draw(&mut drawing, body);
    let mut y = body.bottom() + 12.0;
    for note in &words.notes {
        y = drawing.paragraph(note, line(y), Type::new(FOOT, QUIET)) + 1.5;
    }
    drawing.height = (y + MARGIN - 4.0).ceil();
    let Words { name, title, subtitle, caption, notes, alt } = words;
    Figure { name, title, subtitle, caption, notes, alt, table, drawing }
}
