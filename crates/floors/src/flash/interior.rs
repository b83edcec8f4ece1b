//! Which pools the interiors of ordinary rooms come from (F14).

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
    fn f14_a_labyrinth_floor_draws_from_all_three() {
        for level in 1..=12 {
            assert_eq!(interior_pools(level, true), [Pool::Easy, Pool::Medium, Pool::Hard]);
        }
    }
}
