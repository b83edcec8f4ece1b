//! What the first floors of a series show about its rings.

use basement_survey::Results;
use basement_survey::study::GroupResult;

use crate::frame::drawn_floor::DrawnFloor;
use crate::frame::sample::AMONG;
use crate::series::{name_of, shown};
use crate::shape::story_level;

/// What the first floors of a series show about its rings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rings {
    pub(crate) series: usize,
    pub(crate) level: u8,
    pub(crate) name: String,
    /// Floors looked at, those with a ring, and those with a ring whose rooms all have one cell.
    pub(crate) floors: u64,
    pub(crate) with_ring: u64,
    pub(crate) of_small: u64,
}

impl Rings {
    pub(crate) fn of(results: &Results, group: &GroupResult) -> Self {
        let maps: Vec<DrawnFloor> =
            group.first_floors(AMONG).iter().map(|(_, floor)| DrawnFloor::from(floor)).collect();
        let count = |is_wanted: fn(&DrawnFloor) -> bool| {
            maps.iter().filter(|map| is_wanted(map)).count() as u64
        };
        Self {
            series: group.series,
            level: group.request.level,
            name: name_of(results, group.series).to_owned(),
            floors: maps.len() as u64,
            with_ring: count(|map| map.ring().is_some()),
            of_small: count(DrawnFloor::has_ring_of_small_rooms),
        }
    }

    /// Whether every ring passes a big room; `false` if too few floors have rings to tell.
    pub(crate) fn need_big_rooms(&self) -> bool {
        self.with_ring >= 20 && self.of_small == 0
    }

    pub(crate) fn title(&self) -> String {
        match self.need_big_rooms() {
            true => {
                format!(
                    "On level {} of {}, every ring runs through a big room",
                    self.level, self.name
                )
            }
            false => format!("A ring in {}: two ways round", self.name),
        }
    }
}

/// The rings of the series that has most on the story's level; a series whose rings all pass big rooms comes
/// first.
pub(crate) fn most_ringed(results: &Results) -> Option<Rings> {
    let level = story_level(results)?;
    let groups =
        shown(results).into_iter().filter_map(|series| results.group(series, level, false));
    let mut all: Vec<Rings> =
        groups.map(|group| Rings::of(results, group)).filter(|rings| rings.with_ring > 0).collect();
    all.sort_by_key(|rings| std::cmp::Reverse((rings.need_big_rooms(), rings.with_ring)));
    all.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_claims_big_rooms_in_every_ring_only_if_no_counted_ring_lacks_one() {
        let rings = Rings {
            series: 1,
            level: 4,
            name: "B".to_owned(),
            floors: 1000,
            with_ring: 390,
            of_small: 0,
        };
        assert_eq!(rings.title(), "On level 4 of B, every ring runs through a big room");
        let few = Rings { with_ring: 19, ..rings.clone() };
        assert_eq!(few.title(), "A ring in B: two ways round");
        let small = Rings { of_small: 1, ..rings };
        assert_eq!(small.title(), "A ring in B: two ways round");
    }
}
