//! The verbs of the command line, one a file.

pub(crate) mod ablate;
pub(crate) mod awards;
pub(crate) mod census;
pub(crate) mod explain;
pub(crate) mod floor;
mod floor_lines;
pub(crate) mod glossary;
pub(crate) mod laws;
pub(crate) mod measures;
pub(crate) mod posterior;
pub(crate) mod rooms;
pub(crate) mod rows;
pub(crate) mod rules;
pub(crate) mod sample;
pub(crate) mod study;

use basement_lab::floors::rooms::printable;

/// Says what is not an error, but must be known.
#[expect(clippy::print_stderr, reason = "the binary's remarks go to standard error")]
pub(crate) fn note(message: &str) {
    // What a file says may be part of it.
    eprintln!("note: {}", printable(message));
}
