//! The run that floors belong to.

use basement_floors::RunSeed;
use serde::{Deserialize, Serialize};
use strum::Display;

/// How a run came into the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum RunStart {
    /// It began.
    New,
    /// It went on after a launch, with the seed that it had.
    Continued,
    /// It began online.
    Net,
    /// The log does not tell.
    Unknown,
}

/// The run that a floor belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoggedRun {
    /// Its seed.
    pub seed: RunSeed,
    /// How it came into the log.
    pub start: RunStart,
}
