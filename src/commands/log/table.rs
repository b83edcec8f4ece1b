//! The floors of a log as a table for people.

use std::io::Write;

use basement_lab::gamelog::{
    EvidenceFloor, GameVersion, LoggedFloor, LoggedRoom, LoggedRun, RunStart, Verdict,
};

use crate::failure::Failure;
use crate::notes::counted;

/// How many entered rooms are shown for a floor.
const SHOWN: usize = 6;

/// A table, written floor by floor.
pub(super) struct Table {
    is_built_in: bool,
    is_begun: bool,
    version: Option<GameVersion>,
    run: Option<LoggedRun>,
}

impl Table {
    /// An empty table. The engine has either its built-in rooms or the game's.
    pub(super) fn new(is_built_in: bool) -> Self {
        Self { is_built_in, is_begun: false, version: None, run: None }
    }

    /// Writes a floor, after the game and the run if they are new.
    pub(super) fn write(
        &mut self,
        evidence: &EvidenceFloor,
        writer: &mut dyn Write,
    ) -> Result<(), Failure> {
        let EvidenceFloor { floor, engine, .. } = evidence;
        if !self.is_begun {
            writeln!(
                writer,
                "{:<11}{:>5}{:>6}{:>12}  {:<11}engine",
                "run", "stage", "type", "seed", "curse"
            )?;
        }
        if floor.version.is_some() && floor.version != self.version {
            writeln!(
                writer,
                "{}",
                floor.version.as_ref().map(ToString::to_string).unwrap_or_default()
            )?;
        }
        let is_new = !self.is_begun || floor.run != self.run;
        let (run, how) = match floor.run.filter(|_| is_new) {
            Some(run) => (run.seed.to_string(), start(run.start)),
            None => (String::new(), ""),
        };
        let curses: Vec<String> = floor.curses.iter().map(ToString::to_string).collect();
        let curse = if curses.is_empty() { "none".to_owned() } else { curses.join(" ") };
        let seed = floor.seed.map_or_else(|| "not told".to_owned(), |seed| seed.to_string());
        let (stage, stage_type) = (floor.stage, floor.stage_type);
        writeln!(
            writer,
            "{run:<11}{stage:>5}{stage_type:>6}{seed:>12}  {curse:<11}{}{how}",
            engine.verdict_in_words()
        )?;
        for (index, attempt) in floor.attempts_in_words().iter().enumerate() {
            writeln!(writer, "      attempt {}: {attempt}", index + 1)?;
        }
        if let Some(told) = floor.attempts_told {
            writeln!(writer, "      made in {}", counted(told.into(), "attempt"))?;
        }
        if let Some(line) = entered(floor) {
            writeln!(writer, "      {line}")?;
        }
        if let Some(probe) = &floor.probe {
            writeln!(
                writer,
                "      the probe tells {}",
                counted(probe.rooms.len() as u64, "room")
            )?;
        }
        if let Some(difference) = &engine.difference {
            writeln!(writer, "      {difference}")?;
        }
        for remark in engine.remarks.iter().filter(|remark| self.is_worth_saying(remark)) {
            writeln!(writer, "      note: {remark}")?;
        }
        (self.is_begun, self.run) = (true, floor.run);
        self.version.clone_from(&floor.version);
        Ok(())
    }

    /// False for a remark on every floor: it is printed once, at the end.
    fn is_worth_saying(&self, remark: &str) -> bool {
        !(self.is_built_in && remark.starts_with("entered rooms not compared"))
    }

    /// Writes how many floors there were.
    pub(super) fn finish(&self, counts: &Counts, writer: &mut dyn Write) -> Result<(), Failure> {
        if !self.is_begun {
            return Ok(());
        }
        let floors = counted(counts.floors(), "floor");
        let Counts { agree, differ, not_compared } = *counts;
        let [agree, differ] = [of_them(agree, "agree"), of_them(differ, "differ")];
        writeln!(writer, "\n{floors}: {agree}, {differ}, {not_compared} not compared")?;
        if self.is_built_in {
            writeln!(
                writer,
                "note: entered rooms can be compared only with the game's own rooms: give them with --rooms"
            )?;
        }
        Ok(())
    }
}

fn start(start: RunStart) -> &'static str {
    match start {
        RunStart::Continued => "; the run goes on",
        RunStart::Net => "; the run is online",
        _ => "",
    }
}

/// The first entered rooms, and how many more there are.
fn entered(floor: &LoggedFloor) -> Option<String> {
    let rooms = &floor.rooms;
    let word = |room: &LoggedRoom| {
        let seed = room.spawn_seed.map(|seed| format!(" ({seed})")).unwrap_or_default();
        format!("{}.{}{seed}", room.room_type, room.variant)
    };
    let mut words: Vec<String> = rooms.iter().take(SHOWN).map(word).collect();
    let rest = rooms.len().saturating_sub(SHOWN);
    if rest > 0 {
        words.push(format!("{rest} more"));
    }
    (!words.is_empty()).then(|| format!("entered: {}", words.join(", ")))
}

/// How many floors have each verdict.
#[derive(Default)]
pub(super) struct Counts {
    agree: u64,
    pub(super) differ: u64,
    not_compared: u64,
}

impl Counts {
    pub(super) fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Agrees => self.agree += 1,
            Verdict::Differs => self.differ += 1,
            _ => self.not_compared += 1,
        }
    }

    pub(super) fn floors(&self) -> u64 {
        self.agree + self.differ + self.not_compared
    }
}

/// "1 differs", "2 differ".
pub(super) fn of_them(count: u64, verb: &str) -> String {
    format!("{count} {verb}{}", if count == 1 { "s" } else { "" })
}
