//! The secret room ([F9](basement_model::rules#f9), [F23](basement_model::rules#f23)), and the
//! search that adds rooms on the way ([F25](basement_model::rules#f25)).
//!
//! The rule is a search: cells are drawn until one is acceptable, and the criterion is loosened
//! twice. [`search`] does that. [`search_by_stages`] finds the same cells with the same chances,
//! and makes one draw for each stage instead of one for each cell.

use basement_model::RoomKind;

use super::FloorSetting;
use super::board::{Cell, FloorPlan, all_cells, neighbours};
use super::drawn_cells::{
    draw_any_cell, draw_one_of, is_clean, is_looked_at, is_reserved, touches_reserved,
};
use super::labyrinth;
use crate::Rejected;
use crate::stream::Stream;

/// [F9](basement_model::rules#f9), [F17](basement_model::rules#f17),
/// [F25](basement_model::rules#f25): places the secret room. On a Labyrinth floor rooms are added
/// as well: in `article` before it, in the shipped program by the same search.
///
/// [F9](basement_model::rules#f9), [F22](basement_model::rules#f22): without a place for it the
/// attempt ends; in the shipped program only on levels 1 and 2.
pub fn place_secret_room(
    setting: &FloorSetting<'_>,
    plan: &mut FloorPlan,
    stream: &mut Stream,
) -> Result<(), Rejected> {
    let is_shared = setting.is_labyrinth() && setting.rules.labyrinth.shared_search;
    if is_shared {
        search_for_both(setting, plan, stream);
    } else {
        if setting.is_labyrinth() {
            labyrinth::add_rooms(setting, plan, stream);
        }
        let cell = match setting.is_literal {
            true => search(setting, plan, stream),
            false => search_by_stages(setting, plan, stream),
        };
        if let Some(cell) = cell {
            add_secret_room(plan, cell);
        }
    }
    let has_secret = plan.rooms.iter().any(|room| room.kind == RoomKind::Secret);
    let is_needed = setting.level <= u32::from(setting.rules.secret.needed_up_to_level);
    if is_needed && !has_secret { Err(Rejected) } else { Ok(()) }
}

/// F9: the secret room is an extra room: it is not counted among the wanted ones.
fn add_secret_room(plan: &mut FloorPlan, cell: Cell) {
    plan.add_beside(cell, RoomKind::Secret, false);
}

/// [F9](basement_model::rules#f9), [F23](basement_model::rules#f23): the search to the letter:
/// cells are drawn, at most 900 times (3000 in the shipped program), until an empty one is
/// acceptable.
pub fn search(setting: &FloorSetting<'_>, plan: &FloorPlan, stream: &mut Stream) -> Option<Cell> {
    for draw in 1..=setting.rules.secret.draws {
        if let Some(cell) = draw_cell(setting, plan, stream)
            && is_acceptable(setting, plan, cell, strictness(setting, draw))
        {
            return Some(cell);
        }
    }
    None
}

/// [F9](basement_model::rules#f9), [F23](basement_model::rules#f23): draws a cell. `article` draws
/// one of the 72; the shipped program draws a number below 80 and looks at columns 2 to 8. `None`
/// for a cell that is occupied or not looked at.
pub fn draw_cell(
    setting: &FloorSetting<'_>,
    plan: &FloorPlan,
    stream: &mut Stream,
) -> Option<Cell> {
    let cell = draw_any_cell(setting, stream);
    (is_looked_at(setting, cell) && !plan.is_occupied(cell)).then_some(cell)
}

/// [F9](basement_model::rules#f9), [F23](basement_model::rules#f23): how far the criterion is
/// loosened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// From the first draw on.
    Strict,
    /// After 300 draws.
    Loosened,
    /// After 600 draws.
    LoosenedFurther,
}

/// [F9](basement_model::rules#f9), [F23](basement_model::rules#f23): the strictness at a draw,
/// counted from 1. In the shipped program the second loosening comes only after the first.
#[must_use]
pub fn strictness(setting: &FloorSetting<'_>, draw: u32) -> Strictness {
    let secret = &setting.rules.secret;
    let is_loosened = draw > secret.loosen_after;
    let is_loosened_further = draw > secret.loosen_further_after;
    if is_loosened_further && (is_loosened || !secret.shipped_test) {
        Strictness::LoosenedFurther
    } else if is_loosened {
        Strictness::Loosened
    } else {
        Strictness::Strict
    }
}

/// [F9](basement_model::rules#f9), [F23](basement_model::rules#f23): whether an empty cell is
/// acceptable for the secret room.
#[must_use]
pub fn is_acceptable(
    setting: &FloorSetting<'_>,
    plan: &FloorPlan,
    cell: Cell,
    strictness: Strictness,
) -> bool {
    match setting.rules.secret.shipped_test {
        true => is_acceptable_as_shipped(setting, plan, cell, strictness),
        false => is_acceptable_in_the_article(setting, plan, cell, strictness),
    }
}

/// [F9](basement_model::rules#f9), [F23](basement_model::rules#f23): the empty cells that are
/// acceptable for the secret room.
#[must_use]
pub fn acceptable_cells(
    setting: &FloorSetting<'_>,
    plan: &FloorPlan,
    strictness: Strictness,
) -> Vec<Cell> {
    all_cells()
        .filter(|cell| is_looked_at(setting, *cell) && !plan.is_occupied(*cell))
        .filter(|cell| is_acceptable(setting, plan, *cell, strictness))
        .collect()
}

