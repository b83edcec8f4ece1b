//! Flash's board as bits: cell `10*y + x` is bit `10*y + x` (F1).

use arrayvec::ArrayVec;
use basement_model::{Cell, DoorSlots, Floor, Grid, Room, RoomKind, Shape};

/// A cell by its number, `10*y + x` (F1).
pub(super) type CellNumber = u8;

/// Cells of the grid.
pub(super) const CELLS: usize = 72;

/// Bits of the board, the unused column 0 included.
pub(super) const BITS: usize = 80;

/// F1: where growth begins.
pub(super) const START: CellNumber = 35;

/// F4: the moves, in the order in which they are tried.
pub(super) const MOVES: [i8; 4] = [1, -1, 10, -10];

/// F14: a room can have a door on each of its four sides.
const ALL_SIDES: DoorSlots = DoorSlots::from_bits(0b1111);

/// All cells of the grid: columns 1-9 of rows 0-7.
pub(super) const GRID: u128 = {
    let (mut cells, mut number) = (0, 0);
    while number < BITS {
        if number % 10 != 0 {
            cells |= 1 << number;
        }
        number += 1;
    }
    cells
};

/// Rows 1-6: where F21 lets the plan grow.
pub(super) const INNER_ROWS: u128 = GRID & (((1 << 60) - 1) << 10);

/// Columns 2-8: where F23 looks for the secret room.
pub(super) const INNER_COLUMNS: u128 = {
    let (mut cells, mut number) = (0, 0);
    while number < BITS {
        if number % 10 >= 2 && number % 10 <= 8 {
            cells |= 1 << number;
        }
        number += 1;
    }
    cells
};

/// How many cells a set holds. Without an instruction for it, which a default
/// build has not, counting 80 bits together costs half of counting 128.
#[inline]
pub(super) const fn count(cells: u128) -> u32 {
    const PAIRS: u64 = u64::MAX / 0x3;
    const FOURS: u64 = u64::MAX / 0x5;
    const EIGHTS: u64 = u64::MAX / 0x11;
    let (low, high) = (cells as u64, (cells >> 64) as u64 & 0xFFFF);
    let (low, high) = (low - (low >> 1 & PAIRS), high - (high >> 1 & PAIRS));
    let low = (low & FOURS) + (low >> 2 & FOURS);
    let high = (high & FOURS) + (high >> 2 & FOURS);
    let fours = low + high;
    let eights = (fours & EIGHTS) + (fours >> 4 & EIGHTS);
    (eights.wrapping_mul(u64::MAX / 0xFF) >> 56) as u32
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

/// The set that holds one cell.
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

/// The cells beside any cell of a set, and those beside exactly one; the unused
/// cells of column 0 may be among them.
#[inline]
pub(super) const fn beside_any_and_one(cells: u128) -> (u128, u128) {
    let [left, right, up, down] = [cells << 1, cells >> 1, cells << 10, cells >> 10];
    let any = left | right | up | down;
    (any, (left ^ right ^ up ^ down) & !(left & right | up & down))
}

/// The cells beside at least so many cells of a set, 0 to 4, inside the grid.
#[inline]
pub(super) const fn beside_at_least(cells: u128) -> [u128; 5] {
    let [left, right, up, down] = [cells << 1, cells >> 1, cells << 10, cells >> 10];
    let (either_across, both_across) = (left | right, left & right);
    let (either_along, both_along) = (up | down, up & down);
    [
        GRID,
        (either_across | either_along) & GRID,
        (both_across | both_along | either_across & either_along) & GRID,
        (both_across & either_along | either_across & both_along) & GRID,
        both_across & both_along & GRID,
    ]
}

/// The cell after a move, if it lies on the grid.
#[inline]
pub(super) fn moved(cell: CellNumber, by: i8) -> Option<CellNumber> {
    cell.checked_add_signed(by).filter(|next| *next < BITS as u8 && GRID & bit(*next) != 0)
}

/// The cell of that place in row-major order, 0-71.
#[inline]
pub(super) const fn nth_cell(place: u32) -> CellNumber {
    (place / 9 * 10 + place % 9 + 1) as u8
}

/// The cells of a set, in row-major order.
pub(super) fn cells_of(set: u128) -> impl Iterator<Item = CellNumber> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let cell = (rest != 0).then(|| rest.trailing_zeros() as CellNumber);
        rest &= rest.wrapping_sub(1);
        cell
    })
}

/// The cell of that place, from 0, in a set that has so many.
#[inline]
pub(super) const fn nth_of(set: u128, place: u32) -> CellNumber {
    let (mut rest, mut place) = (set, place);
    while place > 0 {
        rest &= rest.wrapping_sub(1);
        place -= 1;
    }
    rest.trailing_zeros() as CellNumber
}

