//! Where the secret room goes (F9, F23), and the rooms that a Labyrinth floor adds by a
//! similar search (F17, F25).

use core::ops::Range;

use basement_model::{RoomKind, Shape};

use super::board::{
    BITS, CELLS, CellNumber, GRID, INNER_COLUMNS, Plan, beside_any, beside_at_least, bit, cells,
    count, nth_in, to_cell,
};
use super::rules::{Rules, Secret};
use crate::draws::Draws;
use crate::posterior::{self, Posterior, search_chances};
use crate::trace::{Decision, Trace};

/// The stages of the search: the criterion is loosened twice.
const STAGES: usize = 3;

/// F9, F23: searches for a cell for the secret room, and places the room there. Returns whether a
/// cell was found.
pub(super) fn place_secret<D: Draws, T: Trace>(
    rules: &Secret,
    misses: &MissChances,
    plan: &mut Plan,
    draws: &mut D,
    trace: &mut T,
) -> bool {
    let found = search_by_stages(misses, &accepted_cells(rules, plan), draws);
    let draws_until = |stage: usize| last_draws(rules)[stage];
    match found {
        Some((stage, cell)) => {
            add_secret(rules, draws_until(stage), cell, plan, trace);
        }
        None => note_nothing_found(rules, trace),
    }
    found.is_some()
}

/// F25: places the secret room and the added rooms of a Labyrinth floor of the shipped game.
/// The same draws serve both, until the floor has `extra_until` rooms. Returns whether the
/// secret room is placed.
pub(super) fn place_secret_and_extras<D: Draws, T: Trace>(
    rules: &Rules,
    extra_until: u32,
    plan: &mut Plan,
    draws: &mut D,
    trace: &mut T,
) -> bool {
    let (secret, last_draws) = (&rules.secret, last_draws(&rules.secret));
    let (mut accepted, mut extras) = (accepted_cells(secret, plan), extra_cells(rules, plan));
    let (mut found, mut number) = (false, 0);
    // The secret room does not count as an added room.
    let mut extra_until = extra_until;
    while number < secret.draws {
        let lacks_rooms = plan.rooms() < extra_until;
        if found && !lacks_rooms {
            break;
        }
        let stage = last_draws.iter().position(|last| number < *last).unwrap_or(STAGES - 1);
        let for_secret = if found { 0 } else { accepted[stage] };
        let for_extras = if lacks_rooms { extras } else { 0 };
        let Some((draw, cell)) =
            draw_one_of(for_secret | for_extras, number..last_draws[stage], secret, draws)
        else {
            number = last_draws[stage];
            continue;
        };
        number = draw;
        if for_secret & bit(cell) != 0 {
            add_secret(secret, number, cell, plan, trace);
            (found, extra_until) = (true, extra_until + 1);
        } else if for_extras & bit(cell) != 0 && suits_extra(rules, plan, cell, draws) {
            add_extra("F25", cell, plan, trace);
        } else {
            continue;
        }
        (accepted, extras) = (accepted_cells(secret, plan), extra_cells(rules, plan));
    }
    if !found {
        note_nothing_found(secret, trace);
    }
    found
}

/// F17: adds rooms until the floor has `extra_until`, by a search of its own.
pub(super) fn place_extras<D: Draws, T: Trace>(
    rules: &Rules,
    extra_until: u32,
    plan: &mut Plan,
    draws: &mut D,
    trace: &mut T,
) {
    let last = rules.labyrinth.extra_draws;
    let mut number = 0;
    while plan.rooms() < extra_until
        && let cells = extra_cells(rules, plan)
        && let Some((draw, cell)) = draw_one_of(cells, number..last, &rules.secret, draws)
    {
        number = draw;
        if suits_extra(rules, plan, cell, draws) {
            add_extra("F17", cell, plan, trace);
        }
    }
}

/// F17, F25: what comes of drawing cells, with the numbers of the draws that are `left`, until one of
/// these comes up: the number of that draw, and the cell. In two draws.
///
/// k draws among N cells all miss n of them with probability (1 - n/N)^k. So one draw says how many
/// miss: the most for which this probability, in units of 2^-32, is above the draw. Then each of the
/// n cells is equally likely, by symmetry.
#[inline]
fn draw_one_of<D: Draws>(
    cells: u128,
    left: Range<u32>,
    rules: &Secret,
    draws: &mut D,
) -> Option<(u32, CellNumber)> {
    let count = count(cells);
    if count == 0 || left.is_empty() {
        return None;
    }
    let misses = misses(count, cells_drawn(rules), draws.draw());
    let number = left.start.saturating_add(misses);
    (number < left.end).then(|| (number + 1, nth_in(cells, draws.below(count))))
}

