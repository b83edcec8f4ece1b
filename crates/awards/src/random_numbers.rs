//! The random numbers behind the probability of an award.

use serde::{Deserialize, Serialize};
use strum::Display;

/// Which random numbers a distribution assumes.
///
/// Both assume that draws are independent of each other. A census of the game's generator differs
/// from [`RandomNumbers::Draws`] because its draws are not independent.
///
/// ```
/// use basement_awards::{Pickup, Preset, Procedure, RandomNumbers, Setting};
///
/// let procedure = Procedure::new(&Setting::default(), &Preset::PseudoCode.rules());
/// let [ideal, draws] = RandomNumbers::ALL.map(|source| procedure.distribution(source));
/// assert!((ideal.get(Pickup::Key) - draws.get(Pickup::Key)).abs() < 1e-7);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RandomNumbers {
    /// Real numbers: floats uniform from 0 to 1, `random(n)` uniform over its n values, and every
    /// number in the rules exact.
    #[default]
    Ideal,
    /// The game's numbers: draws uniform over the 2^32 - 1 values of its generator, in f32
    /// arithmetic ([A1](basement_model::rules#a1)), with `random(n)` as a remainder. Every pair of
    /// draws behind the sum is counted, which takes seconds if luck is above 0.
    Draws,
}

impl RandomNumbers {
    /// Both sources.
    pub const ALL: [Self; 2] = [Self::Ideal, Self::Draws];
}
