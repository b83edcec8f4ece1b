//! What the story comes down to.

use basement_survey::{Values, measure};

use super::answer::games;
use super::rings;
use crate::article::Section;
use crate::claims::{difference_on, differences};
use crate::context::Context;
use crate::frame::queue::Waiting;
use crate::lexicon::possessive;
use crate::number::{fixed, percent};
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
                "{game} lets new rooms jump the queue. That puts the boss farther away, more than any other change does, and pulls floors to one side."
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
        let turned = rings::turned_under_the_curse(results).map_or_else(String::new, |level| {
            format!(" The Curse of the Labyrinth reverses this: on level {level} under the curse, you walk back more in {game}.")
        });
        format!(
            "{begin} From level {level} on, where floors have about the same number of rooms in both games, a full clear takes {fewer}: \
             fewer rooms lie on side branches{rings}.{turned}"
        )
    })
}

/// What a player without a map makes of it.
fn advice(context: &Context<'_>) -> String {
    let results = context.results;
    let search = story_level(results).and_then(|level| {
        let both = *shown(results).first_chunk::<2>()?;
        let doors = both.map(|series| {
            let group = results.group(series, level, false)?;
            Some(group.summary.values(measure::SEARCH_WALK))
        });
        let [x, y] = [doors[0]?, doors[1]?];
        Some(without_a_map(both.map(|series| name_of(results, series)), level, [&x, &y]))
    });
    search.unwrap_or_default()
}

/// What finding the boss takes without a map, where that is as much in both, and whose bad luck costs more.
fn without_a_map(names: [&str; 2], level: u8, doors: [&Values<'_>; 2]) -> String {
    let mean = doors[0].mean().unwrap_or(0.0);
    let many = (1.5 * mean).round();
    let shares = doors.map(|doors| {
        let beyond: u64 = doors.iter().filter(|it| it.0 >= many).map(|it| it.1).sum();
        beyond as f64 / doors.total().max(1) as f64
    });
    let worse = usize::from(shares[1] > shares[0]);
    let luck = if (shares[0] - shares[1]).abs() < 0.02 {
        String::new()
    } else {
        let [more, less] = [shares[worse], shares[1 - worse]].map(|share| percent(share, 0));
        format!(
            " Bad luck is more common in {}: {more} of its floors take {} doors or more, {less} of {}.",
            names[worse],
            fixed(many, 0),
            possessive(names[1 - worse])
        )
    };
    format!(
        "Without a map, the farther boss costs nothing extra: on level {level} it takes {} doors to find, on average, in both games.{luck}",
        fixed(mean, 1)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::histogram_of;

    #[test]
    fn bad_luck_is_told_of_only_where_it_costs_one_game_more() {
        let (wide, narrow) = (histogram_of(&[(10, 50), (30, 50)]), histogram_of(&[(20, 100)]));
        let [wide, narrow] = [&wide, &narrow].map(|it| Values::new(measure::SEARCH_WALK, it));
        let told = |doors| without_a_map(["A", "B"], 6, doors);
        assert!(
            told([&wide, &narrow])
                .ends_with("in A: 50 % of its floors take 30 doors or more, 0 % of B's.")
        );
        assert!(told([&narrow, &wide]).contains("more common in B"));
        assert!(
            told([&narrow, &narrow])
                .ends_with("takes 20.0 doors to find, on average, in both games.")
        );
    }
}
