//! What a map shows of a floor, whatever made it.

use std::collections::{HashSet, VecDeque};

use basement_awards::Award;
use basement_floors::{Cell, Direction, Floor, RoomKind};
use basement_survey::awards::FloorAwards;
use basement_survey::record::FloorRecord;
use basement_survey::study::GroupFloor;
use basement_survey::walk::{Passage, Walk};

/// A room's kind, its cells, and the cell that carries its mark.
pub(crate) type Room = (RoomKind, Vec<Cell>, Option<Cell>);

/// What a map shows of a floor, whatever made it.
#[derive(Clone, Default)]
pub(crate) struct DrawnFloor {
    /// Each room's kind, its cells, and the cell that carries its mark.
    pub(crate) rooms: Vec<Room>,
    /// Each door's cell, and the side of it that the door is on.
    pub(crate) doors: Vec<(Cell, Direction)>,
    /// The award of each room that has one, in the order of the rooms; empty if none are shown.
    pub(crate) awards: Vec<Option<Award>>,
    /// The doors that a walk passes, and its rooms in the order in which they are entered; empty if no walk
    /// is shown.
    pub(crate) passages: Vec<Passage>,
    pub(crate) entered: Vec<usize>,
    /// The doors of a way that is drawn as a line; empty if there is none.
    pub(crate) way: Vec<Passage>,
}

impl From<&Floor> for DrawnFloor {
    fn from(floor: &Floor) -> Self {
        let rooms = floor.rooms().iter().enumerate();
        let rooms =
            rooms.map(|(index, room)| (room.kind, room.cells().collect(), floor.first_cell(index)));
        let doors = floor.doors();
        let doors = doors.into_iter().filter_map(|door| {
            let cell = floor.rooms()[door.from].slot_cell(door.slot)?;
            Some((cell, door.slot.direction()))
        });
        Self { rooms: rooms.collect(), doors: doors.collect(), ..Self::default() }
    }
}

impl From<&FloorRecord> for DrawnFloor {
    fn from(record: &FloorRecord) -> Self {
        let rooms = record.rooms().iter();
        let rooms =
            rooms.map(|room| (room.kind(), room.cells().to_vec(), room.cells().first().copied()));
        let doors = record.door_sides().into_iter().map(|(_, cell, side)| (cell, side));
        Self { rooms: rooms.collect(), doors: doors.collect(), ..Self::default() }
    }
}

impl From<&GroupFloor> for DrawnFloor {
    fn from(floor: &GroupFloor) -> Self {
        match floor {
            GroupFloor::Generated(floor) => (&**floor).into(),
            GroupFloor::Read(record) => record.into(),
            _ => Self::default(),
        }
    }
}

impl DrawnFloor {
    /// The same floor with the awards of its rooms.
    pub(crate) fn with_awards(mut self, awards: &FloorAwards) -> Self {
        self.awards = (0..self.rooms.len()).map(|room| awards.of_room(room)).collect();
        self
    }

    /// The same floor with a walk through it.
    pub(crate) fn with_walk(mut self, walk: &Walk) -> Self {
        self.passages = walk.passages().to_vec();
        self.entered = walk.entered();
        self
    }

    /// The cells that the line of the way passes: those on both sides of each door, and between two doors the
    /// corner of an L-shaped room, which the straight line would leave.
    pub(crate) fn cells_along_the_way(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = Vec::new();
        for passage in &self.way {
            if let Some(entered) = cells.last().copied() {
                let left = passage.cell;
                let room = self.rooms.iter().find(|(_, cells, _)| cells.contains(&entered));
                let is_inside =
                    |cell: &Cell| room.is_some_and(|(_, cells, _)| cells.contains(cell));
                let corners = [Cell::new(entered.x, left.y), Cell::new(left.x, entered.y)];
                let mut inside = corners.into_iter().filter(is_inside);
                if let (Some(corner), None) = (inside.next(), inside.next()) {
                    cells.push(corner);
                }
            }
            cells.extend(
                [Some(passage.cell), beside(passage.cell, passage.side)].into_iter().flatten(),
            );
        }
        cells
    }

    /// Its plan: cells and doors, whatever the rooms are for.
    pub(crate) fn plan(&self) -> Outline {
        let place = |cell: &Cell| (cell.x, cell.y);
        let rooms = self.rooms.iter().map(|(_, cells, _)| {
            let mut cells: Vec<(u8, u8)> = cells.iter().map(place).collect();
            cells.sort_unstable();
            cells
        });
        let doors = self.doors.iter().map(|(cell, side)| (place(cell), side.offset()));
        let (mut rooms, mut doors): (Vec<_>, Vec<_>) = (rooms.collect(), doors.collect());
        rooms.sort_unstable();
        doors.sort_unstable();
        (rooms, doors)
    }

