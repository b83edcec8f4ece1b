//! Dead ends: which rooms they are, how some are added, their order
//! ([R14-R17](basement_model::rules#r14)), and how a picked room takes one
//! ([W17-W20](basement_model::rules#w17)).

use basement_model::{PlacingFailure, RoomKind};

use super::Attempt;
use super::board::{Board, Candidate, PlacedRoom, cells_of_shape, slots_of_shape};
use super::candidates::{candidates, variants};
use super::pick::Picked;
use super::placing::Stop;
use super::shapes::{Cell, STEPS, before, neighbours, opposite, plus};

/// [R14](basement_model::rules#r14): marks the dead ends. A room other than the start is marked
/// when its entry cell has fewer than two neighbours in other rooms. Then every room from which
/// another one was entered loses its mark.
///
/// Marks stay as they are: a marked room that gets a second neighbour later is still a dead end.
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

/// [R15](basement_model::rules#r15), [W72](basement_model::rules#w72),
/// [W80](basement_model::rules#w80): adds dead ends. As long as there are fewer than
/// [R7](basement_model::rules#r7) asks (in `afterbirth-plus` and `article` fewer than 5), up to
/// five scans are made, and each adds the [first that is found](find_dead_end). After a scan that
/// finds none, the next one is still made, with its draws. After each scan the dead ends are marked
/// and counted again.
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
        if let Some(candidate) = find_dead_end(attempt) {
            attempt.board.place(&candidate);
            mark_dead_ends(&mut attempt.board);
        }
    }
}

/// [R15](basement_model::rules#r15): where a dead end can be added. The rooms are scanned from the
/// start room on. All candidates of a room are drawn, without a shuffle. The first that fits and
/// has fewer than two neighbours at its entry is taken; its doors need not meet.
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

/// [R16](basement_model::rules#r16): the dead ends, deepest first. A selection sort that swaps
/// decides the order among equals: in each step the first deepest of the rest changes places with
/// the one at its position.
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
pub fn check_dead_ends(attempt: &Attempt<'_>) -> Result<(), Stop> {
    let dead_ends = attempt.dead_ends.len() as u32;
    if dead_ends < attempt.setting.min_dead_ends { Err(Stop::TooFewDeadEnds) } else { Ok(()) }
}

/// [W17](basement_model::rules#w17): lists the dead ends, and the ordinary rooms: all others, the
/// start room first. Rooms that are added later are in no list.
pub fn list(attempt: &mut Attempt<'_>) {
    attempt.free_dead_ends = attempt.dead_ends.clone();
    let is_ordinary = |room: &usize| !attempt.dead_ends.contains(room);
    attempt.ordinary = (0..attempt.board.rooms.len()).filter(is_ordinary).collect();
}

/// [R20](basement_model::rules#r20), [W18](basement_model::rules#w18): the first dead end that can
/// be reshaped to a room is reshaped at once, and leaves the list.
pub fn take(attempt: &mut Attempt<'_>, picked: Picked) -> Option<usize> {
    take_where(attempt, picked, |_, _| true)
}

/// [R37](basement_model::rules#r37), [W18](basement_model::rules#w18): takes a dead end for a room
/// that the floor must have.
pub fn take_or_fail(
    attempt: &mut Attempt<'_>,
    kind: RoomKind,
    picked: Picked,
) -> Result<usize, Stop> {
    take(attempt, picked).ok_or(Stop::Failed(kind, PlacingFailure::NoDeadEnd))
}

/// F8: the place, in the list of free dead ends, of the one that was placed last.
fn last_placed(attempt: &Attempt<'_>) -> Option<usize> {
    let free = &attempt.free_dead_ends;
    free.iter().enumerate().max_by_key(|(_, room)| **room).map(|(place, _)| place)
}

/// [F8](basement_model::rules#f8), [F10](basement_model::rules#f10): a free dead end leaves the list
/// and becomes a 1x1 on its entry cell.
pub fn take_as_single(attempt: &mut Attempt<'_>, place: usize) -> usize {
    let dead_end = attempt.free_dead_ends.remove(place);
    let entry = attempt.board.rooms[dead_end].entry;
    attempt.board.reshape(dead_end, 1, entry);
    dead_end
}

/// [W20](basement_model::rules#w20): the boss's dead end has depth 2 or more, and on a Labyrinth
/// floor space behind it. If the rules ask for [F8](basement_model::rules#f8), it is the one that
/// was placed last, or none.
pub fn take_for_boss(attempt: &mut Attempt<'_>, picked: Picked) -> Result<usize, Stop> {
    let is_labyrinth = attempt.setting.is_labyrinth();
    let passes = |attempt: &Attempt<'_>, room| {
        is_deep(attempt, room) && (!is_labyrinth || has_space_behind(attempt, room))
    };
    let taken = match attempt.setting.rules.boss.last_end_room {
        true => last_placed(attempt)
            .filter(|place| passes(attempt, attempt.free_dead_ends[*place]))
            .map(|place| take_as_single(attempt, place)),
        false => take_where(attempt, picked, passes),
    };
    taken.ok_or(Stop::Failed(RoomKind::Boss, PlacingFailure::NoDeadEnd))
}

