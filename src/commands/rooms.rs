//! `rooms`: the rooms that floors are made of, from the engine's own catalogue or from
//! room files.

mod check;
mod convert;
mod draw;
mod list;

use std::path::Path;
use std::sync::Arc;

use basement_lab::floors::rooms::Catalogue;
use basement_lab::roomfiles::{self, RoomFileError};
use clap::{Args, Subcommand};

use crate::Failure;

/// The options of `rooms`.
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
    /// Draw a room, or a sheet of many: outline, doors, and what stands in it
    Draw(draw::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.verb {
        Verb::List(arguments) => list::run(arguments),
        Verb::Check(arguments) => check::run(arguments),
        Verb::Convert(arguments) => convert::run(arguments),
        Verb::Draw(arguments) => draw::run(arguments),
    }
}

/// The catalogue of a room file or a folder of them; the engine's own without a path.
fn catalogue(path: Option<&Path>) -> Result<Arc<Catalogue>, Failure> {
    Ok(match path {
        Some(path) => Arc::new(roomfiles::load(path)?),
        None => Arc::clone(Catalogue::embedded()),
    })
}

impl From<RoomFileError> for Failure {
    fn from(error: RoomFileError) -> Self {
        match error {
            RoomFileError::Unreadable { .. } | RoomFileError::NoFiles { .. } => {
                Self::Usage(error.to_string())
            }
            error => Self::Work(error.to_string()),
        }
    }
}
