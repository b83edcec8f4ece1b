//! Why parts do not make a valid floor.

use thiserror::Error;

use crate::grid::{Cell, Grid};

/// Why parts do not make a valid floor.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FloorError {
    /// [R2](crate::rules#r2): shapes are numbered 1-12.
    #[error("there is no shape {given}: shapes are numbered 1 to 12")]
    UnknownShape {
        /// The number given.
        given: u8,
    },
    /// A grid larger than any floor can use, or one whose first column is neither 0 nor 1.
    #[error(
        "a grid of {width} columns from {left} and {height} rows is too large: 13 columns, 14 with the unused one, and 13 rows at most"
    )]
    GridTooLarge {
        /// First column.
        left: u8,
        /// Columns.
        width: u8,
        /// Rows.
        height: u8,
    },
    /// More rooms than a floor can hold.
    #[error("{given} rooms are too many: a floor holds {most}")]
    TooManyRooms {
        /// Rooms given.
        given: usize,
        /// The largest number that a floor can hold.
        most: usize,
    },
    /// A room that leaves the grid.
    #[error("room {room} at {anchor} leaves the grid, {grid}: move it, or take a smaller shape")]
    OffGrid {
        /// The room's index.
        room: usize,
        /// Its anchor.
        anchor: Cell,
        /// The grid.
        grid: Grid,
    },
    /// Two rooms on one cell.
    #[error("rooms {first} and {second} both cover {cell}")]
    Overlap {
        /// The earlier room.
        first: usize,
        /// The later room.
        second: usize,
        /// The cell both cover.
        cell: Cell,
    },
    /// The first room is not the start room or not on the grid's start cell, or another room is a
    /// start room.
    #[error("the first room, and no other, must be the start room, at {start}")]
    NoStart {
        /// The cell where the grid has the start room.
        start: Cell,
    },
    /// A dead end that is not one of the rooms.
    #[error("dead end {given} is not a room: there are {rooms}")]
    UnknownDeadEnd {
        /// The index given.
        given: usize,
        /// How many rooms there are.
        rooms: usize,
    },
}
