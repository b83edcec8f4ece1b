//! The pool of ordinary rooms: how difficult they are (L4), which shapes they have (R9), and what one
//! is picked from (W50, W71).

use basement_model::{Curse, Difficulty, Request, Shape};
use basement_rooms::{Catalogue, Query, RoomType, SPECIAL_ROOMS, stage_file};

use super::outline::ShapeSet;
use super::rules::{Difficulties, RebirthRules};
use super::stage::{CHEST, SHEOL, VOID, is_second_of_chapter};

/// W50: the variant of the start room among the special rooms.
const START_ROOM: u32 = 2;

/// W50: the variant of the start room in stage 11's own file.
const CHEST_START: u32 = 0;

/// R9: the range of difficulties if the pool has too few rooms.
const WIDENED: (u8, u8) = (1, 15);

/// The ordinary rooms that a floor picks from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OrdinaryRooms {
    /// W7: the number of their file.
    pub(super) file: u8,
    /// L4: their least and their greatest difficulty.
    difficulties: (u8, u8),
    /// L4: n of the chance 1/n that a pick lowers the least difficulty to 1; 0 means never.
    pub(super) lowered_one_in: u32,
    /// W71: the greatest difficulty of a pick; 0 means the floor's.
    pick_most: u8,
    /// R9: the shapes that they have.
    pub(super) shapes: ShapeSet,
}

impl OrdinaryRooms {
    /// R9, L4, W80: the ordinary rooms of a request under a curse.
    pub(super) fn new(
        catalogue: &Catalogue,
        rules: &Difficulties,
        request: &Request,
        curse: Option<Curse>,
    ) -> Self {
        let file = stage_file(request.level, request.stage_type).map_or(0, |file| file.number);
        let mut difficulties = difficulties(rules, request, curse);
        if catalogue.count_normal_rooms(file, difficulties) < rules.enough_rooms {
            difficulties = WIDENED;
        }
        let has_room = catalogue.normal_room_shapes(file, difficulties);
        let shapes = ShapeSet::from_fn(|shape| has_room[shape as usize - 1]);
        let pick_most = if request.level == VOID { rules.void_pick_most as u8 } else { 0 };
        Self { file, difficulties, lowered_one_in: rules.lowered_one_in, pick_most, shapes }
    }

    /// W50, W71: the queries for a room of some shape, without needed doors, each with its chance:
    /// with the least difficulty lowered, and as it is.
    pub(super) fn queries(
        &self,
        rules: &RebirthRules,
        request: &Request,
        shape: Shape,
    ) -> [(f64, Query); 2] {
        let lowered = match self.lowered_one_in {
            0 => 0.0,
            n => 1.0 / f64::from(n),
        };
        let usual = self.query(rules, request, shape, false);
        [(lowered, self.query(rules, request, shape, true)), (1.0 - lowered, usual)]
    }

    /// W50, W71: the query for a room of some shape, without needed doors.
    pub(super) fn query(
        &self,
        rules: &RebirthRules,
        request: &Request,
        shape: Shape,
        is_lowered: bool,
    ) -> Query {
        let (mut least, mut most) = self.difficulties;
        if is_lowered {
            least = least.min(1);
        }
        if self.pick_most > 0 {
            most = self.pick_most;
        }
        Query {
            subtype: rules.special.subtypes.then_some(0),
            shape: Some(shape),
            variants: (u32::from(request.level == CHEST), Query::ALL_VARIANTS.1),
            difficulties: (least, most),
            ..Query::new(self.file, RoomType::Normal)
        }
    }
}

/// L4, W90: the least and the greatest difficulty of a floor's normal rooms.
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

/// W50: the file and the variant of a stage's start room, given the file of its ordinary rooms.
pub(super) const fn start_room(stage: u8, file: u8) -> (u8, u32) {
    match stage {
        CHEST => (file, CHEST_START),
        _ => (SPECIAL_ROOMS, START_ROOM),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rebirth::editions::{AFTERBIRTH_PLUS, REPENTANCE};
    use basement_rooms::{CatalogueRoom, FileRoom, Interior, RoomFile};

    fn ranges(rules: &RebirthRules, stage: u8, curse: Option<Curse>) -> [(u8, u8); 2] {
        [Difficulty::Normal, Difficulty::Hard].map(|difficulty| {
            let request = Request { difficulty, ..Request::level(stage) };
            difficulties(&rules.difficulty, &request, curse)
        })
    }

    #[test]
    fn l4_w90_repentance_has_wider_ranges_and_counts_long_floors_as_both() {
        let labyrinth = Some(Curse::Labyrinth);
        for stage in [1, 3, 5, 7] {
            assert_eq!(ranges(&REPENTANCE, stage, None), [(1, 5), (5, 10)]);
            assert_eq!(ranges(&REPENTANCE, stage, labyrinth), [(1, 10), (5, 15)]);
            assert_eq!(ranges(&REPENTANCE, stage + 1, None), [(5, 10), (10, 15)]);
        }
        for stage in [10, 11] {
            assert_eq!(ranges(&REPENTANCE, stage, None), [(1, 10), (5, 15)]);
        }
        assert_eq!(ranges(&REPENTANCE, 12, None), [(5, 15), (5, 15)]);
        assert_eq!(ranges(&REPENTANCE, 12, labyrinth), [(5, 15), (5, 15)]);
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

    /// A catalogue of normal rooms of the Basement, each given as shape, difficulty and count.
    fn catalogue(rooms: &[(Shape, u8, usize)]) -> Catalogue {
        let rooms = rooms.iter().flat_map(|(shape, difficulty, count)| {
            let usual = CatalogueRoom::new(Some(1), RoomType::Normal, *shape);
            let room = CatalogueRoom { difficulty: *difficulty, ..usual };
            std::iter::repeat_n(FileRoom { room, interior: Interior::default() }, *count)
        });
        let file = RoomFile { stage: Some(1), rooms: rooms.collect(), ..RoomFile::default() };
        Catalogue::new(vec![file]).unwrap()
    }

    fn ordinary_rooms(catalogue: &Catalogue) -> OrdinaryRooms {
        OrdinaryRooms::new(catalogue, &REPENTANCE.difficulty, &Request::level(1), None)
    }

    #[test]
    fn r9_the_enabled_shapes_are_those_of_rooms_in_the_range() {
        // 20 rooms are enough.
        let found = ordinary_rooms(&catalogue(&[
            (Shape::Single, 1, 19),
            (Shape::Wide, 5, 1),
            (Shape::Tall, 10, 9),
        ]));
        assert_eq!(found.difficulties, (1, 5));
        assert!(found.shapes.contains(Shape::Single) && found.shapes.contains(Shape::Wide));
        assert!(!found.shapes.contains(Shape::Tall) && !found.shapes.contains(Shape::Square));
        let all = ordinary_rooms(Catalogue::embedded());
        assert_eq!(all.shapes, ShapeSet::ALL);
    }

    #[test]
    fn r9_below_20_rooms_the_range_widens_to_1_to_15() {
        let found = ordinary_rooms(&catalogue(&[
            (Shape::Single, 1, 18),
            (Shape::Wide, 5, 1),
            (Shape::Tall, 15, 9),
        ]));
        assert_eq!(found.difficulties, (1, 15));
        assert!(found.shapes.contains(Shape::Tall));
    }
}
