//! How a dead end takes the outline and the doors of a room (R20).

use basement_model::{RoomKind, Shape};
use basement_rooms::CatalogueRoom;

use super::board::{NO_ROOM, Place, moved};
use super::special::Furnishing;

impl<D> Furnishing<'_, '_, D> {
    /// R20: gives a dead end the outline and doors of a room, if one of the
    /// fourteen anchors takes it.
    pub(super) fn reshape(&mut self, dead_end: u8, wanted: &CatalogueRoom) -> bool {
        let tables = self.layout.tables;
        let room = self.layout.rooms[usize::from(dead_end)];
        let blocked = self.layout.board.blocked_around(room.entry) & !room.block;
        let variant =
            tables.entered(room.direction, wanted.shape, wanted.doors, blocked).find(|variant| {
                self.meets_one_neighbour(dead_end, moved(room.entry, variant.anchor), wanted)
            });
        let reshaped = &mut self.layout.rooms[usize::from(dead_end)];
        let Some(variant) = variant else { return false };
        reshaped.slots = wanted.doors;
        let anchor = moved(room.entry, variant.anchor);
        if (anchor, wanted.shape) != (room.anchor, room.shape) {
            (reshaped.anchor, reshaped.shape, reshaped.block) =
                (anchor, wanted.shape, variant.block);
            let board = &mut self.layout.board;
            board.lift(room.anchor, tables.outlines.of(room.shape));
            board.put(dead_end, anchor, tables.outlines.of(wanted.shape));
        }
        true
    }

    /// R20: whether a room at `anchor`, in the place of a dead end, would have a door
    /// wherever it meets a neighbour, and one neighbour at most, hidden rooms not counted.
    fn meets_one_neighbour(&self, dead_end: u8, anchor: Place, wanted: &CatalogueRoom) -> bool {
        let board = &self.layout.board;
        let room = &self.layout.rooms[usize::from(dead_end)];
        let is_alone = board.neighbours_but(room.entry, room.block) == 1
            && board.room_at(room.back()) != NO_ROOM;
        if is_alone && wanted.shape == Shape::Single {
            return true;
        }
        let outline = self.layout.tables.outlines.of(wanted.shape.widened());
        let mut only = NO_ROOM;
        outline.slot_set.iter().all(|slot| {
            let target = moved(anchor, outline.slots[slot.number()]);
            let neighbour = board.room_at(target);
            if neighbour == NO_ROOM || neighbour == dead_end {
                return true;
            }
            if !wanted.doors.contains(slot) {
                return false;
            }
            let kind = self.layout.rooms[usize::from(neighbour)].kind;
            if matches!(kind, RoomKind::Secret | RoomKind::SuperSecret) {
                return true;
            }
            let is_only = only == NO_ROOM || only == neighbour;
            only = neighbour;
            is_only
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rebirth::board::{CENTRE, place};
    use crate::rebirth::candidates::Candidate;
    use crate::rebirth::rules::REPENTANCE;
    use crate::rebirth::special::drafts::{MISS, with_cross};
    use basement_model::{Cell, Direction, DoorSlot, DoorSlots, Request};
    use basement_rooms::RoomType;

    fn room(room_type: RoomType, shape: Shape, doors: DoorSlots) -> CatalogueRoom {
        CatalogueRoom {
            stage: Some(0),
            room_type,
            variant: 0,
            subtype: 0,
            difficulty: 1,
            weight: 1.0,
            shape,
            doors,
        }
    }

    #[test]
    fn r20_a_dead_end_takes_a_shape_whose_door_leads_back() {
        let request = Request::level(1).without_curse();
        let takes = |shape: Shape, doors: DoorSlots| {
            let room = room(RoomType::Boss, shape, doors);
            with_cross(&REPENTANCE, &request, &[MISS], |f| {
                // The first dead end was entered to the left.
                (f.reshape(3, &room), f.layout.rooms[3].anchor)
            })
            .0
        };
        let all = Shape::Square.slots();
        let left_end = place(Cell::new(3, 6));
        // a = one further left; the entry cell is the top right one.
        assert_eq!(takes(Shape::Square, all), (true, moved(left_end, -1)));
        // Without the door at RIGHT0 only the variant moved aside fits: the entry
        // is then the bottom right cell, behind RIGHT1.
        let no_right0 = DoorSlots::from_bits(all.bits() & !(1 << DoorSlot::Right0 as u8));
        assert_eq!(takes(Shape::Square, no_right0), (true, moved(left_end, -1 - 16)));
        // Without any door to the right nothing does.
        let left_only = DoorSlots::NONE.with(DoorSlot::Left0);
        assert!(!takes(Shape::Single, left_only).0);
        // A vertical corridor cannot be entered from the side.
        assert!(!takes(Shape::NarrowVertical, Shape::NarrowVertical.slots()).0);
        assert!(takes(Shape::NarrowHorizontal, Shape::NarrowHorizontal.slots()).0);
    }

    #[test]
    fn r20_a_room_that_would_meet_a_second_neighbour_is_refused() {
        let request = Request::level(1).without_curse();
        let square = room(RoomType::Boss, Shape::Square, Shape::Square.slots());
        let meets = |x: u8, y: u8, kind: RoomKind| {
            with_cross(&REPENTANCE, &request, &[MISS], |f| {
                let entry = place(Cell::new(x, y));
                let other = Candidate {
                    anchor: entry,
                    shape: Shape::Single,
                    entry,
                    direction: Direction::Left,
                    block: CENTRE,
                };
                let other = f.layout.place(&other, 1);
                f.layout.rooms[usize::from(other)].kind = kind;
                f.reshape(3, &square)
            })
            .0
        };
        // Beside the one anchor, the 2x2 room still finds the other.
        assert!(meets(2, 8, RoomKind::Normal));
        // Left of both, it finds none, unless that neighbour is hidden.
        assert!(!meets(1, 6, RoomKind::Normal));
        assert!(meets(1, 6, RoomKind::SuperSecret));
    }

    #[test]
    fn r20_what_fits_nowhere_stays_as_it_was() {
        let request = Request::level(1).without_curse();
        let narrow = room(RoomType::Boss, Shape::NarrowVertical, Shape::NarrowVertical.slots());
        let ((), kinds, _) = with_cross(&REPENTANCE, &request, &[MISS], |f| {
            assert!(!f.reshape(3, &narrow));
            assert_eq!(f.layout.board.room_at(place(Cell::new(3, 6))), 3);
            assert_eq!(f.layout.rooms[3].slots, Shape::Single.slots());
        });
        assert!(kinds.iter().all(|(_, shape)| *shape == Shape::Single));
    }
}
