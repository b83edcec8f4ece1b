//! Boss rooms ([W14-W16](basement_model::rules#w14)).

use basement_model::{PlacingFailure, RoomKind};
use basement_rooms::RoomType;

use super::boss_choice::{self, StageBoss};
use super::candidates::candidates;
use super::growth::shuffle;
use super::pick::{Picked, Wanted};
use super::placing::Stop;
use super::shapes::{Cell, direction_of_slot, neighbours};
use super::{Attempt, dead_ends};
use crate::rebirth::board::slots_of_shape;
use crate::stream::{PICKER, Stream, StreamSeed};

/// [W14](basement_model::rules#w14): the variants of all rooms of double trouble.
pub const DOUBLE_TROUBLE: std::ops::RangeInclusive<u32> = 3700..=3849;

/// [W15](basement_model::rules#w15): the further bosses that The Void can have.
pub const BOSSES_OF_THE_VOID: [u32; 31] = [
    0, 5, 7, 8, 11, 12, 15, 16, 19, 22, 24, 25, 30, 31, 33, 35, 38, 39, 40, 41, 42, 46, 48, 49, 51,
    53, 54, 58, 59, 66, 68,
];

/// [W14](basement_model::rules#w14): the achievement that unlocks a boss of double trouble or of a
/// pool ([W70](basement_model::rules#w70)).
#[must_use]
pub const fn achievement_of(boss: u32) -> Option<u16> {
    match boss {
        20 => Some(16),
        21 => Some(17),
        19 => Some(18),
        42 => Some(68),
        57..=66 => Some(346),
        67..=72 => Some(347),
        _ => None,
    }
}

/// [W83](basement_model::rules#w83), [W14](basement_model::rules#w14): where the pick seeds of one
/// boss come from: a picker that one draw of the level stream seeds, or the level stream itself.
enum Picker {
    Own(Stream),
    Level,
}

impl Picker {
    fn own(attempt: &mut Attempt<'_>) -> Self {
        Self::Own(Stream::seeded(attempt.level().draw_seed(), PICKER))
    }

    /// [W60](basement_model::rules#w60): in `repentance` every boss room has a picker; otherwise
    /// only the first one ([W15](basement_model::rules#w15), [W16](basement_model::rules#w16)).
    fn for_further_boss(attempt: &mut Attempt<'_>) -> Self {
        match attempt.setting.rules.boss.picker_for_each {
            true => Self::own(attempt),
            false => Self::Level,
        }
    }

    fn next(&mut self, attempt: &mut Attempt<'_>) -> StreamSeed {
        match self {
            Self::Own(picker) => picker.draw_seed(),
            Self::Level => attempt.level().draw_seed(),
        }
    }
}

/// [R21](basement_model::rules#r21), [W60](basement_model::rules#w60),
/// [W14](basement_model::rules#w14), [W15](basement_model::rules#w15),
/// [W16](basement_model::rules#w16): all boss rooms. In `repentance` no hidden room can be placed
/// beside the last of them ([W60](basement_model::rules#w60)).
pub fn place_bosses(attempt: &mut Attempt<'_>) -> Result<(), Stop> {
    let mut last = place_first_boss(attempt)?;
    if attempt.setting.is_void() {
        last = place_bosses_of_the_void(attempt)?.unwrap_or(last);
    }
    if attempt.setting.rules.boss.keeps_distance {
        let cells: Vec<Cell> = attempt.board.rooms[last].cells().collect();
        attempt.blocked.extend(cells.iter().copied().flat_map(neighbours));
        attempt.blocked.extend(cells);
    }
    Ok(())
}

/// [W12](basement_model::rules#w12), [W14](basement_model::rules#w14): chooses the boss, picks its
/// room, takes a dead end for it, and places it. On a Labyrinth floor
/// ([W16](basement_model::rules#w16)) the second boss room's cell is grown in between. Returns the
/// boss room that was placed last.
pub fn place_first_boss(attempt: &mut Attempt<'_>) -> Result<usize, Stop> {
    let choice = choose(attempt, attempt.stage());
    let mut picker = Picker::own(attempt);
    let picked = match choice.double_trouble {
        Some(first) => pick_double_trouble(attempt, first, &mut picker),
        None => pick_plain(attempt, choice.boss, &mut picker),
    };
    let picked = picked.ok_or_else(|| no_room(choice))?;
    let dead_end = dead_ends::take_for_boss(attempt, picked)?;
    if !attempt.setting.is_labyrinth() {
        place(attempt, dead_end, choice.boss, picked);
        return Ok(dead_end);
    }
    let second = grow_second(attempt, dead_end, picked);
    place(attempt, dead_end, choice.boss, picked);
    place_second(attempt, second)
}

/// W12, W70: the choice for a stage: the floor's own, or the next one (W16).
fn choose(attempt: &mut Attempt<'_>, stage: u8) -> StageBoss {
    let (rules, stage_type) = (attempt.setting.rules, attempt.stage_type());
    match rules.boss_choice.from_pools {
        true => attempt.pool.choose(rules, attempt.run, stage, stage_type),
        false => {
            let level = &mut attempt.streams.level;
            boss_choice::choose(rules, level, attempt.run, stage, stage_type)
        }
    }
}

/// W14: places a boss's room.
fn place(attempt: &mut Attempt<'_>, room: usize, boss: u32, picked: Picked) {
    attempt.bosses.push(boss);
    attempt.place(room, RoomKind::Boss, picked);
}

/// [W11](basement_model::rules#w11), [W14](basement_model::rules#w14): without a room for its boss
/// the attempt fails. If the boss is fixed, so does every other attempt.
fn no_room(choice: StageBoss) -> Stop {
    match choice.is_fixed {
        true => Stop::missing(&Wanted::subtype(RoomType::Boss, choice.boss)),
        false => Stop::Failed(RoomKind::Boss, PlacingFailure::NoRoom),
    }
}

