//! Figures and reports of surveys: the only crate that draws.
//!
//! A figure is one function from a study's [`Results`](basement_survey::Results)
//! to a [`Figure`]: a sentence computed from the data, a drawing, its data as a
//! table, and an alt text.
//!
//! # How a figure is made
//!
//! - `frame` gathers data: tidy rows of a measure by series and level, and what else figures count,
//!   such as bins, cells and pairs, with the sentences that follow from them. The measure is built in or
//!   [custom](OwnMeasure).
//! - `plot` is a plot as data: facets, scales, and marks (dots, lines, bars, steps, pairs, ticks,
//!   stems). `panel` has the other parts of figures: maps of floors, tables in colours, heatmaps.
//! - `layout` is the one home of margins, ticks, keys and labels that must not collide. It lays
//!   every part out twice: as wide as a page, and as wide as a phone.
//! - `lexicon` is the one home of words about measures, series and editions; `theme` of colours
//!   and sizes, `font` of type; `table` of CSV.
//! - `figures` has a file for each figure: its title and captions, its table and its parts.
//! - `sections` puts figures and paragraphs into an article, which `page` writes.
//! - `prelude` has the vocabulary that figures and sections share: a study's results, words, numbers,
//!   marks and maps.
//! - `svg` writes one SVG, whose classes name what colours mean. The file, the picture within a
//!   page in light and dark mode, and the PNG all come from it.
//!
//! # What plotters draws, and what this crate draws
//!
//! `svg` is a backend of plotters, and takes each mark as plotters' own elements would give it; the
//! ticks of linear axes are plotters' key points (`axis`), and both kinds of maps have its colours
//! (`theme`). The crate itself does what plotters 0.3 does not:
//!
//! - Marks in points, not charts (`drawing`). plotters draws a chart immediately, in the whole
//!   pixels of one backend. A drawing here is made once, and tests check the place of each mark.
//! - Places and limits of axes (`axis`). `Ranged::map` gives only whole numbers, and an axis
//!   begins and ends at the limits that it is given, round or not.
//! - Ticks of other scales (`plot`, `panel::heatmap`). A logarithmic axis of plotters labels all
//!   nine multiples of a power of ten or none, and plotters has no square-root axis.
//! - Widths and lines of text (`font`). plotters measures a text in whole pixels and breaks
//!   it within words.
//! - Labels kept apart (`layout`). plotters puts a label where it is told to, over whatever is
//!   there.
//! - Maps of floors and rooms (`panel`, `room_figure`). plotters has no such chart;
//!   their walls, doors and letters are marks like all others.
//! - Contrasts (`theme`). plotters does not know which of two colours is easier to read.

mod article;
mod axis;
mod claims;
mod context;
mod drawing;
mod error;
mod figure;
mod figures;
mod files;
mod floor_figure;
mod font;
mod frame;
mod layout;
mod lexicon;
mod number;
mod options;
mod origin;
mod page;
mod panel;
mod parameters;
mod picture;
mod plot;
mod posterior_figure;
mod prelude;
mod print;
mod quantity;
mod report;
mod room_figure;
mod run_figure;
mod sections;
mod series;
mod shape;
mod sources;
mod svg;
mod table;
mod theme;

pub use basement_survey::study::{Color, Language, Palette, Print, ReportFormat};
pub use claims::ENOUGH_FLOORS;
pub use drawing::{Anchor, Drawing, Geometry, Mark};
pub use error::ReportError;
pub use figure::Figure;
pub use figures::{ablation_figure, bridge_figure, census_figure, evidence_figure, measure_figure};
pub use files::figure_file;
pub use floor_figure::{FloorPicture, rooms_in_words};
pub use options::ReportOptions;
pub use posterior_figure::posterior_figure;
pub use print::check_print;
pub use quantity::{OwnMeasure, check_measure_name};
pub use report::{ReportFiles, check_folder, check_report, write_census, write_report};
pub use room_figure::{RoomSheet, room_figure};
pub use run_figure::run_figure;
pub use sections::{check_figure_name, figure_named, figures};
pub use table::Table;
pub use theme::{Paint, map_colors};

/// The README's example, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
