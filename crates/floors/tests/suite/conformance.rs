//! The invariants of every backend, in every edition, for any request. A backend that is added to
//! [`common::SUBJECTS`] must pass this suite.

use crate::common::{SUBJECTS, any_case};
use basement_floors::{
    Backend, Curse, Floor, FloorError, GenerateError, Phase, RoomKind, RoomSet, Shape,
};
use proptest::prelude::*;

/// The number of plan rooms besides the start.
fn rooms_besides_start(floor: &Floor) -> usize {
    floor.graph(RoomSet::Plan).rooms() - 1
}

fn count(floor: &Floor, kind: RoomKind) -> usize {
    floor.all_of(kind).count()
}

fn is_labyrinth(floor: &Floor) -> bool {
    floor.curse() == Some(Curse::Labyrinth)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_floor_of_any_request_keeps_the_invariants((place, request, seed) in any_case()) {
        let subject = &SUBJECTS[place];
        let floor = match subject.generator.generate(&request, seed) {
            Ok(floor) => floor,
            // A generator may give up, but must not refuse the request.
            Err(error) => {
                prop_assert!(matches!(error, GenerateError::GaveUp { .. }), "{error}");
                return Ok(());
            }
        };

        // The same request and seed give the same floor, explained or not.
        let again = subject.generator.explain(&request, seed, &mut |_| {}).unwrap();
        prop_assert_eq!(&again, &floor);
        prop_assert_eq!(floor.request(), &request);
        prop_assert_eq!(floor.seed(), seed);
        prop_assert!(floor.draws() > 0 && floor.attempts() > 0);

        // Rooms are on the grid and do not overlap; the start is in its place.
        let rebuilt = Floor::new(floor.parts());
        prop_assert_eq!(rebuilt.map(|_| ()), Ok::<(), FloorError>(()));
        prop_assert_eq!(*floor.grid(), subject.generator.grid());

        // A floor is written to JSON and read back unchanged.
        let json = serde_json::to_string(&floor).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Floor>(&json).unwrap(), &floor);

        // Every room except the ultra secret one can be reached, and doors are mutual: each is seen
        // from both of its rooms.
        let full = floor.graph(RoomSet::Full);
        let distances = full.distances(0);
        for (index, room) in floor.rooms().iter().enumerate() {
            prop_assert_eq!(
                distances.to(index).is_some(),
                room.kind != RoomKind::UltraSecret,
                "room {} of\n{}", index, &floor
            );
        }
        let occupancy = floor.occupancy();
        for door in floor.doors() {
            let back = floor
                .doors_of(door.to, &occupancy)
                .any(|other| other.to == door.from && other.slot == door.facing && other.facing == door.slot);
            prop_assert!(back);
            prop_assert_eq!(door.slot.direction(), door.facing.direction().opposite());
        }

        // The plan is connected by itself. Each room has a neighbour that is no deeper, and its
        // depth is at least its distance from the start.
        let plan = floor.graph(RoomSet::Plan);
        let distances = plan.distances(0);
        prop_assert!(plan.members().all(|room| distances.to(room).is_some()));
        prop_assert_eq!(floor.rooms()[0].depth, 0);
        for index in plan.members().skip(1) {
            let depth = floor.rooms()[index].depth;
            let nearest = plan.neighbours(index).map(|other| floor.rooms()[other].depth).min();
            prop_assert!(nearest.is_some_and(|nearest| nearest < depth || depth == nearest));
            prop_assert!(plan.distances(0).to(index).is_some_and(|steps| steps <= depth));
        }

        match subject.backend {
            Backend::Flash => flash(&floor, subject.edition)?,
            Backend::Rebirth => rebirth(&floor, subject.edition)?,
        }
    }
}

