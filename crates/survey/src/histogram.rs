//! Counts of a measure's values.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Values below this are counted in a flat array.
pub(crate) const DENSE: u32 = 4096;

/// How often one value came up, and the first seed that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Bin {
    /// How many floors have the value.
    pub count: u64,
    /// The smallest seed number among them.
    pub witness: u64,
}

impl Bin {
    const EMPTY: Self = Self { count: 0, witness: u64::MAX };

    #[inline]
    fn merge(&mut self, other: Self) {
        self.count += other.count;
        if other.witness < self.witness {
            self.witness = other.witness;
        }
    }
}

/// How often each value of a measure came up. Values are the measure's raw whole numbers
/// ([`Measure::scale`](crate::Measure::scale)); [`Summary::values`](crate::Summary::values) has
/// them in its unit.
///
/// A histogram contains only counts, so merging is exact and does not depend on the order.
///
/// ```
/// use basement_survey::summary::Histogram;
///
/// let mut rooms = Histogram::default();
/// for (seed, value) in [(0, 7), (1, 8), (2, 8)] {
///     rooms.add(value, seed);
/// }
/// assert_eq!((rooms.count(8), rooms.witness(8), rooms.raw_minimum()), (2, Some(1), Some(7)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<u32, Bin>", into = "BTreeMap<u32, Bin>")]
pub struct Histogram {
    dense: Vec<Bin>,
    sparse: BTreeMap<u32, Bin>,
}

impl Histogram {
    /// Counts one value, from a seed number.
    #[inline]
    pub fn add(&mut self, value: u32, seed: u64) {
        let bin = Bin { count: 1, witness: seed };
        match self.dense.get_mut(value as usize) {
            Some(known) => known.merge(bin),
            None => self.merge_bin(value, bin),
        }
    }

    /// Adds the counts of another histogram.
    pub fn merge(&mut self, other: &Self) {
        for (value, bin) in other.bins() {
            self.merge_bin(value, bin);
        }
    }

    /// Adds the counts of a bin.
    #[cold]
    pub(crate) fn merge_bin(&mut self, value: u32, bin: Bin) {
        if value < DENSE {
            let place = value as usize;
            if place >= self.dense.len() {
                self.dense.resize(place + 1, Bin::EMPTY);
            }
            self.dense[place].merge(bin);
        } else {
            self.sparse.entry(value).or_insert(Bin::EMPTY).merge(bin);
        }
    }

    /// The raw values that came up, in order, with their counts.
    pub fn bins(&self) -> impl Iterator<Item = (u32, Bin)> + '_ {
        let dense = (0..).zip(self.dense.iter().copied());
        let sparse = self.sparse.iter().map(|(value, bin)| (*value, *bin));
        dense.chain(sparse).filter(|(_, bin)| bin.count > 0)
    }

    /// How often a value came up.
    #[must_use]
    pub fn count(&self, value: u32) -> u64 {
        let dense = self.dense.get(value as usize);
        dense.or_else(|| self.sparse.get(&value)).map_or(0, |bin| bin.count)
    }

    /// How many values were counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.sums().0
    }

    /// The least raw value that came up.
    #[must_use]
    pub fn raw_minimum(&self) -> Option<u32> {
        self.bins().next().map(|(value, _)| value)
    }

    /// The greatest raw value that came up.
    #[must_use]
    pub fn raw_maximum(&self) -> Option<u32> {
        self.bins().last().map(|(value, _)| value)
    }

    /// The sum of the raw values.
    #[must_use]
    pub fn raw_sum(&self) -> u128 {
        self.sums().1
    }

    /// The mean of the raw values; `None` when nothing was counted.
    #[must_use]
    pub fn raw_mean(&self) -> Option<f64> {
        let (total, sum, _) = self.sums();
        (total > 0).then(|| sum as f64 / total as f64)
    }

    /// The sample standard deviation (n - 1) of the raw values; `None` for fewer than two.
    #[must_use]
    pub fn raw_standard_deviation(&self) -> Option<f64> {
        let (total, sum, squares) = self.sums();
        (total > 1).then(|| {
            // n Σx² - (Σx)² in whole numbers: no cancellation. No sample is too large for them, but a file
            // can claim to be.
            let exact = squares.checked_mul(total.into()).zip(sum.checked_mul(sum));
            let numerator = exact.map_or_else(
                || squares as f64 * total as f64 - (sum as f64).powi(2),
                |(squares, square)| squares.saturating_sub(square) as f64,
            );
            (numerator.max(0.0) / (total as f64 * (total - 1) as f64)).sqrt()
        })
    }

    /// Number of values, their sum, the sum of their squares.
    fn sums(&self) -> (u64, u128, u128) {
        self.bins().fold((0_u64, 0_u128, 0_u128), |(total, sum, squares), (value, bin)| {
            let (value, count) = (u128::from(value), u128::from(bin.count));
            let squares = squares.saturating_add(value * value * count);
            (total.saturating_add(bin.count), sum.saturating_add(value * count), squares)
        })
    }

    /// The smallest raw value that at least a share `q` of the counted values do not exceed (the
    /// inverse of the distribution function).
    #[must_use]
    pub fn raw_quantile(&self, q: f64) -> Option<u32> {
        let total = self.total();
        let needed = ((q.clamp(0.0, 1.0) * total as f64).ceil() as u64).max(1);
        let mut below = 0;
        self.bins().find_map(|(value, bin)| {
            below = bin.count.saturating_add(below);
            (below >= needed).then_some(value)
        })
    }

    /// The smallest seed number that gave a value.
    #[must_use]
    pub fn witness(&self, value: u32) -> Option<u64> {
        let bin = self.dense.get(value as usize).or_else(|| self.sparse.get(&value));
        bin.filter(|bin| bin.count > 0).map(|bin| bin.witness)
    }
}

impl From<BTreeMap<u32, Bin>> for Histogram {
    fn from(bins: BTreeMap<u32, Bin>) -> Self {
        let mut histogram = Self::default();
        for (value, bin) in bins {
            histogram.merge_bin(value, bin);
        }
        histogram
    }
}

impl From<Histogram> for BTreeMap<u32, Bin> {
    fn from(histogram: Histogram) -> Self {
        histogram.bins().collect()
    }
}
