//! Every query of the placing phase against the embedded catalogue.

use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::{Difficulty, Generator, PlacingFailure, Request, RunSeed, Unlocks};

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
    // `WHOLE_FLOORS=1000000 cargo test --release` tests a million floors.
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
            let seed =
                RunSeed::new(number.wrapping_mul(2_654_435)).unwrap().stage_seed(request.level);
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
