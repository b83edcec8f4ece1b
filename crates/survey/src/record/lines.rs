//! Records from a stream: one JSON object per line.

use std::io::{self, BufRead, Read};
use std::path::Path;

use thiserror::Error;

use super::{FloorRecord, RecordError};
use crate::error::SurveyError;

/// The most bytes that a line may have: a mebibyte, several times the size of the largest floor.
pub const LINE_BYTES: usize = 1 << 20;

/// Why a line is not a floor.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LineFault {
    /// It is not JSON.
    #[error("not JSON: {0}, at column {1}")]
    NotJson(String, usize),
    /// It is JSON, but not an object.
    #[error("not an object: give {{\"rooms\": [...]}}")]
    NotAnObject,
    /// Something in it has the wrong form.
    #[error("{0}, at column {1}")]
    Form(String, usize),
    /// A key that every floor or room has is missing.
    #[error("{0} has no `{1}`")]
    NoKey(String, &'static str),
    /// Its rooms and doors are not a floor.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It has more than [`LINE_BYTES`].
    #[error("the line has more than {LINE_BYTES} bytes: write one floor per line")]
    TooLong,
}

/// Why a line could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LineError {
    /// The line is not a floor.
    #[error("line {0}: {1}")]
    Fault(u64, LineFault),
    /// The source cannot be read.
    #[error("after line {0}: {1}")]
    Io(u64, io::Error),
    /// The source contains no floor: it is empty, or all its lines were skipped.
    #[error("no line is a floor{}", of_invalid(.0))]
    NoFloors(InvalidLines),
}

/// At most this many invalid lines are named one by one.
pub const INVALID_NAMED: usize = 20;

/// Lines that are not floors.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct InvalidLines {
    /// How many there are.
    pub count: u64,
    /// The first of them, at most [`INVALID_NAMED`].
    pub first: Vec<LineError>,
}

impl InvalidLines {
    /// Sentences about the lines: one per named line, with its file, then one with the number of
    /// lines. Empty if there are no lines.
    #[must_use]
    pub fn sentences(&self, file: &str) -> Vec<String> {
        if self.count == 0 {
            return Vec::new();
        }
        let mut sentences: Vec<String> =
            self.first.iter().map(|error| format!("{file}, {error}")).collect();
        let lines = if self.count == 1 { "line was" } else { "lines were" };
        let rest = match self.count.saturating_sub(self.first.len() as u64) {
            0 => String::new(),
            rest => format!(", {rest} of them not named"),
        };
        sentences.push(format!("{file}: {} {lines} skipped{rest}", self.count));
        sentences
    }

    pub(super) fn add(&mut self, error: LineError) {
        self.count += 1;
        if self.first.len() < INVALID_NAMED {
            self.first.push(error);
        }
    }
}

/// How many lines were skipped, and why the first one was.
fn of_invalid(invalid: &InvalidLines) -> String {
    match (invalid.count, invalid.first.first()) {
        (1, Some(first)) => format!(": one was skipped, {first}"),
        (count, Some(first)) => format!(": {count} were skipped, the first is {first}"),
        (_, None) => ": write one floor per line, as docs/floors-format.md says".to_owned(),
    }
}

impl LineError {
    /// The error with the name of the file that was read.
    ///
    /// ```
    /// use basement_survey::record::FloorLines;
    ///
    /// let error = FloorLines::new("floor 7".as_bytes()).next().expect("a line").unwrap_err();
    /// let message = error.in_file("mine.jsonl".as_ref()).to_string();
    /// assert!(message.starts_with("mine.jsonl, line 1: not JSON"));
    /// ```
    #[must_use]
    pub fn in_file(&self, path: &Path) -> SurveyError {
        let path = path.to_owned();
        match self {
            // Not a single line was read, for example because the path is a folder.
            Self::Io(0, source) => SurveyError::FileUnreadable(path, source.to_string()),
            Self::NoFloors(_) => SurveyError::FileWithoutFloors(path, self.to_string()),
            error => SurveyError::FileLine(path, error.to_string()),
        }
    }
}

