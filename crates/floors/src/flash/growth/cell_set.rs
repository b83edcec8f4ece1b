//! Sets of cells as the bits of numbers, for many plans side by side.

use core::marker::PhantomData;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use crate::flash::board::{GRID, INNER_ROWS, fours, sum_of_fours};
use crate::flash::cell::CellNumber;
use crate::flash::coins::FIRST_CELL;

/// A set of cells that can have a room.
pub(in crate::flash) trait CellSet:
    Copy
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The cells that can have a room.
    const MAY_FILL: u128;

    /// How many numbers a set needs.
    const WORDS: usize;

    /// The set of these cells of the board.
    fn new(board: u128) -> Self;

    /// The cells as a set of the board.
    fn on_board(self) -> u128;

    /// The set with these numbers.
    fn of_words(words: [u64; 2]) -> Self;

    /// The numbers of the set.
    fn words(self) -> [u64; 2];

    /// The cells to the right of these, to the left, below and above. They may include cells that
    /// cannot have a room.
    fn moved(self) -> [Self; 4];

    /// The number of cells.
    fn len(self) -> u64;

    /// The sides of the start that a word of coins lets the start take. The set may include other
    /// cells.
    fn sides(coins: u64) -> Self;

    /// All cells if `is_so` is 1, none if it is 0.
    fn all_if(is_so: u64) -> Self;

    /// All cells if the set has at most `most` cells, otherwise none.
    #[inline(always)]
    fn all_if_at_most(self, most: u64) -> Self {
        // The difference is negative if the set is small enough.
        Self::all_if(self.len().wrapping_sub(most + 1) >> 63)
    }

    /// All cells if the set contains this cell, otherwise none.
    fn all_if_has(self, cell: CellNumber) -> Self;

    /// The cells beside any of these.
    #[inline(always)]
    fn beside_any(self) -> Self {
        let [right, left, below, above] = self.moved();
        right | left | below | above
    }

    /// The cells beside at least one of these, and those beside exactly one.
    ///
    /// The XOR of the four moved sets has the cells with an odd count, 1 or 3. Two of three
    /// neighbours are on opposite sides, so the second factor removes the cells with three.
    #[inline(always)]
    fn beside_any_and_one(self) -> (Self, Self) {
        let [right, left, below, above] = self.moved();
        let any = right | left | below | above;
        (any, (right ^ left ^ below ^ above) & !(right & left | below & above))
    }

    /// The cells beside at least two of these, and those beside at least three.
    #[inline(always)]
    fn beside_two_and_three(self) -> (Self, Self) {
        let [right, left, below, above] = self.moved();
        let (any_in_row, both_in_row) = (right | left, right & left);
        let (any_in_column, both_in_column) = (below | above, below & above);
        (
            both_in_row | both_in_column | any_in_row & any_in_column,
            both_in_row & any_in_column | any_in_row & both_in_column,
        )
    }

    /// The cells of the set that are directly to the right of another cell of the set, or below
    /// one.
    #[inline(always)]
    fn touching(self) -> Self {
        let [right, _, below, _] = self.moved();
        self & (right | below)
    }
}

/// F21: rows 1 to 6, for rules under which rows 0 and 7 never fill.
impl CellSet for u64 {
    const MAY_FILL: u128 = INNER_ROWS;
    const WORDS: usize = 1;

    #[inline(always)]
    fn new(board: u128) -> Self {
        (board >> FIRST_CELL) as u64
    }

    #[inline(always)]
    fn on_board(self) -> u128 {
        u128::from(self) << FIRST_CELL
    }

    #[inline(always)]
    fn of_words([word, _]: [u64; 2]) -> Self {
        word
    }

    #[inline(always)]
    fn words(self) -> [u64; 2] {
        [self, 0]
    }

    #[inline(always)]
    fn moved(self) -> [Self; 4] {
        [self << 1, self >> 1, self << 10, self >> 10]
    }

    #[inline(always)]
    fn len(self) -> u64 {
        sum_of_fours(fours(self))
    }

    #[inline(always)]
    fn sides(coins: u64) -> Self {
        coins
    }

    #[inline(always)]
    fn all_if(is_so: u64) -> Self {
        is_so.wrapping_neg()
    }

    #[inline(always)]
    fn all_if_has(self, cell: CellNumber) -> Self {
        Self::all_if(self >> (u32::from(cell) - FIRST_CELL) & 1)
    }
}

/// The whole board: rows 0 to 3, and rows 4 to 7. One number of 128 bits would be enough, but no
/// processor works on several such numbers in one instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::flash) struct Halves {
    upper: u64,
    lower: u64,
}

/// The number of bits of half the board.
const HALF: u32 = 40;

impl Halves {
    #[inline(always)]
    fn zip(self, other: Self, each: impl Fn(u64, u64) -> u64) -> Self {
        Self { upper: each(self.upper, other.upper), lower: each(self.lower, other.lower) }
    }
}

impl BitAnd for Halves {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |one, other| one & other)
    }
}

impl BitOr for Halves {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |one, other| one | other)
    }
}

impl BitXor for Halves {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |one, other| one ^ other)
    }
}

