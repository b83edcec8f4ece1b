//! Cells, directions and the two grids (F1, R1).
//!
//! Each grid owns its edges: stepping off a grid is `None`, never a wrap into
//! the next row. Coordinates are the rules' own, so a Flash cell `35` is
//! `(5, 3)` and column 0 does not exist there.

use core::fmt;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, VariantArray};

use crate::room::{Room, RoomKind};

/// The most cells a grid can have: Rebirth's 13x13.
pub const MAX_CELLS: usize = 169;

/// The stride that keeps one cell index unique on either grid. Rows and columns to
/// spare are never covered: a step off either grid leads to a free place.
pub(crate) const STRIDE: usize = 16;

/// The four ways out of a cell, numbered as Rebirth numbers them (R2): a door
/// slot's number modulo 4 is its direction.
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
    EnumIter,
    EnumString,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Direction {
    /// Towards smaller x.
    Left,
    /// Towards smaller y.
    Up,
    /// Towards larger x.
    Right,
    /// Towards larger y.
    Down,
}

impl Direction {
    /// All four, in Rebirth's order.
    pub const ALL: [Self; 4] = [Self::Left, Self::Up, Self::Right, Self::Down];

    /// The direction that leads back.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Up => Self::Down,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
        }
    }

    /// The change of (x, y) that one step makes.
    #[must_use]
    #[inline]
    pub const fn offset(self) -> (i8, i8) {
        match self {
            Self::Left => (-1, 0),
            Self::Up => (0, -1),
            Self::Right => (1, 0),
            Self::Down => (0, 1),
        }
    }

    /// The change of a cell's place on a board that one step makes, modulo 256.
    #[inline]
    pub(crate) const fn step(self) -> u8 {
        let (dx, dy) = self.offset();
        (dy as u8).wrapping_mul(STRIDE as u8).wrapping_add(dx as u8)
    }

    /// Whether the step changes x.
    #[must_use]
    #[inline]
    pub const fn is_horizontal(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}

/// One grid square. It is written as `[x, y]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "[u8; 2]", into = "[u8; 2]")]
pub struct Cell {
    /// Column; Flash counts from 1, Rebirth from 0.
    pub x: u8,
    /// Row, from 0 at the top.
    pub y: u8,
}

impl Cell {
    /// The cell at column `x`, row `y`.
    #[must_use]
    #[inline]
    pub const fn new(x: u8, y: u8) -> Self {
        Self { x, y }
    }

    /// The cell `(dx, dy)` away, without regard to any grid; `None` where a
    /// coordinate would leave 0-255.
    #[must_use]
    #[inline]
    pub const fn offset(self, dx: i8, dy: i8) -> Option<Self> {
        match (self.x.checked_add_signed(dx), self.y.checked_add_signed(dy)) {
            (Some(x), Some(y)) => Some(Self { x, y }),
            _ => None,
        }
    }

    /// Its place on a board of [`STRIDE`] cells a row: a number of its own for each cell of
    /// either grid.
    #[inline]
    pub(crate) const fn place(self) -> u8 {
        self.y << 4 | self.x
    }

    /// Steps along the grid's axes between two cells (Manhattan distance).
    #[must_use]
    pub const fn steps_to(self, other: Self) -> u8 {
        self.x.abs_diff(other.x) + self.y.abs_diff(other.y)
    }
}

impl From<[u8; 2]> for Cell {
    fn from([x, y]: [u8; 2]) -> Self {
        Self { x, y }
    }
}

impl From<Cell> for [u8; 2] {
    fn from(cell: Cell) -> Self {
        [cell.x, cell.y]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// The board a floor is laid out on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// First column: 1 for Flash, 0 for Rebirth.
    pub left: u8,
    /// Number of columns.
    pub width: u8,
    /// Number of rows; the first is row 0.
    pub height: u8,
    /// Where the start room stands.
    pub start: Cell,
}

impl Grid {
    /// F1: 9x8, columns 1-9, rows 0-7, start cell 35.
    pub const FLASH: Self = Self { left: 1, width: 9, height: 8, start: Cell::new(5, 3) };

