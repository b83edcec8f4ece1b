//! How the plan grows from the start room (F4-F6, F21): cell by cell, as the rules say.
//! [`layers`] makes the same plans faster where it can.

use arrayvec::ArrayVec;
use basement_model::{RoomKind, Shape};

use super::board::{CellNumber, GRID, INNER_ROWS, MOVES, Plan, START, beside, bit, moved, to_cell};
use super::coins::Coins;
use super::layers;
use super::rules::Growth;
use crate::draws::Draws;
use crate::trace::{Decision, Trace};

/// The rooms of one generation by their indices. Each room is in it once; the start can be
/// in it once for the restart (F6) and once for each of its neighbours (F21).
type Generation = ArrayVec<u8, 80>;

/// The index of the start room.
const START_ROOM: u8 = 0;

/// What one attempt is to grow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    pub(super) rules: &'a Growth,
    /// The plan is full when it has this many rooms, the start not counted.
    pub(super) aim: u32,
    /// F6: whether the start is queued again.
    pub(super) restart: bool,
    /// F7: a plan with fewer rooms, the start counted, is rejected.
    pub(super) least: u32,
}

impl Task<'_> {
    /// F21: the cells that can hold a room.
    pub(super) const fn may_fill(&self) -> u128 {
        if self.rules.outer_rows_fill { GRID } else { INNER_ROWS }
    }
}

/// F4-F6, F21: grows a plan from the start alone until the queue is empty.
/// Returns whether it has the rooms that the task needs; if not, the plan may be unfinished.
pub(super) fn grow<D: Draws, T: Trace>(
    task: &Task<'_>,
    plan: &mut Plan,
    draws: &mut D,
    trace: &mut T,
) -> bool {
    if !T::IS_ON && layers::can_grow(task) {
        layers::grow(task, plan, draws)
    } else {
        grow_by_cells(task, plan, draws, trace);
        plan.rooms() >= task.least
    }
}

/// F4-F6, F21: grows cell by cell.
fn grow_by_cells<D: Draws, T: Trace>(
    task: &Task<'_>,
    plan: &mut Plan,
    draws: &mut D,
    trace: &mut T,
) {
    let Task { rules, aim, restart, .. } = *task;
    let mut coins = Coins::new(rules, draws);
    let mut generation = Generation::new();
    generation.push(START_ROOM);
    let mut halves = 0;
    while !generation.is_empty() && halves < 2 * rules.generations {
        let mut next = Generation::new();
        let mut tried = false;
        for number in 0..generation.len() {
            let last = generation.len() - 1;
            let room = generation[if rules.last_added_first { last - number } else { number }];
            let before = next.len();
            tried |= grow_from(task, room, &mut coins, &mut next, plan, draws, trace);
            if next.len() == before && room != START_ROOM {
                plan.all_end_rooms.push(room);
            }
        }
        halves += if rules.short_generations_count_half && next.len() < 2 { 1 } else { 2 };

        let is_full = plan.rooms() > aim;
        let only_start = next.iter().all(|room| *room == START_ROOM);
        let nothing_can_change =
            is_full || (!tried && generation.iter().all(|room| *room == START_ROOM));
        if only_start && nothing_can_change {
            break;
        }
        if restart && (rules.restart_always || !is_full) {
            next.insert(0, START_ROOM);
        }
        generation = next;
    }
    plan.end_rooms = plan.all_end_rooms.clone();
}

