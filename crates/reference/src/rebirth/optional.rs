//! The rooms that come by chance ([R25-R32](basement_model::rules#r25)).
//!
//! *1/a, or 1/b when c* means a second draw, made only after the first failed, and made before c
//! is looked at.

use basement_floors::rebirth::Rules;
use basement_model::{Character, Item, RoomKind, RunState};
use basement_rooms::RoomType;

use super::reshape::{place_by_chance, place_certain};
use super::{Attempt, Setting};
use crate::stream::Stream;

/// [R26-R29](basement_model::rules#r26), [R31](basement_model::rules#r31),
/// [R32](basement_model::rules#r32): *1/a, or 1/b when c*.
pub fn one_in_or(level: &mut Stream, a: u32, b: u32, c: bool) -> bool {
    level.one_in(a) || (level.one_in(b) && c)
}

/// [R25](basement_model::rules#r25): the planetarium, in `repentance`, on stages 1 to 6. A random
/// float below its chance places it.
pub fn place_planetarium(attempt: &mut Attempt<'_>) {
    let setting = attempt.setting;
    let last_stage = setting.rules.special.last_stage_with_shop;
    if !setting.rules.planetarium.exists || setting.request.level > last_stage {
        return;
    }
    let chance = planetarium_chance(setting);
    place_by_chance(attempt, RoomKind::Planetarium, RoomType::Planetarium, None, |level| {
        f64::from(level.float()) < chance
    });
}

/// [R25](basement_model::rules#r25): the chance of a planetarium: 1 %, and 20 % more for each
/// treasure room skipped so far, 15 % with Magic 8 Ball, 15 % with Crystal Ball (100 % more with
/// any skip), 24 % with Telescope Lens, 6.9 % with Sausage, at most 100 %. Once a planetarium was
/// entered it is 1 %, or 10 % with Telescope Lens.
#[must_use]
pub fn planetarium_chance(setting: &Setting<'_>) -> f64 {
    let shares = &setting.rules.planetarium;
    let run = &setting.request.run;
    if run.planetarium_entered {
        return match setting.has(Item::TelescopeLens) {
            true => shares.entered_telescope_lens,
            false => shares.entered,
        };
    }
    let mut chance = shares.base + shares.per_skip * f64::from(run.treasure_rooms_skipped);
    if setting.has(Item::Magic8Ball) {
        chance += shares.magic_8_ball;
    }
    if setting.has(Item::CrystalBall) {
        chance += shares.crystal_ball;
        if run.treasure_rooms_skipped > 0 {
            chance += shares.crystal_ball_skip;
        }
    }
    if setting.has(Item::TelescopeLens) {
        chance += shares.telescope_lens;
    }
    if setting.has(Item::Sausage) {
        chance += shares.sausage;
    }
    chance.min(1.0)
}

/// [R26](basement_model::rules#r26), [R30](basement_model::rules#r30): full health: red and soul
/// hearts together reach the heart containers.
#[must_use]
pub fn has_full_health(run: &RunState) -> bool {
    let hearts = u32::from(run.red_half_hearts) + u32::from(run.soul_half_hearts);
    hearts >= u32::from(run.container_half_hearts)
}

/// [R26](basement_model::rules#r26), [R31](basement_model::rules#r31): whether the run has two
/// keys.
#[must_use]
pub fn has_enough_keys(rules: &Rules, run: &RunState) -> bool {
    run.keys >= rules.special.enough_keys
}

/// [R26](basement_model::rules#r26): a dice room at 1/50, or 1/5 with two keys, and else a
/// sacrifice room; either is placed at 1/7, or 1/4 at full health.
pub fn place_dice_or_sacrifice(attempt: &mut Attempt<'_>) {
    let Setting { rules, request, .. } = *attempt.setting;
    let odds = &rules.special;
    let has_keys = has_enough_keys(rules, &request.run);
    let has_health = has_full_health(&request.run);
    let is_dice = one_in_or(&mut attempt.streams.level, odds.dice, odds.dice_keys, has_keys);
    let (kind, room_type) = match is_dice {
        true => (RoomKind::Dice, RoomType::Dice),
        false => (RoomKind::Sacrifice, RoomType::Sacrifice),
    };
    place_by_chance(attempt, kind, room_type, None, |level| {
        one_in_or(level, odds.sacrifice, odds.sacrifice_full_health, has_health)
    });
}

/// [R27](basement_model::rules#r27): the library, at 1/20. The second chance of 1/4 depends on a
/// flag that the game never sets; its draw is still made. Here the flag is the run's carried book.
pub fn place_library(attempt: &mut Attempt<'_>) {
    let Setting { rules, request, .. } = *attempt.setting;
    let odds = &rules.special;
    place_by_chance(attempt, RoomKind::Library, RoomType::Library, None, |level| {
        one_in_or(level, odds.library, odds.library_book, request.run.book_carried)
    });
}

