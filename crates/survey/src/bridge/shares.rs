//! Shares of a difference: what each switch makes of it.

use serde::Serialize;

use crate::measure::Measure;
use crate::statistics::{Interval, normal_interval};
use crate::summary::Summary;

/// What makes the difference of one measure on one level.
///
/// Means are rounded once, to a billionth of a raw value of the measure. From there on all is done
/// in whole numbers, so that the shares add up to the difference to the last digit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BridgeEffect {
    /// The measure's name.
    pub measure: &'static str,
    /// The mean where the bridge begins.
    pub from: Estimate,
    /// The mean where it ends.
    pub to: Estimate,
    /// The part of the difference that no switch makes: with all switches turned, the rules are
    /// still not those of another backend. `None` for two sets of rules of one backend.
    pub not_explained: Option<Share>,
    /// The part that each switch makes, in the order of [`BridgeRun::switches`](super::BridgeRun::switches).
    pub shares: Vec<Share>,
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Estimate {
    /// The mean, in the measure's unit.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// The mean in whole numbers: see [`Share::exact`].
    #[serde(skip)]
    exact: i128,
}

/// A part of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Share {
    /// It, in the measure's unit.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// It in whole numbers, in units of a billionth of a raw value, divided by k! for k switches:
    /// those of an effect add up to [`BridgeEffect::exact_difference`].
    #[serde(skip)]
    pub exact: i128,
}

impl Share {
    /// Its 95 % interval.
    #[must_use]
    pub fn interval(&self) -> Interval {
        normal_interval(self.value, self.error)
    }
}

impl Estimate {
    /// Its 95 % interval.
    #[must_use]
    pub fn interval(&self) -> Interval {
        normal_interval(self.value, self.error)
    }
}

impl BridgeEffect {
    /// The effect by what the floors of all combinations gave: combination s has the switches of the
    /// bits of s turned. A summary more is of a generator outside, which the bridge begins at. `None`
    /// if one of them has no floor with the measure.
    pub(super) fn of(
        measure: &'static Measure,
        summaries: &[Summary],
        switches: usize,
    ) -> Option<Self> {
        let means: Option<Vec<Mean>> =
            summaries.iter().map(|summary| Mean::of(measure, summary)).collect();
        let means = means?;
        let (combinations, outside) = means.split_at_checked(1 << switches)?;
        let units = Units { scale: measure.scale, parts: factorial(switches) };
        let end = *combinations.last()?;
        let begin = *combinations.first()?;
        Some(Self {
            measure: measure.name,
            from: units.estimate(*outside.first().unwrap_or(&begin)),
            to: units.estimate(end),
            not_explained: outside.first().map(|outside| {
                let exact = units.parts * (begin.billionths - outside.billionths);
                units.share(exact, begin.variance + outside.variance)
            }),
            shares: (0..switches).map(|switch| shapley(switch, combinations, &units)).collect(),
        })
    }

    /// The difference between both ends in whole numbers: see [`Share::exact`].
    #[must_use]
    pub const fn exact_difference(&self) -> i128 {
        self.to.exact - self.from.exact
    }

    /// The switches by the size of their shares, the largest first, each with its place among
    /// [`BridgeRun::switches`](super::BridgeRun::switches).
    #[must_use]
    pub fn largest_first(&self) -> Vec<(usize, Share)> {
        let mut shares: Vec<(usize, Share)> = self.shares.iter().copied().enumerate().collect();
        shares.sort_by_key(|(_, share)| std::cmp::Reverse(share.exact.abs()));
        shares
    }
}

/// The mean of a measure over the floors of one combination.
#[derive(Clone, Copy)]
struct Mean {
    /// It in billionths of a raw value.
    billionths: i128,
    /// The square of its standard error, in raw values.
    variance: f64,
}

const BILLION: i128 = 1_000_000_000;

impl Mean {
    /// `None` if no floor has the measure.
    fn of(measure: &'static Measure, summary: &Summary) -> Option<Self> {
        let histogram = summary.histogram(measure);
        let count = i128::from(histogram.total());
        if count == 0 {
            return None;
        }
        let sum = histogram.raw_sum() as i128;
        let deviation = histogram.raw_standard_deviation().unwrap_or(0.0);
        Some(Self {
            billionths: (2 * BILLION * sum + count) / (2 * count),
            variance: deviation * deviation / histogram.total() as f64,
        })
    }
}

/// The units in which shares are whole numbers.
struct Units {
    /// Raw values per unit of the measure.
    scale: u32,
    /// k! for k switches.
    parts: i128,
}

impl Units {
    fn value(&self, exact: i128) -> f64 {
        exact as f64 / (self.parts * BILLION) as f64 / f64::from(self.scale)
    }

    /// A part with the square of its standard error in raw values.
    fn share(&self, exact: i128, variance: f64) -> Share {
        Share { value: self.value(exact), error: variance.sqrt() / f64::from(self.scale), exact }
    }

    fn estimate(&self, mean: Mean) -> Estimate {
        let Share { value, error, exact } = self.share(self.parts * mean.billionths, mean.variance);
        Estimate { value, error, exact }
    }
}

/// The Shapley value of a switch: the mean of its effect over all orders in which the switches can
/// be turned.
///
/// Of k switches, those of a set S are turned before the switch in |S|! (k - |S| - 1)! of the k!
/// orders. Every mean enters with one weight, and the combinations are independent, so the variance
/// is the sum of theirs by the squares of the weights.
fn shapley(switch: usize, means: &[Mean], units: &Units) -> Share {
    let switches = means.len().trailing_zeros() as usize;
    let (mut exact, mut variance) = (0, 0.0);
    for (set, mean) in means.iter().enumerate() {
        let has_switch = set >> switch & 1 == 1;
        let others = set.count_ones() as usize - usize::from(has_switch);
        let orders = factorial(others) * factorial(switches - others - 1);
        exact += if has_switch { orders } else { -orders } * mean.billionths;
        let weight = orders as f64 / units.parts as f64;
        variance += weight * weight * mean.variance;
    }
    units.share(exact, variance)
}

fn factorial(n: usize) -> i128 {
    (1..=n as i128).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn means(values: &[i128]) -> Vec<Mean> {
        let mean = |value: &i128| Mean { billionths: BILLION * value, variance: 1.0 };
        values.iter().map(mean).collect()
    }

    fn shares(values: &[i128]) -> Vec<Share> {
        let switches = values.len().trailing_zeros() as usize;
        let units = Units { scale: 1, parts: factorial(switches) };
        let means = means(values);
        (0..switches).map(|switch| shapley(switch, &means, &units)).collect()
    }

    #[test]
    fn shares_of_switches_that_do_not_touch_each_other_are_their_effects() {
        // The first adds 3, the second 5, the third nothing.
        let shares = shares(&[1, 4, 6, 9, 1, 4, 6, 9]);
        assert_eq!(shares.iter().map(|share| share.value).collect::<Vec<_>>(), [3.0, 5.0, 0.0]);
    }

    #[test]
    fn what_two_switches_make_together_is_divided_evenly() {
        let shares = shares(&[0, 0, 0, 8]);
        assert_eq!(shares.iter().map(|share| share.value).collect::<Vec<_>>(), [4.0, 4.0]);
        // Each mean enters by half: the root of 4 / 4.
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
