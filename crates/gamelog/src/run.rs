//! The run that floors belong to.

use basement_floors::RunSeed;
use serde::{Deserialize, Serialize};
use strum::Display;

/// How a run started in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum RunStart {
    /// It began in this log.
    New,
    /// It was continued after a launch, with the same seed.
    Continued,
    /// It began online.
    Net,
    /// The log does not say.
    Unknown,
}

/// The run that a floor belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoggedRun {
    /// Its seed.
    pub seed: RunSeed,
    /// How it started in the log.
    pub start: RunStart,
}
