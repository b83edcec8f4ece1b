//! A floor as a small unicode map.

use core::fmt;

use crate::floor::Floor;
use crate::grid::{Cell, Direction};

/// Lines from one cell's upper wall to the next.
const CELL_HEIGHT: usize = 2;

/// Wall pieces by what meets in a corner: left 1, up 2, right 4, down 8.
const CORNERS: [char; 16] =
    [' ', '─', '│', '┘', '─', '─', '└', '┴', '│', '┐', '│', '┤', '┌', '┬', '├', '┼'];

/// A floor as a map in characters. It shows each room's walls, dashed where there is a
/// door, and the mark of its kind ([`RoomKind::mark`](crate::RoomKind::mark)).
///
/// [`Floor`] itself displays all rooms. A `FloorMap` can leave out the rooms that were
/// added to the plan, and can label cells without a room.
///
/// ```
/// use basement_model::{
///     Cell, Floor, FloorMap, FloorParts, Grid, Request, Room, RoomKind, Seed, Shape,
/// };
///
/// let start = Room { kind: RoomKind::Start, ..Room::normal(Cell::new(6, 6), Shape::Single, 0) };
/// let floor = Floor::new(FloorParts {
///     grid: Grid::REBIRTH,
///     request: Request::level(1),
///     seed: Seed::Pcg(0),
///     curse: None,
///     wanted: 1,
///     min_dead_ends: 0,
///     attempts: 1,
///     draws: 0,
///     rooms: &[start],
///     dead_ends: &[],
/// })?;
/// let map = FloorMap::new(&floor).with_label(Cell::new(7, 6), "42%");
/// assert_eq!(map.to_string(), "┌───┐\n│ @ │42%\n└───┘\n");
/// # Ok::<(), basement_model::FloorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FloorMap<'a> {
    floor: &'a Floor,
    hides_added: bool,
    labels: Vec<(Cell, String)>,
}

impl<'a> FloorMap<'a> {
    /// All rooms, no labels.
    #[must_use]
    pub const fn new(floor: &'a Floor) -> Self {
        Self { floor, hides_added: false, labels: Vec::new() }
    }

    /// The same without the secret and ultra secret rooms.
    #[must_use]
    pub fn without_added_rooms(mut self) -> Self {
        self.hides_added = true;
        self
    }

    /// The same with a label of up to three characters in a cell that shows no
    /// room.
    #[must_use]
    pub fn with_label(mut self, cell: Cell, label: impl Into<String>) -> Self {
        self.labels.push((cell, label.into()));
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
        let floor = self.floor;
        let occupancy = floor.occupancy();
        let is_shown = |room: usize| !(self.hides_added && floor.rooms()[room].kind.is_added());
        let rooms = || (0..floor.rooms().len()).filter(|room| is_shown(*room));
        let cells = || {
            let of_rooms = rooms().flat_map(|room| floor.rooms()[room].cells());
            of_rooms.chain(self.labels.iter().map(|(cell, _)| *cell))
        };
        let left = cells().map(|cell| cell.x).min().unwrap_or(0);
        let top = cells().map(|cell| cell.y).min().unwrap_or(0);
        let columns = cells().map(|cell| cell.x - left + 1).max().unwrap_or(0);
        let rows = cells().map(|cell| cell.y - top + 1).max().unwrap_or(0);
        let cell_at = |x: usize, y: usize| Cell::new(left + x as u8, top + y as u8);
        let room_at = |x: usize, y: usize, dx: i8, dy: i8| {
            let cell = cell_at(x, y).offset(dx, dy)?;
            occupancy.room_at(cell).filter(|room| is_shown(*room))
        };
        // Whether a wall stands between the cells on both sides of an edge.
        let wall_above = |x: usize, y: usize| room_at(x, y, 0, -1) != room_at(x, y, 0, 0);
        let wall_left = |x: usize, y: usize| room_at(x, y, -1, 0) != room_at(x, y, 0, 0);
        let has_door = |x: usize, y: usize, direction: Direction| {
            room_at(x, y, 0, 0).is_some_and(|index| {
                floor.doors_of(index, &occupancy).any(|door| {
                    is_shown(door.to)
                        && door.slot.direction() == direction
                        && floor.rooms()[index].slot_cell(door.slot) == Some(cell_at(x, y))
                })
            })
        };
        // What stands in a cell, as three characters.
        let inside = |x: usize, y: usize| match room_at(x, y, 0, 0) {
            Some(room) if floor.first_cell(room) == Some(cell_at(x, y)) => {
                format!(" {} ", floor.rooms()[room].kind.mark())
            }
            Some(_) => "   ".to_owned(),
            None => {
                let label = self.labels.iter().find(|(cell, _)| *cell == cell_at(x, y));
                format!("{:^3.3}", label.map_or("", |(_, label)| label.as_str()))
            }
        };

        for line in 0..=usize::from(rows) * CELL_HEIGHT {
            let (y, is_wall_line) = (line / CELL_HEIGHT, line % CELL_HEIGHT == 0);
            let mut text = String::new();
            for x in 0..=usize::from(columns) {
                if is_wall_line {
                    let pieces = usize::from(x > 0 && wall_above(x - 1, y))
                        | usize::from(y > 0 && wall_left(x, y - 1)) << 1
                        | usize::from(wall_above(x, y)) << 2
                        | usize::from(wall_left(x, y)) << 3;
                    text.push(CORNERS[pieces]);
                    text.push_str(match (wall_above(x, y), has_door(x, y, Direction::Up)) {
                        (false, _) => "   ",
                        (true, true) => "╌╌╌",
                        (true, false) => "───",
                    });
                } else {
                    text.push(match (wall_left(x, y), has_door(x, y, Direction::Left)) {
                        (false, _) => ' ',
                        (true, true) => '╎',
                        (true, false) => '│',
                    });
                    text.push_str(&inside(x, y));
                }
            }
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}
