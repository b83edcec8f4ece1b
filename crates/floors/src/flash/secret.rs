//! Where the secret room goes (F9, F23).

use basement_model::RoomKind;

use super::board::{
    CELLS, GRID, INNER_COLUMNS, Plan, beside_any, beside_at_least, cells, count, nth_in, to_cell,
};
use super::cell::{BITS, CellNumber};
use super::rules::Secret;
use crate::draws::Draws;
use crate::posterior::{self, ALWAYS, Posterior, search_chances};
use crate::trace::{Decision, Trace};

/// The stages of the search: the criterion is loosened twice.
pub(super) const STAGES: usize = 3;

/// F9, F23: searches for a cell for the secret room, and places the room there. Returns whether a
/// cell was found.
pub(super) fn place_secret<D: Draws, T: Trace>(
    rules: &Secret,
    misses: &MissChances,
    plan: &mut Plan,
    draws: &mut D,
    trace: &mut T,
) -> bool {
    let around = Neighbourhood::rooms_of(plan);
    let found = search_by_stages(misses, |stage| around.accepted(rules, plan, stage), draws);
    let draws_until = |stage: usize| last_draws(rules)[stage];
    match found {
        Some((stage, cell)) => {
            add_secret(rules, draws_until(stage), cell, plan, trace);
        }
        None => note_nothing_found(rules, trace),
    }
    found.is_some()
}

/// F9, F23: the exact probability that the secret room of a plan is on each cell.
pub(super) fn posterior(rules: &Secret, plan: &Plan) -> Posterior {
    let (around, draws) = (Neighbourhood::rooms_of(plan), stage_draws(rules));
    let stages = std::array::from_fn::<_, STAGES, _>(|stage| posterior::SearchStage {
        draws: draws[stage],
        cells: cells(around.accepted(rules, plan, stage)).map(to_cell).collect(),
    });
    let (cells, none) = search_chances(cells_drawn(rules), &stages);
    Posterior::new(cells, none)
}

/// F9, F23: how likely each stage of the search is to find nothing, by the number of cells
/// that it accepts, in units of 2^-32.
///
/// k draws among N cells all miss n of them with probability (1 - n/N)^k. This is rounded to
/// a multiple of 2^-32, because it is compared with a draw of 32 bits.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MissChances([[u64; BITS + 1]; STAGES]);

impl MissChances {
    /// For each stage and number of accepted cells, the probability that the stage finds nothing.
    pub(super) fn new(rules: &Secret) -> Self {
        let drawn = cells_drawn(rules);
        let misses = |draws: u32, cells: usize| {
            let others = f64::from(drawn.saturating_sub(cells as u32)) / f64::from(drawn);
            posterior::miss_chance(others, draws)
        };
        Self(stage_draws(rules).map(|draws| std::array::from_fn(|cells| misses(draws, cells))))
    }
}

/// F9, F23: a search with few draws. Each stage finds each cell with the same probability as a
/// search that draws one cell after another. Returns the stage and the cell.
///
/// A stage of k draws finds nothing with the probability in [`MissChances`]. If it finds a cell,
/// each cell that it accepts is equally likely, by symmetry. So one draw decides a stage: if it is
/// below the probability of a miss, nothing is found, otherwise it chooses the cell. If every draw
/// of the rules were made, a floor of level 1 would cost 483 draws, most of them here; this way the
/// whole floor costs 15 (`benches/README.md`). `crates/reference/tests/suite/flash_distribution.rs`
/// compares the two searches.
fn search_by_stages<D: Draws>(
    misses: &MissChances,
    accepted: impl Fn(usize) -> u128,
    draws: &mut D,
) -> Option<(usize, CellNumber)> {
    for (stage, misses) in misses.0.iter().enumerate() {
        let cells = accepted(stage);
        let count = count(cells);
        let misses = misses[count as usize];
        if misses == ALWAYS {
            continue;
        }
        let draw = draws.draw();
        if u64::from(draw) >= misses {
            // Counted from the greatest draw down, so that the choice does not depend on the
            // probability of a miss.
            let number = (u32::MAX - draw).checked_rem(count).unwrap_or(0);
            return Some((stage, nth_in(cells, number)));
        }
    }
    None
}

