//! `log --follow`: each floor as it is entered.

use std::fmt::Write as _;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use basement_lab::RoomKind;
use basement_lab::floors::{FloorMap, Phase};
use basement_lab::gamelog::{LogComparison, LogFollower, LogUpdate, LoggedFloor};

use super::engine::EngineArguments;
use super::source::unreadable;
use crate::commands::floor_context::legend;
use crate::failure::{Failure, refuse};
use crate::notes::{counted, note};
use crate::output::print;
use crate::signals::Stop;

/// How often the file is checked.
const BETWEEN: Duration = Duration::from_millis(300);

/// Shows the floor that the game is on, and then each floor as it is entered, until a signal comes.
pub(super) fn run(
    path: &Path,
    arguments: &EngineArguments,
    spoil_nothing: bool,
) -> Result<(), Failure> {
    let mut engine = arguments.engine()?;
    if path == Path::new("-") {
        return refuse("standard input cannot be followed: give a file");
    }
    if !spoil_nothing && !arguments.rooms.has_rooms() {
        note(
            "special rooms are where the built-in rooms put them: with the game's own rooms (--rooms) \
             they are where the game puts them",
        );
    }
    let stop = Stop::on_signal();
    let mut log = LogFollower::new(path.to_owned());
    let mut is_first = true;
    while !stop.is_asked() {
        match log.next_update().map_err(|error| unreadable(path, &error))? {
            LogUpdate::Entered(floor) => {
                is_first = false;
                print(&shown(&floor, &engine.compare(&floor), spoil_nothing))?;
            }
            LogUpdate::Restarted => note("the log begins again: the game was started"),
            LogUpdate::Unchanged => {
                if std::mem::take(&mut is_first) {
                    note("no floor was entered yet: waiting for one");
                }
                sleep(BETWEEN);
            }
        }
    }
    Ok(())
}

/// A floor for the player: its name, how many rooms it has, and its map.
fn shown(floor: &LoggedFloor, comparison: &LogComparison, spoil_nothing: bool) -> String {
    let name = comparison.floor_name(floor);
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
    match comparison.agreed_floor() {
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
                None if comparison.remarks.is_empty() => {
                    "the log does not tell its layout".to_owned()
                }
                None => comparison.remarks.join("; "),
            };
            let _ = writeln!(text, "no map: {reason}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use basement_lab::gamelog::{LogEngine, LogReader};

    use super::*;

    #[test]
    fn follow_says_why_a_floor_has_no_map() {
        // The first floor shows that the log tells shapes; of the second it tells nothing else.
        let log = b"[INFO] - Binding of Isaac: Afterbirth+ v1.06\n\
                    [INFO] - Level::Init m_Stage 1, m_StageType 0 Seed 1\n\
                    [INFO] - generate...\n[INFO] - place_room: shape 3\n\
                    [INFO] - Level::Init m_Stage 1, m_StageType 0 Seed 1500648896\n\
                    [INFO] - generate...\n[INFO] - placing rooms...\n[INFO] - Room 1.2()\n";
        let floor = &LogReader::floors(log)[1];
        let comparison = LogEngine::new(None, None, None).compare(floor);
        let text = shown(floor, &comparison, false);
        assert!(text.ends_with("no map: the log does not tell its layout\n"), "{text}");
    }
}
