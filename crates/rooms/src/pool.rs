//! The rooms of one type and stage file as bits, for the choice of a room (L2).
//!
//! A choice asks which of many rooms match, and what their weights add up to. Rooms are
//! kept in blocks of 64, so that the AND of a few words gives the matching rooms. Weights are kept
//! in columns, so that eight sums are made at once. Choosing room by room, with
//! [`Choice::in_order`], makes the choice of a floor's normal rooms a third slower.
//!
//! [`Choice::in_order`]: crate::choice::Choice::in_order

use std::ops::Range;

use basement_model::{DoorSlots, Shape};

use crate::normal_rooms::NormalRooms;
use crate::query::Query;
use crate::room_file::CatalogueRoom;
use crate::room_type::NAMED_TYPES;

/// How many rooms a block contains: one for each bit of a word.
pub(crate) const BLOCK: usize = 64;

/// L1: the rooms in the stage files with one number, type by type.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct StageRooms {
    /// The rooms. All rooms of a block have the same type.
    pub(crate) blocks: Vec<Block>,
    /// The weights of the rooms in the catalogue, before any was chosen.
    pub(crate) weights: Vec<BlockWeights>,
    /// The blocks that hold the rooms of a type and shape, by number; shape 0 means any.
    ranges: Vec<[BlockRange; 13]>,
    /// What the rules ask about its ordinary rooms apart from choices.
    pub(crate) normal: NormalRooms,
}

/// A range of consecutive blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct BlockRange {
    first: u16,
    end: u16,
}

impl StageRooms {
    /// The pools of some rooms, which are given with their indices in the catalogue.
    pub(crate) fn new(rooms: &[(u16, CatalogueRoom)]) -> Self {
        let mut stage = Self { normal: NormalRooms::new(rooms), ..Self::default() };
        if rooms.is_empty() {
            return stage;
        }
        // No rule asks for a type that has no name.
        for number in 0..NAMED_TYPES {
            let of_type = |(_, room): &&(u16, CatalogueRoom)| {
                // A room without weight is never chosen.
                room.room_type.number() as usize == number && room.weight > 0.0
            };
            let rooms: Vec<_> = rooms.iter().filter(of_type).copied().collect();
            let first = stage.blocks.len();
            stage.blocks.extend(rooms.chunks(BLOCK).map(Block::new));
            stage.weights.extend(rooms.chunks(BLOCK).map(BlockWeights::new));
            let blocks = &stage.blocks[first..];
            stage.ranges.push(core::array::from_fn(|shape| {
                let has_shape = |block: &Block| block.by_shape[shape] != 0;
                let before = blocks.iter().position(has_shape).unwrap_or(0);
                let end = blocks.iter().rposition(has_shape).map_or(0, |last| last + 1);
                BlockRange { first: (first + before) as u16, end: (first + end) as u16 }
            }));
        }
        stage
    }

    /// L2: the blocks that contain the rooms of a type, by its number, and of a shape if one is
    /// given.
    #[inline]
    pub(crate) fn blocks_of(&self, type_number: u32, shape: Option<Shape>) -> Range<usize> {
        let shape = shape.map_or(0, |shape| shape as usize);
        let ranges = self.ranges.get(type_number as usize);
        let BlockRange { first, end } = ranges.map_or(BlockRange::default(), |by| by[shape]);
        usize::from(first)..usize::from(end)
    }
}

/// L2: up to 64 rooms of one type, in catalogue order.
///
/// A word has a bit for each room, which says whether the room has some property. A room has the
/// same bit in every word.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    /// The rooms of each shape, by its number; 0 for any shape.
    by_shape: [u64; 13],
    /// The rooms that can have a door in at least one of some slots. The first row is indexed by
    /// slots 0-3 as bits, the second by slots 4-7.
    with_a_door: [[u64; 16]; 2],
    /// The rooms that lack at least one of some slots, indexed in the same way.
    without_a_door: [[u64; 16]; 2],
    /// The rooms that are easier than each difficulty, up to a difficulty above all of them.
    easier: Vec<u64>,
    /// The indices of the rooms in the catalogue.
    pub(crate) indices: [u16; BLOCK],
    variants: [u32; BLOCK],
    subtypes: [u32; BLOCK],
    /// The least and the greatest of the variants, and of the subtypes.
    variant_range: (u32, u32),
    subtype_range: (u32, u32),
}

