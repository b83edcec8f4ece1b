//! Choosing a room from the catalogue (L2).

use std::ops::Range;

use arrayvec::ArrayVec;
use basement_model::{DoorSlots, Shape};
use smallvec::SmallVec;

use crate::catalogue::{Catalogue, CatalogueRoom};
use crate::pool::{BLOCK, BlockWeights, GROUP, GROUPS, Matching, Stage, bits};
use crate::room_type::{NAMED_TYPES, RoomType};
use crate::stage_file::SPECIAL_ROOMS;

/// L2: how far below its weight a chosen room falls.
const DECAY: f32 = 0.1;
/// L2: the least weight.
const LEAST_WEIGHT: f32 = 1e-7;
/// L2: how readily rooms with exactly the needed doors are preferred.
const EXACT_PREFERENCE: f32 = 9.99;

/// L2: what a room must be to be chosen.
///
/// ```
/// use basement_rooms::{Catalogue, Query, RoomType, Weights};
///
/// let mut weights = Weights::new(Catalogue::embedded());
/// let (index, shop) = weights.choose(&Query::of_type(RoomType::Shop), (0.5, 0.5)).expect("a shop");
/// assert_eq!(shop.room_type, RoomType::Shop);
/// assert_eq!(Catalogue::embedded().get(index), Some(shop));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// The number of the stage file to choose from (L1).
    pub stage: u8,
    /// The number of the room type.
    pub type_number: u32,
    /// The subtype, or `None` for any.
    pub subtype: Option<u32>,
    /// The shape, or `None` for any.
    pub shape: Option<Shape>,
    /// The first and the last variant allowed.
    pub variants: (u32, u32),
    /// The least and the greatest difficulty allowed.
    pub difficulties: (u8, u8),
    /// The slots in which the room must be able to have a door.
    pub doors: DoorSlots,
}

impl Query {
    /// All variants.
    pub const ALL_VARIANTS: (u32, u32) = (0, u32::MAX);

    /// All difficulties.
    pub const ALL_DIFFICULTIES: (u8, u8) = (0, u8::MAX);

    /// Any room of a type in the file of the special rooms.
    #[must_use]
    pub const fn of_type(room_type: RoomType) -> Self {
        Self {
            stage: SPECIAL_ROOMS,
            type_number: room_type.number(),
            subtype: None,
            shape: None,
            variants: Self::ALL_VARIANTS,
            difficulties: Self::ALL_DIFFICULTIES,
            doors: DoorSlots::NONE,
        }
    }
}

/// L2: the rooms' weights while one floor is made: they fall as rooms are chosen, and
/// are not reset between attempts.
#[derive(Clone)]
pub struct Weights<'a> {
    catalogue: &'a Catalogue,
    /// The types that rooms were chosen of, as bits by their numbers.
    chosen: u32,
    /// The special rooms that were chosen while nobody had asked for their weights.
    first: ArrayVec<Place, NAMED_TYPES>,
    /// The stage numbers whose weights were asked for, and where those of each begin.
    stages: SmallVec<[(u8, usize); 2]>,
    /// The weights now, block by block.
    now: SmallVec<[BlockWeights; 32]>,
}

/// The rooms of a block that match, and the total of the weights that come before each group
/// of them, those of the blocks before included.
struct Found {
    block: usize,
    matching: Matching,
    before: [f32; GROUPS],
}

/// A room: its block, and its bit there.
pub(crate) type Place = (usize, usize);

/// The most blocks that [`Choice::estimate`] looks at.
const FEW: usize = 32;

/// Every type with a name has a bit of its own in [`Weights::chosen`].
const _: () = assert!(NAMED_TYPES <= u32::BITS as usize);

impl<'a> Weights<'a> {
    /// Every room's own weight.
    pub fn new(catalogue: &'a Catalogue) -> Self {
        let (stages, now) = (SmallVec::new(), SmallVec::new());
        Self { catalogue, chosen: 0, first: ArrayVec::new(), stages, now }
    }

