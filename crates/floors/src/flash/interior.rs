//! Which pools the interiors of ordinary rooms come from (F14).

use core::ops::Range;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString};

/// A pool of ordinary rooms.
///
/// Every room of a pool can be entered from all four sides, and rooms that touch
/// always have a door (or a bombable wall) in the middle of their common side, so
/// the choice needs no look at the plan.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    Display,
    EnumIter,
    EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Pool {
    /// First stages of a chapter.
    Easy,
    /// Every stage.
    Medium,
    /// Second stages of a chapter.
    Hard,
}

impl Pool {
    /// F14: the numbers of a pool's rooms, of so many that a chapter has. The pools
    /// overlap; the sources do not say by how much, so that halves are taken: the first,
    /// the middle and the last.
    ///
    /// ```
    /// use basement_floors::flash::{BASEMENT_ROOMS, Pool};
    ///
    /// assert_eq!(Pool::Easy.rooms(BASEMENT_ROOMS), 0..87);
    /// assert_eq!(Pool::Medium.rooms(BASEMENT_ROOMS), 43..130);
    /// assert_eq!(Pool::Hard.rooms(BASEMENT_ROOMS), 87..174);
    /// ```
    #[must_use]
    pub fn rooms(self, of: u32) -> Range<u32> {
        let quarters = |quarters: u64| (u64::from(of) * quarters / 4) as u32;
        let first = self as u64;
        quarters(first)..quarters(first + 2)
    }
}

/// F14: the numbers of the rooms that a level draws from, of so many that its chapter
/// has: its pools together.
///
/// ```
/// use basement_floors::flash::{BASEMENT_ROOMS, interior_rooms};
///
/// assert_eq!(interior_rooms(1, false, BASEMENT_ROOMS), 0..130);
/// assert_eq!(interior_rooms(2, false, BASEMENT_ROOMS), 43..174);
/// assert_eq!(interior_rooms(2, true, BASEMENT_ROOMS), 0..174);
/// ```
#[must_use]
pub fn interior_rooms(level: u8, is_labyrinth: bool, of: u32) -> Range<u32> {
    let pools = interior_pools(level, is_labyrinth);
    let first = pools.first().map_or(0, |pool| pool.rooms(of).start);
    let end = pools.last().map_or(0, |pool| pool.rooms(of).end);
    first..end
}

/// F14: how many ordinary rooms the Basement's three pools hold together.
pub const BASEMENT_ROOMS: u32 = 174;

/// F14: the pools of a level. Odd levels are the first of their chapter.
///
/// ```
/// use basement_floors::flash::{Pool, interior_pools};
///
/// assert_eq!(interior_pools(1, false), [Pool::Easy, Pool::Medium]);
/// assert_eq!(interior_pools(1, true).len(), 3);
/// ```
#[must_use]
pub const fn interior_pools(level: u8, is_labyrinth: bool) -> &'static [Pool] {
    match (is_labyrinth, level % 2) {
        (true, _) => &[Pool::Easy, Pool::Medium, Pool::Hard],
        (false, 1) => &[Pool::Easy, Pool::Medium],
        (false, _) => &[Pool::Medium, Pool::Hard],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f14_first_stages_draw_easy_and_medium_second_ones_medium_and_hard() {
        for level in [1, 3, 5, 7] {
            assert_eq!(interior_pools(level, false), [Pool::Easy, Pool::Medium]);
            assert_eq!(interior_pools(level + 1, false), [Pool::Medium, Pool::Hard]);
        }
    }

    #[test]
    fn f14_the_pools_are_ranges_that_overlap_and_leave_no_room_out() {
        for of in [0, 1, 2, 3, 5, BASEMENT_ROOMS, u32::MAX] {
            let [easy, medium, hard] = [Pool::Easy, Pool::Medium, Pool::Hard].map(|p| p.rooms(of));
            assert_eq!((easy.start, hard.end), (0, of));
            assert!(easy.start <= medium.start && medium.end <= hard.end);
            assert!(medium.start <= easy.end && hard.start <= medium.end, "{of}");
            assert_eq!(interior_rooms(3, false, of), easy.start..medium.end);
            assert_eq!(interior_rooms(4, false, of), medium.start..hard.end);
            assert_eq!(interior_rooms(4, true, of), 0..of);
        }
    }

    #[test]
    fn f14_a_labyrinth_floor_draws_from_all_three() {
        for level in 1..=12 {
            assert_eq!(interior_pools(level, true), [Pool::Easy, Pool::Medium, Pool::Hard]);
        }
    }
}
