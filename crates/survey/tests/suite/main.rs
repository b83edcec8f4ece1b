//! Measures, samples, studies, censuses, searches and floors of other generators, from outside.
//!
//! The tests are one program, so that the crates are linked once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[cfg(unix)]
mod atomic_file;
mod awards;
mod bridge;
mod census;
mod comparison;
mod conditions;
mod evidence;
mod floor_lines;
mod graph_file;
mod likeness;
mod measure_sets;
mod measures;
mod paired;
mod ranked_pairs;
mod room_frequency;
mod samples;
mod search;
mod seeds;
mod series;
mod summaries;
mod trend;
mod walks;
