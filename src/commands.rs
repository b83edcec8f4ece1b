//! The verbs of the command line, one a file.

pub(crate) mod ablate;
pub(crate) mod awards;
pub(crate) mod census;
pub(crate) mod explain;
pub(crate) mod floor;
mod floor_lines;
pub(crate) mod laws;
pub(crate) mod measures;
pub(crate) mod posterior;
pub(crate) mod rooms;
pub(crate) mod rows;
pub(crate) mod rules;
pub(crate) mod sample;
pub(crate) mod study;

use std::io::{IsTerminal, Write};
use std::path::Path;

use basement_lab::report::{Figure, pixels, write_png, write_whole};

use crate::Failure;

/// Refuses a place to which no file can be written: better now than after hours.
fn check_place(out: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = out else { return Ok(()) };
    let failed = |error| Failure::Work(format!("{}: {error}", path.display()));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = std::fs::metadata(folder.unwrap_or(Path::new("."))).map_err(failed)?;
    if !folder.is_dir() || path.is_dir() {
        return Err(Failure::Usage(format!("{} is no place for a file", path.display())));
    }
    Ok(())
}

/// Refuses a terminal, and a place to which no file can be written, for a picture.
fn check_picture(out: Option<&Path>) -> Result<(), Failure> {
    if out.is_none() && std::io::stdout().is_terminal() {
        let message = "a picture cannot be shown on a terminal: give --out FILE";
        return Err(Failure::Usage(message.to_owned()));
    }
    check_place(out)
}

/// Draws a figure to a file, or to standard output where no file is named.
fn put_picture(figure: &Figure, out: Option<&Path>) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    write_png(&mut bytes, &pixels(&figure.drawing)?, &[("Title", figure.title.clone())])?;
    put(&bytes, out)
}

/// Says what is no error, but must be known.
#[expect(clippy::print_stderr, reason = "the binary's remarks go to standard error")]
fn note(message: &str) {
    eprintln!("note: {message}");
}

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
