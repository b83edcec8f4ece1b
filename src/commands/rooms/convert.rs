//! `rooms convert`: a room file in another format.

use std::path::{Path, PathBuf};

use basement_lab::floors::rooms::RoomFileFormat;
use basement_lab::roomfiles::{format_of_ending, left_out, read, write};
use basement_lab::survey::atomic_file::write_file;
use clap::Args;

use crate::failure::{Failure, refuse};
use crate::notes::note;
use crate::output::check;
use crate::values::Named;

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
    if arguments.to == Path::new("-") {
        return refuse(
            "a room file is not written to standard output: give a name, such as rooms.xml",
        );
    }
    let file = read(&arguments.from)?;
    check(&arguments.to)?;
    let to = arguments.to.display();
    let is_xml = |format| format == RoomFileFormat::Xml;
    let format = match (arguments.format, format_of_ending(&arguments.to, &file)) {
        (Some(format), Some(named)) if is_xml(format) != is_xml(named) => {
            let ending = if is_xml(format) { "xml" } else { "stb" };
            return refuse(format!(
                "{to} is not a name for {format}: give one that ends in .{ending}"
            ));
        }
        (Some(format), _) | (None, Some(format)) => format,
        (None, None) => {
            return refuse(format!(
                "the ending of {to} names no format: give .xml or .stb, or --format"
            ));
        }
    };
    let bytes = write(&file, format)?;
    write_file(&arguments.to, &bytes)?;
    let lost = left_out(&file, format);
    if !lost.is_empty() {
        note(&format!("{format} has no place for, and leaves out: {}", lost.join(", ")));
    }
    Ok(())
}
