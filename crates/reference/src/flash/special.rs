//! The rooms that take end rooms ([F10-F13](basement_model::rules#f10),
//! [F22](basement_model::rules#f22)).

use basement_model::RoomKind;

use super::FloorSetting;
use super::board::FloorPlan;
use crate::Rejected;
use crate::stream::Stream;

/// [F13](basement_model::rules#f13): in the shipped program a random end room becomes the super
/// secret room, after the boss and before all others.
pub fn place_super_secret(
    setting: &FloorSetting<'_>,
    plan: &mut FloorPlan,
    stream: &mut Stream,
) -> Result<(), Rejected> {
    if !setting.rules.special.super_secret {
        return Ok(());
    }
    if plan.free_end_rooms.is_empty() {
        return Err(Rejected);
    }
    let place = stream.random(plan.free_end_rooms.len() as u32) as usize;
    // The others keep their order, because F16 keeps the last of them.
    let cell = plan.free_end_rooms.remove(place);
    plan.set_kind(cell, RoomKind::SuperSecret);
    Ok(())
}

/// [F10](basement_model::rules#f10), [F22](basement_model::rules#f22): an attempt that leaves too
/// few end rooms is thrown away. They must be enough for the guaranteed rooms; in the shipped
/// program there must be at least 4, on level 1 at least 3.
pub fn check_end_rooms(setting: &FloorSetting<'_>, plan: &FloorPlan) -> Result<(), Rejected> {
    if plan.free_end_rooms.len() < end_rooms_needed(setting) { Err(Rejected) } else { Ok(()) }
}

/// [F8](basement_model::rules#f8), [F10](basement_model::rules#f10),
/// [F13](basement_model::rules#f13): checks the number of end rooms as soon as the plan has grown.
/// The boss and the super secret room also need one each.
pub fn check_all_end_rooms(setting: &FloorSetting<'_>, plan: &FloorPlan) -> Result<(), Rejected> {
    if plan.end_rooms.len() < all_end_rooms_needed(setting) { Err(Rejected) } else { Ok(()) }
}

/// [F8](basement_model::rules#f8), [F10](basement_model::rules#f10),
/// [F13](basement_model::rules#f13): how many end rooms growth must leave.
#[must_use]
pub fn all_end_rooms_needed(setting: &FloorSetting<'_>) -> usize {
    let boss_and_super_secret = 1 + usize::from(setting.rules.special.super_secret);
    boss_and_super_secret + end_rooms_needed(setting)
}

/// [F10](basement_model::rules#f10), [F22](basement_model::rules#f22): how many end rooms must be
/// left after the boss and the super secret room.
#[must_use]
pub fn end_rooms_needed(setting: &FloorSetting<'_>) -> usize {
    let special = &setting.rules.special;
    let least = match setting.level {
        1 => special.end_rooms_on_level_1,
        _ => special.end_rooms,
    };
    guaranteed_rooms(setting).len().max(least as usize)
}

/// [F10](basement_model::rules#f10), [F12](basement_model::rules#f12),
/// [F15](basement_model::rules#f15): each floor has a shop and a treasure room, a Labyrinth floor
/// two treasure rooms. The shipped program has neither from level 7 on.
#[must_use]
pub fn guaranteed_rooms(setting: &FloorSetting<'_>) -> Vec<RoomKind> {
    let last_level = u32::from(setting.rules.special.last_level_with_shop);
    if has_hidden_rooms_only(setting) || setting.level > last_level {
        return Vec::new();
    }
    let treasure_rooms = match setting.is_labyrinth() {
        true => setting.rules.labyrinth.treasure_rooms,
        false => 1,
    };
    let mut kinds = vec![RoomKind::Shop];
    for _ in 0..treasure_rooms {
        kinds.push(RoomKind::Treasure);
    }
    kinds
}

