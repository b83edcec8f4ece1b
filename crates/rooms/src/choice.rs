//! Choosing a room from the catalogue (L2).

use std::ops::Range;

use arrayvec::ArrayVec;
use smallvec::SmallVec;

use crate::catalogue::{Catalogue, CatalogueRoom};
use crate::pool::{BLOCK, BlockWeights, GROUP, GROUPS, Matching, StageRooms, bits};
use crate::query::Query;
use crate::room_type::NAMED_TYPES;
use crate::stage_file::SPECIAL_ROOMS;

/// L2: what the weight of a chosen room is multiplied by.
const DECAY: f32 = 0.1;
/// L2: no weight falls below this.
const LEAST_WEIGHT: f32 = 1e-7;
/// L2: how readily rooms with exactly the needed doors are preferred.
const EXACT_PREFERENCE: f32 = 9.99;

/// [L2](basement_model::rules#l2): the weights of a catalogue's rooms while one floor is made.
///
/// The weight of a room falls when it is chosen. A new attempt at the same floor goes on with the
/// weights as they are.
///
/// ```
/// use basement_rooms::{Catalogue, Query, RoomType, SPECIAL_ROOMS, Weights};
///
/// let catalogue = Catalogue::embedded();
/// let mut weights = Weights::new(catalogue);
/// let query = Query::new(SPECIAL_ROOMS, RoomType::Shop);
/// let (first, shop) = weights.choose(&query, (0.5, 0.5)).expect("there are shops");
/// assert_eq!(shop.room_type, RoomType::Shop);
/// assert_eq!(catalogue.get(first), Some(shop));
/// // The same floats choose another shop, because the first now weighs a tenth.
/// let (second, _) = weights.choose(&query, (0.5, 0.5)).expect("there are shops");
/// assert_ne!(second, first);
/// ```
#[derive(Clone, Debug)]
pub struct Weights<'a> {
    catalogue: &'a Catalogue,
    /// The types of which a special room was chosen, as bits by their numbers.
    chosen_types: u32,
    /// The special rooms that were chosen before `current` held the weights of the special rooms.
    pending: ArrayVec<Position, NAMED_TYPES>,
    /// The stage files whose weights are in `current`, and where those of each begin.
    stages: SmallVec<[(u8, usize); 2]>,
    /// The weights as they are now, block by block, of the stage files that were asked for.
    current: SmallVec<[BlockWeights; 32]>,
}

/// Where a room is among the rooms of its stage file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) block: usize,
    pub(crate) bit: usize,
}

/// Every named type has a bit in [`Weights::chosen_types`].
const _: () = assert!(NAMED_TYPES <= u32::BITS as usize);

impl<'a> Weights<'a> {
    /// The weights that the rooms have in the catalogue.
    #[must_use]
    pub fn new(catalogue: &'a Catalogue) -> Self {
        let (stages, current) = (SmallVec::new(), SmallVec::new());
        Self { catalogue, chosen_types: 0, pending: ArrayVec::new(), stages, current }
    }

    /// [L2](basement_model::rules#l2): chooses a room by the floats `f1` and `f2`, both from 0 to 1
    /// and below 1. Returns the room with its index in the catalogue, or `None` if no room matches.
    pub fn choose(
        &mut self,
        query: &Query,
        floats: (f32, f32),
    ) -> Option<(u16, &'a CatalogueRoom)> {
        let stage = self.catalogue.stage(query.stage);
        let type_bit = 1_u32.checked_shl(query.type_number).unwrap_or(0);
        let is_first = query.stage == SPECIAL_ROOMS && self.chosen_types & type_bit == 0;
        let thresholds = if is_first { self.catalogue.thresholds().get(query) } else { None };
        let position = if let Some(thresholds) = thresholds {
            let position = thresholds.choose(floats.0);
            match self.begin_of(SPECIAL_ROOMS) {
                Some(begin) => self.decay(begin, position),
                None => self.pending.push(position),
            }
            position
        } else {
            let begin = match self.begin_of(query.stage) {
                Some(begin) => begin,
                None => self.add_stage(query.stage),
            };
            let choice = Choice { query, stage, weights: &self.current[begin..] };
            let position = choice.by_groups(floats).or_else(|| choice.in_order(floats))?;
            self.decay(begin, position);
            position
        };
        if query.stage == SPECIAL_ROOMS {
            self.chosen_types |= type_bit;
        }
        let index = stage.blocks[position.block].indices[position.bit];
        self.catalogue.get(index).map(|room| (index, room))
    }

