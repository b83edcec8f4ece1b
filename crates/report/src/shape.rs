//! The levels that stand for a study, and what kind of floors a series has there.

use basement_survey::statistics::{Interval, wilson_interval};
use basement_survey::study::GroupResult;
use basement_survey::{Results, Values, measure};

use crate::claims::{BOTH, Difference, differences};
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
pub(crate) fn equal_size(rooms: &[Difference]) -> Option<u8> {
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
    share_where(&group.summary.values(measure::RINGS), |rings| rings >= 1.0)
}

/// The share of the values for which a condition holds, with its interval; `None` without values.
pub(crate) fn share_where(values: &Values<'_>, holds: impl Fn(f64) -> bool) -> Option<Interval> {
    let hits = values.iter().filter(|(value, _)| holds(*value)).map(|(_, floors)| floors).sum();
    (values.total() > 0).then(|| wilson_interval(hits, values.total()))
}

/// A small number in words.
pub(crate) fn in_words(number: f64) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let whole = number.round().max(0.0) as usize;
    WORDS.get(whole).map_or_else(|| fixed(number, 0), |word| (*word).to_owned())
}

/// Whether on every level the boss is farther away in the second series, and less is walked back.
pub(crate) fn is_farther_with_less_walked_again(results: &Results) -> bool {
    let everywhere = |measure, sign: i8| {
        let all = differences(results, BOTH, measure);
        !all.is_empty() && all.iter().all(|it| it.sign() == sign)
    };
    everywhere(measure::BOSS_DISTANCE, 1) && everywhere(measure::WALKED_AGAIN, -1)
}
