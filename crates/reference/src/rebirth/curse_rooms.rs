//! The curse rooms ([W35](basement_model::rules#w35), [W66](basement_model::rules#w66)).

use basement_model::{Item, RoomKind};
use basement_rooms::RoomType;

use super::Attempt;
use super::dead_ends::take;
use super::optional::one_in_or;
use super::pick::{Picked, Wanted};
use super::placing::Stop;
use super::special::{Taken, place_or_give_back};
use crate::stream::{CURSE, Stream};

/// [W35](basement_model::rules#w35): the curse room, at 1/2, or 1/4 when a devil room was entered.
/// In `repentance` Voodoo Head brings a second one ([R28](basement_model::rules#r28)). Returns what
/// the last one took: a mini-boss without a sin takes it again ([W36](basement_model::rules#w36)).
pub fn place_curse_rooms(attempt: &mut Attempt<'_>) -> Result<Taken, Stop> {
    let rules = &attempt.setting.rules.special;
    let has_second = rules.voodoo_head_curse && attempt.run.holds(Item::VoodooHead);
    if rules.curse_stream {
        return place_from_stream(attempt, if has_second { 2 } else { 1 });
    }
    let picked = pick_from_level(attempt)?;
    let taken = (picked, take(attempt, picked));
    let has_entered = attempt.run.state.devil_room_entered;
    let is_hit = one_in_or(attempt.level(), rules.curse, rules.curse_devil, has_entered);
    place_or_give_back(attempt, RoomKind::Curse, taken, is_hit || rules.curse_always);
    if !has_second {
        return Ok(taken);
    }
    // R28: the second one is placed without a chance.
    let picked = pick_from_level(attempt)?;
    let taken = (picked, take(attempt, picked));
    place_or_give_back(attempt, RoomKind::Curse, taken, true);
    Ok(taken)
}

/// [W66](basement_model::rules#w66): the curse rooms of `repentance`, whose draws come from a stream
/// of their own. Its state is the placing seed. The second one is placed whatever is drawn.
fn place_from_stream(attempt: &mut Attempt<'_>, rooms: u32) -> Result<Taken, Stop> {
    let rules = &attempt.setting.rules.special;
    let mut stream = Stream::seeded(attempt.level().draw_seed(), CURSE);
    let mut number = 1;
    loop {
        let picked = pick_curse(attempt, &mut stream)?;
        let taken = (picked, take(attempt, picked));
        let has_entered = attempt.run.state.devil_room_entered;
        let is_hit = one_in_or(&mut stream, rules.curse, rules.curse_devil, has_entered);
        match taken.1 {
            Some(dead_end) if is_hit || rules.curse_always || number == 2 => {
                let seed = stream.state_as_seed();
                attempt.place_with(seed, dead_end, RoomKind::Curse, picked);
            }
            _ => place_or_give_back(attempt, RoomKind::Curse, taken, false),
        }
        if number == rooms {
            return Ok(taken);
        }
        number += 1;
    }
}

/// W35: a curse room, picked by draws of the level stream.
fn pick_from_level(attempt: &mut Attempt<'_>) -> Result<Picked, Stop> {
    let mut level = attempt.level().clone();
    let picked = pick_curse(attempt, &mut level);
    *attempt.level() = level;
    picked
}

/// [W66](basement_model::rules#w66): picks a curse room, in `repentance` of subtype 0. With Voodoo
/// Head it is of subtype 1; when there is none, another draw picks one of subtype 0.
fn pick_curse(attempt: &mut Attempt<'_>, stream: &mut Stream) -> Result<Picked, Stop> {
    let any = Wanted::special(RoomType::Curse);
    if !attempt.setting.rules.special.subtypes {
        return attempt.pick(stream.draw_seed(), &any).ok_or_else(|| Stop::missing(&any));
    }
    if attempt.run.holds(Item::VoodooHead) {
        let voodoo = Wanted { subtype: Some(1), ..any.clone() };
        if let Some(picked) = attempt.pick(stream.draw_seed(), &voodoo) {
            return Ok(picked);
        }
    }
    let plain = Wanted { subtype: Some(0), ..any };
    attempt.pick(stream.draw_seed(), &plain).ok_or_else(|| Stop::missing(&plain))
}
