//! Flash's board as bits: cell `10*y + x` is bit `10*y + x` (F1).

use basement_model::{Cell, DoorSlots, Floor, Grid, Room, RoomKind, Shape};

use super::cell::{BITS, CellNumber, START};
use super::spot::Spot;

/// The number of cells of the grid.
pub(super) const CELLS: usize = 72;

/// F14: a room can have a door on each of its four sides.
const ALL_SIDES: DoorSlots = DoorSlots::from_bits(0b1111);

/// The cells of some columns.
const fn columns(first: usize, last: usize) -> u128 {
    let (mut cells, mut number) = (0, 0);
    while number < BITS {
        if number % 10 >= first && number % 10 <= last {
            cells |= 1 << number;
        }
        number += 1;
    }
    cells
}

/// All cells of the grid: columns 1-9 of rows 0-7.
pub(super) const GRID: u128 = columns(1, 9);

/// Rows 1-6: where F21 lets the plan grow.
pub(super) const INNER_ROWS: u128 = GRID & (((1 << 60) - 1) << 10);

/// Columns 2-8: where F23 looks for the secret room.
pub(super) const INNER_COLUMNS: u128 = columns(2, 8);

/// The number of cells in a set. Only 16 bits of its upper half are used.
#[inline]
pub(super) const fn count(cells: u128) -> u32 {
    sum_of_fours(fours(cells as u64) + fours((cells >> 64) as u64 & 0xFFFF)) as u32
}

/// How many bits are set in each group of four bits of a number.
///
/// Bits are counted in parallel (Warren, Hacker's Delight, 5-1), because a default build for x86-64
/// has no instruction that counts them. Two halves of a board are added as soon as they are counts
/// of four bits each.
#[inline(always)]
pub(super) const fn fours(word: u64) -> u64 {
    const PAIRS: u64 = u64::MAX / 0x3;
    const FOURS: u64 = u64::MAX / 0x5;
    let pairs = word - (word >> 1 & PAIRS);
    (pairs & FOURS) + (pairs >> 2 & FOURS)
}

/// The sum of the four-bit numbers in a word. It must be below 256.
// This avoids a multiplication, which vectors of numbers do not support.
#[inline(always)]
pub(super) const fn sum_of_fours(fours: u64) -> u64 {
    const EIGHTS: u64 = u64::MAX / 0x11;
    let eights = (fours & EIGHTS) + (fours >> 4 & EIGHTS);
    let sums = eights + (eights >> 8);
    let sums = sums + (sums >> 16);
    (sums + (sums >> 32)) & 0xFF
}

/// The cells beside each cell, inside the grid.
static BESIDE: [u128; BITS] = {
    let mut beside = [0; BITS];
    let mut number = 0;
    while number < BITS {
        let cell: u128 = 1 << number;
        if GRID & cell != 0 {
            beside[number] = (cell << 1 | cell >> 1 | cell << 10 | cell >> 10) & GRID;
        }
        number += 1;
    }
    beside
};

/// The set of one cell.
#[inline]
pub(super) const fn bit(cell: CellNumber) -> u128 {
    1 << cell
}

/// The cells beside a cell, inside the grid.
#[inline]
pub(super) fn beside(cell: CellNumber) -> u128 {
    BESIDE.get(usize::from(cell)).copied().unwrap_or(0)
}

/// The cells beside any cell of a set, inside the grid.
#[inline]
pub(super) const fn beside_any(cells: u128) -> u128 {
    (cells << 1 | cells >> 1 | cells << 10 | cells >> 10) & GRID
}

/// The cells of the grid that are beside at least n cells of a set, for n from 0 to 4.
#[inline]
pub(super) const fn beside_at_least(cells: u128) -> [u128; 5] {
    let [left, right, up, down] = [cells << 1, cells >> 1, cells << 10, cells >> 10];
    let (any_in_row, both_in_row) = (left | right, left & right);
    let (any_in_column, both_in_column) = (up | down, up & down);
    [
        GRID,
        (any_in_row | any_in_column) & GRID,
        (both_in_row | both_in_column | any_in_row & any_in_column) & GRID,
        (both_in_row & any_in_column | any_in_row & both_in_column) & GRID,
        both_in_row & both_in_column & GRID,
    ]
}