/// How many draws among `drawn` cells miss `cells` of them in a row, by a draw. No more than 4095 are
/// told apart.
#[inline]
fn misses(cells: u32, drawn: u32, draw: u32) -> u32 {
    const PLACES: usize = 12;
    // The probabilities that 1, 2, 4, 8 and so on draws miss.
    let mut chances = [(u64::from(drawn.saturating_sub(cells)) << 32) / u64::from(drawn); PLACES];
    for place in 1..PLACES {
        chances[place] = (chances[place - 1] * chances[place - 1]) >> 32;
    }
    let (mut chance, mut misses) = (ALWAYS, 0);
    for place in (0..PLACES).rev() {
        let with_more = (chance * chances[place]) >> 32;
        if with_more > u64::from(draw) {
            (chance, misses) = (with_more, misses | 1 << place);
        }
    }
    misses
}

/// F9, F23: the exact probability that the secret room of a plan is on each cell.
pub(super) fn posterior(rules: &Secret, plan: &Plan) -> Posterior {
    let (accepted, draws) = (accepted_cells(rules, plan), stage_draws(rules));
    let stages = std::array::from_fn::<_, STAGES, _>(|stage| posterior::Stage {
        draws: draws[stage],
        cells: cells(accepted[stage]).map(to_cell).collect(),
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

/// The probability 1. A stage that has no draw, or accepts no cell, always finds nothing.
const ALWAYS: u64 = 1 << 32;

impl MissChances {
    /// For each stage and number of accepted cells, the probability that the stage finds nothing.
    pub(super) fn new(rules: &Secret) -> Self {
        let drawn = cells_drawn(rules);
        let misses = |draws: u32, cells: usize| {
            let others = f64::from(drawn.saturating_sub(cells as u32)) / f64::from(drawn);
            (power(others, draws) * ALWAYS as f64).round() as u64
        };
        Self(stage_draws(rules).map(|draws| std::array::from_fn(|cells| misses(draws, cells))))
    }
}

/// A power by multiplications alone, which every machine rounds in the same way.
fn power(base: f64, exponent: u32) -> f64 {
    (0..u32::BITS).rev().fold(1.0, |power, place| {
        let square = power * power;
        if exponent >> place & 1 == 1 { square * base } else { square }
    })
}

/// F9, F23: the same search in few draws. Each stage finds each cell with the same probability as a
/// search that draws one cell after another. Returns the stage and the cell.
///
/// A stage of k draws finds nothing with the probability of [`MissChances`]. If it finds a
/// cell, each cell that it accepts is equally likely, by symmetry. So one draw decides a
/// stage: if it is below the probability of a miss, nothing is found, otherwise it says which
/// cell is. Drawn literally, a floor of level 1 costs 483 draws, most of them here; drawn so,
/// the whole floor costs 15 (`benches/README.md`). `crates/reference/tests/flash_distribution.rs` compares the
/// two.
fn search_by_stages<D: Draws>(
    misses: &MissChances,
    accepted: &[u128; STAGES],
    draws: &mut D,
) -> Option<(usize, CellNumber)> {
    for (stage, cells) in accepted.iter().enumerate() {
        let count = count(*cells);
        let misses = misses.0[stage][count as usize];
        if misses == ALWAYS {
            continue;
        }
        let draw = draws.draw();
        if u64::from(draw) >= misses {
            // Counted from the greatest draw down, so that the choice does not depend on the
            // probability of a miss.
            let number = (u32::MAX - draw).checked_rem(count).unwrap_or(0);
            return Some((stage, nth_in(*cells, number)));
        }
    }
    None
}

/// The number of cells among which the search draws.
const fn cells_drawn(rules: &Secret) -> u32 {
    if rules.shipped_test { BITS as u32 } else { CELLS as u32 }
}

/// F9, F23: the last draw of each stage.
fn last_draws(rules: &Secret) -> [u32; STAGES] {
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

/// F9, F23: the cells that each stage accepts for the secret room.
fn accepted_cells(rules: &Secret, plan: &Plan) -> [u128; STAGES] {
    let beside = beside_at_least(plan.occupied);
    let at_least = |neighbours: u32| beside.get(neighbours as usize).copied().unwrap_or(0);
    let many = at_least(rules.neighbours);
    let enough = at_least(rules.neighbours_loosened);
    let clean = clean(plan);
    let accepted = if rules.shipped_test {
        // F23
        let (at_once, enclosed) = (many & clean, enclosed(plan));
        [
            many & clean,
            at_once | enclosed & (many | enough & clean),
            at_once | enclosed & (many | enough),
        ]
        .map(|cells| cells & INNER_COLUMNS)
    } else {
        // F9
        let apart = !beside_any(plan.reserved);
        [many & clean, enough & clean, at_least(rules.neighbours_at_last) & apart]
    };
    accepted.map(|cells| cells & GRID & !plan.occupied)
}

/// F9, F23: the cells that touch no end room and no reserved room.
fn clean(plan: &Plan) -> u128 {
    !beside_any(plan.end_room_cells() | plan.reserved)
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

/// F17, F23: the empty cells on which an added room can stand: clean ones with a neighbour.
fn extra_cells(rules: &Rules, plan: &Plan) -> u128 {
    let looked_at = if rules.secret.shipped_test { INNER_COLUMNS } else { GRID };
    clean(plan) & looked_at & !plan.occupied & beside_any(plan.occupied)
}

/// F17: whether one of these cells takes a room when it is drawn. With one neighbour, a draw
/// decides.
fn suits_extra<D: Draws>(rules: &Rules, plan: &Plan, cell: CellNumber, draws: &mut D) -> bool {
    plan.neighbours(cell) > 1 || draws.one_in(rules.labyrinth.one_neighbour_one_in)
}

fn add_secret<T: Trace>(
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

fn note_nothing_found<T: Trace>(rules: &Secret, trace: &mut T) {
    trace.note(rule(rules), || Decision::Searched { draws: rules.draws, cell: None });
}

const fn rule(rules: &Secret) -> &'static str {
    if rules.shipped_test { "F23" } else { "F9" }
}

fn add_extra<T: Trace>(rule: &'static str, cell: CellNumber, plan: &mut Plan, trace: &mut T) {
    let room = plan.add_beside(cell, RoomKind::Normal);
    trace.note(rule, || Decision::Placed {
        room,
        anchor: to_cell(cell),
        shape: Shape::Single,
        depth: plan.spot(room).depth(),
        next: "it is an added room",
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Listed;
    use crate::flash::board::{List, START};
    use crate::flash::rules::{ARTICLE, WRATH_OF_THE_LAMB};

    /// A plan with rooms on these cells beside the start, some of them end rooms.
    fn plan(rooms: &[CellNumber], end_rooms: &[CellNumber]) -> Plan {
        let mut plan = Plan::new();
        for cell in rooms {
            plan.add(*cell, RoomKind::Normal, 1);
        }
        plan.end_rooms = end_rooms.iter().map(|cell| plan.room_at(*cell)).collect();
        plan
    }

    #[test]
    fn f17_f25_as_many_draws_miss_as_their_chance_says() {
        for (cells, drawn) in [(1, 80), (3, 72), (20, 80), (40, 80), (72, 72)] {
            let chance = 1.0 - f64::from(cells) / f64::from(drawn);
            for number in 1..2000 {
                // The draws that miss so often are those below the chance of it.
                let limit = chance.powi(number) * ALWAYS as f64;
                for (draw, enough) in [(limit - 64.0, true), (limit + 64.0, false)] {
                    if draw >= 0.0 && draw < ALWAYS as f64 {
                        assert_eq!(misses(cells, drawn, draw as u32) >= number as u32, enough);
                    }
                }
            }
        }
        // The most that 32 bits tell apart.
        assert_eq!(misses(1, 80, 0), 1728);
    }

    /// The first draw at which the rules take a cell for the secret room.
    fn taken_from(rules: &Rules, plan: &Plan, cell: CellNumber) -> Option<u32> {
        let accepted = accepted_cells(&rules.secret, plan);
        let stage = accepted.iter().position(|cells| cells & bit(cell) != 0)?;
        Some(stage.checked_sub(1).map_or(1, |before| last_draws(&rules.secret)[before] + 1))
    }

    /// Where the secret room goes when the search spends these draws.
    fn placed(rules: &Rules, plan: &Plan, draws: &[u32]) -> (Option<CellNumber>, u64) {
        let (mut plan, mut draws) = (plan.clone(), Listed::new(draws));
        let misses = MissChances::new(&rules.secret);
        let found = place_secret(&rules.secret, &misses, &mut plan, &mut draws, &mut ());
        let last = plan.order.last().map(|spot| spot.cell());
        (last.filter(|_| found), draws.drawn())
    }

    #[test]
    fn f9_a_cell_with_three_neighbours_that_touches_no_end_room_is_taken_at_once() {
        // 26 lies between 25, 27 and 36.
        let plan = plan(&[25, 36, 27], &[]);
        assert_eq!(taken_from(&ARTICLE, &plan, 26), Some(1));
    }

    #[test]
    fn f9_two_neighbours_do_from_draw_301_and_one_from_draw_601() {
        let two = plan(&[25, 36], &[]);
        assert_eq!(taken_from(&ARTICLE, &two, 26), Some(301));
        let one = plan(&[36], &[]);
        assert_eq!(taken_from(&ARTICLE, &one, 26), Some(601));
        assert_eq!(taken_from(&ARTICLE, &one, 79), None);
    }

    #[test]
    fn f9_beside_an_end_room_from_draw_601_and_beside_the_boss_never() {
        let mut plan = plan(&[25, 36, 27], &[27]);
        assert_eq!(taken_from(&ARTICLE, &plan, 26), Some(601));
        plan.end_rooms = List::new(0);
        plan.reserve(plan.room_at(27), RoomKind::Boss);
        assert_eq!(taken_from(&ARTICLE, &plan, 26), None);
    }

    #[test]
    fn f9_draws_reach_all_72_cells_and_an_occupied_one_is_never_taken() {
        let all = GRID;
        assert_eq!(all, GRID);
        let full: Vec<CellNumber> = cells(GRID & !bit(START) & !bit(26)).collect();
        let plan = plan(&full, &[]);
        assert_eq!(accepted_cells(&ARTICLE.secret, &plan), [bit(26); 3]);
    }

    #[test]
    fn f9_a_stage_costs_one_draw_a_small_one_misses_and_the_others_choose_a_cell() {
        // 26 and 46 have two neighbours, 24 and 44 one.
        let corners = plan(&[25, 36, 45], &[]);
        // Nothing has three, which costs no draw. Among 72 cells two are missed
        // 300 times with a chance of 2.1e-4.
        let misses = ((70.0_f64 / 72.0).powi(300) * 2.0_f64.powi(32)).round() as u32;
        assert_eq!(placed(&ARTICLE, &corners, &[u32::MAX]), (Some(26), 1));
        assert_eq!(placed(&ARTICLE, &corners, &[u32::MAX - 1]), (Some(46), 1));
        assert_eq!(placed(&ARTICLE, &corners, &[misses]).1, 1);
        // Missed: the third stage takes any empty neighbour; the first is 15.
        assert_eq!(placed(&ARTICLE, &corners, &[misses - 1, u32::MAX]).1, 2);
        let alone = plan(&[36], &[36]);
        let mut closed = alone.clone();
        closed.reserve(1, RoomKind::Boss);
        closed.reserve(0, RoomKind::Boss);
        assert_eq!(placed(&ARTICLE, &closed, &[0]), (None, 0));
        let second_stage = depth_of_placed(&ARTICLE, &corners, misses);
        assert_eq!(second_stage, 2);
    }

    fn depth_of_placed(rules: &Rules, plan: &Plan, draw: u32) -> u8 {
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
    fn f9_f23_misses_are_powers_to_the_grain_of_a_draw() {
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
        // Stages without draws are passed over, whatever the order of their ends.
        let none = Secret { loosen_after: 700, draws: 600, ..ARTICLE.secret };
        assert_eq!(stage_draws(&none), [600, 0, 0]);
        assert_eq!(MissChances::new(&none).0[1], [ALWAYS; BITS + 1]);
    }

    #[test]
    fn f23_three_neighbours_and_clean_at_once() {
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
        // The sides of 26 in order: 27, 25, 36, 16. The look stops at the first
        // end room, so 26 is enclosed although 16 is empty.
        let three = plan(&[25, 36, 27], &[36]);
        assert_eq!(taken_from(&WRATH_OF_THE_LAMB, &three, 26), Some(301));
        let two = plan(&[25, 27], &[25]);
        assert_eq!(taken_from(&WRATH_OF_THE_LAMB, &two, 26), Some(601));
        // With an empty side before the end room it is not.
        let open = plan(&[25, 36], &[36]);
        assert_eq!(taken_from(&WRATH_OF_THE_LAMB, &open, 26), None);
    }

    #[test]
    fn f23_beside_a_reserved_room_and_outside_columns_2_to_8_never() {
        let mut beside = plan(&[25, 36, 27, 16], &[]);
        beside.reserve(beside.room_at(16), RoomKind::SuperSecret);
        assert_eq!(taken_from(&WRATH_OF_THE_LAMB, &beside, 26), None);
        // 31 has three neighbours but lies in column 1, 39 in column 9.
        let edge = plan(&[21, 41, 32, 29, 49, 38], &[]);
        assert_eq!(taken_from(&WRATH_OF_THE_LAMB, &edge, 31), None);
        assert_eq!(taken_from(&WRATH_OF_THE_LAMB, &edge, 39), None);
        assert_eq!(taken_from(&WRATH_OF_THE_LAMB, &edge, 30), None);
    }

    /// The two draws after which a cell of these comes up at once.
    fn at_once(among: u128, cell: CellNumber) -> [u32; 2] {
        [u32::MAX, cells(among).position(|other| other == cell).unwrap() as u32]
    }

    #[test]
    fn f17_a_cell_with_two_neighbours_becomes_a_room_and_one_with_one_by_a_coin() {
        let extras = |rooms: &[CellNumber], ends: &[CellNumber], coins: &[u32]| {
            let mut plan = plan(rooms, ends);
            let draws: Vec<u32> = match coins {
                [] => at_once(extra_cells(&ARTICLE, &plan), 26).to_vec(),
                _ => coins
                    .iter()
                    .flat_map(|coin| {
                        let [misses, number] = at_once(extra_cells(&ARTICLE, &plan), 26);
                        [misses, number, *coin]
                    })
                    .collect(),
            };
            let mut draws = Listed::new(&draws);
            place_extras(&ARTICLE, rooms.len() as u32 + 2, &mut plan, &mut draws, &mut ());
            let added = plan.order[rooms.len() + 1..].iter().map(|spot| spot.cell());
            (added.collect::<Vec<_>>(), draws.drawn())
        };
        assert_eq!(extras(&[25, 36], &[], &[]), (vec![26], 2));
        // One neighbour: the coin is drawn, and 2 % 2 == 0 accepts.
        assert_eq!(extras(&[36], &[], &[2]), (vec![26], 3));
        assert_eq!(extras(&[36], &[], &[1, 2]), (vec![26], 6));
    }

    #[test]
    fn f17_beside_an_end_room_stands_no_added_room_and_no_draw_is_made_for_one() {
        let mut plan = plan(&[25, 36], &[25, 36]);
        assert_eq!(extra_cells(&ARTICLE, &plan) & bit(26), 0);
        // Those beside the start are left.
        plan.reserve(0, RoomKind::Start);
        let mut draws = Listed::new(&[0]);
        place_extras(&ARTICLE, 9, &mut plan, &mut draws, &mut ());
        assert_eq!((plan.rooms(), draws.drawn()), (3, 0));
    }

    #[test]
    fn f25_each_draw_looks_for_the_secret_room_first_and_then_for_an_added_room() {
        let rules = &WRATH_OF_THE_LAMB;
        let mut plan = plan(&[25, 36, 27, 46], &[]);
        // 26 takes the secret room, 24 one neighbour and a coin, 37 two.
        let mut expected = plan.clone();
        let accepted = accepted_cells(&rules.secret, &expected)[0];
        let mut list = at_once(accepted | extra_cells(rules, &expected), 26).to_vec();
        add_secret(&rules.secret, 1, 26, &mut expected, &mut ());
        list.extend(at_once(extra_cells(rules, &expected), 24));
        list.push(2);
        add_extra("F25", 24, &mut expected, &mut ());
        list.extend(at_once(extra_cells(rules, &expected), 37));
        let (mut draws, rooms) = (Listed::new(&list), plan.rooms());
        assert!(place_secret_and_extras(rules, rooms + 2, &mut plan, &mut draws, &mut ()));
        let added: Vec<_> = plan.order[rooms as usize..].iter().map(|spot| spot.cell()).collect();
        assert_eq!(added, [26, 24, 37]);
        assert_eq!(plan.kind[plan.room_at(26) as usize], RoomKind::Secret);
        assert_eq!(plan.kind[plan.room_at(24) as usize], RoomKind::Normal);
        // The secret room does not count as one of the two added rooms.
        assert_eq!(plan.rooms(), rooms + 3);
    }
}
