//! Rows of estimates with intervals along a common axis.

use crate::axis::Axis;
use crate::drawing::{Area, Drawing, Type};
use crate::theme::{FRAME, Hue, INK, LABEL, Paint, QUIET, RULE, TICK};

/// Vertical lines at the ticks of a lying axis, with labels below.
pub(crate) fn lying_axis(
    drawing: &mut Drawing,
    area: Area,
    axis: &Axis,
    count: usize,
    label: impl Fn(f64) -> String,
) {
    for (tick, label) in axis.labelled_ticks(count, label) {
        let x = axis.at(tick);
        drawing.line(&[(x, area.y), (x, area.bottom())], 0.7, RULE);
        drawing.text(label, x, area.bottom() + 15.0, Type::new(TICK, QUIET).middle());
    }
}

/// The label left of a row.
pub(crate) fn row_label(drawing: &mut Drawing, text: &str, x: f64, y: f64, color: Paint) {
    drawing.text(text, x, y + LABEL * 0.34, Type::new(LABEL, color).end());
}

/// An estimate with its interval.
pub(crate) fn estimate(
    drawing: &mut Drawing,
    y: f64,
    axis: &Axis,
    (lower, middle, upper): (f64, f64, f64),
    hue: Hue,
) {
    drawing.line(&[(axis.at(lower), y), (axis.at(upper), y)], 2.0, hue.mark);
    drawing.dot(axis.at(middle), y, 4.2, hue.mark);
}

/// A tick across a row, for an exact value.
pub(crate) fn exact(drawing: &mut Drawing, y: f64, x: f64) {
    drawing.line(&[(x, y - 7.0), (x, y + 7.0)], 1.6, INK);
}

/// The line at zero.
pub(crate) fn zero_line(drawing: &mut Drawing, area: Area, axis: &Axis) {
    let x = axis.at(0.0);
    drawing.line(&[(x, area.y), (x, area.bottom())], 1.0, FRAME);
}
