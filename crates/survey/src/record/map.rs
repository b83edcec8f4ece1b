//! A record as a small map in Unicode characters.

use core::fmt;

use basement_floors::{Cell, Direction, RoomMap};

use super::{Board, FloorRecord, RECORD_SIDE};

/// The map shows each room's walls, dashed where there is a door, and the mark of its kind
/// ([`RoomKind::mark`](basement_floors::RoomKind::mark)). A record does not say on which of the
/// sides that two rooms share they have a door: the map shows it on the first.
impl fmt::Display for FloorRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut map = RoomMap::new();
        for room in self.rooms() {
            map.add_room(room.kind().mark(), room.cells().iter().copied());
        }
        let board = Board::of_sound(self.rooms());
        for (one, other) in board.sides_with_doors(self.doors()) {
            // The second cell lies right of the first or below it.
            let side = if other == one + 1 { Direction::Right } else { Direction::Down };
            map.add_door(cell_at(one), side);
        }
        map.fmt(f)
    }
}

/// The cell at a place in row-major order.
fn cell_at(place: usize) -> Cell {
    let side = usize::from(RECORD_SIDE);
    // Both are below the side, which is 32.
    Cell::new((place % side) as u8, (place / side) as u8)
}
