//! What is counted on floors: a built-in measure or a custom one.

use std::fmt;
use std::sync::Arc;

use basement_survey::study::GroupFloor;
use basement_survey::{Measure, measure};

/// A custom measure: a report has its figure, its words and its CSV beside those of the built-in
/// measures.
///
/// ```
/// use basement_report::OwnMeasure;
///
/// let definition = "Normal rooms of the plan that have two neighbours";
/// let corridors = OwnMeasure::new("corridors", "rooms", definition, |floor| {
///     let rooms = floor.analysis();
///     "degree_2_share".parse::<&basement_survey::Measure>().ok()?.raw_of(&rooms)
/// });
/// assert_eq!(corridors.name, "corridors");
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct OwnMeasure {
    /// Its name, in snake case: the name of its figure and files, and what it counts, in the
    /// plural.
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
