//! How the plan grows from the start room (F4-F6, F21).

use arrayvec::ArrayVec;

use super::board::{CellNumber, GRID, INNER_ROWS, MOVES, Plan, START, beside, bit, moved, to_cell};
use super::rules::Growth;
use crate::draws::Draws;
use crate::journal::{Decision, Journal};
use crate::room::RoomKind;
use crate::shape::Shape;

/// The cells of one generation: each room once, and the start up to once for
/// the restart and once for each of its neighbours (F21).
type Generation = ArrayVec<CellNumber, 80>;

/// F4-F6, F21: grows until the queue is empty, towards `aim` rooms beside the start.
/// `restart`: whether the start is queued again (F6).
pub(super) fn grow<D: Draws, J: Journal>(
    rules: &Growth,
    aim: u32,
    restart: bool,
    plan: &mut Plan,
    draws: &mut D,
    journal: &mut J,
) {
    let may_fill = if rules.outer_rows_fill { GRID } else { INNER_ROWS };
    let mut generation = Generation::new();
    generation.push(START);
    let mut halves = 0;
    while !generation.is_empty() && halves < 2 * rules.generations {
        let mut next = Generation::new();
        let mut drew = false;
        for place in 0..generation.len() {
            let place = if rules.last_added_first { generation.len() - 1 - place } else { place };
            let cell = generation[place];
            let before = next.len();
            for by in MOVES {
                let Some(neighbour) = moved(cell, by) else {
                    continue;
                };
                let is_start = rules.start_always_passes && neighbour == START;
                let fits = || {
                    plan.rooms() <= aim
                        && bit(neighbour) & may_fill & !plan.occupied != 0
                        && plan.neighbours(neighbour) <= rules.neighbour_limit
                };
                if !is_start && !fits() {
                    continue;
                }
                drew = true;
                if draws.one_in(rules.skip_one_in) {
                    journal.note("F4", || Decision::Skipped {
                        cell: to_cell(neighbour),
                        shape: Shape::Single,
                        reason: "the coin says so",
                    });
                    continue;
                }
                next.push(neighbour);
                if !is_start {
                    let depth = plan.depth[usize::from(cell)] + 1;
                    plan.place(neighbour, RoomKind::Normal, depth);
                    journal.note("F4", || Decision::Placed {
                        room: (plan.rooms() - 1) as u8,
                        anchor: to_cell(neighbour),
                        shape: Shape::Single,
                        depth,
                        next: "it is queued",
                    });
                }
            }
            if next.len() == before && cell != START {
                plan.end_rooms.push(cell);
            }
        }
        halves += if rules.short_generations_count_half && next.len() < 2 { 1 } else { 2 };

        let is_full = plan.rooms() > aim;
        let only_start = next.iter().all(|cell| *cell == START);
        let nothing_can_change = is_full || (!drew && generation.iter().all(|cell| *cell == START));
        if only_start && nothing_can_change {
            break;
        }
        if restart && (rules.restart_always || !is_full) {
            next.insert(0, START);
        }
        generation = next;
    }
}

