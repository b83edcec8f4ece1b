//! The boss rooms ([F8](basement_model::rules#f8), [F15](basement_model::rules#f15)), and where
//! they must not be ([F7](basement_model::rules#f7), [F22](basement_model::rules#f22)).

use basement_model::RoomKind;

use super::FloorSetting;
use super::board::{Cell, FloorPlan, MOVES, START, is_on_board, neighbours};
use crate::Rejected;

/// [F8](basement_model::rules#f8), [F7](basement_model::rules#f7),
/// [F22](basement_model::rules#f22): the last end room of the list is the boss room. Growth is
/// breadth-first, so it is usually among the farthest. An attempt whose boss room is beside the start is
/// thrown away.
pub fn place_boss(plan: &mut FloorPlan) -> Result<Cell, Rejected> {
    let boss = plan.free_end_rooms.pop().ok_or(Rejected)?;
    plan.set_kind(boss, RoomKind::Boss);
    if neighbours(START).contains(&boss) { Err(Rejected) } else { Ok(boss) }
}

/// [F15](basement_model::rules#f15), [F22](basement_model::rules#f22): a Labyrinth floor has a
/// second boss room on a new cell beside the first. The cell must be empty and on the board, with
/// the boss as its only neighbour. Of the four sides, in the order of the moves, the last that
/// qualifies is taken; the shipped program does not try the one below. If none qualifies, the
/// attempt ends. The room is not counted among the wanted rooms.
pub fn place_second_boss(
    setting: &FloorSetting<'_>,
    plan: &mut FloorPlan,
    boss: Cell,
) -> Result<(), Rejected> {
    let below = 10;
    let mut second = None;
    for step in MOVES {
        let is_tried = step != below || setting.rules.labyrinth.boss_below;
        let cell = boss + step;
        let qualifies =
            is_on_board(cell) && !plan.is_occupied(cell) && plan.occupied_neighbours(cell) == 1;
        if is_tried && qualifies {
            second = Some(cell);
        }
    }
    plan.add_beside(second.ok_or(Rejected)?, RoomKind::Boss, false);
    Ok(())
}
