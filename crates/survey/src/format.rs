//! The kinds of files that a report can have.

use serde::{Deserialize, Serialize};

/// A kind of file in a report, as in a study's `format`.
///
/// ```
/// use basement_survey::study::ReportFormat;
///
/// assert_eq!(serde_json::from_str::<ReportFormat>("\"png\"")?, ReportFormat::Png);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ReportFormat {
    /// Each figure's picture in pixels.
    Png,
    /// Each figure's picture in lines.
    Svg,
    /// Each figure's data.
    Csv,
    /// The page for a browser.
    Html,
    /// The page for a repository.
    Markdown,
}

impl ReportFormat {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Png, Self::Svg, Self::Csv, Self::Html, Self::Markdown];
}
