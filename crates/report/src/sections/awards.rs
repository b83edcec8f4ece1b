//! What a cleared room gives.

use crate::article::Section;
use crate::context::Context;
use crate::figures::awards_by_item::{self, Effects};
use crate::figures::awards_by_luck;
use crate::lexicon::list;
use crate::number::{fixed, percent};
use crate::shape::in_words;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    if !context.results.study.awards {
        return None;
    }
    let rules = ["A1", "A2", "A3", "A4"].map(|id| context.rule(id)).join(", ");
    let start = format!(
        "A cleared room of Rebirth draws what it gives, whatever the floor looks like: nothing, a pickup, a \
         chest ({rules}). There are few enough cases to work out each chance exactly."
    );
    let mut section = Section::new("awards", "What a cleared room gives").text(start);
    if let Some((figure, trade)) = awards_by_luck::figure() {
        section = section.text(luck(&trade, &context.rule("A1"))).figure(figure);
    }
    section.text(awards_by_item::effects().map_or_else(String::new, items)).unless_empty()
}

/// What items do, by how many of them do it.
fn items(effects: Effects) -> String {
    let Effects { items, raise, trade, empty_more, empty_fewer } = effects;
    let start = if raise > 0 && trade == raise {
        "An item that raises one kind of award lowers others"
    } else if 2 * trade > raise {
        "An item that raises one kind of award usually lowers others"
    } else {
        "Items change what cleared rooms give"
    };
    let part = |count: usize, how: &str| {
        let verb = if count == 1 { "leaves" } else { "leave" };
        (count > 0).then(|| format!("{} {verb} {how} rooms empty", in_words(count as f64)))
    };
    let parts: Vec<String> =
        part(empty_fewer, "fewer").into_iter().chain(part(empty_more, "more")).collect();
    if parts.is_empty() {
        format!("{start}.")
    } else {
        format!("{start}; of {} items, {}.", in_words(items as f64), list(&parts))
    }
}

/// What luck does, and from when on it costs other pickups.
fn luck(trade: &awards_by_luck::Trade, rule: &str) -> String {
    let [chests, chests_then] = trade.chests.map(|share| percent(share, 0));
    let [empty, empty_then] = trade.empty.map(|share| percent(share, 0));
    let first = if trade.free_up_to > 0.0 {
        format!(
            "Up to about luck {} it costs nothing: no pickup gets rarer, empty rooms do. Beyond, ",
            fixed(trade.free_up_to, 0)
        )
    } else {
        "Luck ".to_owned()
    };
    let losers = trade.losers();
    let takes = match losers.as_slice() {
        [] => "takes nothing from other pickups".to_owned(),
        [most, ..] => {
            let names: Vec<String> =
                losers.iter().flat_map(|loser| loser.names.iter().cloned()).collect();
            let [before, after] = most.shares.map(|share| percent(share, 1));
            let most = if losers.len() > 1 {
                format!(
                    ", from {} most in proportion: {before} of rooms become {after}",
                    list(&most.names)
                )
            } else {
                format!(": {before} of rooms become {after}")
            };
            format!("takes from {} for its chests{most}", list(&names))
        }
    };
    let beyond = if trade.free_up_to > 0.0 { "luck " } else { "" };
    format!(
        "Luck adds a second random number to the one that decides, and the highest sums are chests ({rule}). \
         {first}{beyond}{takes}. At luck {} chests have gone from {chests} to \
         {chests_then} of rooms and empty rooms from {empty} to {empty_then}.",
        fixed(trade.luck, 0)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_is_free_only_as_long_as_no_pickup_gets_rarer() {
        let (_, trade) = awards_by_luck::figure().unwrap();
        assert!(luck(&trade, "A1").contains("Up to about luck 2 it costs nothing"));
        let none = awards_by_luck::Trade { free_up_to: 0.0, ..trade };
        assert!(!luck(&none, "A1").contains("costs nothing"));
        assert!(luck(&none, "A1").contains("Luck takes from cards"));
        let said = luck(&trade, "A1");
        assert!(said.contains("luck takes from cards, pills, trinkets, "), "{said}");
        assert!(said.contains("most in proportion: 7.4 % of rooms become"), "{said}");
    }

    #[test]
    fn what_items_do_is_counted() {
        let said = items(awards_by_item::effects().unwrap());
        assert!(said.starts_with("An item that raises one kind of award usually lowers"), "{said}");
        assert!(said.contains("two leave more rooms empty"), "{said}");
        let none = Effects { items: 3, raise: 1, trade: 0, empty_more: 1, empty_fewer: 0 };
        assert_eq!(
            items(none),
            "Items change what cleared rooms give; of three items, one leaves more rooms empty."
        );
    }
}
