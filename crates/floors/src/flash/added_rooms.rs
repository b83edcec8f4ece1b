//! The rooms that a Labyrinth floor adds by a search like the one for the secret room (F17, F25).

use core::ops::Range;

use basement_model::{RoomKind, Shape};

use super::board::{GRID, INNER_COLUMNS, Plan, bit, count, nth_in, to_cell};
use super::cell::CellNumber;
use super::rules::{FlashRules, Secret};
use super::secret::{
    Neighbourhood, STAGES, add_secret, cells_drawn, last_draws, note_nothing_found,
};
use crate::draws::Draws;
use crate::posterior::ALWAYS;
use crate::trace::{Decision, Trace};

/// F25: places the secret room and the added rooms of a Labyrinth floor of the shipped game.
/// The same draws serve both, until the floor has `extra_until` rooms. Returns whether the
/// secret room is placed.
pub(super) fn place_secret_and_extras<D: Draws, T: Trace>(
    rules: &FlashRules,
    extra_until: u32,
    plan: &mut Plan,
    draws: &mut D,
    trace: &mut T,
) -> bool {
    let (secret, last_draws) = (&rules.secret, last_draws(&rules.secret));
    let mut around = Neighbourhood::rooms_of(plan);
    let (mut found, mut number) = (false, 0);
    // The secret room does not count as an added room.
    let mut extra_until = extra_until;
    while number < secret.draws {
        let lacks_rooms = plan.rooms() < extra_until;
        if found && !lacks_rooms {
            break;
        }
        let stage = last_draws.iter().position(|last| number < *last).unwrap_or(STAGES - 1);
        let for_secret = if found { 0 } else { around.accepted(secret, plan, stage) };
        let for_extras = if lacks_rooms { extra_cells(rules, plan, &around) } else { 0 };
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
        around = Neighbourhood::rooms_of(plan);
    }
    if !found {
        note_nothing_found(secret, trace);
    }
    found
}

/// F17: adds rooms until the floor has `extra_until` rooms, by a separate search.
pub(super) fn place_extras<D: Draws, T: Trace>(
    rules: &FlashRules,
    extra_until: u32,
    plan: &mut Plan,
    draws: &mut D,
    trace: &mut T,
) {
    let last = rules.labyrinth.extra_draws;
    let mut number = 0;
    while plan.rooms() < extra_until
        && let cells = extra_cells(rules, plan, &Neighbourhood::rooms_of(plan))
        && let Some((draw, cell)) = draw_one_of(cells, number..last, &rules.secret, draws)
    {
        number = draw;
        if suits_extra(rules, plan, cell, draws) {
            add_extra("F17", cell, plan, trace);
        }
    }
}

/// F17, F25: draws cells until one of `cells` comes up; `left` has the numbers of the draws that
/// are left. Returns the number of that draw and the cell. This makes at most two draws of the
/// stream.
///
/// k draws among N cells all miss n of them with probability (1 - n/N)^k. So one draw decides how
/// many miss: the largest k for which this probability, in units of 2^-32, is above the draw. Then
/// each of the n cells is equally likely, by symmetry.
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

/// How many draws in a row, among `drawn` cells, miss `cells` of them, as decided by `draw`. The
/// result is at most 4095.
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

/// F17, F23: the empty cells where a room can be added: clean cells with a neighbour.
fn extra_cells(rules: &FlashRules, plan: &Plan, around: &Neighbourhood) -> u128 {
    let looked_at = if rules.secret.shipped_test { INNER_COLUMNS } else { GRID };
    around.clean & around.at_least[1] & looked_at & !plan.occupied
}

/// F17: whether a drawn cell gets a room. If it has one neighbour, a draw decides.
fn suits_extra<D: Draws>(rules: &FlashRules, plan: &Plan, cell: CellNumber, draws: &mut D) -> bool {
    plan.neighbours(cell) > 1 || draws.one_in(rules.labyrinth.one_neighbour_one_in)
}