    /// R1: 13x13, start room at (6, 6), which is index 84.
    pub const REBIRTH: Self = Self { left: 0, width: 13, height: 13, start: Cell::new(6, 6) };

    /// How many cells the grid has.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the grid has no cell at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the cell lies on the grid.
    #[must_use]
    #[inline]
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.x >= self.left && cell.x - self.left < self.width && cell.y < self.height
    }

    /// The neighbouring cell in a direction, `None` beyond the edge.
    #[must_use]
    #[inline]
    pub fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (dx, dy) = direction.offset();
        cell.offset(dx, dy).filter(|next| self.contains(*next))
    }

    /// The cell's place in row-major order, 0 for the top left cell; `None`
    /// off the grid. On Rebirth's grid this is R1's index.
    #[must_use]
    #[inline]
    pub fn index(&self, cell: Cell) -> Option<usize> {
        self.contains(cell).then(|| {
            usize::from(cell.y) * usize::from(self.width) + usize::from(cell.x - self.left)
        })
    }

    /// The cell at a place in row-major order, the inverse of [`Grid::index`]; `None`
    /// beyond the last.
    #[must_use]
    #[inline]
    pub fn cell(&self, index: usize) -> Option<Cell> {
        let width = usize::from(self.width);
        (index < self.len())
            .then(|| Cell { x: self.left + (index % width) as u8, y: (index / width) as u8 })
    }

    /// All cells in row-major order, the inverse of [`Grid::index`].
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let Self { left, width, height, .. } = *self;
        (0..height).flat_map(move |y| (left..left + width).map(move |x| Cell { x, y }))
    }
}

/// A cell that a room covers.
#[derive(Clone, Copy, Debug)]
pub struct CoveredCell {
    place: u8,
    room: u8,
    kind: RoomKind,
    /// Bit n is direction n; four bits for the room's slots, four for its outline's.
    ways: u8,
}

impl CoveredCell {
    /// The cell.
    #[must_use]
    #[inline]
    pub const fn cell(&self) -> Cell {
        Cell { x: self.place % STRIDE as u8, y: self.place / STRIDE as u8 }
    }

    /// The room, by index.
    #[must_use]
    #[inline]
    pub const fn room(&self) -> usize {
        self.room as usize
    }

    /// What the room is for.
    #[must_use]
    #[inline]
    pub const fn kind(&self) -> RoomKind {
        self.kind
    }

    /// The directions in which the room can have a door here: bit n is direction n.
    #[must_use]
    #[inline]
    pub const fn ways(&self) -> u8 {
        self.ways & 0b1111
    }

    /// The same of any room of its outline.
    #[must_use]
    #[inline]
    pub const fn outline_ways(&self) -> u8 {
        self.ways >> 4
    }
}

/// Which room covers each cell: the one look-up table behind a floor's queries.
#[derive(Clone, Debug)]
pub struct Occupancy {
    rooms: [u8; STRIDE * STRIDE],
    cells: ArrayVec<CoveredCell, MAX_CELLS>,
}

impl Occupancy {
    const NONE: u8 = u8::MAX;

    /// Which of these rooms covers each cell; they lie on a grid and do not overlap.
    pub(crate) fn of(rooms: &[Room]) -> Self {
        let mut occupancy =
            Self { rooms: [Self::NONE; STRIDE * STRIDE], cells: ArrayVec::new_const() };
        for (index, room) in (0..Self::NONE).zip(rooms) {
            for cell in room.shape.outline() {
                let place = room.anchor.place().wrapping_add(cell.place);
                let ways = room.slots.and(cell.slots).directions();
                let ways = ways | cell.slots.directions() << 4;
                occupancy.rooms[usize::from(place)] = index;
                let cell = CoveredCell { place, room: index, kind: room.kind, ways };
                // There are no more cells on a grid.
                let _ = occupancy.cells.try_push(cell);
            }
        }
        occupancy
    }

