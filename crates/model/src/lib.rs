//! The data model of a floor of *The Binding of Isaac*: its grid, its rooms and their doors, the
//! request that it answers, and the seed that it comes from.
//!
//! The crate has no rules for making floors. The rules are in `basement-floors`, which returns the
//! [`Floor`] defined here; `basement-survey` measures it. The ids in the documentation
//! ([F1](crate::rules#f1), [R33](crate::rules#r33), ...) are those of the [rules page](rules).
//!
//! The crate is pure: no files, no threads, no output.
//!
//! ```
//! use basement_model::{Cell, Floor, FloorParts, Grid, Request, Room, RoomKind, Seed, Shape};
//!
//! let start = Room { kind: RoomKind::Start, ..Room::normal(Cell::new(6, 6), Shape::Single, 0) };
//! let beside = Room::normal(Cell::new(7, 6), Shape::Wide, 1);
//! let rooms = [start, beside];
//! let floor = Floor::new(FloorParts::new(Grid::REBIRTH, &Request::level(1), Seed::Pcg(0), &rooms))?;
//! assert_eq!(floor.doors().len(), 1);
//! # Ok::<(), basement_model::FloorError>(())
//! ```

mod bits;
mod curse;
mod document;
mod door_slot;
mod error;
mod floor;
mod floor_error;
mod game_rng;
mod graph;
mod grid;
mod item_counts;
mod map;
mod occupancy;
mod outcome;
#[doc(hidden)]
pub mod paths;
mod request;
mod room;
mod run_state;
mod seed;
mod shape;

#[doc = include_str!("rules.md")]
pub mod rules {}

pub use bits::{Achievements, BossSet, RunFlags};
pub use curse::{Curse, CurseChoice};
#[doc(hidden)]
pub use document::{WrittenFloor, WrittenRoom};
pub use door_slot::{DoorSlot, DoorSlots};
pub use error::RequestError;
pub use floor::{Door, Floor, FloorParts};
pub use floor_error::FloorError;
pub use game_rng::{GameRng, RUN_TRIPLE, SHIFT_TRIPLES, STREAM_TRIPLE, unit_float, xorshift};
pub use graph::{Distances, Graph, RoomSet};
pub use grid::{Cell, Direction, Grid, MAX_CELLS};
pub use map::{FloorMap, RoomMap};
pub use occupancy::{FacingSlots, Occupancy};
pub use outcome::{FailedPlacing, MAX_BOSSES, Outcome, PlacingFailure};
pub use request::{Difficulty, Phase, Request, Unlocks};
pub use room::{MAX_ROOMS, Room, RoomKind, RoomPlacing, RoomSeeds};
pub use run_state::{Character, Item, Items, RunState};
pub use seed::{RngKind, RunSeed, Seed};
pub use shape::Shape;

/// The README's example, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
