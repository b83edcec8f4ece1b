//! What figures show: tidy rows of a measure, built in or custom, for each series and level, and what else is
//! counted of a study, with the sentences that follow from it.

pub(crate) mod awards;
pub(crate) mod bins;
pub(crate) mod bridge;
pub(crate) mod by_level;
pub(crate) mod cells;
pub(crate) mod census;
pub(crate) mod chances;
pub(crate) mod curse;
pub(crate) mod distances;
pub(crate) mod drawn_floor;
pub(crate) mod effects;
pub(crate) mod evidence;
pub(crate) mod extremes;
pub(crate) mod growth;
pub(crate) mod level_floors;
pub(crate) mod pairs;
pub(crate) mod queue;
pub(crate) mod rings;
pub(crate) mod sample;
pub(crate) mod strips;
pub(crate) mod trend;
pub(crate) mod ways;

use std::borrow::Cow;

use basement_survey::study::GroupResult;
use basement_survey::summary::Histogram;
use basement_survey::{Comparison, Results, Values};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::quantity::Quantity;
use crate::series::{levels_of, shared_levels};

/// A custom measure is read on at most this many floors per series and level.
const OWN_FLOORS: usize = 5_000;

/// The counts of a measure, by series and level, without a curse.
pub(crate) struct Frame<'a> {
    pub(crate) quantity: Quantity<'a>,
    /// The series that have the measure.
    pub(crate) series: Vec<usize>,
    /// The levels that the first two series share, or those of a single series.
    pub(crate) levels: Vec<u8>,
    cells: Vec<LevelCounts<'a>>,
}

/// The counts of a series on a level.
pub(crate) struct LevelCounts<'a> {
    pub(crate) group: &'a GroupResult,
    quantity: Quantity<'a>,
    pub(crate) counts: Cow<'a, Histogram>,
}

impl<'a> Frame<'a> {
    /// The counts of some series on the levels that the first two share; `None` if no series has any.
    pub(crate) fn new(
        results: &'a Results,
        quantity: impl Into<Quantity<'a>>,
        series: &[usize],
    ) -> Option<Self> {
        let quantity = quantity.into();
        let levels = match results.study.series.len() {
            1 => levels_of(results, 0),
            _ => shared_levels(results, false),
        };
        let places = levels.iter().flat_map(|level| series.iter().map(|place| (*place, *level)));
        let groups: Vec<&GroupResult> =
            places.filter_map(|(place, level)| results.group(place, level, false)).collect();
        let cell = |group: &'a GroupResult| {
            let counts = counts(group, quantity);
            (counts.total() > 0).then_some(LevelCounts { group, quantity, counts })
        };
        let cells: Vec<LevelCounts<'a>> = groups.into_par_iter().filter_map(cell).collect();
        let has = |place: &usize| cells.iter().any(|cell| cell.group.series == *place);
        let series: Vec<usize> = series.iter().copied().filter(has).collect();
        (!series.is_empty()).then_some(Self { quantity, series, levels, cells })
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = &LevelCounts<'a>> {
        self.cells.iter()
    }

    pub(crate) fn cell(&self, series: usize, level: u8) -> Option<&LevelCounts<'a>> {
        self.cells().find(|it| it.group.series == series && it.group.request.level == level)
    }

    /// How many floors of each cell were looked at; `None` if all of them were.
    pub(crate) const fn count(&self) -> Option<u64> {
        match self.quantity {
            Quantity::Listed(_) => None,
            Quantity::Own(_) => Some(OWN_FLOORS as u64),
        }
    }

    /// The first two series compared, level by level.
    pub(crate) fn comparisons(&self, results: &Results) -> Vec<(u8, Comparison)> {
        let compared = |level: &u8| {
            let [x, y] = [self.cell(0, *level)?, self.cell(1, *level)?];
            let comparison = match self.quantity {
                Quantity::Listed(measure) => results.compare(x.group, y.group, measure)?,
                Quantity::Own(_) => Comparison::of(x.values(), y.values())?,
            };
            Some((*level, comparison))
        };
        self.levels.iter().filter_map(compared).collect()
    }
}

impl LevelCounts<'_> {
    pub(crate) fn values(&self) -> Values<'_> {
        Values::new(self.quantity.steps(), &self.counts)
    }
}

fn counts<'a>(group: &'a GroupResult, quantity: Quantity<'_>) -> Cow<'a, Histogram> {
    match quantity {
        Quantity::Listed(measure) => Cow::Borrowed(group.summary.histogram(measure)),
        Quantity::Own(own) => {
            let mut counts = Histogram::default();
            for (number, floor) in group.first_floors(OWN_FLOORS) {
                if let Some(value) = own.read(&floor) {
                    counts.add(value, number);
                }
            }
            Cow::Owned(counts)
        }
    }
}

/// A histogram that has each value on its number of floors.
#[cfg(test)]
pub(crate) fn histogram_of(bins: &[(u32, u64)]) -> Histogram {
    let mut counts = Histogram::default();
    let floors = bins.iter().flat_map(|(value, floors)| (0..*floors).map(|seed| (*value, seed)));
    floors.for_each(|(value, seed)| counts.add(value, seed));
    counts
}
