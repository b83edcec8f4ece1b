//! The ordinary rooms, which come last ([W50](basement_model::rules#w50)).

use basement_model::{PlacingFailure, RoomKind};
use basement_rooms::RoomType;

use super::Attempt;
use super::board::slots_of_shape;
use super::difficulties::DifficultyRange;
use super::pick::{self, Picked, SPECIAL_ROOMS, Wanted};
use super::placing::Stop;
use super::shapes::{Doors, neighbours};

/// [L3](basement_model::rules#l3), [W50](basement_model::rules#w50): the start room, the other
/// ordinary rooms in order of creation, then the dead ends that are left. One draw picks each
/// except the start room: a room of its shape with a door in every slot that now leads to a room.
pub fn place_ordinary_rooms(attempt: &mut Attempt<'_>) -> Result<(), Stop> {
    let start = start_room(attempt)?;
    let mut order = attempt.ordinary.clone();
    order.extend(&attempt.free_dead_ends);
    for index in order {
        if index == 0 {
            attempt.place(0, RoomKind::Start, start);
            continue;
        }
        let special = &attempt.setting.rules.special;
        let least_variant = u32::from(attempt.stage() == 11);
        let wanted = Wanted {
            files: attempt.setting.files.clone(),
            subtype: special.subtypes.then_some(0),
            variants: (least_variant, u32::MAX),
            shape: Some(attempt.board.rooms[index].shape),
            difficulties: difficulties(attempt),
            doors: doors_needed(attempt, index),
            ..Wanted::special(RoomType::Normal)
        };
        let seed = attempt.level().draw_seed();
        let picked = attempt
            .pick(seed, &wanted)
            .ok_or(Stop::Failed(RoomKind::Normal, PlacingFailure::NoDoors))?;
        attempt.place(index, RoomKind::Normal, picked);
    }
    Ok(())
}

/// [W50](basement_model::rules#w50): the start room: the first of variant 2 among the special
/// rooms; on stage 11 the first of variant 0 in the stage's own file. It makes no draw.
fn start_room(attempt: &Attempt<'_>) -> Result<Picked, Stop> {
    let (file, variant) = match attempt.stage() {
        11 => (attempt.setting.files[0], 0),
        _ => (SPECIAL_ROOMS, 2),
    };
    let wanted = Wanted::variants(RoomType::Normal, (variant, variant));
    pick::first_ordinary(attempt.setting.catalogue, file, variant)
        .ok_or_else(|| Stop::missing(&wanted))
}

/// [W90](basement_model::rules#w90), [L4](basement_model::rules#l4),
/// [W71](basement_model::rules#w71): one pick's difficulty range, normally the floor's. In
/// `repentance` picks in The Void reach up to 20, and a least difficulty above 1 becomes 1 if the
/// level stream's state is divisible by 8.
fn difficulties(attempt: &mut Attempt<'_>) -> DifficultyRange {
    let rules = &attempt.setting.rules.difficulty;
    let (mut least, mut most) = attempt.setting.difficulties;
    if attempt.setting.is_void() && rules.void_pick_most > 0 {
        most = rules.void_pick_most;
    }
    let lowered_one_in = rules.lowered_one_in;
    let is_lowered = lowered_one_in > 0 && attempt.level().state_divides_by(lowered_one_in);
    if is_lowered && least > 1 {
        least = 1;
    }
    (least, most)
}

/// [L3](basement_model::rules#l3), [W50](basement_model::rules#w50): the doors that a room needs:
/// every slot of its shape that leads to a room, also to a hidden one. The other room needs no door
/// back. [W69](basement_model::rules#w69): every slot towards an empty cell beside the ultra secret
/// room is needed too.
#[must_use]
pub fn doors_needed(attempt: &Attempt<'_>, index: usize) -> Doors {
    let board = &attempt.board;
    let ultra = board.rooms.iter().find(|room| room.kind == RoomKind::UltraSecret);
    let room = &board.rooms[index];
    let mut doors = [false; 8];
    for (slot, target) in slots_of_shape(room.shape, room.anchor) {
        let is_beside_ultra = ultra.is_some_and(|ultra| neighbours(ultra.anchor).contains(&target));
        doors[slot] = board.is_occupied(target) || is_beside_ultra;
    }
    doors
}
