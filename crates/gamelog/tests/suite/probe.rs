//! The probe: its lines are read back, and compared room by room.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::rooms::Catalogue;
use basement_floors::{Difficulty, Generator, Request, RunSeed, Seed};
use basement_gamelog::{Game, LogEngine, LogReader, ProbedFloor, Verdict};

/// Engine floors as the probe writes them: all stages, both modes, three games.
fn probed() -> Vec<ProbedFloor> {
    let stages = (1..=8).map(|stage| (stage, stage % 3)).chain([(10, 1), (11, 0), (12, 0)]);
    let older = stages.clone().map(|stage| (Game::AfterbirthPlus, stage));
    let newer = stages.chain([(2, 4), (4, 4), (6, 5)]).enumerate().map(|(number, stage)| {
        (if number % 2 == 0 { Game::Repentance } else { Game::RepentancePlus }, stage)
    });
    let mut floors = Vec::new();
    for (number, (game, (stage, stage_type))) in older.chain(newer).enumerate() {
        let engine = Rebirth::new(game.editions()[0]);
        let difficulty = Difficulty::ALL[number % 2];
        let request = Request { stage_type, difficulty, ..Request::level(stage) };
        let run = RunSeed::new(number as u32 * 7919 + 1).unwrap();
        // As in the game, the alternative chapters use the next stage's seed.
        let seed = run.stage_seed(stage + u8::from(stage_type >= 4));
        let floor = engine.generate(&request, seed).unwrap();
        floors.push(ProbedFloor::of(&floor, engine.catalogue().unwrap(), run, game).unwrap());
    }
    floors
}

fn lines(floors: &[ProbedFloor]) -> String {
    let line = |floor| {
        let json = serde_json::to_string(floor).unwrap();
        format!("[INFO] - Lua Debug: basement-lab-probe {json}\r\n")
    };
    floors.iter().map(line).collect()
}

#[test]
fn a_line_of_the_probe_is_a_floor_also_without_any_other_line() {
    let probed = probed();
    let floors = LogReader::floors(lines(&probed).as_bytes());
    let read: Vec<_> = floors.iter().map(|floor| floor.probe.clone().unwrap()).collect();
    assert_eq!(read, probed);
    for (floor, probe) in floors.iter().zip(&probed) {
        assert_eq!((floor.stage, floor.seed), (probe.stage, Some(probe.seed)));
        assert_eq!(floor.run.unwrap().seed, probe.run);
    }
    // The longest line is The Void's. The probe's README gives its length, and the reader accepts
    // more than ten times as much.
    let longest = lines(&probed).lines().map(str::len).max().unwrap();
    assert!((3_000..5_000).contains(&longest), "{longest}");
    assert!(longest < basement_gamelog::LINE_BYTES / 10);
}

#[test]
fn w3_with_the_same_rooms_every_room_of_the_probe_agrees() {
    let mut engine = LogEngine::new(None, None, Some(Arc::clone(Catalogue::embedded())));
    for probe in probed() {
        let floor = &LogReader::floors(lines(std::slice::from_ref(&probe)).as_bytes())[0];
        let comparison = engine.compare(floor);
        // It is known what a run met before stage 1: nothing.
        assert_eq!(comparison.verdict, Verdict::Agrees, "{probe:?} {comparison:?}");
        assert_eq!(comparison.probed_rooms, probe.rooms.len());
        let hard = comparison.readings[0].difficulty == Difficulty::Hard;
        assert_eq!(u8::from(hard), probe.difficulty);
    }
}

#[test]
fn a_room_that_differs_in_one_number_is_a_difference() {
    let mut engine = LogEngine::new(None, None, Some(Arc::clone(Catalogue::embedded())));
    let first = probed().remove(0);
    assert_eq!((first.stage, first.stage_type), (1, 1));
    let mut differing = Vec::new();
    for change in [
        |probe: &mut ProbedFloor| probe.rooms[2].variant += 1,
        |probe: &mut ProbedFloor| probe.rooms[2].cell += 1,
        |probe: &mut ProbedFloor| probe.rooms[2].award ^= 1,
        |probe: &mut ProbedFloor| probe.rooms[2].doors ^= 1,
        |probe: &mut ProbedFloor| probe.rooms.truncate(9),
    ] {
        let mut probe = first.clone();
        change(&mut probe);
        let floor = &LogReader::floors(lines(&[probe]).as_bytes())[0];
        let comparison = engine.compare(floor);
        assert_eq!(comparison.verdict, Verdict::Differs);
        differing.push(comparison.difference.unwrap().what);
    }
    assert!(differing.iter().all(|what| what.starts_with("room at cell ")), "{differing:?}");
    assert!(differing[2].ends_with(", award seed"), "{differing:?}");
}

