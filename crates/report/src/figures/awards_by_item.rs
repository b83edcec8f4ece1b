//! What each item changes about the awards of cleared rooms.

use basement_awards::{AwardItem, Awards, Pickup};

use super::awards::{CONFLICT, Case, item_name, pickup_name, provenance};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{fixed, signed};
use crate::table::{Table, exact};
use crate::theme::{FRAME, INK, LABEL, NOTE, QUIET, REBIRTH, RULE};

/// Height of a row of a panel.
const ROW: f64 = 14.0;
/// Height of a panel.
const PANEL: f64 = 12.0 * ROW + 46.0;
/// Differences below this many percentage points are not written out.
const LEAST: f64 = 0.05;

/// Small multiples: one panel an item, differences to no item.
pub(super) fn figure() -> Option<Figure> {
    let base = Case::BASE.chances()?;
    let items: Vec<(AwardItem, Awards<f64>)> = AwardItem::ALL
        .into_iter()
        .map(|item| Some((item, Case { items: &[item], ..Case::BASE }.chances()?)))
        .collect::<Option<_>>()?;
    let mut table =
        Table::new(&["item", "pickup", "chance", "difference", "pickups_a_room", "base_pickups"]);
    for (item, chances) in &items {
        for pickup in Pickup::ALL {
            table.row([
                item.to_string(),
                pickup.to_string(),
                exact(chances.get(pickup)),
                exact(chances.get(pickup) - base.get(pickup)),
                exact(chances.mean_count()),
                exact(base.mean_count()),
            ]);
        }
    }
    let words = Words {
        name: "awards-by-item".to_owned(),
        title: title(&base, &items)?,
        subtitle: "Change of the share of cleared rooms that give a pickup, in percentage points; one item \
                   held, luck 0, normal mode"
            .to_owned(),
        caption: "What each item changes about the awards of cleared rooms.".to_owned(),
        notes: vec![
            "First panel: shares without items, %, on a scale of its own, from 0. Others: shares with the item less those. Above each panel: \
             the mean number of pickups a room, which copies raise too (Contract From Below, Broken Modem)."
                .to_owned(),
            CONFLICT.to_owned(),
            provenance(),
        ],
        alt: "Fifteen small bar charts: the shares of pickups without items, and for each of fourteen items \
              how it changes them."
            .to_owned(),
    };
    Some(compose(words, table, 5.0 * PANEL, |drawing, area| {
        for (row, strip) in area.rows(5, 0.0).into_iter().enumerate() {
            groups(drawing, body(strip));
            let columns = strip.inset(84.0, 0.0, 0.0, 0.0).columns(3, 16.0);
            names(drawing, columns[0]);
            for (column, cell) in columns.into_iter().enumerate() {
                match (row * 3 + column).checked_sub(1).map(|place| items.get(place)) {
                    None => base_panel(drawing, cell, &base),
                    Some(Some((item, chances))) => panel(drawing, cell, *item, chances, &base),
                    Some(None) => {}
                }
            }
        }
    }))
}

/// The part of a panel below its heading.
fn body(cell: Area) -> Area {
    cell.inset(0.0, 32.0, 0.0, 14.0)
}

/// The baseline of a pickup's row.
fn baseline(body: Area, pickup: Pickup) -> f64 {
    body.y + (pickup as usize as f64 + 0.5) * ROW + 4.0
}

fn heading(drawing: &mut Drawing, cell: Area, name: &str, count: &str) {
    drawing.text(name, cell.x, cell.y + 11.0, Type::new(LABEL, INK).bold());
    drawing.text(count, cell.x, cell.y + 25.0, Type::new(NOTE, QUIET));
}

fn names(drawing: &mut Drawing, cell: Area) {
    for pickup in Pickup::ALL {
        let y = baseline(body(cell), pickup);
        drawing.text(pickup_name(pickup), cell.x - 8.0, y, Type::new(NOTE, INK).end());
    }
}

