//! Engine floors as a log would record them, and what the comparison says.

use std::sync::Arc;

use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::rooms::{Catalogue, EMBEDDED};
use basement_floors::{
    CurseChoice, Decision, Difficulty, Floor, Generator, Phase, Request, Run, RunSeed, RunState,
    Seed, Shape, StageTypes, Unlocks,
};
use basement_gamelog::{
    LogEngine, LogReader, LoggedAttempt, LoggedEnd, LoggedFloor, LoggedRoom, LoggedRun, RunStart,
    Verdict,
};

/// The log of a floor, as the game would write it had it made this floor.
fn logged(engine: &Rebirth, request: &Request, seed: Seed) -> (LoggedFloor, Floor) {
    let mut attempts: Vec<LoggedAttempt> = Vec::new();
    let (mut found, mut wanted, mut rooms) = (0, 0, 0);
    let floor = engine
        .explain(request, seed, &mut |event| {
            if let Decision::Wanted { dead_ends, rooms: number } = event.decision {
                (wanted, rooms) = (u32::from(dead_ends), u32::from(number));
            }
            if let Decision::Attempt { .. } = event.decision {
                attempts.push(LoggedAttempt {
                    rooms: Some(0),
                    passes: Some(0),
                    end: LoggedEnd::Placing,
                    ..LoggedAttempt::default()
                });
            }
            let Some(attempt) = attempts.last_mut() else { return };
            match event.decision {
                Decision::Taken { .. } => *attempt.passes.as_mut().unwrap() += 1,
                Decision::Placed { shape, .. } => {
                    *attempt.rooms.as_mut().unwrap() += u32::from(event.rule == "R10");
                    attempt.forced_dead_ends += u32::from(event.rule == "R15");
                    attempt.shapes.extend((shape != Shape::Single).then(|| shape.id()));
                }
                Decision::DeadEnds { rooms } => found = rooms.len() as u32,
                Decision::Rejected { .. } => {
                    attempt.end = LoggedEnd::TooFewDeadEnds { found, wanted };
                }
                _ => {}
            }
        })
        .unwrap();
    for attempt in &mut attempts {
        attempt.wanted = attempt.rooms.filter(|grown| *grown < rooms).map(|_| rooms);
    }
    let stage_seed = u32::try_from(seed.value()).unwrap();
    let mut log = LoggedFloor::new(request.level, request.stage_type, Some(stage_seed));
    log.curses.extend(floor.curse());
    log.attempts_told = Some(attempts.len() as u32);
    log.attempts = attempts;
    log.start_cell = Some(84);
    log.tells_shapes = log.attempts.iter().any(|attempt| !attempt.shapes.is_empty());
    let catalogue = engine.catalogue().unwrap();
    log.rooms = floor
        .rooms()
        .iter()
        .map(|room| {
            let of = catalogue.get(room.interior.unwrap()).unwrap();
            LoggedRoom {
                room_type: of.room_type.number(),
                variant: of.variant,
                spawn_seed: Some(room.placing.unwrap().seeds.spawn.get()),
            }
        })
        .collect();
    (log, floor)
}

fn seeds(count: u32) -> impl Iterator<Item = Seed> {
    (1..=count).map(|number| Seed::game(number * 7_919 + 1).unwrap())
}

fn built_in() -> LogEngine {
    LogEngine::new(None, None, None)
}

#[test]
fn every_floor_of_the_engine_agrees_with_itself_and_is_read_back() {
    for edition in [Edition::AfterbirthPlus, Edition::Repentance] {
        let engine = Rebirth::new(edition);
        let stages = (1..=8).map(|stage| (stage, stage % 3)).chain([(10, 1), (11, 0), (12, 0)]);
        let mut told_apart = 0;
        let (mut beyond, mut maps, mut whole) = (0, 0, 0);
        for (stage, stage_type) in stages {
            for (number, seed) in seeds(12).enumerate() {
                let difficulty = Difficulty::ALL[number % 2];
                let unlocks = if number % 4 > 1 { Unlocks::Fresh } else { Unlocks::All };
                let request = Request { stage_type, difficulty, unlocks, ..Request::level(stage) };
                let (floor, made) = logged(&engine, &request, seed);
                assert_eq!(
                    LogReader::floors(floor.to_string().as_bytes()),
                    std::slice::from_ref(&floor)
                );
                let comparison = built_in().compare(&floor);
                assert_eq!(comparison.verdict, Verdict::Agrees, "{floor:?} {comparison:?}");
                assert_eq!(comparison.shapes, floor.tells_shapes);
                let modes: Vec<Difficulty> =
                    comparison.readings.iter().map(|reading| reading.difficulty).collect();
                assert!(modes.contains(&difficulty), "{comparison:?}");
                told_apart += usize::from(modes.iter().all(|mode| *mode == difficulty));
                let first = made.outcome().failed_placings.first();
                let layouts = first.map_or(made.attempts(), |failed| failed.attempt) as usize;
                assert!(comparison.attempts >= layouts.min(floor.attempts.len()));
                beyond += comparison.attempts - layouts;
                // The log was made with the built-in rooms, and so is the map.
                let comparison = LogEngine::new(Some(edition), None, None).compare(&floor);
                let first = comparison.readings[0];
                let is_same = (first.difficulty, first.unlocks) == (difficulty, unlocks);
                if comparison.attempts == floor.attempts.len() && is_same {
                    let cells = |floor: &Floor| {
                        let plain = floor.rooms().iter().filter(|room| room.placing.is_some());
                        plain.map(|room| room.anchor).collect::<Vec<_>>()
                    };
                    let shown = comparison.floor.unwrap();
                    whole += usize::from(cells(&shown) == cells(&made));
                    maps += 1;
                }
            }
        }
        // 132 floors. From stage 5 on, the modes always differ: normal mode has 20 rooms, Hard more.
        assert!(told_apart > 110, "{told_apart}");
        assert!(maps > 60 && whole == maps, "{edition}: {whole} of {maps}");
        assert!(
            beyond > 0,
            "{edition}: attempts after a failed placing phase are compared as well"
        );
    }
}