    /// The cells that rooms cover, room by room.
    #[must_use]
    #[inline]
    pub fn cells(&self) -> &[CoveredCell] {
        &self.cells
    }

    /// The room beside a covered cell, [`Occupancy::NONE`] where there is none.
    #[inline]
    pub(crate) const fn beside(&self, cell: &CoveredCell, direction: Direction) -> u8 {
        self.rooms[cell.place.wrapping_add(direction.step()) as usize]
    }

    /// The index of the room that covers the cell.
    #[must_use]
    #[inline]
    pub fn room_at(&self, cell: Cell) -> Option<usize> {
        match self.rooms.get(Self::place(cell)) {
            Some(&room) if room != Self::NONE => Some(usize::from(room)),
            _ => None,
        }
    }

    const fn place(cell: Cell) -> usize {
        if cell.x as usize >= STRIDE {
            return usize::MAX;
        }
        cell.y as usize * STRIDE + cell.x as usize
    }
}

/// The ways out of some rooms: for each cell that they cover, the directions in which
/// its room can have a door.
#[derive(Clone, Debug)]
pub struct WaysOut {
    /// By place, with a row to spare above and below: bit n is direction n,
    /// [`WaysOut::COVERED`] says that a room is there.
    ways: [u8; STRIDE * (STRIDE + 2)],
}

impl WaysOut {
    const COVERED: u8 = 1 << 7;

    /// The ways out of some cells of a floor's rooms; `ways` gives the directions of
    /// each, `None` for a cell that is to be as if it were free.
    #[inline]
    pub fn of(occupancy: &Occupancy, ways: impl Fn(&CoveredCell) -> Option<u8>) -> Self {
        let mut ways_out = Self { ways: [0; STRIDE * (STRIDE + 2)] };
        for cell in occupancy.cells() {
            let ways = ways(cell).map_or(0, |ways| ways | Self::COVERED);
            ways_out.ways[usize::from(cell.place) + STRIDE] = ways;
        }
        ways_out
    }

    /// The directions in which a cell with a way out to this place lies: bit n is
    /// direction n.
    #[inline]
    fn towards(&self, place: u8) -> u8 {
        let place = usize::from(place);
        let [left, up] = [place + STRIDE - 1, place].map(|beside| self.ways[beside] >> 2 & 0b11);
        let beside = [place + STRIDE + 1, place + 2 * STRIDE];
        let [right, down] = beside.map(|beside| self.ways[beside] & 0b11);
        (left & 0b01) | (up & 0b10) | (right & 0b01) << 2 | (down & 0b10) << 2
    }

    /// The directions in which a covered cell has a way out that another answers.
    #[inline]
    pub(crate) fn doors(&self, cell: &CoveredCell) -> u8 {
        cell.ways() & self.towards(cell.place)
    }

    /// How many ways out lead to a cell.
    #[must_use]
    pub fn facing(&self, cell: Cell) -> u8 {
        if Occupancy::place(cell) >= STRIDE * STRIDE {
            return 0;
        }
        self.towards(cell.place()).count_ones() as u8
    }

