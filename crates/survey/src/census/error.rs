//! What can go wrong in a census.

use thiserror::Error;

use crate::error::SurveyError;

/// Why a census could not be begun, merged or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The generator cannot meet the request, or a number is not a seed.
    #[error(transparent)]
    Survey(#[from] SurveyError),
    /// A range that contains no seed, or more than can be counted.
    #[error(
        "seeds {first} to {last} are not a valid range: the last must not be below the first, and at \
         most 2^64 - 1 seeds can be counted"
    )]
    EmptyRange {
        /// The first seed given.
        first: u64,
        /// The last seed given.
        last: u64,
    },
    /// A text that does not name a shard.
    #[error("there is no shard `{0}`: give PLACE/SHARDS, such as 3/16 for the third of sixteen")]
    Shard(String),
    /// More shards than seeds.
    #[error("shard {place}/{shards} of {count} seeds is empty: take fewer shards")]
    EmptyShard {
        /// The place of the shard asked for.
        place: u64,
        /// How many shards there are.
        shards: u64,
        /// How many seeds there are.
        count: u64,
    },
    /// Two censuses of different floors.
    #[error("the {what} differs, {left} and {right}: only shards of one census can be merged")]
    OtherFloors {
        /// What differs.
        what: &'static str,
        /// What the first has.
        left: String,
        /// What the second has.
        right: String,
    },
    /// Two censuses that counted the same seeds.
    #[error("seeds {first} to {last} are counted twice: give each shard once")]
    Overlap {
        /// The first such seed.
        first: u64,
        /// The last such seed.
        last: u64,
    },
    /// A text that is not the result of a census.
    #[error("this is not the result of a census: {0}")]
    NoResult(String),
    /// A result that another version of the program wrote.
    #[error(
        "its {what} is {given}, this program reads {known}: go on with the program that wrote it, or \
         count again"
    )]
    OtherVersion {
        /// What differs.
        what: &'static str,
        /// What the result has.
        given: String,
        /// What this program reads.
        known: String,
    },
    /// A result whose numbers contradict each other.
    #[error("{0} do not add up, the result was changed or cut: make it again")]
    Inconsistent(String),
    /// Counts that cannot be written as JSON.
    #[error("the counts cannot be written: {0}")]
    Json(serde_json::Error),
}

// The message contains the cause, so it is not the error's source.
impl From<serde_json::Error> for CensusError {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error)
    }
}