/// The floors of a stream, one JSON object per line.
///
/// Empty lines are skipped, but count as lines. An error in one line does not end the iteration; an
/// error of the source does. Memory stays bounded whatever the stream contains.
///
/// ```
/// use basement_survey::record::FloorLines;
///
/// let text = r#"{"rooms": [{"cells": [[0, 0]], "kind": "start"}, {"cells": [[1, 0]], "kind": "boss"}]}
/// {"rooms": [{"cells": [[0, 0]], "kind": "bos"}]}
/// "#;
/// let mut lines = FloorLines::new(text.as_bytes());
/// assert_eq!(lines.next().expect("a line")?.rooms().len(), 2);
/// let error = lines.next().expect("a line").unwrap_err();
/// assert!(error.to_string().starts_with("line 2: room 0: there is no kind of room `bos`"));
/// assert!(lines.next().is_none());
/// # Ok::<(), basement_survey::record::LineError>(())
/// ```
#[derive(Debug)]
pub struct FloorLines<R> {
    reader: R,
    line: u64,
    /// Whether the reader is within a line that is too long.
    is_within_line: bool,
    has_failed: bool,
}

/// A line as read, before it is parsed.
pub(crate) struct RawLine {
    /// Its number, from 1.
    pub(crate) number: u64,
    /// Its text, or an error if it is too long.
    pub(crate) text: Result<Vec<u8>, LineFault>,
}

impl RawLine {
    /// The floor that it contains.
    pub(crate) fn record(&self) -> Result<FloorRecord, LineError> {
        // Without the line ending, so that the columns of errors are within the line.
        let text = self.text.as_deref().map(<[u8]>::trim_ascii_end).map_err(Clone::clone);
        let record = text.and_then(FloorRecord::from_json);
        record.map_err(|fault| LineError::Fault(self.number, fault))
    }
}

impl<R: BufRead> FloorLines<R> {
    /// The floors of a source.
    #[must_use]
    pub const fn new(reader: R) -> Self {
        Self { reader, line: 0, is_within_line: false, has_failed: false }
    }

    /// The number of the last line read, from 1; 0 before the first.
    #[must_use]
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// The floor of the line with this number, from 1; `None` if the source ends before it or the
    /// line is empty. Lines before it are skipped, whatever they contain.
    pub fn at_line(&mut self, number: u64) -> Option<Result<FloorRecord, LineError>> {
        loop {
            match self.next_line()? {
                Ok(line) if line.number < number => {}
                Ok(line) => return (line.number == number).then(|| line.record()),
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// The next line that is not empty.
    pub(crate) fn next_line(&mut self) -> Option<Result<RawLine, LineError>> {
        while !self.has_failed {
            let mut text = match self.next_text() {
                Ok(text) => text,
                Err(source) => {
                    self.has_failed = true;
                    return Some(Err(LineError::Io(self.line, source)));
                }
            };
            if text.is_empty() {
                return None;
            }
            self.line += 1;
            if self.line == 1 && text.starts_with("\u{feff}".as_bytes()) {
                text.drain(..3);
            }
            if self.is_within_line {
                return Some(Ok(RawLine { number: self.line, text: Err(LineFault::TooLong) }));
            }
            if !text.trim_ascii().is_empty() {
                return Some(Ok(RawLine { number: self.line, text: Ok(text) }));
            }
        }
        None
    }

    /// The bytes of the next line, at most one more than a line may have; the rest of a line that is
    /// too long is left out only now, because it may have no end.
    fn next_text(&mut self) -> io::Result<Vec<u8>> {
        if self.is_within_line {
            self.reader.skip_until(b'\n')?;
        }
        let mut text = Vec::new();
        (&mut self.reader).take(LINE_BYTES as u64 + 1).read_until(b'\n', &mut text)?;
        self.is_within_line = text.len() > LINE_BYTES && !text.ends_with(b"\n");
        Ok(text)
    }
}

impl<R: BufRead> Iterator for FloorLines<R> {
    type Item = Result<FloorRecord, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.next_line()?.and_then(|line| line.record()))
    }
}
