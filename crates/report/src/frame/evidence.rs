//! The engine compared with what is known about the real games: floors in Rebirth's own logs, and what
//! players counted.

use std::collections::BTreeMap;

use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::{Backend, Difficulty, Generator, Request, RoomKind, RoomSet, RunSeed};
use basement_gamelog::{Evidence, EvidenceFloor, Verdict};
use basement_survey::statistics::{Interval, wilson_interval};
use basement_survey::study::{FloorSource, GroupResult};
use basement_survey::{Results, measure};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::series::{plain_groups, shown};
use crate::shape::layout_means;

/// Published counts of rooms around the secret room on 10,000 floors of Basement I (L1): the percentage of
/// floors with one to four rooms, normal and hard.
const AROUND: [(Difficulty, [f64; 4]); 2] =
    [(Difficulty::Normal, [3.6, 43.9, 50.8, 1.8]), (Difficulty::Hard, [1.4, 30.9, 62.8, 4.9])];
/// This many floors are made to compare with them, from run 1 on.
pub(crate) const RUNS: u32 = 10_000;
/// Rooms besides the start that players counted in the shipped Flash game (F20), by level: the fewest and the
/// most. The last pair is for level 6 and deeper ones.
pub(crate) const COUNTED: [(u32, u32); 6] =
    [(8, 9), (11, 12), (13, 14), (16, 17), (18, 19), (20, 20)];

/// How many floors agree with the game's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Agreement {
    pub(crate) same: u64,
    pub(crate) compared: u64,
    /// Floors on which nothing could be compared.
    pub(crate) left_out: u64,
}

impl Agreement {
    /// The share that agrees, with its interval.
    pub(crate) fn share(&self) -> Interval {
        let wilson = wilson_interval(self.same, self.compared);
        match self.same == self.compared && self.compared > 0 {
            // The exact bound: for few floors, Wilson's is too high.
            true => Interval { lower: 0.025_f64.powf(1.0 / self.compared as f64), ..wilson },
            false => wilson,
        }
    }

    /// The sum of both.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self {
            same: self.same + other.same,
            compared: self.compared + other.compared,
            left_out: self.left_out + other.left_out,
        }
    }
}

/// Logged floors, by what their logs tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LoggedFloors {
    /// All that could be compared.
    pub(crate) all: Agreement,
    /// The layouts that the game tried.
    pub(crate) layouts: Agreement,
    /// The start room's spawn seed.
    pub(crate) start_seeds: Agreement,
    /// How many of these layouts could be compared, and how many there are.
    pub(crate) attempts: [u64; 2],
    /// Whether some log tells the big rooms of its layouts.
    pub(crate) has_shapes: bool,
}

impl LoggedFloors {
    /// The sum of both.
    pub(crate) const fn and(self, other: Self) -> Self {
        let attempts = [self.attempts[0] + other.attempts[0], self.attempts[1] + other.attempts[1]];
        Self {
            all: self.all.and(other.all),
            layouts: self.layouts.and(other.layouts),
            start_seeds: self.start_seeds.and(other.start_seeds),
            attempts,
            has_shapes: self.has_shapes || other.has_shapes,
        }
    }

    fn of(floor: &EvidenceFloor) -> Self {
        let engine = &floor.engine;
        let one = |is_compared: bool| Agreement {
            same: u64::from(is_compared && engine.verdict == Verdict::Agrees),
            compared: u64::from(is_compared),
            left_out: 0,
        };
        let is_compared = engine.verdict != Verdict::NotCompared;
        // Nothing more is compared after the first difference.
        let has_layout = engine.attempts > 0 || (is_compared && !engine.start_spawn_seed);
        Self {
            all: Agreement { left_out: u64::from(!is_compared), ..one(is_compared) },
            layouts: one(has_layout),
            start_seeds: one(engine.start_spawn_seed),
            attempts: [engine.attempts as u64, floor.logged_attempts() as u64],
            has_shapes: engine.shapes,
        }
    }
}

