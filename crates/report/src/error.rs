//! What can go wrong in a report.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use basement_survey::SurveyError;
use basement_survey::study::{Color, ReportFormat};
use thiserror::Error;

/// The widths that PNGs can have, in pixels: readable, and no larger than two columns of a journal at
/// 600 dots an inch.
pub const PNG_WIDTHS: RangeInclusive<u32> = 200..=4200;

/// Why a report could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The survey behind it failed.
    #[error(transparent)]
    Survey(#[from] SurveyError),
    /// plotters could not draw.
    #[error("a figure cannot be drawn: {0}")]
    Drawing(String),
    /// A PNG could not be encoded.
    #[error("a PNG cannot be written: {0}")]
    Png(#[from] png::EncodingError),
    /// A file could not be written; the error names it.
    #[error(transparent)]
    Write(#[from] std::io::Error),
    /// A folder could not be made.
    #[error("{path} cannot be written: {source}")]
    File {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file that no report wrote has the name of a file that this one would write.
    #[error(
        "{} is not of an earlier report, and this one would write over it: name another folder, or move it",
        path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A file has the name of the report's folder.
    #[error("{} is a file: name a folder for the report", path.display())]
    NotAFolder {
        /// The file.
        path: PathBuf,
    },
    /// A figure was asked for that the study does not have.
    #[error(
        "there is no figure `{name}`: this study has {}, and those of one measure against another, such as \
         `boss_distance-by-rooms`",
        there.join(", ")
    )]
    UnknownFigure {
        /// The name that was asked for.
        name: String,
        /// The names of the figures that the study has.
        there: Vec<String>,
    },
    /// A width of PNGs that cannot be drawn well.
    #[error(
        "`width = {given}` is not a valid picture width: give {} to {} pixels",
        PNG_WIDTHS.start(), PNG_WIDTHS.end()
    )]
    Width {
        /// The width given, in pixels.
        given: u32,
    },
    /// A figure was asked for as a page.
    #[error("a figure is not a page: give svg, png or csv, not {format:?}")]
    NotOfAFigure {
        /// The format.
        format: ReportFormat,
    },
    /// A print width that gives too few or too many pixels.
    #[error(
        "`width_mm = {width_mm}` at `dpi = {dpi}` is {pixels} pixels: give what makes {} to {}",
        PNG_WIDTHS.start(), PNG_WIDTHS.end()
    )]
    PrintWidth {
        /// The width given, in millimetres.
        width_mm: f64,
        /// The pixels per inch.
        dpi: u32,
        /// The resulting width in pixels.
        pixels: u32,
    },
    /// A width in pixels was given beside one for print.
    #[error(
        "`width` is given beside `[print]`, whose `width_mm` and `dpi` say it: leave `width` out"
    )]
    TwoWidths,
    /// A figure cannot be printed so narrow: its type would be smaller than 6 points.
    #[error(
        "the type of `{name}` would be smaller than 6 points at `width_mm = {width_mm}`: give {least_mm} or \
         more"
    )]
    SmallType {
        /// The figure.
        name: String,
        /// The width given, in millimetres.
        width_mm: f64,
        /// The least width, in millimetres.
        least_mm: f64,
    },
    /// Two series would have one colour in every figure.
    #[error("`{x}` and `{y}` both have the colour {color}: give one of them another `color`")]
    RepeatedColor {
        /// The first series.
        x: String,
        /// The second.
        y: String,
        /// Their colour.
        color: Color,
    },
    /// Two series would have greys that are hard to distinguish.
    #[error(
        "`{x}` and `{y}` look alike in grey: give one of them a lighter or a darker `color`, or leave \
         `palette` out"
    )]
    AlikeInGrey {
        /// The first series.
        x: String,
        /// The second.
        y: String,
    },
    /// The manifest could not be written as JSON.
    #[error("the manifest cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}
