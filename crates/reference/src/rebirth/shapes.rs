//! The twelve shapes of rooms, and their doors ([R2](basement_model::rules#r2)).

/// [R1](basement_model::rules#r1), [R2](basement_model::rules#r2): a cell as column and row, or a
/// distance in both.
pub type Cell = (i32, i32);

/// [R2](basement_model::rules#r2): the doors that a room can have, slot by slot: left, up, right,
/// down, and the same four again for the second cell of a side.
pub type Doors = [bool; 8];

/// [R2](basement_model::rules#r2): one row of the table of shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outline {
    /// The shape's number.
    pub number: u8,
    /// What it is called.
    pub name: &'static str,
    /// Its cells, from the anchor: the top left corner of its bounding box.
    pub cells: &'static [Cell],
    /// For each slot the cell outside that it leads to, from the anchor. The two slots that lead
    /// into the notch of an L lead to the same cell.
    pub slots: [Option<Cell>; 8],
}

/// R2: a slot that leads to this cell.
const fn to(x: i32, y: i32) -> Option<Cell> {
    Some((x, y))
}

/// R2: no such slot.
const NO: Option<Cell> = None;

/// [R2](basement_model::rules#r2): the table of the rules page.
#[rustfmt::skip]
pub const OUTLINES: [Outline; 12] = [
    //                                                                                                    left 0     up 0       right 0   down 0    left 1     up 1       right 1   down 1
    Outline { number:  1, name: "1x1",                    cells: &[(0, 0)],                         slots: [to(-1, 0), to(0, -1), to(1, 0), to(0, 1), NO,        NO,        NO,       NO] },
    Outline { number:  2, name: "narrow, horizontal",     cells: &[(0, 0)],                         slots: [to(-1, 0), NO,        to(1, 0), NO,       NO,        NO,        NO,       NO] },
    Outline { number:  3, name: "narrow, vertical",       cells: &[(0, 0)],                         slots: [NO,        to(0, -1), NO,       to(0, 1), NO,        NO,        NO,       NO] },
    Outline { number:  4, name: "1x2, tall",              cells: &[(0, 0), (0, 1)],                 slots: [to(-1, 0), to(0, -1), to(1, 0), to(0, 2), to(-1, 1), NO,        to(1, 1), NO] },
    Outline { number:  5, name: "tall and narrow",        cells: &[(0, 0), (0, 1)],                 slots: [NO,        to(0, -1), NO,       to(0, 2), NO,        NO,        NO,       NO] },
    Outline { number:  6, name: "2x1, wide",              cells: &[(0, 0), (1, 0)],                 slots: [to(-1, 0), to(0, -1), to(2, 0), to(0, 1), NO,        to(1, -1), NO,       to(1, 1)] },
    Outline { number:  7, name: "wide and narrow",        cells: &[(0, 0), (1, 0)],                 slots: [to(-1, 0), NO,        to(2, 0), NO,       NO,        NO,        NO,       NO] },
    Outline { number:  8, name: "2x2",                    cells: &[(0, 0), (1, 0), (0, 1), (1, 1)], slots: [to(-1, 0), to(0, -1), to(2, 0), to(0, 2), to(-1, 1), to(1, -1), to(2, 1), to(1, 2)] },
    Outline { number:  9, name: "L without top left",     cells: &[(1, 0), (0, 1), (1, 1)],         slots: [to(0, 0),  to(0, 0),  to(2, 0), to(0, 2), to(-1, 1), to(1, -1), to(2, 1), to(1, 2)] },
    Outline { number: 10, name: "L without top right",    cells: &[(0, 0), (0, 1), (1, 1)],         slots: [to(-1, 0), to(0, -1), to(1, 0), to(0, 2), to(-1, 1), to(1, 0),  to(2, 1), to(1, 2)] },
    Outline { number: 11, name: "L without bottom left",  cells: &[(0, 0), (1, 0), (1, 1)],         slots: [to(-1, 0), to(0, -1), to(2, 0), to(0, 1), to(0, 1),  to(1, -1), to(2, 1), to(1, 2)] },
    Outline { number: 12, name: "L without bottom right", cells: &[(0, 0), (1, 0), (0, 1)],         slots: [to(-1, 0), to(0, -1), to(2, 0), to(0, 2), to(-1, 1), to(1, -1), to(1, 1), to(1, 1)] },
];

/// [R2](basement_model::rules#r2): the row of a shape.
///
/// # Panics
///
/// If there is no such shape: they are numbered from 1 to 12.
///
/// ```
/// use basement_reference::rebirth::shapes::outline;
///
/// assert_eq!(outline(6).name, "2x1, wide");
/// assert_eq!(outline(6).slots[2], Some((2, 0))); // its right door leads two cells further
/// ```
#[must_use]
pub const fn outline(shape: u8) -> &'static Outline {
    &OUTLINES[shape as usize - 1]
}

/// [R2](basement_model::rules#r2): the doors that a shape can have.
///
/// # Panics
///
/// Like [`outline`].
#[must_use]
pub fn doors_of_shape(shape: u8) -> Doors {
    outline(shape).slots.map(|target| target.is_some())
}

/// [R2](basement_model::rules#r2): the step that a direction makes: 0 left, 1 up, 2 right, 3 down.
pub const STEPS: [Cell; 4] = [(-1, 0), (0, -1), (1, 0), (0, 1)];

/// [R2](basement_model::rules#r2): the direction of a slot.
#[must_use]
pub const fn direction_of_slot(slot: usize) -> usize {
    slot % 4
}

/// [R2](basement_model::rules#r2): the direction that leads back.
#[must_use]
pub const fn opposite(direction: usize) -> usize {
    (direction + 2) % 4
}

/// [R2](basement_model::rules#r2): the cell at a distance from another.
#[must_use]
pub const fn plus(cell: Cell, distance: Cell) -> Cell {
    (cell.0 + distance.0, cell.1 + distance.1)
}

/// [R2](basement_model::rules#r2): the cell from which one step in a direction leads to a cell.
#[must_use]
pub const fn before(cell: Cell, direction: usize) -> Cell {
    let (x, y) = STEPS[direction];
    (cell.0 - x, cell.1 - y)
}

/// [R1](basement_model::rules#r1): the four cells beside a cell: left, up, right, down.
#[must_use]
pub fn neighbours(cell: Cell) -> [Cell; 4] {
    STEPS.map(|step| plus(cell, step))
}

/// [R13](basement_model::rules#r13): the wide sibling of a narrow shape: the same cells, with a
/// slot on every side. Any other shape is its own.
#[must_use]
pub const fn wide_sibling(shape: u8) -> u8 {
    match shape {
        2 | 3 => 1,
        5 => 4,
        7 => 6,
        other => other,
    }
}
