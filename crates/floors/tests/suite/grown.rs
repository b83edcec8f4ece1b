//! `explain` makes the floor that `generate` makes, and its events are enough to draw the floor:
//! rooms, places, outlines and kinds.

use std::num::NonZeroU32;

use basement_floors::{
    Backend, Cell, Curse, CurseChoice, Decision, Phase, Request, RoomKind, Seed, Shape,
};

/// The rooms that the events put on the grid, in their order.
fn grown(decisions: &[Decision], start: Cell) -> Vec<(Cell, Shape, RoomKind)> {
    let mut rooms = Vec::new();
    let mut hidden = None;
    for decision in decisions {
        match *decision {
            Decision::Attempt { .. } => {
                rooms = vec![(start, Shape::Single, RoomKind::Start)];
            }
            Decision::Placed { room, anchor, shape, .. } => {
                assert_eq!(usize::from(room), rooms.len());
                rooms.push((anchor, shape, hidden.take().unwrap_or(RoomKind::Normal)));
            }
            Decision::Reshaped { room, anchor, shape } => {
                let room = &mut rooms[usize::from(room)];
                (room.0, room.1) = (anchor, shape);
            }
            // A hidden room gets its kind before its place.
            Decision::Assigned { kind, room, .. } => match rooms.get_mut(usize::from(room)) {
                Some(room) => room.2 = kind,
                None => hidden = Some(kind),
            },
            Decision::Searched { cell: Some(cell), .. } => {
                rooms.push((cell, Shape::Single, RoomKind::Secret));
            }
            _ => {}
        }
    }
    rooms
}

fn check(backend: Backend, edition: &str, request: &Request, seeds: u32) {
    let generator = backend.generator(edition, &[]).expect("the edition is listed");
    for number in (1..=seeds).filter_map(|number| NonZeroU32::new(number * 7919)) {
        let seed = match number.get() % 2 {
            0 => Seed::Pcg(number.get().into()),
            _ => Seed::Game(number),
        };
        let mut decisions = Vec::new();
        let told = generator.explain(request, seed, &mut |event| decisions.push(event.decision));
        assert_eq!(told, generator.generate(request, seed), "{edition} {request:?} {seed:?}");
        let Ok(floor) = told else { continue };
        let expected: Vec<_> =
            floor.rooms().iter().map(|room| (room.anchor, room.shape, room.kind)).collect();
        assert_eq!(grown(&decisions, expected[0].0), expected, "{edition} {request:?} {seed:?}");
    }
}

#[test]
fn replaying_the_events_rebuilds_the_floor() {
    for backend in Backend::ALL {
        for edition in backend.editions() {
            for level in [1, 2, 4, 6, 8, 10, 11, 12] {
                for curse in [CurseChoice::Drawn, CurseChoice::Forced(Some(Curse::Labyrinth))] {
                    for phase in [Phase::Layout, Phase::Full] {
                        let request = Request { curse, phase, ..Request::level(level) };
                        check(*backend, edition, &request, 25);
                    }
                }
            }
        }
    }
}
