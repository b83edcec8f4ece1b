//! The marks of plots, drawn.

use crate::axis::Axis;
use crate::drawing::{Area, Drawing, Type};
use crate::font::{shortened, text_width, wrapped};
use crate::plot::{Facet, Look, PlotMark, Scale};
use crate::theme::{FRAME, Hue, INK, MUTED, NOTE, PAPER, Paint, QUIET, TICK};

/// The radius of marks.
pub(crate) const RADIUS: f64 = 4.2;

pub(super) fn circle(drawing: &mut Drawing, (x, y): (f64, f64), radius: f64, paint: Paint) {
    drawing.dot(x, y, radius, paint);
    drawing.dot(x, y, radius - 1.6, PAPER);
}

pub(super) fn tick(drawing: &mut Drawing, x: f64, y: f64) {
    drawing.line(&[(x, y - 6.0), (x, y + 6.0)], 1.6, INK);
}

impl PlotMark {
    pub(super) const fn is_side(&self) -> bool {
        matches!(
            self,
            Self::Dot { look: Look::Side | Look::Covered, .. }
                | Self::Divide { .. }
                | Self::Straight { .. }
        )
    }

    /// The room that the mark's texts need to the left and right of an axis of this width.
    pub(super) fn overhang(&self, scale: &Scale, width: f64) -> (f64, f64) {
        let (least, most) = scale.limits;
        let share = |value: f64| ((value - least) / (most - least)).clamp(0.0, 1.0);
        let beside = |before: f64, text: &str, bold: bool| {
            let text = text_width(text, NOTE, bold) + RADIUS + 5.0;
            (text - (1.0 - before) * width).max(0.0) / before.max(0.05)
        };
        match self {
            Self::Step { from, to, interval, text, .. } => {
                (RADIUS, beside(share(from.max(*to).max(interval.1)), text, true))
            }
            Self::Pair { before, after, .. } => {
                let (low, high) =
                    if before.0 <= after.0 { (before, after) } else { (after, before) };
                (beside(1.0 - share(low.0), &low.1, false), beside(share(high.0), &high.1, false))
            }
            _ => (RADIUS, RADIUS),
        }
    }

