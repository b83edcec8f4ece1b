//! From values to places: linear axes with ticks at round numbers.

/// An axis from a value to a value, laid along a stretch of the drawing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    pub(crate) least: f64,
    pub(crate) most: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis whose `least` lies at `from` and whose `most` lies at `to`.
    pub(crate) fn new((least, most): (f64, f64), (from, to): (f64, f64)) -> Self {
        let most = if most > least { most } else { least + 1.0 };
        Self { least, most, from, to }
    }

    /// Where a value lies.
    pub(crate) fn at(&self, value: f64) -> f64 {
        self.from + (value - self.least) / (self.most - self.least) * (self.to - self.from)
    }

    /// Round values on the axis, about `count` of them.
    pub(crate) fn ticks(&self, count: usize) -> Vec<f64> {
        let step = step_for(self.most - self.least, count);
        let first = (self.least / step - 1e-9).ceil() as i64;
        let last = (self.most / step + 1e-9).floor() as i64;
        (first..=last).map(|tick| tick as f64 * step).collect()
    }
}

/// A round step, 1, 2 or 5 times a power of ten, that gives about `count` ticks.
pub(crate) fn step_for(range: f64, count: usize) -> f64 {
    let rough = range / count.max(1) as f64;
    if rough <= 0.0 || !rough.is_finite() {
        return 1.0;
    }
    let power = 10_f64.powf(rough.log10().floor());
    let digit = rough / power;
    let round = if digit <= 1.0 {
        1.0
    } else if digit <= 2.0 {
        2.0
    } else if digit <= 5.0 {
        5.0
    } else {
        10.0
    };
    round * power
}

/// The least multiple of a round step that is not below a value: a neat limit.
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
        let ticks = axis.ticks(4);
        assert_eq!(ticks.len(), 4);
        assert!((ticks[3] - 0.3).abs() < 1e-12);
        assert_eq!(Axis::new((3.0, 9.0), (0.0, 1.0)).ticks(3), [4.0, 6.0, 8.0]);
    }

    #[test]
    fn values_lie_in_proportion() {
        let axis = Axis::new((10.0, 20.0), (100.0, 0.0));
        assert_eq!(axis.at(10.0), 100.0);
        assert_eq!(axis.at(15.0), 50.0);
        assert_eq!(Axis::new((5.0, 5.0), (0.0, 1.0)).at(5.0), 0.0);
    }

    #[test]
    fn limits_are_round_and_not_below() {
        assert_eq!(limit_for(0.0), 1.0);
        assert!((limit_for(0.37) - 0.4).abs() < 1e-12);
        assert_eq!(limit_for(20.0), 20.0);
    }
}