fn flash(floor: &Floor, edition: &str) -> Result<(), TestCaseError> {
    prop_assert!(floor.rooms().iter().all(|room| room.shape == Shape::Single));
    let wanted = usize::from(floor.wanted());
    let is_article = edition == "article";
    let counted = rooms_besides_start(floor) + usize::from(is_article);
    let plan = floor.graph(RoomSet::Plan);
    if is_labyrinth(floor) {
        // F15: two boss rooms, one of which is not counted; F17: at most one more
        // than wanted.
        prop_assert_eq!(count(floor, RoomKind::Boss), 2);
        prop_assert!((wanted..=wanted + 1).contains(&(counted - 1)), "{}", counted);
    } else {
        prop_assert_eq!(counted, wanted);
        prop_assert_eq!(count(floor, RoomKind::Boss), 1);
        // F4: a tree before the secret room is added.
        prop_assert_eq!(plan.loops(), 0);
        for end_room in floor.dead_ends() {
            prop_assert_eq!(plan.degree(usize::from(*end_room)), 1);
        }
    }
    // F7, F22: the boss never touches the start.
    let boss = floor.first_of(RoomKind::Boss).unwrap();
    prop_assert!(floor.rooms()[boss].anchor.steps_to(floor.grid().start) > 1);
    // F8: the boss is the last end room.
    prop_assert_eq!(floor.dead_ends().last().map(|room| usize::from(*room)), Some(boss));

    // F10, F12, F13, F15: the guaranteed rooms.
    let level = floor.request().level + u8::from(!is_article && is_labyrinth(floor));
    let has_shop = is_article || level <= 6;
    prop_assert_eq!(count(floor, RoomKind::Shop), usize::from(has_shop));
    let treasures = if is_labyrinth(floor) { 2 } else { 1 };
    prop_assert_eq!(count(floor, RoomKind::Treasure), if has_shop { treasures } else { 0 });
    prop_assert_eq!(count(floor, RoomKind::SuperSecret), usize::from(!is_article));
    let secrets = count(floor, RoomKind::Secret);
    prop_assert!(secrets == 1 || (secrets == 0 && !is_article && level > 2));
    if !is_article && level == 11 {
        let others = floor.rooms().iter().filter(|room| {
            !matches!(
                room.kind,
                RoomKind::Start
                    | RoomKind::Normal
                    | RoomKind::Boss
                    | RoomKind::Secret
                    | RoomKind::SuperSecret
            )
        });
        prop_assert_eq!(others.count(), 0);
    }

    // F16: a Labyrinth uses only the last six of its end rooms.
    let is_free = |room: &&u8| {
        !matches!(floor.rooms()[usize::from(**room)].kind, RoomKind::Boss | RoomKind::SuperSecret)
    };
    if is_labyrinth(floor) {
        let free: Vec<&u8> = floor.dead_ends().iter().filter(is_free).collect();
        let unused = free.len().saturating_sub(6);
        for room in &free[..unused] {
            prop_assert_eq!(floor.rooms()[usize::from(**room)].kind, RoomKind::Normal);
        }
    } else if !is_article {
        // F21: no room is in rows 0 and 7.
        prop_assert!(floor.rooms().iter().all(|room| (1..=6).contains(&room.anchor.y)));
    }
    // F23: the shipped game's secret room is in columns 2 to 8.
    if !is_article && let Some(secret) = floor.first_of(RoomKind::Secret) {
        prop_assert!((2..=8).contains(&floor.rooms()[secret].anchor.x));
    }
    // F9: the secret room never touches the boss room. (F23 stops at the first end room that it
    // meets, so the shipped game's secret room can.)
    if is_article {
        touches_none(floor, RoomKind::Secret, &[RoomKind::Boss])?;
    }
    Ok(())
}

