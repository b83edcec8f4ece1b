//! The secret rooms ([W41](basement_model::rules#w41), [W42](basement_model::rules#w42)).

use std::collections::BTreeSet;

use basement_model::{Item, PlacingFailure, RoomKind};
use basement_rooms::RoomType;

use super::Attempt;
use super::board::{Candidate, START, cells_of_shape};
use super::pick::Wanted;
use super::placing::Stop;
use super::shapes::{Cell, doors_of_shape, neighbours, opposite, plus};
use super::special::pick_stage_file_first;
use crate::stream::{HORSEMAN, Stream, StreamSeed};

/// [R33](basement_model::rules#r33), [W69](basement_model::rules#w69),
/// [W41](basement_model::rules#w41): the secret rooms: one, one more with Fragmented Card, and in
/// `repentance` one more with Luna ([R33](basement_model::rules#r33)). The level stream makes no
/// draw: the secret seed is both pick seed and placing seed of the first room. A stream seeded with
/// it gives each further room a pick seed, which in `repentance` is also its placing seed
/// ([W69](basement_model::rules#w69)).
pub fn place_secret_rooms(attempt: &mut Attempt<'_>, secret_seed: StreamSeed) -> Result<(), Stop> {
    let rules = &attempt.setting.rules.secret;
    place_secret_room(attempt, secret_seed, secret_seed)?;
    let mut further = 0;
    if attempt.run.state.items.has(Item::FragmentedCard) {
        further += rules.fragmented_card;
    }
    if attempt.run.state.items.has(Item::Luna) {
        further += rules.luna;
    }
    let mut stream = Stream::seeded(secret_seed, HORSEMAN);
    for _ in 0..further {
        let pick_seed = stream.draw_seed();
        let placing_seed = if rules.seed_for_each { pick_seed } else { secret_seed };
        place_secret_room(attempt, pick_seed, placing_seed)?;
    }
    Ok(())
}

/// W41: one secret room. It is picked, and its weight falls, even if there is no cell for it.
fn place_secret_room(
    attempt: &mut Attempt<'_>,
    pick_seed: StreamSeed,
    placing_seed: StreamSeed,
) -> Result<(), Stop> {
    let wanted = Wanted::special(RoomType::Secret);
    let picked = match attempt.setting.rules.special.stage_file_first {
        true => pick_stage_file_first(attempt, pick_seed, &wanted),
        false => attempt.pick(pick_seed, &wanted),
    };
    let picked = picked.ok_or_else(|| Stop::missing(&wanted))?;
    let cell = match attempt.setting.rules.secret.staged_search {
        true => {
            let no_cell = Stop::Failed(RoomKind::Secret, PlacingFailure::NoCell);
            Some(search_by_stages(attempt).ok_or(no_cell)?)
        }
        false => find_cell(attempt),
    };
    let Some(cell) = cell else { return Ok(()) };
    let board = &mut attempt.board;
    let beside = neighbours(cell).into_iter().filter_map(|cell| board.room_at(cell));
    let depth = beside.map(|room| board.rooms[room].depth).min().unwrap_or(0) + 1;
    let index =
        board.place(&Candidate { shape: 1, anchor: cell, entry: cell, direction: 0, depth });
    attempt.place_with(placing_seed, index, RoomKind::Secret, picked);
    Ok(())
}

/// [R33](basement_model::rules#r33), [W82](basement_model::rules#w82),
/// [W42](basement_model::rules#w42): the cell of a secret room. Every empty cell that is neither
/// listed nor blocked ([W60](basement_model::rules#w60)) draws a score of `10 + random(5)`, before
/// any test.
///
/// A side that meets a room whose shape has no slot there costs 100, any other room counts. A cell
/// below 0, or without a room that counts, is out; one room costs 6, two cost 3. The best cell
/// wins. A draw decides among equals, and is also made for a single cell.
pub fn find_cell(attempt: &mut Attempt<'_>) -> Option<Cell> {
    let rules = &attempt.setting.rules.secret;
    let listed = listed(attempt);
    let mut scored = Vec::new();
    for cell in attempt.board.cells().collect::<Vec<_>>() {
        let is_out = listed.contains(&cell) || attempt.blocked.contains(&cell);
        if attempt.board.is_occupied(cell) || is_out {
            continue;
        }
        let random = attempt.streams.layout.random(rules.weight_random);
        let mut score = rules.weight + random as i32;
        let mut count = 0;
        for (direction, beside) in neighbours(cell).into_iter().enumerate() {
            let Some(room) = attempt.board.room_at(beside) else { continue };
            match doors_of_shape(attempt.board.rooms[room].shape)[opposite(direction)] {
                true => count += 1,
                false => score -= rules.penalty_no_door,
            }
        }
        if score >= 0 && count > 0 {
            scored.push((cell, score - penalty(attempt, count)));
        }
    }
    draw_best(attempt, &scored)
}