/// Lines between kinds of pickups, across all panels of a row.
fn groups(drawing: &mut Drawing, body: Area) {
    for last in [Pickup::Nothing, Pickup::Trinket, Pickup::Bomb, Pickup::LockedChest] {
        let y = body.y + (last as usize + 1) as f64 * ROW;
        drawing.line(&[(body.x, y), (body.right(), y)], 0.6, RULE);
    }
}

/// A bar from a place, with its number beyond its end.
fn bar(drawing: &mut Drawing, from: f64, to: f64, y: f64, label: String) {
    let fill = if to < from { FRAME } else { REBIRTH.mark };
    let (left, width) = (from.min(to), (to - from).abs());
    drawing.rectangle(Area::new(left, y - 4.0 - ROW * 0.36, width, ROW * 0.72), fill);
    let look = Type::new(NOTE, INK);
    if to < from {
        drawing.text(label, to - 4.0, y, look.end());
    } else {
        drawing.text(label, to + 4.0, y, look);
    }
}

fn base_panel(drawing: &mut Drawing, cell: Area, base: &Awards<f64>) {
    let count = format!("{} pickups a room", fixed(base.mean_count(), 2));
    heading(drawing, cell, "No item: shares, %", &count);
    let body = body(cell);
    let width = (body.width - 34.0) / 25.0;
    for pickup in Pickup::ALL {
        let share = base.get(pickup) * 100.0;
        let y = baseline(body, pickup);
        bar(drawing, body.x, body.x + share * width, y, fixed(share, 1));
    }
    drawing.line(&[(body.x, body.y), (body.x, body.y + 12.0 * ROW)], 1.0, FRAME);
}

fn panel(
    drawing: &mut Drawing,
    cell: Area,
    item: AwardItem,
    chances: &Awards<f64>,
    base: &Awards<f64>,
) {
    let [before, after] = [base, chances].map(|chances| fixed(chances.mean_count(), 2));
    let count = if before == after {
        format!("{after} pickups a room")
    } else {
        format!("{before} → {after} a room")
    };
    heading(drawing, cell, &item_name(item), &count);
    let body = body(cell);
    // All panels share the scale: 26 points on either side, and room for numbers.
    let (zero, width) = (body.middle(), (body.width / 2.0 - 34.0) / 26.0);
    let mut is_changed = false;
    for pickup in Pickup::ALL {
        let y = baseline(body, pickup);
        let difference = (chances.get(pickup) - base.get(pickup)) * 100.0;
        if difference.abs() >= LEAST {
            is_changed = true;
            bar(drawing, zero, zero + difference * width, y, signed(difference, 1));
        }
    }
    if !is_changed {
        let y = baseline(body, Pickup::Coin);
        drawing.text("no share", zero - 6.0, y, Type::new(NOTE, QUIET).end());
        drawing.text("changes", zero + 6.0, y, Type::new(NOTE, QUIET));
    }
    drawing.line(&[(zero, body.y), (zero, body.y + 12.0 * ROW)], 1.0, FRAME);
}

/// Which item leaves most rooms empty, and which gives most.
fn title(base: &Awards<f64>, items: &[(AwardItem, Awards<f64>)]) -> Option<String> {
    let by = |of: fn(&Awards<f64>) -> f64| {
        items.iter().max_by(|(_, one), (_, other)| of(one).total_cmp(&of(other)))
    };
    let (most, given) = by(Awards::mean_count)?;
    let (emptiest, empty) = by(|chances| chances.get(Pickup::Nothing))?;
    let empty = format!("leaves {} % of rooms empty", fixed(empty.get(Pickup::Nothing) * 100.0, 0));
    let gives = format!(
        "gives most, {} pickups a room to {} without",
        fixed(given.mean_count(), 2),
        fixed(base.mean_count(), 2)
    );
    Some(if most == emptiest {
        format!("{} {gives}, yet {empty}", item_name(*most))
    } else {
        format!("{} {gives}; {} {empty}", item_name(*most), item_name(*emptiest))
    })
}
