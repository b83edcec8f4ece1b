//! The coins of growth ([F4](basement_model::rules#f4)), and how draws are spent on them.
//!
//! [F4](basement_model::rules#f4) says that a neighbour is passed over with probability 1/2. The
//! game was never seeded, so no order of draws is its own, and the rules page settles one: coins
//! are tossed before growth begins, each a bit of a draw. To the letter, [`Coins::Drawn`], each try
//! costs a draw.

use super::Setting;
use super::board::{Cell, START};
use crate::stream::Stream;

/// [F4](basement_model::rules#f4): the coins of one attempt.
#[derive(Clone, Debug, PartialEq)]
pub enum Coins {
    /// A draw for each try.
    Drawn {
        /// A neighbour is passed over at 1/n; this is n.
        skip_one_in: u32,
    },
    /// Fair coins, tossed before growth begins. True lets a neighbour become a room.
    Tossed {
        /// The coin of each cell, by its number.
        cells: Vec<bool>,
        /// The coins of the start's four sides, in the order of the moves.
        sides: Vec<bool>,
        /// Coins that are left for the start's sides.
        left: Vec<bool>,
    },
}

/// F4: the 32 bits of a draw, the lowest first.
fn bits(draw: u32) -> Vec<bool> {
    (0..32).map(|place| draw >> place & 1 == 1).collect()
}

impl Coins {
    /// [F4](basement_model::rules#f4): the coins of an attempt. A cell that could be added has one
    /// occupied neighbour, so it is tried once, by that neighbour, and needs one coin. Three draws
    /// have 96 bits: the first 80 are the cells' coins, 16 are left for the start.
    ///
    /// With other chances than 1/2, or where a cell may have more neighbours, each try is drawn.
    pub fn new(setting: &Setting<'_>, stream: &mut Stream) -> Self {
        let growth = &setting.rules.growth;
        let is_fair = growth.skip_one_in == 2;
        let is_tried_once = growth.neighbour_limit == 1;
        if setting.is_literal || !is_fair || !is_tried_once {
            return Self::Drawn { skip_one_in: growth.skip_one_in };
        }
        let mut cells = Vec::new();
        for _ in 0..3 {
            cells.extend(bits(stream.draw()));
        }
        let left = cells.split_off(80);
        Self::Tossed { cells, sides: Vec::new(), left }
    }

    /// [F6](basement_model::rules#f6): the start, which can have many turns, gets four new coins
    /// for its sides on each turn in which it can try one. When none are left, a draw brings 32
    /// more.
    pub fn renew_sides(&mut self, stream: &mut Stream) {
        if let Self::Tossed { sides, left, .. } = self {
            if left.is_empty() {
                *left = bits(stream.draw());
            }
            *sides = left.drain(..4).collect();
        }
    }

    /// [F4](basement_model::rules#f4), [F21](basement_model::rules#f21): the coin for the step from
    /// a cell to its neighbour on a side. On a step towards the start the cell's own coin decides:
    /// the cell is a room, so nothing else needs it.
    pub fn allows(&self, from: Cell, to: Cell, side: usize, stream: &mut Stream) -> bool {
        match self {
            Self::Drawn { skip_one_in } => !stream.one_in(*skip_one_in),
            Self::Tossed { sides, .. } if from == START => sides[side],
            Self::Tossed { cells, .. } if to == START => cells[from as usize],
            Self::Tossed { cells, .. } => cells[to as usize],
        }
    }
}
