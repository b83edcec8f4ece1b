//! Floors from elsewhere: what any generator can say of a floor, and no more.
//!
//! The format is described in `docs/floors-format.md`.

mod document;
mod graph;
mod lines;

use basement_floors::{Cell, Floor, RequestError, RoomKind, Shape};
use serde_json::Value;
use thiserror::Error;

pub(crate) use graph::RecordGraph;
pub use lines::{FloorLines, LINE_BYTES, LineError, LineFault};

/// Columns and rows of the grid on which a record's rooms lie.
pub(crate) const RECORD_SIDE: u8 = 32;
const CELLS: usize = RECORD_SIDE as usize * RECORD_SIDE as usize;

/// A floor of any generator: rooms as sets of cells of a 32x32 grid, what each is for, and
/// the doors between them.
///
/// A record is always a floor: [`FloorRecord::new`] refuses what is not. It is read from and
/// written as one line of JSON.
///
/// ```
/// use basement_survey::{Analysis, FloorRecord, measure};
///
/// let record: FloorRecord = r#"{"rooms": [
///     {"cells": [[5, 3]], "kind": "start"},
///     {"cells": [[6, 3], [6, 4]], "kind": "normal"},
///     {"cells": [[7, 4]], "kind": "boss"}
/// ]}"#.parse()?;
/// assert_eq!(record.doors(), [[0, 1], [1, 2]]);
/// assert_eq!(measure::BOSS_DISTANCE.of(&Analysis::of_record(&record)), Some(2.0));
/// # Ok::<(), basement_survey::LineFault>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FloorRecord {
    rooms: Vec<RecordRoom>,
    doors: Vec<[usize; 2]>,
    start: usize,
    seed: Option<Value>,
}

/// A room of a [`FloorRecord`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordRoom {
    cells: Vec<Cell>,
    kind: RoomKind,
    shape: Option<Shape>,
}

/// Why rooms and doors are no floor.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// No room is the start room, or several are.
    #[error("{starts} of the {rooms} rooms have the kind `start`: give exactly one")]
    Starts {
        /// How many start rooms there are.
        starts: usize,
        /// How many rooms there are.
        rooms: usize,
    },
    /// A room that covers nothing.
    #[error("room {room} has no cells: give at least one, such as [[3, 4]]")]
    NoCells {
        /// The room, counted from 0.
        room: usize,
    },
    /// A cell beyond the largest grid.
    #[error("room {room} has the cell [{x}, {y}]: columns and rows go from 0 to 31")]
    OffGrid {
        /// The room, counted from 0.
        room: usize,
        /// The column given.
        x: i64,
        /// The row given.
        y: i64,
    },
    /// A cell that is covered twice.
    #[error("rooms {first} and {second} overlap: both cover the cell [{x}, {y}]", x = cell.x, y = cell.y)]
    Overlap {
        /// The room that came first, counted from 0.
        first: usize,
        /// The other one.
        second: usize,
        /// The cell.
        cell: Cell,
    },
    /// A cell that a room lists twice.
    #[error("room {room} lists the cell [{x}, {y}] twice: list it once", x = cell.x, y = cell.y)]
    CellTwice {
        /// The room, counted from 0.
        room: usize,
        /// The cell.
        cell: Cell,
    },
    /// A room in pieces.
    #[error("the cells of room {room} do not hang together: each must share a side with another one")]
    InPieces {
        /// The room, counted from 0.
        room: usize,
    },
    /// A kind that does not exist.
    #[error("room {room}: {error}")]
    Kind {
        /// The room, counted from 0.
        room: usize,
        /// What was given, and what is nearest.
        error: RequestError,
    },
    /// A shape that does not exist, or has other cells.
    #[error("room {room} does not have the shape {given}: leave `shape` out, or give 1 to 12 as docs/floors-format.md lists them")]
    Shape {
        /// The room, counted from 0.
        room: usize,
        /// The shape given.
        given: String,
    },
    /// A door to a room that is not there.
    #[error("the door [{}, {}] leads to no room: there are {rooms}, numbered from 0", door[0], door[1])]
    NoSuchRoom {
        /// The door.
        door: [i64; 2],
        /// How many rooms there are.
        rooms: usize,
    },
    /// A door from a room to itself.
    #[error("the door [{room}, {room}] leads from a room to itself: leave it out")]
    DoorToItself {
        /// The room, counted from 0.
        room: usize,
    },
    /// A door between rooms that do not touch.
    #[error("the door [{}, {}] joins rooms that do not touch: they must share the side of a cell", door[0], door[1])]
    Apart {
        /// The door.
        door: [usize; 2],
    },
    /// A room that no way leads to.
    #[error("no way through doors leads from the start to room {room}, {kind}: join it to another room, or leave it out")]
    Unconnected {
        /// The first such room, counted from 0.
        room: usize,
        /// What it is for.
        kind: RoomKind,
    },
}

