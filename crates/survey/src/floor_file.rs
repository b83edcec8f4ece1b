//! Floors from a file, as a source of a series.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::SurveyError;

/// A file of floors, one JSON object a line, as `docs/floors-format.md` describes it.
///
/// The floors say nothing of levels. They stand beside every level of a study, unless the
/// series has levels of its own.
///
/// ```
/// use basement_survey::{FloorFile, Series};
///
/// // Read when the study is run.
/// let file = FloorFile::new("floors.jsonl");
/// assert_eq!(file.path(), "floors.jsonl");
/// let series = Series::new("My game", file);
/// assert_eq!(series.backend(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloorFile {
    path: String,
    folder: PathBuf,
}

impl FloorFile {
    /// The file at a path, seen from the current folder.
    #[must_use]
    pub fn new(path: impl Into<String>) -> Self {
        Self { path: path.into(), folder: PathBuf::new() }
    }

    /// The path as it was given.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Where the file is.
    #[must_use]
    pub fn location(&self) -> PathBuf {
        self.folder.join(&self.path)
    }

    /// The file sought in a folder first, and then in the current one.
    pub(crate) fn seen_from(&mut self, folder: &Path) {
        if folder.join(&self.path).exists() {
            folder.clone_into(&mut self.folder);
        }
    }

    /// What the file is now: its lines and its digest.
    pub(crate) fn read(&self) -> Result<FileOrigin, SurveyError> {
        let location = self.location();
        let failed = |source: io::Error| SurveyError::FileUnreadable {
            path: location.clone(),
            reason: source.to_string(),
        };
        let mut reader = self.open()?;
        let (mut lines, mut hasher) = (0, Sha256::new());
        let mut line = Vec::new();
        loop {
            line.clear();
            // A piece of a line is enough: memory stays bounded.
            let mut piece = (&mut reader).take(1 << 16);
            if piece.read_until(b'\n', &mut line).map_err(failed)? == 0 {
                break;
            }
            hasher.update(&line);
            lines += u64::from(line.ends_with(b"\n"));
        }
        let sha256 = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(FileOrigin { path: self.path.clone(), lines, sha256 })
    }

    pub(crate) fn open(&self) -> Result<BufReader<File>, SurveyError> {
        let path = self.location();
        match File::open(&path) {
            Ok(file) => Ok(BufReader::new(file)),
            Err(error) => Err(SurveyError::FileUnreadable { path, reason: error.to_string() }),
        }
    }
}

/// What a file of floors was when a study read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FileOrigin {
    /// The path as it was given.
    pub path: String,
    /// Its lines.
    pub lines: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}
