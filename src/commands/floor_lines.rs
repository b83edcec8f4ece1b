//! Floors from a file of JSON lines, instead of floors that are generated.

use std::fs::File;
use std::io::{BufRead, BufReader, stdin};
use std::path::{Path, PathBuf};

use basement_lab::survey::SurveyError;
use basement_lab::survey::record::{InvalidLines, LineError};
use basement_lab::{FloorLines, Progress, RecordSample};
use clap::Args;

use crate::failure::Failure;
use crate::notes::note;

/// The options of a generator, which no floor of a file has. An option that requires `floors` also
/// excludes them, because clap does not ask for `floors` beside an option that `floors` excludes.
pub(super) const OF_GENERATOR: [&str; 13] = [
    "RoomsArguments",
    "RunArguments",
    "SeedArguments",
    // A group that contains other groups has no options of its own.
    "backend",
    "edition",
    "set",
    "level",
    "stage_type",
    "curse",
    "hard",
    "unlocks",
    "phase",
    "bosses_chosen",
];

/// The option that takes floors from a file.
#[derive(Args)]
pub(crate) struct FloorsArguments {
    /// Take the floors of this file, one JSON object per line (docs/floors-format.md), instead of
    /// generating any; - is standard input.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = OF_GENERATOR
    )]
    floors: Option<PathBuf>,
}

impl FloorsArguments {
    /// The file, if one is given.
    pub(crate) fn source(&self) -> Option<FloorInput<'_>> {
        self.floors.as_deref().map(FloorInput)
    }
}

/// The progress over the lines of a file, whose number is unknown.
pub(crate) fn line_progress() -> Progress {
    Progress::endless("lines")
}

#[derive(Args)]
pub(crate) struct InvalidArguments {
    /// Count and name the lines of --floors that are not floors, and continue.
    #[arg(long, requires = "floors", conflicts_with_all = OF_GENERATOR)]
    skip_invalid: bool,
}

pub(crate) type Lines = FloorLines<Box<dyn BufRead>>;

impl InvalidArguments {
    pub(crate) fn sample<'a>(
        &self,
        lines: Lines,
        progress: &'a (dyn Fn(u64) + Sync),
    ) -> RecordSample<'a, Box<dyn BufRead>> {
        RecordSample::of(lines).skip_invalid(self.skip_invalid).progress(progress)
    }
}

/// A file of floors.
#[derive(Clone, Copy)]
pub(crate) struct FloorInput<'a>(&'a Path);

impl FloorInput<'_> {
    /// The file's name, as it was given.
    pub(crate) fn name(self) -> String {
        if self.is_stdin() { "standard input".to_owned() } else { self.0.display().to_string() }
    }

    fn is_stdin(self) -> bool {
        self.0 == Path::new("-")
    }

    /// The file's lines.
    pub(crate) fn lines(self) -> Result<Lines, Failure> {
        if self.is_stdin() {
            return Ok(FloorLines::new(Box::new(BufReader::new(stdin()))));
        }
        let file = File::open(self.0)
            .map_err(|error| SurveyError::FileUnreadable(self.0.to_owned(), error.to_string()))?;
        Ok(FloorLines::new(Box::new(BufReader::with_capacity(1 << 16, file))))
    }

    /// The failure for a line that is not a floor.
    pub(crate) fn failed(self, error: &LineError) -> Failure {
        error.in_file(Path::new(&self.name())).into()
    }

    /// Names the lines that were skipped.
    pub(crate) fn note_invalid(self, invalid: &InvalidLines) {
        invalid.sentences(&self.name()).iter().for_each(|sentence| note(sentence));
    }
}
