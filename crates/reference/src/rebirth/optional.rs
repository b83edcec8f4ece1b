//! The rooms that come by chance ([W33-W39](basement_model::rules#w33),
//! [W64](basement_model::rules#w64)). Curse rooms and mini-bosses have their own files.
//!
//! *1/a, or 1/b when c* means a second draw, made only after the first failed, and before c is
//! tested.

use basement_model::{Character, Item, RoomKind, RunState};
use basement_rooms::RoomType;

use super::dead_ends::take;
use super::pick::{self, Wanted};
use super::placing::Stop;
use super::special::{pick_and_take, place_or_give_back};
use super::{Attempt, run_memory};
use crate::stream::Stream;

/// [W33](basement_model::rules#w33): *1/a, or 1/b when c*.
pub fn one_in_or(level: &mut Stream, a: u32, b: u32, c: bool) -> bool {
    level.one_in(a) || (level.one_in(b) && c)
}

/// [R25](basement_model::rules#r25), [W89](basement_model::rules#w89),
/// [W64](basement_model::rules#w64): the planetarium of `repentance`. On every stage one is picked
/// and looks for a dead end. If it finds one, a float is drawn. The planetarium is placed if its
/// chance is above the float, on stages 1 to 6, once it is unlocked.
pub fn place_planetarium(attempt: &mut Attempt<'_>) -> Result<(), Stop> {
    let rules = &attempt.setting.rules.planetarium;
    if !rules.exists {
        return Ok(());
    }
    let taken = pick_and_take(attempt, &Wanted::special(RoomType::Planetarium))?;
    if taken.1.is_some() {
        let float = attempt.level().float();
        let is_hit = planetarium_chance(attempt) > f64::from(float)
            && attempt.run.achievements.has(run_memory::PLANETARIUM)
            && attempt.stage() <= rules.last_stage;
        place_or_give_back(attempt, RoomKind::Planetarium, taken, is_hit);
    }
    Ok(())
}

/// [R25](basement_model::rules#r25): the chance of a planetarium is 1 %. It rises by 20 percentage
/// points for each treasure room skipped so far, by 15 with Magic 8 Ball, by 15 with Crystal Ball
/// (100 more with any skip), by 24 with Telescope Lens and by 6.9 with Sausage, to 100 % at most.
/// Once a planetarium was entered, the chance is 1 %, or 10 % with Telescope Lens.
#[must_use]
pub fn planetarium_chance(attempt: &Attempt<'_>) -> f64 {
    let shares = &attempt.setting.rules.planetarium;
    let run = &attempt.run;
    if run.state.planetarium_entered {
        return match run.state.items.has(Item::TelescopeLens) {
            true => shares.entered_telescope_lens,
            false => shares.entered,
        };
    }
    let skipped = run.state.treasure_rooms_skipped;
    let mut chance = shares.base + shares.per_skip * f64::from(skipped);
    if run.state.items.has(Item::Magic8Ball) {
        chance += shares.magic_8_ball;
    }
    if run.state.items.has(Item::CrystalBall) {
        chance += shares.crystal_ball;
        if skipped > 0 {
            chance += shares.crystal_ball_skip;
        }
    }
    if run.state.items.has(Item::TelescopeLens) {
        chance += shares.telescope_lens;
    }
    if run.state.items.has(Item::Sausage) {
        chance += shares.sausage;
    }
    chance.min(1.0)
}

/// [R26](basement_model::rules#r26), [W33](basement_model::rules#w33): full health: red and soul
/// hearts together are at least the heart containers.
#[must_use]
pub fn has_full_health(run: &RunState) -> bool {
    let hearts = u32::from(run.red_half_hearts) + u32::from(run.soul_half_hearts);
    hearts >= u32::from(run.container_half_hearts)
}

/// W33, W38: whether the run has two keys.
fn has_enough_keys(attempt: &Attempt<'_>) -> bool {
    attempt.run.state.keys >= attempt.setting.rules.special.enough_keys
}

