//! Floors from a file of JSON lines, instead of floors that are generated.

use std::fs::File;
use std::io::{BufRead, BufReader, stdin};
use std::path::{Path, PathBuf};

use basement_lab::survey::{InvalidLines, LineError};
use basement_lab::{FloorLines, RecordSample};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::note;
use crate::Failure;

/// The option that takes floors from a file.
#[derive(Args)]
pub(crate) struct FloorsArguments {
    /// Take the floors of this file, one JSON object a line (docs/floors-format.md), instead of
    /// generating any; - is standard input.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = [
            "GeneratorArguments", "RunArguments", "SeedArguments",
            // A group that holds another has no options of its own.
            "level", "stage_type", "curse", "hard", "unlocks", "phase",
        ]
    )]
    floors: Option<PathBuf>,
}

impl FloorsArguments {
    /// The file, where there is one.
    pub(crate) fn source(&self) -> Option<Source<'_>> {
        self.floors.as_deref().map(Source)
    }
}

/// A progress bar over lines of which nobody knows how many there are.
pub(crate) fn line_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {human_pos} lines, {per_sec}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::new_spinner().with_style(style)
}

/// What to do with lines that are no floors.
#[derive(Args)]
pub(crate) struct InvalidArguments {
    /// Count and name the lines of --floors that are no floors, and go on.
    #[arg(long, requires = "floors")]
    skip_invalid: bool,
}

/// A file of floors.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a>(&'a Path);

impl Source<'_> {
    /// Its name, as it was given.
    pub(crate) fn name(self) -> String {
        if self.is_stdin() { "standard input".to_owned() } else { self.0.display().to_string() }
    }

    fn is_stdin(self) -> bool {
        self.0 == Path::new("-")
    }

    /// Its lines.
    pub(crate) fn lines(self) -> Result<FloorLines<Box<dyn BufRead>>, Failure> {
        if self.is_stdin() {
            return Ok(FloorLines::new(Box::new(BufReader::new(stdin()))));
        }
        let failed = |error| Failure::Work(format!("{}: {error}", self.name()));
        let file = File::open(self.0).map_err(failed)?;
        Ok(FloorLines::new(Box::new(BufReader::with_capacity(1 << 16, file))))
    }

    /// All its floors.
    pub(crate) fn sample<'a>(
        self,
        invalid: &InvalidArguments,
        progress: &'a (dyn Fn(u64) + Sync),
    ) -> Result<RecordSample<'a, Box<dyn BufRead>>, Failure> {
        let sample = RecordSample::of(self.lines()?);
        Ok(sample.skip_invalid(invalid.skip_invalid).progress(progress))
    }

    /// What a line that is no floor means to the command.
    pub(crate) fn failed(self, error: &LineError) -> Failure {
        Failure::Work(format!("{}: {error}", self.name()))
    }

    /// Names the lines that were skipped.
    pub(crate) fn note_invalid(self, invalid: &InvalidLines) {
        for error in &invalid.first {
            note(&format!("{}: {error}", self.name()));
        }
        if invalid.count > 0 {
            let lines = if invalid.count == 1 { "line was" } else { "lines were" };
            let rest = match invalid.count - invalid.first.len() as u64 {
                0 => String::new(),
                rest => format!(", {rest} of them not named"),
            };
            note(&format!("{}: {} {lines} skipped{rest}", self.name(), invalid.count));
        }
    }
}
