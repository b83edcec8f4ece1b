//! What is counted on floors: a built-in measure or a custom one.

use std::fmt;
use std::sync::Arc;

use basement_survey::study::GroupFloor;
use basement_survey::{MEASURES, Measure, measure};

use crate::error::ReportError;

/// A custom measure: a report has its figure, its words and its CSV beside those of the built-in
/// measures.
///
/// ```
/// use basement_report::OwnMeasure;
///
/// use basement_survey::measure;
///
/// let definition = "Rooms of the plan that are not dead ends";
/// let others = OwnMeasure::new("other_rooms", "rooms", definition, |floor| {
///     let analysis = floor.analysis();
///     Some(measure::ROOMS.raw_of(&analysis)? - measure::DEAD_ENDS.raw_of(&analysis)?)
/// });
/// assert_eq!(others.name, "other_rooms");
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct OwnMeasure {
    /// Its name, in snake case: the name of its figure and files, and what it counts, in the
    /// plural. It must [be valid](check_measure_name), and no listed measure may have it.
    pub name: String,
    /// Its unit, in the plural.
    pub unit: String,
    /// Its definition, in one line.
    pub definition: String,
    read: Arc<Read>,
}

/// Reads a value from a floor; `None` if the floor has none.
type Read = dyn Fn(&GroupFloor) -> Option<u32> + Send + Sync;

impl OwnMeasure {
    /// A measure that `read` counts on a floor; `None` if the floor has no such value.
    #[must_use]
    pub fn new(
        name: &str,
        unit: &str,
        definition: &str,
        read: impl Fn(&GroupFloor) -> Option<u32> + Send + Sync + 'static,
    ) -> Self {
        let [name, unit, definition] = [name, unit, definition].map(str::to_owned);
        Self { name, unit, definition, read: Arc::new(read) }
    }

    /// The name of its figure, which the figure's files also have: its own name with `-` instead of
    /// `_` and of spaces.
    #[must_use]
    pub fn figure_name(&self) -> String {
        figure_name(&self.name)
    }

    /// The value of a floor.
    pub(crate) fn read(&self, floor: &GroupFloor) -> Option<u32> {
        (self.read)(floor)
    }
}

impl fmt::Debug for OwnMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnMeasure").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The name of a measure's figure.
pub(crate) fn figure_name(measure: &str) -> String {
    measure.replace(['_', ' '], "-")
}

/// Checks the name of a custom measure: whether files can have it, and whether one of the names that are
/// `taken` has the same files.
///
/// ```
/// use basement_report::check_measure_name;
///
/// assert!(check_measure_name("corridors", &["rooms"]).is_ok());
/// assert!(check_measure_name("rooms", &["rooms"]).is_err());
/// assert!(check_measure_name("../corridors", &[]).is_err());
/// ```
///
/// # Errors
///
/// [`ReportError::MeasureName`] if it has other characters than letters, digits, spaces, `_` and `-`, or
/// none; [`ReportError::TakenName`] if it is taken.
pub fn check_measure_name(name: &str, taken: &[&str]) -> Result<(), ReportError> {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(ReportError::MeasureName(name.to_owned()));
    }
    let figure = figure_name(name);
    match taken.iter().any(|taken| figure_name(taken) == figure) {
        true => Err(ReportError::TakenName(name.to_owned())),
        false => Ok(()),
    }
}

/// Checks the names of custom measures: no two may be the same, and none that of a listed measure or of
/// another file of the report.
pub(crate) fn check_names(own: &[OwnMeasure], files: &[&str]) -> Result<(), ReportError> {
    let mut taken: Vec<&str> = MEASURES.iter().map(|measure| measure.name).collect();
    taken.extend(files);
    for measure in own {
        check_measure_name(&measure.name, &taken)?;
        taken.push(&measure.name);
    }
    Ok(())
}

/// What a frame counts.
#[derive(Clone, Copy)]
pub(crate) enum Quantity<'a> {
    Listed(&'static Measure),
    Own(&'a OwnMeasure),
}

impl From<&'static Measure> for Quantity<'_> {
    fn from(measure: &'static Measure) -> Self {
        Self::Listed(measure)
    }
}

impl Quantity<'_> {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Listed(measure) => measure.name,
            Self::Own(own) => &own.name,
        }
    }

    pub(crate) fn unit(&self) -> &str {
        match self {
            // A step leads through a door: pages use one word for both.
            Self::Listed(measure) if measure.unit == "steps" => "doors",
            Self::Listed(measure) => measure.unit,
            Self::Own(own) => &own.unit,
        }
    }

    pub(crate) fn definition(&self) -> &str {
        match self {
            Self::Listed(measure) => measure.definition,
            Self::Own(own) => &own.definition,
        }
    }

    /// The measure whose steps its values are counted in. Custom measures are whole numbers, like rooms.
    pub(crate) const fn steps(&self) -> &'static Measure {
        match self {
            Self::Listed(measure) => measure,
            Self::Own(_) => measure::ROOMS,
        }
    }
}
