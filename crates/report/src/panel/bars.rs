//! A distribution over whole numbers: bars for one series, steps for others.

use crate::axis::Axis;
use crate::drawing::{Area, Drawing, Type};
use crate::number::fixed;
use crate::theme::{FRAME, Hue, QUIET, RULE, TICK};

/// The shares of one series: (value in raw steps, share).
pub(crate) struct Shares {
    pub(crate) hue: Hue,
    pub(crate) shares: Vec<(f64, f64)>,
    pub(crate) mean: f64,
}

impl Shares {
    /// A series without the measure.
    pub(crate) fn none(hue: Hue) -> Self {
        Self { hue, shares: Vec::new(), mean: f64::NAN }
    }
}

/// Both axes of a distribution, shared by all panels of a figure.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// Values, with half a step of room on either side.
    pub(crate) values: (f64, f64),
    /// The greatest share.
    pub(crate) share: f64,
    /// Width of a bar, in values.
    pub(crate) step: f64,
}

/// Draws the first series as bars, every further one as a stepped outline, each
/// with a mark at its mean. Returns the axes for labels.
pub(crate) fn distribution(
    drawing: &mut Drawing,
    area: Area,
    limits: &Limits,
    series: &[Shares],
    has_labels: bool,
) -> (Axis, Axis) {
    let half = limits.step / 2.0;
    let x = Axis::new((limits.values.0 - half, limits.values.1 + half), (area.x, area.right()));
    let y = Axis::new((0.0, limits.share), (area.bottom(), area.y));
    for (tick, label) in y.labelled_ticks(3, |tick| format!("{} %", fixed(tick * 100.0, 0))) {
        drawing.line(&[(area.x, y.at(tick)), (area.right(), y.at(tick))], 0.7, RULE);
        if has_labels {
            let look = Type::new(TICK, QUIET).end();
            drawing.text(label, area.x - 5.0, y.at(tick) + 4.0, look);
        }
    }
    for (place, shares) in series.iter().enumerate() {
        if place == 0 {
            let gap = if limits.step * (x.at(1.0) - x.at(0.0)) > 4.0 { 0.5 } else { 0.0 };
            for (value, share) in &shares.shares {
                let (left, right) = (x.at(value - half) + gap, x.at(value + half) - gap);
                let top = y.at(share.min(limits.share));
                let bar = Area::new(left, top, right - left, area.bottom() - top);
                drawing.rectangle(bar, shares.hue.mark);
            }
        } else {
            let mut points = Vec::new();
            let mut last = None;
            for (value, share) in &shares.shares {
                let (left, right) = (x.at(value - half), x.at(value + half));
                if last.is_none_or(|last: f64| (left - last).abs() > 1e-6) {
                    if let Some(last) = last {
                        points.push((last, area.bottom()));
                    }
                    points.push((left, area.bottom()));
                }
                let top = y.at(share.min(limits.share));
                points.extend([(left, top), (right, top)]);
                last = Some(right);
            }
            if let Some(last) = last {
                points.push((last, area.bottom()));
            }
            if !points.is_empty() {
                drawing.line(&points, 1.8, shares.hue.mark);
            }
        }
    }
    drawing.line(&[(area.x, area.bottom()), (area.right(), area.bottom())], 1.0, FRAME);
    for shares in series.iter().filter(|shares| !shares.shares.is_empty()) {
        let at = x.at(shares.mean.clamp(x.least, x.most));
        let top = area.bottom() + 1.5;
        drawing
            .polygon(&[(at, top), (at - 4.2, top + 6.5), (at + 4.2, top + 6.5)], shares.hue.text);
    }
    for tick in x.ticks(4) {
        if (tick / limits.step).fract().abs() > 1e-9 && limits.step >= 1.0 {
            continue;
        }
        let decimals = if limits.step >= 1.0 { 0 } else { 2 };
        let look = Type::new(TICK, QUIET).middle();
        drawing.text(fixed(tick, decimals), x.at(tick), area.bottom() + 21.0, look);
    }
    (x, y)
}
