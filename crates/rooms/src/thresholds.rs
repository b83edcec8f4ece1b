//! What f1 chooses among the special rooms of a type while none of them was chosen before (L2).
//!
//! Most special rooms of a floor are the first of their type. Their weights are still those of the
//! catalogue, and no exact doors are asked for, so the choice depends only on f1: the greater f1,
//! the later the room. The catalogue therefore keeps, for each room, the f1 at which the choice goes
//! on to the next room. A choice compares f1 with these thresholds and sums no weights, and a floor
//! copies no weights of special rooms until a type is chosen a second time.
//!
//! Without this a floor without interiors takes 12 to 18 % longer. [`Choice::in_order`] is the plain
//! twin: the thresholds are found by asking it, and a test compares the two.

use basement_model::{DoorSlots, Shape};

use crate::catalogue::CatalogueRoom;
use crate::choice::{Choice, Position, count_up_to};
use crate::pool::{BLOCK, GROUP, StageRooms, bits};
use crate::query::Query;
use crate::room_type::{NAMED_TYPES, RoomType};
use crate::stage_file::SPECIAL_ROOMS;

/// The subtypes that a rule asks for.
const SUBTYPES: [Option<u32>; 3] = [None, Some(0), Some(1)];

/// L2: the thresholds by type and subtype. There are none for a type that fills more than one
/// block, nor for one whose rooms cannot all be chosen by f1 alone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ThresholdTable(Vec<[Option<Thresholds>; SUBTYPES.len()]>);

/// L2: where the choice among the rooms of a type and subtype goes on to the next room.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Thresholds {
    common: CommonDoors,
    /// The block that holds the rooms.
    block: usize,
    /// How many groups of `ends` hold one below 1. f1 never reaches the others.
    groups: usize,
    /// For each room of the block, the least f1 that chooses a later room. Rooms that do not
    /// match have the end of the room before them.
    ends: [f32; BLOCK],
}

/// What the rooms of a type have in common: it decides whether a query leaves all of them in.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CommonDoors {
    /// The shape of all rooms, if it is the same.
    shape: Option<Shape>,
    /// The slots in which every room can have a door.
    doors: DoorSlots,
    /// Whether a room has exactly these slots.
    is_exact: bool,
}

impl CommonDoors {
    /// `None` without a room.
    fn from_rooms<'r>(rooms: impl Iterator<Item = &'r CatalogueRoom>) -> Option<Self> {
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

    /// Whether a query for the type and subtype matches all of the rooms, and none of them has
    /// exactly the needed doors. If one had, f2 would decide too.
    #[inline]
    fn all_match(&self, query: &Query) -> bool {
        query.variants == Query::ALL_VARIANTS
            && query.difficulties == Query::ALL_DIFFICULTIES
            && (query.shape.is_none() || query.shape == self.shape)
            && self.doors.contains_all(query.doors)
            && !(self.is_exact && self.doors == query.doors)
    }
}

impl ThresholdTable {
    /// The thresholds of a stage file's rooms. `rooms` are all rooms of the catalogue.
    pub(crate) fn new(stage: &StageRooms, rooms: &[CatalogueRoom]) -> Self {
        let types = (0..NAMED_TYPES as u32).map(RoomType::from);
        let by_subtype = |room_type: RoomType| {
            SUBTYPES.map(|subtype| {
                let query = Query { subtype, ..Query::new(SPECIAL_ROOMS, room_type) };
                Thresholds::new(stage, rooms, &query)
            })
        };
        Self(types.map(by_subtype).collect())
    }

    /// The thresholds for a query, if it matches all rooms of its type and subtype.
    #[inline]
    pub(crate) fn get(&self, query: &Query) -> Option<&Thresholds> {
        let subtype = SUBTYPES.iter().position(|subtype| *subtype == query.subtype)?;
        let thresholds = self.0.get(query.type_number as usize)?[subtype].as_ref();
        thresholds.filter(|thresholds| thresholds.common.all_match(query))
    }
}

