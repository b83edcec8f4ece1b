//! A generated floor of either game.

use arrayvec::ArrayVec;

use crate::curse::Curse;
use crate::door_slot::DoorSlot;
use crate::floor_error::FloorError;
use crate::graph::{Graph, RoomSet};
use crate::grid::{Cell, Grid, MAX_CELLS};
use crate::occupancy::Occupancy;
use crate::outcome::Outcome;
use crate::request::Request;
use crate::room::{MAX_ROOMS, Room, RoomKind};
use crate::seed::Seed;

/// The parts of a floor. [`Floor::new`] checks them and copies them into a [`Floor`]. Generators
/// outside this workspace build their floors this way.
///
/// Doors must join all rooms of the plan, that is, all but secret and ultra secret rooms. This is not
/// checked, and the measures of a floor in several pieces are wrong. Two rooms that touch have a door
/// wherever both have a slot; to close one, take the slot out of [`Room::slots`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloorParts<'a> {
    /// The board.
    pub grid: Grid,
    /// The request that it answers.
    pub request: Request,
    /// The seed that it was drawn from.
    pub seed: Seed,
    /// The curse on the floor.
    pub curse: Option<Curse>,
    /// How many rooms were wanted ([F2](crate::rules#f2), [R6](crate::rules#r6)).
    pub wanted: u8,
    /// How many dead ends an attempt had to have ([F10](crate::rules#f10), [F22](crate::rules#f22),
    /// [R7](crate::rules#r7)).
    pub min_dead_ends: u8,
    /// The number of attempts, including the accepted one ([F7](crate::rules#f7),
    /// [R17](crate::rules#r17)).
    pub attempts: u32,
    /// The number of 32-bit draws that were made.
    pub draws: u64,
    /// The rooms in the order of their placement, the start room first.
    pub rooms: &'a [Room],
    /// Indices of the dead ends that the generator found, in the order of [F5](crate::rules#f5) or
    /// [R16](crate::rules#r16).
    pub dead_ends: &'a [u8],
    /// The outcome of its placing phase ([W5](crate::rules#w5)). Floors without a placing phase
    /// have [`Outcome::none`].
    pub outcome: &'a Outcome,
}

impl<'a> FloorParts<'a> {
    /// The parts of a floor of these rooms, made in one attempt without a curse. What only the games' generators
    /// tell is left out: no dead ends are listed, no draws are counted, and nothing came of a placing phase.
    #[must_use]
    pub fn new(grid: Grid, request: &Request, seed: Seed, rooms: &'a [Room]) -> Self {
        Self {
            grid,
            request: *request,
            seed,
            curse: None,
            wanted: rooms.len() as u8,
            min_dead_ends: 0,
            attempts: 1,
            draws: 0,
            rooms,
            dead_ends: &[],
            outcome: Outcome::none(),
        }
    }
}

/// A floor: rooms on a grid, with its request and seed.
///
/// Its size is fixed; only failed placing phases use heap memory. `Display` draws it as a map.
///
/// ```
/// use basement_model::{Cell, Floor, FloorParts, Grid, Request, Room, RoomKind, Seed, Shape};
///
/// let start = Room { kind: RoomKind::Start, ..Room::normal(Cell::new(6, 6), Shape::Single, 0) };
/// let boss = Room { kind: RoomKind::Boss, ..Room::normal(Cell::new(7, 6), Shape::Single, 1) };
/// let rooms = [start, boss];
/// let parts = FloorParts::new(Grid::REBIRTH, &Request::level(1), Seed::Pcg(0), &rooms);
/// let floor = Floor::new(parts)?;
/// assert_eq!(floor.first_of(RoomKind::Boss), Some(1));
/// println!("{floor}");
/// # Ok::<(), basement_model::FloorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Floor {
    grid: Grid,
    request: Request,
    seed: Seed,
    curse: Option<Curse>,
    wanted: u8,
    min_dead_ends: u8,
    attempts: u32,
    draws: u64,
    rooms: ArrayVec<Room, MAX_ROOMS>,
    dead_ends: ArrayVec<u8, MAX_ROOMS>,
    outcome: Outcome,
}