/// The number of cells among which the search draws.
pub(super) const fn cells_drawn(rules: &Secret) -> u32 {
    if rules.shipped_test { BITS as u32 } else { CELLS as u32 }
}

/// F9, F23: the last draw of each stage.
pub(super) fn last_draws(rules: &Secret) -> [u32; STAGES] {
    let (first, second) = (rules.loosen_after, rules.loosen_further_after);
    let (first, second) = if rules.shipped_test {
        // The second loosening cannot come before the first.
        (first, second.max(first))
    } else {
        (first.min(second), second)
    };
    [first.min(rules.draws), second.min(rules.draws), rules.draws]
}

/// F9, F23: the number of draws of each stage.
fn stage_draws(rules: &Secret) -> [u32; STAGES] {
    let [first, second, third] = last_draws(rules);
    [first, second - first, third - second]
}

/// The surroundings of the rooms of a plan.
pub(super) struct Neighbourhood {
    /// The cells with at least n rooms beside them, for n from 0 to 4.
    pub(super) at_least: [u128; 5],
    /// F9, F23: the cells that touch no end room and no reserved room.
    pub(super) clean: u128,
}

impl Neighbourhood {
    pub(super) fn rooms_of(plan: &Plan) -> Self {
        let clean = !beside_any(plan.end_room_cells() | plan.reserved);
        Self { at_least: beside_at_least(plan.occupied), clean }
    }

    /// F9, F23: the cells that a stage accepts for the secret room. A test that only later stages
    /// need is made only for those.
    #[inline]
    pub(super) fn accepted(&self, rules: &Secret, plan: &Plan, stage: usize) -> u128 {
        let at_least = |neighbours: u32| self.at_least.get(neighbours as usize).copied();
        let many = at_least(rules.neighbours).unwrap_or(0);
        let enough = at_least(rules.neighbours_loosened).unwrap_or(0);
        let accepted = match (rules.shipped_test, stage) {
            (_, 0) => many & self.clean,
            // F23
            (true, 1) => many & self.clean | enclosed(plan) & (many | enough & self.clean),
            (true, _) => many & self.clean | enclosed(plan) & (many | enough),
            // F9
            (false, 1) => enough & self.clean,
            (false, _) => {
                at_least(rules.neighbours_at_last).unwrap_or(0) & !beside_any(plan.reserved)
            }
        };
        let looked_at = if rules.shipped_test { INNER_COLUMNS } else { GRID };
        accepted & looked_at & !plan.occupied
    }
}

/// F23: the cells that look enclosed. The search looks at a cell's sides in order and stops at
/// the first end room. Each side that it looks at must have a room that is not reserved.
fn enclosed(plan: &Plan) -> u128 {
    let end_rooms = plan.end_room_cells();
    let ordinary = plan.occupied & !plan.reserved;
    // `passing`: the cells whose sides so far each have a room that is not reserved and is not an
    // end room.
    let (mut passing, mut enclosed) = (GRID, 0);
    let sides: [fn(u128) -> u128; 4] =
        [|cells| cells >> 1, |cells| cells << 1, |cells| cells >> 10, |cells| cells << 10];
    for side in sides {
        passing &= side(ordinary);
        enclosed |= passing & side(end_rooms);
        passing &= !side(end_rooms);
    }
    enclosed | passing
}

pub(super) fn add_secret<T: Trace>(
    rules: &Secret,
    draws: u32,
    cell: CellNumber,
    plan: &mut Plan,
    trace: &mut T,
) {
    let room = plan.add_beside(cell, RoomKind::Secret);
    plan.reserve(room, RoomKind::Secret);
    trace.note(rule(rules), || Decision::Searched { draws, cell: Some(to_cell(cell)) });
}

pub(super) fn note_nothing_found<T: Trace>(rules: &Secret, trace: &mut T) {
    trace.note(rule(rules), || Decision::Searched { draws: rules.draws, cell: None });
}

