//! What the first floors of a series show about its rings.

use crate::frame::sample::AMONG;
use crate::prelude::*;

/// What the first floors of a series show about its rings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rings {
    pub(crate) series: usize,
    pub(crate) level: u8,
    /// Floors looked at, those with a ring, and those with a ring whose rooms all have one cell.
    pub(crate) floors: u64,
    pub(crate) with_ring: u64,
    pub(crate) of_small: u64,
}

impl Rings {
    fn of(group: &GroupResult) -> Self {
        let maps: Vec<DrawnFloor> =
            group.first_floors(AMONG).iter().map(|(_, floor)| DrawnFloor::from(floor)).collect();
        let count = |is_wanted: fn(&DrawnFloor) -> bool| {
            maps.iter().filter(|map| is_wanted(map)).count() as u64
        };
        Self {
            series: group.series,
            level: group.request.level,
            floors: maps.len() as u64,
            with_ring: count(|map| map.ring().is_some()),
            of_small: count(DrawnFloor::has_ring_of_small_rooms),
        }
    }

    /// Whether every ring passes a big room; `false` if too few floors have rings to tell.
    fn need_big_rooms(&self) -> bool {
        self.with_ring >= 20 && self.of_small == 0
    }
}

/// The rings of the series that has most on the story's level, of those whose rings all pass a big room.
pub(crate) fn most_ringed(results: &Results) -> Option<Rings> {
    let level = story_level(results)?;
    let groups =
        shown(results).into_iter().filter_map(|series| results.group(series, level, false));
    groups.map(Rings::of).filter(Rings::need_big_rooms).max_by_key(|rings| rings.with_ring)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_claims_big_rooms_in_every_ring_only_if_no_counted_ring_lacks_one() {
        let rings = Rings { series: 1, level: 4, floors: 1000, with_ring: 390, of_small: 0 };
        assert!(rings.need_big_rooms());
        assert!(!Rings { with_ring: 19, ..rings.clone() }.need_big_rooms());
        assert!(!Rings { of_small: 1, ..rings }.need_big_rooms());
    }
}
