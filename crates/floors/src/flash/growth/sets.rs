//! Growth a generation at a time, many plans side by side (F4-F7).
//!
//! A generation is a set of cells, and the next one is a few operations on sets of bits, the same
//! for every plan: no branch tells one plan from another. So a processor works on several plans in
//! one instruction, or at least on one while it waits for another.
//!
//! - Every coin is tossed beforehand ([`Tossed`]). A cell is taken in the generation in which it
//!   first has an occupied neighbour, or never: after that its coin is spent, or it has a second
//!   neighbour.
//! - Two cells of one generation can touch, and then the earlier one keeps the later one out. Colour
//!   the cells as on a chessboard: the neighbours of cells of one colour have the other, so cells of
//!   a generation touch only if the start had a turn at the head of it (F6). That turn is the first
//!   of its generation, or the last (F21): what it takes goes before everything else, or after.
//!   Where other cells of a generation touch, in one plan of 25, [`settled`] goes through the queue.
//! - Otherwise the order of the rooms is not needed while the plan grows. Most plans are rejected
//!   for too few rooms or end rooms, which the cells alone tell: the rooms, exactly; the end rooms
//!   at most, because a generation can take more cells than rooms are missing (F4).
//!
//! The order of a plan that passes is read by [`super::queue`].

use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use super::Task;
use super::queue::Queue;
use crate::flash::board::{
    CellNumber, GRID, INNER_ROWS, Plan, START, beside, beside_any, bit, count,
};
use crate::flash::coins::{FIRST_CELL, IN_FIRST, SHIFTS, SIDES, Tossed, Turn};

/// A set of cells that can have a room, as the bits of a number.
pub(in crate::flash) trait CellSet:
    Copy
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The cells that can have a room.
    const MAY_FILL: u128;

    /// The cell of the lowest bit.
    const FIRST: u32;

    /// The set of these cells of the board.
    fn new(board: u128) -> Self;

    /// The cells as those of the board.
    fn on_board(self) -> u128;

    /// The number of cells.
    fn len(self) -> u64;

    /// All cells if the set has at most `most`, otherwise none.
    fn all_if_at_most(self, most: u64) -> Self;

    /// All cells if the set has one of the sides of the start, otherwise none.
    fn all_if_has(self, side: CellNumber) -> Self;

    /// The sides of the start that a word of coins lets it take.
    fn sides(word: u64) -> Self;
}

/// F21: rows 1 to 6, where rows 0 and 7 never fill.
impl CellSet for u64 {
    const MAY_FILL: u128 = INNER_ROWS;
    const FIRST: u32 = 10;

    #[inline]
    fn new(board: u128) -> Self {
        (board >> Self::FIRST) as u64
    }

    #[inline]
    fn on_board(self) -> u128 {
        u128::from(self) << Self::FIRST
    }

    /// Counts in parallel (Warren, Hacker's Delight, 5-1), because a default build for x86-64 has no
    /// instruction that counts bits, and a vector of numbers cannot be multiplied.
    #[inline]
    fn len(self) -> u64 {
        const PAIRS: u64 = u64::MAX / 0x3;
        const FOURS: u64 = u64::MAX / 0x5;
        const EIGHTS: u64 = u64::MAX / 0x11;
        let pairs = self - (self >> 1 & PAIRS);
        let fours = (pairs & FOURS) + (pairs >> 2 & FOURS);
        let eights = fours + (fours >> 4) & EIGHTS;
        let sums = eights + (eights >> 8);
        let sums = sums + (sums >> 16);
        sums + (sums >> 32) & 0xFF
    }

    #[inline]
    fn all_if_at_most(self, most: u64) -> Self {
        // The difference is negative if it does.
        (self.len().wrapping_sub(most + 1) >> 63).wrapping_neg()
    }

    #[inline]
    fn all_if_has(self, side: CellNumber) -> Self {
        (self >> (u32::from(side) - Self::FIRST) & 1).wrapping_neg()
    }

    #[inline]
    fn sides(word: u64) -> Self {
        const { assert!(FIRST_CELL == Self::FIRST) };
        word
    }
}

/// The whole board.
impl CellSet for u128 {
    const MAY_FILL: u128 = GRID;
    const FIRST: u32 = 0;

    #[inline]
    fn new(board: u128) -> Self {
        board
    }

