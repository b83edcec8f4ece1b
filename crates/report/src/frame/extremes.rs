//! The values of a census, and the floors that have the extreme ones.

use basement_floors::{Floor, Generator};
use basement_survey::census::Census;
use basement_survey::summary::Histogram;
use basement_survey::{Measure, measure};

use crate::lexicon::census::{is_of_layouts, run_of, seed_of};

/// A floor that has an extreme value.
pub(crate) struct Witness {
    pub(crate) value: u32,
    pub(crate) seed: String,
    pub(crate) floor: Option<Floor>,
}

/// One measure of the figure.
pub(crate) struct Row<'a> {
    pub(crate) measure: &'static Measure,
    pub(crate) values: &'a Histogram,
    pub(crate) least: Witness,
    pub(crate) greatest: Witness,
}

impl<'a> Row<'a> {
    /// The row of a measure that has more than one value.
    pub(crate) fn of(
        census: &'a Census,
        generator: Option<&dyn Generator>,
        measure: &'static Measure,
    ) -> Option<Self> {
        let values = census.counts().summary.histogram(measure);
        let (least, greatest) = (values.raw_minimum()?, values.raw_maximum()?);
        if least == greatest {
            return None;
        }
        let request = &census.address().request;
        let witness = |value: u32| {
            let number = values.witness(value)?;
            let seed = seed_of(census, number)?;
            let floor = generator.and_then(|generator| generator.generate(request, seed).ok());
            let seed = run_of(census, number)
                .map_or_else(|| format!("seed {number}"), |run| format!("run {run}"));
            Some(Witness { value, seed, floor })
        };
        Some(Self { measure, values, least: witness(least)?, greatest: witness(greatest)? })
    }
}

/// The measures of the rows. A layout has no boss yet: the way to its farthest room takes the place.
pub(crate) fn shown(census: &Census) -> [&'static Measure; 6] {
    let way = if is_of_layouts(census) { measure::ECCENTRICITY } else { measure::BOSS_DISTANCE };
    [
        measure::ROOMS,
        measure::DEAD_ENDS,
        measure::RINGS,
        way,
        measure::LARGE_ROOMS,
        measure::SECRET_NEIGHBOURS,
    ]
}