/// [R26](basement_model::rules#r26), [W65](basement_model::rules#w65),
/// [W33](basement_model::rules#w33): a dice room with chance 1/50, or 1/5 with two keys, and else a
/// sacrifice room. It is placed with chance 1/7, or 1/4 at full health. In `repentance` Lazarus
/// counts as healthy ([W65](basement_model::rules#w65)).
pub fn place_dice_or_sacrifice(attempt: &mut Attempt<'_>) -> Result<(), Stop> {
    let odds = &attempt.setting.rules.special;
    let has_keys = has_enough_keys(attempt);
    let is_lazarus = attempt.run.state.character == Character::Lazarus;
    let has_health = has_full_health(&attempt.run.state) || (odds.lazarus_is_healthy && is_lazarus);
    let is_dice = one_in_or(attempt.level(), odds.dice, odds.dice_keys, has_keys);
    let (kind, room_type) = match is_dice {
        true => (RoomKind::Dice, RoomType::Dice),
        false => (RoomKind::Sacrifice, RoomType::Sacrifice),
    };
    let taken = pick_and_take(attempt, &Wanted::special(room_type))?;
    let is_hit = one_in_or(attempt.level(), odds.sacrifice, odds.sacrifice_full_health, has_health);
    place_or_give_back(attempt, kind, taken, is_hit);
    Ok(())
}

/// [R27](basement_model::rules#r27), [W34](basement_model::rules#w34): the library, whose subtype
/// is drawn up to the shop's level. Its weight does not fall. It is placed with chance 1/20; the
/// second chance of 1/4 needs a flag that the game never sets. Here the flag is the run's carried
/// book.
pub fn place_library(attempt: &mut Attempt<'_>) -> Result<(), Stop> {
    let odds = &attempt.setting.rules.special;
    let levels = attempt.run.shop_level() + 1;
    let subtype = attempt.level().random(levels);
    let seed = attempt.level().draw_seed();
    let wanted = Wanted::subtype(RoomType::Library, subtype);
    let catalogue = attempt.setting.catalogue;
    let picked = pick::pick_and_keep_weight(catalogue, attempt.weights, seed, &wanted)
        .ok_or_else(|| Stop::missing(&wanted))?;
    let dead_end = take(attempt, picked);
    let has_book = attempt.run.state.book_carried;
    let is_hit = one_in_or(attempt.level(), odds.library, odds.library_book, has_book);
    place_or_give_back(attempt, RoomKind::Library, (picked, dead_end), is_hit);
    Ok(())
}

/// [W37](basement_model::rules#w37), [W38](basement_model::rules#w38): whether a stage is the
/// second floor of its chapter.
#[must_use]
pub const fn is_second_floor(stage: u8) -> bool {
    matches!(stage, 2 | 4 | 6 | 8)
}

/// [F11](basement_model::rules#f11): whether an optional room is placed, if the rules ask for the
/// special rooms of Flash. The chances are those of the rooms here, but there is no choice between
/// two kinds.
pub fn is_placed_in_end_room(attempt: &mut Attempt<'_>, kind: RoomKind) -> bool {
    let odds = &attempt.setting.rules.special;
    let (stage, state) = (attempt.later_stage(), attempt.run.state);
    let has_health = has_full_health(&state);
    let is_lazarus = odds.lazarus_is_healthy && state.character == Character::Lazarus;
    let level = attempt.level();
    match kind {
        RoomKind::Sacrifice => {
            one_in_or(level, odds.sacrifice, odds.sacrifice_full_health, has_health || is_lazarus)
        }
        RoomKind::Library => one_in_or(level, odds.library, odds.library_book, state.book_carried),
        RoomKind::Curse => one_in_or(level, odds.curse, odds.curse_devil, state.devil_room_entered),
        RoomKind::MiniBoss => one_in_or(level, odds.mini_boss, odds.mini_boss_stage_1, stage == 1),
        RoomKind::Challenge => {
            let falls_right = level.one_in(odds.challenge);
            (falls_right || stage > 2) && has_health && stage > 1
        }
        _ => state.coins >= odds.arcade_coins && is_second_floor(stage),
    }
}

