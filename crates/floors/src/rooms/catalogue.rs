//! The catalogue: concrete rooms, by file and type (L1).

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use serde::Serialize;
use strum::{Display, EnumString, VariantArray};
use thiserror::Error;

use super::embedded;
use super::interior::{Extra, Interior};
use super::pool::{BLOCK, Block};
use super::room_type::{NAMED_TYPES, RoomType};
use crate::shape::{DoorSlots, Shape};

/// L1: what a choice looks at in a room. The rest is its [`Interior`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CatalogueRoom {
    /// The stage file it belongs to; 0 holds the special rooms. `None` for a file
    /// without a number, whose rooms no floor draws.
    pub stage: Option<u8>,
    /// What it is made for.
    #[serde(rename = "type")]
    pub room_type: RoomType,
    /// Its number within its type.
    pub variant: u32,
    /// A further number, whose meaning depends on the type.
    pub subtype: u32,
    /// Its difficulty, 1-20 (L4).
    pub difficulty: u8,
    /// How readily it is chosen (L2); 0 is never.
    pub weight: f32,
    /// Its outline.
    pub shape: Shape,
    /// The slots in which it can have a door.
    pub doors: DoorSlots,
}

/// L1: a room with its insides, as a file holds it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FileRoom {
    /// What a choice looks at.
    #[serde(flatten)]
    pub room: CatalogueRoom,
    /// Everything else.
    #[serde(flatten)]
    pub interior: Interior,
}

/// L1: the format that a file of rooms came in.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Display, EnumString, VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Format {
    /// Basement Renovator's XML.
    #[default]
    Xml,
    /// Binary, of the first Rebirth: no subtypes, no shapes.
    Stb0,
    /// Binary, since Afterbirth.
    Stb1,
    /// Binary, with nine more bytes a room.
    Stb2,
}

/// L1: the rooms of one file, in its order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RoomFile {
    /// The file's name, without folders.
    pub name: String,
    /// The number at the start of its name.
    pub stage: Option<u8>,
    /// What it was read from, so that it can be written again.
    pub format: Format,
    /// The name of an XML file's root element, where it is not `rooms`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
    /// What else the file says of itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<Extra>,
    /// Its rooms.
    pub rooms: Vec<FileRoom>,
}

/// Files that make no catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// Rooms are numbered with 16 bits.
    #[error(
        "{given} rooms are too many for one catalogue: it holds up to 65535, so load fewer files"
    )]
    TooManyRooms {
        /// How many there are.
        given: usize,
    },
}

/// The rooms of one type in the files of one stage number: which blocks hold them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pool {
    first: u16,
    end: u16,
}

/// L1: a collection of rooms to choose from. Its rooms are numbered through all files.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalogue {
    files: Vec<RoomFile>,
    /// The index of each file's first room.
    firsts: Vec<usize>,
    rooms: Vec<CatalogueRoom>,
    /// What a choice looks at, pool by pool.
    blocks: Vec<Block>,
    /// By stage number, then by type.
    pools: Vec<[Pool; NAMED_TYPES]>,
}