/// [F9](basement_model::rules#f9): the search of Flash, if the rules ask for it. Cells of the grid
/// are drawn. The first 300 draws accept an empty cell that is beside three rooms and touches no
/// dead end. The next 300 accept such a cell beside two rooms, and the last 300 a cell beside any
/// room, even a dead end. Cells that are listed or blocked are never accepted. Without a cell the
/// attempt fails.
///
/// One draw replaces the 300 of a stage, as in
/// [`flash::secret`](crate::flash::secret::search_by_stages).
pub fn search_by_stages(attempt: &mut Attempt<'_>) -> Option<Cell> {
    let (listed, grid) = (listed(attempt), attempt.board.cells().count());
    let board = &attempt.board;
    let is_dead_end = |room: usize| board.rooms[room].is_dead_end;
    let rooms_beside = |cell: Cell| -> Vec<(usize, usize)> {
        let beside = neighbours(cell).into_iter().enumerate();
        beside.filter_map(|(direction, beside)| Some((direction, board.room_at(beside)?))).collect()
    };
    for (least, touches_dead_ends) in [(3, false), (2, false), (1, true)] {
        let is_accepted = |cell: &Cell| {
            let beside = rooms_beside(*cell);
            let has_slot = |(direction, room): &(usize, usize)| {
                doors_of_shape(board.rooms[*room].shape)[opposite(*direction)]
            };
            !board.is_occupied(*cell)
                && !listed.contains(cell)
                && !attempt.blocked.contains(cell)
                && beside.iter().filter(|beside| has_slot(beside)).count() >= least
                && (touches_dead_ends || !beside.iter().any(|(_, room)| is_dead_end(*room)))
        };
        let accepted: Vec<Cell> = board.cells().filter(is_accepted).collect();
        if accepted.is_empty() {
            continue;
        }
        let chance_of_missing_once = 1.0 - accepted.len() as f64 / grid as f64;
        let draws_that_miss = (chance_of_missing_once.powi(300) * 4_294_967_296.0).round();
        let draw = attempt.streams.layout.draw();
        if f64::from(draw) >= draws_that_miss {
            return Some(accepted[(u32::MAX - draw) as usize % accepted.len()]);
        }
    }
    None
}

/// [W42](basement_model::rules#w42), [W69](basement_model::rules#w69): what a cell loses for having
/// few rooms: 6 for one, 3 for two.
#[must_use]
pub const fn penalty(attempt: &Attempt<'_>, rooms: u32) -> i32 {
    let rules = &attempt.setting.rules.secret;
    match rooms {
        1 => rules.penalty_one_neighbour,
        2 => rules.penalty_two_neighbours,
        _ => 0,
    }
}

/// [W42](basement_model::rules#w42), [W69](basement_model::rules#w69): the cell with the best
/// score. A draw decides among equals, and is also made for a single cell.
pub fn draw_best(attempt: &mut Attempt<'_>, scored: &[(Cell, i32)]) -> Option<Cell> {
    let best = scored.iter().map(|(_, score)| *score).max()?;
    let equals: Vec<Cell> =
        scored.iter().filter(|(_, score)| *score == best).map(|(cell, _)| *cell).collect();
    let place = attempt.streams.layout.random(equals.len() as u32);
    Some(equals[place as usize])
}

/// [R33](basement_model::rules#r33), [W42](basement_model::rules#w42): the cells where no secret
/// room may be placed. Every room placed so far lists the cells around its bounding box where it
/// has no door; boss, secret and super secret rooms list them all. Positions off the grid are
/// dropped. Stage 11 also lists the four cells around the start.
#[must_use]
pub fn listed(attempt: &Attempt<'_>) -> BTreeSet<Cell> {
    let mut cells = BTreeSet::new();
    for room in &attempt.placings {
        let lists_all = matches!(
            room.picked.room_type,
            RoomType::Boss | RoomType::Secret | RoomType::SuperSecret
        );
        for (slot, offset) in around_box(room.shape).into_iter().enumerate() {
            let Some(offset) = offset else { continue };
            let cell = plus(room.anchor, offset);
            if attempt.board.is_on_grid(cell) && (lists_all || !room.picked.doors[slot]) {
                cells.insert(cell);
            }
        }
    }
    if attempt.stage() == 11 {
        cells.extend(neighbours(START));
    }
    cells
}

/// W42: the cell outside a shape's bounding box at each slot. Shape 1 has only slots 0 to 3, shape
/// 4 lacks 5 and 7, and shape 6 lacks 4 and 6. All others have all eight, so some cells are
/// diagonal neighbours.
fn around_box(shape: u8) -> [Option<Cell>; 8] {
    let cells: Vec<Cell> = cells_of_shape(shape, (0, 0)).collect();
    let w = cells.iter().map(|(x, _)| x + 1).max().unwrap_or(1);
    let h = cells.iter().map(|(_, y)| y + 1).max().unwrap_or(1);
    let all = [(-1, 0), (0, -1), (w, 0), (0, h), (-1, 1), (1, -1), (w, 1), (1, h)];
    let lacks = |slot: usize| match shape {
        1 => slot >= 4,
        4 => slot == 5 || slot == 7,
        6 => slot == 4 || slot == 6,
        _ => false,
    };
    std::array::from_fn(|slot| (!lacks(slot)).then_some(all[slot]))
}
