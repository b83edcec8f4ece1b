//! Growth a generation at a time (F4-F6).
//!
//! [`super::growth`] grows a plan cell by cell, as the rule says. This module makes the same
//! plans from the same draws, faster, when the trace is off and [`can_grow`] holds.
//!
//! - A generation is a set of cells. Every coin is tossed beforehand, so the next
//!   generation is a few operations on sets of bits.
//! - Two cells of a generation can touch, and then the earlier one keeps the later one out.
//!   This is rare. Colour the cells as on a chessboard: the neighbours of cells of one
//!   colour have the other. So all cells of a generation have one colour, and do not touch,
//!   unless the start was queued again.
//! - The order of the rooms is not needed while the plan grows. Every room has one
//!   neighbour when it is placed, so the plan is a tree. Once the plan has its rooms, a walk
//!   through the tree gives them in the order of the queue.
//!
//! A rejected attempt ends before the walk. A whole floor takes at most a seventeenth of the time
//! of the plain reading, which grows cell by cell from the same draws (`benches/README.md`). A test
//! of [`super::growth`] compares the two on random coins.

use arrayvec::ArrayVec;

use super::board::{BITS, List, Plan, START, beside, beside_any, beside_any_and_one, bit, count};
use super::coins::Tossed;
use super::growth::Task;
use super::spot::{Spot, sides};
use crate::draws::Draws;

/// Whether this module can grow a plan under these rules.
pub(super) const fn can_grow(task: &Task<'_>) -> bool {
    let rules = task.rules;
    Tossed::is_enough(rules)
        && !rules.last_added_first
        && !rules.start_always_passes
        && !rules.short_generations_count_half
}

/// F4-F6: grows a plan. Returns whether it has the rooms that the task needs; if not, the
/// plan is left unfinished.
pub(super) fn grow<D: Draws>(task: &Task<'_>, plan: &mut Plan, draws: &mut D) -> bool {
    let Task { rules, aim, restart, least } = *task;
    let mut coins = Tossed::new(draws);
    let mut cells = Cells::new(task.may_fill(), coins.cells);
    let mut from_start = FromStart::new();
    let mut is_start_queued = true;
    // The number of rooms now, and before the last generation.
    let (mut rooms, mut rooms_before) = (1, 1);
    let (mut before, mut generations) = (0, 0);
    while rooms <= aim && generations < rules.generations {
        let mut taken = cells.take_neighbours();
        if is_start_queued && cells.beside_start != 0 {
            coins.renew_start(draws);
            let beside_start = cells.beside_start & coins.sides;
            if beside_start != 0 {
                from_start.push((rooms_before, sides(beside_start, START)));
                cells.beside_start &= !beside_start;
                taken |= beside_start;
            }
        } else if cells.last == 0 {
            // The queue is empty, or no cell in it can add a room.
            break;
        }
        (before, rooms_before) = (cells.occupied, rooms as usize);
        cells.place(taken);
        rooms = count(cells.occupied);
        generations += 1;
        is_start_queued = restart;
        let is_start_done = !restart || cells.beside_start == 0;
        if is_start_done && generations + BITS as u32 <= rules.generations {
            // The start adds nothing more, and the generations suffice. Rooms are counted
            // after every second generation: a count costs as much as a generation.
            while rooms <= aim && cells.last != 0 {
                before = cells.occupied;
                for _ in 0..2 {
                    let taken = cells.take_neighbours();
                    cells.place(taken);
                }
                rooms = count(cells.occupied);
            }
            break;
        }
    }
    if rooms.min(aim + 1) < least {
        return false;
    }
    // When the generations are over, the rooms that were placed last stay in the queue.
    let until = if generations < rules.generations { usize::MAX } else { rooms_before };
    from_start.push((until, 0));
    put_in_order(cells.occupied, &from_start, aim as usize + 1, plan);
    plan.occupied = cells.occupied;
    if rooms > aim + 1 {
        // The last generations took more cells than rooms were missing.
        let standing = plan.order.get(count(before) as usize..).unwrap_or_default().iter();
        plan.occupied = standing.fold(before, |cells, spot| cells | bit(spot.cell()));
    }
    plan.end_rooms = plan.all_end_rooms.clone();
    true
}