/// The logged floors, by the game that wrote the log.
pub(crate) fn logged(evidence: &Evidence) -> BTreeMap<String, LoggedFloors> {
    let mut games: BTreeMap<String, LoggedFloors> = BTreeMap::new();
    for floor in &evidence.floors {
        let game = floor.floor.version.as_ref().map(|version| version.game.to_string());
        let of_game = games.entry(game.unwrap_or_else(|| "unknown game".to_owned())).or_default();
        *of_game = of_game.and(LoggedFloors::of(floor));
    }
    games
}

/// Rooms around the secret room: the difficulty, how many rooms, the published share, and the engine's share
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

/// How many floors of the shipped Flash game have as many rooms as players counted on their level, and the
/// groups of these floors.
pub(crate) fn counted_by_players(results: &Results) -> Option<(Agreement, Vec<&GroupResult>)> {
    let is_shipped = |series: &usize| {
        matches!(&results.study.series[*series].source, FloorSource::Backend(rules)
            if rules.backend == Backend::Flash && rules.set.is_empty())
    };
    let series = shown(results).into_iter().find(is_shipped)?;
    let is_plain = |group: &&GroupResult| {
        group.origin.description().is_some_and(|it| it.edition == "wrath-of-the-lamb")
            && group.request.difficulty == Difficulty::Normal
            && (1..=8).contains(&group.request.level)
    };
    let mut groups: Vec<&GroupResult> = plain_groups(results, series).filter(is_plain).collect();
    // Levels for which the generator makes the same layouts, seed by seed, count once.
    let mut seen = Vec::new();
    groups.retain(|group| {
        let means = layout_means(group);
        let is_new = !seen.contains(&means);
        seen.push(means);
        is_new
    });
    let mut all = Agreement::default();
    for group in &groups {
        let place = usize::from(group.request.level).min(COUNTED.len()) - 1;
        let (fewest, most) = COUNTED[place];
        for (rooms, floors) in group.summary.values(measure::ROOMS_BESIDES_START).iter() {
            let is_same = (f64::from(fewest)..=f64::from(most)).contains(&rooms);
            all.same += if is_same { floors } else { 0 };
            all.compared += floors;
        }
    }
    (all.compared > 0).then_some((all, groups))
}

#[cfg(test)]
mod tests {
    use basement_gamelog::LogEngine;

    use super::*;

    #[test]
    fn secret_rooms_have_as_many_neighbours_as_published() {
        let all = around_secret_rooms();
        assert_eq!(all.len(), 8);
        for (difficulty, rooms, published, engine) in all {
            let gap = engine.estimate - published;
            assert!(gap.abs() < 0.02, "{difficulty}, {rooms}: {gap}");
        }
    }

    /// Basement I of seed 3615137577, with its first attempts as the game logged them, and with one number
    /// changed.
    #[test]
    fn a_logged_floor_with_one_changed_number_does_not_agree() {
        let log = include_str!("../../../../tests/fixtures/logs/repentance-plus.log");
        let of = |log: &str| {
            logged(&Evidence::of_log(log.as_bytes(), &mut LogEngine::new(None, None, None)))
        };
        let one = Agreement { same: 1, compared: 1, left_out: 0 };
        let right = of(log);
        let all: Vec<_> = right.iter().map(|(game, it)| (game.as_str(), it.all)).collect();
        assert_eq!(all, [("Repentance+", one)]);
        // The excerpt tells neither the start room's seed nor the shapes.
        let it = right["Repentance+"];
        assert_eq!((it.layouts, it.start_seeds), (one, Agreement::default()));
        assert_eq!((it.attempts, it.has_shapes), ([2, 2], false));
        let wrong = of(&log.replace("12 loops", "13 loops"));
        assert_eq!((wrong["Repentance+"].all.same, wrong["Repentance+"].layouts.same), (0, 0));
    }
}
