//! Floors of *The Binding of Isaac*, as its two games make them.
//!
//! Two generators, [`flash::Flash`] and [`rebirth::Rebirth`], stand behind one
//! trait, [`Generator`]: a [`Request`] and a [`Seed`] go in, a [`Floor`] comes
//! out, and the same two always give the same floor. Each is written rule by
//! rule; the ids in the documentation (F1, R33, ...) are those of the project's
//! rules page.
//!
//! The crate is pure: no files, no threads, no drawing, and no allocation per
//! floor.
//!
//! ```
//! use basement_floors::{Backend, Request, RunSeed, Seed};
//!
//! let rebirth = Backend::Rebirth.generator("repentance", &[])?;
//! let run: RunSeed = "B911 99AC".parse()?;
//! let floor = rebirth.generate(&Request::level(1), run.stage_seed(1))?;
//! println!("{floor}");
//!
//! let flash = Backend::Flash.generator("article", &[])?;
//! let floor = flash.generate(&Request::level(1), Seed::Pcg(1))?;
//! assert!(matches!(floor.wanted(), 7 | 8));
//! # Ok::<(), basement_floors::GenerateError>(())
//! ```

mod chance;
mod document;
mod draws;
mod error;
pub mod flash;
mod floor;
mod generator;
mod graph;
mod grid;
mod journal;
mod map;
mod parameters;
mod posterior;
pub mod rebirth;
mod request;
mod room;
pub mod rooms;
mod shape;

pub use chance::Chance;
pub use draws::{
    Counted, Draws, GameRng, RUN_TRIPLE, RngKind, RunSeed, SHIFT_TRIPLES, STREAM_TRIPLE, Seed,
    unit_float,
};
pub use error::{FloorError, GenerateError, RequestError};
pub use floor::{Door, Floor, FloorParts, MAX_ROOMS, RoomIndices};
pub use generator::{Backend, Change, Description, Generator};
pub use graph::{Distances, Graph, RoomSet};
pub use grid::{Cell, CoveredCell, Direction, Grid, MAX_CELLS, Occupancy, WaysOut};
pub use journal::{Decision, Event, rule_ids};
pub use map::FloorMap;
pub use parameters::{Parameter, Parameters, Value};
pub use posterior::{Posterior, PosteriorError};
pub use request::{
    Character, Curse, CurseChoice, Difficulty, Item, Items, Phase, Request, RunState, Unlocks,
};
pub use room::{Room, RoomKind};
pub use shape::{DoorSlot, DoorSlots, Shape};
