//! The places of rooms, packed so that growth can read a cell's neighbours from a table.

use super::cell::{CellNumber, MOVES};

/// The place of a room in 16 bits: its cell (bits 0 to 6), the side on which the room that it grew
/// from is (bits 7 and 8, an index of [`SIDES`]; meaningless for the start) and its depth (bits 9
/// to 15).
///
/// In this form each neighbour of a room, with its depth and side, is the room's own word plus a
/// constant, so one addition of 64 bits gives all four ([`Spot::grown`]). The plain twin is
/// `growth::grow` in `crates/reference/src/flash`, which adds rooms one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot(u16);

impl Spot {
    const DEPTH: u16 = 9;
    const SIDE: u16 = 7;

    pub(super) const fn new(cell: CellNumber, depth: u8) -> Self {
        Self((depth as u16) << Self::DEPTH | cell as u16)
    }

    #[inline]
    pub(super) const fn cell(self) -> CellNumber {
        self.0 as u8 & 0x7F
    }

    #[inline]
    pub(super) const fn depth(self) -> u8 {
        (self.0 >> Self::DEPTH) as u8
    }

    /// These sides, a bit for each of [`SIDES`], without the side of the room that it grew from.
    #[inline]
    pub(super) const fn without_parent(self, beside: usize) -> usize {
        beside & !(1 << (self.0 >> Self::SIDE & 3))
    }

    /// The rooms that grow from this room on these sides: their number and their places, in the
    /// order in which F4 tries the sides. The entries after that number are meaningless.
    #[inline]
    pub(super) fn grown(self, beside: usize) -> (usize, [Self; 4]) {
        const EACH: u64 = 0x0001_0001_0001_0001;
        let Grown { count, steps } = GROWN[beside % GROWN.len()];
        let from = (self.0 & !(3 << Self::SIDE)) + (1 << Self::DEPTH) - 10;
        let spots = u64::from(from) * EACH + steps;
        (count, [0, 16, 32, 48].map(|place| Self((spots >> place) as u16)))
    }
}

/// The sides of a cell in the order of the bits that [`sides`] returns, as moves.
const SIDES: [i8; 4] = [-10, 1, -1, 10];

/// Which neighbours of a cell are in a set, a bit for each of [`SIDES`].
///
/// Shifted so that the cell is bit 10, the set has the neighbours in bits 0, 9, 11 and 20.
/// Multiplied by 2^28 + 2^21 + 2^18 + 2^11, they go to bits 28, 30, 29 and 31, and no other product
/// of a bit and a power reaches these bits or carries into them: a multiplication gathers bits
/// (Knuth, The Art of Computer Programming, 7.1.3; chess programs call such factors magics). A test
/// compares the result with each neighbour.
#[inline]
pub(super) const fn sides(set: u128, cell: CellNumber) -> usize {
    const BITS: u32 = 1 | 1 << 9 | 1 << 11 | 1 << 20;
    let around = (set << 10 >> cell) as u32 & BITS;
    (around.wrapping_mul(1 << 28 | 1 << 21 | 1 << 18 | 1 << 11) >> 28) as usize
}

/// The rooms on some sides of a cell.
#[derive(Clone, Copy)]
struct Grown {
    /// Their number.
    count: usize,
    /// For each of them, in the order of [`MOVES`], what is added to the cell's [`Spot`]: the move
    /// plus 10, and the side of the room that faces the cell.
    steps: u64,
}

/// For each set of sides, the rooms on them.
static GROWN: [Grown; 16] = {
    let (mut grown, mut set) = ([Grown { count: 0, steps: 0 }; 16], 0);
    while set < grown.len() {
        let mut number = 0;
        while number < MOVES.len() {
            let (by, mut side) = (MOVES[number], 0);
            while SIDES[side] != by {
                side += 1;
            }
            if set >> side & 1 == 1 {
                let Grown { count, steps } = grown[set];
                // [`SIDES`] lists opposite sides at the same distance from its ends.
                let opposite = (SIDES.len() - 1 - side) as u64;
                let step = (by + 10) as u64 | opposite << Spot::SIDE;
                grown[set] = Grown { count: count + 1, steps: steps | step << (16 * count) };
            }
            number += 1;
        }
        set += 1;
    }
    grown
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flash::board::{GRID, bit, moved};
    use crate::flash::cell::BITS;

    #[test]
    fn f4_the_sides_of_a_cell_are_the_neighbours_in_the_set() {
        let mut state = 1_u128;
        for _ in 0..300 {
            state = state.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645).wrapping_add(1);
            let set = (state >> 40) & GRID;
            for cell in (0..BITS as CellNumber).filter(|cell| bit(*cell) & GRID != 0) {
                let holds = |by: i8| moved(cell, by).is_some_and(|next| bit(next) & set != 0);
                let expected =
                    SIDES.iter().enumerate().map(|(side, by)| usize::from(holds(*by)) << side);
                assert_eq!(sides(set, cell), expected.sum::<usize>(), "{cell}");
            }
        }
    }

    #[test]
    fn f4_rooms_grow_right_left_down_up_one_step_deeper_with_their_parent_behind_them() {
        let spot = Spot::new(35, 3);
        let (count, grown) = spot.grown(0b1111);
        let cells = grown.map(Spot::cell);
        assert_eq!((count, cells), (4, [36, 34, 45, 25]));
        for child in grown {
            assert_eq!(child.depth(), 4);
            let parent = sides(bit(35), child.cell());
            assert_eq!(child.without_parent(parent), 0);
            assert_eq!(child.without_parent(0b1111), 0b1111 & !parent);
        }
        // Right and down alone: SIDES are up, right, left, down.
        let (count, grown) = spot.grown(0b1010);
        assert_eq!((count, grown[0].cell(), grown[1].cell()), (2, 36, 45));
    }
}
