//! What kind of floors a series has, in a player's words: trees or rings, equal or big rooms,
//! how far the boss is, how many rooms there are.
//!
//! The words are functions of a few numbers, so that other numbers give other words.

use basement_survey::statistics::{Interval, wilson_interval};
use basement_survey::study::GroupResult;
use basement_survey::{Results, measure};

use crate::claims::{BOTH, Difference, are_alike, course, differences, same_on};
use crate::lexicon::capital;
use crate::number::fixed;
use crate::series::{plain_groups, shown};

/// The level that represents all: 4 if every shown series has it, else the middle one of those that all have,
/// else the middle one of the first series.
pub(crate) fn middle_level(results: &Results) -> Option<u8> {
    let shown = shown(results);
    let mut all = shown.iter().map(|series| levels_with_floors(results, *series));
    let first = all.find(|levels| !levels.is_empty())?;
    let is_common =
        |level: &u8| shown.iter().all(|series| results.group(*series, *level, false).is_some());
    let common: Vec<u8> = first.iter().copied().filter(is_common).collect();
    let levels = if common.is_empty() { first } else { common };
    let middle = levels.get((levels.len() - 1) / 2).copied();
    levels.into_iter().find(|level| *level == 4).or(middle)
}

/// The levels of a series that have floors without a curse, in order.
pub(crate) fn levels_with_floors(results: &Results, series: usize) -> Vec<u8> {
    let groups = plain_groups(results, series).filter(|group| group.summary.floors > 0);
    let mut levels: Vec<u8> = groups.map(|group| group.request.level).collect();
    levels.sort_unstable();
    levels
}

/// The level that represents all if it is one of these, else the middle one of them.
pub(crate) fn middle_of(results: &Results, levels: &[u8]) -> Option<u8> {
    let middle = *levels.get(levels.len().checked_sub(1)? / 2)?;
    Some(middle_level(results).filter(|level| levels.contains(level)).unwrap_or(middle))
}

/// The level on which the first two series are compared at the same size: 6 if their floors have about equally many
/// rooms there, else the last level on which they do; `None` if they never do.
pub(crate) fn level_of_equal_size(results: &Results) -> Option<u8> {
    equal_size(&differences(results, BOTH, measure::ROOMS))
}

/// The level that the story is about: the one on which the first two series have the same size, else
/// the middle one.
pub(crate) fn story_level(results: &Results) -> Option<u8> {
    level_of_equal_size(results).or(middle_level(results))
}

/// The level of the same size, from the differences in rooms.
fn equal_size(rooms: &[Difference]) -> Option<u8> {
    let alike: Vec<u8> = rooms.iter().filter(|it| it.is_slight()).map(|it| it.level).collect();
    alike.iter().copied().find(|level| *level == 6).or(alike.last().copied())
}

/// Three means of a group: levels that ask a generator for the same have means that are equal to the last
/// digit.
pub(crate) fn layout_means(group: &GroupResult) -> [Option<u64>; 3] {
    let of = |measure| group.summary.mean(measure).map(f64::to_bits);
    [measure::ROOMS, measure::DEAD_ENDS, measure::BOSS_DISTANCE].map(of)
}

/// The share of a group's floors with at least one ring, with its interval.
pub(crate) fn ring_share(group: &GroupResult) -> Option<Interval> {
    let values = group.summary.values(measure::RINGS);
    let hits = values.iter().filter(|(rings, _)| *rings > 0.5).map(|(_, floors)| floors).sum();
    (values.total() > 0).then(|| wilson_interval(hits, values.total()))
}

/// A small number in words.
pub(crate) fn in_words(number: f64) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let whole = number.round().max(0.0) as usize;
    WORDS.get(whole).map_or_else(|| fixed(number, 0), |word| (*word).to_owned())
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
pub(crate) fn boss([x, y]: [&str; 2], differences: &[Difference]) -> Option<String> {
    let sizes = || differences.iter().map(|it| it.value().abs());
    let (least, most) = (sizes().fold(f64::INFINITY, f64::min), sizes().fold(0.0, f64::max));
    let sign = differences.first()?.sign();
    if sign != 0 && differences.iter().all(|it| it.sign() == sign) {
        let (by, way) = (doors(least, most), if sign > 0 { "farther away" } else { "nearer" });
        return Some(format!(
            "Without a curse, the boss is on average {by} {way} in {y} than in {x}."
        ));
    }
    let first = ["nearer", "farther away"].map(|way| format!("{way} in {y} than in {x}"));
    let then = ["nearer", "about as far away", "farther away"];
    let course = course(differences, [&first[0], &first[1]], then, "");
    Some(match (course, same_on(differences)) {
        (Some(course), _) => {
            format!(
                "Without a curse, the boss is on average {course}; the means are {} apart.",
                doors(0.0, most)
            )
        }
        (None, Some(on_every)) => {
            format!("The boss is exactly as far away in {y} as in {x}, {on_every}.")
        }
        _ if are_alike(differences) => {
            format!("The boss is about as far away in {y} as in {x}.")
        }
        _ => {
            format!("There is no clear difference between {x} and {y} in how far away the boss is.")
        }
    })
}

/// Whether on every level the boss is farther away in the second series, and less is walked back.
pub(crate) fn is_farther_with_less_walked_again(results: &Results) -> bool {
    let everywhere = |measure, sign: i8| {
        let all = differences(results, BOTH, measure);
        !all.is_empty() && all.iter().all(|it| it.sign() == sign)
    };
    everywhere(measure::BOSS_DISTANCE, 1) && everywhere(measure::WALKED_AGAIN, -1)
}

/// What it takes to clear a whole floor on a level where two series have equally many rooms: `walks` are
/// doors, `ways` doors to the boss. `is_less_everywhere` says whether you walk back less in the second series on
/// every level.
pub(crate) fn clearing(
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
pub(crate) fn size([x, y]: [&str; 2], differences: &[Difference], level: u8) -> Option<String> {
    let at = differences.iter().find(|it| it.level == level).or(differences.last())?;
    let [a, b] = at.means.map(|mean| fixed(mean, 1));
    let first = ["smaller", "bigger"].map(|size| format!("{size} than those of {x}"));
    let then = ["smaller", "about as big", "bigger"];
    let found = match course(differences, [&first[0], &first[1]], then, "") {
        Some(course) => course,
        None if are_alike(differences) => format!("about as big as those of {x}"),
        None => format!("not clearly bigger or smaller than those of {x}"),
    };
    Some(format!(
        "Floors of {y} are {found}: {b} rooms in {y} and {a} in {x} on level {}.",
        at.level
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

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
