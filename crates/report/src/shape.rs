//! What kind of floors a series has, in a player's words: trees or rings, equal or big rooms,
//! how far the boss is, how many rooms there are.
//!
//! The words are functions of a few numbers, so that other numbers give other words.

use basement_survey::{ArmResult, Interval, Measure, Results, measure, wilson_interval};

use crate::claims::{Course, Difference};
use crate::lexicon::list;
use crate::number::{fixed, percent};
use crate::series::{name_of, shown};

/// Below this share of floors, or mean of rooms, a thing is as good as never there.
const NEVER: f64 = 0.005;

/// The plans of a series on one level.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plans {
    pub(crate) name: String,
    /// The share of floors with a ring.
    pub(crate) with_ring: f64,
    /// Rooms of more than one cell, on average.
    pub(crate) big: f64,
}

/// The level that stands for all: 4 if every shown series has it, else the middle one of
/// those that all have, else the middle one of the first series.
pub(crate) fn middle_level(results: &Results) -> Option<u8> {
    let shown = shown(results);
    let of = |series: usize| -> Vec<u8> {
        let arms = results.arms_of(series).filter(|arm| !arm.is_labyrinth());
        let arms = arms.filter(|arm| arm.summary.floors > 0);
        let mut levels: Vec<u8> = arms.map(|arm| arm.request.level).collect();
        levels.sort_unstable();
        levels
    };
    let first = shown.iter().map(|series| of(*series)).find(|levels| !levels.is_empty())?;
    let is_common =
        |level: &u8| shown.iter().all(|series| results.arm(*series, *level, false).is_some());
    let common: Vec<u8> = first.iter().copied().filter(is_common).collect();
    let levels = if common.is_empty() { first } else { common };
    let middle = levels.get((levels.len() - 1) / 2).copied();
    levels.into_iter().find(|level| *level == 4).or(middle)
}

/// The share of an arm's floors with at least one ring, with its interval.
pub(crate) fn ring_share(arm: &ArmResult) -> Option<Interval> {
    share_above(arm, measure::RINGS, 0.5)
}

/// The share of floors whose value is greater, with its interval.
fn share_above(arm: &ArmResult, measure: &'static Measure, bound: f64) -> Option<Interval> {
    let values = arm.summary.values(measure);
    let hits = values.iter().filter(|(value, _)| *value > bound).map(|(_, floors)| floors).sum();
    (values.total() > 0).then(|| wilson_interval(hits, values.total()))
}

/// The plans of every shown series on a level.
pub(crate) fn plans(results: &Results, level: u8) -> Vec<Plans> {
    let plans = |series: usize| {
        let arm = results.arm(series, level, false)?;
        Some(Plans {
            name: name_of(results, series).to_owned(),
            with_ring: ring_share(arm)?.estimate,
            big: arm.summary.mean(measure::LARGE_ROOMS)?,
        })
    };
    shown(results).into_iter().filter_map(plans).collect()
}

impl Plans {
    pub(crate) fn has_rings(&self) -> bool {
        self.with_ring >= NEVER
    }

    pub(crate) fn has_big_rooms(&self) -> bool {
        self.big >= NEVER
    }

    /// What its floors are.
    fn are(&self) -> String {
        let rooms = if self.has_big_rooms() { "of small and big rooms" } else { "of equal rooms" };
        match (self.has_rings(), self.with_ring < 0.5) {
            (false, _) => format!("trees {rooms}"),
            (true, true) => {
                format!("mostly trees {rooms}; {} have a ring", percent(self.with_ring, 0))
            }
            _ => format!("nets {rooms}; {} have a ring", percent(self.with_ring, 0)),
        }
    }
}

/// What kind of plans the series have, in a sentence.
pub(crate) fn kinds(plans: &[Plans], level: u8) -> Option<String> {
    let are = what_they_are(plans, level)?;
    let has_rings = plans.iter().any(Plans::has_rings);
    let ring = if has_rings { " A ring is a way round through three rooms or more." } else { "" };
    Some(are + ring)
}

