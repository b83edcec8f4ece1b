//! Whole floors of `afterbirth-plus` against the game's own log (W53): the start room's spawn seed
//! counts every draw of the placing phase, and depends on no room file.

use std::path::Path;
use std::sync::Arc;

use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::rooms::{Catalogue, CatalogueRoom, FileRoom, Interior, RoomFile, RoomType};
use basement_floors::{
    Cell, Difficulty, Floor, Generator, PlacingFailure, Request, RoomKind, RunSeed, Seed, Shape,
    Unlocks,
};
use serde::Deserialize;

/// A made-up catalogue in which every query of the edition has a room: special rooms are 1x1 with
/// four doors, and ordinary rooms have every shape with every door.
fn catalogue() -> Catalogue {
    let special = |room_type: RoomType, variant: u32, subtype: u32| CatalogueRoom {
        stage: Some(0),
        room_type,
        variant,
        subtype,
        difficulty: 1,
        weight: 1.0,
        shape: Shape::Single,
        doors: Shape::Single.slots(),
    };
    let mut rooms = Vec::new();
    rooms.extend((0..=9).map(|variant| special(RoomType::Normal, variant, 0)));
    rooms.extend((0..100).map(|boss| special(RoomType::Boss, 1000 + boss, boss)));
    for first in [3700, 3750, 3800] {
        rooms.extend((0..5).map(|more| special(RoomType::Boss, first + more, more)));
    }
    for room_type in [
        RoomType::SuperSecret,
        RoomType::Secret,
        RoomType::Curse,
        RoomType::Challenge,
        RoomType::Sacrifice,
        RoomType::Dice,
        RoomType::Vault,
        RoomType::Arcade,
        RoomType::CleanBedroom,
        RoomType::DirtyBedroom,
    ] {
        rooms.extend((0..5).map(|variant| special(room_type, variant, 0)));
    }
    rooms.extend([0, 1, 2, 3, 4, 10, 11].map(|level| special(RoomType::Shop, level, level)));
    rooms.extend((0..4).map(|subtype| special(RoomType::Treasure, subtype, subtype)));
    rooms.extend((0..5).map(|subtype| special(RoomType::Library, subtype, subtype)));
    for first in [2000, 2010, 2020, 2030, 2050, 2060, 2260] {
        rooms.extend([first, first + 100].map(|variant| special(RoomType::MiniBoss, variant, 0)));
    }
    let mut files = vec![file(0, rooms)];
    for stage in (1..=17).filter(|stage| *stage != 13) {
        let mut rooms = Vec::new();
        for shape in Shape::ALL {
            for difficulty in [1, 5, 10, 15] {
                rooms.extend((0..3).map(|variant| CatalogueRoom {
                    stage: Some(stage),
                    room_type: RoomType::Normal,
                    variant,
                    subtype: 0,
                    difficulty,
                    weight: 1.0,
                    shape,
                    doors: shape.slots(),
                }));
            }
        }
        files.push(file(stage, rooms));
    }
    Catalogue::new(files).unwrap()
}

fn file(stage: u8, rooms: Vec<CatalogueRoom>) -> RoomFile {
    let rooms = rooms.into_iter().map(|room| FileRoom { room, interior: Interior::default() });
    RoomFile { stage: Some(stage), rooms: rooms.collect(), ..RoomFile::default() }
}

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

/// The spawn seeds that differ from the log's, and how many were compared: floors with a failed
/// placing phase say nothing, because these rooms are not the game's.
fn compare(generator: &Rebirth) -> (Vec<u32>, usize) {
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for level in levels() {
        let seed = Seed::game(level.seed).unwrap();
        let floor = generator.generate(&Request::level(level.stage), seed).unwrap();
        let curse = floor.curse().map_or("none".to_owned(), |curse| curse.to_string());
        assert_eq!(curse, level.curse, "{}", level.seed);
        if floor.outcome().failed_placings.is_empty() {
            compared += 1;
            let spawn = floor.rooms()[0].placing.unwrap().seeds.spawn.get();
            if spawn != level.start_spawn_seed {
                wrong.push(level.seed);
            }
        }
    }
    (wrong, compared)
}

#[test]
fn w53_the_start_rooms_spawn_seed_is_the_games_whatever_the_rooms_are() {
    let generator = Rebirth::new(Edition::AfterbirthPlus);
    let (wrong, compared) = compare(&generator.clone().with_catalogue(Arc::new(catalogue())));
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(compared >= 45, "{compared}");
    let (wrong, compared) = compare(&generator);
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(compared >= 40, "{compared}");
}

