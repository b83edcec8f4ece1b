//! A census under way, in a file that is written whole or not at all.
//!
//! The first line names the format, the second holds the run as JSON, the last
//! the SHA-256 of both.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::document::{Document, Header};
use super::error::CensusError;
use super::range::SeedRange;
use super::{Census, CensusRun};
use crate::atomic_file::AtomicFile;

const NAME: &str = "basement-lab census checkpoint ";
/// Counts up when the file's layout changes.
const FORMAT: u32 = 1;
const SUM: &str = "sha256 ";

#[derive(Serialize, Deserialize)]
struct Saved {
    asked: SeedRange,
    census: Document,
}

/// The part that says whether the rest can be read.
#[derive(Deserialize)]
struct SavedHeader {
    census: Header,
}

impl CensusRun {
    /// Writes the run to a file: onto the disk, and only then under its name.
    /// Whenever the machine stops, the old file or the new one is there, and whole.
    ///
    /// # Errors
    ///
    /// [`CensusError::Write`] when the system refuses.
    pub fn save(&self, path: &Path) -> Result<(), CensusError> {
        let mut file = AtomicFile::create(path)?;
        self.write(&mut file)?;
        Ok(file.commit_synced()?)
    }

    fn write(&self, writer: impl Write) -> io::Result<()> {
        let mut writer = Summed { writer, sum: Sha256::new() };
        writeln!(writer, "{NAME}{FORMAT}")?;
        let saved = Saved { asked: self.asked, census: Document::of(&self.census) };
        serde_json::to_writer(&mut writer, &saved)?;
        writer.write_all(b"\n")?;
        let Summed { mut writer, sum } = writer;
        writeln!(writer, "{SUM}{}", hexadecimal(sum))
    }

    /// Goes on from a file, if it holds the state of this very run.
    ///
    /// # Errors
    ///
    /// [`CensusError::File`] when it cannot be read; [`CensusError::NoCheckpoint`],
    /// [`CensusError::CheckpointVersion`], [`CensusError::DamagedCheckpoint`] or
    /// [`CensusError::OtherCheckpoint`] when it cannot be used. The run is then as
    /// it was.
    pub fn resume(&mut self, path: &Path) -> Result<(), CensusError> {
        let failed = |source| CensusError::File { path: path.to_owned(), source };
        let text = fs::read(path).map_err(failed)?;
        let found = read(path, &text)?;
        let other = |(what, found, asked)| CensusError::OtherCheckpoint {
            path: path.to_owned(),
            what,
            found,
            asked,
        };
        if let Some(difference) = found.census.address.difference(&self.census.address) {
            return Err(other(difference));
        }
        let ranges =
            [("range", found.census.whole, self.census.whole), ("shard", found.asked, self.asked)];
        match ranges.into_iter().find(|(_, found, asked)| found != asked) {
            Some((what, found, asked)) => {
                Err(other((what, format!("seeds {found}"), format!("seeds {asked}"))))
            }
            None => {
                *self = found;
                Ok(())
            }
        }
    }
}

fn read(path: &Path, text: &[u8]) -> Result<CensusRun, CensusError> {
    let path = || path.to_owned();
    let damaged =
        |reason: &str| CensusError::DamagedCheckpoint { path: path(), reason: reason.to_owned() };
    let rest = text.strip_prefix(NAME.as_bytes());
    let rest = rest.ok_or_else(|| CensusError::NoCheckpoint { path: path() })?;
    let mut lines = rest.splitn(2, |byte| *byte == b'\n');
    let given = String::from_utf8_lossy(lines.next().unwrap_or_default()).into_owned();
    if given != FORMAT.to_string() {
        let known = FORMAT.to_string();
        return Err(CensusError::CheckpointVersion { path: path(), what: "format", given, known });
    }
    let cut = || damaged("its end is missing");
    let body = text.strip_suffix(b"\n").ok_or_else(cut)?;
    let last = body.iter().rposition(|byte| *byte == b'\n').ok_or_else(cut)? + 1;
    let sum = body[last..].strip_prefix(SUM.as_bytes()).ok_or_else(cut)?;
    if sum != hexadecimal(Sha256::new_with_prefix(&text[..last])).as_bytes() {
        return Err(damaged("its checksum does not fit"));
    }
    let run = &text[NAME.len() + given.len() + 1..last];
    let not_read = |error: serde_json::Error| damaged(&error.to_string());
    let SavedHeader { census } = serde_json::from_slice(run).map_err(not_read)?;
    census.check().map_err(|error| match error {
        CensusError::OtherVersion { what, given, known } => {
            CensusError::CheckpointVersion { path: path(), what, given, known }
        }
        error => damaged(&error.to_string()),
    })?;
    let Saved { asked, census } = serde_json::from_slice(run).map_err(not_read)?;
    let census: Census = census.census().map_err(|error| damaged(&error.to_string()))?;
    if !census.measures().is_all() {
        // What was counted before is gone: a floor is measured only once.
        return Err(damaged("it lacks measures that this program counts"));
    }
    let begins_with = |range: &SeedRange| {
        range.first() == asked.first() && asked.shared_with(range) == Some(*range)
    };
    match census.ranges() {
        [] => Ok(CensusRun { census, asked }),
        [range] if begins_with(range) => Ok(CensusRun { census, asked }),
        _ => Err(damaged("its seeds are not the first of its range")),
    }
}

/// Takes the checksum of what is written.
struct Summed<W> {
    writer: W,
    sum: Sha256,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

fn hexadecimal(sum: Sha256) -> String {
    sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