impl Thresholds {
    /// Finds each threshold by bisection: the choice never goes back to an earlier room while f1
    /// grows. Floats from 0 to 1 have the same order as their bits, so the bits are bisected.
    fn new(stage: &StageRooms, rooms: &[CatalogueRoom], query: &Query) -> Option<Self> {
        const ONE: u32 = 1.0_f32.to_bits();
        let blocks = stage.blocks_of(query.type_number, None);
        let choice = Choice { query, stage, weights: &stage.weights };
        let block = blocks.start;
        let own = stage.blocks.get(block)?;
        let matching = own.matching(query);
        if blocks.len() != 1 || matching.exact != 0 {
            return None;
        }
        let room = |bit: usize| rooms.get(usize::from(own.indices[bit]));
        let common = CommonDoors::from_rooms(bits(matching.all).filter_map(room))?;
        let chosen = |f1: u32| choice.in_order((f32::from_bits(f1), 0.0)).map(|room| room.bit);
        chosen(0)?;
        let last = chosen(ONE - 1);
        let ends: [f32; BLOCK] = core::array::from_fn(|bit| {
            // The last room is chosen up to 1, whatever rounding leaves over.
            let (mut least, mut end) = (if last <= Some(bit) { ONE } else { 0 }, ONE);
            while least < end {
                let middle = least.midpoint(end);
                if chosen(middle) <= Some(bit) {
                    least = middle + 1;
                } else {
                    end = middle;
                }
            }
            f32::from_bits(least)
        });
        let reached = ends.iter().filter(|end| **end < 1.0).count();
        Some(Self { common, block, groups: reached.div_ceil(GROUP), ends })
    }

    /// L2: the room that f1 chooses. f1 is below 1.
    #[inline]
    pub(crate) fn choose(&self, f1: f32) -> Position {
        let groups = self.ends.chunks_exact(GROUP).take(self.groups);
        Position { block: self.block, bit: groups.map(|ends| count_up_to(f1, ends)).sum() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;
    use basement_model::{DoorSlot, DoorSlots, GameRng, STREAM_TRIPLE, Shape, unit_float};
    use rand::Rng;

    fn special(room_type: RoomType) -> Query {
        Query::new(SPECIAL_ROOMS, room_type)
    }

    #[test]
    fn l2_the_first_choice_of_a_type_is_the_one_that_the_rule_makes() {
        let catalogue = Catalogue::embedded();
        let stage = catalogue.stage(SPECIAL_ROOMS);
        let mut rng = GameRng::new(1, STREAM_TRIPLE).unwrap();
        let mut types = 0;
        for number in 0..NAMED_TYPES as u32 {
            for subtype in SUBTYPES {
                let query = Query { subtype, ..special(RoomType::from(number)) };
                let Some(thresholds) = catalogue.thresholds().get(&query) else { continue };
                types += 1;
                let choice = Choice { query: &query, stage, weights: &stage.weights };
                for end in thresholds.ends {
                    let drawn = unit_float(rng.next_u32());
                    let near = [end.next_down().max(0.0), end.min(drawn), drawn, 0.0];
                    for f1 in near {
                        let expected = choice.in_order((f1, unit_float(rng.next_u32())));
                        assert_eq!(Some(thresholds.choose(f1)), expected, "{query:?} {f1}");
                    }
                }
            }
        }
        // 18 types with and without the subtype 0, the challenges' subtype 1.
        assert_eq!(types, 37);
    }

    #[test]
    fn l2_a_stage_without_rooms_of_a_type_has_no_thresholds() {
        let stage = StageRooms::default();
        let table = ThresholdTable::new(&stage, &[]);
        for room_type in [RoomType::Boss, RoomType::Other(77)] {
            for subtype in [None, Some(9)] {
                let query = Query { subtype, ..special(room_type) };
                assert_eq!(table.get(&query), None);
            }
        }
    }

    #[test]
    fn l2_thresholds_decide_only_where_all_rooms_of_the_type_match() {
        let catalogue = Catalogue::embedded();
        let decide = |query: &Query| catalogue.thresholds().get(query).is_some();
        let secret = special(RoomType::Secret);
        let sides = DoorSlots::NONE.with(DoorSlot::Left0).with(DoorSlot::Right0);
        assert!(decide(&Query { shape: Some(Shape::Single), doors: sides, ..secret }));
        // The needed doors are exactly those that the rooms have, so f2 matters.
        assert!(!decide(&Query { doors: Shape::Single.slots(), ..secret }));
        assert!(!decide(&Query { shape: Some(Shape::Wide), ..secret }));
        assert!(!decide(&Query { variants: (0, 6), ..secret }));
        assert!(!decide(&Query { difficulties: (1, 20), ..secret }));
        assert!(!decide(&Query { shape: Some(Shape::Single), ..special(RoomType::Boss) }));
    }
}