    /// The floor without the rooms that are added to its plan and the doors to them, which look like rings.
    pub(crate) fn of_plan(mut self) -> Self {
        self.rooms.retain(|(kind, ..)| !kind.is_added());
        let is_kept = |cell: Cell| self.rooms.iter().any(|(_, cells, _)| cells.contains(&cell));
        self.doors.retain(|(cell, direction)| {
            is_kept(*cell) && beside(*cell, *direction).is_some_and(is_kept)
        });
        self
    }

    /// The first rooms of the plan in the order in which they were placed, all of them ordinary
    /// except the start.
    pub(crate) fn grown(&self, count: usize) -> Self {
        let mut map = self.clone().of_plan();
        map.rooms.truncate(count);
        for (kind, ..) in map.rooms.iter_mut().filter(|(kind, ..)| *kind != RoomKind::Start) {
            *kind = RoomKind::Normal;
        }
        map.of_plan()
    }

    /// The map with the boss rooms and the hidden rooms of another map.
    pub(crate) fn with_ends_of(mut self, other: &Self) -> Self {
        let is_end = |kind: RoomKind| kind == RoomKind::Boss || kind.is_hidden();
        for (kind, cells, _) in &mut self.rooms {
            let of = other.rooms().find(|(kind, of)| is_end(*kind) && *of == cells.as_slice());
            *kind = of.map_or(*kind, |of| of.0);
        }
        self
    }

    /// How many rooms it has, and how many doors the farthest of them is from the start.
    pub(crate) fn size(&self) -> (usize, usize) {
        let start = self.rooms.iter().position(|(kind, ..)| *kind == RoomKind::Start).unwrap_or(0);
        let doors = self.neighbours();
        let far = |room: usize| way(&doors, start, room).map_or(0, |rooms| rooms.len() - 1);
        (self.rooms.len(), (0..self.rooms.len()).map(far).max().unwrap_or(0))
    }

    /// The same floor with a line along a walk.
    pub(crate) fn with_way(mut self, way: &Walk) -> Self {
        self.way = way.passages().to_vec();
        self
    }

    /// The kinds of its rooms.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = RoomKind> {
        self.rooms.iter().map(|(kind, ..)| *kind)
    }

    /// The extent in cells: columns, rows.
    pub(crate) fn extent(&self) -> (f64, f64) {
        let (left, top, right, bottom) = self.bounds();
        (f64::from(right - left + 1), f64::from(bottom - top + 1))
    }

    /// The first column and row, and the last.
    pub(crate) fn bounds(&self) -> (u8, u8, u8, u8) {
        let cells = || self.rooms.iter().flat_map(|(_, cells, _)| cells);
        let least = |of: fn(&Cell) -> u8| cells().map(of).min().unwrap_or(0);
        let most = |of: fn(&Cell) -> u8| cells().map(of).max().unwrap_or(0);
        (least(|it| it.x), least(|it| it.y), most(|it| it.x), most(|it| it.y))
    }

    /// The rooms that the two sides of a door belong to.
    pub(crate) fn joined(&self, (cell, direction): (Cell, Direction)) -> Option<[usize; 2]> {
        let room = |cell: Cell| self.rooms.iter().position(|(_, cells, _)| cells.contains(&cell));
        Some([room(cell)?, room(beside(cell, direction)?)?])
    }

    /// The pairs of rooms of the plan that doors join, without the rooms that are added to it later. Each
    /// pair is given once: two doors between the same rooms are not a ring.
    fn neighbours(&self) -> Vec<[usize; 2]> {
        let is_plan = |pair: &[usize; 2]| pair.iter().all(|room| !self.rooms[*room].0.is_added());
        let joined = self.doors.iter().filter_map(|door| self.joined(*door)).filter(is_plan);
        let mut pairs: Vec<[usize; 2]> = joined.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        let mut seen = HashSet::new();
        pairs.retain(|pair| seen.insert(*pair));
        pairs
    }

    /// The rooms of the shortest ring of the plan, a way round through three rooms or more; `None` if there
    /// is no ring.
    ///
    /// It is found by leaving out the doors between each pair of neighbours in turn and looking for another
    /// way.
    pub(crate) fn ring(&self) -> Option<Vec<usize>> {
        let neighbours = self.neighbours();
        let around = |left_out: usize| {
            let [from, to] = neighbours[left_out];
            let others = neighbours.iter().enumerate().filter(|(pair, _)| *pair != left_out);
            let others: Vec<[usize; 2]> = others.map(|(_, pair)| *pair).collect();
            way(&others, from, to)
        };
        (0..neighbours.len()).filter_map(around).min_by_key(Vec::len)
    }

    /// Whether the plan has a ring whose rooms all have one cell.
    pub(crate) fn has_ring_of_small_rooms(&self) -> bool {
        let mut small = self.clone();
        small.rooms.retain(|(_, cells, _)| cells.len() == 1);
        small.ring().is_some()
    }

    /// Those of these rooms that have more than one cell.
    pub(crate) fn big_among(&self, rooms: &[usize]) -> Vec<usize> {
        rooms.iter().copied().filter(|room| self.rooms[*room].1.len() > 1).collect()
    }

    /// Each room's kind and the cells that it covers.
    pub(crate) fn rooms(&self) -> impl Iterator<Item = (RoomKind, &[Cell])> {
        self.rooms.iter().map(|(kind, cells, _)| (*kind, cells.as_slice()))
    }
}

