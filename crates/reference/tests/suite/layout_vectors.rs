//! Layouts of an independent implementation, which the engine and the plain reading reproduce.
//! `tests/fixtures/README.md` says where they come from.

use basement_floors::Generator;
use basement_floors::rebirth::{Edition, Rebirth};
use basement_model::{CurseChoice, Difficulty, Floor, Phase, Request, Room, Seed};
use basement_reference::PlainRebirth;
use serde::Deserialize;

#[derive(Deserialize)]
struct Layouts {
    levels: Vec<ReferenceLayout>,
}

/// One layout of an independent implementation.
#[derive(Deserialize)]
struct ReferenceLayout {
    edition: Edition,
    stage: u8,
    seed: u32,
    hard: bool,
    forced_curse: Option<String>,
    curse: String,
    wanted: u8,
    min_dead_ends: u8,
    attempts: u32,
    rooms: Vec<[u8; 4]>,
    dead_ends: Vec<u8>,
}

fn places(floor: &Floor) -> Vec<[u8; 4]> {
    let place = |room: &Room| [room.anchor.x, room.anchor.y, room.shape.id(), room.depth];
    floor.rooms().iter().map(place).collect()
}

#[test]
fn r1_to_r17_layouts_agree_with_an_independent_implementation() {
    let reference: Layouts =
        serde_json::from_str(include_str!("../../../../tests/fixtures/layout-vectors.json"))
            .unwrap();
    assert_eq!(reference.levels.len(), 264);
    for expected in reference.levels {
        let request = Request {
            difficulty: if expected.hard { Difficulty::Hard } else { Difficulty::Normal },
            curse: expected.forced_curse.map_or(CurseChoice::Drawn, |name| name.parse().unwrap()),
            phase: Phase::Layout,
            ..Request::level(expected.stage)
        };
        let seed = Seed::game(expected.seed).unwrap();
        let engine = Rebirth::new(expected.edition).generate(&request, seed).unwrap();
        let plain = PlainRebirth::new(expected.edition).generate(&request, seed).unwrap();
        for (reading, floor) in [("engine", engine), ("plain", plain)] {
            let name =
                format!("{reading}: {} stage {} seed {seed}", expected.edition, expected.stage);
            let curse = floor.curse().map_or_else(|| "none".to_owned(), |curse| curse.to_string());
            assert_eq!(curse, expected.curse, "{name}");
            assert_eq!(floor.wanted(), expected.wanted, "{name}");
            assert_eq!(floor.min_dead_ends(), expected.min_dead_ends, "{name}");
            assert_eq!(places(&floor), expected.rooms, "{name}");
            assert_eq!(floor.dead_ends(), expected.dead_ends, "{name}");
            assert_eq!(floor.attempts(), expected.attempts, "{name}");
        }
    }
}
