//! Compares a logged floor with the engine's: the attempts at its layout.

use basement_floors::rebirth::Edition;
use basement_floors::{Curse, Floor, Request, Seed};

use crate::comparison::{Difference, LogComparison};
use crate::engine_floor::{EngineAttempt, EngineFloor};
use crate::floor::{LoggedAttempt, LoggedEnd, LoggedFloor};
use crate::line::line_and_bit_of;

/// The comparison of a logged floor with the engine's, fact by fact, up to the first difference.
#[derive(Default)]
pub(crate) struct FactComparison {
    /// What was compared so far.
    pub(crate) comparison: LogComparison,
    /// How many facts were the same.
    pub(crate) agreed: usize,
}

impl FactComparison {
    /// Compares a fact and returns whether it is the same.
    pub(crate) fn compare<T: PartialEq>(
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

    pub(crate) fn compare_number(
        &mut self,
        what: impl FnOnce() -> String,
        log: u32,
        engine: u32,
    ) -> bool {
        self.compare(what, (log, engine), u32::to_string)
    }

    /// R5-R17: the attempts up to the first that reaches the placing phase.
    pub(crate) fn compare_layout(&mut self, floor: &LoggedFloor, engine: &EngineFloor) -> bool {
        let pairs = floor.attempts.iter().zip(&engine.attempts).enumerate();
        let last = floor.attempts.len().saturating_sub(1);
        for (index, (log, made)) in pairs {
            // A log that is cut ends in the middle of an attempt.
            if index == last && log.rooms.is_none() {
                break;
            }
            if !self.compare_attempt(floor, index, log, made, None) {
                return false;
            }
        }
        let (logged, made) = (floor.attempts.len(), engine.attempts.len());
        if logged < made && !floor.is_cut && floor.attempts_told.is_some() {
            return self.compare_number(attempts, logged as u32, made as u32);
        }
        // Only a failed placing phase causes more attempts.
        let is_whole = floor.placing_phases() == 1 && logged == made;
        match floor.attempts_told.filter(|_| is_whole) {
            Some(told) => self.compare_number(attempts, told, made as u32),
            None => true,
        }
    }

    /// W5: the attempts after a failed placing phase. What the layout's stream draws next depends
    /// on where that phase failed. Attempts that agree if the phase drew nothing from the stream
    /// are counted; others are not a difference. Returns the layout of the last attempt if it is
    /// the same.
    pub(crate) fn compare_beyond(
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
            if !self.compare_attempt(floor, index, log, attempt, None) {
                (self.agreed, self.comparison.shapes) = before;
                self.comparison.difference = None;
                self.comparison.remarks.push(format!(
                    "attempts from {} on not compared: they follow a placing phase that failed because of the rooms",
                    index + 1
                ));
                return None;
            }
        }
        attempts.last()?.floor(&layout.floor)
    }

    /// Compares one attempt. `second_boss` is `None` if it is not known which room is grown after
    /// it; with the game's own rooms it is known.
    pub(crate) fn compare_attempt(
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
            if !self.compare(of("shapes"), (log.shapes.clone(), shapes), |shapes| in_words(shapes))
            {
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
            // Some excerpts of logs give only rooms and passes.
            if let Some(log) = log
                && !self.compare_number(of(what), log, made)
            {
                return false;
            }
        }
        // The game logs the wanted number only if growth stopped short of it.
        let wanted = (log.wanted.or(log.rooms), made.wanted.or(Some(made.rooms)));
        let show =
            |wanted: &Option<u32>| wanted.map_or_else(String::new, |wanted| wanted.to_string());
        if log.rooms.is_some() && !self.compare(of("wanted rooms"), wanted, show) {
            return false;
        }
        let same_end = match (log.end, made.end) {
            (LoggedEnd::Unknown, _) => true,
            (LoggedEnd::Unusable, LoggedEnd::TooFewDeadEnds { .. }) => {
                self.agreed += 1;
                true
            }
            (log, made) => self.compare(of("end"), (log, made), |end| end.to_string()),
        };
        self.comparison.attempts += usize::from(same_end);
        same_end
    }
}

/// The curse that changes the floor's size, or else the first curse.
pub(crate) fn logged_curse(floor: &LoggedFloor) -> Option<Curse> {
    let has = |curse: &&Curse| floor.curses.contains(curse);
    let sizes = [Curse::Labyrinth, Curse::Lost];
    if let Some(probe) = floor.probe.as_ref().filter(|_| floor.curses.is_empty()) {
        let is_on = |curse: &&Curse| probe.curses & line_and_bit_of(**curse).1 != 0;
        return sizes.iter().find(is_on).or_else(|| Curse::ALL.iter().find(is_on)).copied();
    }
    sizes.iter().find(has).or(floor.curses.first()).copied()
}

/// Whether it is certain that the run has met no boss before.
pub(crate) fn is_first_of_run(floor: &LoggedFloor) -> bool {
    floor.stage == 1 && floor.number == 1
}

pub(crate) fn attempts() -> String {
    "number of attempts".to_owned()
}

fn in_words(shapes: &[u8]) -> String {
    match shapes {
        [] => "none".to_owned(),
        shapes => shapes.iter().map(u8::to_string).collect::<Vec<_>>().join(" "),
    }
}
