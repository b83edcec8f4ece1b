//! What each item changes about the awards of cleared rooms.

use basement_awards::{AwardItem, Awards, Pickup};

use crate::figure::{Figure, Words, compose_parts};
use crate::figures::awards::{Case, item_name};
use crate::lexicon::first_fitting;
use crate::number::{fixed, percent, signed};
use crate::origin::chances_line;
use crate::panel::heatmap::Scale;
use crate::panel::tiles::{Tile, Tiles};
use crate::table::{Table, exact};
use crate::theme::{Diverging, Hue, OTHERS, REBIRTH};

/// The columns: a name, and the pickups that it counts. The mean number of pickups is the last.
const COLUMNS: [(&str, &[Pickup]); 11] = [
    ("empty, %", &[Pickup::Nothing]),
    ("card", &[Pickup::Card]),
    ("pill", &[Pickup::Pill]),
    ("trinket", &[Pickup::Trinket]),
    ("coin", &[Pickup::Coin]),
    ("heart", &[Pickup::Heart]),
    ("key", &[Pickup::Key]),
    ("bomb", &[Pickup::Bomb]),
    ("chest", &[Pickup::Chest, Pickup::LockedChest]),
    ("battery", &[Pickup::Battery]),
    ("sack", &[Pickup::Sack]),
];
/// Differences below this many percentage points are not written out.
const LEAST: f64 = 0.05;

/// One row: an item, or none, and its chances.
struct Row {
    name: String,
    chances: Awards<f64>,
}

/// What the title is made from: an item, its pickups a room, and its share of empty rooms.
#[derive(Clone, Debug, PartialEq)]
struct ItemChances {
    name: String,
    pickups: f64,
    empty: f64,
}

fn share(chances: &Awards<f64>, pickups: &[Pickup]) -> f64 {
    pickups.iter().map(|pickup| chances.get(*pickup)).sum()
}

/// What items do to the kinds of award, one at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    pub(crate) items: usize,
    /// Items that raise the share of a kind of award.
    pub(crate) raise: usize,
    /// Those of them that lower the share of another one.
    pub(crate) trade: usize,
    /// Items that leave more rooms empty.
    pub(crate) empty_more: usize,
    /// Items that leave fewer rooms empty.
    pub(crate) empty_fewer: usize,
}

/// What the items of the figure do.
pub(crate) fn effects() -> Option<Effects> {
    const LEAST: f64 = 1e-6;
    let base = Case::BASE.chances()?;
    let mut effects = Effects::default();
    for item in AwardItem::ALL {
        let chances = Case { items: &[item], ..Case::BASE }.chances()?;
        let changes = COLUMNS.map(|(_, pickups)| share(&chances, pickups) - share(&base, pickups));
        let [empty, awards @ ..] = changes;
        let raises = awards.iter().any(|change| *change > LEAST);
        effects.items += 1;
        effects.raise += usize::from(raises);
        effects.trade += usize::from(raises && awards.iter().any(|change| *change < -LEAST));
        effects.empty_more += usize::from(empty > LEAST);
        effects.empty_fewer += usize::from(empty < -LEAST);
    }
    Some(effects)
}

