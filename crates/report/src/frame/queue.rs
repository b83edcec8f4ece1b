//! Floors of Rebirth whose new rooms all wait at the back of the queue.

use basement_floors::{Backend, Floor, Value};
use basement_survey::study::{FloorSource, GroupResult, Origin};
use basement_survey::{Comparison, Results, Summary, measure};

use crate::parameters;
use crate::series::shown;

/// The parameter of where new rooms wait (R10), and its value with which all go to the back.
pub(crate) const RULE: (&str, Value) = ("rebirth.growth.back_one_in", Value::Whole(1));
/// Floors of each level with the rule changed.
const FLOORS: u64 = 5_000;

/// The counts of a level with the change, and the floors without it, X, and with it, Y.
pub(crate) type ChangedLevel = (u8, Summary, Comparison);

/// The first shown series of Rebirth whose rule is as usual.
pub(crate) fn as_usual(results: &Results) -> Option<usize> {
    let is_as_usual = |series: &usize| {
        matches!(&results.study.series[*series].source, FloorSource::Backend(rules)
            if rules.backend == Backend::Rebirth && !rules.set.contains_key(RULE.0))
    };
    shown(results).into_iter().find(is_as_usual)
}

/// One level of a series with the change.
pub(crate) fn changed_level(results: &Results, series: usize, level: u8) -> Option<ChangedLevel> {
    let asked = [measure::BOSS_DISTANCE, measure::ASYMMETRY].into_iter().collect();
    let (base, changed) =
        results.with_changes((series, level, false), &[&[RULE]], FLOORS, asked)?;
    let (summary, pairing) = changed.into_iter().next()?;
    let [x, y] = [&base, &summary].map(|it| it.values(measure::BOSS_DISTANCE));
    let comparison = Comparison::paired(x, y, pairing.values(measure::BOSS_DISTANCE))?;
    Some((level, summary, comparison))
}

/// What makes floors of a group with the change, by the numbers of their seeds.
pub(crate) fn with_the_change<'a>(
    results: &Results,
    group: &'a GroupResult,
) -> Option<impl Fn(u64) -> Option<Floor> + use<'a>> {
    let generator = parameters::generator(results, group.series, &[RULE], None)?;
    let Origin::Generator { seeds, .. } = &group.origin else { return None };
    Some(move |number| {
        let seed = seeds.seed(number, group.request.level).ok()?;
        generator.generate(&group.request, seed).ok()
    })
}
