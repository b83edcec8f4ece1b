//! Ranges: median, middle 90 %, and extremes of a series, place by place.

use crate::axis::Axis;
use crate::drawing::{Area, Drawing};
use crate::theme::{Hue, PAPER};

/// Half the width of a bar, and how far it goes beyond its ends, so that a bar
/// over one value is a square.
const HALF: f64 = 4.5;

/// What a range shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) minimum: f64,
    pub(crate) low: f64,
    pub(crate) median: f64,
    pub(crate) high: f64,
    pub(crate) maximum: f64,
}

/// Draws a standing range at `x`: a hairline for the extremes, a bar for the
/// middle 90 %, a dot for the median.
pub(crate) fn standing(drawing: &mut Drawing, x: f64, axis: &Axis, range: Range, hue: Hue) {
    let at = |value: f64| axis.at(value);
    drawing.line(&[(x, at(range.minimum)), (x, at(range.maximum))], 1.1, hue.mark);
    for end in [range.minimum, range.maximum] {
        drawing.line(&[(x - 3.0, at(end)), (x + 3.0, at(end))], 1.1, hue.mark);
    }
    let (top, bottom) = (at(range.high) - HALF, at(range.low) + HALF);
    drawing.rectangle(Area::new(x - HALF, top, 2.0 * HALF, bottom - top), hue.mark);
    drawing.dot(x, at(range.median), 3.4, PAPER);
    drawing.dot(x, at(range.median), 2.4, hue.text);
}

/// Draws a lying range at `y`.
pub(crate) fn lying(drawing: &mut Drawing, y: f64, axis: &Axis, range: Range, hue: Hue) {
    let at = |value: f64| axis.at(value);
    drawing.line(&[(at(range.minimum), y), (at(range.maximum), y)], 1.1, hue.mark);
    for end in [range.minimum, range.maximum] {
        drawing.line(&[(at(end), y - 3.0), (at(end), y + 3.0)], 1.1, hue.mark);
    }
    let (left, right) = (at(range.low) - HALF, at(range.high) + HALF);
    drawing.rectangle(Area::new(left, y - HALF, right - left, 2.0 * HALF), hue.mark);
    drawing.dot(at(range.median), y, 3.4, PAPER);
    drawing.dot(at(range.median), y, 2.4, hue.text);
}
