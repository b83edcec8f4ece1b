//! The answer.

use basement_survey::pairing::Pairing;

use super::what_if::{largest_change, same_floors};

use crate::prelude::*;

/// The sentences of the answer.
pub(super) fn sentences(context: &Context<'_>) -> Vec<String> {
    let results = context.results;
    let Some(level) = middle_level(results) else { return Vec::new() };
    let kind = || rings_and_big_rooms(results, level);
    if results.study.series.len() < 2 {
        return kind().into_iter().chain(alone(results, 0)).collect();
    }
    if let Some(sentence) = all_the_same(results) {
        return vec![sentence];
    }
    // Only series of the same seeds are of one rule.
    let change =
        same_floors(results, BOTH, level).map(|same| largest_change(results, BOTH, level) + &same);
    // About two games, a player wants to know the way; about a changed rule, what it changed.
    let kind = change.is_some().then(kind).flatten();
    let names = names(results);
    let [ways, rooms, walks] = [measure::BOSS_DISTANCE, measure::ROOMS, measure::FULL_WALK]
        .map(|measure| differences(results, BOTH, measure));
    let is_less_everywhere = is_farther_with_less_walked_again(results);
    let clearing = clearing(names, &rooms, [&ways, &walks], is_less_everywhere);
    let rest = [boss(names, &ways), clearing.or_else(|| size(names, &rooms, level))];
    change.into_iter().chain(kind).chain(rest.into_iter().flatten()).collect()
}

/// A sentence on two series whose floors are the same on every seed.
fn all_the_same(results: &Results) -> Option<String> {
    let groups = results.groups_of(0).filter_map(|group| {
        let other = results.group(1, group.request.level, group.is_labyrinth())?;
        Some(results.pairing(group, other).is_some_and(Pairing::is_identical))
    });
    let are_same: Vec<bool> = groups.collect();
    (!are_same.is_empty() && are_same.iter().all(|are_same| *are_same)).then(|| {
        let [x, y] = names(results);
        format!("The floors of {x} and {y} are identical, seed by seed: what differs in their rules changes none.")
    })
}

/// How many floors of each shown series have a ring on a level, and how many rooms are big.
fn rings_and_big_rooms(results: &Results, level: u8) -> Option<String> {
    let of_series = |series: usize| {
        let group = results.group(series, level, false)?;
        Some(format!(
            "{} of the floors of {} have a ring, and {} rooms are big on average",
            share_of_all(ring_share(group)?.estimate, 0),
            name_of(results, series),
            fixed(group.summary.mean(measure::LARGE_ROOMS)?, 1)
        ))
    };
    let all: Vec<String> = shown(results).into_iter().filter_map(of_series).collect();
    (!all.is_empty()).then(|| {
        format!(
            "Without a curse, on level {level}, {}. A ring is a way round through three rooms or more.",
            all.join("; ")
        )
    })
}

/// The finding as a headline, only for the unchanged Flash and Rebirth: if both halves of it are true on
/// every level.
pub(super) fn headline(results: &Results) -> Option<String> {
    games(results).filter(|_| other_generators(results).is_empty())?;
    is_farther_with_less_walked_again(results)
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

#[cfg(test)]
mod tests {
    use basement_floors::Value;
    use basement_survey::{BackendRules, Series, Study};

    use super::*;

    /// The sentences about Rebirth and another series of the same seeds.
    fn told(other: BackendRules) -> Vec<String> {
        let study = Study::new("Change").floors(400).levels([4]);
        let study = study.series(Series::new("Rebirth", Backend::Rebirth));
        let results = study.series(Series::new("Other", other)).run(&|_| {}).unwrap();
        sentences(&Context::new(&results))
    }

    #[test]
    fn the_largest_change_is_one_that_is_worth_a_word() {
        let rules = || BackendRules::new(Backend::Rebirth);
        let said = told(rules().set("rebirth.growth.large_rooms", Value::Switch(false)));
        let start = "The largest change from Rebirth to Other on level 4 is in big rooms: 2.";
        assert!(said[0].starts_with(start), "{said:?}");
        assert!(said[1].contains(" of the floors of Rebirth have a ring, and 2."), "{said:?}");
        assert!(said[1].contains("; 0 % of the floors of Other have a ring, and 0."), "{said:?}");
        // Layouts are unchanged, except in something that is seldom looked at.
        let said = told(rules().edition("afterbirth-plus"));
        assert!(said[0].contains(" is in special rooms: 8."), "{said:?}");
    }
}