/// L2: the rooms of a block that match a query, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Matching {
    /// All rooms that match.
    pub(crate) all: u64,
    /// W9: the rooms among them whose doors are exactly the needed ones; none if no door is needed.
    pub(crate) exact: u64,
}

impl Block {
    /// The block of some rooms, which are given with their indices in the catalogue.
    pub(crate) fn new(rooms: &[(u16, CatalogueRoom)]) -> Self {
        let mut block = Self {
            by_shape: [0; 13],
            with_a_door: [[0; 16]; 2],
            without_a_door: [[0; 16]; 2],
            easier: Vec::new(),
            indices: [0; BLOCK],
            variants: [0; BLOCK],
            subtypes: [0; BLOCK],
            variant_range: range_of(rooms.iter().map(|(_, room)| room.variant)),
            subtype_range: range_of(rooms.iter().map(|(_, room)| room.subtype)),
        };
        for (number, (index, room)) in rooms.iter().enumerate().take(BLOCK) {
            let bit = 1 << number;
            block.by_shape[0] |= bit;
            block.by_shape[room.shape as usize] |= bit;
            for slots in 0..16 {
                for (half, doors) in
                    [room.doors.bits() & 15, room.doors.bits() >> 4].into_iter().enumerate()
                {
                    let rooms = |is_one: bool| if is_one { bit } else { 0 };
                    block.with_a_door[half][usize::from(slots)] |= rooms(doors & slots != 0);
                    block.without_a_door[half][usize::from(slots)] |= rooms(!doors & slots != 0);
                }
            }
            block.indices[number] = *index;
            block.variants[number] = room.variant;
            block.subtypes[number] = room.subtype;
        }
        let most = rooms.iter().map(|(_, room)| room.difficulty).max().unwrap_or(0);
        block.easier = (0..=u16::from(most) + 1)
            .map(|difficulty| {
                let is_easier =
                    |(_, room): &(u16, CatalogueRoom)| u16::from(room.difficulty) < difficulty;
                (0..BLOCK)
                    .zip(rooms)
                    .fold(0, |easier, (bit, room)| easier | u64::from(is_easier(room)) << bit)
            })
            .collect();
        block
    }

    /// L4: the rooms whose difficulty is in a range, including its ends, as bits.
    #[inline]
    fn within_difficulties(&self, (least, greatest): (u8, u8)) -> u64 {
        let above_all = self.easier.len() - 1;
        let easier_than = |difficulty: usize| self.easier[difficulty.min(above_all)];
        easier_than(usize::from(greatest) + 1) & !easier_than(usize::from(least))
    }

    /// L2: the rooms that match a query.
    #[inline]
    pub(crate) fn matching(&self, query: &Query) -> Matching {
        let shape = query.shape.map_or(0, |shape| shape as usize);
        let mut all = self.within_difficulties(query.difficulties) & self.by_shape[shape];
        if query.subtype.is_some() || query.variants != Query::ALL_VARIANTS {
            all = self.with_numbers(all, query);
        }
        let (lacking, more) = self.lacking_or_more(query.doors);
        all &= !lacking;
        let exact = if query.doors.is_empty() { 0 } else { all & !more };
        Matching { all, exact }
    }

    /// The bit of the room with this index in the catalogue.
    pub(crate) fn bit_of(&self, index: u16) -> Option<usize> {
        bits(self.by_shape[0]).find(|bit| self.indices[*bit] == index)
    }

    /// The greatest subtype of its rooms that is not above a limit.
    pub(crate) fn greatest_subtype_up_to(&self, limit: u32) -> Option<u32> {
        let subtypes = bits(self.by_shape[0]).map(|room| self.subtypes[room]);
        subtypes.filter(|subtype| *subtype <= limit).max()
    }

