//! The boss rooms (F8, F15), and where they must not be (F7, F22).

use basement_model::RoomKind;

use super::added_rooms::note_placed;
use super::board::{GRID, Plan, bit, moved};
use super::cell::{CellNumber, MOVES};
use super::growth::touches_start;
use super::rules::Labyrinth;
use super::special::note;
use crate::trace::Trace;

/// F8, F7, F22: makes the last end room the boss room, and returns its cell. An error is the reason
/// why the attempt is rejected.
pub(super) fn place_boss<T: Trace>(
    plan: &mut Plan,
    trace: &mut T,
) -> Result<CellNumber, &'static str> {
    let boss = plan.end_rooms.pop().ok_or("there is no end room")?;
    if touches_start(plan.cell(boss)) {
        return Err("the boss room touches the start room");
    }
    plan.reserve(boss, RoomKind::Boss);
    note(trace, "F8", RoomKind::Boss, boss);
    Ok(plan.cell(boss))
}

/// F15, F22: adds the second boss room of a Labyrinth floor beside the first. An error is the reason
/// why the attempt is rejected.
pub(super) fn place_second_boss<T: Trace>(
    rules: &Labyrinth,
    plan: &mut Plan,
    boss: CellNumber,
    trace: &mut T,
) -> Result<(), &'static str> {
    let cell = second_boss_cell(rules, plan, boss).ok_or("the second boss room has no place")?;
    let second = plan.add_beside(cell, RoomKind::Boss);
    plan.reserve(second, RoomKind::Boss);
    note(trace, "F15", RoomKind::Boss, second);
    note_placed("F15", second, "it is the second boss room", plan, trace);
    Ok(())
}

/// F15, F22: the cell of a Labyrinth's second boss room. It is the last empty neighbour of
/// the boss room that has one occupied neighbour.
fn second_boss_cell(rules: &Labyrinth, plan: &Plan, boss: CellNumber) -> Option<CellNumber> {
    MOVES
        .into_iter()
        .filter(|by| rules.boss_below || *by != 10)
        .filter_map(|by| moved(boss, by))
        .rfind(|cell| bit(*cell) & GRID & !plan.occupied != 0 && plan.neighbours(*cell) == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flash::rules::{ARTICLE, WRATH_OF_THE_LAMB};

    fn plan(rooms: &[CellNumber]) -> Plan {
        let mut plan = Plan::new();
        for cell in rooms {
            plan.add(*cell, RoomKind::Normal, 1);
        }
        plan
    }

    #[test]
    fn f15_the_second_boss_room_is_the_last_neighbour_that_passes() {
        // The boss on 37, entered from 36; 38, 47 and 27 are free.
        let rooms = plan(&[36, 37]);
        assert_eq!(second_boss_cell(&ARTICLE.labyrinth, &rooms, 37), Some(27));
        // 27 also touches 26, 47 also touches 46: only 38 is left.
        let rooms = plan(&[36, 37, 26, 46]);
        assert_eq!(second_boss_cell(&ARTICLE.labyrinth, &rooms, 37), Some(38));
        // At the right edge there is none.
        let rooms = plan(&[38, 39, 28, 48]);
        assert_eq!(second_boss_cell(&ARTICLE.labyrinth, &rooms, 39), None);
    }

    #[test]
    fn f22_the_shipped_game_does_not_try_the_cell_below() {
        let rooms = plan(&[36, 37, 26, 28]);
        assert_eq!(second_boss_cell(&ARTICLE.labyrinth, &rooms, 37), Some(47));
        assert_eq!(second_boss_cell(&WRATH_OF_THE_LAMB.labyrinth, &rooms, 37), None);
    }
}
