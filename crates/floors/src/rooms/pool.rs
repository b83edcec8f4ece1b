//! What a choice of a room looks at (L2): the rooms of one type and file, as bits.

use super::catalogue::CatalogueRoom;
use super::choice::Wanted;
use crate::shape::{DoorSlots, Shape};

/// How many rooms a block holds: a bit of a word for each.
pub(crate) const BLOCK: usize = 64;

/// L2: up to 64 rooms of one type in the files of one stage number, in the order of their
/// indices. Which of them are of some kind is a word; a room has the same bit in each.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    /// The rooms of each outline, by its number.
    of_shape: [u64; 13],
    /// The rooms that can have a door in each slot.
    with_door: [u64; 8],
    /// The rooms of each difficulty that there is.
    of_difficulty: Vec<(u8, u64)>,
    /// Their own weights, before any was chosen.
    pub(crate) weights: [f32; BLOCK],
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
            with_door: [0; 8],
            of_difficulty: Vec::new(),
            weights: [0.0; BLOCK],
            indices: [0; BLOCK],
            variants: [0; BLOCK],
            subtypes: [0; BLOCK],
        };
        for (place, (index, room)) in rooms.iter().enumerate().take(BLOCK) {
            let bit = 1 << place;
            block.of_shape[room.shape as usize] |= bit;
            for slot in room.doors.iter() {
                block.with_door[slot.number()] |= bit;
            }
            match block.of_difficulty.iter_mut().find(|(other, _)| *other == room.difficulty) {
                Some((_, rooms)) => *rooms |= bit,
                None => block.of_difficulty.push((room.difficulty, bit)),
            }
            block.weights[place] = room.weight;
            block.indices[place] = *index;
            block.variants[place] = room.variant;
            block.subtypes[place] = room.subtype;
        }
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
        self.of_difficulty.iter().fold(0, |rooms, (difficulty, bits)| {
            rooms | if (least..=greatest).contains(difficulty) { *bits } else { 0 }
        })
    }

    /// L2: the rooms that match.
    #[inline]
    pub(crate) fn matching(&self, wanted: &Wanted) -> Matching {
        let mut all = self.of_difficulties(wanted.difficulties);
        if let Some(shape) = wanted.shape {
            all &= self.of_shape(shape);
        }
        if wanted.subtype.is_some() || wanted.variants != Wanted::ALL_VARIANTS {
            all = self.of_numbers(all, wanted);
        }
        let (lacking, more) = self.doors_beside(wanted.doors);
        all &= !lacking;
        Matching { all, exact: all & !more }
    }

    /// Those of some rooms whose variant and subtype are right.
    fn of_numbers(&self, rooms: u64, wanted: &Wanted) -> u64 {
        let (first, last) = wanted.variants;
        let is_right = |room: &usize| {
            wanted.subtype.is_none_or(|subtype| self.subtypes[*room] == subtype)
                && (first..=last).contains(&self.variants[*room])
        };
        bits(rooms).filter(is_right).fold(0, |right, room| right | 1 << room)
    }

    /// The rooms that lack one of these doors, and those that can have another one.
    #[inline]
    fn doors_beside(&self, doors: DoorSlots) -> (u64, u64) {
        let (mut lacking, mut more) = (0, 0);
        for (slot, rooms) in self.with_door.iter().enumerate() {
            // All bits, or none.
            let needed = u64::from(doors.bits() >> slot & 1).wrapping_neg();
            lacking |= !rooms & needed;
            more |= rooms & !needed;
        }
        (lacking, more)
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
