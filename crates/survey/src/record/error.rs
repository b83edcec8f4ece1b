//! Why rooms and doors are not a floor.

use basement_floors::{Cell, RequestError, RoomKind};
use thiserror::Error;

/// Why rooms and doors are not a floor.
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
    #[error("the cells of room {room} are not connected: all must be joined through shared sides")]
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
    #[error(
        "room {room} does not have the shape {given}: leave `shape` out, or give 1 to 12 as docs/floors-format.md lists them"
    )]
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
    /// A room that cannot be reached.
    #[error(
        "no way through doors leads from the start to room {room}, {kind}: join it to another room, or leave it out"
    )]
    Unconnected {
        /// The first such room, counted from 0.
        room: usize,
        /// What it is for.
        kind: RoomKind,
    },
}