impl Floor {
    /// Makes a floor from its parts. Door slots that a room's shape does not have are left out.
    ///
    /// # Errors
    ///
    /// A [`FloorError`] if there are more than [`MAX_ROOMS`] rooms, if a room leaves the grid or
    /// overlaps another, if the first room is not the only start room or is not in the grid's start
    /// cell, if a dead end is not one of the rooms, or if the grid is larger than 13x13 or its first
    /// column is neither 0 nor 1.
    pub fn new(parts: FloorParts<'_>) -> Result<Self, FloorError> {
        let given = parts.rooms.len().max(parts.dead_ends.len());
        if given > MAX_ROOMS {
            return Err(FloorError::TooManyRooms { given, most: MAX_ROOMS });
        }
        let Grid { left, width, height, .. } = parts.grid;
        if left > 1 || width > 13 || height > 13 {
            return Err(FloorError::GridTooLarge { left, width, height });
        }
        let start = parts.grid.start;
        let starts: usize =
            parts.rooms.iter().map(|room| usize::from(room.kind == RoomKind::Start)).sum();
        let first = parts.rooms.first();
        if starts != 1 || first.is_none_or(|r| r.kind != RoomKind::Start || r.anchor != start) {
            return Err(FloorError::NoStart { start });
        }
        let mut rooms_at = [None; MAX_CELLS];
        for (index, room) in parts.rooms.iter().enumerate() {
            let mut covered = 0;
            for cell in room.cells() {
                let room_at = parts.grid.index(cell).and_then(|place| rooms_at.get_mut(place));
                let Some(room_at) = room_at else { continue };
                if let Some(first) = room_at.replace(index) {
                    return Err(FloorError::Overlap { first, second: index, cell });
                }
                covered += 1;
            }
            if covered != room.shape.cells().len() {
                let (anchor, grid) = (room.anchor, parts.grid);
                return Err(FloorError::OffGrid { room: index, anchor, grid });
            }
        }
        let rooms = parts.rooms.len();
        match parts.dead_ends.iter().find(|dead_end| usize::from(**dead_end) >= rooms) {
            Some(given) => Err(FloorError::UnknownDeadEnd { given: usize::from(*given), rooms }),
            None => {
                let mut floor = Self::from_checked(parts);
                for room in &mut floor.rooms {
                    room.slots = room.slots.and(room.shape.slots());
                }
                Ok(floor)
            }
        }
    }