fn what_they_are(plans: &[Plans], level: u8) -> Option<String> {
    match plans {
        [] => None,
        [x, y] if !x.has_rings() && !x.has_big_rooms() && y.has_rings() && y.has_big_rooms() => {
            Some(format!(
                "Floors of {} are trees of equal rooms; those of {} have big rooms of two to four cells too, and \
                 shortcuts: {} of the floors of level {level} have a ring.",
                x.name,
                y.name,
                percent(y.with_ring, 0)
            ))
        }
        [x, rest @ ..] if rest.iter().all(|other| other.are() == x.are()) => {
            let names: Vec<String> = plans.iter().map(|plans| plans.name.clone()).collect();
            Some(format!("On level {level} floors of {} are {}.", list(&names), x.are()))
        }
        _ => {
            let parts: Vec<String> = plans
                .iter()
                .map(|plans| format!("those of {} {}", plans.name, plans.are()))
                .collect();
            Some(format!("The floors of level {level}: {}.", parts.join("; ")))
        }
    }
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
    let sizes = differences.iter().map(|difference| difference.value().abs());
    let (least, most) = sizes
        .fold((f64::INFINITY, 0.0_f64), |(least, most), size| (least.min(size), most.max(size)));
    let by = doors(least, most);
    let at_most = doors(0.0, most);
    Some(match Course::of(differences)? {
        Course::More => format!("The boss is {by} farther away in {y} than in {x}."),
        Course::Less => format!("The boss is {by} nearer in {y} than in {x}."),
        Course::Same if differences.iter().all(Difference::is_same) => {
            format!("The boss is exactly as far away in {y} as in {x}, on every seed.")
        }
        Course::Same => {
            let is_sure = differences.iter().any(Difference::is_sure);
            let why = if is_sure { "" } else { ": the difference is within the error" };
            format!("The boss is about as far away in {y} as in {x}{why}.")
        }
        Course::MoreUpTo(level) => format!(
            "The boss is farther away in {y} than in {x} up to level {level}, by {at_most}; later \
             it is not."
        ),
        Course::LessUpTo(level) => format!(
            "The boss is nearer in {y} than in {x} up to level {level}, by {at_most}; later it is \
             not."
        ),
        Course::MoreOnSome => {
            format!("The boss is farther away in {y} than in {x} on some levels, by {at_most}.")
        }
        Course::LessOnSome => {
            format!("The boss is nearer in {y} than in {x} on some levels, by {at_most}.")
        }
        Course::Mixed => format!(
            "Whether the boss is farther away in {y} or in {x} depends on the level; the means lie \
             {at_most} apart."
        ),
    })
}

/// How far the floors of two series are alike in size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sizes {
    /// On every level the means differ by less than is worth a word.
    Equal,
    /// On every level the means lie within a fifth of each other.
    Alike,
    /// The second has more throughout, and more than a fifth somewhere.
    Bigger,
    /// The second has fewer throughout, and more than a fifth fewer somewhere.
    Smaller,
    /// Anything else.
    Mixed,
}

impl Sizes {
    pub(crate) fn of(differences: &[Difference]) -> Option<Self> {
        let relative = |difference: &Difference| {
            difference.value().abs() / difference.means[0].min(difference.means[1]).max(1.0)
        };
        differences.first()?;
        let all = |test: &dyn Fn(&Difference) -> bool| differences.iter().all(test);
        Some(if all(&Difference::is_slight) {
            Self::Equal
        } else if all(&|it| relative(it) <= 0.2) {
            Self::Alike
        } else if all(&|it| it.value() > 0.0 || it.is_slight()) {
            Self::Bigger
        } else if all(&|it| it.value() < 0.0 || it.is_slight()) {
            Self::Smaller
        } else {
            Self::Mixed
        })
    }
}

