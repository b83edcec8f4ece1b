//! Values by level: dots joined by straight lines, the last one named beside it. Why
//! the names are kept apart by hand: [the crate](crate) says.

use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::theme::{FRAME, Hue, INK, LABEL, NOTE, QUIET, RULE, TICK, shortened, text_width};

/// The width of a value before a name.
const VALUE: f64 = 44.0;

/// The dots of one series.
pub(crate) struct Slope {
    pub(crate) name: String,
    pub(crate) hue: Hue,
    /// Whether it is a side line: thinner, with smaller dots.
    pub(crate) is_thin: bool,
    /// Level, value, lower and upper bound of its interval.
    pub(crate) dots: Vec<(u8, f64, f64, f64)>,
}

/// Slopes under a heading.
pub(crate) struct Panel {
    pub(crate) heading: String,
    pub(crate) slopes: Vec<Slope>,
    /// How a value is written.
    pub(crate) show: fn(f64) -> String,
    /// How a tick is written.
    pub(crate) tick: fn(f64) -> String,
}

/// Draws a panel. `with_names` writes the series' names behind the last values.
pub(crate) fn slopes(drawing: &mut Drawing, area: Area, panel: &Panel, with_names: bool) {
    let size = if with_names { LABEL } else { TICK };
    drawing.text(&panel.heading, area.x, area.y + 11.0, Type::new(size, INK).bold());
    let widest = |slope: &Slope| text_width(&slope.name, NOTE, !slope.is_thin);
    let names = panel.slopes.iter().map(widest).fold(0.0, f64::max);
    let right = if with_names { (names + VALUE).min(area.width * 0.45) } else { 36.0 };
    let plot = area.inset(if with_names { 40.0 } else { 34.0 }, 24.0, right, 34.0);
    let all = || panel.slopes.iter().flat_map(|slope| &slope.dots);
    let most = all().map(|dot| dot.3).fold(0.0, f64::max);
    let y = Axis::new((0.0, limit_for(most)), (plot.bottom(), plot.y));
    for (tick, label) in y.labelled_ticks(if with_names { 4 } else { 3 }, panel.tick) {
        drawing.line(&[(plot.x, y.at(tick)), (plot.right(), y.at(tick))], 0.7, RULE);
        let look = Type::new(NOTE, QUIET).end();
        drawing.text(label, plot.x - 5.0, y.at(tick) + 3.8, look);
    }
    drawing.line(&[(plot.x, plot.bottom()), (plot.right(), plot.bottom())], 1.0, FRAME);
    let first = all().map(|dot| dot.0).min().unwrap_or(1);
    let last = all().map(|dot| dot.0).max().unwrap_or(1);
    let inner = plot.inset(8.0, 0.0, 8.0, 0.0);
    let x = |level: u8| {
        if first == last {
            inner.middle()
        } else {
            Axis::new((first.into(), last.into()), (inner.x, inner.right())).at(level.into())
        }
    };
    let mut levels: Vec<u8> = all().map(|dot| dot.0).collect();
    levels.sort_unstable();
    levels.dedup();
    let mut free = f64::NEG_INFINITY;
    for level in &levels {
        if x(*level) >= free {
            let look = Type::new(NOTE, QUIET).middle();
            drawing.text(level.to_string(), x(*level), plot.bottom() + 14.0, look);
            free = x(*level) + 13.0;
        }
    }
    let look = Type::new(NOTE, QUIET).middle();
    drawing.text("level", inner.middle(), plot.bottom() + 27.0, look);
    // Side lines lie below the others.
    let in_order = || {
        let thin = panel.slopes.iter().filter(|slope| slope.is_thin);
        thin.chain(panel.slopes.iter().filter(|slope| !slope.is_thin))
    };
    for slope in in_order() {
        let (line, dot) = if slope.is_thin { (1.2, 2.2) } else { (2.2, 3.6) };
        let points: Vec<(f64, f64)> =
            slope.dots.iter().map(|(level, value, ..)| (x(*level), y.at(*value))).collect();
        if points.len() > 1 {
            drawing.line(&points, line, slope.hue.mark);
        }
        for (level, value, lower, upper) in &slope.dots {
            let at = x(*level);
            drawing.line(&[(at, y.at(*lower)), (at, y.at(*upper))], 1.6, slope.hue.text);
            drawing.dot(at, y.at(*value), dot + 0.6, slope.hue.text);
            drawing.dot(at, y.at(*value), dot - 0.6, slope.hue.mark);
        }
    }
    let mut ends: Vec<(f64, String, Type)> = panel
        .slopes
        .iter()
        .filter_map(|slope| {
            let (_, value, ..) = *slope.dots.last()?;
            let value_shown = (panel.show)(value);
            let text = if with_names {
                let name = shortened(&slope.name, NOTE, !slope.is_thin, right - VALUE);
                format!("{value_shown}  {name}")
            } else {
                value_shown
            };
            let look = Type::new(NOTE, slope.hue.text);
            Some((y.at(value), text, if slope.is_thin { look } else { look.bold() }))
        })
        .collect();
    apart(&mut ends, 14.0, plot.bottom());
    for (at, text, look) in ends {
        drawing.text(text, plot.right() + 4.0, at + 3.8, look);
    }
}

/// Moves labels, so that each is `step` below the one above and none below `bottom`.
fn apart(ends: &mut [(f64, String, Type)], step: f64, bottom: f64) {
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    for place in 1..ends.len() {
        // A pair moves apart in both directions.
        let missing = step - (ends[place].0 - ends[place - 1].0);
        if missing > 0.0 {
            ends[place - 1].0 -= missing / 2.0;
            ends[place].0 += missing / 2.0;
        }
    }
    for place in 1..ends.len() {
        ends[place].0 = ends[place].0.max(ends[place - 1].0 + step);
    }
    let mut most = bottom;
    for end in ends.iter_mut().rev() {
        end.0 = end.0.min(most);
        most = end.0 - step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_equal_values_stand_apart() {
        let end = |at: f64| (at, String::new(), Type::new(NOTE, INK));
        let mut ends = vec![end(50.0), end(50.0), end(51.0), end(99.0)];
        apart(&mut ends, 14.0, 100.0);
        assert!(ends.windows(2).all(|pair| pair[1].0 - pair[0].0 >= 14.0 - 1e-9));
        assert!(ends.iter().all(|end| end.0 <= 100.0));
    }
}
