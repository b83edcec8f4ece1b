//! The project's observations of the game, as lines of the game's log.
//!
//! `UPDATE_GOLDEN=1` rewrites the files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use basement_floors::rebirth::Edition;
use basement_floors::{Curse, Difficulty, RunSeed, Unlocks};
use basement_gamelog::{
    Evidence, EvidenceFloor, Game, GameVersion, LogEngine, LogReader, LoggedAttempt, LoggedEnd,
    LoggedFloor, LoggedRoom, LoggedRun, Reading, RunStart, Verdict, player_reports,
};
use serde::Deserialize;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures").join(name)
}

fn read<T: for<'de> Deserialize<'de>>(name: &str) -> Vec<T> {
    #[derive(Deserialize)]
    struct Levels<T> {
        levels: Vec<T>,
    }
    let text = std::fs::read_to_string(fixture(name)).unwrap();
    serde_json::from_str::<Levels<T>>(&text).unwrap().levels
}

/// A level of `engine-vectors.json`.
#[derive(Deserialize)]
struct Vector {
    stage: u8,
    seed: u32,
    curse: String,
    attempts: Vec<VectorAttempt>,
}

#[derive(Deserialize)]
struct VectorAttempt {
    shapes: Vec<u8>,
    rooms: u32,
    loops: u32,
    new_dead_ends: u32,
    verdict: String,
}

/// A level of `spawn-seeds.json`.
#[derive(Deserialize)]
struct SpawnSeed {
    stage: u8,
    seed: u32,
    curse: String,
    start_spawn_seed: u32,
}

/// A floor of Basement I, in the run whose first stage has its seed (R39).
fn basement(stage: u8, seed: u32, curse: &str) -> LoggedFloor {
    let mut floor = LoggedFloor::new(stage, 0, Some(seed));
    floor.version = Some(GameVersion { game: Game::AfterbirthPlus, number: "1.06".to_owned() });
    let run = RunSeed::from_stage_seed(stage, seed.try_into().unwrap());
    floor.run = Some(LoggedRun { seed: run, start: RunStart::Unknown });
    floor.curses.extend(curse.parse::<Curse>().ok());
    floor
}

fn attempt(of: &VectorAttempt) -> LoggedAttempt {
    let end = match of.verdict.strip_prefix("dead_ends ") {
        None => {
            assert_eq!(of.verdict, "placing");
            LoggedEnd::Placing
        }
        Some(counts) => {
            let (found, wanted) = counts.split_once('/').unwrap();
            let (found, wanted) = (found.parse().unwrap(), wanted.parse().unwrap());
            LoggedEnd::TooFewDeadEnds { found, wanted }
        }
    };
    LoggedAttempt {
        shapes: of.shapes.clone(),
        rooms: Some(of.rooms),
        wanted: None,
        passes: Some(of.loops),
        forced_dead_ends: of.new_dead_ends,
        end,
    }
}

/// The 34 engine vectors and the 51 levels with a spawn seed; a level in both is one floor.
fn afterbirth_plus() -> Vec<LoggedFloor> {
    let vectors: Vec<Vector> = read("engine-vectors.json");
    let spawn_seeds: Vec<SpawnSeed> = read("spawn-seeds.json");
    assert_eq!((vectors.len(), spawn_seeds.len()), (34, 51));
    let mut order = Vec::new();
    let mut floors = BTreeMap::new();
    for vector in &vectors {
        let mut floor = basement(vector.stage, vector.seed, &vector.curse);
        floor.attempts = vector.attempts.iter().map(attempt).collect();
        floor.attempts_told = Some(vector.attempts.len() as u32);
        order.push(vector.seed);
        floors.insert(vector.seed, floor);
    }
    for level in &spawn_seeds {
        let floor = floors.entry(level.seed).or_insert_with(|| {
            order.push(level.seed);
            let mut floor = basement(level.stage, level.seed, &level.curse);
            // All that is known about how it was made is its one placing phase.
            floor.attempts =
                vec![LoggedAttempt { end: LoggedEnd::Placing, ..LoggedAttempt::default() }];
            floor
        });
        let spawn_seed = Some(level.start_spawn_seed);
        floor.rooms = vec![LoggedRoom { room_type: 1, variant: 2, spawn_seed }];
    }
    let mut tells_shapes = false;
    let of = |seed: u32| {
        let mut floor = floors[&seed].clone();
        tells_shapes |= floor.attempts.iter().any(|attempt| !attempt.shapes.is_empty());
        // A version line starts a new run, but whether the log names shapes carries over.
        floor.tells_shapes = tells_shapes;
        floor
    };
    order.into_iter().map(of).collect()
}

/// Mines II of Repentance+: the rooms and loops of both attempts are known.
fn repentance_plus() -> Vec<LoggedFloor> {
    let mut floor = LoggedFloor::new(4, 4, Some(2_649_606_411));
    // From 2026; the number is not known.
    floor.version = Some(GameVersion { game: Game::RepentancePlus, number: String::new() });
    let attempt = |passes| LoggedAttempt {
        rooms: Some(19),
        passes: Some(passes),
        ..LoggedAttempt::default()
    };
    floor.attempts = vec![attempt(12), attempt(14)];
    vec![floor]
}

