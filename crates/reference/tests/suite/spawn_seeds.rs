//! The seeds of rooms, compared with the game's own log ([W53](basement_model::rules#w53)). The
//! start room's spawn seed depends on every draw of the placing phase, and on no room file.

use std::path::Path;
use std::sync::Arc;

use basement_floors::Generator;
use basement_floors::rebirth::{Edition, Rebirth};
use basement_model::{Cell, Floor, Request, RoomKind, Seed};
use basement_reference::PlainRebirth;
use basement_rooms::Catalogue;
use serde::Deserialize;

use crate::made_up::files;

/// A level of the game's own log.
#[derive(Deserialize)]
struct Level {
    stage: u8,
    seed: u32,
    curse: String,
    start_spawn_seed: u32,
}

fn levels() -> Vec<Level> {
    #[derive(Deserialize)]
    struct Fixture {
        levels: Vec<Level>,
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/spawn-seeds.json");
    serde_json::from_str::<Fixture>(&std::fs::read_to_string(path).unwrap()).unwrap().levels
}

#[test]
fn w1_w53_the_start_rooms_spawn_seed_agrees_with_the_game_for_any_rooms() {
    let made_up = Arc::new(Catalogue::new(files()).unwrap());
    let (engine, plain) =
        (Rebirth::new(Edition::AfterbirthPlus), PlainRebirth::new(Edition::AfterbirthPlus));
    let generators: [(Box<dyn Generator>, usize); 3] = [
        (Box::new(engine.clone().with_catalogue(Arc::clone(&made_up))), 45),
        (Box::new(engine), 40),
        (Box::new(plain.with_catalogue(made_up)), 45),
    ];
    for (generator, least) in generators {
        let mut compared = 0;
        for level in levels() {
            let seed = Seed::game(level.seed).unwrap();
            let floor = generator.generate(&Request::level(level.stage), seed).unwrap();
            let curse = floor.curse().map_or("none".to_owned(), |curse| curse.to_string());
            assert_eq!(curse, level.curse, "{}", level.seed);
            // The rooms are not the game's: if a placing phase fails, the floor proves nothing.
            if floor.outcome().failed_placings.is_empty() {
                compared += 1;
                let start = floor.rooms().iter().find(|room| room.kind == RoomKind::Start);
                let spawn = start.unwrap().placing.unwrap().seeds.spawn;
                assert_eq!(spawn.get(), level.start_spawn_seed, "{}", level.seed);
            }
        }
        assert!(compared >= least, "{compared}");
    }
}

/// The award seeds of a floor's ordinary rooms, in the order of placing: those of rooms that are
/// not dead ends, each with the room's anchor, and those of dead ends.
fn award_seeds(floor: &Floor) -> (Vec<(Cell, u32)>, Vec<u32>) {
    let (mut others, mut dead_ends) = (Vec::new(), Vec::new());
    for index in floor.placing_order() {
        let room = &floor.rooms()[index];
        if room.kind != RoomKind::Normal {
            continue;
        }
        let seed = room.placing.unwrap().seeds.award.get();
        if floor.dead_ends().contains(&(index as u8)) {
            dead_ends.push(seed);
        } else {
            others.push((room.anchor, seed));
        }
    }
    (others, dead_ends)
}

#[test]
fn w53_award_seeds_of_ordinary_rooms_follow_from_the_seed_where_the_floor_claims_so() {
    let embedded = Rebirth::new(Edition::AfterbirthPlus);
    let made_up = embedded.clone().with_catalogue(Arc::new(Catalogue::new(files()).unwrap()));
    let description = embedded.describe();
    let stages = (1..=8).map(|stage| (stage, 0)).chain([(10, 0), (10, 1), (11, 0), (11, 1)]);
    let mut compared = 0;
    for (stage, stage_type) in stages {
        for seed in 1..=60 {
            let request = Request { stage_type, ..Request::level(stage) };
            let seed = Seed::game(seed * 7919 + 1).unwrap();
            let [ours, theirs] =
                [&embedded, &made_up].map(|generator| generator.generate(&request, seed).unwrap());
            if [&ours, &theirs].iter().any(|floor| description.seeds_depend_on_rooms(floor)) {
                continue;
            }
            compared += 1;
            let ((ours, our_ends), (theirs, their_ends)) =
                (award_seeds(&ours), award_seeds(&theirs));
            assert_eq!(ours, theirs, "stage {stage}, seed {seed}");
            // Which dead ends are left, and in which order, depends on what the special rooms took.
            let shared = our_ends.len().min(their_ends.len());
            assert_eq!(our_ends[..shared], their_ends[..shared], "stage {stage}, seed {seed}");
        }
    }
    assert!(compared > 300, "{compared}");
}
