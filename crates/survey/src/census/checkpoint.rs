//! A census in progress, saved in a file.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::document::{Document, Header};
use super::error::CensusError;
use super::range::SeedRange;
use super::{Census, CensusRun};
use crate::checkpoint::{Checkpoint, CheckpointError, damaged};

const CHECKPOINT: Checkpoint = Checkpoint { work: "census", format: 1 };

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
    /// Saves the run in a file, which is synced to disk before it gets its name. Whenever the
    /// machine stops, either the old file or the new one is there, and whole.
    ///
    /// # Errors
    ///
    /// [`CheckpointError::Write`] when the system refuses.
    pub fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        let saved = Saved { asked: self.asked, census: Document::of(&self.census) };
        Ok(CHECKPOINT.save(path, &saved)?)
    }

    /// Resumes from a file, if it contains the state of this very run.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`] when the file cannot be read or used. The run is then unchanged.
    pub fn resume(&mut self, path: &Path) -> Result<(), CheckpointError> {
        let found = read(path)?;
        let ranges = || {
            let of = |range: SeedRange| format!("seeds {range}");
            let whole = ("range", of(found.census.whole), of(self.census.whole));
            let differing = [whole, ("shard", of(found.asked), of(self.asked))];
            differing.into_iter().find(|(_, found, asked)| found != asked)
        };
        match found.census.address.difference(&self.census.address).or_else(ranges) {
            Some((what, found, asked)) => {
                let difference = format!("the {what} is {found} there and not {asked}");
                Err(CHECKPOINT.other(path, difference))
            }
            None => {
                *self = found;
                Ok(())
            }
        }
    }
}

fn read(path: &Path) -> Result<CensusRun, CheckpointError> {
    let text = CHECKPOINT.load(path)?;
    let not_read = |error: serde_json::Error| damaged(path, error);
    let SavedHeader { census } = serde_json::from_slice(&text).map_err(not_read)?;
    census.check().map_err(|error| match error {
        CensusError::OtherVersion { what, given, known } => {
            CheckpointError::Version { path: path.to_owned(), what, given, known }
        }
        error => damaged(path, error),
    })?;
    let Saved { asked, census } = serde_json::from_slice(&text).map_err(not_read)?;
    let census: Census = census.census().map_err(|error| damaged(path, error))?;
    if !census.measures().is_all() {
        // The floors counted so far will not be measured again.
        return Err(damaged(path, "it lacks measures that this program counts"));
    }
    let begins_with = |range: &SeedRange| {
        range.first() == asked.first() && asked.shared_with(range) == Some(*range)
    };
    match census.ranges() {
        [] => Ok(CensusRun { census, asked }),
        [range] if begins_with(range) => Ok(CensusRun { census, asked }),
        _ => Err(damaged(path, "its seeds are not the first of its range")),
    }
}
