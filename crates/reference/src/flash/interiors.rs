//! The interiors of ordinary rooms ([F14](basement_model::rules#f14)).

use basement_floors::InteriorName;
use basement_model::{Request, Room, RoomKind};

use super::FloorSetting;
use super::board::PlannedRoom;
use crate::finished;
use crate::stream::Stream;

/// [F14](basement_model::rules#f14): how many rooms each pool has: half of a chapter's 174.
pub const POOL_ROOMS: u32 = 87;

/// [F14](basement_model::rules#f14): the pools of a level, each as the number of its easier pools.
/// The pools are the first, the middle and the last half of a chapter's rooms. The first stage of a
/// chapter uses easy and medium, the second medium and hard, a Labyrinth floor all three.
#[must_use]
pub const fn pools(request: &Request, is_labyrinth: bool) -> &'static [u32] {
    let is_first_stage = request.level % 2 == 1;
    if is_labyrinth {
        &[0, 1, 2]
    } else if is_first_stage {
        &[0, 1]
    } else {
        &[1, 2]
    }
}

/// [F14](basement_model::rules#f14): the number of a pool's room on a floor: 87 for each easier
/// pool, plus the number in the pool, from 0.
#[must_use]
pub const fn interior(easier_pools: u32, number: u32) -> usize {
    (POOL_ROOMS * easier_pools + number) as usize
}

/// [F14](basement_model::rules#f14): the pool of an interior and its number there. `None` if no
/// interior has this number.
#[must_use]
pub fn name(interior: u16) -> Option<InteriorName<'static>> {
    let pool_rooms = POOL_ROOMS as u16;
    let pool = *["easy", "medium", "hard"].get(usize::from(interior / pool_rooms))?;
    Some(InteriorName::Pool { pool, number: interior % pool_rooms })
}

/// [F14](basement_model::rules#f14): draws an interior for each normal room of a finished plan, all
/// rooms of the level's pools equally likely. Interiors are drawn after everything else, so that no
/// plan depends on them.
///
/// If the rule is followed to the letter, each interior costs a draw. The engine makes one draw for
/// the whole floor: made odd, it is the state of a generator that multiplies by a constant, modulo
/// 2^32. Every room of the floor uses the next state, and the state's share of 2^32 is the number's
/// share of the rooms in the pools.
pub fn draw_interiors(
    setting: &FloorSetting<'_>,
    rooms: &[PlannedRoom],
    stream: &mut Stream,
) -> Vec<Option<usize>> {
    let pools = pools(setting.request, setting.is_labyrinth());
    let mut rooms_of_pools = Vec::new();
    for easier_pools in pools {
        rooms_of_pools.extend((0..POOL_ROOMS).map(|number| interior(*easier_pools, number)));
    }
    let count = rooms_of_pools.len() as u64;
    let mut states = if setting.is_literal { None } else { Some(States::new(stream.draw())) };
    let mut interiors = Vec::new();
    for room in rooms {
        let is_normal = room.kind == RoomKind::Normal;
        let number = match &mut states {
            Some(states) => states.advance() * count / (1 << 32),
            None if is_normal => u64::from(stream.random(count as u32)),
            None => 0,
        };
        interiors.push(if is_normal { Some(rooms_of_pools[number as usize]) } else { None });
    }
    interiors
}

/// [F14](basement_model::rules#f14): the states of the generator that one draw seeds, each below
/// 2^32.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct States(u64);

impl States {
    /// [F14](basement_model::rules#f14): starts from a draw, made odd.
    #[must_use]
    pub const fn new(draw: u32) -> Self {
        Self((draw | 1) as u64)
    }

    /// [F14](basement_model::rules#f14): the next state.
    pub const fn advance(&mut self) -> u64 {
        self.0 = self.0 * 0x93D7_65DD % (1 << 32);
        self.0
    }
}

/// [F14](basement_model::rules#f14): a room of the plan as a room of the floor: one cell, with a
/// door possible on each side. Rooms that touch always share a door.
#[must_use]
pub fn finished_room(room: &PlannedRoom, interior: Option<usize>) -> Room {
    let doors = [true, true, true, true, false, false, false, false];
    finished::room((room.cell % 10, room.cell / 10), 1, room.kind, room.depth, doors, interior)
}
