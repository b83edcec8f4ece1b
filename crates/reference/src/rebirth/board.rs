//! The board and the rooms on it ([R1](basement_model::rules#r1), [R12](basement_model::rules#r12),
//! [R13](basement_model::rules#r13)).

use basement_model::{RoomKind, RoomPlacing};

use super::shapes::{
    Cell, Doors, before, direction_of_slot, doors_of_shape, neighbours, outline, plus, wide_sibling,
};

/// [R1](basement_model::rules#r1): the cell of the start room.
pub const START: Cell = (6, 6);

/// [R1](basement_model::rules#r1): whether a cell is on the grid of 13 columns and 13 rows.
#[must_use]
pub fn is_on_grid((x, y): Cell) -> bool {
    (0..13).contains(&x) && (0..13).contains(&y)
}

/// [R1](basement_model::rules#r1): all cells in the order of their indices, `x + 13 * y`.
pub fn all_cells() -> impl Iterator<Item = Cell> {
    (0..169).map(|index| (index % 13, index / 13))
}

/// [R2](basement_model::rules#r2): the cells that a shape covers at an anchor.
pub fn cells_of_shape(shape: u8, anchor: Cell) -> impl Iterator<Item = Cell> {
    outline(shape).cells.iter().map(move |cell| plus(anchor, *cell))
}

/// [R2](basement_model::rules#r2): where the slots of a shape at an anchor lead, as slot and cell.
pub fn slots_of_shape(shape: u8, anchor: Cell) -> impl Iterator<Item = (usize, Cell)> {
    let slots = outline(shape).slots.into_iter().enumerate();
    slots.filter_map(move |(slot, target)| Some((slot, plus(anchor, target?))))
}

/// [R2](basement_model::rules#r2): a room on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedRoom {
    /// The top left corner of its bounding box.
    pub anchor: Cell,
    /// The number of its shape.
    pub shape: u8,
    /// What it is for.
    pub kind: RoomKind,
    /// One more than the depth of the room that it grew from.
    pub depth: u32,
    /// The slots in which it can have a door: those of its shape, or of the concrete room that
    /// was placed there.
    pub doors: Doors,
    /// [W9](basement_model::rules#w9): the concrete room that was picked for it, by its index in
    /// the catalogue.
    pub interior: Option<usize>,
    /// [W3](basement_model::rules#w3): how it was placed.
    pub placing: Option<RoomPlacing>,
    /// [R11](basement_model::rules#r11): the cell by which it was entered when it was placed.
    pub entry: Cell,
    /// [R11](basement_model::rules#r11): the direction in which it was entered.
    pub direction: usize,
    /// [R14](basement_model::rules#r14): whether it is marked as a dead end.
    pub is_dead_end: bool,
}

impl PlacedRoom {
    /// [R2](basement_model::rules#r2): the cells that it covers.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        cells_of_shape(self.shape, self.anchor)
    }

    /// [R2](basement_model::rules#r2): where its doors lead, as slot and cell.
    pub fn doors(&self) -> impl Iterator<Item = (usize, Cell)> {
        slots_of_shape(self.shape, self.anchor).filter(|(slot, _)| self.doors[*slot])
    }

    /// [R13](basement_model::rules#r13): whether it has a door that leads from its cell `from` to
    /// the cell `to`.
    #[must_use]
    pub fn has_door(&self, from: Cell, to: Cell) -> bool {
        self.doors()
            .any(|(slot, target)| target == to && before(to, direction_of_slot(slot)) == from)
    }
}

/// [R11](basement_model::rules#r11): a room that could be placed.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The number of its shape.
    pub shape: u8,
    /// Its anchor.
    pub anchor: Cell,
    /// The cell by which it would be entered.
    pub entry: Cell,
    /// The direction in which it would be entered.
    pub direction: usize,
    /// Its depth.
    pub depth: u32,
}

/// [R1](basement_model::rules#r1): the rooms so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The rooms in the order of their placement, the start room first.
    pub rooms: Vec<PlacedRoom>,
    /// Which room covers each cell, by row and column.
    room_on: [[Option<usize>; 13]; 13],
    /// R12: the cell that is kept free, if there is one.
    kept_free: Option<Cell>,
    /// F1: how many columns and rows the grid has.
    size: Cell,
}

