//! What can be said about two series from their means on each level: which one has more, on which levels, and
//! where no difference can be shown.
//!
//! Sentences are made from a [`course`] of differences, so that other data give other words, and never a
//! false sentence.

use basement_survey::statistics::Interval;
use basement_survey::{Comparison, Measure, Results};

use crate::number::signed;
use crate::series::levels_of;

/// The least difference of two means that is worth mentioning, as a share of the smaller mean. With many
/// floors, smaller differences can be distinguished from zero too, but no player would notice them: below
/// this share, one series has "as many" as the other.
pub(crate) const LEAST_SHARE: f64 = 0.02;

/// With fewer floors, what none of them has may be common, and an interval may be far too narrow.
pub const ENOUGH_FLOORS: u64 = 100;

/// Whether two means differ by too little to mention.
pub(crate) fn is_slight([x, y]: [f64; 2]) -> bool {
    x.total_cmp(&y).is_eq() || (y - x).abs() < LEAST_SHARE * x.abs().min(y.abs())
}

/// The difference of two means on a level, second minus first, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Difference {
    pub(crate) level: u8,
    /// The two means.
    pub(crate) means: [f64; 2],
    pub(crate) lower: f64,
    pub(crate) upper: f64,
    /// Whether both means are of the same seeds.
    pub(crate) paired: bool,
}

impl Difference {
    /// The difference of two means of the same seeds, with this half of its interval.
    #[cfg(test)]
    pub(crate) fn within(level: u8, means: [f64; 2], half: f64) -> Self {
        let difference = means[1] - means[0];
        let [lower, upper] = [difference - half, difference + half];
        Self { level, means, lower, upper, paired: true }
    }

    pub(crate) fn of(level: u8, comparison: &Comparison) -> Self {
        Self {
            level,
            means: [comparison.mean_x, comparison.mean_y],
            lower: comparison.difference_lower,
            upper: comparison.difference_upper,
            paired: comparison.paired,
        }
    }

    /// The difference of two estimates that share no seeds.
    pub(crate) fn apart(level: u8, [x, y]: [Interval; 2]) -> Self {
        let means = [x.estimate, y.estimate];
        let (value, half) = (means[1] - means[0], x.half().hypot(y.half()));
        Self { level, means, lower: value - half, upper: value + half, paired: false }
    }

    pub(crate) fn value(&self) -> f64 {
        self.means[1] - self.means[0]
    }

    /// The difference with its interval, in the same number of decimals: "+0.86 doors (+0.83 to +0.89)".
    pub(crate) fn in_words(&self, unit: &str) -> String {
        let [value, lower, upper] = [self.value(), self.lower, self.upper].map(|it| signed(it, 2));
        format!("{value} {unit} ({lower} to {upper})")
    }

    /// A difference of shares with its interval: "+3.9 points (+3.5 to +4.3)".
    pub(crate) fn in_points(&self) -> String {
        let points = [self.value(), self.lower, self.upper].map(|it| signed(it * 100.0, 1));
        let [value, lower, upper] = points;
        format!("{value} points ({lower} to {upper})")
    }

    /// Whether the difference can be distinguished from zero, however small it is.
    pub(crate) fn is_sure(&self) -> bool {
        self.lower > 0.0 || self.upper < 0.0
    }

    /// Whether there is no difference at all: the same value on every seed, or, where the two share
    /// no seeds, on every floor.
    fn is_same(&self) -> bool {
        self.value() == 0.0 && self.lower == 0.0 && self.upper == 0.0
    }

    /// Whether the difference is too small to mention.
    pub(crate) fn is_slight(&self) -> bool {
        is_slight(self.means)
    }

    /// 1 for more, -1 for less, 0 if the interval contains zero or the difference is slight.
    pub(crate) fn sign(&self) -> i8 {
        match (self.is_sure() && !self.is_slight(), self.lower > 0.0) {
            (true, true) => 1,
            (true, false) => -1,
            (false, _) => 0,
        }
    }
}

/// The first two series, which the story is about.
pub(crate) const BOTH: [usize; 2] = [0, 1];