    /// Draws the mark. `y` is the place of a value, or on an axis of rows that of a lane.
    pub(super) fn draw(
        &self,
        drawing: &mut Drawing,
        plot: Area,
        x: &Axis,
        y: &dyn Fn(f64) -> f64,
        is_in_row: bool,
    ) {
        match self {
            Self::Dot { x: value, y: height, interval, hue, look } => {
                let at = (x.at(*value), y(*height));
                if let Some((lower, upper)) = interval {
                    let ends = match is_in_row {
                        true => [(x.at(*lower), at.1), (x.at(*upper), at.1)],
                        false => [(at.0, y(*lower)), (at.0, y(*upper))],
                    };
                    drawing.line(&ends, 1.8, hue.mark);
                }
                let radius = match look {
                    Look::Side => 2.7,
                    Look::Covered => RADIUS + 3.0,
                    Look::Main | Look::Hollow => RADIUS,
                };
                if *look == Look::Hollow {
                    circle(drawing, at, radius, hue.mark);
                } else {
                    drawing.dot(at.0, at.1, radius, hue.mark);
                }
            }
            Self::Line { points, hue } => {
                let line: Vec<(f64, f64)> =
                    points.iter().map(|(at, mean)| (x.at(*at), y(mean.estimate))).collect();
                if line.len() > 1 {
                    drawing.line(&line, 2.2, hue.mark);
                }
                for (at, mean) in points {
                    // Its rim sets a dot off from those of other lines.
                    drawing.dot(x.at(*at), y(mean.estimate), RADIUS + 1.1, PAPER);
                    let interval = Some((mean.lower, mean.upper));
                    let (hue, look) = (*hue, Look::Main);
                    let dot = Self::Dot { x: *at, y: mean.estimate, interval, hue, look };
                    dot.draw(drawing, plot, x, y, false);
                }
            }
            Self::Shares { shares, width, hue, is_filled: true, .. } => {
                let gap = if x.at(*width) - x.at(0.0) > 4.0 { 0.5 } else { 0.0 };
                for (value, share) in shares {
                    let left = x.at(value - width / 2.0) + gap;
                    let right = x.at(value + width / 2.0) - gap;
                    let top = y(*share);
                    let bar = Area::new(left, top, right - left, plot.bottom() - top);
                    drawing.rectangle(bar, hue.mark);
                }
            }
            Self::Shares { shares, width, hue, is_filled: false, .. } => {
                let mut points = Vec::new();
                let mut last = None;
                for (value, share) in shares {
                    let (left, right) = (x.at(value - width / 2.0), x.at(value + width / 2.0));
                    if last.is_none_or(|last: f64| (left - last).abs() > 1e-6) {
                        points.extend(last.map(|last| (last, plot.bottom())));
                        points.push((left, plot.bottom()));
                    }
                    points.extend([(left, y(*share)), (right, y(*share))]);
                    last = Some(right);
                }
                points.extend(last.map(|last| (last, plot.bottom())));
                if !points.is_empty() {
                    // Its rim sets it off from the bars behind it.
                    drawing.line(&points, 3.4, PAPER);
                    drawing.line(&points, 1.8, hue.mark);
                }
            }
            Self::Mean { x: value, hue } => {
                let at = x.at(value.clamp(x.least, x.most));
                let top = plot.bottom() + 1.5;
                let corners = [(at, top), (at - 4.2, top + 6.5), (at + 4.2, top + 6.5)];
                drawing.polygon(&corners, hue.text);
            }
            Self::Step { y: lane, from, to, interval: (lower, upper), fill, text, ink } => {
                let (begin, end, lane) = (x.at(*from), x.at(*to), y(*lane));
                let bar = Area::new(begin.min(end), lane - 5.0, (end - begin).abs(), 10.0);
                if from == to {
                    let bold = ![INK, QUIET].contains(ink);
                    let look = Type { bold, ..Type::new(NOTE, *ink) };
                    let right = (end + RADIUS).max(x.at(*upper));
                    drawing.text(text.as_str(), right + 4.0, lane + 4.0, look);
                    return;
                }
                drawing.line(&[(begin, lane - 16.0), (begin, lane + 5.0)], 0.8, FRAME);
                drawing.rectangle(bar, *fill);
                if *fill == MUTED {
                    drawing.frame(bar, 0.8, QUIET);
                }
                drawing.line(&[(x.at(*lower), lane), (x.at(*upper), lane)], 1.4, INK);
                let right = bar.right().max(x.at(*upper));
                drawing.text(text.as_str(), right + 5.0, lane + 4.0, Type::new(NOTE, *ink));
            }
            Self::Pair { y: lane, before, after, hue } => {
                draw_pair(drawing, x, y(*lane), before, after, *hue)
            }
            Self::Tick { x: value, y: lane } => tick(drawing, x.at(*value), y(*lane)),
            Self::Divide { x: value, text, is_left } => {
                let (at, mut y) = (x.at(*value), plot.y);
                while y < plot.bottom() {
                    drawing.line(&[(at, y), (at, (y + 3.0).min(plot.bottom()))], 1.0, FRAME);
                    y += 6.0;
                }
                let (width, beside) =
                    if *is_left { (at - plot.x, -5.0) } else { (plot.right() - at, 5.0) };
                let lines = wrapped(text, NOTE, false, (width - 6.0).max(45.0));
                let look = Type::new(NOTE, QUIET).rimmed();
                let look = if *is_left { look.end() } else { look };
                for (place, line) in lines.iter().rev().enumerate() {
                    let y = plot.bottom() - 7.0 - place as f64 * NOTE * 1.2;
                    drawing.text(line.as_str(), at + beside, y, look);
                }
            }
            Self::Straight { ends, hue } => {
                let ends = ends.map(|(at, height)| (x.at(at), y(height)));
                drawing.line(&ends, 1.2, hue.mark);
            }
            Self::Label { x: value, y: height, text, paint, is_above, is_left } => {
                // Below a dot on the axis there is no room.
                let base = match is_above {
                    true => y(*height) - 8.0,
                    false => (y(*height) + NOTE + 3.0).min(plot.bottom() - 3.0),
                };
                let look = Type::new(NOTE, *paint).rimmed();
                let [left, right] = [-RADIUS, RADIUS].map(|beside| x.at(*value) + beside);
                match *is_left || right + text_width(text, NOTE, false) > plot.right() + RADIUS {
                    true => drawing.text(text.as_str(), left, base, look.end()),
                    false => drawing.text(text.as_str(), right, base, look),
                }
            }
            Self::Stem { x: value, y: lane, hue } => {
                let lane = y(*lane);
                drawing.line(&[(x.at(0.0), lane), (x.at(*value), lane)], 1.6, hue.mark);
                drawing.dot(x.at(*value), lane, 3.6, hue.mark);
            }
        }
    }
}

