//! What the story comes down to.

use basement_survey::measure;

use super::answer::games;
use super::rings;
use crate::article::Section;
use crate::claims::{difference_on, differences};
use crate::context::Context;
use crate::frame::queue::Waiting;
use crate::number::fixed;
use crate::series::{name_of, shown};
use crate::shape::{in_words, is_farther_with_less_walked_again, level_of_equal_size, story_level};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let found = in_short(context)?;
    Section::new("closing", "In short").text(found).text(advice(context)).unless_empty()
}

/// What was found, where floors of one size tell it.
fn in_short(context: &Context<'_>) -> Option<String> {
    let results = context.results;
    let [x, y, ..] = *shown(results).as_slice() else { return None };
    let level = level_of_equal_size(results, [x, y])?;
    // From this level on, on every one.
    let is_everywhere = |measure, sign: i8| {
        let all = differences(results, [x, y], measure);
        all.iter().filter(|it| it.level >= level).all(|it| it.sign() == sign)
    };
    let is_so = is_farther_with_less_walked_again(results, [x, y])
        && is_everywhere(measure::ROOMS, 0)
        && is_everywhere(measure::FULL_WALK, -1)
        && is_everywhere(measure::SEARCH_WALK, 0);
    is_so.then(|| {
        let game = name_of(results, y);
        let jumps = context.waiting().is_some_and(Waiting::jump_makes_the_story);
        let begin = match games(results).is_some() && jumps {
            true => format!(
                "{game} lets new rooms jump the queue. That puts the boss farther away and pulls floors to one side."
            ),
            false => format!(
                "Without a curse, {game} puts the boss farther away on every level."
            ),
        };
        let walks = differences(results, [x, y], measure::FULL_WALK);
        let mut fewer = walks.iter().filter(|it| it.level >= level).map(|it| -it.value().round());
        let first = fewer.next().filter(|first| *first > 1.0 && fewer.all(|it| it == *first));
        let fewer = first.map_or_else(
            || "fewer doors".to_owned(),
            |doors| format!("about {} doors fewer", in_words(doors)),
        );
        let saved = difference_on(results, [x, y], measure::SAVED_BY_LOOPS, level);
        let rings = if saved.is_some_and(|it| it.sign() > 0) { ", and rings save the rest" } else { "" };
        let turned = if rings::is_turned_under_the_curse(results) {
            " Only the Curse of the Labyrinth turns this round."
        } else {
            ""
        };
        format!(
            "{begin} From level {level} on, where both games' floors have about as many rooms, a full clear takes {fewer}: \
             fewer rooms lie on side branches{rings}.{turned}"
        )
    })
}

/// What a player makes of it, who knows the map or does not.
fn advice(context: &Context<'_>) -> String {
    let results = context.results;
    let search = story_level(results).and_then(|level| {
        let doors = |series: &usize| {
            let group = results.group(*series, level, false)?;
            Some(group.summary.values(measure::SEARCH_WALK))
        };
        let all: Vec<_> = shown(results).iter().filter_map(doors).collect();
        let many = all.iter().filter_map(|doors| doors.quantile(0.9)).reduce(f64::min)?;
        Some(format!(
            " If you do not, the boss of level {level} takes {} doors to find on average, in either game, and {} or more on one floor in ten.",
            fixed(all.first()?.mean()?, 0),
            fixed(many, 0)
        ))
    });
    format!(
        "If you know the map, clear the branches first and the boss last.{}",
        search.unwrap_or_default()
    )
}
