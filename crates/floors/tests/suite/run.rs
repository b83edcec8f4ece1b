//! Whole runs of Rebirth: which stages they have, and what each leaves behind for the next.

use std::collections::BTreeMap;

use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::rooms::stage_file;
use basement_floors::{
    Backend, BossSet, Curse, CurseChoice, Description, Difficulty, Floor, GenerateError, Generator,
    Phase, Request, RequestError, Run, RunFlags, RunSeed, RunStage, RunState, Seed, StageTypes,
};

/// The last stage that has types, and the Void.
const LAST_WITH_TYPES: u8 = 8;
const VOID: u8 = 12;

fn run(edition: &str, request: &Request, types: StageTypes, number: u32) -> Run {
    let generator = Backend::Rebirth.generator(edition, &[]).unwrap();
    Run::new(&*generator, request, types, RunSeed::new(number).unwrap()).unwrap()
}

fn places(run: &Run) -> Vec<(u8, u8)> {
    run.stages.iter().map(|stage| (stage.level(), stage.stage_type())).collect()
}

const END: [(u8, u8); 5] = [(10, 0), (11, 0), (10, 1), (11, 1), (12, 0)];

#[test]
fn r39_every_stage_has_its_seed_and_the_type_that_was_asked_for() {
    let request = Request::default().without_curse();
    let run = run("repentance", &request, StageTypes::all(1).with(2, 4).unwrap(), 7);
    let first = [(1, 1), (2, 4), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1)];
    assert_eq!(places(&run), [&first[..], &END].concat());
    for stage in &run.stages {
        assert_eq!(stage.floor.seed(), run.seed.stage_seed(stage.level()));
    }
}

#[test]
fn r5_a_labyrinth_replaces_both_floors_of_its_chapter() {
    let types = StageTypes::all(0);
    let labyrinths = run("repentance", &Request::default().with_curse(Curse::Labyrinth), types, 1);
    assert_eq!(places(&labyrinths)[..4], [(1, 0), (3, 0), (5, 0), (7, 0)]);
    assert_eq!(labyrinths.stages[0].name(), "Basement XL");
    // Labyrinths that the runs draw, each in one chapter of several.
    let mut drawn = 0;
    for number in 1..=20 {
        let run = run("afterbirth-plus", &Request::default(), types, number);
        let levels: Vec<u8> = run.stages.iter().map(RunStage::level).collect();
        for stage in run.stages.iter().filter(|stage| stage.level() < LAST_WITH_TYPES) {
            let is_first = stage.level() % 2 == 1;
            let is_labyrinth = stage.floor.curse() == Some(Curse::Labyrinth);
            drawn += u32::from(is_labyrinth);
            assert_eq!(levels.contains(&(stage.level() + 1)), !(is_first && is_labyrinth));
        }
    }
    assert!(drawn > 0);
}

#[test]
fn w52_from_the_third_victory_lap_darkness_is_dropped_if_it_was_drawn() {
    let mut dropped = 0;
    for (edition, seed) in Edition::ALL.iter().flat_map(|it| (0..200).map(move |seed| (*it, seed)))
    {
        let made = |victory_lap, curse| {
            let run = RunState { victory_lap, ..RunState::default() };
            let request = Request { phase: Phase::Layout, run, curse, ..Request::level(2) };
            Rebirth::new(edition).generate(&request, Seed::Pcg(seed)).unwrap()
        };
        let [second, third] = [2, 3].map(|lap| made(lap, CurseChoice::Drawn));
        assert_eq!((second.rooms(), second.draws()), (third.rooms(), third.draws()));
        match second.curse() {
            Some(Curse::Darkness) => assert_eq!(third.curse(), None),
            curse => assert_eq!(third.curse(), curse),
        }
        dropped += u32::from(second.curse() != third.curse());
        let forced = made(3, CurseChoice::Forced(Some(Curse::Darkness)));
        assert_eq!(forced.curse(), Some(Curse::Darkness));
    }
    assert!(dropped > 0);
}

#[test]
fn the_stages_are_called_as_in_the_game() {
    let request = Request::default().without_curse();
    let run = run("afterbirth-plus", &request, StageTypes::all(2).with(2, 1).unwrap(), 1);
    let names: Vec<String> = run.stages.iter().map(RunStage::name).collect();
    assert_eq!(names[..3], ["Burning Basement I", "Cellar II", "Flooded Caves I"]);
    assert_eq!(names[8..], ["Sheol", "Dark Room", "Cathedral", "Chest", "The Void"]);
}

