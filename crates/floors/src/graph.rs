//! The graph of a floor: rooms joined by doors.

use crate::floor::{Door, Floor, MAX_ROOMS};
use crate::grid::Occupancy;

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
        for (index, room) in floor.rooms().iter().enumerate() {
            if rooms == RoomSet::Full || !room.kind.is_added() {
                graph.members |= 1 << index;
            }
        }
        for index in bits(graph.members) {
            // A door is found from either side: from the first room is enough.
            for Door { to, .. } in floor.doors_to(index, occupancy, move |to| to > index) {
                if graph.members >> to & 1 == 1 {
                    graph.neighbours[index] |= 1 << to;
                    graph.neighbours[to] |= 1 << index;
                    graph.doors += 1;
                }
            }
        }
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

    /// How many rooms are next to this one.
    #[must_use]
    #[inline]
    pub fn degree(&self, room: usize) -> usize {
        self.neighbours.get(room).map_or(0, |neighbours| neighbours.count_ones() as usize)
    }

    /// The rooms next to this one, by index.
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
        let mut frontier = self.members & 1_u128.checked_shl(from as u32).unwrap_or(0);
        let mut reached = frontier;
        let mut step = 0;
        while frontier != 0 {
            let mut next = 0;
            for room in bits(frontier) {
                steps[room] = step;
                next |= self.neighbours[room];
            }
            frontier = next & !reached;
            reached |= next;
            step += 1;
        }
        Distances { steps, largest: step.saturating_sub(1) }
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