#[test]
fn the_first_fact_that_differs_is_named() {
    let engine = Rebirth::new(Edition::AfterbirthPlus);
    let request = Request::level(1);
    // A floor that was made in one attempt and has large rooms.
    let (floor, _) = seeds(200)
        .map(|seed| logged(&engine, &request, seed))
        .find(|(log, _)| {
            let shapes = &log.attempts[0].shapes;
            log.attempts.len() == 1 && shapes.first() != shapes.last()
        })
        .unwrap();
    let all = || LogEngine::new(Some(Edition::AfterbirthPlus), Some(Unlocks::All), None);
    let differs = |change: &dyn Fn(&mut LoggedFloor)| {
        let mut floor = floor.clone();
        change(&mut floor);
        let comparison = all().compare(&floor);
        assert_eq!(comparison.verdict, Verdict::Differs);
        comparison.difference.unwrap().what
    };
    assert_eq!(all().compare(&floor).verdict, Verdict::Agrees);
    let of = |what: &str| format!("{what} of attempt 1");
    assert_eq!(differs(&|log| log.attempts[0].shapes.reverse()), of("shapes"));
    assert_eq!(differs(&|log| log.attempts[0].shapes.push(2)), of("shapes"));
    assert_eq!(differs(&|log| *log.attempts[0].rooms.as_mut().unwrap() += 1), of("rooms"));
    assert_eq!(differs(&|log| log.attempts[0].wanted = Some(40)), of("wanted rooms"));
    assert_eq!(differs(&|log| *log.attempts[0].passes.as_mut().unwrap() += 1), of("passes"));
    assert_eq!(differs(&|log| log.attempts[0].forced_dead_ends += 1), of("forced dead ends"));
    let too_few = LoggedEnd::TooFewDeadEnds { found: 4, wanted: 5 };
    assert_eq!(differs(&|log| log.attempts[0].end = too_few), of("end"));
    assert_eq!(differs(&|log| log.attempts_told = Some(2)), "number of attempts");
    let other_seed = |log: &mut LoggedFloor| *log.rooms[0].spawn_seed.as_mut().unwrap() ^= 1;
    assert_eq!(differs(&other_seed), "spawn seed of the start room");

    // Nothing differs if the log has no shapes, or if a later floor has another spawn seed.
    let mut told_less = floor.clone();
    told_less.tells_shapes = false;
    told_less.attempts[0].shapes.clear();
    other_seed(&mut told_less);
    told_less.number = 2;
    let comparison = all().compare(&told_less);
    assert_eq!(comparison.verdict, Verdict::Agrees);
    assert!(!comparison.shapes && !comparison.start_spawn_seed);
    let is_said = |word: &str| comparison.remarks.iter().any(|remark| remark.contains(word));
    assert!(is_said("shapes not compared") && is_said("bosses and sins"), "{comparison:?}");
}

#[test]
fn w5_after_a_failed_placing_phase_the_map_is_the_layout_of_the_last_attempt() {
    let log = b"Level::Init m_Stage 4, m_StageType 4 Seed 2649606411\n\
        generate...\n19 rooms in 12 loops\ngenerate...\n19 rooms in 14 loops\n";
    let comparison = built_in().compare(&LogReader::floors(log)[0]);
    let floor = comparison.floor.unwrap();
    assert_eq!(floor.request().phase, Phase::Layout);
    assert_eq!(floor.rooms().len(), 20);
    let shapes = floor.rooms().iter().map(|room| room.shape.id()).filter(|shape| *shape != 1);
    // As recomputed by another program.
    assert_eq!(shapes.collect::<Vec<_>>(), [8, 3, 6, 12, 2]);
}

