//! How the plan grows from the start room (F4-F7, F21).
//!
//! This module grows a plan cell by cell, as the rules say, and reports every decision. Two steps
//! make the same plans from the same coins much faster, because they leave out what a rejected plan
//! does not need:
//!
//! 1. [`sets`] finds out which cells get a room, for many plans side by side, and whether there are
//!    enough.
//! 2. [`queue`] works out the order of the rooms, and the end rooms, from the cells of a plan with
//!    enough rooms.
//!
//! Tests compare both methods, using random coins.

pub(super) mod cell_set;
pub(super) mod queue;
pub(super) mod sets;

use arrayvec::ArrayVec;
use basement_model::{RoomKind, Shape};

use super::board::{GRID, INNER_ROWS, Plan, beside, bit, moved, to_cell};
use super::cell::{CellNumber, MOVES, START};
use super::coins::{Coins, TossedCoins, Turn};
use super::rules::Growth;
use crate::draws::Draws;
use crate::trace::{Decision, Trace};

/// The turns of one generation. Each room has one; the start can have one at the head (F6) and one
/// for each of its neighbours (F21).
type Generation = ArrayVec<Turn, 84>;

/// What one attempt is to grow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    pub(super) rules: &'a Growth,
    /// The plan is full when it has this many rooms besides the start.
    pub(super) aim: u32,
    /// F6: whether the start is queued again.
    pub(super) restart: bool,
    /// F7: a plan with fewer rooms, including the start, is rejected.
    pub(super) least: u32,
    /// F10, F22: a plan with fewer end rooms is rejected.
    pub(super) least_end_rooms: u32,
}

impl Task<'_> {
    /// Whether plans can grow as sets of cells. This needs coins tossed beforehand, enough rooms for
    /// every side of the start, and enough generations. A plan uses fewer than 100: as many as the
    /// start has coins for, one for each room, and one for each turn that a room gives the start.
    pub(super) const fn can_grow_as_sets(&self) -> bool {
        TossedCoins::is_enough(self.rules) && self.aim >= 4 && self.rules.generations >= 100
    }

    /// The number of rooms of a full plan, including the start.
    const fn full(&self) -> usize {
        self.aim as usize + 1
    }

    /// F21: the cells beside the start whose rooms give the start a turn.
    fn passing(&self, coins: &TossedCoins) -> u128 {
        if self.rules.start_always_passes { coins.cells & beside(START) } else { 0 }
    }

    /// F21: the cells that can have a room.
    const fn may_fill(&self) -> u128 {
        if self.rules.outer_rows_fill { GRID } else { INNER_ROWS }
    }
}

/// F4-F6, F21: grows a plan, cell by cell, from the start alone until the queue is empty.
pub(super) fn grow<D: Draws, T: Trace>(
    task: &Task<'_>,
    coins: &mut Coins,
    plan: &mut Plan,
    draws: &mut D,
    trace: &mut T,
) {
    let Task { rules, aim, restart, .. } = *task;
    let mut turns = Generation::from_iter([Turn::Start]);
    let mut halves = 0;
    for generation in 0.. {
        if turns.is_empty() || halves >= 2 * rules.generations {
            break;
        }
        let could_take_a_side =
            MOVES.iter().any(|by| fits(task, plan, START.wrapping_add_signed(*by)));
        if turns.first() == Some(&Turn::Start) && could_take_a_side {
            coins.prepare(generation, draws);
        }
        let mut growing = Growing { task, coins, plan, generation, next: Generation::new() };
        let mut tried = false;
        for number in 0..turns.len() {
            let last = turns.len() - 1;
            let turn = turns[if rules.last_added_first { last - number } else { number }];
            let queued = growing.next.len();
            tried |= growing.take_turn(turn, draws, trace);
            if let Turn::Room(room) = turn
                && growing.next.len() == queued
            {
                growing.plan.all_end_rooms.push(room);
            }
        }
        let mut next = growing.next;
        halves += if rules.short_generations_count_half && next.len() < 2 { 1 } else { 2 };

        let is_full = plan.rooms() > aim;
        let nothing_can_change =
            is_full || (!tried && turns.iter().all(|turn| !matches!(turn, Turn::Room(_))));
        if nothing_can_change && next.iter().all(|turn| !matches!(turn, Turn::Room(_))) {
            break;
        }
        if restart && (rules.restart_always || !is_full) {
            next.insert(0, Turn::Start);
        }
        turns = next;
    }
    plan.end_rooms = plan.all_end_rooms.clone();
}