    /// A floor whose parts are known to pass the checks of [`Floor::new`]. This is for the
    /// generators of this workspace.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn from_sound_parts(parts: FloorParts<'_>) -> Self {
        debug_assert_eq!(Self::new(parts).err(), None);
        Self::from_checked(parts)
    }

    /// Like [`Floor::from_sound_parts`], but passes the floor to `visit` in place, because a floor
    /// is expensive to move.
    #[doc(hidden)]
    #[inline(always)]
    pub fn visit_sound_parts<R>(parts: FloorParts<'_>, visit: impl FnOnce(&Self) -> R) -> R {
        debug_assert_eq!(Self::new(parts).err(), None);
        let mut floor = Self::without_rooms(&parts);
        floor.add_rooms(&parts);
        visit(&floor)
    }

    // Inlined, so that a floor is built where its caller wants it.
    #[inline(always)]
    fn from_checked(parts: FloorParts<'_>) -> Self {
        let mut floor = Self::without_rooms(&parts);
        floor.add_rooms(&parts);
        floor
    }

    #[inline(always)]
    fn without_rooms(parts: &FloorParts<'_>) -> Self {
        Self {
            grid: parts.grid,
            request: parts.request,
            seed: parts.seed,
            curse: parts.curse,
            wanted: parts.wanted,
            min_dead_ends: parts.min_dead_ends,
            attempts: parts.attempts,
            draws: parts.draws,
            rooms: ArrayVec::new_const(),
            dead_ends: ArrayVec::new_const(),
            outcome: parts.outcome.clone(),
        }
    }

    #[inline(always)]
    fn add_rooms(&mut self, parts: &FloorParts<'_>) {
        // Neither is longer than MAX_ROOMS.
        let _ = self.rooms.try_extend_from_slice(parts.rooms);
        let _ = self.dead_ends.try_extend_from_slice(parts.dead_ends);
    }

    /// The parts of the floor.
    #[must_use]
    pub fn parts(&self) -> FloorParts<'_> {
        FloorParts {
            grid: self.grid,
            request: self.request,
            seed: self.seed,
            curse: self.curse,
            wanted: self.wanted,
            min_dead_ends: self.min_dead_ends,
            attempts: self.attempts,
            draws: self.draws,
            rooms: &self.rooms,
            dead_ends: &self.dead_ends,
            outcome: &self.outcome,
        }
    }

    /// The board.
    #[must_use]
    #[inline]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The request that it answers.
    #[must_use]
    pub const fn request(&self) -> &Request {
        &self.request
    }

    /// The seed that it was drawn from.
    #[must_use]
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// The curse of the floor.
    #[must_use]
    pub const fn curse(&self) -> Option<Curse> {
        self.curse
    }

    /// How many rooms were wanted ([F2](crate::rules#f2), [R6](crate::rules#r6)).
    #[must_use]
    pub const fn wanted(&self) -> u8 {
        self.wanted
    }

    /// How many dead ends an attempt had to have ([F10](crate::rules#f10), [F22](crate::rules#f22),
    /// [R7](crate::rules#r7)).
    #[must_use]
    pub const fn min_dead_ends(&self) -> u8 {
        self.min_dead_ends
    }

    /// The number of attempts, including the accepted one.
    #[must_use]
    #[inline]
    pub const fn attempts(&self) -> u32 {
        self.attempts
    }

    /// The number of 32-bit draws that were made.
    #[must_use]
    #[inline]
    pub const fn draws(&self) -> u64 {
        self.draws
    }

    /// The rooms in the order of their placement, the start room first.
    #[must_use]
    #[inline]
    pub fn rooms(&self) -> &[Room] {
        &self.rooms
    }

    /// Indices of the dead ends that the generator found: the end rooms of [F5](crate::rules#f5) in
    /// the order in which they were found, or the dead ends of [R14](crate::rules#r14) in the order
    /// of [R16](crate::rules#r16).
    #[must_use]
    #[inline]
    pub fn dead_ends(&self) -> &[u8] {
        &self.dead_ends
    }

    /// The outcome of its placing phase: bosses, run flags, and why earlier placing phases failed
    /// ([W5](crate::rules#w5)).
    #[must_use]
    #[inline]
    pub const fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// The rooms in the order in which their concrete rooms were placed ([W3](crate::rules#w3)), by
    /// index. Rooms that were not placed are left out.
    #[must_use]
    pub fn placing_order(&self) -> Vec<usize> {
        let order = |room: &Room| room.placing.map(|placing| placing.order);
        let mut rooms: Vec<usize> =
            (0..self.rooms.len()).filter(|index| order(&self.rooms[*index]).is_some()).collect();
        rooms.sort_by_key(|index| order(&self.rooms[*index]));
        rooms
    }

    /// The first room of a kind, by index.
    #[must_use]
    pub fn first_of(&self, kind: RoomKind) -> Option<usize> {
        self.rooms().iter().position(|room| room.kind == kind)
    }

    /// The rooms of a kind, by index.
    pub fn all_of(&self, kind: RoomKind) -> impl Iterator<Item = usize> {
        let rooms = self.rooms().iter().enumerate();
        rooms.filter(move |(_, room)| room.kind == kind).map(|(index, _)| index)
    }

    /// Which room covers each cell.
    #[must_use]
    #[inline]
    pub fn occupancy(&self) -> Occupancy {
        Occupancy::from_rooms(self.rooms())
    }

    /// The doors between rooms, each once.
    ///
    /// A door joins two rooms whose slots face each other ([R13](crate::rules#r13)); every pair of
    /// Flash rooms that touch has one ([F14](crate::rules#f14)). Two rooms can share two doors.
    #[must_use]
    pub fn doors(&self) -> Vec<Door> {
        let occupancy = self.occupancy();
        let mut doors = Vec::new();
        for index in 0..self.rooms().len() {
            doors.extend(self.doors_of(index, &occupancy).filter(|door| door.from < door.to));
        }
        doors
    }

    /// The doors as pairs of room numbers, the smaller first, in order.
    #[must_use]
    pub fn door_pairs(&self) -> Vec<[usize; 2]> {
        let mut pairs: Vec<_> = self.doors().iter().map(|door| [door.from, door.to]).collect();
        pairs.sort_unstable();
        pairs
    }

    /// The doors of one room, seen from it. `occupancy` is this floor's.
    pub fn doors_of<'a>(
        &'a self,
        index: usize,
        occupancy: &'a Occupancy,
    ) -> impl Iterator<Item = Door> + 'a {
        let rooms = self.rooms();
        rooms.get(index).into_iter().flat_map(move |room| {
            room.slots.iter().filter_map(move |slot| {
                let target = room.slot_target(slot)?;
                let to = occupancy.room_at(target).filter(|to| *to != index)?;
                let facing = rooms.get(to)?.facing_slot(target, slot)?;
                Some(Door { from: index, slot, to, facing })
            })
        })
    }

    /// The graph of rooms joined by doors.
    #[must_use]
    pub fn graph(&self, rooms: RoomSet) -> Graph {
        self.graph_on(&self.occupancy(), rooms)
    }

    /// Like [`Floor::graph`], for an occupancy that is already known.
    #[must_use]
    #[inline]
    pub fn graph_on(&self, occupancy: &Occupancy, rooms: RoomSet) -> Graph {
        Graph::from_rooms(self.rooms(), occupancy, rooms)
    }

    /// The first cell of a room, which maps mark.
    #[must_use]
    #[inline]
    pub fn first_cell(&self, index: usize) -> Option<Cell> {
        self.rooms().get(index)?.cells().next()
    }
}

