//! Rebirth with single rules of Flash, and hard mode with the rules of normal mode.

use basement_floors::rebirth::{Edition, FLASH_SWITCHES, FlashSwitch, Rebirth};
use basement_floors::{
    Cell, Change, Curse, CurseChoice, Difficulty, Floor, Generator, Request, RoomKind, Seed, Shape,
    Unlocks,
};

/// The floors of some seeds with some switches turned.
fn floors(switches: &[&str], level: u8) -> Vec<Floor> {
    let turned = FLASH_SWITCHES.iter().filter(|switch| switches.contains(&switch.name));
    let changes: Vec<Change> = turned.flat_map(FlashSwitch::changes).collect();
    let rebirth = Rebirth::changed(Edition::Repentance, &changes).unwrap();
    let request = Request::level(level).without_curse();
    (0..150).map(|seed| rebirth.generate(&request, Seed::Pcg(seed)).unwrap()).collect()
}

#[test]
fn every_switch_is_off_in_every_edition_and_changes_rules() {
    for edition in Edition::ALL {
        for switch in &FLASH_SWITCHES {
            let changes: Vec<Change> = switch.changes().collect();
            let turned = Rebirth::changed(*edition, &changes).unwrap();
            assert_ne!(*turned.rules(), edition.rules(), "{} in {edition}", switch.name);
        }
    }
}

#[test]
fn r5_r6_l4_w62_hard_mode_with_the_rules_of_normal_mode_gives_its_floors() {
    for &edition in Edition::ALL {
        let normal = Rebirth::new(edition);
        let eased = Rebirth::changed(edition, &edition.hard_as_normal()).unwrap();
        let mut others = 0;
        for number in 1..=400_u64 {
            let level = (number % 8 + 1) as u8;
            let curse = match number % 3 {
                0 => CurseChoice::Forced(Some(Curse::Labyrinth)),
                _ => CurseChoice::Drawn,
            };
            let unlocks = if number % 2 == 0 { Unlocks::Fresh } else { Unlocks::All };
            let request = Request { curse, unlocks, ..Request::level(level) };
            let hard = Request { difficulty: Difficulty::Hard, ..request };
            let seeds = [Seed::Pcg(number), Seed::game(number as u32 * 7_654_321).unwrap()];
            for seed in seeds {
                let [expected, found, other] =
                    [(&normal, &request), (&eased, &hard), (&normal, &hard)]
                        .map(|(rebirth, request)| rebirth.generate(request, seed).unwrap());
                assert_eq!(expected.rooms(), found.rooms(), "{edition} {number}");
                assert_eq!(expected.draws(), found.draws());
                assert_eq!(expected.curse(), found.curse());
                others += u32::from(expected.rooms() != other.rooms());
            }
        }
        assert!(others > 700, "{edition}: hard mode is another: {others}");
    }
}

#[test]
fn f1_rooms_keep_to_a_smaller_grid() {
    let is_inside = |cell: Cell| (2..=10).contains(&cell.x) && (3..=10).contains(&cell.y);
    let all_inside = |switches: &[&str]| {
        let floors = floors(switches, 8);
        floors.iter().flat_map(Floor::rooms).all(|room| room.cells().all(is_inside))
    };
    assert!(all_inside(&["grid"]), "the hidden rooms, too");
    assert!(!all_inside(&[]));
}

#[test]
fn r11_without_large_rooms_all_rooms_grow_as_1x1() {
    for floor in floors(&["shapes"], 4) {
        let grown = floor.rooms().iter().filter(|room| room.kind == RoomKind::Normal);
        // Dead ends that went back stay in the shape of a special room (W18).
        let dead_ends = floor.dead_ends();
        let is_dead_end = |place: &usize| dead_ends.contains(&(*place as u8));
        assert!(grown.clone().count() > 0);
        for (place, room) in floor.rooms().iter().enumerate() {
            let is_grown = room.kind == RoomKind::Normal && !is_dead_end(&place);
            assert!(!is_grown || room.shape == Shape::Single);
        }
    }
}

