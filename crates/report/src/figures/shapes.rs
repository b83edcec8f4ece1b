//! Which outlines rooms have, where any is larger than one cell.

use basement_floors::Shape;
use basement_survey::{ArmResult, Interval, Measure, Results, measure};

use super::cells::few_of;
use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{about, percent};
use crate::origin::origin_line;
use crate::panel::rows::{lying_axis, row_label};
use crate::series::{hue_of, name_of};
use crate::table::{Table, exact};
use crate::theme::{FRAME, INK, NOTE, QUIET};
use crate::words::{capital, first_fitting, outline_of, request_in_words};

/// Height of a row.
const ROW: f64 = 38.0;

/// The figure for the first of the two series that has large rooms.
pub(super) fn figures(results: &Results) -> Vec<Figure> {
    let series = [0, 1].into_iter().find(|series| {
        results
            .arms_of(*series)
            .any(|arm| share_of_large(arm).is_some_and(|share| share.estimate > 1e-9))
    });
    series.and_then(|series| figure(results, series)).into_iter().collect()
}

/// The share of a plan's rooms that have an outline. Its interval takes the number of
/// rooms as fixed, which hardly varies on a level.
fn share_of(arm: &ArmResult, shape: Shape) -> Option<Interval> {
    let rooms = arm.summary.mean(measure::ROOMS)?;
    let of_shape = Measure::from_name(&format!("rooms_{shape}"))?;
    let interval = arm.summary.values(of_shape).mean_interval()?;
    let Interval { estimate, lower, upper } = interval.times(1.0 / rooms);
    Some(Interval { estimate, lower: lower.max(0.0), upper: upper.min(1.0) })
}

/// The share of rooms that have more than one cell, with its interval.
fn share_of_large(arm: &ArmResult) -> Option<Interval> {
    let Interval { estimate, lower, upper } = share_of(arm, Shape::Single)?;
    Some(Interval { estimate: 1.0 - estimate, lower: 1.0 - upper, upper: 1.0 - lower })
}

