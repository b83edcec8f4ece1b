//! A search under way, kept in a file.

use std::path::Path;

use basement_floors::Generator;
use serde::{Deserialize, Serialize};

use super::{Best, Candidates, Found, Goal, Search, SearchRun};
use crate::checkpoint::{Checkpoint, CheckpointError, damaged};
use crate::checksum::sha256;
use crate::measure::MEASURES_VERSION;

const CHECKPOINT: Checkpoint = Checkpoint { work: "search", format: 3 };

#[derive(Serialize, Deserialize)]
struct Saved {
    /// Everything that decides what is found.
    search: Vec<String>,
    done: u64,
    found: Vec<Found>,
}

/// The candidates as one line; a list is named by its digest.
fn named(candidates: &Candidates) -> String {
    let Candidates::List { kind, numbers } = candidates else { return format!("{candidates:?}") };
    let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
    let digest = sha256(&bytes.collect::<Vec<u8>>());
    format!("{} of {kind}, sha256 {digest}", numbers.len())
}

impl SearchRun {
    /// Everything that decides what is found.
    fn address(&self, generator: &dyn Generator) -> Vec<String> {
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
    /// [`CheckpointError::Write`] if the file cannot be written.
    pub fn save(&self, generator: &dyn Generator, path: &Path) -> Result<(), CheckpointError> {
        let (search, done, found) = (self.address(generator), self.done, self.found.clone());
        Ok(CHECKPOINT.save(path, &Saved { search, done, found })?)
    }

    /// Resumes from a file, if it contains this very search.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`] if the file cannot be read or used. The run is then unchanged.
    pub fn resume(
        &mut self,
        generator: &dyn Generator,
        path: &Path,
    ) -> Result<(), CheckpointError> {
        let text = CHECKPOINT.load(path)?;
        let saved = serde_json::from_slice(&text);
        let Saved { search, done, found } = saved.map_err(|error| damaged(path, error))?;
        if search != self.address(generator) {
            let difference = "with other conditions, options or seeds".to_owned();
            return Err(CHECKPOINT.other(path, difference));
        }
        if done > self.count() || found.iter().any(|found| found.place >= self.count()) {
            return Err(damaged(path, "its seeds are beyond the last"));
        }
        (self.done, self.found) = (done, found);
        Ok(())
    }
}
