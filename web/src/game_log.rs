//! The log that the game writes: its floors compared with the engine.

use std::convert::Infallible;

use basement_floors::{AddressSeed, Backend, CurseChoice, FloorAddress, Phase};
use basement_gamelog::{LogComparison, LogEngine, LogEvent, LogReader, LoggedFloor, Verdict};
use serde::Serialize;

use crate::Lab;

/// A log that is being read.
pub(crate) struct OpenLog {
    reader: LogReader,
    engine: LogEngine,
}

/// A floor of the log, and what the engine says.
#[derive(Serialize)]
pub(crate) struct LogRow {
    run: Option<String>,
    stage: u8,
    stage_type: u8,
    seed: Option<u32>,
    curses: Vec<String>,
    /// Its attempts in words.
    attempts: Vec<String>,
    /// How many rooms were entered.
    entered: usize,
    verdict: Verdict,
    /// The verdict and what it rests on.
    words: String,
    difference: Option<String>,
    remarks: Vec<String>,
    /// The address of the engine's floor, if it is the log's.
    address: Option<String>,
}

impl Lab {
    /// The floors that end in the next piece of a log. The rooms are the user's, if there are any.
    pub(crate) fn read_log(
        &mut self,
        piece: &[u8],
        is_first: bool,
        is_last: bool,
    ) -> Result<Vec<LogRow>, Infallible> {
        let open = || OpenLog {
            reader: LogReader::new(),
            engine: LogEngine::new(None, None, self.rooms.clone()),
        };
        let mut log = self.log.take().filter(|_| !is_first).unwrap_or_else(open);
        let mut ended = Vec::new();
        log.reader.read(piece, &mut |event| {
            if let LogEvent::Left(floor) = event {
                ended.push(floor);
            }
        });
        let OpenLog { reader, mut engine } = log;
        let open = if is_last {
            ended.extend(reader.finish());
            None
        } else {
            Some(reader)
        };
        let rows = ended.iter().map(|floor| LogRow::new(floor, &engine.compare(floor))).collect();
        self.log = open.map(|reader| OpenLog { reader, engine });
        Ok(rows)
    }
}

impl LogRow {
    fn new(floor: &LoggedFloor, comparison: &LogComparison) -> Self {
        let remarks = comparison.remarks.iter();
        Self {
            run: floor.run.map(|run| run.seed.to_string()),
            stage: floor.stage,
            stage_type: floor.stage_type,
            seed: floor.seed,
            curses: floor.curses.iter().map(ToString::to_string).collect(),
            attempts: floor.attempts_in_words(),
            entered: floor.rooms.len(),
            verdict: comparison.verdict,
            words: comparison.verdict_in_words(),
            difference: comparison.difference.as_ref().map(ToString::to_string),
            remarks: remarks.cloned().collect(),
            address: address(comparison),
        }
    }
}

/// The address of the engine's floor, if it is whole and agrees.
fn address(comparison: &LogComparison) -> Option<String> {
    let floor = comparison.floor.as_deref()?;
    let reading = comparison.readings.first()?;
    if comparison.verdict != Verdict::Agrees || floor.request().phase == Phase::Layout {
        return None;
    }
    let mut address = FloorAddress::new(Backend::Rebirth);
    address.edition = reading.edition.name().to_owned();
    address.request = *floor.request();
    if !reading.curse_is_given {
        address.request.curse = CurseChoice::Drawn;
    }
    address.seed = AddressSeed::Floor(floor.seed());
    Some(address.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_in_pieces_gives_the_rows_of_the_log_and_their_floors() {
        let log = include_bytes!("../../tests/fixtures/logs/afterbirth-plus.log");
        let mut lab = Lab::default();
        let whole = lab.read_log(log, true, true).unwrap();
        assert_eq!(whole.len(), 75);
        let mut lab = Lab::default();
        let mut rows = lab.read_log(&log[..1000], true, false).unwrap();
        rows.extend(lab.read_log(&log[1000..], false, true).unwrap());
        assert_eq!(rows.len(), 75);
        let first = &rows[0];
        assert_eq!((first.stage, first.seed), (1, Some(2_593_915_157)));
        let floor = lab.floor(first.address.as_ref().unwrap()).unwrap();
        let document = serde_json::to_value(&floor).unwrap();
        assert_eq!(document["floor"]["seed"], 2_593_915_157_u32);
        assert_eq!(document["floor"]["curse"], "labyrinth");
    }
}
