//! A floor as it is written to JSON and read back.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bits::{BossSet, RunFlags};
use crate::curse::Curse;
use crate::door_slot::{DoorSlot, DoorSlots};
use crate::floor::{Floor, FloorParts};
use crate::floor_error::FloorError;
use crate::grid::{Cell, Grid};
use crate::outcome::{FailedPlacing, MAX_BOSSES, Outcome};
use crate::request::Request;
use crate::room::{Room, RoomKind, RoomPlacing, RoomSeeds};
use crate::seed::Seed;
use crate::shape::Shape;

/// The written form of a [`Floor`]: the same facts with names. It also has what a reader would
/// otherwise have to work out: cells and doors. Any generator can write this form
/// (`docs/floors-format.md`): `rooms` with `cells`, `kind` and `shape`, `doors` and `seed`. `R` is
/// the written form of a room.
#[doc(hidden)]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WrittenFloor<R = WrittenRoom> {
    #[serde(flatten)]
    seed: Seed,
    level: u8,
    /// `none`, or the curse of the floor.
    curse: CurseName,
    wanted: u8,
    min_dead_ends: u8,
    attempts: u32,
    draws: u64,
    grid: Grid,
    rooms: Vec<R>,
    /// The doors as pairs of room numbers, the smaller first.
    #[serde(default)]
    doors: Vec<[usize; 2]>,
    dead_ends: Vec<u8>,
    /// The floor's boss, by the game's number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    boss: Option<u8>,
    /// All bosses, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bosses: Vec<u8>,
    /// Why the placing phases before the last one failed. Left out of floors without a placing phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failed_placings: Option<Vec<FailedPlacing>>,
    /// The run flags after the floor. Left out of floors without a placing phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    flags: Option<RunFlags>,
    /// The bosses that have left their pools after the floor. Left out if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bosses_met: Option<BossSet>,
    /// How many bosses were chosen from the pool of the stage file after the floor. Left out if
    /// there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bosses_chosen: Option<u8>,
    request: Request,
}

/// A curse or none, in one word.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum CurseName {
    None,
    #[serde(untagged)]
    Some(Curse),
}

/// The written form of a room.
#[doc(hidden)]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WrittenRoom {
    x: u8,
    y: u8,
    shape: Shape,
    depth: u8,
    kind: RoomKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    interior: Option<u16>,
    /// Its place in the order of placing, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    placed: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seeds: Option<RoomSeeds>,
    cells: Vec<Cell>,
    /// The slots in which it can have a door, as bits.
    slots: DoorSlots,
    /// The doors it has: the slot, and the room behind it.
    doors: Vec<WrittenDoor>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct WrittenDoor {
    slot: DoorSlot,
    room: usize,
}

impl<R> WrittenFloor<R> {
    /// The written form of a floor, with each of its rooms written by `write`.
    #[must_use]
    pub fn with_rooms(floor: &Floor, write: impl Fn(&Room, WrittenRoom) -> R) -> Self {
        let occupancy = floor.occupancy();
        let rooms = floor.rooms().iter().enumerate().map(|(index, room)| {
            let doors = floor.doors_of(index, &occupancy);
            let doors = doors.map(|door| WrittenDoor { slot: door.slot, room: door.to }).collect();
            write(room, WrittenRoom::new(room, doors))
        });
        let outcome = floor.outcome();
        let has_placing_phase =
            *outcome != Outcome::NONE || floor.rooms().iter().any(|room| room.placing.is_some());
        Self {
            seed: floor.seed(),
            level: floor.request().level,
            curse: floor.curse().map_or(CurseName::None, CurseName::Some),
            wanted: floor.wanted(),
            min_dead_ends: floor.min_dead_ends(),
            attempts: floor.attempts(),
            draws: floor.draws(),
            grid: *floor.grid(),
            rooms: rooms.collect(),
            doors: floor.door_pairs(),
            dead_ends: floor.dead_ends().to_vec(),
            boss: outcome.boss(),
            bosses: match &*outcome.bosses {
                [_] => Vec::new(),
                several => several.to_vec(),
            },
            failed_placings: has_placing_phase.then(|| outcome.failed_placings.clone()),
            flags: has_placing_phase.then_some(outcome.flags),
            bosses_met: Some(outcome.bosses_met).filter(|met| *met != BossSet::NONE),
            bosses_chosen: Some(outcome.bosses_chosen).filter(|chosen| *chosen != 0),
            request: *floor.request(),
        }
    }
}

impl WrittenRoom {
    fn new(room: &Room, doors: Vec<WrittenDoor>) -> Self {
        Self {
            x: room.anchor.x,
            y: room.anchor.y,
            shape: room.shape,
            depth: room.depth,
            kind: room.kind,
            interior: room.interior,
            placed: room.placing.map(|placing| placing.order),
            seeds: room.placing.map(|placing| placing.seeds),
            cells: room.cells().collect(),
            slots: room.slots,
            doors,
        }
    }
}

impl Serialize for Floor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenFloor::from(self.clone()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Floor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        WrittenFloor::deserialize(deserializer)?.try_into().map_err(D::Error::custom)
    }
}

impl From<Floor> for WrittenFloor {
    fn from(floor: Floor) -> Self {
        Self::with_rooms(&floor, |_, written| written)
    }
}

impl TryFrom<WrittenFloor> for Floor {
    type Error = FloorError;

    /// Reads the facts; cells and doors follow from them.
    fn try_from(document: WrittenFloor) -> Result<Self, FloorError> {
        let room = |room: WrittenRoom| Room {
            anchor: Cell::new(room.x, room.y),
            shape: room.shape,
            kind: room.kind,
            depth: room.depth,
            slots: room.slots.and(room.shape.slots()),
            interior: room.interior,
            placing: match (room.placed, room.seeds) {
                (Some(order), Some(seeds)) => Some(RoomPlacing { order, seeds }),
                _ => None,
            },
        };
        let bosses = match (document.boss, &*document.bosses) {
            (Some(boss), []) => core::slice::from_ref(&boss).iter().copied().collect(),
            (_, several) => several.iter().copied().take(MAX_BOSSES).collect(),
        };
        let outcome = Outcome {
            bosses,
            flags: document.flags.unwrap_or_default(),
            bosses_met: document.bosses_met.unwrap_or_default(),
            bosses_chosen: document.bosses_chosen.unwrap_or_default(),
            failed_placings: document.failed_placings.unwrap_or_default(),
        };
        let rooms: Vec<Room> = document.rooms.into_iter().map(room).collect();
        Self::new(FloorParts {
            grid: document.grid,
            request: document.request,
            seed: document.seed,
            curse: match document.curse {
                CurseName::None => None,
                CurseName::Some(curse) => Some(curse),
            },
            wanted: document.wanted,
            min_dead_ends: document.min_dead_ends,
            attempts: document.attempts,
            draws: document.draws,
            rooms: &rooms,
            dead_ends: &document.dead_ends,
            outcome: &outcome,
        })
    }
}
