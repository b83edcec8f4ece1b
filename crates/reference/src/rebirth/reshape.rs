//! How a special room takes a dead end ([R20](basement_model::rules#r20),
//! [R37](basement_model::rules#r37)).

use std::collections::BTreeSet;

use basement_model::RoomKind;
use basement_rooms::RoomType;

use super::Attempt;
use super::board::{PlacedRoom, slots_of_shape};
use super::candidates::{Variant, variants};
use super::interiors::{Chosen, Query, choose};
use super::shapes::{Cell, doors_of_shape, opposite, wide_sibling};
use crate::Rejected;
use crate::stream::Stream;

/// [R20](basement_model::rules#r20): the anchor at which a dead end becomes a chosen room: the
/// first of fourteen that works, 1x1 on the entry cell, then the outlines of
/// [R11](basement_model::rules#r11) in order.
///
/// - The shape must be the chosen room's.
/// - The room must have a door in the slot that leads back to the parent: the first slot of that
///   side, or the second for the outlines moved aside.
/// - The cells must be free or the dead end's own.
/// - The [neighbours](neighbours_allow) must allow it.
#[must_use]
pub fn anchor_for(attempt: &Attempt<'_>, dead_end: usize, chosen: &Chosen) -> Option<Cell> {
    let PlacedRoom { entry, direction, .. } = attempt.board.rooms[dead_end];
    let mut tried = vec![Variant { shape: 1, anchor: entry, is_aside: false }];
    tried.extend(variants(entry, direction));
    for Variant { shape, anchor, is_aside } in tried {
        let first_slot_back = opposite(direction);
        let slot_back = if is_aside { first_slot_back + 4 } else { first_slot_back };
        if shape == chosen.shape
            && chosen.doors[slot_back]
            && attempt.board.fits_in_place_of(dead_end, shape, anchor)
            && neighbours_allow(attempt, dead_end, chosen, anchor)
        {
            return Some(anchor);
        }
    }
    None
}

/// [R20](basement_model::rules#r20): no neighbour may lie before a side without a door, and there
/// may be one neighbour only, secret and super secret rooms not counted.
#[must_use]
pub fn neighbours_allow(
    attempt: &Attempt<'_>,
    dead_end: usize,
    chosen: &Chosen,
    anchor: Cell,
) -> bool {
    let board = &attempt.board;
    let mut counted = BTreeSet::new();
    for (slot, target) in slots_of_shape(wide_sibling(chosen.shape), anchor) {
        let Some(neighbour) = board.room_at(target) else { continue };
        if neighbour == dead_end {
            continue;
        }
        if !chosen.doors[slot] {
            return false;
        }
        if !matches!(board.rooms[neighbour].kind, RoomKind::Secret | RoomKind::SuperSecret) {
            counted.insert(neighbour);
        }
    }
    counted.len() <= 1
}

/// [R20](basement_model::rules#r20): takes the first dead end, in order, that passes a test and can
/// be reshaped to a chosen room, and reshapes it. It leaves the list of those that are free.
pub fn take_dead_end(
    attempt: &mut Attempt<'_>,
    chosen: Option<Chosen>,
    passes: impl Fn(&Attempt<'_>, usize) -> bool,
) -> Option<usize> {
    let chosen = chosen?;
    for place in 0..attempt.free_dead_ends.len() {
        let dead_end = attempt.free_dead_ends[place];
        if !passes(attempt, dead_end) {
            continue;
        }
        if let Some(anchor) = anchor_for(attempt, dead_end, &chosen) {
            attempt.free_dead_ends.remove(place);
            attempt.board.reshape(dead_end, chosen.shape, anchor, chosen.doors);
            return Some(dead_end);
        }
    }
    None
}

/// [R37](basement_model::rules#r37), [L2](basement_model::rules#l2): chooses a special room of the
/// catalogue, by floats of its own.
pub fn choose_special(
    attempt: &mut Attempt<'_>,
    room_type: RoomType,
    subtype: Option<u32>,
) -> Option<Chosen> {
    let floats = attempt.streams.level.choice_floats();
    choose(attempt, &Query { subtype, ..Query::special(room_type) }, floats)
}

/// R20: gives a room its kind and its concrete room.
pub(super) fn assign(
    attempt: &mut Attempt<'_>,
    room: usize,
    kind: RoomKind,
    chosen: Option<Chosen>,
) {
    let room = &mut attempt.board.rooms[room];
    room.kind = kind;
    room.interior = chosen.map(|chosen| chosen.interior);
}

/// [R37](basement_model::rules#r37): places a special room without a chance draw, on a dead end
/// that passes a test. For a guaranteed room a failure rejects the whole attempt.
pub fn place_certain(
    attempt: &mut Attempt<'_>,
    kind: RoomKind,
    room_type: RoomType,
    passes: impl Fn(&Attempt<'_>, usize) -> bool,
) -> Result<usize, Rejected> {
    let chosen = choose_special(attempt, room_type, None);
    let dead_end = take_dead_end(attempt, chosen, passes).ok_or(Rejected)?;
    assign(attempt, dead_end, kind, chosen);
    Ok(dead_end)
}

/// [R37](basement_model::rules#r37): places an optional room: first a concrete room is chosen, then
/// it takes a dead end, then its chance is drawn, without a dead end too.
///
/// If the chance fails, the dead end goes back, to the end of the list and in its new shape. That
/// is why most dead ends end as 1x1.
pub fn place_by_chance(
    attempt: &mut Attempt<'_>,
    kind: RoomKind,
    room_type: RoomType,
    subtype: Option<u32>,
    chance: impl FnOnce(&mut Stream) -> bool,
) {
    let chosen = choose_special(attempt, room_type, subtype);
    let dead_end = take_dead_end(attempt, chosen, |_, _| true);
    let is_hit = chance(&mut attempt.streams.level);
    let Some(dead_end) = dead_end else { return };
    if is_hit {
        assign(attempt, dead_end, kind, chosen);
    } else {
        let room = &mut attempt.board.rooms[dead_end];
        room.doors = doors_of_shape(room.shape);
        attempt.free_dead_ends.push(dead_end);
    }
}
