//! The rules of the placing phase that a made-up catalogue can show, mostly in the plain reading.

use std::collections::BTreeSet;
use std::sync::Arc;

use basement_floors::rebirth::{Edition, Rebirth, RebirthRules};
use basement_floors::{GenerateError, Generator, MissingRooms};
use basement_model::{
    Achievements, Curse, CurseChoice, Floor, Item, Phase, Request, RoomKind, RunFlags, RunState,
    Seed,
};
use basement_reference::PlainRebirth;
use basement_reference::rebirth::boss_choice::{self, StageBoss};
use basement_reference::rebirth::boss_pools::{BossPool, Entry};
use basement_reference::rebirth::run_memory::RunMemory;
use basement_reference::stream::{PICK, Stream, StreamSeed};
use basement_rooms::{Catalogue, RoomType};

use crate::made_up::files;

fn generator(edition: Edition) -> PlainRebirth {
    PlainRebirth::new(edition).with_catalogue(Arc::new(Catalogue::new(files()).unwrap()))
}

fn kinds(floor: &Floor, kind: RoomKind) -> usize {
    floor.rooms().iter().filter(|room| room.kind == kind).count()
}

#[test]
fn w13_the_traced_draws_of_one_seed_choose_the_headless_horseman() {
    // The trace of stage seed 3615137577 on the rules page.
    let mut level = Stream::new(Seed::game(3_615_137_577).unwrap());
    for _ in 0..4 {
        level.draw();
    }
    let mut run = RunMemory::of(&Request::level(1));
    let choice = boss_choice::choose(&Edition::AfterbirthPlus.rules(), &mut level, &mut run, 1, 0);
    assert_eq!(choice, StageBoss { boss: 22, is_fixed: false, double_trouble: None });
    assert_eq!(level.drawn(), 10);
    assert!(run.flags.has(28));
    assert_eq!(level.draw(), 3_780_845_363);
}

/// All bosses that some states of the level stream choose for a stage.
fn bosses_of(request: &Request) -> BTreeSet<u32> {
    let choices = (1..60_000_u32).map(|state| {
        let mut level = Stream::new(Seed::game(state.wrapping_mul(2_654_435_761)).unwrap());
        level.draw();
        let mut run = RunMemory::of(request);
        let (stage, stage_type) = (request.level, request.stage_type);
        boss_choice::choose(
            &Edition::AfterbirthPlus.rules(),
            &mut level,
            &mut run,
            stage,
            stage_type,
        )
        .boss
    });
    choices.collect()
}

#[test]
fn w13_each_stage_has_the_bosses_of_its_rows_and_no_others() {
    let run = RunState { devil_room_entered: true, ..RunState::DEFAULT };
    // Flags 4, 20 and 35, which a chapter's second floor finds as the first one drew them.
    let set = RunState { flags: [4, 20, 35].into_iter().collect(), ..run };
    for (stage, stage_type, run, expected) in [
        (1, 0, run, vec![60, 61, 64, 44, 65, 56, 22, 9, 23, 13, 20, 17, 1, 2]),
        (1, 1, run, vec![60, 61, 43, 22, 9, 23, 13, 37, 34]),
        (1, 2, run, vec![60, 61, 43, 22, 9, 23, 13, 1, 2]),
        (2, 0, run, vec![60, 64, 44, 23, 1]),
        (2, 0, set, vec![61, 65, 56, 23, 2]),
        (2, 1, run, vec![60, 43, 23, 18, 32, 37]),
        (3, 0, run, vec![69, 57, 66, 59, 47, 45, 22, 10, 23, 14, 28, 4, 21, 3]),
        (3, 1, run, vec![69, 57, 66, 59, 50, 52, 22, 10, 23, 14, 28, 26, 29]),
        (3, 0, set, vec![67, 57, 66, 59, 47, 45, 22, 10, 23, 14, 28, 4, 21, 3]),
        (4, 0, run, vec![67, 57, 47, 23, 4]),
        (4, 1, run, vec![67, 57, 50, 23, 36, 27, 26]),
        (5, 0, run, vec![68, 58, 48, 46, 22, 11, 23, 15, 19, 5]),
        (5, 1, run, vec![68, 58, 51, 22, 11, 23, 15, 30, 35]),
        (7, 0, run, vec![72, 68, 53, 22, 38, 12, 42, 41, 23, 30, 33, 16, 7]),
        (7, 2, run, vec![72, 68, 49, 22, 38, 12, 42, 41, 23, 30, 33, 16, 7]),
        (6, 1, run, vec![6]),
        (8, 1, run, vec![25]),
        (10, 0, run, vec![24]),
        (10, 1, run, vec![39]),
        (11, 0, run, vec![54]),
        (11, 1, run, vec![40]),
        (12, 0, run, vec![70]),
    ] {
        let request = Request { stage_type, run, ..Request::level(stage) };
        let expected: BTreeSet<u32> = expected.into_iter().collect();
        assert_eq!(bosses_of(&request), expected, "stage {stage}, type {stage_type}");
    }
}