/// The level from which on two series have as many rooms, where they had not before.
pub(crate) fn equal_from(differences: &[Difference]) -> Option<u8> {
    let tail = differences.iter().rev().take_while(|it| it.is_slight());
    let from = tail.last()?.level;
    (from != differences.first()?.level).then_some(from)
}

/// Whether the second of two series has more rooms up to a level, and as many later: which has
/// more, up to which level, and how many. `None` for any other course.
fn more_up_to(differences: &[Difference]) -> Option<(bool, u8, String)> {
    let from = equal_from(differences)?;
    let before: Vec<&Difference> = differences.iter().take_while(|it| it.level < from).collect();
    let sign = before.first()?.sign();
    if sign == 0 || before.iter().any(|it| it.sign() != sign || it.value().abs() < 0.5) {
        return None;
    }
    let sizes = || before.iter().map(|it| it.value().abs().round());
    let (least, most) = (sizes().reduce(f64::min)?, sizes().reduce(f64::max)?);
    let by = match (least, most) {
        (least, most) if least >= most => in_words(most),
        (least, most) if most - least < 1.5 => format!("{} or {}", in_words(least), in_words(most)),
        _ => format!("{} to {}", in_words(least), in_words(most)),
    };
    let rooms = if most > 1.0 { "rooms" } else { "room" };
    Some((sign > 0, before.last()?.level, format!("{by} {rooms}")))
}