/// [R30](basement_model::rules#r30), [W68](basement_model::rules#w68),
/// [W37](basement_model::rules#w37): the challenge room. A coin is tossed on every stage; on stages
/// 1 and 2 the room needs it to succeed. It also needs full health, and a stage after the first. On
/// the second floors of the chapters it is a boss challenge, for which `repentance` has separate
/// rooms ([W68](basement_model::rules#w68)).
pub fn place_challenge(attempt: &mut Attempt<'_>) -> Result<(), Stop> {
    let rules = &attempt.setting.rules.special;
    let stage = attempt.later_stage();
    let (kind, subtype) = match is_second_floor(attempt.stage()) {
        true => (RoomKind::BossChallenge, 1),
        false => (RoomKind::Challenge, 0),
    };
    let subtype = rules.subtypes.then_some(subtype);
    let wanted = Wanted { subtype, ..Wanted::special(RoomType::Challenge) };
    let taken = pick_and_take(attempt, &wanted)?;
    let falls_right = attempt.level().one_in(rules.challenge);
    let has_health = has_full_health(&attempt.run.state);
    let is_hit = (falls_right || stage > 2) && has_health && stage > 1;
    place_or_give_back(attempt, kind, taken, is_hit);
    Ok(())
}

/// [R31](basement_model::rules#r31), [W68](basement_model::rules#w68),
/// [W88](basement_model::rules#w88), [W38](basement_model::rules#w38): a vault with chance 1/10, or
/// 1/3 with two keys, and else an arcade. Either is placed only on the second floors of the
/// chapters, without a draw. Both need five coins; in `repentance` a vault needs two keys instead
/// ([W68](basement_model::rules#w68)), and Cain with Birthright has his own arcades.
pub fn place_vault_or_arcade(attempt: &mut Attempt<'_>) -> Result<(), Stop> {
    let rules = &attempt.setting.rules.special;
    let has_keys = has_enough_keys(attempt);
    let has_coins = attempt.run.state.coins >= rules.arcade_coins;
    let is_vault = one_in_or(attempt.level(), rules.vault, rules.vault_keys, has_keys);
    let (kind, wanted) = match is_vault {
        true => (RoomKind::Vault, Wanted::special(RoomType::Vault)),
        false => {
            let is_cains = attempt.run.state.character == Character::Cain
                && attempt.run.state.items.has(Item::Birthright);
            let subtype = rules.subtypes.then_some(u32::from(is_cains));
            (RoomKind::Arcade, Wanted { subtype, ..Wanted::special(RoomType::Arcade) })
        }
    };
    let taken = pick_and_take(attempt, &wanted)?;
    let has_what_it_asks = if is_vault && rules.vault_needs_keys { has_keys } else { has_coins };
    let is_hit = has_what_it_asks && is_second_floor(attempt.later_stage());
    place_or_give_back(attempt, kind, taken, is_hit);
    Ok(())
}

/// [R32](basement_model::rules#r32), [W39](basement_model::rules#w39): the bedroom, on stages 1
/// to 6. A coin makes it clean or dirty. It is placed with chance 1/50, or 1/5 at low health.
pub fn place_bedroom(attempt: &mut Attempt<'_>) -> Result<(), Stop> {
    let odds = &attempt.setting.rules.special;
    if attempt.stage() > odds.last_stage_with_shop {
        return Ok(());
    }
    let (kind, room_type) = match attempt.level().one_in(2) {
        true => (RoomKind::CleanBedroom, RoomType::CleanBedroom),
        false => (RoomKind::DirtyBedroom, RoomType::DirtyBedroom),
    };
    let taken = pick_and_take(attempt, &Wanted::special(room_type))?;
    let has_low_health = has_low_health(&attempt.run.state);
    let is_hit = one_in_or(attempt.level(), odds.bedroom, odds.bedroom_low_health, has_low_health);
    place_or_give_back(attempt, kind, taken, is_hit);
    Ok(())
}

/// [R32](basement_model::rules#r32), [W39](basement_model::rules#w39): low health: less than one red
/// heart and no soul heart, or no heart container and at most one soul heart. A bone heart counts as
/// a container, except for The Lost, ??? and The Soul.
#[must_use]
pub fn has_low_health(run: &RunState) -> bool {
    let has_no_bones =
        matches!(run.character, Character::TheLost | Character::BlueBaby | Character::TheSoul);
    let bone_hearts = if has_no_bones { 0 } else { run.bone_hearts };
    let has_container = run.container_half_hearts > 0 || bone_hearts > 0;
    (run.red_half_hearts < 2 && run.soul_half_hearts == 0)
        || (!has_container && run.soul_half_hearts <= 2)
}