    /// Where the weights of a stage file begin in `current`, if they are there.
    #[inline]
    fn begin_of(&self, stage: u8) -> Option<usize> {
        self.stages.iter().find(|(known, _)| *known == stage).map(|(_, begin)| *begin)
    }

    /// Adds the weights of a stage file to `current`. Returns where they begin.
    #[cold]
    fn add_stage(&mut self, stage: u8) -> usize {
        let begin = self.current.len();
        self.stages.push((stage, begin));
        self.current.extend_from_slice(&self.catalogue.stage(stage).weights);
        if stage == SPECIAL_ROOMS {
            for position in self.pending.take() {
                self.decay(begin, position);
            }
        }
        begin
    }

    /// L2: lowers the weight of a chosen room.
    #[inline]
    fn decay(&mut self, begin: usize, position: Position) {
        let weight = self.current[begin + position.block].get_mut(position.bit);
        *weight = (*weight * DECAY).max(LEAST_WEIGHT);
    }
}

/// L2: one choice of a room.
pub(crate) struct Choice<'w> {
    pub(crate) query: &'w Query,
    pub(crate) stage: &'w StageRooms,
    /// The weights of the stage's blocks as they are now.
    pub(crate) weights: &'w [BlockWeights],
}

/// The matching rooms of a block, and for each group the weight of all matching rooms before it.
struct WeighedBlock {
    block: usize,
    matching: Matching,
    before: [f32; GROUPS],
}

/// The most blocks that [`Choice::by_groups`] looks at.
const MOST_BLOCKS: usize = 32;

