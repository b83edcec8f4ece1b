//! The engine beside what is known of the real games: floors of Rebirth's own log, made again when it
//! is asked for, and what players counted.

use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::{
    Decision, Difficulty, Event, Generator, Phase, Request, RoomKind, RoomSet, RunSeed, Seed, Shape,
};
use basement_survey::statistics::{Interval, wilson_interval};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// What the log of Afterbirth+ told of layouts and of start rooms. `tests/fixtures/README.md` says
/// where it comes from.
const LAYOUTS: &str = include_str!("../../../../tests/fixtures/engine-vectors.json");
const STARTS: &str = include_str!("../../../../tests/fixtures/spawn-seeds.json");
/// Rooms around the secret room on 10,000 floors of Basement I, published (L1): the per cent of floors
/// with one to four, normal and hard.
const AROUND: [(Difficulty, [f64; 4]); 2] =
    [(Difficulty::Normal, [3.6, 43.9, 50.8, 1.8]), (Difficulty::Hard, [1.4, 30.9, 62.8, 4.9])];
/// Floors that are made to compare with them, runs from 1.
pub(crate) const RUNS: u32 = 10_000;
/// Rooms besides the start that players counted in the shipped Flash game (F20), by level: the fewest
/// and the most. From level 6 on it is the last.
pub(crate) const COUNTED: [(u32, u32); 6] =
    [(8, 9), (11, 12), (13, 14), (16, 17), (18, 19), (20, 20)];

/// How many of some floors come out as they did in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Agreement {
    pub(crate) same: u64,
    pub(crate) compared: u64,
    /// Floors of which the built-in rooms let nothing be told.
    pub(crate) left_out: u64,
}

impl Agreement {
    /// The share that comes out the same, with its interval.
    pub(crate) fn share(&self) -> Interval {
        wilson_interval(self.same, self.compared)
    }

    fn of(floors: impl IntoIterator<Item = Option<bool>>) -> Self {
        let mut all = Self::default();
        for is_same in floors {
            all.same += u64::from(is_same == Some(true));
            all.compared += u64::from(is_same.is_some());
            all.left_out += u64::from(is_same.is_none());
        }
        all
    }
}

#[derive(Deserialize)]
struct Levels<L> {
    levels: Vec<L>,
}

#[derive(Deserialize)]
struct LoggedLayout {
    stage: u8,
    seed: u32,
    curse: String,
    attempts: Vec<Attempt>,
}

/// An attempt at a layout, as the log tells it.
#[derive(Debug, Deserialize, PartialEq, Eq)]
struct Attempt {
    shapes: Vec<u8>,
    rooms: usize,
    loops: usize,
    new_dead_ends: usize,
    verdict: String,
}

#[derive(Deserialize)]
struct LoggedStart {
    stage: u8,
    seed: u32,
    curse: String,
    start_spawn_seed: u32,
}

fn read<L: DeserializeOwned>(text: &str) -> Vec<L> {
    serde_json::from_str::<Levels<L>>(text).map_or_else(|_| Vec::new(), |all| all.levels)
}

/// R1-R17: the layouts of the log, attempt by attempt.
pub(crate) fn layouts() -> Agreement {
    let engine = Rebirth::new(Edition::AfterbirthPlus);
    let is_same = |logged: &LoggedLayout| {
        let request = Request { phase: Phase::Layout, ..Request::level(logged.stage) };
        let mut events = Vec::new();
        let seed = Seed::game(logged.seed).ok()?;
        let floor = engine.explain(&request, seed, &mut |event| events.push(event)).ok()?;
        let curse = floor.curse().map_or_else(|| "none".to_owned(), |curse| curse.to_string());
        Some(curse == logged.curse && are_same(&attempts(events), &logged.attempts))
    };
    Agreement::of(read(LAYOUTS).iter().map(is_same))
}

/// Whether the attempts are the first of the log's, up to the one of which the log says that placing
/// begins. Of that one the log goes on with the shapes of rooms that grew later.
fn are_same(attempts: &[Attempt], logged: &[Attempt]) -> bool {
    let last = logged.iter().position(|it| it.verdict == "placing");
    let is_same = |(own, logged): (&Attempt, &Attempt)| match &*logged.verdict {
        "placing" => {
            logged.shapes.starts_with(&own.shapes)
                && (own.rooms, own.loops, own.new_dead_ends, &own.verdict)
                    == (logged.rooms, logged.loops, logged.new_dead_ends, &logged.verdict)
        }
        _ => own == logged,
    };
    last.is_some_and(|last| last + 1 == attempts.len()) && attempts.iter().zip(logged).all(is_same)
}

