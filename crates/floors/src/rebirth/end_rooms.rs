//! The special rooms of Flash (F10, F11), which can replace Rebirth's: 1x1 rooms in random dead
//! ends.

use basement_model::{PlacingFailure, RoomKind, Shape};
use basement_rooms::{CatalogueRoom, Query, RoomType};

use super::guaranteed::{has_shop, treasure_rooms};
use super::odds::Optional;
use super::special::{RoomPlacer, with_subtype};
use super::stage::is_last_floor;
use super::stop::Stop;
use crate::draws::Draws;
use crate::trace::{Decision, Trace};

/// F14: limits a query to rooms of one cell with a door on every side.
pub(super) fn single(query: Query) -> Query {
    Query { shape: Some(Shape::Single), doors: Shape::Single.slots(), ..query }
}

impl<D: Draws> RoomPlacer<'_, '_, D> {
    /// F10, F11: the shop and the treasure rooms, then the optional rooms while dead ends are left.
    /// Each takes a random dead end. R36: the last floors have none of these rooms. Returns the
    /// secret seed.
    pub(super) fn place_in_end_rooms<T: Trace>(&mut self, trace: &mut T) -> Result<D::Seed, Stop> {
        let (rules, request) = (self.rules, self.request);
        let is_last = is_last_floor(request.level);
        let shops = u32::from(has_shop(rules, request));
        let treasures = treasure_rooms(rules, request, self.curse);
        let shop = with_subtype(RoomType::Shop, self.run.shop_level());
        let treasure = with_subtype(RoomType::Treasure, 0);
        for (kind, query, count) in
            [(RoomKind::Shop, shop, shops), (RoomKind::Treasure, treasure, treasures)]
        {
            for _ in 0..if is_last { 0 } else { count } {
                if self.dead_ends.is_empty() {
                    trace.note("F10", || Decision::NoPlace { kind });
                    return Err(Stop::Failed(kind, PlacingFailure::NoDeadEnd));
                }
                self.place_in_random_end_room("F10", kind, query, trace)?;
            }
        }
        for (optional, kind, room_type) in Optional::IN_END_ROOMS {
            if self.dead_ends.is_empty() || !self.odds().has(optional) {
                continue;
            }
            let hit = self.odds().is_placed(optional, kind, self.level);
            trace.note("F11", || Decision::Chance { kind, hit });
            if hit {
                self.place_in_random_end_room("F11", kind, Query::special(room_type), trace)?;
            }
        }
        Ok(self.level.seed())
    }

    /// F10: picks a room, and places it in a random dead end.
    fn place_in_random_end_room<T: Trace>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        query: Query,
        trace: &mut T,
    ) -> Result<(), Stop> {
        let seed = self.level.seed();
        let picked = self.pick_certain(rule, kind, &single(query), seed, trace)?;
        let place = self.level.below(self.dead_ends.len() as u32) as usize;
        let room = self.take_as_single(place, picked.1);
        self.place(rule, kind, room, picked, trace);
        Ok(())
    }

    /// F8, F10: removes the dead end at a place in the list and makes it a 1x1.
    pub(super) fn take_as_single(&mut self, place: usize, room: &CatalogueRoom) -> u8 {
        let dead_end = self.dead_ends.remove(place);
        self.layout.make_single(dead_end, room.doors);
        dead_end
    }
}
