//! Choosing a room from the catalogue (L2).

use smallvec::SmallVec;

use super::catalogue::{Catalogue, CatalogueRoom, PoolRoom};
use super::room_type::RoomType;
use super::stage_file::SPECIAL_ROOMS;
use crate::shape::{DoorSlots, Shape};

/// L2: how far below its weight a chosen room falls.
const DECAY: f32 = 0.1;
/// L2: the least weight.
const LEAST_WEIGHT: f32 = 1e-7;
/// L2: how readily rooms with exactly the needed doors are preferred.
const EXACT_PREFERENCE: f32 = 9.99;

/// L2: what a room must be to be chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// The number of the file to choose from.
    pub(crate) stage: u8,
    pub(crate) room_type: RoomType,
    pub(crate) subtype: Option<u32>,
    pub(crate) shape: Option<Shape>,
    /// The first and the last variant allowed.
    pub(crate) variants: (u32, u32),
    /// The least and the greatest difficulty allowed.
    pub(crate) difficulties: (u8, u8),
    /// Slots in which it must be able to have a door.
    pub(crate) doors: DoorSlots,
}

impl Wanted {
    /// Any room of a type among the special rooms.
    pub(crate) const fn of(room_type: RoomType) -> Self {
        Self {
            stage: SPECIAL_ROOMS,
            room_type,
            subtype: None,
            shape: None,
            variants: (0, u32::MAX),
            difficulties: (0, u8::MAX),
            doors: DoorSlots::NONE,
        }
    }

    /// Whether a room of the right file, type and outline is one.
    #[inline]
    fn matches(&self, room: &PoolRoom) -> bool {
        let (first, last) = self.variants;
        let (least, greatest) = self.difficulties;
        self.subtype.is_none_or(|subtype| room.subtype == subtype)
            & (first..=last).contains(&room.variant)
            & (least..=greatest).contains(&room.difficulty)
            & room.doors.contains_all(self.doors)
    }
}

/// L2: the rooms' weights while one floor is made: they fall as rooms are chosen, and
/// are not reset between attempts.
#[derive(Clone)]
pub(crate) struct Weights<'a> {
    catalogue: &'a Catalogue,
    /// The rooms that were chosen, by index, with their weights now.
    fallen: SmallVec<[(u16, f32); 64]>,
}

impl<'a> Weights<'a> {
    /// Every room's own weight.
    pub(crate) fn new(catalogue: &'a Catalogue) -> Self {
        Self { catalogue, fallen: SmallVec::new() }
    }

    /// L2: chooses a room with the floats `f1` and `f2`; `None` when nothing
    /// matches.
    pub(crate) fn choose(
        &mut self,
        wanted: &Wanted,
        (f1, f2): (f32, f32),
    ) -> Option<(u16, &'a CatalogueRoom)> {
        let candidates = self.candidates(wanted);
        let (mut total, mut exact) = (0.0_f32, 0.0_f32);
        for candidate in &candidates {
            total += candidate.weight;
            exact += if candidate.is_exact { candidate.weight } else { 0.0 };
        }
        let only_exact = exact > 0.0 && EXACT_PREFERENCE * (exact / total) > f2;
        let mut rest = f1 * if only_exact { exact } else { total };
        let mut chosen = None;
        for candidate in candidates.iter().filter(|room| room.is_exact || !only_exact) {
            chosen = Some(candidate);
            rest -= candidate.weight;
            if rest < 0.0 {
                break;
            }
        }
        let Candidate { index, weight, .. } = *chosen?;
        let weight = (weight * DECAY).max(LEAST_WEIGHT);
        match self.fallen.binary_search_by_key(&index, |(index, _)| *index) {
            Ok(place) => self.fallen[place].1 = weight,
            Err(place) => self.fallen.insert(place, (index, weight)),
        }
        self.catalogue.get(index).map(|room| (index, room))
    }

    /// The rooms that match, in the order of their indices, with their weights now.
    fn candidates(&self, wanted: &Wanted) -> SmallVec<[Candidate; 128]> {
        let pool = self.catalogue.pool(wanted.stage, wanted.room_type, wanted.shape);
        let matching = pool.iter().filter(|room| wanted.matches(room));
        let mut candidates: SmallVec<[Candidate; 128]> = matching
            .map(|room| Candidate {
                weight: room.weight,
                index: room.index,
                is_exact: room.doors == wanted.doors,
            })
            .collect();
        let (Some(first), Some(last)) = (candidates.first(), candidates.last()) else {
            return candidates;
        };
        let indices = first.index..=last.index;
        for (index, weight) in self.fallen.iter().filter(|(index, _)| indices.contains(index)) {
            if let Ok(place) = candidates.binary_search_by_key(index, |room| room.index) {
                candidates[place].weight = *weight;
            }
        }
        candidates
    }
}

/// A room that matches.
#[derive(Clone, Copy)]
struct Candidate {
    weight: f32,
    index: u16,
    /// Whether its doors are exactly those that are needed.
    is_exact: bool,
}

#[cfg(test)]
mod tests {
    use super::super::{FileRoom, Interior, RoomFile};
    use super::*;
    use crate::shape::DoorSlot;

    const LEFT: DoorSlots = DoorSlots::NONE.with(DoorSlot::Left0);
    const SIDES: DoorSlots = LEFT.with(DoorSlot::Right0);

    fn room(weight: f32, doors: DoorSlots) -> CatalogueRoom {
        CatalogueRoom {
            stage: Some(1),
            room_type: RoomType::Normal,
            variant: 0,
            subtype: 0,
            difficulty: 5,
            weight,
            shape: Shape::Single,
            doors,
        }
    }