/// A door, seen from one of the two rooms that it joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Door {
    /// The room from which the door is seen, by index.
    pub from: usize,
    /// The slot of the door in that room.
    pub slot: DoorSlot,
    /// The room behind the door, by index.
    pub to: usize,
    /// The slot of the door in the room behind it.
    pub facing: DoorSlot,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::door_slot::DoorSlots;
    use crate::shape::Shape;

    fn parts(rooms: &[Room]) -> FloorParts<'_> {
        FloorParts::new(Grid::REBIRTH, &Request::default(), Seed::Pcg(0), rooms)
    }

    fn start() -> Room {
        Room { kind: RoomKind::Start, ..Room::normal(Cell::new(6, 6), Shape::Single, 0) }
    }

    #[test]
    fn rooms_that_overlap_or_leave_the_grid_make_no_floor() {
        let overlap = [start(), Room::normal(Cell::new(5, 5), Shape::Square, 1)];
        assert_eq!(
            Floor::new(parts(&overlap)),
            Err(FloorError::Overlap { first: 0, second: 1, cell: Cell::new(6, 6) })
        );
        for anchor in [Cell::new(12, 0), Cell::new(255, 255)] {
            let error = FloorError::OffGrid { room: 1, anchor, grid: Grid::REBIRTH };
            let outside = [start(), Room::normal(anchor, Shape::Wide, 1)];
            assert_eq!(
                error.to_string(),
                format!(
                    "room 1 at {anchor} leaves the grid, 13x13 from column 0, start (6, 6): move it, or \
                     take a smaller shape"
                )
            );
            assert_eq!(Floor::new(parts(&outside)), Err(error));
        }
    }

    #[test]
    fn a_floor_has_one_start_room_and_it_comes_first() {
        let start_cell = Cell::new(6, 6);
        let expected = Err(FloorError::NoStart { start: start_cell });
        assert_eq!(Floor::new(parts(&[])), expected);
        assert_eq!(Floor::new(parts(&[Room::normal(start_cell, Shape::Single, 0)])), expected);
        let elsewhere = Room { anchor: Cell::new(0, 0), ..start() };
        assert_eq!(Floor::new(parts(&[elsewhere])), expected);
        assert_eq!(Floor::new(parts(&[start(), elsewhere])), expected);
    }

    #[test]
    fn r2_slots_that_the_shape_lacks_are_left_out() {
        let rooms = [Room { slots: DoorSlots::from_bits(0b0100_0101), ..start() }];
        let floor = Floor::new(parts(&rooms)).unwrap();
        assert_eq!(floor.rooms()[0].slots, DoorSlots::from_bits(0b0101));
        let text = serde_json::to_string(&floor).unwrap();
        assert_eq!(serde_json::from_str::<Floor>(&text).unwrap(), floor);
    }

    #[test]
    fn a_dead_end_must_be_a_room_and_a_grid_has_a_largest_size() {
        let start = [start()];
        let wrong = FloorParts { dead_ends: &[1], ..parts(&start) };
        assert_eq!(Floor::new(wrong), Err(FloorError::UnknownDeadEnd { given: 1, rooms: 1 }));
        let mut large = parts(&start);
        large.grid.width = 14;
        assert!(matches!(Floor::new(large), Err(FloorError::GridTooLarge { width: 14, .. })));
    }

    #[test]
    fn r13_doors_join_facing_slots_and_large_rooms_can_share_two() {
        // A 2x2 room left of the start and a 1x2 room beside it share two doors.
        let rooms = [
            start(),
            Room::normal(Cell::new(4, 6), Shape::Square, 1),
            Room::normal(Cell::new(3, 6), Shape::Tall, 2),
            // Narrow, above the start: its long sides have no door.
            Room::normal(Cell::new(5, 5), Shape::WideNarrow, 1),
        ];
        let floor = Floor::new(parts(&rooms)).unwrap();
        let doors = floor.doors();
        let joined: Vec<(usize, usize)> = doors.iter().map(|door| (door.from, door.to)).collect();
        assert_eq!(joined, [(0, 1), (1, 2), (1, 2)]);
        assert_eq!(doors[0].slot, DoorSlot::Left0);
        assert_eq!(doors[0].facing, DoorSlot::Right0);
    }
}
