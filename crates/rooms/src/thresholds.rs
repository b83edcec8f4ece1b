//! Which special room of a type f1 chooses, if no room of the type was chosen before (W9).
//!
//! Most special rooms of a floor are the first of their type. Their weights are still those of the
//! catalogue, and no exact doors are asked for, so the choice depends only on f1: the greater f1,
//! the later the room. The catalogue therefore keeps, for each room, the f1 at which the choice
//! moves to the next room. A choice compares f1 with these thresholds and sums no weights, and a
//! floor copies no weights of special rooms until a type is chosen a second time.
//!
//! Without this a floor without interiors takes 12 to 18 % longer. [`Choice::in_order`] is the
//! plain version, and a test compares the two.
//!
//! [`Choice::in_order`]: crate::choice::Choice::in_order

use basement_model::{DoorSlots, Shape};

use crate::choice::{Position, count_up_to};
use crate::pool::{GROUP, StageRooms, bits};
use crate::query::{Query, SPECIAL_DIFFICULTIES};
use crate::room_file::CatalogueRoom;
use crate::room_type::{NAMED_TYPES, RoomType};

/// A type whose rooms are asked for by ranges of variants, all equally wide.
struct VariantRanges {
    room_type: RoomType,
    /// The first variant of the first range.
    first: u32,
    /// How many variants each range has.
    width: u32,
    /// How many ranges there are.
    count: u32,
}

/// W12: double trouble. W36: the mini-bosses.
const VARIANT_RANGES: [VariantRanges; 2] = [
    VariantRanges { room_type: RoomType::Boss, first: 3700, width: 50, count: 3 },
    VariantRanges { room_type: RoomType::MiniBoss, first: 2000, width: 10, count: 27 },
];

/// W67: the ranges of difficulty, besides the usual one, with which mini-bosses are asked for.
const MINI_BOSS_DIFFICULTIES: [(u8, u8); 2] = [(1, 1), (10, 10)];

/// The greatest subtype that has thresholds.
const GREATEST_SUBTYPE: u32 = 255;

/// L2, W9: the thresholds by what a query asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ThresholdTable {
    /// By the number of the type.
    types: Vec<TypeThresholds>,
    /// The rooms of all thresholds and where they end.
    rows: Vec<Row>,
}

/// The thresholds of a type.
#[derive(Clone, Debug, Default, PartialEq)]
struct TypeThresholds {
    /// For any subtype and variant.
    any: Option<Thresholds>,
    /// For each subtype.
    by_subtype: Vec<Option<Thresholds>>,
    /// For each subtype, with each of [`MINI_BOSS_DIFFICULTIES`].
    of_one_difficulty: [Vec<Option<Thresholds>>; 2],
    /// The first variant of the ranges, and their width.
    first_variant: u32,
    width: u32,
    /// For each range of variants.
    by_range: Vec<Option<Thresholds>>,
}

/// Where the choice among some rooms moves to the next room.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Thresholds {
    common: CommonDoors,
    /// The rows of their rooms in [`ThresholdTable::rows`].
    first: u32,
    count: u32,
}

/// Some rooms in their order.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    /// For each room, the least f1 that chooses a later room; 1 after the last room.
    ends: [f32; GROUP],
    rooms: [Position; GROUP],
}

/// What some rooms have in common. This decides whether all of them match a query for a shape and
/// doors.
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
    /// `None` if there is no room.
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

    /// Whether all rooms have the shape and the doors of a query, and none of them has exactly the
    /// needed doors. If one did, f2 would also matter.
    #[inline]
    fn all_match(&self, query: &Query) -> bool {
        (query.shape.is_none() || query.shape == self.shape)
            && (query.doors.is_empty()
                || self.doors.contains_all(query.doors)
                    && !(self.is_exact && self.doors == query.doors))
    }
}

