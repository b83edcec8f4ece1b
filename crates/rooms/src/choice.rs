//! Choosing a room by weight (L2, W9).

use std::ops::Range;

use arrayvec::ArrayVec;
use smallvec::SmallVec;

use crate::pool::{BlockWeights, GROUP, GROUPS, Matching, StageRooms, bits};
use crate::query::Query;

/// W10: no weight falls below this.
pub(crate) const LEAST_WEIGHT: f32 = 1e-7;
/// W9: how strongly the choice prefers rooms with exactly the needed doors.
pub(crate) const EXACT_PREFERENCE: f32 = 9.99;

/// Where a room is among the rooms of its stage file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) block: u16,
    pub(crate) bit: u8,
}

impl Position {
    #[inline]
    pub(crate) const fn new(block: usize, bit: usize) -> Self {
        Self { block: block as u16, bit: bit as u8 }
    }
}

/// W9: one choice of a room.
pub(crate) struct Choice<'w> {
    pub(crate) query: &'w Query,
    pub(crate) stage: &'w StageRooms,
    /// The current weights of the stage's blocks that contain the query's type.
    pub(crate) weights: &'w [BlockWeights],
    /// The block whose weights come first.
    pub(crate) first: usize,
}

/// The matching rooms of a block, and for each group the weight of all matching rooms before it.
struct WeighedBlock {
    block: usize,
    matching: Matching,
    before: [f32; GROUPS],
}

/// [`Choice::by_groups`] handles at most this many blocks with matching rooms.
const MOST_BLOCKS: usize = 48;

/// With more matching rooms than this, too many choices are so close to the border between two
/// rooms that rounding keeps [`Choice::by_groups`] from deciding.
const MOST_ROOMS: usize = 1024;

