//! The engine compared with what is known about the real games: floors in Rebirth's own logs, and what
//! players counted.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

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
fn has_big_rooms(floor: &EvidenceFloor) -> bool {
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

/// A sentence on the study's edition of Rebirth, if no logged floor of it was compared.
fn not_logged(results: &Results, log: &Log<'_>) -> String {
    let edition = shown(results).into_iter().find_map(|series| {
        let description = description_of(results, series)?;
        (description.backend == "rebirth").then(|| description.edition.clone())
    });
    let expansion = edition.as_deref().and_then(|edition| expansion_of("rebirth", edition));
    let is_logged = |it: &str| log.get(it).is_some_and(|it| it.iter().any(|it| is_compared(it)));
    match expansion.filter(|it| !is_logged(it)) {
        Some(expansion) => format!(" We know of no public log of {expansion}."),
        None => String::new(),
    }
}

/// What logs tell, and what could not be compared.
pub(crate) fn caption(
    results: &Results,
    log: &Log<'_>,
    flash: Option<&(Agreement, Vec<&GroupResult>)>,
) -> String {
    let flash = flash.map_or_else(String::new, |(all, groups)| {
        format!(
            " For Flash, only the number of rooms could be checked: {} floors of {} are in the range that players counted.",
            of_all(*all),
            levels(groups)
        )
    });
    let floors: Vec<&EvidenceFloor> = log.values().flatten().copied().collect();
    let [layouts, big_rooms, start_seeds] = [has_layouts, has_big_rooms, has_start_seed]
        .map(|fact| Agreement::of(&floors, fact).compared);
    format!(
        "{}{}{}{flash}",
        which_floors(log),
        what_logs_tell(layouts, big_rooms, start_seeds),
        not_logged(results, log)
    )
}

/// How many floors of each game were compared, and of which levels.
fn which_floors(log: &Log<'_>) -> String {
    let of_game = |(game, floors): (&String, &Vec<&EvidenceFloor>)| {
        let count = floors.iter().filter(|it| is_compared(it)).count() as u64;
        (count > 0)
            .then(|| format!("{} of {game} on {}", counted(count, "floor"), on_levels(floors)))
    };
    format!("The logs cover {}. ", list(log.iter().filter_map(of_game)))
}

/// The levels of the floors that were compared.
pub(crate) fn on_levels(floors: &[&EvidenceFloor]) -> String {
    let levels = floors.iter().filter(|it| is_compared(it)).map(|it| it.floor.stage);
    levels_in_words(levels.collect::<BTreeSet<u8>>())
}

/// What logs tell, and of how many floors.
fn what_logs_tell(layouts: u64, big_rooms: u64, start_seeds: u64) -> String {
    let big = match big_rooms == layouts {
        true => " and which of them are big".to_owned(),
        false => format!(", and for {} also which of them are big", whole(big_rooms)),
    };
    format!(
        "The game may try several layouts for a floor. For {} the logs say how many rooms each try has{big}. For {} they give the start room's seed; if \
         ours is the same, our program made the same random choices up to that room. No log says where the boss is. If a log does not name the mode, we tried both.",
        counted(layouts, "floor"),
        whole(start_seeds)
    )
}

/// The floors that were left out; of the layouts that the game tried, how many could be compared and how many
/// there are.
pub(crate) fn left_out(all: Agreement, [compared, attempts]: [u64; 2]) -> String {
    let tries = match attempts.saturating_sub(compared) {
        // After a difference nothing more is compared.
        0 => None,
        _ if all.same < all.compared => None,
        rest => Some(format!(
            "Of {} tries we compared {}; the other {} depend on the game's own rooms, which we do not have.",
            whole(attempts),
            whole(compared),
            whole(rest)
        )),
    };
    let floors = match all.left_out {
        0 => None,
        1 => Some("One more floor could not be compared.".to_owned()),
        count => {
            Some(format!("{} more floors could not be compared.", capital(&in_words(count as f64))))
        }
    };
    tries.into_iter().chain(floors).collect::<Vec<_>>().join(" ")
}

/// "level 1", "levels 1 to 8".
fn levels(groups: &[&GroupResult]) -> String {
    let levels = || groups.iter().map(|group| group.request.level);
    match (levels().min(), levels().max()) {
        (Some(first), Some(last)) if first < last => format!("levels {first} to {last}"),
        (first, _) => format!("level {}", first.unwrap_or(1)),
    }
}

/// How many logged floors there are, from which games, and where their seeds are.
pub(crate) fn logs<'a>(log: Agreement, games: impl Iterator<Item = &'a String>) -> String {
    let (floors, games) = (counted(log.compared, "floor"), list(games));
    format!("{floors} of logs of {games}; their seeds in docs/evidence.md")
}

/// "all 74", "73 of 74".
fn of_all(Agreement { same, compared, .. }: Agreement) -> String {
    match same == compared {
        true => format!("all {}", whole(same)),
        false => format!("{} of {}", whole(same), whole(compared)),
    }
}

/// The result of the comparison with the logs.
pub(crate) fn title(log: Agreement) -> String {
    match log.same == log.compared {
        true => format!(
            "Nothing in the logs of {} contradicts our floors",
            counted(log.compared, "floor")
        ),
        false => format!("{} logged floors match ours in all that the logs tell", of_all(log)),
    }
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

    #[test]
    fn the_title_says_all_only_where_every_floor_agrees() {
        let said = |same, compared| title(Agreement { same, compared, left_out: 0 });
        assert_eq!(said(74, 74), "Nothing in the logs of 74 floors contradicts our floors");
        assert_eq!(said(73, 74), "73 of 74 logged floors match ours in all that the logs tell");
    }

    #[test]
    fn the_caption_says_how_much_was_compared() {
        assert_eq!(
            what_logs_tell(35, 34, 49),
            "The game may try several layouts for a floor. For 35 floors the logs say how many rooms each try has, and for 34 also which of them are big. For 49 they give \
             the start room's seed; if ours is the same, our program made the same random choices up to that room. No log says where the boss is. If a log does not name the \
             mode, we tried both."
        );
        assert!(what_logs_tell(35, 35, 49).contains("each try has and which of them are big. For"));
        let all = Agreement { same: 74, compared: 74, left_out: 2 };
        assert_eq!(
            left_out(all, [56, 66]),
            "Of 66 tries we compared 56; the other 10 depend on the game's own rooms, which we do not have. Two more floors could not be compared."
        );
        assert_eq!(left_out(Agreement { left_out: 0, ..all }, [56, 56]), "");
    }
}