#[test]
fn w13_w36_w70_a_floor_passes_its_outcome_to_the_next() {
    for edition in ["afterbirth-plus", "repentance"] {
        let mut changed = 0;
        for number in 1..=30 {
            let run = run(edition, &Request::default(), StageTypes::DRAWN, number);
            let mut chosen = BTreeMap::new();
            let mut before: Option<&Floor> = None;
            for stage in &run.stages {
                let (request, outcome) = (stage.floor.request(), stage.floor.outcome());
                // The branches begin where stage 7 or 8 ended.
                if stage.level() == 10 || stage.level() == VOID {
                    let womb = run.stages.iter().rfind(|stage| stage.level() <= LAST_WITH_TYPES);
                    before = womb.map(|stage| &stage.floor);
                }
                if let Some(before) = before {
                    assert_eq!(request.run.flags, before.outcome().flags);
                    assert_eq!(request.run.bosses_met, before.outcome().bosses_met);
                    changed += u32::from(request.run.flags != RunFlags::NONE);
                }
                let file = stage_file(stage.level(), stage.stage_type()).unwrap().number;
                let known = chosen.insert(file, outcome.bosses_chosen).unwrap_or(0);
                assert_eq!(request.run.bosses_chosen, known);
                before = Some(&stage.floor);
            }
        }
        assert!(changed > 0, "{edition}");
    }
}

#[test]
fn w70_a_pool_of_two_floors_gives_no_boss_twice() {
    let fixed = [6, 8, 25];
    for number in 1..=200 {
        let run = run("repentance", &Request::default(), StageTypes::all(0), number);
        let mut met = BossSet::NONE;
        for stage in run.stages.iter().filter(|stage| stage.level() <= LAST_WITH_TYPES) {
            for boss in &stage.floor.outcome().bosses {
                assert!(!met.has(*boss) || fixed.contains(boss), "{number}: {boss}");
            }
            stage.floor.outcome().bosses.iter().for_each(|boss| met.set(*boss, true));
            assert_eq!(stage.floor.outcome().bosses_met, met, "{number}");
        }
    }
}

#[test]
fn only_rebirth_has_runs() {
    let flash = Backend::Flash.generator("article", &[]).unwrap();
    let seed = RunSeed::new(1).unwrap();
    let refused = Run::new(&*flash, &Request::default(), StageTypes::DRAWN, seed);
    let expected = RequestError::NoRuns { backend: "flash".to_owned() };
    assert_eq!(refused, Err(GenerateError::Request(expected)));
    let refused = StageTypes::DRAWN.with(0, 1);
    assert_eq!(refused, Err(RequestError::NoStageTypes { given: 0 }));
}

#[test]
fn w51_a_boss_of_a_failed_attempt_stays_met() {
    // The horsemen of stage 1 and the flags that they set.
    const HORSEMEN: [(u8, u8); 2] = [(9, 0), (22, 28)];
    let rebirth = Rebirth::new(Edition::AfterbirthPlus);
    let mut kept = 0;
    for number in 1..=1500_u32 {
        let seed = Seed::game(number.wrapping_mul(2_654_435_761)).unwrap();
        let request = Request::level(1).without_curse();
        let floor = rebirth.generate(&request, seed).unwrap();
        let outcome = floor.outcome();
        for (boss, flag) in HORSEMEN {
            let is_here = outcome.bosses.contains(&boss);
            assert!(!is_here || outcome.flags.has(flag), "{number}");
            if outcome.flags.has(flag) && !is_here {
                assert!(!outcome.failed_placings.is_empty(), "{number}");
                kept += 1;
            }
        }
    }
    assert!(kept > 0);
}

#[test]
fn l1_f12_only_deep_stages_have_a_name_and_it_is_that_of_the_run() {
    let rebirth = Backend::Rebirth.generator(None, &[]).unwrap();
    let seed = RunSeed::new(1).unwrap();
    let run = Run::new(&*rebirth, &Request::default(), StageTypes::DRAWN, seed).unwrap();
    for stage in &run.stages {
        let name = rebirth.describe().stage_name(stage.floor.request());
        let expected = (stage.level() > 8).then(|| stage.name());
        assert_eq!(name.map(str::to_owned), expected);
    }
    let hard_cellar = Request { stage_type: 1, difficulty: Difficulty::Hard, ..Request::level(2) };
    let place = |request: &Request| rebirth.describe().place_in_words(request);
    assert_eq!(place(&hard_cellar), "level 2, type 1, hard");
    let sheol = Request { difficulty: Difficulty::Hard, ..Request::level(10) };
    assert_eq!([place(&sheol), place(&Request::level(8))], ["level 10 (Sheol), hard", "level 8"]);
    let of = |edition: &str, level| {
        let flash = Backend::Flash.generator(edition, &[]).unwrap();
        flash.describe().stage_name(&Request::level(level))
    };
    assert_eq!(of("wrath-of-the-lamb", 9), Some("Sheol or Cathedral"));
    assert_eq!(of("wrath-of-the-lamb", 11), Some("Chest"));
    assert!((1..=8).all(|level| of("wrath-of-the-lamb", level).is_none()));
    assert!((1..=12).all(|level| of("article", level).is_none()));
    let other = Description::new("third", "one", 1);
    assert_eq!(other.stage_name(&Request::level(10)), None);
}
