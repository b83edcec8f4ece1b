//! The hidden rooms: secret rooms ([R33](basement_model::rules#r33)) and the ultra secret room
//! ([R34](basement_model::rules#r34)).

use std::collections::BTreeSet;

use basement_model::{Item, RoomKind};
use basement_rooms::RoomType;

use super::Attempt;
use super::board::{PlacedRoom, START, all_cells, is_on_grid, slots_of_shape};
use super::interiors::{Chosen, Query, choose};
use super::shapes::{Cell, Doors, neighbours, wide_sibling};
use crate::Rejected;

/// [R33](basement_model::rules#r33): places the secret rooms: one; one more with Fragmented Card;
/// one more with Luna in `repentance`. Without a cell for it there is no secret room, and the
/// attempt goes on.
///
/// A secret room is one step deeper than the shallowest room that faces it. It is a room of the
/// catalogue with a door on each side that faces a room; where the catalogue has no such room,
/// the attempt ends. One pair of floats chooses them all ([R22](basement_model::rules#r22)).
pub fn place_secret_rooms(attempt: &mut Attempt<'_>, floats: (f32, f32)) -> Result<(), Rejected> {
    let rules = &attempt.setting.rules.secret;
    let mut rooms = 1;
    if attempt.setting.has(Item::FragmentedCard) {
        rooms += rules.fragmented_card;
    }
    if attempt.setting.has(Item::Luna) {
        rooms += rules.luna;
    }
    for _ in 0..rooms {
        let Some(cell) = find_secret_cell(attempt) else { continue };
        let doors = doors_that_face(attempt, cell);
        let query = Query { shape: Some(1), doors, ..Query::special(RoomType::Secret) };
        let chosen = choose(attempt, &query, floats).ok_or(Rejected)?;
        let depth = least_depth(attempt, &rooms_that_face(attempt, cell)) + 1;
        add_hidden_room(attempt, cell, RoomKind::Secret, depth, chosen);
    }
    Ok(())
}

/// [R33](basement_model::rules#r33): where a secret room goes. Each empty cell that is not
/// blacklisted draws a weight of `10 + random(5)`, in the order of the cells, from the layout
/// stream.
///
/// | sides of the cell | weight |
/// |---|---|
/// | three or four doors | as drawn |
/// | two doors | 3 less |
/// | one door | 6 less |
/// | no door | no candidate |
/// | each side that meets a wall of a room | 100 less |
///
/// A cell with a weight below 0 is not a candidate. The greatest weight wins; among equals a draw
/// decides.
pub fn find_secret_cell(attempt: &mut Attempt<'_>) -> Option<Cell> {
    let penalty_no_door = attempt.setting.rules.secret.penalty_no_door;
    let blacklist = blacklist(attempt);
    let mut weighed = Vec::new();
    for cell in all_cells() {
        if attempt.board.is_occupied(cell) || blacklist.contains(&cell) {
            continue;
        }
        let doors = doors_that_face(attempt, cell).into_iter().filter(|door| *door).count();
        let walls = attempt.board.occupied_neighbours(cell) as i32 - doors as i32;
        let weight = draw_weight(attempt, doors) - walls * penalty_no_door;
        if doors > 0 && weight >= 0 {
            weighed.push((cell, weight));
        }
    }
    draw_heaviest(attempt, &weighed)
}

/// [R33](basement_model::rules#r33): the cells on which no hidden room may stand: all that the
/// sides of a boss, super secret or secret room lead to, those that any other special room has no
/// door to, and on stage 11 the four around the start.
#[must_use]
pub fn blacklist(attempt: &Attempt<'_>) -> BTreeSet<Cell> {
    let mut cells = BTreeSet::new();
    for room in &attempt.board.rooms {
        for (slot, target) in slots_of_shape(wide_sibling(room.shape), room.anchor) {
            let is_listed = match room.kind {
                RoomKind::Start | RoomKind::Normal => false,
                RoomKind::Boss | RoomKind::SuperSecret | RoomKind::Secret => true,
                _ => !room.doors[slot],
            };
            if is_listed {
                cells.insert(target);
            }
        }
    }
    if attempt.setting.request.level == 11 {
        cells.extend(neighbours(START));
    }
    cells
}

/// [R33](basement_model::rules#r33): the sides of a cell that meet a door.
#[must_use]
pub fn doors_that_face(attempt: &Attempt<'_>, cell: Cell) -> Doors {
    let board = &attempt.board;
    let mut doors = [false; 8];
    for (side, from) in neighbours(cell).into_iter().enumerate() {
        if let Some(room) = board.room_at(from) {
            doors[side] = board.rooms[room].has_door(from, cell);
        }
    }
    doors
}