#[test]
fn f6_f7_layouts_are_complete_and_the_start_grows_again() {
    for floor in floors(&["branching", "dead ends"], 4) {
        let grown = floor.rooms().iter().filter(|room| !room.kind.is_added()).count();
        assert_eq!(grown - 1, usize::from(floor.wanted()));
    }
    // Without the restarts, rooms are placed in the order of their depths.
    let comes_again = |restart_above: u32| {
        let all: Vec<Change> = FLASH_SWITCHES.iter().flat_map(FlashSwitch::changes).collect();
        let mut rules = *Rebirth::changed(Edition::Repentance, &all).unwrap().rules();
        rules.growth.restart_above = restart_above;
        let rebirth = Rebirth::with_rules(Edition::Repentance, rules).unwrap();
        let request = Request::level(6).without_curse();
        let has_late_room = |seed| {
            let floor = rebirth.generate(&request, Seed::Pcg(seed)).unwrap();
            let grown = floor.rooms().iter().filter(|room| !room.kind.is_added());
            !grown.map(|room| room.depth).is_sorted()
        };
        (0..150).filter(|seed| has_late_room(*seed)).count()
    };
    assert!(comes_again(14) > 30);
    assert_eq!(comes_again(100), 0);
}

#[test]
fn f8_the_boss_takes_the_dead_end_that_was_placed_last() {
    for floor in floors(&["boss"], 4) {
        let boss = floor.first_of(RoomKind::Boss).unwrap();
        assert_eq!(floor.rooms()[boss].shape, Shape::Single);
        assert!(floor.rooms()[boss].depth > 1);
        assert_eq!(floor.dead_ends().iter().max(), Some(&(boss as u8)));
    }
}

#[test]
fn f9_the_secret_room_is_never_beside_the_boss_and_usually_away_from_dead_ends() {
    let all: Vec<&str> = FLASH_SWITCHES.iter().map(|switch| switch.name).collect();
    let (mut clean, mut crowded) = (0, 0);
    for floor in floors(&all, 8) {
        let rooms = floor.rooms();
        let secret = rooms[floor.first_of(RoomKind::Secret).unwrap()].anchor;
        let is_beside = |cell: Cell| cell.x.abs_diff(secret.x) + cell.y.abs_diff(secret.y) == 1;
        let beside: Vec<usize> =
            (0..rooms.len()).filter(|room| is_beside(rooms[*room].anchor)).collect();
        assert!(beside.iter().all(|room| rooms[*room].kind != RoomKind::Boss));
        let touches = beside.iter().any(|room| floor.dead_ends().contains(&(*room as u8)));
        clean += u32::from(!touches);
        crowded += u32::from(beside.len() >= 3);
    }
    assert!(clean > 140 && crowded > 100, "{clean} {crowded}");
}

#[test]
fn f10_f11_special_rooms_are_1x1_in_random_dead_ends() {
    let mut first = 0;
    for floor in floors(&["special rooms"], 8) {
        let rooms = floor.rooms();
        let of = |kind| rooms.iter().filter(move |room| room.kind == kind).count();
        assert_eq!((of(RoomKind::Shop), of(RoomKind::Treasure)), (1, 1), "on level 8, too");
        for kind in [RoomKind::SuperSecret, RoomKind::UltraSecret, RoomKind::Planetarium] {
            assert_eq!(of(kind), 0);
        }
        let special = rooms.iter().enumerate().filter(|(_, room)| {
            let other = [RoomKind::Start, RoomKind::Normal, RoomKind::Boss, RoomKind::Secret];
            !other.contains(&room.kind)
        });
        for (place, room) in special {
            assert_eq!(room.shape, Shape::Single);
            assert!(floor.dead_ends().contains(&(place as u8)));
        }
        let shop = floor.first_of(RoomKind::Shop).unwrap();
        let boss = floor.first_of(RoomKind::Boss).unwrap();
        let mut free = floor.dead_ends().iter().filter(|room| usize::from(**room) != boss);
        first += u32::from(free.next() == Some(&(shop as u8)));
    }
    // Of about seven dead ends the first is as likely as any other.
    assert!((5..60).contains(&first), "{first}");
}
