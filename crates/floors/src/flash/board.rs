//! Flash's board as bits: cell `10*y + x` is bit `10*y + x` (F1).

use arrayvec::ArrayVec;

use crate::floor::Floor;
use crate::grid::{Cell, Grid};
use crate::room::{Room, RoomKind};
use crate::shape::Shape;

/// A cell by its number, `10*y + x` (F1).
pub(super) type CellNumber = u8;

/// Cells of the grid.
pub(super) const CELLS: usize = 72;

/// Bits of the board, the unused column 0 included.
pub(super) const BITS: usize = 80;

/// F1: where growth begins.
pub(super) const START: CellNumber = 35;

/// F4: the moves, in the order in which they are tried.
pub(super) const MOVES: [i8; 4] = [1, -1, 10, -10];

/// All cells of the grid: columns 1-9 of rows 0-7.
pub(super) const GRID: u128 = {
    let (mut cells, mut number) = (0, 0);
    while number < BITS {
        if number % 10 != 0 {
            cells |= 1 << number;
        }
        number += 1;
    }
    cells
};

/// Rows 1-6: where F21 lets the plan grow.
pub(super) const INNER_ROWS: u128 = GRID & (((1 << 60) - 1) << 10);

/// Columns 2-8: where F23 looks for the secret room.
pub(super) const INNER_COLUMNS: u128 = {
    let (mut cells, mut number) = (0, 0);
    while number < BITS {
        if number % 10 >= 2 && number % 10 <= 8 {
            cells |= 1 << number;
        }
        number += 1;
    }
    cells
};

/// The cells beside each cell, inside the grid.
static BESIDE: [u128; BITS] = {
    let mut beside = [0; BITS];
    let mut number = 0;
    while number < BITS {
        let cell: u128 = 1 << number;
        if GRID & cell != 0 {
            beside[number] = (cell << 1 | cell >> 1 | cell << 10 | cell >> 10) & GRID;
        }
        number += 1;
    }
    beside
};

/// The set that holds one cell.
#[inline]
pub(super) const fn bit(cell: CellNumber) -> u128 {
    1 << cell
}

/// The cells beside a cell, inside the grid.
#[inline]
pub(super) fn beside(cell: CellNumber) -> u128 {
    BESIDE.get(usize::from(cell)).copied().unwrap_or(0)
}

/// The cell after a move, if it lies on the grid.
#[inline]
pub(super) fn moved(cell: CellNumber, by: i8) -> Option<CellNumber> {
    cell.checked_add_signed(by).filter(|next| *next < BITS as u8 && GRID & bit(*next) != 0)
}

/// The cell of that place in row-major order, 0-71.
#[inline]
pub(super) const fn nth_cell(place: u32) -> CellNumber {
    (place / 9 * 10 + place % 9 + 1) as u8
}

/// A cell number as coordinates.
pub(super) const fn to_cell(cell: CellNumber) -> Cell {
    Cell::new(cell % 10, cell / 10)
}

/// A plan in the making: which cells hold rooms, and which are end rooms.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// All cells with a room.
    pub(super) occupied: u128,
    /// Those of the boss, the second boss, the super secret and the secret room.
    pub(super) reserved: u128,
    /// Cells in the order of their placement, the start first.
    pub(super) order: ArrayVec<CellNumber, CELLS>,
    /// Depth by cell.
    pub(super) depth: [u8; BITS],
    /// Kind by cell.
    pub(super) kind: [RoomKind; BITS],
    /// F5: the end rooms in the order of their finding, as long as they are free.
    pub(super) end_rooms: ArrayVec<CellNumber, CELLS>,
}

impl Plan {
    /// A plan with nothing but the start room.
    pub(super) fn new() -> Self {
        let mut plan = Self {
            occupied: 0,
            reserved: 0,
            order: ArrayVec::new(),
            depth: [0; BITS],
            kind: [RoomKind::Normal; BITS],
            end_rooms: ArrayVec::new(),
        };
        plan.place(START, RoomKind::Start, 0);
        plan
    }

