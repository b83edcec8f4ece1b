//! A floor of the log held against the engine.

use core::fmt;
use std::collections::BTreeMap;
use std::sync::Arc;

use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::rooms::{Catalogue, stage_file};
use basement_floors::{
    BossSet, Curse, CurseChoice, Difficulty, Floor, GenerateError, Generator, Phase, Request,
    RequestError, RunFlags, RunSeed, RunState, Seed, Unlocks,
};
use serde::Serialize;

use crate::engine_floor::{EngineAttempt, EngineFloor};
use crate::floor::{LoggedAttempt, LoggedEnd, LoggedFloor};
use crate::probe::{ProbedFloor, ProbedRoom, curse_bit};

/// The engine that floors of a log are held against.
///
/// A log does not tell everything that a floor depends on. What is missing is tried: normal mode and
/// Hard, everything unlocked and nothing, and every edition where the game is unknown. The floor
/// agrees if one of these readings gives all that the log tells, and [`Comparison::readings`] says
/// which.
///
/// With the built-in rooms, only what no room decides is compared: the attempts up to the first that
/// comes to the placing phase, and the start room's spawn seed
/// ([W53](basement_floors::rules#w53)). With the game's own rooms all attempts and the entered rooms
/// are are compared; then also full health and less, coins, keys and an entered devil room are tried.
///
/// ```
/// use basement_gamelog::{LogEngine, LogReader, Verdict};
///
/// let log = b"Level::Init m_Stage 4, m_StageType 4 Seed 2649606411\n\
///     generate...\n19 rooms in 12 loops\ngenerate...\n19 rooms in 14 loops\n";
/// let floor = &LogReader::floors(log)[0];
/// let comparison = LogEngine::new(None, None, None).compare(floor);
/// assert_eq!(comparison.verdict, Verdict::Agrees);
/// ```
pub struct LogEngine {
    edition: Option<Edition>,
    unlocks: Option<Unlocks>,
    /// The game's own rooms, where the user has given them.
    rooms: Option<Arc<Catalogue>>,
    engines: Vec<(Edition, Rebirth)>,
    carried: Option<CarriedOver>,
}

/// What the run brings from a floor that agreed to the next.
struct CarriedOver {
    run: RunSeed,
    floor: u32,
    flags: RunFlags,
    bosses_met: BossSet,
    bosses_chosen: BTreeMap<u8, u8>,
}

/// Whether the engine makes a floor of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Verdict {
    /// All that was compared is the same.
    Agrees,
    /// Something is not, by any reading.
    Differs,
    /// Nothing could be compared.
    NotCompared,
}

/// What came of holding a floor against the engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Comparison {
    /// The result.
    pub verdict: Verdict,
    /// The readings that agree; if none does, the one that goes farthest.
    pub readings: Vec<Reading>,
    /// How many attempts were compared.
    pub attempts: usize,
    /// Whether shapes were among it.
    pub shapes: bool,
    /// Whether the start room's spawn seed was among it.
    pub start_spawn_seed: bool,
    /// How many entered rooms were compared. With the built-in rooms, none.
    pub entered_rooms: usize,
    /// How many rooms of the probe were compared.
    pub probed_rooms: usize,
    /// The first difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// What was not compared and why, and what is doubtful.
    pub remarks: Vec<String>,
    /// The engine's floor by the first reading: special rooms are where the built-in rooms, or the
    /// game's, put them. If the built-in rooms have other attempts than the log, it is the layout of the
    /// log's last attempt, in the phase `layout`; `None` if that is not known.
    #[serde(skip)]
    pub floor: Option<Box<Floor>>,
}

/// What is assumed of a floor where the log does not tell it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Reading {
    /// The edition of the rules.
    pub edition: Edition,
    /// Normal mode or Hard.
    pub difficulty: Difficulty,
    /// What is unlocked.
    pub unlocks: Unlocks,
    /// Whether the curse is the log's and not the one that the edition draws
    /// ([R5](basement_floors::rules#r5)).
    pub curse_is_given: bool,
    /// The state of the run. Only with the game's own rooms does anything depend on it.
    #[serde(skip)]
    pub run: RunState,
}

