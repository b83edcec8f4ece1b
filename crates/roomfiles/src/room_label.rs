//! How messages name a room of a file.

use std::fmt;

use basement_rooms::{FileRoom, printable};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A room's label in messages: its number in the file, and its type, variant and name if they are known.
///
/// ```
/// use basement_roomfiles::RoomLabel;
///
/// let mut label = RoomLabel::numbered(3);
/// assert_eq!(label.to_string(), "room 3");
/// label.type_and_variant = Some((1, 204));
/// label.name = Some("Arena".to_owned());
/// assert_eq!(label.to_string(), "room 3, 1.204 `Arena`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RoomLabel {
    /// Its number in the file, from 0.
    pub number: usize,
    /// The number of its type, and its variant.
    pub type_and_variant: Option<(u32, u32)>,
    /// Its name.
    pub name: Option<String>,
}

impl RoomLabel {
    /// A room about which only its number is known.
    #[must_use]
    pub const fn numbered(number: usize) -> Self {
        Self { number, type_and_variant: None, name: None }
    }

    /// The label of a room with this number.
    #[must_use]
    pub fn of(number: usize, FileRoom { room, interior }: &FileRoom) -> Self {
        Self {
            number,
            type_and_variant: Some((room.room_type.number(), room.variant)),
            name: Some(interior.name.clone()),
        }
    }
}

impl fmt::Display for RoomLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "room {}", self.number)?;
        if let Some((room_type, variant)) = self.type_and_variant {
            write!(f, ", {room_type}.{variant}")?;
        }
        match self.name.as_deref() {
            None | Some("") => Ok(()),
            Some(name) => write!(f, " `{}`", printable(name)),
        }
    }
}

/// An object with `number`, `type`, `variant` and `name`, except for what is not known.
impl Serialize for RoomLabel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("number", &self.number)?;
        if let Some((room_type, variant)) = self.type_and_variant {
            map.serialize_entry("type", &room_type)?;
            map.serialize_entry("variant", &variant)?;
        }
        if let Some(name) = &self.name {
            map.serialize_entry("name", name)?;
        }
        map.end()
    }
}
