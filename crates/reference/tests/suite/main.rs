//! The fast generators against the plain ones.
//!
//! One program, so that the crates are linked once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod cases;
mod differential;
mod flash_distribution;
mod vectors;
mod whole_floors;
