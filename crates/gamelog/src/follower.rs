//! The floors of a log that the game is writing.

use std::collections::VecDeque;
use std::path::PathBuf;

use crate::floor::LoggedFloor;
use crate::growing_file::{FileUpdate, GrowingFile};
use crate::reader::{LogEvent, LogReader};

/// Follows a log while the game writes it. Of the floors already in it, it gives only the last.
///
/// ```
/// use basement_gamelog::{LogFollower, LogUpdate};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("log.txt");
/// std::fs::write(&path, "Level::Init m_Stage 1, m_StageType 0 Seed 1\nRoom 1.2(Start Room)\n")?;
/// let mut log = LogFollower::new(path);
/// assert!(matches!(log.next_update()?, LogUpdate::Entered(floor) if floor.seed == Some(1)));
/// assert!(matches!(log.next_update()?, LogUpdate::Unchanged));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct LogFollower {
    file: GrowingFile,
    piece: Vec<u8>,
    reader: LogReader,
    entered: VecDeque<LoggedFloor>,
    /// Whether the log was not yet read to its end.
    is_behind: bool,
}

/// What [`LogFollower::next_update`] found.
#[derive(Debug)]
pub enum LogUpdate {
    /// Nothing new, or the file is not there at the moment.
    Unchanged,
    /// A floor was made and its first room entered: what is known about the floor so far.
    Entered(Box<LoggedFloor>),
    /// The log begins again, because the game was started.
    Restarted,
}

impl LogFollower {
    /// Follows the log at a path, from its beginning.
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        let (file, reader) = (GrowingFile::new(path), LogReader::new());
        Self { file, piece: Vec::new(), reader, entered: VecDeque::new(), is_behind: true }
    }

    /// Reads on to the next floor, or to the end of what the game has written.
    ///
    /// # Errors
    ///
    /// Errors of opening and reading the file. A missing file is an error only if nothing was read from
    /// it before.
    pub fn next_update(&mut self) -> std::io::Result<LogUpdate> {
        loop {
            if !self.is_behind
                && let Some(floor) = self.entered.pop_front()
            {
                return Ok(LogUpdate::Entered(Box::new(floor)));
            }
            match self.file.read_new(&mut self.piece)? {
                FileUpdate::Unchanged if self.is_behind => self.is_behind = false,
                FileUpdate::Unchanged => return Ok(LogUpdate::Unchanged),
                FileUpdate::Rewritten => {
                    self.reader = LogReader::new();
                    self.entered.clear();
                    return Ok(LogUpdate::Restarted);
                }
                FileUpdate::Appended => self.reader.read(&self.piece, &mut |event| {
                    if let LogEvent::Entered(floor) = event {
                        if self.is_behind {
                            self.entered.clear();
                        }
                        self.entered.push_back(floor.clone());
                    }
                }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    fn floor(seed: u32) -> String {
        format!("Level::Init m_Stage 1, m_StageType 0 Seed {seed}\nRoom 1.2(Start Room)\n")
    }

    /// The seeds of the floors that are entered, 0 for a restart, up to the end of the log.
    fn seeds(log: &mut LogFollower) -> Vec<u32> {
        let update = || match log.next_update().unwrap() {
            LogUpdate::Unchanged => None,
            LogUpdate::Entered(floor) => floor.seed,
            LogUpdate::Restarted => Some(0),
        };
        std::iter::from_fn(update).collect()
    }

    #[test]
    fn floors_come_as_they_are_entered_and_only_the_last_of_those_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.txt");
        let mut log = LogFollower::new(path.clone());
        assert!(log.next_update().is_err(), "there is no such file yet");
        fs::write(&path, floor(1) + &floor(2)).unwrap();
        assert_eq!(seeds(&mut log), [2]);
        let append = |text: &str| {
            let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
            file.write_all(text.as_bytes()).unwrap();
        };
        append(&(floor(3) + &floor(4) + "Level::Init m_Stage 2, m_StageTy"));
        assert_eq!(seeds(&mut log), [3, 4], "the last line is not complete");
        append("pe 0 Seed 5\nRoom 1.2(Start Room)");
        assert!(seeds(&mut log).is_empty());
        append("\n");
        assert_eq!(seeds(&mut log), [5]);
        fs::write(&path, "[INFO] - a new launch\n".to_owned() + &floor(6) + &floor(7)).unwrap();
        assert_eq!(seeds(&mut log), [0, 6, 7]);
    }
}
