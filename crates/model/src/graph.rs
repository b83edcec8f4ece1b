//! The graph of a floor: rooms joined by doors.

use crate::grid::Direction;
use crate::occupancy::{Occupancy, OpenSides};
use crate::room::{MAX_ROOMS, Room, RoomKind};

/// Which rooms a graph contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomSet {
    /// All rooms except the secret and ultra secret ones, which are added to the finished plan.
    Plan,
    /// All rooms.
    Full,
}

/// Rooms as nodes, doors as edges; room indices are the floor's. A graph has a fixed size.
///
/// ```
/// use basement_model::{Cell, Floor, FloorParts, Grid, Request, Room, RoomKind, RoomSet, Seed, Shape};
///
/// let room = |x, depth| Room::normal(Cell::new(x, 6), Shape::Single, depth);
/// let start = Room { kind: RoomKind::Start, ..room(6, 0) };
/// let rooms = [start, room(7, 1), room(8, 2)];
/// let floor = Floor::new(FloorParts::new(Grid::REBIRTH, &Request::level(1), Seed::Pcg(0), &rooms))?;
/// let graph = floor.graph(RoomSet::Plan);
/// assert_eq!((graph.rooms(), graph.doors(), graph.loops()), (3, 2, 0));
/// assert_eq!(graph.distances(0).to(2), Some(2));
/// # Ok::<(), basement_model::FloorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    members: u128,
    /// For each room of the floor, the rooms next to it.
    neighbours: [u128; MAX_ROOMS],
    doors: u16,
}

/// Steps through doors from one room to every other room.
#[derive(Clone, Debug)]
pub struct Distances {
    steps: [u8; MAX_ROOMS],
    largest: u8,
}

const UNREACHED: u8 = u8::MAX;

/// For each index the set of that one room, or the empty set from [`MAX_ROOMS`] on.
static ONLY: [u128; 256] = {
    let mut sets = [0; 256];
    let mut room = 0;
    while room < MAX_ROOMS {
        sets[room] = 1 << room;
        room += 1;
    }
    sets
};

impl Graph {
    // Inlined, so that the graph is built in the caller's own variable and more than a kilobyte is
    // not copied.
    #[inline(always)]
    pub(crate) fn from_rooms(all: &[Room], occupancy: &Occupancy, rooms: RoomSet) -> Self {
        let mut graph = Self { members: 0, neighbours: [0; MAX_ROOMS], doors: 0 };
        graph.add_rooms(all, occupancy, rooms);
        graph
    }

    fn add_rooms(&mut self, all: &[Room], occupancy: &Occupancy, rooms: RoomSet) {
        let is_member = |kind: RoomKind| rooms == RoomSet::Full || !kind.is_added();
        for (room, only) in all.iter().take(MAX_ROOMS).zip(&ONLY) {
            self.members |= if is_member(room.kind) { *only } else { 0 };
        }
        let open_sides =
            OpenSides::new(occupancy, |cell| is_member(cell.kind).then_some(cell.directions));
        // The set of the room behind a door, or the empty set if `door` is 0. Few floors have more
        // rooms than a word has bits.
        if all.len() <= 64 {
            let behind = |door: u8, room: u8| u128::from(u64::from(door) << (room % 64));
            self.add_doors(occupancy, rooms, &open_sides, behind);
        } else {
            let behind = |door: u8, room: u8| ONLY[usize::from(room | door.wrapping_sub(1))];
            self.add_doors(occupancy, rooms, &open_sides, behind);
        }
    }

    #[inline(always)]
    fn add_doors(
        &mut self,
        occupancy: &Occupancy,
        rooms: RoomSet,
        open_sides: &OpenSides,
        behind: impl Fn(u8, u8) -> u128,
    ) {
        for cell in occupancy.covered() {
            let doors = open_sides.doors(cell);
            let beside = Direction::ALL.map(|direction| {
                behind(doors >> direction as u8 & 1, occupancy.beside(cell, direction))
            });
            if let Some(neighbours) = self.neighbours.get_mut(usize::from(cell.room)) {
                *neighbours |= beside[0] | beside[1] | beside[2] | beside[3];
            }
            // Every door is seen from both sides, so it is enough to count left and up.
            let doors = (doors & 1) + (doors >> 1 & 1);
            let is_member = rooms == RoomSet::Full || !cell.kind.is_added();
            self.doors += if is_member { doors.into() } else { 0 };
        }
    }