/// F7, F22: whether a cell lies beside the start.
pub(super) fn touches_start(cell: CellNumber) -> bool {
    beside(START) & bit(cell) != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Listed;
    use crate::flash::rules::{ARTICLE, WRATH_OF_THE_LAMB};

    /// Coins: heads grows, tails skips.
    const HEADS: u32 = 1;
    const TAILS: u32 = 2;

    fn grown(rules: &Growth, aim: u32, restart: bool, coins: &[u32]) -> (Plan, u64) {
        let (mut plan, mut draws) = (Plan::new(), Listed::new(coins));
        grow(rules, aim, restart, &mut plan, &mut draws, &mut ());
        (plan, draws.drawn())
    }

    #[test]
    fn f4_neighbours_are_tried_right_left_down_up() {
        let (plan, _) = grown(&ARTICLE.growth, 4, false, &[HEADS, HEADS, HEADS, HEADS, TAILS]);
        assert_eq!(plan.order.as_slice(), [35, 36, 34, 45, 25]);
        assert_eq!([35, 36, 34, 45, 25].map(|cell| plan.depth[cell]), [0, 1, 1, 1, 1]);
    }

    #[test]
    fn f4_a_full_floor_takes_no_room_and_no_coin_is_drawn_for_it() {
        let (plan, drawn) = grown(&ARTICLE.growth, 2, false, &[HEADS]);
        assert_eq!(plan.order.as_slice(), [35, 36, 34]);
        assert_eq!(drawn, 2);
    }

    #[test]
    fn f4_a_cell_with_more_than_one_neighbour_is_skipped_without_a_coin() {
        // 36 and 45 stand; 46 touches both. From 36: 37 and 26, but not 46.
        let coins = [HEADS, TAILS, HEADS, TAILS, HEADS, HEADS, TAILS];
        let (plan, _) = grown(&ARTICLE.growth, 9, false, &coins);
        assert_eq!(plan.order.as_slice(), [35, 36, 45, 37, 26]);
        assert_eq!(plan.occupied & bit(46), 0);
    }

    #[test]
    fn f5_a_cell_that_added_no_room_is_an_end_room_in_the_order_of_the_queue() {
        let coins = [HEADS, HEADS, HEADS, TAILS, HEADS, TAILS];
        let (plan, _) = grown(&ARTICLE.growth, 9, false, &coins);
        // 36 adds 37; 34 and 45 add nothing, then 37.
        assert_eq!(plan.order.as_slice(), [35, 36, 34, 45, 37]);
        assert_eq!(plan.end_rooms.as_slice(), [34, 45, 37]);
    }

    #[test]
    fn f5_the_start_is_never_an_end_room() {
        let (plan, drawn) = grown(&ARTICLE.growth, 9, false, &[TAILS]);
        assert!(plan.end_rooms.is_empty());
        assert_eq!(drawn, 4);
    }

    #[test]
    fn f6_the_start_is_queued_again_in_every_generation_while_rooms_are_missing() {
        // Nothing grows at first; the second generation is the start alone.
        let coins = [TAILS, TAILS, TAILS, TAILS, HEADS, TAILS];
        let (plan, _) = grown(&ARTICLE.growth, 1, true, &coins);
        assert_eq!(plan.order.as_slice(), [35, 36]);
        let (plan, _) = grown(&ARTICLE.growth, 1, false, &coins);
        assert_eq!(plan.order.as_slice(), [35]);
        // A room beside the start is one step deep, whenever it was added.
        let coins = [HEADS, TAILS, TAILS, TAILS, TAILS, HEADS, TAILS];
        let (plan, _) = grown(&ARTICLE.growth, 2, true, &coins);
        assert_eq!(plan.order.as_slice(), [35, 36, 45]);
        assert_eq!(plan.depth[45], 1);
        // The start comes first in its generation: its three free sides draw
        // before those of the room that was added.
        let coins = [HEADS, TAILS, TAILS, TAILS, TAILS, TAILS, TAILS, HEADS, TAILS];
        let (plan, _) = grown(&ARTICLE.growth, 2, true, &coins);
        assert_eq!(plan.order.as_slice(), [35, 36, 37]);
    }

    #[test]
    fn f6_growth_ends_after_300_generations() {
        let (plan, drawn) = grown(&ARTICLE.growth, 20, true, &[TAILS]);
        assert_eq!(plan.rooms(), 1);
        assert_eq!(drawn, 4 * 300);
    }

    #[test]
    fn f21_a_generation_that_queued_fewer_than_two_cells_counts_half() {
        let (_, drawn) = grown(&WRATH_OF_THE_LAMB.growth, 20, true, &[TAILS]);
        assert_eq!(drawn, 4 * 600);
    }

    #[test]
    fn f21_a_generation_is_processed_last_added_first() {
        let coins = [HEADS, HEADS, TAILS, TAILS, TAILS, HEADS, TAILS];
        let (plan, _) = grown(&WRATH_OF_THE_LAMB.growth, 3, false, &coins);
        // 34, the later one, goes first; its start test takes the first coin.
        assert_eq!(plan.order.as_slice(), [35, 36, 34, 33]);
        let (plan, _) = grown(&ARTICLE.growth, 3, false, &coins);
        assert_eq!(plan.order.as_slice(), [35, 36, 34, 46]);
    }

    #[test]
    fn f21_a_room_beside_the_start_whose_coin_towards_it_succeeds_is_no_end_room() {
        // 36 is added; then its coins: 37 no, the start yes, 46 and 26 no.
        let coins = [HEADS, TAILS, TAILS, TAILS, TAILS, HEADS, TAILS];
        let (plan, _) = grown(&WRATH_OF_THE_LAMB.growth, 9, false, &coins);
        assert_eq!(plan.order.as_slice(), [35, 36]);
        assert!(plan.end_rooms.is_empty());
        let (plan, _) = grown(&WRATH_OF_THE_LAMB.growth, 9, false, &[HEADS, TAILS]);
        assert_eq!(plan.end_rooms.as_slice(), [36]);
        // Even on a full floor.
        let (plan, _) = grown(&WRATH_OF_THE_LAMB.growth, 1, false, &[HEADS, HEADS, TAILS]);
        assert_eq!(plan.order.as_slice(), [35, 36]);
        assert!(plan.end_rooms.is_empty());
    }

    #[test]
    fn f21_rows_0_and_7_never_fill() {
        let coins = [HEADS];
        for (rules, fills) in [(&WRATH_OF_THE_LAMB.growth, false), (&ARTICLE.growth, true)] {
            let (plan, _) = grown(rules, 60, true, &coins);
            let outer = plan.order.iter().any(|cell| *cell < 10 || *cell >= 70);
            assert_eq!(outer, fills);
        }
    }
}
