//! Where the secret room goes (F9, F23), and the rooms that a Labyrinth floor
//! adds by a like search (F17, F25).

use super::board::{
    BITS, CELLS, CellNumber, GRID, INNER_COLUMNS, MOVES, Plan, beside, bit, moved, nth_cell,
    to_cell,
};
use super::rules::{Labyrinth, Rules, Secret};
use crate::draws::Draws;
use crate::journal::{Decision, Journal};
use crate::posterior::{Posterior, Stage, search_chances};
use crate::room::RoomKind;
use crate::shape::Shape;

/// F9, F23: searches a place for the secret room. On a Labyrinth floor of the
/// shipped game the same draws add rooms until `extra_until` stand (F25).
/// Returns whether the secret room has a place.
pub(super) fn place_secret<D: Draws, J: Journal>(
    rules: &Rules,
    extra_until: u32,
    plan: &mut Plan,
    draws: &mut D,
    journal: &mut J,
) -> bool {
    let rule = if rules.secret.shipped_test { "F23" } else { "F9" };
    let mut found = false;
    let mut number = 0;
    // The secret room itself is none of the rooms that are added.
    let mut extra_until = extra_until;
    while number < rules.secret.draws && (!found || plan.rooms() < extra_until) {
        number += 1;
        let Some(cell) = draw_cell(&rules.secret, plan, draws) else {
            continue;
        };
        if !found && suits_secret(&rules.secret, plan, cell, number) {
            plan.place_beside(cell, RoomKind::Secret);
            plan.reserve(cell, RoomKind::Secret);
            found = true;
            extra_until += 1;
            journal.note(rule, || Decision::Searched { draws: number, cell: Some(to_cell(cell)) });
        } else if plan.rooms() < extra_until && suits_extra(&rules.labyrinth, plan, cell, draws) {
            place_extra("F25", cell, plan, journal);
        }
    }
    if !found {
        journal.note(rule, || Decision::Searched { draws: number, cell: None });
    }
    found
}

/// F17: adds rooms until `extra_until` stand, by a search of its own.
pub(super) fn place_extras<D: Draws, J: Journal>(
    rules: &Rules,
    extra_until: u32,
    plan: &mut Plan,
    draws: &mut D,
    journal: &mut J,
) {
    for _ in 0..rules.labyrinth.extra_draws {
        if plan.rooms() >= extra_until {
            break;
        }
        if let Some(cell) = draw_cell(&rules.secret, plan, draws)
            && suits_extra(&rules.labyrinth, plan, cell, draws)
        {
            place_extra("F17", cell, plan, journal);
        }
    }
}

/// F9, F23: the exact chance of each cell to be the secret room of a plan.
pub(super) fn posterior(rules: &Secret, plan: &Plan) -> Posterior {
    let looked_at = if rules.shipped_test { INNER_COLUMNS } else { GRID };
    let empty =
        || (0..BITS as CellNumber).filter(|cell| bit(*cell) & looked_at & !plan.occupied != 0);
    // The draws at which the criterion changes; between two it is the same.
    let mut ends = [rules.loosen_after, rules.loosen_further_after, rules.draws];
    ends[1] = ends[1].max(ends[0]);
    let mut done = 0;
    let stages = ends.map(|end| {
        let (first, last) = (done + 1, end.min(rules.draws));
        done = done.max(last);
        Stage {
            draws: (last + 1).saturating_sub(first),
            cells: empty()
                .filter(|cell| suits_secret(rules, plan, *cell, first))
                .map(to_cell)
                .collect(),
        }
    });
    let drawn = if rules.shipped_test { BITS } else { CELLS };
    let (cells, none) = search_chances(drawn as u32, &stages);
    Posterior::new(cells, none)
}

/// One draw of the search: a cell, when it is empty and where the search looks.
fn draw_cell<D: Draws>(rules: &Secret, plan: &Plan, draws: &mut D) -> Option<CellNumber> {
    let (cell, looked_at) = if rules.shipped_test {
        (draws.below(BITS as u32) as CellNumber, INNER_COLUMNS)
    } else {
        (nth_cell(draws.below(CELLS as u32)), u128::MAX)
    };
    (bit(cell) & looked_at & !plan.occupied != 0).then_some(cell)
}

/// Whether an empty cell takes the secret room at draw `number`, from 1.
fn suits_secret(rules: &Secret, plan: &Plan, cell: CellNumber, number: u32) -> bool {
    let neighbours = plan.neighbours(cell);
    let is_loosened = number > rules.loosen_after;
    let is_loosened_further = number > rules.loosen_further_after;
    if rules.shipped_test {
        // F23
        let is_clean = is_clean(plan, cell);
        (neighbours >= rules.neighbours && is_clean)
            || (is_loosened
                && is_enclosed(plan, cell)
                && (neighbours >= rules.neighbours
                    || (neighbours >= rules.neighbours_loosened
                        && (is_clean || is_loosened_further))))
    } else if is_loosened_further {
        // F9
        neighbours >= rules.neighbours_at_last && beside(cell) & plan.reserved == 0
    } else {
        let least = if is_loosened { rules.neighbours_loosened } else { rules.neighbours };
        neighbours >= least && is_clean(plan, cell)
    }
}

