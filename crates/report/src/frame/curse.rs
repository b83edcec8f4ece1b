//! Levels without and with Curse of the Labyrinth.

use std::collections::BTreeSet;

use basement_survey::statistics::Interval;
use basement_survey::study::GroupResult;
use basement_survey::{Measure, Results};

use crate::series::{name_of, shown};

/// A measure of a series on a level, without and with the curse.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) series: usize,
    pub(crate) name: String,
    pub(crate) level: u8,
    pub(crate) plain: Interval,
    pub(crate) cursed: Interval,
    /// Half the 95 % interval of the difference.
    pub(crate) half: f64,
}

/// The levels that a shown series has both without and with the curse.
pub(crate) fn pairs(results: &Results, measure: &'static Measure) -> Vec<Pair> {
    let mean = |group: &GroupResult| group.summary.values(measure).mean_interval();
    let pair = |group: &GroupResult| {
        let (series, level) = (group.series, group.request.level);
        let before = results.group(series, level, false)?;
        let (plain, cursed) = (mean(before)?, mean(group)?);
        let half = results.compare(before, group, measure)?.interval().half();
        Some(Pair { series, name: name_of(results, series).to_owned(), level, plain, cursed, half })
    };
    let groups = shown(results).into_iter().flat_map(|series| results.groups_of(series));
    groups.filter(|group| group.is_labyrinth()).filter_map(pair).collect()
}

/// The level that stands for all: the middle one of those that most series have.
pub(crate) fn middle_level(pairs: &[Pair]) -> Option<u8> {
    let count = |level: u8| pairs.iter().filter(|pair| pair.level == level).count();
    let most = pairs.iter().map(|pair| count(pair.level)).max()?;
    let levels: BTreeSet<u8> =
        pairs.iter().map(|pair| pair.level).filter(|level| count(*level) == most).collect();
    levels.iter().nth(levels.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_that_stands_for_all_is_one_that_all_series_have() {
        let none = Interval { estimate: 0.0, lower: 0.0, upper: 0.0 };
        let pairs = [(0, 1), (0, 3), (0, 5), (1, 1)].map(|(series, level)| Pair {
            series,
            name: String::new(),
            level,
            plain: none,
            cursed: none,
            half: 0.0,
        });
        assert_eq!(middle_level(&pairs), Some(1));
        assert_eq!(middle_level(&pairs[..3]), Some(3));
        assert_eq!(middle_level(&[]), None);
    }
}
