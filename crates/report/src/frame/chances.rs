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

/// The room that falls furthest short of its rule's chance, if one does.
pub(crate) fn title(results: &Results, shares: &[Share<'_>]) -> String {
    let short = shares.iter().filter(|it| it.is_short());
    let Some(it) = short.max_by(|a, b| a.gap().total_cmp(&b.gap())) else {
        return "Optional rooms come as often as their rules say".to_owned();
    };
    let (kind, level) = (capital(&spelled(it.kind)), it.group.request.level);
    let words = |it: &Share<'_>| [it.share.estimate, it.chance].map(|share| percent(share, 0));
    let [share, chance] = words(it);
    let is_like = |other: &&Share<'_>| other.kind == it.kind && other.group.request.level == level;
    let mut others = shares.iter().filter(is_like);
    let whose = match others.all(|other| words(other) == words(it)) {
        true => String::new(),
        false => possessive(name_of(results, it.group.series)) + " ",
    };
    first_fitting([
        format!("{kind} rooms come on {share} of {whose}level-{level} floors, not {chance}"),
        format!(
            "On level {level}, {} rooms come less often than their rule says",
            spelled(it.kind)
        ),
    ])
}

#[cfg(test)]
mod tests {
    use basement_floors::Backend;
    use basement_survey::{Series, Study};

    use super::*;

    #[test]
    fn the_title_names_the_room_that_falls_furthest_short() {
        let study = Study::new("Rebirth").floors(400).levels([1]);
        let results = study.series(Series::new("Rebirth", Backend::Rebirth)).run(&|_| {}).unwrap();
        let shares: Vec<Share<'_>> = results.groups.iter().flat_map(shares_of).collect();
        // The rooms before it leave it no dead end on many floors.
        let said = title(&results, &shares);
        assert!(said.starts_with("Mini boss rooms come on 1"), "{said}");
        assert!(said.ends_with(" % of level-1 floors, not 50 %"), "{said}");
        let first: Vec<Share<'_>> =
            shares.into_iter().filter(|it| it.kind == RoomKind::Planetarium).collect();
        assert_eq!(title(&results, &first), "Optional rooms come as often as their rules say");
    }
}
