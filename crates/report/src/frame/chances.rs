//! How often a room that appears by chance is there, beside its rule's chance.

use basement_floors::RoomKind;
use basement_survey::statistics::{Interval, wilson_interval};
use basement_survey::study::GroupResult;

/// One series' frequency of one kind on one level, beside the chance of its rule.
pub(crate) struct Share<'a> {
    pub(crate) group: &'a GroupResult,
    pub(crate) kind: RoomKind,
    pub(crate) rule: &'static str,
    pub(crate) chance: f64,
    pub(crate) hits: u64,
    pub(crate) share: Interval,
}

pub(crate) fn shares_of(group: &GroupResult) -> impl Iterator<Item = Share<'_>> {
    group.chances.iter().map(move |of| {
        let hits = group.summary.kind(of.kind).floors;
        let share = wilson_interval(hits, group.summary.floors);
        Share { group, kind: of.kind, rule: of.rule, chance: of.chance, hits, share }
    })
}