    /// The plan of a finished floor without its secret room: what the search for
    /// the secret room saw.
    pub(super) fn of(floor: &Floor) -> Self {
        let mut plan = Self::new();
        for room in floor.rooms().iter().skip(1).filter(|room| !room.kind.is_added()) {
            let cell = 10 * room.anchor.y + room.anchor.x;
            plan.place(cell, room.kind, room.depth);
            if matches!(room.kind, RoomKind::Boss | RoomKind::SuperSecret) {
                plan.reserve(cell, room.kind);
            }
        }
        let end_rooms = floor.dead_ends().iter().map(|index| floor.rooms()[usize::from(*index)]);
        let cells = end_rooms.map(|room| 10 * room.anchor.y + room.anchor.x);
        plan.end_rooms = cells.filter(|cell| plan.reserved & bit(*cell) == 0).collect();
        plan
    }

    /// Puts a room on an empty cell.
    #[inline]
    pub(super) fn place(&mut self, cell: CellNumber, kind: RoomKind, depth: u8) {
        self.occupied |= bit(cell);
        self.order.push(cell);
        self.depth[usize::from(cell)] = depth;
        self.kind[usize::from(cell)] = kind;
    }

    /// Puts a room that did not grow from another one: its depth is one more
    /// than its nearest neighbour's.
    pub(super) fn place_beside(&mut self, cell: CellNumber, kind: RoomKind) {
        let nearest = MOVES
            .into_iter()
            .filter_map(|by| moved(cell, by))
            .filter(|neighbour| self.occupied & bit(*neighbour) != 0)
            .map(|neighbour| self.depth[usize::from(neighbour)])
            .min();
        self.place(cell, kind, nearest.map_or(0, |depth| depth + 1));
    }

    /// Gives a room its kind and keeps others away from it.
    pub(super) fn reserve(&mut self, cell: CellNumber, kind: RoomKind) {
        self.kind[usize::from(cell)] = kind;
        self.reserved |= bit(cell);
    }

    /// The free end rooms as a set.
    pub(super) fn end_room_cells(&self) -> u128 {
        self.end_rooms.iter().fold(0, |cells, cell| cells | bit(*cell))
    }

    /// How many occupied cells lie beside a cell.
    #[inline]
    pub(super) fn neighbours(&self, cell: CellNumber) -> u32 {
        (self.occupied & beside(cell)).count_ones()
    }

    /// How many rooms stand, the start included.
    pub(super) fn rooms(&self) -> u32 {
        self.order.len() as u32
    }

    /// The room on a cell.
    pub(super) fn room(&self, cell: CellNumber) -> Room {
        Room {
            kind: self.kind[usize::from(cell)],
            ..Room::normal(to_cell(cell), Shape::Single, self.depth[usize::from(cell)])
        }
    }
}

const _: () = assert!(Grid::FLASH.len() == CELLS);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Direction;

    #[test]
    fn f1_the_bits_are_the_grids_cells() {
        assert_eq!(GRID.count_ones() as usize, CELLS);
        for (place, cell) in Grid::FLASH.cells().enumerate() {
            assert_eq!(to_cell(nth_cell(place as u32)), cell);
        }
        assert_eq!(to_cell(START), Grid::FLASH.start);
        assert_eq!(INNER_ROWS.count_ones(), 54);
        assert_eq!(INNER_COLUMNS.count_ones(), 56);
    }

    #[test]
    fn f1_neighbours_never_wrap_into_the_next_row() {
        for cell in Grid::FLASH.cells() {
            let number = 10 * cell.y + cell.x;
            let expected = Direction::ALL
                .into_iter()
                .filter_map(|direction| Grid::FLASH.step(cell, direction))
                .fold(0, |cells, next| cells | bit(10 * next.y + next.x));
            assert_eq!(beside(number), expected, "{cell}");
            let by_moves = MOVES
                .into_iter()
                .filter_map(|by| moved(number, by))
                .fold(0, |cells, next| cells | bit(next));
            assert_eq!(by_moves, expected, "{cell}");
        }
    }
}
