//! Which outlines rooms have, where any is larger than one cell.

use basement_floors::Shape;
use basement_survey::{ArmResult, Interval, Measure, Results, measure};

use super::cells::first_middle_last;
use crate::figure::{Figure, Words, compose_parts};
use crate::lexicon::{capital, first_fitting, outline_of, request_in_words};
use crate::number::{about, percent};
use crate::origin::origin_line;
use crate::plot::{Facet, Group, Mark, Plot, Row, Scale, Y, lane};
use crate::series::{hue_of, name_of};
use crate::table::{Table, exact};
use crate::theme::QUIET;

/// The figure for the first of the two series that has large rooms.
pub(crate) fn figures(results: &Results) -> Vec<Figure> {
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
    let levels = first_middle_last(&results.study.levels);
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
    let hue = hue_of(results, series);
    let lanes = arms.len();
    let bars = shapes.iter().enumerate().flat_map(|(row, shape)| {
        let bar = move |(place, arm): (usize, &&ArmResult)| {
            let share = share_of(arm, *shape)?;
            let text =
                if row == 0 { format!("level {}", arm.request.level) } else { String::new() };
            Some(Mark::Bar {
                y: lane(row, place, lanes),
                x: share.estimate,
                interval: Some((share.lower, share.upper)),
                fill: hue.shade((place + 1) as f64 / lanes as f64),
                text,
                ink: QUIET,
            })
        };
        arms.iter().enumerate().filter_map(bar)
    });
    let row = |shape: &Shape| Row { icon: Some(*shape), ..Row::new(outline_of(*shape), lanes) };
    let rows = Group { name: String::new(), rows: shapes.iter().map(row).collect() };
    let plot = Plot {
        facets: vec![Facet::new("", bars.collect())],
        columns: [1, 1],
        x: Scale::shares(most).ticks(5),
        y: Y::Rows(vec![rows]),
    };
    Some(compose_parts(words, table, &[&plot]))
}
