//! Floors as small maps in Unicode characters.

use core::fmt;
use std::collections::BTreeMap;

use crate::floor::Floor;
use crate::grid::{Cell, Direction};

/// A floor as a map in characters. It shows each room's walls, dashed where there is a
/// door, and the mark of its kind ([`RoomKind::mark`](crate::RoomKind::mark)).
///
/// It can label cells without a room, and give rooms other marks.
///
/// ```
/// use basement_model::{Cell, Floor, FloorMap, FloorParts, Grid, Request, Room, RoomKind, Seed, Shape};
///
/// let start = Room { kind: RoomKind::Start, ..Room::normal(Cell::new(6, 6), Shape::Single, 0) };
/// let rooms = [start];
/// let parts = FloorParts::new(Grid::REBIRTH, &Request::level(1), Seed::Pcg(0), &rooms);
/// let floor = Floor::new(parts)?;
/// let map = FloorMap::new(&floor).with_label(Cell::new(7, 6), "42%");
/// assert_eq!(map.to_string(), "┌───┐\n│ @ │42%\n└───┘\n");
/// # Ok::<(), basement_model::FloorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FloorMap<'a> {
    floor: &'a Floor,
    labels: Vec<(Cell, String)>,
    marks: Vec<(usize, String)>,
}

impl<'a> FloorMap<'a> {
    /// A map with all rooms and no labels.
    #[must_use]
    pub const fn new(floor: &'a Floor) -> Self {
        Self { floor, labels: Vec::new(), marks: Vec::new() }
    }

    /// The map with a label of up to three characters in a cell that shows no room.
    #[must_use]
    pub fn with_label(mut self, cell: Cell, label: impl Into<String>) -> Self {
        self.labels.push((cell, label.into()));
        self
    }

    /// The map with a mark of up to three characters in the room with this index, instead of the
    /// mark of its kind.
    #[must_use]
    pub fn with_mark(mut self, room: usize, mark: impl Into<String>) -> Self {
        self.marks.push((room, mark.into()));
        self
    }
}

/// The map shows each room's walls, dashed where there is a door, and the mark of
/// its kind ([`RoomKind::mark`](crate::RoomKind::mark)).
impl fmt::Display for Floor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        FloorMap::new(self).fmt(f)
    }
}

impl fmt::Display for FloorMap<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.room_map().fmt(f)
    }
}

impl FloorMap<'_> {
    /// The map that `Display` shows.
    #[must_use]
    pub fn room_map(&self) -> RoomMap {
        let floor = self.floor;
        let occupancy = floor.occupancy();
        let mut map = RoomMap::new();
        for (index, room) in floor.rooms().iter().enumerate() {
            let own = self.marks.iter().find(|(marked, _)| *marked == index);
            let mark = own.map_or_else(|| room.kind.mark().to_string(), |(_, mark)| mark.clone());
            map.add_room(mark, room.cells());
            for door in floor.doors_of(index, &occupancy) {
                if let Some(cell) = room.slot_cell(door.slot) {
                    map.add_door(cell, door.slot.direction());
                }
            }
        }
        for (cell, label) in &self.labels {
            map.add_label(*cell, label);
        }
        map
    }
}

/// Any rooms as a map in characters. `Display` draws each room's walls, dashed where there is a
/// door, and its mark in its first cell.
///
/// [`FloorMap`] draws a [`Floor`] with it.
///
/// ```
/// use basement_model::{Cell, Direction, RoomMap};
///
/// let mut map = RoomMap::new();
/// map.add_room('@', [Cell::new(0, 0)]);
/// map.add_room('B', [Cell::new(1, 0), Cell::new(1, 1)]);
/// map.add_door(Cell::new(0, 0), Direction::Right);
/// assert_eq!(map.to_string(), "┌───┬───┐\n│ @ ╎ B │\n└───┤   │\n    │   │\n    └───┘\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct RoomMap {
    /// The mark of each room.
    marks: Vec<String>,
    /// The room on each cell, and whether the cell is the room's first.
    cells: BTreeMap<(usize, usize), (usize, bool)>,
    /// The cells with a door in the upper wall, and the cells with a door in the left wall.
    doors_above: BTreeMap<(usize, usize), char>,
    doors_left: BTreeMap<(usize, usize), char>,
    labels: BTreeMap<(usize, usize), String>,
}

/// Lines from one cell's upper wall to the next.
const CELL_HEIGHT: usize = 2;

/// Wall pieces by the walls that meet in a corner: left 1, up 2, right 4, down 8.
const CORNERS: [char; 16] =
    [' ', '─', '│', '┘', '─', '─', '└', '┴', '│', '┐', '│', '┤', '┌', '┬', '├', '┼'];

