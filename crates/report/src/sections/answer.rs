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

/// "one door", "one or two doors", "less than a door"; from the least to the most.
fn doors(least: f64, most: f64) -> String {
    let (low, high) = (least.round(), most.round());
    if high < 1.0 {
        "less than a door".to_owned()
    } else if low < 1.0 {
        format!("up to {} door{}", in_words(high), if high > 1.0 { "s" } else { "" })
    } else if (low - high).abs() < 0.5 {
        format!("about {} door{}", in_words(high), if high > 1.0 { "s" } else { "" })
    } else if high - low < 1.5 {
        format!("{} or {} doors", in_words(low), in_words(high))
    } else {
        format!("{} to {} doors", in_words(low), in_words(high))
    }
}

/// How much farther the boss is in the second of two series, in a sentence.
fn boss([x, y]: [&str; 2], differences: &[Difference]) -> Option<String> {
    let (least, most) = range_of(differences.iter().map(|it| it.value().abs()));
    let sign = differences.first()?.sign();
    if sign != 0 && differences.iter().all(|it| it.sign() == sign) {
        let (by, way) = (doors(least, most), if sign > 0 { "farther away" } else { "nearer" });
        return Some(format!(
            "Without a curse, the boss is on average {by} {way} in {y} than in {x}."
        ));
    }
    let first = ["nearer", "farther away"].map(|way| format!("{way} in {y} than in {x}"));
    let then = ["nearer", "about as far away", "farther away"];
    Some(match claim(differences, [&first[0], &first[1]], then, "")? {
        Claim::Differ(course) => {
            format!(
                "Without a curse, the boss is on average {course}; the means are {} apart.",
                doors(0.0, most)
            )
        }
        Claim::Same(on_every) => {
            format!("The boss is exactly as far away in {y} as in {x}, {on_every}.")
        }
        Claim::Alike => format!("The boss is about as far away in {y} as in {x}."),
        Claim::Unclear => {
            format!("There is no clear difference between {x} and {y} in how far away the boss is.")
        }
    })
}

/// What it takes to clear a whole floor on a level where two series have equally many rooms: `walks` are
/// doors, `ways` doors to the boss. `is_less_everywhere` says whether you walk back less in the second series on
/// every level.
fn clearing(
    [x, y]: [&str; 2],
    rooms: &[Difference],
    [ways, walks]: [&[Difference]; 2],
    is_less_everywhere: bool,
) -> Option<String> {
    let level = equal_size(rooms)?;
    let on_level = |all: &[Difference]| all.iter().find(|it| it.level == level).copied();
    let (way, walk) = (on_level(ways)?, on_level(walks)?);
    let size = walk.value().abs();
    let [a, b] = walk.means.map(|mean| fixed(mean, 0));
    let where_equal =
        format!("on level {level}, where floors have about the same number of rooms in both, ");
    let of_size = format!("{where_equal}a full clear takes {}", doors(size, size));
    let counts = format!("{b} instead of {a}");
    Some(match (way.sign(), walk.sign()) {
        (1, -1) => format!(
            "Yet {}{of_size} fewer, if you know the map: {counts}. You walk the way to the boss once, but most side branches twice, in and \
             out: the longer the way, the fewer rooms are left for branches.",
            match is_less_everywhere {
                true => "in normal mode you walk back less on every level; ",
                false => "",
            },
        ),
        (_, -1) => format!("{} fewer in {y} than in {x} ({counts}).", capital(&of_size)),
        (_, 1) => format!("{} more in {y} than in {x} ({counts}).", capital(&of_size)),
        _ if walk.is_slight() => format!(
            "{}a full clear takes about as many doors in {y} as in {x} ({b} and {a}).",
            capital(&where_equal)
        ),
        _ => format!(
            "{}there is no clear difference in the doors of a full clear.",
            capital(&where_equal)
        ),
    })
}

