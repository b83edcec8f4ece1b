//! What players say of floors, compared with the floors of each series.

use basement_survey::law::{LAWS, LawCounts};

use crate::prelude::*;
use crate::sources::{PLAYER_STUDY, Source, WIKI_LEVELS, WIKI_ROOMS};

/// At most this many floors of a series on a level.
pub(crate) const MOST_FLOORS: u64 = 20_000;

/// The sayings with a known source: the name of each one's law, a player's words, and the source. "No dead end
/// is farther than the boss" is left out, because it follows from "no room is farther".
const SAYINGS: [(&str, &str, Source); 6] = [
    ("two_rooms_at_the_start", "The start leads to at least two rooms", PLAYER_STUDY),
    ("no_block_of_four", "Four rooms never meet in a square", PLAYER_STUDY),
    ("secret_room_apart_from_boss", "The secret room never touches the boss room", PLAYER_STUDY),
    (
        "secret_room_apart_from_super_secret",
        "Secret and super secret room never meet",
        PLAYER_STUDY,
    ),
    ("boss_is_farthest", "No room is farther away than the boss", WIKI_ROOMS),
    (
        "special_rooms_by_distance",
        "The boss is farthest, then super secret room, shop and treasure room",
        WIKI_LEVELS,
    ),
];

/// A saying compared with the floors of one series.
pub(crate) struct TestedSaying {
    pub(crate) series: usize,
    pub(crate) floors: u64,
    pub(crate) holds: u64,
    /// The first level with a floor that breaks it, and that floor's number.
    pub(crate) broken: Option<(u8, u64)>,
}

/// A saying, and how often it holds.
pub(crate) struct Saying {
    /// The name of its law.
    pub(crate) law: &'static str,
    pub(crate) words: &'static str,
    pub(crate) source: Source,
    pub(crate) held: Vec<TestedSaying>,
}

/// The sayings, and where they were tested.
pub(crate) struct Sayings {
    pub(crate) held: Vec<Saying>,
    pub(crate) levels: Vec<u8>,
    /// The series in which four rooms meet in a square only if one of them is big.
    pub(crate) with_squares_of_big_rooms: Vec<usize>,
}

/// Every saying, compared with the first floors of each shown series on the first, the middle and the
/// last of the levels that have shops.
pub(crate) fn sayings(results: &Results) -> Sayings {
    let first = shown(results).first().copied();
    let has = |level: &u8| {
        let group = first.and_then(|first| results.group(first, *level, false));
        let has_shop = |group: &GroupResult| {
            group.summary.kinds().iter().any(|it| it.kind == RoomKind::Shop && it.rooms > 0)
        };
        group.is_some_and(has_shop)
    };
    let levels: Vec<u8> = results.study.levels.iter().copied().filter(has).collect();
    let levels = first_middle_last(&levels);
    let floors = results.study.floors.min(MOST_FLOORS);
    let places =
        shown(results).into_iter().flat_map(|it| levels.iter().map(move |level| (it, *level)));
    let groups = places.filter_map(|(series, level)| results.group(series, level, false));
    let observed: Vec<_> = groups
        .filter_map(|group| Some((group.series, group.request.level, group.laws(floors)?)))
        .collect();
    let tested = |name: &str| -> Vec<TestedSaying> {
        let Some(law) = LAWS.iter().position(|law| law.name == name) else { return Vec::new() };
        let of = |series: usize| {
            let own = || observed.iter().filter(|it| it.0 == series).map(|it| (it.1, &it.2[law]));
            let sum = |of: fn(&LawCounts) -> u64| own().map(|it| of(it.1)).sum();
            let floors: u64 = sum(|it| it.floors);
            let broken = own().find_map(|(level, it)| Some((level, it.broken_by?)));
            (floors > 0).then(|| TestedSaying { series, floors, holds: sum(|it| it.holds), broken })
        };
        shown(results).into_iter().filter_map(of).collect()
    };
    let saying = |(law, words, source)| Saying { law, words, source, held: tested(law) };
    let is_broken = |name: &str, of: usize| {
        tested(name).iter().any(|it| it.series == of && it.broken.is_some())
    };
    let needs_a_big_room = |series: &usize| {
        is_broken("no_block_of_four", *series)
            && !is_broken("no_block_of_four_single_cells", *series)
    };
    Sayings {
        held: SAYINGS.into_iter().map(saying).filter(|it| !it.held.is_empty()).collect(),
        with_squares_of_big_rooms: shown(results).into_iter().filter(needs_a_big_room).collect(),
        levels,
    }
}

#[cfg(test)]
mod tests {
    use basement_floors::{Backend, Value};
    use basement_survey::{BackendRules, Series, Study};

    use super::*;

    #[test]
    fn every_saying_has_its_law() {
        for (name, ..) in SAYINGS {
            assert!(LAWS.iter().any(|law| law.name == name), "{name}");
        }
    }

    #[test]
    fn four_rooms_meet_in_a_square_only_where_rooms_are_big() {
        let rules = BackendRules::new(Backend::Rebirth);
        let rules = rules.set("rebirth.growth.large_rooms", Value::Switch(false));
        let study = Study::new("Squares").floors(400).levels([1, 4]).labyrinth_levels([]);
        let study = study.series(Series::new("Rebirth", Backend::Rebirth));
        let study = study.series(Series::new("No big rooms", rules));
        let sayings = sayings(&study.run(&|_| {}).unwrap());
        assert_eq!(sayings.with_squares_of_big_rooms, [0]);
    }
}