#[test]
fn w13_w52_a_new_save_meets_no_boss_that_is_locked() {
    for (stage, expected) in [
        (1, vec![44, 56, 13, 17, 1, 2]),
        (3, vec![47, 45, 14, 28, 4, 3]),
        (5, vec![48, 46, 15, 5]),
        (7, vec![53, 41, 30, 33, 16, 7]),
        (8, vec![8]),
    ] {
        let run = RunState { achievements: Some(Achievements::NONE), ..RunState::DEFAULT };
        let request = Request { run, ..Request::level(stage) };
        assert_eq!(bosses_of(&request), expected.into_iter().collect(), "stage {stage}");
    }
}

/// A pool with the bosses 1 to n, each of weight 1.
fn pool(bosses: u32) -> BossPool {
    BossPool {
        stream: Stream::seeded(StreamSeed::Game(1), PICK),
        entries: (1..=bosses).map(|boss| Entry { boss, weight: 1.0 }).collect(),
        total: bosses as f32,
        chosen: 0,
    }
}

fn run_that_met(bosses: &[u8]) -> RunMemory {
    let bosses_met = bosses.iter().copied().collect();
    let run = RunState { bosses_met, ..RunState::DEFAULT };
    RunMemory::of(&Request { run, ..Request::level(1) })
}

#[test]
fn w70_the_walk_takes_the_first_boss_whose_running_sum_is_above_x() {
    let mut run = run_that_met(&[]);
    for (x, boss) in [(0.0, 1), (0.99, 1), (1.0, 2), (3.5, 4)] {
        assert_eq!(pool(4).walk(&mut run, x), Some(boss), "{x}");
    }
    // No sum is above the total: the try fails.
    assert_eq!(pool(4).walk(&mut run, 4.0), None);
}

#[test]
fn w70_a_boss_met_before_rescales_x_from_its_place_within_the_boss() {
    // x = 1.75 is in boss 2, a quarter before its end. 0.25 of 4 is 1.0, the beginning of boss 2.
    // 1.0 of 4 is 4.0, and no sum is above that.
    let mut run = run_that_met(&[2]);
    assert_eq!(pool(4).walk(&mut run, 1.75), None);
    // 1.125: 0.875 of 4 is 3.5, boss 4.
    assert_eq!(pool(4).walk(&mut run, 1.125), Some(4));
}

#[test]
fn w70_after_ten_walks_the_next_boss_in_a_circle_is_taken() {
    // x = 3.2 of 4 is 0.8 before the end of boss 4, and 0.8 of 4 is 3.2 again, apart from rounding.
    let mut run = run_that_met(&[4]);
    assert_eq!(pool(4).walk(&mut run, 3.2), Some(1));
    let mut run = run_that_met(&[1, 4]);
    assert_eq!(pool(4).walk(&mut run, 3.2), Some(2));
}

#[test]
fn w70_a_pool_whose_bosses_were_all_met_gives_them_all_back_on_the_next_try() {
    let mut run = run_that_met(&[1, 2, 3, 4, 9]);
    assert_eq!(pool(4).walk(&mut run, 3.2), None);
    assert_eq!(run.bosses_met.iter().collect::<Vec<_>>(), [9]);
    assert_eq!(pool(4).walk(&mut run, 3.2), Some(4));
}

#[test]
fn w70_a_pool_without_bosses_gives_monstro_and_still_takes_seven_draws() {
    let mut pool = pool(0);
    let mut run = run_that_met(&[22, 9]);
    let choice = pool.choose(&Edition::Repentance.rules(), &mut run, 1, 0);
    assert_eq!((choice.boss, choice.is_fixed), (1, false));
    assert_eq!(pool.stream.drawn(), 7);
}

