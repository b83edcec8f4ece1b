//! Figures and reports of surveys: the only crate that draws.
//!
//! A figure is one function from a study's [`Results`](basement_survey::Results)
//! to a [`Figure`]: a sentence computed from the data, a drawing, its data as a
//! table, and an alt text.

mod article;
mod axis;
mod census;
mod drawing;
mod error;
mod figure;
mod figures;
mod floor_figure;
mod number;
mod origin;
mod page;
mod panel;
mod png_file;
mod render;
mod report;
mod room_figure;
mod series;
mod table;
mod tables;
mod theme;
mod words;

pub use basement_survey::{Color, Format};
pub use census::write_census;
pub use drawing::{Anchor, Drawing, Mark};
pub use error::ReportError;
pub use figure::Figure;
pub use figures::{ablation_figure, census_figure, figures};
pub use floor_figure::{floor_figure, posterior_figure, record_figure};
pub use png_file::write_png;
pub use render::{Pixels, pixels, svg};
pub use report::{ReportFiles, ReportOptions, check_report_folder, write_report};
pub use room_figure::room_figure;
pub use table::Table;

/// The README's example, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