/// The cell after a move, if it is on the grid.
#[inline]
pub(super) fn moved(cell: CellNumber, by: i8) -> Option<CellNumber> {
    cell.checked_add_signed(by).filter(|next| *next < BITS as u8 && GRID & bit(*next) != 0)
}

/// The cells of a set, in row-major order.
pub(super) fn cells(set: u128) -> impl Iterator<Item = CellNumber> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let cell = (rest != 0).then(|| rest.trailing_zeros() as CellNumber);
        rest &= rest.wrapping_sub(1);
        cell
    })
}

/// Cell number n of a set in row-major order, counted from 0. The set has more than n cells.
#[inline]
pub(super) const fn nth_in(set: u128, n: u32) -> CellNumber {
    let (mut rest, mut n) = (set, n);
    while n > 0 {
        rest &= rest.wrapping_sub(1);
        n -= 1;
    }
    rest.trailing_zeros() as CellNumber
}

/// The coordinates of each cell. Numbers from [`BITS`] on, which a [`Spot`] could contain but never
/// does, have the coordinates of the start.
static COORDINATES: [Cell; 128] = {
    let (mut cells, mut number) = ([Grid::FLASH.start; 128], 0);
    while number < BITS {
        cells[number] = to_cell(number as CellNumber);
        number += 1;
    }
    cells
};

/// A cell number as coordinates.
pub(super) const fn to_cell(cell: CellNumber) -> Cell {
    Cell::new(cell % 10, cell / 10)
}

/// A list of at most [`BITS`] items.
#[derive(Clone, Debug)]
pub(super) struct List<T> {
    pub(super) items: [T; BITS],
    pub(super) len: usize,
}

impl<T: Copy> List<T> {
    pub(super) const fn new(empty: T) -> Self {
        Self { items: [empty; BITS], len: 0 }
    }

    #[inline]
    pub(super) fn push(&mut self, item: T) {
        if let Some(free) = self.items.get_mut(self.len) {
            *free = item;
            self.len += 1;
        }
    }

    /// Removes an item. The items after it move up.
    pub(super) fn remove(&mut self, index: usize) -> T {
        let item = self[index];
        self.items.copy_within(index + 1..self.len, index);
        self.len -= 1;
        item
    }

    /// Removes an item. The last item moves to its index.
    #[inline]
    pub(super) fn swap_remove(&mut self, index: usize) -> T {
        let item = self[index];
        self.items[index] = self[self.len - 1];
        self.len -= 1;
        item
    }

    pub(super) fn pop(&mut self) -> Option<T> {
        let last = self.last().copied();
        self.len = self.len.saturating_sub(1);
        last
    }

    /// Removes all items except the last `kept`.
    pub(super) fn keep_last(&mut self, kept: usize) {
        let unused = self.len.saturating_sub(kept);
        self.items.copy_within(unused..self.len, 0);
        self.len -= unused;
    }
}

impl<T> core::ops::Deref for List<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        self.items.get(..self.len).unwrap_or_default()
    }
}

impl FromIterator<u8> for List<u8> {
    fn from_iter<I: IntoIterator<Item = u8>>(items: I) -> Self {
        let mut list = Self::new(0);
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}

/// A plan under construction. A room's index is its number in the order of placement; the start's
/// is 0.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The cells with a room.
    pub(super) occupied: u128,
    /// The cells of the boss rooms, the super secret room and the secret room: rooms that others
    /// keep away from.
    pub(super) reserved: u128,
    /// The place of each room, by index.
    pub(super) order: List<Spot>,
    /// The kind of each room.
    pub(super) kind: [RoomKind; BITS],
    /// F5: all end rooms, in the order in which growth found them.
    pub(super) all_end_rooms: List<u8>,
    /// F5: the end rooms that are still free for special rooms.
    pub(super) end_rooms: List<u8>,
}

