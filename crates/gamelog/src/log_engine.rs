//! The engine, and the readings of a floor that are tried with it.

use std::sync::Arc;

use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::rooms::Catalogue;
use basement_floors::{
    CarriedOver, CurseChoice, Difficulty, Floor, GenerateError, Generator, Phase, Request,
    RequestError, RunSeed, RunState, Seed, Unlocks,
};

use crate::comparison::{LogComparison, Reading, Verdict};
use crate::engine_floor::EngineFloor;
use crate::fact_comparison::{FactComparison, is_first_of_run, logged_curse};
use crate::floor::LoggedFloor;
use crate::run::LoggedRun;

/// The engine that logged floors are compared with.
///
/// A log does not record everything that a floor depends on. What is missing is tried: normal mode
/// and Hard, everything unlocked and nothing, and the editions of Afterbirth+ and Repentance if the
/// game is unknown. The floor agrees if one of these readings reproduces everything in the log, and
/// [`LogComparison::readings`] says which.
///
/// With the built-in rooms, only what does not depend on rooms is compared: the attempts up to the
/// first that reaches the placing phase, and the start room's spawn seed
/// ([W53](basement_floors::rules#w53)). With the game's own rooms all attempts and the entered
/// rooms are compared; full health and less, coins, keys and an entered devil room are then also tried.
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
    /// The game's own rooms, if the user gave them.
    rooms: Option<Arc<Catalogue>>,
    engines: Vec<(Edition, Rebirth)>,
    agreed: Option<AgreedRun>,
}

/// A run up to a floor that agreed.
struct AgreedRun {
    run: RunSeed,
    floor: u32,
    carried: CarriedOver,
}

/// One reading compared with a floor.
struct Trial {
    reading: Reading,
    comparison: LogComparison,
    /// How much agreed before the first difference.
    agreed: usize,
    outcome: Option<AgreedRun>,
}

impl LogEngine {
    /// An engine for `edition`, or if that is `None`, for the edition of each floor's game.
    /// `unlocks` are the save's; `None` tries both. `rooms` are the game's own: a catalogue in which
    /// the [engine's own rooms](basement_floors::rooms::EMBEDDED) stand in for these is left out.
    #[must_use]
    pub fn new(
        edition: Option<Edition>,
        unlocks: Option<Unlocks>,
        rooms: Option<Arc<Catalogue>>,
    ) -> Self {
        let rooms = rooms.filter(|rooms| !rooms.has_embedded());
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
        Self { edition, unlocks, rooms, engines, agreed: None }
    }

    /// The engine of an edition.
    #[must_use]
    pub fn generator(&self, edition: Edition) -> Option<&Rebirth> {
        self.engines.iter().find(|(other, _)| *other == edition).map(|(_, engine)| engine)
    }

    /// The editions that a floor is compared with.
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

