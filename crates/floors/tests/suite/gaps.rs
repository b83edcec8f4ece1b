//! What a catalogue lacks is known before the first floor.

use std::sync::Arc;

use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::rooms::{Catalogue, RoomType, SPECIAL_ROOMS};
use basement_floors::{
    CatalogueGap, Difficulty, GenerateError, Generator, Phase, Request, Seed, Unlocks,
};

/// Requests for every stage that an edition has, in both modes, on a new and an old save.
fn requests(rebirth: &Rebirth) -> Vec<Request> {
    let mut requests = Vec::new();
    for level in 1..=12 {
        for stage_type in 0..=5 {
            for difficulty in [Difficulty::Normal, Difficulty::Hard] {
                for unlocks in [Unlocks::Fresh, Unlocks::All] {
                    let request =
                        Request { stage_type, difficulty, unlocks, ..Request::level(level) };
                    if rebirth.catalogue_gaps(&request).is_ok() {
                        requests.push(request);
                    }
                }
            }
        }
    }
    assert!(requests.len() > 60, "{}", requests.len());
    requests
}

fn without(room_type: RoomType) -> Arc<Catalogue> {
    let mut files = Catalogue::embedded().files().to_vec();
    for file in files.iter_mut().filter(|file| file.stage == Some(SPECIAL_ROOMS)) {
        for room in file.rooms.iter_mut().filter(|room| room.room.room_type == room_type) {
            room.room.weight = 0.0;
        }
    }
    Arc::new(Catalogue::new(files).unwrap())
}

#[test]
fn w11_the_embedded_catalogue_lacks_nothing_on_any_stage() {
    for edition in Edition::ALL {
        let rebirth = Rebirth::new(*edition);
        for request in requests(&rebirth) {
            for phase in [Phase::Layout, Phase::Special, Phase::Full] {
                let request = Request { phase, ..request };
                let gaps = rebirth.catalogue_gaps(&request).unwrap();
                assert_eq!(gaps, [], "{edition} {request:?}");
            }
        }
    }
}

#[test]
fn w11_every_room_whose_absence_stops_a_floor_is_among_the_gaps() {
    let (mut stopped, mut types) = (0, 0);
    for edition in Edition::ALL {
        for number in 1..30 {
            let room_type = RoomType::from(number);
            if room_type == RoomType::Boss {
                continue; // Without boss rooms the request is refused.
            }
            let rebirth = Rebirth::new(*edition).with_catalogue(without(room_type));
            let mut is_told = false;
            for request in requests(&Rebirth::new(*edition)).iter().step_by(3) {
                let gaps = rebirth.catalogue_gaps(request).unwrap();
                is_told |= !gaps.is_empty();
                assert!(gaps.iter().all(|gap| gap.room_type == room_type), "{gaps:?}");
                for state in 1..=15 {
                    let made = rebirth.generate(request, Seed::game(state * 977_531).unwrap());
                    let Err(GenerateError::MissingRooms(missing)) = made else { continue };
                    stopped += 1;
                    let is_among = |gap: &CatalogueGap| {
                        (gap.room_type, gap.subtype, gap.variants)
                            == (missing.room_type, missing.subtype, missing.variants)
                    };
                    assert!(gaps.iter().any(is_among), "{missing} of {request:?}: {gaps:?}");
                }
            }
            types += u32::from(is_told);
        }
    }
    assert!(stopped > 1000 && types > 30, "{stopped} floors, {types} types");
}

#[test]
fn w11_gaps_of_one_type_share_a_sentence() {
    let rebirth = Rebirth::new(Edition::AfterbirthPlus).with_catalogue(without(RoomType::Library));
    let request = Request { unlocks: Unlocks::All, ..Request::level(3) };
    let words = CatalogueGap::in_words(&rebirth.catalogue_gaps(&request).unwrap());
    assert_eq!(
        words,
        [
            "`00.special rooms` has no library room (type 12) of subtypes 0, 1, 2, 3, 4 with a weight above 0, \
          which W34 asks for"
        ]
    );
}
