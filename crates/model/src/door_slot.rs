//! The eight places of a room where a door can be (R2), and sets of them.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantArray};

use crate::error::RequestError;
use crate::grid::Direction;

/// One of the eight places where a room can have a door ([R2](crate::rules#r2)).
///
/// The number modulo 4 is the [`Direction`]. Slots 4 to 7 exist only on rooms that are
/// two cells long on that side.
///
/// ```
/// use basement_model::{Direction, DoorSlot, Shape};
///
/// assert_eq!(DoorSlot::Right1.direction(), Direction::Right);
/// assert!(Shape::Tall.slots().contains(DoorSlot::Right1));
/// assert!(!Shape::Wide.slots().contains(DoorSlot::Right1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, Display, EnumString, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(
    serialize_all = "snake_case", ascii_case_insensitive,
    parse_err_ty = RequestError,
    parse_err_fn = unknown_door_slot
)]
#[repr(u8)]
pub enum DoorSlot {
    /// Slot 0.
    Left0,
    /// Slot 1.
    Up0,
    /// Slot 2.
    Right0,
    /// Slot 3.
    Down0,
    /// Slot 4.
    Left1,
    /// Slot 5.
    Up1,
    /// Slot 6.
    Right1,
    /// Slot 7.
    Down1,
}

fn unknown_door_slot(given: &str) -> RequestError {
    RequestError::unknown_name("door slot", given, DoorSlot::ALL)
}

impl DoorSlot {
    /// All eight slots, in order of their numbers.
    pub const ALL: [Self; 8] = *<Self as VariantArray>::VARIANTS.first_chunk().expect("8 slots");

    /// The slot's number, 0-7.
    #[must_use]
    #[inline]
    pub const fn number(self) -> usize {
        self as usize
    }

    /// The direction of a door in this slot: its number modulo 4.
    #[must_use]
    #[inline]
    pub const fn direction(self) -> Direction {
        Direction::ALL[self as usize & 3]
    }

    /// The first (`second` false) or second slot of a direction.
    #[must_use]
    #[inline]
    pub const fn from_direction(direction: Direction, second: bool) -> Self {
        Self::ALL[direction as usize + if second { 4 } else { 0 }]
    }
}

/// A set of door slots, one bit each: bit n is slot n.
///
/// ```
/// use basement_model::{DoorSlot, DoorSlots};
///
/// let ends = DoorSlots::NONE.with(DoorSlot::Left0).with(DoorSlot::Right0);
/// assert_eq!((ends.len(), ends.bits()), (2, 0b0101));
/// assert!(DoorSlots::ALL.contains_all(ends));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DoorSlots(u8);

impl DoorSlots {
    /// No door anywhere.
    pub const NONE: Self = Self(0);

    /// All eight slots.
    pub const ALL: Self = Self(u8::MAX);

    /// The set whose bits are given: bit n is slot n.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// The set as bits: bit n is slot n.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the slot is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, slot: DoorSlot) -> bool {
        self.0 & (1 << slot as u8) != 0
    }

    /// Whether every slot of `other` is in the set.
    #[must_use]
    #[inline]
    pub const fn contains_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The set with this slot added.
    #[must_use]
    pub const fn with(self, slot: DoorSlot) -> Self {
        Self(self.0 | 1 << slot as u8)
    }

    /// The slots that are in both sets.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The slots that are in this set and not in `other`.
    #[must_use]
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// How many slots the set contains.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The directions of the slots: bit n is direction n.
    #[inline]
    pub(crate) const fn directions(self) -> u8 {
        (self.0 | self.0 >> 4) & 0b1111
    }

    /// The slots in order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = DoorSlot> {
        let mut left = self.0;
        core::iter::from_fn(move || {
            let slot = DoorSlot::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(*slot)
        })
    }
}
