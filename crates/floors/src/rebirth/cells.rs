//! The cells of Rebirth's grid, each with one index, and sets of cells (R1).
//!
//! The 13x13 grid has a rim of one cell around it, and its rows are 16 cells apart. So the index of
//! a cell is `16 * (y + 1) + (x + 1)`, a neighbour is a constant offset away, and a row of a set is
//! a word of 16 bits. No room is on the rim, so nothing leaves the grid or wraps around to the next
//! row.

use basement_model::{Cell, Direction, Grid};

/// The index of a cell of the grid or of its rim.
pub(super) type CellIndex = u8;

/// How far apart the rows are.
pub(super) const STRIDE: i16 = 16;

/// R1: the start room's cell, number 84 in the rules.
pub(super) const START: CellIndex = index_of(Grid::REBIRTH.start);

/// The index of a cell.
pub(super) const fn index_of(cell: Cell) -> CellIndex {
    16 * (cell.y + 1) + cell.x + 1
}

/// The cell of an index, or `None` on the rim.
pub(super) const fn cell_at(index: CellIndex) -> Option<Cell> {
    let (x, y) = (index % 16, index / 16);
    if x >= 1 && x <= 13 && y >= 1 && y <= 13 { Some(Cell::new(x - 1, y - 1)) } else { None }
}

/// The cell of an index that is known to be on the grid. For the rim it is the start.
pub(super) fn grid_cell(index: CellIndex) -> Cell {
    cell_at(index).unwrap_or(Grid::REBIRTH.start)
}

/// The offset of one step in each of [`Direction::ALL`].
pub(super) const STEPS: [i16; 4] = [-1, -STRIDE, 1, STRIDE];

/// The cell at an offset from another.
#[inline]
pub(super) const fn moved(index: CellIndex, offset: i16) -> CellIndex {
    (index as i16).wrapping_add(offset) as u8
}

/// The cell one step away.
#[inline]
pub(super) const fn step(index: CellIndex, direction: Direction) -> CellIndex {
    moved(index, STEPS[direction as usize])
}

/// Whether an index belongs to a cell of the grid.
#[inline]
pub(super) const fn is_on_grid(index: CellIndex) -> bool {
    CellSet::GRID.contains(index)
}

/// How many rows a set has: the grid's, the rim's, and spare ones. A window of three rows is inside
/// the set wherever it begins, and four rows fill a word of 64 bits.
const ROWS: usize = 18;

/// A set of cells: one bit per cell, one word per row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellSet([u16; ROWS]);

impl CellSet {
    /// The empty set.
    pub(super) const EMPTY: Self = Self([0; ROWS]);

    /// The cells of the grid, without the rim.
    pub(super) const GRID: Self = {
        let mut rows = [0; ROWS];
        let mut row = 1;
        while row <= 13 {
            rows[row] = ((1 << 13) - 1) << 1;
            row += 1;
        }
        Self(rows)
    };

    /// F1: the cells that a smaller grid around the start room lacks. If the start cannot be in the
    /// middle, the smaller grid reaches further to the right and down.
    pub(super) fn outside_of(columns: u8, rows: u8) -> Self {
        let range = |size: u8| {
            let first = Grid::REBIRTH.start.x - (size - 1) / 2;
            first..first + size
        };
        let (columns, rows) = (range(columns), range(rows));
        let mut outside = Self::EMPTY;
        for cell in Grid::REBIRTH.cells() {
            if !columns.contains(&cell.x) || !rows.contains(&cell.y) {
                outside.insert(index_of(cell));
            }
        }
        outside
    }

    /// Every index that is not in the set.
    pub(super) const fn complement(&self) -> Self {
        let mut rows = self.0;
        let mut row = 0;
        while row < ROWS {
            rows[row] = !rows[row];
            row += 1;
        }
        Self(rows)
    }

    /// Adds a cell.
    #[inline]
    pub(super) fn insert(&mut self, index: CellIndex) {
        self.0[usize::from(index / 16)] |= 1 << (index % 16);
    }

    /// Removes a cell.
    #[inline]
    pub(super) fn remove(&mut self, index: CellIndex) {
        self.0[usize::from(index / 16)] &= !(1 << (index % 16));
    }

    /// Whether the set contains a cell.
    #[inline]
    pub(super) const fn contains(&self, index: CellIndex) -> bool {
        self.0[index as usize / 16] >> (index % 16) & 1 == 1
    }

