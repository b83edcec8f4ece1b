//! Growth ([F4-F7](basement_model::rules#f4), [F21](basement_model::rules#f21)): a breadth-first
//! search from the start cell.

use basement_model::RoomKind;

use super::FloorSetting;
use super::board::{Cell, FloorPlan, PlannedRoom, START, is_on_board, neighbours};
use super::coins::{Coins, Turn};
use crate::Rejected;
use crate::stream::Stream;

/// [F4-F6](basement_model::rules#f4), [F21](basement_model::rules#f21): growth, one generation of
/// cells after the other.
///
/// Every cell of a generation has a turn, in which it adds neighbours; those make up the next
/// generation. A cell that added none is an end room ([F5](basement_model::rules#f5)); the start
/// never is one.
///
/// A floor that wants more than 15 rooms puts the start back at the head of every new generation as
/// long as rooms are missing, or, in the shipped program, always ([F6](basement_model::rules#f6),
/// [F21](basement_model::rules#f21)). Growth ends with an empty generation, or after 300
/// generations. In the shipped program a generation that queued fewer than two cells counts half,
/// and within a generation the cell added last has the first turn
/// ([F21](basement_model::rules#f21)).
pub fn grow(setting: &FloorSetting<'_>, plan: &mut FloorPlan, stream: &mut Stream) {
    let growth = &setting.rules.growth;
    let mut coins = Coins::new(setting, stream);
    let mut turns = vec![Turn::Start];
    let (mut generation, mut counted_generations) = (0, 0.0);
    while !turns.is_empty() && counted_generations < f64::from(growth.generations) {
        let can_try = |side: &Cell| can_become_a_room(setting, plan, *side);
        if turns[0] == Turn::Start && neighbours(START).iter().any(can_try) {
            coins.prepare(generation, stream);
        }
        if growth.last_added_first {
            turns.reverse();
        }
        let mut next = Vec::new();
        for turn in turns {
            let queued = take_turn(setting, plan, turn, generation, &coins, stream);
            if let Turn::Room(cell) = turn
                && queued.is_empty()
            {
                plan.end_rooms.push(cell);
            }
            next.extend(queued);
        }
        let counts_half = growth.short_generations_count_half && next.len() < 2;
        counted_generations += if counts_half { 0.5 } else { 1.0 };
        generation += 1;
        if start_comes_again(setting, plan) {
            next.insert(0, Turn::Start);
        }
        turns = next;
    }
    plan.free_end_rooms = plan.end_rooms.clone();
}

/// [F4](basement_model::rules#f4), [F21](basement_model::rules#f21): one turn: the neighbours of the
/// cell are tried in the order of the moves. Returns the turns that it queues for the next
/// generation.
pub fn take_turn(
    setting: &FloorSetting<'_>,
    plan: &mut FloorPlan,
    turn: Turn,
    generation: usize,
    coins: &Coins,
    stream: &mut Stream,
) -> Vec<Turn> {
    let cell = if let Turn::Room(cell) = turn { cell } else { START };
    let mut queued = Vec::new();
    for neighbour in neighbours(cell) {
        // F21: in the shipped program the start passes every test, and is only queued again.
        let is_start = neighbour == START && setting.rules.growth.start_always_passes;
        if !is_start && !can_become_a_room(setting, plan, neighbour) {
            continue;
        }
        if !coins.allows(turn, generation, neighbour, stream) {
            continue;
        }
        if is_start {
            queued.push(Turn::StartAfter(cell));
        } else {
            let depth = plan.room_at(cell).map_or(0, |room| room.depth) + 1;
            let kind = RoomKind::Normal;
            plan.add(PlannedRoom { cell: neighbour, kind, depth, is_counted: true });
            queued.push(Turn::Room(neighbour));
        }
    }
    queued
}

/// [F4](basement_model::rules#f4), [F21](basement_model::rules#f21): whether a cell could become a
/// room, before its coin is tossed. It is skipped when it is occupied, when more than one of its
/// own neighbours is occupied, or when the floor has enough rooms. In the shipped program rows 0
/// and 7 never fill.
#[must_use]
pub fn can_become_a_room(setting: &FloorSetting<'_>, plan: &FloorPlan, cell: Cell) -> bool {
    let growth = &setting.rules.growth;
    let is_outer_row = cell / 10 == 0 || cell / 10 == 7;
    is_on_board(cell)
        && (growth.outer_rows_fill || !is_outer_row)
        && !plan.is_occupied(cell)
        && plan.occupied_neighbours(cell) <= growth.neighbour_limit
        && is_missing_rooms(setting, plan)
}

/// [F4](basement_model::rules#f4), [F17](basement_model::rules#f17): whether growth still lacks
/// rooms. A Labyrinth floor grows towards one room fewer than wanted.
#[must_use]
pub fn is_missing_rooms(setting: &FloorSetting<'_>, plan: &FloorPlan) -> bool {
    let below = match setting.is_labyrinth() {
        true => setting.rules.labyrinth.aim_below,
        false => 0,
    };
    f64::from(plan.counted()) < setting.target - f64::from(below)
}

/// [F6](basement_model::rules#f6), [F21](basement_model::rules#f21): whether the start cell heads
/// the next generation.
#[must_use]
pub fn start_comes_again(setting: &FloorSetting<'_>, plan: &FloorPlan) -> bool {
    let growth = &setting.rules.growth;
    setting.target > f64::from(growth.restart_above)
        && (growth.restart_always || is_missing_rooms(setting, plan))
}

/// [F7](basement_model::rules#f7), [F17](basement_model::rules#f17): once growth is over, the floor
/// must have the wanted number of rooms. For a Labyrinth floor, to which rooms are added later,
/// more than half is enough.
pub fn check_grown(setting: &FloorSetting<'_>, plan: &FloorPlan) -> Result<(), Rejected> {
    let rooms = f64::from(plan.counted());
    let is_enough = match setting.is_labyrinth() {
        true => 2.0 * rooms > setting.target,
        false => rooms == setting.target.ceil(),
    };
    if is_enough { Ok(()) } else { Err(Rejected) }
}
