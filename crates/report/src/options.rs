//! The options of a report.

use std::sync::Arc;

use basement_gamelog::Evidence;
use basement_survey::bridge::BridgeRun;
use basement_survey::census::{Census, CensusError};
use basement_survey::sha256;
use basement_survey::study::ReportFormat;

use crate::quantity::OwnMeasure;

/// What a report writes.
///
/// ```
/// use basement_report::ReportOptions;
///
/// let options = ReportOptions::new("cargo run --example mine").only(["hero", "likeness"]);
/// assert_eq!(options.only, ["hero", "likeness"]);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ReportOptions {
    /// The command that reproduces it, for the manifest and the pages.
    pub command: String,
    /// The kinds of files to write; if empty, those that the study names, or all.
    pub formats: Vec<ReportFormat>,
    /// The names of the figures to write, as for [`figure_named`](crate::figure_named); if empty, those that
    /// the study names, or all.
    pub only: Vec<String>,
    /// The width of the PNGs in pixels; if `None`, the width that the study gives, or two pixels per point.
    pub width: Option<u32>,
    /// A census to include in the article.
    pub census: Option<Arc<Census>>,
    /// The SHA-256 of the census file in hexadecimal, for the manifest; `None` if it did not come
    /// from a file.
    pub census_sha256: Option<String>,
    /// A bridge between the games to include in the article.
    pub bridge: Option<Arc<BridgeRun>>,
    /// Floors that the real game logged, to compare the engine with.
    pub evidence: Option<Arc<Evidence>>,
    /// Custom measures, each with a figure, its words and its data.
    pub measures: Vec<OwnMeasure>,
    /// The path of the repository's `docs` folder, relative to the report's folder, without a slash at the
    /// end. With it, rules are links; without it, they are only named.
    pub docs: Option<String>,
    /// The path of the lab's page, relative to the report's folder. With it, the article's sections link to
    /// the lab.
    pub lab: Option<String>,
}

impl ReportOptions {
    /// All figures in all formats, unless the study names some. `command` reproduces the report.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Self { command: command.to_owned(), ..Self::default() }
    }

    /// Writes only these kinds of files, besides the manifest.
    #[must_use]
    pub fn formats(self, formats: impl Into<Vec<ReportFormat>>) -> Self {
        Self { formats: formats.into(), ..self }
    }

    /// Writes only these figures.
    #[must_use]
    pub fn only<'a>(self, names: impl IntoIterator<Item = &'a str>) -> Self {
        Self { only: names.into_iter().map(str::to_owned).collect(), ..self }
    }

    /// Adds a custom measure.
    #[must_use]
    pub fn measure(mut self, measure: OwnMeasure) -> Self {
        self.measures.push(measure);
        self
    }

    /// Adds a bridge between the games, which says which rule makes which difference.
    #[must_use]
    pub fn bridge(self, bridge: Arc<BridgeRun>) -> Self {
        Self { bridge: Some(bridge), ..self }
    }

    /// Adds floors that the real game logged.
    #[must_use]
    pub fn evidence(self, evidence: Arc<Evidence>) -> Self {
        Self { evidence: Some(evidence), ..self }
    }

    /// Adds the census of a file with these bytes.
    ///
    /// # Errors
    ///
    /// [`CensusError`] if they are not a census.
    pub fn census_file(self, bytes: &[u8]) -> Result<Self, CensusError> {
        let census = Arc::new(Census::from_json(bytes)?);
        Ok(Self { census: Some(census), census_sha256: Some(sha256(bytes)), ..self })
    }

    /// Links rules to the rules page in this folder, given relative to the report's folder.
    #[must_use]
    pub fn docs(self, docs: &str) -> Self {
        Self { docs: Some(docs.to_owned()), ..self }
    }

    /// Links sections to the lab's page, whose path is given relative to the report's folder.
    #[must_use]
    pub fn lab(self, lab: &str) -> Self {
        Self { lab: Some(lab.to_owned()), ..self }
    }
}
