//! One line of the log: finds what it says anywhere in the line.

use basement_floors::{Curse, RunSeed};
use memchr::memmem;

use crate::game::GameVersion;
use crate::run::RunStart;

/// What a line says about runs and floors.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Line<'a> {
    /// The game starts.
    Version(GameVersion),
    /// A run begins or continues.
    Run {
        seed: RunSeed,
        start: RunStart,
    },
    /// A floor begins. The oldest games do not log its seed.
    Floor {
        stage: u8,
        stage_type: u8,
        seed: Option<u32>,
    },
    Curse(Curse),
    /// An attempt begins.
    Attempt,
    /// A room that is not 1x1 is placed.
    Placed(u8),
    /// Growth ends. `wanted` is logged only if growth stopped short.
    Grown {
        rooms: u32,
        wanted: Option<u32>,
        passes: u32,
    },
    /// A dead end is to be added (R15).
    ForcedDeadEnd,
    /// There are too few dead ends (R17).
    TooFewDeadEnds {
        found: u32,
        wanted: u32,
    },
    /// The attempt is discarded.
    Unusable,
    /// The placing phase begins.
    Placing,
    /// The floor is made.
    Generated {
        attempts: u32,
    },
    /// The cell of the start room.
    StartCell(u16),
    /// A room is entered.
    Room {
        room_type: u32,
        variant: u32,
    },
    /// The spawn seed of the room that was entered.
    SpawnSeed(u32),
    /// A floor that the probe wrote, as JSON.
    Probe(&'a [u8]),
}

/// What a mod's line begins with, after the prefix of every line.
const MOD: &[u8] = b"Lua Debug: ";
/// What the probe's line begins with.
pub(crate) const PROBE: &str = "basement-lab-probe ";

/// The line that the game logs for each curse, and its bit in the game.
const CURSES: [(&str, Curse, u32); 6] = [
    ("Curse of the Labyrinth!", Curse::Labyrinth, 2),
    ("Curse of the Lost!", Curse::Lost, 4),
    ("Curse of Darkness!", Curse::Darkness, 1),
    ("Curse of the Unknown", Curse::Unknown, 8),
    ("Curse of Maze", Curse::Maze, 32),
    ("Curse of Blind", Curse::Blind, 64),
];

/// The line that the game logs for a curse, and the game's bit for it.
pub(crate) fn line_and_bit_of(curse: Curse) -> (&'static str, u32) {
    CURSES.iter().find(|row| row.1 == curse).map_or(("", 0), |row| (row.0, row.2))
}

