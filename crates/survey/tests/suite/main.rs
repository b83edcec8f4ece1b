//! Measures, censuses and floors of other generators, from outside.
//!
//! The tests are one program, so that the crates are linked once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod awards;
mod bridge;
mod census;
mod floor_lines;
mod measures;
mod paired;
mod walks;