#[test]
fn w70_stages_with_one_boss_take_no_draw_from_their_pool() {
    for (stage, stage_type, boss) in
        [(6, 0, 6), (6, 4, 89), (6, 5, 89), (8, 0, 25), (8, 4, 88), (10, 1, 39), (12, 0, 70)]
    {
        let mut pool = pool(4);
        let rules = Edition::Repentance.rules();
        let choice = pool.choose(&rules, &mut run_that_met(&[]), stage, stage_type);
        assert_eq!(choice, StageBoss { boss, is_fixed: true, double_trouble: None });
        assert_eq!(pool.stream.drawn(), 0);
    }
}

#[test]
fn w36_a_placed_mini_boss_sets_its_run_flag() {
    let generator = generator(Edition::AfterbirthPlus);
    let mut placed = 0;
    for seed in 1..200 {
        let floor =
            generator.generate(&Request::level(1), Seed::game(seed * 7919).unwrap()).unwrap();
        if !floor.outcome().failed_placings.is_empty() {
            continue;
        }
        let met = [9, 10, 11, 12, 13, 14].iter().filter(|flag| floor.outcome().flags.has(**flag));
        let mini_bosses = kinds(&floor, RoomKind::MiniBoss);
        assert_eq!(met.count(), mini_bosses);
        placed += mini_bosses;
    }
    // Few floors of stage 1 have a dead end left for it.
    assert!((10..60).contains(&placed), "{placed}");
}

#[test]
fn w36_without_a_sin_the_mini_boss_takes_the_curse_rooms_place() {
    let flags: RunFlags = (9..=14).collect();
    let run = RunState { flags, devil_room_entered: true, ..RunState::DEFAULT };
    let request = Request { run, ..Request::level(1) };
    let generator = generator(Edition::AfterbirthPlus);
    let (mut mini_bosses, mut curses) = (0, 0);
    for seed in 1..100 {
        let floor = generator.generate(&request, Seed::game(seed * 7919).unwrap()).unwrap();
        let catalogue = generator.catalogue().unwrap();
        for room in floor.rooms().iter().filter(|room| room.kind == RoomKind::MiniBoss) {
            let picked = catalogue.rooms()[usize::from(room.interior.unwrap())];
            assert_eq!(picked.room_type, RoomType::Curse);
            mini_bosses += 1;
        }
        // A curse room that was placed is taken again, by the mini-boss or as a dead end.
        curses += kinds(&floor, RoomKind::Curse);
    }
    assert!(mini_bosses > 5 && curses == 0, "{mini_bosses} {curses}");
}

#[test]
fn w11_a_catalogue_without_a_room_that_is_always_picked_is_an_error_that_names_it() {
    let mut lacking = files();
    lacking[0].rooms.retain(|file| file.room.room_type != RoomType::Sacrifice);
    let catalogue = Arc::new(Catalogue::new(lacking).unwrap());
    let generator = PlainRebirth::new(Edition::AfterbirthPlus).with_catalogue(catalogue);
    let errors: Vec<_> = (1..20)
        .filter_map(|seed| generator.generate(&Request::level(1), Seed::game(seed).unwrap()).err())
        .collect();
    assert!(!errors.is_empty());
    let any = MissingRooms { room_type: RoomType::Sacrifice, subtype: None, variants: None };
    let any = GenerateError::MissingRooms(any);
    assert!(errors.iter().all(|error| *error == any), "{errors:?}");
}

/// A run with everything that changes the placing phase.
fn rich() -> RunState {
    let items = [
        Item::Luna,
        Item::FragmentedCard,
        Item::VoodooHead,
        Item::GoldenHorseShoe,
        Item::PayToWin,
        Item::MomsBox,
        Item::Birthright,
        Item::SilverDollar,
        Item::BloodyCrown,
        Item::CrystalBall,
    ];
    RunState {
        items: items.into_iter().collect(),
        coins: 99,
        keys: 9,
        devil_room_entered: true,
        treasure_rooms_skipped: 1,
        ..RunState::DEFAULT
    }
}

