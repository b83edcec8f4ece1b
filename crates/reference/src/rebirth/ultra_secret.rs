//! The ultra secret room of `repentance` ([R34](basement_model::rules#r34),
//! [W69](basement_model::rules#w69)).

use std::collections::BTreeSet;

use basement_model::RoomKind;
use basement_rooms::RoomType;

use super::Attempt;
use super::board::{Candidate, START, slots_of_shape};
use super::pick::{Picked, Wanted};
use super::secret::{draw_best, penalty};
use super::shapes::{Cell, STEPS, neighbours, opposite, outline, plus, wide_sibling};
use super::special::pick_stage_file_first;
use crate::stream::{Stream, StreamSeed, ULTRA_SECRET};

/// [R34](basement_model::rules#r34), [W69](basement_model::rules#w69): places the ultra secret
/// room. A stream seeded with the secret seed gives its pick seed, which is also its placing seed.
/// If there is no room or no cell for it, the floor has none. It is reached through red rooms, not
/// through doors, and is two steps deeper than the shallowest room two steps away.
pub fn place_ultra_secret_room(attempt: &mut Attempt<'_>, secret_seed: StreamSeed) {
    if !attempt.setting.rules.secret.ultra {
        return;
    }
    let seed = Stream::seeded(secret_seed, ULTRA_SECRET).draw_seed();
    let wanted = Wanted::special(RoomType::UltraSecret);
    let Some(picked) = pick_stage_file_first(attempt, seed, &wanted) else { return };
    let Some(cell) = find_cell(attempt) else { return };
    let board = &mut attempt.board;
    let around = two_steps_away(cell).filter_map(|cell| board.room_at(cell));
    let depth = around.map(|room| board.rooms[room].depth).min().unwrap_or(0) + 2;
    let index =
        board.place(&Candidate { shape: 1, anchor: cell, entry: cell, direction: 0, depth });
    let without_doors = Picked { doors: [false; 8], ..picked };
    attempt.place_with(seed, index, RoomKind::UltraSecret, without_doors);
}

/// [W69](basement_model::rules#w69): the cells at a distance of two steps: four straight on, four
/// diagonal.
pub fn two_steps_away(cell: Cell) -> impl Iterator<Item = Cell> {
    const DISTANCES: [Cell; 8] =
        [(-2, 0), (0, -2), (2, 0), (0, 2), (-1, -1), (1, -1), (1, 1), (-1, 1)];
    DISTANCES.into_iter().map(move |distance| plus(cell, distance))
}

/// [R34](basement_model::rules#r34), [W69](basement_model::rules#w69): where the ultra secret room
/// goes. Every cell that is neither occupied nor listed nor blocked draws a score of
/// `10 + random(5)`, from the layout stream.
///
/// A cell is out if a cell beside it is occupied or blocked. Each occupied cell two steps away
/// counts. For each direction that leads towards it, its room's slot on the opposite side is
/// tested: if the room has no such slot, or if it leads off the grid or to a listed cell, the score
/// loses 100. A cell with a score below 0 or without such a room is left out; one room costs 6, two
/// cost 3. The best cell wins; a draw decides among equals.
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
        let board = &attempt.board;
        let is_taken = |cell: &Cell| board.is_occupied(*cell) || attempt.blocked.contains(cell);
        if neighbours(cell).iter().any(is_taken) {
            continue;
        }
        let mut count = 0;
        for other in two_steps_away(cell) {
            let Some(room) = board.room_at(other) else { continue };
            count += 1;
            let room = &board.rooms[room];
            for direction in directions_towards(cell, other) {
                let target = outline(room.shape).slots[opposite(direction)];
                let target = target.map(|target| plus(room.anchor, target));
                let is_open = |cell: &Cell| board.is_on_grid(*cell) && !listed.contains(cell);
                if !target.as_ref().is_some_and(is_open) {
                    score -= rules.penalty_no_door;
                }
            }
        }
        if score >= 0 && count > 0 {
            scored.push((cell, score - penalty(attempt, count)));
        }
    }
    draw_best(attempt, &scored)
}

/// W69: the directions that lead from a cell towards another: one if the other cell is straight
/// ahead, two if it is diagonal.
fn directions_towards(cell: Cell, other: Cell) -> impl Iterator<Item = usize> {
    let (x, y) = (other.0 - cell.0, other.1 - cell.1);
    (0..4).filter(move |direction| {
        let step = STEPS[*direction];
        x * step.0 + y * step.1 > 0
    })
}

/// [W69](basement_model::rules#w69): the cells where neither an ultra secret room nor a red room
/// that leads to it may be placed. Every room placed so far lists the cells that the slots of its
/// wide sibling lead to, where it has no door; boss, secret, super secret and curse rooms list them
/// all. Stage 11 also lists the four cells around the start.
#[must_use]
pub fn listed(attempt: &Attempt<'_>) -> BTreeSet<Cell> {
    let mut cells = BTreeSet::new();
    for room in &attempt.placings {
        let lists_all = matches!(
            room.picked.room_type,
            RoomType::Boss | RoomType::Secret | RoomType::SuperSecret | RoomType::Curse
        );
        for (slot, target) in slots_of_shape(wide_sibling(room.shape), room.anchor) {
            if lists_all || !room.picked.doors[slot] {
                cells.insert(target);
            }
        }
    }
    if attempt.stage() == 11 {
        cells.extend(neighbours(START));
    }
    cells
}
