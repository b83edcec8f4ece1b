//! The chance of every award, without sampling: every path through the procedure
//! is walked once, and the chances of its decisions are multiplied.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, VariantArray};

use crate::awards::Awards;
use crate::bands::{BANDS, Band};
use crate::procedure::{Chance, Decisions, Procedure};
use crate::sum::Sum;
use crate::weights::Weights;

/// What the decisions are taken to be drawn from, and so what *exact* means.
/// Draws are independent of each other in either; what a census of the game's
/// generator shows beyond [`Source::Draws`] is the dependence of its draws.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    Display,
    EnumIter,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Source {
    /// Real numbers, uniform from 0 to 1, and `random(n)` uniform over its n
    /// values; every number of the rules as it is written, in decimals.
    #[default]
    Ideal,
    /// 32-bit draws, uniform over the 2^32 - 1 values that the game's generator
    /// gives, put through A1's f32 arithmetic and the remainder of `random(n)`;
    /// every one of the pairs of draws behind the sum is counted. It takes
    /// seconds where luck is above 0.
    Draws,
}

impl Procedure {
    /// The chance of every award. The chances add up to 1, and each is exact but
    /// for the rounding of f64 in their sums, some 1e-15.
    #[must_use]
    pub fn distribution(&self, source: Source) -> Awards<f64> {
        let mut chances = Awards::new(self.copies());
        let weights = Weights::new(self, source);
        let mut paths = Paths { weights: &weights, steps: Vec::new(), place: 0, chance: 1.0 };
        loop {
            let award = self.run(&mut paths);
            chances.add(award, paths.chance);
            if !paths.advance() {
                return chances;
            }
        }
    }

    /// A2: the chance of every band of the sum, before anything is replaced.
    #[must_use]
    pub fn bands(&self, source: Source) -> [(Band, f64); BANDS] {
        let weights = Weights::new(self, source).bands;
        std::array::from_fn(|place| (Band::ALL[place], weights[place]))
    }
}

/// One decision on a path: the chances of its answers, and the one that is on.
struct Step {
    chances: [f64; BANDS],
    answer: usize,
}

impl Step {
    /// Goes on to the next answer that can come up.
    fn advance(&mut self, from: usize) -> bool {
        let next = (from..BANDS).find(|answer| self.chances[*answer] > 0.0);
        self.answer = next.unwrap_or(self.answer);
        next.is_some()
    }
}

/// Decisions that go every way in turn: a run replays the steps of the path and
/// takes the first answer to everything beyond its end.
struct Paths<'a> {
    weights: &'a Weights,
    steps: Vec<Step>,
    place: usize,
    chance: f64,
}

impl Paths<'_> {
    fn decide(&mut self, chances: [f64; BANDS]) -> usize {
        if self.place == self.steps.len() {
            let mut step = Step { chances, answer: 0 };
            step.advance(0);
            self.steps.push(step);
        }
        let step = &self.steps[self.place];
        self.place += 1;
        self.chance *= step.chances[step.answer];
        step.answer
    }

    fn decide_between(&mut self, chance: f64) -> bool {
        let mut chances = [0.0; BANDS];
        (chances[0], chances[1]) = (chance, 1.0 - chance);
        self.decide(chances) == 0
    }

    /// The next path; none when all were walked.
    fn advance(&mut self) -> bool {
        (self.place, self.chance) = (0, 1.0);
        while let Some(step) = self.steps.last_mut() {
            if step.advance(step.answer + 1) {
                return true;
            }
            self.steps.pop();
        }
        false
    }
}

impl Decisions for Paths<'_> {
    fn band(&mut self, _: &Sum) -> Band {
        Band::ALL[self.decide(self.weights.bands)]
    }

    fn below(&mut self, n: u32, limit: u32) -> bool {
        let chance = self.weights.below(n, limit);
        self.decide_between(chance)
    }

    fn float_below(&mut self, chance: &Chance) -> bool {
        let chance = self.weights.float_below(chance);
        self.decide_between(chance)
    }
}
