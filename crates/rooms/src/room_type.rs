//! The types of rooms in a catalogue (L1).

use core::fmt;
use core::str::FromStr;

use basement_model::RequestError;
use serde::{Serialize, Serializer};

/// [`RoomType`] and its table, from each type's number and name.
macro_rules! room_types {
    ($($(#[$doc:meta])+ $variant:ident = $number:literal $name:literal,)+) => {
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
            $($(#[$doc])+ $variant,)+
            /// A number without a name.
            Other(u32),
        }

        /// The types that have a name, by number, from 1.
        const TABLE: &[(RoomType, &str)] = &[$((RoomType::$variant, $name)),+];

        impl RoomType {
            /// The game's number.
            #[must_use]
            #[inline]
            pub const fn number(self) -> u32 {
                match self {
                    $(Self::$variant => $number,)+
                    Self::Other(number) => number,
                }
            }
        }
    };
}

room_types! {
    /// An ordinary room. In the file of special rooms, the start room and the Dark Room's graves
    /// have this type.
    Normal = 1 "normal",
    /// A shop.
    Shop = 2 "shop",
    /// An error room.
    Error = 3 "error",
    /// A treasure room.
    Treasure = 4 "treasure",
    /// A boss room.
    Boss = 5 "boss",
    /// A mini-boss room.
    MiniBoss = 6 "mini_boss",
    /// A secret room.
    Secret = 7 "secret",
    /// A super secret room.
    SuperSecret = 8 "super_secret",
    /// An arcade.
    Arcade = 9 "arcade",
    /// A curse room.
    Curse = 10 "curse",
    /// A challenge room; subtype 1 is the boss challenge.
    Challenge = 11 "challenge",
    /// A library.
    Library = 12 "library",
    /// A sacrifice room.
    Sacrifice = 13 "sacrifice",
    /// A devil room.
    Devil = 14 "devil",
    /// An angel room.
    Angel = 15 "angel",
    /// A crawl space.
    CrawlSpace = 16 "crawl_space",
    /// A boss rush.
    BossRush = 17 "boss_rush",
    /// A clean bedroom.
    CleanBedroom = 18 "clean_bedroom",
    /// A dirty bedroom.
    DirtyBedroom = 19 "dirty_bedroom",
    /// A vault.
    Vault = 20 "vault",
    /// A dice room.
    Dice = 21 "dice",
    /// A black market.
    BlackMarket = 22 "black_market",
    /// The exit of a greed floor.
    GreedExit = 23 "greed_exit",
    /// A planetarium.
    Planetarium = 24 "planetarium",
    /// A teleporter.
    Teleporter = 25 "teleporter",
    /// The room to which a teleporter leads.
    TeleporterExit = 26 "teleporter_exit",
    /// The exit to an alternative chapter.
    SecretExit = 27 "secret_exit",
    /// A blue room.
    Blue = 28 "blue",
    /// An ultra secret room.
    UltraSecret = 29 "ultra_secret",
}

/// One more than the greatest number of a type that has a name.
pub(crate) const NAMED_TYPES: usize = TABLE.len() + 1;

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
        for (number, (room_type, name)) in (1..).zip(TABLE.iter().copied()) {
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