impl ThresholdTable {
    /// The thresholds of a stage file's rooms. `rooms` are all rooms of the catalogue.
    pub(crate) fn new(stage: &StageRooms, rooms: &[CatalogueRoom]) -> Self {
        let mut table = Self::default();
        for number in 0..NAMED_TYPES as u32 {
            let room_type = RoomType::from(number);
            let of_type = table.of_type(stage, rooms, room_type);
            table.types.push(of_type);
        }
        table
    }

    fn of_type(
        &mut self,
        stage: &StageRooms,
        rooms: &[CatalogueRoom],
        room_type: RoomType,
    ) -> TypeThresholds {
        let query = Query::special(room_type);
        let mut of_type = TypeThresholds {
            any: self.add(stage, rooms, &query),
            width: 1,
            ..TypeThresholds::default()
        };
        of_type.by_subtype = self.by_subtype(stage, rooms, &query);
        if room_type == RoomType::MiniBoss {
            of_type.of_one_difficulty = MINI_BOSS_DIFFICULTIES.map(|difficulties| {
                self.by_subtype(stage, rooms, &Query { difficulties, ..query })
            });
        }
        if let Some(ranges) = VARIANT_RANGES.iter().find(|ranges| ranges.room_type == room_type) {
            of_type.first_variant = ranges.first;
            of_type.width = ranges.width;
            let range = |number| {
                let first = ranges.first + number * ranges.width;
                Query { variants: (first, first + ranges.width - 1), ..query }
            };
            let add = |number| self.add(stage, rooms, &range(number));
            of_type.by_range = (0..ranges.count).map(add).collect();
        }
        of_type
    }

    /// Adds the thresholds of a query with each of its type's subtypes.
    fn by_subtype(
        &mut self,
        stage: &StageRooms,
        rooms: &[CatalogueRoom],
        query: &Query,
    ) -> Vec<Option<Thresholds>> {
        let blocks = &stage.blocks[stage.blocks_of(query.type_number, None)];
        let greatest = blocks.iter().map(|block| block.greatest_subtype_up_to(GREATEST_SUBTYPE));
        let subtypes = greatest.max().flatten().map_or(0, |greatest| greatest + 1);
        let query = |subtype| Query { subtype: Some(subtype), ..*query };
        (0..subtypes).map(|subtype| self.add(stage, rooms, &query(subtype))).collect()
    }

    /// Adds the thresholds of a query without needed doors.
    ///
    /// A room is chosen up to the least f1 whose product with the total reaches the sum of the
    /// weights up to this room. This f1 is found by bisection, because the product never falls
    /// while f1 grows. Floats from 0 to 1 have the same order as their bits, so the bits are
    /// bisected.
    fn add(
        &mut self,
        stage: &StageRooms,
        rooms: &[CatalogueRoom],
        query: &Query,
    ) -> Option<Thresholds> {
        const ONE: u32 = 1.0_f32.to_bits();
        let (mut found, mut sums) = (Vec::new(), Vec::new());
        let mut total = 0.0_f32;
        for block in stage.blocks_of(query.type_number, None) {
            for bit in bits(stage.blocks[block].matching(query).all) {
                total += stage.weights[block].get(bit);
                found.push(Position::new(block, bit));
                sums.push(total);
            }
        }
        let index =
            |room: &Position| stage.blocks[usize::from(room.block)].indices[usize::from(room.bit)];
        let room = |room: &Position| rooms.get(usize::from(index(room)));
        let common = CommonDoors::from_rooms(found.iter().filter_map(room))?;
        if !total.is_finite() {
            return None;
        }
        let mut least = 0;
        let ends = sums.iter().map(|sum| {
            let mut end = ONE;
            while least < end {
                let middle = least.midpoint(end);
                if *sum > f32::from_bits(middle) * total {
                    least = middle + 1;
                } else {
                    end = middle;
                }
            }
            f32::from_bits(least)
        });
        let ends: Vec<f32> = ends.collect();
        let first = self.rows.len() as u32;
        for (ends, rooms) in ends.chunks(GROUP).zip(found.chunks(GROUP)) {
            let mut row = Row { ends: [1.0; GROUP], rooms: [Position::default(); GROUP] };
            row.ends[..ends.len()].copy_from_slice(ends);
            row.rooms[..rooms.len()].copy_from_slice(rooms);
            self.rows.push(row);
        }
        Some(Thresholds { common, first, count: self.rows.len() as u32 - first })
    }

