//! Why rooms and doors are not a floor.

use basement_floors::{Cell, RequestError, RoomKind};
use thiserror::Error;

/// Why rooms and doors are not a floor. Rooms are counted from 0.
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
    #[error("room {0} has no cells: give at least one, such as [[3, 4]]")]
    NoCells(usize),
    /// A cell beyond the largest grid.
    #[error("room {room} has the cell [{x}, {y}]: columns and rows go from 0 to 31")]
    OffGrid {
        /// The room.
        room: usize,
        /// The column given.
        x: i64,
        /// The row given.
        y: i64,
    },
    /// A cell that is covered twice.
    #[error("rooms {first} and {second} overlap: both cover the cell [{x}, {y}]", x = cell.x, y = cell.y)]
    Overlap {
        /// The room that came first.
        first: usize,
        /// The other one.
        second: usize,
        /// The cell.
        cell: Cell,
    },
    /// A cell that a room lists twice.
    #[error("room {0} lists the cell [{x}, {y}] twice: list it once", x = .1.x, y = .1.y)]
    CellTwice(usize, Cell),
    /// A room in pieces.
    #[error("the cells of room {0} are not connected: all must be joined through shared sides")]
    InPieces(usize),
    /// A kind that does not exist.
    #[error("room {0}: {1}")]
    Kind(usize, RequestError),
    /// A shape that does not exist, or has other cells.
    #[error(
        "room {0} does not have the shape {1}: leave `shape` out, or give 1 to 12 as docs/floors-format.md lists them"
    )]
    Shape(usize, String),
    /// A door to a room that is not there.
    #[error("the door [{x}, {y}] leads to no room: there are {1}, numbered from 0", x = .0[0], y = .0[1])]
    NoSuchRoom([i64; 2], usize),
    /// A door from a room to itself.
    #[error("the door [{0}, {0}] leads from a room to itself: leave it out")]
    DoorToItself(usize),
    /// A door between rooms that do not touch.
    #[error("the door [{}, {}] joins rooms that do not touch: they must share the side of a cell", .0[0], .0[1])]
    Apart([usize; 2]),
    /// The first room that cannot be reached, and its kind.
    #[error(
        "no way through doors leads from the start to room {0}, {1}: join it to another room, or leave it out"
    )]
    Unconnected(usize, RoomKind),
}