impl Choice<'_> {
    /// L2, W9: the choice as the rule states it, with 32-bit sums room by room in catalogue order.
    #[cold]
    pub(crate) fn in_order(&self, (f1, f2): (f32, f32)) -> Option<Position> {
        let matching = self.blocks().map(|block| (block, self.matching(block)));
        let found: SmallVec<[(usize, Matching); 32]> =
            matching.filter(|(_, matching)| matching.all != 0).collect();
        let all = found.iter().map(|(block, matching)| (*block, matching.all));
        let exact = found.iter().map(|(block, matching)| (*block, matching.exact));
        let total = self.sum(all.clone());
        if total <= 0.0 {
            return None;
        }
        let exact_total = self.sum(exact.clone());
        if prefers_exact(exact_total, total, f2) {
            self.pick(exact, f1 * exact_total)
        } else {
            self.pick(all, f1 * total)
        }
    }

    /// The weights of some rooms, summed in catalogue order.
    fn sum(&self, rooms: impl Iterator<Item = (usize, u64)>) -> f32 {
        let mut sum = 0.0;
        for (block, rooms) in rooms {
            let weights = self.weights_of(block);
            bits(rooms).for_each(|bit| sum += weights.get(bit));
        }
        sum
    }

    /// The first of some rooms whose weight, added to the weights before it, exceeds `target`.
    fn pick(&self, rooms: impl Iterator<Item = (usize, u64)>, target: f32) -> Option<Position> {
        let mut sum = 0.0;
        for (block, rooms) in rooms {
            let weights = self.weights_of(block);
            for bit in bits(rooms) {
                sum += weights.get(bit);
                if sum > target {
                    return Some(Position::new(block, bit));
                }
            }
        }
        None
    }

    /// W9: the choice of [`Choice::in_order`], but made with sums of whole groups. `None` if
    /// rounding could change the choice, if no room matches, or if there are very many rooms.
    ///
    /// A 32-bit addition rounds by at most 2^-24 of its result (Higham, Accuracy and Stability of
    /// Numerical Algorithms, 4.2). So for n rooms, the rule's two sums, the total and the sum up to
    /// the picked room, are each off by less than n / 2^24 of the total. The two sums here pass
    /// through one group, one row of groups and b blocks, so each is off by less than (b + 24) /
    /// 2^24. The two methods differ by less than (2n + 2b + 50) / 2^24 of the total; `doubt` is about 1.5
    /// times that. If the target is closer than this to the border between two rooms, the choice is not
    /// made here.
    pub(crate) fn by_groups(&self, (f1, f2): (f32, f32)) -> Option<Position> {
        let mut weighed: ArrayVec<WeighedBlock, MOST_BLOCKS> = ArrayVec::new();
        let (mut total, mut exact, mut count) = (0.0_f32, 0.0_f32, 0);
        for block in self.blocks() {
            let matching = self.matching(block);
            if matching.all == 0 {
                continue;
            }
            count += matching.all.count_ones() as usize;
            if count > MOST_ROOMS {
                return None;
            }
            let weights = self.weights_of(block);
            let (before, end) = prefix_sums(total, weights.group_sums(matching.all));
            total = end;
            bits(matching.exact).for_each(|bit| exact += weights.get(bit));
            weighed.try_push(WeighedBlock { block, matching, before }).ok()?;
        }
        // The products below would underflow with a tiny total.
        if total <= LEAST_WEIGHT {
            return None;
        }
        let doubt = (3 * count + 3 * weighed.len() + 75) as f32 / (1 << 24) as f32;
        if prefers_exact(exact, total * (1.0 - doubt), f2) {
            let rooms = weighed.iter().map(|weighed| (weighed.block, weighed.matching.exact));
            let is_sure = prefers_exact(exact, total * (1.0 + doubt), f2);
            return if is_sure { self.pick(rooms, f1 * exact) } else { None };
        }
        self.pick_by_groups(&weighed, f1 * total, doubt * total)
    }

    /// The first matching room whose weight, with all weights before it, exceeds `rest`: first its
    /// group, then the room. `None` if `rest` is closer than `doubt` to the room before or after.
    fn pick_by_groups(&self, weighed: &[WeighedBlock], rest: f32, doubt: f32) -> Option<Position> {
        // The sums only grow, so counting the sums up to `rest` finds the last group that begins
        // there.
        let groups: usize = weighed.iter().map(|weighed| count_up_to(rest, &weighed.before)).sum();
        let group = groups.checked_sub(1)?;
        let WeighedBlock { block, matching, before } = weighed.get(group / GROUPS)?;
        let (block, group) = (*block, group % GROUPS);
        let rest = rest - before[group];
        let ends = self.weights_of(block).running_sums(matching.all, group);
        let number = count_up_to(rest, &ends);
        let end = *ends.get(number)?;
        let bit = GROUP * group + number;
        let begin = end - self.weights_of(block).get(bit);
        (rest - begin > doubt && end - rest > doubt).then(|| Position::new(block, bit))
    }

    /// The blocks to choose from.
    #[inline]
    pub(crate) fn blocks(&self) -> Range<usize> {
        self.stage.blocks_of(self.query.type_number, self.query.shape)
    }

    /// The weights of a block.
    #[inline]
    pub(crate) fn weights_of(&self, block: usize) -> &BlockWeights {
        &self.weights[block - self.first]
    }

    /// The rooms of a block that match.
    #[inline]
    pub(crate) fn matching(&self, block: usize) -> Matching {
        self.stage.blocks[block].matching(self.query)
    }
}

/// For each of some numbers, the sum of `first` and all numbers before it; and the sum of all. The
/// two halves are summed side by side, so that the processor does not wait for one addition after
/// the other.
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

/// W9: whether the choice is among the rooms with exactly the needed doors. Without such rooms
/// `exact` is 0, and no float is below 0.
fn prefers_exact(exact: f32, total: f32, f2: f32) -> bool {
    f2 < EXACT_PREFERENCE * (exact / total)
}

/// Catalogues of one stage, for tests.
#[cfg(test)]
pub(crate) mod drafts {
    use super::*;
    use crate::{Catalogue, CatalogueRoom, FileRoom, Interior, RoomFile, RoomType};
    use basement_model::{DoorSlot, DoorSlots, Shape};

    pub(crate) const LEFT: DoorSlots = DoorSlots::NONE.with(DoorSlot::Left0);
    pub(crate) const SIDES: DoorSlots = LEFT.with(DoorSlot::Right0);

    /// Just below 1, as f1 and f2 can be.
    pub(crate) const MOST: f32 = 0.999_999_9;

    pub(crate) fn room(weight: f32, doors: DoorSlots) -> CatalogueRoom {
        let usual = CatalogueRoom::new(Some(1), RoomType::Normal, Shape::Single);
        CatalogueRoom { difficulty: 5, weight, doors, ..usual }
    }

    pub(crate) fn catalogue(rooms: &[CatalogueRoom]) -> Catalogue {
        let rooms =
            rooms.iter().map(|room| FileRoom { room: *room, interior: Interior::default() });
        Catalogue::new(vec![RoomFile { rooms: rooms.collect(), ..RoomFile::default() }]).unwrap()
    }

