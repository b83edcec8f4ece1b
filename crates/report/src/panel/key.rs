//! The names of series in their colours, in a line.

use crate::drawing::{Area, Drawing, Type};
use crate::series::{hue_of, name_of};
use crate::theme::{LABEL, NOTE, shortened, text_width};
use basement_survey::Results;

/// Height that a key takes.
pub(crate) const HEIGHT: f64 = 26.0;

/// The height of a key: none where two series are named beside their marks.
pub(crate) fn height_for(shown: &[usize]) -> f64 {
    if shown.len() > 2 { HEIGHT } else { 0.0 }
}

/// Draws the names from left to right, each behind a dot; in smaller letters, and at last
/// shortened, where they do not fit.
pub(crate) fn key(drawing: &mut Drawing, area: Area, results: &Results, series: &[usize]) {
    const DOT: f64 = 10.0;
    const GAP: f64 = 16.0;
    let names = || series.iter().map(|place| name_of(results, *place));
    let full =
        |size: f64| names().map(|name| DOT + text_width(name, size, true) + GAP).sum::<f64>() - GAP;
    let size = if full(LABEL) <= area.width { LABEL } else { NOTE };
    let most = if full(size) <= area.width {
        f64::INFINITY
    } else {
        (area.width + GAP) / series.len() as f64 - GAP - DOT
    };
    let mut x = area.x;
    for place in series {
        let hue = hue_of(results, *place);
        let name = shortened(name_of(results, *place), size, true, most);
        drawing.dot(x + 3.5, area.y + 8.0, 3.5, hue.mark);
        let width = text_width(&name, size, true);
        drawing.text(name, x + DOT, area.y + 12.5, Type::new(size, hue.text).bold());
        x += DOT + width + GAP;
    }
}

/// How far the mark of one of several series stands from the middle, when neighbours stand
/// `step` apart.
pub(crate) fn aside(place: usize, count: usize, step: f64) -> f64 {
    (place as f64 - (count.max(1) - 1) as f64 / 2.0) * step
}