    /// Compares a floor with the engine. With the game's own rooms, pass the floors of a run in
    /// order: what one leaves behind is carried over to the next.
    pub fn compare(&mut self, floor: &LoggedFloor) -> LogComparison {
        if floor.probe.as_ref().is_some_and(|probe| probe.difficulty > 1) {
            return LogComparison::nothing(
                "it is a floor of Greed mode, which the engine does not make",
            );
        }
        if floor.attempts.is_empty() && floor.probe.is_none() {
            return LogComparison::nothing(
                "the log does not say how the floor was made: it is from Greed mode, or older than the log",
            );
        }
        let of_run = |run: LoggedRun| run.seed.stage_seed(floor.stage).value() as u32;
        let Some(seed) = floor.seed.or_else(|| floor.run.map(of_run)) else {
            return LogComparison::nothing("the log gives neither its seed nor its run's");
        };
        let Ok(seed) = Seed::game(seed) else {
            return LogComparison::nothing("its seed is 0, which no floor has");
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
        // The best trial first: no difference, then the curse that the edition draws, then the most
        // facts that agree.
        let differs = |trial: &Trial| trial.comparison.verdict == Verdict::Differs;
        let class =
            |trial: &Trial| (differs(trial), !differs(trial) && trial.reading.curse_is_given);
        let rank = |trial: &Trial| (class(trial), usize::MAX - trial.agreed);
        let Some(place) = (0..trials.len()).min_by_key(|place| rank(&trials[*place])) else {
            return LogComparison::nothing(refused.unwrap_or_default());
        };
        let best = trials.remove(place);
        // The other readings that are as good. With the built-in rooms, how much can be compared
        // depends on whether these rooms find a place, which says nothing about a reading.
        let is_as_good = |trial: &&Trial| match self.rooms {
            _ if differs(&best) => false,
            None => class(trial) == class(&best),
            Some(_) => rank(trial) == rank(&best),
        };
        let others: Vec<Reading> =
            trials.iter().filter(is_as_good).map(|trial| trial.reading).collect();
        let Trial { mut comparison, outcome, .. } = best;
        comparison.readings.extend(others);
        self.agreed = outcome.filter(|_| comparison.verdict == Verdict::Agrees);
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
        if let Some(carried) = self.carried_to(floor) {
            run = carried.onto(floor.stage, floor.stage_type, run);
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
        let mut facts = FactComparison::default();
        facts.comparison.readings = vec![reading];
        let layout = EngineFloor::new(engine, &Request { phase: Phase::Layout, ..request }, seed)?;
        let is_known = self.knows_the_run(floor);
        let mut is_same = facts.compare_layout(floor, &layout);
        let mut outcome = None;
        match EngineFloor::new(engine, &request, seed) {
            Ok(whole) if self.rooms.is_some() => {
                let before = (facts.agreed, facts.comparison.clone());
                if is_same && !facts.compare_rooms(floor, &whole, engine) {
                    if is_known {
                        is_same = false;
                    } else {
                        (facts.agreed, facts.comparison) = before;
                        facts.comparison.remarks.push(
                            "rooms not compared: they depend on the bosses and sins that the run met before"
                                .to_owned(),
                        );
                    }
                } else if is_same {
                    outcome = self.carried_from(floor, &whole.floor);
                }
                facts.comparison.floor = Some(Box::new(whole.floor));
            }
            Ok(whole) => {
                let beyond = match is_same {
                    true => facts.compare_beyond(floor, (reading.edition, &request), seed, &layout),
                    false => None,
                };
                is_same = is_same && facts.compare_start(floor, &whole.floor, engine);
                is_same = is_same && facts.compare_probed_layout(floor, &layout.floor);
                let made = if is_made(floor, &whole) {
                    Some(whole.floor)
                } else if floor.attempts.len() == layout.attempts.len() {
                    Some(layout.floor)
                } else {
                    beyond
                };
                facts.comparison.floor = made.map(Box::new);
            }
            // The user's rooms lack something, but the layout can still be compared.
            Err(error) => facts.comparison.remarks.push(format!("rooms not compared: {error}")),
        }
        facts.comparison.verdict = match (is_same, facts.agreed) {
            (true, 0) => Verdict::NotCompared,
            (true, _) => Verdict::Agrees,
            (false, _) => Verdict::Differs,
        };
        Ok(Trial { reading, comparison: facts.comparison, agreed: facts.agreed, outcome })
    }

    /// Whether everything that the floor's rooms depend on is known, except what is [tried](Self::run_states).
    fn knows_the_run(&self, floor: &LoggedFloor) -> bool {
        is_first_of_run(floor) || self.carried_to(floor).is_some()
    }

    /// What the run carries over to a floor, if the floor before it agreed.
    fn carried_to(&self, floor: &LoggedFloor) -> Option<&CarriedOver> {
        let AgreedRun { run, floor: before, carried } = self.agreed.as_ref()?;
        (floor.run?.seed == *run && floor.number.checked_sub(1) == Some(*before)).then_some(carried)
    }

    fn carried_from(&self, floor: &LoggedFloor, made: &Floor) -> Option<AgreedRun> {
        let start = || CarriedOver::at_start(&RunState::DEFAULT);
        let mut carried = self.carried_to(floor).cloned().unwrap_or_else(start);
        carried.add(made);
        Some(AgreedRun { run: floor.run?.seed, floor: floor.number, carried })
    }
}

/// Whether an engine floor has exactly the log's attempts.
fn is_made(floor: &LoggedFloor, made: &EngineFloor) -> bool {
    let mut facts = FactComparison::default();
    let mut pairs = floor.attempts.iter().zip(&made.attempts).enumerate();
    (floor.attempts.is_empty() || floor.attempts.len() == made.attempts.len())
        && pairs.all(|(index, (log, attempt))| {
            facts.compare_attempt(floor, index, log, attempt, Some(attempt.second_boss))
        })
}

fn request(floor: &LoggedFloor, run: RunState) -> Request {
    Request { stage_type: floor.stage_type, run, ..Request::level(floor.stage) }
}

/// Adds remarks on what is doubtful about a compared floor.
fn remark(comparison: &mut LogComparison, floor: &LoggedFloor, seed: Seed, has_rooms: bool) {
    let remarks = &mut comparison.remarks;
    if let Some(reading) = comparison.readings.first()
        && reading.curse_is_given
    {
        let curse =
            logged_curse(floor).map_or("no curse".to_owned(), |curse| format!("the curse {curse}"));
        remarks.push(format!(
            "the log has {curse}, but the edition draws another; different unlocks, an item or a \
             challenge can cause this"
        ));
    }
    if !floor.attempts.is_empty() && !floor.tells_shapes {
        remarks.push("shapes not compared: the log has not named any so far".to_owned());
    }
    if floor.seed.is_none() {
        remarks.push("its seed is not in the log and follows from the run's (R39)".to_owned());
    }
    // R39. Types 4 and 5 may count as the next stage.
    if let Some(run) = floor.run {
        let stages = [floor.stage, floor.stage + u8::from(floor.stage_type >= 4)];
        if !stages.iter().any(|stage| run.seed.stage_seed(*stage) == seed) {
            remarks.push(format!(
                "stage {} of the run {} has another seed (R39): the floor was generated again",
                floor.stage, run.seed
            ));
        }
    }
    if floor.probe.as_ref().is_some_and(|probe| u64::from(probe.seed) != seed.value()) {
        remarks
            .push("the probe and the log give different stage seeds; the log's is used".to_owned());
    }
    if floor.start_cell.is_some_and(|cell| cell != 84) {
        remarks.push("the game's start room is not on cell 84".to_owned());
    }
    if floor.curses.len() > 1 {
        remarks.push(
            "the floor has several curses; only the first that changes its size is used".to_owned(),
        );
    }
    if floor.is_cut {
        remarks.push("the log has more about this floor than the reader keeps".to_owned());
    }
    let entered = floor.rooms.iter().filter(|room| room.spawn_seed.is_some()).count();
    if entered > 0 && !has_rooms {
        remarks.push("entered rooms not compared: give the game's own rooms".to_owned());
    }
}