    /// W9: the room that f1 chooses for a query, if no other room of its type was chosen before.
    /// `None` for a query without thresholds. f1 is below 1.
    #[inline]
    pub(crate) fn choose(&self, query: &Query, f1: f32) -> Option<Position> {
        let Thresholds { first, count, .. } = *self.get(query)?;
        let rows = self.rows.get(first as usize..(first + count) as usize)?;
        rows.iter().find_map(|row| row.rooms.get(count_up_to(f1, &row.ends)).copied())
    }

    /// The thresholds for a query, if all of their rooms match it.
    #[inline]
    fn get(&self, query: &Query) -> Option<&Thresholds> {
        let of_type = self.types.get(query.type_number as usize)?;
        let thresholds = if query.variants == Query::ALL_VARIANTS {
            match query.subtype {
                None if query.difficulties == SPECIAL_DIFFICULTIES => of_type.any.as_ref(),
                None => None,
                Some(subtype) => {
                    of_type.by_subtype(query.difficulties)?.get(subtype as usize)?.as_ref()
                }
            }
        } else {
            of_type.by_range(query)
        };
        thresholds.filter(|thresholds| thresholds.common.all_match(query))
    }
}

impl TypeThresholds {
    #[inline]
    fn by_subtype(&self, difficulties: (u8, u8)) -> Option<&[Option<Thresholds>]> {
        if difficulties == SPECIAL_DIFFICULTIES {
            return Some(&self.by_subtype);
        }
        let number = MINI_BOSS_DIFFICULTIES.iter().position(|known| *known == difficulties)?;
        Some(&self.of_one_difficulty[number])
    }

