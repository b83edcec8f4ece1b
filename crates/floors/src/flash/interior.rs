//! Which of a chapter's rooms are chosen as the ordinary rooms of a floor (F14).

use core::ops::Range;

use basement_model::{RequestError, Room, RoomKind};
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantNames};

use crate::draws::Draws;
use crate::trace::{Decision, Trace};

/// A pool of ordinary rooms.
///
/// Every room of a pool can be entered from all four sides, and rooms that touch always have a door
/// (or a bombable wall) in the middle of their common side. So any room of a pool can be placed
/// anywhere on a plan.
///
/// ```
/// use basement_floors::flash::Pool;
///
/// assert_eq!("medium".parse(), Ok(Pool::Medium));
/// assert_eq!(Pool::ALL.len(), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, Display, EnumString, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(
    serialize_all = "snake_case",
    parse_err_ty = RequestError,
    parse_err_fn = unknown_pool
)]
pub enum Pool {
    /// First stages of a chapter.
    Easy,
    /// Every stage.
    Medium,
    /// Second stages of a chapter.
    Hard,
}

fn unknown_pool(given: &str) -> RequestError {
    RequestError::unknown_name("pool", given, Pool::ALL)
}

/// F14: how many ordinary rooms the Basement's three pools have together. The sources count no other
/// chapter, so every chapter is assumed to have the same number.
const BASEMENT_ROOMS: u16 = 174;

/// F14: how many rooms each pool has: half of the chapter's rooms.
const POOL_ROOMS: u16 = BASEMENT_ROOMS / 2;

impl Pool {
    /// All three pools, the easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// The pool's name: `easy`, `medium` or `hard`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::VARIANTS[self as usize]
    }

    /// [F14](crate::rules#f14): the pool's rooms, by their numbers among all rooms of the chapter.
    ///
    /// The sources say that the pools overlap, but not by how much. Here the pools are the first,
    /// the middle and the last half of the rooms.
    ///
    /// ```
    /// use basement_floors::flash::Pool;
    ///
    /// assert_eq!(Pool::Easy.rooms(), 0..87);
    /// assert_eq!(Pool::Medium.rooms(), 43..130);
    /// assert_eq!(Pool::Hard.rooms(), 87..174);
    /// ```
    #[must_use]
    pub const fn rooms(self) -> Range<u16> {
        let first = BASEMENT_ROOMS * self as u16 / 4;
        first..first + POOL_ROOMS
    }

    /// [F14](crate::rules#f14): the pools of a level. Odd levels are the first of their chapter.
    ///
    /// ```
    /// use basement_floors::flash::Pool;
    ///
    /// assert_eq!(Pool::of_level(1, false), [Pool::Easy, Pool::Medium]);
    /// assert_eq!(Pool::of_level(2, false), [Pool::Medium, Pool::Hard]);
    /// assert_eq!(Pool::of_level(2, true).len(), 3);
    /// ```
    #[must_use]
    pub const fn of_level(level: u8, is_labyrinth: bool) -> &'static [Self] {
        match (is_labyrinth, level % 2) {
            (true, _) => &Self::ALL,
            (false, 1) => &[Self::Easy, Self::Medium],
            (false, _) => &[Self::Medium, Self::Hard],
        }
    }
}

/// F14: an ordinary room of a chapter, as a Flash floor names it.
#[derive(Clone, Copy)]
pub(super) struct PoolRoom {
    /// The pool that it was drawn from.
    pub(super) pool: Pool,
    /// Its number in the pool, from 0.
    pub(super) number: u16,
}

impl PoolRoom {
    /// The room that a value of [`Room::interior`] means on a Flash floor, if there is one.
    pub(super) const fn from_interior(interior: u16) -> Option<Self> {
        let pool = (interior / POOL_ROOMS) as usize;
        if pool >= Pool::ALL.len() {
            return None;
        }
        Some(Self { pool: Pool::ALL[pool], number: interior % POOL_ROOMS })
    }

    /// The room's number in [`Room::interior`]: the rooms of all pools are numbered in one
    /// sequence, starting with the easy pool.
    const fn interior(self) -> u16 {
        self.pool as u16 * POOL_ROOMS + self.number
    }
}

/// The factor of [`Interiors`]' generator: Steele and Vigna, Computationally easy,
/// spectrally good multipliers for congruential pseudorandom number generators, 2022.
const FACTOR: u32 = 0x93D7_65DD;

/// F14: draws a room of the level's pools for each normal room, all equally likely.
///
/// A floor costs one draw. The draw, made odd, is the state of a multiplicative congruential
/// generator modulo 2^32; each room of the floor, of any kind, uses the next state. A state times
/// the number of rooms in the pools, divided by 2^32, is the interior. So the number depends on the
/// state's upper bits, which are the good bits of such a generator.
///
/// There is no branch here: half of a floor's rooms are normal, in an order that no processor can
/// predict, and mispredictions would cost more than all the arithmetic.
#[derive(Debug)]
pub(super) struct Interiors {
    state: u32,
    /// The first interior of the pools.
    first: u16,
    /// How many rooms the pools have.
    count: u32,
}

impl Interiors {
    /// F14: makes the draw.
    pub(super) fn new(pools: &[Pool], draws: &mut impl Draws) -> Self {
        let first = pools.first().map_or(0, |pool| PoolRoom { pool: *pool, number: 0 }.interior());
        let count = u32::from(POOL_ROOMS) * pools.len() as u32;
        Self { state: draws.draw() | 1, first, count }
    }

    /// F14: the interior of the floor's next room; `None` unless it is a normal room.
    #[inline]
    pub(super) fn next(&mut self, kind: RoomKind) -> Option<u16> {
        self.state = self.state.wrapping_mul(FACTOR);
        let number = (u64::from(self.state) * u64::from(self.count)) >> 32;
        let interior = self.first + number as u16;
        core::hint::select_unpredictable(kind == RoomKind::Normal, Some(interior), None)
    }
}

