//! The coins of growth (F4), and the draws that a floor costs.
//!
//! The original game has no seeds, so the order of its draws is unknown, and this backend is
//! free to take few. With either generator of random numbers a floor costs
//!
//! - up to three draws for the curse (F24), and one for the wanted number (F2);
//! - three draws in each attempt for the coins of growth (F4), and more for the start;
//! - one for the super secret room (F13);
//! - one for each stage of the search for the secret room (F9, F23), see `search_by_stages`: the
//!   draws that the rule counts are not made one by one. The search that adds rooms to a Labyrinth
//!   floor (F17, F25) makes them one by one;
//! - one for each special room that is placed (F10), and one for each chance (F11);
//! - one for the interiors (F14).
//!
//! Three draws are enough for an attempt because every cell needs one coin. Growth takes a
//! cell only if it has one occupied neighbour. That neighbour tries the cell once; when a
//! second neighbour could try it, the cell has two occupied neighbours. So each of the 80
//! cells has a bit of the 96, tossed beforehand. Two cases differ:
//!
//! - The start is queued again (F6), and tries its sides again. It takes four new coins
//!   each time that it is queued and one of its sides could hold a room: first from the 16
//!   bits that are left of the three draws, then from a further draw for every eight times.
//! - A cell beside the start is tried by the start, with those coins. Its own coin decides
//!   whether it queues the start (F21).
//!
//! If a parameter sets another chance than 1/2, or lets a cell have more neighbours, each try
//! costs a draw.
//!
//! Drawn literally, a floor of level 1 costs 483 draws instead of 12 (`benches/README.md`).

use super::board::{BITS, CellNumber, START, bit};
use super::rules::Growth;
use crate::draws::Draws;

/// What decides whether a cell that could be taken is taken.
#[derive(Clone, Debug)]
pub(super) enum Coins {
    /// Coins that are tossed beforehand, one for each cell.
    Tossed(Tossed),
    /// A draw for each try.
    Drawn {
        /// A cell is skipped with a chance of 1/n; this is n.
        skip_one_in: u32,
    },
}

impl Coins {
    /// F4: the coins of one attempt.
    pub(super) fn new<D: Draws>(rules: &Growth, draws: &mut D) -> Self {
        if Tossed::is_enough(rules) {
            Self::Tossed(Tossed::new(draws))
        } else {
            Self::Drawn { skip_one_in: rules.skip_one_in }
        }
    }

    /// F6: new coins for the start, which is taken from the queue and could add a room.
    #[inline]
    pub(super) fn renew_start<D: Draws>(&mut self, draws: &mut D) {
        if let Self::Tossed(coins) = self {
            coins.renew_start(draws);
        }
    }

    /// F4: whether the coin lets the cell `from` take its neighbour `to`.
    #[inline]
    pub(super) fn takes<D: Draws>(&self, from: CellNumber, to: CellNumber, draws: &mut D) -> bool {
        match self {
            Self::Tossed(coins) if to == START => coins.cells & bit(from) != 0,
            Self::Tossed(coins) if from == START => coins.sides & bit(to) != 0,
            Self::Tossed(coins) => coins.cells & bit(to) != 0,
            Self::Drawn { skip_one_in } => !draws.one_in(*skip_one_in),
        }
    }
}

/// Fair coins, tossed beforehand.
#[derive(Clone, Debug)]
pub(super) struct Tossed {
    /// The cells whose own coins let them be taken.
    pub(super) cells: u128,
    /// The cells beside the start that its present four coins let it take.
    pub(super) sides: u128,
    /// Unused coins for the start, in the lowest bits.
    rest: u32,
    /// The number of unused coins.
    left: u32,
}

impl Tossed {
    /// Whether one fair coin for each cell is all that growth needs.
    pub(super) const fn is_enough(rules: &Growth) -> bool {
        rules.skip_one_in == 2 && rules.neighbour_limit == 1
    }

    /// F4: tosses the coins, with three draws. The coin of a cell is the bit of its number.
    #[inline]
    pub(super) fn new<D: Draws>(draws: &mut D) -> Self {
        let [first, second, third] = [draws.draw(), draws.draw(), draws.draw()];
        let cells = u128::from(third) << 64 | u128::from(second) << 32 | u128::from(first);
        let left = 96 - BITS as u32;
        Self { cells, sides: 0, rest: third >> (u32::BITS - left), left }
    }

    /// F6: four new coins for the start's sides: right, left, down and up.
    #[inline]
    pub(super) fn renew_start<D: Draws>(&mut self, draws: &mut D) {
        if self.left == 0 {
            (self.rest, self.left) = (draws.draw(), u32::BITS);
        }
        self.sides = SIDES[(self.rest & 15) as usize];
        self.rest >>= 4;
        self.left -= 4;
    }
}

/// The cells beside the start that four coins let it take. The lowest coin is for the move
/// that is tried first.
static SIDES: [u128; 16] = {
    let (mut sides, mut coins) = ([0; 16], 0);
    while coins < 16 {
        let mut place = 0;
        while place < 4 {
            if coins >> place & 1 == 1 {
                sides[coins] |= bit(START.wrapping_add_signed(super::board::MOVES[place]));
            }
            place += 1;
        }
        coins += 1;
    }
    sides
};

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::draws::Listed;
    use crate::flash::board::GRID;

    /// Draws whose coins let `cells` be taken, and let the start take `sides`, one entry
    /// each time that it is queued: right 1, left 2, down 4, up 8.
    pub(in crate::flash) fn tossing(cells: &[CellNumber], sides: &[u32]) -> Listed {
        let cells = cells.iter().fold(0, |cells, cell| cells | bit(*cell));
        let mut draws = vec![cells as u32, (cells >> 32) as u32, (cells >> 64) as u32];
        for (time, sides) in sides.iter().enumerate() {
            // Four times in the upper half of the third draw, then eight a draw.
            let place = time + 4;
            if draws.len() <= 2 + place / 8 {
                draws.push(0);
            }
            draws[2 + place / 8] |= sides << (4 * (place % 8));
        }
        draws.push(0);
        Listed::new(&draws)
    }

    #[test]
    fn f4_three_draws_hold_a_coin_for_every_cell_and_four_times_four_for_the_start() {
        let mut draws = Listed::new(&[u32::MAX, u32::MAX, 0x4321_FFFF, 0x8765_4321]);
        let mut coins = Tossed::new(&mut draws);
        assert_eq!(coins.cells & GRID, GRID);
        let mut sides = || {
            coins.renew_start(&mut draws);
            (coins.sides, draws.drawn())
        };
        let (right, left, down, up) = (bit(36), bit(34), bit(45), bit(25));
        assert_eq!([(); 4].map(|()| sides()), [right, left, right | left, down].map(|s| (s, 3)));
        assert_eq!(sides(), (right, 4));
        let rest = [(); 7].map(|()| sides());
        assert_eq!(rest.last(), Some(&(up, 4)));
        assert_eq!(sides(), (right, 5));
    }

    #[test]
    fn f21_the_coin_of_a_cell_beside_the_start_decides_on_the_step_towards_it() {
        let mut draws = tossing(&[36], &[2]);
        let mut coins = Coins::Tossed(Tossed::new(&mut draws));
        coins.renew_start(&mut draws);
        assert!(coins.takes(36, START, &mut draws));
        assert!(!coins.takes(34, START, &mut draws));
        assert!(coins.takes(START, 34, &mut draws));
        assert!(!coins.takes(START, 36, &mut draws));
    }
}