    /// How many rooms the graph contains.
    #[must_use]
    pub const fn rooms(&self) -> usize {
        size(self.members)
    }

    /// The rooms that the graph contains, by index.
    pub fn members(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.members)
    }

    /// How many doors join the rooms; two rooms can share two.
    #[must_use]
    pub const fn doors(&self) -> usize {
        self.doors as usize
    }

    /// The number of rooms next to this one.
    #[must_use]
    #[inline]
    pub fn degree(&self, room: usize) -> usize {
        self.neighbours.get(room).map_or(0, |neighbours| size(*neighbours))
    }

    /// The indices of the rooms next to this one.
    pub fn neighbours(&self, room: usize) -> impl Iterator<Item = usize> + use<> {
        bits(self.neighbour_bits(room))
    }

    /// The neighbours, as bits: bit n is the room with index n.
    #[must_use]
    #[inline]
    pub fn neighbour_bits(&self, room: usize) -> u128 {
        self.neighbours.get(room).copied().unwrap_or(0)
    }

    /// Independent cycles of a connected floor: doors - rooms + 1.
    #[must_use]
    pub fn loops(&self) -> usize {
        (self.doors() + 1).saturating_sub(self.rooms())
    }

    /// Steps through doors from a room, by breadth-first search.
    #[must_use]
    pub fn distances(&self, from: usize) -> Distances {
        let mut distances = Distances { steps: [UNREACHED; MAX_ROOMS], largest: 0 };
        let mut layer = self.only(from);
        let mut left = self.members & !layer;
        for step in 0.. {
            let mut beside = 0;
            for_each_bit(layer, |room| {
                distances.steps[room] = step;
                beside |= self.neighbours[room];
            });
            layer = beside & left;
            left &= !layer;
            if layer == 0 {
                break;
            }
            distances.largest = step + 1;
        }
        distances
    }

    /// Steps through doors from one room to another. `None` if there is no path.
    #[must_use]
    pub fn steps(&self, from: usize, to: usize) -> Option<u8> {
        let (mut layer, to) = (self.only(from), self.only(to));
        let mut left = self.members;
        for step in 0.. {
            if layer & to != 0 {
                return Some(step);
            }
            left &= !layer;
            let mut beside = 0;
            for_each_bit(layer, |room| beside |= self.neighbours[room]);
            layer = beside & left;
            if layer == 0 {
                break;
            }
        }
        None
    }

    /// The set of one room, if the graph contains it.
    fn only(&self, room: usize) -> u128 {
        self.members & ONLY.get(room).copied().unwrap_or(0)
    }
}

impl Distances {
    /// Steps to a room. `None` if there is no path.
    #[must_use]
    #[inline]
    pub fn to(&self, room: usize) -> Option<u8> {
        self.steps.get(room).copied().filter(|steps| *steps != UNREACHED)
    }

    /// The largest of the distances.
    #[must_use]
    pub const fn eccentricity(&self) -> u8 {
        self.largest
    }
}

/// How many bits are set. Few floors have more than 64 rooms.
const fn size(set: u128) -> usize {
    let (low, high) = (set as u64, (set >> 64) as u64);
    (low.count_ones() + if high == 0 { 0 } else { high.count_ones() }) as usize
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

/// Calls `visit` with the positions of the set bits, lowest first: like [`bits`], but one half of
/// the word after the other.
#[inline]
fn for_each_bit(set: u128, mut visit: impl FnMut(usize)) {
    for (mut half, first) in [(set as u64, 0), ((set >> 64) as u64, 64)] {
        while half != 0 {
            visit(first + half.trailing_zeros() as usize);
            half &= half - 1;
        }
    }
}
