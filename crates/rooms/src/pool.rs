//! What a choice of a room looks at (L2): the rooms of one type and file, as bits.

use std::ops::Range;

use basement_model::{DoorSlots, Shape};

use crate::catalogue::CatalogueRoom;
use crate::choice::Query;
use crate::room_type::NAMED_TYPES;

/// How many rooms a block holds: a bit of a word for each.
pub(crate) const BLOCK: usize = 64;

/// L1: the rooms in the files of one stage number, type by type.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Stage {
    /// Its rooms, a block of one type after the other.
    pub(crate) blocks: Vec<Block>,
    /// The own weights of each block's rooms, before any was chosen.
    pub(crate) weights: Vec<BlockWeights>,
    /// By type, and by outline: 0 for any.
    pools: Vec<[Pool; 13]>,
}

/// Which blocks hold the rooms of a type and outline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pool {
    first: u16,
    end: u16,
}

impl Stage {
    /// The rooms, given with their indices in the catalogue.
    pub(crate) fn new(rooms: &[(u16, CatalogueRoom)]) -> Self {
        let mut stage = Self::default();
        // No rule asks for a type without a name.
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
            stage.pools.push(core::array::from_fn(|shape| {
                let is_of_shape = |block: &Block| block.of_shape[shape] != 0;
                let before = blocks.iter().position(is_of_shape).unwrap_or(0);
                let end = blocks.iter().rposition(is_of_shape).map_or(0, |last| last + 1);
                Pool { first: (first + before) as u16, end: (first + end) as u16 }
            }));
        }
        stage
    }

    /// L2: the blocks that hold the rooms of a type, by its number, and of an outline if one
    /// is given.
    #[inline]
    pub(crate) fn pool(&self, type_number: u32, shape: Option<Shape>) -> Range<usize> {
        let shape = shape.map_or(0, |shape| shape as usize);
        let pools = self.pools.get(type_number as usize);
        let Pool { first, end } = pools.map_or(Pool::default(), |pools| pools[shape]);
        usize::from(first)..usize::from(end)
    }
}

/// L2: up to 64 rooms of one type in the files of one stage number, in the order of their
/// indices. Which of them are of some kind is a word; a room has the same bit in each.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    /// The rooms of each outline, by its number; 0 for any.
    of_shape: [u64; 13],
    /// The rooms that can have a door in one of some slots, given as bits: of the first four,
    /// and of the second.
    with_a_door: [[u64; 16]; 2],
    /// The rooms that lack a door in one of some slots, likewise.
    without_a_door: [[u64; 16]; 2],
    /// The rooms that are easier than each difficulty, up to one that is above all.
    easier: Vec<u64>,
    /// Their indices in the catalogue.
    pub(crate) indices: [u16; BLOCK],
    variants: [u32; BLOCK],
    subtypes: [u32; BLOCK],
}

/// L2: the rooms of a block that match what is wanted, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Matching {
    /// All of them.
    pub(crate) all: u64,
    /// Those whose doors are exactly the needed ones.
    pub(crate) exact: u64,
}

impl Block {
    /// The rooms, given with their indices.
    pub(crate) fn new(rooms: &[(u16, CatalogueRoom)]) -> Self {
        let mut block = Self {
            of_shape: [0; 13],
            with_a_door: [[0; 16]; 2],
            without_a_door: [[0; 16]; 2],
            easier: Vec::new(),
            indices: [0; BLOCK],
            variants: [0; BLOCK],
            subtypes: [0; BLOCK],
        };
        for (place, (index, room)) in rooms.iter().enumerate().take(BLOCK) {
            let bit = 1 << place;
            block.of_shape[0] |= bit;
            block.of_shape[room.shape as usize] |= bit;
            for slots in 0..16 {
                for (half, doors) in
                    [room.doors.bits() & 15, room.doors.bits() >> 4].into_iter().enumerate()
                {
                    let rooms = |is_one: bool| if is_one { bit } else { 0 };
                    block.with_a_door[half][usize::from(slots)] |= rooms(doors & slots != 0);
                    block.without_a_door[half][usize::from(slots)] |= rooms(!doors & slots != 0);
                }
            }
            block.indices[place] = *index;
            block.variants[place] = room.variant;
            block.subtypes[place] = room.subtype;
        }
        let most = rooms.iter().map(|(_, room)| room.difficulty).max().unwrap_or(0);
        block.easier = (0..=u16::from(most) + 1)
            .map(|difficulty| {
                let is_easier =
                    |(_, room): &(u16, CatalogueRoom)| u16::from(room.difficulty) < difficulty;
                (0..BLOCK)
                    .zip(rooms)
                    .fold(0, |easier, (place, room)| easier | u64::from(is_easier(room)) << place)
            })
            .collect();
        block
    }

