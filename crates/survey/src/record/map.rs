//! A record as a small map in Unicode characters.

use core::fmt;

use basement_floors::{Cell, Direction, RoomMap};

use super::{Board, FloorRecord, RECORD_SIDE};

/// A door: the two rooms, a cell of the first, and the side of the cell that the door is on.
pub(crate) type DoorSide = ([usize; 2], Cell, Direction);

/// The map shows each room's walls, dashed where there is a door, and the mark of its kind
/// ([`RoomKind::mark`](basement_floors::RoomKind::mark)). A record does not say which of the sides
/// that two rooms share has their door: the map shows it on the first.
impl fmt::Display for FloorRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.room_map().fmt(f)
    }
}

impl FloorRecord {
    /// The map that `Display` shows.
    #[must_use]
    pub fn room_map(&self) -> RoomMap {
        let mut map = RoomMap::new();
        for room in self.rooms() {
            map.add_room(room.kind().mark(), room.cells().iter().copied());
        }
        for (_, cell, side) in self.door_sides() {
            map.add_door(cell, side);
        }
        map
    }

    /// Where the map shows each door: its two rooms, a cell of the first, and the side of that cell. The
    /// first room is the left or the upper one.
    ///
    /// ```
    /// use basement_floors::{Cell, Direction};
    /// use basement_survey::record::FloorRecord;
    ///
    /// let record: FloorRecord = r#"{"rooms": [
    ///     {"cells": [[0, 0], [0, 1]], "kind": "start"},
    ///     {"cells": [[1, 0], [1, 1]], "kind": "boss"}
    /// ]}"#.parse()?;
    /// assert_eq!(record.door_sides(), [([0, 1], Cell::new(0, 0), Direction::Right)]);
    /// # Ok::<(), basement_survey::record::LineFault>(())
    /// ```
    #[must_use]
    pub fn door_sides(&self) -> Vec<([usize; 2], Cell, Direction)> {
        let board = Board::of_sound(self.rooms());
        let sides = board.sides_with_doors(self.doors()).into_iter();
        let doors = sides.filter_map(|(one, other)| {
            let rooms = [board.room_at(one)?, board.room_at(other)?];
            // The second cell is to the right of the first or below it.
            let side = if other == one + 1 { Direction::Right } else { Direction::Down };
            Some((rooms, cell_at(one), side))
        });
        doors.collect()
    }
}

/// The cell at a place in row-major order.
fn cell_at(place: usize) -> Cell {
    let side = usize::from(RECORD_SIDE);
    // Both are less than the side, 32.
    Cell::new((place % side) as u8, (place / side) as u8)
}
