//! Shop ([R23](basement_model::rules#r23)), treasure rooms ([R24](basement_model::rules#r24)), and
//! the Dark Room's grave ([R35](basement_model::rules#r35)).

use basement_model::{Item, RoomKind};
use basement_rooms::RoomType;

use super::reshape::place_certain;
use super::shapes::neighbours;
use super::{Attempt, Setting};
use crate::Rejected;

/// [R23](basement_model::rules#r23), [R24](basement_model::rules#r24): whether a stage has a shop,
/// or a treasure room: stages 1 to 6; 7 and 8 with an item; in `repentance` also stage 10, in the
/// Cathedral with Holy Crown, in Sheol with Wicked Crown.
#[must_use]
pub fn stage_has_one(setting: &Setting<'_>, item: Item) -> bool {
    let special = &setting.rules.special;
    let (sheol_type, stage) = (0, setting.request.level);
    let crown = match setting.request.stage_type == sheol_type {
        true => Item::WickedCrown,
        false => Item::HolyCrown,
    };
    stage <= special.last_stage_with_shop
        || (stage <= special.last_stage_with_coin && setting.has(item))
        || (stage == 10 && special.crowns && setting.has(crown))
}

/// [R23](basement_model::rules#r23): the shop, guaranteed where there is one; on stages 7 and 8
/// with Silver Dollar. From the third victory lap on there is no shop.
pub fn place_shop(attempt: &mut Attempt<'_>) -> Result<(), Rejected> {
    let setting = attempt.setting;
    let is_late = setting.request.run.victory_lap >= setting.rules.special.no_shop_from_lap;
    if stage_has_one(setting, Item::SilverDollar) && !is_late {
        place_certain(attempt, RoomKind::Shop, RoomType::Shop, |_, _| true)?;
    }
    Ok(())
}

/// [R24](basement_model::rules#r24): the treasure room, guaranteed where there is one; on stages 7
/// and 8 with Bloody Crown. A Labyrinth floor has two.
pub fn place_treasure_rooms(attempt: &mut Attempt<'_>) -> Result<(), Rejected> {
    let setting = attempt.setting;
    if !stage_has_one(setting, Item::BloodyCrown) {
        return Ok(());
    }
    let rooms = match setting.is_labyrinth() {
        true => setting.rules.special.labyrinth_treasure_rooms,
        false => 1,
    };
    for _ in 0..rooms {
        place_certain(attempt, RoomKind::Treasure, RoomType::Treasure, |_, _| true)?;
    }
    Ok(())
}

/// [R35](basement_model::rules#r35): the Dark Room (stage 11, type 0) makes one more dead end a
/// grave room; without one the attempt ends. It comes after the secret rooms, so a dead end beside
/// a secret room, closed sides counted, is left alone: the secret room must not lose its way in.
pub fn place_grave(attempt: &mut Attempt<'_>) -> Result<(), Rejected> {
    let request = attempt.setting.request;
    let is_dark_room = request.level == 11 && request.stage_type == 0;
    if is_dark_room {
        place_certain(attempt, RoomKind::Grave, RoomType::Normal, |attempt, dead_end| {
            !is_beside_secret(attempt, dead_end)
        })?;
    }
    Ok(())
}

/// [R35](basement_model::rules#r35): whether a room touches a secret room.
#[must_use]
pub fn is_beside_secret(attempt: &Attempt<'_>, room: usize) -> bool {
    let board = &attempt.board;
    let cells_beside = board.rooms[room].cells().flat_map(neighbours);
    let mut rooms_beside = cells_beside.filter_map(|cell| board.room_at(cell));
    rooms_beside.any(|room| board.rooms[room].kind == RoomKind::Secret)
}
