//! Rooms with insides: the catalogue (L1), the choice of a room from it (L2), and
//! what its rooms hold.
//!
//! A [`RoomFile`] is what somebody wrote: rooms with names, doors and spawns, all
//! kept as read. A [`Catalogue`] is made of such files and keeps what a choice looks
//! at apart from the rest, so that a generator touches a few bytes a room.

mod catalogue;
mod choice;
mod embedded;
mod interior;
mod plan;
mod pool;
mod query;
mod room_type;
mod stage_file;
mod thresholds;

pub use catalogue::{Catalogue, CatalogueError, CatalogueRoom, FileRoom, Format, RoomFile};
pub use interior::{
    Entity, Extra, Interior, Part, Said, Spawn, TILES_HIGH, TILES_WIDE, WallDoor, door_slot,
    wall_place,
};
pub use plan::{RoomPlan, Tile};
pub use room_type::RoomType;
pub use stage_file::{SPECIAL_ROOMS, STAGE_FILES, StageFile, stage_file};

pub use choice::Weights;
pub use query::Query;