/// [F12](basement_model::rules#f12): the shipped program's level 11 has boss, secret and super
/// secret rooms only. The level is the one that was asked for, not the deeper one of a Labyrinth
/// floor.
#[must_use]
pub fn has_hidden_rooms_only(setting: &FloorSetting<'_>) -> bool {
    setting.request.level == setting.rules.special.bare_level
}

/// [F10](basement_model::rules#f10): the guaranteed rooms take random end rooms. If there are too
/// few, the attempt ends.
pub fn place_guaranteed_rooms(
    setting: &FloorSetting<'_>,
    plan: &mut FloorPlan,
    stream: &mut Stream,
) -> Result<(), Rejected> {
    for kind in guaranteed_rooms(setting) {
        if plan.free_end_rooms.is_empty() {
            return Err(Rejected);
        }
        take_random_end_room(plan, kind, stream);
    }
    Ok(())
}

/// F10, F11: gives a kind to a random end room of those that are left. The last one in the list
/// moves to its place.
fn take_random_end_room(plan: &mut FloorPlan, kind: RoomKind, stream: &mut Stream) {
    let place = stream.random(plan.free_end_rooms.len() as u32) as usize;
    let cell = plan.free_end_rooms.swap_remove(place);
    plan.set_kind(cell, kind);
}

/// [F11](basement_model::rules#f11): six kinds of room try their luck, in this order. Each takes a
/// random end room from those that are left. When none is left, nothing more is drawn.
pub fn place_optional_rooms(setting: &FloorSetting<'_>, plan: &mut FloorPlan, stream: &mut Stream) {
    if has_hidden_rooms_only(setting) {
        return;
    }
    let kinds = [
        RoomKind::Sacrifice,
        RoomKind::Library,
        RoomKind::Curse,
        RoomKind::MiniBoss,
        RoomKind::Challenge,
        RoomKind::Arcade,
    ];
    for kind in kinds {
        if !plan.free_end_rooms.is_empty() && comes_up(setting, kind, stream) {
            take_random_end_room(plan, kind, stream);
        }
    }
}

/// [F11](basement_model::rules#f11): whether an optional room comes up. A second chance is a second
/// draw, made only when the first failed and its condition holds.
///
/// | room | chance | second chance |
/// |---|---|---|
/// | sacrifice room | 1/7 | 1/4 at full health |
/// | library | 1/20 | 1/4 when a book is carried |
/// | curse room | 1/2 | 1/4 when the last floor's devil room was visited |
/// | mini-boss | 1/4 | 1/3 on level 1 |
/// | challenge room | 1/2 on level 2, certain from level 3 | never without full health, never on level 1 |
/// | arcade | certain with 5 coins on an even level | |
pub fn comes_up(setting: &FloorSetting<'_>, kind: RoomKind, stream: &mut Stream) -> bool {
    let odds = &setting.rules.special;
    let run = &setting.request.run;
    let level = setting.level;
    let hearts = u32::from(run.red_half_hearts) + u32::from(run.soul_half_hearts);
    let has_full_health = hearts >= u32::from(run.container_half_hearts);
    match kind {
        RoomKind::Sacrifice => {
            stream.one_in(odds.sacrifice)
                || (has_full_health && stream.one_in(odds.sacrifice_full_health))
        }
        RoomKind::Library => {
            stream.one_in(odds.library) || (run.book_carried && stream.one_in(odds.library_book))
        }
        RoomKind::Curse => {
            stream.one_in(odds.curse) || (run.devil_room_entered && stream.one_in(odds.curse_devil))
        }
        RoomKind::MiniBoss => {
            stream.one_in(odds.mini_boss) || (level == 1 && stream.one_in(odds.mini_boss_level_1))
        }
        RoomKind::Challenge => {
            let is_certain = level > 2;
            has_full_health && level > 1 && (is_certain || stream.one_in(odds.challenge_level_2))
        }
        RoomKind::Arcade => u32::from(run.coins) >= odds.arcade_coins && level.is_multiple_of(2),
        _ => false,
    }
}
