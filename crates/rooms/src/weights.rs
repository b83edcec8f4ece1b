//! The weights of rooms while one floor is made (L2, W4, W10).

use arrayvec::ArrayVec;
use smallvec::SmallVec;

use crate::catalogue::Catalogue;
use crate::choice::{Choice, EXACT_PREFERENCE, LEAST_WEIGHT, Position};
use crate::pool::{BlockWeights, bits};
use crate::query::Query;
use crate::room_file::CatalogueRoom;
use crate::room_type::NAMED_TYPES;
use crate::stage_file::SPECIAL_ROOMS;

/// W10: the factor by which the weight of a chosen room is multiplied.
const DECAY: f32 = 0.1;

/// [W4](basement_model::rules#w4): the weights of a catalogue's rooms while one floor is made.
///
/// The weight of a room falls when it is chosen. A new attempt at the same floor continues with the
/// current weights.
///
/// ```
/// use basement_rooms::{Catalogue, Query, RoomType, Weights};
///
/// let catalogue = Catalogue::embedded();
/// let mut weights = Weights::new(catalogue);
/// let query = Query::special(RoomType::Secret);
/// let (first, room) = weights.choose(&query, (0.5, 0.5)).expect("there are secret rooms");
/// assert_eq!(room.room_type, RoomType::Secret);
/// assert_eq!(catalogue.get(first), Some(room));
/// // The same floats choose another room, because the first now weighs a tenth.
/// let (second, _) = weights.choose(&query, (0.5, 0.5)).expect("there are secret rooms");
/// assert_ne!(second, first);
/// ```
#[derive(Clone, Debug)]
pub struct Weights<'a> {
    catalogue: &'a Catalogue,
    /// The types of which a special room was chosen, as bits by their numbers.
    chosen_types: u32,
    /// The special rooms that were chosen before `current` had the weights of their type.
    pending: ArrayVec<Position, NAMED_TYPES>,
    /// The pools whose weights are in `current`.
    pools: SmallVec<[Pool; 6]>,
    /// The current weights of the pools that were asked for, block by block.
    current: SmallVec<[BlockWeights; 32]>,
}

/// The rooms of one type in a stage file, and where their weights are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pool {
    stage: u8,
    type_number: u32,
    /// The first of its blocks in the stage file.
    first: usize,
    /// Where its weights begin in [`Weights::current`].
    begin: usize,
}

/// Every named type has a bit in [`Weights::chosen_types`].
const _: () = assert!(NAMED_TYPES <= u32::BITS as usize);

impl<'a> Weights<'a> {
    /// The weights that the rooms have in the catalogue.
    #[must_use]
    pub fn new(catalogue: &'a Catalogue) -> Self {
        let (pools, current) = (SmallVec::new(), SmallVec::new());
        Self { catalogue, chosen_types: 0, pending: ArrayVec::new(), pools, current }
    }

    /// [L2](basement_model::rules#l2), [W9](basement_model::rules#w9),
    /// [W10](basement_model::rules#w10): chooses a room by the floats `f1` and `f2`, both in [0,
    /// 1), and lowers its weight. Returns the room with its index in the catalogue, or `None`
    /// if no room matches.
    pub fn choose(
        &mut self,
        query: &Query,
        floats: (f32, f32),
    ) -> Option<(u16, &'a CatalogueRoom)> {
        let position = self.find(query, floats)?;
        match self.pool_of(query) {
            Some(pool) => self.decay(pool, position),
            None => self.pending.push(position),
        }
        if query.file == SPECIAL_ROOMS {
            self.chosen_types |= type_bit(query);
        }
        self.room_at(query, position)
    }

    /// [W34](basement_model::rules#w34): chooses a room as [`choose`](Self::choose) does, but
    /// leaves its weight as it is.
    pub fn choose_keeping(
        &mut self,
        query: &Query,
        floats: (f32, f32),
    ) -> Option<(u16, &'a CatalogueRoom)> {
        let position = self.find(query, floats)?;
        self.room_at(query, position)
    }