    pub(crate) fn normal(doors: DoorSlots) -> Query {
        Query { doors, ..Query::new(1, RoomType::Normal) }
    }
}

#[cfg(test)]
mod tests {
    use super::drafts::{LEFT, catalogue, normal, room};
    use super::*;
    use crate::{Catalogue, Weights};
    use basement_model::{DoorSlot, DoorSlots, GameRng, STREAM_TRIPLE, Shape, unit_float};
    use rand::Rng;

    /// W9 word by word, for a query with a stage, a type and doors. Returns the room's index.
    fn choose_by_the_rule(
        catalogue: &Catalogue,
        query: &Query,
        weights: &[f32],
        (f1, f2): (f32, f32),
    ) -> Option<usize> {
        let rooms = catalogue.rooms();
        let all: Vec<usize> = (0..rooms.len())
            .filter(|index| {
                rooms[*index].stage == Some(query.file)
                    && rooms[*index].room_type.number() == query.type_number
                    && rooms[*index].doors.contains_all(query.doors)
            })
            .collect();
        let needs_doors = !query.doors.is_empty();
        let is_exact = |index: &usize| needs_doors && rooms[*index].doors == query.doors;
        let exact: Vec<usize> = all.iter().copied().filter(is_exact).collect();
        let sum = |list: &[usize]| list.iter().fold(0.0_f32, |sum, index| sum + weights[*index]);
        let (total, exact_total) = (sum(&all), sum(&exact));
        if all.is_empty() || total <= 0.0 {
            return None;
        }
        let (list, target) = if !exact.is_empty() && f2 < 9.99_f32 * (exact_total / total) {
            (exact, f1 * exact_total)
        } else {
            (all, f1 * total)
        };
        let mut sum = 0.0_f32;
        list.into_iter().find(|index| {
            sum += weights[*index];
            sum > target
        })
    }

    #[test]
    fn w9_a_choice_by_groups_agrees_with_the_rule() {
        // Rooms of several weights and doors, in one block and in many.
        let draw = |number: u32| GameRng::new(number + 1, STREAM_TRIPLE).unwrap().next_u32() >> 8;
        for count in [1, 7, 40, 96, 1000, 1800] {
            let rooms = (0..count).map(|number| {
                let slots = Shape::Single.slots();
                let doors = if draw(number) % 3 == 0 { LEFT.with(DoorSlot::Up0) } else { slots };
                let weight = [1.0, 0.75, 0.25, 0.3, 1e-7, 0.0][draw(number) as usize % 6];
                room(weight, doors)
            });
            let catalogue = catalogue(&rooms.collect::<Vec<_>>());
            let (mut weights, mut decided) = (Weights::new(&catalogue), 0);
            let mut plain_weights: Vec<f32> = Vec::new();
            for number in 0..2000 {
                if number % 10 == 0 {
                    weights = Weights::new(&catalogue);
                    plain_weights = catalogue.rooms().iter().map(|room| room.weight).collect();
                }
                let floats =
                    (unit_float(draw(2 * number) << 8), unit_float(draw(2 * number + 1) << 8));
                let query =
                    normal([DoorSlots::NONE, LEFT, LEFT.with(DoorSlot::Up0)][number as usize % 3]);
                let (stage, current) = (catalogue.stage(1), weights.current(&query));
                let choice = Choice { query: &query, stage, weights: current, first: 0 };
                let (by_groups, in_order) = (choice.by_groups(floats), choice.in_order(floats));
                let agree = by_groups.is_none() || by_groups == in_order;
                assert!(agree, "{count} rooms, {floats:?}");
                decided += u32::from(by_groups.is_some());
                let index = in_order.map(|found| {
                    stage.blocks[usize::from(found.block)].indices[usize::from(found.bit)]
                });
                let plainly = choose_by_the_rule(&catalogue, &query, &plain_weights, floats);
                assert_eq!(index.map(usize::from), plainly, "{count} rooms, {floats:?}");
                if let Some(index) = plainly {
                    plain_weights[index] = (0.1 * plain_weights[index]).max(1e-7);
                }
                let chosen = weights.choose(&query, floats);
                assert_eq!(chosen.map(|(index, _)| index), index);
            }
            // Most choices are decided, unless there is only one room or there are very many.
            let is_usual = (2..100).contains(&count);
            assert!(decided > 1500 || !is_usual, "{decided} of 2000, {count} rooms");
        }
    }
}