/// A difference between the log and the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// What differs.
    pub what: String,
    /// What the log says.
    pub log: String,
    /// What the engine says.
    pub engine: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: the log says {}, the engine {}", self.what, self.log, self.engine)
    }
}

impl Comparison {
    fn nothing(reason: impl Into<String>) -> Self {
        Self {
            verdict: Verdict::NotCompared,
            readings: Vec::new(),
            attempts: 0,
            shapes: false,
            start_spawn_seed: false,
            entered_rooms: 0,
            probed_rooms: 0,
            difference: None,
            remarks: vec![reason.into()],
            floor: None,
        }
    }
}

/// One reading held against a floor.
struct Trial {
    reading: Reading,
    comparison: Comparison,
    /// How much agreed before the first difference.
    agreed: usize,
    outcome: Option<CarriedOver>,
}

impl LogEngine {
    /// An engine of an edition, or of the one that the game of a floor has. `unlocks` are those of the
    /// save; `None` tries both. `rooms` are the game's own.
    #[must_use]
    pub fn new(
        edition: Option<Edition>,
        unlocks: Option<Unlocks>,
        rooms: Option<Arc<Catalogue>>,
    ) -> Self {
        let engine = |edition: &Edition| {
            let engine = Rebirth::new(*edition);
            let engine = match &rooms {
                Some(rooms) => engine.with_catalogue(Arc::clone(rooms)),
                None => engine,
            };
            (*edition, engine)
        };
        let engines = [Edition::AfterbirthPlus, Edition::Repentance, Edition::Article];
        let engines = engines.iter().map(engine).collect();
        Self { edition, unlocks, rooms, engines, carried: None }
    }

    /// The engine of an edition.
    #[must_use]
    pub fn generator(&self, edition: Edition) -> Option<&Rebirth> {
        self.engines.iter().find(|(other, _)| *other == edition).map(|(_, engine)| engine)
    }

    /// The editions that a floor is held against.
    fn editions(&self, floor: &LoggedFloor) -> Vec<Edition> {
        match (&self.edition, &floor.version) {
            (Some(edition), _) => vec![*edition],
            (None, Some(version)) => version.game.editions().to_vec(),
            // Alternative chapters came with Repentance.
            (None, None) if (4..=5).contains(&floor.stage_type) => vec![Edition::Repentance],
            (None, None) => match &floor.probe {
                Some(probe) => probe.game.editions().to_vec(),
                None => vec![Edition::AfterbirthPlus, Edition::Repentance],
            },
        }
    }

    /// Holds a floor against the engine. With the game's own rooms, floors of a run are to come in
    /// their order: what one leaves behind is brought to the next.
    pub fn compare(&mut self, floor: &LoggedFloor) -> Comparison {
        if floor.probe.as_ref().is_some_and(|probe| probe.difficulty > 1) {
            return Comparison::nothing(
                "it is a floor of Greed mode, which the engine does not make",
            );
        }
        if floor.attempts.is_empty() && floor.probe.is_none() {
            return Comparison::nothing(
                "the log does not tell how it was made: it is of Greed mode, or was made before the log begins",
            );
        }
        let of_run = |run: crate::LoggedRun| run.seed.stage_seed(floor.stage).value() as u32;
        let Some(seed) = floor.seed.or_else(|| floor.run.map(of_run)) else {
            return Comparison::nothing("the log tells neither its seed nor that of its run");
        };
        let Ok(seed) = Seed::game(seed) else {
            return Comparison::nothing("its seed is 0, which no floor has");
        };
        let mut trials: Vec<Trial> = Vec::new();
        let mut refused = None;
        for edition in self.editions(floor) {
            for reading in self.readings(floor, edition, seed) {
                match self.try_reading(floor, seed, reading) {
                    Ok(trial) => trials.push(trial),
                    Err(error) => refused = Some(error.to_string()),
                }
            }
        }
        // The best first: no difference, then the curse that the edition draws, then as much as
        // possible that is the same.
        let differs = |trial: &Trial| trial.comparison.verdict == Verdict::Differs;
        let class =
            |trial: &Trial| (differs(trial), !differs(trial) && trial.reading.curse_is_given);
        let rank = |trial: &Trial| (class(trial), usize::MAX - trial.agreed);
        let Some(place) = (0..trials.len()).min_by_key(|place| rank(&trials[*place])) else {
            return Comparison::nothing(refused.unwrap_or_default());
        };
        let best = trials.remove(place);
        // The others that are as good. With the built-in rooms, how much can be compared depends on
        // whether these rooms find a place, which tells nothing.
        let is_as_good = |trial: &&Trial| match self.rooms {
            _ if differs(&best) => false,
            None => class(trial) == class(&best),
            Some(_) => rank(trial) == rank(&best),
        };
        let others: Vec<Reading> =
            trials.iter().filter(is_as_good).map(|trial| trial.reading).collect();
        let Trial { mut comparison, outcome, .. } = best;
        comparison.readings.extend(others);
        self.carried = outcome.filter(|_| comparison.verdict == Verdict::Agrees);
        remark(&mut comparison, floor, seed, self.rooms.is_some());
        comparison
    }