#[test]
fn floors_that_cannot_be_compared_are_listed_with_the_reason() {
    let reason = |floor: &LoggedFloor| {
        let comparison = built_in().compare(floor);
        assert_eq!(comparison.verdict, Verdict::NotCompared);
        comparison.remarks.join(" ")
    };
    let told = |stage, seed| {
        let mut floor = LoggedFloor::new(stage, 0, seed);
        floor.attempts = vec![LoggedAttempt { rooms: Some(9), ..LoggedAttempt::default() }];
        floor
    };
    assert!(reason(&LoggedFloor::new(1, 0, Some(7))).contains("Greed"));
    assert!(reason(&told(1, None)).contains("neither its seed"));
    assert!(reason(&told(9, Some(7))).contains("9"));
    assert!(reason(&told(13, Some(7))).contains("13"));
    let mut begun = told(1, Some(7));
    begun.attempts[0].rooms = None;
    assert_eq!(built_in().compare(&begun).verdict, Verdict::NotCompared);
}

#[test]
fn r5_a_curse_that_the_edition_does_not_draw_is_taken_from_the_log_and_reported() {
    let engine = Rebirth::new(Edition::AfterbirthPlus);
    let request = Request { curse: CurseChoice::Forced(None), ..Request::level(3) };
    let cursed = |seed: &Seed| {
        let drawn = engine.generate(&Request::level(3), *seed).unwrap();
        drawn.curse() == Some(basement_floors::Curse::Lost)
    };
    let seed = seeds(2_000).find(cursed).unwrap();
    let (floor, _) = logged(&engine, &request, seed);
    let comparison = built_in().compare(&floor);
    assert_eq!(comparison.verdict, Verdict::Agrees, "{comparison:?}");
    if comparison.readings[0].unlocks == Unlocks::All {
        assert!(comparison.readings[0].curse_is_given);
        assert!(comparison.remarks.iter().any(|remark| remark.contains("draws another")));
    }
}

#[test]
fn w3_with_the_rooms_that_the_game_has_the_entered_rooms_are_compared_along_a_run() {
    let rooms = Arc::clone(Catalogue::embedded());
    let engine = Rebirth::new(Edition::AfterbirthPlus);
    let mut own = LogEngine::new(Some(Edition::AfterbirthPlus), None, Some(rooms));
    let state = RunState { coins: 9, keys: 3, ..RunState::DEFAULT };
    let mut compared = 0;
    for number in 1..=6 {
        let run = RunSeed::new(number * 104_729).unwrap();
        let request = Request { run: state, ..Request::default() };
        let stages = Run::new(&engine, &request, StageTypes::DRAWN, run).unwrap().stages;
        for (place, stage) in stages.iter().take(6).enumerate() {
            let (mut log, _) = logged(&engine, stage.floor.request(), stage.floor.seed());
            log.run = Some(LoggedRun { seed: run, start: RunStart::New });
            log.number = place as u32 + 1;
            let comparison = own.compare(&log);
            assert_eq!(comparison.verdict, Verdict::Agrees, "{number} {place} {comparison:?}");
            assert_eq!(comparison.entered_rooms, log.rooms.len());
            compared += comparison.entered_rooms;

            // One room of another variant. What the run met is known, so it is a difference.
            let mut other = log.clone();
            other.rooms.last_mut().unwrap().variant += 1_000;
            let mut own = LogEngine::new(
                Some(Edition::AfterbirthPlus),
                None,
                Some(Arc::clone(Catalogue::embedded())),
            );
            let comparison = own.compare(&other);
            let is_first = place == 0;
            let expected = if is_first { Verdict::Differs } else { Verdict::Agrees };
            assert_eq!(comparison.verdict, expected, "{comparison:?}");
        }
    }
    assert!(compared > 400, "{compared}");
}

#[test]
fn rooms_are_not_compared_where_the_engines_own_stand_in_for_the_games() {
    let with_source = |source: &str| {
        let mut files = Catalogue::embedded().files().to_vec();
        files.iter_mut().for_each(|file| file.source = Some(source.to_owned()));
        let rooms = Arc::new(Catalogue::new(files).unwrap());
        LogEngine::new(Some(Edition::AfterbirthPlus), None, Some(rooms))
    };
    let engine = Rebirth::new(Edition::AfterbirthPlus);
    let (log, _) = logged(&engine, &Request::level(1), Seed::game(7).unwrap());
    let entered = |source| with_source(source).compare(&log).entered_rooms;
    assert_eq!((entered("game"), entered(EMBEDDED)), (log.rooms.len(), 0));
}
