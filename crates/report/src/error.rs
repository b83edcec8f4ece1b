//! What can go wrong in a report.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use basement_survey::SurveyError;
use basement_survey::study::{Color, ReportFormat};
use thiserror::Error;

/// The widths that PNGs can have, in pixels: readable, and no larger than two columns of a journal at
/// 600 dots an inch.
pub(crate) const PNG_WIDTHS: RangeInclusive<u32> = 200..=4200;

/// Why a report could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The survey behind it failed.
    #[error(transparent)]
    Survey(#[from] SurveyError),
    /// A picture could not be drawn or rendered.
    #[error("a figure cannot be drawn: {0}")]
    Drawing(String),
    /// A PNG could not be encoded.
    #[error("a PNG cannot be written: {0}")]
    Png(png::EncodingError),
    /// A file could not be written; the error names it.
    #[error(transparent)]
    Write(#[from] std::io::Error),
    /// A folder could not be made, or a file of an earlier report not removed.
    #[error("{path} cannot be written: {error}")]
    File {
        /// The folder or file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A file that no report wrote has the name of a file that this one would write.
    #[error(
        "{} is not of an earlier report, and this one would write over it: name another folder, or move it",
        .0.display()
    )]
    Foreign(PathBuf),
    /// A file has the name of the folder that is to be written to.
    #[error("{} is a file: name a folder", .0.display())]
    NotAFolder(PathBuf),
    /// A figure was asked for that the study does not have: its name, and the names of those that it has.
    #[error(
        "there is no figure `{}`: this study has {}, and those of one measure against another, such as \
         `boss_distance-by-rooms`",
        .0, .1.join(", ")
    )]
    UnknownFigure(String, Vec<String>),
    /// A custom measure has this name, which cannot be that of a file.
    #[error("`measures` cannot have the name `{0}`: give letters, digits, spaces, `_` and `-`")]
    MeasureName(String),
    /// A custom measure has this name, which a listed measure, another custom measure or a file of
    /// the report has.
    #[error("`measures` cannot have the name `{0}`: it is taken, so give another")]
    TakenName(String),
    /// A width of PNGs, in pixels, that cannot be drawn well.
    #[error(
        "`width = {}` is not a valid picture width: give {} to {} pixels",
        .0, PNG_WIDTHS.start(), PNG_WIDTHS.end()
    )]
    Width(u32),
    /// A figure was asked for as a page, in this format.
    #[error("a figure is not a page: give svg, png or csv, not {0:?}")]
    NotOfAFigure(ReportFormat),
    /// A print width that gives too few or too many pixels.
    #[error(
        "a picture of {width_mm} mm at {dpi} dpi has {pixels} pixels, not {} to {}: give another `width_mm` or `dpi`",
        PNG_WIDTHS.start(), PNG_WIDTHS.end()
    )]
    PrintWidth {
        /// The width given, in millimetres.
        width_mm: f64,
        /// The pixels per inch.
        dpi: u32,
        /// The resulting width in pixels.
        pixels: f64,
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
    /// Two series would have this colour in every figure.
    #[error("`{0}` and `{1}` both have the colour {2}: give one of them another `color`")]
    RepeatedColor(String, String, Color),
    /// Two series would have greys that are hard to distinguish.
    #[error(
        "`{0}` and `{1}` look alike in grey: give one of them a lighter or a darker `color`, or leave \
         `palette` out"
    )]
    AlikeInGrey(String, String),
    /// The manifest could not be written as JSON.
    #[error("the manifest cannot be written: {0}")]
    Json(serde_json::Error),
}

// These messages contain their causes, so the causes are not the errors' sources.
impl From<png::EncodingError> for ReportError {
    fn from(error: png::EncodingError) -> Self {
        Self::Png(error)
    }
}

impl From<serde_json::Error> for ReportError {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error)
    }
}
