//! The verbs of the command line, one per file.

pub(crate) mod ablate;
pub(crate) mod awards;
pub(crate) mod bridge;
pub(crate) mod census;
pub(crate) mod explain;
pub(crate) mod figure;
pub(crate) mod find;
mod find_pilot;
pub(crate) mod floor;
mod floor_context;
mod floor_lines;
pub(crate) mod glossary;
pub(crate) mod laws;
pub(crate) mod likeness;
pub(crate) mod log;
pub(crate) mod measures;
pub(crate) mod posterior;
pub(crate) mod rooms;
pub(crate) mod rows;
pub(crate) mod rules;
pub(crate) mod run;
pub(crate) mod sample;
pub(crate) mod study;