/// [R33](basement_model::rules#r33): the rooms with a door that leads to a cell.
#[must_use]
pub fn rooms_that_face(attempt: &Attempt<'_>, cell: Cell) -> Vec<usize> {
    let rooms = &attempt.board.rooms;
    let faces = |room: &usize| rooms[*room].doors().any(|(_, target)| target == cell);
    (0..rooms.len()).filter(faces).collect()
}

/// R33, R34: draws the weight of a cell: `10 + random(5)`, 6 less for one neighbour, 3 less for
/// two.
fn draw_weight(attempt: &mut Attempt<'_>, neighbours: usize) -> i32 {
    let rules = &attempt.setting.rules.secret;
    let random = attempt.streams.layout.random(rules.weight_random) as i32;
    let penalty = match neighbours {
        1 => rules.penalty_one_neighbour,
        2 => rules.penalty_two_neighbours,
        _ => 0,
    };
    rules.weight + random - penalty
}

/// R33, R34: the cell of the greatest weight; among equals a draw decides.
fn draw_heaviest(attempt: &mut Attempt<'_>, weighed: &[(Cell, i32)]) -> Option<Cell> {
    let greatest = weighed.iter().map(|(_, weight)| *weight).max()?;
    let equals: Vec<Cell> =
        weighed.iter().filter(|(_, weight)| *weight == greatest).map(|(cell, _)| *cell).collect();
    let place = attempt.streams.layout.random(equals.len() as u32);
    Some(equals[place as usize])
}

/// R33, R34: the depth of the shallowest of some rooms.
fn least_depth(attempt: &Attempt<'_>, rooms: &[usize]) -> u32 {
    rooms.iter().map(|room| attempt.board.rooms[*room].depth).min().unwrap_or(0)
}

/// R33, R34: adds a hidden room to the plan.
fn add_hidden_room(
    attempt: &mut Attempt<'_>,
    cell: Cell,
    kind: RoomKind,
    depth: u32,
    chosen: Chosen,
) {
    attempt.board.add(PlacedRoom {
        anchor: cell,
        shape: 1,
        kind,
        depth,
        doors: chosen.doors,
        interior: Some(chosen.interior),
        entry: cell,
        direction: 0,
        is_dead_end: false,
    });
}

/// [R34](basement_model::rules#r34): places the ultra secret room of `repentance`. Without a cell
/// for it the floor has no such room. It is reached through red rooms, not through doors, and lies
/// two steps deeper than the shallowest room that faces it.
pub fn place_ultra_secret_room(attempt: &mut Attempt<'_>, floats: (f32, f32)) {
    if !attempt.setting.rules.secret.ultra {
        return;
    }
    let Some(cell) = find_ultra_secret_cell(attempt) else { return };
    if let Some(chosen) = choose(attempt, &Query::special(RoomType::UltraSecret), floats) {
        let depth = least_depth(attempt, &rooms_two_steps_away(attempt, cell)) + 2;
        let without_doors = Chosen { doors: [false; 8], ..chosen };
        add_hidden_room(attempt, cell, RoomKind::UltraSecret, depth, without_doors);
    }
}

/// [R34](basement_model::rules#r34): where the ultra secret room goes: a free cell that touches no
/// room and is not blacklisted, two steps from at least one room that faces it with a door through
/// a free cell. Weight `10 + random(5)`, 6 less for one such room, 3 less for two; the greatest
/// wins, and among equals a draw decides, all from the layout stream.
pub fn find_ultra_secret_cell(attempt: &mut Attempt<'_>) -> Option<Cell> {
    let blacklist = blacklist(attempt);
    let mut weighed = Vec::new();
    for cell in all_cells() {
        let touches_a_room = attempt.board.occupied_neighbours(cell) > 0;
        if attempt.board.is_occupied(cell) || touches_a_room || blacklist.contains(&cell) {
            continue;
        }
        let rooms = rooms_two_steps_away(attempt, cell).len();
        let weight = draw_weight(attempt, rooms);
        if rooms > 0 {
            weighed.push((cell, weight));
        }
    }
    draw_heaviest(attempt, &weighed)
}

/// [R34](basement_model::rules#r34): the rooms with a door into a cell beside this one. The cell
/// touches no room, so those beside it are free.
#[must_use]
pub fn rooms_two_steps_away(attempt: &Attempt<'_>, cell: Cell) -> Vec<usize> {
    let between: Vec<Cell> =
        neighbours(cell).into_iter().filter(|cell| is_on_grid(*cell)).collect();
    let rooms = &attempt.board.rooms;
    let faces = |room: &usize| rooms[*room].doors().any(|(_, target)| between.contains(&target));
    (0..rooms.len()).filter(faces).collect()
}
