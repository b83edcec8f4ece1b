//! `log --follow`: each floor as it is entered.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use basement_lab::RoomKind;
use basement_lab::floors::{FloorMap, Phase, RunStage};
use basement_lab::gamelog::{Comparison, LogEngine, LogEvent, LogReader, LoggedFloor, Verdict};

use super::{Show, unreadable};
use crate::Failure;
use crate::commands::floor_context::legend;
use crate::commands::{counted, note};
use crate::output::print;
use crate::signals::Stop;

/// How often the file is looked at.
const BETWEEN: Duration = Duration::from_millis(300);
/// Bytes that are read at once.
const PIECE: usize = 1 << 17;
/// The last bytes that were read. If they are no longer there, the file was written anew.
const REMEMBERED: usize = 256;

/// A file that grows, and is written anew at every launch of the game.
pub(super) struct Growing<'a> {
    path: &'a Path,
    position: u64,
    last: Vec<u8>,
}

/// What came of looking at the file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Nothing new, or the file is not there at the moment.
    Nothing,
    /// The next bytes.
    More,
    /// It was written anew; the next look begins at its beginning.
    Anew,
}

impl<'a> Growing<'a> {
    pub(super) fn new(path: &'a Path) -> Self {
        Self { path, position: 0, last: Vec::new() }
    }

    /// Reads the next bytes into `piece`, whose length is what was read.
    pub(super) fn look(&mut self, piece: &mut Vec<u8>) -> std::io::Result<Look> {
        piece.clear();
        let mut file = match File::open(self.path) {
            Ok(file) => file,
            // The game is about to write it anew.
            Err(error) if error.kind() == ErrorKind::NotFound && self.position > 0 => {
                return Ok(Look::Nothing);
            }
            Err(error) => return Err(error),
        };
        let before = self.position - self.last.len() as u64;
        let mut remembered = vec![0; self.last.len()];
        file.seek(SeekFrom::Start(before))?;
        let is_same = match file.read_exact(&mut remembered) {
            Ok(()) => remembered == self.last,
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => false,
            Err(error) => return Err(error),
        };
        if !is_same {
            (self.position, self.last) = (0, Vec::new());
            return Ok(Look::Anew);
        }
        file.take(PIECE as u64).read_to_end(piece)?;
        if piece.is_empty() {
            return Ok(Look::Nothing);
        }
        self.position += piece.len() as u64;
        self.last.extend_from_slice(piece);
        self.last.drain(..self.last.len().saturating_sub(REMEMBERED));
        Ok(Look::More)
    }
}

/// Shows the floor that the game is on, and then each floor as it is entered, until a signal comes.
pub(super) fn run(path: &Path, engine: &mut LogEngine, show: &Show) -> Result<(), Failure> {
    let spoil_nothing = show.spoil_nothing;
    if path == Path::new("-") {
        return Err(Failure::Usage("standard input cannot be followed: give a file".to_owned()));
    }
    if !spoil_nothing && !show.engine.rooms.has_rooms() {
        note(
            "special rooms are where the built-in rooms put them: with the game's own rooms (--rooms) \
             they are where the game puts them",
        );
    }
    let stop = Stop::on_signal();
    let mut file = Growing::new(path);
    let mut reader = LogReader::new();
    let mut piece = Vec::new();
    // Of the floors that are there already, only the last is shown.
    let mut last: Option<LoggedFloor> = None;
    let mut is_behind = true;
    while !stop.is_asked() {
        match file.look(&mut piece).map_err(|error| unreadable(path, &error))? {
            Look::Nothing => {
                if is_behind {
                    is_behind = false;
                    match last.take() {
                        Some(floor) => {
                            print(&shown(&floor, &engine.compare(&floor), spoil_nothing))?
                        }
                        None => note("no floor was entered yet: waiting for one"),
                    }
                }
                sleep(BETWEEN);
            }
            Look::Anew => {
                note("the log was written anew: the game was started");
                (reader, last) = (LogReader::new(), None);
            }
            Look::More => {
                let mut entered = Vec::new();
                reader.read(&piece, &mut |event| {
                    if let LogEvent::Entered(floor) = event {
                        entered.push(floor.clone());
                    }
                });
                if is_behind {
                    last = entered.pop().or(last);
                    continue;
                }
                for floor in entered {
                    print(&shown(&floor, &engine.compare(&floor), spoil_nothing))?;
                }
            }
        }
    }
    Ok(())
}

/// A floor for the player: its name, how many rooms it has, and its map.
fn shown(floor: &LoggedFloor, comparison: &Comparison, spoil_nothing: bool) -> String {
    let agreed = comparison.verdict == Verdict::Agrees;
    let made = comparison.floor.as_deref();
    let name = match made {
        Some(made) => RunStage::new(made.clone()).name(),
        None => format!("stage {}, type {}", floor.stage, floor.stage_type),
    };
    let told = floor.attempts.last().and_then(|attempt| attempt.rooms);
    let grown = told.map(|rooms| {
        format!(": {} beside the start, hidden rooms not counted", counted(rooms.into(), "room"))
    });
    let grown = grown.unwrap_or_default();
    if spoil_nothing {
        return format!("{name}{grown}\n");
    }
    let seed = floor.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
    let mut text = format!("\n{name}{grown}{seed}\n");
    match made.filter(|_| agreed) {
        Some(made) => {
            let kinds: Vec<RoomKind> = made.rooms().iter().map(|room| room.kind).collect();
            let layout = match made.request().phase {
                Phase::Layout => {
                    "; its layout: where special rooms are, the game's own rooms decide"
                }
                _ => "",
            };
            let readings = comparison.readings_in_words();
            let _ =
                writeln!(text, "{readings}{layout}\n\n{}\n{}", FloorMap::new(made), legend(&kinds));
        }
        None => {
            let reason = match &comparison.difference {
                Some(difference) => difference.to_string(),
                None => comparison.remarks.join("; "),
            };
            let _ = writeln!(text, "no map: {reason}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn look(file: &mut Growing<'_>) -> (Look, String) {
        let mut piece = Vec::new();
        let look = file.look(&mut piece).unwrap();
        (look, String::from_utf8(piece).unwrap())
    }

    #[test]
    fn a_file_that_is_written_anew_is_read_from_its_beginning() {
        let path = std::env::temp_dir().join(format!("basement-lab-follow-{}", std::process::id()));
        let mut file = Growing::new(&path);
        assert!(file.look(&mut Vec::new()).is_err(), "there is no such file yet");
        fs::write(&path, "one\ntwo").unwrap();
        assert_eq!(look(&mut file), (Look::More, "one\ntwo".to_owned()));
        assert_eq!(look(&mut file).0, Look::Nothing);
        fs::write(&path, "one\ntwo, three\n").unwrap();
        assert_eq!(look(&mut file), (Look::More, ", three\n".to_owned()), "it has grown");
        // Shorter, gone, and longer than before.
        fs::write(&path, "four\n").unwrap();
        assert_eq!(look(&mut file).0, Look::Anew);
        assert_eq!(look(&mut file), (Look::More, "four\n".to_owned()));
        fs::remove_file(&path).unwrap();
        assert_eq!(look(&mut file).0, Look::Nothing);
        fs::write(&path, "five\nsix, seven\n").unwrap();
        assert_eq!(look(&mut file).0, Look::Anew);
        assert_eq!(look(&mut file), (Look::More, "five\nsix, seven\n".to_owned()));
        fs::remove_file(&path).unwrap();
    }
}
