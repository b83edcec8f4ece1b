//! The generators, from outside.
//!
//! One program, so that the crates are linked once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod address;
mod batches;
mod calibration;
mod common;
mod conformance;
mod document;
mod flash;
mod gaps;
mod grown;
mod interiors;
mod map;
mod never;
mod queries;
mod run;
mod switches;
