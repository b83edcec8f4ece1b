//! The catalogue: concrete rooms, by file and type (L1).

use std::sync::LazyLock;

use serde::Serialize;
use strum::{Display, EnumString, VariantArray};
use thiserror::Error;

use super::embedded;
use super::interior::{Extra, Interior};
use super::room_type::RoomType;
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

/// The rooms of one type, or of one type and outline, in the files of one stage number.
#[derive(Clone, Debug, PartialEq)]
struct Pool {
    stage: u8,
    room_type: RoomType,
    shape: Option<Shape>,
    /// Their indices, in order.
    rooms: Vec<u16>,
}

impl Pool {
    const fn key(&self) -> (u8, RoomType, Option<Shape>) {
        (self.stage, self.room_type, self.shape)
    }
}

/// L1: a collection of rooms to choose from. Its rooms are numbered through all files.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalogue {
    files: Vec<RoomFile>,
    /// The index of each file's first room.
    firsts: Vec<usize>,
    rooms: Vec<CatalogueRoom>,
    /// In the order of their keys.
    pools: Vec<Pool>,
}

impl Catalogue {
    /// The catalogue that comes with the engine: rooms of its own making, none of the
    /// game's data.
    #[must_use]
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<Catalogue> =
            LazyLock::new(|| Catalogue::of(embedded::room_files()));
        &EMBEDDED
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
        let mut pools: Vec<Pool> = Vec::new();
        for (index, room) in (0_u16..).zip(&rooms) {
            let Some(stage) = room.stage else { continue };
            for shape in [None, Some(room.shape)] {
                let key = (stage, room.room_type, shape);
                match pools.binary_search_by_key(&key, Pool::key) {
                    Ok(place) => pools[place].rooms.push(index),
                    Err(place) => {
                        let (room_type, rooms) = (room.room_type, vec![index]);
                        pools.insert(place, Pool { stage, room_type, shape, rooms });
                    }
                }
            }
        }
        Self { files, firsts, rooms, pools }
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

    /// The rooms of a type, and of an outline if one is given, in the files of a stage
    /// number: their indices, in order.
    pub(crate) fn pool(&self, stage: u8, room_type: RoomType, shape: Option<Shape>) -> &[u16] {
        let key = (stage, room_type, shape);
        self.pools
            .binary_search_by_key(&key, Pool::key)
            .map_or(&[], |place| &self.pools[place].rooms)
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
        assert_eq!(catalogue.pool(0, RoomType::Normal, None), [0, 1, 3]);
        assert_eq!(catalogue.pool(1, RoomType::Normal, None), [2]);
        assert!(catalogue.pool(1, RoomType::Boss, None).is_empty());
    }

    #[test]
    fn a_catalogue_of_more_rooms_than_it_can_number_is_refused() {
        let files = vec![file(Some(1), &[""; 40_000]), file(Some(2), &[""; 25_536])];
        let error = Catalogue::new(files).unwrap_err();
        assert_eq!(error, CatalogueError::TooManyRooms { given: 65_536 });
    }
}
