//! A record as a small unicode map.

use core::fmt;

use super::{Board, FloorRecord, RECORD_SIDE};

/// Lines from one cell's upper wall to the next.
const CELL_HEIGHT: usize = 2;

/// Wall pieces by what meets in a corner: left 1, up 2, right 4, down 8.
const CORNERS: [char; 16] =
    [' ', '─', '│', '┘', '─', '─', '└', '┴', '│', '┐', '│', '┤', '┌', '┬', '├', '┼'];

/// Where a record's rooms and doors are drawn. Cells are counted from the map's top left
/// corner; the row and the column before the first are free.
struct Map<'a> {
    record: &'a FloorRecord,
    board: Board,
    left: usize,
    top: usize,
    /// The sides that have a door, by the places of both cells, the smaller first.
    doors: Vec<(usize, usize)>,
}

impl Map<'_> {
    fn place(&self, x: usize, y: usize) -> Option<usize> {
        let (x, y) = ((x + self.left).checked_sub(1)?, (y + self.top).checked_sub(1)?);
        let side = usize::from(RECORD_SIDE);
        (x < side && y < side).then(|| y * side + x)
    }

    fn room_at(&self, x: usize, y: usize) -> Option<usize> {
        self.board.room_at(self.place(x, y)?)
    }

    fn wall_above(&self, x: usize, y: usize) -> bool {
        self.room_at(x, y - 1) != self.room_at(x, y)
    }

    fn wall_left(&self, x: usize, y: usize) -> bool {
        self.room_at(x - 1, y) != self.room_at(x, y)
    }

    fn has_door(&self, one: Option<usize>, other: Option<usize>) -> bool {
        one.zip(other).is_some_and(|(one, other)| {
            self.doors.binary_search(&(one.min(other), one.max(other))).is_ok()
        })
    }

    /// What stands in a cell, as three characters: the mark of its room in the first.
    fn inside(&self, x: usize, y: usize) -> String {
        let place = self.place(x, y);
        let room = place.and_then(|place| self.board.room_at(place));
        match room.map(|room| &self.record.rooms()[room]) {
            Some(room) if super::place(room.cells()[0]) == place => {
                format!(" {} ", room.kind().mark())
            }
            _ => "   ".to_owned(),
        }
    }
}

/// The map shows each room's walls, dashed where there is a door, and the mark of its kind
/// ([`RoomKind::mark`](basement_floors::RoomKind::mark)). Which of the sides that two rooms
/// share has the door is not known: the first one is drawn with it.
impl fmt::Display for FloorRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = || self.rooms().iter().flat_map(|room| room.cells());
        let ends = |of: fn(&basement_floors::Cell) -> u8| {
            let (least, most) = (cells().map(of).min(), cells().map(of).max());
            (usize::from(least.unwrap_or(0)), usize::from(most.unwrap_or(0)))
        };
        let ((left, right), (top, bottom)) = (ends(|cell| cell.x), ends(|cell| cell.y));
        let (columns, rows) = (right - left + 1, bottom - top + 1);
        let board = Board::of_sound(self.rooms());
        let doors = board.sides_with_doors(self.doors());
        let map = Map { record: self, board, left, top, doors };

        // Columns and rows are counted from 1, so that something lies before the first.
        for line in 0..=rows * CELL_HEIGHT {
            let (y, is_wall_line) = (line / CELL_HEIGHT + 1, line % CELL_HEIGHT == 0);
            let mut text = String::new();
            for x in 1..=columns + 1 {
                let here = map.place(x, y);
                if is_wall_line {
                    let pieces = usize::from(x > 1 && map.wall_above(x - 1, y))
                        | usize::from(y > 1 && map.wall_left(x, y - 1)) << 1
                        | usize::from(map.wall_above(x, y)) << 2
                        | usize::from(map.wall_left(x, y)) << 3;
                    text.push(CORNERS[pieces]);
                    let door = map.has_door(map.place(x, y - 1), here);
                    text.push_str(match (map.wall_above(x, y), door) {
                        (false, _) => "   ",
                        (true, true) => "╌╌╌",
                        (true, false) => "───",
                    });
                } else {
                    let door = map.has_door(map.place(x - 1, y), here);
                    text.push(match (map.wall_left(x, y), door) {
                        (false, _) => ' ',
                        (true, true) => '╎',
                        (true, false) => '│',
                    });
                    text.push_str(&map.inside(x, y));
                }
            }
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}
