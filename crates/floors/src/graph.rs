//! The graph of a floor: rooms joined by doors.

use crate::floor::{Floor, MAX_ROOMS};
use crate::grid::{Direction, Occupancy, Openings};

/// Which rooms a graph holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomSet {
    /// All rooms but those added after the plan stood: the secret and the ultra
    /// secret rooms.
    Plan,
    /// All rooms.
    Full,
}

/// Rooms as nodes, doors as edges; room indices are the floor's. Fixed in size.
#[derive(Clone, Debug)]
pub struct Graph {
    members: u128,
    neighbours: [u128; MAX_ROOMS],
    doors: u16,
}

/// Steps through doors from one room to each other; `None` where no way leads.
#[derive(Clone, Debug)]
pub struct Distances {
    steps: [u8; MAX_ROOMS],
    largest: u8,
}

const UNREACHED: u8 = u8::MAX;

impl Graph {
    pub(crate) fn of(floor: &Floor, occupancy: &Occupancy, rooms: RoomSet) -> Self {
        let mut graph = Self { members: 0, neighbours: [0; MAX_ROOMS], doors: 0 };
        let mut openings = Openings::none();
        for (index, room) in floor.rooms().iter().enumerate() {
            if rooms == RoomSet::Full || !room.kind.is_added() {
                graph.members |= 1 << index;
                openings.add(room, room.slots);
            }
        }
        // A door is found from either side.
        let mut sides = 0;
        for (index, (room, neighbours)) in
            floor.rooms().iter().zip(&mut graph.neighbours).enumerate()
        {
            let mut doors = 0;
            for cell in room.shape.outline() {
                let place = room.anchor.place().wrapping_add(cell.place);
                let ways = room.slots.and(cell.slots).directions() & openings.towards(place);
                for direction in Direction::ALL {
                    let to = occupancy.at(place.wrapping_add(direction.step()));
                    let has_door = ways >> direction as u8 & 1;
                    *neighbours |= u128::from(has_door) << (to & 127);
                    doors += u16::from(has_door);
                }
            }
            sides += doors * (graph.members >> index & 1) as u16;
        }
        graph.doors = sides / 2;
        graph
    }

    /// How many rooms it holds.
    #[must_use]
    pub const fn rooms(&self) -> usize {
        self.members.count_ones() as usize
    }

    /// The rooms it holds, by index.
    pub fn members(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.members)
    }

    /// How many doors join them; two rooms can share two.
    #[must_use]
    pub const fn doors(&self) -> usize {
        self.doors as usize
    }

    /// How many of its rooms are next to this one.
    #[must_use]
    #[inline]
    pub fn degree(&self, room: usize) -> usize {
        self.neighbours.get(room).map_or(0, |neighbours| neighbours.count_ones() as usize)
    }

    /// Its rooms that are next to this one, by index.
    pub fn neighbours(&self, room: usize) -> impl Iterator<Item = usize> + use<> {
        bits(self.neighbours.get(room).copied().unwrap_or(0))
    }

    /// Independent cycles of a connected floor: doors - rooms + 1.
    #[must_use]
    pub fn loops(&self) -> usize {
        (self.doors() + 1).saturating_sub(self.rooms())
    }

    /// Steps through doors from a room, by breadth-first search.
    #[must_use]
    pub fn distances(&self, from: usize) -> Distances {
        let mut steps = [UNREACHED; MAX_ROOMS];
        let mut largest = 0;
        for (step, layer) in (0..UNREACHED).zip(self.layers(from)) {
            for room in bits(layer) {
                steps[room] = step;
            }
            largest = step;
        }
        Distances { steps, largest }
    }

    /// Steps through doors from one room to another; `None` where no way leads.
    #[must_use]
    pub fn steps(&self, from: usize, to: usize) -> Option<u8> {
        let to = 1_u128.checked_shl(to as u32)?;
        (0..UNREACHED)
            .zip(self.layers(from))
            .find(|(_, layer)| layer & to != 0)
            .map(|(step, _)| step)
    }

    /// The rooms by steps from one of them: itself, those one step away, and so on.
    fn layers(&self, from: usize) -> impl Iterator<Item = u128> {
        let mut layer = self.members & 1_u128.checked_shl(from as u32).unwrap_or(0);
        let mut left = self.members;
        core::iter::from_fn(move || {
            (layer != 0).then(|| {
                let found = layer;
                left &= !found;
                layer = left & bits(found).fold(0, |next, room| next | self.neighbours[room]);
                found
            })
        })
    }

    /// Whether every room can be reached from the first.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        let distances = self.distances(0);
        self.members().all(|room| distances.to(room).is_some())
    }
}

impl Distances {
    /// Steps to a room; `None` where no way leads.
    #[must_use]
    pub fn to(&self, room: usize) -> Option<u8> {
        self.steps.get(room).copied().filter(|steps| *steps != UNREACHED)
    }

    /// The largest of them.
    #[must_use]
    pub const fn eccentricity(&self) -> u8 {
        self.largest
    }
}

/// The positions of the set bits, lowest first.
#[inline]
fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}