fn stages(edition: Edition) -> Vec<(u8, u8)> {
    let mut stages: Vec<(u8, u8)> = vec![(10, 0), (10, 1), (11, 0), (11, 1), (12, 0)];
    stages.extend((1..=8).flat_map(|stage| (0..3).map(move |stage_type| (stage, stage_type))));
    if edition == Edition::Repentance {
        stages.extend((1..=6).flat_map(|stage| [(stage, 4), (stage, 5)]));
        stages.extend([(7, 4), (8, 4)]);
    }
    stages
}

/// Checks a whole floor.
fn check(floor: &Floor, rules: &RebirthRules) {
    assert!(floor.rooms().iter().all(|room| room.interior.is_some()));
    assert_eq!(kinds(floor, RoomKind::Start), 1);
    let bosses = kinds(floor, RoomKind::Boss);
    let is_labyrinth = floor.curse() == Some(Curse::Labyrinth);
    match floor.request().level {
        12 => assert!((6..=9).contains(&bosses), "{bosses}"),
        _ => assert_eq!(bosses, 1 + usize::from(is_labyrinth)),
    }
    assert_eq!(floor.outcome().bosses.len(), bosses);
    let mut orders: Vec<u8> =
        floor.rooms().iter().map(|room| room.placing.unwrap().order).collect();
    orders.sort_unstable();
    assert!(orders.iter().zip(0..).all(|(order, place)| *order == place), "{orders:?}");
    // Ordinary rooms come after the others.
    let start = floor.rooms().iter().find(|room| room.kind == RoomKind::Start).unwrap();
    let is_ordinary = |kind| matches!(kind, RoomKind::Normal | RoomKind::Start);
    let special = floor.rooms().iter().filter(|room| !is_ordinary(room.kind)).count();
    assert_eq!(usize::from(start.placing.unwrap().order), special);
    assert!(kinds(floor, RoomKind::UltraSecret) <= usize::from(rules.secret.ultra));
}

#[test]
fn w3_w50_every_stage_of_every_edition_gets_whole_floors_with_each_room_placed_once() {
    for &edition in Edition::ALL {
        let catalogue = Arc::new(Catalogue::new(files()).unwrap());
        let plain = PlainRebirth::new(edition).with_catalogue(Arc::clone(&catalogue));
        let engine = Rebirth::new(edition).with_catalogue(catalogue);
        for (stage, stage_type) in stages(edition) {
            for number in 1..=40_u32 {
                let run = if number % 2 == 0 { rich() } else { RunState::DEFAULT };
                let curse = match number % 4 {
                    3 if stage % 2 == 1 => CurseChoice::Forced(Some(Curse::Labyrinth)),
                    _ => CurseChoice::Drawn,
                };
                let request = Request { stage_type, run, curse, ..Request::level(stage) };
                let seed = match number % 8 > 4 {
                    true => Seed::Pcg(u64::from(number)),
                    false => Seed::game(number * 7919).unwrap(),
                };
                for generator in [&plain as &dyn Generator, &engine] {
                    check(&generator.generate(&request, seed).unwrap(), plain.rules());
                }
            }
        }
    }
}

#[test]
fn w5_the_special_phase_places_the_same_rooms_as_the_whole_floor() {
    let generator = generator(Edition::Repentance);
    let mut compared = 0;
    for number in 1..=40 {
        let seed = Seed::game(number * 7919).unwrap();
        let request = Request { run: rich(), ..Request::level(4) };
        let full = generator.generate(&request, seed).unwrap();
        let request = Request { phase: Phase::Special, ..request };
        let special = generator.generate(&request, seed).unwrap();
        if full.attempts() != special.attempts() {
            continue;
        }
        compared += 1;
        for (full, special) in full.rooms().iter().zip(special.rooms()) {
            assert_eq!((full.kind, full.anchor), (special.kind, special.anchor));
            let is_ordinary = matches!(full.kind, RoomKind::Start | RoomKind::Normal);
            assert_eq!(special.placing.is_none(), is_ordinary);
            if !is_ordinary {
                assert_eq!(full, special);
            }
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn w3_pcg_gives_each_room_seeds_too() {
    let floor = generator(Edition::Repentance).generate(&Request::level(1), Seed::Pcg(1)).unwrap();
    let spawns: BTreeSet<u32> =
        floor.rooms().iter().map(|room| room.placing.unwrap().seeds.spawn.get()).collect();
    assert_eq!(spawns.len(), floor.rooms().len());
}
