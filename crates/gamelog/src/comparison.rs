//! The result of comparing a logged floor with the engine.

use core::fmt;

use basement_floors::rebirth::Edition;
use basement_floors::{Difficulty, Floor, RunState, Unlocks};
use serde::Serialize;

/// Whether the engine makes a logged floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Verdict {
    /// All that was compared is the same.
    Agrees,
    /// Something differs under every reading that was tried.
    Differs,
    /// Nothing could be compared.
    #[default]
    NotCompared,
}

/// The result of comparing a floor with the engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LogComparison {
    /// The result.
    pub verdict: Verdict,
    /// The readings that agree; if none does, the one with the most facts that agree.
    pub readings: Vec<Reading>,
    /// How many attempts were compared.
    pub attempts: usize,
    /// Whether shapes were compared.
    pub shapes: bool,
    /// Whether the start room's spawn seed was compared.
    pub start_spawn_seed: bool,
    /// How many entered rooms were compared. With the built-in rooms, none.
    pub entered_rooms: usize,
    /// How many rooms of the probe were compared.
    pub probed_rooms: usize,
    /// The first difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// What was not compared and why, and what is doubtful.
    pub remarks: Vec<String>,
    /// The engine's floor by the first reading, with special rooms where the built-in rooms, or the
    /// game's, put them. If the attempts with the built-in rooms are not the log's, this is the
    /// layout of the log's last attempt, in the phase `layout`, or `None` if that is not known.
    #[serde(skip)]
    pub floor: Option<Box<Floor>>,
}

impl LogComparison {
    /// The engine's floor, if it agrees with the log.
    #[must_use]
    pub fn agreed_floor(&self) -> Option<&Floor> {
        self.floor.as_deref().filter(|_| self.verdict == Verdict::Agrees)
    }
}

/// What is assumed about a floor if the log does not say.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Reading {
    /// The edition of the rules.
    pub edition: Edition,
    /// Normal mode or Hard.
    pub difficulty: Difficulty,
    /// What is unlocked.
    pub unlocks: Unlocks,
    /// Whether the curse is the log's and not the one that the edition draws
    /// ([R5](basement_floors::rules#r5)).
    pub curse_is_given: bool,
    /// The state of the run. It matters only with the game's own rooms.
    #[serde(skip)]
    pub run: RunState,
}

/// A difference between the log and the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// What differs.
    pub what: String,
    /// What the log says.
    pub log: String,
    /// What the engine says.
    pub engine: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: the log says {}, the engine {}", self.what, self.log, self.engine)
    }
}

impl LogComparison {
    /// The result if nothing was compared, for this reason.
    pub(crate) fn nothing(reason: impl Into<String>) -> Self {
        Self { remarks: vec![reason.into()], ..Self::default() }
    }
}
