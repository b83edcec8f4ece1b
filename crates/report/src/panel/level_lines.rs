//! Means by level: a dot a level, joined by thin straight lines, each line named at its end. Why
//! the names are kept apart by hand: [the crate](crate) says.

use basement_survey::Interval;

use crate::axis::{Axis, step_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::is_narrow;
use crate::number::fixed;
use crate::theme::{FRAME, Hue, NOTE, PAPER, QUIET, RULE, TICK, wrapped};

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// A generator that the figure is about.
    Main,
    /// Another edition beside it.
    Side,
    /// A generator with a rule changed: circles.
    Changed,
}

/// One line.
pub(crate) struct LevelLine {
    /// What stands at its end.
    pub(crate) label: String,
    pub(crate) hue: Hue,
    pub(crate) look: Look,
    /// A level and its mean with its interval.
    pub(crate) points: Vec<(u8, Interval)>,
}

/// A label's lines of text, and where the first one's top lies.
struct Label<'a> {
    lines: Vec<String>,
    line: &'a LevelLine,
    top: f64,
}

/// Draws the lines over their levels, from zero up. `unit` stands above the axis.
pub(crate) fn level_lines(drawing: &mut Drawing, area: Area, unit: &str, lines: &[LevelLine]) {
    let size = if is_narrow(area) { NOTE } else { TICK };
    let room = if is_narrow(area) { 98.0 } else { 150.0 };
    let plot = area.inset(24.0, 26.0, room + 14.0, 38.0);
    let mut levels: Vec<u8> =
        lines.iter().flat_map(|line| &line.points).map(|(level, _)| *level).collect();
    levels.sort_unstable();
    levels.dedup();
    let most = lines.iter().flat_map(|line| &line.points).map(|(_, mean)| mean.upper);
    let most = neat(most.fold(0.5, f64::max));
    let y = Axis::new((0.0, most), (plot.bottom(), plot.y));
    drawing.text(unit, area.x, area.y + 13.0, Type::new(size, QUIET));
    let decimals = usize::from(most < 3.0);
    for (tick, label) in y.labelled_ticks(5, |tick| fixed(tick, decimals)) {
        drawing.line(&[(plot.x, y.at(tick)), (plot.right(), y.at(tick))], 0.7, RULE);
        let look = Type::new(size, QUIET).end();
        drawing.text(label, plot.x - 6.0, y.at(tick) + 4.0, look);
    }
    drawing.line(&[(plot.x, plot.bottom()), (plot.right(), plot.bottom())], 1.0, FRAME);
    let step = plot.width / levels.len().max(1) as f64;
    let x = |level: u8| {
        let place = levels.iter().position(|other| *other == level).unwrap_or(0);
        plot.x + (place as f64 + 0.5) * step
    };
    for level in &levels {
        let look = Type::new(size, QUIET).middle();
        drawing.text(level.to_string(), x(*level), plot.bottom() + 16.0, look);
    }
    drawing.text("level", plot.middle(), plot.bottom() + 32.0, Type::new(size, QUIET).middle());
    // Side lines lie below the others.
    for is_side in [true, false] {
        for line in lines.iter().filter(|line| (line.look == Look::Side) == is_side) {
            draw_line(drawing, &y, x, line);
        }
    }
    for label in labels(lines, &y, plot, size, room) {
        let look = Type::new(size, label.line.hue.text);
        let look = if label.line.look == Look::Main { look.bold() } else { look };
        for (place, text) in label.lines.iter().enumerate() {
            let baseline = label.top + (place as f64 + 0.8) * size * 1.18;
            drawing.text(text, plot.right() + 12.0, baseline, look);
        }
    }
}

/// The least multiple of half a tick that leaves a little room above a value.
fn neat(most: f64) -> f64 {
    let step = step_for(most, 5) / 2.0;
    (most * 1.03 / step).ceil() * step
}

fn draw_line(drawing: &mut Drawing, y: &Axis, x: impl Fn(u8) -> f64, line: &LevelLine) {
    let points: Vec<(f64, f64)> =
        line.points.iter().map(|(level, mean)| (x(*level), y.at(mean.estimate))).collect();
    let (width, radius) = match line.look {
        Look::Main => (2.0, 4.2),
        Look::Side => (1.2, 2.6),
        Look::Changed => (1.4, 4.2),
    };
    if points.len() > 1 {
        drawing.line(&points, width, line.hue.mark);
    }
    for (level, mean) in &line.points {
        let ends = [(x(*level), y.at(mean.lower)), (x(*level), y.at(mean.upper))];
        drawing.line(&ends, 1.6, line.hue.mark);
    }
    for (x, y) in points {
        drawing.dot(x, y, radius, line.hue.mark);
        if line.look == Look::Changed {
            drawing.dot(x, y, radius - 1.6, PAPER);
        }
    }
}

/// The labels, each as near its line's end as the others let it.
fn labels<'a>(
    lines: &'a [LevelLine],
    y: &Axis,
    plot: Area,
    size: f64,
    room: f64,
) -> Vec<Label<'a>> {
    const GAP: f64 = 4.0;
    let height = |label: &Label<'_>| label.lines.len() as f64 * size * 1.18;
    let label = |line: &'a LevelLine| {
        let (_, last) = line.points.last()?;
        let lines = wrapped(&line.label, size, line.look == Look::Main, room);
        let mut label = Label { lines, line, top: 0.0 };
        label.top = y.at(last.estimate) - height(&label) / 2.0;
        Some(label)
    };
    let mut labels: Vec<Label<'_>> = lines.iter().filter_map(label).collect();
    labels.sort_by(|one, other| one.top.total_cmp(&other.top));
    let mut limit = plot.y - 8.0;
    for label in &mut labels {
        label.top = label.top.max(limit);
        limit = label.top + height(label) + GAP;
    }
    let mut limit = plot.bottom() + 8.0;
    for label in labels.iter_mut().rev() {
        label.top = label.top.min(limit - height(label));
        limit = label.top - GAP;
    }
    labels
}
