//! The first choice among the special rooms of a type (L2): while their weights are their
//! own, it hangs on f1 alone.

use basement_model::{DoorSlots, Shape};

use crate::catalogue::CatalogueRoom;
use crate::choice::{Choice, Place, Query, count_up_to};
use crate::pool::{BLOCK, GROUP, Stage, bits};
use crate::room_type::{NAMED_TYPES, RoomType};

/// The subtypes that a rule asks for.
const SUBTYPES: [Option<u32>; 3] = [None, Some(0), Some(1)];

/// L2: what f1 chooses first, by type and subtype; `None` where a type fills more than one
/// block, and where f2 has a say.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FirstChoices(Vec<[Option<Steps>; SUBTYPES.len()]>);

/// L2: the rooms of a type and subtype, and for each the least f1 that no longer chooses it or
/// one before it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Steps {
    common: Common,
    block: usize,
    /// How many groups of ends are not all 1, which f1 never reaches.
    groups: usize,
    ends: [f32; BLOCK],
}

/// What some rooms have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Common {
    /// Their outline, if it is the same.
    shape: Option<Shape>,
    /// The slots in which each of them can have a door.
    doors: DoorSlots,
    /// Whether one of them can have no other.
    is_exact: bool,
}

impl Common {
    fn of<'r>(rooms: impl Iterator<Item = &'r CatalogueRoom>) -> Option<Self> {
        rooms
            .map(|room| Self { shape: Some(room.shape), doors: room.doors, is_exact: true })
            .reduce(|one, other| {
                let doors = one.doors.and(other.doors);
                let is_exact = |some: Self| some.is_exact && some.doors == doors;
                Self {
                    shape: one.shape.filter(|_| one.shape == other.shape),
                    doors,
                    is_exact: is_exact(one) || is_exact(other),
                }
            })
    }

    /// Whether all of the rooms match, whatever their subtype, and none of them has exactly the
    /// needed doors.
    #[inline]
    fn suits(&self, wanted: &Query) -> bool {
        wanted.variants == Query::ALL_VARIANTS
            && wanted.difficulties == Query::ALL_DIFFICULTIES
            && (wanted.shape.is_none() || wanted.shape == self.shape)
            && self.doors.contains_all(wanted.doors)
            && !(self.is_exact && self.doors == wanted.doors)
    }
}

impl FirstChoices {
    /// Those of a stage number's rooms; `rooms` are all rooms of the catalogue.
    pub(crate) fn new(stage: &Stage, rooms: &[CatalogueRoom]) -> Self {
        let types = (0..NAMED_TYPES as u32).map(RoomType::from);
        let of_type = |room_type: RoomType| {
            SUBTYPES.map(|subtype| {
                Steps::new(stage, rooms, &Query { subtype, ..Query::of_type(room_type) })
            })
        };
        Self(types.map(of_type).collect())
    }

    /// Those among the rooms of the type and subtype that are wanted, if whatever else is
    /// wanted leaves none of them out.
    #[inline]
    pub(crate) fn of(&self, wanted: &Query) -> Option<&Steps> {
        let subtype = SUBTYPES.iter().position(|subtype| *subtype == wanted.subtype)?;
        let steps = self.0.get(wanted.type_number as usize)?[subtype].as_ref();
        steps.filter(|steps| steps.common.suits(wanted))
    }
}

