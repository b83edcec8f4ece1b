//! What each item changes about the awards of cleared rooms.

use basement_awards::{AwardItem, Awards, Pickup};
use basement_survey::Color;

use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose_for_article, is_narrow};
use crate::figures::awards::{Case, item_name};
use crate::lexicon::first_fitting;
use crate::number::{fixed, percent, signed};
use crate::origin::chances_line;
use crate::table::{Table, exact};
use crate::theme::{Diverging, FRAME, Hue, INK, NOTE, OTHERS, QUIET, REBIRTH, RULE, ink_on};

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
/// Height of a row.
const ROW: f64 = 19.0;
/// Height of the names of columns.
const HEAD: f64 = 22.0;
/// Height of the scale of colours.
const SCALE: f64 = 38.0;
/// Width of the names of rows.
const NAMES: f64 = 112.0;
/// The width of the first column, which says two shares, in columns.
const FIRST: f64 = 2.0;
/// Differences below this many percentage points are not written out.
const LEAST: f64 = 0.05;

/// One row: an item, or none, and its chances.
struct Row {
    name: String,
    chances: Awards<f64>,
}

/// What the title is made from: an item, its pickups a room, and its share of empty rooms.
#[derive(Clone, Debug, PartialEq)]
struct Held {
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
    let mut table =
        Table::new(&["item", "pickup", "chance", "difference", "pickups_a_room", "base_pickups"]);
    for row in &rows {
        for pickup in Pickup::ALL {
            table.row([
                row.name.clone(),
                pickup.to_string(),
                exact(row.chances.get(pickup)),
                exact(row.chances.get(pickup) - base.get(pickup)),
                exact(row.chances.mean_count()),
                exact(base.mean_count()),
            ]);
        }
    }
    let held = |name: &str, chances: &Awards<f64>| Held {
        name: name.to_owned(),
        pickups: chances.mean_count(),
        empty: chances.get(Pickup::Nothing),
    };
    let all: Vec<Held> = rows.iter().map(|row| held(&row.name, &row.chances)).collect();
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
    let count = rows.len() as f64 + 1.0;
    let blocks = |is_narrow: bool| if is_narrow { 2 } else { 1 };
    let height = |width: f64| {
        let blocks = blocks(width < 400.0) as f64;
        SCALE + blocks * (HEAD + count * ROW) + (blocks - 1.0) * 16.0 + 4.0
    };
    Some(compose_for_article(words, table, height, |drawing, area| {
        let blocks = blocks(is_narrow(area));
        scale(drawing, area, most);
        let area = area.inset(0.0, SCALE, 0.0, 0.0);
        // The last column holds the pickups a room.
        let columns: Vec<usize> = (0..=COLUMNS.len()).collect();
        let per_block = columns.len().div_ceil(blocks);
        for (columns, cell) in columns.chunks(per_block).zip(area.rows(blocks, 16.0)) {
            block(drawing, cell, columns, &base, &rows, most);
        }
    }))
}

/// The colour of a change, of which `most` is the greatest. Small changes would be pale on a
/// linear scale.
fn color_of(change: f64, most: f64) -> Color {
    let colors = Diverging(Hue::new(OTHERS[3]), REBIRTH);
    colors.at((change.abs() / most).sqrt().copysign(change))
}

/// What the colours mean, in percentage points.
fn scale(drawing: &mut Drawing, area: Area, most: f64) {
    const STEPS: u8 = 60;
    let bar = Area::new(area.x + NAMES, area.y + 2.0, (area.width - NAMES - 10.0).min(250.0), 11.0);
    // As far apart as their colours.
    let x = |change: f64| {
        let place = (change.abs() / most).sqrt().copysign(change);
        bar.middle() + 0.5 * bar.width * place
    };
    let step = bar.width / f64::from(STEPS);
    for place in 0..STEPS {
        let share = (2.0 * f64::from(place) + 1.0) / f64::from(STEPS) - 1.0;
        let fill = color_of((share * share).copysign(share) * most, most);
        let left = bar.x + f64::from(place) * step;
        drawing.rectangle(Area::new(left, bar.y, step + 0.3, bar.height), fill);
    }
    drawing.text("points", area.x, bar.y + 9.5, Type::new(NOTE, QUIET));
    let end = (most * 100.0).floor();
    for tick in [-end, -10.0, -1.0, 0.0, 1.0, 10.0, end] {
        if tick.abs() > end {
            continue;
        }
        let at = x(tick / 100.0);
        drawing.line(&[(at, bar.bottom()), (at, bar.bottom() + 3.0)], 0.8, FRAME);
        let look = Type::new(NOTE, QUIET).middle();
        drawing.text(signed(tick, 0), at, bar.bottom() + 14.0, look);
    }
}