impl Plan {
    /// A plan with nothing but the start room.
    pub(super) fn new() -> Self {
        let mut plan = Self {
            occupied: 0,
            reserved: 0,
            order: List::new(Spot::new(START, 0)),
            kind: [RoomKind::Normal; BITS],
            all_end_rooms: List::new(0),
            end_rooms: List::new(0),
        };
        plan.clear();
        plan
    }

    /// Removes everything except the start room.
    pub(super) fn clear(&mut self) {
        (self.occupied, self.reserved) = (0, 0);
        (self.order.len, self.all_end_rooms.len, self.end_rooms.len) = (0, 0, 0);
        self.kind = [RoomKind::Normal; BITS];
        self.add(START, RoomKind::Start, 0);
    }

    /// Rebuilds, from a finished floor, the plan from which the search for its secret room started.
    pub(super) fn from_floor(floor: &Floor) -> Self {
        let mut plan = Self::new();
        for room in floor.rooms().iter().skip(1).filter(|room| !room.kind.is_added()) {
            let cell = 10 * room.anchor.y + room.anchor.x;
            let index = plan.add(cell, room.kind, room.depth);
            if matches!(room.kind, RoomKind::Boss | RoomKind::SuperSecret) {
                plan.reserve(index, room.kind);
            }
        }
        plan.all_end_rooms = floor.dead_ends().iter().copied().collect();
        let is_free = |room: &u8| plan.reserved & bit(plan.cell(*room)) == 0;
        plan.end_rooms = plan.all_end_rooms.iter().copied().filter(is_free).collect();
        plan
    }

    /// Puts a room on an empty cell. Returns its index.
    #[inline]
    pub(super) fn add(&mut self, cell: CellNumber, kind: RoomKind, depth: u8) -> u8 {
        let index = self.order.len();
        self.occupied |= bit(cell);
        self.order.push(Spot::new(cell, depth));
        if let Some(room_kind) = self.kind.get_mut(index) {
            *room_kind = kind;
        }
        index as u8
    }

    /// Places a room that did not grow from another room. It is one step deeper than its shallowest
    /// neighbour.
    pub(super) fn add_beside(&mut self, cell: CellNumber, kind: RoomKind) -> u8 {
        // Column 0 is never occupied, so numbers that differ by 1 are in one row.
        let touches = |spot: &Spot| matches!(spot.cell().abs_diff(cell), 1 | 10);
        let depth = |spot| if touches(spot) { spot.depth() } else { u8::MAX };
        let nearest = self.order.iter().fold(u8::MAX, |nearest, spot| nearest.min(depth(spot)));
        self.add(cell, kind, nearest.wrapping_add(1))
    }

    /// Gives a room its kind and keeps other rooms away from it.
    pub(super) fn reserve(&mut self, room: u8, kind: RoomKind) {
        self.kind[usize::from(room)] = kind;
        self.reserved |= bit(self.cell(room));
    }

    /// The place of a room.
    #[inline]
    pub(super) fn spot(&self, room: u8) -> Spot {
        let start = Spot::new(START, 0);
        self.order.items.get(usize::from(room)).copied().unwrap_or(start)
    }

    /// The cell of a room.
    #[inline]
    pub(super) fn cell(&self, room: u8) -> CellNumber {
        self.spot(room).cell()
    }

    /// The room on an occupied cell.
    #[cfg(test)]
    pub(super) fn room_at(&self, cell: CellNumber) -> u8 {
        self.order.iter().position(|spot| spot.cell() == cell).unwrap() as u8
    }

    /// The cells of the free end rooms.
    pub(super) fn end_room_cells(&self) -> u128 {
        self.end_rooms.iter().fold(0, |cells, room| cells | bit(self.cell(*room)))
    }