    /// How many uncovered cells of the grid more ways out lead to than to this cell, and
    /// how many as many.
    #[must_use]
    pub fn rank(&self, cell: Cell, grid: &Grid) -> (u32, u32) {
        let own = self.facing(cell);
        let columns: [u8; STRIDE] =
            core::array::from_fn(|x| u8::from((x as u8).wrapping_sub(grid.left) < grid.width));
        // Column by column: no more than 16 in each.
        let (mut more, mut equal) = ([0; STRIDE], [0; STRIDE]);
        for y in 0..usize::from(grid.height).min(STRIDE) {
            let row = &self.ways[y * STRIDE..][..3 * STRIDE];
            for x in 0..STRIDE {
                let bit = |beside: usize, direction: Direction| row[beside] >> direction as u8 & 1;
                let facing = bit(x + STRIDE - 1, Direction::Right)
                    + bit(x, Direction::Down)
                    + bit(x + STRIDE + 1, Direction::Left)
                    + bit(x + 2 * STRIDE, Direction::Up);
                let is_asked = columns[x] & !(row[x + STRIDE] >> 7);
                more[x] += is_asked & u8::from(facing > own);
                equal[x] += is_asked & u8::from(facing == own);
            }
        }
        let sum = |counts: [u8; STRIDE]| counts.into_iter().map(u32::from).sum();
        (sum(more), sum(equal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    #[test]
    fn openings_face_the_cells_beside_them_on_grids_of_any_size() {
        // A cell with all its doors at the top left, one without any two columns away.
        let rooms = [
            Room::normal(Cell::new(0, 0), Shape::Single, 0),
            Room::normal(Cell::new(2, 0), Shape::Single, 1),
        ];
        let occupancy = Occupancy::of(&rooms);
        let ways_out =
            WaysOut::of(&occupancy, |cell| Some(if cell.room() == 0 { cell.ways() } else { 0 }));
        assert_eq!(ways_out.facing(Cell::new(1, 0)), 1);
        assert_eq!(ways_out.facing(Cell::new(0, 1)), 1);
        assert_eq!(ways_out.facing(Cell::new(1, 1)), 0);
        assert_eq!(ways_out.facing(Cell::new(255, 255)), 0);
        let start = Cell::new(0, 0);
        for (width, height) in [(3, 2), (13, 13), (16, 16), (255, 255)] {
            let grid = Grid { left: 0, width, height, start };
            assert_eq!(ways_out.rank(Cell::new(1, 0), &grid), (0, 2));
            // Of a grid that is larger than any of a floor, what the board holds.
            let cells = usize::from(width.min(16)) * usize::from(height.min(16));
            assert_eq!(ways_out.rank(Cell::new(1, 1), &grid), (2, cells as u32 - 4));
        }
        assert_eq!(ways_out.rank(start, &Grid { left: 0, width: 0, height: 0, start }), (0, 0));
    }

    #[test]
    fn f1_flash_cells_are_numbered_ten_y_plus_x_and_column_0_is_never_used() {
        let grid = Grid::FLASH;
        assert_eq!(grid.len(), 72);
        let numbers: Vec<u8> = grid.cells().map(|cell| 10 * cell.y + cell.x).collect();
        assert_eq!(numbers.first(), Some(&1));
        assert_eq!(numbers.last(), Some(&79));
        assert!(numbers.iter().all(|number| number % 10 != 0));
        assert_eq!(10 * grid.start.y + grid.start.x, 35);
        // A step off the right edge is no step, not the next row's column 0.
        assert_eq!(grid.step(Cell::new(9, 2), Direction::Right), None);
        assert_eq!(grid.step(Cell::new(1, 2), Direction::Left), None);
        assert_eq!(grid.step(Cell::new(5, 0), Direction::Up), None);
        assert_eq!(grid.step(Cell::new(5, 7), Direction::Down), None);
    }

    #[test]
    fn r1_rebirth_cells_are_numbered_x_plus_13_y_and_the_start_is_84() {
        let grid = Grid::REBIRTH;
        assert_eq!(grid.len(), MAX_CELLS);
        assert_eq!(grid.index(grid.start), Some(84));
        for (index, cell) in grid.cells().enumerate() {
            assert_eq!(grid.index(cell), Some(index));
            assert_eq!(grid.cell(index), Some(cell));
            assert_eq!(usize::from(cell.x) + 13 * usize::from(cell.y), index);
        }
        assert_eq!(grid.index(Cell::new(13, 0)), None);
        assert_eq!(grid.cell(169), None);
        assert_eq!(Grid::FLASH.cell(9), Some(Cell::new(1, 1)));
    }

    #[test]
    fn a_step_and_the_step_back_end_where_they_began() {
        for grid in [Grid::FLASH, Grid::REBIRTH] {
            for cell in grid.cells() {
                for direction in Direction::ALL {
                    if let Some(next) = grid.step(cell, direction) {
                        assert_eq!(grid.step(next, direction.opposite()), Some(cell));
                        assert_eq!(cell.steps_to(next), 1);
                    }
                }
            }
        }
    }
}
