//! The fast generators against the plain ones.
//!
//! One program, so that the crates are linked once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod cases;
mod differential;
mod flash_distribution;
mod layout_vectors;
mod made_up;
mod placing;
mod spawn_seeds;
mod vectors;
