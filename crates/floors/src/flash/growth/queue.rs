//! The order of the rooms of a plan that has grown as sets of cells (F4, F5).
//!
//! Every room has one occupied neighbour when it is placed, so a plan is a tree, and the neighbours
//! of a room are the room that it grew from and the rooms that grew from it. So the queue can be
//! read from the finished plan: each turn takes all neighbours that are left.
//!
//! The rooms of a generation have consecutive indices, because each was placed when it was queued. So
//! the queue is a range of indices, with a few turns of the start between them.

use core::mem;
use core::ops::Range;

use arrayvec::ArrayVec;

use super::Task;
use crate::flash::board::{List, Plan, beside, bit, count};
use crate::flash::cell::{BITS, CellNumber, MOVES, START};
use crate::flash::coins::{TossedCoins, Turn};
use crate::flash::spot::{Spot, sides};

/// F4, F5: puts the rooms of a plan into their order until it is full, and lists the end rooms.
/// `plan` has only the start.
pub(in crate::flash) fn put_in_order(
    task: &Task<'_>,
    coins: &TossedCoins,
    occupied: u128,
    plan: &mut Plan,
) {
    let mut queue = Queue::new(task, coins, occupied, plan);
    while !queue.has_done_with_start() {
        queue.next_generation();
    }
    queue.finish();
    plan.occupied = if count(occupied) as usize <= task.full() {
        occupied
    } else {
        plan.order.iter().fold(0, |cells, spot| cells | bit(spot.cell()))
    };
    plan.end_rooms = plan.all_end_rooms.clone();
}

/// F21: a turn that a room beside the start gives the start.
#[derive(Clone, Copy, Debug)]
struct GivenTurn {
    /// The cell of the room that gives the turn.
    by: CellNumber,
    /// The room that is queued next.
    before: u8,
}

/// The queue of growth at the beginning of a generation.
pub(super) struct Queue<'a> {
    task: &'a Task<'a>,
    coins: &'a TossedCoins,
    occupied: u128,
    /// F21: the cells beside the start whose rooms give the start a turn.
    passing: u128,
    plan: &'a mut Plan,
    /// The sides that the start has taken.
    sides_taken: u128,
    generation: u32,
    /// The rooms of the generation.
    rooms: Range<usize>,
    /// The turns of the start between the turns of the rooms. While the rooms take their turns,
    /// these are the turns of the next generation.
    given: ArrayVec<GivenTurn, 4>,
}

impl<'a> Queue<'a> {
    /// The queue of the first generation. `occupied` has the cells that have or will get a room;
    /// `plan` has only the start.
    pub(super) fn new(
        task: &'a Task<'a>,
        coins: &'a TossedCoins,
        occupied: u128,
        plan: &'a mut Plan,
    ) -> Self {
        let (passing, given) = (task.passing(coins), ArrayVec::new_const());
        let (sides_taken, generation, rooms) = (0, 0, 1..1);
        Self { task, coins, occupied, passing, plan, sides_taken, generation, rooms, given }
    }

    /// F4-F6, F21: calls `take` for each turn of the generation, in order. This uses up the turns
    /// that rooms gave the start.
    #[inline]
    fn each_turn(&mut self, mut take: impl FnMut(&mut Self, Turn)) {
        let (mut rooms, given) = (self.rooms.clone(), mem::take(&mut self.given));
        let has_head = self.generation == 0 || self.task.restart;
        if self.task.rules.last_added_first {
            for turn in given.iter().rev() {
                let before = usize::from(turn.before);
                (before..rooms.end).rev().for_each(|room| take(self, Turn::Room(room as u8)));
                take(self, Turn::StartAfter(turn.by));
                rooms.end = before;
            }
            rooms.rev().for_each(|room| take(self, Turn::Room(room as u8)));
            if has_head {
                take(self, Turn::Start);
            }
        } else {
            if has_head {
                take(self, Turn::Start);
            }
            for turn in &given {
                let before = usize::from(turn.before);
                (rooms.start..before).for_each(|room| take(self, Turn::Room(room as u8)));
                take(self, Turn::StartAfter(turn.by));
                rooms.start = before;
            }
            rooms.for_each(|room| take(self, Turn::Room(room as u8)));
        }
    }

    /// The turns of the generation, each with the cells that it tries.
    pub(super) fn tries(&mut self) -> ArrayVec<(Turn, u128), 84> {
        let mut tries = ArrayVec::new_const();
        self.each_turn(|queue, turn| {
            let cells = match turn {
                Turn::Room(room) => beside(queue.plan.cell(room)),
                Turn::Start => queue.coins.at(queue.generation),
                Turn::StartAfter(room) => queue.coins.after(room),
            };
            tries.push((turn, cells));
        });
        tries
    }

