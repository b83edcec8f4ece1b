//! The odds of the rules, written once and read twice: as draws and as exact
//! probabilities.
//!
//! A rule such as "1/7, or 1/4 at full health" is a function over [`Trials`]. A stream of draws
//! answers its questions at random, and a floor is made. [`Paths`] answers them in every possible
//! way, one run of the function after another, and [`probability`] adds up how likely each way is.
//! So the chance that the program prints and the chance that a floor draws cannot differ.

use basement_model::RoomKind;
use basement_model::paths::Paths;
use serde::Serialize;

use crate::trials::Trials;

/// How likely a special room is, given that a dead end is left for it.
///
/// It is the chance of the rule, not the frequency on finished floors: a floor that has run out of
/// fitting dead ends lacks the room, whatever the chance.
///
/// ```
/// use basement_floors::{Generator, Request, RoomKind, flash::{Edition, Flash}};
///
/// let flash = Flash::new(Edition::Article);
/// let chances = flash.chances(&Request::level(3), None)?;
/// let library = chances.iter().find(|chance| chance.kind == RoomKind::Library).unwrap();
/// assert_eq!((library.rule, library.chance), ("F11", 1.0 / 20.0));
/// # Ok::<(), basement_floors::RequestError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Chance {
    /// The kind of room.
    pub kind: RoomKind,
    /// The id of the rule.
    pub rule: &'static str,
    /// Its chance, 0 to 1.
    pub chance: f64,
}

impl Chance {
    /// The chance that a rule gives a room. Backends outside this crate make their chances with
    /// this function.
    #[must_use]
    pub const fn new(rule: &'static str, kind: RoomKind, chance: f64) -> Self {
        Self { kind, rule, chance }
    }
}

/// The exact probability that a rule says yes.
///
/// The trials are ideal: a chance of 1/n is exactly 1/n, without the small bias of `draw % n`.
pub(crate) fn probability(mut rule: impl FnMut(&mut Paths<2>) -> bool) -> f64 {
    let (mut paths, mut sum) = (Paths::start(), 0.0);
    loop {
        if rule(&mut paths) {
            sum += paths.probability();
        }
        if !paths.advance() {
            return sum;
        }
    }
}

impl Trials for Paths<2> {
    fn one_in(&mut self, n: u32) -> bool {
        self.decide_yes(1.0 / f64::from(n.max(1)))
    }

    fn float_below(&mut self, chance: f64) -> bool {
        self.decide_yes(chance.clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::{Draws, Listed, PcgStream};

    /// "1/first, or 1/second if the condition is true".
    fn one_in_or_if(trials: &mut impl Trials, first: u32, second: u32, condition: bool) -> bool {
        trials.one_in(first) || (condition && trials.one_in(second))
    }

    #[test]
    fn the_sums_agree_with_the_wiki() {
        // Sacrifice at full health: 5/14; curse room after a devil room: 5/8;
        // bedroom at low health: 27/125; mini-boss on stage 1: 1/2.
        for (first, second, expected) in [
            (7, 4, 5.0 / 14.0),
            (2, 4, 5.0 / 8.0),
            (50, 5, 27.0 / 125.0),
            (4, 3, 1.0 / 2.0),
            (10, 3, 2.0 / 5.0),
        ] {
            let exact = probability(|trials| one_in_or_if(trials, first, second, true));
            assert!((exact - expected).abs() < 1e-15, "1/{first}, or 1/{second}: {exact}");
        }
        assert_eq!(probability(|trials| one_in_or_if(trials, 20, 4, false)), 0.05);
    }

    #[test]
    fn an_ignored_trial_changes_no_probability() {
        let exact = probability(|trials| {
            let first = trials.one_in(3);
            trials.one_in(5);
            first
        });
        assert!((exact - 1.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn certain_answers_do_not_branch() {
        let mut paths = 0;
        let sum = probability(|trials| {
            paths += 1;
            assert!(trials.one_in(1) && trials.one_in(0) && trials.float_below(2.0));
            !trials.float_below(0.0)
        });
        assert_eq!((sum, paths), (1.0, 1));
    }

    #[test]
    fn the_probabilities_of_all_paths_sum_to_1() {
        let mut paths = 0;
        let sum = probability(|trials| {
            // Later questions depend on earlier answers.
            if trials.one_in(3) {
                while trials.float_below(0.25) && trials.one_in(2) {
                    if trials.probability() < 1e-9 {
                        break;
                    }
                }
            } else {
                trials.one_in(7);
            }
            paths += 1;
            true
        });
        assert!((sum - 1.0).abs() < 1e-12 && paths > 10, "{sum} {paths}");
    }

    #[test]
    fn a_stream_answers_each_trial_with_one_draw() {
        let mut draws = Listed::new(&[14, 15, 0, u32::MAX]);
        assert!(draws.one_in(7) && !draws.one_in(7));
        assert!(draws.float_below(0.5) && !draws.float_below(0.5));
        assert_eq!(draws.drawn(), 4);
    }

    #[test]
    fn a_rule_comes_up_as_often_as_its_probability_says() {
        fn rule(trials: &mut impl Trials) -> bool {
            one_in_or_if(trials, 4, 3, true) && (trials.float_below(0.3) || trials.one_in(2))
        }
        let mut draws = PcgStream::new(1);
        let hits = (0..100_000).filter(|_| rule(&mut draws)).count();
        let expected = probability(rule);
        // Four standard errors.
        assert!((hits as f64 / 1e5 - expected).abs() < 0.0061, "{hits}: {expected}");
    }
}
