//! `rooms`: the rooms that floors are made of, from the engine's own catalogue or from
//! room files.

mod check;
mod convert;
mod diff;
mod draw;
mod frequency;
mod list;

use clap::{Args, Subcommand};

use crate::failure::Failure;

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