    /// All readings of a floor for an edition, the likeliest first.
    fn readings(&self, floor: &LoggedFloor, edition: Edition, seed: Seed) -> Vec<Reading> {
        let difficulties = match floor.probe.as_ref().map(|probe| probe.difficulty) {
            Some(0) => &[Difficulty::Normal][..],
            Some(_) => &[Difficulty::Hard],
            None => Difficulty::ALL,
        };
        let unlocks = match self.unlocks {
            Some(unlocks) => vec![unlocks],
            None => vec![Unlocks::All, Unlocks::Fresh],
        };
        let runs = self.run_states(floor);
        let logged = logged_curse(floor);
        let mut readings = Vec::new();
        for unlocks in unlocks {
            for difficulty in difficulties {
                let request = Request {
                    unlocks,
                    difficulty: *difficulty,
                    ..request(floor, RunState::DEFAULT)
                };
                let drawn = self.generator(edition).and_then(|engine| {
                    engine.first_draws(&request, &[seed]).ok()??.first().map(|first| first.curse)
                });
                let reading = |run: &RunState| Reading {
                    edition,
                    difficulty: *difficulty,
                    unlocks,
                    curse_is_given: drawn.is_some_and(|drawn| drawn != logged),
                    run: *run,
                };
                readings.extend(runs.iter().map(reading));
            }
        }
        readings
    }

    /// The states of the run that are tried. Without the game's own rooms nothing that is compared
    /// depends on health, coins and keys (W53).
    fn run_states(&self, floor: &LoggedFloor) -> Vec<RunState> {
        let mut run = RunState::DEFAULT;
        if self.rooms.is_none() {
            return vec![run];
        }
        if let Some(carried) = self.carried.as_ref().filter(|carried| carried.leads_to(floor)) {
            let file = stage_file(floor.stage, floor.stage_type).map_or(0, |file| file.number);
            run.flags = carried.flags;
            run.bosses_met = carried.bosses_met;
            run.bosses_chosen = carried.bosses_chosen.get(&file).copied().unwrap_or(0);
        }
        let mut states = Vec::new();
        for number in 0..16_u8 {
            let has = |bit: u8| number >> bit & 1 == 1;
            states.push(RunState {
                red_half_hearts: if has(0) { run.red_half_hearts - 1 } else { run.red_half_hearts },
                coins: if has(1) { 5 } else { 0 },
                keys: if has(2) { 2 } else { 0 },
                devil_room_entered: has(3),
                ..run
            });
        }
        states
    }