/// A plan in one generation.
struct Growing<'a> {
    task: &'a Task<'a>,
    coins: &'a Coins,
    plan: &'a mut Plan,
    generation: u32,
    /// The turns of the next generation.
    next: Generation,
}

impl Growing<'_> {
    /// F4, F21: places rooms on the neighbours that a room takes in its turn, and queues them.
    /// Returns whether any neighbour could be taken, whatever its coin said.
    fn take_turn<D: Draws, T: Trace>(&mut self, turn: Turn, draws: &mut D, trace: &mut T) -> bool {
        let Self { task, coins, generation, .. } = *self;
        let room = if let Turn::Room(room) = turn { room } else { START_ROOM };
        let spot = self.plan.spot(room);
        let (cell, depth) = (spot.cell(), spot.depth());
        let mut tried = false;
        for by in MOVES {
            let Some(neighbour) = moved(cell, by) else {
                continue;
            };
            let is_start = task.rules.start_always_passes && neighbour == START;
            if !is_start && !fits(task, self.plan, neighbour) {
                continue;
            }
            tried = true;
            if !coins.takes(turn, generation, (cell, neighbour), draws) {
                trace.note("F4", || Decision::Skipped {
                    cell: to_cell(neighbour),
                    shape: Shape::Single,
                    reason: "the coin says so",
                });
                continue;
            }
            if is_start {
                self.next.push(Turn::StartAfter(cell));
                continue;
            }
            let room = self.plan.add(neighbour, RoomKind::Normal, depth + 1);
            self.next.push(Turn::Room(room));
            trace.note("F4", || Decision::Placed {
                room,
                anchor: to_cell(neighbour),
                shape: Shape::Single,
                depth: depth + 1,
                next: "it is queued",
            });
        }
        tried
    }
}

/// The index of the start room.
const START_ROOM: u8 = 0;

/// F4: whether a cell could get a room now.
fn fits(task: &Task<'_>, plan: &Plan, cell: CellNumber) -> bool {
    plan.rooms() <= task.aim
        && bit(cell) & task.may_fill() & !plan.occupied != 0
        && plan.neighbours(cell) <= task.rules.neighbour_limit
}

/// F7, F22: whether a cell is beside the start.
pub(super) fn touches_start(cell: CellNumber) -> bool {
    beside(START) & bit(cell) != 0
}

#[cfg(test)]
mod tests {
    use super::cell_set::{CellSet, Halves};
    use super::queue::put_in_order;
    use super::sets::{Grown, Plans};
    use super::*;
    use crate::draws::{Listed, PcgStream, Stream};
    use crate::flash::coins::tests::tossing;
    use crate::flash::rules::{ARTICLE, WRATH_OF_THE_LAMB};

    /// The plan that grows when the coins let `cells` be taken, and let the start take `sides`, one
    /// entry for each generation: right 1, left 2, down 4, up 8. If growth by sets is possible, it
    /// must make the same plan.
    fn grown(
        rules: &Growth,
        aim: u32,
        restart: bool,
        cells: &[CellNumber],
        sides: &[u32],
    ) -> (Plan, u64) {
        let task = Task { rules, aim, restart, least: 0, least_end_rooms: 0 };
        let draws = tossing(cells, sides, [0; 4]);
        let (plan, drawn) = by_cells(&task, draws.clone());
        if task.can_grow_as_sets() {
            check_sets(&task, draws);
        }
        (plan, drawn)
    }

    fn by_cells<D: Draws>(task: &Task<'_>, mut draws: D) -> (Plan, u64) {
        let (mut plan, mut coins) = (Plan::new(), Coins::new(task.rules, &mut draws));
        grow(task, &mut coins, &mut plan, &mut draws, &mut ());
        (plan, draws.drawn())
    }

    /// Growth by sets, in one lane among others, must do what growth by cells does.
    fn check_sets<D: Draws>(task: &Task<'_>, draws: D) {
        match task.rules.outer_rows_fill {
            true => {
                check_lanes::<Halves, 1, D>(task, draws.clone());
                check_lanes::<Halves, 3, D>(task, draws);
            }
            false => {
                check_lanes::<u64, 1, D>(task, draws.clone());
                check_lanes::<u64, 3, D>(task, draws);
            }
        }
    }