    /// The number of cells in the set.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.words().map(|word| word.count_ones() as usize).sum()
    }

    /// The set as words of four rows: index i is bit i % 64 of word i / 64.
    #[inline]
    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        let rows = self.0.chunks_exact(4);
        rows.map(|rows| rows.iter().rev().fold(0, |word, row| word << 16 | u64::from(*row)))
    }

    /// The cells in the order of their indices, row by row.
    pub(super) fn iter(&self) -> impl Iterator<Item = CellIndex> {
        (0_u8..).zip(self.words()).flat_map(|(number, mut left)| {
            core::iter::from_fn(move || {
                let first = left.trailing_zeros() as u8;
                (left != 0).then(|| {
                    left &= left - 1;
                    64 * number + first
                })
            })
        })
    }

    /// The cells beside a cell of the set.
    pub(super) fn neighbours(&self) -> Self {
        let (left, right) = (self.shifted::<-1, 0>(), self.shifted::<1, 0>());
        let (above, below) = (self.shifted::<0, -1>(), self.shifted::<0, 1>());
        left.or(&right).or(&above).or(&below)
    }

    /// The set moved by columns and rows, at most two of each. No cell of the grid is lost or wraps
    /// around, because the rim and the spare rows are wide enough. The compiler knows the
    /// direction, so it moves several rows at a time.
    #[inline(always)]
    pub(super) fn shifted<const COLUMNS: i8, const ROWS_DOWN: i8>(&self) -> Self {
        let mut moved = [0; ROWS];
        let by = usize::from(ROWS_DOWN.unsigned_abs());
        if ROWS_DOWN >= 0 {
            moved[by..].copy_from_slice(&self.0[..ROWS - by]);
        } else {
            moved[..ROWS - by].copy_from_slice(&self.0[by..]);
        }
        for row in &mut moved {
            let by = COLUMNS.unsigned_abs();
            *row = if COLUMNS >= 0 { *row << by } else { *row >> by };
        }
        Self(moved)
    }

    /// The cells that are in this set or in another.
    #[inline(always)]
    pub(super) fn or(&self, other: &Self) -> Self {
        self.joined(other, |own, other| own | other)
    }

    /// The cells that are in this set and in another.
    #[inline(always)]
    pub(super) fn and(&self, other: &Self) -> Self {
        self.joined(other, |own, other| own & other)
    }

    /// The cells that are in this set and not in another.
    #[inline(always)]
    pub(super) fn without(&self, other: &Self) -> Self {
        self.joined(other, |own, other| own & !other)
    }

    /// The cells that are in exactly one of two sets.
    #[inline(always)]
    pub(super) fn xor(&self, other: &Self) -> Self {
        self.joined(other, |own, other| own ^ other)
    }

    /// Both sets joined row by row.
    #[inline(always)]
    fn joined(&self, other: &Self, join: impl Fn(u16, u16) -> u16) -> Self {
        let mut joined = self.0;
        for (row, other) in joined.iter_mut().zip(&other.0) {
            *row = join(*row, *other);
        }
        Self(joined)
    }

    /// The cells of the grid that are in none of the sets.
    pub(super) fn grid_without<const N: usize>(sets: [&Self; N]) -> Self {
        sets.into_iter().fold(Self::GRID, |left, set| left.without(set))
    }

    /// The part of the set in the 3x3 block around a cell, as nine bits, row by row.
    #[inline]
    pub(super) fn block_around(&self, index: CellIndex) -> u16 {
        let above = usize::from(index / 16).wrapping_sub(1) & 15;
        let window = u64::from(self.0[above])
            | u64::from(self.0[above + 1]) << 16
            | u64::from(self.0[above + 2]) << 32;
        let block = window >> ((index % 16).wrapping_sub(1) & 15) & 0x7_0007_0007;
        (block | block >> 13 | block >> 26) as u16 & 0x1FF
    }
}

/// The bit of a 3x3 block's centre.
pub(super) const CENTRE: u16 = 1 << 4;

/// How many cells of a 3x3 block are beside its centre.
#[inline]
pub(super) const fn count_beside_centre(block: u16) -> u32 {
    (block & 0b010_101_010).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_every_cell_has_an_index_and_the_rim_has_no_cell() {
        for cell in Grid::REBIRTH.cells() {
            assert_eq!(cell_at(index_of(cell)), Some(cell));
            assert!(CellSet::GRID.contains(index_of(cell)));
        }
        assert_eq!(CellSet::GRID.len(), 169);
        assert!((0..=255).all(|index| cell_at(index).is_some() == CellSet::GRID.contains(index)));
    }

    #[test]
    fn a_set_gives_its_cells_in_order_and_their_neighbours() {
        let mut set = CellSet::EMPTY;
        let cells = [(12, 12), (0, 0), (6, 6)].map(|(x, y)| index_of(Cell::new(x, y)));
        cells.into_iter().for_each(|index| set.insert(index));
        assert_eq!(set.iter().collect::<Vec<_>>(), [cells[1], cells[2], cells[0]]);
        let neighbours = set.neighbours();
        for index in 0..=255_u8 {
            let is_beside = STEPS.into_iter().any(|by| {
                cells.contains(&moved(index, by))
                    && i16::from(index) + by == i16::from(moved(index, by))
            });
            assert_eq!(neighbours.contains(index), is_beside, "{index}");
        }
        set.remove(cells[2]);
        assert_eq!(set.len(), 2);
    }

    #[test]
    fn a_block_holds_the_cells_around_its_centre_row_by_row() {
        let centre = index_of(Cell::new(6, 6));
        let mut number = 0;
        for row in [-STRIDE, 0, STRIDE] {
            for column in [-1, 0, 1] {
                let mut set = CellSet::EMPTY;
                set.insert(moved(centre, row + column));
                assert_eq!(set.block_around(centre), 1 << number);
                let is_beside = (row == 0) != (column == 0);
                assert_eq!(count_beside_centre(1 << number), u32::from(is_beside));
                number += 1;
            }
        }
    }
}
