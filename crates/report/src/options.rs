//! What a report is asked for.

use std::sync::Arc;

use basement_gamelog::Evidence;
use basement_survey::bridge::BridgeRun;
use basement_survey::census::{Census, CensusError};
use basement_survey::study::ReportFormat;
use sha2::{Digest, Sha256};

use crate::quantity::OwnMeasure;

/// What a report writes.
///
/// ```
/// use basement_report::ReportOptions;
///
/// let options = ReportOptions::new("cargo run --example mine").only(["typical-floors", "likeness"]);
/// assert_eq!(options.only, ["typical-floors", "likeness"]);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ReportOptions {
    /// The command that makes it again, for the manifest and the pages.
    pub command: String,
    /// The kinds of files to write; those that the study names, or all, when empty.
    pub formats: Vec<ReportFormat>,
    /// The names of the figures to write, as [`figure_named`](crate::figure_named) takes them; those
    /// that the study names, or all, when empty.
    pub only: Vec<String>,
    /// The width of the PNGs in pixels; what the study says, or two pixels a point, when left
    /// out.
    pub width: Option<u32>,
    /// A census to tell of in the article.
    pub census: Option<Arc<Census>>,
    /// The SHA-256 of the census file in hexadecimal, for the manifest; `None` if it did not come
    /// from a file.
    pub census_sha256: Option<String>,
    /// A bridge between the games to tell of in the article.
    pub bridge: Option<Arc<BridgeRun>>,
    /// Floors that the real game logged, to compare the engine with.
    pub evidence: Option<Arc<Evidence>>,
    /// Custom measures, each with a figure, its words and its data.
    pub measures: Vec<OwnMeasure>,
    /// Where the repository's `docs` folder lies, seen from the report's folder, without a
    /// slash at the end. Rules are links to it; without it they are named.
    pub docs: Option<String>,
    /// Where the page of the lab lies, seen from the report's folder. The article's sections lead
    /// to it; without it they do not.
    pub lab: Option<String>,
}

impl ReportOptions {
    /// All figures, with SVG and HTML. `command` is what makes the report again.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Self { command: command.to_owned(), ..Self::default() }
    }

    /// The same with these kinds of files only, beside the manifest.
    #[must_use]
    pub fn formats(self, formats: impl Into<Vec<ReportFormat>>) -> Self {
        Self { formats: formats.into(), ..self }
    }

    /// The same with PNGs of this many pixels across.
    #[must_use]
    pub fn width(self, width: u32) -> Self {
        Self { width: Some(width), ..self }
    }

    /// The same with these figures only.
    #[must_use]
    pub fn only<'a>(self, names: impl IntoIterator<Item = &'a str>) -> Self {
        Self { only: names.into_iter().map(str::to_owned).collect(), ..self }
    }

    /// The same with a custom measure beside the others.
    #[must_use]
    pub fn measure(mut self, measure: OwnMeasure) -> Self {
        self.measures.push(measure);
        self
    }

    /// The same with a bridge between the games, which says which rule makes which difference.
    #[must_use]
    pub fn bridge(self, bridge: Arc<BridgeRun>) -> Self {
        Self { bridge: Some(bridge), ..self }
    }

    /// The same with floors that the real game logged.
    #[must_use]
    pub fn evidence(self, evidence: Arc<Evidence>) -> Self {
        Self { evidence: Some(evidence), ..self }
    }

    /// The same with a census to tell of.
    #[must_use]
    pub fn census(self, census: Arc<Census>) -> Self {
        Self { census: Some(census), ..self }
    }

    /// The same with the census of a file that has these bytes.
    ///
    /// # Errors
    ///
    /// [`CensusError`] when they are not a census.
    pub fn census_file(self, bytes: &[u8]) -> Result<Self, CensusError> {
        let census = Arc::new(Census::from_json(bytes)?);
        Ok(Self { census: Some(census), census_sha256: Some(hexadecimal(bytes)), ..self })
    }

    /// The same with links to the rules page, which lies in this folder as seen from the
    /// report's.
    #[must_use]
    pub fn docs(self, docs: &str) -> Self {
        Self { docs: Some(docs.to_owned()), ..self }
    }

    /// The same with links to the page of the lab, whose path is given as seen from the report's
    /// folder.
    #[must_use]
    pub fn lab(self, lab: &str) -> Self {
        Self { lab: Some(lab.to_owned()), ..self }
    }
}

/// The SHA-256 of some bytes, in hexadecimal.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
