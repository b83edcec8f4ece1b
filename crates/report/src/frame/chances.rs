//! How often a room that appears by chance is there, beside its rule's chance.

use crate::prelude::*;

/// One series' frequency of one kind on one level, beside the chance of its rule.
pub(crate) struct Share<'a> {
    pub(crate) group: &'a GroupResult,
    pub(crate) kind: RoomKind,
    pub(crate) rule: &'static str,
    pub(crate) chance: f64,
    pub(crate) hits: u64,
    pub(crate) share: Interval,
}

impl Share<'_> {
    /// By how much the room falls short of its rule's chance.
    pub(crate) fn gap(&self) -> f64 {
        self.chance - self.share.estimate
    }

    /// Whether the room clearly appears less often than its rule says.
    pub(crate) fn is_short(&self) -> bool {
        self.share.upper < self.chance && !is_slight([self.chance, self.share.estimate])
    }
}

/// The kinds of room of a group that have a chance.
pub(crate) fn shares_of(group: &GroupResult) -> impl Iterator<Item = Share<'_>> {
    group.chances.iter().map(move |of| {
        let hits = group.summary.kind(of.kind).floors;
        let share = wilson_interval(hits, group.summary.floors);
        Share { group, kind: of.kind, rule: of.rule, chance: of.chance, hits, share }
    })
}
