//! A typical floor: the one whose measures are nearest the medians.

use rayon::iter::{IntoParallelIterator, ParallelExtend, ParallelIterator};

use crate::analysis::Analysis;
use crate::group::GroupResult;
use crate::measure::{self, Measure};

/// The measures that [`GroupResult::typical_floor`] uses.
pub static TYPICAL_MEASURES: [&Measure; 6] = [
    measure::ROOMS,
    measure::DEAD_ENDS,
    measure::BOSS_DISTANCE,
    measure::RINGS,
    measure::LARGE_ROOMS,
    measure::SECRET_NEIGHBOURS,
];

/// The difference, in standard deviations, for a floor without the room that a measure is about: far
/// from usual.
const MISSING: f64 = 9.0;

/// What is usual for the floors of a group in one measure.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Median {
    /// The measure.
    pub measure: &'static Measure,
    /// Its median over all floors.
    pub median: f64,
    /// Its standard deviation over all floors; more than 0.
    pub deviation: f64,
}

/// A floor, and how far it is from the medians.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct NearFloor {
    /// Its number: a seed, or a line of the file.
    pub number: u64,
    /// The sum of its differences from the medians, each divided by the standard deviation.
    pub distance: f64,
}

/// How far a floor is from the medians: the sum of its differences from them, each divided by the
/// measure's standard deviation. A measure that the floor does not have counts as 9.
#[must_use]
pub fn distance_from_medians(medians: &[Median], analysis: &Analysis) -> f64 {
    let part = |Median { measure, median, deviation }: &Median| {
        measure.of(analysis).map_or(MISSING, |value| (value - median).abs() / deviation)
    };
    medians.iter().map(part).sum()
}

/// Sorts the nearest first; of floors that are equally near, the one with the lower number.
fn sort(floors: &mut [NearFloor]) {
    floors.sort_unstable_by(|a, b| a.distance.total_cmp(&b.distance).then(a.number.cmp(&b.number)));
}

impl GroupResult {
    /// The medians of [`TYPICAL_MEASURES`] over all its floors, without the measures that do not
    /// vary.
    #[must_use]
    pub fn medians(&self) -> Vec<Median> {
        let median = |measure: &&'static Measure| {
            let values = self.summary.values(measure);
            let deviation = values.standard_deviation().filter(|it| *it > 0.0)?;
            Some(Median { measure, median: values.quantile(0.5)?, deviation })
        };
        TYPICAL_MEASURES.iter().filter_map(median).collect()
    }

    /// The first `among` floors, the nearest to the medians first.
    ///
    /// The distance is the sum of the differences from the [`medians`](Self::medians), each
    /// divided by the measure's standard deviation. Of floors that are equally near, the one
    /// with the lower number comes first.
    #[must_use]
    pub fn nearest_floors(&self, among: usize) -> Vec<NearFloor> {
        let medians = self.medians();
        let near = |number: u64| {
            let distance = distance_from_medians(&medians, &self.floor(number)?.analysis());
            Some(NearFloor { number, distance })
        };
        let numbers = self.numbers();
        let (mut next, end) = (numbers.start, numbers.end);
        let mut floors: Vec<NearFloor> = Vec::new();
        // If a generator gave up, later floors replace the missing ones.
        while floors.len() < among && next < end {
            let until = end.min(next.saturating_add((among - floors.len()) as u64));
            floors.par_extend((next..until).into_par_iter().filter_map(near));
            next = until;
        }
        sort(&mut floors);
        floors
    }

    /// The number of the floor that is nearest to the medians: the first of
    /// [`nearest_floors`](Self::nearest_floors).
    #[must_use]
    pub fn typical_floor(&self, among: usize) -> Option<u64> {
        self.nearest_floors(among).first().map(|floor| floor.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equally_near_floors_are_in_the_order_of_their_numbers() {
        let near = |number, distance| NearFloor { number, distance };
        let mut floors = [near(7, 1.0), near(9, 0.5), near(3, 1.0), near(4, 0.5)];
        sort(&mut floors);
        assert_eq!(floors.map(|floor| floor.number), [4, 9, 3, 7]);
    }
}