    /// [W9](basement_model::rules#w9): how likely a choice is to give the room with this index,
    /// with the current weights and both floats uniform. 0 for a room that does not match.
    ///
    /// ```
    /// use basement_rooms::{Catalogue, Query, RoomType, Weights};
    ///
    /// let catalogue = Catalogue::embedded();
    /// let weights = Weights::new(catalogue);
    /// let query = Query::special(RoomType::Secret);
    /// let chances = (0..=u16::MAX).map(|index| weights.chance_of(&query, index));
    /// assert!((chances.sum::<f64>() - 1.0).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn chance_of(&self, query: &Query, index: u16) -> f64 {
        let Some(wanted) = self.position_of(query, index) else { return 0.0 };
        let stage = self.catalogue.stage(query.file);
        let (mut total, mut exact) = (0.0, 0.0);
        let (mut weight, mut is_exact) = (0.0, false);
        for block in stage.blocks_of(query.type_number, query.shape) {
            let matching = stage.blocks[block].matching(query);
            for bit in bits(matching.all) {
                let position = Position::new(block, bit);
                let own = f64::from(self.weight_at(query, position));
                let is_own_exact = matching.exact >> bit & 1 != 0;
                total += own;
                exact += if is_own_exact { own } else { 0.0 };
                if position == wanted {
                    (weight, is_exact) = (own, is_own_exact);
                }
            }
        }
        if weight <= 0.0 {
            return 0.0;
        }
        let prefers_exact = (f64::from(EXACT_PREFERENCE) * (exact / total)).min(1.0);
        let among_exact = if is_exact { prefers_exact * (weight / exact) } else { 0.0 };
        among_exact + (1.0 - prefers_exact) * (weight / total)
    }

    /// [W10](basement_model::rules#w10): lowers the weight of the room with this index, as if it
    /// had been chosen. The query says in which pool: the pool of the room's own file or the pool
    /// of The Void. A room that does not have the query's file and type is left unchanged.
    pub fn decay_chosen(&mut self, query: &Query, index: u16) {
        let Some(position) = self.position_of(query, index) else { return };
        let pool = self.pool_of(query).unwrap_or_else(|| self.add_pool(query));
        self.decay(pool, position);
        if query.file == SPECIAL_ROOMS {
            self.chosen_types |= type_bit(query);
        }
    }

    /// W9: the position of the room that the floats choose.
    #[inline]
    fn find(&mut self, query: &Query, floats: (f32, f32)) -> Option<Position> {
        if query.file == SPECIAL_ROOMS
            && self.chosen_types & type_bit(query) == 0
            && let Some(position) = self.catalogue.thresholds().choose(query, floats.0)
        {
            return Some(position);
        }
        let pool = self.pool_of(query).unwrap_or_else(|| self.add_pool(query));
        let choice = Choice {
            query,
            stage: self.catalogue.stage(query.file),
            weights: &self.current[pool.begin..],
            first: pool.first,
        };
        choice.by_groups(floats).or_else(|| choice.in_order(floats))
    }

    /// The room at a position in the file of a query, and its index.
    #[inline]
    fn room_at(&self, query: &Query, position: Position) -> Option<(u16, &'a CatalogueRoom)> {
        let block = &self.catalogue.stage(query.file).blocks[usize::from(position.block)];
        let index = block.indices[usize::from(position.bit)];
        self.catalogue.get(index).map(|room| (index, room))
    }

    /// The position of a room in the file of a query, if the room has the query's type and a
    /// weight.
    fn position_of(&self, query: &Query, index: u16) -> Option<Position> {
        let stage = self.catalogue.stage(query.file);
        stage.blocks_of(query.type_number, None).find_map(|block| {
            let bit = stage.blocks[block].bit_of(index)?;
            Some(Position::new(block, bit))
        })
    }

    /// The current weight of a room.
    fn weight_at(&self, query: &Query, position: Position) -> f32 {
        let (block, bit) = (usize::from(position.block), usize::from(position.bit));
        if let Some(pool) = self.pool_of(query) {
            return self.current[pool.begin + block - pool.first].get(bit);
        }
        let weight = self.catalogue.stage(query.file).weights[block].get(bit);
        let is_pending = query.file == SPECIAL_ROOMS && self.pending.contains(&position);
        if is_pending { lowered(weight) } else { weight }
    }

    /// The pool of a query, if `current` has its weights.
    #[inline]
    fn pool_of(&self, query: &Query) -> Option<Pool> {
        let is_asked =
            |pool: &&Pool| (pool.stage, pool.type_number) == (query.file, query.type_number);
        self.pools.iter().find(is_asked).copied()
    }

    /// Adds the weights of a query's pool to `current`.
    #[cold]
    fn add_pool(&mut self, query: &Query) -> Pool {
        let stage = self.catalogue.stage(query.file);
        let blocks = stage.blocks_of(query.type_number, None);
        let pool = Pool {
            stage: query.file,
            type_number: query.type_number,
            first: blocks.start,
            begin: self.current.len(),
        };
        self.pools.push(pool);
        self.current.extend_from_slice(&stage.weights[blocks.clone()]);
        if query.file == SPECIAL_ROOMS {
            for position in self.pending.clone() {
                if blocks.contains(&usize::from(position.block)) {
                    self.decay(pool, position);
                }
            }
        }
        pool
    }

    /// The current weights of a query's pool, and all weights after them.
    #[cfg(test)]
    pub(crate) fn current(&mut self, query: &Query) -> &[BlockWeights] {
        let pool = self.pool_of(query).unwrap_or_else(|| self.add_pool(query));
        &self.current[pool.begin..]
    }

    /// W10: lowers the weight of a chosen room.
    #[inline]
    fn decay(&mut self, pool: Pool, position: Position) {
        let block = usize::from(position.block) - pool.first;
        let weight = self.current[pool.begin + block].get_mut(position.bit.into());
        *weight = lowered(*weight);
    }
}