fn rendered(floors: &[LoggedFloor]) -> String {
    floors.iter().map(LoggedFloor::to_string).collect()
}

fn held(name: &str, floors: &[LoggedFloor]) -> Evidence {
    let (path, log) = (fixture(name), rendered(floors));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &log).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), log, "{name}");
    assert_eq!(LogReader::floors(log.as_bytes()), floors, "{name} is read back");
    Evidence::of_log(log.as_bytes(), &mut LogEngine::new(None, None, None))
}

#[test]
fn r1_to_r17_w53_the_engine_makes_every_floor_of_afterbirth_plus_that_is_known() {
    let floors = afterbirth_plus();
    let evidence = held("logs/afterbirth-plus.log", &floors);
    for floor in &evidence.floors {
        assert_ne!(floor.engine.verdict, Verdict::Differs, "{floor:?}");
    }
    let sum = |of: &dyn Fn(&EvidenceFloor) -> usize| evidence.floors.iter().map(of).sum::<usize>();
    // Of 64 attempts on 34 floors. The others follow a placing phase that failed on a Labyrinth.
    assert_eq!(sum(&|floor| floor.engine.attempts), 54);
    assert_eq!(sum(&|floor| usize::from(floor.engine.shapes)), 34);
    // Of the 51, those on which the built-in rooms do not fail a placing phase.
    assert_eq!(sum(&|floor| usize::from(floor.engine.start_spawn_seed)), 49);
    assert_eq!(evidence.count(Verdict::Agrees), 73);
    for floor in &evidence.floors {
        assert!(floor.engine.readings.iter().all(|reading| !reading.curse_is_given));
        let normal = floor.engine.readings.iter().any(|reading| {
            reading.difficulty == Difficulty::Normal && reading.unlocks == Unlocks::All
        });
        assert!(normal, "the game was in normal mode, with everything unlocked: {floor:?}");
    }
}

#[test]
fn r6_to_r17_both_passes_of_mines_2_agree() {
    let evidence = held("logs/repentance-plus.log", &repentance_plus());
    let floor = &evidence.floors[0];
    assert_eq!(floor.engine.verdict, Verdict::Agrees, "{floor:?}");
    assert_eq!(floor.engine.attempts, 2);
    // Hard has two or three more rooms.
    let is_normal = |reading: &Reading| reading.difficulty == Difficulty::Normal;
    assert!(floor.engine.readings.iter().all(is_normal));
    assert!(floor.engine.readings.iter().all(|reading| reading.edition == Edition::Repentance));
}

#[test]
fn the_page_of_evidence_is_up_to_date() {
    let names = ["afterbirth-plus.log", "repentance-plus.log"];
    let mut engine = LogEngine::new(None, None, None);
    let mut evidence = Evidence::default();
    for name in &names {
        let log = std::fs::read(fixture(&format!("logs/{name}"))).unwrap();
        evidence.floors.extend(Evidence::of_log(&log, &mut engine).floors);
    }
    let files = names.join(" ");
    let page = evidence.to_markdown(&format!("basement-lab log report {files} --out evidence.md"));
    let path = fixture("../../docs/evidence.md");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), page);
}

#[test]
fn evidence_keeps_only_floors_and_versions_of_the_log() {
    let log = b"[INFO] - Binding of Isaac: Repentance+ v1.9.7.13 of Joe\r\n\
        [INFO] - Loading C:\\Users\\Joe\\mods\n\
        [INFO] - RNG Start Seed: ML3H JVH2 (1) [New, 1]\n\
        [INFO] - Level::Init m_Stage 1, m_StageType 0 Seed 4273504213\n\
        [INFO] - generate...\n\
        [INFO] - Room 1.2(Joe's room)\n\
        [INFO] - Adding collectible 225 (Gimpy) to player 0 (Cain)\n\
        [INFO] - Lua Debug: basement-lab-probe {\"name\":\"Joe\"}\n";
    let mut engine = LogEngine::new(None, None, None);
    let evidence = Evidence::of_log(log, &mut engine);
    let json = serde_json::to_string(&evidence).unwrap();
    for word in ["Joe", "Users", "Gimpy", "Cain", "mods"] {
        assert!(!json.contains(word), "{word} in {json}");
    }
    let floor = &evidence.floors[0].floor;
    assert_eq!(floor.version.as_ref().unwrap().number, "1.9.7.13");
    assert_eq!((floor.seed, floor.rooms.len()), (Some(4_273_504_213), 1));
    assert!(floor.is_cut, "the probe's line cannot be read");
    assert_eq!(Evidence::of_log(json.as_bytes(), &mut engine), evidence);
}

#[test]
fn player_reports_agree_except_where_built_in_rooms_decide() {
    let agrees: Vec<bool> = player_reports().iter().map(|fact| fact.agrees).collect();
    // Which dead end becomes the grave depends on the built-in rooms.
    assert_eq!(agrees, [true, true, true, false, false, false, false]);
}
