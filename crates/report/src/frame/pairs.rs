//! Two measures of the floors of two series, in bins.

use basement_survey::Measure;
use basement_survey::study::{GroupResult, Origin};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::lexicon::{capital, title_of};
use crate::number::fixed;
use crate::panel::planes::Bins;

/// Floors of each series: of a generator, and of a file.
const FLOORS: [usize; 2] = [20_000, 1_000];

/// The most bins of a measure.
const MOST: u32 = 16;

/// Both measures on the first floors of a group that have them.
pub(crate) fn values(group: &GroupResult, measures: [&'static Measure; 2]) -> Vec<[u32; 2]> {
    let count = FLOORS[usize::from(matches!(group.origin, Origin::File(_)))];
    let numbers: Vec<u64> = group.first_numbers(count).collect();
    let value = |number: u64| {
        let analysis = group.floor(number)?.analysis();
        let [x, y] = measures.map(|measure| measure.raw_of(&analysis));
        Some([x?, y?])
    };
    numbers.into_par_iter().filter_map(value).collect()
}

/// A measure in bins of equal width. What lies beyond them is in the outer ones.
pub(crate) struct Binned {
    pub(crate) measure: &'static Measure,
    pub(crate) first: u32,
    width: u32,
    pub(crate) count: u32,
}

impl Binned {
    /// Bins from the least value to the greatest, one of two hundred at each end left out.
    pub(crate) fn of(measure: &'static Measure, values: impl Iterator<Item = u32>) -> Option<Self> {
        let mut all: Vec<u32> = values.collect();
        all.sort_unstable();
        let beyond = all.len() / 200;
        let (least, most) = (*all.get(beyond)?, *all.get(all.len() - 1 - beyond)?);
        let span = most - least + 1;
        let width = match span.div_ceil(MOST) {
            // Shares are counted in thousandths, and a bin begins at a round one.
            width if measure.scale > 1 => width.next_multiple_of((measure.scale / 20).max(1)),
            width => width,
        };
        let first = least / width * width;
        Some(Self { measure, first, width, count: (most - first) / width + 1 })
    }

    pub(crate) fn bin(&self, raw: u32) -> u32 {
        (raw.max(self.first) - self.first).div_euclid(self.width).min(self.count - 1)
    }

    /// The least value of a bin.
    pub(crate) fn value(&self, bin: u32) -> f64 {
        self.measure.value(self.first + bin * self.width)
    }

    pub(crate) fn axis(&self) -> Bins {
        let decimals = usize::from(self.measure.scale > 1) * 2;
        let name = |bin| fixed(self.value(bin), decimals);
        let title = capital(&title_of(self.measure));
        Bins { title, names: (0..self.count).map(name).collect() }
    }
}

/// Half the 95 % interval of what two maps have in common, from their shares in per cent of `floors` floors each:
/// the variance of the share that counts of each.
pub(crate) fn overlap_half(shares: impl Iterator<Item = [f64; 2]>, floors: [f64; 2]) -> f64 {
    let mut counted = [0.0; 2];
    for [x, y] in shares {
        counted[usize::from(y < x)] += x.min(y) / 100.0;
    }
    let variance = |of: usize| counted[of] * (1.0 - counted[of]) / floors[of].max(1.0);
    1.96 * (variance(0) + variance(1)).sqrt()
}

#[cfg(test)]
mod tests {
    use basement_survey::measure;

    use super::*;

    #[test]
    fn what_is_in_common_varies_with_the_floors_that_it_counts() {
        let half = overlap_half([[80.0, 10.0], [20.0, 90.0]].into_iter(), [100.0, 400.0]);
        let of = 0.2 * 0.8 / 100.0 + 0.1 * 0.9 / 400.0_f64;
        assert!((half - 1.96 * of.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn every_value_lies_in_a_bin_and_bins_are_no_more_than_asked_for() {
        let bins = Binned::of(measure::FULL_WALK, 10..60).unwrap();
        assert!(bins.count <= MOST + 1 && bins.first <= 10);
        assert_eq!([bins.bin(0), bins.bin(1_000)], [0, bins.count - 1]);
        assert_eq!(bins.bin(bins.first + bins.width), 1);
    }
}
