//! The coins of growth (F4), and the draws that a floor costs.
//!
//! The original game has no seeds, so the order of its draws is unknown, and this backend is free
//! to make few draws. With either generator of random numbers a floor costs
//!
//! - up to three draws for the curse (F24), and one for the wanted number (F2);
//! - five draws in each attempt for the coins of growth (F4), rarely more;
//! - one for the super secret room (F13);
//! - one for each stage of the search for the secret room (F9, F23), see `search_by_stages`: the
//!   draws that the rule counts are not made one by one. The search that adds rooms to a Labyrinth
//!   floor (F17, F25) costs two draws for each cell that it finds, one more if the cell has only one
//!   neighbour, and one each time that it finds none;
//! - one for each special room that is placed (F10), and one for each chance (F11);
//! - one for the interiors (F14).
//!
//! A few draws are enough for an attempt because every cell needs only one coin. Growth takes a
//! cell only if it has one occupied neighbour. That neighbour tries the cell once; by the time a
//! second neighbour could try it, the cell has two occupied neighbours. So three draws, made
//! beforehand, have a bit for each of the 80 cells. The start differs: it can have many turns, and
//! tries its sides again in each. In each turn the sides have new coins, from two further draws:
//!
//! - A turn of the start alone, or at the head of a generation (F6), uses the coins of its
//!   generation. From the sixth generation on, two more draws give the coins for nine generations
//!   at a time. They are made at the beginning of a generation that has no coins yet, if a side
//!   could then get a room.
//! - A turn that a room beside the start gives the start (F21) uses the coins of this room. The
//!   coin of the room's own cell decides whether the room gives a turn. Nothing else needs that
//!   coin, because the start's coins decided whether the cell was taken.
//!
//! If a parameter sets a chance other than 1/2, or lets a cell have more neighbours, each try costs
//! a draw.
//!
//! If every draw of the rules were made, a floor of level 1 would cost 483 draws instead of 15
//! (`benches/README.md`).

use super::board::{beside, bit};
use super::cell::{CellNumber, START};
use super::rules::Growth;
use crate::draws::Draws;

/// Whose turn it is in the queue of growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The turn of a room, by its index.
    Room(u8),
    /// F6: the turn of the start, alone in the first generation, or at the head of a later one.
    Start,
    /// F21: a turn of the start, given by the room on a cell beside it.
    StartAfter(CellNumber),
}

/// What decides whether a cell that could be taken is taken.
#[derive(Clone, Debug)]
pub(super) enum Coins {
    /// Coins tossed beforehand.
    TossedCoins(TossedCoins),
    /// A draw for each try.
    Drawn {
        /// A cell is skipped with chance 1/n; this is n.
        skip_one_in: u32,
    },
}

impl Coins {
    /// F4: the coins of one attempt.
    pub(super) fn new<D: Draws>(rules: &Growth, draws: &mut D) -> Self {
        if TossedCoins::is_enough(rules) {
            Self::TossedCoins(TossedCoins::new(draws))
        } else {
            Self::Drawn { skip_one_in: rules.skip_one_in }
        }
    }

    /// F6: makes sure that the start has coins for its turn at the head of a generation in which
    /// one of its sides could get a room.
    pub(super) fn prepare<D: Draws>(&mut self, generation: u32, draws: &mut D) {
        if let Self::TossedCoins(coins) = self {
            coins.prepare(generation, draws);
        }
    }

    /// F4: whether the coin lets the cell `from` take its neighbour `to`. It is the turn of `from`.
    pub(super) fn takes<D: Draws>(
        &self,
        turn: Turn,
        generation: u32,
        (from, to): (CellNumber, CellNumber),
        draws: &mut D,
    ) -> bool {
        let coins = match self {
            Self::TossedCoins(coins) => coins,
            Self::Drawn { skip_one_in } => return !draws.one_in(*skip_one_in),
        };
        match turn {
            Turn::Room(_) if to == START => coins.cells & bit(from) != 0,
            Turn::Room(_) => coins.cells & bit(to) != 0,
            Turn::Start => coins.at(generation) & bit(to) != 0,
            Turn::StartAfter(room) => coins.after(room) & bit(to) != 0,
        }
    }
}

/// How far a word with coins for the start is shifted for each turn.
///
/// In a shifted word the coin of a side is the bit of its cell. The sides are 2, 9, 11 or 20 bits
/// apart. No two shifts are, so no two turns share a coin. A test checks every bit.
pub(super) const SHIFTS: [u32; 9] = [0, 1, 4, 5, 8, 18, 22, 23, 26];

/// The number of generations whose coins for the start are in the first word. Its other shifts are
/// for the turns that the rooms beside the start give (F21).
pub(super) const IN_FIRST: u32 = 5;

/// The cells beside the start, in the order of the last shifts of the first word.
pub(super) const SIDES: [CellNumber; 4] = [START + 1, START - 1, START + 10, START - 10];

/// Bit 0 of a word with coins for the start is for this cell, the first of row 1.
pub(super) const FIRST_CELL: u32 = 10;

/// Fair coins, tossed beforehand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TossedCoins {
    /// The cells whose own coins let them be taken.
    pub(super) cells: u128,
    /// The start's coins for the first generations and for the turns that rooms give it.
    pub(super) first: u64,
    /// The start's coins for later generations: the last word drawn.
    pub(super) later: u64,
    /// The first generation whose coins have not been drawn.
    pub(super) drawn_until: u32,
}

impl TossedCoins {
    /// Whether one fair coin for each cell is all that growth needs.
    pub(super) const fn is_enough(rules: &Growth) -> bool {
        rules.skip_one_in == 2 && rules.neighbour_limit == 1
    }

