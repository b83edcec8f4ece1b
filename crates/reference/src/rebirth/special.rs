//! The special rooms that a floor must have ([W30-W32](basement_model::rules#w30),
//! [W43](basement_model::rules#w43)), and how any special room is picked and placed.
//!
//! Each room is picked, takes a dead end, and draws its chance if it has one. Then it is placed, or
//! the dead end goes back.

use basement_model::{Character, Difficulty, Item, RoomKind};
use basement_rooms::RoomType;

use super::dead_ends::{give_back, take, take_or_fail};
use super::pick::{self, Picked, SPECIAL_ROOMS, Wanted};
use super::placing::Stop;
use super::{Attempt, run_memory};
use crate::stream::{SHOP, SUPER_SECRET, Stream, StreamSeed};

/// [W18](basement_model::rules#w18): a picked room, and its dead end if it took one.
pub type Taken = (Picked, Option<usize>);

/// [W11](basement_model::rules#w11): picks a special room; the pick seed is one draw. If the
/// catalogue has no such room, there is no floor.
pub fn pick(attempt: &mut Attempt<'_>, wanted: &Wanted) -> Result<Picked, Stop> {
    let seed = attempt.level().draw_seed();
    attempt.pick(seed, wanted).ok_or_else(|| Stop::missing(wanted))
}

/// [W63](basement_model::rules#w63), [W69](basement_model::rules#w69): in `repentance` a room is
/// picked from the stage's file first and, if that has none, from the special rooms with the same
/// seed.
pub fn pick_stage_file_first(
    attempt: &mut Attempt<'_>,
    seed: StreamSeed,
    wanted: &Wanted,
) -> Option<Picked> {
    let of_the_stage = Wanted { files: attempt.setting.files.clone(), ..wanted.clone() };
    match attempt.pick(seed, &of_the_stage) {
        Some(picked) => Some(picked),
        None => attempt.pick(seed, wanted),
    }
}

/// [W33](basement_model::rules#w33): picks a room that comes by chance, and takes a dead end for it.
pub fn pick_and_take(attempt: &mut Attempt<'_>, wanted: &Wanted) -> Result<Taken, Stop> {
    let picked = pick(attempt, wanted)?;
    let dead_end = take(attempt, picked);
    Ok((picked, dead_end))
}

/// [R37](basement_model::rules#r37), [W33](basement_model::rules#w33): places the room if its
/// chance hit, else the dead end goes back.
pub fn place_or_give_back(
    attempt: &mut Attempt<'_>,
    kind: RoomKind,
    (picked, dead_end): Taken,
    is_hit: bool,
) {
    match dead_end {
        Some(dead_end) if is_hit => attempt.place(dead_end, kind, picked),
        Some(dead_end) => give_back(attempt, dead_end),
        None => {}
    }
}

/// W30-W32, W43: places a picked room that the floor must have.
fn place_certain(attempt: &mut Attempt<'_>, kind: RoomKind, picked: Picked) -> Result<(), Stop> {
    let dead_end = take_or_fail(attempt, kind, picked)?;
    attempt.place(dead_end, kind, picked);
    Ok(())
}

/// [R22](basement_model::rules#r22), [W61](basement_model::rules#w61),
/// [W30](basement_model::rules#w30): the super secret room. With Luna, in `repentance`, there is a
/// second one if it finds a place. Then one draw is the secret seed, which is returned.
///
/// [W61](basement_model::rules#w61): in `repentance` a separate stream gives each room its pick
/// seed, which is also its placing seed.
pub fn place_super_secret_rooms(attempt: &mut Attempt<'_>) -> Result<StreamSeed, Stop> {
    let rules = &attempt.setting.rules.boss;
    let mut own = rules
        .super_secret_stream
        .then(|| Stream::seeded(attempt.level().draw_seed(), SUPER_SECRET));
    place_super_secret(attempt, own.as_mut())?;
    if rules.luna_super_secret && attempt.run.state.items.has(Item::Luna) {
        match place_super_secret(attempt, own.as_mut()) {
            // It is optional: without a place the attempt continues.
            Err(Stop::Failed(..)) => {}
            other => other?,
        }
    }
    Ok(attempt.level().draw_seed())
}

