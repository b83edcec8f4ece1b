//! `rooms check`: whether room files can be read, and what is odd about them.

use std::fmt::Write;
use std::path::PathBuf;

use basement_lab::roomfiles::{RoomFileError, findings, read, room_files};
use clap::Args;

use crate::Failure;
use crate::output::print;

/// The options of `rooms check`.
#[derive(Args)]
#[command(after_help = "Example:
  basement-lab rooms check my-rooms --strict")]
pub(crate) struct Arguments {
    /// Room files, or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Fail when anything is odd, too
    #[arg(long)]
    strict: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut text = String::new();
    let (mut refused, mut odd) = (0, 0);
    let files: Vec<Vec<PathBuf>> =
        arguments.paths.iter().map(|path| room_files(path)).collect::<Result<_, _>>()?;
    let files = files.concat();
    for path in &files {
        match read(path) {
            Ok(file) => {
                let findings = findings(&file);
                odd += usize::from(!findings.is_empty());
                let _ = writeln!(
                    text,
                    "{}: {} rooms, {}",
                    path.display(),
                    file.rooms.len(),
                    match findings.len() {
                        0 => "nothing odd".to_owned(),
                        count => format!("{count} odd"),
                    }
                );
                for finding in findings {
                    let _ = writeln!(text, "  {finding}");
                }
            }
            Err(error @ RoomFileError::Unreadable { .. }) => return Err(error.into()),
            Err(error) => {
                refused += 1;
                let _ = writeln!(text, "{error}");
            }
        }
    }
    print(&text)?;
    let files = files.len();
    if refused > 0 {
        return Err(Failure::Work(format!("{refused} of {files} files cannot be read")));
    }
    if arguments.strict && odd > 0 {
        return Err(Failure::Work(format!("{odd} of {files} files are odd")));
    }
    Ok(())
}