/// [F9](basement_model::rules#f9): at first a cell needs three occupied neighbours, none of them an
/// end room. After 300 draws two are enough. After 600 draws one is enough; it may be an end room,
/// but not the boss room (or the super secret room, if there is one, as in
/// [F23](basement_model::rules#f23)).
#[must_use]
pub fn is_acceptable_in_the_article(
    setting: &FloorSetting<'_>,
    plan: &FloorPlan,
    cell: Cell,
    strictness: Strictness,
) -> bool {
    let secret = &setting.rules.secret;
    let neighbours = plan.occupied_neighbours(cell);
    match strictness {
        Strictness::Strict => neighbours >= secret.neighbours && is_clean(plan, cell),
        Strictness::Loosened => neighbours >= secret.neighbours_loosened && is_clean(plan, cell),
        Strictness::LoosenedFurther => {
            neighbours >= secret.neighbours_at_last && !touches_reserved(plan, cell)
        }
    }
}

/// [F23](basement_model::rules#f23): the cell is taken with three neighbours when it is clean;
/// after 300 draws with three neighbours when it is enclosed; after 600 draws with two neighbours
/// when it is enclosed.
#[must_use]
pub fn is_acceptable_as_shipped(
    setting: &FloorSetting<'_>,
    plan: &FloorPlan,
    cell: Cell,
    strictness: Strictness,
) -> bool {
    let secret = &setting.rules.secret;
    let has_three = plan.occupied_neighbours(cell) >= secret.neighbours;
    let has_two = plan.occupied_neighbours(cell) >= secret.neighbours_loosened;
    let (is_clean, is_enclosed) = (is_clean(plan, cell), is_enclosed(plan, cell));
    match strictness {
        Strictness::Strict => has_three && is_clean,
        Strictness::Loosened => has_three && (is_clean || is_enclosed),
        Strictness::LoosenedFurther => {
            (has_three && is_clean) || ((has_three || has_two) && is_enclosed)
        }
    }
}

/// [F23](basement_model::rules#f23): a cell is enclosed when its sides, looked at in the order of
/// the moves up to the first end room, are all occupied and none of them is a boss, super secret or
/// secret room.
///
/// The test stops at the first end room, so a shipped secret room can touch the boss room. The
/// original also does this.
#[must_use]
pub fn is_enclosed(plan: &FloorPlan, cell: Cell) -> bool {
    for side in neighbours(cell) {
        if plan.free_end_rooms.contains(&side) {
            return true;
        }
        if !plan.is_occupied(side) || is_reserved(plan, side) {
            return false;
        }
    }
    true
}

/// [F25](basement_model::rules#f25): on a Labyrinth floor of the shipped program each draw of the
/// search serves twice: a cell that does not get the secret room may get an added room
/// ([F17](basement_model::rules#f17)), until the floor has the secret room and one more room than
/// the target.
pub fn search_for_both(setting: &FloorSetting<'_>, plan: &mut FloorPlan, stream: &mut Stream) {
    let mut has_secret = false;
    let mut draw = 0;
    while draw < setting.rules.secret.draws {
        let has_enough = labyrinth::has_enough_added(setting, plan);
        if has_secret && has_enough {
            return;
        }
        let strictness = self::strictness(setting, draw + 1);
        let acceptable =
            if has_secret { Vec::new() } else { acceptable_cells(setting, plan, strictness) };
        let addable =
            if has_enough { Vec::new() } else { labyrinth::cells_for_added_rooms(setting, plan) };
        let is_useful = |cell: &Cell| acceptable.contains(cell) || addable.contains(cell);
        let useful: Vec<Cell> = all_cells().filter(is_useful).collect();
        let last = last_draw(setting, strictness);
        let Some((number, cell)) = draw_one_of(setting, &useful, draw, last, stream) else {
            draw = last;
            continue;
        };
        draw = number;
        if acceptable.contains(&cell) {
            add_secret_room(plan, cell);
            has_secret = true;
        } else {
            labyrinth::try_to_add_room(setting, plan, cell, stream);
        }
    }
}

/// [F9](basement_model::rules#f9), [F23](basement_model::rules#f23): the last draw of a strictness.
#[must_use]
pub fn last_draw(setting: &FloorSetting<'_>, of_search: Strictness) -> u32 {
    let draws = 1..=setting.rules.secret.draws;
    draws.rev().find(|draw| strictness(setting, *draw) == of_search).unwrap_or(0)
}

/// [F9](basement_model::rules#f9), [F23](basement_model::rules#f23): [`search`] with few draws.
/// During a stage the n acceptable cells stay the same. Of N cells that can be drawn, k draws miss
/// all n with chance (1 - n/N)^k, and otherwise each of the n is equally likely to be found.
///
/// So one draw decides a stage. A draw below that chance times 2^32 is a miss. For any other draw,
/// its distance from the greatest draw, modulo n, chooses a cell. A stage without an acceptable
/// cell costs no draw.
pub fn search_by_stages(
    setting: &FloorSetting<'_>,
    plan: &FloorPlan,
    stream: &mut Stream,
) -> Option<Cell> {
    let drawn_among = if setting.rules.secret.shipped_test { 80.0 } else { 72.0 };
    for of_search in [Strictness::Strict, Strictness::Loosened, Strictness::LoosenedFurther] {
        let draws = 1..=setting.rules.secret.draws;
        let draws_at_it = draws.filter(|draw| strictness(setting, *draw) == of_search).count();
        let acceptable = acceptable_cells(setting, plan, of_search);
        if draws_at_it == 0 || acceptable.is_empty() {
            continue;
        }
        let chance_of_missing_once = 1.0 - acceptable.len() as f64 / drawn_among;
        let chance_of_missing = chance_of_missing_once.powi(draws_at_it as i32);
        let draws_that_miss = (chance_of_missing * 4_294_967_296.0).round();
        let draw = stream.draw();
        if f64::from(draw) >= draws_that_miss {
            return Some(acceptable[(u32::MAX - draw) as usize % acceptable.len()]);
        }
    }
    None
}
