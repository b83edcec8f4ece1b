//! The normal rooms: which shapes their pool has (R9), how difficult they are (L4), and their
//! choice, which comes last (L3).

use basement_model::{Curse, Difficulty, DoorSlots, Request, RoomKind, Shape};
use basement_rooms::{Catalogue, CatalogueRoom, Query, RoomType, stage_file};

use super::board::OpenSides;
use super::outline::ShapeSet;
use super::rules::Difficulties;
use super::special::{Rejected, RoomPlacer};
use super::stage::{CHEST, SHEOL, VOID, is_second_of_chapter};
use crate::draws::Draws;
use crate::trace::{Decision, Trace};

/// R9: the range of difficulties where the pool has too few rooms.
const WIDENED: (u8, u8) = (1, 15);

/// The normal rooms that a floor chooses from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NormalRooms {
    /// L1: the number of their file.
    stage: u8,
    /// L4: their least and their greatest difficulty.
    difficulties: (u8, u8),
    /// L4: n, where a choice lowers the least difficulty to 1 at a chance of 1/n; 0 for never.
    lowered_one_in: u32,
    /// R9: the shapes that they have.
    pub(super) shapes: ShapeSet,
}

impl NormalRooms {
    /// R9, L4: the normal rooms of a request under a curse.
    pub(super) fn new(
        catalogue: &Catalogue,
        rules: &Difficulties,
        request: &Request,
        curse: Option<Curse>,
    ) -> Self {
        let stage = stage_file(request.level, request.stage_type).map_or(0, |file| file.number);
        let mut difficulties = difficulties(rules, request, curse);
        if catalogue.count_normal_rooms(stage, difficulties) < rules.enough_rooms {
            difficulties = WIDENED;
        }
        let has_room = catalogue.normal_room_shapes(stage, difficulties);
        let shapes = ShapeSet::from_fn(|shape| has_room[shape as usize - 1]);
        Self { stage, difficulties, lowered_one_in: rules.lowered_one_in, shapes }
    }
}

/// L4: the least and the greatest difficulty of a floor's normal rooms.
fn difficulties(rules: &Difficulties, request: &Request, curse: Option<Curse>) -> (u8, u8) {
    let is_hard = request.difficulty == Difficulty::Hard;
    let stage = request.level;
    let counts_as_both =
        rules.counts_as_both && (curse == Some(Curse::Labyrinth) || matches!(stage, SHEOL | CHEST));
    let (least, most) = match (stage, is_hard) {
        (VOID, false) => (rules.void_least, rules.void_most),
        (VOID, true) => (rules.hard_void_least, rules.hard_void_most),
        (_, false) if counts_as_both => (rules.both_least, rules.both_most),
        (_, true) if counts_as_both => (rules.hard_both_least, rules.hard_both_most),
        (stage, false) if is_second_of_chapter(stage) => (rules.second_least, rules.second_most),
        (stage, true) if is_second_of_chapter(stage) => {
            (rules.hard_second_least, rules.hard_second_most)
        }
        (_, false) => (rules.first_least, rules.first_most),
        (_, true) => (rules.hard_first_least, rules.hard_first_most),
    };
    (least as u8, most as u8)
}

