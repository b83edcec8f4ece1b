//! Tests of the command, and of several crates together.
//!
//! One program, so that the crates are linked once.

// Not `required-features` in the manifest: that would name a file that packages leave out.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod asked_measures;
mod bridge;
mod census;
mod chances;
mod cli;
mod find;
mod floor_lines;
mod help;
mod hidden_rooms;
mod lab_page;
mod library;
mod likeness;
mod log;
mod mods;
mod output;
mod page_links;
mod program;
mod reference_layouts;
mod remarks;
mod room_frequency;
mod rooms_cli;
mod rules_cited;
mod rules_in_rustdoc;
mod rules_on_floors;
mod run;
mod study_cli;
mod surveys;
mod walks;
mod wrong_commands;
