//! A room of a floor, and what rooms are for.

use core::num::NonZeroU32;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumCount, VariantArray};

use crate::door_slot::{DoorSlot, DoorSlots};
use crate::grid::Cell;
use crate::named;
use crate::shape::Shape;

/// A floor has at most this many rooms. The largest floor of the two games, a hard Void with
/// everything added, has 73.
pub const MAX_ROOMS: usize = 80;

/// What a room is for, in the order in which a report lists them.
///
/// ```
/// use basement_model::RoomKind;
///
/// let kind: RoomKind = "super_secret".parse()?;
/// assert_eq!((kind.mark(), kind.is_added()), ('!', false));
/// # Ok::<(), basement_model::RequestError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, Display, EnumCount, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum RoomKind {
    /// The player arrives here ([F1](crate::rules#f1), [R1](crate::rules#r1)).
    Start,
    /// An ordinary room.
    Normal,
    /// The boss's room. A Labyrinth floor has two, The Void up to nine ([F8](crate::rules#f8),
    /// [F15](crate::rules#f15), [R21](crate::rules#r21)).
    Boss,
    /// A hidden room on a dead end of the plan ([F13](crate::rules#f13), [R22](crate::rules#r22)).
    SuperSecret,
    /// [F10](crate::rules#f10), [R23](crate::rules#r23).
    Shop,
    /// [F10](crate::rules#f10), [R24](crate::rules#r24).
    Treasure,
    /// [R25](crate::rules#r25).
    Planetarium,
    /// [R26](crate::rules#r26).
    Dice,
    /// [F11](crate::rules#f11), [R26](crate::rules#r26).
    Sacrifice,
    /// [F11](crate::rules#f11), [R27](crate::rules#r27).
    Library,
    /// [F11](crate::rules#f11), [R28](crate::rules#r28).
    Curse,
    /// [F11](crate::rules#f11), [R29](crate::rules#r29).
    MiniBoss,
    /// [F11](crate::rules#f11), [R30](crate::rules#r30).
    Challenge,
    /// [R30](crate::rules#r30).
    BossChallenge,
    /// [R31](crate::rules#r31). The game calls it a chest room.
    Vault,
    /// [F11](crate::rules#f11), [R31](crate::rules#r31).
    Arcade,
    /// [R32](crate::rules#r32). The game calls it Isaac's room.
    CleanBedroom,
    /// [R32](crate::rules#r32). The game calls it a barren room.
    DirtyBedroom,
    /// A hidden room that is added to the plan, beside several rooms if possible
    /// ([F9](crate::rules#f9), [F23](crate::rules#f23), [R33](crate::rules#r33)).
    Secret,
    /// A hidden room that is added two steps from the plan. Red rooms lead to it
    /// ([R34](crate::rules#r34)).
    UltraSecret,
    /// A room of the Dark Room ([R35](crate::rules#r35)).
    Grave,
}

named!(RoomKind, "kind of room");

impl RoomKind {
    /// Whether such a room is added to the finished plan. Every other kind is given to a
    /// room of the plan. Secret and ultra secret rooms are added.
    #[must_use]
    #[inline]
    pub const fn is_added(self) -> bool {
        matches!(self, Self::Secret | Self::UltraSecret)
    }

    /// Whether the game hides such a room behind a wall: secret, super secret and ultra secret rooms.
    #[must_use]
    #[inline]
    pub const fn is_hidden(self) -> bool {
        matches!(self, Self::SuperSecret) || self.is_added()
    }

    /// Whether a player who looks for a `sought` room knows where rooms of this kind are: all that are
    /// not hidden and, if she looks for the secret room, the super secret room.
    #[must_use]
    pub fn is_known_seeking(self, sought: Self) -> bool {
        !self.is_hidden() || (self == Self::SuperSecret && sought == Self::Secret)
    }

    /// The room's mark on a text map.
    #[must_use]
    pub const fn mark(self) -> char {
        match self {
            Self::Start => '@',
            Self::Normal => ' ',
            Self::Boss => 'B',
            Self::SuperSecret => '!',
            Self::Shop => '$',
            Self::Treasure => 'T',
            Self::Planetarium => 'P',
            Self::Dice => 'D',
            Self::Sacrifice => 'S',
            Self::Library => 'L',
            Self::Curse => 'C',
            Self::MiniBoss => 'M',
            Self::Challenge => 'H',
            Self::BossChallenge => 'X',
            Self::Vault => 'V',
            Self::Arcade => 'A',
            Self::CleanBedroom => 'b',
            Self::DirtyBedroom => 'd',
            Self::Secret => '?',
            Self::UltraSecret => '*',
            Self::Grave => 'G',
        }
    }
}