fn add_extra<T: Trace>(rule: &'static str, cell: CellNumber, plan: &mut Plan, trace: &mut T) {
    let room = plan.add_beside(cell, RoomKind::Normal);
    note_placed(rule, room, "it is an added room", plan, trace);
}

pub(super) fn note_placed<T: Trace>(
    rule: &'static str,
    room: u8,
    next: &'static str,
    plan: &Plan,
    trace: &mut T,
) {
    trace.note(rule, || Decision::Placed {
        room,
        anchor: to_cell(plan.cell(room)),
        shape: Shape::Single,
        depth: plan.spot(room).depth(),
        next,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Listed;
    use crate::flash::board::cells;
    use crate::flash::rules::{ARTICLE, WRATH_OF_THE_LAMB};
    use crate::flash::secret::tests::plan;

    #[test]
    fn f17_f25_as_many_draws_miss_as_their_chance_says() {
        for (cells, drawn) in [(1, 80), (3, 72), (20, 80), (40, 80), (72, 72)] {
            let chance = 1.0 - f64::from(cells) / f64::from(drawn);
            for number in 1..2000 {
                // The draws below this limit miss at least this often.
                let limit = chance.powi(number) * ALWAYS as f64;
                for (draw, enough) in [(limit - 64.0, true), (limit + 64.0, false)] {
                    if draw >= 0.0 && draw < ALWAYS as f64 {
                        assert_eq!(misses(cells, drawn, draw as u32) >= number as u32, enough);
                    }
                }
            }
        }
        // The largest number that 32 bits can distinguish.
        assert_eq!(misses(1, 80, 0), 1728);
    }

    fn extras_of(rules: &FlashRules, plan: &Plan) -> u128 {
        extra_cells(rules, plan, &Neighbourhood::rooms_of(plan))
    }

    /// The two draws with which a cell of this set comes up at once.
    fn at_once(among: u128, cell: CellNumber) -> [u32; 2] {
        [u32::MAX, cells(among).position(|other| other == cell).unwrap() as u32]
    }

    #[test]
    fn f17_a_cell_with_two_neighbours_becomes_a_room_and_one_with_one_by_a_coin() {
        let extras = |rooms: &[CellNumber], ends: &[CellNumber], coins: &[u32]| {
            let mut plan = plan(rooms, ends);
            let draws: Vec<u32> = match coins {
                [] => at_once(extras_of(&ARTICLE, &plan), 26).to_vec(),
                _ => coins
                    .iter()
                    .flat_map(|coin| {
                        let [misses, number] = at_once(extras_of(&ARTICLE, &plan), 26);
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
    fn f17_no_room_is_added_beside_an_end_room_and_no_draw_is_made_for_one() {
        let mut plan = plan(&[25, 36], &[25, 36]);
        assert_eq!(extras_of(&ARTICLE, &plan) & bit(26), 0);
        // The cells beside the start are left.
        plan.reserve(0, RoomKind::Start);
        let mut draws = Listed::new(&[0]);
        place_extras(&ARTICLE, 9, &mut plan, &mut draws, &mut ());
        assert_eq!((plan.rooms(), draws.drawn()), (3, 0));
    }

    #[test]
    fn f25_each_draw_looks_for_the_secret_room_first_and_then_for_an_added_room() {
        let rules = &WRATH_OF_THE_LAMB;
        let mut plan = plan(&[25, 36, 27, 46], &[]);
        // 26 gets the secret room. 24 has one neighbour and needs a coin; 37 has two.
        let mut expected = plan.clone();
        let accepted = Neighbourhood::rooms_of(&expected).accepted(&rules.secret, &expected, 0);
        let mut list = at_once(accepted | extras_of(rules, &expected), 26).to_vec();
        add_secret(&rules.secret, 1, 26, &mut expected, &mut ());
        list.extend(at_once(extras_of(rules, &expected), 24));
        list.push(2);
        add_extra("F25", 24, &mut expected, &mut ());
        list.extend(at_once(extras_of(rules, &expected), 37));
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
