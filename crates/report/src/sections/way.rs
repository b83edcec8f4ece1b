//! The way: to the boss, and through the whole floor.

use basement_survey::{Results, measure};

use crate::article::Section;
use crate::claims::{Difference, difference_on, differences};
use crate::context::Context;
use crate::figures;
use crate::frame::curse;
use crate::lexicon::list;
use crate::number::fixed;
use crate::series::{name_of, shown};
use crate::shape::level_of_equal_size;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    Section::new("way", "The way")
        .text(by_level(results).unwrap_or_default())
        .figure(figures::way::way(results))
        .text(sum(results).unwrap_or_default())
        .figure(figures::odds::odds(results))
        .text(under_the_curse(results))
        .unless_empty()
}

/// How sizes and full clears of the first two series go together, and what a Labyrinth does.
fn by_level(results: &Results) -> Option<String> {
    let [x, y, ..] = *shown(results).as_slice() else { return None };
    let [rooms, walks] =
        [measure::ROOMS, measure::FULL_WALK].map(|measure| differences(results, [x, y], measure));
    larger([name_of(results, x), name_of(results, y)], &rooms, &walks)
}

/// What makes a full clear of the second series shorter where its boss is farther away: a full clear is twice
/// the rooms but the start, without the way to the boss and without what rings save.
fn sum(results: &Results) -> Option<String> {
    let [x, y, ..] = *shown(results).as_slice() else { return None };
    let level = level_of_equal_size(results, [x, y])?;
    let of = |measure| difference_on(results, [x, y], measure, level);
    let [walk, way, rings] =
        [of(measure::FULL_WALK)?, of(measure::BOSS_DISTANCE)?, of(measure::SAVED_BY_LOOPS)?];
    if walk.sign() >= 0 || way.sign() <= 0 {
        return None;
    }
    let [total, way, rings] = [-walk.value(), way.value(), rings.value()];
    Some(parts(total, way, rings))
}

/// The doors saved, and what saves them.
fn parts(total: f64, way: f64, rings: f64) -> String {
    let rest = total - way - rings;
    let rest = match (fixed(rest.abs(), 2).as_str(), rest > 0.0) {
        ("0.00", _) => String::new(),
        (rest, true) => format!(" Having fewer rooms saves {rest}."),
        (rest, false) => format!(" Having slightly more rooms costs {rest}."),
    };
    format!(
        "That saves {} doors. The longer way to the boss saves {}, because a door on it is passed once and a door off it twice. \
         Rings save {}.{rest}",
        fixed(total, 2),
        fixed(way, 2),
        fixed(rings, 2)
    )
}

/// The levels up to which the second has more rooms, and what clearing these takes; `None` where no such
/// levels are followed by others of equal size.
fn larger([x, y]: [&str; 2], rooms: &[Difference], walks: &[Difference]) -> Option<String> {
    let first_equal = rooms.iter().position(|it| it.sign() == 0).filter(|place| *place > 0)?;
    let (more, equal) = rooms.split_at(first_equal);
    if !more.iter().all(|it| it.sign() > 0) || !equal.iter().all(|it| it.sign() == 0) {
        return None;
    }
    let last = more.last()?.level;
    let walks = || walks.iter().filter(|it| it.level <= last);
    let most = walks().map(Difference::value).fold(f64::MIN, f64::max);
    let takes = match walks().all(|it| it.sign() >= 0) && most > 0.0 {
        true => format!(", and clearing one takes up to {} doors more", fixed(most, 1)),
        false => String::new(),
    };
    Some(format!(
        "Up to level {last} a floor of {y} has more rooms than one of {x}{takes}. From level {} on both are of one size, and can \
         be compared door by door.",
        equal.first()?.level
    ))
}

/// What a full clear takes under Curse of the Labyrinth, on the middle one of its levels, and how many rings
/// floors have there.
fn under_the_curse(results: &Results) -> String {
    let Some(level) = curse::middle_level(&curse::pairs(results, measure::FULL_WALK)) else {
        return String::new();
    };
    let all = shown(results);
    let means = |measure, is_cursed, decimals| -> Vec<(usize, String)> {
        let mean = |series: &usize| {
            let group = results.group(*series, level, is_cursed)?;
            Some((*series, fixed(group.summary.mean(measure)?, decimals)))
        };
        all.iter().filter_map(mean).collect()
    };
    let in_words = |means: Vec<(usize, String)>, unit: &str| {
        let words = means.into_iter().enumerate().map(|(place, (series, mean))| {
            let unit = if place == 0 { unit } else { "" };
            format!("{mean}{unit} in {}", name_of(results, series))
        });
        list(words)
    };
    let walks = means(measure::FULL_WALK, true, 0);
    if walks.is_empty() {
        return String::new();
    }
    let turns = match *all.as_slice() {
        [x, y, ..] => {
            let walk = |series, level, is_cursed| {
                results.group(series, level, is_cursed)?.summary.mean(measure::FULL_WALK)
            };
            let plain = level_of_equal_size(results, [x, y]);
            let gap =
                |level, is_cursed| Some(walk(y, level, is_cursed)? - walk(x, level, is_cursed)?);
            let gaps = plain.and_then(|plain| Some((gap(plain, false)?, gap(level, true)?)));
            gaps.is_some_and(|(plain, cursed)| plain * cursed < 0.0)
        }
        _ => false,
    };
    format!(
        "The Curse of the Labyrinth makes one large floor of two{}: on level {level} it has {}, and clearing it takes {}. Such floors \
         have many rings: {}.",
        if turns { ", and then it is the other way round" } else { "" },
        in_words(means(measure::ROOMS, true, 0), " rooms"),
        in_words(walks, " doors"),
        in_words(means(measure::RINGS, true, 1), " a floor")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differences(values: &[(u8, f64)]) -> Vec<Difference> {
        let of = |(level, value): &(u8, f64)| Difference {
            level: *level,
            means: [20.0, 20.0 + value],
            lower: value - 0.05,
            upper: value + 0.05,
        };
        values.iter().map(of).collect()
    }

    #[test]
    fn the_parts_of_what_is_saved_add_up() {
        assert_eq!(
            parts(1.92, 1.29, 0.66),
            "That saves 1.92 doors. The longer way to the boss saves 1.29, because a door on it is passed once and a door off it \
             twice. Rings save 0.66. Having slightly more rooms costs 0.03."
        );
        assert!(parts(2.0, 1.3, 0.7).ends_with("Rings save 0.70."));
        assert!(parts(2.1, 1.3, 0.7).ends_with("Having fewer rooms saves 0.10."));
    }

    #[test]
    fn larger_floors_are_told_only_where_floors_of_one_size_follow() {
        let rooms = differences(&[(4, 2.0), (5, 1.5), (6, 0.0)]);
        let walks = differences(&[(4, 1.8), (5, 0.6), (6, -2.0)]);
        assert_eq!(
            larger(["A", "B"], &rooms, &walks).unwrap(),
            "Up to level 5 a floor of B has more rooms than one of A, and clearing one takes up to 1.8 doors more. From level 6 \
             on both are of one size, and can be compared door by door."
        );
        let fewer = differences(&[(4, -1.8), (5, 0.6)]);
        assert!(!larger(["A", "B"], &rooms, &fewer).unwrap().contains("clearing"));
        assert_eq!(larger(["A", "B"], &rooms[..2], &walks), None);
        assert_eq!(larger(["A", "B"], &rooms[2..], &walks), None);
    }
}