/// The differences of two series in a measure on the levels that both have, without a curse.
pub(crate) fn differences(
    results: &Results,
    [x, y]: [usize; 2],
    measure: &'static Measure,
) -> Vec<Difference> {
    let difference = |level: u8| {
        let [x, y] = [results.group(x, level, false)?, results.group(y, level, false)?];
        Some(Difference::of(level, &results.compare(x, y, measure)?))
    };
    levels_of(results, x).into_iter().filter_map(difference).collect()
}

/// The difference of the first two series in a measure on one level, without a curse.
pub(crate) fn difference_on(
    results: &Results,
    measure: &'static Measure,
    level: u8,
) -> Option<Difference> {
    differences(results, BOTH, measure).into_iter().find(|it| it.level == level)
}

/// What the differences of two series on all levels show.
pub(crate) enum Claim {
    /// On which levels the second series has more or less, in words.
    Differ(String),
    /// There is no difference at all: "on every seed", or "on every floor" if they share no seeds.
    Same(&'static str),
    /// No level has a difference that is sure and worth mentioning, and on each the means differ by little.
    Alike,
    /// No level has a difference that is sure and worth mentioning.
    Unclear,
}

/// What differences show; `None` if there are none. `first`, `then` and `everywhere` are the words of
/// [`course`].
pub(crate) fn claim(
    differences: &[Difference],
    first: [&str; 2],
    then: [&str; 3],
    everywhere: &str,
) -> Option<Claim> {
    differences.first()?;
    let course = course(differences, first, then, everywhere);
    Some(match (course, same_on(differences)) {
        (Some(course), _) => Claim::Differ(course),
        (None, Some(on_every)) => Claim::Same(on_every),
        _ if are_alike(differences) => Claim::Alike,
        _ => Claim::Unclear,
    })
}

/// Whether the means of all differences that are not worth mentioning differ by little.
fn are_alike(differences: &[Difference]) -> bool {
    differences.iter().filter(|it| it.sign() == 0).all(Difference::is_slight)
}

/// On what two series are the same, in words, if none of the differences is one at all: "on every
/// seed", or "on every floor" if they share no seeds.
fn same_on(differences: &[Difference]) -> Option<&'static str> {
    let first = differences.first()?;
    let is_same = |it: &Difference| it.is_same() && it.paired == first.paired;
    let words = if first.paired { "on every seed" } else { "on every floor" };
    differences.iter().all(is_same).then_some(words)
}

