//! Growth (F4-F6), a whole generation at once.
//!
//! The same floors as [`super::growth`] makes cell by cell, where nobody asks how:
//! a generation is a set of cells, and with coins tossed beforehand the next one is
//! a few operations on sets. The order in which rooms were placed is only worked
//! out when it is needed: for a plan that has its rooms, and where two cells of a
//! generation touch, so that the earlier one keeps the later one out. That takes a
//! start that was queued again: else all cells of a generation have the same
//! colour of a chessboard.

use arrayvec::ArrayVec;

use super::board::{
    CELLS, CellNumber, MOVES, Plan, START, beside, beside_any, beside_any_and_one, bit, moved,
};
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
        } else if frontier == 0 {
            // F7: the queue is empty, or nothing can come of it any more.
            break;
        }
        if restart && beside_any(taken) & taken != 0 {
            taken = queue.settle(taken, plan);
        }
        if frontier | taken != 0 {
            queue.waiting.push(taken);
        }
        let added = taken.count_ones();
        rooms += added;
        frontier = taken;
        is_start_queued = restart;
        halves += if rules.short_generations_count_half && added < 2 { 1 } else { 2 };
    }
    // The last generation may have more cells than rooms were missing.
    if rooms.min(aim + 1) < least {
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
    fn place(&mut self, taken: u128, plan: &mut Plan) {
        let end = plan.order.len();
        if taken & beside(START) != 0 {
            take_sides(START, 1, taken, plan);
        }
        for place in self.front..end {
            let before = plan.order.len();
            let depth = plan.depth[place] + 1;
            take_sides(plan.order[place], depth, taken, plan);
            let took = plan.order.len() > before && before < self.full;
            plan.found.push_if(!took, place as u8);
        }
        self.front = end;
        plan.order.truncate(self.full);
        plan.depth.truncate(self.full);
        for place in end..plan.order.len() {
            plan.occupied |= bit(plan.order[place]);
        }
    }

    /// F4: which cells of a generation are taken, where some of them touch: in the
    /// order of the queue, those beside which none is.
    fn settle(&mut self, taken: u128, plan: &mut Plan) -> u128 {
        self.place_waiting(plan);
        let queued = plan.order.get(self.front..).unwrap_or_default();
        let mut settled = 0;
        for cell in [START].iter().chain(queued) {
            for neighbour in MOVES.into_iter().filter_map(|by| moved(*cell, by)) {
                if taken & bit(neighbour) != 0 && settled & beside(neighbour) == 0 {
                    settled |= bit(neighbour);
                }
            }
        }
        settled
    }
}

/// F4: puts those sides of a cell that are taken at the end of the plan.
#[inline]
fn take_sides(cell: CellNumber, depth: u8, taken: u128, plan: &mut Plan) {
    let sides = (taken << 10 >> cell) as u32;
    for (place, by) in [(11, 1), (9, -1), (20, 10), (0, -10)] {
        let is_taken = sides >> place & 1 == 1;
        plan.order.push_if(is_taken, cell.wrapping_add_signed(by));
        plan.depth.push_if(is_taken, depth);
    }
}
