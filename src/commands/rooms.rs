//! `rooms`: the rooms that floors are made of, from the engine's own catalogue or from
//! room files.

mod check;
mod convert;
mod diff;
mod draw;
mod frequency;
mod list;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use basement_lab::floors::rooms::{Catalogue, printable};
use basement_lab::roomfiles;
use clap::{Args, Subcommand};

use super::note;
use crate::Failure;

#[derive(Args)]
#[command(after_help = "Example:
  basement-lab rooms list")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Count the rooms of a catalogue by type, shape, difficulty and doors
    List(list::Arguments),
    /// Read room files and report what is odd about them
    Check(check::Arguments),
    /// Write a room file in another format
    Convert(convert::Arguments),
    /// Compare two room files, room by room
    Diff(diff::Arguments),
    /// Draw a room, or a sheet of many: outline, doors, and what stands in it
    Draw(draw::Arguments),
    /// Count how often each room is on a floor, and name the rooms that never appear, and why
    Frequency(Box<frequency::Arguments>),
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.verb {
        Verb::List(arguments) => list::run(arguments),
        Verb::Check(arguments) => check::run(arguments),
        Verb::Convert(arguments) => convert::run(arguments),
        Verb::Diff(arguments) => diff::run(arguments),
        Verb::Draw(arguments) => draw::run(arguments),
        Verb::Frequency(arguments) => frequency::run(arguments),
    }
}

/// The rooms at some paths; the engine's own if there is no path. Notes on stderr say what is odd
/// about their files.
fn catalogue(paths: &[PathBuf]) -> Result<Arc<Catalogue>, Failure> {
    if paths.is_empty() {
        return Ok(Arc::clone(Catalogue::embedded()));
    }
    let loaded = roomfiles::load(paths)?;
    loaded.remarks().iter().for_each(|remark| note(remark));
    Ok(Arc::new(loaded.catalogue))
}

/// A path, made safe to print.
fn shown(path: &Path) -> String {
    printable(&path.display().to_string()).into_owned()
}