    /// F4: tosses the coins of one attempt, with five draws. The coin of a cell is the bit of its
    /// number.
    #[inline]
    pub(super) fn new<D: Draws>(draws: &mut D) -> Self {
        let cells = u128::from(draws.word()) | u128::from(draws.draw()) << 64;
        Self { cells, first: draws.word(), later: 0, drawn_until: IN_FIRST }
    }

    /// F6: draws the start's coins for a generation and those after it, if they have not been
    /// drawn.
    #[inline]
    pub(super) fn prepare<D: Draws>(&mut self, generation: u32, draws: &mut D) {
        if generation >= self.drawn_until {
            self.later = draws.word();
            self.drawn_until = generation + SHIFTS.len() as u32;
        }
    }

    /// F6: the sides that the start's coins for a generation let the start take.
    #[inline]
    pub(super) fn at(&self, generation: u32) -> u128 {
        let (word, place) = match generation.checked_sub(IN_FIRST) {
            None => (self.first, generation as usize),
            Some(later) => (self.later, later as usize % SHIFTS.len()),
        };
        sides(word >> SHIFTS[place])
    }

    /// F21: the sides that the start's coins let the start take in the turn that a room beside it
    /// gives.
    #[inline]
    pub(super) fn after(&self, room: CellNumber) -> u128 {
        let number = SIDES.iter().position(|side| *side == room).unwrap_or(0);
        sides(self.first >> SHIFTS[IN_FIRST as usize + number])
    }
}

/// The sides of the start whose coins in a word are set.
#[inline]
fn sides(word: u64) -> u128 {
    u128::from(word) << FIRST_CELL & beside(START)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::draws::Listed;
    use crate::flash::board::GRID;

    /// Draws whose coins let `cells` be taken, and let the start take `sides`, one entry for each
    /// generation: right 1, left 2, down 4, up 8. The turns that rooms give the start take
    /// `given`, one entry for the room on each of [`SIDES`].
    pub(in crate::flash) fn tossing(
        cells: &[CellNumber],
        sides: &[u32],
        given: [u32; 4],
    ) -> Listed {
        let cells = cells.iter().fold(0, |cells, cell| cells | bit(*cell));
        let mut words = [0; 2];
        let mut toss = |word: usize, shift: usize, sides: u32| {
            for (number, side) in SIDES.iter().enumerate() {
                let coin = u64::from(sides >> number & 1) << (u32::from(*side) - FIRST_CELL);
                words[word] |= coin << SHIFTS[shift];
            }
        };
        let first = IN_FIRST as usize;
        for (generation, sides) in sides.iter().enumerate() {
            match generation.checked_sub(first) {
                None => toss(0, generation, *sides),
                Some(later) => toss(1 + later / SHIFTS.len(), later % SHIFTS.len(), *sides),
            }
        }
        for (number, sides) in given.into_iter().enumerate() {
            toss(0, first + number, sides);
        }
        let mut draws = vec![cells as u32, (cells >> 32) as u32, (cells >> 64) as u32];
        draws.extend(words.iter().flat_map(|word| [*word as u32, (*word >> 32) as u32]));
        draws.push(0);
        Listed::new(&draws)
    }

    #[test]
    fn f6_no_two_turns_of_the_start_share_a_coin() {
        let mut used = 0_u64;
        for shift in SHIFTS {
            for side in SIDES {
                let coin = 1 << (u32::from(side) - FIRST_CELL) << shift;
                assert_eq!(used & coin, 0, "{side} {shift}");
                used |= coin;
            }
        }
        assert_eq!(used.count_ones(), 4 * 9);
    }

    #[test]
    fn f4_three_draws_hold_a_coin_for_every_cell() {
        let mut draws = Listed::new(&[u32::MAX, u32::MAX, 0xFFFF, 0]);
        let coins = TossedCoins::new(&mut draws);
        assert_eq!(coins.cells & GRID, GRID);
        assert_eq!(draws.drawn(), 5);
    }

    #[test]
    fn f6_the_start_has_new_coins_in_every_generation() {
        let sides: Vec<u32> = (1..15).collect();
        let mut draws = tossing(&[], &sides, [0; 4]);
        let mut coins = TossedCoins::new(&mut draws);
        for (generation, sides) in (0..).zip(sides) {
            coins.prepare(generation, &mut draws);
            let expected = SIDES.iter().enumerate();
            let expected = expected.filter(|(number, _)| sides >> number & 1 == 1);
            assert_eq!(coins.at(generation), expected.fold(0, |set, (_, side)| set | bit(*side)));
            assert_eq!(draws.drawn(), if generation < 5 { 5 } else { 7 });
        }
        coins.prepare(14, &mut draws);
        assert_eq!((draws.drawn(), coins.drawn_until), (9, 23));
    }

    #[test]
    fn f21_the_coin_of_a_cell_beside_the_start_decides_on_the_step_towards_it() {
        let mut draws = tossing(&[36], &[2], [4, 0, 0, 0]);
        let coins = Coins::TossedCoins(TossedCoins::new(&mut draws));
        let mut takes = |turn, from, to| coins.takes(turn, 0, (from, to), &mut draws);
        assert!(takes(Turn::Room(1), 36, START));
        assert!(!takes(Turn::Room(2), 34, START));
        assert!(takes(Turn::Start, START, 34));
        assert!(!takes(Turn::Start, START, 36));
        // The turn that 36 gives has its own coins.
        assert!(takes(Turn::StartAfter(36), START, 45));
        assert!(!takes(Turn::StartAfter(36), START, 34));
        assert!(!takes(Turn::StartAfter(34), START, 45));
    }
}
