//! The reader: pieces of a log, of any size, go in, and floors come out.

use basement_floors::RunSeed;

use crate::floor::{LoggedAttempt, LoggedEnd, LoggedFloor, LoggedRoom};
use crate::game::GameVersion;
use crate::line::{Line, Patterns};
use crate::probe::ProbedFloor;
use crate::run::{LoggedRun, RunStart};

/// The limit on bytes read from a line. The longest line about a floor is the probe's, with about
/// 60 bytes per room.
pub const LINE_BYTES: usize = 1 << 16;
/// The limit on attempts kept for a floor.
pub const MOST_ATTEMPTS: usize = 1_000;
/// The limit on shapes kept for an attempt.
const MOST_SHAPES: usize = 128;
/// The limit on entered rooms kept for a floor.
pub const MOST_ROOMS: usize = 512;

/// What the reader reports while it reads a log.
#[derive(Debug)]
#[non_exhaustive]
pub enum LogEvent<'a> {
    /// A floor was made and its first room entered: what is known about the floor so far.
    Entered(&'a LoggedFloor),
    /// A floor ends because another floor, run or launch begins: all that is known about it.
    Left(LoggedFloor),
}

/// Reads the game's log, in pieces of any size and in bounded memory.
///
/// Lines end in LF or CRLF, and may contain any bytes. What the game prints is found anywhere in a
/// line, with or without a prefix. A last line without a line end is ignored: it may be cut.
///
/// ```
/// use basement_gamelog::{LogEvent, LogReader};
///
/// let log = b"[INFO] - Level::Init m_Stage 1, m_StageType 0 Seed 3615137577\n\
///     [INFO] - generate...\n[INFO] - 8 rooms in 5 loops\n[INFO] - placing rooms...\n";
/// let mut floors = Vec::new();
/// let mut reader = LogReader::new();
/// for piece in log.chunks(7) {
///     reader.read(piece, &mut |event| {
///         if let LogEvent::Left(floor) = event {
///             floors.push(floor);
///         }
///     });
/// }
/// floors.extend(reader.finish());
/// assert_eq!((floors[0].stage, floors[0].seed), (1, Some(3_615_137_577)));
/// assert_eq!(floors[0].attempts[0].rooms, Some(8));
/// ```
pub struct LogReader {
    patterns: Patterns,
    /// The beginning of a line whose end has not come yet.
    begun: Vec<u8>,
    state: State,
}

/// What was read so far.
#[derive(Default)]
struct State {
    version: Option<GameVersion>,
    run: Option<LoggedRun>,
    /// Floors of the run so far.
    floors: u32,
    floor: Option<LoggedFloor>,
    is_entered: bool,
    /// Whether the current attempt is beyond [`MOST_ATTEMPTS`].
    is_beyond: bool,
    /// Whether the log has named any shape.
    tells_shapes: bool,
}

impl Default for LogReader {
    fn default() -> Self {
        Self::new()
    }
}

impl LogReader {
    /// A reader at the beginning of a log.
    #[must_use]
    pub fn new() -> Self {
        Self { patterns: Patterns::new(), begun: Vec::new(), state: State::default() }
    }

    /// The floors of a whole log.
    ///
    /// ```
    /// let floors = basement_gamelog::LogReader::floors(b"nothing about floors\n");
    /// assert!(floors.is_empty());
    /// ```
    #[must_use]
    pub fn floors(log: &[u8]) -> Vec<LoggedFloor> {
        let mut floors = Vec::new();
        let mut reader = Self::new();
        reader.read(log, &mut |event| {
            if let LogEvent::Left(floor) = event {
                floors.push(floor);
            }
        });
        floors.extend(reader.finish());
        floors
    }