    /// L2: chooses a room with the floats `f1` and `f2`; `None` when nothing
    /// matches.
    pub fn choose(
        &mut self,
        wanted: &Query,
        floats: (f32, f32),
    ) -> Option<(u16, &'a CatalogueRoom)> {
        let stage = self.catalogue.stage(wanted.stage);
        let bit = 1_u32.checked_shl(wanted.type_number).unwrap_or(0);
        let is_first = wanted.stage == SPECIAL_ROOMS && self.chosen & bit == 0;
        let steps = if is_first { self.catalogue.first_choices().of(wanted) } else { None };
        let place = match steps {
            Some(steps) => {
                let place = steps.choose(floats.0);
                match self.begin_of(SPECIAL_ROOMS) {
                    Some(begin) => self.decay(begin, place),
                    None => self.first.push(place),
                }
                place
            }
            None => {
                let begin = match self.begin_of(wanted.stage) {
                    Some(begin) => begin,
                    None => self.take_in(wanted.stage),
                };
                let choice = Choice { wanted, stage, weights: &self.now[begin..] };
                let place = choice.estimate(floats).or_else(|| choice.walk(floats))?;
                self.decay(begin, place);
                place
            }
        };
        self.chosen |= bit;
        let (block, room) = place;
        let index = stage.blocks[block].indices[room];
        self.catalogue.get(index).map(|room| (index, room))
    }

    /// Where the weights of a stage number's rooms begin, if they were asked for.
    #[inline]
    fn begin_of(&self, stage: u8) -> Option<usize> {
        self.stages.iter().find(|(known, _)| *known == stage).map(|(_, begin)| *begin)
    }

    /// Takes in the weights that a stage number's rooms have now.
    #[cold]
    fn take_in(&mut self, stage: u8) -> usize {
        let begin = self.now.len();
        self.stages.push((stage, begin));
        self.now.extend_from_slice(&self.catalogue.stage(stage).weights);
        if stage == SPECIAL_ROOMS {
            for place in self.first.take() {
                self.decay(begin, place);
            }
        }
        begin
    }

    /// L2: lowers a chosen room's weight.
    #[inline]
    fn decay(&mut self, begin: usize, (block, room): Place) {
        let weight = self.now[begin + block].of_mut(room);
        *weight = (*weight * DECAY).max(LEAST_WEIGHT);
    }
}

/// L2: one choice of a room.
pub(crate) struct Choice<'w> {
    pub(crate) wanted: &'w Query,
    pub(crate) stage: &'w Stage,
    /// The weights of the stage's blocks now.
    pub(crate) weights: &'w [BlockWeights],
}

