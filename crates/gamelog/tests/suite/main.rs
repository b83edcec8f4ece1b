//! The log, and what the engine says about it.
//!
//! One program, so that the crates are linked once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod comparing;
mod fixtures;
mod mutated;
mod probe;
