//! How many floors it takes to distinguish two generators, with a linear discriminant.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::measure_rows::{Standardised, dot};

/// The seed for drawing groups of floors.
const SEED: u64 = 0x6c69_6b65;

/// See [`Likeness::floors_to_tell`].
pub(crate) fn floors_to_tell(rows: &Standardised, floors: usize) -> Option<u64> {
    let weights = discriminant(rows, floors / 2);
    let scores = [0, 1].map(|side| rows.project(side, &weights).split_off(floors / 2));
    Scores::of(scores)?.floors_to_tell()
}

/// The weights of the linear discriminant for the first floors of both sides: the difference of the
/// means, divided by the covariance within the sides.
fn discriminant(rows: &Standardised, floors: usize) -> Vec<f64> {
    /// The least variance, so that a measure that does not vary within a side does not divide by 0.
    const LEAST_VARIANCE: f64 = 1e-6;
    let count = rows.measures.len();
    let mean = |measure: usize, side: usize| {
        rows.column(measure, side)[..floors].iter().sum::<f64>() / floors as f64
    };
    let means: Vec<[f64; 2]> =
        (0..count).map(|measure| [mean(measure, 0), mean(measure, 1)]).collect();
    let covariance = |one: usize, other: usize| {
        let of_side = |side: usize| {
            let columns = [one, other].map(|measure| &rows.column(measure, side)[..floors]);
            dot(columns[0], columns[1]) / floors as f64 - means[one][side] * means[other][side]
        };
        let ridge = if one == other { LEAST_VARIANCE } else { 0.0 };
        (of_side(0) + of_side(1)) / 2.0 + ridge
    };
    // Cholesky factorization, then forward and back substitution.
    let mut factor = vec![vec![0.0; count]; count];
    let mut weights = vec![0.0; count];
    for one in 0..count {
        for other in 0..=one {
            let rest = covariance(one, other) - dot(&factor[one][..other], &factor[other][..other]);
            factor[one][other] = if one == other {
                rest.max(LEAST_VARIANCE).sqrt()
            } else {
                rest / factor[other][other]
            };
        }
        let difference = means[one][1] - means[one][0];
        weights[one] = (difference - dot(&factor[one][..one], &weights[..one])) / factor[one][one];
    }
    for one in (0..count).rev() {
        let known: f64 = (one + 1..count).map(|other| factor[other][one] * weights[other]).sum();
        weights[one] = (weights[one] - known) / factor[one][one];
    }
    weights
}

/// The scores of the floors of both sides, and the threshold between the sides: the same number of
/// standard deviations from the mean of either side.
struct Scores {
    scores: [Vec<f64>; 2],
    threshold: f64,
    /// The difference of the means, and the sum of the standard deviations.
    difference: f64,
    deviations: f64,
}

impl Scores {
    /// `None` if the second side's scores are not higher than the first side's, beyond chance.
    fn of(scores: [Vec<f64>; 2]) -> Option<Self> {
        let moments = |side: &Vec<f64>| {
            let count = side.len() as f64;
            let mean = side.iter().sum::<f64>() / count;
            let squares = side.iter().map(|score| (score - mean).powi(2)).sum::<f64>();
            (mean, (squares / (count - 1.0)).sqrt())
        };
        let [(low, low_deviation), (high, high_deviation)] =
            [0, 1].map(|side| moments(&scores[side]));
        let (difference, deviations) = (high - low, low_deviation + high_deviation);
        let error = low_deviation.hypot(high_deviation) / (scores[0].len() as f64).sqrt();
        if difference <= 3.0 * error {
            return None;
        }
        let threshold = match deviations {
            0.0 => f64::midpoint(low, high),
            _ => (low * high_deviation + high * low_deviation) / deviations,
        };
        Some(Self { scores, threshold, difference, deviations })
    }

