//! The way: to the boss, and through the whole floor.

use basement_survey::{Results, measure};

use crate::article::Section;
use crate::claims::odds;
use crate::context::Context;
use crate::figures;
use crate::series::{name_of, shown};
use crate::shape::{in_words, middle_level};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    Section::new("way", "The way")
        .text(one_floor_of_each(results).unwrap_or_default())
        .figure(figures::opener::figure(context))
        .figure(figures::distribution::of(results, measure::BOSS_DISTANCE))
        .unless_empty()
}

/// The odds of two floors, one of each of the first two series.
fn one_floor_of_each(results: &Results) -> Option<String> {
    let [x, y, ..] = *shown(results).as_slice() else { return None };
    let level = middle_level(results)?;
    let [one, other] = [results.group(x, level, false)?, results.group(y, level, false)?];
    let odds = odds(one, other, measure::BOSS_DISTANCE)?;
    Some(odds_in_words([name_of(results, x), name_of(results, y)], level, odds))
}

/// How often the second of two floors has the farther boss, how often the first, and how often it is
/// as far.
fn odds_in_words([x, y]: [&str; 2], level: u8, [farther, nearer, _]: [f64; 3]) -> String {
    let [farther, nearer] = [farther, nearer].map(|share| in_words(share * 10.0));
    let then = match (farther.as_str(), nearer.as_str()) {
        (farther, nearer) if farther == nearer => "either has the farther boss as often".to_owned(),
        (farther, "no") => format!(
            "the boss of {y} is farther away in {farther} of ten such pairs, and hardly ever nearer"
        ),
        ("no", nearer) => format!(
            "the boss of {y} is nearer in {nearer} of ten such pairs, and hardly ever farther away"
        ),
        (farther, nearer) => format!(
            "the boss of {y} is farther away in {farther} of ten such pairs, and nearer in {nearer}"
        ),
    };
    format!("Take one floor of {x} and one of {y}, both of level {level}: {then}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odds_of_two_floors_are_told_in_tenths() {
        let said = |odds| odds_in_words(["A", "B"], 4, odds);
        let farther = said([0.79, 0.12, 0.09]);
        assert!(farther.ends_with("farther away in eight of ten such pairs, and nearer in one."));
        assert!(
            said([0.99, 0.0, 0.01]).ends_with("in ten of ten such pairs, and hardly ever nearer.")
        );
        assert!(said([0.01, 0.6, 0.39]).contains("is nearer in six of ten such pairs"));
        assert!(said([0.41, 0.39, 0.2]).ends_with("either has the farther boss as often."));
    }
}
