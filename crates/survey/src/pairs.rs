//! Two measures at once: the expressive range of a generator.

pub use crate::ranked_pairs::{RankedPair, rank_pairs};

use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};

use crate::measure::{
    BOSS_DISTANCE, COMPACTNESS, CRITICAL_SHARE, DEAD_ENDS, Measure, RINGS, ROOMS, RawValues,
    SECRET_NEIGHBOURS,
};
use crate::statistics::{Interval, normal_interval};

/// One axis of a pair: a measure, and how many of its raw values share a bin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PairAxis {
    /// The measure.
    pub measure: &'static Measure,
    /// Raw values per bin. Values beyond [`Measure::most`] are counted in the last bin.
    pub width: u32,
}

/// Two measures that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pair {
    /// The horizontal axis.
    pub x: PairAxis,
    /// The vertical axis.
    pub y: PairAxis,
}

const fn axis(measure: &'static Measure) -> PairAxis {
    PairAxis { measure, width: 1 }
}

/// Shares are counted in bins of 0.05.
const fn share(measure: &'static Measure) -> PairAxis {
    PairAxis { measure, width: 50 }
}

/// The pairs that every summary counts: the three expressive ranges, then the remaining pairs of five
/// measures.
pub static PAIRS: [Pair; 11] = [
    Pair { x: share(CRITICAL_SHARE), y: share(COMPACTNESS) },
    Pair { x: axis(ROOMS), y: axis(BOSS_DISTANCE) },
    Pair { x: axis(RINGS), y: axis(DEAD_ENDS) },
    Pair { x: axis(ROOMS), y: axis(DEAD_ENDS) },
    Pair { x: axis(ROOMS), y: axis(SECRET_NEIGHBOURS) },
    Pair { x: axis(ROOMS), y: axis(RINGS) },
    Pair { x: axis(DEAD_ENDS), y: axis(BOSS_DISTANCE) },
    Pair { x: axis(DEAD_ENDS), y: axis(SECRET_NEIGHBOURS) },
    Pair { x: axis(BOSS_DISTANCE), y: axis(SECRET_NEIGHBOURS) },
    Pair { x: axis(BOSS_DISTANCE), y: axis(RINGS) },
    Pair { x: axis(SECRET_NEIGHBOURS), y: axis(RINGS) },
];

impl PairAxis {
    /// How many bins the measure's range has.
    #[must_use]
    pub const fn bins(&self) -> usize {
        (self.measure.most / self.width) as usize + 1
    }

    #[inline]
    fn bin(&self, values: &RawValues) -> Option<usize> {
        let value = (*values.get(self.measure.place)?)?.min(self.measure.most);
        // Most axes need no division.
        let bin = if self.width == 1 { value } else { value / self.width };
        Some(bin as usize)
    }
}

/// How often each pair of bins occurred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairCounts {
    columns: NonZeroUsize,
    counts: Vec<u64>,
}

impl PairCounts {
    /// All counts zero.
    #[must_use]
    pub fn new(pair: &Pair) -> Self {
        let columns = NonZeroUsize::new(pair.x.bins()).unwrap_or(NonZeroUsize::MIN);
        Self { columns, counts: vec![0; columns.get() * pair.y.bins()] }
    }

    /// Whether the counts have the bins of a pair.
    pub(crate) fn are_of(&self, pair: &Pair) -> bool {
        self.columns.get() == pair.x.bins() && self.counts.len() == pair.x.bins() * pair.y.bins()
    }

    /// Counts a floor whose values are given in the order of the measures, if it
    /// has both.
    #[inline]
    pub(crate) fn add(&mut self, pair: &Pair, values: &RawValues) {
        if let (Some(x), Some(y)) = (pair.x.bin(values), pair.y.bin(values)) {
            self.counts[y * self.columns.get() + x] += 1;
        }
    }

