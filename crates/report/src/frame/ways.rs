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
                "{whose} floor has a ring, a loop of rooms, as {share} of its floors do on level {}. The full clear goes \
                 round it{} and enters its rooms without turning back, which saves {} door{}. ",
                self.group.request.level,
                if self.left_out > 0 { " instead of taking the shortest way" } else { "" },
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

/// The sign that two drawn floors and the means share; 0 if they share none.
pub(crate) fn agreed(x: usize, y: usize, sign: i8) -> i8 {
    let drawn = i8::from(y > x) - i8::from(y < x);
    if drawn == sign { sign } else { 0 }
}

/// The title. If there are two floors, it says what they show about the way to the boss and about walking
/// back, as far as the means confirm it: each sign is that of a difference, or 0.
/// Otherwise it says what is drawn.
pub(crate) fn title(names: &[String], [boss, twice]: [i8; 2]) -> String {
    let way = if boss > 0 { "farther away" } else { "nearer" };
    let back = if twice > 0 { "more" } else { "less" };
    let and = if boss == twice { "and" } else { "but" };
    let title = match (names, boss, twice) {
        ([x, y], 1 | -1, 0) => format!("In {y} the boss is {way} than in {x}"),
        ([x, y], 0, 1 | -1) => format!("Clearing a floor of {y}, you walk back {back} than in {x}"),
        ([x, y], 1 | -1, _) => {
            format!("In {y} the boss is {way}, {and} you walk back {back} than in {x}")
        }
        _ => {
            let floors = if names.len() == 1 { "A typical floor" } else { "Typical floors" };
            format!("{floors} of {}: to the boss, and through all rooms", list(names))
        }
    };
    first_fitting([title, "To the boss, and through all rooms, on typical floors".to_owned()])
}

/// How many of the doors of a full clear are walked back on two floors: name, doors walked back, all doors.
pub(crate) fn walked_back([(x, a, of_a), (y, b, of_b)]: [(&str, usize, usize); 2]) -> String {
    first_fitting([
        format!("You walk back {a} of {of_a} doors in {x}, {b} of {of_b} in {y}"),
        format!("You walk back {a} of {of_a} doors, or {b} of {of_b}"),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_names_what_the_drawn_floors_and_the_means_agree_on() {
        let names = ["A", "B"].map(str::to_owned);
        let told = |boss, twice| title(&names, [boss, twice]);
        assert_eq!(told(1, -1), "In B the boss is farther away, but you walk back less than in A");
        assert_eq!(told(-1, -1), "In B the boss is nearer, and you walk back less than in A");
        assert_eq!(told(1, 0), "In B the boss is farther away than in A");
        assert_eq!(told(0, 1), "Clearing a floor of B, you walk back more than in A");
        assert_eq!(told(0, 0), "Typical floors of A and B: to the boss, and through all rooms");
        assert_eq!(
            walked_back([("A", 13, 32), ("B", 11, 30)]),
            "You walk back 13 of 32 doors in A, 11 of 30 in B"
        );
        assert_eq!([agreed(6, 7, 1), agreed(6, 6, 1), agreed(7, 6, 1)], [1, 0, 0]);
        assert_eq!([agreed(7, 6, -1), agreed(6, 6, 0)], [-1, 0]);
    }
}
