//! What rooms are made for (L1).

use core::fmt;

use serde::{Serialize, Serializer};

/// L1: what a room of a catalogue is made for. The numbers are the game's; files may
/// hold others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum RoomType {
    /// An ordinary room; among the special rooms' file, the Dark Room's grave.
    Normal,
    /// A shop.
    Shop,
    /// An error room.
    Error,
    /// A treasure room.
    Treasure,
    /// A boss room.
    Boss,
    /// A mini-boss room.
    MiniBoss,
    /// A secret room.
    Secret,
    /// A super secret room.
    SuperSecret,
    /// An arcade.
    Arcade,
    /// A curse room.
    Curse,
    /// A challenge room; subtype 1 is the boss challenge.
    Challenge,
    /// A library.
    Library,
    /// A sacrifice room.
    Sacrifice,
    /// A devil room.
    Devil,
    /// An angel room.
    Angel,
    /// A crawl space.
    CrawlSpace,
    /// A boss rush.
    BossRush,
    /// A clean bedroom.
    CleanBedroom,
    /// A dirty bedroom.
    DirtyBedroom,
    /// A vault.
    Vault,
    /// A dice room.
    Dice,
    /// A black market.
    BlackMarket,
    /// The exit of a greed floor.
    GreedExit,
    /// A planetarium.
    Planetarium,
    /// A teleporter.
    Teleporter,
    /// Where a teleporter leads.
    TeleporterExit,
    /// The exit to an alternative chapter.
    SecretExit,
    /// A blue room.
    Blue,
    /// An ultra secret room.
    UltraSecret,
    /// A type without a name here.
    Other(u32),
}

/// The game's number and the name of each type.
#[rustfmt::skip]
const TABLE: [(u32, RoomType, &str); 29] = [
    ( 1, RoomType::Normal,         "normal"),
    ( 2, RoomType::Shop,           "shop"),
    ( 3, RoomType::Error,          "error"),
    ( 4, RoomType::Treasure,       "treasure"),
    ( 5, RoomType::Boss,           "boss"),
    ( 6, RoomType::MiniBoss,       "mini_boss"),
    ( 7, RoomType::Secret,         "secret"),
    ( 8, RoomType::SuperSecret,    "super_secret"),
    ( 9, RoomType::Arcade,         "arcade"),
    (10, RoomType::Curse,          "curse"),
    (11, RoomType::Challenge,      "challenge"),
    (12, RoomType::Library,        "library"),
    (13, RoomType::Sacrifice,      "sacrifice"),
    (14, RoomType::Devil,          "devil"),
    (15, RoomType::Angel,          "angel"),
    (16, RoomType::CrawlSpace,     "crawl_space"),
    (17, RoomType::BossRush,       "boss_rush"),
    (18, RoomType::CleanBedroom,   "clean_bedroom"),
    (19, RoomType::DirtyBedroom,   "dirty_bedroom"),
    (20, RoomType::Vault,          "vault"),
    (21, RoomType::Dice,           "dice"),
    (22, RoomType::BlackMarket,    "black_market"),
    (23, RoomType::GreedExit,      "greed_exit"),
    (24, RoomType::Planetarium,    "planetarium"),
    (25, RoomType::Teleporter,     "teleporter"),
    (26, RoomType::TeleporterExit, "teleporter_exit"),
    (27, RoomType::SecretExit,     "secret_exit"),
    (28, RoomType::Blue,           "blue"),
    (29, RoomType::UltraSecret,    "ultra_secret"),
];

impl RoomType {
    /// The game's number.
    #[must_use]
    pub fn number(self) -> u32 {
        match self {
            Self::Other(number) => number,
            known => TABLE.iter().find(|row| row.1 == known).map_or(0, |row| row.0),
        }
    }
}

impl From<u32> for RoomType {
    fn from(number: u32) -> Self {
        TABLE.iter().find(|row| row.0 == number).map_or(Self::Other(number), |row| row.1)
    }
}

impl fmt::Display for RoomType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match TABLE.iter().find(|row| row.1 == *self) {
            Some((_, _, name)) => f.pad(name),
            None => f.pad(&format!("type_{}", self.number())),
        }
    }
}

impl Serialize for RoomType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l1_every_number_is_a_type_and_back() {
        for number in [0, 1, 2, 24, 29, 30, 77, u32::MAX] {
            assert_eq!(RoomType::from(number).number(), number);
        }
        for (number, room_type, name) in TABLE {
            assert_eq!(RoomType::from(number), room_type);
            assert_eq!(room_type.number(), number);
            assert_eq!(room_type.to_string(), name);
        }
        assert_eq!(RoomType::from(30), RoomType::Other(30));
        assert_eq!(RoomType::Other(30).to_string(), "type_30");
    }
}
