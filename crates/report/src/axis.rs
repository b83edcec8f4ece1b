//! From values to places: linear axes, with plotters' key points as ticks. [The crate](crate) says why it
//! uses no more of plotters.

use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;

/// An axis from one value to another, along a stretch of the drawing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    pub(crate) least: f64,
    pub(crate) most: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis whose `least` is at `from` and whose `most` is at `to`.
    pub(crate) fn new((least, most): (f64, f64), (from, to): (f64, f64)) -> Self {
        let most = if most > least { most } else { least + 1.0 };
        Self { least, most, from, to }
    }

    /// The place of a value. plotters' own map gives only whole numbers.
    pub(crate) fn at(&self, value: f64) -> f64 {
        self.from + (value - self.least) / (self.most - self.least) * (self.to - self.from)
    }

    /// Round values on the axis, about `count` of them.
    pub(crate) fn ticks(&self, count: usize) -> Vec<f64> {
        let units = units_for(self.most - self.least);
        let first = (self.least * units - SLACK).ceil();
        let last = (self.most * units + SLACK).floor();
        key_points((first, last), units, count + 1)
    }
}

/// What rounding may have added to a value, in units.
const SLACK: f64 = 1e-6;

/// How many units make 1, chosen so that a range has at least a thousand units.
fn units_for(range: f64) -> f64 {
    10_f64.powi((3.0 - range.log10().floor()).clamp(0.0, 300.0) as i32)
}

/// The round values between two whole numbers of units, at most `count` of them. plotters drops
/// an end that rounding has moved by more than 2e-16 (4.6, with a tick every 0.2); whole numbers
/// are not moved.
fn key_points((first, last): (f64, f64), units: f64, count: usize) -> Vec<f64> {
    if !first.is_finite() || !last.is_finite() {
        return Vec::new();
    }
    let points = RangedCoordf64::from(first..last).key_points(count);
    points.into_iter().map(|point| point / units).collect()
}

/// A round step, 1, 2 or 5 times a power of ten: `count` steps or fewer cover a range.
pub(crate) fn step_for(range: f64, count: usize) -> f64 {
    let units = units_for(range);
    let last = (range * units - SLACK).ceil() - 1.0;
    match key_points((0.0, last), units, count).as_slice() {
        [first, second, ..] => second - first,
        _ => 1.0,
    }
}

/// The least multiple of a round step that is not below a value: a neat limit. plotters takes
/// the limits of an axis as they are given, and has no such rounding.
pub(crate) fn limit_for(value: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    let step = step_for(value, 5);
    (value / step - 1e-9).ceil() * step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_on_the_axis() {
        let axis = Axis::new((0.0, 0.37), (0.0, 100.0));
        assert_eq!(axis.ticks(4), [0.0, 0.1, 0.2, 0.3]);
        assert_eq!(Axis::new((3.0, 9.0), (0.0, 1.0)).ticks(3), [4.0, 6.0, 8.0]);
        assert_eq!(Axis::new((-50.0, 50.0), (0.0, 1.0)).ticks(2), [-50.0, 0.0, 50.0]);
        assert_eq!(Axis::new((0.0, f64::INFINITY), (0.0, 1.0)).ticks(3), [0.0; 0]);
    }

    #[test]
    fn the_limits_of_an_axis_are_ticks_however_its_numbers_are_rounded() {
        for power in -6..7 {
            for tenth in 1..=100 {
                let least = f64::from(tenth) / 10.0 * 10_f64.powi(power);
                let most = least + 10_f64.powi(power);
                let ticks = Axis::new((least, most), (0.0, 1.0)).ticks(10);
                let is_at = |tick: &f64, end: f64| (tick - end).abs() <= end.abs() * 1e-12;
                assert_eq!(ticks.len(), 11, "{least} to {most}: {ticks:?}");
                assert!(is_at(&ticks[0], least) && is_at(&ticks[10], most), "{ticks:?}");
            }
        }
    }

    #[test]
    fn a_round_limit_is_the_last_tick_of_its_axis() {
        for value in (1..=2000).map(|value| f64::from(value) / 70.0) {
            let limit = limit_for(value);
            let ticks = Axis::new((0.0, limit), (0.0, 1.0)).ticks(5);
            let last = ticks.last().copied().unwrap_or_default();
            assert!((last - limit).abs() < 1e-9, "{value}: {limit}, {ticks:?}");
            assert!(limit >= value && (3..=6).contains(&ticks.len()), "{value}: {ticks:?}");
        }
    }

    #[test]
    fn an_axis_places_values_in_proportion() {
        let axis = Axis::new((10.0, 20.0), (100.0, 0.0));
        assert_eq!(axis.at(10.0), 100.0);
        assert_eq!(axis.at(15.0), 50.0);
        assert_eq!(Axis::new((5.0, 5.0), (0.0, 1.0)).at(5.0), 0.0);
    }

    #[test]
    fn limits_are_round_and_not_below() {
        assert_eq!(limit_for(0.0), 1.0);
        assert!((limit_for(0.37) - 0.4).abs() < 1e-12);
        assert_eq!(limit_for(11.0), 15.0);
        assert_eq!(limit_for(20.0), 20.0);
    }
}
