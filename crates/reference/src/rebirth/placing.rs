//! Placing: what a picked room becomes on the plan ([W3](basement_model::rules#w3)), and what stops
//! an attempt ([W5](basement_model::rules#w5)).

use std::num::NonZeroU32;

use basement_model::{PlacingFailure, RoomKind, RoomPlacing, RoomSeeds};
use basement_rooms::RoomType;

use super::Attempt;
use super::pick::{self, Picked, Wanted};
use super::shapes::Cell;
use crate::stream::{ROOM, Stream, StreamSeed};

/// [W3](basement_model::rules#w3): a room that was placed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placing {
    /// The corner of its bounding box. In an L that lacks its top left cell this is an empty cell.
    pub anchor: Cell,
    /// The number of its shape.
    pub shape: u8,
    /// The room of the catalogue that was placed there.
    pub picked: Picked,
}

/// [W5](basement_model::rules#w5): why an attempt stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// [R17](basement_model::rules#r17): its layout was thrown away.
    TooFewDeadEnds,
    /// [W5](basement_model::rules#w5): its placing phase failed; the next attempt begins.
    Failed(RoomKind, PlacingFailure),
    /// [F7](basement_model::rules#f7): the layout has too few rooms.
    TooFewRooms,
    /// [W11](basement_model::rules#w11): the catalogue has no room of a type with a subtype, or with
    /// variants in a range. No attempt can pass.
    Missing(RoomType, Option<u32>, (u32, u32)),
}

impl Stop {
    /// [W11](basement_model::rules#w11): the catalogue lacks what is wanted.
    #[must_use]
    pub const fn missing(wanted: &Wanted) -> Self {
        Self::Missing(wanted.room_type, wanted.subtype, wanted.variants)
    }
}

impl Attempt<'_> {
    /// [W9](basement_model::rules#w9): picks a room of the catalogue with a pick seed.
    pub fn pick(&mut self, seed: StreamSeed, wanted: &Wanted) -> Option<Picked> {
        pick::pick(self.setting.catalogue, self.weights, seed, wanted)
    }

    /// [W3](basement_model::rules#w3): places a picked room on a room of the plan, with the level
    /// stream's state as its placing seed. With the game's generator no draw is made.
    pub fn place(&mut self, room: usize, kind: RoomKind, picked: Picked) {
        let placing_seed = self.level().state_as_seed();
        self.place_with(placing_seed, room, kind, picked);
    }

    /// [W3](basement_model::rules#w3): places a picked room with its own placing seed.
    pub fn place_with(
        &mut self,
        placing_seed: StreamSeed,
        room: usize,
        kind: RoomKind,
        picked: Picked,
    ) {
        let order = self.placings.len() as u8;
        let room = &mut self.board.rooms[room];
        (room.kind, room.doors) = (kind, picked.doors);
        room.interior = Some(picked.index);
        room.placing = Some(RoomPlacing { order, seeds: room_seeds(placing_seed) });
        self.placings.push(Placing { anchor: room.anchor, shape: room.shape, picked });
    }
}

/// [W53](basement_model::rules#w53), [W3](basement_model::rules#w3): the seeds of a room that is
/// placed with this seed. The game's seeds are never 0; with PCG a 0 becomes 1.
#[must_use]
pub fn room_seeds(placing_seed: StreamSeed) -> RoomSeeds {
    let mut stream = Stream::seeded(placing_seed, ROOM);
    let mut next = || NonZeroU32::new(stream.draw()).unwrap_or(NonZeroU32::MIN);
    RoomSeeds { decoration: next(), spawn: next(), award: next() }
}
