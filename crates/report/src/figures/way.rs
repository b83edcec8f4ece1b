//! The way: steps to the boss, the walk through every room, and how much of it is walked again.

use crate::frame::by_level::{Charts, Value};
use crate::prelude::*;

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
    let all = list(names_of(results, series));
    let found = found(results, level);
    let (title, intervals) = found.unwrap_or_else(|| {
        (format!("How far the boss is in {all}, and how long a full clear"), String::new())
    });
    let words = Words {
        name: "way".to_owned(),
        subtitle: format!(
            "Mean number of doors by level{}; {}",
            charts.labels_in_words(),
            charts.dots_in_words()
        ),
        caption: intervals
            + "A full clear is the shortest walk through every room that is not hidden, with the boss last. Doors walked back lead into a room where you have already been."
            + charts.full_size_in_words(results),
        notes: with_request(results, charts.origin(results)),
        alt: format!(
            "Line charts by level for {all}: doors to the boss, doors to clear all rooms, doors walked back."
        ),
        title,
    };
    Some(charts.figure(results, words, ["measure", "mean"]))
}

/// What a level shows of both ways: a title, and the differences with their intervals in a sentence.
fn found(results: &Results, level: u8) -> Option<(String, String)> {
    let at = |measure| difference_on(results, measure, level);
    let (boss, clear) = (at(measure::BOSS_DISTANCE)?, at(measure::FULL_WALK));
    let [_, y] = names(results);
    let said = |it: &Difference, [more, less, same]: [&str; 3]| match it.sign() {
        0 => same.to_owned(),
        sign => {
            let word = if sign > 0 { more } else { less };
            format!("{} doors {word}", fixed(it.value().abs(), 1))
        }
    };
    let way = said(&boss, ["farther", "nearer", "about as far"]);
    let long = clear.map_or_else(String::new, |it| {
        format!(", a full clear {}", said(&it, ["longer", "shorter", "about as long"]))
    });
    let title = first_fitting([
        format!("On level {level} {} boss is {way}{long}", possessive(y)),
        "The way to the boss, and through all rooms".to_owned(),
    ]);
    let others = [("to clear the floor", clear), ("walked back", at(measure::WALKED_AGAIN))];
    let others = others.into_iter().filter_map(|(words, it)| Some((words, it?)));
    let others = others.map(|(words, it)| format!(", {words} {}", it.in_words("doors")));
    Some((
        title,
        format!(
            "{}to the boss {}{}. ",
            minus(results, level),
            boss.in_words("doors"),
            others.collect::<String>()
        ),
    ))
}