/// The cell beside a cell; `None` beyond the edge.
pub(crate) fn beside(cell: Cell, direction: Direction) -> Option<Cell> {
    let (dx, dy) = direction.offset();
    cell.offset(dx, dy)
}

/// The plan of a map, whatever its rooms are: the cells of each room, and the doors, in order.
pub(crate) type Outline = (Vec<Vec<(u8, u8)>>, Vec<((u8, u8), (i8, i8))>);

/// The rooms on a shortest way between two rooms, both included.
fn way(doors: &[[usize; 2]], from: usize, to: usize) -> Option<Vec<usize>> {
    let count = doors.iter().flatten().chain([&from, &to]).max()? + 1;
    let mut before = vec![None; count];
    before[from] = Some(from);
    let mut left = VecDeque::from([from]);
    while let Some(room) = left.pop_front() {
        for (here, beside) in doors.iter().flat_map(|[a, b]| [(*a, *b), (*b, *a)]) {
            if here == room && before[beside].is_none() {
                before[beside] = Some(room);
                left.push_back(beside);
            }
        }
    }
    let mut rooms = vec![to];
    while let Some(room) = rooms.last().copied().filter(|room| *room != from) {
        rooms.push(before[room]?);
    }
    Some(rooms)
}

#[cfg(test)]
mod tests {
    use basement_floors::{Backend, Request, RunSeed};
    use basement_survey::walk::Route;
    use basement_survey::{Analysis, measure};

    use super::*;

    #[test]
    fn a_ring_is_found_where_the_measure_counts_one_and_a_double_door_is_not_a_ring() {
        let rebirth = Backend::Rebirth.generator(None, &[]).unwrap();
        let request = Request::level(4).without_curse();
        let mut of_double_doors = 0;
        for number in 1..=400 {
            let seed = RunSeed::new(number).unwrap().stage_seed(4);
            let Ok(floor) = rebirth.generate(&request, seed) else { continue };
            let analysis = Analysis::from_floor(&floor);
            let of = |measure: &basement_survey::Measure| measure.raw_of(&analysis).unwrap();
            let map = DrawnFloor::from(&floor);
            let ring = map.ring();
            assert_eq!(ring.is_some(), of(measure::RINGS) > 0, "{number}");
            of_double_doors += u32::from(ring.is_none() && of(measure::DOUBLE_DOORS) > 0);
            let Some(ring) = ring else { continue };
            assert!(ring.len() >= 3, "{number}");
            let neighbours = map.neighbours();
            for (place, room) in ring.iter().enumerate() {
                let next = ring[(place + 1) % ring.len()];
                assert!(neighbours.contains(&[*room.min(&next), *room.max(&next)]), "{number}");
            }
        }
        assert!(of_double_doors > 0);
    }

    #[test]
    fn a_line_through_an_l_shaped_room_goes_round_its_corner() {
        let rooms = r#"{"rooms": [{"cells": [[0, 1]], "kind": "start"}, {"cells": [[1, 0], [2, 0], [1, 1]], "kind": "normal"},
            {"cells": [[3, 0]], "kind": "boss"}]}"#;
        let record: FloorRecord = rooms.parse().unwrap();
        let walk = Walk::of_record(&record, Route::Boss).unwrap();
        let cells = DrawnFloor::from(&record).with_way(&walk).cells_along_the_way();
        assert_eq!(cells, [(0, 1), (1, 1), (1, 0), (2, 0), (3, 0)].map(|(x, y)| Cell::new(x, y)));
    }

    #[test]
    fn a_walk_through_a_floor_that_was_read_passes_doors_that_are_drawn() {
        let big = "[[0, 0], [1, 0], [0, 1], [1, 1]]";
        let record = format!(
            r#"{{"rooms": [{{"cells": {big}, "kind": "start"}},
                {{"cells": [[2, 0], [2, 1], [2, 2]], "kind": "boss"}}]}}"#
        );
        let record: FloorRecord = record.parse().unwrap();
        let walk = Walk::of_record(&record, Route::Boss).unwrap();
        let map = DrawnFloor::from(&record);
        for passage in walk.passages() {
            assert!(map.doors.contains(&(passage.cell, passage.side)), "{passage:?}");
        }
    }
}
