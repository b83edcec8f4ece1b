//! The log of *The Binding of Isaac: Rebirth*: what the game writes about the floors that it makes,
//! and whether the engine makes the same.
//!
//! [`LogReader`] reads a log of any edition from Rebirth to Repentance+, in pieces and in bounded
//! memory, and gives a [`LoggedFloor`] for each floor. [`LogEngine`] compares a floor with the engine's
//! and says in a [`LogComparison`] what agrees, what differs first, and what could not be compared and
//! why. A mod, the probe, can write whole floors into the log ([`ProbedFloor`]).
//!
//! ```
//! use basement_gamelog::{LogEngine, LogReader, Verdict};
//!
//! let log = b"[INFO] - Level::Init m_Stage 1, m_StageType 0 Seed 3615137577\n[INFO] - generate...\n";
//! let mut engine = LogEngine::new(None, None, None);
//! for floor in LogReader::floors(log) {
//!     // The log ends before the floor is made.
//!     assert_eq!(engine.compare(&floor).verdict, Verdict::NotCompared);
//! }
//! ```

mod comparison;
mod engine_floor;
mod evidence;
mod fact_comparison;
mod floor;
mod follower;
mod game;
mod growing_file;
mod line;
mod log_engine;
mod page;
mod player_reports;
mod probe;
mod reader;
mod room_comparison;
mod run;
mod words;

pub use comparison::{Difference, LogComparison, Reading, Verdict};
pub use evidence::{Evidence, EvidenceFloor};
pub use floor::{LoggedAttempt, LoggedEnd, LoggedFloor, LoggedRoom};
pub use follower::{LogFollower, LogUpdate};
pub use game::{Game, GameVersion};
pub use log_engine::LogEngine;
pub use player_reports::{PlayerReport, player_reports};
pub use probe::{ProbedFloor, ProbedRoom};
pub use reader::{LINE_BYTES, LogEvent, LogReader, MOST_ATTEMPTS, MOST_ROOMS};
pub use run::{LoggedRun, RunStart};

/// The README's example, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