    /// Adds `count` to a pair of bins. Returns whether there are such bins.
    pub(crate) fn add_count(&mut self, (x, y): (usize, usize), count: u64) -> bool {
        let place =
            y.checked_mul(self.columns.get()).map_or(usize::MAX, |row| row.saturating_add(x));
        let slot = self.counts.get_mut(place).filter(|_| x < self.columns.get());
        slot.map(|slot| *slot = slot.saturating_add(count)).is_some()
    }

    /// Adds the counts of all its bins, row by row, and sets them to 0 in `counts`.
    pub(crate) fn take_from(&mut self, counts: &mut [u32]) {
        for (count, more) in self.counts.iter_mut().zip(counts) {
            *count += u64::from(std::mem::take(more));
        }
    }

    /// Adds the counts of other floors, of the same pair.
    pub fn merge(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// The bins that occurred, as (x, y, count).
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize, u64)> + '_ {
        let counted = self.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        counted.map(|(place, count)| (place % self.columns, place / self.columns, *count))
    }

    /// The sum of all counts.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().fold(0, |total, count| total.saturating_add(*count))
    }

    /// The share that two generators have in common: the sum over all bins of the smaller of both
    /// shares, 0 to 1, with its 95 % interval (normal; assumes that the smaller of the two is
    /// known in each bin). If one of them has no floor, it is 0, and the interval 0 to 1.
    #[must_use]
    pub fn overlap(&self, other: &Self) -> Interval {
        let (left, right) = (self.total() as f64, other.total() as f64);
        if left == 0.0 || right == 0.0 {
            return Interval { estimate: 0.0, lower: 0.0, upper: 1.0 };
        }
        // What each side contributes to the sum: a binomial share of its own floors.
        let (mut from_left, mut from_right) = (0.0, 0.0);
        for (a, b) in self.counts.iter().zip(&other.counts) {
            let (a, b) = (*a as f64 / left, *b as f64 / right);
            if a <= b {
                from_left += a;
            } else {
                from_right += b;
            }
        }
        let variance =
            from_left * (1.0 - from_left) / left + from_right * (1.0 - from_right) / right;
        normal_interval(from_left + from_right, variance.max(0.0).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts of (x, y, count).
    fn counts(bins: &[(usize, usize, u64)]) -> PairCounts {
        let mut counts = PairCounts::new(&PAIRS[1]);
        assert!(bins.iter().all(|(x, y, count)| counts.add_count((*x, *y), *count)));
        counts
    }

    #[test]
    fn the_overlap_is_the_sum_of_the_smaller_shares() {
        // Shares of 0.5, 0.25, 0.25 against 0.25, 0.25, 0.5 in another bin.
        let left = counts(&[(8, 3, 50), (9, 3, 25), (9, 4, 25)]);
        let right = counts(&[(8, 3, 100), (9, 3, 100), (10, 4, 200)]);
        let overlap = left.overlap(&right);
        assert_eq!(overlap.estimate, 0.5);
        assert_eq!(right.overlap(&left).estimate, 0.5);
        // Each side contributes a quarter of its floors: 0.25 * 0.75 of 100 and of 400.
        let half = 1.959_964 * (0.1875_f64 / 100.0 + 0.1875 / 400.0).sqrt();
        assert!((overlap.half() - half).abs() < 1e-6);
    }

    #[test]
    fn the_overlap_is_1_with_itself_and_0_with_disjoint_counts() {
        let one = counts(&[(8, 3, 5), (9, 4, 5)]);
        assert_eq!(one.overlap(&one), Interval { estimate: 1.0, lower: 1.0, upper: 1.0 });
        let other = counts(&[(8, 4, 7)]);
        assert_eq!(one.overlap(&other), Interval { estimate: 0.0, lower: 0.0, upper: 0.0 });
        let none = PairCounts::new(&PAIRS[1]);
        assert!(one.overlap(&none).contains(1.0), "nothing is known");
    }
}