    #[inline]
    fn on_board(self) -> u128 {
        self
    }

    #[inline]
    fn len(self) -> u64 {
        u64::from(count(self))
    }

    #[inline]
    fn all_if_at_most(self, most: u64) -> Self {
        u128::from(self.len() <= most).wrapping_neg()
    }

    #[inline]
    fn all_if_has(self, side: CellNumber) -> Self {
        (self >> side & 1).wrapping_neg()
    }

    #[inline]
    fn sides(word: u64) -> Self {
        u128::from(word) << FIRST_CELL
    }
}

/// The cells beside at least one cell of a set, and those beside exactly one. Cells that cannot have
/// a room may be among them.
///
/// The XOR of the four shifted sets is odd counts, 1 or 3. With three neighbours, both of one
/// axis are among them, which the second factor takes out.
#[inline]
fn beside_any_and_one<S: CellSet>(cells: S) -> (S, S) {
    let [left, right, up, down] = [cells << 1, cells >> 1, cells << 10, cells >> 10];
    let any = left | right | up | down;
    (any, (left ^ right ^ up ^ down) & !(left & right | up & down))
}

/// What became of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::flash) enum Grown {
    /// It has too few rooms or end rooms.
    Rejected,
    /// These cells have a room, or more of them than rooms were missing in the last generation. The
    /// plan may still turn out to have too few end rooms.
    Cells(u128),
    /// The start had more turns than this module keeps coins for. The plan must be grown cell by
    /// cell.
    Unfinished,
}

/// Plans that grow side by side, one in each lane.
pub(in crate::flash) struct Plans<'a, S, const LANES: usize> {
    tasks: [Option<Task<'a>>; LANES],
    pub(in crate::flash) coins: [Tossed; LANES],
    is_unfinished: [bool; LANES],
    /// F4: the cells that can still be taken, except the start's sides.
    open: [S; LANES],
    /// The sides of the start that can still be taken. The start can try them again.
    sides: [S; LANES],
    /// The cells with a room.
    occupied: [S; LANES],
    /// The cells of the last generation, none once the plan is full.
    last: [S; LANES],
    /// F4: the cells that the generation took in which the plan became full.
    filling: [S; LANES],
    /// F6: all cells if the start is queued again, otherwise none.
    restart: [S; LANES],
    /// F21: the sides whose rooms give the start a turn.
    passing: [S; LANES],
    /// F21: the sides whose rooms have given the start a turn in the present generation.
    given: [S; LANES],
    /// The words with the start's coins of the present generation, and with those of the turns that
    /// rooms give it.
    words: [[u64; LANES]; 2],
    /// The number of rooms that a plan must not exceed by more than one.
    aim: [u64; LANES],
}

/// What the plans of one generation take.
struct Taken<S, const LANES: usize> {
    /// What the rooms of the last generation take.
    grown: [S; LANES],
    /// The sides of the start that can take a room.
    free: [S; LANES],
    /// What the start takes in the turns that rooms gave it.
    given: [S; LANES],
}

impl<'a, S: CellSet, const LANES: usize> Plans<'a, S, LANES> {
    /// No plan.
    pub(in crate::flash) fn new() -> Self {
        let none = [S::default(); LANES];
        Self {
            tasks: [None; LANES],
            coins: [Tossed::default(); LANES],
            is_unfinished: [false; LANES],
            open: none,
            sides: none,
            occupied: none,
            last: none,
            filling: none,
            restart: none,
            passing: none,
            given: none,
            words: [[0; LANES]; 2],
            aim: [0; LANES],
        }
    }

    /// Begins a plan in a lane, with the start alone.
    #[inline]
    pub(in crate::flash) fn begin(&mut self, lane: usize, task: Task<'a>, coins: Tossed) {
        let around = beside(START);
        self.tasks[lane] = Some(task);
        self.coins[lane] = coins;
        self.open[lane] = S::new(S::MAY_FILL & coins.cells & !around & !bit(START));
        self.sides[lane] = S::new(S::MAY_FILL & around);
        self.occupied[lane] = S::new(bit(START));
        self.restart[lane] = if task.restart { !S::default() } else { S::default() };
        self.passing[lane] = S::new(task.passing(&coins));
        self.words[0][lane] = coins.first;
        self.words[1][lane] = coins.first;
        self.aim[lane] = task.aim.into();
    }

