//! Counts on the grid, cell by cell.

use basement_floors::{Cell, Grid};
use serde::{Deserialize, Serialize};

use crate::error::SurveyError;

/// For each cell of a grid, the number of floors on which something is true of it.
///
/// ```
/// use basement_floors::{Cell, Grid};
/// use basement_survey::summary::CellCounts;
///
/// let mut counts = CellCounts::new(Grid::FLASH);
/// counts.add(Cell::new(6, 3));
/// assert_eq!((counts.relative(1, 0), counts.total()), (Some(1), 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct CellCounts {
    grid: Grid,
    counts: Vec<u64>,
}

/// Counts as read.
#[derive(Deserialize)]
struct Unchecked {
    grid: Grid,
    counts: Vec<u64>,
}

impl TryFrom<Unchecked> for CellCounts {
    type Error = String;

    fn try_from(Unchecked { grid, counts }: Unchecked) -> Result<Self, String> {
        let (given, cells) = (counts.len(), grid.len());
        (given == cells)
            .then_some(Self { grid, counts })
            .ok_or_else(|| format!("{given} counts for {cells} cells: give one for each cell"))
    }
}

impl CellCounts {
    /// No count yet.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        Self { grid, counts: vec![0; grid.len()] }
    }

    /// The grid.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Counts a cell; one off the grid is not counted.
    #[inline]
    pub fn add(&mut self, cell: Cell) {
        self.add_count(cell, 1);
    }

    /// Adds `count` to a cell. Returns whether the cell is on the grid.
    #[inline]
    pub(crate) fn add_count(&mut self, cell: Cell, count: u64) -> bool {
        let index = self.grid.index(cell);
        if let Some(index) = index {
            self.counts[index] = self.counts[index].saturating_add(count);
        }
        index.is_some()
    }

    /// Adds other counts.
    ///
    /// # Errors
    ///
    /// [`SurveyError::GridMismatch`] when the grids differ.
    pub fn merge(&mut self, other: &Self) -> Result<(), SurveyError> {
        if self.grid != other.grid {
            return Err(SurveyError::GridMismatch(self.grid, other.grid));
        }
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count = count.saturating_add(*more);
        }
        Ok(())
    }

    /// The count of the cell that is `(dx, dy)` from the start; `None` if it is off the grid.
    #[must_use]
    pub fn relative(&self, dx: i8, dy: i8) -> Option<u64> {
        let cell = self.grid.start.offset(dx, dy)?;
        self.grid.index(cell).map(|index| self.counts[index])
    }

    /// All cells with their counts, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, u64)> + '_ {
        self.grid.cells().zip(self.counts.iter().copied())
    }

    /// The sum of all counts.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().fold(0, |total, count| total.saturating_add(*count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_only_if_each_cell_has_one() {
        let mut counts = CellCounts::new(Grid::FLASH);
        counts.add(Cell::new(6, 3));
        let text = serde_json::to_string(&counts).unwrap();
        assert_eq!(serde_json::from_str::<CellCounts>(&text).unwrap(), counts);
        counts.counts.pop();
        let text = serde_json::to_string(&counts).unwrap();
        let error = serde_json::from_str::<CellCounts>(&text).unwrap_err().to_string();
        assert!(error.starts_with("71 counts for 72 cells: give one for each cell"), "{error}");
    }
}