#[test]
fn w3_every_room_of_a_floor_has_its_seeds_and_its_place_in_the_order() {
    let generator = Rebirth::new(Edition::AfterbirthPlus).with_catalogue(Arc::new(catalogue()));
    let stages = (1..=8).flat_map(|stage| (0..3).map(move |stage_type| (stage, stage_type)));
    for (stage, stage_type) in stages.chain([(10, 0), (10, 1), (11, 0), (11, 1), (12, 0)]) {
        for seed in 1..=20 {
            let request = Request { stage_type, ..Request::level(stage) };
            let seed = Seed::game(seed * 7919).unwrap();
            let floor: Floor = generator.generate(&request, seed).unwrap();
            assert!(floor.rooms().iter().all(|room| room.interior.is_some()));
            assert_eq!(floor.placing_order().len(), floor.rooms().len());
            // Ordinary rooms come after the others.
            let first_ordinary = floor
                .placing_order()
                .iter()
                .position(|room| floor.rooms()[*room].kind == RoomKind::Start);
            let special = floor
                .rooms()
                .iter()
                .filter(|room| !matches!(room.kind, RoomKind::Normal | RoomKind::Start));
            assert_eq!(first_ordinary, Some(special.count()));
            let labyrinth = usize::from(floor.curse() == Some(basement_floors::Curse::Labyrinth));
            let bosses = floor.all_of(RoomKind::Boss).count();
            assert_eq!(bosses, floor.outcome().bosses.len());
            match stage {
                12 => assert!((6..=9).contains(&bosses), "{bosses}"),
                _ => assert_eq!(bosses, 1 + labyrinth),
            }
        }
    }
}

/// The award seeds of a floor's ordinary rooms, in the order of placing: of those that are no dead
/// ends by their first cells, and of those that are.
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
fn w53_award_seeds_of_ordinary_rooms_follow_from_the_seed_where_they_are_said_to() {
    let embedded = Rebirth::new(Edition::AfterbirthPlus);
    let made_up = embedded.clone().with_catalogue(Arc::new(catalogue()));
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

/// The stages of an edition with their types.
fn stages(edition: Edition) -> Vec<(u8, u8)> {
    let types = |stage: u8| match (edition, stage) {
        (Edition::Repentance, 7 | 8) => vec![0, 1, 2, 4],
        (Edition::Repentance, _) => vec![0, 1, 2, 4, 5],
        _ => vec![0, 1, 2],
    };
    let chapters = (1..=8).flat_map(|stage| types(stage).into_iter().map(move |of| (stage, of)));
    chapters.chain([(10, 0), (10, 1), (11, 0), (11, 1), (12, 0)]).collect()
}

#[test]
fn w8_every_query_of_every_stage_type_and_mode_has_rooms() {
    // `WHOLE_FLOORS=1000000 cargo test --release` looks at a million floors.
    let wanted: u32 = std::env::var("WHOLE_FLOORS").map_or(20_000, |count| count.parse().unwrap());
    let settings: Vec<(Edition, Request)> = [Edition::AfterbirthPlus, Edition::Repentance]
        .into_iter()
        .flat_map(|edition| stages(edition).into_iter().map(move |stage| (edition, stage)))
        .flat_map(|(edition, (level, stage_type))| {
            let request = Request { stage_type, ..Request::level(level) };
            let hard = Request { difficulty: Difficulty::Hard, ..request };
            let fresh = Request { unlocks: Unlocks::Fresh, ..request };
            [request, hard, fresh].map(|request| (edition, request))
        })
        .collect();
    let each = wanted.div_ceil(settings.len() as u32);
    let mut floors = 0;
    for (edition, request) in settings {
        let generator = Rebirth::new(edition);
        for number in 1..=each {
            let seed = RunSeed::new(number * 2_654_435).unwrap().stage_seed(request.level);
            let floor = generator.generate(&request, seed).unwrap();
            for failed in &floor.outcome().failed_placings {
                let has_rooms =
                    !matches!(failed.reason, PlacingFailure::NoRoom | PlacingFailure::NoDoors);
                assert!(has_rooms, "{edition} {request:?} {seed}: {failed:?}");
            }
            floors += 1;
        }
    }
    assert!(floors >= wanted, "{floors}");
}
