//! Shares of a difference: how much each switch contributes to it.

use serde::Serialize;

use crate::measure::Measure;
use crate::statistics::{Interval, normal_interval};

use super::means::{BILLION, Means};

/// How the switches divide the difference in one measure on one level.
///
/// Means are rounded once, to a billionth of a raw value of the measure. After that all arithmetic
/// is in whole numbers, so that the shares, and what is not explained, add up to the difference to the
/// last digit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BridgeEffect {
    /// The measure's name.
    pub measure: &'static str,
    /// The mean where the bridge begins.
    pub from: Estimate,
    /// The mean where it ends.
    pub to: Estimate,
    /// The part of the difference that no switch explains: even with all switches set as where the
    /// bridge begins, the rules are not quite those of the other backend. `None` for two sets of
    /// rules of one backend.
    pub not_explained: Option<Estimate>,
    /// The part that each switch explains, in the order of
    /// [`BridgeRun::switches`](super::BridgeRun::switches).
    pub shares: Vec<Estimate>,
}

/// A mean, or a share of the difference between two means.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Estimate {
    /// Its value, in the measure's unit.
    pub value: f64,
    /// Its standard error. A sample with a single value adds nothing to it.
    pub error: f64,
    /// The value as a whole number, in units of a billionth of a raw value divided by k! for k
    /// switches. The shares of an effect, and what is not explained, add up to the difference between
    /// both ends.
    #[serde(skip)]
    pub exact: i128,
}

impl Estimate {
    /// Its 95 % interval.
    #[must_use]
    pub fn interval(&self) -> Interval {
        normal_interval(self.value, self.error)
    }
}

impl BridgeEffect {
    /// The effect, from the means of all combinations: combination s turns the switches whose bits
    /// are set in s. If there is one more mean, it is that of a generator of another backend, where
    /// the bridge begins.
    pub(super) fn of(measure: &'static Measure, means: &Means, switches: usize) -> Self {
        let units = Units { scale: measure.scale, parts: factorial(switches), means };
        let combinations = 1 << switches;
        let outside = (means.billionths.len() > combinations).then_some(combinations);
        Self {
            measure: measure.name,
            from: units.mean(outside.unwrap_or(0)),
            to: units.mean(combinations - 1),
            not_explained: outside.map(|outside| {
                units.sum(|place| {
                    units.parts * (i128::from(place == 0) - i128::from(place == outside))
                })
            }),
            shares: (0..switches).map(|switch| units.shapley(switch, switches)).collect(),
        }
    }

    /// The switches by the size of their shares, the largest first, each with its place among
    /// [`BridgeRun::switches`](super::BridgeRun::switches).
    #[must_use]
    pub fn largest_first(&self) -> Vec<(usize, Estimate)> {
        let mut shares: Vec<(usize, Estimate)> = self.shares.iter().copied().enumerate().collect();
        shares.sort_by_key(|(_, share)| std::cmp::Reverse(share.exact.abs()));
        shares
    }
}

/// The units in which shares are whole numbers, and the means from which shares are computed.
struct Units<'a> {
    /// Raw values per unit of the measure.
    scale: u32,
    /// k! for k switches.
    parts: i128,
    means: &'a Means,
}

impl Units<'_> {
    /// The weighted sum of all means. The weights are in units of 1 / k!.
    fn sum(&self, weight: impl Fn(usize) -> i128) -> Estimate {
        let means = self.means.billionths.iter().enumerate();
        let exact: i128 = means.map(|(place, mean)| weight(place) * mean).sum();
        let value = exact as f64 / (self.parts * BILLION) as f64 / f64::from(self.scale);
        let variance = self.means.variance(|place| weight(place) as f64 / self.parts as f64);
        Estimate { value, error: variance.sqrt() / f64::from(self.scale), exact }
    }

    /// The mean of a sample.
    fn mean(&self, sample: usize) -> Estimate {
        self.sum(|place| if place == sample { self.parts } else { 0 })
    }

    /// The Shapley value of a switch: the mean of its effect over all orders in which the switches
    /// can be turned.
    ///
    /// Of the k! orders, |S|! (k - |S| - 1)! turn exactly the switches of a set S before this one.
    /// So each mean has one weight.
    fn shapley(&self, switch: usize, switches: usize) -> Estimate {
        self.sum(|set| {
            if set >> switches != 0 {
                return 0;
            }
            let has_switch = set >> switch & 1 == 1;
            let others = set.count_ones() as usize - usize::from(has_switch);
            let orders = factorial(others) * factorial(switches - others - 1);
            if has_switch { orders } else { -orders }
        })
    }
}

fn factorial(n: usize) -> i128 {
    (1..=n as i128).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(values: &[i128]) -> Vec<Estimate> {
        let switches = values.len().trailing_zeros() as usize;
        let means = Means::independent(values);
        let units = Units { scale: 1, parts: factorial(switches), means: &means };
        (0..switches).map(|switch| units.shapley(switch, switches)).collect()
    }

    #[test]
    fn shares_of_independent_switches_are_their_effects() {
        // The first switch adds 3, the second 5, the third nothing.
        let shares = shares(&[1, 4, 6, 9, 1, 4, 6, 9]);
        assert_eq!(shares.iter().map(|share| share.value).collect::<Vec<_>>(), [3.0, 5.0, 0.0]);
    }

    #[test]
    fn an_interaction_of_two_switches_is_divided_evenly() {
        let shares = shares(&[0, 0, 0, 8]);
        assert_eq!(shares.iter().map(|share| share.value).collect::<Vec<_>>(), [4.0, 4.0]);
        // Each of the four means has weight 1/2: the root of 4 / 4.
        assert_eq!(shares[0].error, 1.0);
    }

    #[test]
    fn shares_are_the_means_over_all_orders_and_add_up() {
        let values = [3, 7, -2, 11, 5, 0, 19, 23, 1, 1, 8, -6, 4, 40, 2, 17];
        let shares = shares(&values);
        for (switch, share) in shares.iter().enumerate() {
            let (mut sum, mut orders) = (0, 0);
            // Every order of four switches.
            for code in 0..256_usize {
                let order = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
                if (0..4).any(|place| !order.contains(&place)) {
                    continue;
                }
                let before = order.iter().take_while(|other| **other != switch);
                let before: usize = before.map(|other| 1 << other).sum();
                sum += values[before | 1 << switch] - values[before];
                orders += 1;
            }
            assert_eq!(orders, 24);
            assert_eq!(share.exact, sum * BILLION);
        }
        let sum: i128 = shares.iter().map(|share| share.exact).sum();
        assert_eq!(sum, 24 * BILLION * (17 - 3));
    }
}