/// One room of a floor.
///
/// ```
/// use basement_model::{Cell, DoorSlot, Room, RoomKind, Shape};
///
/// let shop = Room { kind: RoomKind::Shop, ..Room::normal(Cell::new(3, 4), Shape::Wide, 2) };
/// assert_eq!(shop.cells().collect::<Vec<_>>(), [Cell::new(3, 4), Cell::new(4, 4)]);
/// assert_eq!(shop.slot_target(DoorSlot::Right0), Some(Cell::new(5, 4)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Room {
    /// The top left corner of its bounding box. A room of shape 9 does not cover this cell.
    pub anchor: Cell,
    /// Its outline.
    pub shape: Shape,
    /// What it is for.
    pub kind: RoomKind,
    /// Its distance from the start room, in rooms along the tree that growth makes. A secret room is
    /// one step deeper than its shallowest neighbour, an ultra secret room two steps deeper than the
    /// shallowest room two steps away.
    pub depth: u8,
    /// The slots in which it can have a door: those of the concrete room that was chosen for it, or
    /// else those of its shape.
    pub slots: DoorSlots,
    /// The concrete room that was chosen for it, if any. The number is an index into the
    /// generator's catalogue ([L1](crate::rules#l1)); a generator without a catalogue gives it its
    /// own meaning (Flash: [F14](crate::rules#f14)). `Generator::interior_name` of
    /// `basement-floors` returns the room's name.
    pub interior: Option<u16>,
    /// [W3](crate::rules#w3): how its concrete room was placed. `None` on Flash's floors, and in
    /// phases that end before the placing.
    pub placing: Option<RoomPlacing>,
}

/// [W3](crate::rules#w3): how a concrete room was placed on a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoomPlacing {
    /// Its place in the order in which the floor's rooms were placed, from 0.
    pub order: u8,
    /// The seeds of what the game draws while it fills the room.
    pub seeds: RoomSeeds,
}

/// [W3](crate::rules#w3): the seeds of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoomSeeds {
    /// The seed of its decoration.
    pub decoration: NonZeroU32,
    /// The seed of its spawns.
    pub spawn: NonZeroU32,
    /// The seed of the award for clearing it ([A1](crate::rules#a1)).
    pub award: NonZeroU32,
}

impl Room {
    /// A normal room with a door possible in every slot of its shape.
    #[must_use]
    pub fn normal(anchor: Cell, shape: Shape, depth: u8) -> Self {
        Self {
            anchor,
            shape,
            kind: RoomKind::Normal,
            depth,
            slots: shape.slots(),
            interior: None,
            placing: None,
        }
    }

    /// The cells it covers. Cells beyond column or row 255 are left out.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let Cell { x, y } = self.anchor;
        self.shape.cells().iter().filter_map(move |&(dx, dy)| {
            Some(Cell { x: x.checked_add(dx)?, y: y.checked_add(dy)? })
        })
    }

    /// Whether it is larger than one cell.
    #[must_use]
    pub fn is_large(&self) -> bool {
        self.shape.cells().len() > 1
    }

    /// The cell that a slot leads to, if the room can have a door there.
    #[must_use]
    #[inline]
    pub fn slot_target(&self, slot: DoorSlot) -> Option<Cell> {
        if !self.slots.contains(slot) {
            return None;
        }
        let (x, y) = self.shape.slot_target(slot)?;
        self.anchor.offset(x, y)
    }

    /// The room's own cell beside a slot, if it can have a door there.
    #[must_use]
    #[inline]
    pub fn slot_cell(&self, slot: DoorSlot) -> Option<Cell> {
        if !self.slots.contains(slot) {
            return None;
        }
        let (x, y) = self.shape.slot_cell(slot)?;
        self.anchor.offset(x, y)
    }

    /// The slot of this room that faces a neighbour's `slot`: it leads out of this room's
    /// `cell`, in the opposite direction.
    #[must_use]
    #[inline]
    pub(crate) fn facing_slot(&self, cell: Cell, slot: DoorSlot) -> Option<DoorSlot> {
        let back = slot.direction().opposite();
        [DoorSlot::from_direction(back, false), DoorSlot::from_direction(back, true)]
            .into_iter()
            .find(|candidate| self.slot_cell(*candidate) == Some(cell))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_kind_has_a_mark_of_its_own() {
        let marks: HashSet<char> = RoomKind::ALL.iter().copied().map(RoomKind::mark).collect();
        assert_eq!(marks.len(), RoomKind::COUNT);
    }

    #[test]
    fn a_narrow_room_offers_no_door_on_its_long_sides() {
        let room = Room::normal(Cell::new(3, 3), Shape::WideNarrow, 1);
        assert_eq!(room.slot_target(DoorSlot::Up0), None);
        assert_eq!(room.slot_target(DoorSlot::Right0), Some(Cell::new(5, 3)));
        assert_eq!(room.slot_cell(DoorSlot::Right0), Some(Cell::new(4, 3)));
    }
}
