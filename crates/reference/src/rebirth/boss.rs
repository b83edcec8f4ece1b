//! Boss rooms ([R21](basement_model::rules#r21)) and super secret rooms
//! ([R22](basement_model::rules#r22)).

use basement_model::{Item, RoomKind};
use basement_rooms::RoomType;

use super::Attempt;
use super::board::{PlacedRoom, is_on_grid};
use super::candidates::candidates;
use super::growth::shuffle;
use super::reshape::{anchor_for, assign, choose_special, place_certain};
use super::shapes::{STEPS, neighbours, plus};
use crate::Rejected;

/// [R21](basement_model::rules#r21): the boss takes the deepest dead end of depth 2 or more that
/// can be reshaped; without one the attempt ends. On a Labyrinth floor the dead end needs space
/// behind it, and a second boss room grows from the first. The Void has 5 to 8 bosses more, of
/// which five must find a place; the space is asked of the first boss only.
pub fn place_bosses(attempt: &mut Attempt<'_>) -> Result<(), Rejected> {
    let setting = attempt.setting;
    let rules = &setting.rules.boss;
    let first = place_certain(attempt, RoomKind::Boss, RoomType::Boss, |attempt, room| {
        is_deep(attempt, room) && (!setting.is_labyrinth() || has_space_behind(attempt, room))
    })?;
    if setting.is_labyrinth() {
        place_second_boss(attempt, first)?;
    }
    if setting.is_void() {
        let more = rules.void_extra + attempt.streams.level.random(rules.void_extra_random);
        for number in 1..=more {
            let placed = place_certain(attempt, RoomKind::Boss, RoomType::Boss, is_deep);
            if number <= rules.void_needed {
                placed?;
            }
        }
    }
    Ok(())
}

/// [R21](basement_model::rules#r21): whether a dead end is of depth 2 or more.
#[must_use]
pub fn is_deep(attempt: &Attempt<'_>, dead_end: usize) -> bool {
    attempt.board.rooms[dead_end].depth > u32::from(attempt.setting.rules.boss.deeper_than)
}

/// [R21](basement_model::rules#r21): whether the three cells straight behind a dead end's entry
/// cell are on the grid, empty, and touch no other room. The dead end's own cells count as empty:
/// it will be reshaped.
#[must_use]
pub fn has_space_behind(attempt: &Attempt<'_>, dead_end: usize) -> bool {
    let PlacedRoom { entry, direction, .. } = attempt.board.rooms[dead_end];
    let is_empty = |cell| attempt.board.room_at(cell).is_none_or(|room| room == dead_end);
    let mut cell = entry;
    for _ in 0..attempt.setting.rules.boss.labyrinth_space {
        cell = plus(cell, STEPS[direction]);
        let touches_no_room = neighbours(cell).into_iter().all(is_empty);
        if !is_on_grid(cell) || !is_empty(cell) || !touches_no_room {
            return false;
        }
    }
    true
}

/// [R21](basement_model::rules#r21): a Labyrinth's second boss room grows from the first: its
/// candidates, shuffled by the layout stream, and the first that fits with fewer than two
/// neighbours. Without one, or when the chosen room does not fit there, the attempt ends.
pub fn place_second_boss(attempt: &mut Attempt<'_>, first: usize) -> Result<(), Rejected> {
    let chosen = choose_special(attempt, RoomType::Boss, None).ok_or(Rejected)?;
    let mut candidates = candidates(attempt, first);
    shuffle(&mut candidates, &mut attempt.streams.layout);
    let has_one_neighbour = candidates
        .into_iter()
        .find(|candidate| attempt.board.occupied_neighbours(candidate.entry) < 2);
    let second = attempt.board.place(&has_one_neighbour.ok_or(Rejected)?);
    let anchor = anchor_for(attempt, second, &chosen).ok_or(Rejected)?;
    attempt.board.reshape(second, chosen.shape, anchor, chosen.doors);
    assign(attempt, second, RoomKind::Boss, Some(chosen));
    Ok(())
}

/// [R22](basement_model::rules#r22): one super secret room, guaranteed; with Luna, in `repentance`,
/// a second one if it fits.
pub fn place_super_secret_rooms(attempt: &mut Attempt<'_>) -> Result<(), Rejected> {
    let (kind, room_type) = (RoomKind::SuperSecret, RoomType::SuperSecret);
    place_certain(attempt, kind, room_type, |_, _| true)?;
    if attempt.setting.rules.boss.luna_super_secret && attempt.setting.has(Item::Luna) {
        // It is optional: without it the attempt goes on.
        let _ = place_certain(attempt, kind, room_type, |_, _| true);
    }
    Ok(())
}