    /// F4-F6, F21: gives each room of the generation its turn.
    pub(super) fn next_generation(&mut self) {
        let first = self.plan.order.len;
        self.each_turn(|queue, turn| match turn {
            Turn::Room(room) => queue.take_neighbours(room),
            Turn::Start => queue.take_sides(queue.coins.at(queue.generation)),
            Turn::StartAfter(room) => queue.take_sides(queue.coins.after(room)),
        });
        self.generation += 1;
        self.rooms = first..self.plan.order.len;
    }

    /// Whether the start adds no more rooms, and is given no more turns.
    fn has_done_with_start(&self) -> bool {
        let is_passing = |room: usize| self.passing & bit(self.plan.cell(room as u8)) != 0;
        self.occupied & beside(START) == self.sides_taken
            && self.given.is_empty()
            && (self.passing == 0 || !self.rooms.clone().any(is_passing))
    }

    /// F4, F5: gives each room of this generation and of all later ones its turn, once the start has
    /// no more turns.
    ///
    /// Which generation a room belongs to is decided without a branch, which a processor would
    /// mispredict once in each generation.
    fn finish(&mut self) {
        let Range { start: mut first, mut end } = self.rooms;
        let last_first = self.task.rules.last_added_first;
        let mut place = if last_first { end } else { first };
        while first < end {
            let room = if last_first { place - 1 } else { place };
            self.take_all(room as u8);
            place = if last_first { room } else { room + 1 };
            let is_last = place == if last_first { first } else { end };
            first = if is_last { end } else { first };
            end = if is_last { self.plan.order.len } else { end };
            place = match (is_last, last_first) {
                (false, _) => place,
                (true, true) => end,
                (true, false) => first,
            };
        }
    }

    /// F4, F5, F21: a room's turn. The turn that a room beside the start can give the start is
    /// queued between the turns of the room's neighbours.
    #[inline]
    fn take_neighbours(&mut self, room: u8) {
        let spot = self.plan.spot(room);
        let by = spot.cell();
        if self.passing & bit(by) == 0 {
            self.take_all(room);
            return;
        }
        let around = spot.without_parent(sides(self.occupied, by));
        let tried_before = TRIED_BEFORE_START[usize::from(by) % BITS];
        self.place(spot, around & tried_before);
        self.given.push(GivenTurn { by, before: self.plan.order.len as u8 });
        self.place(spot, around & !tried_before);
    }

    /// F4, F5: the turn of a room that queues no turn for the start.
    #[inline]
    fn take_all(&mut self, room: u8) {
        let spot = self.plan.spot(room);
        let placed = self.place(spot, spot.without_parent(sides(self.occupied, spot.cell())));
        let List { items, len: end_rooms } = &mut self.plan.all_end_rooms;
        if let Some(end_room) = items.get_mut(*end_rooms) {
            *end_room = room;
        }
        *end_rooms += usize::from(placed == 0);
    }

    /// F6: a turn of the start, whose coins let it take these sides. If another neighbour keeps a
    /// room from one of them, that side has no room in the finished plan.
    #[inline]
    fn take_sides(&mut self, coins: u128) {
        let taken = coins & self.occupied & !self.sides_taken;
        self.sides_taken |= taken;
        self.place(Spot::new(START, 0), sides(taken, START));
    }

    /// F4: places rooms on some sides of a room while any are missing. Returns the number of rooms
    /// placed.
    ///
    /// Four rooms are always written after the last one, but at most the first `count` of them are
    /// kept. A branch for each would cost more, because a processor would mispredict half of them.
    #[inline]
    fn place(&mut self, from: Spot, beside: usize) -> usize {
        let List { items, len: rooms } = &mut self.plan.order;
        let (count, spots) = from.grown(beside);
        if let Some(free) = items.get_mut(*rooms..*rooms + spots.len()) {
            free.copy_from_slice(&spots);
        }
        let placed = count.min(self.task.full().saturating_sub(*rooms));
        *rooms += placed;
        placed
    }
}

/// F4: for each cell, the sides that are tried before the start, as [`sides`] numbers them: all of
/// them if the start is not adjacent.
static TRIED_BEFORE_START: [usize; BITS] = {
    let (mut before, mut cell) = ([0b1111; BITS], 0);
    while cell < BITS {
        let (mut number, mut set) = (0, 0_u128);
        while number < MOVES.len() {
            let next = (cell as CellNumber).wrapping_add_signed(MOVES[number]);
            if next == START {
                before[cell] = sides(set, cell as CellNumber);
            } else if (next as usize) < BITS {
                set |= bit(next);
            }
            number += 1;
        }
        cell += 1;
    }
    before
};
