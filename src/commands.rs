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

use std::path::Path;

use basement_lab::floors::rooms::printable;
use indicatif::HumanCount;

use crate::Failure;

/// A pool of as many threads as asked for, at most 256; by default one for each core.
pub(crate) fn threads(count: Option<u64>) -> Result<rayon::ThreadPool, Failure> {
    /// More threads cost time and memory and gain nothing on any existing machine.
    const MOST: u64 = 256;
    if let Some(count) = count.filter(|count| *count > MOST) {
        note(&format!("{MOST} threads work, not {count}: more gain nothing"));
    }
    // 0 means one for each core.
    let count = count.map_or(0, |count| count.min(MOST) as usize);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
    pool.map_err(|error| Failure::Work(error.to_string()))
}

/// Says where work that a signal stopped is kept, if it is.
fn kept_in(checkpoint: Option<&Path>) -> String {
    match checkpoint {
        Some(path) => format!("the same command continues from {}", path.display()),
        None => "nothing is kept without --checkpoint FILE".to_owned(),
    }
}

/// "1 room", "2,000 rooms".
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", HumanCount(count), if count == 1 { "" } else { "s" })
}

/// Says on how many seeds a generator gave up, if on any.
fn note_gave_up(gave_up: u64, of: u64) {
    if gave_up > 0 {
        let (gave_up, of) = (HumanCount(gave_up), HumanCount(of));
        note(&format!("{gave_up} of {of} seeds have no floor: the generator gave up"));
    }
}

/// Says something that is not an error but must be known.
#[expect(clippy::print_stderr, reason = "the binary's remarks go to standard error")]
pub(crate) fn note(message: &str) {
    // The message may quote a file.
    eprintln!("note: {}", printable(message));
}