impl<'a, D: Draws> RoomPlacer<'_, 'a, D> {
    /// L3: chooses the normal rooms in the order of their placement, each with all the doors that
    /// it needs. Without a match the attempt fails.
    ///
    /// A chosen room keeps every slot that meets a slot of another room. So what the later rooms
    /// need does not depend on the rooms chosen before, and `open_sides` holds for all of them.
    pub(super) fn choose_normal_rooms<T: Trace>(
        &mut self,
        open_sides: &OpenSides,
        trace: &mut T,
    ) -> Result<(), Rejected> {
        let outlines = &self.layout.tables.outlines;
        for index in 0..self.layout.rooms.len() {
            let room = self.layout.rooms[index];
            if room.kind == RoomKind::Normal {
                let doors = open_sides.slots_met(room.anchor, outlines.get(room.shape), room.slots);
                let (interior, room) = self
                    .choose_normal_room(room.shape, doors)
                    .ok_or("no normal room has the doors that are needed")?;
                let (kind, shape) = (RoomKind::Normal, room.shape);
                trace.note("L3", || Decision::Chosen { kind, interior, shape });
                let chosen = &mut self.layout.rooms[index];
                chosen.interior = Some(interior);
                chosen.slots = room.doors;
            }
        }
        Ok(())
    }

    /// L2, L4: a normal room with these doors. The choice takes three draws; a further one comes
    /// first where the range can be lowered.
    fn choose_normal_room(
        &mut self,
        shape: Shape,
        doors: DoorSlots,
    ) -> Option<(u16, &'a CatalogueRoom)> {
        let NormalRooms { stage, mut difficulties, lowered_one_in, .. } = self.normal_rooms;
        if lowered_one_in > 0 && self.level.one_in(lowered_one_in) {
            difficulties.0 = 1;
        }
        let query = Query {
            shape: Some(shape),
            difficulties,
            doors,
            ..Query::new(stage, RoomType::Normal)
        };
        let floats = self.level.choice_floats();
        self.weights.choose(&query, floats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rebirth::editions::{AFTERBIRTH_PLUS, REPENTANCE};
    use crate::rebirth::rules::Rules;
    use basement_rooms::{FileRoom, Interior, RoomFile};

    fn ranges(rules: &Rules, stage: u8, curse: Option<Curse>) -> [(u8, u8); 2] {
        [Difficulty::Normal, Difficulty::Hard].map(|difficulty| {
            let request = Request { difficulty, ..Request::level(stage) };
            difficulties(&rules.difficulty, &request, curse)
        })
    }

    #[test]
    fn l4_repentance_has_wider_ranges_and_counts_long_floors_as_both() {
        let labyrinth = Some(Curse::Labyrinth);
        for stage in [1, 3, 5, 7] {
            assert_eq!(ranges(&REPENTANCE, stage, None), [(1, 5), (5, 10)]);
            assert_eq!(ranges(&REPENTANCE, stage, labyrinth), [(1, 10), (5, 15)]);
            assert_eq!(ranges(&REPENTANCE, stage + 1, None), [(5, 10), (10, 15)]);
        }
        for stage in [10, 11] {
            assert_eq!(ranges(&REPENTANCE, stage, None), [(1, 10), (5, 15)]);
        }
        assert_eq!(ranges(&REPENTANCE, 12, None), [(5, 10), (5, 15)]);
        assert_eq!(ranges(&REPENTANCE, 12, labyrinth), [(5, 10), (5, 15)]);
    }

    #[test]
    fn l4_afterbirth_plus_counts_a_labyrinth_by_its_stage_and_late_chapters_as_first() {
        for curse in [None, Some(Curse::Labyrinth)] {
            for stage in [1, 3, 5, 7, 10, 11] {
                assert_eq!(ranges(&AFTERBIRTH_PLUS, stage, curse), [(1, 5), (5, 5)]);
            }
            for stage in [2, 4, 6, 8] {
                assert_eq!(ranges(&AFTERBIRTH_PLUS, stage, curse), [(5, 10), (10, 15)]);
            }
            assert_eq!(ranges(&AFTERBIRTH_PLUS, 12, curse), [(5, 15), (5, 15)]);
        }
    }

    /// A catalogue of normal rooms of the Basement: shape, difficulty, and how many.
    fn catalogue(rooms: &[(Shape, u8, usize)]) -> Catalogue {
        let rooms = rooms.iter().flat_map(|(shape, difficulty, count)| {
            let room = CatalogueRoom {
                stage: Some(1),
                room_type: RoomType::Normal,
                variant: 0,
                subtype: 0,
                difficulty: *difficulty,
                weight: 1.0,
                shape: *shape,
                doors: shape.slots(),
            };
            std::iter::repeat_n(FileRoom { room, interior: Interior::default() }, *count)
        });
        let file = RoomFile { stage: Some(1), rooms: rooms.collect(), ..RoomFile::default() };
        Catalogue::new(vec![file]).unwrap()
    }

    fn normal_rooms(catalogue: &Catalogue) -> NormalRooms {
        NormalRooms::new(catalogue, &REPENTANCE.difficulty, &Request::level(1), None)
    }

    #[test]
    fn r9_the_enabled_shapes_are_those_of_rooms_in_the_range() {
        // 20 rooms are enough.
        let found = normal_rooms(&catalogue(&[
            (Shape::Single, 1, 19),
            (Shape::Wide, 5, 1),
            (Shape::Tall, 10, 9),
        ]));
        assert_eq!(found.difficulties, (1, 5));
        assert!(found.shapes.contains(Shape::Single) && found.shapes.contains(Shape::Wide));
        assert!(!found.shapes.contains(Shape::Tall) && !found.shapes.contains(Shape::Square));
        let all = normal_rooms(Catalogue::embedded());
        assert_eq!(all.shapes, ShapeSet::ALL);
    }

    #[test]
    fn r9_below_20_rooms_the_range_widens_to_1_to_15() {
        let found = normal_rooms(&catalogue(&[
            (Shape::Single, 1, 18),
            (Shape::Wide, 5, 1),
            (Shape::Tall, 15, 9),
        ]));
        assert_eq!(found.difficulties, (1, 15));
        assert!(found.shapes.contains(Shape::Tall));
    }
}
