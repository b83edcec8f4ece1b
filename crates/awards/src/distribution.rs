//! The probability of every award, computed without sampling.
//!
//! Every path through the procedure is walked once, and the probabilities of its
//! decisions are multiplied.

use serde::{Deserialize, Serialize};
use strum::Display;

use crate::awards::Awards;
use crate::bands::{BANDS, Band};
use crate::paths::Paths;
use crate::probabilities::Probabilities;
use crate::procedure::{Decisions, Procedure, Threshold};
use crate::sum::Sum;

/// Which random numbers a distribution assumes.
///
/// Both assume that draws are independent of each other. A census of the game's generator differs
/// from [`Source::Draws`] because its draws are not independent.
///
/// ```
/// use basement_awards::{Pickup, Preset, Procedure, Setting, Source};
///
/// let procedure = Procedure::new(&Setting::default(), &Preset::PseudoCode.rules());
/// let [ideal, draws] = Source::ALL.map(|source| procedure.distribution(source));
/// assert!((ideal.get(Pickup::Key) - draws.get(Pickup::Key)).abs() < 1e-7);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Source {
    /// Real numbers: floats uniform from 0 to 1, `random(n)` uniform over its n values,
    /// and every number of the rules as its decimals say.
    #[default]
    Ideal,
    /// The game's numbers: draws uniform over the 2^32 - 1 values of its generator, in f32
    /// arithmetic ([A1](basement_model::rules#a1)), with `random(n)` as a remainder. Every pair of
    /// draws behind the sum is counted, which takes seconds where luck is above 0.
    Draws,
}

impl Source {
    /// Both sources.
    pub const ALL: [Self; 2] = [Self::Ideal, Self::Draws];
}

impl Procedure {
    /// The probability of every award. They add up to 1, and each is exact except for the rounding
    /// of f64 sums, about 1e-15.
    ///
    /// ```
    /// use basement_awards::{Pickup, Preset, Procedure, Setting, Source};
    ///
    /// let procedure = Procedure::new(&Setting::default(), &Preset::PseudoCode.rules());
    /// let chances = procedure.distribution(Source::Ideal);
    /// assert!((chances.get(Pickup::Nothing) - 0.22).abs() < 1e-12);
    /// assert!((chances.total() - 1.0).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn distribution(&self, source: Source) -> Awards<f64> {
        let mut awards = Awards::new(self.copies());
        let probabilities = Probabilities::new(self, source);
        let mut walk = Walk { probabilities: &probabilities, paths: Paths::new() };
        loop {
            let award = self.run(&mut walk);
            awards.add(award, walk.paths.probability());
            if !walk.paths.advance() {
                return awards;
            }
        }
    }

    /// [A2](basement_model::rules#a2): the probability of every band of the sum, before anything is
    /// replaced.
    #[must_use]
    pub fn bands(&self, source: Source) -> [(Band, f64); 8] {
        let bands = Probabilities::new(self, source).bands;
        std::array::from_fn(|place| (Band::ALL[place], bands[place]))
    }
}

/// Decisions that go every way in turn.
struct Walk<'a> {
    probabilities: &'a Probabilities,
    paths: Paths<BANDS>,
}

impl Decisions for Walk<'_> {
    fn band(&mut self, _: &Sum) -> Band {
        Band::ALL[self.paths.decide(self.probabilities.bands)]
    }

    fn below(&mut self, n: u32, limit: u32) -> bool {
        self.paths.decide_yes(self.probabilities.below(n, limit))
    }

    fn float_below(&mut self, threshold: &Threshold) -> bool {
        self.paths.decide_yes(self.probabilities.float_below(threshold))
    }
}