    fn try_reading(
        &self,
        floor: &LoggedFloor,
        seed: Seed,
        reading: Reading,
    ) -> Result<Trial, GenerateError> {
        let engine = self.generator(reading.edition).ok_or(RequestError::SeedZero)?;
        let curse = logged_curse(floor);
        let request = Request {
            difficulty: reading.difficulty,
            unlocks: reading.unlocks,
            curse: match reading.curse_is_given {
                true => CurseChoice::Forced(curse),
                false => CurseChoice::Drawn,
            },
            ..request(floor, reading.run)
        };
        let mut held = Held { comparison: Comparison::nothing(""), agreed: 0 };
        held.comparison.remarks.clear();
        held.comparison.readings = vec![reading];
        let layout = EngineFloor::new(engine, &Request { phase: Phase::Layout, ..request }, seed)?;
        let is_known = self.knows_the_run(floor);
        let mut is_same = held.hold_layout(floor, &layout);
        let mut outcome = None;
        match EngineFloor::new(engine, &request, seed) {
            Ok(whole) if self.rooms.is_some() => {
                let before = (held.agreed, held.comparison.clone());
                if is_same && !held.hold_rooms(floor, &whole, engine) {
                    if is_known {
                        is_same = false;
                    } else {
                        (held.agreed, held.comparison) = before;
                        held.comparison.remarks.push(
                            "rooms not compared: they depend on the bosses and sins that the run met before"
                                .to_owned(),
                        );
                    }
                } else if is_same {
                    outcome = self.carried_from(floor, &whole.floor);
                }
                held.comparison.floor = Some(Box::new(whole.floor));
            }
            Ok(whole) => {
                let beyond = match is_same {
                    true => held.hold_beyond(floor, (reading.edition, &request), seed, &layout),
                    false => None,
                };
                is_same = is_same && held.hold_start(floor, &whole.floor, engine);
                is_same = is_same && held.hold_probed_layout(floor, &layout.floor);
                let made = if is_made(floor, &whole) {
                    Some(whole.floor)
                } else if floor.attempts.len() == layout.attempts.len() {
                    Some(layout.floor)
                } else {
                    beyond
                };
                held.comparison.floor = made.map(Box::new);
            }
            // The user's rooms lack something, but the layout can still be compared.
            Err(error) => held.comparison.remarks.push(format!("rooms not compared: {error}")),
        }
        held.comparison.verdict = match (is_same, held.agreed) {
            (true, 0) => Verdict::NotCompared,
            (true, _) => Verdict::Agrees,
            (false, _) => Verdict::Differs,
        };
        Ok(Trial { reading, comparison: held.comparison, agreed: held.agreed, outcome })
    }

    /// Whether all is known that the floor's rooms depend on, health, coins and keys aside.
    fn knows_the_run(&self, floor: &LoggedFloor) -> bool {
        is_first_of_run(floor)
            || self.carried.as_ref().is_some_and(|carried| carried.leads_to(floor))
    }

    fn carried_from(&self, floor: &LoggedFloor, made: &Floor) -> Option<CarriedOver> {
        let file = stage_file(floor.stage, floor.stage_type).map_or(0, |file| file.number);
        let before = self.carried.as_ref().filter(|carried| carried.leads_to(floor));
        let mut bosses_chosen =
            before.map(|before| before.bosses_chosen.clone()).unwrap_or_default();
        let outcome = made.outcome();
        bosses_chosen.insert(file, outcome.bosses_chosen);
        Some(CarriedOver {
            run: floor.run?.seed,
            floor: floor.number,
            flags: outcome.flags,
            bosses_met: outcome.bosses_met,
            bosses_chosen,
        })
    }
}

impl CarriedOver {
    /// Whether a floor is the next one of the run.
    fn leads_to(&self, floor: &LoggedFloor) -> bool {
        floor.run.is_some_and(|run| run.seed == self.run) && floor.number == self.floor + 1
    }
}

/// Whether it is certain that the run has met no boss before.
fn is_first_of_run(floor: &LoggedFloor) -> bool {
    floor.stage == 1 && floor.number == 1
}

