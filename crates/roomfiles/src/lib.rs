//! Room files of *The Binding of Isaac*, read and written: Basement Renovator's XML
//! and the game's binary STB, in its three versions ([L1](basement_model::rules#l1)).
//!
//! Nothing is lost. A binary file that is read and written again is the same byte by byte; an XML
//! file is the same value by value, including comments and the attributes and elements that the
//! crate does not know. A file with a clear meaning is read as the game and the community's tools
//! read it, and [`check()`] lists what is odd about it. Other files are refused, with the line or
//! the offset, the room and the reason. Reading a file takes no more memory than a few times its
//! size.
//!
//! ```
//! use basement_rooms::{RoomFileFormat, RoomType};
//!
//! let text = br#"<rooms><room type="1" variant="7" name="Two doors" shape="2" weight="0.5">
//!     <door exists="True" x="-1" y="3"/><door exists="True" x="13" y="3"/>
//! </room></rooms>"#;
//! let file = basement_roomfiles::parse("14.sheol.xml", text)?;
//! assert_eq!(file.stage, Some(14));
//! let room = &file.rooms[0];
//! assert_eq!(room.room.room_type, RoomType::Normal);
//! assert_eq!(room.room.doors, room.room.shape.slots());
//!
//! let binary = basement_roomfiles::write(&file, RoomFileFormat::Stb1)?;
//! assert_eq!(basement_roomfiles::parse("14.sheol.stb", &binary)?.rooms, file.rooms);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod boss_pools;
mod diff;
mod entity_names;
mod error;
mod extras;
mod file_name;
mod files;
mod findings;
mod folders;
mod load;
mod memory_files;
mod merge;
mod metadata;
mod oddities;
mod receiver;
mod room_label;
mod stb;
mod xml;

pub use basement_rooms::EMBEDDED;
pub use boss_pools::read_boss_pools;
pub use diff::{FileDiff, RoomChange, RoomDiff, diff};
pub use entity_names::EntityNames;
pub use error::{Position, ReadError, ReadErrorKind, RoomFileError, WriteError};
pub use file_name::{NoStage, stage_of};
pub use findings::{Finding, FindingGroup, FindingGroups, FindingKind, Severity};
pub use folders::{FilePair, SkipReason, Skipped, file_pairs, room_files};
pub use load::{
    LoadedRooms, check, check_place, format_of_ending, left_out, load, load_files, load_with_base,
    parse, read, write,
};
pub use memory_files::MemoryFiles;
pub use metadata::mod_name;
pub use room_label::RoomLabel;

/// The README's example, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