    #[inline]
    fn by_range(&self, query: &Query) -> Option<&Thresholds> {
        let (first, last) = query.variants;
        let offset = first.checked_sub(self.first_variant)?;
        let is_range = offset % self.width == 0 && first.checked_add(self.width - 1) == Some(last);
        if !is_range || query.subtype.is_some() || query.difficulties != SPECIAL_DIFFICULTIES {
            return None;
        }
        self.by_range.get((offset / self.width) as usize)?.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;
    use crate::choice::Choice;
    use crate::stage_file::SPECIAL_ROOMS;
    use basement_model::{DoorSlot, GameRng, STREAM_TRIPLE, unit_float};
    use rand::Rng;

    /// Every query of a type that can have thresholds.
    fn queries(room_type: RoomType) -> Vec<Query> {
        let any = Query::special(room_type);
        let subtypes = |query: Query| {
            (0..=GREATEST_SUBTYPE).map(move |subtype| Query { subtype: Some(subtype), ..query })
        };
        let mut queries = vec![any];
        queries.extend(subtypes(any));
        for difficulties in MINI_BOSS_DIFFICULTIES {
            queries.extend(subtypes(Query { difficulties, ..any }));
        }
        for first in (0..5000).step_by(10) {
            queries.push(Query { variants: (first, first + 9), ..any });
            queries.push(Query { variants: (first, first + 49), ..any });
        }
        queries
    }

    #[test]
    fn w9_the_first_choice_by_thresholds_agrees_with_the_rule() {
        let catalogue = Catalogue::embedded();
        let stage = catalogue.stage(SPECIAL_ROOMS);
        let mut rng = GameRng::new(1, STREAM_TRIPLE).unwrap();
        let mut kinds = 0;
        let named = (0..NAMED_TYPES as u32).map(RoomType::from);
        for query in named.flat_map(queries) {
            let table = catalogue.thresholds();
            let Some(thresholds) = table.get(&query) else { continue };
            kinds += 1;
            let choice = Choice { query: &query, stage, weights: &stage.weights, first: 0 };
            let rows = thresholds.first as usize..(thresholds.first + thresholds.count) as usize;
            for end in table.rows[rows].iter().flat_map(|row| row.ends) {
                let drawn = unit_float(rng.next_u32());
                let last = 1.0_f32.next_down();
                let near = [end.next_down().max(0.0), end.min(last), end.min(drawn), drawn, 0.0];
                for f1 in near {
                    let expected = choice.in_order((f1, unit_float(rng.next_u32())));
                    assert!(expected.is_some(), "{query:?} {f1}");
                    assert_eq!(table.choose(&query, f1), expected, "{query:?} {f1}");
                }
            }
        }
        // At least 98 bosses, and the mini-bosses by variant, subtype and difficulty.
        assert!(kinds > 200, "{kinds}");
    }

    #[test]
    fn w9_a_stage_without_rooms_of_a_type_has_no_thresholds() {
        let table = ThresholdTable::new(&StageRooms::default(), &[]);
        for room_type in [RoomType::Boss, RoomType::Other(77)] {
            assert!(queries(room_type).iter().all(|query| table.get(query).is_none()));
        }
    }

    #[test]
    fn w8_the_rules_queries_for_special_rooms_have_thresholds() {
        let decide = |query: &Query| Catalogue::embedded().thresholds().get(query).is_some();
        let secret = Query::special(RoomType::Secret);
        let sides = DoorSlots::NONE.with(DoorSlot::Left0).with(DoorSlot::Right0);
        assert!(decide(&secret));
        assert!(decide(&Query { shape: Some(Shape::Single), doors: sides, ..secret }));
        let boss = Query::special(RoomType::Boss);
        assert!([0, 1, 102].iter().all(|id| decide(&Query { subtype: Some(*id), ..boss })));
        assert!(
            [3700, 3750, 3800]
                .iter()
                .all(|first| { decide(&Query { variants: (*first, first + 49), ..boss }) })
        );
        let mini_boss = Query::special(RoomType::MiniBoss);
        for first in [2000, 2010, 2020, 2030, 2050, 2060, 2100, 2110, 2120, 2130, 2150, 2160, 2260]
        {
            assert!(decide(&Query { variants: (first, first + 9), ..mini_boss }), "{first}");
        }
        for subtype in [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 12, 13, 14] {
            for difficulties in [(1, 1), (10, 10), SPECIAL_DIFFICULTIES] {
                let query = Query { subtype: Some(subtype), difficulties, ..mini_boss };
                assert!(decide(&query), "{subtype} {difficulties:?}");
            }
        }
    }

    #[test]
    fn w9_thresholds_decide_only_where_all_of_their_rooms_match() {
        let decide = |query: &Query| Catalogue::embedded().thresholds().get(query).is_some();
        let secret = Query::special(RoomType::Secret);
        // The needed doors are exactly those that the rooms have, so f2 matters.
        assert!(!decide(&Query { doors: Shape::Single.slots(), ..secret }));
        assert!(!decide(&Query { shape: Some(Shape::Wide), ..secret }));
        assert!(!decide(&Query { variants: (0, 6), ..secret }));
        assert!(!decide(&Query { difficulties: (1, 20), ..secret }));
        let boss = Query::special(RoomType::Boss);
        assert!(!decide(&Query { shape: Some(Shape::Single), ..boss }));
        assert!(!decide(&Query { variants: (3700, 3748), ..boss }));
        assert!(!decide(&Query { variants: (3701, 3750), ..boss }));
        assert!(!decide(&Query { variants: (3700, 3749), subtype: Some(3), ..boss }));
    }
}