/// Some columns of the table, with the names of all rows.
fn block(
    drawing: &mut Drawing,
    area: Area,
    columns: &[usize],
    base: &Awards<f64>,
    rows: &[Row],
    most: f64,
) {
    let cells = area.inset(NAMES, HEAD, 0.0, 0.0);
    let width_of = |column: usize| if column == 0 { FIRST } else { 1.0 };
    let unit = cells.width / columns.iter().map(|column| width_of(*column)).sum::<f64>();
    let greatest = rows.iter().map(|row| row.chances.mean_count()).fold(0.0, f64::max);
    let mut left = cells.x;
    let row_at = |row: usize| cells.y + row as f64 * ROW;
    drawing.text("no item", area.x, row_at(0) + 13.0, Type::new(NOTE, INK).bold());
    for (place, row) in rows.iter().enumerate() {
        drawing.text(&row.name, area.x, row_at(place + 1) + 13.0, Type::new(NOTE, INK));
    }
    for column in columns {
        let width = width_of(*column) * unit;
        let x = left + width / 2.0;
        left += width;
        let name = COLUMNS.get(*column).map_or("pickups", |(name, _)| *name);
        drawing.text(name, x, area.y + 13.0, Type::new(NOTE, QUIET).middle());
        let text = |row: usize, text: String, look: Type| (text, x, row_at(row) + 13.0, look);
        let write = |drawing: &mut Drawing, (text, x, y, look): (String, f64, f64, Type)| {
            drawing.text(text, x, y, look.middle());
        };
        let Some((_, pickups)) = COLUMNS.get(*column) else {
            write(drawing, text(0, fixed(base.mean_count(), 2), Type::new(NOTE, INK).bold()));
            for (row, held) in rows.iter().enumerate() {
                let mean = held.chances.mean_count();
                let is_changed = (mean - base.mean_count()).abs() >= 0.005;
                let look = Type::new(NOTE, if is_changed { INK } else { QUIET });
                let is_most = is_changed && (mean - greatest).abs() < 1e-9;
                let look = if is_most { look.bold() } else { look };
                write(drawing, text(row + 1, fixed(mean, 2), look));
            }
            continue;
        };
        let without = share(base, pickups);
        let look = Type::new(NOTE, INK).bold();
        write(drawing, text(0, fixed(without * 100.0, 1), look));
        for (row, held) in rows.iter().enumerate() {
            let difference = share(&held.chances, pickups) - without;
            let now = fixed((without + difference) * 100.0, 1);
            if difference.abs() * 100.0 < LEAST {
                if *column == 0 {
                    write(drawing, text(row + 1, now, Type::new(NOTE, QUIET)));
                }
                continue;
            }
            let fill = color_of(difference, most);
            let y = row_at(row + 1);
            drawing.rectangle(Area::new(x - width / 2.0 + 0.6, y, width - 1.2, ROW - 1.2), fill);
            let look = Type::new(NOTE, ink_on(fill));
            let shown = if *column == 0 {
                format!("{} → {now}", fixed(without * 100.0, 1))
            } else {
                signed(difference * 100.0, 1)
            };
            write(drawing, text(row + 1, shown, look));
        }
    }
    for row in 0..=rows.len() {
        let (y, color) = (row_at(row + 1) - 0.6, if row == 0 { FRAME } else { RULE });
        drawing.line(&[(area.x, y), (area.right(), y)], 0.6, color);
    }
}

/// Which item gives most, and which leaves most rooms empty, where one does either.
fn title(base: &Held, held: &[Held]) -> Option<String> {
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
        let held = |name: &str, pickups, empty| Held { name: name.to_owned(), pickups, empty };
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