const fn rule(rules: &Secret) -> &'static str {
    if rules.shipped_test { "F23" } else { "F9" }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::draws::Listed;
    use crate::flash::board::{List, bit};
    use crate::flash::cell::START;
    use crate::flash::rules::{ARTICLE, FlashRules, WRATH_OF_THE_LAMB};

    /// A plan with the start and rooms on these cells, some of them end rooms.
    pub(in crate::flash) fn plan(rooms: &[CellNumber], end_rooms: &[CellNumber]) -> Plan {
        let mut plan = Plan::new();
        for cell in rooms {
            plan.add(*cell, RoomKind::Normal, 1);
        }
        plan.end_rooms = end_rooms.iter().map(|cell| plan.room_at(*cell)).collect();
        plan
    }

    /// The first draw at which the rules accept a cell for the secret room.
    fn taken_from(rules: &FlashRules, plan: &Plan, cell: CellNumber) -> Option<u32> {
        let around = Neighbourhood::rooms_of(plan);
        let accepts = |stage| around.accepted(&rules.secret, plan, stage) & bit(cell) != 0;
        let stage = (0..STAGES).find(|stage| accepts(*stage))?;
        Some(stage.checked_sub(1).map_or(1, |before| last_draws(&rules.secret)[before] + 1))
    }

    /// Where the search puts the secret room with these draws, and how many draws it makes.
    fn placed(rules: &FlashRules, plan: &Plan, draws: &[u32]) -> (Option<CellNumber>, u64) {
        let (mut plan, mut draws) = (plan.clone(), Listed::new(draws));
        let misses = MissChances::new(&rules.secret);
        let found = place_secret(&rules.secret, &misses, &mut plan, &mut draws, &mut ());
        let last = plan.order.last().map(|spot| spot.cell());
        (last.filter(|_| found), draws.drawn())
    }

    #[test]
    fn f9_a_cell_with_three_neighbours_that_touches_no_end_room_is_taken_at_once() {
        // 26 is between 25, 27 and 36.
        let plan = plan(&[25, 36, 27], &[]);
        assert_eq!(taken_from(&ARTICLE, &plan, 26), Some(1));
    }

    #[test]
    fn f9_two_neighbours_suffice_from_draw_301_and_one_from_draw_601() {
        let two = plan(&[25, 36], &[]);
        assert_eq!(taken_from(&ARTICLE, &two, 26), Some(301));
        let one = plan(&[36], &[]);
        assert_eq!(taken_from(&ARTICLE, &one, 26), Some(601));
        assert_eq!(taken_from(&ARTICLE, &one, 79), None);
    }

    #[test]
    fn f9_a_cell_beside_an_end_room_is_taken_from_draw_601_and_one_beside_the_boss_never() {
        let mut plan = plan(&[25, 36, 27], &[27]);
        assert_eq!(taken_from(&ARTICLE, &plan, 26), Some(601));
        plan.end_rooms = List::new(0);
        plan.reserve(plan.room_at(27), RoomKind::Boss);
        assert_eq!(taken_from(&ARTICLE, &plan, 26), None);
    }

    #[test]
    fn f9_draws_reach_all_72_cells_and_an_occupied_one_is_never_taken() {
        let full: Vec<CellNumber> = cells(GRID & !bit(START) & !bit(26)).collect();
        let plan = plan(&full, &[]);
        let around = Neighbourhood::rooms_of(&plan);
        assert!((0..STAGES).all(|stage| around.accepted(&ARTICLE.secret, &plan, stage) == bit(26)));
    }

    #[test]
    fn f9_each_stage_costs_one_draw_which_misses_if_small_and_else_chooses_a_cell() {
        // 26 and 46 have two neighbours, 24 and 44 one.
        let corners = plan(&[25, 36, 45], &[]);
        // No cell has three, so the first stage costs no draw. Two of 72 cells are missed 300 times
        // with chance 2.1e-4.
        let misses = ((70.0_f64 / 72.0).powi(300) * 2.0_f64.powi(32)).round() as u32;
        assert_eq!(placed(&ARTICLE, &corners, &[u32::MAX]), (Some(26), 1));
        assert_eq!(placed(&ARTICLE, &corners, &[u32::MAX - 1]), (Some(46), 1));
        assert_eq!(placed(&ARTICLE, &corners, &[misses]).1, 1);
        // If both are missed, the third stage accepts any empty neighbour; the first is 15.
        assert_eq!(placed(&ARTICLE, &corners, &[misses - 1, u32::MAX]).1, 2);
        let alone = plan(&[36], &[36]);
        let mut closed = alone.clone();
        closed.reserve(1, RoomKind::Boss);
        closed.reserve(0, RoomKind::Boss);
        assert_eq!(placed(&ARTICLE, &closed, &[0]), (None, 0));
        // 26 is beside rooms of depth 1.
        assert_eq!(depth_of_placed(&ARTICLE, &corners, misses), 2);
    }

    fn depth_of_placed(rules: &FlashRules, plan: &Plan, draw: u32) -> u8 {
        let mut plan = plan.clone();
        let misses = MissChances::new(&rules.secret);
        assert!(place_secret(
            &rules.secret,
            &misses,
            &mut plan,
            &mut Listed::new(&[draw]),
            &mut ()
        ));
        assert_eq!(plan.kind[plan.order.len - 1], RoomKind::Secret);
        plan.order.last().unwrap().depth()
    }

    #[test]
    fn f9_f23_miss_chances_are_powers_within_half_a_draw() {
        for rules in [&ARTICLE.secret, &WRATH_OF_THE_LAMB.secret] {
            let MissChances(stages) = MissChances::new(rules);
            for (draws, misses) in stage_draws(rules).into_iter().zip(stages) {
                assert_eq!(misses[0], ALWAYS);
                for cells in 1..=cells_drawn(rules) {
                    let share = 1.0 - f64::from(cells) / f64::from(cells_drawn(rules));
                    let expected = share.powf(f64::from(draws)) * ALWAYS as f64;
                    let given = misses[cells as usize] as f64;
                    assert!((given - expected).abs() < 0.501, "{given} {expected}");
                }
            }
        }
        // Stages without draws are skipped, whatever the order of their ends.
        let none = Secret { loosen_after: 700, draws: 600, ..ARTICLE.secret };
        assert_eq!(stage_draws(&none), [600, 0, 0]);
        assert_eq!(MissChances::new(&none).0[1], [ALWAYS; BITS + 1]);
    }

    #[test]
    fn f23_a_clean_cell_with_three_neighbours_is_taken_at_once() {
        let plan = plan(&[25, 36, 27], &[]);
        assert_eq!(taken_from(&WRATH_OF_THE_LAMB, &plan, 26), Some(1));
    }

    #[test]
    fn f23_an_open_cell_with_two_neighbours_is_never_taken() {
        let plan = plan(&[25, 36], &[]);
        assert_eq!(taken_from(&WRATH_OF_THE_LAMB, &plan, 26), None);
    }

    #[test]
    fn f23_an_enclosed_cell_beside_an_end_room_is_taken_from_draw_301_or_601() {
        // The sides of 26 in order: 27, 25, 36, 16. The search stops at the first end room, so 26
        // is enclosed although 16 is empty.
        let three = plan(&[25, 36, 27], &[36]);
        assert_eq!(taken_from(&WRATH_OF_THE_LAMB, &three, 26), Some(301));
        let two = plan(&[25, 27], &[25]);
        assert_eq!(taken_from(&WRATH_OF_THE_LAMB, &two, 26), Some(601));
        // With an empty side before the end room it is not enclosed.
        let open = plan(&[25, 36], &[36]);
        assert_eq!(taken_from(&WRATH_OF_THE_LAMB, &open, 26), None);
    }

    #[test]
    fn f23_a_cell_beside_a_reserved_room_or_outside_columns_2_to_8_is_never_taken() {
        let mut beside = plan(&[25, 36, 27, 16], &[]);
        beside.reserve(beside.room_at(16), RoomKind::SuperSecret);
        assert_eq!(taken_from(&WRATH_OF_THE_LAMB, &beside, 26), None);
        // 31 has three neighbours but is in column 1, and 39 is in column 9.
        let edge = plan(&[21, 41, 32, 29, 49, 38], &[]);
        assert_eq!(taken_from(&WRATH_OF_THE_LAMB, &edge, 31), None);
        assert_eq!(taken_from(&WRATH_OF_THE_LAMB, &edge, 39), None);
        assert_eq!(taken_from(&WRATH_OF_THE_LAMB, &edge, 30), None);
    }
}
