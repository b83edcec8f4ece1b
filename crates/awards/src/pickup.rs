//! What lies on the floor of a cleared room.

use std::str::FromStr;

use basement_model::RequestError;
use serde::{Deserialize, Serialize};
use strum::{Display, VariantArray};

use crate::items::AwardError;

/// [A2-A4](basement_model::rules#a2): what a cleared room gives, in the order in which tables list
/// it.
///
/// ```
/// use basement_awards::Pickup;
///
/// assert_eq!(Pickup::ALL.len(), 12);
/// assert_eq!(Pickup::LockedChest.to_string(), "locked_chest");
/// assert_eq!("locked-chest".parse(), Ok(Pickup::LockedChest));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, Display, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Pickup {
    /// The room gives nothing.
    Nothing,
    /// A tarot card.
    Card,
    /// A pill.
    Pill,
    /// A trinket.
    Trinket,
    /// A coin.
    Coin,
    /// A heart.
    Heart,
    /// A key.
    Key,
    /// A bomb.
    Bomb,
    /// A chest that opens without a key.
    Chest,
    /// A chest that needs a key (Guppy's Tail).
    LockedChest,
    /// A lil' battery.
    Battery,
    /// A sack, which the pseudo-code calls a grab bag.
    Sack,
}

impl Pickup {
    /// Every pickup, [`Pickup::Nothing`] first.
    pub const ALL: [Self; 12] =
        *<Self as VariantArray>::VARIANTS.first_chunk().expect("12 pickups");

    /// Its mark on a map: a letter that marks no kind of room.
    ///
    /// ```
    /// use basement_awards::Pickup;
    ///
    /// assert_eq!(Pickup::LockedChest.mark(), 'l');
    /// ```
    #[must_use]
    pub const fn mark(self) -> char {
        match self {
            Self::Nothing => '·',
            Self::Card => 'a',
            Self::Pill => 'p',
            Self::Trinket => 't',
            Self::Coin => 'c',
            Self::Heart => 'h',
            Self::Key => 'k',
            Self::Bomb => 'o',
            Self::Chest => 'e',
            Self::LockedChest => 'l',
            Self::Battery => 'y',
            Self::Sack => 's',
        }
    }
}

impl FromStr for Pickup {
    type Err = AwardError;

    fn from_str(text: &str) -> Result<Self, AwardError> {
        let name = text.replace('-', "_");
        let pickup = Self::ALL.into_iter().find(|pickup| pickup.to_string() == name);
        pickup.ok_or_else(|| RequestError::unknown_name("pickup", text, Self::ALL).into())
    }
}

/// What one cleared room gives: a pickup and how many copies of it.
///
/// [`Pickup::Nothing`] has a count of 0; every other pickup has a count of at least 1.
///
/// ```
/// use basement_awards::{Award, Pickup};
///
/// let two_coins = Award { pickup: Pickup::Coin, count: 2 };
/// assert_ne!(two_coins, Award::NOTHING);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Award {
    /// The pickup.
    pub pickup: Pickup,
    /// How many copies of it.
    pub count: u16,
}

impl Award {
    /// No award.
    pub const NOTHING: Self = Self { pickup: Pickup::Nothing, count: 0 };

    /// Its mark on a map: the pickup's mark, and the number of copies if there is more than one.
    ///
    /// ```
    /// use basement_awards::{Award, Pickup};
    ///
    /// assert_eq!(Award { pickup: Pickup::Coin, count: 2 }.mark(), "c2");
    /// ```
    #[must_use]
    pub fn mark(self) -> String {
        match self.count {
            0 | 1 => self.pickup.mark().to_string(),
            count => format!("{}{count}", self.pickup.mark()),
        }
    }

    /// A4: the award. It is [`Award::NOTHING`] if the pickup is nothing or the count is 0.
    #[inline]
    pub(crate) const fn spawned(pickup: Pickup, count: u16) -> Self {
        match (pickup, count) {
            (Pickup::Nothing, _) | (_, 0) => Self::NOTHING,
            (pickup, count) => Self { pickup, count },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pickup_has_its_own_index_and_its_name_round_trips() {
        for (place, pickup) in Pickup::ALL.into_iter().enumerate() {
            assert_eq!(pickup as usize, place);
            assert_eq!(pickup.to_string().parse(), Ok(pickup));
        }
        let marks: std::collections::HashSet<char> = Pickup::ALL.map(Pickup::mark).into();
        assert_eq!(marks.len(), Pickup::ALL.len());
        assert!(basement_model::RoomKind::ALL.iter().all(|kind| !marks.contains(&kind.mark())));
        let refused = "coins".parse::<Pickup>().unwrap_err().to_string();
        assert!(refused.contains("did you mean `coin`"), "{refused}");
    }
}
