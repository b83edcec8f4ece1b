//! How often optional rooms appear beside the chances of their rules, in words.

use crate::frame::chances::Share;
use crate::prelude::*;

/// The room that falls furthest short of its rule's chance, if one does.
pub(crate) fn title(results: &Results, shares: &[Share<'_>]) -> String {
    let short = shares.iter().filter(|it| it.is_short());
    let Some(it) = short.max_by(|a, b| a.gap().total_cmp(&b.gap())) else {
        return "Optional rooms come as often as their rules say".to_owned();
    };
    let (kind, level) = (capital(&name_of_kind(it.kind)), it.group.request.level);
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
            name_of_kind(it.kind)
        ),
    ])
}

/// A kind of room as a row names it.
pub(crate) fn name_of_kind(kind: RoomKind) -> String {
    kind.to_string().replace('_', " ")
}

#[cfg(test)]
mod tests {
    use basement_floors::Backend;
    use basement_survey::{Series, Study};

    use super::*;
    use crate::frame::chances::shares_of;

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
