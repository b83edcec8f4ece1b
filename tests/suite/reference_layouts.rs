//! The layout phase of Rebirth compared with the real game and another program (R1-R17, R38, R39).
//! `fixtures/README.md` says where each figure comes from.

use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::{
    CurseChoice, Decision, Difficulty, Event, Generator, Phase, Request, RunSeed, Seed, Shape,
    Unlocks,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Levels<L> {
    levels: Vec<L>,
}

/// One floor of the game's own log.
#[derive(Deserialize)]
struct LoggedFloor {
    stage: u8,
    seed: u32,
    curse: String,
    attempts: Vec<LoggedAttempt>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct LoggedAttempt {
    shapes: Vec<u8>,
    rooms: usize,
    loops: usize,
    new_dead_ends: usize,
    verdict: String,
}

/// What one attempt looks like in our trace, in the log's terms.
fn logged(events: &[Event]) -> LoggedAttempt {
    let placed_by = |rule| {
        let is_placed = |event: &&Event| {
            event.rule == rule && matches!(event.decision, Decision::Placed { .. })
        };
        events.iter().filter(is_placed).count()
    };
    let mut min_dead_ends = 0;
    let mut shapes = Vec::new();
    let mut dead_ends = 0;
    for event in events {
        match &event.decision {
            Decision::Placed { shape, .. } if *shape != Shape::Single => shapes.push(shape.id()),
            Decision::DeadEnds { rooms } => dead_ends = rooms.len(),
            Decision::Wanted { dead_ends, .. } => min_dead_ends = usize::from(*dead_ends),
            _ => {}
        }
    }
    let is_rejected = events.iter().any(|e| matches!(e.decision, Decision::Rejected { .. }));
    LoggedAttempt {
        shapes,
        // The log counts rooms before dead ends are added.
        rooms: placed_by("R10"),
        loops: events.iter().filter(|e| matches!(e.decision, Decision::Taken { .. })).count(),
        new_dead_ends: placed_by("R15"),
        verdict: if is_rejected {
            format!("dead_ends {dead_ends}/{min_dead_ends}")
        } else {
            "placing".to_owned()
        },
    }
}

#[test]
fn r1_to_r17_the_games_own_log_is_reproduced_attempt_by_attempt() {
    let log: Levels<LoggedFloor> =
        serde_json::from_str(include_str!("../fixtures/engine-vectors.json")).unwrap();
    assert_eq!(log.levels.len(), 34);
    let rebirth = Rebirth::new(Edition::AfterbirthPlus);
    for expected in &log.levels {
        let request = Request { phase: Phase::Layout, ..Request::level(expected.stage) };
        let seed = Seed::game(expected.seed).unwrap();
        let mut events = Vec::new();
        let floor = rebirth.explain(&request, seed, &mut |event| events.push(event)).unwrap();
        let curse = floor.curse().map_or_else(|| "none".to_owned(), |curse| curse.to_string());
        assert_eq!(curse, expected.curse, "{seed}");

        // One part for each attempt. The target is drawn before the first attempt and given to
        // each.
        let mut attempts: Vec<Vec<Event>> = Vec::new();
        let mut target = Vec::new();
        for event in events {
            match event.decision {
                Decision::Attempt { .. } => attempts.push(target.clone()),
                _ if attempts.is_empty() => target.push(event),
                _ => attempts.last_mut().unwrap().push(event),
            }
        }
        let layout_attempts = expected.attempts.iter().position(|a| a.verdict == "placing");
        assert_eq!(layout_attempts, Some(attempts.len() - 1), "{seed}");
        for (events, expected) in attempts.iter().zip(&expected.attempts) {
            let mut attempt = logged(events);
            if expected.verdict == "placing" {
                // The log continues with rooms that were grown later.
                assert!(expected.shapes.starts_with(&attempt.shapes), "{seed} {attempt:?}");
                attempt.shapes.clone_from(&expected.shapes);
            }
            assert_eq!(attempt, *expected, "{seed}");
        }
    }
}

/// Totals over the run seeds 1 to 10,000.
#[derive(Deserialize)]
struct Totals {
    studies: Vec<Study>,
}

#[derive(Deserialize)]
struct Study {
    stage: u8,
    hard: bool,
    curse_roll: bool,
    forced_dead_ends: usize,
    large_rooms: usize,
    retries: u32,
    #[serde(default)]
    wanted: std::collections::BTreeMap<u8, usize>,
}

#[test]
fn r1_to_r17_r39_totals_over_10_000_runs_agree_with_another_program() {
    let totals: Totals =
        serde_json::from_str(include_str!("../fixtures/layout-totals.json")).unwrap();
    assert_eq!(totals.studies.len(), 6);
    let rebirth = Rebirth::new(Edition::Repentance);
    for study in totals.studies {
        let request = Request {
            difficulty: if study.hard { Difficulty::Hard } else { Difficulty::Normal },
            curse: if study.curse_roll { CurseChoice::Drawn } else { CurseChoice::NoRoll },
            unlocks: Unlocks::Fresh,
            phase: Phase::Layout,
            ..Request::level(study.stage)
        };
        let (mut forced, mut large, mut retries) = (0, 0, 0);
        let mut wanted = std::collections::BTreeMap::<u8, usize>::new();
        for run in 1..=10_000 {
            let seed = RunSeed::new(run).unwrap().stage_seed(study.stage);
            let floor = rebirth
                .explain(&request, seed, &mut |event| {
                    if let Decision::Placed { shape, .. } = event.decision {
                        forced += usize::from(event.rule == "R15");
                        large += usize::from(shape != Shape::Single);
                    }
                })
                .unwrap();
            retries += floor.attempts() - 1;
            *wanted.entry(floor.wanted()).or_default() += 1;
        }
        let name = format!("stage {} hard {}", study.stage, study.hard);
        assert_eq!(forced, study.forced_dead_ends, "{name}: forced dead ends");
        assert_eq!(large, study.large_rooms, "{name}: large rooms");
        assert_eq!(retries, study.retries, "{name}: retries");
        if !study.wanted.is_empty() {
            assert_eq!(wanted, study.wanted, "{name}: wanted rooms");
        }
    }
}
