//! An engine floor in the log's terms: attempt by attempt.

use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::{
    Decision, Event, Floor, FloorParts, GenerateError, Generator, Phase, Request, Room, Seed, Shape,
};

use crate::floor::LoggedEnd;

/// An engine floor and its attempts.
pub(crate) struct EngineFloor {
    pub(crate) floor: Floor,
    pub(crate) attempts: Vec<EngineAttempt>,
}

/// An attempt at a layout.
#[derive(Debug, Default)]
pub(crate) struct EngineAttempt {
    /// The shapes of its rooms that are not 1x1: grown rooms and forced dead ends.
    pub(crate) shapes: Vec<u8>,
    /// The shape of a Labyrinth's second boss room, which is grown later (W16), if it is not 1x1.
    pub(crate) second_boss: Option<u8>,
    pub(crate) rooms: u32,
    /// How many rooms were wanted, if fewer grew.
    pub(crate) wanted: Option<u32>,
    pub(crate) passes: u32,
    pub(crate) forced_dead_ends: u32,
    /// Never `Unknown`.
    pub(crate) end: LoggedEnd,
    /// Its rooms besides the start: grown rooms and forced dead ends.
    pub(crate) layout: Vec<Room>,
}

impl EngineAttempt {
    /// A floor with this attempt's layout and no dead ends; the rest is copied from `of`.
    pub(crate) fn floor(&self, of: &Floor) -> Option<Floor> {
        let parts = of.parts();
        let mut rooms = vec![Room { interior: None, placing: None, ..*parts.rooms.first()? }];
        rooms.extend(&self.layout);
        Floor::new(FloorParts { rooms: &rooms, dead_ends: &[], ..parts }).ok()
    }
}

impl EngineFloor {
    pub(crate) fn new(
        engine: &Rebirth,
        request: &Request,
        seed: Seed,
    ) -> Result<Self, GenerateError> {
        let mut listener = Listener::default();
        let floor = engine.explain(request, seed, &mut |event| listener.hear(&event))?;
        Ok(Self { floor, attempts: listener.attempts })
    }

    /// The first `count` attempts at a layout if each placing phase failed before it drew from the
    /// layout's stream: before the secret rooms, and on a Labyrinth before the second boss.
    pub(crate) fn attempts_beyond(
        edition: Edition,
        request: &Request,
        seed: Seed,
        min_dead_ends: u8,
        count: usize,
    ) -> Vec<EngineAttempt> {
        // Ask for more dead ends than any layout has, so that every attempt is rejected. Dead ends
        // are still added below the number that was wanted before.
        let mut rules = edition.rules();
        let dead_ends = &mut rules.dead_ends;
        if dead_ends.added_below == 0 {
            dead_ends.added_below = min_dead_ends.into();
        }
        (dead_ends.base, dead_ends.labyrinth, dead_ends.void) = (40, 10, 10);
        dead_ends.attempts = u32::try_from(count).unwrap_or(u32::MAX).clamp(1, 1_000_000);
        let Ok(engine) = Rebirth::with_rules(edition, rules) else { return Vec::new() };
        let mut listener = Listener::default();
        let request = Request { phase: Phase::Layout, ..*request };
        // The engine is meant to give up.
        let _ = engine.explain(&request, seed, &mut |event| listener.hear(&event));
        for attempt in &mut listener.attempts {
            let wanted = u32::from(min_dead_ends);
            attempt.end = match attempt.end {
                LoggedEnd::TooFewDeadEnds { found, .. } if found < wanted => {
                    LoggedEnd::TooFewDeadEnds { found, wanted }
                }
                _ => LoggedEnd::Placing,
            };
        }
        listener.attempts
    }
}

/// Records the engine's decisions.
#[derive(Default)]
struct Listener {
    attempts: Vec<EngineAttempt>,
    wanted: u32,
    wanted_dead_ends: u32,
    dead_ends: u32,
}

impl Listener {
    fn hear(&mut self, Event { rule, decision, .. }: &Event) {
        match decision {
            Decision::Wanted { rooms, dead_ends } => {
                self.wanted = u32::from(*rooms);
                self.wanted_dead_ends = u32::from(*dead_ends);
            }
            Decision::Attempt { .. } => {
                self.attempts.push(EngineAttempt { end: LoggedEnd::Placing, ..Default::default() });
            }
            Decision::DeadEnds { rooms } => self.dead_ends = rooms.len() as u32,
            _ => {}
        }
        let wanted = self.wanted;
        let Some(attempt) = self.attempts.last_mut() else { return };
        match decision {
            Decision::Taken { .. } => attempt.passes += 1,
            Decision::Placed { anchor, shape, depth, .. } => {
                attempt.rooms += u32::from(*rule == "R10");
                attempt.forced_dead_ends += u32::from(*rule == "R15");
                match (*rule, *shape) {
                    (_, Shape::Single) => {}
                    ("R10" | "R15", shape) => attempt.shapes.push(shape.id()),
                    (_, shape) => attempt.second_boss = Some(shape.id()),
                }
                attempt.layout.push(Room::normal(*anchor, *shape, *depth));
            }
            // Growth is over.
            Decision::DeadEnds { .. } => {
                attempt.wanted = Some(wanted).filter(|wanted| attempt.rooms < *wanted);
            }
            Decision::Rejected { .. } => {
                let (found, wanted) = (self.dead_ends, self.wanted_dead_ends);
                attempt.end = LoggedEnd::TooFewDeadEnds { found, wanted };
            }
            _ => {}
        }
    }
}