/// The figure: a table of changes, in colours and numbers.
pub(crate) fn figure() -> Option<Figure> {
    let base = Case::BASE.chances()?;
    let mut rows: Vec<Row> = AwardItem::ALL
        .into_iter()
        .map(|item| {
            let chances = Case { items: &[item], ..Case::BASE }.chances()?;
            Some(Row { name: item_name(item), chances })
        })
        .collect::<Option<_>>()?;
    // Most pickups first; sums that differ by a rounding error are alike.
    rows.sort_by_key(|row| std::cmp::Reverse((row.chances.mean_count() * 1e9).round() as u64));
    let all = rows.iter().flat_map(|row| Pickup::ALL.map(|pickup| (row, pickup)));
    let table = Table::of(
        all,
        &[
            ("item", &|(row, _)| row.name.clone()),
            ("pickup", &|(_, pickup)| pickup.to_string()),
            ("chance", &|(row, pickup)| exact(row.chances.get(*pickup))),
            ("difference", &|(row, it)| exact(row.chances.get(*it) - base.get(*it))),
            ("pickups_a_room", &|(row, _)| exact(row.chances.mean_count())),
            ("base_pickups", &|_| exact(base.mean_count())),
        ],
    );
    let held = |name: &str, chances: &Awards<f64>| ItemChances {
        name: name.to_owned(),
        pickups: chances.mean_count(),
        empty: chances.get(Pickup::Nothing),
    };
    let all: Vec<ItemChances> = rows.iter().map(|row| held(&row.name, &row.chances)).collect();
    let title = title(&held("", &base), &all)?;
    let most = rows
        .iter()
        .flat_map(|row| {
            COLUMNS.map(|(_, pickups)| share(&row.chances, pickups) - share(&base, pickups))
        })
        .map(f64::abs)
        .fold(0.01, f64::max);
    let words = Words {
        name: "awards-by-item".to_owned(),
        subtitle: "What a cleared room gives with one item held: rooms left empty, %; other shares, change in \
                   percentage points; exact chances, luck 0, normal mode"
            .to_owned(),
        caption: "First row: shares without items, %, and in the last column pickups a room. Below: what each item \
                  adds (blue) or takes (grey), in percentage points, in colours by the square root; blank \
                  where nothing changes. First column: rooms that give nothing, \
                  without and with the item. Last column, by which the items are ordered: pickups a room, \
                  copies counted; the most in bold. Chests are open and locked ones."
            .to_owned(),
        notes: chances_line(),
        alt: format!("{title}. A table of fourteen items by eleven kinds of award, coloured by the change."),
        title,
    };
    let scale = Scale::signed_roots(most * 100.0);
    let colors = Diverging(Hue::new(OTHERS[3]), REBIRTH);
    let greatest = rows.iter().map(|row| row.chances.mean_count()).fold(0.0, f64::max);
    let tiles = |row: &Row| {
        let changes = COLUMNS.iter().enumerate().map(|(column, (_, pickups))| {
            let (without, now) = (share(&base, pickups), share(&row.chances, pickups));
            let change = (now - without) * 100.0;
            let [before, after] = [without, now].map(|share| fixed(share * 100.0, 1));
            match (change.abs() < LEAST, column) {
                (true, 0) => Some(Tile::new(None, after)),
                (true, _) => None,
                (false, 0) => {
                    let said = format!("{before} → {after}");
                    Some(Tile::new(Tiles::fill(&scale, colors, change), said))
                }
                (false, _) => {
                    Some(Tile::new(Tiles::fill(&scale, colors, change), signed(change, 1)))
                }
            }
        });
        let mean = row.chances.mean_count();
        let pickups = Tile::new(None, fixed(mean, 2));
        let pickups = if (mean - greatest).abs() < 1e-9 { pickups.bold() } else { pickups };
        (row.name.clone(), String::new(), changes.chain([Some(pickups)]).collect())
    };
    let without = COLUMNS.iter().map(|(_, it)| fixed(share(&base, it) * 100.0, 1));
    let without = without.chain([fixed(base.mean_count(), 2)]);
    let without = without.map(|text| Some(Tile::new(None, text).bold())).collect();
    let first = ("no item".to_owned(), String::new(), without);
    let width = |place: usize| match place {
        0 => 2.0,
        place if place == COLUMNS.len() => 1.25,
        _ => 1.0,
    };
    let names = COLUMNS.iter().map(|(name, _)| (*name).to_owned()).chain(["pickups".to_owned()]);
    let tiles = Tiles {
        columns: names.enumerate().map(|(place, name)| (name, width(place))).collect(),
        rows: [first].into_iter().chain(rows.iter().map(tiles)).collect(),
        scale,
        colors,
        unit: "change in percentage points",
    };
    Some(compose_parts(words, table, &[&tiles]))
}

/// Which item gives most, and which leaves most rooms empty, where one does either.
fn title(base: &ItemChances, held: &[ItemChances]) -> Option<String> {
    let most = held.iter().max_by(|one, other| one.pickups.total_cmp(&other.pickups))?;
    let emptiest = held.iter().max_by(|one, other| one.empty.total_cmp(&other.empty))?;
    if most.pickups < base.pickups + LEAST / 100.0 {
        return Some("No item gives more pickups than none".to_owned());
    }
    let empty = percent(emptiest.empty, 0);
    let name = &most.name;
    Some(if emptiest.empty < base.empty + LEAST / 100.0 {
        format!("{name} gives the most pickups, and no item leaves more rooms empty")
    } else if most == emptiest {
        format!("{name} gives the most pickups, but leaves {empty} of rooms empty")
    } else {
        first_fitting([
            format!(
                "{name} gives the most pickups; {} leaves {empty} of rooms empty",
                emptiest.name
            ),
            format!("{name} gives the most pickups"),
        ])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_of_the_items_follows_from_their_chances() {
        let held =
            |name: &str, pickups, empty| ItemChances { name: name.to_owned(), pickups, empty };
        let base = held("", 0.8, 0.2);
        let (a, b) = (held("A", 1.0, 0.5), held("B", 0.7, 0.2));
        let both = title(&base, &[a.clone(), b.clone()]).unwrap();
        assert_eq!(both, "A gives the most pickups, but leaves 50 % of rooms empty");
        let other = title(&base, &[a, held("C", 1.5, 0.1)]).unwrap();
        assert_eq!(other, "C gives the most pickups; A leaves 50 % of rooms empty");
        let full = title(&base, &[held("C", 1.5, 0.1)]).unwrap();
        assert_eq!(full, "C gives the most pickups, and no item leaves more rooms empty");
        assert_eq!(title(&base, &[b]).unwrap(), "No item gives more pickups than none");
        assert_eq!(title(&base, &[]), None);
    }

    #[test]
    fn the_figure_names_the_item_that_its_data_name_and_puts_it_first() {
        let figure = figure().unwrap();
        assert_eq!(
            figure.title,
            "Contract From Below gives the most pickups, but leaves 47 % of rooms empty"
        );
        assert_eq!(figure.table.rows[0][0], "Contract From Below");
        let pickups = figure.table.rows.iter().map(|row| row[4].parse::<f64>().unwrap());
        assert!(pickups.collect::<Vec<_>>().is_sorted_by(|one, other| one >= other));
    }
}