    /// Reads the next piece. `visit` is called when a floor is entered and when it ends.
    pub fn read(&mut self, mut piece: &[u8], visit: &mut dyn FnMut(LogEvent<'_>)) {
        while let Some(end) = memchr::memchr(b'\n', piece) {
            let (line, rest) = (&piece[..end], &piece[end + 1..]);
            if self.begun.is_empty() {
                let line = &line[..line.len().min(LINE_BYTES)];
                self.state.hear(self.patterns.read(line), visit);
            } else {
                self.keep(line);
                self.state.hear(self.patterns.read(&self.begun), visit);
                self.begun.clear();
            }
            piece = rest;
        }
        self.keep(piece);
    }

    /// Keeps the beginning of a line, up to [`LINE_BYTES`].
    fn keep(&mut self, bytes: &[u8]) {
        let space = LINE_BYTES.saturating_sub(self.begun.len());
        self.begun.extend_from_slice(&bytes[..bytes.len().min(space)]);
    }

    /// Ends the log, and returns the floor that it ends on, if there is one.
    #[must_use]
    pub fn finish(self) -> Option<LoggedFloor> {
        self.state.floor.map(ended)
    }
}

/// Finishes a floor.
fn ended(mut floor: LoggedFloor) -> LoggedFloor {
    drop_repeated(&mut floor.rooms);
    floor
}

impl State {
    /// Records what a line says.
    fn hear(&mut self, line: Option<Line<'_>>, visit: &mut dyn FnMut(LogEvent<'_>)) {
        let Some(line) = line else { return };
        match line {
            Line::Version(version) => {
                self.leave(visit);
                (self.version, self.run, self.floors) = (Some(version), None, 0);
            }
            Line::Run { seed, start } => self.begin_run(seed, start, visit),
            Line::Floor { stage, stage_type, seed } => {
                self.begin_floor(stage, stage_type, seed, visit);
            }
            Line::Probe(json) => self.hear_probe(json, visit),
            line => {
                let Some(floor) = &mut self.floor else { return };
                let is_room = matches!(line, Line::Room { .. });
                if matches!(line, Line::Placed(_)) {
                    self.tells_shapes = true;
                }
                floor.tells_shapes = self.tells_shapes;
                if matches!(line, Line::Attempt) {
                    self.is_beyond = floor.attempts.len() >= MOST_ATTEMPTS;
                }
                hear_of_floor(floor, &line, self.is_beyond);
                if is_room && !self.is_entered {
                    self.is_entered = true;
                    visit(LogEvent::Entered(floor));
                }
            }
        }
    }