/// [R28](basement_model::rules#r28): the curse room, at 1/2, or 1/4 when a devil room was entered.
/// In `repentance` Voodoo Head brings one more, without a chance, if a dead end is left.
pub fn place_curse_rooms(attempt: &mut Attempt<'_>) {
    let Setting { rules, request, .. } = *attempt.setting;
    let odds = &rules.special;
    place_by_chance(attempt, RoomKind::Curse, RoomType::Curse, None, |level| {
        one_in_or(level, odds.curse, odds.curse_devil, request.run.devil_room_entered)
    });
    if odds.voodoo_head_curse && attempt.setting.has(Item::VoodooHead) {
        // It is optional: without it the attempt goes on.
        let _ = place_certain(attempt, RoomKind::Curse, RoomType::Curse, |_, _| true);
    }
}

/// [R29](basement_model::rules#r29): the mini-boss, at 1/4, or 1/3 on stage 1.
pub fn place_mini_boss(attempt: &mut Attempt<'_>) {
    let Setting { rules, request, .. } = *attempt.setting;
    let odds = &rules.special;
    place_by_chance(attempt, RoomKind::MiniBoss, RoomType::MiniBoss, None, |level| {
        one_in_or(level, odds.mini_boss, odds.mini_boss_stage_1, request.level == 1)
    });
}

/// [R30](basement_model::rules#r30), [R31](basement_model::rules#r31): whether a stage is the
/// second floor of its chapter.
#[must_use]
pub const fn is_second_floor(stage: u8) -> bool {
    matches!(stage, 2 | 4 | 6 | 8)
}

/// [R30](basement_model::rules#r30): the challenge room. A coin is tossed on every stage; on stages
/// 1 and 2 it must fall right. Then full health is asked for, and a stage after the first. On the
/// second floors of the chapters it is a boss challenge.
pub fn place_challenge(attempt: &mut Attempt<'_>) {
    let Setting { rules, request, .. } = *attempt.setting;
    let (kind, subtype) = match is_second_floor(request.level) {
        true => (RoomKind::BossChallenge, 1),
        false => (RoomKind::Challenge, 0),
    };
    place_by_chance(attempt, kind, RoomType::Challenge, Some(subtype), |level| {
        let falls_right = level.one_in(rules.special.challenge);
        (falls_right || request.level > 2) && request.level > 1 && has_full_health(&request.run)
    });
}

/// [R31](basement_model::rules#r31): a vault at 1/10, or 1/3 with two keys, and else an arcade; on
/// the second floors of the chapters. An arcade asks for 5 coins. In `repentance` a vault asks for
/// two keys, so that a floor can miss both; in the other editions for 5 coins as well.
pub fn place_vault_or_arcade(attempt: &mut Attempt<'_>) {
    let Setting { rules, request, .. } = *attempt.setting;
    let odds = &rules.special;
    let has_keys = has_enough_keys(rules, &request.run);
    let has_coins = request.run.coins >= odds.arcade_coins;
    let is_vault = one_in_or(&mut attempt.streams.level, odds.vault, odds.vault_keys, has_keys);
    let (kind, room_type) = match is_vault {
        true => (RoomKind::Vault, RoomType::Vault),
        false => (RoomKind::Arcade, RoomType::Arcade),
    };
    let has_what_it_asks = if is_vault && odds.vault_needs_keys { has_keys } else { has_coins };
    place_by_chance(attempt, kind, room_type, None, |_| {
        has_what_it_asks && is_second_floor(request.level)
    });
}

/// [R32](basement_model::rules#r32): the bedroom, on stages 1 to 6. A coin makes it clean or dirty;
/// it is placed at 1/50, or 1/5 at low health.
pub fn place_bedroom(attempt: &mut Attempt<'_>) {
    let Setting { rules, request, .. } = *attempt.setting;
    let odds = &rules.special;
    if request.level > odds.last_stage_with_shop {
        return;
    }
    let is_clean = attempt.streams.level.one_in(2);
    let (kind, room_type) = match is_clean {
        true => (RoomKind::CleanBedroom, RoomType::CleanBedroom),
        false => (RoomKind::DirtyBedroom, RoomType::DirtyBedroom),
    };
    let has_low_health = has_low_health(&request.run);
    place_by_chance(attempt, kind, room_type, None, |level| {
        one_in_or(level, odds.bedroom, odds.bedroom_low_health, has_low_health)
    });
}

/// [R32](basement_model::rules#r32): low health: less than one red heart and no soul heart, or no
/// heart container and at most one soul heart. A bone heart counts as a container, except for The
/// Lost, ??? and The Soul.
#[must_use]
pub fn has_low_health(run: &RunState) -> bool {
    let has_no_bones =
        matches!(run.character, Character::TheLost | Character::BlueBaby | Character::TheSoul);
    let bone_hearts = if has_no_bones { 0 } else { run.bone_hearts };
    let has_container = run.container_half_hearts > 0 || bone_hearts > 0;
    (run.red_half_hearts < 2 && run.soul_half_hearts == 0)
        || (!has_container && run.soul_half_hearts <= 2)
}