impl Not for Halves {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self { upper: !self.upper, lower: !self.lower }
    }
}

impl CellSet for Halves {
    const MAY_FILL: u128 = GRID;
    const WORDS: usize = 2;

    #[inline(always)]
    fn new(board: u128) -> Self {
        Self { upper: board as u64 & ((1 << HALF) - 1), lower: (board >> HALF) as u64 }
    }

    #[inline(always)]
    fn on_board(self) -> u128 {
        u128::from(self.lower) << HALF | u128::from(self.upper & ((1 << HALF) - 1))
    }

    #[inline(always)]
    fn of_words([upper, lower]: [u64; 2]) -> Self {
        Self { upper, lower }
    }

    #[inline(always)]
    fn words(self) -> [u64; 2] {
        [self.upper, self.lower]
    }

    #[inline(always)]
    fn moved(self) -> [Self; 4] {
        let Self { upper, lower } = self;
        // Row 3 is above row 4. Bits beyond those of a half are not cells.
        let below = Self { upper: upper << 10, lower: lower << 10 | upper >> (HALF - 10) };
        let above = Self { upper: upper >> 10 | lower << (HALF - 10), lower: lower >> 10 };
        let [right, left] = [
            Self { upper: upper << 1, lower: lower << 1 },
            Self { upper: upper >> 1, lower: lower >> 1 },
        ];
        [right, left, below, above]
    }

    #[inline(always)]
    fn len(self) -> u64 {
        sum_of_fours(fours(self.upper) + fours(self.lower))
    }

    #[inline(always)]
    fn sides(coins: u64) -> Self {
        Self { upper: coins << FIRST_CELL, lower: coins >> (HALF - FIRST_CELL) }
    }

    #[inline(always)]
    fn all_if(is_so: u64) -> Self {
        Self { upper: is_so.wrapping_neg(), lower: is_so.wrapping_neg() }
    }

    #[inline(always)]
    fn all_if_has(self, cell: CellNumber) -> Self {
        let cell = u32::from(cell);
        let half = if cell < HALF { self.upper } else { self.lower };
        Self::all_if(half >> (cell % HALF) & 1)
    }
}

/// A set of cells for each plan, stored so that a processor can work on the same number of several
/// plans at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes<S, const LANES: usize> {
    words: [[u64; LANES]; 2],
    set: PhantomData<S>,
}

impl<S: CellSet, const LANES: usize> Lanes<S, LANES> {
    /// Empty sets.
    pub(super) const NONE: Self = Self { words: [[0; LANES]; 2], set: PhantomData };

    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> S {
        S::of_words([self.words[0][lane], self.words[1][lane]])
    }

    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, set: S) {
        let words = set.words();
        self.words[0][lane] = words[0];
        if S::WORDS == 2 {
            self.words[1][lane] = words[1];
        }
    }

    /// Whether any set has a cell.
    #[inline(always)]
    pub(super) fn has_any(&self) -> bool {
        let mut any = 0;
        for lane in 0..LANES {
            any |= self.words[0][lane];
        }
        if S::WORDS == 2 {
            for lane in 0..LANES {
                any |= self.words[1][lane];
            }
        }
        any != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::{PcgStream, Stream};
    use crate::flash::board::{beside, cells};

    fn check<S: CellSet>() {
        let mut random = PcgStream::new(3);
        for round in 0..2000 {
            let mut board = S::MAY_FILL;
            for _ in 0..=round % 3 {
                let draws = [(); 3].map(|()| u128::from(random.draw()));
                board &= draws[0] << 64 | draws[1] << 32 | draws[2];
            }
            let set = S::new(board);
            let among = |cell: CellNumber| (beside(cell) & board).count_ones();
            let expected = |test: &dyn Fn(u32) -> bool| {
                let cells = cells(S::MAY_FILL).filter(|cell| test(among(*cell)));
                cells.fold(0, |cells, cell| cells | 1 << cell)
            };
            let on_board = |set: S| set.on_board() & S::MAY_FILL;
            let (any, one) = set.beside_any_and_one();
            assert_eq!(on_board(set), board);
            assert_eq!(on_board(any), expected(&|count| count > 0));
            assert_eq!(on_board(set.beside_any()), expected(&|count| count > 0));
            let (two, three) = set.beside_two_and_three();
            assert_eq!(on_board(two), expected(&|count| count > 1));
            assert_eq!(on_board(three), expected(&|count| count > 2));
            assert_eq!(on_board(one), expected(&|count| count == 1));
            assert_eq!(set.touching() == S::default(), expected(&|count| count > 0) & board == 0);
            assert_eq!(set.len(), u64::from(board.count_ones()));
            for most in 0..80 {
                let expected = if set.len() <= most { S::MAY_FILL } else { 0 };
                assert_eq!(on_board(set.all_if_at_most(most)), expected);
            }
            for cell in cells(S::MAY_FILL) {
                let expected = if board >> cell & 1 == 1 { S::MAY_FILL } else { 0 };
                assert_eq!(on_board(set.all_if_has(cell)), expected, "{cell}");
            }
        }
    }

    #[test]
    fn f1_sets_of_cells_agree_with_the_board() {
        check::<u64>();
        check::<Halves>();
    }
}