impl RecordRoom {
    /// A room that covers these cells.
    #[must_use]
    pub fn new(kind: RoomKind, cells: impl IntoIterator<Item = Cell>) -> Self {
        Self { cells: cells.into_iter().collect(), kind, shape: None }
    }

    /// The same with one of the games' outlines, for a room whose cells leave open which: a
    /// narrow one. Its cells must be those of the outline.
    #[must_use]
    pub fn with_shape(self, shape: Shape) -> Self {
        Self { shape: Some(shape), ..self }
    }

    /// The cells that it covers.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What it is for.
    #[must_use]
    pub const fn kind(&self) -> RoomKind {
        self.kind
    }

    /// Its outline: the one given, or else the wide one of its cells; `None` where the games
    /// have none such.
    #[must_use]
    pub fn shape(&self) -> Option<Shape> {
        const WIDE: [Shape; 8] = [
            Shape::Single,
            Shape::Tall,
            Shape::Wide,
            Shape::Square,
            Shape::NoTopLeft,
            Shape::NoTopRight,
            Shape::NoBottomLeft,
            Shape::NoBottomRight,
        ];
        self.shape.or_else(|| WIDE.into_iter().find(|shape| self.has_cells_of(*shape)))
    }

    fn has_cells_of(&self, shape: Shape) -> bool {
        if self.cells.len() != shape.cells().len() {
            return false;
        }
        let left = self.cells.iter().map(|cell| cell.x).min().unwrap_or(0);
        let top = self.cells.iter().map(|cell| cell.y).min().unwrap_or(0);
        self.cells.iter().all(|cell| shape.cells().contains(&(cell.x - left, cell.y - top)))
    }
}

impl FloorRecord {
    /// The floor of these rooms, counted from 0, and doors.
    ///
    /// Without `doors`, rooms that touch are joined, each pair once. With them, `[i, j]` and
    /// `[j, i]` are one door, and a pair that is listed more than once from the same side has
    /// as many doors, but no more than the sides that its rooms share. A hidden room (secret,
    /// super secret, ultra secret) that no door of the list leads to is joined to every room
    /// that it touches.
    ///
    /// # Errors
    ///
    /// A [`RecordError`] that says which room or door is wrong.
    pub fn new(rooms: Vec<RecordRoom>, doors: Option<&[[i64; 2]]>) -> Result<Self, RecordError> {
        let starts: Vec<usize> = (0..rooms.len())
            .filter(|room| rooms[*room].kind == RoomKind::Start)
            .collect();
        let [start] = starts[..] else {
            return Err(RecordError::Starts { starts: starts.len(), rooms: rooms.len() });
        };
        let board = Board::of(&rooms)?;
        let sides = board.sides();
        let doors = match doors {
            None => sides.iter().map(|(pair, _)| *pair).collect(),
            Some(listed) => listed_doors(&rooms, &sides, listed)?,
        };
        let record = Self { rooms, doors, start, seed: None };
        let graph = RecordGraph::of(&record);
        let is_left_out =
            |room: &usize| record.rooms[*room].kind != RoomKind::UltraSecret && graph.distance(*room).is_none();
        match (0..record.rooms.len()).find(is_left_out) {
            Some(room) => Err(RecordError::Unconnected { room, kind: record.rooms[room].kind }),
            None => Ok(record),
        }
    }

    /// The rooms.
    #[must_use]
    pub fn rooms(&self) -> &[RecordRoom] {
        &self.rooms
    }

    /// The doors, each once, as the numbers of the two rooms, the smaller first. Two rooms
    /// can share several.
    #[must_use]
    pub fn doors(&self) -> &[[usize; 2]] {
        &self.doors
    }

    /// The start room's first cell: where distances in cells are measured from.
    #[must_use]
    pub fn start(&self) -> Cell {
        self.rooms[self.start].cells[0]
    }

