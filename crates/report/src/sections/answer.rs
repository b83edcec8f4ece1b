//! The answer and the first picture.

use basement_floors::Backend;
use basement_survey::measure::Scope;
use basement_survey::pairing::Pairing;
use basement_survey::{Comparison, MEASURES, Measure, Results, measure};

use crate::claims::{differences, is_slight};
use crate::context::Context;
use crate::figure::Figure;
use crate::figures;
use crate::lexicon::{game_in_words, title_of};
use crate::number::{fixed, whole};
use crate::series::{description_of, has_curses, name_of, other_generators, plain_groups, shown};
use crate::shape::{
    boss, clearing, is_farther_with_less_walked_again, kinds, middle_level, plans, size,
};

/// The measures among which the largest change is looked for.
const CHANGES: [&str; 7] =
    ["rooms", "large_rooms", "dead_ends", "rings", "boss_distance", "secret_neighbours", "spread"];

/// The sentences of the answer.
pub(super) fn sentences(context: &Context<'_>) -> Vec<String> {
    let results = context.results;
    let Some(level) = middle_level(results) else { return Vec::new() };
    let kind =
        kinds(&plans(results, level), level).map(|sentence| without_curse(results, sentence));
    let shown = shown(results);
    let rest = match shown.as_slice() {
        [] => Vec::new(),
        [only] => vec![alone(results, *only)],
        [x, y, ..] => {
            let names = [name_of(results, *x), name_of(results, *y)];
            let ways = differences(results, [*x, *y], measure::BOSS_DISTANCE);
            let rooms = differences(results, [*x, *y], measure::ROOMS);
            let walks = differences(results, [*x, *y], measure::FULL_WALK);
            let is_less_everywhere = is_farther_with_less_walked_again(results, [*x, *y]);
            let clearing = clearing(names, &rooms, [&ways, &walks], is_less_everywhere);
            vec![boss(names, &ways), clearing.or_else(|| size(names, &rooms, level))]
        }
    };
    if let [x, y, ..] = shown.as_slice()
        && let Some(sentence) = all_the_same(results, [*x, *y])
    {
        return vec![sentence];
    }
    let change = match shown.as_slice() {
        [x, y, ..] => largest_change(results, [*x, *y], level),
        _ => None,
    };
    // About two games, a player wants to know the way; about a changed rule, what it changed.
    let kind = kind.filter(|_| change.is_some() || shown.len() < 2);
    change.into_iter().chain(kind).chain(rest.into_iter().flatten()).collect()
}

/// A sentence on two series whose floors are the same on every seed.
fn all_the_same(results: &Results, [x, y]: [usize; 2]) -> Option<String> {
    let groups = results.groups_of(x).filter_map(|group| {
        let other = results.group(y, group.request.level, group.is_labyrinth())?;
        Some(results.pairing(group, other).is_some_and(Pairing::is_identical))
    });
    let are_same: Vec<bool> = groups.collect();
    (!are_same.is_empty() && are_same.iter().all(|are_same| *are_same)).then(|| {
        let [x, y] = [name_of(results, x), name_of(results, y)];
        format!("The floors of {x} and {y} are identical, seed by seed: what differs in their rules changes none.")
    })
}

/// The largest change from one series to another on the same seeds, for a study of what a rule does.
fn largest_change(results: &Results, [x, y]: [usize; 2], level: u8) -> Option<String> {
    let groups = [results.group(x, level, false)?, results.group(y, level, false)?];
    let pairing = results.pairing(groups[0], groups[1])?;
    let compared = |measure: &'static Measure| {
        Some((measure, results.compare(groups[0], groups[1], measure)?))
    };
    let is_change =
        |(_, it): &(&Measure, Comparison)| it.is_told_apart() && !is_slight([it.mean_x, it.mean_y]);
    let size = |it: &(&Measure, Comparison)| it.1.cliffs_delta.abs();
    let largest_of = |measures: Vec<&'static Measure>| {
        let changes = measures.into_iter().filter_map(compared).filter(is_change);
        changes.max_by(|a, b| size(a).total_cmp(&size(b)))
    };
    let usual = CHANGES.into_iter().filter_map(Measure::from_name).collect();
    // A rule may change what is seldom looked at, such as the way to the shop.
    let of_floors = MEASURES.iter().filter(|it| it.scope != Scope::Generator).collect();
    let largest = largest_of(usual).or_else(|| largest_of(of_floors));
    let [x, y] = [name_of(results, x), name_of(results, y)];
    let same = match pairing.identical {
        0 => String::new(),
        same => format!("; {} of {} floors are the same", whole(same), whole(pairing.seeds)),
    };
    Some(change_in_words([x, y], level, largest.as_ref(), &same))
}

