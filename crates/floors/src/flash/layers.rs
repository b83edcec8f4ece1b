//! Growth (F4-F6), a whole generation at once.
//!
//! The same floors as [`super::growth`] makes cell by cell, where nobody asks how:
//! a generation is a set of cells, and with coins tossed beforehand the next one is
//! a few operations on sets. Every room has one neighbour when it is placed, so the
//! plan is a tree, and the order in which its rooms were placed can be read from it
//! afterwards, for a plan that has its rooms.
//!
//! Only where two cells of a generation touch the earlier one keeps the later one
//! out. That takes a start that was queued again: else all cells of a generation have
//! the same colour of a chessboard.

use arrayvec::ArrayVec;

use super::board::{
    BITS, List, Plan, START, Spot, beside, beside_any, beside_any_and_one, bit, count, sides,
};
use super::coins::Tossed;
use super::growth::Task;
use crate::draws::Draws;

/// Whether growth is no more than this module knows.
pub(super) const fn suffice(task: &Task<'_>) -> bool {
    let rules = task.rules;
    Tossed::suffice(rules)
        && !rules.last_added_first
        && !rules.start_always_passes
        && !rules.short_generations_count_half
}

/// F4-F6: grows; `false` when fewer rooms stand than the task asks for, and the
/// plan is then left unfinished.
pub(super) fn grow<D: Draws>(task: &Task<'_>, plan: &mut Plan, draws: &mut D) -> bool {
    let Task { rules, aim, restart, least } = *task;
    let mut coins = Tossed::new(draws);
    let mut cells = Cells::new(task.may_fill(), coins.cells);
    let mut from_start = FromStart::new();
    let mut is_start_queued = true;
    // The rooms, and those that stood before the last generation.
    let (mut rooms, mut front) = (1, 1);
    let (mut before, mut generations) = (0, 0);
    while rooms <= aim && generations < rules.generations {
        let mut taken = cells.reach();
        if is_start_queued && cells.beside_start != 0 {
            coins.renew_start(draws);
            let beside_start = cells.beside_start & coins.sides;
            if beside_start != 0 {
                from_start.push((front, sides(beside_start, START)));
                cells.beside_start &= !beside_start;
                taken |= beside_start;
            }
        } else if cells.last == 0 {
            // F7: the queue is empty, or nothing can come of it any more.
            break;
        }
        (before, front) = (cells.occupied, rooms as usize);
        cells.take(taken);
        rooms = count(cells.occupied);
        generations += 1;
        is_start_queued = restart;
        let is_start_done = !restart || cells.beside_start == 0;
        if is_start_done && generations + BITS as u32 <= rules.generations {
            // What is left ends by itself. Rooms are counted after every other generation:
            // that costs as much as to grow one too many.
            while rooms <= aim && cells.last != 0 {
                before = cells.occupied;
                for _ in 0..2 {
                    let taken = cells.reach();
                    cells.take(taken);
                }
                rooms = count(cells.occupied);
            }
            break;
        }
    }
    if rooms.min(aim + 1) < least {
        return false;
    }
    // What was placed last stays queued when the generations are over.
    let until = if generations < rules.generations { usize::MAX } else { front };
    from_start.push((until, 0));
    place(cells.occupied, &from_start, aim as usize + 1, plan);
    plan.occupied = cells.occupied;
    if rooms > aim + 1 {
        // More cells were taken than rooms were missing.
        let stand = plan.order.get(count(before) as usize..).unwrap_or_default().iter();
        plan.occupied = stand.fold(before, |cells, spot| cells | bit(spot.cell()));
    }
    plan.end_rooms = plan.found.clone();
    true
}

/// The cells of a plan that grows.
struct Cells {
    /// F4: those that can still be taken, the start's neighbours left out. Once a cell has an
    /// occupied neighbour it is taken in that generation or never: its one coin is tossed, or
    /// a second neighbour keeps it empty.
    open: u128,
    /// The start's neighbours that can still be taken: it is queued again.
    beside_start: u128,
    occupied: u128,
    /// Those that were placed last, but for the start.
    last: u128,
}

impl Cells {
    /// The start alone, and the cells whose coins let them be taken.
    fn new(may_fill: u128, coins: u128) -> Self {
        let beside_start = may_fill & beside(START);
        let open = may_fill & coins & !beside_start & !bit(START);
        Self { open, beside_start, occupied: bit(START), last: 0 }
    }

    /// F4: the cells that those placed last take.
    #[inline]
    fn reach(&mut self) -> u128 {
        let (any, one) = beside_any_and_one(self.last);
        let taken = one & self.open;
        self.open &= !any;
        self.beside_start &= !any;
        taken
    }

    /// Puts rooms on a generation's cells, except where two of them touch.
    #[inline]
    fn take(&mut self, taken: u128) {
        let is_touched = (taken << 1 | taken << 10) & taken != 0;
        self.last = if is_touched { settle(taken, self.occupied) } else { taken };
        self.occupied |= self.last;
    }
}

/// F6: the start's sides that grew from it, each time that there were any, and the place of
/// the room that was queued behind it then; the end comes last.
type FromStart = ArrayVec<(usize, usize), 5>;

/// F4: which cells of a generation are taken, where some of them touch: in the order of the
/// queue, those beside which none is.
///
/// That order is by steps from the start, the fewest first: what grew from the start later is
/// queued before what grew from it earlier. Cells of as many steps have one colour.
#[cold]
fn settle(taken: u128, occupied: u128) -> u128 {
    let (mut settled, mut seen, mut layer) = (0, 0, bit(START));
    while layer != 0 {
        seen |= layer;
        let next = beside_any(layer) & !seen;
        settled |= next & taken & !beside_any(settled);
        layer = next & occupied;
    }
    settled
}

/// F4, F5: goes through the queue, and puts the rooms into the plan in their order as long as
/// it is not full.
///
/// Every side of a cell is written down behind the rooms, and counted only if a room is
/// there: guessing which there are would cost more.
fn place(occupied: u128, from_start: &FromStart, full: usize, plan: &mut Plan) {
    let (order, found) = (&mut plan.order, &mut plan.found);
    let (mut rooms, mut end_rooms, mut place) = (1, 0, 1);
    let place_grown = |order: &mut List<Spot>, rooms: usize, spot: Spot, beside: usize| {
        let (count, spots) = spot.grown(beside);
        if let Some(free) = order.items.get_mut(rooms..rooms + spots.len()) {
            free.copy_from_slice(&spots);
        }
        (rooms + count).min(full)
    };
    for (next, beside_start) in from_start {
        while place < rooms.min(*next)
            && let Some(spot) = order.items.get(place).copied()
        {
            let before = rooms;
            let beside = spot.without_parent(sides(occupied, spot.cell()));
            rooms = place_grown(order, rooms, spot, beside);
            if let Some(end_room) = found.items.get_mut(end_rooms) {
                *end_room = place as u8;
            }
            end_rooms += usize::from(rooms == before);
            place += 1;
        }
        rooms = place_grown(order, rooms, Spot::new(START, 0), *beside_start);
    }
    (found.len, order.len) = (end_rooms, rooms);
}
