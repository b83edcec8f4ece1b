//! Concrete rooms: the catalogue ([L1](basement_model::rules#l1)), the choice of a room from it
//! ([L2](basement_model::rules#l2), [W6](basement_model::rules#w6) to
//! [W11](basement_model::rules#w11)), and the inside of a room.
//!
//! A [`RoomFile`] contains rooms with names, doors and spawns, as their author wrote them. A
//! [`Catalogue`] is made of such files. It keeps the data for choices apart from the rest, so a
//! generator reads only a few bytes for each room.

mod bosses;
mod catalogue;
mod choice;
mod embedded;
mod interior;
mod normal_rooms;
mod plan;
mod pool;
mod printable;
mod query;
mod room_file;
mod room_type;
mod spawn_group;
mod stage_file;
mod thresholds;
mod weights;

pub use bosses::{BossEntry, BossPools, boss_name};
pub use catalogue::{Catalogue, CatalogueError, EMBEDDED, RoomSource};
pub use interior::{
    Entity, Extra, ExtraContent, ExtraOwner, Interior, Spawn, TILES_HIGH, TILES_WIDE, WallDoor,
    door_slot_at, door_tile,
};
pub use plan::{RoomPlan, Tile};
pub use printable::{grouped, printable};
pub use room_file::{CatalogueRoom, FileRoom, RoomFile, RoomFileFormat};
pub use room_type::RoomType;
pub use spawn_group::SpawnGroup;
pub use stage_file::{SPECIAL_ROOMS, STAGE_FILES, StageFile, stage_file};

pub use query::{Query, SPECIAL_DIFFICULTIES};
pub use weights::Weights;

/// The README's example, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