/// A circle and a dot with their numbers; if both are the same, the dot with one number.
fn draw_pair(
    drawing: &mut Drawing,
    x: &Axis,
    y: f64,
    before: &(f64, String),
    after: &(f64, String),
    hue: Hue,
) {
    let (from, to) = (x.at(before.0), x.at(after.0));
    let is_same = before.1 == after.1 && (to - from).abs() < 1.0;
    if !is_same {
        drawing.line(&[(from, y), (to, y)], 1.8, hue.mark);
        circle(drawing, (from, y), RADIUS, hue.text);
    }
    drawing.dot(to, y, RADIUS, hue.text);
    let look = |is_after: bool| Type::new(NOTE, if is_after { INK } else { QUIET }).rimmed();
    let is_forward = from <= to;
    let (left, right) = if is_forward { (before, after) } else { (after, before) };
    let beside = RADIUS + 3.0;
    if !is_same {
        let at = from.min(to) - beside;
        drawing.text(left.1.as_str(), at, y + 4.0, look(!is_forward).end());
    }
    drawing.text(right.1.as_str(), from.max(to) + beside, y + 4.0, look(is_forward));
}

/// Names shapes as near to their highest points as bars and outlines allow.
pub(super) fn name_shapes(drawing: &mut Drawing, plot: Area, facet: &Facet, x: &Axis, y: &Axis) {
    const STEP: f64 = 3.0;
    // What a name must not cover: the bars, and the outline from value to value.
    let mut taken: Vec<Area> = Vec::new();
    for mark in &facet.marks {
        let PlotMark::Shares { shares, width, is_filled, .. } = mark else { continue };
        let mut before = plot.bottom();
        for (value, share) in shares {
            let (left, right) = (x.at(value - width / 2.0), x.at(value + width / 2.0));
            let top = y.at(*share);
            if *is_filled {
                taken.push(Area::new(left, top, right - left, plot.bottom() - top));
            } else {
                taken.push(Area::new(left, top, right - left, 0.0));
                taken.push(Area::new(left, top.min(before), 0.0, (top - before).abs()));
                taken.push(Area::new(right, top, 0.0, plot.bottom() - top));
            }
            before = top;
        }
    }
    let mut names: Vec<Area> = Vec::new();
    for mark in &facet.marks {
        let PlotMark::Shares { shares, hue, name, .. } = mark else { continue };
        let highest = shares.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((value, share)) = highest.filter(|_| !name.is_empty()) else { continue };
        let (at_x, at_y) = (x.at(*value), y.at(*share));
        let name = shortened(name, TICK, true, plot.width);
        let (width, height) = (text_width(&name, TICK, true), TICK * 0.96);
        let columns = ((plot.width - width) / STEP).max(0.0) as u32;
        let rows = ((plot.height - height) / STEP).max(0.0) as u32;
        let spots = (0..=columns).flat_map(|column| (0..=rows).map(move |row| (column, row)));
        let spots = spots.map(|(column, row)| {
            let (dx, dy) = (f64::from(column) * STEP, f64::from(row) * STEP);
            Area::new(plot.x + dx, plot.y + dy, width, height)
        });
        let far = |spot: &Area| {
            let dx = (spot.x - at_x).max(at_x - spot.right()).max(0.0);
            let dy = (spot.y - at_y).max(at_y - spot.bottom()).max(0.0);
            dx.hypot(dy)
        };
        // A name may cover a shape, but not another name.
        let covered = |spot: &Area| {
            let of = |areas: &[Area]| areas.iter().filter(|area| area.touches(spot, 3.0)).count();
            (of(&names), of(&taken))
        };
        let by_room =
            |a: &Area, b: &Area| covered(a).cmp(&covered(b)).then(far(a).total_cmp(&far(b)));
        let Some(spot) = spots.min_by(by_room) else { continue };
        let look = Type::new(TICK, hue.text).bold().rimmed();
        drawing.text(name, spot.x, spot.y + TICK * 0.74, look);
        names.push(spot);
    }
}
