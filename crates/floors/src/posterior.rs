//! Where a hidden room is, given all other rooms: the exact probability of each cell
//! under the edition's rule.

use basement_model::{Cell, Floor, FloorParts, Grid, Room, RoomKind};
use serde::Serialize;
use thiserror::Error;

/// The probability that a hidden room is on each cell, given the rooms that the generator's method
/// names.
///
/// It is computed from the rule, not sampled. If a floor has several secret rooms, it describes the
/// first.
///
/// ```
/// use basement_floors::{Generator, Request, RoomKind, Seed, flash::Flash};
///
/// let flash = Flash::default();
/// let floor = flash.generate(&Request::level(2), Seed::Pcg(7))?;
/// let posterior = flash.secret_posterior(&floor)?;
/// let secret = floor.first_of(RoomKind::Secret).unwrap();
/// assert!(posterior.probability(floor.rooms()[secret].anchor) > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Posterior {
    /// The cells with a probability above 0, the likeliest first. Equally likely cells
    /// are in row-major order.
    pub cells: Vec<(Cell, f64)>,
    /// The probability that there is no such room at all.
    pub none: f64,
}

/// Probabilities that differ by a smaller share are equal: the rest is rounding.
const EQUAL: f64 = 1e-9;

/// Why there is no posterior.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PosteriorError {
    /// The backend cannot compute it.
    #[error("this backend has no secret-room posterior: ask flash or rebirth")]
    NotSupported,
    /// The phase of the floor ends before the special rooms.
    #[error("a layout has no special rooms, so no secret room: ask for the phase special or full")]
    LayoutOnly,
    /// The doors of this backend's rooms give no information.
    #[error(
        "the doors of this backend's rooms give no evidence of hidden rooms: every room can be entered from all sides (F14); only the secret room has chances, by the rule alone"
    )]
    NoDoors,
    /// [R33](crate::rules#r33), [W61](crate::rules#w61): a floor can have several secret or super secret
    /// rooms, and the doors of ordinary rooms do not tell which is which.
    #[error(
        "with Fragmented Card or Luna a floor can have several secret or super secret rooms, and doors do not tell which is which: only the secret room has chances, by the rule alone"
    )]
    SeveralHidden,
    /// [W36](crate::rules#w36): the curse room's room can be placed twice, which the map does not show.
    #[error(
        "after every sin (run flags 9 to 14) a curse room can be placed twice, which the map does not show (W36): only the secret room has chances, by the rule alone"
    )]
    NoSinLeft,
    /// The phase of the floor ends before the ordinary rooms.
    #[error("the ordinary rooms of the floor are not picked: ask for the phase full")]
    WithoutRooms,
    /// The kind of room is not hidden.
    #[error("a {given} room is not hidden: ask for secret, super_secret or ultra_secret")]
    NotHidden {
        /// The kind that was given.
        given: RoomKind,
    },
    /// The grid of the floor is not this backend's grid.
    #[error("the floor's grid, {given}, is not this backend's, {own}: ask the floor's own backend")]
    OtherGrid {
        /// The grid of the floor.
        given: Grid,
        /// The grid of this backend.
        own: Grid,
    },
    /// [F25](crate::rules#f25): rooms are added by the same draws that place the secret room.
    #[error(
        "on a Labyrinth floor of the shipped Flash game rooms are added by the draws that place the secret room (F25), and it has no posterior: take a floor without the curse"
    )]
    SharedSearch,
    /// [F9](crate::rules#f9), [F10](crate::rules#f10): Rebirth was given Flash's rules for its secret
    /// or special rooms.
    #[error(
        "with rebirth.secret.staged_search (F9) hidden rooms have no chances, and with rebirth.special.random_end_rooms (F10) only the secret room has, by the rule alone: leave them false"
    )]
    FlashRules,
    /// [W43](crate::rules#w43): the Dark Room's grave reshapes a dead end after the secret room is
    /// placed.
    #[error(
        "the Dark Room's grave reshapes a dead end after the secret room is placed (W43), and its floors have no posterior: take another stage"
    )]
    Grave,
}

impl Posterior {
    /// A posterior from the probabilities of its cells, in any order, and the probability that
    /// there is no secret room. This is for backends outside this crate.
    #[must_use]
    pub fn new(mut cells: Vec<(Cell, f64)>, none: f64) -> Self {
        cells.retain(|(_, probability)| *probability > 0.0);
        cells.sort_by(|a, b| b.1.total_cmp(&a.1).then((a.0.y, a.0.x).cmp(&(b.0.y, b.0.x))));
        Self { cells, none }
    }