impl Choice<'_> {
    /// L2: the choice as the rule states it, with 32-bit sums room by room in catalogue order.
    #[cold]
    pub(crate) fn in_order(&self, (f1, f2): (f32, f32)) -> Option<Position> {
        let blocks = self.blocks().map(|block| (block, self.matching(block)));
        let total = self.sum(blocks.clone().map(|(block, matching)| (block, matching.all)));
        let exact = self.sum(blocks.clone().map(|(block, matching)| (block, matching.exact)));
        if prefers_exact(exact, total, f2) {
            self.pick(blocks.map(|(block, matching)| (block, matching.exact)), f1 * exact)
        } else {
            self.pick(blocks.map(|(block, matching)| (block, matching.all)), f1 * total)
        }
    }

    /// The weights of some rooms, summed in catalogue order.
    fn sum(&self, rooms: impl Iterator<Item = (usize, u64)>) -> f32 {
        let mut sum = 0.0;
        for (block, rooms) in rooms {
            let weights = &self.weights[block];
            bits(rooms).for_each(|bit| sum += weights.get(bit));
        }
        sum
    }

    /// The first of some rooms whose weight takes `rest` below 0, or the last of them.
    fn pick(&self, rooms: impl Iterator<Item = (usize, u64)>, mut rest: f32) -> Option<Position> {
        let mut last = None;
        for (block, rooms) in rooms {
            let weights = &self.weights[block];
            for bit in bits(rooms) {
                last = Some(Position { block, bit });
                rest -= weights.get(bit);
                if rest < 0.0 {
                    return last;
                }
            }
        }
        last
    }

    /// L2: the same choice by sums of whole groups. `None` where rounding could change the choice,
    /// and where no room matches.
    ///
    /// A 32-bit sum of n weights, in any order, is off by less than n / 2^24 of the total (each
    /// addition rounds by at most 2^-24 of what it gives: Higham, Accuracy and Stability of
    /// Numerical Algorithms, 4.2). So is what [`Choice::pick`] subtracts, and so are the two sums
    /// here. The two ways differ by less than 4n / 2^24 of the total; `doubt` is twice that, and
    /// nothing nearer to the border between two rooms is decided here.
    fn by_groups(&self, (f1, f2): (f32, f32)) -> Option<Position> {
        let mut weighed: ArrayVec<WeighedBlock, MOST_BLOCKS> = ArrayVec::new();
        let (mut total, mut exact) = (0.0_f32, 0.0_f32);
        for block in self.blocks() {
            let matching = self.matching(block);
            let weights = &self.weights[block];
            let (before, end) = prefix_sums(total, weights.group_sums(matching.all));
            total = end;
            bits(matching.exact).for_each(|bit| exact += weights.get(bit));
            weighed.try_push(WeighedBlock { block, matching, before }).ok()?;
        }
        // The products below would underflow with a tiny total.
        if total <= LEAST_WEIGHT {
            return None;
        }
        let doubt = (BLOCK * weighed.len()) as f32 / (1 << 21) as f32;
        if prefers_exact(exact, total * (1.0 - doubt), f2) {
            let rooms = weighed.iter().map(|weighed| (weighed.block, weighed.matching.exact));
            let is_sure = prefers_exact(exact, total * (1.0 + doubt), f2);
            return if is_sure { self.pick(rooms, f1 * exact) } else { None };
        }
        self.pick_by_groups(&weighed, f1 * total, doubt * total)
    }

    /// The first matching room whose weight, with all before it, exceeds `rest`: first its group,
    /// then the room. `None` where `rest` is nearer than `doubt` to the room before or after.
    fn pick_by_groups(&self, weighed: &[WeighedBlock], rest: f32, doubt: f32) -> Option<Position> {
        // The sums only grow, so counting those up to `rest` finds the last group that begins there.
        let groups: usize = weighed.iter().map(|weighed| count_up_to(rest, &weighed.before)).sum();
        let group = groups.checked_sub(1)?;
        let WeighedBlock { block, matching, before } = weighed.get(group / GROUPS)?;
        let (block, group) = (*block, group % GROUPS);
        let rest = rest - before[group];
        let ends = self.weights[block].running_sums(matching.all, group);
        let number = count_up_to(rest, &ends);
        let end = *ends.get(number)?;
        let bit = GROUP * group + number;
        let begin = end - self.weights[block].get(bit);
        (rest - begin > doubt && end - rest > doubt).then_some(Position { block, bit })
    }

    /// The blocks to choose from.
    #[inline]
    fn blocks(&self) -> Range<usize> {
        self.stage.blocks_of(self.query.type_number, self.query.shape)
    }

    /// The rooms of a block that match.
    #[inline]
    fn matching(&self, block: usize) -> Matching {
        self.stage.blocks[block].matching(self.query)
    }
}

/// The sum of `first` and of all numbers before each of some, and that of all of them. The two
/// halves are summed side by side, so that the processor need not wait for one addition after the
/// other.
#[inline]
fn prefix_sums(first: f32, sums: [f32; GROUPS]) -> ([f32; GROUPS], f32) {
    let mut before = [0.0; GROUPS];
    let (low, high) = before.split_at_mut(GROUPS / 2);
    let (low_sums, high_sums) = sums.split_at(GROUPS / 2);
    for number in 1..GROUPS / 2 {
        low[number] = low[number - 1] + low_sums[number - 1];
        high[number] = high[number - 1] + high_sums[number - 1];
    }
    let middle = first + (low[GROUPS / 2 - 1] + low_sums[GROUPS / 2 - 1]);
    let end = middle + (high[GROUPS / 2 - 1] + high_sums[GROUPS / 2 - 1]);
    low.iter_mut().for_each(|sum| *sum += first);
    high.iter_mut().for_each(|sum| *sum += middle);
    (before, end)
}