impl Board {
    /// [R1](basement_model::rules#r1), [R12](basement_model::rules#r12): a board with only the
    /// start room. The floors of stage 11 keep the cell above it free. A smaller grid
    /// ([F1](basement_model::rules#f1)) is placed around the start room.
    #[must_use]
    pub fn new(keeps_cell_free: bool, size: Cell) -> Self {
        let kept_free = keeps_cell_free.then_some(plus(START, (0, -1)));
        let mut board = Self { rooms: Vec::new(), room_on: [[None; 13]; 13], kept_free, size };
        board.add(PlacedRoom {
            anchor: START,
            shape: 1,
            kind: RoomKind::Start,
            depth: 0,
            doors: doors_of_shape(1),
            interior: None,
            placing: None,
            entry: START,
            direction: 0,
            is_dead_end: false,
        });
        board
    }

    /// [F1](basement_model::rules#f1): whether a cell is on the board's grid. With nine columns and
    /// eight rows, four columns are left of the start room and three rows are above it.
    #[must_use]
    pub fn is_on_grid(&self, (x, y): Cell) -> bool {
        let (columns, rows) = self.size;
        let (left, top) = (START.0 - (columns - 1) / 2, START.1 - (rows - 1) / 2);
        (left..left + columns).contains(&x) && (top..top + rows).contains(&y)
    }

    /// [F1](basement_model::rules#f1): the cells of the board's grid, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        all_cells().filter(|cell| self.is_on_grid(*cell))
    }

    /// [R1](basement_model::rules#r1): the index of the room on a cell, if there is one.
    #[must_use]
    pub fn room_at(&self, cell: Cell) -> Option<usize> {
        if is_on_grid(cell) { self.room_on[cell.1 as usize][cell.0 as usize] } else { None }
    }

    /// [R1](basement_model::rules#r1): whether a cell is occupied.
    #[must_use]
    pub fn is_occupied(&self, cell: Cell) -> bool {
        self.room_at(cell).is_some()
    }

    /// [R10](basement_model::rules#r10): how many of the four cells beside a cell are occupied.
    #[must_use]
    pub fn occupied_neighbours(&self, cell: Cell) -> u32 {
        neighbours(cell).into_iter().filter(|cell| self.is_occupied(*cell)).count() as u32
    }

    /// [R10](basement_model::rules#r10): adds a room and returns its index.
    ///
    /// # Panics
    ///
    /// If the room leaves the board.
    pub fn add(&mut self, room: PlacedRoom) -> usize {
        let index = self.rooms.len();
        for (x, y) in room.cells() {
            self.room_on[y as usize][x as usize] = Some(index);
        }
        self.rooms.push(room);
        index
    }

    /// [R10](basement_model::rules#r10): places a candidate as a normal room and returns its index.
    pub fn place(&mut self, candidate: &Candidate) -> usize {
        self.add(PlacedRoom {
            anchor: candidate.anchor,
            shape: candidate.shape,
            kind: RoomKind::Normal,
            depth: candidate.depth,
            doors: doors_of_shape(candidate.shape),
            interior: None,
            placing: None,
            entry: candidate.entry,
            direction: candidate.direction,
            is_dead_end: false,
        })
    }

    /// [W19](basement_model::rules#w19): gives a dead end another shape and anchor, with the doors
    /// of its shape. Its kind is decided later.
    pub fn reshape(&mut self, index: usize, shape: u8, anchor: Cell) {
        for (x, y) in self.rooms[index].cells() {
            self.room_on[y as usize][x as usize] = None;
        }
        let room = &mut self.rooms[index];
        (room.shape, room.anchor, room.doors) = (shape, anchor, doors_of_shape(shape));
        for (x, y) in room.cells() {
            self.room_on[y as usize][x as usize] = Some(index);
        }
    }

    /// [R12](basement_model::rules#r12): a shape fits when all its cells are on the grid and free,
    /// and none is kept free.
    #[must_use]
    pub fn fits(&self, shape: u8, anchor: Cell) -> bool {
        cells_of_shape(shape, anchor).all(|cell| self.is_free(cell))
    }

    /// R12: whether a room may cover a cell.
    fn is_free(&self, cell: Cell) -> bool {
        self.is_on_grid(cell) && !self.is_occupied(cell) && self.kept_free != Some(cell)
    }

    /// [R13](basement_model::rules#r13): whether the doors of a candidate meet those of the rooms
    /// that it would touch. Where it touches another room, both must have a slot that leads to the
    /// other.
    ///
    /// A narrow room is treated as its wide sibling, so its closed sides count: it cannot be placed
    /// where one of them touches a room.
    #[must_use]
    pub fn doors_meet(&self, candidate: &Candidate) -> bool {
        let doors = doors_of_shape(candidate.shape);
        slots_of_shape(wide_sibling(candidate.shape), candidate.anchor).all(|(slot, target)| {
            let Some(neighbour) = self.room_at(target) else { return true };
            let own_cell = before(target, direction_of_slot(slot));
            doors[slot] && self.rooms[neighbour].has_door(target, own_cell)
        })
    }
}
