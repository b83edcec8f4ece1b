//! What the story comes down to.

use super::answer::games;
use super::exceptions;
use crate::frame::queue::Waiting;
use crate::prelude::*;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let found = in_short(context)?;
    Section::new("closing", "In short")
        .text(found)
        .sentences([without_a_map(context.results)])
        .unless_empty()
}

/// What was found, if floors of one size support it.
fn in_short(context: &Context<'_>) -> Option<String> {
    let results = context.results;
    let level = level_of_equal_size(results)?;
    // On this level and all deeper ones.
    let is_everywhere = |measure, sign: i8| {
        let all = differences(results, BOTH, measure);
        all.iter().filter(|it| it.level >= level).all(|it| it.sign() == sign)
    };
    let is_so = is_farther_with_less_walked_again(results)
        && is_everywhere(measure::ROOMS, 0)
        && is_everywhere(measure::FULL_WALK, -1)
        && is_everywhere(measure::SEARCH_WALK, 0);
    is_so.then(|| {
        let game = name_of(results, 1);
        let jumps = context.waiting().is_some_and(Waiting::jump_makes_the_story);
        let begin = match games(results).is_some() && jumps {
            true => format!(
                "{game} lets new rooms jump the queue. On average, no other change moves the boss as far. The jump also pulls floors to one side."
            ),
            false => format!(
                "Without a curse, {game} puts the boss farther away on every level."
            ),
        };
        let walks = differences(results, BOTH, measure::FULL_WALK);
        let mut fewer = walks.iter().filter(|it| it.level >= level).map(|it| -it.value().round());
        let first = fewer.next().filter(|first| *first > 1.0 && fewer.all(|it| it == *first));
        let fewer = first.map_or_else(
            || "fewer doors".to_owned(),
            |doors| format!("about {} doors fewer", in_words(doors)),
        );
        let saved = difference_on(results, measure::SAVED_BY_LOOPS, level);
        let rings = if saved.is_some_and(|it| it.sign() > 0) { ", and rings save the rest" } else { "" };
        let turned = exceptions::turned_under_the_curse(results);
        let exceptions = [
            turned.map(|_| "the Curse of the Labyrinth"),
            exceptions::in_hard_mode(results).map(|_| "hard mode"),
        ];
        let exceptions: Vec<&str> = exceptions.into_iter().flatten().collect();
        let exceptions = match exceptions.as_slice() {
            [] => String::new(),
            [one] => format!(" {} is an exception.", capital(one)),
            _ => format!(" {} are exceptions.", capital(&list(exceptions))),
        };
        format!(
            "{begin} From level {level} on, where floors have about the same number of rooms in {}, a full clear takes {fewer}: \
             fewer rooms lie on side branches{rings}.{exceptions}",
            both_in_words(results)
        )
    })
}

/// How many doors it takes to find the boss without a map, about the same number in both.
fn without_a_map(results: &Results) -> Option<String> {
    let level = story_level(results)?;
    let all = differences(results, BOTH, measure::SEARCH_WALK);
    let deeper: Vec<&Difference> = all.iter().filter(|it| it.level >= level).collect();
    let doors = deeper.first()?;
    deeper.iter().all(|it| it.is_slight()).then(|| format!(
        "Without a map, finding the boss takes as many doors in {} from level {level} on: {} on average on level {level}.",
        both_in_words(results),
        fixed(doors.means[1], 1)
    ))
}
