//! Room files, through the public interface.
//!
//! One program, so that the crates are linked once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod accepted;
mod formats;
mod in_memory;
mod merging;
mod refused;
mod round_trips;
