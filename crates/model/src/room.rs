//! A room of a floor, and what rooms are for.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumCount, EnumIter, EnumString, VariantArray};

use crate::grid::Cell;
use crate::shape::{DoorSlot, DoorSlots, Shape};

/// The most rooms a floor holds. The largest, a hard Void with every addition,
/// has 73.
pub const MAX_ROOMS: usize = 80;

/// What a room is for, in the order in which a report lists them.
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
pub enum RoomKind {
    /// Where the player arrives (F1, R1).
    Start,
    /// An ordinary room.
    Normal,
    /// The boss's room; two on a Labyrinth floor, up to nine in The Void (F8, F15, R21).
    Boss,
    /// Behind a wall, on a dead end of the plan (F13, R22).
    SuperSecret,
    /// F10, R23.
    Shop,
    /// F10, R24.
    Treasure,
    /// R25.
    Planetarium,
    /// R26.
    Dice,
    /// F11, R26.
    Sacrifice,
    /// F11, R27.
    Library,
    /// F11, R28.
    Curse,
    /// F11, R29.
    MiniBoss,
    /// F11, R30.
    Challenge,
    /// R30.
    BossChallenge,
    /// R31; the game's chest room.
    Vault,
    /// F11, R31.
    Arcade,
    /// R32; the game's Isaac's room.
    CleanBedroom,
    /// R32; the game's barren room.
    DirtyBedroom,
    /// Added to the plan beside several rooms (F9, F23, R33).
    Secret,
    /// Added two steps from the plan, reached through red rooms (R34).
    UltraSecret,
    /// R35: the Dark Room's.
    Grave,
}

impl RoomKind {
    /// Whether such a room is added to the finished plan instead of taking one
    /// of its rooms: the secret and the ultra secret room.
    #[must_use]
    #[inline]
    pub const fn is_added(self) -> bool {
        matches!(self, Self::Secret | Self::UltraSecret)
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Room {
    /// Top left corner of its bounding box. A room of shape 9 does not cover it.
    pub anchor: Cell,
    /// Its outline.
    pub shape: Shape,
    /// What it is for.
    pub kind: RoomKind,
    /// Distance from the start in room-steps along the growth tree; an added
    /// room's is one more than its nearest neighbour's.
    pub depth: u8,
    /// The slots in which it can have a door: those of its shape, or of the
    /// concrete room that was chosen for it.
    pub slots: DoorSlots,
    /// The room chosen for it: its index in the catalogue (L1); `None` where
    /// none was chosen.
    pub interior: Option<u16>,
}

impl Room {
    /// A normal room with a door possible in every slot of its shape.
    #[must_use]
    pub fn normal(anchor: Cell, shape: Shape, depth: u8) -> Self {
        Self { anchor, shape, kind: RoomKind::Normal, depth, slots: shape.slots(), interior: None }
    }

    /// The cells it covers. A shape that would leave 0-255 covers fewer.
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

    /// The room's own cell behind a slot, if it can have a door there.
    #[must_use]
    #[inline]
    pub fn slot_cell(&self, slot: DoorSlot) -> Option<Cell> {
        if !self.slots.contains(slot) {
            return None;
        }
        let (x, y) = self.shape.slot_cell(slot)?;
        self.anchor.offset(x, y)
    }

    /// The slot by which this room meets a neighbour's: the one behind which
    /// `cell` lies and that leads in the opposite direction of `slot`.
    #[must_use]
    #[inline]
    pub(crate) fn facing_slot(&self, cell: Cell, slot: DoorSlot) -> Option<DoorSlot> {
        let back = slot.direction().opposite();
        [DoorSlot::of(back, false), DoorSlot::of(back, true)]
            .into_iter()
            .find(|candidate| self.slot_cell(*candidate) == Some(cell))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use strum::IntoEnumIterator;

    use super::*;

    #[test]
    fn every_kind_has_a_mark_of_its_own() {
        let marks: HashSet<char> = RoomKind::iter().map(RoomKind::mark).collect();
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