/// The patterns searched for in a line, in the order in which they are tried: a room's name can
/// contain anything, so rooms come first.
pub(crate) struct Patterns {
    of_mod: memmem::Finder<'static>,
    room: memmem::Finder<'static>,
    patterns: [(memmem::Finder<'static>, Parse); 10],
}

/// Reads a line from the text before a pattern and the text after it.
type Parse = for<'a> fn(&'a [u8], &'a [u8]) -> Option<Line<'a>>;

impl Patterns {
    pub(crate) fn new() -> Self {
        let pattern = |text: &'static str, parse: Parse| (memmem::Finder::new(text), parse);
        Self {
            of_mod: memmem::Finder::new(MOD),
            room: memmem::Finder::new("Room "),
            patterns: [
                pattern("SpawnRNG seed: ", |_, rest| whole(rest).map(Line::SpawnSeed)),
                pattern("place_room: shape ", |_, rest| {
                    let shape = u8::try_from(whole(rest)?).ok()?;
                    (1..=12).contains(&shape).then_some(Line::Placed(shape))
                }),
                pattern(" rooms in ", rooms_in),
                pattern("[LevelGenerator] fail ", |_, rest| {
                    let (rooms, rest) = number(rest)?;
                    let (wanted, rest) = number(rest.strip_prefix(b"/")?)?;
                    let passes = loops(rest.strip_prefix(b" in ")?)?;
                    Some(Line::Grown { rooms, wanted: Some(wanted), passes })
                }),
                pattern("not enough dead ends", |_, rest| {
                    if rest == b", trying to make new one" {
                        return Some(Line::ForcedDeadEnd);
                    }
                    let (found, rest) = number(rest.strip_prefix(b" (")?)?;
                    let (wanted, rest) = number(rest.strip_prefix(b"/")?)?;
                    (rest == b")").then_some(Line::TooFewDeadEnds { found, wanted })
                }),
                pattern("Map Generated in ", |_, rest| {
                    let (attempts, rest) = number(rest)?;
                    let is_end = matches!(rest, b" Loops" | b" Loop");
                    is_end.then_some(Line::Generated { attempts })
                }),
                pattern("CURRENT ROOM INDEX ", |_, rest| {
                    let cell = u16::try_from(whole(rest)?).ok()?;
                    (cell < 169).then_some(Line::StartCell(cell))
                }),
                pattern("Level::Init ", |_, rest| floor(rest)),
                pattern("RNG Start Seed: ", |_, rest| run(rest)),
                pattern("Binding of Isaac: ", |_, rest| {
                    GameVersion::from_banner(rest).map(Line::Version)
                }),
            ],
        }
    }

    /// What a line says; `None` if it says nothing about floors.
    pub(crate) fn read<'a>(&self, line: &'a [u8]) -> Option<Line<'a>> {
        let line = trimmed(line);
        // A mod may print anything, even what the game prints.
        if let Some(at) = self.of_mod.find(line) {
            return line[at + MOD.len()..].strip_prefix(PROBE.as_bytes()).map(Line::Probe);
        }
        if let Some(at) = self.room.find(line)
            && let Some(entered) = is_word(line, at).then(|| room(&line[at + 5..])).flatten()
        {
            return Some(entered);
        }
        for (finder, parse) in &self.patterns {
            if let Some(at) = finder.find(line) {
                return parse(&line[..at], &line[at + finder.needle().len()..]);
            }
        }
        let ends_with =
            |text: &[u8]| line.ends_with(text) && is_word(line, line.len() - text.len());
        if ends_with(b"generate...") {
            return Some(Line::Attempt);
        }
        if ends_with(b"placing rooms...") {
            return Some(Line::Placing);
        }
        if ends_with(b"generated level is not usable") {
            return Some(Line::Unusable);
        }
        let curse = CURSES.iter().find(|row| ends_with(row.0.as_bytes()));
        curse.map(|row| Line::Curse(row.1))
    }
}

/// A line without the blanks, control characters and stray bytes around it.
fn trimmed(line: &[u8]) -> &[u8] {
    let is_text = |byte: &u8| (0x21..0x7f).contains(byte);
    let from = line.iter().position(is_text).unwrap_or(line.len());
    let to = line.iter().rposition(is_text).map_or(from, |last| last + 1);
    &line[from..to]
}

/// Whether a word begins at a place in a line.
fn is_word(line: &[u8], at: usize) -> bool {
    at.checked_sub(1).is_none_or(|before| !line[before].is_ascii_alphanumeric())
}

/// A number at the beginning, and what follows.
fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = core::str::from_utf8(&text[..digits]).ok()?.parse().ok()?;
    Some((number, &text[digits..]))
}

/// A number and nothing else.
fn whole(text: &[u8]) -> Option<u32> {
    number(text).and_then(|(number, rest)| rest.is_empty().then_some(number))
}

/// "12 loops".
fn loops(text: &[u8]) -> Option<u32> {
    let (passes, rest) = number(text)?;
    matches!(rest, b" loops" | b" loop").then_some(passes)
}

/// "19 rooms in 12 loops", around " rooms in ".
fn rooms_in<'a>(before: &'a [u8], rest: &'a [u8]) -> Option<Line<'a>> {
    let digits = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let from = before.len() - digits;
    let rooms = whole(&before[from..])?;
    if !is_word(before, from) {
        return None;
    }
    Some(Line::Grown { rooms, wanted: None, passes: loops(rest)? })
}

/// "5.5212(Great Gideon)".
fn room(text: &[u8]) -> Option<Line<'_>> {
    let (room_type, rest) = number(text)?;
    let (variant, rest) = number(rest.strip_prefix(b".")?)?;
    rest.starts_with(b"(").then_some(Line::Room { room_type, variant })
}

