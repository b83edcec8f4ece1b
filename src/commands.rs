//! The verbs of the command line, one a file.

pub(crate) mod ablate;
pub(crate) mod awards;
pub(crate) mod census;
pub(crate) mod explain;
pub(crate) mod floor;
pub(crate) mod laws;
pub(crate) mod measures;
pub(crate) mod posterior;
pub(crate) mod rooms;
pub(crate) mod rows;
pub(crate) mod rules;
pub(crate) mod sample;
pub(crate) mod study;

use std::io::Write;
use std::path::Path;

use basement_lab::report::write_whole;

use crate::Failure;

/// Writes to a file, or to standard output where no file is named.
fn put(bytes: &[u8], out: Option<&Path>) -> Result<(), Failure> {
    match out {
        Some(path) => Ok(write_whole(path, bytes)?),
        None => match std::io::stdout().lock().write_all(bytes) {
            // Whoever reads the pipe has seen enough.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
            outcome => Ok(outcome?),
        },
    }
}
