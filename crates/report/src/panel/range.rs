//! Ranges: median, middle 90 %, and extremes of a series, place by place.

use basement_survey::Values;

use crate::axis::Axis;
use crate::drawing::{Area, Drawing};
use crate::theme::{Hue, INK};

/// Half the width of a bar.
const HALF: f64 = 4.5;
/// Half the width of the median's tick, beyond the bar at either side.
const TICK: f64 = 6.5;
/// The least length of a bar, for one over a single value.
const LEAST: f64 = 4.0;

/// What a range shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) minimum: f64,
    pub(crate) low: f64,
    pub(crate) median: f64,
    pub(crate) high: f64,
    pub(crate) maximum: f64,
}

impl Range {
    /// The range of some values; `None` without any.
    pub(crate) fn of(values: Values<'_>) -> Option<Self> {
        Some(Self {
            minimum: values.minimum()?,
            low: values.quantile(0.05)?,
            median: values.quantile(0.5)?,
            high: values.quantile(0.95)?,
            maximum: values.maximum()?,
        })
    }
}

/// Draws a lying range at `y`.
pub(crate) fn lying(drawing: &mut Drawing, y: f64, axis: &Axis, range: Range, hue: Hue) {
    let at = |value: f64| axis.at(value);
    drawing.line(&[(at(range.minimum), y), (at(range.maximum), y)], 1.1, hue.mark);
    for end in [range.minimum, range.maximum] {
        drawing.line(&[(at(end), y - 3.0), (at(end), y + 3.0)], 1.1, hue.mark);
    }
    let (left, right) = ends(at(range.low), at(range.high));
    drawing.rectangle(Area::new(left, y - HALF, right - left, 2.0 * HALF), hue.mark);
    let median = at(range.median);
    drawing.line(&[(median, y - TICK), (median, y + TICK)], 2.0, INK);
}

/// The ends of a bar, at least a little apart.
fn ends(from: f64, to: f64) -> (f64, f64) {
    let missing = (LEAST - (to - from)).max(0.0) / 2.0;
    (from - missing, to + missing)
}