/// "m_Stage 4, m_StageType 4 Seed 2649606411".
fn floor(text: &[u8]) -> Option<Line<'_>> {
    let (stage, rest) = number(text.strip_prefix(b"m_Stage ")?)?;
    let rest = rest.strip_prefix(b", ")?;
    let of_type = rest.strip_prefix(b"m_StageType ").or_else(|| rest.strip_prefix(b"m_AltStage "));
    let (stage_type, rest) = number(of_type?)?;
    let seed = match trimmed(rest).strip_prefix(b"Seed ") {
        Some(seed) => Some(whole(seed)?),
        None if rest.is_empty() => None,
        None => return None,
    };
    let (stage, stage_type) = (u8::try_from(stage).ok()?, u8::try_from(stage_type).ok()?);
    Some(Line::Floor { stage, stage_type, seed: seed.filter(|seed| *seed != 0) })
}

/// "B911 99AC (1) [New, 1]".
fn run(text: &[u8]) -> Option<Line<'_>> {
    let seed = core::str::from_utf8(text.get(..9)?).ok()?.parse().ok()?;
    let rest = &text[9..];
    let start = match memchr::memchr(b'[', rest) {
        None => RunStart::Unknown,
        Some(at) => match &rest[at + 1..] {
            word if word.starts_with(b"New") => RunStart::New,
            word if word.starts_with(b"Continue") => RunStart::Continued,
            word if word.starts_with(b"Net") => RunStart::Net,
            _ => RunStart::Unknown,
        },
    };
    Some(Line::Run { seed, start })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    fn read(line: &[u8]) -> Option<Line<'_>> {
        Patterns::new().read(line)
    }

    #[test]
    fn every_line_is_read_with_any_prefix_and_with_none() {
        let mines = Line::Floor { stage: 4, stage_type: 4, seed: Some(2_649_606_411) };
        let told: [(&str, Line<'_>); 24] = [
            ("Level::Init m_Stage 4, m_StageType 4 Seed 2649606411", mines),
            (
                "Level::Init m_Stage 1, m_AltStage 0 Seed 7",
                Line::Floor { stage: 1, stage_type: 0, seed: Some(7) },
            ),
            (
                "Level::Init m_Stage 1, m_AltStage 1",
                Line::Floor { stage: 1, stage_type: 1, seed: None },
            ),
            (
                "RNG Start Seed: B911 99AC (1) [New, 1]",
                Line::Run { seed: RunSeed::new(1).unwrap(), start: RunStart::New },
            ),
            (
                "RNG Start Seed: B911 99AC (1) [Continue, 2]",
                Line::Run { seed: RunSeed::new(1).unwrap(), start: RunStart::Continued },
            ),
            (
                "RNG Start Seed: B911 99AC (1) [Net, 2]",
                Line::Run { seed: RunSeed::new(1).unwrap(), start: RunStart::Net },
            ),
            (
                "RNG Start Seed: B911 99AC (1)",
                Line::Run { seed: RunSeed::new(1).unwrap(), start: RunStart::Unknown },
            ),
            ("Curse of the Labyrinth!", Line::Curse(Curse::Labyrinth)),
            ("Curse of the Lost!", Line::Curse(Curse::Lost)),
            ("Curse of Darkness!", Line::Curse(Curse::Darkness)),
            ("Curse of the Unknown", Line::Curse(Curse::Unknown)),
            ("Curse of Maze", Line::Curse(Curse::Maze)),
            ("Curse of Blind", Line::Curse(Curse::Blind)),
            ("generate...", Line::Attempt),
            ("place_room: shape 12", Line::Placed(12)),
            (
                "[LevelGenerator] fail 12/19 in 30 loops",
                Line::Grown { rooms: 12, wanted: Some(19), passes: 30 },
            ),
            ("19 rooms in 12 loops", Line::Grown { rooms: 19, wanted: None, passes: 12 }),
            ("not enough dead ends, trying to make new one", Line::ForcedDeadEnd),
            ("not enough dead ends (4/5)", Line::TooFewDeadEnds { found: 4, wanted: 5 }),
            ("generated level is not usable", Line::Unusable),
            ("placing rooms...", Line::Placing),
            ("Map Generated in 2 Loops", Line::Generated { attempts: 2 }),
            ("CURRENT ROOM INDEX 84", Line::StartCell(84)),
            ("SpawnRNG seed: 2842133321", Line::SpawnSeed(2_842_133_321)),
        ];
        for (text, line) in &told {
            for prefix in ["", "[INFO] - ", "[INFO] - [Frame 12] ", "\u{feff}[INFO] - ", "\0\t"] {
                for end in ["", "\r", " \u{fffd}\r"] {
                    let whole = format!("{prefix}{text}{end}");
                    assert_eq!(read(whole.as_bytes()).as_ref(), Some(line), "{whole:?}");
                }
            }
        }
    }

    #[test]
    fn other_log_lines_are_ignored() {
        for line in [
            "[INFO] - delete 644 rooms.",
            "[INFO] - allocate 1357 rooms.",
            "[INFO] - delete 0 generated rooms.",
            "[INFO] - [warn] no animation named FloatShootSide",
            "[INFO] - Level::Init m_Stage 4, m_StageType",
            "[INFO] - Level::Init m_Stage 400, m_StageType 4 Seed 1",
            "[INFO] - Level::Init m_Stage 4, m_StageType 4 Seed 26496064110000",
            "[INFO] - place_room: shape 13",
            "[INFO] - SpawnRNG seed: 12x",
            "[INFO] - x19 rooms in 12 loops",
            "[INFO] - RNG Start Seed: B911 99AB (1) [New, 1]",
            "[INFO] - RNG Start Seed: B911",
            "[INFO] - Lua Debug: generate...",
            "[INFO] - Lua Debug: Level::Init m_Stage 4, m_StageType 4 Seed 7",
            "[INFO] - CURRENT ROOM INDEX 169",
            "[INFO] - Starting room transition (type 0)",
            "regenerate...",
            "",
        ] {
            assert_eq!(read(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn a_rooms_name_can_look_like_another_line() {
        let entered = Some(Line::Room { room_type: 5, variant: 5212 });
        for name in ["Great Gideon", "generate...", "19 rooms in 12 loops", "SpawnRNG seed: 7", ""]
        {
            let line = format!("[INFO] - Room 5.5212({name})");
            assert_eq!(read(line.as_bytes()), entered, "{line}");
        }
        assert_eq!(read(b"[INFO] - Room 5.5212(\xff\xfe copy)"), entered);
    }

    #[test]
    fn the_banner_gives_the_game_and_its_version() {
        let version = |line: &str| match read(line.as_bytes()) {
            Some(Line::Version(version)) => (version.game, version.number),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            version("[INFO] - Binding of Isaac: Repentance v1.7.9b.J835"),
            (Game::Repentance, "1.7.9b.J835".to_owned())
        );
        assert_eq!(
            version("Binding of Isaac: Repentance+ v1.9.7.13"),
            (Game::RepentancePlus, "1.9.7.13".to_owned())
        );
        assert_eq!(
            version("Binding of Isaac: Afterbirth+ v1.06"),
            (Game::AfterbirthPlus, "1.06".to_owned())
        );
        assert_eq!(version("Binding of Isaac: Afterbirth v1.0").0, Game::Afterbirth);
        assert_eq!(version("Binding of Isaac: Rebirth v1.05").0, Game::Rebirth);
        assert_eq!(version("Binding of Isaac: Repentance+"), (Game::RepentancePlus, String::new()));
        // What follows the number can be anybody's name.
        assert_eq!(version("Binding of Isaac: Rebirth v1.05 C:\\Users\\me").1, "1.05");
        for other in ["Something v1", "Repentanceless v1", "Rebirth soundtrack"] {
            assert_eq!(read(format!("Binding of Isaac: {other}").as_bytes()), None);
        }
    }

    #[test]
    fn among_mods_only_lines_of_the_probe_are_read() {
        let line = b"[INFO] - Lua Debug: basement-lab-probe {\"probe\":1}";
        assert_eq!(read(line), Some(Line::Probe(b"{\"probe\":1}")));
    }
}