impl Choice<'_> {
    /// L2: the choice as the rule states it: sums of 32 bits, one room after the other in
    /// catalogue order.
    #[cold]
    pub(crate) fn walk(&self, (f1, f2): (f32, f32)) -> Option<Place> {
        let found = self.pool().map(|block| (block, self.matching(block)));
        let total = self.sum(found.clone().map(|(block, matching)| (block, matching.all)));
        let exact = self.sum(found.clone().map(|(block, matching)| (block, matching.exact)));
        if is_preferred(exact, total, f2) {
            self.pick(found.map(|(block, matching)| (block, matching.exact)), f1 * exact)
        } else {
            self.pick(found.map(|(block, matching)| (block, matching.all)), f1 * total)
        }
    }

    /// The weights of some rooms, summed in catalogue order.
    fn sum(&self, rooms: impl Iterator<Item = (usize, u64)>) -> f32 {
        let mut sum = 0.0;
        for (block, rooms) in rooms {
            let weights = &self.weights[block];
            bits(rooms).for_each(|room| sum += weights.of(room));
        }
        sum
    }

    /// The first of some rooms that takes `rest` below 0, or the last.
    fn pick(&self, rooms: impl Iterator<Item = (usize, u64)>, mut rest: f32) -> Option<Place> {
        let mut last = None;
        for (block, rooms) in rooms {
            let weights = &self.weights[block];
            for room in bits(rooms) {
                last = Some((block, room));
                rest -= weights.of(room);
                if rest < 0.0 {
                    return last;
                }
            }
        }
        last
    }

    /// L2: the same choice by sums in another order, where rounding cannot change it; `None`
    /// where it can, and where nothing matches.
    ///
    /// Of n rooms, a sum of 32 bits in any order is off by less than n / 2^24 of the total,
    /// and so is what [`Choice::pick`] subtracts: the two ways differ by less than
    /// 4n / 2^24 of the total. Nothing closer than twice that is decided here.
    fn estimate(&self, (f1, f2): (f32, f32)) -> Option<Place> {
        let mut found: ArrayVec<Found, FEW> = ArrayVec::new();
        let (mut total, mut exact) = (0.0_f32, 0.0_f32);
        for block in self.pool() {
            let matching = self.matching(block);
            let weights = &self.weights[block];
            let (before, end) = running(total, weights.sums(matching.all));
            total = end;
            bits(matching.exact).for_each(|room| exact += weights.of(room));
            found.try_push(Found { block, matching, before }).ok()?;
        }
        // Where the total is tiny, numbers would underflow.
        if total <= LEAST_WEIGHT {
            return None;
        }
        let doubt = (BLOCK * found.len()) as f32 / (1 << 21) as f32;
        if is_preferred(exact, total * (1.0 - doubt), f2) {
            let rooms = found.iter().map(|found| (found.block, found.matching.exact));
            let is_sure = is_preferred(exact, total * (1.0 + doubt), f2);
            return if is_sure { self.pick(rooms, f1 * exact) } else { None };
        }
        self.pick_near(&found, f1 * total, doubt * total)
    }

    /// The first of the rooms found that takes `rest` below 0, by what comes before the groups
    /// of rooms; `None` where that is in doubt. Nothing here is a branch to be guessed.
    fn pick_near(&self, found: &[Found], rest: f32, doubt: f32) -> Option<Place> {
        // The last group before which no more than the rest comes.
        let groups: usize = found.iter().map(|found| count_up_to(rest, &found.before)).sum();
        let group = groups.checked_sub(1)?;
        let Found { block, matching, before } = found.get(group / GROUPS)?;
        let group = group % GROUPS;
        let rest = rest - before[group];
        let ends = self.weights[*block].ends(matching.all, group);
        let room = count_up_to(rest, &ends);
        let end = *ends.get(room)?;
        let room = GROUP * group + room;
        let begin = end - self.weights[*block].of(room);
        (rest - begin > doubt && end - rest > doubt).then_some((*block, room))
    }

    /// The blocks to choose from.
    #[inline]
    fn pool(&self) -> Range<usize> {
        self.stage.pool(self.wanted.type_number, self.wanted.shape)
    }

    /// The rooms of a block that match.
    #[inline]
    fn matching(&self, block: usize) -> Matching {
        self.stage.blocks[block].matching(self.wanted)
    }
}

/// What comes before each of some numbers, and all of it with them, from a sum on. The two
/// halves do not wait for each other.
#[inline]
fn running(first: f32, sums: [f32; GROUPS]) -> ([f32; GROUPS], f32) {
    let mut before = [0.0; GROUPS];
    let (low, high) = before.split_at_mut(GROUPS / 2);
    let (low_sums, high_sums) = sums.split_at(GROUPS / 2);
    for place in 1..GROUPS / 2 {
        low[place] = low[place - 1] + low_sums[place - 1];
        high[place] = high[place - 1] + high_sums[place - 1];
    }
    let middle = first + (low[GROUPS / 2 - 1] + low_sums[GROUPS / 2 - 1]);
    let end = middle + (high[GROUPS / 2 - 1] + high_sums[GROUPS / 2 - 1]);
    low.iter_mut().for_each(|sum| *sum += first);
    high.iter_mut().for_each(|sum| *sum += middle);
    (before, end)
}