/// On which levels the second series has more or less, in words: "more in B up to level 3, then about the
/// same". `None` if no level has a difference that is sure and worth mentioning.
///
/// `first` has the words for less and for more at the beginning, `then` those for less, the same and more
/// after them, and `everywhere` those for all levels. The words for the same are said only if the means
/// [differ by little](are_alike); otherwise there is "no clear difference".
fn course(
    differences: &[Difference],
    first: [&str; 2],
    then: [&str; 3],
    everywhere: &str,
) -> Option<String> {
    let signs: Vec<i8> = differences.iter().map(Difference::sign).collect();
    let begin = *signs.first()?;
    let turn = signs.iter().take_while(|sign| **sign == begin).count();
    let is_once = !signs[turn..].contains(&begin);
    let first = |sign: i8| first[usize::from(sign > 0)];
    let same = if are_alike(differences) { then[1] } else { "no clear difference" };
    let then = |signs: &[i8]| {
        let words = signs.iter().map(|sign| [then[0], same, then[2]][(sign + 1) as usize]);
        words.collect::<Vec<_>>().join(" or ")
    };
    let mut kinds = vec![1, -1, 0];
    kinds.retain(|kind| signs.contains(kind));
    Some(match kinds.as_slice() {
        [0] => return None,
        [only] => format!("{}{everywhere}", first(*only)),
        [other, 0] if begin == 0 && is_once => {
            format!("{} from level {} on", first(*other), differences[turn].level)
        }
        [some, others @ ..] if begin == 0 || !is_once => {
            format!("{} on some levels, {} on others", first(*some), then(others))
        }
        _ => {
            kinds.retain(|kind| *kind != begin);
            let place = if turn == 1 { "on" } else { "up to" };
            let last = differences[turn - 1].level;
            format!("{} {place} level {last}, then {}", first(begin), then(&kinds))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(signs: &[i8]) -> Option<String> {
        let difference = |(level, sign): (u8, &i8)| {
            Difference::within(level, [3.0, 3.0 + f64::from(*sign)], 0.5)
        };
        let differences: Vec<Difference> = (1..).zip(signs).map(difference).collect();
        course(&differences, ["less here", "more here"], ["less", "the same", "more"], " always")
    }

    #[test]
    fn the_interval_of_unpaired_estimates_combines_both_errors() {
        let of = |estimate: f64, half| Interval {
            estimate,
            lower: estimate - half,
            upper: estimate + half,
        };
        let it = Difference::apart(6, [of(0.67, 0.03), of(0.71, 0.04)]);
        let [value, lower, upper] = [it.value(), it.lower, it.upper].map(|it| signed(it, 2));
        assert_eq!([value, lower, upper], ["+0.04", "−0.01", "+0.09"]);
    }

    #[test]
    fn a_difference_below_the_least_share_never_counts_as_one() {
        let sign = |x: f64, y: f64| Difference::within(1, [x, y], 1e-4).sign();
        assert_eq!(sign(21.0, 21.01), 0);
        assert_eq!(sign(5.1, 5.08), 0);
        assert_eq!(sign(10.0, 10.0 * (1.0 + 0.9 * LEAST_SHARE)), 0);
        assert_eq!(sign(10.0, 10.0 * (1.0 + 1.1 * LEAST_SHARE)), 1);
        assert_eq!(sign(10.0 * (1.0 + 1.1 * LEAST_SHARE), 10.0), -1);
        assert_eq!(sign(0.0, 0.01), 1);
        assert!(is_slight([0.0, 0.0]) && !is_slight([0.0, 0.01]));
    }

    #[test]
    fn an_estimate_lies_within_the_interval_that_is_printed_beside_it() {
        let of_seeds = Difference::within(6, [3.0, 3.859], 0.0);
        let it = Difference { lower: 0.832, upper: 0.886, ..of_seeds };
        assert_eq!(it.in_words("doors"), "+0.86 doors (+0.83 to +0.89)");
    }

    #[test]
    fn only_series_that_share_seeds_are_the_same_on_every_seed() {
        let of_seeds = |level| Difference::within(level, [3.0, 3.0], 0.0);
        let apart = |level| Difference { paired: false, ..of_seeds(level) };
        assert_eq!(same_on(&[of_seeds(1), of_seeds(2)]), Some("on every seed"));
        assert_eq!(same_on(&[apart(1), apart(2)]), Some("on every floor"));
        assert_eq!(same_on(&[of_seeds(1), apart(2)]), None);
        assert_eq!(same_on(&[of_seeds(1), Difference::within(2, [3.0, 3.0], 0.1)]), None);
        assert_eq!(same_on(&[]), None);
    }

    #[test]
    fn a_course_follows_from_the_signs_of_the_differences() {
        let cases: [(&[i8], &str); 10] = [
            (&[1, 1, 1], "more here always"),
            (&[-1, -1], "less here always"),
            (&[1, 1, 0, -1], "more here up to level 2, then less or the same"),
            (&[1, 1, -1], "more here up to level 2, then less"),
            (&[-1, 0, 0], "less here on level 1, then the same"),
            (&[0, 1, 1], "more here from level 2 on"),
            (&[0, -1, 0], "less here on some levels, the same on others"),
            (&[1, -1, 1], "more here on some levels, less on others"),
            (&[-1, 1, -1], "more here on some levels, less on others"),
            (&[0, 1, -1], "more here on some levels, less or the same on others"),
        ];
        for (signs, words) in cases {
            assert_eq!(told(signs).as_deref(), Some(words), "{signs:?}");
        }
        assert_eq!([told(&[]), told(&[0, 0])], [None, None]);
    }

    #[test]
    fn levels_are_the_same_only_if_the_difference_is_known_to_be_small() {
        let more = Difference::within(1, [3.0, 4.0], 0.1);
        let unsure = Difference::within(2, [3.0, 3.5], 0.6);
        let said = course(&[more, unsure], ["less", "more"], ["less", "the same", "more"], "");
        assert_eq!(said.as_deref(), Some("more on level 1, then no clear difference"));
    }
}
