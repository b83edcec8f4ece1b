//! Which measures are asked for.

use std::fmt;
use std::str::FromStr;

use basement_floors::RequestError;

use crate::measure::{MEASURES, Measure};
use crate::needs::Needs;

/// A set of measures that are asked for. Only what they need is computed.
///
/// ```
/// use basement_survey::{MeasureSet, measure};
///
/// let asked: MeasureSet = "rings,boss_distance".parse()?;
/// assert!(asked.contains(measure::RINGS) && !asked.contains(measure::ROOMS));
/// assert_eq!(asked, [measure::BOSS_DISTANCE, measure::RINGS].into_iter().collect());
/// assert_eq!(MeasureSet::default(), MeasureSet::ALL);
/// # Ok::<(), basement_floors::RequestError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MeasureSet {
    /// Bit n is the measure whose place in [`MEASURES`] is n.
    bits: u64,
}

const _: () = assert!(MEASURES.len() <= u64::BITS as usize, "a set of measures has a bit for each");

impl MeasureSet {
    /// All measures.
    pub const ALL: Self = Self { bits: u64::MAX >> (u64::BITS as usize - MEASURES.len()) };
    /// No measure: only floors, kinds of rooms and bosses are counted.
    pub const NONE: Self = Self { bits: 0 };

    /// Whether a measure is in it.
    #[must_use]
    pub const fn contains(self, measure: &Measure) -> bool {
        self.bits >> measure.place & 1 == 1
    }

    /// Whether every measure is in it.
    #[must_use]
    pub const fn is_all(self) -> bool {
        self.bits == Self::ALL.bits
    }

    /// The set with one more measure.
    #[must_use]
    pub const fn with(self, measure: &Measure) -> Self {
        Self { bits: self.bits | 1 << measure.place }
    }

    /// The measures that both sets have.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self { bits: self.bits & other.bits }
    }

    /// Its measures, in the order of [`MEASURES`].
    pub fn iter(self) -> impl Iterator<Item = &'static Measure> {
        let mut left = self.bits;
        std::iter::from_fn(move || {
            let place = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            MEASURES.get(place)
        })
    }

    /// Those of its measures that a [`FloorRecord`](crate::record::FloorRecord) has
    /// ([`Measure::is_of_records`]).
    #[must_use]
    pub fn of_records(self) -> Self {
        self.iter().filter(|measure| measure.is_of_records()).collect()
    }

    /// What must be known of a floor before its measures can be read.
    pub(crate) fn needs(self) -> Needs {
        self.iter().fold(Needs::ROOMS, |needs, measure| needs.and(measure.needs))
    }
}

/// All measures.
impl Default for MeasureSet {
    fn default() -> Self {
        Self::ALL
    }
}

impl FromIterator<&'static Measure> for MeasureSet {
    fn from_iter<I: IntoIterator<Item = &'static Measure>>(measures: I) -> Self {
        measures.into_iter().fold(Self::NONE, |set, measure| set.with(measure))
    }
}

/// Reads comma-separated names.
impl FromStr for MeasureSet {
    type Err = RequestError;

    /// Reads comma-separated names. The error for an unknown name names the nearest one.
    fn from_str(names: &str) -> Result<Self, RequestError> {
        names.split(',').map(|name| name.trim().parse::<&Measure>()).collect()
    }
}

/// The names of its measures, separated by commas.
impl fmt::Display for MeasureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(|measure| measure.name).collect();
        f.write_str(&names.join(","))
    }
}

impl fmt::Debug for MeasureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|measure| measure.name)).finish()
    }
}