    fn check_lanes<S: CellSet, const LANES: usize, D: Draws>(task: &Task<'_>, draws: D) {
        let (expected, drawn) = by_cells(task, draws.clone());
        let mut streams = [(); LANES].map(|()| draws.clone());
        // The other lanes have their own coins.
        streams[1..].iter_mut().for_each(|stream| (0..3).for_each(|_| _ = stream.draw()));
        let mut plans = Plans::<S, LANES>::new(*task);
        // The lanes have been used before.
        for _ in 0..2 {
            let mut streams = [(); LANES].map(|()| PcgStream::new(task.aim.into()));
            for (lane, stream) in streams.iter_mut().enumerate() {
                plans.give(lane, *task, TossedCoins::new(stream));
            }
            plans.grow(|lane, generation, coins| coins.prepare(generation, &mut streams[lane]));
        }
        for (lane, stream) in streams.iter_mut().enumerate() {
            plans.give(lane, *task, TossedCoins::new(stream));
        }
        plans.grow(|lane, generation, coins| coins.prepare(generation, &mut streams[lane]));
        let end_rooms = expected.all_end_rooms.len() as u32;
        match plans.grown().next() {
            Some((0, Grown::Unfinished)) => assert!(drawn > 7),
            Some((0, Grown::Cells(occupied))) => {
                let mut plan = Plan::new();
                put_in_order(task, &plans.coins[0], occupied, &mut plan);
                assert_eq!(cells_of(&plan), cells_of(&expected));
                assert_eq!(depths(&plan), depths(&expected));
                assert_eq!(plan.occupied, expected.occupied);
                assert_eq!(plan.all_end_rooms.to_vec(), expected.all_end_rooms.to_vec());
                assert_eq!(streams[0].drawn(), drawn);
                assert!(plan.rooms() >= task.least);
            }
            _ => assert!(expected.rooms() < task.least || end_rooms < task.least_end_rooms),
        }
    }

    fn cells_of(plan: &Plan) -> Vec<CellNumber> {
        plan.order.iter().map(|spot| spot.cell()).collect()
    }

    fn end_rooms(plan: &Plan) -> Vec<CellNumber> {
        plan.end_rooms.iter().map(|room| plan.cell(*room)).collect()
    }

    fn depths(plan: &Plan) -> Vec<u8> {
        plan.order.iter().map(|spot| spot.depth()).collect()
    }

    #[test]
    fn f4_neighbours_are_tried_right_left_down_up() {
        let (plan, _) = grown(&ARTICLE.growth, 4, false, &[], &[15]);
        assert_eq!(cells_of(&plan), [35, 36, 34, 45, 25]);
        assert_eq!(depths(&plan), [0, 1, 1, 1, 1]);
        let (plan, _) = grown(&ARTICLE.growth, 9, false, &[37, 26, 46], &[1]);
        assert_eq!(cells_of(&plan), [35, 36, 37, 46, 26]);
        assert_eq!(depths(&plan), [0, 1, 2, 2, 2]);
    }

    #[test]
    fn f4_a_full_floor_takes_no_room() {
        let (plan, drawn) = grown(&ARTICLE.growth, 2, false, &[37], &[15]);
        assert_eq!(cells_of(&plan), [35, 36, 34]);
        // Then every placed room is an end room, and so is a room whose only neighbour came too
        // late.
        assert_eq!(end_rooms(&plan), [36, 34]);
        assert_eq!(drawn, 5);
        let (plan, _) = grown(&ARTICLE.growth, 3, false, &[37, 33], &[3]);
        assert_eq!(cells_of(&plan), [35, 36, 34, 37]);
        assert_eq!(end_rooms(&plan), [34, 37]);
    }

    #[test]
    fn f4_a_cell_with_more_than_one_neighbour_is_skipped() {
        // 36 and 45 have rooms; 46 touches both. From 36: 37 and 26, but not 46.
        let (plan, _) = grown(&ARTICLE.growth, 9, false, &[46, 26, 37], &[5]);
        assert_eq!(cells_of(&plan), [35, 36, 45, 37, 26]);
        assert_eq!(plan.occupied & bit(46), 0);
    }

