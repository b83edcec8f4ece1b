//! Figures and reports of surveys: the only crate that draws.
//!
//! A figure is one function from a study's [`Results`](basement_survey::Results)
//! to a [`Figure`]: a sentence computed from the data, a drawing, its data as a
//! table, and an alt text.
//!
//! # What plotters draws, and what this crate draws
//!
//! plotters draws every shape of a PNG and every element of an SVG file (`render`), and gives the
//! ticks of linear axes (`axis`) and the colours of both kinds of maps (`theme`). What this crate
//! does by itself, plotters 0.3 does not:
//!
//! - Marks in points, not charts (`drawing`). A chart of plotters is drawn at once, in the whole
//!   pixels of one backend. A drawing here is made once and becomes a PNG, an SVG file and a
//!   part of a page, and tests ask where each of its marks lies.
//! - Places and limits of axes (`axis`). `Ranged::map` gives whole numbers only, and an axis
//!   begins and ends where it is told to, round or not.
//! - Ticks of other scales (`figures::cost`, `figures::census`, `panel::heatmap`). A logarithmic
//!   axis of plotters labels the powers of ten, or all nine multiples of each, never 1, 2 and 5;
//!   and none goes with the square root.
//! - The text of a PNG, glyph by glyph (`render`). plotters leaves out the space left of a
//!   glyph and rounds the place of each to a pixel.
//! - Widths and lines of text (`theme`). plotters measures a text in whole pixels and breaks
//!   it within words. The crate textwrap breaks it between them, but wants each word with its
//!   widths, which is more code than the loop over the words.
//! - Labels kept apart (`panel::level_lines`, `panel::slopes`, `figures::distribution`). A label
//!   of plotters stands where it is put, over whatever is there.
//! - Maps of floors and rooms (`panel::floor_map`, `panel::plan_map`, `room_figure`,
//!   `room_sheet`). plotters has
//!   no such chart; their walls, doors and letters are marks like all others.
//! - The SVG within a page (`page::inline_svg`). plotters writes fixed colours, no classes, and
//!   whole numbers; the colours of a page turn with its reader's light.
//! - Contrasts (`theme`). plotters does not know which of two colours is read better.

mod article;
mod axis;
mod census;
mod drawing;
mod error;
mod figure;
mod figures;
mod floor_figure;
mod frame;
mod layout;
mod lexicon;
mod number;
mod origin;
mod page;
mod panel;
mod picture;
mod plot;
mod report;
mod room_figure;
mod room_sheet;
mod run_figure;
mod series;
mod svg;
mod table;
mod tables;
mod theme;

pub use basement_survey::{Color, Format};
pub use census::write_census;
pub use drawing::{Anchor, Drawing, Mark};
pub use error::{PNG_WIDTHS, ReportError};
pub use figure::Figure;
pub use figures::{ablation_figure, census_figure, figures, measure_figure};
pub use floor_figure::{floor_awards_figure, floor_figure, posterior_figure, record_figure};
pub use frame::OwnMeasure;
pub use picture::{Pixels, pixels, write_png};
pub use report::{ReportFiles, ReportOptions, check_report, write_report};
pub use room_figure::room_figure;
pub use room_sheet::RoomSheet;
pub use run_figure::run_figure;
pub use svg::svg;
pub use table::Table;
pub use theme::Paint;

/// The README's example, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