/// The cells' coordinates.
static COORDINATES: [Cell; BITS] = {
    let (mut cells, mut number) = ([Grid::FLASH.start; BITS], 0);
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

    /// Takes an item out; those behind it move up.
    pub(super) fn remove(&mut self, place: usize) -> T {
        let item = self[place];
        self.items.copy_within(place + 1..self.len, place);
        self.len -= 1;
        item
    }

    /// Takes an item out; the last one goes to its place.
    #[inline]
    pub(super) fn swap_remove(&mut self, place: usize) -> T {
        let item = self[place];
        self.items[place] = self[self.len - 1];
        self.len -= 1;
        item
    }

    pub(super) fn pop(&mut self) -> Option<T> {
        let last = self.last().copied();
        self.len = self.len.saturating_sub(1);
        last
    }

    /// Drops all but the last `kept` items.
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

/// Where a room stands, in one word: its cell (bits 0-6), the side on which the
/// room lies that it grew from (7-8, by its place among [`SIDES`]; the start's
/// means nothing) and its depth (9-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot(u16);

impl Spot {
    const DEPTH: u16 = 9;
    const SIDE: u16 = 7;

    pub(super) const fn new(cell: CellNumber, depth: u8) -> Self {
        Self((depth as u16) << Self::DEPTH | cell as u16)
    }

    #[inline]
    pub(super) const fn cell(self) -> CellNumber {
        self.0 as u8 & 0x7F
    }

    #[inline]
    pub(super) const fn depth(self) -> u8 {
        (self.0 >> Self::DEPTH) as u8
    }

    /// Of these sides, by the bits of [`SIDES`], all but the one on which the room
    /// lies that it grew from.
    #[inline]
    pub(super) const fn without_parent(self, beside: usize) -> usize {
        beside & !(1 << (self.0 >> Self::SIDE & 3))
    }

    /// How many rooms grew from it when they stand on these sides, and where they
    /// are, in the order in which F4 tries them; what comes behind those means
    /// nothing.
    #[inline]
    pub(super) fn grown(self, beside: usize) -> (usize, [Self; 4]) {
        const EACH: u64 = 0x0001_0001_0001_0001;
        let Grown { count, steps } = GROWN[beside % GROWN.len()];
        let from = (self.0 & !(3 << Self::SIDE)) + (1 << Self::DEPTH) - 10;
        let spots = u64::from(from) * EACH + steps;
        (count, [0, 16, 32, 48].map(|place| Self((spots >> place) as u16)))
    }
}

/// The sides of a cell as [`sides`] finds them, by their moves.
const SIDES: [i8; 4] = [-10, 1, -1, 10];

/// Which sides of a cell a set holds, a bit for each of [`SIDES`].
#[inline]
pub(super) const fn sides(set: u128, cell: CellNumber) -> usize {
    const BITS: u32 = 1 | 1 << 9 | 1 << 11 | 1 << 20;
    // The four bits move together to the top.
    let around = (set << 10 >> cell) as u32 & BITS;
    (around.wrapping_mul(1 << 28 | 1 << 21 | 1 << 18 | 1 << 11) >> 28) as usize
}

/// Rooms on some of a cell's sides.
#[derive(Clone, Copy)]
struct Grown {
    count: usize,
    /// For each of them, in the order of [`MOVES`], what a [`Spot`] gains by the
    /// step: the move plus 10, and the side on which the cell then lies.
    steps: u64,
}

static GROWN: [Grown; 16] = {
    let (mut grown, mut set) = ([Grown { count: 0, steps: 0 }; 16], 0);
    while set < grown.len() {
        let mut number = 0;
        while number < MOVES.len() {
            let (by, mut side) = (MOVES[number], 0);
            while SIDES[side] != by {
                side += 1;
            }
            if set >> side & 1 == 1 {
                let Grown { count, steps } = grown[set];
                // Opposite sides are as far from either end.
                let opposite = (SIDES.len() - 1 - side) as u64;
                let step = (by + 10) as u64 | opposite << Spot::SIDE;
                grown[set] = Grown { count: count + 1, steps: steps | step << (16 * count) };
            }
            number += 1;
        }
        set += 1;
    }
    grown
};

/// A plan in the making. Rooms are named by their place in the order of
/// placement; the start's is 0.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// All cells with a room.
    pub(super) occupied: u128,
    /// Those of the boss, the second boss, the super secret and the secret room.
    pub(super) reserved: u128,
    /// Where the rooms stand.
    pub(super) order: List<Spot>,
    /// The kind of each room.
    pub(super) kind: [RoomKind; BITS],
    /// F5: the end rooms in the order of their finding.
    pub(super) found: List<u8>,
    /// F5: those of them that are free.
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
            found: List::new(0),
            end_rooms: List::new(0),
        };
        plan.clear();
        plan
    }

    /// Takes away everything but the start room.
    pub(super) fn clear(&mut self) {
        (self.occupied, self.reserved) = (0, 0);
        (self.order.len, self.found.len, self.end_rooms.len) = (0, 0, 0);
        self.kind = [RoomKind::Normal; BITS];
        self.add(START, RoomKind::Start, 0);
    }

    /// The plan of a finished floor without its secret room: what the search for
    /// the secret room saw.
    pub(super) fn of(floor: &Floor) -> Self {
        let mut plan = Self::new();
        for room in floor.rooms().iter().skip(1).filter(|room| !room.kind.is_added()) {
            let cell = 10 * room.anchor.y + room.anchor.x;
            let place = plan.add(cell, room.kind, room.depth);
            if matches!(room.kind, RoomKind::Boss | RoomKind::SuperSecret) {
                plan.reserve(place, room.kind);
            }
        }
        plan.found = floor.dead_ends().iter().copied().collect();
        let is_free = |place: &u8| plan.reserved & bit(plan.cell(*place)) == 0;
        plan.end_rooms = plan.found.iter().copied().filter(is_free).collect();
        plan
    }

    /// Puts a room on an empty cell. Returns its place.
    #[inline]
    pub(super) fn add(&mut self, cell: CellNumber, kind: RoomKind, depth: u8) -> u8 {
        let place = self.order.len();
        self.occupied |= bit(cell);
        self.order.push(Spot::new(cell, depth));
        if let Some(of_room) = self.kind.get_mut(place) {
            *of_room = kind;
        }
        place as u8
    }

    /// Puts a room that did not grow from another one: its depth is one more
    /// than its nearest neighbour's. It is set apart unless it is an ordinary one.
    pub(super) fn add_beside(&mut self, cell: CellNumber, kind: RoomKind) -> u8 {
        // Cells of neighbouring columns or rows: column 0 is never occupied.
        let touches = |spot: &Spot| matches!(spot.cell().abs_diff(cell), 1 | 10);
        let depth = |spot| if touches(spot) { spot.depth() } else { u8::MAX };
        let nearest = self.order.iter().fold(u8::MAX, |nearest, spot| nearest.min(depth(spot)));
        self.add(cell, kind, nearest.wrapping_add(1))
    }

    /// Gives a room its kind and keeps others away from it.
    pub(super) fn reserve(&mut self, place: u8, kind: RoomKind) {
        self.kind[usize::from(place)] = kind;
        self.reserved |= bit(self.cell(place));
    }

    /// Where a room stands.
    #[inline]
    pub(super) fn spot(&self, place: u8) -> Spot {
        let start = Spot::new(START, 0);
        self.order.items.get(usize::from(place)).copied().unwrap_or(start)
    }

    /// The cell of a room.
    #[inline]
    pub(super) fn cell(&self, place: u8) -> CellNumber {
        self.spot(place).cell()
    }

    /// The room on an occupied cell.
    #[cfg(test)]
    pub(super) fn room_at(&self, cell: CellNumber) -> u8 {
        self.order.iter().position(|spot| spot.cell() == cell).unwrap() as u8
    }

    /// The free end rooms as a set.
    pub(super) fn end_room_cells(&self) -> u128 {
        self.end_rooms.iter().fold(0, |cells, place| cells | bit(self.cell(*place)))
    }

    /// How many occupied cells lie beside a cell.
    #[inline]
    pub(super) fn neighbours(&self, cell: CellNumber) -> u32 {
        (self.occupied & beside(cell)).count_ones()
    }

    /// How many rooms stand, the start included.
    #[inline]
    pub(super) fn rooms(&self) -> u32 {
        self.order.len() as u32
    }

    /// The rooms of the finished floor, each with the interior that is told for its kind. The
    /// rooms are asked for in their order.
    #[inline]
    pub(super) fn finished_rooms(
        &self,
        mut interior: impl FnMut(RoomKind) -> Option<u16>,
    ) -> ArrayVec<Room, CELLS> {
        let room = |(spot, kind): (&Spot, &RoomKind)| Room {
            anchor: COORDINATES.get(usize::from(spot.cell())).copied().unwrap_or(Grid::FLASH.start),
            shape: Shape::Single,
            kind: *kind,
            depth: spot.depth(),
            slots: ALL_SIDES,
            interior: interior(*kind),
        };
        self.order.iter().zip(&self.kind).map(room).collect()
    }
}

const _: () = assert!(Grid::FLASH.len() == CELLS);

#[cfg(test)]
mod tests {
    use super::*;
    use basement_model::Direction;

    #[test]
    fn f1_the_bits_are_the_grids_cells() {
        assert_eq!(GRID.count_ones() as usize, CELLS);
        for (place, cell) in Grid::FLASH.cells().enumerate() {
            assert_eq!(to_cell(nth_cell(place as u32)), cell);
        }
        assert_eq!(to_cell(START), Grid::FLASH.start);
        assert_eq!(INNER_ROWS.count_ones(), 54);
        assert_eq!(INNER_COLUMNS.count_ones(), 56);
    }

    #[test]
    fn f14_a_room_has_the_doors_of_its_shape() {
        assert_eq!(ALL_SIDES, Shape::Single.slots());
    }

    #[test]
    fn f1_the_cells_beside_a_set_are_those_beside_its_cells() {
        // Every row of three random sets, sparse, even and dense.
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
            let (any, one) = beside_any_and_one(set);
            assert_eq!(any & GRID, expected(&|count| count > 0));
            assert_eq!(one & GRID, expected(&|count| count == 1));
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
