//! Flash's cells by their numbers (F1), and the moves between them (F4).

/// A cell by its number, `10*y + x` (F1).
pub(super) type CellNumber = u8;

/// The number of bits of the board, including the unused column 0.
pub(super) const BITS: usize = 80;

/// F1: where growth begins.
pub(super) const START: CellNumber = 35;

/// F4: the moves, in the order in which they are tried.
pub(super) const MOVES: [i8; 4] = [1, -1, 10, -10];