/// Whether a floor of the engine has the attempts of the log, all of them.
fn is_made(floor: &LoggedFloor, made: &EngineFloor) -> bool {
    let mut held = Held { comparison: Comparison::nothing(""), agreed: 0 };
    let mut pairs = floor.attempts.iter().zip(&made.attempts).enumerate();
    (floor.attempts.is_empty() || floor.attempts.len() == made.attempts.len())
        && pairs.all(|(index, (log, attempt))| {
            held.hold_attempt(floor, index, log, attempt, Some(attempt.second_boss))
        })
}

/// The curse that a floor's size depends on, or else the first.
fn logged_curse(floor: &LoggedFloor) -> Option<Curse> {
    let has = |curse: &&Curse| floor.curses.contains(curse);
    let sizes = [Curse::Labyrinth, Curse::Lost];
    if let Some(probe) = floor.probe.as_ref().filter(|_| floor.curses.is_empty()) {
        let is_on = |curse: &&Curse| probe.curses & curse_bit(**curse) != 0;
        return sizes.iter().find(is_on).or_else(|| Curse::ALL.iter().find(is_on)).copied();
    }
    sizes.iter().find(has).or(floor.curses.first()).copied()
}

fn request(floor: &LoggedFloor, run: RunState) -> Request {
    Request { stage_type: floor.stage_type, run, ..Request::level(floor.stage) }
}

/// A floor of the log held against one of the engine, fact by fact, up to the first difference.
struct Held {
    comparison: Comparison,
    agreed: usize,
}

impl Held {
    /// Holds a fact. Returns whether it is the same.
    fn hold<T: PartialEq>(
        &mut self,
        what: impl FnOnce() -> String,
        (log, engine): (T, T),
        show: impl Fn(&T) -> String,
    ) -> bool {
        if log == engine {
            self.agreed += 1;
            return true;
        }
        let (log, engine) = (show(&log), show(&engine));
        self.comparison.difference = Some(Difference { what: what(), log, engine });
        false
    }

    fn hold_number(&mut self, what: impl FnOnce() -> String, log: u32, engine: u32) -> bool {
        self.hold(what, (log, engine), u32::to_string)
    }

    /// R5-R17: the attempts up to the first that comes to the placing phase.
    fn hold_layout(&mut self, floor: &LoggedFloor, engine: &EngineFloor) -> bool {
        let pairs = floor.attempts.iter().zip(&engine.attempts).enumerate();
        let last = floor.attempts.len().saturating_sub(1);
        for (index, (log, made)) in pairs {
            // A log that is cut ends in the middle of an attempt.
            if index == last && log.rooms.is_none() {
                break;
            }
            if !self.hold_attempt(floor, index, log, made, None) {
                return false;
            }
        }
        let (logged, made) = (floor.attempts.len(), engine.attempts.len());
        if logged < made && !floor.is_cut && floor.attempts_told.is_some() {
            return self.hold_number(attempts, logged as u32, made as u32);
        }
        // Nothing but a failed placing phase makes more attempts.
        let is_whole = floor.placing_phases() == 1 && logged == made;
        match floor.attempts_told.filter(|_| is_whole) {
            Some(told) => self.hold_number(attempts, told, made as u32),
            None => true,
        }
    }

    /// W5: the attempts after a placing phase that failed. Where it failed decides what the layout's
    /// stream draws next: it may have drawn nothing. Attempts that are the same for that reason are
    /// counted; others are not a difference. Returns the layout of the last attempt if it is the same.
    fn hold_beyond(
        &mut self,
        floor: &LoggedFloor,
        (edition, request): (Edition, &Request),
        seed: Seed,
        layout: &EngineFloor,
    ) -> Option<Floor> {
        let (made, logged) = (layout.attempts.len(), floor.attempts.len());
        if logged <= made {
            return None;
        }
        let attempts = EngineFloor::attempts_beyond(
            edition,
            request,
            seed,
            layout.floor.min_dead_ends(),
            logged,
        );
        let pairs = floor.attempts.iter().zip(&attempts).enumerate().skip(made);
        for (index, (log, attempt)) in pairs {
            if index + 1 == logged && log.rooms.is_none() {
                return None;
            }
            let before = (self.agreed, self.comparison.shapes);
            if !self.hold_attempt(floor, index, log, attempt, None) {
                (self.agreed, self.comparison.shapes) = before;
                self.comparison.difference = None;
                self.comparison.remarks.push(format!(
                    "attempts not compared from attempt {} on: they follow a placing phase that failed \
                     where the rooms decide",
                    index + 1
                ));
                return None;
            }
        }
        attempts.last()?.floor(&layout.floor)
    }