    #[test]
    fn f4_other_chances_and_more_neighbours_cost_a_draw_for_each_try() {
        let thirds = Growth { skip_one_in: 3, ..ARTICLE.growth };
        let grown = |rules: &Growth, aim, draws: &[u32]| {
            let task = Task { rules, aim, restart: false, least: 0, least_end_rooms: 0 };
            assert!(!task.can_grow_as_sets());
            let (plan, drawn) = by_cells(&task, Listed::new(draws));
            (cells_of(&plan), drawn)
        };
        // 3 skips, 1 and 2 take.
        assert_eq!(grown(&thirds, 9, &[1, 3]), (vec![35, 36], 7));
        assert_eq!(grown(&thirds, 2, &[1, 3, 2]), (vec![35, 36, 45], 3));
        // With two neighbours allowed, 46 is tried from 36 and again from 45.
        let loops = Growth { neighbour_limit: 2, ..ARTICLE.growth };
        let draws = [1, 2, 1, 2, 2, 2, 2, 1, 2];
        assert_eq!(grown(&loops, 9, &draws).0, [35, 36, 45, 46]);
    }

    #[test]
    fn f5_a_cell_that_added_no_room_is_an_end_room_in_the_order_of_the_queue() {
        let (plan, _) = grown(&ARTICLE.growth, 9, false, &[37], &[7]);
        // 36 adds 37; 34 and 45 add nothing, and neither does 37.
        assert_eq!(cells_of(&plan), [35, 36, 34, 45, 37]);
        assert_eq!(end_rooms(&plan), [34, 45, 37]);
        assert_eq!(plan.all_end_rooms.to_vec(), [2, 3, 4]);
    }

    #[test]
    fn f5_the_start_is_never_an_end_room() {
        let (plan, drawn) = grown(&ARTICLE.growth, 9, false, &[], &[0]);
        assert!(plan.end_rooms.is_empty());
        assert_eq!(drawn, 5);
    }

    #[test]
    fn f5_a_cell_that_is_still_queued_when_growth_ends_is_no_end_room() {
        let rules = Growth { generations: 2, ..ARTICLE.growth };
        let (plan, _) = grown(&rules, 9, false, &[37], &[3]);
        assert_eq!(cells_of(&plan), [35, 36, 34, 37]);
        assert_eq!(end_rooms(&plan), [34]);
    }

    #[test]
    fn f6_the_start_is_queued_again_in_every_generation_while_rooms_are_missing() {
        // Nothing grows at first; the second generation is the start alone.
        let (plan, _) = grown(&ARTICLE.growth, 1, true, &[], &[0, 1]);
        assert_eq!(cells_of(&plan), [35, 36]);
        let (plan, _) = grown(&ARTICLE.growth, 1, false, &[], &[0, 1]);
        assert_eq!(cells_of(&plan), [35]);
        // A room beside the start is one step deep, whenever it was added.
        let (plan, _) = grown(&ARTICLE.growth, 2, true, &[], &[1, 0, 4]);
        assert_eq!(cells_of(&plan), [35, 36, 45]);
        assert_eq!(depths(&plan), [0, 1, 1]);
        // The start comes first in its generation.
        let (plan, _) = grown(&ARTICLE.growth, 3, true, &[37], &[1, 2]);
        assert_eq!(cells_of(&plan), [35, 36, 34, 37]);
    }

    #[test]
    fn f7_a_full_plan_takes_no_further_cells() {
        // Every cell could be taken, but only five rooms are placed.
        let all: Vec<CellNumber> = (1..80).collect();
        for (least, are_enough) in [(5, true), (6, false)] {
            let rules = &ARTICLE.growth;
            let task = Task { rules, aim: 4, restart: false, least, least_end_rooms: 0 };
            check_sets(&task, tossing(&all, &[3], [0; 4]));
            let (plan, _) = by_cells(&task, tossing(&all, &[3], [0; 4]));
            assert_eq!(plan.rooms() >= task.least, are_enough);
        }
    }