/// W30, W61: one super secret room.
fn place_super_secret(attempt: &mut Attempt<'_>, own: Option<&mut Stream>) -> Result<(), Stop> {
    let (kind, wanted) = (RoomKind::SuperSecret, Wanted::special(RoomType::SuperSecret));
    let Some(own) = own else {
        let picked = pick(attempt, &wanted)?;
        return place_certain(attempt, kind, picked);
    };
    let seed = own.draw_seed();
    let picked = attempt.pick(seed, &wanted).ok_or_else(|| Stop::missing(&wanted))?;
    let dead_end = take_or_fail(attempt, kind, picked)?;
    attempt.place_with(seed, dead_end, kind, picked);
    Ok(())
}

/// [R23](basement_model::rules#r23), [R24](basement_model::rules#r24),
/// [W31](basement_model::rules#w31), [W32](basement_model::rules#w32): whether a stage has a shop,
/// or a treasure room: stages 1 to 6; 7 and 8 with a trinket; in `repentance` also stage 10
/// ([R23](basement_model::rules#r23)), in the Cathedral with Holy Crown, in Sheol with Wicked
/// Crown.
#[must_use]
pub fn stage_has_one(attempt: &Attempt<'_>, trinket: Item) -> bool {
    let special = &attempt.setting.rules.special;
    let (sheol_type, stage) = (0, attempt.stage());
    let crown = match attempt.stage_type() == sheol_type {
        true => Item::WickedCrown,
        false => Item::HolyCrown,
    };
    stage <= special.last_stage_with_shop
        || (stage <= special.last_stage_with_coin && attempt.run.state.items.has(trinket))
        || (stage == 10 && special.crowns && attempt.run.state.items.has(crown))
}

/// [R23](basement_model::rules#r23), [W31](basement_model::rules#w31): the shop. Its subtype is its
/// level or, rarely, that of a rare shop. From the third victory lap on no floor has one.
pub fn place_shop(attempt: &mut Attempt<'_>) -> Result<(), Stop> {
    let rules = &attempt.setting.rules.special;
    let is_late = attempt.run.state.victory_lap >= rules.no_shop_from_lap;
    if is_late || !stage_has_one(attempt, Item::SilverDollar) {
        return Ok(());
    }
    let subtype = match rules.shop_level_drawn {
        true => drawn_shop(attempt),
        false => {
            let level = attempt.run.shop_level();
            match attempt.level().random(rules.rare_shop) {
                0 => 11,
                1 if level > 1 => 10,
                _ => level,
            }
        }
    };
    let picked = pick(attempt, &Wanted::subtype(RoomType::Shop, subtype))?;
    place_certain(attempt, RoomKind::Shop, picked)
}

/// [W62](basement_model::rules#w62): the shop's subtype in `repentance`, from its own stream. Two
/// draws make the level. In hard mode a third draw decides whether they count; otherwise the level
/// is the highest that they could make. The fourth can bring a rare shop; exactly two Store Keys
/// keep the bad one away. Tainted Keeper has his own shops.
fn drawn_shop(attempt: &mut Attempt<'_>) -> u32 {
    let mut stream = Stream::seeded(attempt.level().draw_seed(), SHOP);
    let one = |achievement| u32::from(attempt.run.achievements.has(achievement));
    let a = 1 + one(151) + one(153);
    let b = 1 + one(152) + one(154);
    let mut level = stream.random(a) + stream.random(b);
    let is_hard = attempt.setting.request.difficulty == Difficulty::Hard;
    if stream.random(attempt.setting.rules.special.hard_best_shop) == 0 || !is_hard {
        level = a + b - 2;
    }
    let has_two_keys = attempt.run.state.items.count(Item::StoreKey) == 2;
    let subtype = match stream.random(attempt.setting.rules.special.rare_shop) {
        0 if !has_two_keys => 11,
        1 if level > 1 => 10,
        _ => level,
    };
    match attempt.run.state.character {
        Character::TaintedKeeper => subtype + 100,
        _ => subtype,
    }
}

