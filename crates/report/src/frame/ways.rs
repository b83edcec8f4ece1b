//! A typical floor with its two ways, to the boss and through all rooms.

use basement_survey::study::GroupFloor;
use basement_survey::walk::{Passage, Route, Walk};

use crate::frame::drawn_floor::beside;
use crate::frame::sample::{AMONG, SampleFloor};
use crate::prelude::*;

/// A floor is drawn if it has the medians of these measures.
const MEDIANS: [&Measure; 3] = [measure::BOSS_DISTANCE, measure::FULL_WALK, measure::WALKED_AGAIN];

/// A floor of a group with its two ways.
pub(crate) struct Ways<'a> {
    pub(crate) group: &'a GroupResult,
    pub(crate) sample: SampleFloor,
    pub(crate) boss: usize,
    pub(crate) full: usize,
    pub(crate) twice: usize,
    /// The doors on the way to the boss that a full clear does not pass.
    left_out: usize,
    /// Whether the ways have the medians of all floors, and every door walked back is passed exactly twice.
    pub(crate) has_medians: bool,
}

/// Whether every boss room has one cell.
fn has_small_boss_rooms(floor: &GroupFloor) -> bool {
    match floor {
        GroupFloor::Generated(floor) => {
            floor.all_of(RoomKind::Boss).all(|room| floor.rooms()[room].cells().count() == 1)
        }
        _ => true,
    }
}

impl<'a> Ways<'a> {
    /// The floor nearest the medians among the first floors that have the medians of the ways and a boss room
    /// of one cell, as every boss room of Flash is; if there are none, among all first floors.
    pub(crate) fn of(results: &Results, group: &'a GroupResult) -> Option<Self> {
        let near = group.nearest_floors(AMONG);
        let has_medians = |number: u64| {
            let floor = group.floor(number)?;
            let analysis = floor.analysis();
            let is_median = |measure: &&'static Measure| {
                measure.raw_of(&analysis) == group.summary.histogram(measure).raw_quantile(0.5)
            };
            let twice = twice(&walk(&floor, Route::Full)?);
            let again = measure::WALKED_AGAIN.raw_of(&analysis)?;
            let is_usual = MEDIANS.iter().all(is_median) && twice == again as usize;
            (is_usual && has_small_boss_rooms(&floor)).then_some(number)
        };
        let exact = near.iter().find_map(|it| has_medians(it.number));
        let number = exact.or(near.first().map(|it| it.number))?;
        let mut sample = SampleFloor::of(results, group, number)?;
        let floor = group.floor(number)?;
        let (way, full) = (walk(&floor, Route::Boss)?, walk(&floor, Route::Full)?);
        // A line along one way, and arrows there and back in the doors that the other passes twice.
        sample.map = sample.map.with_way(&way);
        sample.map.passages = full.passages().iter().filter(|it| it.is_twice).copied().collect();
        sample.on_ring.clear();
        let twice = twice(&full);
        let passes = |door: &&Passage| full.passages().iter().any(|it| is_same_door(it, door));
        let left_out = way.passages().iter().filter(|it| !passes(it)).count();
        let has_medians = exact.is_some();
        let [boss, full] = [way.doors(), full.doors()];
        Some(Self { group, sample, boss, full, twice, left_out, has_medians })
    }

    /// How many more doors a full clear would take without a ring, with the same number of rooms.
    pub(crate) const fn saved_by_rings(&self) -> usize {
        self.full.saturating_sub(self.boss + 2 * self.twice)
    }

    /// Says that the full clear goes round a ring, if it does, and how many floors have rings.
    pub(crate) fn ring_in_words(&self) -> Option<String> {
        let share = percent(ring_share(self.group)?.estimate, 0);
        let whose = capital(&possessive(&self.sample.name));
        let saved = self.saved_by_rings();
        (saved > 0).then(|| {
            format!(
                "{whose} floor has a ring, a loop of rooms, as {share} of its floors do on level {}: going round it, through doors \
                 passed once{}, saves {} door{}. ",
                self.group.request.level,
                match self.left_out {
                    0 => "",
                    1 => " instead of one on the way to the boss",
                    _ => " instead of some on the way to the boss",
                },
                in_words(saved as f64),
                if saved > 1 { "s" } else { "" }
            )
        })
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        vec![
            format!("boss {} away", counted(self.boss as u64, "door")),
            format!("full clear: {}", counted(self.full as u64, "door")),
            format!("{} of them walked back", whole(self.twice as u64)),
            self.sample.seed.clone(),
        ]
    }
}

pub(crate) fn walk(floor: &GroupFloor, route: Route) -> Option<Walk> {
    match floor {
        GroupFloor::Generated(floor) => Walk::of(floor, route),
        GroupFloor::Read(record) => Walk::of_record(record, route),
        _ => None,
    }
}

/// Whether two walks pass one door, from whichever side.
fn is_same_door(one: &Passage, other: &Passage) -> bool {
    let is_back = one.side == other.side.opposite();
    (one.cell, one.side) == (other.cell, other.side)
        || (is_back && beside(one.cell, one.side) == Some(other.cell))
}

pub(crate) fn twice(walk: &Walk) -> usize {
    walk.passages().iter().filter(|it| it.is_twice).count()
}