#[test]
fn with_the_built_in_rooms_a_probed_floor_agrees_and_a_moved_one_differs() {
    // A floor of Afterbirth+ whose log has one placing phase.
    let seed = 3_615_137_577;
    let engine = Rebirth::new(Edition::AfterbirthPlus);
    let floor = engine.generate(&Request::level(1), Seed::game(seed).unwrap()).unwrap();
    let run = RunSeed::from_stage_seed(1, seed.try_into().unwrap());
    let catalogue = engine.catalogue().unwrap();
    let probe = ProbedFloor::of(&floor, catalogue, run, Game::AfterbirthPlus).unwrap();
    let before = format!(
        "Level::Init m_Stage 1, m_StageType 0 Seed {seed}\ngenerate...\nplacing rooms...\n"
    );
    let compared = |probe: ProbedFloor| {
        let log = before.clone() + &lines(&[probe]);
        LogEngine::new(None, None, None).compare(&LogReader::floors(log.as_bytes())[0])
    };
    let agreeing = compared(probe.clone());
    assert_eq!(agreeing.verdict, Verdict::Agrees, "{agreeing:?}");
    assert!(agreeing.probed_rooms > 2);
    const START: i32 = 6 + 13 * 6;
    // A probe alone agrees if its rooms do. The start room, which is the same on every floor, is no
    // evidence; and other rooms are no difference, because a placing phase may have failed.
    let alone = |probe| {
        let floor = &LogReader::floors(lines(&[probe]).as_bytes())[0];
        LogEngine::new(None, None, None).compare(floor)
    };
    assert_eq!(alone(probe.clone()).probed_rooms, agreeing.probed_rooms);
    let mut other = probe;
    for room in &mut other.rooms {
        room.cell += i32::from(room.cell != START);
        room.spawn = 1;
    }
    let told = alone(other.clone());
    assert_eq!((told.verdict, told.probed_rooms), (Verdict::NotCompared, 0), "{told:?}");
    assert!(
        told.remarks.iter().any(|remark| remark.contains("perhaps because a placing phase failed"))
    );
    assert_eq!(compared(other).verdict, Verdict::Differs);
}

#[test]
fn a_cut_line_is_reported_and_greed_mode_is_not_compared() {
    let probe = probed().remove(0);
    let line = lines(std::slice::from_ref(&probe));
    let cut = format!(
        "Level::Init m_Stage 1, m_StageType 1 Seed {}\n{}\n",
        probe.seed,
        &line[..line.len() / 2]
    );
    let floor = &LogReader::floors(cut.as_bytes())[0];
    assert!(floor.probe.is_none() && floor.is_cut);
    let mut greed = probe;
    greed.difficulty = 2;
    let floor = &LogReader::floors(lines(&[greed]).as_bytes())[0];
    let comparison = LogEngine::new(None, None, None).compare(floor);
    assert_eq!(comparison.verdict, Verdict::NotCompared);
    assert!(comparison.remarks[0].contains("Greed"));
}

#[test]
fn the_seed_of_the_log_counts_if_the_probe_gives_another() {
    let probe = probed().remove(0);
    let log = format!(
        "Level::Init m_Stage 1, m_StageType 1 Seed 7\n{}",
        lines(std::slice::from_ref(&probe))
    );
    let floors = LogReader::floors(log.as_bytes());
    assert_eq!((floors.len(), floors[0].seed), (1, Some(7)));
    let comparison = LogEngine::new(None, None, None).compare(&floors[0]);
    assert!(comparison.remarks.iter().any(|remark| remark.contains("different stage seeds")));
    // A floor that is generated again has another seed, and is another floor.
    let mut anew = probe.clone();
    anew.seed ^= 1;
    assert_eq!(LogReader::floors(lines(&[probe.clone(), probe, anew]).as_bytes()).len(), 2);
}

/// The floors in the form that `mock.lua` reads.
fn lua_table(floors: &[ProbedFloor]) -> String {
    let mut text = "return {\n".to_owned();
    for floor in floors {
        let game = serde_json::to_value(floor.game).unwrap();
        let ProbedFloor { run, stage, stage_type, difficulty, curses, start, .. } = floor;
        let seeds = (1..=13).map(|stage| format!("[{stage}]={}", run.stage_seed(stage).value()));
        let seeds: Vec<String> = seeds.collect();
        let _ = writeln!(
            text,
            "{{game={game}, run=\"{run}\", stage={stage}, stage_type={stage_type}, difficulty={difficulty}, \
             curses={curses}, start={start}, seeds={{{}}}, rooms={{",
            seeds.join(", ")
        );
        for room in &floor.rooms {
            let _ = writeln!(
                text,
                "{{GridIndex={}, SafeGridIndex={}, DecorationSeed={}, SpawnSeed={}, AwardSeed={}, \
                 Data={{Type={}, Variant={}, Subtype={}, Shape={}, Doors={}, StageID={}}}}},",
                room.cell,
                room.safe_cell,
                room.decoration,
                room.spawn,
                room.award,
                room.room_type,
                room.variant,
                room.subtype,
                room.shape,
                room.doors,
                room.stage_id
            );
        }
        // A devil room, which is off the grid.
        text += "{GridIndex=-1, SafeGridIndex=-1, DecorationSeed=1, SpawnSeed=1, AwardSeed=1, \
                 Data={Type=14, Variant=1, Subtype=0, Shape=1, Doors=15, StageID=0}},\n}},\n";
    }
    text + "}\n"
}

#[test]
#[ignore = "needs Lua 5.3: .ci/run installs it"]
fn the_mod_writes_the_floors_of_the_game_under_lua_5_3() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = here.join("../../mods/basement-lab-probe/main.lua");
    let checked = Command::new("luac5.3").arg("-p").arg(&script).status().unwrap();
    assert!(checked.success());
    let probed = probed();
    let table = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&table, lua_table(&probed)).unwrap();
    let scripts = [&here.join("tests/mock.lua"), &script, table.path()];
    let output = Command::new("lua5.3").args(scripts).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let floors = LogReader::floors(&output.stdout);
    let read: Vec<_> = floors.into_iter().map(|floor| floor.probe.unwrap()).collect();
    assert_eq!(read, probed);
}
