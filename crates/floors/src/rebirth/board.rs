//! The board: which cells are taken, and by which room (R12).

use super::cells::{CellIndex, CellSet, STEPS, count_beside_centre, moved};
use super::outline::Outline;

/// The entry of a cell without a room.
pub(super) const NO_ROOM: u8 = u8::MAX;

/// Which cells are free, and which room is on each occupied cell.
#[derive(Clone)]
pub(super) struct Board {
    /// Where nothing can be placed: the rim, reserved cells, rooms.
    blocked: CellSet,
    /// The cells with a room.
    occupied: CellSet,
    /// Whether a cell is kept free.
    has_reserved: bool,
    rooms: [u8; 256],
}

impl Board {
    /// The empty board.
    pub(super) const EMPTY: Self = Self {
        blocked: CellSet::GRID.complement(),
        occupied: CellSet::EMPTY,
        has_reserved: false,
        rooms: [NO_ROOM; 256],
    };

    /// Whether nothing can be placed on a cell.
    #[inline]
    pub(super) const fn is_blocked(&self, cell: CellIndex) -> bool {
        self.blocked.contains(cell)
    }

    /// The room on a cell, or [`NO_ROOM`].
    #[inline]
    pub(super) const fn room_at(&self, cell: CellIndex) -> u8 {
        self.rooms[cell as usize]
    }

    /// The blocked cells of the 3x3 block around a cell of the grid.
    #[inline]
    pub(super) fn blocked_around(&self, cell: CellIndex) -> u16 {
        self.blocked.block_around(cell)
    }

    /// W19: the cells of the 3x3 block around a cell of the grid that are off the grid or have a
    /// room. Cells that are only kept free do not count. `outside` has the cells that a smaller
    /// grid lacks.
    #[inline]
    pub(super) fn taken_around(&self, cell: CellIndex, outside: &CellSet) -> u16 {
        static RIM: CellSet = CellSet::GRID.complement();
        if self.has_reserved {
            self.occupied.block_around(cell) | RIM.block_around(cell) | outside.block_around(cell)
        } else {
            self.blocked_around(cell)
        }
    }

    /// The occupied cells of the 3x3 block around a cell of the grid.
    #[inline]
    pub(super) fn occupied_around(&self, cell: CellIndex) -> u16 {
        self.occupied.block_around(cell)
    }

    /// Whether a cell has a room.
    #[inline]
    pub(super) const fn is_occupied(&self, cell: CellIndex) -> bool {
        self.occupied.contains(cell)
    }

    /// The rooms on the cells beside a cell of the grid. A room on several of these cells is listed
    /// several times.
    pub(super) fn rooms_beside(&self, cell: CellIndex) -> impl Iterator<Item = u8> + '_ {
        let beside = STEPS.into_iter().map(move |by| self.room_at(moved(cell, by)));
        beside.filter(|room| *room != NO_ROOM)
    }

    /// How many occupied cells are beside a cell of the grid.
    #[inline]
    pub(super) fn count_neighbours(&self, cell: CellIndex) -> u32 {
        count_beside_centre(self.occupied.block_around(cell))
    }

    /// How many occupied cells are beside a cell of the grid, not counting those of a block around
    /// it.
    #[inline]
    pub(super) fn count_neighbours_outside(&self, cell: CellIndex, block: u16) -> u32 {
        count_beside_centre(self.occupied.block_around(cell) & !block)
    }

    /// The cells that have no room and are in neither of two sets.
    pub(super) fn empty_cells(&self, except: [&CellSet; 2]) -> CellSet {
        CellSet::grid_without([&self.occupied, except[0], except[1]])
    }

    /// The cells with a room.
    pub(super) const fn occupied(&self) -> &CellSet {
        &self.occupied
    }

    /// The cells beside a room's cell.
    pub(super) fn cells_beside_rooms(&self) -> CellSet {
        self.occupied.neighbours()
    }

    /// F1: blocks the cells outside a smaller grid.
    pub(super) fn leave_outside(&mut self, outside: &CellSet) {
        self.blocked = self.blocked.or(outside);
    }

    /// R12: keeps a cell free of rooms that grow.
    pub(super) fn reserve(&mut self, cell: CellIndex) {
        self.blocked.insert(cell);
        self.has_reserved = true;
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