/// W10: the new weight of a chosen room.
#[inline]
fn lowered(weight: f32) -> f32 {
    (DECAY * weight).max(LEAST_WEIGHT)
}

/// The bit of a query's type in [`Weights::chosen_types`].
#[inline]
fn type_bit(query: &Query) -> u32 {
    1_u32.checked_shl(query.type_number).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RoomType;
    use crate::choice::drafts::{LEFT, MOST, SIDES, catalogue, normal, room};
    use basement_model::{DoorSlots, Shape};

    fn index(chosen: Option<(u16, &CatalogueRoom)>) -> Option<u16> {
        chosen.map(|(index, _)| index)
    }

    #[test]
    fn w9_f1_walks_the_weights_in_catalogue_order() {
        let all = Shape::Single.slots();
        let catalogue = catalogue(&[room(1.0, all), room(2.0, all), room(1.0, all)]);
        for (f1, expected) in [(0.0, 0), (0.249, 0), (0.25, 1), (0.749, 1), (0.75, 2), (MOST, 2)] {
            let chosen = Weights::new(&catalogue).choose(&normal(DoorSlots::NONE), (f1, MOST));
            assert_eq!(index(chosen), Some(expected), "f1 {f1}");
        }
    }

    #[test]
    fn w9_weights_are_summed_in_32_bits() {
        // 2^24 + 1 is 2^24 in 32 bits: the total loses both small rooms, so f1 * total
        // never reaches past the first.
        let all = Shape::Single.slots();
        let catalogue = catalogue(&[room(16_777_216.0, all), room(1.0, all), room(1.0, all)]);
        let chosen = Weights::new(&catalogue).choose(&normal(DoorSlots::NONE), (MOST, MOST));
        assert_eq!(index(chosen), Some(0));
    }

    #[test]
    fn w9_exact_doors_are_preferred_while_9_99_times_their_share_exceeds_f2() {
        // A share of 1/20: 9.99 / 20 = 0.4995.
        let catalogue = catalogue(&[room(19.0, Shape::Single.slots()), room(1.0, LEFT)]);
        let at = |f2| index(Weights::new(&catalogue).choose(&normal(LEFT), (0.0, f2)));
        assert_eq!(at(0.0), Some(1));
        assert_eq!(at(0.4994), Some(1));
        assert_eq!(at(0.4995), Some(0));
        assert_eq!(at(MOST), Some(0));
    }

    #[test]
    fn w4_a_new_floor_begins_with_the_weights_of_the_files() {
        let all = Shape::Single.slots();
        let catalogue = catalogue(&[room(1.0, all), room(3.0, all)]);
        let query = normal(DoorSlots::NONE);
        let mut weights = Weights::new(&catalogue);
        assert_eq!(index(weights.choose(&query, (MOST, MOST))), Some(1));
        let (first, after) = (Weights::new(&catalogue), weights.chance_of(&query, 1));
        assert!(after < 0.25, "{after}");
        assert!((first.chance_of(&query, 1) - 0.75).abs() < 1e-9);
    }

    #[test]
    fn w8_a_chosen_room_has_all_needed_doors() {
        let catalogue = catalogue(&[room(5.0, LEFT), room(1.0, SIDES)]);
        for f1 in [0.0, 0.5, MOST] {
            let chosen = Weights::new(&catalogue).choose(&normal(SIDES), (f1, MOST));
            assert_eq!(index(chosen), Some(1));
        }
        let all = normal(Shape::Single.slots());
        assert_eq!(index(Weights::new(&catalogue).choose(&all, (0.0, 0.0))), None);
    }

    #[test]
    fn w8_type_file_shape_variant_subtype_and_difficulty_must_match() {
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
    fn w10_a_chosen_room_falls_to_a_tenth_and_never_below_a_ten_millionth() {
        let catalogue = catalogue(&[room(1.0, LEFT)]);
        let mut weights = Weights::new(&catalogue);
        let mut expected = 1.0_f32;
        for _ in 0..12 {
            weights.choose(&normal(LEFT), (0.5, 0.5)).unwrap();
            expected = (expected * 0.1).max(1e-7);
            let weight = weights.current(&normal(LEFT))[0].get(0);
            assert_eq!(weight.to_bits(), expected.to_bits());
        }
        assert_eq!(expected.to_bits(), 1e-7_f32.to_bits());
        // Another floor starts with fresh weights.
        let mut afresh = Weights::new(&catalogue);
        assert_eq!(afresh.current(&normal(LEFT))[0].get(0), 1.0);
    }

    #[test]
    fn w10_weights_fall_even_if_they_were_never_read() {
        let types = [RoomType::Treasure, RoomType::Shop, RoomType::Treasure, RoomType::Shop];
        let weights = |is_added: bool| {
            let mut weights = Weights::new(Catalogue::embedded());
            if is_added {
                for room_type in &types[..2] {
                    weights.add_pool(&Query::special(*room_type));
                }
            }
            for room_type in types {
                // The first two choices use thresholds, the others use the weights.
                weights.choose(&Query::special(room_type), (0.0, 0.0)).unwrap();
            }
            types.map(|room_type| weights.current(&Query::special(room_type)).to_vec())
        };
        assert!(weights(false) == weights(true));
        let fresh = Weights::new(Catalogue::embedded()).current(&Query::special(types[0])).to_vec();
        assert!(weights(false)[0][..fresh.len()] != fresh);
    }

    #[test]
    fn w34_a_choice_that_keeps_weights_can_be_made_again() {
        let mut weights = Weights::new(Catalogue::embedded());
        for subtype in 0..5 {
            let query = Query { subtype: Some(subtype), ..Query::special(RoomType::Library) };
            let first = weights.choose_keeping(&query, (0.4, 0.5));
            assert!(first.is_some());
            assert_eq!(weights.choose_keeping(&query, (0.4, 0.5)), first);
            assert_eq!(weights.choose(&query, (0.4, 0.5)), first);
            // Now the weight has fallen, and a room later in the list is chosen.
            assert_ne!(weights.choose_keeping(&query, (0.4, 0.5)), first);
        }
    }

    #[test]
    fn w9_the_chance_of_a_room_is_the_share_of_choices_that_give_it() {
        const STEPS: usize = 400;
        let all = Shape::Single.slots();
        let rooms =
            [room(1.0, all), room(0.02, LEFT), room(0.5, SIDES), room(0.0, LEFT), room(0.01, LEFT)];
        let catalogue = catalogue(&rooms);
        for doors in [DoorSlots::NONE, LEFT, SIDES, all] {
            let query = normal(doors);
            let mut shares = [0.0; 5];
            for step in 0..STEPS * STEPS {
                let float = |number: usize| (number as f32 + 0.5) / STEPS as f32;
                let mut weights = Weights::new(&catalogue);
                weights.decay_chosen(&query, 0);
                let floats = (float(step / STEPS), float(step % STEPS));
                let (chosen, _) = weights.choose(&query, floats).unwrap();
                shares[usize::from(chosen)] += 1.0 / (STEPS * STEPS) as f64;
            }
            let mut weights = Weights::new(&catalogue);
            weights.decay_chosen(&query, 0);
            for (index, share) in shares.into_iter().enumerate() {
                let chance = weights.chance_of(&query, index as u16);
                assert!((chance - share).abs() < 0.005, "{doors:?} {index}: {chance} {share}");
            }
            assert_eq!(weights.chance_of(&query, 3), 0.0);
            assert_eq!(weights.chance_of(&query, 99), 0.0);
        }
    }

    #[test]
    fn w9_the_chance_of_a_special_room_falls_once_it_was_chosen() {
        let mut weights = Weights::new(Catalogue::embedded());
        let query = Query::special(RoomType::Secret);
        // Eight rooms of weight 1.
        let (chosen, _) = weights.choose(&query, (0.3, 0.0)).unwrap();
        assert!((weights.chance_of(&query, chosen) - 0.1 / 7.1).abs() < 1e-7);
        assert!((weights.chance_of(&query, chosen + 1) - 1.0 / 7.1).abs() < 1e-7);
        let mut known = Weights::new(Catalogue::embedded());
        known.decay_chosen(&query, chosen);
        assert_eq!(known.chance_of(&query, chosen), weights.chance_of(&query, chosen));
        assert_eq!(known.choose(&query, (0.3, 0.0)), weights.choose(&query, (0.3, 0.0)));
    }

    #[test]
    fn w7_the_void_has_weights_of_its_own_for_the_rooms_of_other_files() {
        let catalogue = Catalogue::embedded();
        let mut weights = Weights::new(catalogue);
        let query = Query { shape: Some(Shape::Square), ..Query::new(26, RoomType::Normal) };
        for number in 0..100_u16 {
            let f1 = f32::from(number) / 100.0;
            let chance = |weights: &Weights<'_>, index| weights.chance_of(&query, index);
            let before = weights.clone();
            let (index, room) = weights.choose(&query, (f1, 0.5)).unwrap();
            assert!(room.stage.is_some_and(|file| file <= 17 && file != 13));
            assert!(chance(&weights, index) < chance(&before, index));
            let own = Query { file: room.stage.unwrap(), ..query };
            let fresh = Weights::new(catalogue);
            assert_eq!(weights.chance_of(&own, index), fresh.chance_of(&own, index));
        }
    }

    #[test]
    fn w9_a_room_of_weight_0_is_never_chosen() {
        let catalogue = catalogue(&[room(1.0, SIDES), room(0.0, LEFT)]);
        let choose = |query| index(Weights::new(&catalogue).choose(query, (MOST, 0.0)));
        assert_eq!(choose(&normal(LEFT)), Some(0));
        let catalogue = self::catalogue(&[room(0.0, LEFT)]);
        assert_eq!(index(Weights::new(&catalogue).choose(&normal(LEFT), (0.0, 0.0))), None);
    }
}
