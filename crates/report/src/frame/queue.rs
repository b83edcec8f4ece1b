//! Floors of Rebirth whose new rooms all wait at the back of the queue.

use basement_floors::Value;
use basement_survey::Summary;
use basement_survey::study::FloorSource;

use crate::prelude::*;

/// The parameter that decides where new rooms wait (R10), and its value with which all go to the back.
pub(crate) const RULE: (&str, Value) = ("rebirth.growth.back_one_in", Value::Whole(1));
/// At most this many floors are made with the rule changed.
const FLOORS: u64 = 5_000;

/// Floors of a series of Rebirth, unchanged and with all new rooms waiting, on the same seeds.
pub(crate) struct Waiting {
    pub(crate) series: usize,
    pub(crate) level: u8,
    pub(crate) usual: Summary,
    pub(crate) waiting: Summary,
    /// The doors to the boss: unchanged as X, with the change as Y.
    pub(crate) boss: Comparison,
    /// Likewise, the doors of a full clear.
    pub(crate) walk: Comparison,
}

impl Waiting {
    /// The floors on the story's level, of the first shown series of Rebirth with the usual rule.
    pub(crate) fn of(results: &Results) -> Option<Self> {
        let is_as_usual = |series: &usize| {
            matches!(&results.study.series[*series].source, FloorSource::Backend(rules)
                if rules.backend == Backend::Rebirth && !rules.set.contains_key(RULE.0))
        };
        let series = shown(results).into_iter().find(is_as_usual)?;
        let level = story_level(results)?;
        let asked =
            [measure::BOSS_DISTANCE, measure::FULL_WALK, measure::WALKED_AGAIN, measure::ASYMMETRY];
        let asked = asked.into_iter().collect();
        let group = results.group(series, level, false)?;
        let waiting = parameters::generator(results, series, &[RULE], None)?;
        let (usual, changed) = parameters::beside(results, group, [&waiting], FLOORS, asked)?;
        let (waiting, pairing) = changed.into_iter().next()?;
        let compared = |measure| {
            let [x, y] = [&usual, &waiting].map(|it| it.values(measure));
            Comparison::paired(x, y, pairing.values(measure))
        };
        let [boss, walk] = [compared(measure::BOSS_DISTANCE)?, compared(measure::FULL_WALK)?];
        Some(Self { series, level, usual, waiting, boss, walk })
    }

    /// Whether jumping the queue puts the boss farther away, leaves less to walk back, and pulls floors to
    /// one side: their middles are more than twice as far from their starts.
    pub(crate) fn jump_makes_the_story(&self) -> bool {
        let means = |measure| Some([self.usual.mean(measure)?, self.waiting.mean(measure)?]);
        let walks_back_less =
            means(measure::WALKED_AGAIN).is_some_and(|[usual, waiting]| usual < waiting);
        let leans = means(measure::ASYMMETRY).is_some_and(|[usual, waiting]| usual > 2.0 * waiting);
        self.boss.difference_upper < 0.0 && walks_back_less && leans
    }
}
