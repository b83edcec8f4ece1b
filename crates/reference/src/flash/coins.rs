//! The coins of growth ([F4](basement_model::rules#f4)), and the draws that they cost.
//!
//! [F4](basement_model::rules#f4) says that a neighbour is skipped with probability 1/2. The game
//! was never seeded, so it has no order of draws, and the rules page fixes one: coins are tossed
//! before growth begins, each of them one bit of a draw. If the rule is followed to the letter
//! ([`Coins::Drawn`]), each try costs a draw.

use super::FloorSetting;
use super::board::{Cell, START, neighbours};
use crate::stream::Stream;

/// [F4](basement_model::rules#f4), [F6](basement_model::rules#f6),
/// [F21](basement_model::rules#f21): whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The turn of the room on a cell.
    Room(Cell),
    /// The start's turn, alone in the first generation or at the head of a later one.
    Start,
    /// The start's turn, queued by the room on a cell beside it.
    StartAfter(Cell),
}

/// [F4](basement_model::rules#f4): the coins of one attempt.
#[derive(Clone, Debug, PartialEq)]
pub enum Coins {
    /// A draw for each try.
    Drawn {
        /// A neighbour is skipped with chance 1/n; this is n.
        skip_one_in: u32,
    },
    /// Fair coins, tossed before growth begins. True lets a neighbour become a room.
    Tossed {
        /// The coin of each cell, by its number.
        cells: Vec<bool>,
        /// The start's 64 coins for its turns in the first five generations, and for the turns that
        /// each of its four neighbours gives it.
        first: Vec<bool>,
        /// The start's 64 coins for its turns in nine later generations.
        later: Vec<bool>,
        /// The generation, counted from 0, that needs the next coins.
        tossed_until: usize,
    },
}

/// 64 coins are enough for nine turns of the start. In turn n the coin for the neighbour on cell c
/// has the number c - 10 + `PLACES[n]`. No two turns share a coin.
pub const PLACES: [Cell; 9] = [0, 1, 4, 5, 8, 18, 22, 23, 26];

/// F4: the bits of a number, the lowest first.
fn bits(number: u64, count: u32) -> Vec<bool> {
    (0..count).map(|place| number >> place & 1 == 1).collect()
}

impl Coins {
    /// [F4](basement_model::rules#f4): the coins of an attempt. A cell that could be added has one
    /// occupied neighbour, so it is tried once, by that neighbour, and needs one coin. Three draws
    /// give the cells' coins, and two give coins for the start.
    ///
    /// With a chance other than 1/2, or if a cell may have more neighbours, each try costs a draw.
    pub fn new(setting: &FloorSetting<'_>, stream: &mut Stream) -> Self {
        let growth = &setting.rules.growth;
        let is_fair = growth.skip_one_in == 2;
        let is_tried_once = growth.neighbour_limit == 1;
        if setting.is_literal || !is_fair || !is_tried_once {
            return Self::Drawn { skip_one_in: growth.skip_one_in };
        }
        let mut cells = bits(stream.word(), 64);
        cells.extend(bits(stream.draw().into(), 32));
        let first = bits(stream.word(), 64);
        Self::Tossed { cells, first, later: Vec::new(), tossed_until: 5 }
    }

    /// [F6](basement_model::rules#f6): prepares a generation that the start heads, and in which it
    /// could try a side. If the start has no coins left, two draws give it coins for nine
    /// generations.
    pub fn prepare(&mut self, generation: usize, stream: &mut Stream) {
        if let Self::Tossed { later, tossed_until, .. } = self
            && generation >= *tossed_until
        {
            *later = bits(stream.word(), 64);
            *tossed_until = generation + 9;
        }
    }

    /// [F4](basement_model::rules#f4), [F21](basement_model::rules#f21): the coin for the step from
    /// a cell to its neighbour. On a step towards the start the cell's own coin decides: the cell is
    /// a room, so nothing else needs it.
    pub fn allows(&self, turn: Turn, generation: usize, to: Cell, stream: &mut Stream) -> bool {
        let (cells, first, later) = match self {
            Self::Drawn { skip_one_in } => return !stream.one_in(*skip_one_in),
            Self::Tossed { cells, first, later, .. } => (cells, first, later),
        };
        let of_start = |coins: &[bool], turn: usize| coins[(to - 10 + PLACES[turn]) as usize];
        match turn {
            Turn::Room(cell) if to == START => cells[cell as usize],
            Turn::Room(_) => cells[to as usize],
            Turn::Start if generation < 5 => of_start(first, generation),
            Turn::Start => of_start(later, (generation - 5) % 9),
            Turn::StartAfter(cell) => {
                let number = neighbours(START).into_iter().position(|side| side == cell);
                number.is_some_and(|number| of_start(first, 5 + number))
            }
        }
    }
}
