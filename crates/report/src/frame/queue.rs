//! Floors of Rebirth whose new rooms all wait at the back of the queue.

use basement_floors::Value;
use basement_survey::{Comparison, Results, Summary, measure};

use crate::series::plain_arms;

/// The parameter of where new rooms wait (R10), and its value with which all go to the back.
pub(crate) const RULE: (&str, Value) = ("rebirth.growth.back_one_in", Value::Whole(1));
/// Floors of each level with the rule changed.
const FLOORS: u64 = 5_000;

/// The counts of a level with the change, and the floors without it, X, and with it, Y.
pub(crate) type ChangedLevel = (u8, Summary, Comparison);

/// The levels of a series with the change.
pub(crate) fn changed(results: &Results, series: usize) -> Vec<ChangedLevel> {
    let asked = [measure::BOSS_DISTANCE].into_iter().collect();
    let on_level = |level: u8| {
        let counted = results.with_changes((series, level, false), &[&[RULE]], FLOORS, asked);
        let (base, changed) = counted?;
        let (summary, pairing) = changed.into_iter().next()?;
        let [x, y] = [&base, &summary].map(|it| it.values(measure::BOSS_DISTANCE));
        let comparison = Comparison::paired(x, y, pairing.values(measure::BOSS_DISTANCE))?;
        Some((level, summary, comparison))
    };
    plain_arms(results, series).filter_map(|group| on_level(group.request.level)).collect()
}