    /// The fewest floors whose mean score is on the right side of the threshold 19 times in 20,
    /// whichever generator made them. Means of many floors are taken as normal; for up to a
    /// hundred, groups of floors are drawn and counted.
    fn floors_to_tell(&self) -> Option<u64> {
        /// The 95 % point of the normal distribution.
        const ONE_SIDED: f64 = 1.644_853_626_951_472_7;
        const COUNTED: u64 = 100;
        let normal = (ONE_SIDED * self.deviations / self.difference).powi(2).ceil().max(1.0);
        let mut floors = normal as u64;
        if floors > COUNTED {
            return Some(floors);
        }
        if self.is_right(floors) {
            while floors > 1 && self.is_right(floors - 1) {
                floors -= 1;
            }
            return Some(floors);
        }
        // The mean of so few floors is not normal: tries more floors, up to twice `COUNTED`.
        (floors..=2 * COUNTED).find(|floors| self.is_right(*floors))
    }

    /// Whether groups of this many floors are on the right side 19 times in 20.
    fn is_right(&self, floors: u64) -> bool {
        self.share_right(floors, SEED) >= 0.95
    }

    /// The share of groups of this many floors on the right side: the lower of both generators'
    /// shares.
    fn share_right(&self, floors: u64, seed: u64) -> f64 {
        const GROUPS: u32 = 20_000;
        let mut rng = Pcg64Mcg::seed_from_u64(seed ^ floors);
        let mut share = |side: usize, sign: f64| {
            let scores = &self.scores[side];
            let mut right = 0;
            for _ in 0..GROUPS {
                let group = (0..floors).map(|_| scores[rng.random_range(..scores.len())]);
                let above = group.map(|score| score - self.threshold).sum::<f64>();
                right += u32::from(sign * above > 0.0);
            }
            f64::from(right) / f64::from(GROUPS)
        };
        share(0, -1.0).min(share(1, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use basement_floors::Backend;

    use super::*;
    use crate::likeness::is_part;
    use crate::likeness::tests::rows;
    use crate::measure::{Measure, Scope};
    use crate::seeds::Seeds;

    #[test]
    fn the_given_number_of_floors_identifies_the_game_19_times_of_20() {
        let y = rows(Backend::Rebirth, "repentance", Seeds::run(1, 80_000));
        // New floors, which neither the discriminant nor the number was made from, are recognized
        // as often as promised, both for editions of Rebirth, which differ little, and for the
        // games.
        for (other, seeds) in [
            ((Backend::Rebirth, "article"), Seeds::run(1_000_000, 80_000)),
            ((Backend::Flash, "article"), Seeds::pcg(0, 80_000)),
        ] {
            let x = rows(other.0, other.1, seeds);
            let is_compared = |measure: &Measure| measure.scope == Scope::Plan && !is_part(measure);
            let rows = Standardised::new([&x.rows, &y.rows], is_compared);
            let rows = rows.without_repetitions(false);
            let weights = discriminant(&rows, 10_000);
            let scores = |floors: std::ops::Range<usize>| {
                [0, 1].map(|side| rows.project(side, &weights)[floors.clone()].to_vec())
            };
            let known = Scores::of(scores(10_000..45_000)).unwrap();
            let floors = known.floors_to_tell().unwrap();
            // The error of either half's means is a twentieth of their difference between editions.
            let fresh = Scores { scores: scores(45_000..80_000), ..known };
            let right = fresh.share_right(floors, 7);
            assert!(right > 0.93, "{floors} floors are right {right} of 1");
            let fewer = floors * 3 / 4;
            let right = if fewer == 0 { 0.0 } else { fresh.share_right(fewer, 7) };
            assert!(right < 0.95, "{fewer} floors are right {right} of 1");
        }
    }

    #[test]
    fn normal_scores_take_as_many_floors_as_the_normal_distribution_says() {
        // The sum of twelve uniform numbers has a standard deviation of 1.
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut normal = |mean: f64| {
            let floor = |_| mean - 6.0 + (0..12).map(|_| rng.random::<f64>()).sum::<f64>();
            (0..400_000).map(floor).collect::<Vec<f64>>()
        };
        for (mean, floors) in [(0.5, 42..=46), (0.1, 950..=1230)] {
            let scores = Scores::of([normal(0.0), normal(mean)]).unwrap();
            let found = scores.floors_to_tell().unwrap();
            // (2 * 1.645 / mean)²: 43.3 and 1082.
            assert!(floors.contains(&found), "{found} for {mean}");
            assert!((scores.share_right(found, 5) - 0.95).abs() < 0.01);
        }
        assert!(Scores::of([normal(0.0), normal(0.0)]).is_none());
    }
}
