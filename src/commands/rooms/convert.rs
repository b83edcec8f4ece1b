//! `rooms convert`: a room file in another format.

use std::path::PathBuf;

use basement_lab::floors::rooms::RoomFileFormat;
use basement_lab::roomfiles::{WriteError, format_of_ending, left_out, read, write};
use basement_lab::survey::atomic_file::write_file;
use clap::Args;

use crate::Failure;
use crate::commands::note;
use crate::output::check;
use crate::values::Named;

/// The options of `rooms convert`.
#[derive(Args)]
#[command(after_help = "Example:
  basement-lab rooms convert 01.basement.stb basement.xml")]
pub(crate) struct Arguments {
    /// The room file to read
    from: PathBuf,
    /// The file to write; its ending, .xml or .stb, says in which format
    to: PathBuf,
    /// The format; by default the one that the ending names. For .stb, the version that was read, or
    /// else STB1
    #[arg(long, value_parser = Named::<RoomFileFormat>::new("format"))]
    format: Option<RoomFileFormat>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let file = read(&arguments.from)?;
    check(&arguments.to)?;
    let format = match arguments.format {
        Some(format) => format,
        None => format_of_ending(&arguments.to, &file).ok_or_else(|| {
            Failure::Usage(format!(
                "the ending of {} names no format: give .xml or .stb, or --format",
                arguments.to.display()
            ))
        })?,
    };
    let bytes = write(&file, format)?;
    write_file(&arguments.to, &bytes)?;
    let lost = left_out(&file, format);
    if !lost.is_empty() {
        note(&format!("{format} has no place for, and leaves out: {}", lost.join(", ")));
    }
    Ok(())
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        Self::Work(error.to_string())
    }
}
