//! Searches that draw cells, for the secret room ([F9](basement_model::rules#f9)) and for the added
//! rooms of a Labyrinth floor ([F17](basement_model::rules#f17)).

use basement_model::RoomKind;

use super::FloorSetting;
use super::board::{Cell, FloorPlan, neighbours};
use crate::stream::Stream;

/// [F9](basement_model::rules#f9), [F23](basement_model::rules#f23): draws a cell, occupied or not.
pub fn draw_any_cell(setting: &FloorSetting<'_>, stream: &mut Stream) -> Cell {
    match setting.rules.secret.shipped_test {
        true => stream.random(80) as Cell,
        false => {
            let number = stream.random(72) as Cell;
            10 * (number / 9) + number % 9 + 1
        }
    }
}

/// [F9](basement_model::rules#f9), [F23](basement_model::rules#f23): whether the search looks at a
/// cell: at any cell of the board, or in the shipped program at those of columns 2 to 8.
#[must_use]
pub fn is_looked_at(setting: &FloorSetting<'_>, cell: Cell) -> bool {
    !setting.rules.secret.shipped_test || (2..=8).contains(&(cell % 10))
}

/// [F9](basement_model::rules#f9), [F17](basement_model::rules#f17),
/// [F23](basement_model::rules#f23): whether a cell has a room that no hidden and no added room may
/// touch: a boss, super secret or secret room.
#[must_use]
pub fn is_reserved(plan: &FloorPlan, cell: Cell) -> bool {
    let kind = plan.room_at(cell).map(|room| room.kind);
    matches!(kind, Some(RoomKind::Boss | RoomKind::SuperSecret | RoomKind::Secret))
}

/// [F9](basement_model::rules#f9), [F23](basement_model::rules#f23): whether a cell touches a boss,
/// super secret or secret room.
#[must_use]
pub fn touches_reserved(plan: &FloorPlan, cell: Cell) -> bool {
    neighbours(cell).into_iter().any(|side| is_reserved(plan, side))
}

/// [F23](basement_model::rules#f23): a cell is clean when it touches no end room, boss room, super
/// secret room or secret room.
#[must_use]
pub fn is_clean(plan: &FloorPlan, cell: Cell) -> bool {
    let touches_end_room =
        neighbours(cell).into_iter().any(|side| plan.free_end_rooms.contains(&side));
    !touches_end_room && !touches_reserved(plan, cell)
}

/// [F17](basement_model::rules#f17), [F25](basement_model::rules#f25): draws cells until one of
/// `cells` comes up, but no further than draw number `last`. Returns the number of the draw, and
/// the cell. `draw` is the number of the previous draw.
///
/// If the rule is followed to the letter, each cell is drawn. Otherwise one draw decides how many
/// draws miss the n cells among N, and another decides which of the n comes up. k draws all miss
/// with chance (1 - n/N)^k.
pub fn draw_one_of(
    setting: &FloorSetting<'_>,
    cells: &[Cell],
    draw: u32,
    last: u32,
    stream: &mut Stream,
) -> Option<(u32, Cell)> {
    if setting.is_literal {
        for number in draw + 1..=last {
            let drawn = draw_any_cell(setting, stream);
            if cells.contains(&drawn) {
                return Some((number, drawn));
            }
        }
        return None;
    }
    if cells.is_empty() || draw >= last {
        return None;
    }
    let drawn_among = if setting.rules.secret.shipped_test { 80 } else { 72 };
    let number = draw + 1 + misses(cells.len() as u64, drawn_among, stream.draw());
    (number <= last).then(|| (number, cells[stream.random(cells.len() as u32) as usize]))
}

/// The greatest number of draws in a row whose chance to miss n cells of N is above a draw, in
/// units of 2^-32. The chances of 2, 4, 8 and so on draws are the squares of the previous ones,
/// rounded down to such units.
fn misses(cells: u64, among: u64, draw: u32) -> u32 {
    let one: u64 = 1 << 32;
    let mut chances = vec![(among - cells) * one / among];
    while chances.len() < 12 {
        chances.extend(chances.last().map(|chance| chance * chance / one));
    }
    let (mut chance, mut misses) = (one, 0);
    for (place, more) in chances.iter().enumerate().rev() {
        if chance * more / one > u64::from(draw) {
            chance = chance * more / one;
            misses += 1 << place;
        }
    }
    misses
}