    /// The rooms among the given ones whose variant and subtype match a query.
    fn with_numbers(&self, rooms: u64, query: &Query) -> u64 {
        let (first, last) = query.variants;
        let has_subtype =
            |subtype| (self.subtype_range.0..=self.subtype_range.1).contains(&subtype);
        if !query.subtype.is_none_or(has_subtype)
            || last < self.variant_range.0
            || self.variant_range.1 < first
        {
            return 0;
        }
        let all_have_it = |subtype| self.subtype_range == (subtype, subtype);
        if query.subtype.is_none_or(all_have_it)
            && first <= self.variant_range.0
            && self.variant_range.1 <= last
        {
            return rooms;
        }
        let matches = |room: &usize| {
            query.subtype.is_none_or(|subtype| self.subtypes[*room] == subtype)
                && (first..=last).contains(&self.variants[*room])
        };
        bits(rooms).filter(matches).fold(0, |all, room| all | 1 << room)
    }

    /// The rooms that lack one of these doors, and the rooms that can have a door besides these.
    #[inline]
    const fn lacking_or_more(&self, doors: DoorSlots) -> (u64, u64) {
        let (first, second) = (doors.bits() as usize & 15, doors.bits() as usize >> 4);
        let lacking = self.without_a_door[0][first] | self.without_a_door[1][second];
        let more = self.with_a_door[0][15 - first] | self.with_a_door[1][15 - second];
        (lacking, more)
    }
}

/// The least and the greatest of some numbers.
fn range_of(numbers: impl Iterator<Item = u32>) -> (u32, u32) {
    numbers.fold((u32::MAX, 0), |(least, most), number| (least.min(number), most.max(number)))
}

/// How many rooms of a block form a group, whose weights are summed together.
pub(crate) const GROUP: usize = 8;

/// How many groups a block has.
pub(crate) const GROUPS: usize = BLOCK / GROUP;

/// The bits of each number below 16, lowest first, as factors of weights.
static BIT_FACTORS: [[f32; 4]; 16] = {
    let mut factors = [[0.0; 4]; 16];
    let mut entry = 0;
    while entry < 64 {
        factors[entry / 4][entry % 4] = ((entry / 4) >> (entry % 4) & 1) as f32;
        entry += 1;
    }
    factors
};

/// The weights of a block's rooms.
///
/// Row i contains room i of every group, so adding up the rows sums all groups at once, with
/// instructions that work on several numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BlockWeights([[f32; GROUPS]; GROUP]);

impl BlockWeights {
    /// The weights of the catalogue.
    fn new(rooms: &[(u16, CatalogueRoom)]) -> Self {
        let mut weights = Self([[0.0; GROUPS]; GROUP]);
        for (number, (_, room)) in rooms.iter().enumerate() {
            *weights.get_mut(number) = room.weight;
        }
        weights
    }

    /// The weight of a room.
    #[inline]
    pub(crate) const fn get(&self, room: usize) -> f32 {
        self.0[room % GROUP][room / GROUP % GROUPS]
    }

    /// A mutable reference to the weight of a room.
    #[inline]
    pub(crate) const fn get_mut(&mut self, room: usize) -> &mut f32 {
        &mut self.0[room % GROUP][room / GROUP % GROUPS]
    }

    /// The running sums of a group's weights, each including its own room. Only the rooms that are
    /// given as bits count.
    #[inline]
    pub(crate) fn running_sums(&self, rooms: u64, group: usize) -> [f32; GROUP] {
        let rooms = (rooms >> (GROUP * group)) as usize;
        let factors = [BIT_FACTORS[rooms & 15], BIT_FACTORS[rooms >> 4 & 15]];
        let mut sum = 0.0;
        core::array::from_fn(|number| {
            sum += self.0[number][group % GROUPS] * factors[number / 4][number % 4];
            sum
        })
    }

    /// The weights of some rooms, which are given as bits, summed by groups.
    #[inline]
    pub(crate) fn group_sums(&self, rooms: u64) -> [f32; GROUPS] {
        let groups: [u32; GROUPS] = rooms.to_le_bytes().map(u32::from);
        let mut sums = [0.0; GROUPS];
        for (number, weights) in self.0.iter().enumerate() {
            for ((sum, weight), rooms) in sums.iter_mut().zip(weights).zip(groups) {
                // A mask of all ones or all zeros keeps the weight or makes it 0.
                let mask = (rooms << (31 - number)) as i32 >> 31;
                *sum += f32::from_bits(weight.to_bits() & mask as u32);
            }
        }
        sums
    }
}

/// The numbers of the bits that are set, lowest first.
#[inline]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}