    /// The probability that the hidden room is on a cell.
    #[must_use]
    pub fn probability(&self, cell: Cell) -> f64 {
        let found = self.cells.iter().find(|(other, _)| *other == cell);
        found.map_or(0.0, |(_, probability)| *probability)
    }

    /// How many guesses reach this cell if the likeliest cells are tried first: the fewest and the most.
    /// They differ if other cells are as likely. `None` for a cell that cannot have the room.
    #[must_use]
    pub fn guesses(&self, cell: Cell) -> Option<(usize, usize)> {
        let chance = self.probability(cell);
        let count = |is_counted: &dyn Fn(f64) -> bool| {
            self.cells.iter().filter(|(_, other)| is_counted(*other)).count()
        };
        let last = count(&|other| other > chance * (1.0 - EQUAL));
        (chance > 0.0).then(|| (count(&|other| other > chance * (1.0 + EQUAL)) + 1, last))
    }

    /// The floor [as it is known](RoomKind::is_known_seeking) to a player who looks for a hidden room of a kind.
    #[must_use]
    pub fn shown(floor: &Floor, room: RoomKind) -> Floor {
        let is_known = |other: &&Room| other.kind.is_known_seeking(room);
        let rooms: Vec<Room> = floor.rooms().iter().filter(is_known).copied().collect();
        // Rooms of a floor are valid without the others.
        let parts = FloorParts { rooms: &rooms, dead_ends: &[], ..floor.parts() };
        Floor::new(parts).unwrap_or_else(|_| floor.clone())
    }

    /// The probability that the hidden room is on one of the first `guesses` cells.
    #[must_use]
    pub fn within(&self, guesses: usize) -> f64 {
        self.cells.iter().take(guesses).map(|(_, probability)| probability).sum()
    }
}

/// Candidates of one kind in a contest that is won by the greatest weight. Each candidate draws one
/// of the weights, all equally likely.
#[derive(Clone, Debug)]
pub(crate) struct Contenders {
    pub(crate) count: usize,
    pub(crate) weights: std::ops::Range<i32>,
    /// A candidate with a weight below this is out of the contest.
    pub(crate) out_below: i32,
}

/// For each kind, the probability that a given candidate wins. The greatest weight wins, weights
/// that are out never win, and ties are broken uniformly.
///
/// A candidate with weight v wins when no other weight exceeds v; among k others with weight v it
/// wins one time in k + 1. Let p be the probability that another candidate's weight is below v, and
/// q the probability that it is v. The product of p + q t over all others is a polynomial in t,
/// whose coefficient of t^k is the probability of k others at v and the rest below. Its integral
/// over t from 0 to 1 divides that coefficient by k + 1.
pub(crate) fn winning_chances(kinds: &[Contenders]) -> Vec<f64> {
    let below = |kind: &Contenders, value: i32| {
        let count = kind.weights.len() as f64;
        // Weights that are out count as below any other weight.
        let end = value.max(kind.out_below);
        f64::from((end - kind.weights.start).clamp(0, kind.weights.len() as i32)) / count
    };
    let at = |kind: &Contenders, value: i32| {
        let is_in = kind.weights.contains(&value) && value >= kind.out_below;
        if is_in { 1.0 / kind.weights.len() as f64 } else { 0.0 }
    };
    kinds
        .iter()
        .enumerate()
        .map(|(own, kind)| {
            if kind.count == 0 {
                return 0.0;
            }
            kind.weights
                .clone()
                .filter(|value| *value >= kind.out_below)
                .map(|value| {
                    // Coefficients of t^k: k others have the same weight.
                    let mut coefficients = vec![1.0];
                    for (other, contenders) in kinds.iter().enumerate() {
                        let others = contenders.count - usize::from(other == own);
                        for _ in 0..others {
                            let (below, at) = (below(contenders, value), at(contenders, value));
                            let mut next = vec![0.0; coefficients.len() + 1];
                            for (power, coefficient) in coefficients.iter().enumerate() {
                                next[power] += coefficient * below;
                                next[power + 1] += coefficient * at;
                            }
                            coefficients = next;
                        }
                    }
                    let integral: f64 = coefficients
                        .iter()
                        .enumerate()
                        .map(|(power, coefficient)| coefficient / (power + 1) as f64)
                        .sum();
                    at(kind, value) * integral
                })
                .sum()
        })
        .collect()
}

/// One stage of a search by uniform draws: the number of its draws, and the cells that it
/// accepts.
pub(crate) struct SearchStage {
    pub(crate) draws: u32,
    pub(crate) cells: Vec<Cell>,
}

