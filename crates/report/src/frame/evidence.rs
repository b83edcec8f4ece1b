//! The engine compared with what is known about the real games: floors in Rebirth's own logs, and what
//! players counted.

use std::collections::BTreeMap;

use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::{Difficulty, Generator, Request, RoomSet, RunSeed};
use basement_gamelog::{Evidence, EvidenceFloor, Verdict};
use basement_survey::study::FloorSource;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::prelude::*;

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

/// The logged floors, by the game that wrote the log.
pub(crate) type Log<'a> = BTreeMap<String, Vec<&'a EvidenceFloor>>;

/// How many floors agree with the game's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Agreement {
    pub(crate) same: u64,
    pub(crate) compared: u64,
    /// Floors on which nothing could be compared.
    pub(crate) left_out: u64,
}

impl Agreement {
    /// Of those floors that can be compared so; the others are left out.
    pub(crate) fn of(floors: &[&EvidenceFloor], is_compared: fn(&EvidenceFloor) -> bool) -> Self {
        let (compared, others): (Vec<_>, Vec<_>) =
            floors.iter().copied().partition(|it| is_compared(it));
        let same = compared.iter().filter(|it| it.engine.verdict == Verdict::Agrees).count();
        Self { same: same as u64, compared: compared.len() as u64, left_out: others.len() as u64 }
    }

    /// The share that agrees, with its interval.
    pub(crate) fn share(&self) -> Interval {
        let wilson = wilson_interval(self.same, self.compared);
        match self.same == self.compared && self.compared > 0 {
            // The exact bound: for few floors, Wilson's is too high.
            true => Interval { lower: 0.025_f64.powf(1.0 / self.compared as f64), ..wilson },
            false => wilson,
        }
    }
}

/// Whether something of a floor could be compared.
pub(crate) fn is_compared(floor: &EvidenceFloor) -> bool {
    floor.engine.verdict != Verdict::NotCompared
}

/// Whether the layouts that the game tried could be compared.
pub(crate) fn has_layouts(floor: &EvidenceFloor) -> bool {
    // Nothing more is compared after the first difference.
    floor.engine.attempts > 0 || (is_compared(floor) && !has_start_seed(floor))
}

/// Whether the big rooms of these layouts could also be compared.
pub(crate) fn has_big_rooms(floor: &EvidenceFloor) -> bool {
    has_layouts(floor) && floor.engine.shapes
}

/// Whether the start room's spawn seed could be compared.
pub(crate) const fn has_start_seed(floor: &EvidenceFloor) -> bool {
    floor.engine.start_spawn_seed
}

/// The logged floors, by the game that wrote the log.
pub(crate) fn logged(evidence: &Evidence) -> Log<'_> {
    let mut games = Log::new();
    for floor in &evidence.floors {
        let game = floor.floor.version.as_ref().map(|version| version.game.to_string());
        games.entry(game.unwrap_or_else(|| "unknown game".to_owned())).or_default().push(floor);
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
        let of =
            |log: &str| Evidence::of_log(log.as_bytes(), &mut LogEngine::new(None, None, None));
        let agreements = |evidence: &Evidence| {
            let games = logged(evidence);
            assert_eq!(games.keys().collect::<Vec<_>>(), ["Repentance+"]);
            [is_compared, has_layouts, has_start_seed]
                .map(|fact| Agreement::of(&games["Repentance+"], fact))
        };
        let right = of(log);
        let one = Agreement { same: 1, compared: 1, left_out: 0 };
        // The excerpt tells neither the start room's seed nor the shapes.
        let none = Agreement { same: 0, compared: 0, left_out: 1 };
        assert_eq!(agreements(&right), [one, one, none]);
        let floor = &right.floors[0];
        assert_eq!((floor.engine.attempts, floor.logged_attempts()), (2, 2));
        assert!(!floor.engine.shapes);
        let wrong = of(&log.replace("12 loops", "13 loops"));
        let wrong = agreements(&wrong);
        assert_eq!((wrong[0].same, wrong[1].same), (0, 0));
    }
}
