//! A floor as the log records it.

use core::fmt;

use basement_floors::Curse;
use serde::{Deserialize, Serialize};

use crate::game::GameVersion;
use crate::line::{PROBE, line_and_bit_of};
use crate::probe::ProbedFloor;
use crate::run::{LoggedRun, RunStart};

/// A floor as the log records it. `Display` writes it as the game does, and the reader reads the
/// floors of a run, written one after the other, back.
///
/// ```
/// use basement_gamelog::{LoggedFloor, LogReader};
///
/// let floor = LoggedFloor::new(4, 4, Some(2_649_606_411));
/// let log = floor.to_string();
/// assert_eq!(log, "[INFO] - Level::Init m_Stage 4, m_StageType 4 Seed 2649606411\n");
/// assert_eq!(LogReader::floors(log.as_bytes())[0].seed, floor.seed);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LoggedFloor {
    /// The game that made it, if the log says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<GameVersion>,
    /// Its run, if the log says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<LoggedRun>,
    /// Its number among the logged floors of its run, from 1.
    pub number: u32,
    /// The stage.
    pub stage: u8,
    /// The stage type.
    pub stage_type: u8,
    /// The stage seed. The oldest games do not log it.
    pub seed: Option<u32>,
    /// The curses on it.
    #[serde(default)]
    pub curses: Vec<Curse>,
    /// The attempts at its layout, in order.
    #[serde(default)]
    pub attempts: Vec<LoggedAttempt>,
    /// How many attempts there were, as the game counts them at the end ([W51](basement_floors::rules#w51)).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempts_told: Option<u32>,
    /// The cell of the start room: x + 13 y.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_cell: Option<u16>,
    /// The rooms that were entered, each once, in the order of entering.
    #[serde(default)]
    pub rooms: Vec<LoggedRoom>,
    /// The whole floor, if the probe wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probe: Option<ProbedFloor>,
    /// Whether the log names any shape up to the end of this floor. If not, it may never name one.
    #[serde(default)]
    pub tells_shapes: bool,
    /// Whether the log says more than is kept here: attempts, shapes or rooms beyond the reader's
    /// limits, or a probe line that cannot be read.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub is_cut: bool,
}

/// An attempt at a layout, as the log records it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoggedAttempt {
    /// The shapes of its rooms that are not 1x1, by their numbers, in the order of placing.
    #[serde(default)]
    pub shapes: Vec<u8>,
    /// How many rooms grew besides the start. `None` if the log ends earlier.
    pub rooms: Option<u32>,
    /// How many rooms were wanted. Logged only if fewer grew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wanted: Option<u32>,
    /// How many rooms growth took from its queue ([R10](basement_floors::rules#r10)). The log calls them
    /// loops.
    pub passes: Option<u32>,
    /// How often the game tried to add a dead end ([R15](basement_floors::rules#r15)).
    #[serde(default)]
    pub forced_dead_ends: u32,
    /// How it ended.
    #[serde(default)]
    pub end: LoggedEnd,
}

/// How an attempt at a layout ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LoggedEnd {
    /// The log does not say.
    #[default]
    Unknown,
    /// It was discarded for having too few dead ends ([R17](basement_floors::rules#r17)).
    TooFewDeadEnds {
        /// How many it had.
        found: u32,
        /// How many were wanted.
        wanted: u32,
    },
    /// It was discarded, and the log does not say why.
    Unusable,
    /// The placing phase began. If another attempt follows, it failed.
    Placing,
}

impl fmt::Display for LoggedEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("not told"),
            Self::TooFewDeadEnds { found, wanted } => write!(f, "{found} of {wanted} dead ends"),
            Self::Unusable => f.write_str("not usable"),
            Self::Placing => f.write_str("placing"),
        }
    }
}

/// A room that was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LoggedRoom {
    /// The game's number for its type.
    #[serde(rename = "type")]
    pub room_type: u32,
    /// Its variant.
    pub variant: u32,
    /// Its spawn seed ([W3](basement_floors::rules#w3)), if the log gives it.
    pub spawn_seed: Option<u32>,
}

impl LoggedFloor {
    /// A floor about which nothing else is known.
    #[must_use]
    pub const fn new(stage: u8, stage_type: u8, seed: Option<u32>) -> Self {
        Self {
            version: None,
            run: None,
            number: 1,
            stage,
            stage_type,
            seed,
            curses: Vec::new(),
            attempts: Vec::new(),
            attempts_told: None,
            start_cell: None,
            rooms: Vec::new(),
            probe: None,
            tells_shapes: false,
            is_cut: false,
        }
    }