    /// What it was drawn from, as text, where that was said.
    #[must_use]
    pub fn seed(&self) -> Option<String> {
        self.seed.as_ref().map(|seed| match seed {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
    }

    /// The number of the start room.
    pub(crate) const fn start_room(&self) -> usize {
        self.start
    }
}

/// A floor of ours as others would write it: what only our generators know is left out.
impl From<&Floor> for FloorRecord {
    fn from(floor: &Floor) -> Self {
        let room = |room: &basement_floors::Room| RecordRoom {
            cells: room.cells().collect(),
            kind: room.kind,
            shape: Some(room.shape),
        };
        Self {
            rooms: floor.rooms().iter().map(room).collect(),
            doors: floor.doors().iter().map(|door| [door.from, door.to]).collect(),
            start: 0,
            seed: Some(floor.seed().value().into()),
        }
    }
}

/// Which room covers each cell.
struct Board([u16; CELLS]);

impl Board {
    const FREE: u16 = u16::MAX;

    fn of(rooms: &[RecordRoom]) -> Result<Self, RecordError> {
        let mut board = Self([Self::FREE; CELLS]);
        for (index, room) in rooms.iter().enumerate() {
            for cell in &room.cells {
                let Some(place) = place(*cell) else {
                    let (x, y) = (cell.x.into(), cell.y.into());
                    return Err(RecordError::OffGrid { room: index, x, y });
                };
                match board.0[place] {
                    // No more rooms than cells come so far.
                    Self::FREE => board.0[place] = index as u16,
                    first if usize::from(first) == index => {
                        return Err(RecordError::CellTwice { room: index, cell: *cell });
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

    /// Whether a room is there, in one piece, and of the shape that it says.
    fn check_room(&self, index: usize, room: &RecordRoom) -> Result<(), RecordError> {
        let Some(first) = room.cells.first() else {
            return Err(RecordError::NoCells { room: index });
        };
        if let Some(shape) = room.shape.filter(|shape| !room.has_cells_of(*shape)) {
            let given = format!("{} ({})", shape.id(), shape.name());
            return Err(RecordError::Shape { room: index, given });
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
                return Err(RecordError::InPieces { room: index });
            }
        }
        Ok(())
    }

    /// The pairs of rooms that touch, in order, each with the number of sides that they
    /// share.
    fn sides(&self) -> Vec<([usize; 2], usize)> {
        let mut pairs = Vec::new();
        for (at, room) in self.0.iter().enumerate().filter(|(_, room)| **room != Self::FREE) {
            // A side is found from either cell: once is enough.
            for beside in beside(at).filter(|beside| *beside > at) {
                let other = self.0[beside];
                if other != Self::FREE && other != *room {
                    pairs.push([usize::from(*room.min(&other)), usize::from(*room.max(&other))]);
                }
            }
        }
        pairs.sort_unstable();
        pairs.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect()
    }
}

/// The place of a cell in row-major order; `None` off the grid.
fn place(cell: Cell) -> Option<usize> {
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
fn listed_doors(
    rooms: &[RecordRoom],
    sides: &[([usize; 2], usize)],
    listed: &[[i64; 2]],
) -> Result<Vec<[usize; 2]>, RecordError> {
    let room = |door: [i64; 2], end: usize| {
        let number = usize::try_from(door[end]).ok().filter(|room| *room < rooms.len());
        number.ok_or(RecordError::NoSuchRoom { door, rooms: rooms.len() })
    };
    let mut ends = Vec::with_capacity(listed.len());
    for door in listed {
        let [from, to] = [room(*door, 0)?, room(*door, 1)?];
        if from == to {
            return Err(RecordError::DoorToItself { room: from });
        }
        let pair = [from.min(to), from.max(to)];
        if sides.binary_search_by_key(&pair, |(pair, _)| *pair).is_err() {
            return Err(RecordError::Apart { door: [from, to] });
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
    // A list of doors need not give away where the hidden rooms are.
    let is_hidden = |room: usize| rooms[room].kind.is_added() || rooms[room].kind == RoomKind::SuperSecret;
    let lacks_doors = |room: &usize| is_hidden(*room) && !has_door[*room];
    let pairs = sides.iter().map(|(pair, _)| *pair);
    doors.extend(pairs.filter(|pair| pair.iter().any(lacks_doors)));
    doors.sort_unstable();
    Ok(doors)
}