    /// R9: the rooms of an outline, as bits.
    #[inline]
    pub(crate) const fn of_shape(&self, shape: Shape) -> u64 {
        self.of_shape[shape as usize]
    }

    /// L4: the rooms whose difficulty is one of a range, as bits.
    #[inline]
    pub(crate) fn of_difficulties(&self, (least, greatest): (u8, u8)) -> u64 {
        let above_all = self.easier.len() - 1;
        let easier_than = |difficulty: usize| self.easier[difficulty.min(above_all)];
        easier_than(usize::from(greatest) + 1) & !easier_than(usize::from(least))
    }

    /// L2: the rooms that match.
    #[inline]
    pub(crate) fn matching(&self, wanted: &Query) -> Matching {
        let shape = wanted.shape.map_or(0, |shape| shape as usize);
        let mut all = self.of_difficulties(wanted.difficulties) & self.of_shape[shape];
        if wanted.subtype.is_some() || wanted.variants != Query::ALL_VARIANTS {
            all = self.of_numbers(all, wanted);
        }
        let (lacking, more) = self.doors_beside(wanted.doors);
        all &= !lacking;
        Matching { all, exact: all & !more }
    }

    /// Those of some rooms whose variant and subtype are right.
    fn of_numbers(&self, rooms: u64, wanted: &Query) -> u64 {
        let (first, last) = wanted.variants;
        let is_right = |room: &usize| {
            wanted.subtype.is_none_or(|subtype| self.subtypes[*room] == subtype)
                && (first..=last).contains(&self.variants[*room])
        };
        bits(rooms).filter(is_right).fold(0, |right, room| right | 1 << room)
    }

    /// The rooms that lack one of these doors, and those that can have another one.
    #[inline]
    const fn doors_beside(&self, doors: DoorSlots) -> (u64, u64) {
        let (first, second) = (doors.bits() as usize & 15, doors.bits() as usize >> 4);
        let lacking = self.without_a_door[0][first] | self.without_a_door[1][second];
        let more = self.with_a_door[0][15 - first] | self.with_a_door[1][15 - second];
        (lacking, more)
    }
}

/// Rooms whose weights are summed together.
pub(crate) const GROUP: usize = 8;

/// How many such groups a block has.
pub(crate) const GROUPS: usize = BLOCK / GROUP;

/// Four bits, lowest first, as factors of weights.
static NIBBLES: [[f32; 4]; 16] = {
    let mut nibbles = [[0.0; 4]; 16];
    let mut place = 0;
    while place < 64 {
        nibbles[place / 4][place % 4] = ((place / 4) >> (place % 4) & 1) as f32;
        place += 1;
    }
    nibbles
};

/// The weights of a block's rooms. Those of one number within their groups lie side by
/// side, so that all groups are summed at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BlockWeights([[f32; GROUPS]; GROUP]);

impl BlockWeights {
    /// The own weights of rooms.
    fn new(rooms: &[(u16, CatalogueRoom)]) -> Self {
        let mut weights = Self([[0.0; GROUPS]; GROUP]);
        for (place, (_, room)) in rooms.iter().enumerate() {
            *weights.of_mut(place) = room.weight;
        }
        weights
    }

    /// The weight of a room.
    #[inline]
    pub(crate) const fn of(&self, room: usize) -> f32 {
        self.0[room % GROUP][room / GROUP % GROUPS]
    }

    /// The weight of a room, to be changed.
    #[inline]
    pub(crate) const fn of_mut(&mut self, room: usize) -> &mut f32 {
        &mut self.0[room % GROUP][room / GROUP % GROUPS]
    }

    /// The weights of those rooms of a group that are among some, given as bits, summed up to
    /// each.
    #[inline]
    pub(crate) fn ends(&self, rooms: u64, group: usize) -> [f32; GROUP] {
        let rooms = (rooms >> (GROUP * group)) as usize;
        let is_in = [NIBBLES[rooms & 15], NIBBLES[rooms >> 4 & 15]];
        let mut end = 0.0;
        core::array::from_fn(|number| {
            end += self.0[number][group % GROUPS] * is_in[number / 4][number % 4];
            end
        })
    }

    /// The weights of some rooms, given as bits, summed by groups.
    #[inline]
    pub(crate) fn sums(&self, rooms: u64) -> [f32; GROUPS] {
        let groups: [u32; GROUPS] = rooms.to_le_bytes().map(u32::from);
        let mut sums = [0.0; GROUPS];
        for (number, weights) in self.0.iter().enumerate() {
            for ((sum, weight), rooms) in sums.iter_mut().zip(weights).zip(groups) {
                // All bits of the weight, or none.
                let mask = (rooms << (31 - number)) as i32 >> 31;
                *sum += f32::from_bits(weight.to_bits() & mask as u32);
            }
        }
        sums
    }
}

/// The positions of the set bits, lowest first.
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