    /// One attempt. With the game's own rooms it is known which room is grown after it.
    fn hold_attempt(
        &mut self,
        floor: &LoggedFloor,
        index: usize,
        log: &LoggedAttempt,
        made: &EngineAttempt,
        second_boss: Option<Option<u8>>,
    ) -> bool {
        let of = |what: &'static str| move || format!("{what} of attempt {}", index + 1);
        let is_placing = matches!(log.end, LoggedEnd::Placing | LoggedEnd::Unknown);
        if floor.tells_shapes {
            let mut shapes = made.shapes.clone();
            match second_boss {
                Some(shape) => shapes.extend(shape),
                // W16: a Labyrinth's second boss room, whose shape depends on the first one's doors.
                None if is_placing && logged_curse(floor) == Some(Curse::Labyrinth) => {
                    let grown = log.shapes.get(shapes.len()).filter(|_| {
                        log.shapes.len() == shapes.len() + 1 && made.end == LoggedEnd::Placing
                    });
                    shapes.extend(grown);
                }
                None => {}
            }
            if !self.hold(of("shapes"), (log.shapes.clone(), shapes), |shapes| in_words(shapes)) {
                return false;
            }
            self.comparison.shapes = true;
        }
        let facts = [
            ("rooms", log.rooms, made.rooms),
            ("passes", log.passes, made.passes),
            ("forced dead ends", Some(log.forced_dead_ends), made.forced_dead_ends),
        ];
        for (what, log, made) in facts {
            // Some excerpts of logs tell rooms and passes only.
            if let Some(log) = log
                && !self.hold_number(of(what), log, made)
            {
                return false;
            }
        }
        // The game tells the wanted number where growth stopped short of it.
        let wanted = (log.wanted.or(log.rooms), made.wanted.or(Some(made.rooms)));
        let show =
            |wanted: &Option<u32>| wanted.map_or_else(String::new, |wanted| wanted.to_string());
        if log.rooms.is_some() && !self.hold(of("wanted rooms"), wanted, show) {
            return false;
        }
        let same_end = match (log.end, made.end) {
            (LoggedEnd::Unknown, _) => true,
            (LoggedEnd::Unusable, LoggedEnd::TooFewDeadEnds { .. }) => {
                self.agreed += 1;
                true
            }
            (log, made) => self.hold(of("end"), (log, made), |end| end.to_string()),
        };
        self.comparison.attempts += usize::from(same_end);
        same_end
    }

    /// W53: the start room's spawn seed, where no room decides it.
    fn hold_start(&mut self, floor: &LoggedFloor, made: &Floor, engine: &Rebirth) -> bool {
        let Some(logged) = floor.start_spawn_seed() else { return true };
        let start = made.rooms().first().and_then(|room| room.placing);
        let Some(start) = start.map(|placing| placing.seeds.spawn.get()) else { return true };
        let reason = if floor.placing_phases() > 1
            || floor.attempts_told.unwrap_or(1) > floor.attempts.len() as u32
        {
            "a placing phase failed before it was placed"
        } else if !made.outcome().failed_placings.is_empty() {
            "the built-in rooms fail a placing phase on this floor"
        } else if engine.describe().seeds_depend_on_rooms(made) {
            "in this edition, or on this stage, it depends on the rooms"
        } else if !is_first_of_run(floor) && logged != start {
            "it depends on the bosses and sins that the run met before"
        } else {
            self.comparison.start_spawn_seed = true;
            let what = || "spawn seed of the start room".to_owned();
            return self.hold_number(what, logged, start);
        };
        self.comparison.remarks.push(format!("start room's spawn seed not compared: {reason}"));
        true
    }