    /// The number of occupied cells beside a cell.
    #[inline]
    pub(super) fn neighbours(&self, cell: CellNumber) -> u32 {
        (self.occupied & beside(cell)).count_ones()
    }

    /// The number of rooms, including the start.
    #[inline]
    pub(super) fn rooms(&self) -> u32 {
        self.order.len() as u32
    }

    /// Overwrites `rooms` with the rooms of the finished floor, and returns the rooms that were
    /// written. `interior` is called with the kind of each room, in order, and returns the room's
    /// interior.
    #[inline]
    pub(super) fn finish_rooms<'a>(
        &self,
        rooms: &'a mut [Room; CELLS],
        mut interior: impl FnMut(RoomKind) -> Option<u16>,
    ) -> &'a [Room] {
        // A plan has at most one room on each cell.
        let count = self.order.len().min(CELLS);
        let finished = self.order.iter().zip(&self.kind).zip(&mut rooms[..count]);
        for ((spot, kind), room) in finished {
            room.anchor = COORDINATES[usize::from(spot.cell()) % COORDINATES.len()];
            (room.kind, room.depth) = (*kind, spot.depth());
            room.interior = interior(*kind);
        }
        &rooms[..count]
    }
}

/// A room for [`Plan::finish_rooms`] to overwrite: it has what all rooms have in common.
pub(super) const BLANK_ROOM: Room = Room {
    anchor: Grid::FLASH.start,
    shape: Shape::Single,
    kind: RoomKind::Normal,
    depth: 0,
    slots: ALL_SIDES,
    interior: None,
    placing: None,
};

const _: () = assert!(Grid::FLASH.len() == CELLS);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flash::cell::MOVES;
    use basement_model::Direction;

    #[test]
    fn f1_the_bits_are_the_grids_cells() {
        assert_eq!(GRID.count_ones() as usize, CELLS);
        assert!(cells(GRID).map(to_cell).eq(Grid::FLASH.cells()));
        assert_eq!(to_cell(START), Grid::FLASH.start);
        assert_eq!(INNER_ROWS.count_ones(), 54);
        assert_eq!(INNER_COLUMNS.count_ones(), 56);
    }

    #[test]
    fn f14_a_room_has_the_doors_of_its_shape() {
        assert_eq!(ALL_SIDES, Shape::Single.slots());
    }

    #[test]
    fn f1_neighbours_of_a_set_agree_with_neighbours_of_its_cells() {
        // Random sets with a half, a quarter and an eighth of the cells.
        let mut state = 1_u128;
        for round in 0..3000 {
            let mut set = GRID;
            for _ in 0..=round % 3 {
                state =
                    state.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645).wrapping_add(1);
                set &= state >> 40;
            }
            let among = |cell: &CellNumber| (beside(*cell) & set).count_ones() as usize;
            let expected = |test: &dyn Fn(usize) -> bool| {
                let cells = (0..BITS as CellNumber).filter(|cell| bit(*cell) & GRID != 0);
                cells.filter(|cell| test(among(cell))).fold(0, |cells, cell| cells | bit(cell))
            };
            assert_eq!(beside_any(set), expected(&|count| count > 0));
            assert_eq!(count(set), set.count_ones());
            for (least, cells) in beside_at_least(set).into_iter().enumerate() {
                assert_eq!(cells, expected(&|count| count >= least), "{least}");
            }
        }
    }

    #[test]
    fn f1_neighbours_never_wrap_into_the_next_row() {
        for cell in Grid::FLASH.cells() {
            let number = 10 * cell.y + cell.x;
            let expected = Direction::ALL
                .into_iter()
                .filter_map(|direction| Grid::FLASH.step(cell, direction))
                .fold(0, |cells, next| cells | bit(10 * next.y + next.x));
            assert_eq!(beside(number), expected, "{cell}");
            let by_moves = MOVES
                .into_iter()
                .filter_map(|by| moved(number, by))
                .fold(0, |cells, next| cells | bit(next));
            assert_eq!(by_moves, expected, "{cell}");
        }
    }
}