/// Column and row of a cell, counted from 1, so that there is a free column and a free row before
/// the first.
fn place(cell: Cell) -> (usize, usize) {
    (usize::from(cell.x) + 1, usize::from(cell.y) + 1)
}

impl RoomMap {
    /// A map without rooms.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a room that covers these cells. Its mark has up to three characters and is shown in the
    /// first of them.
    pub fn add_room(&mut self, mark: impl Into<String>, cells: impl IntoIterator<Item = Cell>) {
        let room = self.marks.len();
        self.marks.push(mark.into());
        for (number, cell) in cells.into_iter().enumerate() {
            self.cells.insert(place(cell), (room, number == 0));
        }
    }

    /// Adds a door on a side of a cell. It is shown only if a wall is there.
    pub fn add_door(&mut self, cell: Cell, side: Direction) {
        self.mark_door(cell, side, if side.is_horizontal() { '╎' } else { '╌' });
    }

    /// Adds a door with its own mark, or marks an existing door.
    pub fn mark_door(&mut self, cell: Cell, side: Direction, mark: char) {
        let (x, y) = place(cell);
        match side {
            Direction::Left => self.doors_left.insert((x, y), mark),
            Direction::Up => self.doors_above.insert((x, y), mark),
            Direction::Right => self.doors_left.insert((x + 1, y), mark),
            Direction::Down => self.doors_above.insert((x, y + 1), mark),
        };
    }

    /// Appends a number to the mark of a room. Rooms are counted from 0 in the order in which they
    /// were added.
    pub fn number_room(&mut self, room: usize, number: usize) {
        if let Some(mark) = self.marks.get_mut(room) {
            *mark = format!("{}{number}", mark.trim());
        }
    }

    /// Adds a label of up to three characters. It is shown only if no room covers the cell. If a
    /// cell gets several labels, the first is kept.
    pub fn add_label(&mut self, cell: Cell, label: impl Into<String>) {
        self.labels.entry(place(cell)).or_insert_with(|| label.into());
    }

    fn room_at(&self, x: usize, y: usize) -> Option<usize> {
        self.cells.get(&(x, y)).map(|(room, _)| *room)
    }

    fn wall_above(&self, x: usize, y: usize) -> bool {
        self.room_at(x, y - 1) != self.room_at(x, y)
    }

    fn wall_left(&self, x: usize, y: usize) -> bool {
        self.room_at(x - 1, y) != self.room_at(x, y)
    }

    /// The contents of a cell, as three characters.
    fn inside(&self, x: usize, y: usize) -> String {
        match self.cells.get(&(x, y)) {
            Some((room, true)) => format!("{:^3.3}", self.marks[*room]),
            Some((_, false)) => "   ".to_owned(),
            None => format!("{:^3.3}", self.labels.get(&(x, y)).map_or("", String::as_str)),
        }
    }
}

impl fmt::Display for RoomMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = || self.cells.keys().chain(self.labels.keys());
        let (left, right) = ends(places().map(|(x, _)| *x));
        let (top, bottom) = ends(places().map(|(_, y)| *y));
        // The last wall comes after the last cell.
        for line in 0..=(bottom - top) * CELL_HEIGHT {
            let (y, is_wall_line) = (top + line / CELL_HEIGHT, line % CELL_HEIGHT == 0);
            let mut text = String::new();
            for x in left..=right {
                if is_wall_line {
                    let pieces = usize::from(x > left && self.wall_above(x - 1, y))
                        | usize::from(y > top && self.wall_left(x, y - 1)) << 1
                        | usize::from(self.wall_above(x, y)) << 2
                        | usize::from(self.wall_left(x, y)) << 3;
                    text.push(CORNERS[pieces]);
                    match (self.wall_above(x, y), self.doors_above.get(&(x, y))) {
                        (false, _) => text.push_str("   "),
                        (true, Some(mark)) => text.extend(['╌', *mark, '╌']),
                        (true, None) => text.push_str("───"),
                    }
                } else {
                    text.push(match (self.wall_left(x, y), self.doors_left.get(&(x, y))) {
                        (false, _) => ' ',
                        (true, Some(mark)) => *mark,
                        (true, None) => '│',
                    });
                    text.push_str(&self.inside(x, y));
                }
            }
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

/// The least of some numbers, and one more than the greatest. Both are 1 if there are none.
fn ends(numbers: impl Iterator<Item = usize>) -> (usize, usize) {
    numbers
        .fold(None, |ends: Option<(usize, usize)>, number| {
            let (least, end) = ends.unwrap_or((number, number));
            Some((least.min(number), end.max(number + 1)))
        })
        .unwrap_or((1, 1))
}