/// How many of some numbers are not above a limit.
#[inline]
pub(crate) fn count_up_to(limit: f32, numbers: &[f32]) -> usize {
    numbers.iter().map(|number| u32::from(*number <= limit)).sum::<u32>() as usize
}

/// L2: whether the choice is among the rooms with exactly the needed doors.
fn prefers_exact(exact: f32, total: f32, f2: f32) -> bool {
    exact > 0.0 && EXACT_PREFERENCE * (exact / total) > f2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FileRoom, Interior, RoomFile, RoomType};
    use basement_model::{DoorSlot, DoorSlots, GameRng, STREAM_TRIPLE, Shape, unit_float};
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
        Query { doors, ..Query::new(1, RoomType::Normal) }
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
    fn l2_a_choice_by_groups_is_the_choice_that_the_rule_makes() {
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
            let (mut weights, mut decided) = (Weights::new(&catalogue), 0);
            for number in 0..2000 {
                if number % 10 == 0 {
                    weights = Weights::new(&catalogue);
                }
                let floats =
                    (unit_float(draw(2 * number) << 8), unit_float(draw(2 * number + 1) << 8));
                let query =
                    normal([DoorSlots::NONE, LEFT, LEFT.with(DoorSlot::Up0)][number as usize % 3]);
                let begin = weights.begin_of(1).unwrap_or_else(|| weights.add_stage(1));
                let (stage, current) = (catalogue.stage(1), &weights.current[begin..]);
                let choice = Choice { query: &query, stage, weights: current };
                let (by_groups, in_order) = (choice.by_groups(floats), choice.in_order(floats));
                let agree = by_groups.is_none() || by_groups == in_order;
                assert!(agree, "{count} rooms, {floats:?}");
                decided += u32::from(by_groups.is_some());
                weights.choose(&query, floats);
            }
            // Most are decided, unless there is one room or there are very many.
            let is_usual = (2..100).contains(&count);
            assert!(decided > 1500 || !is_usual, "{decided} of 2000, {count} rooms");
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
        let query = Query {
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
            |room| index(Weights::new(&catalogue(&[room])).choose(&query, (0.0, 0.0))).is_some();
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
            assert_eq!(weights.current[0].get(0).to_bits(), expected.to_bits());
        }
        assert_eq!(expected.to_bits(), 1e-7_f32.to_bits());
        // Another floor starts afresh.
        let mut afresh = Weights::new(&catalogue);
        afresh.add_stage(1);
        assert_eq!(afresh.current[0].get(0), 1.0);
    }

    #[test]
    fn l2_weights_that_were_not_asked_for_yet_fall_too() {
        let types = [RoomType::Treasure, RoomType::Shop, RoomType::Treasure, RoomType::Shop];
        let weights = |is_added: bool| {
            let mut weights = Weights::new(Catalogue::embedded());
            if is_added {
                weights.add_stage(SPECIAL_ROOMS);
            }
            for room_type in types {
                // The first two go by thresholds, the third asks for the weights.
                let query = Query::new(SPECIAL_ROOMS, room_type);
                weights.choose(&query, (0.0, 0.0)).unwrap();
            }
            weights.current
        };
        assert!(weights(false) == weights(true));
        assert_ne!(weights(false)[..], Catalogue::embedded().stage(SPECIAL_ROOMS).weights);
    }

    #[test]
    fn l2_a_room_of_weight_0_is_never_chosen() {
        let catalogue = catalogue(&[room(1.0, SIDES), room(0.0, LEFT)]);
        let choose = |query| index(Weights::new(&catalogue).choose(query, (MOST, 0.0)));
        assert_eq!(choose(&normal(LEFT)), Some(0));
        let catalogue = self::catalogue(&[room(0.0, LEFT)]);
        assert_eq!(index(Weights::new(&catalogue).choose(&normal(LEFT), (0.0, 0.0))), None);
    }
}
