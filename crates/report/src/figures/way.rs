//! The way: steps to the boss, the walk through every room, and how much of it is walked again.

use basement_survey::{Results, measure};

use crate::figure::{Figure, Words, compose_parts};
use crate::frame::by_level::{Chart, Charts, Value};
use crate::lexicon::way::WayAndWalk;
use crate::lexicon::{list, with_request};
use crate::number::fixed;
use crate::plot::Facet;
use crate::series::names_of;

/// The measures, with players' names for them.
const SHOWN: [(Value, &str, &str); 3] = [
    (Value::Mean(measure::BOSS_DISTANCE), "boss_distance", "Doors to the boss"),
    (Value::Mean(measure::FULL_WALK), "full_walk", "Doors to clear all rooms"),
    (Value::Mean(measure::WALKED_AGAIN), "walked_again", "Doors walked back"),
];

/// The figure, if a series has a boss to walk to.
pub(crate) fn way(results: &Results) -> Option<Figure> {
    let charts = Charts::of(results, &SHOWN)?;
    let (series, level) = (&charts.series, charts.level);
    let finding = charts.both.and_then(|both| WayAndWalk::of(results, both, level));
    let names = list(names_of(results, series));
    let title = match &finding {
        Some(finding) => finding.title(),
        None => format!("How far the boss is in {names}, and how long a full clear"),
    };
    let place = match &finding {
        Some(_) => format!("by level; labelled values: level {level}"),
        None => "by level".to_owned(),
    };
    let words = Words {
        name: "way".to_owned(),
        subtitle: format!("Mean number of doors {place}; {}", charts.dots_in_words()),
        caption: finding.as_ref().map(WayAndWalk::intervals).unwrap_or_default()
            + "A full clear is the shortest walk through every room that is not hidden, with the boss last.",
        notes: with_request(results, charts.origin(results)),
        alt: format!(
            "{title}. Line charts by level for {names}: doors to the boss, doors to clear all rooms, doors walked back."
        ),
        title,
    };
    let full = charts.where_full(results);
    let facet = |chart: &Chart| {
        let mut facet =
            Facet::by_level(chart.heading, &chart.lines, Some(level), |value| fixed(value, 1));
        facet.marks.extend(full.clone());
        facet.scale(chart.scale())
    };
    let (key, plot) = (charts.key(results), charts.plot(facet));
    Some(compose_parts(words, charts.table("measure", "mean"), &[&key, &plot]))
}
