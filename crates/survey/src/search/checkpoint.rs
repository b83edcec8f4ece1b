//! A search under way, in a file that is written whole or not at all.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use basement_floors::Generator;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::{Best, Candidates, Found, Goal, Search, SearchRun};
use crate::atomic_file::AtomicFile;
use crate::measure::MEASURES_VERSION;

/// What a file of the kind begins with.
const FORMAT: &str = "basement-lab search 2";

/// Why a search cannot be kept, or gone on with.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SearchFileError {
    /// The system refuses to read or write it.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is not a checkpoint, or is damaged.
    #[error("{} is no checkpoint of a search: give another name, or delete it", path.display())]
    NoCheckpoint {
        /// The file.
        path: PathBuf,
    },
    /// The file is that of another search.
    #[error(
        "{} keeps another search: give the same conditions, options and range of seeds, or another \
         name",
        path.display()
    )]
    OtherSearch {
        /// The file.
        path: PathBuf,
    },
}

#[derive(Serialize, Deserialize)]
struct Saved {
    format: String,
    /// All that decides what is found.
    search: Vec<String>,
    done: u64,
    found: Vec<Found>,
}

/// Candidates in a line: a list by its digest.
fn named(candidates: &Candidates) -> String {
    let Candidates::List { kind, numbers } = candidates else { return format!("{candidates:?}") };
    let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
    let digest = Sha256::digest(bytes.collect::<Vec<u8>>());
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{} of {kind}, sha256 {digest}", numbers.len())
}

impl SearchRun {
    /// All that decides what is found.
    fn address<G: Generator + ?Sized>(&self, generator: &G) -> Vec<String> {
        let Search { request, phase, conditions, candidates, goal } = &self.search;
        let goal = match goal {
            Goal::First { limit } => format!("limit {limit:?}"),
            Goal::Best(Best { level, quantity, smallest, top }) => {
                format!("best {level}: {quantity}, smallest {smallest}, top {top}")
            }
        };
        let whole = [
            format!("{:?}", generator.describe()),
            format!("{request:?} {phase:?}"),
            named(candidates),
            goal,
            format!("measures {MEASURES_VERSION}"),
        ];
        whole.into_iter().chain(conditions.iter().map(ToString::to_string)).collect()
    }

    /// Writes the run to a file: onto the disk, and only then under its name.
    ///
    /// # Errors
    ///
    /// [`SearchFileError::File`] when the system refuses.
    pub fn save<G: Generator + ?Sized>(
        &self,
        generator: &G,
        path: &Path,
    ) -> Result<(), SearchFileError> {
        let write = || -> std::io::Result<()> {
            let mut file = AtomicFile::create(path)?;
            let saved = Saved {
                format: FORMAT.to_owned(),
                search: self.address(generator),
                done: self.done,
                found: self.found.clone(),
            };
            serde_json::to_writer(&mut file, &saved)?;
            file.write_all(b"\n")?;
            file.commit_synced()
        };
        write().map_err(|source| SearchFileError::File { path: path.to_owned(), source })
    }

    /// Goes on from a file, if it keeps this very search.
    ///
    /// # Errors
    ///
    /// [`SearchFileError`] when it cannot be read, or keeps something else. The run is then as it
    /// was.
    pub fn resume<G: Generator + ?Sized>(
        &mut self,
        generator: &G,
        path: &Path,
    ) -> Result<(), SearchFileError> {
        let failed = |source| SearchFileError::File { path: path.to_owned(), source };
        let no_checkpoint = || SearchFileError::NoCheckpoint { path: path.to_owned() };
        let text = fs::read(path).map_err(failed)?;
        let saved: Saved = serde_json::from_slice(&text).map_err(|_| no_checkpoint())?;
        let is_sound = saved.done <= self.count()
            && saved.found.iter().all(|found| found.place < self.count());
        if saved.format != FORMAT || !is_sound {
            return Err(no_checkpoint());
        }
        if saved.search != self.address(generator) {
            return Err(SearchFileError::OtherSearch { path: path.to_owned() });
        }
        (self.done, self.found) = (saved.done, saved.found);
        Ok(())
    }
}