    fn leave(&mut self, visit: &mut dyn FnMut(LogEvent<'_>)) {
        if let Some(floor) = self.floor.take() {
            visit(LogEvent::Left(ended(floor)));
        }
    }

    fn begin_run(&mut self, seed: RunSeed, start: RunStart, visit: &mut dyn FnMut(LogEvent<'_>)) {
        self.leave(visit);
        // A continued run keeps counting its floors.
        let goes_on =
            start == RunStart::Continued && self.run.as_ref().is_some_and(|run| run.seed == seed);
        if !goes_on {
            self.floors = 0;
        }
        self.run = Some(LoggedRun { seed, start });
    }

    fn begin_floor(
        &mut self,
        stage: u8,
        stage_type: u8,
        seed: Option<u32>,
        visit: &mut dyn FnMut(LogEvent<'_>),
    ) {
        self.leave(visit);
        self.floors = self.floors.saturating_add(1);
        let mut floor = LoggedFloor::new(stage, stage_type, seed);
        floor.version.clone_from(&self.version);
        floor.run = self.run;
        floor.number = self.floors;
        floor.tells_shapes = self.tells_shapes;
        self.floor = Some(floor);
        (self.is_entered, self.is_beyond) = (false, false);
    }

    /// Records the floor that the probe wrote: the one that the game is on. If the log has no such
    /// floor, for example because its beginning is lost, the floor begins with the probe's line.
    fn hear_probe(&mut self, json: &[u8], visit: &mut dyn FnMut(LogEvent<'_>)) {
        let Ok(probe) = serde_json::from_slice::<ProbedFloor>(json) else {
            if let Some(floor) = &mut self.floor {
                floor.is_cut = true;
            }
            return;
        };
        // The log's own seed counts; it is not known yet whether the probe's is right.
        let is_here = |floor: &LoggedFloor| {
            (floor.stage, floor.stage_type) == (probe.stage, probe.stage_type)
                && floor.probe.as_ref().is_none_or(|before| before.seed == probe.seed)
        };
        let is_run = self.run.is_some_and(|run| run.seed == probe.run);
        if !is_run {
            match &mut self.floor {
                // The log does not name this floor's run.
                Some(floor) if self.run.is_none() && is_here(floor) => {
                    self.run = Some(LoggedRun { seed: probe.run, start: RunStart::Unknown });
                    floor.run = self.run;
                }
                _ => self.begin_run(probe.run, RunStart::Unknown, visit),
            }
        }
        if !self.floor.as_ref().is_some_and(is_here) {
            self.begin_floor(probe.stage, probe.stage_type, Some(probe.seed), visit);
        }
        if let Some(floor) = &mut self.floor {
            floor.probe = Some(probe);
        }
    }
}

/// Records what a line says about the floor. Of an attempt beyond the limit nothing is kept.
fn hear_of_floor(floor: &mut LoggedFloor, line: &Line<'_>, is_beyond: bool) {
    // What is generated after the floor is made is another place, such as a mine.
    let is_made = floor.attempts_told.is_some();
    if is_made && matches!(line, Line::Attempt | Line::Placed(_) | Line::Grown { .. }) {
        return;
    }
    let attempt = floor.attempts.last_mut().filter(|_| !is_beyond);
    match *line {
        Line::Curse(curse) if !floor.curses.contains(&curse) => floor.curses.push(curse),
        Line::Attempt if is_beyond => floor.is_cut = true,
        Line::Attempt => floor.attempts.push(LoggedAttempt::default()),
        Line::Placed(shape) => {
            if let Some(attempt) = attempt {
                if attempt.shapes.len() < MOST_SHAPES {
                    attempt.shapes.push(shape);
                } else {
                    floor.is_cut = true;
                }
            }
        }
        Line::Grown { rooms, wanted, passes } => {
            if let Some(attempt) = attempt {
                (attempt.rooms, attempt.passes) = (Some(rooms), Some(passes));
                attempt.wanted = wanted;
            }
        }
        Line::ForcedDeadEnd => {
            if let Some(attempt) = attempt {
                attempt.forced_dead_ends = attempt.forced_dead_ends.saturating_add(1);
            }
        }
        Line::TooFewDeadEnds { found, wanted } => {
            if let Some(attempt) = attempt {
                attempt.end = LoggedEnd::TooFewDeadEnds { found, wanted };
            }
        }
        Line::Unusable => {
            // This line follows the one that says why.
            if let Some(attempt) = attempt.filter(|attempt| attempt.end == LoggedEnd::Unknown) {
                attempt.end = LoggedEnd::Unusable;
            }
        }
        Line::Placing => {
            if let Some(attempt) = attempt {
                attempt.end = LoggedEnd::Placing;
            }
        }
        Line::Generated { attempts } => floor.attempts_told = Some(attempts),
        Line::StartCell(cell) => {
            floor.start_cell.get_or_insert(cell);
        }
        Line::Room { room_type, variant } => {
            let room = LoggedRoom { room_type, variant, spawn_seed: None };
            if floor.rooms.last() == Some(&room) {
                return;
            }
            // The room before is complete now, with or without a seed; drop it if it was entered
            // before.
            drop_repeated(&mut floor.rooms);
            if floor.rooms.len() < MOST_ROOMS {
                floor.rooms.push(room);
            } else {
                floor.is_cut = true;
            }
        }
        Line::SpawnSeed(seed) => {
            if let Some(room) = floor.rooms.last_mut().filter(|room| room.spawn_seed.is_none()) {
                room.spawn_seed = Some(seed);
            }
        }
        _ => {}
    }
}

/// Drops the last room if it was entered before.
fn drop_repeated(rooms: &mut Vec<LoggedRoom>) {
    if let Some((last, before)) = rooms.split_last()
        && before.contains(last)
    {
        rooms.pop();
    }
}
