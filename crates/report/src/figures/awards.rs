//! What luck and items change about the awards of cleared rooms (A1-A4): exact chances, which need neither
//! seeds nor floors.

use basement_awards::{AwardItem, AwardItems, Awards};
use basement_floors::Difficulty;

use crate::frame::awards::{KINDS, Luck, MOST_LUCK, NOTHING, chances, shares};
use crate::origin::chances_line;
use crate::prelude::*;
use crate::theme::REBIRTH;

/// The least difference that is mentioned: half a percentage point.
const LEAST: f64 = 0.005;

/// The effect of luck: circles without it; dots with the most that makes no pickup rarer, and with the most
/// that counts.
pub(crate) fn figure(luck: &Luck) -> Figure {
    let rows = luck.by_luck.iter().enumerate();
    let rows =
        rows.flat_map(|(luck, it)| KINDS.iter().zip(it).map(move |(kind, x)| (luck, kind, x)));
    let table = Table::of(rows)
        .column("luck", |(luck, ..)| *luck)
        .column("award", |(_, (name, _), _)| *name)
        .number("chance", |(.., share)| **share);
    let words = Words {
        name: "awards-by-luck".to_owned(),
        subtitle: "Share of cleared rooms by what they give, %, without luck and with it; exact chances, no items, \
                   normal mode"
            .to_owned(),
        caption: format!("{} Chests are open and locked ones.", luck.cost()),
        notes: chances_line(),
        alt: "Dumbbell charts of awards by kind, from luck 0 to two other lucks.".to_owned(),
        title: luck.title(),
    };
    let facet = |to: usize| {
        let pair = |row: usize| {
            let shares = [luck.by_luck[0][row], luck.by_luck[to][row]];
            PlotMark::pair(row, shares, REBIRTH, |share| fixed(share * 100.0, 1))
        };
        Facet::new(format!("Luck 0 to {to}"), (0..KINDS.len()).map(pair).collect())
    };
    let steps = [luck.free, usize::from(MOST_LUCK)];
    let most = luck.by_luck.iter().flatten().copied().fold(0.0, f64::max);
    let rows = KINDS.iter().map(|(name, _)| PlotRow::new(*name, 1));
    let plot = Plot {
        facets: steps.into_iter().filter(|luck| *luck > 0).map(facet).collect(),
        columns: [2, 1],
        x: Scale::shares(most).ticks(3),
        y: Y::Rows(vec![RowGroup::plain(rows)]),
    };
    compose_finding(words, table, &[&Key::of_pair(["without luck", "with luck"]), &plot])
}

/// What an item, or hard mode, changes about a cleared room.
pub(crate) fn table() -> Option<PageTable> {
    let base = chances(0, AwardItems::NONE, Difficulty::Normal)?;
    let before = shares(&base);
    let changed = |after: &Awards<f64>, sign: f64| {
        let after = shares(after);
        let is_it = |kind: &usize| sign * (after[*kind] - before[*kind]) >= LEAST;
        list((NOTHING + 1..KINDS.len()).filter(is_it).map(|kind| KINDS[kind].0))
    };
    let of = |item: AwardItem| {
        let chances = chances(0, AwardItems::NONE.with(item), Difficulty::Normal)?;
        Some((item_name(item), chances))
    };
    let mut items: Vec<_> = AwardItem::ALL.into_iter().map(of).collect::<Option<_>>()?;
    // Most pickups first; sums that differ only by a rounding error are equal.
    items.sort_by_key(|(_, it)| std::cmp::Reverse((it.mean_count() * 1e9).round() as u64));
    let hard = chances(0, AwardItems::NONE, Difficulty::Hard)?;
    let first = [("no item".to_owned(), base), ("no item, hard mode".to_owned(), hard)];
    let table = Table::of(first.into_iter().chain(items))
        .column("with", |(name, _)| name.clone())
        .column("empty rooms", |(_, it)| percent(shares(it)[NOTHING], 0))
        .column("pickups a room", |(_, it)| fixed(it.mean_count(), 2))
        .column("more", |(_, it)| changed(it, 1.0))
        .column("fewer", |(_, it)| changed(it, -1.0));
    Some(PageTable::new(
        "What each item changes about a cleared room",
        table,
        "Luck 0, exact chances. More and fewer: pickups whose share of rooms rises or falls by at least half a percentage point. A room may give several pickups.",
    ))
}

/// "Guppy's Tail".
fn item_name(item: AwardItem) -> String {
    match item {
        AwardItem::DaemonsTail => "Daemon's Tail".to_owned(),
        AwardItem::ChildsHeart => "Child's Heart".to_owned(),
        AwardItem::GuppysTail => "Guppy's Tail".to_owned(),
        AwardItem::AceOfSpades => "Ace of Spades".to_owned(),
        AwardItem::RibOfGreed => "Rib of Greed".to_owned(),
        item => item.to_string().split('_').map(capital).collect::<Vec<_>>().join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_begins_without_items_and_orders_these_by_their_pickups() {
        let table = table().unwrap();
        assert_eq!(table.rows.len(), AwardItem::ALL.len() + 2);
        // In hard mode a third of the hearts are left out, and nothing else changes.
        assert_eq!(table.rows[1][3..], ["", "hearts"]);
        assert_eq!(table.rows[2][..2], ["Contract From Below", "47 %"]);
        let pickups = table.rows[2..].iter().map(|row| row[2].parse::<f64>().unwrap());
        assert!(pickups.collect::<Vec<_>>().is_sorted_by(|one, other| one >= other));
    }
}
