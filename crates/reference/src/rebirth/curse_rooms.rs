//! The curse rooms ([W35](basement_model::rules#w35), [W66](basement_model::rules#w66)).

use basement_model::{Item, RoomKind};
use basement_rooms::RoomType;

use super::Attempt;
use super::dead_ends::take;
use super::optional::one_in_or;
use super::pick::{Picked, Wanted};
use super::placing::Stop;
use super::special::{Taken, pick_and_take, place_or_give_back};
use crate::stream::{CURSE, Stream};

/// [R28](basement_model::rules#r28), [W35](basement_model::rules#w35): the curse room, with chance
/// 1/2, or 1/4 if a devil room was entered. In `repentance` Voodoo Head brings a second one
/// ([R28](basement_model::rules#r28)), and curse rooms have their own stream
/// ([W66](basement_model::rules#w66)). Returns the last one's room and dead end, because a
/// mini-boss without a sin takes them again ([W36](basement_model::rules#w36)).
pub fn place_curse_rooms(attempt: &mut Attempt<'_>) -> Result<Taken, Stop> {
    let rules = &attempt.setting.rules.special;
    let has_voodoo_head = rules.voodoo_head_curse && attempt.run.state.items.has(Item::VoodooHead);
    if rules.curse_stream {
        return place_from_stream(attempt, has_voodoo_head);
    }
    let wanted = Wanted { subtype: rules.subtypes.then_some(0), ..any_curse_room() };
    let taken = pick_and_take(attempt, &wanted)?;
    let has_entered = attempt.run.state.devil_room_entered;
    let is_hit = one_in_or(attempt.level(), rules.curse, rules.curse_devil, has_entered);
    place_or_give_back(attempt, RoomKind::Curse, taken, is_hit);
    if !has_voodoo_head {
        return Ok(taken);
    }
    // R28: the second one is placed without a chance, if it has a dead end.
    let taken = pick_and_take(attempt, &wanted)?;
    place_or_give_back(attempt, RoomKind::Curse, taken, true);
    Ok(taken)
}

fn any_curse_room() -> Wanted {
    Wanted::special(RoomType::Curse)
}

/// [W66](basement_model::rules#w66): the curse rooms of `repentance`: one, or two with Voodoo Head.
/// The stream's state is the placing seed. The second one is always placed.
fn place_from_stream(attempt: &mut Attempt<'_>, has_voodoo_head: bool) -> Result<Taken, Stop> {
    let mut stream = Stream::seeded(attempt.level().draw_seed(), CURSE);
    let first = place_one(attempt, &mut stream, has_voodoo_head, false)?;
    match has_voodoo_head {
        true => place_one(attempt, &mut stream, has_voodoo_head, true),
        false => Ok(first),
    }
}

/// [W66](basement_model::rules#w66), [W87](basement_model::rules#w87): one curse room, with the
/// chance of [R28](basement_model::rules#r28).
fn place_one(
    attempt: &mut Attempt<'_>,
    stream: &mut Stream,
    has_voodoo_head: bool,
    is_second: bool,
) -> Result<Taken, Stop> {
    let rules = &attempt.setting.rules.special;
    let picked = pick_curse_room(attempt, stream, has_voodoo_head)?;
    let taken = (picked, take(attempt, picked));
    let has_entered = attempt.run.state.devil_room_entered;
    let is_hit = one_in_or(stream, rules.curse, rules.curse_devil, has_entered);
    match taken.1 {
        Some(dead_end) if is_hit || is_second => {
            attempt.place_with(stream.state_as_seed(), dead_end, RoomKind::Curse, picked);
        }
        _ => place_or_give_back(attempt, RoomKind::Curse, taken, false),
    }
    Ok(taken)
}

/// [W66](basement_model::rules#w66): picks a curse room of subtype 0. With Voodoo Head it has
/// subtype 1; if there is none, another draw picks one of subtype 0.
fn pick_curse_room(
    attempt: &mut Attempt<'_>,
    stream: &mut Stream,
    has_voodoo_head: bool,
) -> Result<Picked, Stop> {
    let seed = stream.draw_seed();
    if !attempt.setting.rules.special.subtypes {
        let any = any_curse_room();
        return attempt.pick(seed, &any).ok_or_else(|| Stop::missing(&any));
    }
    let plain = Wanted { subtype: Some(0), ..any_curse_room() };
    if !has_voodoo_head {
        return attempt.pick(seed, &plain).ok_or_else(|| Stop::missing(&plain));
    }
    let voodoo = Wanted { subtype: Some(1), ..any_curse_room() };
    if let Some(picked) = attempt.pick(seed, &voodoo) {
        return Ok(picked);
    }
    let seed = stream.draw_seed();
    attempt.pick(seed, &plain).ok_or_else(|| Stop::missing(&plain))
}
