//! R33-R35, W41-W43, W69 and F9, compared with the trace: every weight that was drawn, and the cell
//! that won.

use std::collections::HashMap;

use basement_lab::floors::rebirth::{Edition, Rebirth};
use basement_lab::floors::{
    Cell, Decision, Direction, DoorSlot, Event, Item, Items, Phase, RoomSet,
};
use basement_lab::{Floor, Generator, Request, RoomKind, RunSeed, RunState};

/// A floor as it was when its hidden rooms were placed, before the normal rooms' insides
/// (L3), and what was decided.
fn explained(request: &Request, run: u32) -> (Floor, Vec<Event>) {
    let request = &Request { phase: Phase::Special, ..*request };
    let mut events = Vec::new();
    let seed = RunSeed::new(run).unwrap().stage_seed(request.level);
    let floor = Rebirth::new(Edition::Repentance)
        .explain(request, seed, &mut |event| {
            if matches!(event.decision, Decision::Attempt { .. }) {
                events.clear();
            }
            events.push(event);
        })
        .unwrap();
    (floor, events)
}

/// The candidates of a search with their weights and neighbours, and the cell that it chose.
type Search = (HashMap<Cell, (i32, u8)>, Option<Cell>);

/// The searches of a rule.
fn searches(events: &[Event], rule: &str) -> Vec<Search> {
    let mut searches = Vec::new();
    let mut candidates = HashMap::new();
    for event in events.iter().filter(|event| event.rule == rule) {
        match event.decision {
            Decision::Weighed { cell, weight, neighbours } => {
                candidates.insert(cell, (weight, neighbours));
            }
            Decision::Placed { anchor, .. } => {
                searches.push((std::mem::take(&mut candidates), Some(anchor)));
            }
            Decision::NoPlace { .. } => searches.push((std::mem::take(&mut candidates), None)),
            _ => {}
        }
    }
    searches
}

#[test]
fn r33_w42_the_secret_room_takes_a_cell_of_the_greatest_weight() {
    for run in 1..=400 {
        let (floor, events) = explained(&Request::level(1 + (run % 8) as u8), run);
        let searches = searches(&events, "W42");
        assert_eq!(searches.len(), 1);
        let (candidates, winner) = &searches[0];
        let winner = winner.unwrap();
        let best = candidates.values().map(|(weight, _)| *weight).max().unwrap();
        assert_eq!(candidates[&winner].0, best);
        let secret = floor.first_of(RoomKind::Secret).unwrap();
        assert_eq!(floor.rooms()[secret].anchor, winner);
        for (weight, neighbours) in candidates.values() {
            let penalty = match neighbours {
                1 => 6,
                2 => 3,
                _ => 0,
            };
            assert!((10..=14).contains(&(weight + penalty)), "{weight} {neighbours}");
        }
    }
}

#[test]
fn r33_w42_a_candidate_is_an_empty_cell_with_a_slot_of_every_shape_beside_it() {
    for run in 1..=300 {
        let (floor, events) = explained(&Request::level(3), run);
        // The floor as it was when the secret room was placed.
        let occupancy = floor.occupancy();
        let is_plan = |cell: Cell| {
            let room = occupancy.room_at(cell)?;
            (!floor.rooms()[room].kind.is_added()).then_some(room)
        };
        for (cell, (weight, neighbours)) in &searches(&events, "W42")[0].0 {
            assert!(is_plan(*cell).is_none(), "{cell} is taken");
            let mut sides = 0;
            for direction in Direction::ALL {
                let beside = floor.grid().step(*cell, direction);
                let Some(room) = beside.and_then(is_plan) else { continue };
                let room = &floor.rooms()[room];
                // Where the slot is does not matter, only that the shape has one.
                let back = direction.opposite();
                assert!(room.shape.slots().iter().any(|slot| slot.direction() == back), "{cell}");
                sides += 1;
                // W42: cells beside these rooms are not weighed at all.
                assert!(!matches!(room.kind, RoomKind::Boss | RoomKind::SuperSecret));
            }
            assert_eq!(*neighbours, sides);
            assert!(*weight >= 0, "{cell}: {weight}");
        }
    }
}

