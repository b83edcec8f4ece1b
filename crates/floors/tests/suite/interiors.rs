//! The rooms from which a Flash floor's normal rooms are drawn (F14), through the public interface.

use basement_floors::flash::{Edition, Flash, Pool};
use basement_floors::{
    Curse, Decision, Generator, InteriorName, Phase, Request, Room, RoomKind, Seed,
};

/// Every level of both editions, with and without the Labyrinth.
fn requests() -> impl Iterator<Item = (Flash, Request)> {
    let editions = [Edition::Article, Edition::WrathOfTheLamb];
    editions.into_iter().flat_map(|edition| {
        let levels = (1..=12).filter(move |level| edition.has_level(*level));
        levels.flat_map(move |level| {
            let plain = Request::level(level).without_curse();
            let labyrinth = Request::level(level).with_curse(Curse::Labyrinth);
            [plain, labyrinth].map(|request| (Flash::new(edition), request))
        })
    })
}

#[test]
fn f14_exactly_the_normal_rooms_have_a_pool_of_their_level_and_a_number() {
    for (flash, request) in requests() {
        let is_labyrinth = request.curse.to_string() == "labyrinth";
        let pools = Pool::of_level(request.level, is_labyrinth);
        for seed in 0..10 {
            let floor = flash.generate(&request, Seed::Pcg(seed)).unwrap();
            for Room { kind, interior, .. } in floor.rooms() {
                let name = interior.and_then(|interior| flash.interior_name(interior));
                assert_eq!(name.is_some(), *kind == RoomKind::Normal, "{kind}");
                let Some(InteriorName::Pool { pool, number }) = name else { continue };
                let pool: Pool = pool.parse().unwrap();
                assert!(pools.contains(&pool), "{pool} on level {}", request.level);
                assert!(usize::from(number) < pool.rooms().len());
            }
        }
    }
}

#[test]
fn f14_phase_special_is_the_same_floor_without_interiors() {
    for (flash, full) in requests() {
        let special = Request { phase: Phase::Special, ..full };
        for seed in [Seed::Pcg(3), Seed::game(4).unwrap()] {
            let [full, special] = [full, special].map(|r| flash.generate(&r, seed).unwrap());
            let without = |room: &Room| Room { interior: None, ..*room };
            assert!(full.rooms().iter().map(without).eq(special.rooms().iter().copied()));
            assert_eq!(full.dead_ends(), special.dead_ends());
            assert_eq!((full.curse(), full.attempts()), (special.curse(), special.attempts()));
            assert_eq!(full.draws(), special.draws() + 1);
        }
    }
}

#[test]
fn f14_explain_gives_the_interior_of_each_normal_room_under_its_name() {
    let flash = Flash::new(Edition::WrathOfTheLamb);
    let mut told = Vec::new();
    let floor = flash
        .explain(&Request::level(4), Seed::Pcg(1), &mut |event| {
            if let Decision::Interior { room, pool, number } = event.decision {
                assert_eq!(event.rule, "F14");
                told.push((usize::from(room), format!("room {number} of the {pool} pool")));
            }
        })
        .unwrap();
    let named: Vec<(usize, String)> = floor
        .all_of(RoomKind::Normal)
        .map(|room| {
            let name = flash.interior_name(floor.rooms()[room].interior.unwrap()).unwrap();
            assert!(matches!(name, InteriorName::Pool { .. }));
            (room, name.to_string())
        })
        .collect();
    assert!(!told.is_empty());
    assert_eq!(told, named);
    assert_eq!(flash.interior_name(3 * 87), None);
}

#[test]
fn f14_a_room_of_a_pool_is_written_as_pool_and_number() {
    let flash = Flash::default();
    let name = flash.interior_name(2 * 87 + 12);
    assert_eq!(serde_json::to_string(&name).unwrap(), r#"{"pool":"hard","number":12}"#);
}