/// F4, F21: places rooms on the neighbours that a room takes, and queues them. Returns
/// whether any neighbour could be taken, whatever its coin said.
fn grow_from<D: Draws, T: Trace>(
    task: &Task<'_>,
    room: u8,
    coins: &mut Coins,
    next: &mut Generation,
    plan: &mut Plan,
    draws: &mut D,
    trace: &mut T,
) -> bool {
    let spot = plan.spot(room);
    let (cell, depth) = (spot.cell(), spot.depth());
    let mut tried = false;
    for by in MOVES {
        let Some(neighbour) = moved(cell, by) else {
            continue;
        };
        let is_start = task.rules.start_always_passes && neighbour == START;
        if !is_start && !fits(task, plan, neighbour) {
            continue;
        }
        if cell == START && !tried {
            coins.renew_start(draws);
        }
        tried = true;
        if !coins.takes(cell, neighbour, draws) {
            trace.note("F4", || Decision::Skipped {
                cell: to_cell(neighbour),
                shape: Shape::Single,
                reason: "the coin says so",
            });
            continue;
        }
        if is_start {
            next.push(START_ROOM);
            continue;
        }
        let room = plan.add(neighbour, RoomKind::Normal, depth + 1);
        next.push(room);
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

/// F4: whether a cell could take a room now.
fn fits(task: &Task<'_>, plan: &Plan, cell: CellNumber) -> bool {
    plan.rooms() <= task.aim
        && bit(cell) & task.may_fill() & !plan.occupied != 0
        && plan.neighbours(cell) <= task.rules.neighbour_limit
}

/// F7, F22: whether a cell lies beside the start.
pub(super) fn touches_start(cell: CellNumber) -> bool {
    beside(START) & bit(cell) != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Listed;
    use crate::flash::coins::tests::tossing;
    use crate::flash::rules::{ARTICLE, WRATH_OF_THE_LAMB};

    /// The plan that grows when the coins let `cells` be taken, and let the start take
    /// `sides`, one entry each time that it is queued: right 1, left 2, down 4, up 8. Growth
    /// by generations must make the same plan where it can.
    fn grown(
        rules: &Growth,
        aim: u32,
        restart: bool,
        cells: &[CellNumber],
        sides: &[u32],
    ) -> (Plan, u64) {
        let task = Task { rules, aim, restart, least: 0 };
        let (mut plan, mut draws) = (Plan::new(), tossing(cells, sides));
        grow_by_cells(&task, &mut plan, &mut draws, &mut ());
        if layers::can_grow(&task) {
            let (mut at_once, mut other_draws) = (Plan::new(), tossing(cells, sides));
            assert!(layers::grow(&task, &mut at_once, &mut other_draws));
            assert_eq!(cells_of(&at_once), cells_of(&plan));
            assert_eq!(at_once.occupied, plan.occupied);
            assert_eq!(at_once.all_end_rooms.to_vec(), plan.all_end_rooms.to_vec());
            assert_eq!(other_draws.drawn(), draws.drawn());
        }
        (plan, draws.drawn())
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
        // Then every room that stands is an end room, and so is a room whose only neighbour
        // came too late.
        assert_eq!(end_rooms(&plan), [36, 34]);
        assert_eq!(drawn, 3);
        let (plan, _) = grown(&ARTICLE.growth, 3, false, &[37, 33], &[3]);
        assert_eq!(cells_of(&plan), [35, 36, 34, 37]);
        assert_eq!(end_rooms(&plan), [34, 37]);
    }

    #[test]
    fn f4_a_cell_with_more_than_one_neighbour_is_skipped() {
        // 36 and 45 stand; 46 touches both. From 36: 37 and 26, but not 46.
        let (plan, _) = grown(&ARTICLE.growth, 9, false, &[46, 26, 37], &[5]);
        assert_eq!(cells_of(&plan), [35, 36, 45, 37, 26]);
        assert_eq!(plan.occupied & bit(46), 0);
    }

    #[test]
    fn f4_other_chances_and_more_neighbours_cost_a_draw_for_each_try() {
        let thirds = Growth { skip_one_in: 3, ..ARTICLE.growth };
        let grown = |rules: &Growth, aim, draws: &[u32]| {
            let (mut plan, mut draws) = (Plan::new(), Listed::new(draws));
            let task = Task { rules, aim, restart: false, least: 0 };
            assert!(!layers::can_grow(&task));
            assert!(grow(&task, &mut plan, &mut draws, &mut ()));
            (cells_of(&plan), draws.drawn())
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
        // 36 adds 37; 34 and 45 add nothing, then 37.
        assert_eq!(cells_of(&plan), [35, 36, 34, 45, 37]);
        assert_eq!(end_rooms(&plan), [34, 45, 37]);
        assert_eq!(plan.all_end_rooms.to_vec(), [2, 3, 4]);
    }

    #[test]
    fn f5_the_start_is_never_an_end_room() {
        let (plan, drawn) = grown(&ARTICLE.growth, 9, false, &[], &[0]);
        assert!(plan.end_rooms.is_empty());
        assert_eq!(drawn, 3);
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
    fn f7_cells_beyond_the_full_plan_are_no_rooms() {
        // Every cell could be taken; four rooms are all that stand.
        let all: Vec<CellNumber> = (1..80).collect();
        for (least, are_enough) in [(4, true), (5, false)] {
            let task = Task { rules: &ARTICLE.growth, aim: 3, restart: false, least };
            let (mut plan, mut draws) = (Plan::new(), tossing(&all, &[3]));
            assert_eq!(layers::grow(&task, &mut plan, &mut draws), are_enough);
        }
    }

    #[test]
    fn f6_of_two_cells_of_a_generation_that_touch_the_earlier_one_stands() {
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
        // The start's coins: four times from the first three draws, then eight
        // times a draw.
        assert_eq!(drawn, 3 + (300 - 4) / 8);
    }

    #[test]
    fn f21_a_generation_that_queued_fewer_than_two_cells_counts_half() {
        let (_, drawn) = grown(&WRATH_OF_THE_LAMB.growth, 20, true, &[], &[0]);
        assert_eq!(drawn, 3 + (600_u64 - 4).div_ceil(8));
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
    fn f4_growth_by_generations_makes_the_plans_of_growth_by_cells() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as u32
        };
        for _ in 0..20_000 {
            let rules = Growth {
                generations: [300, 2, 5, 84][random() as usize % 4],
                outer_rows_fill: random() % 4 != 0,
                restart_always: random() % 2 == 0,
                ..ARTICLE.growth
            };
            let cells: Vec<CellNumber> = (1..80).filter(|_| random() % 5 < 3).collect();
            let sides: Vec<u32> = (0..40).map(|_| random() & random() & 15).collect();
            grown(&rules, random() % 46, random() % 2 == 0, &cells, &sides);
        }
    }
}