/// How the sizes of two series compare, in a sentence.
fn size([x, y]: [&str; 2], differences: &[Difference], level: u8) -> Option<String> {
    let at = differences.iter().find(|it| it.level == level).or(differences.last())?;
    let [a, b] = at.means.map(|mean| fixed(mean, 1));
    let first = ["smaller", "bigger"].map(|size| format!("{size} than those of {x}"));
    let then = ["smaller", "about as big", "bigger"];
    let found = match claim(differences, [&first[0], &first[1]], then, "")? {
        Claim::Differ(course) => course,
        Claim::Same(_) | Claim::Alike => format!("about as big as those of {x}"),
        Claim::Unclear => format!("not clearly bigger or smaller than those of {x}"),
    };
    Some(format!(
        "Floors of {y} are {found}: {b} rooms in {y} and {a} in {x} on level {}.",
        at.level
    ))
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

    fn difference(level: u8, means: [f64; 2]) -> Difference {
        Difference::within(level, means, 0.05)
    }

    #[test]
    fn the_sentence_says_whether_the_boss_is_farther_or_nearer() {
        let said = |means: [f64; 2]| boss(["A", "B"], &[difference(1, means)]).unwrap();
        assert_eq!(
            said([3.0, 4.1]),
            "Without a curse, the boss is on average about one door farther away in B than in A."
        );
        assert_eq!(
            said([4.1, 3.0]),
            "Without a curse, the boss is on average about one door nearer in B than in A."
        );
        assert_eq!(
            said([4.1, 4.3]),
            "Without a curse, the boss is on average less than a door farther away in B than in A."
        );
        assert_eq!(said([4.1, 4.11]), "The boss is about as far away in B as in A.");
        let unsure = Difference { lower: -0.1, upper: 0.5, ..difference(1, [4.1, 4.3]) };
        assert!(boss(["A", "B"], &[unsure]).unwrap().starts_with("There is no clear difference"));
        let both = [difference(1, [3.0, 4.1]), difference(2, [3.0, 5.0])];
        assert_eq!(
            boss(["A", "B"], &both).unwrap(),
            "Without a curse, the boss is on average one or two doors farther away in B than in A."
        );
        let turn = [difference(1, [3.0, 4.1]), difference(2, [5.0, 3.0])];
        let turn = boss(["A", "B"], &turn).unwrap();
        assert_eq!(
            turn,
            "Without a curse, the boss is on average farther away in B than in A on level 1, then nearer; the means are up to two \
             doors apart."
        );
        assert_eq!(boss(["A", "B"], &[]), None);
        let same = Difference::within(1, [3.0, 3.0], 0.0);
        let told = |it| boss(["A", "B"], &[it]).unwrap();
        assert_eq!(told(same), "The boss is exactly as far away in B as in A, on every seed.");
        assert_eq!(
            told(Difference { paired: false, ..same }),
            "The boss is exactly as far away in B as in A, on every floor."
        );
    }

    #[test]
    fn full_clears_are_compared_at_the_same_size_with_a_reason_where_it_holds() {
        let at = |means: [f64; 2]| [difference(8, means)];
        let said = |way: [f64; 2], walk: [f64; 2]| {
            clearing(["A", "B"], &at([21.0, 21.0]), [&at(way), &at(walk)], false).unwrap()
        };
        assert_eq!(
            said([6.2, 7.5], [31.8, 29.8]),
            "Yet on level 8, where floors have about the same number of rooms in both, a full clear takes about two doors fewer, if you know the map: 30 instead of 32. You walk \
             the way to the boss once, but most side branches twice, in and out: the longer the way, the fewer rooms are left for branches."
        );
        assert!(
            said([7.5, 6.2], [31.8, 29.8]).starts_with(
                "On level 8, where floors have about the same number of rooms in both"
            )
        );
        assert!(said([6.2, 7.5], [29.8, 31.8]).contains("two doors more in B than in A"));
        assert_eq!(
            said([6.2, 7.5], [30.0, 30.01]),
            "On level 8, where floors have about the same number of rooms in both, a full clear takes about as many \
             doors in B as in A (30 and 30)."
        );
        let unsure = Difference { lower: -2.0, upper: 0.1, ..difference(8, [31.8, 29.8]) };
        let unclear = clearing(["A", "B"], &at([21.0, 21.0]), [&at([6.2, 7.5]), &[unsure]], false);
        assert!(
            unclear
                .unwrap()
                .ends_with("there is no clear difference in the doors of a full clear.")
        );
        assert_eq!(
            clearing(["A", "B"], &at([17.5, 19.5]), [&at([5.2, 7.2]), &at([26.0, 27.0])], false),
            None
        );
    }

    #[test]
    fn floors_are_bigger_smaller_or_as_big_by_one_threshold() {
        let said = |pairs: &[[f64; 2]]| {
            let all = (1..).zip(pairs).map(|(level, means)| difference(level, *means));
            size(["A", "B"], &all.collect::<Vec<_>>(), 1).unwrap()
        };
        assert_eq!(
            said(&[[9.5, 10.5], [21.0, 21.0]]),
            "Floors of B are bigger than those of A on level 1, then about as big: 10.5 rooms in B and 9.5 in A on \
             level 1."
        );
        assert!(said(&[[9.5, 10.5], [21.0, 20.0]]).contains("on level 1, then smaller: 10.5"));
        assert!(said(&[[10.5, 9.5]]).starts_with("Floors of B are smaller than those of A: 9.5"));
        assert!(said(&[[21.0, 21.1]]).starts_with("Floors of B are about as big as those of A: "));
        let unsure = Difference { lower: -0.2, upper: 1.4, ..difference(1, [9.5, 10.1]) };
        assert_eq!(
            size(["A", "B"], &[unsure], 1).unwrap(),
            "Floors of B are not clearly bigger or smaller than those of A: 10.1 rooms in B and 9.5 in A on level 1."
        );
        let turns = said(&[[7.0, 9.0], [9.0, 7.0], [7.0, 9.0]]);
        assert!(
            turns.contains("bigger than those of A on some levels, smaller on others"),
            "{turns}"
        );
        assert_eq!(size(["A", "B"], &[], 1), None);
    }
}
