//! What may be published from a log: floors and versions.

use serde::{Deserialize, Serialize};

use crate::comparison::{LogComparison, Verdict};
use crate::floor::LoggedFloor;
use crate::log_engine::LogEngine;
use crate::reader::LogReader;

/// What may be published from a log: its floors, the game's version, and whether the engine agrees.
/// No text is copied from the log, so no name, path or item can get in.
///
/// ```
/// use basement_gamelog::{Evidence, LogEngine};
///
/// let log = b"C:\\Users\\me\nLevel::Init m_Stage 1, m_StageType 0 Seed 3615137577\n";
/// let mut engine = LogEngine::new(None, None, None);
/// let evidence = Evidence::of_log(log, &mut engine);
/// let json = serde_json::to_string(&evidence)?;
/// assert!(json.contains("3615137577") && !json.contains("Users"));
/// // It is read as a log is.
/// assert_eq!(Evidence::of_log(json.as_bytes(), &mut engine), evidence);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Evidence {
    /// The floors, in the order of the log.
    pub floors: Vec<EvidenceFloor>,
}

/// A floor, and the result of comparing it with the engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EvidenceFloor {
    /// The floor as the log records it.
    #[serde(flatten)]
    pub floor: LoggedFloor,
    /// The comparison.
    pub engine: LogComparison,
}

impl EvidenceFloor {
    /// How many attempts at its layout the log tells whole, with the number of their rooms.
    #[must_use]
    pub fn logged_attempts(&self) -> usize {
        self.floor.attempts.iter().filter(|attempt| attempt.rooms.is_some()).count()
    }

    /// Compares a floor with an engine. The comparison does not keep the engine's floor.
    #[must_use]
    pub fn new(floor: LoggedFloor, engine: &mut LogEngine) -> Self {
        let comparison = LogComparison { floor: None, ..engine.compare(&floor) };
        Self { floor, engine: comparison }
    }
}

/// The part of written evidence that is read: the floors.
#[derive(Deserialize)]
struct Written {
    floors: Vec<LoggedFloor>,
}

impl Evidence {
    /// The evidence of a whole log, or of evidence in JSON, whose floors are compared again.
    #[must_use]
    pub fn of_log(log: &[u8], engine: &mut LogEngine) -> Self {
        let floors = Self::floors_of_json(log);
        let floors = floors.unwrap_or_else(|| LogReader::floors(log));
        Self { floors: floors.into_iter().map(|floor| EvidenceFloor::new(floor, engine)).collect() }
    }

    /// The floors of evidence in JSON; `None` if the bytes are something else.
    #[must_use]
    pub fn floors_of_json(json: &[u8]) -> Option<Vec<LoggedFloor>> {
        let is_json = json.first() == Some(&b'{');
        is_json.then(|| serde_json::from_slice::<Written>(json).ok())?.map(|written| written.floors)
    }

    /// How many floors have a verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.floors.iter().filter(|floor| floor.engine.verdict == verdict).count()
    }
}