impl Catalogue {
    /// The catalogue that comes with the engine: rooms of its own making, none of the
    /// game's data.
    #[must_use]
    pub fn embedded() -> &'static Arc<Self> {
        static EMBEDDED: LazyLock<Arc<Catalogue>> =
            LazyLock::new(|| Arc::new(Catalogue::of(embedded::room_files())));
        &EMBEDDED
    }

    /// The catalogue in a line, for the address of a floor that is made of it: its files
    /// and rooms, and a hash (64-bit FNV-1a) of all that a choice looks at.
    #[must_use]
    pub fn identity(&self) -> String {
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let mut add = |number: u32| {
            for byte in number.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
            }
        };
        for room in &self.rooms {
            add(room.stage.map_or(u32::MAX, u32::from));
            add(room.room_type.number());
            add(room.variant);
            add(room.subtype);
            add(u32::from(room.difficulty));
            add(room.weight.to_bits());
            add(u32::from(room.shape.id()) << 8 | u32::from(room.doors.bits()));
        }
        format!("{} files, {} rooms, {hash:016x}", self.files.len(), self.rooms.len())
    }

    /// The catalogue of these files. Files of one stage number make one pool.
    ///
    /// # Errors
    ///
    /// [`CatalogueError::TooManyRooms`].
    pub fn new(files: Vec<RoomFile>) -> Result<Self, CatalogueError> {
        let given: usize = files.iter().map(|file| file.rooms.len()).sum();
        if given > usize::from(u16::MAX) {
            return Err(CatalogueError::TooManyRooms { given });
        }
        Ok(Self::of(files))
    }

    /// The catalogue of files that hold few enough rooms.
    fn of(files: Vec<RoomFile>) -> Self {
        let mut rooms: Vec<CatalogueRoom> = Vec::new();
        let mut firsts = Vec::with_capacity(files.len());
        for file in &files {
            firsts.push(rooms.len());
            rooms.extend(file.rooms.iter().map(|room| room.room));
        }
        let mut by_pool: BTreeMap<(u8, RoomType), Vec<(u16, CatalogueRoom)>> = BTreeMap::new();
        for (index, room) in (0_u16..).zip(&rooms) {
            // A room without weight is never chosen.
            if let Some(stage) = room.stage.filter(|_| room.weight > 0.0) {
                by_pool.entry((stage, room.room_type)).or_default().push((index, *room));
            }
        }
        let mut blocks = Vec::new();
        let mut pools = Vec::new();
        for ((stage, room_type), rooms) in by_pool {
            let first = blocks.len() as u16;
            blocks.extend(rooms.chunks(BLOCK).map(Block::new));
            pools.resize(usize::from(stage) + 1, [Pool::default(); NAMED_TYPES]);
            // No rule asks for a type without a name.
            if let Some(pool) = pools[usize::from(stage)].get_mut(room_type.number() as usize) {
                *pool = Pool { first, end: blocks.len() as u16 };
            }
        }
        Self { files, firsts, rooms, blocks, pools }
    }

    /// The files it is made of, with all that they hold.
    #[must_use]
    pub fn files(&self) -> &[RoomFile] {
        &self.files
    }

    /// All its rooms.
    #[must_use]
    pub fn rooms(&self) -> &[CatalogueRoom] {
        &self.rooms
    }

    /// The room of an index, as a floor's room names it.
    #[must_use]
    pub fn get(&self, index: u16) -> Option<&CatalogueRoom> {
        self.rooms.get(usize::from(index))
    }

    /// The file that holds the room of an index.
    #[must_use]
    pub fn file_of(&self, index: u16) -> Option<&RoomFile> {
        self.find(index).map(|(file, _)| file)
    }

    /// The insides of the room of an index.
    #[must_use]
    pub fn interior(&self, index: u16) -> Option<&Interior> {
        self.find(index).map(|(_, room)| &room.interior)
    }

    fn find(&self, index: u16) -> Option<(&RoomFile, &FileRoom)> {
        let index = usize::from(index);
        // Of files that begin at the same index all but the last are empty.
        let file = self.firsts.partition_point(|first| *first <= index).checked_sub(1)?;
        let room = self.files[file].rooms.get(index - self.firsts[file])?;
        Some((&self.files[file], room))
    }

    /// L2: the blocks that hold the rooms of a type in the files of a stage number, in the
    /// order of their indices.
    #[inline]
    pub(crate) fn pool(&self, stage: u8, room_type: RoomType) -> Range<usize> {
        let pools = self.pools.get(usize::from(stage));
        let pool = pools.and_then(|pools| pools.get(room_type.number() as usize));
        let Pool { first, end } = pool.copied().unwrap_or_default();
        usize::from(first)..usize::from(end)
    }

    /// L2: all blocks of all pools.
    #[inline]
    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(stage: Option<u8>, names: &[&str]) -> RoomFile {
        let rooms = names.iter().map(|name| FileRoom {
            room: CatalogueRoom {
                stage,
                room_type: RoomType::Normal,
                variant: 0,
                subtype: 0,
                difficulty: 1,
                weight: 1.0,
                shape: Shape::Single,
                doors: Shape::Single.slots(),
            },
            interior: Interior::empty((*name).to_owned(), Shape::Single, DoorSlots::NONE),
        });
        RoomFile {
            name: format!("{stage:?}"),
            stage,
            rooms: rooms.collect(),
            ..RoomFile::default()
        }
    }

    #[test]
    fn l1_rooms_are_numbered_through_all_files_and_found_again_in_theirs() {
        let files = vec![
            file(Some(0), &["a", "b"]),
            file(None, &[]),
            file(Some(1), &["c"]),
            file(Some(0), &["d"]),
        ];
        let catalogue = Catalogue::new(files).unwrap();
        for (index, name, stage) in
            [(0, "a", Some(0)), (1, "b", Some(0)), (2, "c", Some(1)), (3, "d", Some(0))]
        {
            assert_eq!(catalogue.interior(index).unwrap().name, name);
            assert_eq!(catalogue.file_of(index).unwrap().stage, stage);
            assert_eq!(catalogue.get(index).unwrap().stage, stage);
        }
        assert!(catalogue.get(4).is_none() && catalogue.interior(4).is_none());
        let pool = |stage| catalogue.blocks()[catalogue.pool(stage, RoomType::Normal)][0].indices;
        assert_eq!(pool(0)[..4], [0, 1, 3, 0]);
        assert_eq!(pool(1)[..2], [2, 0]);
        assert!(catalogue.pool(1, RoomType::Boss).is_empty());
        assert!(catalogue.pool(2, RoomType::Normal).is_empty());
        assert!(catalogue.pool(1, RoomType::Other(1000)).is_empty());
    }

    #[test]
    fn the_identity_of_a_catalogue_changes_with_what_a_choice_looks_at() {
        let identity = |stage: u8, count: usize| {
            Catalogue::new(vec![file(Some(stage), &vec!["a"; count])]).unwrap().identity()
        };
        assert_eq!(identity(1, 2), identity(1, 2));
        assert_ne!(identity(1, 2), identity(2, 2));
        assert!(identity(1, 2).starts_with("1 files, 2 rooms, "));
    }

    #[test]
    fn a_catalogue_of_more_rooms_than_it_can_number_is_refused() {
        let files = vec![file(Some(1), &[""; 40_000]), file(Some(2), &[""; 25_536])];
        let error = Catalogue::new(files).unwrap_err();
        assert_eq!(error, CatalogueError::TooManyRooms { given: 65_536 });
    }
}