#[test]
fn r33_w41_items_bring_further_secret_rooms() {
    let with = |items: &[Item]| {
        let run = RunState { items: items.iter().copied().collect::<Items>(), ..RunState::DEFAULT };
        Request { run, ..Request::level(4) }
    };
    for (items, secrets) in [
        (&[][..], 1),
        (&[Item::FragmentedCard], 2),
        (&[Item::Luna], 2),
        (&[Item::FragmentedCard, Item::Luna], 3),
    ] {
        for run in 1..=50 {
            let (floor, events) = explained(&with(items), run);
            let searches = searches(&events, "W42");
            assert_eq!(searches.len(), secrets);
            let found = searches.iter().filter(|(_, winner)| winner.is_some()).count();
            assert_eq!(floor.all_of(RoomKind::Secret).count(), found);
        }
    }
}

#[test]
fn r33_w42_on_stage_11_the_cells_around_the_start_stay_free() {
    for run in 1..=200 {
        for stage_type in [0, 1] {
            let (_, events) = explained(&Request { stage_type, ..Request::level(11) }, run);
            for (candidates, _) in searches(&events, "W42") {
                assert!(candidates.keys().all(|cell| cell.steps_to(Cell::new(6, 6)) > 1));
            }
        }
    }
}

#[test]
fn r34_w69_the_ultra_secret_room_touches_nothing_and_counts_the_cells_two_steps_away() {
    let mut placed = 0;
    for run in 1..=300 {
        let (floor, events) = explained(&Request::level(2), run);
        let searches = searches(&events, "W69");
        assert_eq!(searches.len(), 1);
        let (candidates, winner) = &searches[0];
        let Some(winner) = winner else { continue };
        placed += 1;
        let best = candidates.values().map(|(weight, _)| *weight).max().unwrap();
        assert_eq!(candidates[winner].0, best);
        let occupancy = floor.occupancy();
        let grid = *floor.grid();
        let beside = |cell: Cell| {
            Direction::ALL.into_iter().filter_map(move |direction| {
                grid.step(cell, direction).map(|next| (direction, next))
            })
        };
        assert!(beside(*winner).all(|(_, cell)| occupancy.room_at(cell).is_none()));
        let two_steps: std::collections::HashSet<Cell> = beside(*winner)
            .flat_map(|(_, between)| beside(between).map(|(_, cell)| cell))
            .filter(|cell| cell != winner && occupancy.room_at(*cell).is_some())
            .collect();
        assert_eq!(two_steps.len().min(3), usize::from(candidates[winner].1));
        // R34: each could have a door on every side with which it faces the ultra secret room.
        for cell in two_steps {
            let (columns, rows) = (cell.x as i8 - winner.x as i8, cell.y as i8 - winner.y as i8);
            let room = &floor.rooms()[occupancy.room_at(cell).unwrap()];
            for direction in Direction::ALL {
                let (x, y) = direction.offset();
                if x * columns + y * rows > 0 {
                    let slot = DoorSlot::from_direction(direction.opposite(), false);
                    assert!(room.shape.slots().contains(slot), "run {run}: {room:?}");
                }
            }
        }
        let ultra = floor.first_of(RoomKind::UltraSecret).unwrap();
        assert_eq!(floor.graph(RoomSet::Full).degree(ultra), 0);
    }
    assert!(placed > 290, "{placed}");
}

#[test]
fn r34_only_repentance_has_an_ultra_secret_room() {
    for edition in [Edition::Article, Edition::AfterbirthPlus] {
        for run in 1..=50 {
            let seed = RunSeed::new(run).unwrap().stage_seed(2);
            let floor = Rebirth::new(edition).generate(&Request::level(2), seed).unwrap();
            assert_eq!(floor.first_of(RoomKind::UltraSecret), None);
        }
    }
}

#[test]
fn r35_the_dark_room_has_a_grave_and_the_chest_has_none() {
    for run in 1..=100 {
        let (dark_room, _) = explained(&Request::level(11), run);
        let grave = dark_room.first_of(RoomKind::Grave).unwrap();
        assert_eq!(dark_room.graph(RoomSet::Plan).degree(grave), 1);
        let (chest, _) = explained(&Request { stage_type: 1, ..Request::level(11) }, run);
        assert_eq!(chest.first_of(RoomKind::Grave), None);
    }
}
