//! The ordinary rooms, which are picked last (L3, W50).

use basement_model::{DoorSlots, PlacingFailure, RoomKind, RoomPlacing};
use basement_rooms::{Query, RoomType};

use super::cells::{CellIndex, STEPS, moved};
use super::layout::{GrownRoom, Layout};
use super::ordinary_pool::start_room;
use super::special::{Picked, RoomPlacer, note_picked};
use super::stop::{Stop, missing};
use crate::draws::Draws;
use crate::trace::{Decision, Trace};

impl<D: Draws> RoomPlacer<'_, '_, D> {
    /// L3, W50: the start room, the other ordinary rooms in order of their creation, then the dead
    /// ends that are left. Each of them except the start room is picked with all the doors that it
    /// needs. If there is no such room, the placing phase fails.
    pub(super) fn place_ordinary_rooms<T: Trace>(
        &mut self,
        ordinary: u128,
        ultra_secret: Option<CellIndex>,
        trace: &mut T,
    ) -> Result<(), Stop> {
        self.place_start_room(trace)?;
        let mut left = ordinary & !1;
        while left != 0 {
            self.place_ordinary_room(left.trailing_zeros() as u8, ultra_secret, trace)?;
            left &= left - 1;
        }
        for place in 0..self.dead_ends.len() {
            self.place_ordinary_room(self.dead_ends[place], ultra_secret, trace)?;
        }
        Ok(())
    }

    /// W50, W53: the start room is the first of its variant, and makes no draw.
    fn place_start_room<T: Trace>(&mut self, trace: &mut T) -> Result<(), Stop> {
        let (file, variant) = start_room(self.request.level, self.ordinary_rooms.file);
        let picked = self.catalogue.first_normal(file, variant).ok_or_else(|| {
            let variants = (variant, variant);
            missing(&Query { variants, ..Query::new(file, RoomType::Normal) })
        })?;
        self.settle(0, RoomKind::Start, picked, trace);
        Ok(())
    }

    /// L3, W50: an ordinary room.
    fn place_ordinary_room<T: Trace>(
        &mut self,
        index: u8,
        ultra_secret: Option<CellIndex>,
        trace: &mut T,
    ) -> Result<(), Stop> {
        let kind = RoomKind::Normal;
        let query = self.ordinary_query(index, ultra_secret);
        let floats = D::pick_floats(self.level.seed());
        let picked = self.weights.choose(&query, floats);
        note_picked("W50", kind, picked, trace);
        let picked = picked.ok_or(Stop::Failed(kind, PlacingFailure::NoDoors))?;
        self.settle(index, kind, picked, trace);
        Ok(())
    }

    /// L4, W50, W71: the query for an ordinary room. In editions that sometimes lower the least
    /// difficulty, the state of the level stream decides.
    fn ordinary_query(&mut self, index: u8, ultra_secret: Option<CellIndex>) -> Query {
        let rooms = self.ordinary_rooms;
        let is_lowered =
            rooms.lowered_one_in > 0 && self.level.is_state_divided_by(rooms.lowered_one_in);
        let room = &self.layout.rooms[usize::from(index)];
        let doors = needed_doors(self.layout, room, ultra_secret);
        Query { doors, ..rooms.query(self.rules, self.request, room.shape, is_lowered) }
    }

    /// W3, W50: places a room after the hidden ones. No later rule reads the list of placed rooms,
    /// so the room is not added.
    fn settle<T: Trace>(
        &mut self,
        index: u8,
        kind: RoomKind,
        (interior, chosen): Picked<'_>,
        trace: &mut T,
    ) {
        let placing_seed = self.level.state();
        let placing = RoomPlacing { order: self.placed_count, seeds: D::room_seeds(placing_seed) };
        self.placed_count = self.placed_count.wrapping_add(1);
        let room = &mut self.layout.rooms[usize::from(index)];
        room.kind = kind;
        room.interior = Some(interior);
        room.slots = chosen.doors;
        room.placing = Some(placing);
        let shape = room.shape;
        trace.note("W50", || Decision::Assigned { kind, room: index, shape });
    }
}

/// L3, W50, W69: the doors that an ordinary room needs: every slot of its shape that leads to a room, or
/// to an empty cell beside the ultra secret room.
pub(super) fn needed_doors(
    layout: &Layout<'_>,
    room: &GrownRoom,
    ultra_secret: Option<CellIndex>,
) -> DoorSlots {
    let outline = layout.tables.outlines.get(room.shape);
    let beside_ultra_secret = |cell: CellIndex| {
        let is_beside = |ultra: CellIndex| STEPS.into_iter().any(|by| moved(ultra, by) == cell);
        ultra_secret.is_some_and(is_beside)
    };
    let mut doors = 0;
    for (offset, slot) in &outline.exits {
        let target = moved(room.anchor, *offset);
        let is_needed = layout.board.is_occupied(target) || beside_ultra_secret(target);
        doors |= u8::from(is_needed) << slot.number();
    }
    DoorSlots::from_bits(doors)
}

#[cfg(test)]
mod tests {
    use crate::rebirth::editions::{AFTERBIRTH_PLUS, REPENTANCE};
    use crate::rebirth::rules::RebirthRules;
    use crate::rebirth::special::drafts::with_cross;
    use basement_model::Request;

    #[test]
    fn w71_picks_in_the_void_reach_difficulty_20_and_some_states_lower_the_least_to_1() {
        let query = |rules: &RebirthRules, stage: u8, level: u32| {
            let request = Request::level(stage).without_curse();
            let (query, _, drawn) =
                with_cross(rules, &request, &[level], |f| f.ordinary_query(1, None));
            assert_eq!(drawn, 0);
            (query.difficulties, query.subtype)
        };
        assert_eq!(query(&REPENTANCE, 12, 1), ((5, 20), Some(0)));
        assert_eq!(query(&REPENTANCE, 12, 16), ((1, 20), Some(0)));
        assert_eq!(query(&REPENTANCE, 2, 15), ((5, 10), Some(0)));
        assert_eq!(query(&REPENTANCE, 2, 24), ((1, 10), Some(0)));
        assert_eq!(query(&AFTERBIRTH_PLUS, 12, 16), ((5, 15), None));
        assert_eq!(query(&AFTERBIRTH_PLUS, 2, 24), ((5, 10), None));
    }
}