/// [W14](basement_model::rules#w14): a plain pick: a room of the boss. The pick is repeated while
/// it gives a room of double trouble. At most 51 rooms are picked; the last one is not checked.
fn pick_plain(attempt: &mut Attempt<'_>, boss: u32, picker: &mut Picker) -> Option<Picked> {
    let wanted = Wanted::subtype(RoomType::Boss, boss);
    for _ in 1..attempt.setting.rules.boss.most_picks {
        let picked = pick_once(attempt, &wanted, picker)?;
        if !DOUBLE_TROUBLE.contains(&picked.variant) {
            return Some(picked);
        }
    }
    pick_once(attempt, &wanted, picker)
}

/// [W14](basement_model::rules#w14): a pick of double trouble. It is repeated while its boss is
/// locked, up to the same limit.
fn pick_double_trouble(
    attempt: &mut Attempt<'_>,
    first: u32,
    picker: &mut Picker,
) -> Option<Picked> {
    let wanted = Wanted::variants(RoomType::Boss, (first, first + 49));
    for _ in 1..attempt.setting.rules.boss.most_picks {
        let picked = pick_once(attempt, &wanted, picker)?;
        let is_locked = achievement_of(picked.subtype)
            .is_some_and(|achievement| !attempt.run.achievements.has(achievement));
        if !is_locked {
            return Some(picked);
        }
    }
    pick_once(attempt, &wanted, picker)
}

fn pick_once(attempt: &mut Attempt<'_>, wanted: &Wanted, picker: &mut Picker) -> Option<Picked> {
    let seed = picker.next(attempt);
    // F8: the boss's room is a 1x1 then.
    if attempt.setting.rules.boss.last_end_room {
        return attempt.pick(seed, &wanted.clone().single());
    }
    attempt.pick(seed, wanted)
}

/// [W15](basement_model::rules#w15): The Void's further bosses: five to eight of the shuffled list.
/// The first five must find a place. Returns the room of the last one that found a place.
pub fn place_bosses_of_the_void(attempt: &mut Attempt<'_>) -> Result<Option<usize>, Stop> {
    let rules = &attempt.setting.rules.boss;
    let count = rules.void_extra + attempt.level().random(rules.void_extra_random);
    let mut bosses = BOSSES_OF_THE_VOID;
    for last in (1..bosses.len()).rev() {
        let other = attempt.level().random(last as u32 + 1) as usize;
        bosses.swap(last, other);
    }
    let mut last = None;
    for (number, boss) in bosses.into_iter().take(count as usize).enumerate() {
        let mut picker = Picker::for_further_boss(attempt);
        let picked = pick_plain(attempt, boss, &mut picker)
            .ok_or(Stop::Failed(RoomKind::Boss, PlacingFailure::NoRoom))?;
        match dead_ends::take_for_boss(attempt, picked) {
            Ok(dead_end) => {
                place(attempt, dead_end, boss, picked);
                last = Some(dead_end);
            }
            Err(stop) if number < rules.void_needed as usize => return Err(stop),
            Err(_) => break,
        }
    }
    Ok(last)
}

/// [W81](basement_model::rules#w81), [W16](basement_model::rules#w16): grows the cell of a
/// Labyrinth's second boss room. The first boss room's first candidate is taken that fits, has
/// fewer than two neighbours, and is behind one of its doors. If there is none, nothing happens
/// yet.
fn grow_second(attempt: &mut Attempt<'_>, first: usize, picked: Picked) -> Option<usize> {
    let mut candidates = candidates(attempt, first);
    shuffle(&mut candidates, &mut attempt.streams.layout);
    let parent = &attempt.board.rooms[first];
    let slots: Vec<_> = slots_of_shape(parent.shape, parent.anchor).collect();
    let candidate = candidates.into_iter().find(|candidate| {
        let is_behind_a_door = slots.iter().any(|(slot, target)| {
            *target == candidate.entry
                && direction_of_slot(*slot) == candidate.direction
                && picked.doors[*slot]
        });
        attempt.board.fits(candidate.shape, candidate.anchor)
            && attempt.board.occupied_neighbours(candidate.entry) < 2
            && is_behind_a_door
    })?;
    Some(attempt.board.place(&candidate))
}

/// [R21](basement_model::rules#r21), [W16](basement_model::rules#w16): the second boss is the next
/// stage's. The level stream is restored to where it was; after a failure it stays where it
/// stopped.
fn place_second(attempt: &mut Attempt<'_>, second: Option<usize>) -> Result<usize, Stop> {
    let saved = attempt.level().clone();
    let choice = choose(attempt, attempt.stage() + 1);
    let mut picker = Picker::for_further_boss(attempt);
    let picked = match (choice.double_trouble, &picker) {
        (Some(first), Picker::Own(_)) => pick_double_trouble(attempt, first, &mut picker),
        (Some(first), Picker::Level) => {
            let wanted = Wanted::variants(RoomType::Boss, (first, first + 49));
            pick_once(attempt, &wanted, &mut picker)
        }
        (None, _) => pick_plain(attempt, choice.boss, &mut picker),
    };
    let picked = picked.ok_or_else(|| no_room(choice))?;
    let no_cell = Stop::Failed(RoomKind::Boss, PlacingFailure::NoCell);
    let second = second.ok_or(no_cell)?;
    if !dead_ends::reshape(attempt, second, picked) {
        return Err(no_cell);
    }
    place(attempt, second, choice.boss, picked);
    attempt.level().restore(&saved);
    Ok(second)
}
