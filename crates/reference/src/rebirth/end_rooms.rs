//! The special rooms of Flash ([F10](basement_model::rules#f10), [F11](basement_model::rules#f11)),
//! if the rules ask for them instead of Rebirth's.

use basement_model::{Item, PlacingFailure, RoomKind};
use basement_rooms::RoomType;

use super::Attempt;
use super::dead_ends::take_as_single;
use super::optional::is_placed_in_end_room;
use super::pick::Wanted;
use super::placing::Stop;
use super::special::{pick, stage_has_one};
use crate::stream::StreamSeed;

/// [F10](basement_model::rules#f10), [F11](basement_model::rules#f11): the special rooms of Flash,
/// if the rules ask for them. Shop and treasure room are certain; the optional ones are tried while
/// dead ends are left. Each is a 1x1 in a random dead end. Then one draw is the secret seed.
pub fn place_in_end_rooms(attempt: &mut Attempt<'_>) -> Result<StreamSeed, Stop> {
    let special = &attempt.setting.rules.special;
    let is_late = attempt.run.state.victory_lap >= special.no_shop_from_lap;
    let is_last_floor = attempt.stage() >= 11;
    if !is_last_floor && !is_late && stage_has_one(attempt, Item::SilverDollar) {
        let wanted = Wanted::subtype(RoomType::Shop, attempt.run.shop_level());
        place_in_random_end_room(attempt, RoomKind::Shop, wanted)?;
    }
    if !is_last_floor && stage_has_one(attempt, Item::BloodyCrown) {
        let rooms = match attempt.setting.is_labyrinth() {
            true => special.labyrinth_treasure_rooms,
            false => 1,
        };
        for _ in 0..rooms {
            let wanted = Wanted::subtype(RoomType::Treasure, 0);
            place_in_random_end_room(attempt, RoomKind::Treasure, wanted)?;
        }
    }
    let has_optional = !is_last_floor && attempt.stage() <= special.last_stage_with_optional;
    for (kind, room_type) in [
        (RoomKind::Sacrifice, RoomType::Sacrifice),
        (RoomKind::Library, RoomType::Library),
        (RoomKind::Curse, RoomType::Curse),
        (RoomKind::MiniBoss, RoomType::MiniBoss),
        (RoomKind::Challenge, RoomType::Challenge),
        (RoomKind::Arcade, RoomType::Arcade),
    ] {
        let has_place = has_optional && !attempt.free_dead_ends.is_empty();
        if has_place && is_placed_in_end_room(attempt, kind) {
            place_in_random_end_room(attempt, kind, Wanted::special(room_type))?;
        }
    }
    Ok(attempt.level().draw_seed())
}

/// F10: one room in a random dead end. Without a dead end the attempt fails.
fn place_in_random_end_room(
    attempt: &mut Attempt<'_>,
    kind: RoomKind,
    wanted: Wanted,
) -> Result<(), Stop> {
    if attempt.free_dead_ends.is_empty() {
        return Err(Stop::Failed(kind, PlacingFailure::NoDeadEnd));
    }
    let picked = pick(attempt, &wanted.single())?;
    let free = attempt.free_dead_ends.len() as u32;
    let place = attempt.level().random(free) as usize;
    let dead_end = take_as_single(attempt, place);
    attempt.place(dead_end, kind, picked);
    Ok(())
}