    #[test]
    fn f6_of_two_touching_cells_of_a_generation_the_earlier_one_becomes_a_room() {
        // 25 could grow 24 and 26. In the same generation the start takes 36.
        let (plan, _) = grown(&ARTICLE.growth, 9, true, &[26, 24, 16, 15], &[8, 1]);
        // 36 comes first, so 26, which touches it, gets no room.
        assert_eq!(cells_of(&plan)[..3], [35, 25, 36]);
        assert_eq!(plan.occupied & bit(26), 0);
        assert_ne!(plan.occupied & bit(24), 0);
    }

    #[test]
    fn f6_growth_ends_after_300_generations() {
        let (plan, drawn) = grown(&ARTICLE.growth, 20, true, &[], &[0]);
        assert_eq!(plan.rooms(), 1);
        // The start's coins: two of the first five draws are for five generations, then two draws
        // for every nine.
        assert_eq!(drawn, 5 + 2 * (300_u64 - 5).div_ceil(9));
    }

    #[test]
    fn f21_a_generation_that_queued_fewer_than_two_cells_counts_half() {
        let (_, drawn) = grown(&WRATH_OF_THE_LAMB.growth, 20, true, &[], &[0]);
        assert_eq!(drawn, 5 + 2 * (600_u64 - 5).div_ceil(9));
    }

    #[test]
    fn f21_a_generation_is_processed_last_added_first() {
        let (plan, _) = grown(&WRATH_OF_THE_LAMB.growth, 3, false, &[33, 37], &[3]);
        assert_eq!(cells_of(&plan), [35, 36, 34, 33]);
        let (plan, _) = grown(&ARTICLE.growth, 3, false, &[33, 37], &[3]);
        assert_eq!(cells_of(&plan), [35, 36, 34, 37]);
    }

    #[test]
    fn f21_a_room_beside_the_start_whose_coin_towards_it_succeeds_is_no_end_room() {
        let rules = &WRATH_OF_THE_LAMB.growth;
        let (plan, _) = grown(rules, 9, false, &[36], &[1]);
        assert_eq!(cells_of(&plan), [35, 36]);
        assert!(plan.end_rooms.is_empty());
        let (plan, _) = grown(rules, 9, false, &[], &[1]);
        assert_eq!(end_rooms(&plan), [36]);
        // Even on a full floor.
        let (plan, _) = grown(rules, 1, false, &[36], &[1]);
        assert_eq!(cells_of(&plan), [35, 36]);
        assert!(plan.end_rooms.is_empty());
    }

    #[test]
    fn f21_rows_0_and_7_never_fill() {
        let all: Vec<CellNumber> = (1..80).collect();
        for (rules, fills) in [(&WRATH_OF_THE_LAMB.growth, false), (&ARTICLE.growth, true)] {
            let (plan, _) = grown(rules, 60, true, &all, &[15]);
            let outer = cells_of(&plan).iter().any(|cell| *cell < 10 || *cell >= 70);
            assert_eq!(outer, fills);
        }
    }

    #[test]
    fn f21_a_room_queues_the_start_between_its_neighbours() {
        // 36 adds 37, gives the start a turn, and adds 46. The turn added last comes first: 46 adds
        // 56, then the start takes 34, then 37 adds 38.
        let task = Task {
            rules: &WRATH_OF_THE_LAMB.growth,
            aim: 9,
            restart: false,
            least: 0,
            least_end_rooms: 0,
        };
        let draws = tossing(&[36, 37, 46, 56, 38], &[1], [2, 0, 0, 0]);
        let (plan, _) = by_cells(&task, draws.clone());
        assert_eq!(cells_of(&plan), [35, 36, 37, 46, 56, 34, 38]);
        check_sets(&task, draws);
    }

    #[test]
    fn f4_growth_by_sets_makes_the_plans_of_growth_by_cells() {
        let mut random = PcgStream::new(1);
        for seed in 0..60_000 {
            let rules = Growth {
                outer_rows_fill: random.below(2) == 0,
                restart_always: random.below(2) == 0,
                last_added_first: random.below(3) != 0,
                start_always_passes: random.below(3) != 0,
                short_generations_count_half: random.below(2) == 0,
                ..ARTICLE.growth
            };
            let aim = 4 + random.below(42);
            let task = Task {
                rules: &rules,
                aim,
                restart: random.below(2) == 0,
                least: random.below(aim + 2),
                least_end_rooms: random.below(8),
            };
            assert!(task.can_grow_as_sets());
            check_sets(&task, PcgStream::new(seed));
        }
    }
}
