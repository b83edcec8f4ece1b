//! A floor as a document: its rooms, their seeds, and its boss.

use basement_floors::{
    Backend, Cell, Change, Curse, FailedPlacing, Floor, FloorDocument, FloorParts, Generator, Grid,
    Outcome, PlacingFailure, Request, Room, RoomKind, RoomPlacing, RoomSeeds, Seed, Shape,
};
use serde_json::json;

/// A floor with a start room and a boss room, which is placed first, and with this outcome.
fn made_up(outcome: &Outcome, level: u8, seed: Seed, curse: Option<Curse>) -> Floor {
    let [decoration, spawn, award] = [1, 2, 3].map(|seed: u32| seed.try_into().unwrap());
    let seeds = RoomSeeds { decoration, spawn, award };
    let room = |x: u8, kind: RoomKind, order: u8| Room {
        kind,
        interior: Some(u16::from(order)),
        placing: Some(RoomPlacing { order, seeds }),
        ..Room::normal(Cell::new(x, 6), Shape::Single, x - 6)
    };
    let rooms = [room(6, RoomKind::Start, 1), room(7, RoomKind::Boss, 0)];
    let parts = FloorParts::new(Grid::REBIRTH, &Request::level(level), seed, &rooms);
    Floor::new(FloorParts { curse, dead_ends: &[1], outcome, ..parts }).unwrap()
}

fn failed_once() -> Outcome {
    let failed =
        FailedPlacing { attempt: 1, kind: RoomKind::Treasure, reason: PlacingFailure::NoDeadEnd };
    Outcome { failed_placings: vec![failed], ..Outcome::NONE }
}

const STAGE_SEED: Seed = Seed::Pcg(5);

#[test]
fn w12_a_document_names_the_boss_and_lists_several() {
    let generator = Backend::Rebirth.generator("afterbirth-plus", &[]).unwrap();
    let written = |bosses: &[u8]| {
        let outcome = Outcome { bosses: bosses.iter().copied().collect(), ..Outcome::NONE };
        let floor = made_up(&outcome, 1, STAGE_SEED, None);
        serde_json::to_value(FloorDocument::new(&*generator, &floor)).unwrap()
    };
    let one = written(&[22]);
    assert_eq!((&one["boss"], &one["boss_name"]), (&json!(22), &json!("Headless Horseman")));
    assert!(one["bosses"].is_null());
    assert_eq!((&one["failed_placings"], &one["flags"]), (&json!([]), &json!([])));
    let two = written(&[22, 1]);
    assert_eq!((&two["boss"], &two["bosses"]), (&json!(22), &json!([22, 1])));
}

#[test]
fn w3_a_document_gives_each_placed_room_its_seeds_and_its_room_of_the_catalogue() {
    let generator = Backend::Rebirth.generator("afterbirth-plus", &[]).unwrap();
    let floor = made_up(&failed_once(), 1, STAGE_SEED, None);
    let document = serde_json::to_value(FloorDocument::new(&*generator, &floor)).unwrap();
    for (room, document) in floor.rooms().iter().zip(document["rooms"].as_array().unwrap()) {
        let interior = room.interior.unwrap();
        let chosen = generator.catalogue().unwrap().get(interior).unwrap();
        let written = &document["room"];
        assert_eq!(written["file"], json!(chosen.stage));
        assert_eq!(written["type"], chosen.room_type.number());
        assert_eq!(
            (&written["variant"], &written["subtype"]),
            (&json!(chosen.variant), &json!(chosen.subtype),)
        );
        let placing = room.placing.unwrap();
        assert_eq!(document["placed"], placing.order);
        assert_eq!(document["seeds"]["award"], placing.seeds.award.get());
        assert_eq!(document["name"], written["name"]);
    }
    let failed = json!([{"attempt": 1, "kind": "treasure", "reason": "no_dead_end"}]);
    assert_eq!(document["failed_placings"], failed);
    assert_eq!(serde_json::from_value::<Floor>(document).unwrap(), floor);
}

#[test]
fn f14_a_document_of_flash_has_no_placing_phase() {
    let flash = Backend::Flash.generator("article", &[]).unwrap();
    let floor = flash.generate(&Request::level(1), Seed::Pcg(1)).unwrap();
    let document = serde_json::to_value(FloorDocument::new(&*flash, &floor)).unwrap();
    for key in ["boss", "boss_name", "failed_placings", "flags", "run_seed"] {
        assert!(document[key].is_null(), "{key}");
    }
    assert!(document["rooms"].as_array().unwrap().iter().any(|room| room["pool"].is_string()));
    assert_eq!(serde_json::from_value::<Floor>(document).unwrap(), floor);
}

#[test]
fn w53_the_seeds_of_ordinary_rooms_depend_on_the_rooms_only_where_a_draw_does() {
    let depends = |edition: &str, changes: &[Change], floor: &Floor| {
        let generator = Backend::Rebirth.generator(edition, changes).unwrap();
        generator.describe().seeds_depend_on_rooms(floor)
    };
    let game = Seed::game(7).unwrap();
    let plain = made_up(&Outcome::NONE, 1, game, None);
    let labyrinth = |seed: Seed| made_up(&Outcome::NONE, 1, seed, Some(Curse::Labyrinth));
    assert!(!depends("afterbirth-plus", &[], &plain));
    assert!(!depends("afterbirth-plus", &[], &labyrinth(game)));
    assert!(depends("afterbirth-plus", &[], &labyrinth(STAGE_SEED)));
    assert!(depends("afterbirth-plus", &[], &made_up(&failed_once(), 1, game, None)));
    assert!(depends("afterbirth-plus", &[], &made_up(&Outcome::NONE, 12, game, None)));
    assert!(depends("repentance", &[], &plain));
    let off = |path: &str| Change::new(path, false);
    let both = [off("rebirth.planetarium.exists"), off("rebirth.special.mini_boss_subtypes")];
    assert!(depends("repentance", &both[..1], &plain));
    assert!(!depends("repentance", &both, &plain));
    let flash = Backend::Flash.generator("article", &[]).unwrap();
    assert!(flash.describe().seeds_depend_on_rooms(&plain));
}
