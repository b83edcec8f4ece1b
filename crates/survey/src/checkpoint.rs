//! Work in progress, saved in a file that is written whole or not at all.
//!
//! The first line names the format, the second is the state as JSON, and the last is the SHA-256 of
//! both.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;

use crate::atomic_file::AtomicFile;
use crate::checksum::sha256;

const SUM: &str = "sha256 ";

/// Why a checkpoint cannot be written or resumed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// A file that cannot be written; the error names it.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// A file that cannot be read.
    #[error("{0} cannot be read: {1}")]
    File(PathBuf, io::Error),
    /// A file that is not a checkpoint of this work.
    #[error("{0} is not a checkpoint of a {1}: give another file, or delete it to start again")]
    NoCheckpoint(PathBuf, &'static str),
    /// A checkpoint that another version of the program wrote.
    #[error(
        "{path} is a checkpoint whose {what} is {given}, this program reads {known}: go on with the \
         program that wrote it, or delete it to start again"
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// What the checkpoint has.
        given: String,
        /// What this program reads.
        known: String,
    },
    /// A checkpoint that was cut or changed.
    #[error("{0} is a damaged checkpoint, {1}: restore a copy, or delete it to start again")]
    Damaged(PathBuf, String),
    /// A checkpoint of other work.
    #[error(
        "{path} belongs to another {work}, {difference}: give each {work} a checkpoint of its own"
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// The work: `census` or `search`.
        work: &'static str,
        /// What differs, in words.
        difference: String,
    },
}

/// A kind of checkpoint.
pub(crate) struct Checkpoint {
    /// The work that it saves: `census` or `search`.
    pub(crate) work: &'static str,
    /// Increases when the saved state changes its form.
    pub(crate) format: u32,
}

impl Checkpoint {
    fn name(&self) -> String {
        format!("basement-lab {} checkpoint ", self.work)
    }

    /// Saves a state in a file, which is synced to disk before it gets its name. Whenever the
    /// machine stops, either the old file or the new one is there, and whole.
    pub(crate) fn save(&self, path: &Path, state: &impl Serialize) -> io::Result<()> {
        let mut text = format!("{}{}\n", self.name(), self.format).into_bytes();
        serde_json::to_writer(&mut text, state)?;
        text.push(b'\n');
        let sum = sha256(&text);
        let mut file = AtomicFile::create(path)?;
        file.write_all(&text)?;
        writeln!(file, "{SUM}{sum}")?;
        file.commit_synced()
    }

    /// Reads the state in a file, as JSON.
    pub(crate) fn load(&self, path: &Path) -> Result<Vec<u8>, CheckpointError> {
        let failed = |source| CheckpointError::File(path.to_owned(), source);
        let mut text = fs::read(path).map_err(failed)?;
        let Some(rest) = text.strip_prefix(self.name().as_bytes()) else {
            return Err(CheckpointError::NoCheckpoint(path.to_owned(), self.work));
        };
        let given = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let given = String::from_utf8_lossy(given).into_owned();
        if given != self.format.to_string() {
            let (path, known) = (path.to_owned(), self.format.to_string());
            return Err(CheckpointError::Version { path, what: "format", given, known });
        }
        let cut = || damaged(path, "its end is missing");
        let body = text.strip_suffix(b"\n").ok_or_else(cut)?;
        let last = body.iter().rposition(|byte| *byte == b'\n').ok_or_else(cut)? + 1;
        let sum = body[last..].strip_prefix(SUM.as_bytes()).ok_or_else(cut)?;
        if sum != sha256(&text[..last]).as_bytes() {
            return Err(damaged(path, "its checksum does not fit"));
        }
        text.truncate(last);
        Ok(text.split_off(self.name().len() + given.len() + 1))
    }

    pub(crate) fn other(&self, path: &Path, difference: String) -> CheckpointError {
        CheckpointError::Other { path: path.to_owned(), work: self.work, difference }
    }
}

/// The error for a file that was cut or changed.
pub(crate) fn damaged(path: &Path, reason: impl ToString) -> CheckpointError {
    CheckpointError::Damaged(path.to_owned(), reason.to_string())
}
