//! What a cleared room gives.

use crate::article::figures::{awards_by_item, awards_by_luck};
use crate::article::{Context, Section};
use crate::number::{fixed, percent};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    if !context.results.study.awards {
        return None;
    }
    let rules = ["A1", "A2", "A3", "A4"].map(|id| context.rule(id)).join(", ");
    let start = format!(
        "A cleared room of Rebirth draws what it gives, whatever the floor looks like: nothing, a pickup, a \
         chest ({rules}). The chances are few enough to be worked out exactly, without a single room being \
         played."
    );
    let mut section = Section::new("awards", "What a cleared room gives").text(start);
    if let Some((figure, trade)) = awards_by_luck::figure() {
        section = section.text(luck(&trade, &context.rule("A1"))).figure(figure);
    }
    section
        .text(
            "Items change the chances too, and more than they say: what one kind of award wins, others lose, or \
             fewer rooms stay empty.",
        )
        .figure(awards_by_item::figure())
        .unless_empty()
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
    let beyond = if trade.free_up_to > 0.0 { "luck takes" } else { "takes" };
    format!(
        "Luck adds a second random number to the one that decides, and the highest sums are chests ({rule}). \
         {first}{beyond} coins, hearts and keys for its chests. At luck {} chests have gone from {chests} to \
         {chests_then} of rooms and empty rooms from {empty} to {empty_then}.",
        fixed(trade.luck, 0)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_is_free_only_as_long_as_no_pickup_gets_rarer() {
        let trade = awards_by_luck::Trade {
            luck: 10.0,
            chests: [0.05, 0.5],
            empty: [0.2, 0.02],
            taken: 0.3,
            free_up_to: 2.2,
        };
        assert!(luck(&trade, "A1").contains("Up to about luck 2 it costs nothing"));
        let none = awards_by_luck::Trade { free_up_to: 0.0, ..trade };
        assert!(!luck(&none, "A1").contains("costs nothing"));
        assert!(luck(&none, "A1").contains("Luck takes coins"));
    }
}