    /// F4-F6: grows the plans until no room can be added or is missing. `prepare` draws the coins of
    /// a lane for the start's turn in a generation.
    pub(in crate::flash) fn grow(&mut self, mut prepare: impl FnMut(usize, u32, &mut Tossed)) {
        let mut generation = 0;
        loop {
            let mut taken = self.taken();
            if generation >= IN_FIRST {
                self.prepare(generation, &taken, &mut prepare);
            }
            self.take_given(&mut taken);
            let is_alive = self.place(generation, &taken);
            if !is_alive {
                break;
            }
            generation += 1;
        }
    }

    /// F4: the cells that the last generation takes, and the sides that the start could take.
    #[inline]
    fn taken(&mut self) -> Taken<S, LANES> {
        let none = [S::default(); LANES];
        let mut taken = Taken { grown: none, free: none, given: none };
        for lane in 0..LANES {
            let last = self.last[lane];
            let (any, one) = beside_any_and_one(last);
            taken.grown[lane] = one & self.open[lane];
            taken.free[lane] = self.sides[lane] & !any;
            self.open[lane] = self.open[lane] & !any;
        }
        taken
    }

    /// F6: coins for the start's turn at the head of a generation whose coins are not in the first
    /// word.
    #[cold]
    fn prepare(
        &mut self,
        generation: u32,
        taken: &Taken<S, LANES>,
        prepare: &mut impl FnMut(usize, u32, &mut Tossed),
    ) {
        for lane in 0..LANES {
            if taken.free[lane] & self.restart[lane] == S::default() {
                continue;
            }
            if generation >= IN_FIRST + SHIFTS.len() as u32 {
                self.is_unfinished[lane] = true;
                self.restart[lane] = S::default();
            } else {
                prepare(lane, generation, &mut self.coins[lane]);
                self.words[0][lane] = self.coins[lane].later;
            }
        }
    }

    /// F21: what the start takes in the turns that the rooms beside it gave it. The rooms of the last
    /// generation give it turns in the next one.
    #[inline]
    fn take_given(&mut self, taken: &mut Taken<S, LANES>) {
        let given = self.given;
        for lane in 0..LANES {
            self.given[lane] = self.last[lane] & self.passing[lane];
        }
        if given.iter().fold(S::default(), |any, given| any | *given) == S::default() {
            return;
        }
        for (side, shift) in SIDES.into_iter().zip(&SHIFTS[IN_FIRST as usize..]) {
            for lane in 0..LANES {
                let coins = S::sides(self.words[1][lane] >> shift);
                let takes = coins & taken.free[lane] & given[lane].all_if_has(side);
                taken.given[lane] = taken.given[lane] | takes;
            }
        }
    }

    /// Puts rooms on the cells of a generation. Returns whether any plan can grow further.
    #[inline]
    fn place(&mut self, generation: u32, taken: &Taken<S, LANES>) -> bool {
        let place = generation.checked_sub(IN_FIRST).unwrap_or(generation) as usize;
        let shift = SHIFTS[place % SHIFTS.len()];
        let last_first = self.tasks[0].is_some_and(|task| task.rules.last_added_first);
        let (before, none) = (self.occupied, [S::default(); LANES]);
        let (mut others, mut sides, mut touching) = (none, none, none);
        let at_head = if generation == 0 { [!S::default(); LANES] } else { self.restart };
        for lane in 0..LANES {
            let coins = S::sides(self.words[0][lane] >> shift);
            others[lane] = taken.grown[lane];
            sides[lane] = coins & taken.free[lane] & at_head[lane];
        }
        if last_first {
            for lane in 0..LANES {
                sides[lane] = sides[lane] & !beside_any_and_one(others[lane]).0;
            }
        } else {
            for lane in 0..LANES {
                others[lane] = others[lane] & !beside_any_and_one(sides[lane]).0;
            }
        }
        for lane in 0..LANES {
            others[lane] = others[lane] | taken.given[lane];
            touching[lane] = others[lane] & (others[lane] << 1 | others[lane] << 10);
        }
        let mut alive = S::default();
        for lane in 0..LANES {
            alive = alive | self.put(lane, taken.free[lane], others[lane] | sides[lane]);
        }
        let any_touch = touching.iter().fold(S::default(), |any, touching| any | *touching);
        if any_touch != S::default() {
            for lane in (0..LANES).filter(|lane| touching[*lane] != S::default()) {
                self.occupied[lane] = before[lane];
                let placed = self.settled(lane, generation, taken);
                alive = alive | self.put(lane, taken.free[lane], placed);
            }
        }
        alive != S::default()
    }

