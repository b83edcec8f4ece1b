//! The probability of every award, computed without sampling.
//!
//! Every path through the procedure is walked once, and the probabilities of its
//! decisions are multiplied.

use basement_model::paths::Paths;

use crate::awards::Awards;
use crate::bands::{BANDS, Band};
use crate::probabilities::Probabilities;
use crate::procedure::{Decisions, Procedure, Threshold};
use crate::random_numbers::RandomNumbers;
use crate::sum::Sum;

impl Procedure {
    /// The probability of every award. The probabilities add up to 1, and each is exact except for
    /// the rounding of f64 sums, about 1e-15.
    ///
    /// ```
    /// use basement_awards::{Pickup, Preset, Procedure, RandomNumbers, Setting};
    ///
    /// let procedure = Procedure::new(&Setting::default(), &Preset::PseudoCode.rules());
    /// let chances = procedure.distribution(RandomNumbers::Ideal);
    /// assert!((chances.get(Pickup::Nothing) - 0.22).abs() < 1e-12);
    /// assert!((chances.total() - 1.0).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn distribution(&self, source: RandomNumbers) -> Awards<f64> {
        let mut awards = Awards::new(self.copies());
        let probabilities = Probabilities::new(self, source);
        let mut walk = EveryDecision { probabilities: &probabilities, paths: Paths::start() };
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
    pub fn bands(&self, source: RandomNumbers) -> [(Band, f64); 8] {
        let bands = Probabilities::new(self, source).bands;
        std::array::from_fn(|place| (Band::ALL[place], bands[place]))
    }
}

/// Decisions that take every answer in turn.
struct EveryDecision<'a> {
    probabilities: &'a Probabilities,
    paths: Paths<BANDS>,
}

impl Decisions for EveryDecision<'_> {
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