/// [W20](basement_model::rules#w20): whether a dead end has depth 2 or more.
#[must_use]
pub fn is_deep(attempt: &Attempt<'_>, dead_end: usize) -> bool {
    attempt.board.rooms[dead_end].depth > u32::from(attempt.setting.rules.boss.deeper_than)
}

/// [R21](basement_model::rules#r21), [W81](basement_model::rules#w81),
/// [W20](basement_model::rules#w20): whether the three cells straight behind a dead end's entry
/// cell are on the grid, empty, and beside no other room. The dead end's own cells count as empty:
/// it will be reshaped.
#[must_use]
pub fn has_space_behind(attempt: &Attempt<'_>, dead_end: usize) -> bool {
    let PlacedRoom { entry, direction, .. } = attempt.board.rooms[dead_end];
    let is_empty = |cell| attempt.board.room_at(cell).is_none_or(|room| room == dead_end);
    let mut cell = entry;
    for _ in 0..attempt.setting.rules.boss.labyrinth_space {
        cell = plus(cell, STEPS[direction]);
        let is_beside_no_room = neighbours(cell).into_iter().all(is_empty);
        if !attempt.board.is_on_grid(cell) || !is_empty(cell) || !is_beside_no_room {
            return false;
        }
    }
    true
}

fn take_where(
    attempt: &mut Attempt<'_>,
    picked: Picked,
    passes: impl Fn(&Attempt<'_>, usize) -> bool,
) -> Option<usize> {
    for place in 0..attempt.free_dead_ends.len() {
        let dead_end = attempt.free_dead_ends[place];
        if passes(attempt, dead_end) && reshape(attempt, dead_end, picked) {
            attempt.free_dead_ends.remove(place);
            return Some(dead_end);
        }
    }
    None
}

/// [W18](basement_model::rules#w18): a dead end goes back to the end of the list, in its new shape.
pub fn give_back(attempt: &mut Attempt<'_>, dead_end: usize) {
    attempt.free_dead_ends.push(dead_end);
}

/// [W19](basement_model::rules#w19): reshapes a dead end to a picked room at the first of the
/// fourteen anchors that works. Its entry cell, its direction and its depth stay.
pub fn reshape(attempt: &mut Attempt<'_>, dead_end: usize, picked: Picked) -> bool {
    let Some(anchor) = anchor_for(attempt, dead_end, picked) else { return false };
    attempt.board.reshape(dead_end, picked.shape, anchor);
    true
}

/// [R20](basement_model::rules#r20), [W80](basement_model::rules#w80),
/// [W19](basement_model::rules#w19): the anchor at which a dead end becomes a picked room: 1x1 on
/// the entry cell, then the outlines of [R11](basement_model::rules#r11) in order.
///
/// - The room must have a door towards the parent: the first of that side for the 1x1 and for
///   outlines 0, 2, 4, 6, 8, 10 and 11, the second for 1, 3, 5, 7 and 9. That is the engine's
///   table; by geometry it would be the other way round. Outline 12 never works.
/// - Its cells are on the grid, and empty or the dead end's own.
/// - It has a door in every slot of its shape that leads to another room.
/// - At most one slot leads to another room; secret rooms do not count.
#[must_use]
pub fn anchor_for(attempt: &Attempt<'_>, dead_end: usize, picked: Picked) -> Option<Cell> {
    let PlacedRoom { entry, direction, .. } = attempt.board.rooms[dead_end];
    let first_back = opposite(direction);
    let outlines = variants(entry, direction).into_iter().enumerate().map(|(number, outline)| {
        let back = match number {
            0 | 2 | 4 | 6 | 8 | 10 | 11 => Some(first_back),
            1 | 3 | 5 | 7 | 9 => Some(first_back + 4),
            _ => None,
        };
        (outline.shape, outline.anchor, back)
    });
    std::iter::once((1, entry, Some(first_back)))
        .chain(outlines)
        .find(|(shape, anchor, back)| {
            *shape == picked.shape
                && back.is_some_and(|slot| picked.doors[slot])
                && fits(attempt, dead_end, *shape, *anchor)
                && neighbours_allow(attempt, dead_end, picked, *anchor)
        })
        .map(|(_, anchor, _)| anchor)
}

/// W19: whether the cells of a shape are on the grid, and empty or a dead end's own. The cell that
/// stage 11 keeps free does not matter.
fn fits(attempt: &Attempt<'_>, dead_end: usize, shape: u8, anchor: Cell) -> bool {
    cells_of_shape(shape, anchor).all(|cell| {
        attempt.board.is_on_grid(cell)
            && attempt.board.room_at(cell).is_none_or(|room| room == dead_end)
    })
}

/// W19: whether the rooms around an anchor allow the picked room.
fn neighbours_allow(attempt: &Attempt<'_>, dead_end: usize, picked: Picked, anchor: Cell) -> bool {
    let board = &attempt.board;
    let mut counted = 0;
    for (slot, target) in slots_of_shape(picked.shape, anchor) {
        let Some(other) = board.room_at(target).filter(|room| *room != dead_end) else { continue };
        if !picked.doors[slot] {
            return false;
        }
        if board.rooms[other].kind != RoomKind::Secret {
            counted += 1;
        }
    }
    counted <= 1
}
