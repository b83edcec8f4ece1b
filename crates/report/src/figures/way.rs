//! The way: steps to the boss, the walk through every room, and how much of it is walked again.

use basement_survey::{Results, measure};

use crate::figure::{Figure, Words, compose_parts};
use crate::frame::by_level::{Chart, Charts, Value};
use crate::lexicon::way::Finding;
use crate::lexicon::{list, request_in_words};
use crate::number::fixed;
use crate::plot::{Facet, Mark};
use crate::series::{names_of, plain_groups};

/// The measures, with what a player calls them.
const SHOWN: [(Value, &str, &str); 3] = [
    (Value::Mean(measure::BOSS_DISTANCE), "boss_distance", "Doors to the boss"),
    (Value::Mean(measure::FULL_WALK), "full_walk", "Doors to clear all rooms"),
    (Value::Mean(measure::WALKED_AGAIN), "walked_again", "Doors passed again"),
];

/// The figure, where a series has a boss to walk to.
pub(crate) fn way(results: &Results) -> Option<Figure> {
    let charts = Charts::of(results, &SHOWN)?;
    let (series, level) = (&charts.series, charts.level);
    let finding = charts.both.and_then(|both| Finding::of(results, both, level));
    let names = list(names_of(results, series));
    let title = match &finding {
        Some(finding) => finding.title(),
        None => format!("How far the boss is in {names}, and how long a full clear"),
    };
    let place = match &finding {
        Some(finding) if finding.is_of_equal_size => {
            format!("by level; title and values: level {level}, on which both are of one size")
        }
        Some(_) => format!("by level; title and values: level {level}"),
        None => "by level".to_owned(),
    };
    let words = Words {
        name: "way".to_owned(),
        subtitle: format!(
            "Mean number of doors, {place}; 95 % intervals where they are wider than a dot; {}",
            request_in_words(results)
        ),
        caption: finding.as_ref().map(Finding::intervals).unwrap_or_default()
            + "A full clear enters every room that is not hidden, ends at the boss, and takes the shortest such walk.",
        notes: charts.origin(results),
        alt: format!(
            "{title}. Line charts by level for {names}: doors to the boss, doors to clear all rooms, doors passed again."
        ),
        title,
    };
    let kink = kink(results, series);
    let facet = |chart: &Chart| {
        let mut facet =
            Facet::by_level(chart.heading, &chart.lines, Some(level), |value| fixed(value, 1));
        facet.marks.extend(
            kink.map(|level| Mark::Divide { x: level.into(), text: "full size".to_owned() }),
        );
        facet.scale(chart.scale())
    };
    let (key, plot) = (charts.key(results), charts.plot(facet));
    Some(compose_parts(words, charts.table("measure", "mean"), &[&key, &plot]))
}

/// The level from which on no shown series has more rooms, where there are levels before and after.
fn kink(results: &Results, series: &[usize]) -> Option<u8> {
    let of = |series: &usize| {
        let sizes: Vec<(u8, f64)> = plain_groups(results, *series)
            .filter_map(|it| Some((it.request.level, it.summary.mean(measure::ROOMS)?)))
            .collect();
        let last = sizes.last()?.1;
        let grows = |it: &&(u8, f64)| (it.1 - last).abs() > 0.02 * last;
        let turn = sizes.iter().rposition(|it| grows(&it))? + 1;
        sizes.get(turn).filter(|_| turn + 1 < sizes.len()).map(|it| it.0)
    };
    let levels: Option<Vec<u8>> = series.iter().map(of).collect();
    levels?.into_iter().max()
}