fn rebirth(floor: &Floor, edition: &str) -> Result<(), TestCaseError> {
    let request = floor.request();
    let (stage, items) = (request.level, &request.run.items);
    let is_repentance = edition == "repentance";
    let wanted = usize::from(floor.wanted());
    let is_full = request.phase == Phase::Full;
    // R10, R15, R21: the wanted rooms, at most five more dead ends, and a Labyrinth's second boss
    // room. In The Void growth can end early, if no room in the queue has a place left beside it.
    let second_boss = usize::from(is_full && is_labyrinth(floor));
    let besides = rooms_besides_start(floor) - second_boss;
    let least = if stage == 12 { wanted - 10 } else { wanted };
    prop_assert!((least..=wanted + 5).contains(&besides), "{} of {}", besides, wanted);
    // R7, R17: enough dead ends, deepest first (R16).
    prop_assert!(floor.dead_ends().len() >= usize::from(floor.min_dead_ends()));
    let depths: Vec<u8> =
        floor.dead_ends().iter().map(|room| floor.rooms()[usize::from(*room)].depth).collect();
    prop_assert!(depths.is_sorted_by(|a, b| a >= b), "{:?}", depths);
    // R12: on stage 11 no room is above the start, except perhaps a hidden room.
    if stage == 11 {
        let above = floor.occupancy().room_at(basement_floors::Cell::new(6, 5));
        prop_assert!(above.is_none_or(|room| floor.rooms()[room].kind.is_added()));
    }
    if !is_full {
        let plain =
            |room: &basement_floors::Room| matches!(room.kind, RoomKind::Start | RoomKind::Normal);
        prop_assert!(floor.rooms().iter().all(plain));
        return Ok(());
    }
    // R21: the bosses.
    let bosses = count(floor, RoomKind::Boss);
    match (stage, is_labyrinth(floor)) {
        (12, false) => prop_assert!((6..=9).contains(&bosses), "{}", bosses),
        (12, true) => prop_assert!((7..=10).contains(&bosses), "{}", bosses),
        (_, labyrinth) => prop_assert_eq!(bosses, 1 + usize::from(labyrinth)),
    }
    for boss in floor.all_of(RoomKind::Boss) {
        prop_assert!(floor.rooms()[boss].depth > 1);
    }
    // R22: super secret rooms.
    let luna = usize::from(is_repentance && items.has(basement_floors::Item::Luna));
    let super_secrets = count(floor, RoomKind::SuperSecret);
    prop_assert!((1..=1 + luna).contains(&super_secrets));
    // R23, R24, R37: the rooms that the stage guarantees are there.
    if stage <= 6 {
        prop_assert_eq!(count(floor, RoomKind::Shop), usize::from(request.run.victory_lap < 3));
        prop_assert_eq!(count(floor, RoomKind::Treasure), 1 + usize::from(is_labyrinth(floor)));
    }
    // R33: at most one secret room and one more for each item.
    let card = usize::from(items.has(basement_floors::Item::FragmentedCard));
    prop_assert!(count(floor, RoomKind::Secret) <= 1 + card + luna);
    // R34, R35, R36.
    prop_assert!(count(floor, RoomKind::UltraSecret) <= usize::from(is_repentance));
    prop_assert_eq!(
        count(floor, RoomKind::Grave),
        usize::from(stage == 11 && request.stage_type == 0)
    );
    if stage >= 11 {
        let allowed = [
            RoomKind::Start,
            RoomKind::Normal,
            RoomKind::Boss,
            RoomKind::SuperSecret,
            RoomKind::Secret,
            RoomKind::UltraSecret,
            RoomKind::Grave,
        ];
        prop_assert!(floor.rooms().iter().all(|room| allowed.contains(&room.kind)));
    }
    // R25, R32: chapters 1 to 3 only.
    if stage > 6 || !is_repentance {
        prop_assert_eq!(count(floor, RoomKind::Planetarium), 0);
    }
    // R20: a special room of the plan is entered from one room only.
    let plan = floor.graph(RoomSet::Plan);
    for index in plan.members().skip(1) {
        let kind = floor.rooms()[index].kind;
        if kind == RoomKind::Boss && is_labyrinth(floor) {
            continue;
        }
        if kind != RoomKind::Normal {
            let visible = plan
                .neighbours(index)
                .filter(|other| floor.rooms()[*other].kind != RoomKind::SuperSecret);
            prop_assert!(visible.count() <= 1, "{} of\n{}", kind, floor);
        }
    }
    // R33, R34: hidden rooms keep their distance.
    let apart = [RoomKind::Boss, RoomKind::SuperSecret, RoomKind::Secret, RoomKind::UltraSecret];
    touches_none(floor, RoomKind::Secret, &apart)?;
    let occupancy = floor.occupancy();
    for ultra in floor.all_of(RoomKind::UltraSecret) {
        for direction in basement_floors::Direction::ALL {
            let beside = floor.grid().step(floor.rooms()[ultra].anchor, direction);
            prop_assert!(beside.is_none_or(|cell| occupancy.room_at(cell).is_none()));
        }
    }
    Ok(())
}

/// No door joins rooms of a kind to rooms of these kinds.
fn touches_none(floor: &Floor, kind: RoomKind, apart: &[RoomKind]) -> Result<(), TestCaseError> {
    let full = floor.graph(RoomSet::Full);
    for room in floor.all_of(kind) {
        for other in full.neighbours(room) {
            prop_assert!(!apart.contains(&floor.rooms()[other].kind), "{}", floor);
        }
    }
    Ok(())
}
