//! The types of rooms in a catalogue (L1).

use core::fmt;
use core::str::FromStr;

use basement_model::RequestError;
use serde::{Serialize, Serializer};

/// [L1](basement_model::rules#l1): the type of a room in a catalogue, with the game's number for
/// it.
///
/// ```
/// use basement_rooms::RoomType;
///
/// assert_eq!(RoomType::from(5), RoomType::Boss);
/// assert_eq!("mini-boss".parse(), Ok(RoomType::MiniBoss));
/// // Files can have numbers without a name.
/// assert_eq!(RoomType::from(77).to_string(), "type_77");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum RoomType {
    /// An ordinary room. In the file of special rooms, the start room and the Dark Room's graves
    /// have this type.
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
    /// The room to which a teleporter leads.
    TeleporterExit,
    /// The exit to an alternative chapter.
    SecretExit,
    /// A blue room.
    Blue,
    /// An ultra secret room.
    UltraSecret,
    /// A number without a name.
    Other(u32),
}

/// The types that have a name, by number, from 1.
#[rustfmt::skip]
const TABLE: [(RoomType, &str); 29] = [
    (RoomType::Normal,         "normal"),
    (RoomType::Shop,           "shop"),
    (RoomType::Error,          "error"),
    (RoomType::Treasure,       "treasure"),
    (RoomType::Boss,           "boss"),
    (RoomType::MiniBoss,       "mini_boss"),
    (RoomType::Secret,         "secret"),
    (RoomType::SuperSecret,    "super_secret"),
    (RoomType::Arcade,         "arcade"),
    (RoomType::Curse,          "curse"),
    (RoomType::Challenge,      "challenge"),
    (RoomType::Library,        "library"),
    (RoomType::Sacrifice,      "sacrifice"),
    (RoomType::Devil,          "devil"),
    (RoomType::Angel,          "angel"),
    (RoomType::CrawlSpace,     "crawl_space"),
    (RoomType::BossRush,       "boss_rush"),
    (RoomType::CleanBedroom,   "clean_bedroom"),
    (RoomType::DirtyBedroom,   "dirty_bedroom"),
    (RoomType::Vault,          "vault"),
    (RoomType::Dice,           "dice"),
    (RoomType::BlackMarket,    "black_market"),
    (RoomType::GreedExit,      "greed_exit"),
    (RoomType::Planetarium,    "planetarium"),
    (RoomType::Teleporter,     "teleporter"),
    (RoomType::TeleporterExit, "teleporter_exit"),
    (RoomType::SecretExit,     "secret_exit"),
    (RoomType::Blue,           "blue"),
    (RoomType::UltraSecret,    "ultra_secret"),
];

/// One more than the greatest number of a type that has a name.
pub(crate) const NAMED_TYPES: usize = TABLE.len() + 1;

impl RoomType {
    /// The game's number.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u32 {
        match self {
            Self::Normal => 1,
            Self::Shop => 2,
            Self::Error => 3,
            Self::Treasure => 4,
            Self::Boss => 5,
            Self::MiniBoss => 6,
            Self::Secret => 7,
            Self::SuperSecret => 8,
            Self::Arcade => 9,
            Self::Curse => 10,
            Self::Challenge => 11,
            Self::Library => 12,
            Self::Sacrifice => 13,
            Self::Devil => 14,
            Self::Angel => 15,
            Self::CrawlSpace => 16,
            Self::BossRush => 17,
            Self::CleanBedroom => 18,
            Self::DirtyBedroom => 19,
            Self::Vault => 20,
            Self::Dice => 21,
            Self::BlackMarket => 22,
            Self::GreedExit => 23,
            Self::Planetarium => 24,
            Self::Teleporter => 25,
            Self::TeleporterExit => 26,
            Self::SecretExit => 27,
            Self::Blue => 28,
            Self::UltraSecret => 29,
            Self::Other(number) => number,
        }
    }
}

impl From<u32> for RoomType {
    fn from(number: u32) -> Self {
        let row = TABLE.iter().find(|row| row.0.number() == number);
        row.map_or(Self::Other(number), |row| row.0)
    }
}

impl fmt::Display for RoomType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match TABLE.iter().find(|row| row.0 == *self) {
            Some((_, name)) => f.pad(name),
            None => f.pad(&format!("type_{}", self.number())),
        }
    }
}

/// Reads a name as `Display` writes it; `-` and `_` are the same.
impl FromStr for RoomType {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<Self, RequestError> {
        let name = text.replace('-', "_");
        let other = || name.strip_prefix("type_")?.parse::<u32>().ok().map(Self::from);
        let row = TABLE.iter().find(|row| row.1 == name);
        row.map(|row| row.0).or_else(other).ok_or_else(|| {
            RequestError::unknown_name("room type", text, TABLE.iter().map(|row| row.1))
        })
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
    fn l1_room_types_round_trip_through_numbers_and_names() {
        for number in [0, 1, 2, 24, 29, 30, 77, u32::MAX] {
            assert_eq!(RoomType::from(number).number(), number);
        }
        for (number, (room_type, name)) in (1..).zip(TABLE) {
            assert_eq!(RoomType::from(number), room_type);
            assert_eq!(room_type.number(), number);
            assert_eq!(room_type.to_string(), name);
            assert_eq!(name.replace('_', "-").parse(), Ok(room_type));
        }
        assert_eq!(RoomType::from(30), RoomType::Other(30));
        assert_eq!(RoomType::Other(30).to_string(), "type_30");
        assert_eq!("type_30".parse(), Ok(RoomType::Other(30)));
        let error = "miniboss".parse::<RoomType>().unwrap_err();
        assert!(error.to_string().contains("did you mean `mini_boss`?"), "{error}");
    }
}