/// The cells of a growing plan.
struct Cells {
    /// F4: the cells that can still be taken, except the start's neighbours. A cell is taken
    /// in the generation in which it first has an occupied neighbour, or never: after that
    /// its coin is spent, or it has a second neighbour.
    open: u128,
    /// The start's neighbours that can still be taken. The start can try them again.
    beside_start: u128,
    /// The cells with a room.
    occupied: u128,
    /// The cells of the last generation, except the start.
    last: u128,
}

impl Cells {
    /// A plan with the start room alone. `coins` are the cells that can be taken.
    fn new(may_fill: u128, coins: u128) -> Self {
        let beside_start = may_fill & beside(START);
        let open = may_fill & coins & !beside_start & !bit(START);
        Self { open, beside_start, occupied: bit(START), last: 0 }
    }

    /// F4: the cells that the last generation takes.
    #[inline]
    fn take_neighbours(&mut self) -> u128 {
        let (any, one) = beside_any_and_one(self.last);
        let taken = one & self.open;
        self.open &= !any;
        self.beside_start &= !any;
        taken
    }

    /// Puts rooms on the cells of a generation. Of two that touch, one gets none.
    #[inline]
    fn place(&mut self, taken: u128) {
        let some_touch = (taken << 1 | taken << 10) & taken != 0;
        self.last = if some_touch { without_touching(taken, self.occupied) } else { taken };
        self.occupied |= self.last;
    }
}

/// F6: the rooms that the start added, each time that it added any: the index of the room
/// that follows the start in the queue, and the sides of the start. The last entry has no
/// sides; its index is the end of the queue.
type FromStart = ArrayVec<(usize, usize), 5>;

/// F4: the cells of a generation that get a room, where some of them touch. In the order of
/// the queue, a cell gets one unless a cell before it touches it.
///
/// The queue of a generation is ordered by the number of steps from the start: rooms that
/// grew from the start later are fewer steps away, and the start comes first in its
/// generation. Cells with the same number of steps have one colour, and do not touch.
#[cold]
fn without_touching(taken: u128, occupied: u128) -> u128 {
    let (mut placed, mut seen, mut layer) = (0, 0, bit(START));
    while layer != 0 {
        seen |= layer;
        let next = beside_any(layer) & !seen;
        placed |= next & taken & !beside_any(placed);
        layer = next & occupied;
    }
    placed
}

/// F4, F5: walks through the tree of rooms in the order of the queue, and puts them into the
/// plan in this order until it is full.
///
/// All four neighbours of a cell are written behind the last room, and only those that have a
/// room are counted. To branch on each would cost more, because a processor guesses wrong
/// half of the time.
fn put_in_order(occupied: u128, from_start: &FromStart, full: usize, plan: &mut Plan) {
    let (order, all_end_rooms) = (&mut plan.order, &mut plan.all_end_rooms);
    let (mut rooms, mut end_rooms, mut index) = (1, 0, 1);
    let place_grown = |order: &mut List<Spot>, rooms: usize, spot: Spot, beside: usize| {
        let (count, spots) = spot.grown(beside);
        if let Some(free) = order.items.get_mut(rooms..rooms + spots.len()) {
            free.copy_from_slice(&spots);
        }
        (rooms + count).min(full)
    };
    for (next, beside_start) in from_start {
        while index < rooms.min(*next)
            && let Some(spot) = order.items.get(index).copied()
        {
            let before = rooms;
            let beside = spot.without_parent(sides(occupied, spot.cell()));
            rooms = place_grown(order, rooms, spot, beside);
            if let Some(end_room) = all_end_rooms.items.get_mut(end_rooms) {
                *end_room = index as u8;
            }
            end_rooms += usize::from(rooms == before);
            index += 1;
        }
        rooms = place_grown(order, rooms, Spot::new(START, 0), *beside_start);
    }
    (all_end_rooms.len, order.len) = (end_rooms, rooms);
}