/// F14: reports which room was drawn for each normal room.
pub(super) fn note_interiors<T: Trace>(rooms: &[Room], trace: &mut T) {
    if !T::IS_ON {
        return;
    }
    for (index, room) in (0_u8..).zip(rooms) {
        if let Some(PoolRoom { pool, number }) = room.interior.and_then(PoolRoom::from_interior) {
            trace.note("F14", || Decision::Interior { room: index, pool: pool.name(), number });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::{Listed, PcgStream};

    #[test]
    fn f14_first_stages_draw_easy_and_medium_second_ones_medium_and_hard() {
        for level in [1, 3, 5, 7] {
            assert_eq!(Pool::of_level(level, false), [Pool::Easy, Pool::Medium]);
            assert_eq!(Pool::of_level(level + 1, false), [Pool::Medium, Pool::Hard]);
        }
    }

    #[test]
    fn f14_a_labyrinth_floor_draws_from_all_three() {
        for level in 1..=12 {
            assert_eq!(Pool::of_level(level, true), Pool::ALL);
        }
    }

    #[test]
    fn f14_the_pools_are_ranges_that_overlap_and_leave_no_room_out() {
        let [easy, medium, hard] = Pool::ALL.map(Pool::rooms);
        assert_eq!((easy.start, hard.end), (0, BASEMENT_ROOMS));
        assert!(medium.contains(&(easy.end - 1)) && medium.contains(&hard.start));
        assert!(easy.end >= hard.start);
        for rooms in [easy, medium, hard] {
            assert_eq!(rooms.len(), usize::from(POOL_ROOMS));
        }
    }

    #[test]
    fn f14_an_interior_names_a_pool_and_a_number() {
        let rooms: Vec<PoolRoom> = (0..).map_while(PoolRoom::from_interior).collect();
        assert_eq!(rooms.len(), 3 * usize::from(POOL_ROOMS));
        for (interior, room) in (0..).zip(rooms) {
            assert_eq!(room.interior(), interior);
            assert!(usize::from(room.number) < room.pool.rooms().len());
        }
    }

    #[test]
    fn f14_one_draw_gives_all_interiors_and_only_normal_rooms_have_one() {
        use RoomKind::{Boss, Normal, Start};
        let mut draws = Listed::new(&[6, 0]);
        let mut interiors = Interiors::new(Pool::of_level(2, false), &mut draws);
        let drawn = [Start, Normal, Normal, Boss, Normal].map(|kind| interiors.next(kind));
        assert_eq!(draws.drawn(), 1);
        // The states are 7 times the powers of the factor; 87 is the first of the medium pool.
        let mut state = 7_u64;
        let expected = [(); 5].map(|()| {
            state = state * u64::from(FACTOR) % (1 << 32);
            Some(87 + (state * 174 / (1 << 32)) as u16)
        });
        assert_eq!(drawn, [None, expected[1], expected[2], None, expected[4]]);
    }

    #[test]
    fn f14_interiors_are_uniform_over_the_pools_of_the_level() {
        for (level, is_labyrinth, first, last) in
            [(1, false, 0, 173), (2, false, 87, 260), (5, true, 0, 260)]
        {
            let (pools, mut draws) = (Pool::of_level(level, is_labyrinth), PcgStream::new(1));
            let mut seen = [0_u32; 3 * POOL_ROOMS as usize];
            for _ in 0..5000 {
                let mut interiors = Interiors::new(pools, &mut draws);
                for _ in 0..6 {
                    seen[usize::from(interiors.next(RoomKind::Normal).unwrap())] += 1;
                }
            }
            let expected = 30_000.0 / f64::from(last - first + 1);
            for (interior, seen) in (0..).zip(seen) {
                let errors = (f64::from(seen) - expected) / expected.sqrt();
                if (first..=last).contains(&interior) {
                    assert!(errors.abs() < 5.0, "{level}, {interior}: {seen} of {expected}");
                } else {
                    assert_eq!(seen, 0, "{level}, {interior}");
                }
            }
        }
    }

    #[test]
    fn f14_the_interiors_of_a_floor_do_not_depend_on_each_other() {
        // The chi-square of pairs of interiors up to 30 rooms apart, with the interiors in twelve
        // classes.
        const FLOORS: usize = 20_000;
        let mut draws = PcgStream::new(2);
        let pools = Pool::of_level(1, false);
        let floors: Vec<[usize; 31]> = (0..FLOORS)
            .map(|_| {
                let mut interiors = Interiors::new(pools, &mut draws);
                [(); 31].map(|()| usize::from(interiors.next(RoomKind::Normal).unwrap()) * 12 / 174)
            })
            .collect();
        for apart in 1..=30 {
            let mut seen = [[0_u32; 12]; 12];
            floors.iter().for_each(|floor| seen[floor[0]][floor[apart]] += 1);
            // The classes have 14 or 15 of the 174 numbers.
            let of_class = |class: usize| (0..174).filter(|n| n * 12 / 174 == class).count() as f64;
            let mut chi_square = 0.0;
            for (first, row) in seen.iter().enumerate() {
                for (second, seen) in row.iter().enumerate() {
                    let share = of_class(first) * of_class(second) / (174.0 * 174.0);
                    let expected = FLOORS as f64 * share;
                    chi_square += (f64::from(*seen) - expected).powi(2) / expected;
                }
            }
            // 143 degrees of freedom: five standard deviations above the mean.
            let excess = (chi_square - 143.0) / (2.0_f64 * 143.0).sqrt();
            assert!(excess.abs() < 5.0, "{apart} rooms apart: {excess}");
        }
    }
}
