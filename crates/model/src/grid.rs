//! Cells, directions and the two grids (F1, R1).
//!
//! A step off a grid is `None`; it never wraps into the next row. Coordinates are those of the
//! rules, so Flash's cell `35` is `(5, 3)`, and Flash has no column 0.

use core::fmt;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantArray};

use crate::error::RequestError;

/// The largest number of cells that a floor's grid can have: Rebirth's 13x13.
pub const MAX_CELLS: usize = 169;

/// The stride that keeps one cell index unique on either grid. No room covers the spare rows and
/// columns, so a step off either grid leads to a free place.
pub(crate) const STRIDE: usize = 16;

/// The four ways out of a cell, numbered as in Rebirth ([R2](crate::rules#r2)): a door slot's
/// number modulo 4 is its direction.
///
/// ```
/// use basement_model::Direction;
///
/// assert_eq!(Direction::Left.opposite(), Direction::Right);
/// assert_eq!("down".parse(), Ok(Direction::Down));
/// let error = "north".parse::<Direction>().unwrap_err();
/// assert_eq!(error.to_string(), "there is no direction `north`: there are left, up, right, down");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, Display, EnumString, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(
    serialize_all = "snake_case",
    parse_err_ty = RequestError,
    parse_err_fn = unknown_direction
)]
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

fn unknown_direction(given: &str) -> RequestError {
    RequestError::unknown_name("direction", given, Direction::ALL)
}

impl Direction {
    /// All four directions, in Rebirth's order.
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
///
/// ```
/// use basement_model::Cell;
///
/// let cell = Cell::new(5, 3);
/// assert_eq!(cell.offset(-1, 2), Some(Cell::new(4, 5)));
/// assert_eq!(cell.steps_to(Cell::new(4, 5)), 3);
/// assert_eq!(Cell::new(0, 0).steps_to(Cell::new(255, 255)), 510);
/// ```
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

    /// The cell `(dx, dy)` away, on any grid. `None` if a coordinate would leave 0-255.
    #[must_use]
    #[inline]
    pub const fn offset(self, dx: i8, dy: i8) -> Option<Self> {
        match (self.x.checked_add_signed(dx), self.y.checked_add_signed(dy)) {
            (Some(x), Some(y)) => Some(Self { x, y }),
            _ => None,
        }
    }

    /// Its place on a board of [`STRIDE`] cells per row. Different cells of a grid have different
    /// places.
    #[inline]
    pub(crate) const fn place(self) -> u8 {
        self.y << 4 | self.x
    }

    /// The inverse of [`Cell::place`].
    #[inline]
    pub(crate) const fn at_place(place: u8) -> Self {
        Self { x: place % STRIDE as u8, y: place / STRIDE as u8 }
    }

    /// Steps along the grid's axes between two cells (Manhattan distance).
    #[must_use]
    pub const fn steps_to(self, other: Self) -> u16 {
        self.x.abs_diff(other.x) as u16 + self.y.abs_diff(other.y) as u16
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

/// The board on which a floor is laid out.
///
/// ```
/// use basement_model::{Cell, Direction, Grid};
///
/// assert_eq!((Grid::FLASH.len(), Grid::REBIRTH.len()), (72, 169));
/// assert_eq!(Grid::FLASH.to_string(), "9x8 from column 1, start (5, 3)");
/// assert_eq!(Grid::REBIRTH.index(Grid::REBIRTH.start), Some(84));
/// // No step leads off the grid, or into the next row.
/// assert_eq!(Grid::FLASH.step(Cell::new(9, 3), Direction::Right), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// First column: 1 for Flash, 0 for Rebirth.
    pub left: u8,
    /// Number of columns. Column 255 is the last; no cell is beyond it.
    pub width: u8,
    /// Number of rows; the first is row 0.
    pub height: u8,
    /// The cell of the start room.
    pub start: Cell,
}

impl Grid {
    /// [F1](crate::rules#f1): 9x8, columns 1-9, rows 0-7, start cell 35.
    pub const FLASH: Self = Self { left: 1, width: 9, height: 8, start: Cell::new(5, 3) };

    /// [R1](crate::rules#r1): 13x13, start room at (6, 6), which is index 84.
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

    /// Whether the cell is on the grid.
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
    /// off the grid. On Rebirth's grid this is [R1](crate::rules#r1)'s index.
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
        let x = (index < self.len()).then(|| self.left.checked_add((index % width) as u8))??;
        Some(Cell { x, y: (index / width) as u8 })
    }

    /// All cells in row-major order, the inverse of [`Grid::index`].
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let Self { left, width, height, .. } = *self;
        let columns = u16::from(left)..(u16::from(left) + u16::from(width)).min(256);
        (0..height).flat_map(move |y| columns.clone().map(move |x| Cell { x: x as u8, y }))
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { left, width, height, start } = self;
        write!(f, "{width}x{height} from column {left}, start {start}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f1_flash_cells_are_numbered_ten_y_plus_x_and_column_0_is_never_used() {
        let grid = Grid::FLASH;
        assert_eq!(grid.len(), 72);
        let numbers: Vec<u8> = grid.cells().map(|cell| 10 * cell.y + cell.x).collect();
        assert_eq!(numbers.first(), Some(&1));
        assert_eq!(numbers.last(), Some(&79));
        assert!(numbers.iter().all(|number| number % 10 != 0));
        assert_eq!(10 * grid.start.y + grid.start.x, 35);
        // A step off the right edge does not lead to column 0 of the next row.
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
    fn a_grid_has_no_cell_beyond_column_255() {
        let grid = Grid { left: 254, width: 3, height: 2, start: Cell::new(254, 0) };
        let cells: Vec<[u8; 2]> = grid.cells().map(Into::into).collect();
        assert_eq!(cells, [[254, 0], [255, 0], [254, 1], [255, 1]]);
        let by_index: Vec<_> = (0..7).map(|index| grid.cell(index).map(Into::into)).collect();
        let [a, b, c, d] = cells[..] else { panic!("{cells:?}") };
        assert_eq!(by_index, [Some(a), Some(b), None, Some(c), Some(d), None, None]);
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