/// The largest change in a sentence, if there is one; `same` says how many floors are unchanged.
fn change_in_words(
    [x, y]: [&str; 2],
    level: u8,
    largest: Option<&(&'static Measure, Comparison)>,
    same: &str,
) -> String {
    match largest {
        Some((measure, change)) => format!(
            "The largest change from {x} to {y} on level {level} is that of {}: from {} to {}, on average{same}.",
            title_of(*measure),
            fixed(change.mean_x, 2),
            fixed(change.mean_y, 2)
        ),
        None => format!("From {x} to {y} hardly anything changes on level {level}{same}."),
    }
}

/// A sentence on levels without a curse, which says so if there are curses.
fn without_curse(results: &Results, sentence: String) -> String {
    if !shown(results).into_iter().any(|series| has_curses(results, series)) {
        return sentence;
    }
    let mut characters = sentence.chars();
    match characters.next() {
        Some(first) => format!("Without a curse {}{}", first.to_lowercase(), characters.as_str()),
        None => sentence,
    }
}

/// The finding as a headline, only for the unchanged Flash and Rebirth: if both halves of it are true on
/// every level.
pub(super) fn headline(results: &Results) -> Option<String> {
    games(results).filter(|_| other_generators(results).is_empty())?;
    let [x, y, ..] = *shown(results).as_slice() else { return None };
    is_farther_with_less_walked_again(results, [x, y])
        .then(|| "Farther to the boss, less to walk back".to_owned())
}

/// What Flash and Rebirth are, if the first two series are these games, unchanged.
pub(super) fn games(results: &Results) -> Option<String> {
    let of = |series: usize| {
        let description = description_of(results, series)?;
        let backend = results.study.series.get(series)?.backend()?;
        let game = game_in_words(&description.backend, &description.edition)?;
        description
            .changed
            .is_empty()
            .then(|| (backend, format!("{} is {game}", name_of(results, series))))
    };
    match [of(0)?, of(1)?] {
        [(Backend::Flash, flash), (Backend::Rebirth, rebirth)]
        | [(Backend::Rebirth, rebirth), (Backend::Flash, flash)] => Some(format!(
            "{flash}; {rebirth}. Levels 1 and 2 are the Basement, 3 and 4 the Caves, 5 and 6 the Depths, 7 and 8 the Womb."
        )),
        _ => None,
    }
}

/// What there is to say about a single series.
fn alone(results: &Results, series: usize) -> Option<String> {
    let mut groups = plain_groups(results, series);
    let first = groups.next()?;
    let last = groups.last().unwrap_or(first);
    let mean = |measure| Some([first.summary.mean(measure)?, last.summary.mean(measure)?]);
    let levels = [first.request.level, last.request.level];
    let [rooms, later] = mean(measure::ROOMS)?.map(|mean| fixed(mean, 1));
    let way = mean(measure::BOSS_DISTANCE).map(|way| way.map(|mean| fixed(mean, 1)));
    let boss = |place: usize| match &way {
        Some(way) => format!(" and the boss {} doors away", way[place]),
        None => String::new(),
    };
    let start = format!("On level {} a floor has {rooms} rooms{}", levels[0], boss(0));
    Some(if levels[0] == levels[1] {
        format!("{start}, on average.")
    } else {
        format!("{start}; on level {} {later}{}, on average.", levels[1], boss(1))
    })
}

/// A typical floor of each series, side by side, with its ways if it has a boss.
pub(super) fn hero(context: &Context<'_>) -> Option<Figure> {
    // With the reader's own floors, all series are side by side.
    let is_of_games = other_generators(context.results).is_empty();
    let hero = is_of_games.then(|| figures::hero::hero(context)).flatten();
    hero.or_else(|| figures::typical_floors::figure(context))
}

#[cfg(test)]
mod tests {
    use basement_floors::Value;
    use basement_survey::{BackendRules, Series, Study};

    use super::*;

    /// The first sentence about Rebirth and another series of the same seeds.
    fn first_sentence(other: BackendRules) -> String {
        let study = Study::new("Change").floors(400).levels([4]);
        let study = study.series(Series::new("Rebirth", Backend::Rebirth));
        let results = study.series(Series::new("Other", other)).run(&|_| {}).unwrap();
        sentences(&Context::new(&results)).swap_remove(0)
    }

    #[test]
    fn the_largest_change_is_one_that_is_worth_a_word() {
        let rules = || BackendRules::new(Backend::Rebirth);
        let said = first_sentence(rules().set("rebirth.growth.large_rooms", Value::Switch(false)));
        let start =
            "The largest change from Rebirth to Other on level 4 is that of big rooms: from 2.";
        assert!(said.starts_with(start), "{said}");
        // Layouts are unchanged, except in something that is seldom looked at.
        let said = first_sentence(rules().edition("afterbirth-plus"));
        assert!(said.contains(" is that of special rooms: from 8."), "{said}");
        assert_eq!(
            change_in_words(["A", "B"], 4, None, "; 3 of 9 floors are the same"),
            "From A to B hardly anything changes on level 4; 3 of 9 floors are the same."
        );
    }
}