/// The attempts of a trace in the log's terms.
fn attempts(events: Vec<Event>) -> Vec<Attempt> {
    let mut all: Vec<Attempt> = Vec::new();
    let (mut wanted, mut dead_ends) = (0, 0);
    for event in events {
        if let Decision::Wanted { dead_ends, .. } = event.decision {
            wanted = dead_ends;
        }
        if let Decision::Attempt { .. } = event.decision {
            let verdict = "placing".to_owned();
            all.push(Attempt { shapes: Vec::new(), rooms: 0, loops: 0, new_dead_ends: 0, verdict });
        }
        let Some(attempt) = all.last_mut() else { continue };
        match event.decision {
            Decision::Placed { shape, .. } => {
                attempt.rooms += usize::from(event.rule == "R10");
                attempt.new_dead_ends += usize::from(event.rule == "R15");
                attempt.shapes.extend((shape != Shape::Single).then(|| shape.id()));
            }
            Decision::Taken { .. } => attempt.loops += 1,
            Decision::DeadEnds { rooms } => dead_ends = rooms.len(),
            Decision::Rejected { .. } => {
                attempt.verdict = format!("dead_ends {dead_ends}/{wanted}");
            }
            _ => {}
        }
    }
    all
}

/// W53: the start rooms' spawn seeds of the log, each of which counts every draw before it. A floor on
/// which the built-in rooms fail a placing phase tells nothing.
pub(crate) fn starts() -> Agreement {
    let engine = Rebirth::new(Edition::AfterbirthPlus);
    let is_same = |logged: &LoggedStart| {
        let seed = Seed::game(logged.seed).ok()?;
        let floor = engine.generate(&Request::level(logged.stage), seed).ok()?;
        let curse = floor.curse().map_or_else(|| "none".to_owned(), |curse| curse.to_string());
        let start = floor.rooms().iter().find(|room| room.kind == RoomKind::Start)?;
        let spawn = start.placing?.seeds.spawn.get();
        let is_told = floor.outcome().failed_placings.is_empty();
        is_told.then_some(spawn == logged.start_spawn_seed && curse == logged.curse)
    };
    Agreement::of(read(STARTS).iter().map(is_same))
}

/// Rooms around the secret room: the difficulty, how many rooms, the published share, and the engine's
/// with its interval.
pub(crate) fn around_secret_rooms() -> Vec<(Difficulty, usize, f64, Interval)> {
    let engine = Rebirth::new(Edition::AfterbirthPlus);
    let of = |difficulty: Difficulty| {
        let request = Request { difficulty, ..Request::level(1) };
        let rooms = |run: u32| {
            let floor = engine.generate(&request, RunSeed::new(run).ok()?.stage_seed(1)).ok()?;
            let secret = floor.first_of(RoomKind::Secret)?;
            Some(floor.graph(RoomSet::Full).degree(secret))
        };
        (1..=RUNS).into_par_iter().filter_map(rooms).collect::<Vec<_>>()
    };
    let rows = AROUND.iter().flat_map(|(difficulty, published)| {
        let found = of(*difficulty);
        let row = move |(place, share): (usize, &f64)| {
            let hits = found.iter().filter(|rooms| **rooms == place + 1).count();
            let own = wilson_interval(hits as u64, found.len() as u64);
            (*difficulty, place + 1, share / 100.0, own)
        };
        published.iter().enumerate().map(row).collect::<Vec<_>>()
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_to_r17_w53_every_floor_of_the_log_is_compared_and_comes_out_the_same() {
        let (layouts, starts) = (layouts(), starts());
        assert_eq!(layouts, Agreement { same: 34, compared: 34, left_out: 0 });
        assert_eq!(starts.compared + starts.left_out, 51);
        assert!(starts.same == starts.compared && starts.compared >= 40, "{starts:?}");
    }

    #[test]
    fn a_layout_that_differs_in_one_number_is_not_the_same() {
        let attempt = |rooms| Attempt {
            shapes: vec![8],
            rooms,
            loops: 9,
            new_dead_ends: 0,
            verdict: "placing".to_owned(),
        };
        assert!(are_same(&[attempt(14)], &[attempt(14)]));
        assert!(!are_same(&[attempt(13)], &[attempt(14)]));
        assert!(!are_same(&[attempt(14), attempt(14)], &[attempt(14)]));
        assert!(!are_same(&[], &[attempt(14)]));
    }
}