fn figure(results: &Results, series: usize) -> Option<Figure> {
    let levels = few_of(&results.study.levels);
    let arms: Vec<&ArmResult> =
        levels.iter().filter_map(|level| results.arm(series, *level, false)).collect();
    let last = *arms.last()?;
    let other = 1 - series;
    let others: Vec<&ArmResult> =
        levels.iter().filter_map(|level| results.arm(other, *level, false)).collect();
    let mut table = Table::new(&["series", "level", "shape", "name", "share", "lower", "upper"]);
    let mut most = 0.0_f64;
    for arm in arms.iter().chain(&others) {
        for shape in Shape::ALL {
            let share = share_of(arm, shape)?;
            if shape != Shape::Single && arm.series == series {
                most = most.max(share.upper);
            }
            table.row([
                name_of(results, arm.series).to_owned(),
                arm.request.level.to_string(),
                shape.id().to_string(),
                shape.to_string(),
                exact(share.estimate),
                exact(share.lower),
                exact(share.upper),
            ]);
        }
    }
    for arm in &arms {
        let Some(large) = share_of_large(arm) else { continue };
        table.row([
            name_of(results, arm.series).to_owned(),
            arm.request.level.to_string(),
            String::new(),
            "other than 1x1".to_owned(),
            exact(large.estimate),
            exact(large.lower),
            exact(large.upper),
        ]);
    }
    let mut shapes: Vec<Shape> =
        Shape::ALL.into_iter().filter(|shape| *shape != Shape::Single).collect();
    shapes.sort_by(|a, b| {
        let share = |shape: Shape| share_of(last, shape).map_or(0.0, |share| share.estimate);
        share(*b).total_cmp(&share(*a))
    });
    let large = results.arms_of(other).filter_map(share_of_large);
    let other_large = large.map(|share| share.estimate).fold(0.0, f64::max);
    let y = name_of(results, series);
    let only = capital(&format!(
        "{} of {y}'s rooms on level {} are big or narrow",
        about(share_of_large(last)?, |share| percent(share, 0)),
        last.request.level
    ));
    let long = if others.is_empty() || other_large >= 1e-9 {
        only.clone()
    } else {
        format!("{only}; none of {}'s are", name_of(results, other))
    };
    let title = first_fitting([long, only, "Rooms of other shapes than one cell".to_owned()]);
    let reading = format!(
        "The rest are of one cell ({} on level {}). Bars, from light to dark: {}. Whiskers: 95 % intervals (normal, \
         the number of rooms taken as fixed). Narrow rooms have doors at their ends only; \
         an L lacks the quarter named. The data have the community's names of the outlines.",
        percent(1.0 - share_of_large(last)?.estimate, 1),
        last.request.level,
        levels.iter().map(|level| format!("level {level}")).collect::<Vec<_>>().join(", "),
    );
    let notes = origin_line(results, others.iter().chain(&arms).copied(), None, "");
    let words = Words {
        name: "room-shapes".to_owned(),
        title: title.clone(),
        subtitle: format!(
            "Share of the rooms of {y}'s plans that have each outline, %; {}",
            request_in_words(results)
        ),
        caption: format!(
            "How often each outline but the plain one of one cell occurs among the rooms of {y}. {reading}"
        ),
        notes,
        alt: format!(
            "{title}. Bar chart of the eleven outlines but the plain one of one cell in {y}, level by level."
        ),
    };
    let limit = limit_for(most * 100.0);
    let hue = hue_of(results, series);
    Some(compose(words, table, shapes.len() as f64 * ROW + 40.0, |drawing, area| {
        let plot = area.inset(170.0, 6.0, 44.0, 24.0);
        let axis = Axis::new((0.0, limit), (plot.x, plot.right()));
        let decimals = usize::from(limit < 4.0);
        lying_axis(drawing, plot, &axis, 5, |tick| percent(tick / 100.0, decimals));
        let height = (ROW - 7.0) / arms.len() as f64;
        for (row, shape) in shapes.iter().enumerate() {
            let top = plot.y + row as f64 * ROW + 3.5;
            let middle = top + (ROW - 7.0) / 2.0;
            icon(drawing, *shape, plot.x - 34.0, middle);
            row_label(drawing, outline_of(*shape), plot.x - 52.0, middle, INK);
            for (place, arm) in arms.iter().enumerate() {
                let Some(share) = share_of(arm, *shape) else { continue };
                let [from, at, to] = [share.lower, share.estimate, share.upper]
                    .map(|share| axis.at(share * 100.0).max(plot.x));
                let y = top + place as f64 * height;
                let bar = Area::new(plot.x, y, at - plot.x, height - 1.0);
                let depth = (place + 1) as f64 / arms.len() as f64;
                drawing.rectangle(bar, hue.shade(depth));
                let middle = y + (height - 1.0) / 2.0;
                drawing.line(&[(from, middle), (to, middle)], 1.3, INK);
                if row == 0 {
                    let look = Type::new(NOTE, QUIET).rimmed();
                    let label = format!("level {}", arm.request.level);
                    drawing.text(label, to + 5.0, y + height * 0.5 + 3.6, look);
                }
            }
        }
        drawing.line(&[(plot.x, plot.y), (plot.x, plot.bottom())], 1.0, FRAME);
    }))
}

/// A small picture of an outline: its cells, and a dot wherever it has a door.
fn icon(drawing: &mut Drawing, shape: Shape, x: f64, y: f64) {
    const SIDE: f64 = 9.0;
    let left = x - f64::from(shape.width()) * SIDE / 2.0;
    let top = y - f64::from(shape.height()) * SIDE / 2.0;
    for (column, row) in shape.cells() {
        let (x, y) = (left + f64::from(*column) * SIDE, top + f64::from(*row) * SIDE);
        drawing.rectangle(Area::new(x, y, SIDE, SIDE), FRAME);
    }
    for slot in shape.slots().iter() {
        let (Some((cx, cy)), (dx, dy)) = (shape.slot_cell(slot), slot.direction().offset()) else {
            continue;
        };
        let x = left + (f64::from(cx) + 0.5 + f64::from(dx) * 0.5) * SIDE;
        let y = top + (f64::from(cy) + 0.5 + f64::from(dy) * 0.5) * SIDE;
        drawing.dot(x, y, 1.5, INK);
    }
}
