//! How a dead end takes the outline and the doors of a room (R20, W19).

use basement_model::{RoomKind, Shape};
use basement_rooms::CatalogueRoom;

use super::board::NO_ROOM;
use super::cells::{CellIndex, grid_cell, moved};
use super::special::RoomPlacer;
use crate::draws::Draws;
use crate::trace::{Decision, Trace};

impl<D: Draws> RoomPlacer<'_, '_, D> {
    /// R20, W19: gives a dead end the outline and the doors of a chosen room. Returns whether one
    /// of the fourteen variants of its way in was suitable.
    pub(super) fn reshape<T: Trace>(
        &mut self,
        dead_end: u8,
        chosen: &CatalogueRoom,
        trace: &mut T,
    ) -> bool {
        let tables = self.layout.tables;
        let room = self.layout.rooms[usize::from(dead_end)];
        let blocked = self.layout.board.taken_around(room.entry, &tables.outside) & !room.block;
        let mut variants = tables.enterable(room.direction, chosen.shape, chosen.doors, blocked);
        let variant = variants.find(|variant| {
            self.meets_one_slot(dead_end, moved(room.entry, variant.anchor), chosen)
        });
        let reshaped = &mut self.layout.rooms[usize::from(dead_end)];
        let Some(variant) = variant else { return false };
        reshaped.slots = chosen.doors;
        let anchor = moved(room.entry, variant.anchor);
        if (anchor, chosen.shape) != (room.anchor, room.shape) {
            (reshaped.anchor, reshaped.shape, reshaped.block) =
                (anchor, chosen.shape, variant.block);
            let board = &mut self.layout.board;
            board.lift(room.anchor, tables.outlines.get(room.shape));
            board.put(dead_end, anchor, tables.outlines.get(chosen.shape));
            trace.note("W19", || Decision::Reshaped {
                room: dead_end,
                anchor: grid_cell(anchor),
                shape: chosen.shape,
            });
        }
        true
    }

    /// R20, W19, W80: whether the chosen room, put at `anchor` instead of a dead end, would have a
    /// door in every slot of its shape that leads to another room, and at most one such slot. Slots
    /// that lead to secret rooms do not count for this limit.
    fn meets_one_slot(&self, dead_end: u8, anchor: CellIndex, chosen: &CatalogueRoom) -> bool {
        let board = &self.layout.board;
        let room = &self.layout.rooms[usize::from(dead_end)];
        // If only the parent is beside the entry cell, the sides of a 1x1 room need no test: its
        // door to the parent is known. Without this case the special rooms take 6 % longer.
        let is_alone = board.count_neighbours_outside(room.entry, room.block) == 1
            && board.room_at(room.parent_cell()) != NO_ROOM;
        if is_alone && chosen.shape == Shape::Single {
            return true;
        }
        let mut met = 0;
        self.layout.tables.outlines.get(chosen.shape).exits.iter().all(|(offset, slot)| {
            let neighbour = board.room_at(moved(anchor, *offset));
            if neighbour == NO_ROOM || neighbour == dead_end {
                return true;
            }
            if !chosen.doors.contains(*slot) {
                return false;
            }
            let kind = self.layout.rooms[usize::from(neighbour)].kind;
            met += u32::from(kind != RoomKind::Secret);
            met <= 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rebirth::candidates::Candidate;
    use crate::rebirth::cells::{CENTRE, index_of};
    use crate::rebirth::editions::REPENTANCE;
    use crate::rebirth::special::drafts::{MISS, with_cross};
    use basement_model::{Cell, Direction, DoorSlot, DoorSlots, Request};
    use basement_rooms::RoomType;

    fn room(room_type: RoomType, shape: Shape, doors: DoorSlots) -> CatalogueRoom {
        CatalogueRoom { doors, ..CatalogueRoom::new(Some(0), room_type, shape) }
    }

    #[test]
    fn r20_w19_a_dead_end_takes_a_shape_whose_door_leads_back() {
        let request = Request::level(1).without_curse();
        let takes = |shape: Shape, doors: DoorSlots| {
            let room = room(RoomType::Boss, shape, doors);
            with_cross(&REPENTANCE, &request, &[MISS], |f| {
                // The first dead end was entered to the left.
                (f.reshape(3, &room, &mut ()), f.layout.rooms[3].anchor)
            })
            .0
        };
        let all = Shape::Square.slots();
        let left_end = index_of(Cell::new(3, 6));
        // The anchor is one cell further left, so the entry cell is the top right one. RIGHT0 leads
        // to the parent there, and the game's table asks for RIGHT1, so both are needed.
        assert_eq!(takes(Shape::Square, all), (true, moved(left_end, -1)));
        for slot in [DoorSlot::Right0, DoorSlot::Right1] {
            let without = DoorSlots::from_bits(all.bits() & !(1 << slot as u8));
            assert!(!takes(Shape::Square, without).0, "{slot:?}");
        }
        // Without any door to the right nothing fits.
        let left_only = DoorSlots::NONE.with(DoorSlot::Left0);
        assert!(!takes(Shape::Single, left_only).0);
        // A vertical corridor cannot be entered from the side.
        assert!(!takes(Shape::NarrowVertical, Shape::NarrowVertical.slots()).0);
        assert!(takes(Shape::NarrowHorizontal, Shape::NarrowHorizontal.slots()).0);
    }

    #[test]
    fn r20_w19_a_room_that_would_meet_a_second_neighbour_is_refused() {
        let request = Request::level(1).without_curse();
        let square = room(RoomType::Boss, Shape::Square, Shape::Square.slots());
        let meets = |x: u8, y: u8, kind: RoomKind| {
            with_cross(&REPENTANCE, &request, &[MISS], |f| {
                let entry = index_of(Cell::new(x, y));
                let other = Candidate {
                    anchor: entry,
                    shape: Shape::Single,
                    entry,
                    direction: Direction::Left,
                    block: CENTRE,
                };
                let other = f.layout.add_room(&other, 1);
                f.layout.rooms[usize::from(other)].kind = kind;
                f.reshape(3, &square, &mut ())
            })
            .0
        };
        // With a room beside one anchor, the 2x2 room still fits at the other.
        assert!(meets(2, 8, RoomKind::Normal));
        // With a room left of both, it fits at neither, unless that neighbour is a secret room.
        assert!(!meets(1, 6, RoomKind::Normal));
        assert!(!meets(1, 6, RoomKind::SuperSecret));
        assert!(meets(1, 6, RoomKind::Secret));
    }

    #[test]
    fn r20_w19_a_dead_end_without_a_fitting_place_stays_unchanged() {
        let request = Request::level(1).without_curse();
        let narrow = room(RoomType::Boss, Shape::NarrowVertical, Shape::NarrowVertical.slots());
        let ((), kinds, _) = with_cross(&REPENTANCE, &request, &[MISS], |f| {
            assert!(!f.reshape(3, &narrow, &mut ()));
            assert_eq!(f.layout.board.room_at(index_of(Cell::new(3, 6))), 3);
            assert_eq!(f.layout.rooms[3].slots, Shape::Single.slots());
        });
        assert!(kinds.iter().all(|(_, shape)| *shape == Shape::Single));
    }
}