    /// The rooms that no special room takes, where the probe tells the floor: they stay where growth
    /// put them.
    fn hold_probed_layout(&mut self, floor: &LoggedFloor, layout: &Floor) -> bool {
        let Some(probe) = &floor.probe else { return true };
        if floor.placing_phases() > 1 {
            self.comparison.remarks.push(
                "rooms of the probe not compared: a placing phase failed before they were placed"
                    .to_owned(),
            );
            return true;
        }
        let is_certain = floor.placing_phases() == 1;
        for (index, room) in layout.rooms().iter().enumerate() {
            let is_dead_end = layout.dead_ends().iter().any(|end| usize::from(*end) == index);
            if is_dead_end {
                continue;
            }
            let cell = i32::from(room.anchor.x) + 13 * i32::from(room.anchor.y);
            let found = probe.rooms.iter().find(|other| other.cell == cell);
            let logged = found.map_or(0, |room| room.shape);
            if logged != u32::from(room.shape.id()) && !is_certain {
                self.comparison.remarks.push(
                    "rooms of the probe differ from the first layout: the log does not tell whether a \
                     placing phase failed"
                        .to_owned(),
                );
                return true;
            }
            let what = || format!("shape of the room at cell {cell}");
            if !self.hold_number(what, logged, room.shape.id().into()) {
                return false;
            }
            self.comparison.probed_rooms += 1;
        }
        true
    }

    /// All attempts, the entered rooms and the probe's, with the game's own rooms.
    fn hold_rooms(&mut self, floor: &LoggedFloor, made: &EngineFloor, engine: &Rebirth) -> bool {
        self.comparison.attempts = 0;
        self.comparison.remarks.clear();
        let last = floor.attempts.len().saturating_sub(1);
        for (index, (log, attempt)) in floor.attempts.iter().zip(&made.attempts).enumerate() {
            if index == last && log.rooms.is_none() {
                break;
            }
            if !self.hold_attempt(floor, index, log, attempt, Some(attempt.second_boss)) {
                return false;
            }
        }
        if let Some(told) = floor.attempts_told
            && !self.hold_number(attempts, told, made.attempts.len() as u32)
        {
            return false;
        }
        self.hold_entered(floor, &made.floor, engine) && self.hold_probe(floor, &made.floor, engine)
    }

    /// The rooms that were entered, each by its spawn seed.
    fn hold_entered(&mut self, floor: &LoggedFloor, made: &Floor, engine: &Rebirth) -> bool {
        let Some(catalogue) = engine.catalogue() else { return true };
        let named = |room: &basement_floors::Room| {
            let of = catalogue.get(room.interior?)?;
            Some(format!("{}.{}", of.room_type.number(), of.variant))
        };
        for entered in &floor.rooms {
            let Some(seed) = entered.spawn_seed.filter(|_| is_on_the_grid(entered.room_type))
            else {
                continue;
            };
            // W16: on a Labyrinth two rooms can have one seed.
            let with_seed = |room: &&basement_floors::Room| {
                room.placing.is_some_and(|placing| placing.seeds.spawn.get() == seed)
            };
            let found: Vec<String> =
                made.rooms().iter().filter(with_seed).filter_map(named).collect();
            let log = format!("{}.{}", entered.room_type, entered.variant);
            let engine = match found.contains(&log) {
                true => log.clone(),
                false if found.is_empty() => "no such room".to_owned(),
                false => found.join(" and "),
            };
            let what = || format!("room with the spawn seed {seed}");
            if !self.hold(what, (log, engine), String::clone) {
                return false;
            }
            self.comparison.entered_rooms += 1;
        }
        true
    }