/// F17: whether an empty cell takes an added room; a draw for one neighbour.
fn suits_extra<D: Draws>(rules: &Labyrinth, plan: &Plan, cell: CellNumber, draws: &mut D) -> bool {
    is_clean(plan, cell)
        && match plan.neighbours(cell) {
            0 => false,
            1 => draws.one_in(rules.one_neighbour_one_in),
            _ => true,
        }
}

fn place_extra<J: Journal>(rule: &'static str, cell: CellNumber, plan: &mut Plan, journal: &mut J) {
    plan.place_beside(cell, RoomKind::Normal);
    journal.note(rule, || Decision::Placed {
        room: (plan.rooms() - 1) as u8,
        anchor: to_cell(cell),
        shape: Shape::Single,
        depth: plan.depth[usize::from(cell)],
        next: "it is an added room",
    });
}

/// F9, F23: whether a cell touches no end room and no room that is set apart.
fn is_clean(plan: &Plan, cell: CellNumber) -> bool {
    beside(cell) & (plan.end_room_cells() | plan.reserved) == 0
}

/// F23: whether the sides of a cell, looked at in order up to the first end
/// room, are all occupied, and none of them by a room that is set apart.
fn is_enclosed(plan: &Plan, cell: CellNumber) -> bool {
    let end_rooms = plan.end_room_cells();
    for by in MOVES {
        let side = moved(cell, by).map_or(0, bit);
        if side & plan.occupied == 0 || side & plan.reserved != 0 {
            return false;
        }
        if side & end_rooms != 0 {
            return true;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Listed;
    use crate::flash::board::{GRID, START};
    use crate::flash::rules::{ARTICLE, WRATH_OF_THE_LAMB};

    /// A plan with rooms on these cells beside the start, some of them end rooms.
    fn plan(rooms: &[CellNumber], end_rooms: &[CellNumber]) -> Plan {
        let mut plan = Plan::new();
        for cell in rooms {
            plan.place(*cell, RoomKind::Normal, 1);
        }
        plan.end_rooms.extend(end_rooms.iter().copied());
        plan
    }

    /// The draw that finds a cell in the article's search.
    fn article_draw(cell: CellNumber) -> u32 {
        (0..72).find(|place| nth_cell(*place) == cell).unwrap()
    }

    /// How many draws it takes until a cell that is drawn for ever is accepted.
    fn draws_until(rules: &Rules, plan: &Plan, draw: u32) -> Option<u64> {
        let (mut plan, mut draws) = (plan.clone(), Listed::new(&[draw]));
        place_secret(rules, 0, &mut plan, &mut draws, &mut ()).then_some(draws.drawn())
    }

    #[test]
    fn f9_a_cell_with_three_neighbours_that_touches_no_end_room_is_accepted_at_once() {
        // 26 lies between 25, 27 and 36.
        let plan = plan(&[25, 36, 27], &[]);
        assert_eq!(draws_until(&ARTICLE, &plan, article_draw(26)), Some(1));
    }

    #[test]
    fn f9_two_neighbours_do_from_draw_301_and_one_from_draw_601() {
        let two = plan(&[25, 36], &[]);
        assert_eq!(draws_until(&ARTICLE, &two, article_draw(26)), Some(301));
        let one = plan(&[36], &[]);
        assert_eq!(draws_until(&ARTICLE, &one, article_draw(26)), Some(601));
        assert_eq!(draws_until(&ARTICLE, &one, article_draw(79)), None);
    }

    #[test]
    fn f9_beside_an_end_room_from_draw_601_and_beside_the_boss_never() {
        let mut plan = plan(&[25, 36, 27], &[27]);
        assert_eq!(draws_until(&ARTICLE, &plan, article_draw(26)), Some(601));
        plan.end_rooms.clear();
        plan.reserve(27, RoomKind::Boss);
        let (mut searched, mut draws) = (plan.clone(), Listed::new(&[article_draw(26)]));
        assert!(!place_secret(&ARTICLE, 0, &mut searched, &mut draws, &mut ()));
        assert_eq!(draws.drawn(), 900);
    }

    #[test]
    fn f9_draws_reach_all_72_cells_and_an_occupied_one_is_passed_over() {
        let cells = (0..72).fold(0, |cells, place| cells | bit(nth_cell(place)));
        assert_eq!(cells, GRID);
        let mut plan = plan(&[25, 36, 27], &[]);
        let mut draws = Listed::new(&[article_draw(START), article_draw(26)]);
        assert!(place_secret(&ARTICLE, 0, &mut plan, &mut draws, &mut ()));
        assert_eq!(draws.drawn(), 2);
        assert_eq!(plan.kind[26], RoomKind::Secret);
        assert_eq!(plan.depth[26], 2);
    }

    #[test]
    fn f23_three_neighbours_and_clean_at_once() {
        let plan = plan(&[25, 36, 27], &[]);
        assert_eq!(draws_until(&WRATH_OF_THE_LAMB, &plan, 26), Some(1));
    }

    #[test]
    fn f23_an_open_cell_with_two_neighbours_is_never_accepted() {
        let plan = plan(&[25, 36], &[]);
        assert_eq!(draws_until(&WRATH_OF_THE_LAMB, &plan, 26), None);
    }

    #[test]
    fn f23_an_enclosed_cell_beside_an_end_room_is_accepted_from_draw_301_or_601() {
        // The sides of 26 in order: 27, 25, 36, 16. The look stops at the first
        // end room, so 26 is enclosed although 16 is empty.
        let three = plan(&[25, 36, 27], &[36]);
        assert_eq!(draws_until(&WRATH_OF_THE_LAMB, &three, 26), Some(301));
        let two = plan(&[25, 27], &[25]);
        assert_eq!(draws_until(&WRATH_OF_THE_LAMB, &two, 26), Some(601));
        // With an empty side before the end room it is not.
        let open = plan(&[25, 36], &[36]);
        assert_eq!(draws_until(&WRATH_OF_THE_LAMB, &open, 26), None);
    }

    #[test]
    fn f23_beside_a_reserved_room_and_outside_columns_2_to_8_never() {
        let mut beside = plan(&[25, 36, 27, 16], &[]);
        beside.reserve(16, RoomKind::SuperSecret);
        assert_eq!(draws_until(&WRATH_OF_THE_LAMB, &beside, 26), None);
        let (mut searched, mut draws) = (beside.clone(), Listed::new(&[26]));
        place_secret(&WRATH_OF_THE_LAMB, 0, &mut searched, &mut draws, &mut ());
        assert_eq!(draws.drawn(), 3000);
        // 31 has three neighbours but lies in column 1, 39 in column 9.
        let edge = plan(&[21, 41, 32, 29, 49, 38], &[]);
        assert_eq!(draws_until(&WRATH_OF_THE_LAMB, &edge, 31), None);
        assert_eq!(draws_until(&WRATH_OF_THE_LAMB, &edge, 39), None);
        assert_eq!(draws_until(&WRATH_OF_THE_LAMB, &edge, 30), None);
    }

    #[test]
    fn f17_a_cell_with_two_neighbours_becomes_a_room_and_one_with_one_by_a_coin() {
        let extras = |rooms: &[CellNumber], ends: &[CellNumber], draws: &[u32]| {
            let (mut plan, mut draws) = (plan(rooms, ends), Listed::new(draws));
            place_extras(&ARTICLE, rooms.len() as u32 + 2, &mut plan, &mut draws, &mut ());
            (plan.order[rooms.len() + 1..].to_vec(), draws.drawn())
        };
        let cell = article_draw(26);
        assert_eq!(extras(&[25, 36], &[], &[cell]), (vec![26], 1));
        // One neighbour: the coin is drawn, and 2 % 2 == 0 accepts.
        assert_eq!(extras(&[36], &[], &[cell, 2]), (vec![26], 2));
        assert_eq!(extras(&[36], &[], &[cell, 1, cell, 2]), (vec![26], 4));
        // Beside an end room never.
        assert_eq!(extras(&[25, 36], &[36], &[cell]), (vec![], 3000));
    }

    #[test]
    fn f25_each_draw_looks_for_the_secret_room_first_and_then_for_an_added_room() {
        let mut plan = plan(&[25, 36, 27, 46], &[]);
        // 26 takes the secret room, 24 one neighbour and a coin, 47 two.
        let mut draws = Listed::new(&[26, 24, 2, 37, 47]);
        let rooms = plan.rooms();
        assert!(place_secret(&WRATH_OF_THE_LAMB, rooms + 2, &mut plan, &mut draws, &mut ()));
        assert_eq!(plan.order[rooms as usize..], [26, 24, 37]);
        assert_eq!(plan.kind[26], RoomKind::Secret);
        assert_eq!(plan.kind[24], RoomKind::Normal);
        // The secret room is none of the two that were to be added.
        assert_eq!(plan.rooms(), rooms + 3);
    }
}