    /// F4: puts rooms on these cells. Returns the cells from which the plan can grow further: none
    /// if it is full.
    #[inline]
    fn put(&mut self, lane: usize, free: S, placed: S) -> S {
        self.occupied[lane] = self.occupied[lane] | placed;
        let grows_on = self.occupied[lane].all_if_at_most(self.aim[lane]);
        self.filling[lane] = self.filling[lane] | placed & !grows_on;
        self.last[lane] = placed & grows_on;
        self.sides[lane] = free & !placed & grows_on;
        self.last[lane] | self.given[lane] | self.sides[lane] & self.restart[lane]
    }

    /// F4: the cells of a generation that get a room, where some of them touch: each in its turn,
    /// unless one before it touches it.
    #[cold]
    fn settled(&self, lane: usize, generation: u32, taken: &Taken<S, LANES>) -> S {
        let Some(task) = &self.tasks[lane] else { return S::default() };
        let (coins, mut plan) = (&self.coins[lane], Plan::new());
        let mut queue = Queue::new(task, coins, self.occupied[lane].on_board(), &mut plan);
        (0..generation).for_each(|_| queue.next_generation());
        let (grown, free) = (taken.grown[lane].on_board(), taken.free[lane].on_board());
        let placed = queue.tries().into_iter().fold(0, |placed, (turn, cells)| {
            let takes = cells & if matches!(turn, Turn::Room(_)) { grown } else { free };
            placed | takes & !beside_any(placed)
        });
        S::new(placed)
    }

    /// F5, F7: what became of the plans.
    pub(in crate::flash) fn grown(&self) -> [Grown; LANES] {
        let (mut rooms, mut end_rooms) = ([0; LANES], [0; LANES]);
        for lane in 0..LANES {
            rooms[lane] = self.occupied[lane].len();
            end_rooms[lane] = self.end_rooms(lane, self.occupied[lane]);
        }
        let most_end_rooms = self.most_end_rooms();
        core::array::from_fn(|lane| {
            let Some(task) = &self.tasks[lane] else { return Grown::Rejected };
            let full = task.full() as u64;
            let end_rooms = if rooms[lane] <= full { end_rooms } else { most_end_rooms }[lane];
            // One branch: a processor guesses each of the tests wrong in many plans.
            let has_rooms = rooms[lane].min(full) >= u64::from(task.least);
            let is_enough = has_rooms & (end_rooms >= u64::from(task.least_end_rooms));
            if self.is_unfinished[lane] {
                Grown::Unfinished
            } else if is_enough {
                Grown::Cells(self.occupied[lane].on_board())
            } else {
                Grown::Rejected
            }
        })
    }

    /// F5, F21: the number of end rooms of these rooms.
    #[inline]
    fn end_rooms(&self, lane: usize, rooms: S) -> u64 {
        let (_, one) = beside_any_and_one(rooms);
        (rooms & one & !self.passing[lane] & !S::new(bit(START))).len()
    }

    /// F4, F5: the most end rooms that a full plan can have if its last generation takes more cells
    /// than rooms are missing.
    ///
    /// Each of the missing rooms is an end room. Three of them at most grew from one room, which was
    /// an end room until then, unless it is the start, or gives the start a turn.
    #[inline]
    fn most_end_rooms(&self) -> [u64; LANES] {
        let mut most = [0; LANES];
        for lane in 0..LANES {
            let before = self.occupied[lane] & !self.filling[lane];
            let missing = (self.aim[lane] + 1).wrapping_sub(before.len());
            let (around, _) = beside_any_and_one(self.filling[lane]);
            let never = around & (self.passing[lane] | S::new(bit(START)));
            // A third, rounded up, of up to 80.
            let no_more = (missing + 2).wrapping_mul(171) >> 9;
            let no_more = if never == S::default() { no_more } else { 0 };
            most[lane] = (self.end_rooms(lane, before) + missing).wrapping_sub(no_more);
        }
        most
    }
}
