//! Rows with a value before and a value after: a circle, a dot, and a line between them.

use crate::axis::Axis;
use crate::drawing::{Area, Drawing, Type};
use crate::theme::{Hue, INK, NOTE, PAPER, QUIET, RULE, TICK, shortened, text_width};

/// The height of a row.
const ROW: f64 = 20.0;
/// The height of a group's name.
const HEADING: f64 = 19.0;
/// What is free below a group.
const GAP: f64 = 7.0;
/// What is free above the first group, for the panel's name, and below the last, for ticks.
const ABOVE: f64 = 22.0;
const BELOW: f64 = 22.0;
/// The radius of marks.
const RADIUS: f64 = 4.4;

/// One row.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) hue: Hue,
    /// The value before, and as it is written.
    pub(crate) before: (f64, String),
    /// The value after, and as it is written.
    pub(crate) after: (f64, String),
}

/// Rows under a common name.
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) rows: Vec<Row>,
}

/// A panel: its name, its groups, and the end of its axis, which begins at zero.
pub(crate) struct Panel {
    pub(crate) name: String,
    pub(crate) groups: Vec<Group>,
    pub(crate) most: f64,
}

impl Panel {
    fn height(&self) -> f64 {
        let group = |group: &Group| HEADING + group.rows.len() as f64 * ROW + GAP;
        ABOVE + self.groups.iter().map(group).sum::<f64>() + BELOW
    }
}

/// The height of panels side by side, or one below the other.
pub(crate) fn height(panels: &[Panel], is_stacked: bool) -> f64 {
    let heights = panels.iter().map(Panel::height);
    if is_stacked { heights.map(|height| height + 10.0).sum() } else { heights.fold(0.0, f64::max) }
}

/// Draws panels side by side, with the rows named at the left of the first, or one below the
/// other, with the rows named in each.
pub(crate) fn dumbbells(
    drawing: &mut Drawing,
    area: Area,
    panels: &[Panel],
    is_stacked: bool,
    tick: impl Fn(f64) -> String,
) {
    let names = panels.iter().flat_map(|panel| &panel.groups).flat_map(|group| {
        let rows = group.rows.iter().map(|row| text_width(&row.name, NOTE, true));
        rows.chain([text_width(&group.name, NOTE, false)])
    });
    let room = names.fold(0.0, f64::max).min(area.width * 0.34) + 8.0;
    let body = area.inset(room, 0.0, 0.0, 0.0);
    if is_stacked {
        let mut y = area.y;
        for panel in panels {
            let cell = Area::new(body.x, y, body.width, panel.height());
            draw(drawing, cell, panel, Some(area.x), room, &tick);
            y += panel.height() + 10.0;
        }
    } else {
        for (place, (panel, cell)) in
            panels.iter().zip(body.columns(panels.len(), 12.0)).enumerate()
        {
            draw(drawing, cell, panel, (place == 0).then_some(area.x), room, &tick);
        }
    }
}

/// Draws a panel; its rows are named from `left` on, where that is given.
fn draw(
    drawing: &mut Drawing,
    cell: Area,
    panel: &Panel,
    left: Option<f64>,
    room: f64,
    tick: impl Fn(f64) -> String,
) {
    let plot = cell.inset(26.0, ABOVE, 32.0, 0.0);
    let plot = Area { height: panel.height() - ABOVE - BELOW, ..plot };
    drawing.text(&panel.name, plot.x, cell.y + 12.0, Type::new(TICK, INK).bold());
    let axis = Axis::new((0.0, panel.most), (plot.x, plot.right()));
    for (value, label) in axis.labelled_ticks(3, tick) {
        let x = axis.at(value);
        drawing.line(&[(x, plot.y), (x, plot.bottom())], 0.7, RULE);
        drawing.text(label, x, plot.bottom() + 15.0, Type::new(NOTE, QUIET).middle());
    }
    let mut y = plot.y;
    for group in &panel.groups {
        if let Some(left) = left {
            drawing.text(&group.name, left, y + 14.0, Type::new(NOTE, QUIET));
        }
        y += HEADING;
        for row in &group.rows {
            let middle = y + ROW / 2.0;
            if let Some(left) = left {
                let name = shortened(&row.name, NOTE, true, room - 4.0);
                drawing.text(name, left, middle + 4.0, Type::new(NOTE, row.hue.text).bold());
            }
            draw_row(drawing, &axis, middle, row);
            y += ROW;
        }
        y += GAP;
    }
}

fn draw_row(drawing: &mut Drawing, axis: &Axis, y: f64, row: &Row) {
    let (from, to) = (axis.at(row.before.0), axis.at(row.after.0));
    drawing.line(&[(from, y), (to, y)], 1.8, row.hue.mark);
    drawing.dot(from, y, RADIUS, row.hue.text);
    drawing.dot(from, y, RADIUS - 1.6, PAPER);
    drawing.dot(to, y, RADIUS, row.hue.text);
    let (before, after) = (row.before.1.as_str(), row.after.1.as_str());
    let (left, right) = if from <= to { (before, after) } else { (after, before) };
    let look = |is_after: bool| Type::new(NOTE, if is_after { INK } else { QUIET }).rimmed();
    let is_forward = from <= to;
    drawing.text(left, from.min(to) - RADIUS - 3.0, y + 4.0, look(!is_forward).end());
    drawing.text(right, from.max(to) + RADIUS + 3.0, y + 4.0, look(is_forward));
}

/// The width of a part of a key.
fn key_width(text: &str) -> f64 {
    text_width(text, NOTE, false) + 2.0 * RADIUS + 6.0
}

/// Whether both parts of a key fit into one line.
fn is_one_line(width: f64, [before, after]: [&str; 2]) -> bool {
    key_width(before) + key_width(after) + 18.0 <= width
}

/// The height of a key.
pub(crate) fn key_height(width: f64, words: [&str; 2]) -> f64 {
    if is_one_line(width, words) { 26.0 } else { 43.0 }
}

/// What circle and dot mean, in a line or, where that is too wide, in two.
pub(crate) fn key(drawing: &mut Drawing, area: Area, words: [&str; 2]) {
    let mut at = (area.x + RADIUS, area.y + 8.0);
    for (place, text) in words.into_iter().enumerate() {
        drawing.dot(at.0, at.1, RADIUS, INK);
        if place == 0 {
            drawing.dot(at.0, at.1, RADIUS - 1.6, PAPER);
        }
        drawing.text(text, at.0 + RADIUS + 5.0, at.1 + 4.0, Type::new(NOTE, INK));
        if is_one_line(area.width, words) {
            at.0 += key_width(text) + 18.0;
        } else {
            at.1 += 17.0;
        }
    }
}
