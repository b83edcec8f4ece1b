//! Which outlines rooms have, where any is larger than one cell.

use basement_floors::Shape;
use basement_survey::statistics::Interval;
use basement_survey::study::GroupResult;
use basement_survey::{Measure, Results, measure};

use crate::figure::{Figure, Words, compose_parts};
use crate::lexicon::{capital, first_fitting, outline_of, possessive, request_in_words};
use crate::number::{about, percent};
use crate::origin::origin_line;
use crate::plot::{Facet, Mark, Plot, Row, RowGroup, Scale, Y, lane};
use crate::series::{first_middle_last, hue_of, name_of};
use crate::table::{Table, exact};
use crate::theme::QUIET;

/// The figure for the first of the two series that has large rooms.
pub(crate) fn figures(results: &Results) -> Vec<Figure> {
    let has_large = |series: &usize| most_large(results, *series) > 1e-9;
    let series = [0, 1].into_iter().find(has_large);
    series.and_then(|series| figure(results, series)).into_iter().collect()
}

/// The share of a plan's rooms that have an outline. Its interval takes the number of
/// rooms as fixed, which hardly varies on a level.
fn share_of(group: &GroupResult, shape: Shape) -> Option<Interval> {
    let rooms = group.summary.mean(measure::ROOMS)?;
    let of_shape = Measure::from_name(&format!("rooms_{shape}"))?;
    let interval = group.summary.values(of_shape).mean_interval()?;
    let Interval { estimate, lower, upper } = interval.times(1.0 / rooms);
    Some(Interval { estimate, lower: lower.max(0.0), upper: upper.min(1.0) })
}

/// The share of rooms that have more than one cell, with its interval.
fn share_of_large(group: &GroupResult) -> Option<Interval> {
    let Interval { estimate, lower, upper } = share_of(group, Shape::Single)?;
    Some(Interval { estimate: 1.0 - estimate, lower: 1.0 - upper, upper: 1.0 - lower })
}

/// The greatest share of large rooms on a level of a series.
fn most_large(results: &Results, series: usize) -> f64 {
    let shares = results.groups_of(series).filter_map(share_of_large);
    shares.map(|share| share.estimate).fold(0.0, f64::max)
}

fn figure(results: &Results, series: usize) -> Option<Figure> {
    let levels = first_middle_last(&results.study.levels);
    let groups_of = |series: usize| -> Vec<&GroupResult> {
        levels.iter().filter_map(|level| results.group(series, *level, false)).collect()
    };
    let (groups, others) = (groups_of(series), groups_of(1 - series));
    let last = *groups.last()?;
    let large = share_of_large(last)?;
    let all = groups.iter().chain(&others);
    let rows = all.flat_map(|group| {
        let shapes = Shape::ALL.map(|shape| (*group, Some(shape), share_of(group, shape)));
        let large = (group.series == series).then(|| (*group, None, share_of_large(group)));
        shapes.into_iter().chain(large)
    });
    let rows = rows.filter_map(|(group, shape, share)| Some((group, shape, share?)));
    let table = Table::of(
        rows,
        &[
            ("series", &|(group, ..)| name_of(results, group.series).to_owned()),
            ("level", &|(group, ..)| group.request.level.to_string()),
            ("shape", &|(_, it, _)| it.map_or_else(String::new, |it| it.id().to_string())),
            ("name", &|(_, it, _)| {
                it.map_or_else(|| "other than 1x1".to_owned(), |it| it.to_string())
            }),
            ("share", &|(.., share)| exact(share.estimate)),
            ("lower", &|(.., share)| exact(share.lower)),
            ("upper", &|(.., share)| exact(share.upper)),
        ],
    );
    let name = name_of(results, series);
    let level = last.request.level;
    let said = about(large, |share| percent(share, 0));
    let only = capital(&format!(
        "{said} of {} rooms on level {level} are big or narrow",
        possessive(name)
    ));
    let long = match others.is_empty() || most_large(results, 1 - series) >= 1e-9 {
        true => only.clone(),
        false => format!("{only}; none of {} are", possessive(name_of(results, 1 - series))),
    };
    let title = first_fitting([long, only, "Rooms of other shapes than one cell".to_owned()]);
    let words = Words {
        name: "room-shapes".to_owned(),
        subtitle: format!(
            "Share of the rooms of the plans of {name} that have each outline, %; {}",
            request_in_words(results)
        ),
        caption: format!(
            "The rest are of one cell ({} on level {level}). Narrow rooms have doors at their ends only; an L lacks \
             the quarter named. Strokes: 95 % intervals, the number of rooms taken as fixed. The data have the \
             community's names of the outlines.",
            percent(1.0 - large.estimate, 1)
        ),
        notes: origin_line(results, others.iter().chain(&groups).copied(), None, ""),
        alt: format!(
            "{title}. Bar chart of the eleven outlines but the plain one of one cell in {name}, level by level."
        ),
        title,
    };
    let share = |shape: Shape| share_of(last, shape).map_or(0.0, |share| share.estimate);
    let mut shapes: Vec<Shape> = Shape::ALL.into_iter().filter(|it| *it != Shape::Single).collect();
    shapes.sort_by(|a, b| share(*b).total_cmp(&share(*a)));
    let (hue, lanes) = (hue_of(results, series), groups.len());
    let bar = |row: usize, place: usize| {
        let share = share_of(groups[place], shapes[row])?;
        let level = format!("level {}", groups[place].request.level);
        Some(Mark::Bar {
            y: lane(row, place, lanes),
            x: share.estimate,
            interval: Some((share.lower, share.upper)),
            fill: hue.shade((place + 1) as f64 / lanes as f64),
            text: if row == 0 { level } else { String::new() },
            ink: QUIET,
        })
    };
    let places = (0..shapes.len()).flat_map(|row| (0..lanes).map(move |place| (row, place)));
    let bars = places.filter_map(|(row, place)| bar(row, place)).collect();
    let of_all =
        groups.iter().flat_map(|group| shapes.iter().filter_map(|it| share_of(group, *it)));
    let row = |shape: &Shape| Row { icon: Some(*shape), ..Row::new(outline_of(*shape), lanes) };
    let plot = Plot {
        facets: vec![Facet::new("", bars)],
        columns: [1, 1],
        x: Scale::shares(of_all.map(|share| share.upper).fold(0.0, f64::max)).ticks(5),
        y: Y::Rows(vec![RowGroup::plain(shapes.iter().map(row))]),
    };
    Some(compose_parts(words, table, &[&plot]))
}
