//! The means of a measure over several samples, and how they vary together.

use crate::pairing::PairedValues;

/// The values of some measures on the floors that several generators make from the same seeds.
pub(super) struct JointValues {
    samples: usize,
    /// For each measure, each sample paired with itself and with every later one.
    pairs: Vec<PairedValues>,
}

impl JointValues {
    pub(super) fn new(samples: usize, measures: usize) -> Self {
        let pairs = samples * (samples + 1) / 2;
        Self { samples, pairs: vec![PairedValues::default(); measures * pairs] }
    }

    /// Counts the values of a seed: for each measure, one value per sample.
    pub(super) fn add(&mut self, values: &[Option<u32>]) {
        let mut pairs = self.pairs.iter_mut();
        for values in values.chunks_exact(self.samples) {
            for (place, x) in values.iter().enumerate() {
                for (y, pair) in values[place..].iter().zip(&mut pairs) {
                    pair.add(*x, *y);
                }
            }
        }
    }

    /// Adds the values of other seeds.
    pub(super) fn merge(&mut self, other: &Self) {
        for (pair, more) in self.pairs.iter_mut().zip(&other.pairs) {
            pair.merge(more);
        }
    }

    /// Each sample paired with itself, for the measure at a place.
    fn own(&self, measure: usize) -> Vec<PairedValues> {
        let first_of = |sample: usize| (0..sample).map(|earlier| self.samples - earlier).sum();
        let pairs = self.pairs_of(measure);
        (0..self.samples).map(first_of).map(|pair: usize| pairs[pair]).collect()
    }

    /// Whether each sample has a value of the measure at a place.
    pub(super) fn have_means(&self, measure: usize) -> bool {
        self.own(measure).iter().all(|values| values.both > 0)
    }

    /// The pairs of samples for the measure at a place.
    fn pairs_of(&self, measure: usize) -> &[PairedValues] {
        let count = self.samples * (self.samples + 1) / 2;
        &self.pairs[measure * count..][..count]
    }
}

/// Means of one measure over several samples, some of which share their seeds.
#[derive(Clone, Debug, Default)]
pub(super) struct Means {
    /// The means in billionths of a raw value, rounded once.
    pub(super) billionths: Vec<i128>,
    /// The pairs of samples whose means vary together, with their covariance in raw values. A
    /// sample paired with itself has the square of its standard error.
    covariances: Vec<([usize; 2], f64)>,
}

pub(super) const BILLION: i128 = 1_000_000_000;

impl Means {
    /// The means of a measure over groups of samples. The samples of a group share their seeds, and
    /// come with their places among all samples. `None` if a sample has no floor with the measure.
    pub(super) fn of(measure: usize, groups: &[(Vec<usize>, JointValues)]) -> Option<Self> {
        let count = groups.iter().map(|(places, _)| places.len()).sum();
        let mut means = Self { billionths: vec![0; count], covariances: Vec::new() };
        for (places, values) in groups {
            let own = values.own(measure);
            for (place, values) in places.iter().zip(&own) {
                let (count, sum) = (i128::from(values.both), values.sum_x as i128);
                means.billionths[*place] = (2 * BILLION * sum + count).checked_div(2 * count)?;
            }
            let both_of = (0..places.len()).flat_map(|x| (x..places.len()).map(move |y| [x, y]));
            for ([x, y], pair) in both_of.zip(values.pairs_of(measure)) {
                let covariance = covariance_of_means(pair, &own[x], &own[y]);
                means.covariances.push(([places[x], places[y]], covariance));
            }
        }
        Some(means)
    }

    /// The square of the standard error of a sum of the means, each with a weight.
    pub(super) fn variance(&self, weight: impl Fn(usize) -> f64) -> f64 {
        let terms = self.covariances.iter().map(|([x, y], covariance)| {
            let times = if x == y { 1.0 } else { 2.0 };
            times * weight(*x) * weight(*y) * covariance
        });
        // Sums of covariances can fall below 0 by rounding.
        terms.sum::<f64>().max(0.0)
    }
}

/// The covariance of the means of X and Y, from the seeds on which both have a value and from all
/// values of each.
fn covariance_of_means(pair: &PairedValues, x: &PairedValues, y: &PairedValues) -> f64 {
    let both = pair.both as f64;
    if pair.both < 2 {
        return 0.0;
    }
    let mean = |own: &PairedValues| own.sum_x as f64 / own.both as f64;
    let (mean_x, mean_y) = (mean(x), mean(y));
    let products = pair.sum_xy as f64 - mean_y * pair.sum_x as f64 - mean_x * pair.sum_y as f64
        + mean_x * mean_y * both;
    products * both / (both - 1.0) / (x.both as f64 * y.both as f64)
}

#[cfg(test)]
impl Means {
    /// Means of independent samples, each with a standard error of 1.
    pub(super) fn independent(values: &[i128]) -> Self {
        Self {
            billionths: values.iter().map(|value| BILLION * value).collect(),
            covariances: (0..values.len()).map(|place| ([place; 2], 1.0)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn means(seeds: &[[Option<u32>; 2]]) -> Means {
        let mut values = JointValues::new(2, 1);
        seeds.iter().for_each(|seed| values.add(seed));
        Means::of(0, &[(vec![0, 1], values)]).unwrap()
    }

    #[test]
    fn the_difference_of_two_means_has_the_error_of_the_paired_differences() {
        let seeds = [[3, 5], [4, 4], [8, 9], [6, 9], [1, 2]].map(|seed| seed.map(Some));
        let means = means(&seeds);
        let differences = seeds.map(|[x, y]| f64::from(y.unwrap()) - f64::from(x.unwrap()));
        let mean = differences.iter().sum::<f64>() / 5.0;
        let squares: f64 = differences.iter().map(|value| (value - mean).powi(2)).sum();
        let variance = means.variance(|place| [-1.0, 1.0][place]);
        assert!((variance - squares / 4.0 / 5.0).abs() < 1e-12, "{variance}");
        // The mean of the first alone: 4.4, with deviations -1.4, -0.4, 3.6, 1.6, -3.4.
        assert_eq!(means.billionths[0], 4_400_000_000);
        let alone = means.variance(|place| [1.0, 0.0][place]);
        assert!((alone - 29.2 / 4.0 / 5.0).abs() < 1e-12, "{alone}");
    }

    #[test]
    fn seeds_on_which_one_has_no_value_add_no_covariance() {
        let apart = [[Some(1), None], [Some(3), None], [None, Some(2)], [None, Some(8)]];
        let means = means(&apart);
        assert_eq!(means.billionths, [2 * BILLION, 5 * BILLION]);
        // 1 + 9, as for independent samples.
        assert!((means.variance(|place| [1.0, -1.0][place]) - 10.0).abs() < 1e-12);
        let mut none = JointValues::new(2, 1);
        none.add(&[Some(1), None]);
        assert!(Means::of(0, &[(vec![0, 1], none)]).is_none());
    }
}
