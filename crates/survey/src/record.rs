//! Floors of other generators: what every generator knows of a floor, and no more.
//!
//! The format is described in `docs/floors-format.md`.

pub use crate::floor_file::{FileOrigin, FloorFile};
pub use crate::inspection::slots_facing;

mod analysis;
mod board;
mod document;
mod error;
mod graph;
mod lines;
mod map;
mod sample;

use basement_floors::{Cell, Floor, RoomKind, Shape};
use serde::Serialize;
use serde_json::Value;

use board::{Board, listed_doors};

pub use error::RecordError;
pub(crate) use graph::RecordGraph;
pub use lines::{FloorLines, INVALID_NAMED, InvalidLines, LINE_BYTES, LineError, LineFault};
pub(crate) use map::DoorSide;
pub use sample::{RecordCounts, RecordSample};

/// The number of columns and rows of the grid on which a record's rooms are placed.
pub(crate) const RECORD_SIDE: u8 = 32;

/// A floor of any generator: rooms as sets of cells of a 32x32 grid, what each is for, and
/// the doors between them.
///
/// [`FloorRecord::new`] and the reader of lines return an error for anything that is not a floor. A
/// record of a [`Floor`] is not checked: if the floor's doors do not join all rooms but the ultra secret
/// ones, its line cannot be read back. A record is read from and written as one line of JSON.
///
/// ```
/// use basement_survey::{Analysis, measure, record::FloorRecord};
///
/// let record: FloorRecord = r#"{"rooms": [
///     {"cells": [[5, 3]], "kind": "start"},
///     {"cells": [[6, 3], [6, 4]], "kind": "normal"},
///     {"cells": [[7, 4]], "kind": "boss"}
/// ]}"#.parse()?;
/// assert_eq!(record.doors(), [[0, 1], [1, 2]]);
/// assert_eq!(measure::BOSS_DISTANCE.of(&Analysis::from_record(&record)), Some(2.0));
/// # Ok::<(), basement_survey::record::LineFault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FloorRecord {
    rooms: Vec<RecordRoom>,
    doors: Vec<[usize; 2]>,
    #[serde(skip)]
    start: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<Value>,
}

/// A room of a [`FloorRecord`].
///
/// ```
/// use basement_floors::{Cell, RoomKind};
/// use basement_survey::record::RecordRoom;
///
/// let shop = RecordRoom::new(RoomKind::Shop, [Cell::new(3, 4), Cell::new(4, 4)]);
/// assert_eq!(shop.cells().len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordRoom {
    cells: Vec<Cell>,
    kind: RoomKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<Shape>,
}

impl RecordRoom {
    /// A room that covers these cells.
    #[must_use]
    pub fn new(kind: RoomKind, cells: impl IntoIterator<Item = Cell>) -> Self {
        Self { cells: cells.into_iter().collect(), kind, shape: None }
    }

    /// The room with one of the games' outlines. Only a narrow room needs this, because its cells are
    /// also those of a wide room. The room's cells must be those of the outline.
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

    /// Its outline: the one given, or else the wide outline with its cells. `None` if the games have
    /// no such outline.
    #[must_use]
    pub fn shape(&self) -> Option<Shape> {
        // Each wide outline comes before the narrow ones with the same cells.
        self.shape.or_else(|| Shape::ALL.into_iter().find(|shape| self.has_cells_of(*shape)))
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
    /// A floor of these rooms (numbered from 0) and doors.
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
        let starts: Vec<usize> =
            (0..rooms.len()).filter(|room| rooms[*room].kind == RoomKind::Start).collect();
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
        let is_left_out = |room: &usize| {
            record.rooms[*room].kind != RoomKind::UltraSecret && graph.distance(*room).is_none()
        };
        match (0..record.rooms.len()).find(is_left_out) {
            Some(room) => Err(RecordError::Unconnected(room, record.rooms[room].kind)),
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

    /// The start room's first cell, from which distances in cells are measured.
    #[must_use]
    pub fn start(&self) -> Cell {
        self.rooms[self.start].cells[0]
    }

    /// The seed that it was made from, as text, if it is known.
    #[must_use]
    pub fn seed(&self) -> Option<String> {
        self.seed.as_ref().map(|seed| match seed {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
    }

    pub(crate) const fn start_room(&self) -> usize {
        self.start
    }
}

/// A floor without what only this project's generators know. The floor's doors must join all rooms of
/// its plan ([`FloorParts`](basement_floors::FloorParts)).
impl From<&Floor> for FloorRecord {
    fn from(floor: &Floor) -> Self {
        let room = |room: &basement_floors::Room| RecordRoom {
            cells: room.cells().collect(),
            kind: room.kind,
            shape: Some(room.shape),
        };
        Self {
            rooms: floor.rooms().iter().map(room).collect(),
            doors: floor.door_pairs(),
            start: 0,
            seed: Some(floor.seed().value().into()),
        }
    }
}
