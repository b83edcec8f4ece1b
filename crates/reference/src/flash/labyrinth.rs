//! What a Labyrinth floor does in addition: it trims its end rooms
//! ([F16](basement_model::rules#f16)) and adds rooms ([F17](basement_model::rules#f17)).

use basement_model::RoomKind;

use super::FloorSetting;
use super::board::{Cell, FloorPlan, all_cells};
use super::drawn_cells::{draw_one_of, is_clean, is_looked_at};
use crate::Rejected;
use crate::stream::Stream;

/// [F16](basement_model::rules#f16): a Labyrinth floor keeps the last 6 of the end rooms that boss
/// and super secret room leave. The others become ordinary rooms.
pub fn keep_last_end_rooms(setting: &FloorSetting<'_>, plan: &mut FloorPlan) {
    let kept = setting.rules.labyrinth.end_rooms as usize;
    while plan.free_end_rooms.len() > kept {
        plan.free_end_rooms.remove(0);
    }
}

/// [F17](basement_model::rules#f17): rooms are added by a search like the secret room's. It stops
/// at one more room than wanted, or after 3000 draws.
pub fn add_rooms(setting: &FloorSetting<'_>, plan: &mut FloorPlan, stream: &mut Stream) {
    let mut draw = 0;
    while !has_enough_added(setting, plan) {
        let cells = cells_for_added_rooms(setting, plan);
        let last = setting.rules.labyrinth.extra_draws;
        let Some((number, cell)) = draw_one_of(setting, &cells, draw, last, stream) else { return };
        draw = number;
        try_to_add_room(setting, plan, cell, stream);
    }
}

/// [F17](basement_model::rules#f17), [F23](basement_model::rules#f23): the empty cells that could
/// get an added room.
#[must_use]
pub fn cells_for_added_rooms(setting: &FloorSetting<'_>, plan: &FloorPlan) -> Vec<Cell> {
    let could_stand = |cell: &Cell| {
        is_looked_at(setting, *cell)
            && !plan.is_occupied(*cell)
            && is_clean(plan, *cell)
            && plan.occupied_neighbours(*cell) > 0
    };
    all_cells().filter(could_stand).collect()
}

/// [F17](basement_model::rules#f17): whether the floor has one more room than wanted.
#[must_use]
pub fn has_enough_added(setting: &FloorSetting<'_>, plan: &FloorPlan) -> bool {
    let above = f64::from(setting.rules.labyrinth.extra_above);
    f64::from(plan.counted()) >= setting.target + above
}

/// [F17](basement_model::rules#f17): a drawn cell that could get an added room becomes an ordinary
/// room if it has two neighbours or more; with one neighbour a coin decides.
pub fn try_to_add_room(
    setting: &FloorSetting<'_>,
    plan: &mut FloorPlan,
    cell: Cell,
    stream: &mut Stream,
) {
    let is_added = plan.occupied_neighbours(cell) > 1
        || stream.one_in(setting.rules.labyrinth.one_neighbour_one_in);
    if is_added {
        plan.add_beside(cell, RoomKind::Normal, true);
    }
}

/// [F17](basement_model::rules#f17), [F22](basement_model::rules#f22): the rooms are counted after
/// some have been added: there must be at least the wanted number.
pub fn check_rooms(setting: &FloorSetting<'_>, plan: &FloorPlan) -> Result<(), Rejected> {
    if f64::from(plan.counted()) < setting.target { Err(Rejected) } else { Ok(()) }
}
