//! Sets of rooms, and the visible plan as sets.

use std::ops::{BitAnd, BitOr, Deref, Not};

use arrayvec::ArrayVec;

use super::network;

/// A set of rooms, by their numbers.
pub(crate) trait Rooms:
    Copy + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// A list of sets, with space for as many as there can be rooms.
    type Layers: Default + Extend<Self> + Deref<Target = [Self]>;

    const NONE: Self;

    fn only(room: usize) -> Self;

    fn size(self) -> u32;

    /// The lowest number of a set that is not empty.
    fn lowest(self) -> usize;

    /// The fewest doors of a walk through all rooms ([`network::fewest_doors`]), with enough space for
    /// sets of this size.
    fn fewest_doors(
        pairs: impl Iterator<Item = [usize; 2]>,
        start: usize,
        goal: usize,
        place: impl Fn(usize) -> usize,
    ) -> Option<u32>;

    /// Its rooms, lowest first.
    fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            (self != Self::NONE).then(|| {
                let room = self.lowest();
                self = self.without(Self::only(room));
                room
            })
        })
    }

    fn without(self, other: Self) -> Self {
        self & !other
    }

    fn meets(self, other: Self) -> bool {
        self & other != Self::NONE
    }
}

macro_rules! rooms_of_a_word {
    ($($word:ident),*) => { $(
        impl Rooms for $word {
            type Layers = ArrayVec<Self, { $word::BITS as usize + 1 }>;

            const NONE: Self = 0;

            #[inline]
            fn only(room: usize) -> Self {
                1 << (room % $word::BITS as usize)
            }

            #[inline]
            fn size(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            fn fewest_doors(
                pairs: impl Iterator<Item = [usize; 2]>,
                start: usize,
                goal: usize,
                place: impl Fn(usize) -> usize,
            ) -> Option<u32> {
                // A room of a floor has at most eight doors.
                network::fewest_doors::<{ $word::BITS as usize }, { 4 * $word::BITS as usize + 1 }>(
                    pairs, start, goal, place,
                )
            }
        }
    )* };
}

rooms_of_a_word!(u64, u128);

/// A set of up to 1,024 rooms: as many as a record's grid has cells.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct ManyRooms([u64; MANY / 64]);

pub(super) const MANY: usize = 1024;

impl BitAnd for ManyRooms {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for ManyRooms {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl Not for ManyRooms {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl Rooms for ManyRooms {
    type Layers = Vec<Self>;

    const NONE: Self = Self([0; MANY / 64]);

    fn only(room: usize) -> Self {
        let mut words = [0; MANY / 64];
        words[room / 64 % words.len()] = 1 << (room % 64);
        Self(words)
    }

    fn size(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn lowest(self) -> usize {
        let word = self.0.iter().position(|word| *word != 0).unwrap_or(0);
        64 * word + self.0[word].trailing_zeros() as usize
    }

    fn fewest_doors(
        pairs: impl Iterator<Item = [usize; 2]>,
        start: usize,
        goal: usize,
        place: impl Fn(usize) -> usize,
    ) -> Option<u32> {
        // At most as many pairs of rooms touch as pairs of cells do.
        network::fewest_doors::<MANY, { 2 * MANY + 1 }>(pairs, start, goal, place)
    }
}

/// Which rooms are beside which.
pub(crate) trait RoomGraph<R: Rooms> {
    /// The rooms beside those of a set. Rooms that are not visible can be among them.
    fn beside(&self, rooms: R) -> R;

    /// How many pairs of these rooms are beside each other.
    #[inline]
    fn pairs(&self, rooms: R) -> u32 {
        let beside = rooms.iter().map(|room| (self.beside(R::only(room)) & rooms).size());
        beside.sum::<u32>() / 2
    }

    /// The place of a room's first cell in reading order. No two rooms have the same place.
    fn place(&self, room: usize) -> usize;
}

/// The visible plan of a floor: all rooms except the hidden ones.
pub(crate) struct Visible<R, P> {
    pub(crate) plan: P,
    pub(crate) rooms: R,
    pub(crate) start: usize,
    pub(crate) bosses: R,
    pub(crate) treasure: Option<usize>,
    pub(crate) shop: Option<usize>,
}

impl<R: Rooms, P: RoomGraph<R>> Visible<R, P> {
    #[inline]
    pub(super) fn beside(&self, rooms: R) -> R {
        self.plan.beside(rooms) & self.rooms
    }

    /// The rooms by their steps from one room, without those that no way leads to.
    #[inline]
    pub(super) fn layers(&self, from: usize) -> R::Layers {
        let mut layers = R::Layers::default();
        let mut layer = R::only(from) & self.rooms;
        let mut left = self.rooms;
        while layer != R::NONE {
            layers.extend(Some(layer));
            left = left.without(layer);
            layer = self.beside(layer) & left;
        }
        layers
    }

    /// Steps from one room to each of two others, if there are ways.
    #[inline]
    pub(super) fn steps_to_two(&self, from: usize, to: [usize; 2]) -> Option<[u32; 2]> {
        let to = to.map(R::only);
        let mut steps = [None; 2];
        let mut layer = R::only(from) & self.rooms;
        let mut left = self.rooms;
        for step in 0.. {
            for (steps, to) in steps.iter_mut().zip(to) {
                if layer.meets(to) {
                    *steps = Some(step);
                }
            }
            if let [Some(one), Some(other)] = steps {
                return Some([one, other]);
            }
            if layer == R::NONE {
                break;
            }
            left = left.without(layer);
            layer = self.beside(layer) & left;
        }
        None
    }

    /// The room at this position, in reading order, of a set that is not empty.
    #[inline]
    pub(super) fn in_reading_order(&self, rooms: R, position: u32) -> usize {
        let mut left = rooms;
        let first = |left: R| left.iter().min_by_key(|room| self.plan.place(*room)).unwrap_or(0);
        for _ in 0..position {
            left = left.without(R::only(first(left)));
        }
        first(left)
    }
}
