//! Growth (F4-F6), a whole generation at once.
//!
//! The same floors as [`super::growth`] makes cell by cell, where nobody asks how:
//! a generation is a set of cells, and with coins tossed beforehand the next one is
//! a few operations on sets. The order in which rooms were placed is only worked
//! out when it is needed: for a plan that has its rooms, and where two cells of a
//! generation touch, so that the earlier one keeps the later one out. That takes a
//! start that was queued again: else all cells of a generation have the same
//! colour of a chessboard.

use std::iter::once;

use arrayvec::ArrayVec;

use super::board::{CELLS, Plan, START, Spot, beside, beside_any, beside_any_and_one, bit, count};
use super::coins::Tossed;
use super::growth::Task;
use crate::draws::Draws;

/// Whether growth is no more than this module knows.
pub(super) const fn suffice(task: &Task<'_>) -> bool {
    let rules = task.rules;
    Tossed::suffice(rules) && !rules.last_added_first && !rules.start_always_passes
}

/// F4-F6: grows; `false` when fewer rooms stand than the task asks for, and the
/// plan is then left unfinished.
pub(super) fn grow<D: Draws>(task: &Task<'_>, plan: &mut Plan, draws: &mut D) -> bool {
    let Task { rules, aim, restart, least } = *task;
    let mut coins = Tossed::new(draws);
    let mut queue = Queue::new(aim);
    // F4: the cells that can still be taken. Once a cell has an occupied neighbour
    // it is taken in that generation or never: its one coin is tossed, or a second
    // neighbour keeps it empty.
    let sides = beside(START);
    let mut open = task.may_fill() & (coins.cells | sides) & !bit(START);
    let mut rooms = 1;
    // The cells that were placed last; the start is queued beside them.
    let mut frontier = 0;
    let mut is_start_queued = true;
    // Whether the cells of a generation may have both colours.
    let mut is_mixed = false;
    let mut halves = 0;
    while rooms <= aim && halves < 2 * rules.generations {
        let (any, one) = beside_any_and_one(frontier);
        let mut taken = one & open & !sides;
        open &= !any;
        if is_start_queued && open & sides != 0 {
            coins.renew_start(draws);
            let beside_start = open & coins.sides;
            open &= !beside_start;
            taken |= beside_start;
            is_mixed |= frontier != 0 && beside_start != 0;
        } else if frontier == 0 {
            // F7: the queue is empty, or nothing can come of it any more.
            break;
        }
        if is_mixed && beside_any(taken) & taken != 0 {
            taken = queue.settle(taken, plan);
        }
        if frontier | taken != 0 {
            queue.waiting.push(taken);
        }
        // The last generation may have more cells than rooms are missing.
        let added = count(taken).min(aim + 1 - rooms);
        rooms += added;
        frontier = taken;
        is_start_queued = restart;
        halves += if rules.short_generations_count_half && added < 2 { 1 } else { 2 };
    }
    if rooms < least {
        return false;
    }
    queue.place_waiting(plan);
    if halves < 2 * rules.generations {
        queue.place(0, plan);
    }
    plan.end_rooms = plan.found.clone();
    true
}

/// F4: the queue, as far as it has been looked at in order.
struct Queue {
    /// Rooms at which the plan is full.
    full: usize,
    /// Generations that are known as sets only; one that takes nothing is there
    /// to empty the queue, after one that took something.
    waiting: ArrayVec<u128, { 2 * CELLS }>,
    /// The place of the first room that is still queued.
    front: usize,
}

impl Queue {
    const fn new(aim: u32) -> Self {
        Self { full: aim as usize + 1, waiting: ArrayVec::new_const(), front: 1 }
    }

    fn place_waiting(&mut self, plan: &mut Plan) {
        for place in 0..self.waiting.len() {
            self.place(self.waiting[place], plan);
        }
        self.waiting.clear();
    }

    /// F4, F5: places a generation's cells in the order of the queue, the start's
    /// first, as long as rooms are missing, and empties the queue of those that
    /// stood in it.
    ///
    /// Every side of a cell is written down behind the rooms, and counted only if
    /// it is taken: guessing which it is would cost more.
    fn place(&mut self, taken: u128, plan: &mut Plan) {
        let end = plan.order.len;
        let (order, found) = (&mut plan.order, &mut plan.found);
        let (mut rooms, mut end_rooms) = (end, found.len);
        let is_beside_start = taken & beside(START) != 0;
        let queued = (is_beside_start.then_some(0)).into_iter().chain(self.front..end);
        for place in queued {
            let Some(Spot { cell, depth }) = order.items.get(place).copied() else {
                break;
            };
            let before = rooms;
            let sides = (taken << 10 >> cell) as u32;
            for (side, by) in SIDES {
                if let Some(spot) = order.items.get_mut(rooms) {
                    *spot = Spot { cell: cell.wrapping_add_signed(by), depth: depth + 1 };
                }
                rooms += (sides >> side & 1) as usize;
            }
            if let Some(end_room) = found.items.get_mut(end_rooms) {
                *end_room = place as u8;
            }
            let took = rooms > before && before < self.full;
            end_rooms += usize::from(!took);
        }
        self.front = end;
        found.len = end_rooms;
        order.len = rooms.min(self.full);
        plan.occupied |= taken;
        if rooms > self.full {
            let cells = plan.order.iter().map(|spot| bit(spot.cell));
            plan.occupied = cells.fold(0, |cells, cell| cells | cell);
        }
    }

    /// F4: which cells of a generation are taken, where some of them touch: in the
    /// order of the queue, those beside which none is.
    #[cold]
    fn settle(&mut self, taken: u128, plan: &mut Plan) -> u128 {
        self.place_waiting(plan);
        let queued = plan.order.get(self.front..).unwrap_or_default();
        let mut settled = 0;
        for cell in once(START).chain(queued.iter().map(|spot| spot.cell)) {
            let sides = (taken << 10 >> cell) as u32;
            for (side, by) in SIDES {
                let neighbour = cell.wrapping_add_signed(by);
                if sides >> side & 1 == 1 && settled & beside(neighbour) == 0 {
                    settled |= bit(neighbour);
                }
            }
        }
        settled
    }
}

/// F4: the sides of a cell in the order in which they are tried: their bits in
/// `set << 10 >> cell`, and the moves to them.
const SIDES: [(u32, i8); 4] = [(11, 1), (9, -1), (20, 10), (0, -10)];
