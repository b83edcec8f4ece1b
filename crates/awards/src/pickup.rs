//! What lies on the floor of a cleared room.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumCount, EnumIter, EnumString, VariantArray};

/// A2-A4: what a cleared room gives, in the order in which tables list it.
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
pub enum Pickup {
    /// Nothing at all.
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
    /// A chest that needs no key.
    Chest,
    /// A chest that needs one (Guppy's Tail).
    LockedChest,
    /// A lil' battery.
    Battery,
    /// A sack, which the pseudo-code calls a grab bag.
    Sack,
}

/// What a room gives and how many of it. Nothing comes with a count of 0, and
/// only nothing does.
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

    /// A4: something is spawned when the count is above 0 and the pickup is one.
    #[inline]
    pub(crate) const fn spawned(pickup: Pickup, count: u16) -> Self {
        match (pickup, count) {
            (Pickup::Nothing, _) | (_, 0) => Self::NOTHING,
            (pickup, count) => Self { pickup, count },
        }
    }
}