/// The probability 1 in units of 2^-32. A stage that has no draw, or accepts no cell, always finds
/// nothing.
pub(crate) const ALWAYS: u64 = 1 << 32;

/// F9: the probability that this many draws all miss, in units of 2^-32, if the share of cells that
/// are misses is `others`.
pub(crate) fn miss_chance(others: f64, draws: u32) -> u64 {
    (power(others, draws) * ALWAYS as f64).round() as u64
}

/// A power computed with multiplications alone, which every machine rounds in the same way.
fn power(base: f64, exponent: u32) -> f64 {
    (0..u32::BITS).rev().fold(1.0, |power, place| {
        let square = power * power;
        if exponent >> place & 1 == 1 { square * base } else { square }
    })
}

/// For each cell the probability that the search finds it, and the probability that it finds none. The
/// search draws among `drawn` cells, each equally likely, and finds the first cell that is accepted. If
/// all draws of a stage miss, the next stage begins.
pub(crate) fn search_chances(drawn: u32, stages: &[SearchStage]) -> (Vec<(Cell, f64)>, f64) {
    let mut found: Vec<(Cell, f64)> = Vec::new();
    let mut missed = 1.0;
    for stage in stages {
        let share = stage.cells.len() as f64 / f64::from(drawn.max(1));
        let misses = (1.0 - share).powf(f64::from(stage.draws));
        for cell in &stage.cells {
            let chance = missed * (1.0 - misses) / stage.cells.len() as f64;
            match found.iter_mut().find(|(other, _)| other == cell) {
                Some((_, sum)) => *sum += chance,
                None => found.push((*cell, chance)),
            }
        }
        missed *= misses;
    }
    (found, missed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contest(kinds: &[(usize, i32)]) -> Vec<f64> {
        let kinds: Vec<Contenders> = kinds
            .iter()
            .map(|(count, least)| Contenders {
                count: *count,
                weights: *least..least + 5,
                out_below: 0,
            })
            .collect();
        winning_chances(&kinds)
    }

    #[test]
    fn r33_equals_share_the_chance() {
        for count in 1..=60 {
            let chance = contest(&[(count, 10)])[0];
            assert!((chance * count as f64 - 1.0).abs() < 1e-12, "{count}");
        }
    }

    #[test]
    fn r33_chances_sum_to_1_and_a_weight_lower_by_six_never_wins() {
        let chances = contest(&[(2, 10), (3, 7), (9, 4)]);
        let sum = 2.0 * chances[0] + 3.0 * chances[1] + 9.0 * chances[2];
        assert!((sum - 1.0).abs() < 1e-12);
        // Weights 4-8 never reach 10.
        assert_eq!(chances[2], 0.0);
        assert!(chances[0] > chances[1]);
    }

    #[test]
    fn r33_two_candidates_have_the_chances_computed_by_hand() {
        // 10-14 against 7-11: 10 beats 7, 8, 9 and ties with 10; 11 beats 7-10
        // and ties with 11; 12 to 14 always win.
        let chances = contest(&[(1, 10), (1, 7)]);
        let by_hand = (1.0 / 25.0) * ((3.0 + 0.5) + (4.0 + 0.5) + 15.0);
        assert!((chances[0] - by_hand).abs() < 1e-12);
        assert!((chances[0] + chances[1] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn r33_weights_below_zero_never_win() {
        assert_eq!(contest(&[(3, -90)]), [0.0]);
        // -2 to 2: three of five weights count.
        assert!((contest(&[(1, -2)])[0] - 0.6).abs() < 1e-12);
    }

    #[test]
    fn f9_the_search_finds_the_first_acceptable_cell() {
        let cells: Vec<Cell> = (0..4).map(|x| Cell::new(x, 0)).collect();
        let stages = [
            SearchStage { draws: 300, cells: cells[..1].to_vec() },
            SearchStage { draws: 300, cells: cells.clone() },
        ];
        let (found, missed) = search_chances(72, &stages);
        let first = 1.0 - (71.0_f64 / 72.0).powi(300);
        let second = 1.0 - (68.0_f64 / 72.0).powi(300);
        assert!((found[0].1 - (first + (1.0 - first) * second / 4.0)).abs() < 1e-12);
        assert!((found[3].1 - (1.0 - first) * second / 4.0).abs() < 1e-12);
        let sum: f64 = found.iter().map(|(_, chance)| chance).sum();
        assert!((sum + missed - 1.0).abs() < 1e-12);
    }
}
