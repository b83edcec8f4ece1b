//! Dead ends ([R14-R17](basement_model::rules#r14)): which rooms they are, how some are added, in
//! which order they stand.

use super::Attempt;
use super::board::{Board, Candidate};
use super::candidates::candidates;
use super::shapes::{before, neighbours};
use crate::Rejected;

/// [R14](basement_model::rules#r14): marks the dead ends. Every room but the start whose entry cell
/// has fewer than two neighbours in other rooms is marked; then every room that another one was
/// entered from loses its mark.
///
/// Marks are never worked out anew: a marked room that gets a second neighbour later stays a dead
/// end.
pub fn mark_dead_ends(board: &mut Board) {
    for index in 1..board.rooms.len() {
        let beside = neighbours(board.rooms[index].entry);
        let rooms_beside = beside.into_iter().filter_map(|cell| board.room_at(cell));
        if rooms_beside.filter(|other| *other != index).count() < 2 {
            board.rooms[index].is_dead_end = true;
        }
    }
    for index in 1..board.rooms.len() {
        let room = &board.rooms[index];
        if let Some(parent) = board.room_at(before(room.entry, room.direction)) {
            board.rooms[parent].is_dead_end = false;
        }
    }
}

/// [R14](basement_model::rules#r14): the rooms that are marked, in the order of their placement.
#[must_use]
pub fn marked(board: &Board) -> Vec<usize> {
    (0..board.rooms.len()).filter(|index| board.rooms[*index].is_dead_end).collect()
}

/// [R15](basement_model::rules#r15): adds dead ends. If there are fewer than
/// [R7](basement_model::rules#r7) asks (in `afterbirth-plus` and `article` fewer than 5), up to
/// five are added, each the [first that is found](find_dead_end). After each, dead ends are marked
/// again and counted again.
pub fn add_dead_ends(attempt: &mut Attempt<'_>) {
    mark_dead_ends(&mut attempt.board);
    let dead_ends = &attempt.setting.rules.dead_ends;
    let enough = match dead_ends.added_below {
        0 => attempt.setting.min_dead_ends,
        below => below,
    };
    for _ in 0..dead_ends.most_added {
        if marked(&attempt.board).len() as u32 >= enough {
            return;
        }
        let Some(candidate) = find_dead_end(attempt) else { return };
        attempt.board.place(&candidate);
        mark_dead_ends(&mut attempt.board);
    }
}

/// [R15](basement_model::rules#r15): where a dead end can be added. The rooms are gone through from
/// the start room on; all candidates of a room are drawn, without a shuffle, and the first that
/// fits and has fewer than two neighbours at its entry is taken, whether or not the doors meet.
pub fn find_dead_end(attempt: &mut Attempt<'_>) -> Option<Candidate> {
    for room in 0..attempt.board.rooms.len() {
        for candidate in candidates(attempt, room) {
            if attempt.board.occupied_neighbours(candidate.entry) < 2 {
                return Some(candidate);
            }
        }
    }
    None
}

/// [R16](basement_model::rules#r16): the dead ends, deepest first. The order among equals is that
/// of a selection sort that swaps: the first deepest of the rest changes places with the one that
/// stands where it belongs.
#[must_use]
pub fn deepest_first(board: &Board) -> Vec<usize> {
    let mut dead_ends = marked(board);
    for place in 0..dead_ends.len() {
        let mut deepest = place;
        for other in place + 1..dead_ends.len() {
            if board.rooms[dead_ends[other]].depth > board.rooms[dead_ends[deepest]].depth {
                deepest = other;
            }
        }
        dead_ends.swap(place, deepest);
    }
    dead_ends
}

/// [R17](basement_model::rules#r17): a layout with fewer dead ends than
/// [R7](basement_model::rules#r7) asks is thrown away.
pub fn check_dead_ends(attempt: &Attempt<'_>) -> Result<(), Rejected> {
    let dead_ends = attempt.dead_ends.len() as u32;
    if dead_ends < attempt.setting.min_dead_ends { Err(Rejected) } else { Ok(()) }
}
