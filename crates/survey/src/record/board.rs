//! Which room covers which cell, which rooms touch, and the doors between them.

use basement_floors::Cell;

use super::{RECORD_SIDE, RecordError, RecordRoom};

const CELLS: usize = RECORD_SIDE as usize * RECORD_SIDE as usize;

/// Which room covers each cell.
pub(super) struct Board([u16; CELLS]);

impl Board {
    const FREE: u16 = u16::MAX;

    pub(super) fn of(rooms: &[RecordRoom]) -> Result<Self, RecordError> {
        let mut board = Self([Self::FREE; CELLS]);
        for (index, room) in rooms.iter().enumerate() {
            for cell in &room.cells {
                let Some(place) = place(*cell) else {
                    let (x, y) = (cell.x.into(), cell.y.into());
                    return Err(RecordError::OffGrid { room: index, x, y });
                };
                match board.0[place] {
                    // At most as many rooms as cells get here, so the index fits.
                    Self::FREE => board.0[place] = index as u16,
                    first if usize::from(first) == index => {
                        return Err(RecordError::CellTwice(index, *cell));
                    }
                    first => {
                        let first = first.into();
                        return Err(RecordError::Overlap { first, second: index, cell: *cell });
                    }
                }
            }
            board.check_room(index, room)?;
        }
        Ok(board)
    }

    /// Checks that a room has cells, is in one piece, and has the cells of the shape that it gives.
    fn check_room(&self, index: usize, room: &RecordRoom) -> Result<(), RecordError> {
        let Some(first) = room.cells.first() else {
            return Err(RecordError::NoCells(index));
        };
        if let Some(shape) = room.shape.filter(|shape| !room.has_cells_of(*shape)) {
            let given = format!("{} ({})", shape.id(), shape.name());
            return Err(RecordError::Shape(index, given));
        }
        if room.cells.len() > 1 {
            let mut seen = [false; CELLS];
            let mut left: Vec<usize> = place(*first).into_iter().collect();
            let mut reached = 0;
            while let Some(at) = left.pop() {
                if std::mem::replace(&mut seen[at], true) {
                    continue;
                }
                reached += 1;
                let own = beside(at).filter(|beside| usize::from(self.0[*beside]) == index);
                left.extend(own.filter(|beside| !seen[*beside]));
            }
            if reached != room.cells.len() {
                return Err(RecordError::InPieces(index));
            }
        }
        Ok(())
    }

    /// The board of rooms already known to form a floor; nothing is checked.
    pub(super) fn of_sound(rooms: &[RecordRoom]) -> Self {
        let mut board = Self([Self::FREE; CELLS]);
        for (index, room) in rooms.iter().enumerate() {
            for place in room.cells.iter().filter_map(|cell| place(*cell)) {
                board.0[place] = index as u16;
            }
        }
        board
    }

    pub(super) fn room_at(&self, place: usize) -> Option<usize> {
        let room = *self.0.get(place)?;
        (room != Self::FREE).then(|| room.into())
    }

    /// The sides between two rooms, as the places of both cells, the smaller first.
    fn walls(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..CELLS).flat_map(move |at| {
            // A side would be found from both of its cells: once is enough.
            let beside = beside(at).filter(move |beside| *beside > at);
            let room = self.room_at(at);
            beside
                .filter(move |beside| {
                    room.is_some() && self.room_at(*beside).is_some_and(|other| Some(other) != room)
                })
                .map(move |beside| (at, beside))
        })
    }

    /// The rooms on both sides of a wall, the smaller number first.
    fn rooms_beside(&self, (one, other): (usize, usize)) -> [usize; 2] {
        let [one, other] = [self.0[one], self.0[other]].map(usize::from);
        [one.min(other), one.max(other)]
    }

    /// The sides that have a door, in order. Two rooms with n doors have them on the first n sides
    /// that they share.
    pub(super) fn sides_with_doors(&self, doors: &[[usize; 2]]) -> Vec<(usize, usize)> {
        let mut left = doors.to_vec();
        let mut sides: Vec<(usize, usize)> = self
            .walls()
            .filter(|wall| {
                let pair = self.rooms_beside(*wall);
                let door = left.iter().position(|door| *door == pair);
                door.map(|door| left.swap_remove(door)).is_some()
            })
            .collect();
        sides.sort_unstable();
        sides
    }

    /// The pairs of rooms that touch, in order, each with the number of sides that they
    /// share.
    pub(super) fn sides(&self) -> Vec<([usize; 2], usize)> {
        let mut pairs: Vec<[usize; 2]> = self.walls().map(|wall| self.rooms_beside(wall)).collect();
        pairs.sort_unstable();
        pairs.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect()
    }
}

/// The place of a cell in row-major order. `None` if the cell is off the grid.
pub(super) fn place(cell: Cell) -> Option<usize> {
    let is_on_grid = cell.x < RECORD_SIDE && cell.y < RECORD_SIDE;
    is_on_grid.then(|| usize::from(cell.y) * usize::from(RECORD_SIDE) + usize::from(cell.x))
}

/// The places that share a side with a place.
fn beside(place: usize) -> impl Iterator<Item = usize> {
    let side = usize::from(RECORD_SIDE);
    let (x, y) = (place % side, place / side);
    [
        (x > 0).then(|| place - 1),
        (x + 1 < side).then_some(place + 1),
        (y > 0).then(|| place - side),
        (y + 1 < side).then_some(place + side),
    ]
    .into_iter()
    .flatten()
}

/// The doors of a list, each once, in order.
pub(super) fn listed_doors(
    rooms: &[RecordRoom],
    sides: &[([usize; 2], usize)],
    listed: &[[i64; 2]],
) -> Result<Vec<[usize; 2]>, RecordError> {
    let room = |door: [i64; 2], end: usize| {
        let number = usize::try_from(door[end]).ok().filter(|room| *room < rooms.len());
        number.ok_or(RecordError::NoSuchRoom(door, rooms.len()))
    };
    let mut ends = Vec::with_capacity(listed.len());
    for door in listed {
        let [from, to] = [room(*door, 0)?, room(*door, 1)?];
        if from == to {
            return Err(RecordError::DoorToItself(from));
        }
        let pair = [from.min(to), from.max(to)];
        if sides.binary_search_by_key(&pair, |(pair, _)| *pair).is_err() {
            return Err(RecordError::Apart([from, to]));
        }
        ends.push((pair, from < to));
    }
    ends.sort_unstable();
    let mut doors = Vec::new();
    let mut has_door = vec![false; rooms.len()];
    for (pair, shared) in sides {
        let first = ends.partition_point(|(other, _)| other < pair);
        let same = ends[first..].iter().take_while(|(other, _)| other == pair);
        let (mut forth, mut back) = (0, 0);
        for (_, is_forth) in same {
            *(if *is_forth { &mut forth } else { &mut back }) += 1;
        }
        let count = (*shared).min(forth.max(back));
        doors.extend(std::iter::repeat_n(*pair, count));
        if count > 0 {
            pair.iter().for_each(|room| has_door[*room] = true);
        }
    }
    // A list of doors may leave out the hidden rooms, so that it does not give them away.
    let lacks_doors = |room: &usize| rooms[*room].kind.is_hidden() && !has_door[*room];
    let pairs = sides.iter().map(|(pair, _)| *pair);
    doors.extend(pairs.filter(|pair| pair.iter().any(lacks_doors)));
    doors.sort_unstable();
    Ok(doors)
}