    /// The spawn seed of the start room. `None` for a floor without logged attempts, which may have
    /// been entered anywhere.
    #[must_use]
    pub fn start_spawn_seed(&self) -> Option<u32> {
        let first = self.rooms.first().filter(|_| !self.attempts.is_empty());
        first.filter(|room| room.room_type == 1).and_then(|room| room.spawn_seed)
    }

    /// How many attempts reached the placing phase.
    #[must_use]
    pub fn placing_phases(&self) -> usize {
        self.attempts.iter().filter(|attempt| attempt.end == LoggedEnd::Placing).count()
    }
}

/// Writes the floor's lines as the game does, with their prefix. The lines of the game and of the
/// run come before the first floor of a run.
impl fmt::Display for LoggedFloor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const PREFIX: &str = "[INFO] - ";
        if let Some(version) = self.version.as_ref().filter(|_| self.number == 1) {
            writeln!(f, "{PREFIX}Binding of Isaac: {version}")?;
        }
        if let Some(run) = self.run.filter(|_| self.number == 1) {
            let (seed, number) = (run.seed, run.seed.get());
            let start = match run.start {
                RunStart::New => " [New, 1]",
                RunStart::Continued => " [Continue, 1]",
                RunStart::Net => " [Net, 1]",
                RunStart::Unknown => "",
            };
            writeln!(f, "{PREFIX}RNG Start Seed: {seed} ({number}){start}")?;
        }
        let Self { stage, stage_type, .. } = self;
        write!(f, "{PREFIX}Level::Init m_Stage {stage}, m_StageType {stage_type}")?;
        match self.seed {
            Some(seed) => writeln!(f, " Seed {seed}")?,
            None => writeln!(f)?,
        }
        for curse in &self.curses {
            writeln!(f, "{PREFIX}{}", line_and_bit_of(*curse).0)?;
        }
        for attempt in &self.attempts {
            attempt.write(f, PREFIX)?;
        }
        if let Some(attempts) = self.attempts_told {
            writeln!(f, "{PREFIX}Map Generated in {attempts} Loops")?;
        }
        if let Some(cell) = self.start_cell {
            writeln!(f, "{PREFIX}CURRENT ROOM INDEX {cell}")?;
        }
        for room in &self.rooms {
            writeln!(f, "{PREFIX}Room {}.{}()", room.room_type, room.variant)?;
            if let Some(seed) = room.spawn_seed {
                writeln!(f, "{PREFIX}[Frame 0] SpawnRNG seed: {seed}")?;
            }
        }
        if let Some(probe) = &self.probe {
            let json = serde_json::to_string(probe).map_err(|_| fmt::Error)?;
            writeln!(f, "{PREFIX}Lua Debug: {PROBE}{json}")?;
        }
        Ok(())
    }
}

impl LoggedAttempt {
    fn write(&self, f: &mut fmt::Formatter<'_>, prefix: &str) -> fmt::Result {
        writeln!(f, "{prefix}generate...")?;
        for shape in &self.shapes {
            writeln!(f, "{prefix}place_room: shape {shape}")?;
        }
        if let (Some(rooms), Some(passes)) = (self.rooms, self.passes) {
            match self.wanted {
                Some(wanted) => {
                    writeln!(f, "{prefix}[LevelGenerator] fail {rooms}/{wanted} in {passes} loops")?
                }
                None => writeln!(f, "{prefix}{rooms} rooms in {passes} loops")?,
            }
        }
        for _ in 0..self.forced_dead_ends {
            writeln!(f, "{prefix}not enough dead ends, trying to make new one")?;
        }
        match self.end {
            LoggedEnd::Unknown => Ok(()),
            LoggedEnd::Unusable => writeln!(f, "{prefix}generated level is not usable"),
            LoggedEnd::Placing => writeln!(f, "{prefix}placing rooms..."),
            LoggedEnd::TooFewDeadEnds { found, wanted } => {
                writeln!(f, "{prefix}not enough dead ends ({found}/{wanted})")?;
                writeln!(f, "{prefix}generated level is not usable")
            }
        }
    }
}