/// [R24](basement_model::rules#r24), [W32](basement_model::rules#w32): the treasure room. A
/// Labyrinth floor has two; then the level stream is restored to where it was after the first.
pub fn place_treasure_rooms(attempt: &mut Attempt<'_>) -> Result<(), Stop> {
    if !stage_has_one(attempt, Item::BloodyCrown) {
        return Ok(());
    }
    let rooms = match attempt.setting.is_labyrinth() {
        true => attempt.setting.rules.special.labyrinth_treasure_rooms,
        false => 1,
    };
    if rooms == 0 {
        return Ok(());
    }
    place_treasure_room(attempt)?;
    let saved = attempt.level().clone();
    for _ in 1..rooms {
        place_treasure_room(attempt)?;
    }
    attempt.level().restore(&saved);
    Ok(())
}

/// W32: one treasure room. A draw, or with Golden Horse Shoe a second one, can give it a choice of
/// items; Pay To Win gives it another subtype.
fn place_treasure_room(attempt: &mut Attempt<'_>) -> Result<(), Stop> {
    let rules = &attempt.setting.rules.special;
    let mut has_more_options = attempt.level().one_in(rules.more_options);
    if !has_more_options {
        let modulus = horse_shoe_modulus(attempt);
        let second = attempt.level().random(modulus);
        has_more_options =
            second < rules.horse_shoe_below && attempt.run.state.items.has(Item::GoldenHorseShoe);
    }
    let subtype = match (has_more_options, attempt.run.state.items.has(Item::PayToWin)) {
        (false, false) => 0,
        (true, false) => 1,
        (false, true) => 2,
        (true, true) => 3,
    };
    let wanted = Wanted::subtype(RoomType::Treasure, subtype);
    let seed = attempt.level().draw_seed();
    let picked = match rules.stage_file_first {
        true => pick_stage_file_first(attempt, seed, &wanted),
        false => attempt.pick(seed, &wanted),
    };
    let picked = picked.ok_or_else(|| Stop::missing(&wanted))?;
    place_certain(attempt, RoomKind::Treasure, picked)
}

/// [W32](basement_model::rules#w32), [W63](basement_model::rules#w63): n of Golden Horse Shoe's
/// draw: 100, or 50 with Mom's Box; in `repentance` 100 divided by the number of Golden Horse Shoes,
/// which Mom's Box doubles.
fn horse_shoe_modulus(attempt: &Attempt<'_>) -> u32 {
    let rules = &attempt.setting.rules.special;
    let has_box = attempt.run.state.items.has(Item::MomsBox);
    if rules.horse_shoe_divides {
        let shoes = u32::from(attempt.run.state.items.count(Item::GoldenHorseShoe))
            * if has_box { 2 } else { 1 };
        (rules.horse_shoe_draw / shoes.max(1)).max(1)
    } else if has_box {
        rules.horse_shoe_draw_moms_box
    } else {
        rules.horse_shoe_draw
    }
}

/// [R35](basement_model::rules#r35), [W43](basement_model::rules#w43): the Dark Room's grave: one
/// draw is the pick seed. It is used only if the further graves are unlocked; else the grave is the
/// first room of variant 3.
pub fn place_grave(attempt: &mut Attempt<'_>) -> Result<(), Stop> {
    if (attempt.stage(), attempt.stage_type()) != (11, 0) {
        return Ok(());
    }
    let seed = attempt.level().draw_seed();
    let is_unlocked = attempt.run.achievements.has(run_memory::GRAVE);
    let wanted = Wanted::variants(RoomType::Normal, if is_unlocked { (3, 9) } else { (3, 3) });
    let picked = match is_unlocked {
        true => attempt.pick(seed, &wanted),
        false => pick::first_ordinary(attempt.setting.catalogue, SPECIAL_ROOMS, 3),
    };
    let picked = picked.ok_or_else(|| Stop::missing(&wanted))?;
    place_certain(attempt, RoomKind::Grave, picked)
}
