//! Why a generator made no floor.

use basement_model::{Request, RequestError, Seed};
use thiserror::Error;

/// Why there is no floor.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The request cannot be met by this backend.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// Every attempt was thrown away (F7, R17).
    #[error(
        "{backend} found no floor for level {level}, curse {curse}, seed {seed} in {attempts} attempts: \
         take another seed, or allow more attempts",
        level = request.level, curse = request.curse
    )]
    GaveUp {
        /// The backend.
        backend: &'static str,
        /// What it was asked for.
        request: Box<Request>,
        /// The seed it drew from.
        seed: Seed,
        /// How many attempts it made.
        attempts: u32,
    },
}
