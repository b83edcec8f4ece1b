//! Floors from a file, as a source of a series.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::checksum::hexadecimal;
use crate::error::SurveyError;
use crate::record::{FloorLines, RecordCounts, RecordSample};

/// A file of floors, one JSON object per line, in the format of `docs/floors-format.md`.
///
/// The file names no level. Its floors are used for every level of a study, unless the series has
/// its own levels, or a file per level.
///
/// ```
/// use basement_survey::{Series, record::FloorFile};
///
/// // Read when the study is run.
/// let file = FloorFile::new("floors.jsonl");
/// assert_eq!(file.path(), "floors.jsonl");
/// let series = Series::new("My game", file);
/// assert_eq!(series.backend(), None);
/// // Or a file per level.
/// let files = [(1, FloorFile::new("1.jsonl")), (4, FloorFile::new("4.jsonl"))];
/// let series = Series::new("My game", std::collections::BTreeMap::from(files));
/// # let _ = series;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloorFile {
    path: String,
    folder: PathBuf,
    skips_invalid: bool,
}

impl FloorFile {
    /// The file at a path, relative to the current folder.
    #[must_use]
    pub fn new(path: impl Into<String>) -> Self {
        Self { path: path.into(), folder: PathBuf::new(), skips_invalid: false }
    }

    /// Sets whether lines that are not floors are skipped and named.
    ///
    /// ```
    /// use basement_survey::{Series, record::FloorFile};
    ///
    /// let mine = Series::new("Mine", FloorFile::new("mine.jsonl").skip_invalid(true));
    /// # let _ = mine;
    /// ```
    #[must_use]
    pub fn skip_invalid(self, skips_invalid: bool) -> Self {
        Self { skips_invalid, ..self }
    }

    /// Whether lines that are not floors are skipped.
    #[must_use]
    pub const fn skips_invalid(&self) -> bool {
        self.skips_invalid
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

    /// Makes the path relative to a folder, unless the file exists only in the current one.
    pub(crate) fn seen_from(&mut self, folder: &Path) {
        if folder.join(&self.path).exists() || !Path::new(&self.path).exists() {
            folder.clone_into(&mut self.folder);
        }
    }

    /// The current state of the file: its lines and its digest.
    pub(crate) fn read(&self) -> Result<FileOrigin, SurveyError> {
        let location = self.location();
        let failed =
            |source: io::Error| SurveyError::FileUnreadable(location.clone(), source.to_string());
        let mut reader = self.open()?;
        let (mut lines, mut hasher) = (0, Sha256::new());
        let (mut line, mut is_unfinished) = (Vec::new(), false);
        loop {
            line.clear();
            // Long lines are read in pieces: memory stays bounded.
            let mut piece = (&mut reader).take(1 << 16);
            if piece.read_until(b'\n', &mut line).map_err(failed)? == 0 {
                break;
            }
            hasher.update(&line);
            is_unfinished = !line.ends_with(b"\n");
            lines += u64::from(!is_unfinished);
        }
        // The last line may end without a line feed.
        lines += u64::from(is_unfinished);
        Ok(FileOrigin { path: self.path.clone(), lines, sha256: hexadecimal(hasher) })
    }

    /// Reads and counts its floors.
    pub(crate) fn count(
        &self,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<RecordCounts, SurveyError> {
        let sample = RecordSample::of(FloorLines::new(self.open()?));
        let counts = sample.skip_invalid(self.skips_invalid).progress(progress).run();
        counts.map_err(|error| error.in_file(&self.location()))
    }

    pub(crate) fn open(&self) -> Result<BufReader<File>, SurveyError> {
        let path = self.location();
        match File::open(&path) {
            Ok(file) => Ok(BufReader::new(file)),
            Err(error) => Err(SurveyError::FileUnreadable(path, error.to_string())),
        }
    }
}

/// The state of a file of floors when a study read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FileOrigin {
    /// The path as it was given.
    pub path: String,
    /// How many lines it has.
    pub lines: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}