    /// The whole floor that the probe tells, room by room.
    fn hold_probe(&mut self, floor: &LoggedFloor, made: &Floor, engine: &Rebirth) -> bool {
        let Some(probe) = &floor.probe else { return true };
        let Some(catalogue) = engine.catalogue() else { return true };
        let Some(ours) = ProbedFloor::of(made, catalogue, probe.run, probe.game) else {
            return true;
        };
        let at = |rooms: &[ProbedRoom], cell: i32| {
            rooms.iter().filter(|room| room.cell == cell).copied().collect::<Vec<_>>()
        };
        let mut cells: Vec<i32> =
            probe.rooms.iter().chain(&ours.rooms).map(|room| room.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        for cell in cells {
            let what = || format!("room at cell {cell}");
            let pair = (at(&probe.rooms, cell), at(&ours.rooms, cell));
            let count = pair.0.len();
            if !self.hold(what, pair, |rooms| shown(rooms)) {
                return false;
            }
            self.comparison.probed_rooms += count;
        }
        true
    }
}

fn attempts() -> String {
    "number of attempts".to_owned()
}

fn in_words(shapes: &[u8]) -> String {
    match shapes {
        [] => "none".to_owned(),
        shapes => shapes.iter().map(u8::to_string).collect::<Vec<_>>().join(" "),
    }
}

fn shown(rooms: &[ProbedRoom]) -> String {
    let of = |room: &ProbedRoom| {
        let ProbedRoom { room_type, variant, subtype, shape, doors, spawn, .. } = room;
        format!("{room_type}.{variant}.{subtype}, shape {shape}, doors {doors}, spawn seed {spawn}")
    };
    match rooms {
        [] => "no room".to_owned(),
        rooms => rooms.iter().map(of).collect::<Vec<_>>().join(" and "),
    }
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

/// Whether rooms of a type are on the map. The others (devil and angel rooms, crawl spaces, ...) come
/// about later.
const fn is_on_the_grid(room_type: u32) -> bool {
    !matches!(room_type, 3 | 14..=17 | 22 | 23 | 25..=28)
}

/// What is doubtful about a floor that was compared.
fn remark(comparison: &mut Comparison, floor: &LoggedFloor, seed: Seed, has_rooms: bool) {
    let remarks = &mut comparison.remarks;
    if let Some(reading) = comparison.readings.first()
        && reading.curse_is_given
    {
        let curse =
            logged_curse(floor).map_or("no curse".to_owned(), |curse| format!("the curse {curse}"));
        remarks.push(format!(
            "the log has {curse}, the edition draws another: a save with other unlocks, an item or a \
             challenge can do that"
        ));
    }
    if !floor.attempts.is_empty() && !floor.tells_shapes {
        remarks.push("shapes not compared: the log has told none so far".to_owned());
    }
    if floor.seed.is_none() {
        remarks.push("its seed is not in the log and follows from the run's (R39)".to_owned());
    }
    // R39. Types 4 and 5 may count as the next stage.
    if let Some(run) = floor.run {
        let stages = [floor.stage, floor.stage + u8::from(floor.stage_type >= 4)];
        if !stages.iter().any(|stage| run.seed.stage_seed(*stage) == seed) {
            remarks.push(format!(
                "stage {} of the run {} has another seed (R39): the floor was made anew",
                floor.stage, run.seed
            ));
        }
    }
    if floor.probe.as_ref().is_some_and(|probe| u64::from(probe.seed) != seed.value()) {
        remarks.push("the probe tells another stage seed than the log, which counts".to_owned());
    }
    if floor.start_cell.is_some_and(|cell| cell != 84) {
        remarks.push("the game tells another start room than cell 84".to_owned());
    }
    if floor.curses.len() > 1 {
        remarks.push(
            "several curses lie on the floor; the first that changes its size counts".to_owned(),
        );
    }
    if floor.is_cut {
        remarks.push("the log tells more of this floor than is kept".to_owned());
    }
    let entered = floor.rooms.iter().filter(|room| room.spawn_seed.is_some()).count();
    if entered > 0 && !has_rooms {
        remarks.push("entered rooms not compared: give the game's own rooms".to_owned());
    }
}
