//! A file of rooms, and what it says about each room (L1).

use basement_model::{DoorSlots, RequestError, Shape};
use serde::Serialize;
use strum::{Display, EnumString, VariantArray};

use crate::interior::{Extra, Interior};
use crate::room_type::RoomType;
use crate::stage_file::{VOID_POOL, is_in_the_void};

/// [L1](basement_model::rules#l1): the part of a room on which the choice of rooms depends
/// ([L2](basement_model::rules#l2)). The rest is its [`Interior`].
///
/// ```
/// use basement_rooms::{Catalogue, RoomType};
///
/// let rooms = Catalogue::embedded().rooms();
/// let shops = rooms.iter().filter(|room| room.room_type == RoomType::Shop);
/// assert!(shops.clone().count() > 0 && shops.clone().all(|shop| shop.weight > 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CatalogueRoom {
    /// The number of the stage file that it belongs to; 0 is the file of special rooms.
    /// Rooms of a file without a number have `None`, and no floor draws them.
    pub stage: Option<u8>,
    /// Its type.
    #[serde(rename = "type")]
    pub room_type: RoomType,
    /// Its number within its type.
    pub variant: u32,
    /// A number whose meaning depends on the type.
    pub subtype: u32,
    /// Its difficulty ([L4](basement_model::rules#l4)). Rules ask for 1-20.
    pub difficulty: u8,
    /// Its weight in the choice ([L2](basement_model::rules#l2)). A room with weight 0 is never
    /// chosen.
    pub weight: f32,
    /// Its shape.
    pub shape: Shape,
    /// The door slots in which it can have a door.
    pub doors: DoorSlots,
}

impl CatalogueRoom {
    /// A room with every door of its shape. Its variant and subtype are 0; its difficulty and weight
    /// are 1.
    ///
    /// ```
    /// use basement_model::Shape;
    /// use basement_rooms::{CatalogueRoom, RoomType};
    ///
    /// let usual = CatalogueRoom::new(Some(1), RoomType::Normal, Shape::Wide);
    /// let room = CatalogueRoom { variant: 7, weight: 0.5, ..usual };
    /// assert_eq!((room.difficulty, room.doors), (1, Shape::Wide.slots()));
    /// ```
    #[must_use]
    pub fn new(stage: Option<u8>, room_type: RoomType, shape: Shape) -> Self {
        Self {
            stage,
            room_type,
            variant: 0,
            subtype: 0,
            difficulty: 1,
            weight: 1.0,
            shape,
            doors: shape.slots(),
        }
    }

    /// [L1](basement_model::rules#l1), [W7](basement_model::rules#w7): whether a
    /// [`Query`](crate::Query) for the stage file with this number can match the room. File 26 is
    /// the joined pool of The Void.
    ///
    /// ```
    /// use basement_rooms::Catalogue;
    ///
    /// let room = Catalogue::embedded().rooms().iter().find(|room| room.stage == Some(1)).unwrap();
    /// assert!(room.is_in_file(1) && room.is_in_file(26) && !room.is_in_file(2));
    /// ```
    #[must_use]
    pub const fn is_in_file(&self, file: u8) -> bool {
        match self.stage {
            Some(own) if file == VOID_POOL => is_in_the_void(own),
            Some(own) => own == file,
            None => false,
        }
    }
}

/// [L1](basement_model::rules#l1): a whole room of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FileRoom {
    /// What the choice of rooms depends on.
    #[serde(flatten)]
    pub room: CatalogueRoom,
    /// Everything else that the file says about the room.
    #[serde(flatten)]
    pub interior: Interior,
}

/// [L1](basement_model::rules#l1): the format of a room file.
///
/// ```
/// use basement_rooms::{RoomFile, RoomFileFormat};
///
/// let file = RoomFile { format: RoomFileFormat::Stb1, ..RoomFile::default() };
/// assert!(RoomFileFormat::ALL.contains(&file.format));
/// let error = "json".parse::<RoomFileFormat>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "there is no format of room files `json`: there are xml, stb0, stb1, stb2"
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[derive(Serialize, Display, EnumString, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(
    serialize_all = "snake_case",
    parse_err_ty = RequestError,
    parse_err_fn = unknown_format
)]
pub enum RoomFileFormat {
    /// Basement Renovator's XML.
    #[default]
    Xml,
    /// The binary format of the first Rebirth, without subtypes and shapes.
    Stb0,
    /// The binary format since Afterbirth.
    Stb1,
    /// STB1 with nine more bytes in each room.
    Stb2,
}

fn unknown_format(given: &str) -> RequestError {
    RequestError::unknown_name("format of room files", given, RoomFileFormat::ALL)
}

impl RoomFileFormat {
    /// Every format.
    pub const ALL: [Self; 4] = [Self::Xml, Self::Stb0, Self::Stb1, Self::Stb2];
}

/// [L1](basement_model::rules#l1): the rooms of one file, in its order.
///
/// ```
/// use basement_rooms::Catalogue;
///
/// let file = &Catalogue::embedded().files()[1];
/// assert_eq!((&*file.name, file.stage, file.rooms.len()), ("01.basement.xml", Some(1), 174));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RoomFile {
    /// The file's name, without folders.
    pub name: String,
    /// The source of the file, if it was loaded with others: the name of a mod or of a folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The number of the stage file whose name it has.
    pub stage: Option<u8>,
    /// The format that it was read from.
    pub format: RoomFileFormat,
    /// The name of an XML file's root element, if it is not `rooms`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
    /// Everything else that the file says, outside its rooms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<Extra>,
    /// Its rooms.
    pub rooms: Vec<FileRoom>,
}
