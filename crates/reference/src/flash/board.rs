//! The board and the plan that grows on it ([F1](basement_model::rules#f1)).

use basement_model::RoomKind;

/// [F1](basement_model::rules#f1): a cell, written as a two-digit number, the row first:
/// `10 * y + x`.
pub type Cell = i32;

/// [F1](basement_model::rules#f1): the cell of the start room.
pub const START: Cell = 35;

/// [F1](basement_model::rules#f1), [F4](basement_model::rules#f4): the four moves, in the order in
/// which neighbours are tried: right, left, down, up.
pub const MOVES: [Cell; 4] = [1, -1, 10, -10];

/// [F1](basement_model::rules#f1): whether the board has such a cell. Columns are 1 to 9, rows 0
/// to 7. Column 0 never has a room, so no move wraps into the next row.
#[must_use]
pub fn is_on_board(cell: Cell) -> bool {
    (1..=79).contains(&cell) && cell % 10 != 0
}

/// [F1](basement_model::rules#f1): the 72 cells of the board, row by row.
pub fn all_cells() -> impl Iterator<Item = Cell> {
    (0..80).filter(|cell| is_on_board(*cell))
}

/// [F4](basement_model::rules#f4): the four cells beside a cell, in the order of [`MOVES`].
#[must_use]
pub fn neighbours(cell: Cell) -> [Cell; 4] {
    MOVES.map(|step| cell + step)
}

/// [F1](basement_model::rules#f1): a room, which always covers one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlannedRoom {
    /// Its cell.
    pub cell: Cell,
    /// What it is for.
    pub kind: RoomKind,
    /// [F6](basement_model::rules#f6): one more than the depth of the room that it grew from.
    pub depth: u32,
    /// [F7](basement_model::rules#f7): whether it counts as one of the wanted rooms. The second
    /// boss room and the secret room do not ([F15](basement_model::rules#f15),
    /// [F9](basement_model::rules#f9)); whether the start room does depends on the edition
    /// ([F2](basement_model::rules#f2)).
    pub is_counted: bool,
}

/// [F1](basement_model::rules#f1): the plan of one attempt: its rooms, and its end rooms.
#[derive(Clone, Debug, PartialEq)]
pub struct FloorPlan {
    /// The rooms in the order of their placement, the start room first.
    pub rooms: Vec<PlannedRoom>,
    /// [F5](basement_model::rules#f5): the cells of the end rooms that growth left, in the order of
    /// their turns.
    pub end_rooms: Vec<Cell>,
    /// [F8](basement_model::rules#f8): the end rooms that no special room has taken yet.
    pub free_end_rooms: Vec<Cell>,
    /// The room on each cell, by the cell's number.
    room_on: [Option<usize>; 80],
    counted: u32,
}

impl FloorPlan {
    /// [F1](basement_model::rules#f1): a plan with only the start room.
    #[must_use]
    pub fn new(start_counts: bool) -> Self {
        let mut plan = Self {
            rooms: Vec::new(),
            end_rooms: Vec::new(),
            free_end_rooms: Vec::new(),
            room_on: [None; 80],
            counted: 0,
        };
        plan.add(PlannedRoom {
            cell: START,
            kind: RoomKind::Start,
            depth: 0,
            is_counted: start_counts,
        });
        plan
    }

    /// [F4](basement_model::rules#f4): adds a room.
    pub fn add(&mut self, room: PlannedRoom) {
        self.room_on[room.cell as usize] = Some(self.rooms.len());
        self.counted += u32::from(room.is_counted);
        self.rooms.push(room);
    }

    /// [F9](basement_model::rules#f9), [F15](basement_model::rules#f15),
    /// [F17](basement_model::rules#f17): adds a room that did not grow: it is one step deeper than
    /// the shallowest room beside it.
    pub fn add_beside(&mut self, cell: Cell, kind: RoomKind, is_counted: bool) {
        let beside = neighbours(cell).into_iter().filter_map(|cell| self.room_at(cell));
        let shallowest = beside.map(|room| room.depth).min().unwrap_or(0);
        self.add(PlannedRoom { cell, kind, depth: shallowest + 1, is_counted });
    }

    /// [F1](basement_model::rules#f1): the index of the room on a cell, if there is one.
    #[must_use]
    pub fn index_at(&self, cell: Cell) -> Option<usize> {
        if is_on_board(cell) { self.room_on[cell as usize] } else { None }
    }

    /// [F1](basement_model::rules#f1): the room on a cell, if there is one.
    #[must_use]
    pub fn room_at(&self, cell: Cell) -> Option<&PlannedRoom> {
        self.index_at(cell).map(|index| &self.rooms[index])
    }

    /// [F1](basement_model::rules#f1): whether a cell has a room.
    #[must_use]
    pub fn is_occupied(&self, cell: Cell) -> bool {
        self.index_at(cell).is_some()
    }

    /// [F1](basement_model::rules#f1): gives the room on a cell another kind.
    pub fn set_kind(&mut self, cell: Cell, kind: RoomKind) {
        if let Some(index) = self.index_at(cell) {
            self.rooms[index].kind = kind;
        }
    }

    /// [F4](basement_model::rules#f4): how many of the cells beside a cell are occupied.
    #[must_use]
    pub fn occupied_neighbours(&self, cell: Cell) -> u32 {
        neighbours(cell).into_iter().filter(|cell| self.is_occupied(*cell)).count() as u32
    }

    /// [F7](basement_model::rules#f7): how many of the rooms that count are placed.
    #[must_use]
    pub const fn counted(&self) -> u32 {
        self.counted
    }
}