/// How many of some numbers are not above a number.
#[inline]
pub(crate) fn count_up_to(number: f32, numbers: &[f32]) -> usize {
    numbers.iter().map(|other| u32::from(*other <= number)).sum::<u32>() as usize
}

/// L2: whether one draws among the rooms with exactly the needed doors.
fn is_preferred(exact: f32, total: f32, f2: f32) -> bool {
    exact > 0.0 && EXACT_PREFERENCE * (exact / total) > f2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FileRoom, Interior, RoomFile};
    use basement_model::{DoorSlot, GameRng, STREAM_TRIPLE, unit_float};
    use rand::Rng;

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

    fn normal(doors: DoorSlots) -> Query {
        Query { stage: 1, doors, ..Query::of_type(RoomType::Normal) }
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
    fn l2_an_estimate_is_the_choice_that_the_rule_makes() {
        // Rooms of several weights and doors, in one block and in many.
        let draw = |number: u32| GameRng::new(number + 1, STREAM_TRIPLE).unwrap().next_u32() >> 8;
        for count in [1, 7, 40, 96, 1000] {
            let rooms = (0..count).map(|number| {
                let slots = Shape::Single.slots();
                let doors = if draw(number) % 3 == 0 { LEFT.with(DoorSlot::Up0) } else { slots };
                let weight = [1.0, 0.75, 0.25, 0.3, 1e-7][draw(number) as usize % 5];
                room(weight, doors)
            });
            let catalogue = catalogue(&rooms.collect::<Vec<_>>());
            let (mut weights, mut estimates) = (Weights::new(&catalogue), 0);
            for number in 0..2000 {
                if number % 10 == 0 {
                    weights = Weights::new(&catalogue);
                }
                let floats =
                    (unit_float(draw(2 * number) << 8), unit_float(draw(2 * number + 1) << 8));
                let wanted =
                    normal([DoorSlots::NONE, LEFT, LEFT.with(DoorSlot::Up0)][number as usize % 3]);
                let begin = weights.begin_of(1).unwrap_or_else(|| weights.take_in(1));
                let (stage, now) = (catalogue.stage(1), &weights.now[begin..]);
                let choice = Choice { wanted: &wanted, stage, weights: now };
                let (estimate, walked) = (choice.estimate(floats), choice.walk(floats));
                assert!(estimate.is_none() || estimate == walked, "{count} rooms, {floats:?}");
                estimates += u32::from(estimate.is_some());
                weights.choose(&wanted, floats);
            }
            // Mostly there is one, unless the rooms are one or very many.
            let is_usual = (2..100).contains(&count);
            assert!(estimates > 1500 || !is_usual, "{estimates} of 2000, {count} rooms");
        }
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
        let wanted = Query {
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
            assert_eq!(weights.now[0].of(0).to_bits(), expected.to_bits());
        }
        assert_eq!(expected.to_bits(), 1e-7_f32.to_bits());
        // Another floor starts afresh.
        let mut afresh = Weights::new(&catalogue);
        afresh.take_in(1);
        assert_eq!(afresh.now[0].of(0), 1.0);
    }

    #[test]
    fn l2_weights_that_nobody_asked_for_yet_fall_too() {
        let wanted = [RoomType::Treasure, RoomType::Shop, RoomType::Treasure, RoomType::Shop];
        let weights = |is_taken_in: bool| {
            let mut weights = Weights::new(Catalogue::embedded());
            if is_taken_in {
                weights.take_in(SPECIAL_ROOMS);
            }
            for room_type in wanted {
                // The first two are looked up, the third asks for the weights.
                weights.choose(&Query::of_type(room_type), (0.0, 0.0)).unwrap();
            }
            weights.now
        };
        assert!(weights(false) == weights(true));
        assert_ne!(weights(false)[..], Catalogue::embedded().stage(SPECIAL_ROOMS).weights);
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