impl Steps {
    /// By the rule's own walk: the greater f1, the later the room that it ends with.
    fn new(stage: &Stage, rooms: &[CatalogueRoom], wanted: &Query) -> Option<Self> {
        /// The bits of the numbers from 0 to 1 count up as they do.
        const ONE: u32 = 1.0_f32.to_bits();
        let pool = stage.pool(wanted.type_number, None);
        let choice = Choice { wanted, stage, weights: &stage.weights };
        let block = pool.start;
        let own = stage.blocks.get(block)?;
        let matching = own.matching(wanted);
        if pool.len() != 1 || matching.exact != 0 {
            return None;
        }
        let room = |place: usize| rooms.get(usize::from(own.indices[place]));
        let common = Common::of(bits(matching.all).filter_map(room))?;
        let last = |f1: u32| choice.walk((f32::from_bits(f1), 0.0)).map(|(_, room)| room);
        last(0)?;
        let very_last = last(ONE - 1);
        let ends: [f32; BLOCK] = core::array::from_fn(|room| {
            let (mut chosen, mut behind) = (if very_last <= Some(room) { ONE } else { 0 }, ONE);
            while chosen < behind {
                let middle = chosen.midpoint(behind);
                if last(middle) <= Some(room) {
                    chosen = middle + 1;
                } else {
                    behind = middle;
                }
            }
            f32::from_bits(chosen)
        });
        let reached = ends.iter().filter(|end| **end < 1.0).count();
        Some(Self { common, block, groups: reached.div_ceil(GROUP), ends })
    }

    /// L2: the room that f1, below 1, chooses.
    #[inline]
    pub(crate) fn choose(&self, f1: f32) -> Place {
        let groups = self.ends.chunks_exact(GROUP).take(self.groups);
        (self.block, groups.map(|ends| count_up_to(f1, ends)).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalogue, SPECIAL_ROOMS};
    use basement_model::{DoorSlot, DoorSlots, GameRng, STREAM_TRIPLE, Shape, unit_float};
    use rand::Rng;

    #[test]
    fn l2_the_first_choice_of_a_type_is_the_one_that_the_rule_makes() {
        let catalogue = Catalogue::embedded();
        let stage = catalogue.stage(SPECIAL_ROOMS);
        let mut rng = GameRng::new(1, STREAM_TRIPLE).unwrap();
        let mut types = 0;
        for number in 0..NAMED_TYPES as u32 {
            for subtype in SUBTYPES {
                let wanted = Query { subtype, ..Query::of_type(RoomType::from(number)) };
                let Some(steps) = catalogue.first_choices().of(&wanted) else { continue };
                types += 1;
                let choice = Choice { wanted: &wanted, stage, weights: &stage.weights };
                for end in steps.ends {
                    let drawn = unit_float(rng.next_u32());
                    let near = [end.next_down().max(0.0), end.min(drawn), drawn, 0.0];
                    for f1 in near {
                        let walked = choice.walk((f1, unit_float(rng.next_u32())));
                        assert_eq!(Some(steps.choose(f1)), walked, "{wanted:?} {f1}");
                    }
                }
            }
        }
        // 18 types with and without the subtype 0, the challenges' subtype 1.
        assert_eq!(types, 37);
    }

    #[test]
    fn l2_a_stage_without_rooms_of_a_type_has_no_first_choice() {
        let stage = Stage::default();
        let choices = FirstChoices::new(&stage, &[]);
        for room_type in [RoomType::Boss, RoomType::Other(77)] {
            for subtype in [None, Some(9)] {
                let wanted = Query { subtype, ..Query::of_type(room_type) };
                assert_eq!(choices.of(&wanted), None);
            }
        }
    }

    #[test]
    fn l2_a_first_choice_is_known_only_where_all_rooms_of_the_type_match() {
        let catalogue = Catalogue::embedded();
        let of = |wanted: &Query| catalogue.first_choices().of(wanted).is_some();
        let secret = Query::of_type(RoomType::Secret);
        let sides = DoorSlots::NONE.with(DoorSlot::Left0).with(DoorSlot::Right0);
        assert!(of(&Query { shape: Some(Shape::Single), doors: sides, ..secret }));
        // All doors are exactly those that the rooms have: f2 has a say.
        assert!(!of(&Query { doors: Shape::Single.slots(), ..secret }));
        assert!(!of(&Query { shape: Some(Shape::Wide), ..secret }));
        assert!(!of(&Query { variants: (0, 6), ..secret }));
        assert!(!of(&Query { difficulties: (1, 20), ..secret }));
        assert!(!of(&Query { shape: Some(Shape::Single), ..Query::of_type(RoomType::Boss) }));
    }
}
