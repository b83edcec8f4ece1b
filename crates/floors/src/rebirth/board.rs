//! The board: which cells are taken, by which room, and where doors are open to it (R12, R33, L3).

use basement_model::DoorSlots;

use super::cells::{CellIndex, CellSet, STEPS, count_beside_centre, moved};
use super::layout::Layout;
use super::outline::Outline;

/// The entry of a cell without a room.
pub(super) const NO_ROOM: u8 = u8::MAX;

/// Which cells are free, and which room stands where.
#[derive(Clone)]
pub(super) struct Board {
    /// Where nothing can be placed: the rim, reserved cells, rooms.
    blocked: CellSet,
    /// Where a room stands.
    occupied: CellSet,
    rooms: [u8; 256],
}

impl Board {
    /// The empty board.
    pub(super) const EMPTY: Self = Self {
        blocked: CellSet::GRID.complement(),
        occupied: CellSet::EMPTY,
        rooms: [NO_ROOM; 256],
    };

    /// Whether nothing can be placed on a cell.
    #[inline]
    pub(super) const fn is_blocked(&self, cell: CellIndex) -> bool {
        self.blocked.contains(cell)
    }

    /// The room that stands on a cell, or [`NO_ROOM`].
    #[inline]
    pub(super) const fn room_at(&self, cell: CellIndex) -> u8 {
        self.rooms[cell as usize]
    }

    /// The blocked cells of the 3x3 block around a cell of the grid.
    #[inline]
    pub(super) fn blocked_around(&self, cell: CellIndex) -> u16 {
        self.blocked.block_around(cell)
    }

    /// How many occupied cells lie beside a cell of the grid.
    #[inline]
    pub(super) fn count_neighbours(&self, cell: CellIndex) -> u32 {
        count_beside_centre(self.occupied.block_around(cell))
    }

    /// How many occupied cells lie beside a cell of the grid, except those of a block around it.
    #[inline]
    pub(super) fn count_neighbours_outside(&self, cell: CellIndex, block: u16) -> u32 {
        count_beside_centre(self.occupied.block_around(cell) & !block)
    }

    /// The cells without a room, except some.
    pub(super) fn empty_cells(&self, except: &CellSet) -> CellSet {
        CellSet::grid_without([&self.occupied, except])
    }

    /// The cells that lie beside a room's cell.
    pub(super) fn cells_beside_rooms(&self) -> CellSet {
        self.occupied.neighbours()
    }

    /// The cells without a room that touch no room, except some.
    pub(super) fn untouched_cells(&self, except: &CellSet) -> CellSet {
        CellSet::grid_without([&self.occupied, &self.cells_beside_rooms(), except])
    }

    /// R12: keeps a cell free for good.
    pub(super) fn reserve(&mut self, cell: CellIndex) {
        self.blocked.insert(cell);
    }

    /// Puts a room on its cells.
    pub(super) fn put(&mut self, room: u8, anchor: CellIndex, outline: &Outline) {
        for offset in outline.cells() {
            let cell = moved(anchor, *offset);
            self.blocked.insert(cell);
            self.occupied.insert(cell);
            self.rooms[usize::from(cell)] = room;
        }
    }

    /// Takes a room off its cells.
    pub(super) fn lift(&mut self, anchor: CellIndex, outline: &Outline) {
        for offset in outline.cells() {
            let cell = moved(anchor, *offset);
            self.blocked.remove(cell);
            self.occupied.remove(cell);
            self.rooms[usize::from(cell)] = NO_ROOM;
        }
    }
}

/// R33, L3: the sides of each cell that a slot of the room beside it leads through.
///
/// A side is a bit, numbered as the directions are.
pub(super) struct OpenSides([u8; 256]);

impl OpenSides {
    /// The open sides on a board without rooms: none.
    pub(super) const NONE: Self = Self([0; 256]);

    /// The open sides that a layout's rooms make.
    pub(super) fn from_layout(layout: &Layout<'_>) -> Self {
        let outlines = &layout.tables.outlines;
        let mut open = Self::NONE;
        for room in &layout.rooms {
            open.add_room(room.anchor, outlines.get(room.shape), room.slots);
        }
        open
    }

    /// Adds a room with these slots.
    #[inline]
    pub(super) fn add_room(&mut self, anchor: CellIndex, outline: &Outline, slots: DoorSlots) {
        outline.for_each_slot_number(|number, offset| {
            // The bit of a slot that the room lacks is 0 and adds nothing. The cell behind the
            // slot is entered from the opposite side, whose number differs by two.
            let has_slot = slots.bits() >> number & 1;
            self.0[usize::from(moved(anchor, offset))] |= has_slot << (number & 3 ^ 2);
        });
    }

    /// The open sides of a cell.
    #[inline]
    pub(super) const fn get(&self, cell: CellIndex) -> u8 {
        self.0[cell as usize]
    }

    /// How many sides of a cell are open.
    #[inline]
    pub(super) const fn count(&self, cell: CellIndex) -> u32 {
        self.get(cell).count_ones()
    }

    /// L3: the slots of a room that meet a slot of another room.
    #[inline]
    pub(super) fn slots_met(
        &self,
        anchor: CellIndex,
        outline: &Outline,
        slots: DoorSlots,
    ) -> DoorSlots {
        let mut met = 0;
        outline.for_each_slot_number(|number, offset| {
            let own = moved(anchor, offset.wrapping_sub(STEPS[number & 3]));
            met |= (self.get(own) >> (number & 3) & 1) << number;
        });
        slots.and(DoorSlots::from_bits(met))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rebirth::cells::{cell_at, index_of};
    use basement_model::Grid;

    #[test]
    fn r1_the_rim_around_the_grid_is_never_free() {
        for cell in Grid::REBIRTH.cells() {
            assert!(!Board::EMPTY.is_blocked(index_of(cell)));
        }
        let free = (0..=255).filter(|index| !Board::EMPTY.is_blocked(*index)).count();
        assert_eq!(free, 169);
        assert!((0..=255).all(|index| cell_at(index).is_some() != Board::EMPTY.is_blocked(index)));
    }
}