    fn catalogue(rooms: &[CatalogueRoom]) -> Catalogue {
        let rooms =
            rooms.iter().map(|room| FileRoom { room: *room, interior: Interior::default() });
        Catalogue::new(vec![RoomFile { rooms: rooms.collect(), ..RoomFile::default() }]).unwrap()
    }

    fn normal(doors: DoorSlots) -> Wanted {
        Wanted { stage: 1, doors, ..Wanted::of(RoomType::Normal) }
    }

    fn index(chosen: Option<(u16, &CatalogueRoom)>) -> Option<u16> {
        chosen.map(|(index, _)| index)
    }

    /// Just below 1, as f1 and f2 can be.
    const MOST: f32 = 0.999_999_9;

    #[test]
    fn l2_f1_walks_the_weights_in_catalogue_order() {
        let all = Shape::Single.slots();
        let catalogue = catalogue(&[room(1.0, all), room(2.0, all), room(1.0, all)]);
        for (f1, expected) in [(0.0, 0), (0.249, 0), (0.25, 1), (0.749, 1), (0.75, 2), (MOST, 2)] {
            let chosen = Weights::new(&catalogue).choose(&normal(DoorSlots::NONE), (f1, MOST));
            assert_eq!(index(chosen), Some(expected), "f1 {f1}");
        }
    }

    #[test]
    fn l2_the_sums_are_of_32_bits() {
        // 2^24 + 1 is 2^24 in 32 bits: the total loses both small rooms, so f1 * total
        // never reaches past the first.
        let all = Shape::Single.slots();
        let catalogue = catalogue(&[room(16_777_216.0, all), room(1.0, all), room(1.0, all)]);
        let chosen = Weights::new(&catalogue).choose(&normal(DoorSlots::NONE), (MOST, MOST));
        assert_eq!(index(chosen), Some(0));
    }

    #[test]
    fn l2_exact_doors_are_preferred_while_9_99_times_their_share_exceeds_f2() {
        // A share of 1/20: 9.99 / 20 = 0.4995.
        let catalogue = catalogue(&[room(19.0, Shape::Single.slots()), room(1.0, LEFT)]);
        let at = |f2| index(Weights::new(&catalogue).choose(&normal(LEFT), (0.0, f2)));
        assert_eq!(at(0.0), Some(1));
        assert_eq!(at(0.4994), Some(1));
        assert_eq!(at(0.4995), Some(0));
        assert_eq!(at(MOST), Some(0));
    }

    #[test]
    fn l2_rooms_lack_none_of_the_needed_doors() {
        let catalogue = catalogue(&[room(5.0, LEFT), room(1.0, SIDES)]);
        for f1 in [0.0, 0.5, MOST] {
            let chosen = Weights::new(&catalogue).choose(&normal(SIDES), (f1, MOST));
            assert_eq!(index(chosen), Some(1));
        }
        let all = normal(Shape::Single.slots());
        assert_eq!(index(Weights::new(&catalogue).choose(&all, (0.0, 0.0))), None);
    }

    #[test]
    fn l2_type_file_shape_variant_subtype_and_difficulty_must_match() {
        let mine = room(1.0, SIDES);
        let wanted = Wanted {
            subtype: Some(3),
            shape: Some(Shape::NarrowHorizontal),
            variants: (10, 12),
            difficulties: (5, 10),
            ..normal(LEFT)
        };
        let fitting = CatalogueRoom {
            subtype: 3,
            shape: Shape::NarrowHorizontal,
            variant: 12,
            difficulty: 10,
            ..mine
        };
        let choose =
            |room| index(Weights::new(&catalogue(&[room])).choose(&wanted, (0.0, 0.0))).is_some();
        assert!(choose(fitting));
        assert!(choose(CatalogueRoom { variant: 10, difficulty: 5, ..fitting }));
        for other in [
            CatalogueRoom { stage: Some(2), ..fitting },
            CatalogueRoom { stage: None, ..fitting },
            CatalogueRoom { room_type: RoomType::Shop, ..fitting },
            CatalogueRoom { subtype: 2, ..fitting },
            CatalogueRoom { shape: Shape::Single, ..fitting },
            CatalogueRoom { variant: 13, ..fitting },
            CatalogueRoom { variant: 9, ..fitting },
            CatalogueRoom { difficulty: 11, ..fitting },
            CatalogueRoom { difficulty: 4, ..fitting },
            CatalogueRoom { doors: DoorSlots::NONE, ..fitting },
        ] {
            assert!(!choose(other), "{other:?}");
        }
    }

    #[test]
    fn l2_a_chosen_room_falls_to_a_tenth_and_never_below_a_ten_millionth() {
        let catalogue = catalogue(&[room(1.0, LEFT)]);
        let mut weights = Weights::new(&catalogue);
        let mut expected = 1.0_f32;
        for _ in 0..12 {
            weights.choose(&normal(LEFT), (0.5, 0.5)).unwrap();
            expected = (expected * 0.1).max(1e-7);
            assert_eq!(weights.fallen[0].1.to_bits(), expected.to_bits());
        }
        assert_eq!(expected.to_bits(), 1e-7_f32.to_bits());
        // Another floor starts afresh.
        assert!(Weights::new(&catalogue).fallen.is_empty());
    }

    #[test]
    fn l2_a_room_of_weight_0_is_never_chosen() {
        let catalogue = catalogue(&[room(1.0, SIDES), room(0.0, LEFT)]);
        let choose = |wanted| index(Weights::new(&catalogue).choose(wanted, (MOST, 0.0)));
        assert_eq!(choose(&normal(LEFT)), Some(0));
        let catalogue = self::catalogue(&[room(0.0, LEFT)]);
        assert_eq!(index(Weights::new(&catalogue).choose(&normal(LEFT), (0.0, 0.0))), None);
    }
}
