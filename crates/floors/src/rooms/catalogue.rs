//! The catalogue: concrete rooms, by type (L1).

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumCount, EnumIter, EnumString, VariantArray};

use super::embedded;
use crate::shape::{DoorSlots, Shape};

/// What a room of a catalogue is made for. The numbers are the game's.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    Display,
    EnumCount,
    EnumIter,
    EnumString,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[repr(u8)]
pub enum RoomType {
    /// An ordinary room; among the special rooms' file, the Dark Room's grave.
    Normal = 1,
    /// A shop.
    Shop = 2,
    /// A treasure room.
    Treasure = 4,
    /// A boss room.
    Boss = 5,
    /// A mini-boss room.
    MiniBoss = 6,
    /// A secret room.
    Secret = 7,
    /// A super secret room.
    SuperSecret = 8,
    /// An arcade.
    Arcade = 9,
    /// A curse room.
    Curse = 10,
    /// A challenge room; subtype 1 is the boss challenge.
    Challenge = 11,
    /// A library.
    Library = 12,
    /// A sacrifice room.
    Sacrifice = 13,
    /// A clean bedroom.
    CleanBedroom = 18,
    /// A dirty bedroom.
    DirtyBedroom = 19,
    /// A vault.
    Vault = 20,
    /// A dice room.
    Dice = 21,
    /// A planetarium.
    Planetarium = 24,
    /// An ultra secret room.
    UltraSecret = 29,
}

/// One concrete room (L1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CatalogueRoom {
    /// The stage file it belongs to; 0 holds the special rooms.
    pub stage: u8,
    /// What it is made for.
    pub room_type: RoomType,
    /// Its number within its type.
    pub variant: u32,
    /// A further number, whose meaning depends on the type.
    pub subtype: u32,
    /// Its name.
    pub name: String,
    /// Its difficulty, 1-20 (L4).
    pub difficulty: u8,
    /// How readily it is chosen (L2).
    pub weight: f32,
    /// Its outline.
    pub shape: Shape,
    /// The slots in which it can have a door.
    pub doors: DoorSlots,
}

/// A collection of rooms to choose from.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalogue {
    rooms: Vec<CatalogueRoom>,
    /// Indices of the rooms of each type, in order.
    by_type: Vec<(RoomType, Vec<u16>)>,
}

impl Catalogue {
    /// The small catalogue that comes with the engine: rooms of its own making,
    /// none of the game's data.
    #[must_use]
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::new(embedded::rooms()));
        &EMBEDDED
    }

    /// The catalogue of these rooms, which are numbered in their order.
    fn new(rooms: Vec<CatalogueRoom>) -> Self {
        let mut by_type: Vec<(RoomType, Vec<u16>)> = Vec::new();
        for (index, room) in (0_u16..).zip(&rooms) {
            match by_type.iter_mut().find(|(room_type, _)| *room_type == room.room_type) {
                Some((_, indices)) => indices.push(index),
                None => by_type.push((room.room_type, vec![index])),
            }
        }
        Self { rooms, by_type }
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

    /// The rooms of a type, by index.
    pub(super) fn of_type(&self, room_type: RoomType) -> &[u16] {
        let found = self.by_type.iter().find(|(known, _)| *known == room_type);
        found.map_or(&[], |(_, indices)| indices)
    }
}