/// How the sizes of two series compare, in a sentence.
pub(crate) fn size(
    [x, y]: [&str; 2],
    differences: &[Difference],
    level: u8,
    boss_differs: bool,
) -> Option<String> {
    let sizes = Sizes::of(differences)?;
    let at = differences.iter().find(|it| it.level == level).or(differences.last())?;
    let [a, b] = at.means.map(|mean| fixed(mean, 1));
    let counts = format!("{b} rooms in {y} and {a} in {x} on level {}", at.level);
    let then = equal_from(differences)
        .map_or_else(String::new, |from| format!(", and from level {from} on as many in both"));
    Some(match sizes {
        Sizes::Equal => format!("The floors are of the same size: {counts}."),
        Sizes::Alike if more_up_to(differences).is_some() => {
            let (has_more, last, by) = more_up_to(differences)?;
            let names = if has_more { [y, x] } else { [x, y] };
            format!(
                "{} has {by} more than {} up to level {last}, then as many: {counts}.",
                names[0], names[1]
            )
        }
        Sizes::Alike => {
            let start = if boss_differs { "Otherwise the" } else { "The" };
            format!("{start} floors are about the same size: {counts}{then}.")
        }
        Sizes::Bigger => format!("Floors of {y} are bigger: {counts}{then}."),
        Sizes::Smaller => format!("Floors of {y} are smaller: {counts}{then}."),
        Sizes::Mixed => format!("Which floors are bigger depends on the level: {counts}{then}."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(level: u8, means: [f64; 2]) -> Difference {
        let value = means[1] - means[0];
        Difference { level, means, lower: value - 0.05, upper: value + 0.05 }
    }

    fn plans(name: &str, with_ring: f64, big: f64) -> Plans {
        Plans { name: name.to_owned(), with_ring, big }
    }

    #[test]
    fn trees_stand_against_rings_only_where_one_side_has_neither_rings_nor_big_rooms() {
        let (x, y) = (plans("A", 0.0, 0.0), plans("B", 0.393, 2.0));
        let said = kinds(&[x.clone(), y.clone()], 4).unwrap();
        assert_eq!(
            said,
            "Floors of A are trees of equal rooms; those of B have big rooms of two to four cells too, and shortcuts: \
             39 % of the floors of level 4 have a ring. A ring is a way round through three rooms or more."
        );
        let turned = kinds(&[y, x.clone()], 4).unwrap();
        assert!(turned.contains("those of A trees of equal rooms"), "{turned}");
        let same = kinds(&[x.clone(), plans("C", 0.0, 0.0)], 1).unwrap();
        assert_eq!(same, "On level 1 floors of A and C are trees of equal rooms.");
        assert_eq!(kinds(&[x], 1).unwrap(), "On level 1 floors of A are trees of equal rooms.");
        let net = kinds(&[plans("N", 1.0, 0.0)], 2).unwrap();
        assert!(net.contains("nets of equal rooms; 100 % have a ring"), "{net}");
        assert_eq!(kinds(&[], 1), None);
    }

    #[test]
    fn the_boss_is_farther_nearer_or_as_far() {
        let said = |means: [f64; 2]| boss(["A", "B"], &[difference(1, means)]).unwrap();
        assert_eq!(said([3.0, 4.1]), "The boss is about one door farther away in B than in A.");
        assert_eq!(said([4.1, 3.0]), "The boss is about one door nearer in B than in A.");
        assert_eq!(said([4.1, 4.3]), "The boss is less than a door farther away in B than in A.");
        assert!(said([4.1, 4.11]).contains("within the error"));
        let slight = Difference { lower: 0.01, upper: 0.03, ..difference(1, [4.1, 4.12]) };
        assert_eq!(
            boss(["A", "B"], &[slight]).unwrap(),
            "The boss is about as far away in B as in A."
        );
        let both = [difference(1, [3.0, 4.1]), difference(2, [3.0, 5.0])];
        assert_eq!(
            boss(["A", "B"], &both).unwrap(),
            "The boss is one or two doors farther away in B than in A."
        );
        let turn = [difference(1, [3.0, 4.1]), difference(2, [5.0, 3.0])];
        let turn = boss(["A", "B"], &turn).unwrap();
        assert_eq!(
            turn,
            "The boss is farther away in B than in A up to level 1, by up to two doors; later it \
             is not."
        );
        assert_eq!(boss(["A", "B"], &[]), None);
    }

    #[test]
    fn sizes_are_alike_within_a_fifth_and_equal_where_they_hardly_differ() {
        let sizes = |pairs: &[[f64; 2]]| {
            let all: Vec<Difference> =
                (1..).zip(pairs).map(|(level, means)| difference(level, *means)).collect();
            Sizes::of(&all)
        };
        assert_eq!(sizes(&[[9.5, 10.5], [21.0, 21.0]]), Some(Sizes::Alike));
        assert_eq!(sizes(&[[21.0, 21.1]]), Some(Sizes::Equal));
        assert_eq!(sizes(&[[7.5, 10.5], [25.5, 26.0]]), Some(Sizes::Bigger));
        assert_eq!(sizes(&[[10.5, 7.5]]), Some(Sizes::Smaller));
        assert_eq!(sizes(&[[7.5, 10.5], [25.5, 21.0]]), Some(Sizes::Mixed));
        assert_eq!(sizes(&[]), None);
        let both = [difference(1, [9.5, 10.5]), difference(2, [21.0, 21.0])];
        assert_eq!(
            size(["A", "B"], &both, 1, true).unwrap(),
            "B has one room more than A up to level 1, then as many: 10.5 rooms in B and 9.5 in A on level 1."
        );
        let turned = [difference(1, [10.5, 9.5]), difference(2, [21.0, 21.0])];
        assert!(
            size(["A", "B"], &turned, 1, true).unwrap().starts_with("A has one room more than B")
        );
        let unlike = [difference(1, [20.0, 20.3]), difference(2, [21.0, 21.0])];
        assert!(
            size(["A", "B"], &unlike, 1, true).unwrap().starts_with("The floors are of the same")
        );
        let slow = [difference(1, [10.0, 10.45]), difference(2, [21.0, 21.0])];
        assert_eq!(
            size(["A", "B"], &slow, 1, true).unwrap(),
            "Otherwise the floors are about the same size: 10.4 rooms in B and 10.0 in A on level 1, \
             and from level 2 on as many in both."
        );
        assert!(size(["A", "B"], &both[..1], 1, false).unwrap().starts_with("The floors"));
        assert_eq!(equal_from(&both[1..]), None);
    }
}
