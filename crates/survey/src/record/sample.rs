//! Many floors from elsewhere, read and counted on all cores.

use std::convert::Infallible;
use std::fmt;
use std::io::BufRead;

use basement_floors::Cell;

use super::FloorRecord;
use super::lines::{FloorLines, InvalidLines, LineError, RawLine};
use crate::fold::Pass;
use crate::measure_set::MeasureSet;
use crate::summary::Summary;

/// How many lines, and bytes of lines, are kept in memory at a time.
const BATCH_LINES: usize = 8192;
const BATCH_BYTES: usize = 16 << 20;
/// Lines that one task reads before it reports progress.
const CHUNK: u64 = 256;

/// A sample of floors from elsewhere: the lines to count, and what to do with invalid ones.
///
/// ```
/// use basement_survey::{measure, record::{FloorLines, RecordSample}};
///
/// let text = r#"{"rooms": [{"cells": [[0, 0]], "kind": "start"}, {"cells": [[1, 0]], "kind": "boss"}]}
/// {"rooms": []}
/// "#;
/// let counted = RecordSample::of(FloorLines::new(text.as_bytes())).skip_invalid(true).run()?;
/// assert_eq!(counted.summary.mean(measure::BOSS_DISTANCE), Some(1.0));
/// assert_eq!((counted.summary.floors, counted.invalid.count), (1, 1));
///
/// let error = RecordSample::of(FloorLines::new(text.as_bytes())).run().unwrap_err();
/// assert!(error.to_string().starts_with("line 2: "));
/// # Ok::<(), basement_survey::record::LineError>(())
/// ```
pub struct RecordSample<'a, R> {
    lines: FloorLines<R>,
    skips_invalid: bool,
    pub(crate) measures: MeasureSet,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl<R> fmt::Debug for RecordSample<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordSample")
            .field("skips_invalid", &self.skips_invalid)
            .field("measures", &self.measures)
            .finish_non_exhaustive()
    }
}

/// The result of counting floors from elsewhere.
#[derive(Debug)]
#[non_exhaustive]
pub struct RecordCounts {
    /// The counts; a floor's number is the number of its line.
    pub summary: Summary,
    /// The first cell of the first floor's start room; `None` without a floor.
    pub start: Option<Cell>,
    /// The lines that were skipped.
    pub invalid: InvalidLines,
}

impl<'a, R: BufRead> RecordSample<'a, R> {
    /// A sample of all floors of these lines; the first line that is not a floor is an error.
    #[must_use]
    pub fn of(lines: FloorLines<R>) -> Self {
        Self { lines, skips_invalid: false, measures: MeasureSet::ALL, progress: &|_| {} }
    }

    /// The sample, in which invalid lines are skipped and named if `skips_invalid` is true.
    #[must_use]
    pub fn skip_invalid(self, skips_invalid: bool) -> Self {
        Self { skips_invalid, ..self }
    }

    /// The sample with these measures only, as in [`Sample::measures`](crate::Sample::measures).
    #[must_use]
    pub fn measures(self, measures: MeasureSet) -> Self {
        Self { measures, ..self }
    }

    /// The sample with progress reports: `progress` is called from any thread with the number of
    /// lines read since its last call.
    #[must_use]
    pub fn progress(self, progress: &'a (dyn Fn(u64) + Sync)) -> Self {
        Self { progress, ..self }
    }

    /// Counts the floors. The summary does not depend on the number of threads.
    ///
    /// # Errors
    ///
    /// A [`LineError`] for the first line that is not a floor, unless such lines are skipped; for a
    /// source that cannot be read; and if no line is a floor.
    pub fn run(self) -> Result<RecordCounts, LineError> {
        let mut counts = RecordCounts {
            summary: Summary::of_records(),
            start: None,
            invalid: InvalidLines::default(),
        };
        let (mut first, measures) = (None, self.measures);
        counts.invalid = self.each_batch(
            || (Summary::of_records(), None),
            |(summary, first): &mut (Summary, Option<(u64, Cell)>), number, record| {
                summary.add_record(record, number, measures);
                // The lowest line, whichever thread read it.
                let here = (number, record.start());
                *first = Some(first.map_or(here, |known| known.min(here)));
            },
            |parts| {
                for (part, start) in parts {
                    // Both have the same grid.
                    let merged = counts.summary.merge(&part);
                    debug_assert_eq!(merged, Ok(()));
                    first = first.into_iter().chain(start).min();
                }
                Ok::<(), LineError>(())
            },
        )?;
        counts.start = first.map(|(_, cell)| cell);
        Ok(counts)
    }

    /// Reads the floors in batches, each on all cores, and hands over the results of each batch.
    pub(crate) fn each_batch<T: Send, E: From<LineError>>(
        mut self,
        new: impl Fn() -> T + Sync,
        add: impl Fn(&mut T, u64, &FloorRecord) + Sync,
        mut take: impl FnMut(Vec<T>) -> Result<(), E>,
    ) -> Result<InvalidLines, E> {
        let (mut invalid, mut read) = (InvalidLines::default(), 0);
        loop {
            let (lines, end) = self.batch();
            read += lines.len() as u64;
            let pass = Pass::over(0, lines.len() as u64, self.progress).in_chunks_of(CHUNK);
            let Ok(((parts, mut errors), _)) = pass.fold(
                || (Vec::new(), Vec::new()),
                |(parts, errors): &mut (Vec<T>, Vec<_>), numbers| {
                    let mut part = parts.pop().unwrap_or_else(&new);
                    for line in &lines[*numbers.start() as usize..=*numbers.end() as usize] {
                        match line.record() {
                            Ok(record) => add(&mut part, line.number, &record),
                            Err(error) => errors.push((line.number, error)),
                        }
                    }
                    parts.push(part);
                    Ok::<(), Infallible>(())
                },
                |(parts, errors), (more, more_errors)| {
                    parts.extend(more);
                    errors.extend(more_errors);
                },
            );
            errors.sort_unstable_by_key(|(number, _)| *number);
            for (_, error) in errors {
                if !self.skips_invalid {
                    return Err(error.into());
                }
                invalid.add(error);
            }
            take(parts)?;
            match end {
                End::More => {}
                End::Reached if invalid.count == read => {
                    return Err(LineError::NoFloors(invalid).into());
                }
                End::Reached => return Ok(invalid),
                End::Failed(error) => return Err(error.into()),
            }
        }
    }

    /// The next lines, and whether there are more.
    fn batch(&mut self) -> (Vec<RawLine>, End) {
        let (mut lines, mut bytes) = (Vec::new(), 0);
        while lines.len() < BATCH_LINES && bytes < BATCH_BYTES {
            match self.lines.next_line() {
                Some(Ok(line)) => {
                    bytes += line.text.as_ref().map_or(BATCH_BYTES, Vec::len);
                    lines.push(line);
                }
                Some(Err(error)) => return (lines, End::Failed(error)),
                None => return (lines, End::Reached),
            }
        }
        (lines, End::More)
    }
}

/// What comes after a batch.
enum End {
    More,
    Reached,
    Failed(LineError),
}
