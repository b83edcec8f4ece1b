//! Guesses at the secret room: by the rules, by the article's advice, and by counting neighbours.

use basement_floors::{Cell, Direction, Floor, RoomSet};
use basement_survey::record::slots_facing;
use basement_survey::study::GroupFloor;

use crate::prelude::*;

/// At most this many floors of each level.
pub(crate) const FLOORS: u64 = 4_000;

/// What one bomb finds in a series, over all shown levels together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Guesses {
    pub(crate) series: usize,
    pub(crate) levels: Vec<u8>,
    pub(crate) floors: u64,
    /// The share of secret rooms found where the rules make them likeliest.
    pub(crate) by_rules: f64,
    /// The share found by the advice for the game, if its rules are unchanged.
    pub(crate) by_advice: Option<f64>,
    /// The share found at the place with the most rooms around it, with ties broken at random.
    pub(crate) by_neighbours: f64,
}

/// What the article advises a player to look for, depending on the rules that place the secret room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Advice {
    /// The shipped game of Flash (F23).
    Shipped,
    /// Flash as published (F9).
    Published,
    /// Rebirth (R33).
    Rebirth,
}

/// A room that a player sees beside a place.
#[derive(Clone, Copy)]
struct Neighbour {
    kind: RoomKind,
    is_dead_end: bool,
}

/// How good a place seems, from the rooms around it and the number of these that could have a door to it; 0
/// for a place where nobody looks.
type Preference<'a> = dyn Fn([Option<Neighbour>; 4], u8) -> u8 + 'a;

/// On how many sides of a place there is a room.
fn rooms_in(around: [Option<Neighbour>; 4]) -> u8 {
    around.iter().flatten().count() as u8
}

/// F23: whether a dead end other than the boss room comes before any gap, on the sides right, left, below and
/// above, in this order.
fn is_enclosed([left, above, right, below]: [Option<Neighbour>; 4]) -> bool {
    let sides = [right, left, below, above];
    let is_last = |side: &&Option<Neighbour>| {
        side.is_none_or(|room| room.is_dead_end || room.kind == RoomKind::Boss)
    };
    let last = sides.iter().find(is_last).copied().flatten();
    last.is_some_and(|room| room.kind != RoomKind::Boss)
}

/// The groups of the levels that are shown.
fn groups(results: &Results, series: usize) -> Vec<&GroupResult> {
    let levels = first_middle_last(&levels_of(results, series));
    plain_groups(results, series).filter(|group| levels.contains(&group.request.level)).collect()
}

/// The guesses at the secret rooms of each shown series that has secret rooms and a posterior for them.
pub(crate) fn guesses(results: &Results) -> Vec<Guesses> {
    let of_series = |series: usize| {
        let advice = Advice::of(results, series);
        let (mut levels, mut floors, mut sums) = (Vec::new(), 0, [0.0; 3]);
        for group in groups(results, series) {
            let Some(counts) = group.secret_guesses(FLOORS) else { continue };
            let by_advice = |around, facing| advice.map_or(0, |it| it.preference(around, facing));
            let [by_neighbours, by_advice] =
                found_by([&|around, _| rooms_in(around), &by_advice], group);
            let found = [counts.found[0] as f64, by_neighbours, by_advice];
            sums = std::array::from_fn(|way| sums[way] + found[way]);
            floors += counts.floors;
            levels.push(group.request.level);
        }
        let [by_rules, by_neighbours, by_advice] = sums.map(|sum| sum / floors.max(1) as f64);
        let by_advice = advice.map(|_| by_advice);
        (floors > 0).then_some(Guesses {
            series,
            levels,
            floors,
            by_rules,
            by_advice,
            by_neighbours,
        })
    };
    shown(results).into_iter().filter_map(of_series).collect()
}

impl Advice {
    /// The advice for a series with the rules of its edition; `None` for changed rules.
    pub(crate) fn of(results: &Results, series: usize) -> Option<Self> {
        let is_shipped = parameters::is_on(results, series, "flash.secret.shipped_test");
        Some(match parameters::unchanged(results, series)? {
            Backend::Flash if is_shipped => Self::Shipped,
            Backend::Flash => Self::Published,
            Backend::Rebirth => Self::Rebirth,
        })
    }

    /// How much the advice prefers a place, from the rooms around it, left, above, right and below, and the
    /// number of these that could have a door to it (`facing`); 0 for a place that it rules out.
    fn preference(self, around: [Option<Neighbour>; 4], facing: u8) -> u8 {
        let rooms = rooms_in(around);
        let is_beside = |kind| around.iter().flatten().any(|room| room.kind == kind);
        let is_clean = !around.iter().flatten().any(|room| room.is_dead_end);
        match self {
            // Each better than any number of rooms, which is at most four.
            Self::Shipped if rooms >= 3 && is_clean => 9,
            Self::Shipped if rooms >= 2 && is_enclosed(around) => 4 + rooms,
            Self::Shipped => rooms,
            _ if is_beside(RoomKind::Boss) => 0,
            Self::Published if is_clean => rooms.min(3),
            Self::Published => u8::from(rooms > 0),
            Self::Rebirth if facing < rooms => 0,
            Self::Rebirth => rooms,
        }
    }
}

/// How many secret rooms one bomb finds on the floors of a group, at the places that each preference rates
/// highest.
fn found_by<const N: usize>(preferences: [&Preference<'_>; N], group: &GroupResult) -> [f64; N] {
    let floors = group.first_numbers(FLOORS as usize).filter_map(|number| group.floor(number));
    let chances = floors.filter_map(|floor| match floor {
        GroupFloor::Generated(floor) => chances_on(preferences, &floor),
        _ => None,
    });
    chances.fold([0.0; N], |sums, chances| std::array::from_fn(|way| sums[way] + chances[way]))
}

/// The chance that one bomb finds the secret room, at one of the places that each preference rates highest,
/// ignoring hidden rooms. `None` for a floor with no secret room or several.
fn chances_on<const N: usize>(
    preferences: [&Preference<'_>; N],
    floor: &Floor,
) -> Option<[f64; N]> {
    let mut secrets = floor.all_of(RoomKind::Secret);
    let (Some(secret), None) = (secrets.next(), secrets.next()) else { return None };
    let secret = floor.rooms()[secret].anchor;
    let (occupancy, plan) = (floor.occupancy(), floor.graph(RoomSet::Plan));
    let is_seen = |room: usize| !floor.rooms()[room].kind.is_hidden();
    let room_at = |cell: Cell| {
        let room = occupancy.room_at(cell).filter(|room| is_seen(*room))?;
        let doors = plan.neighbours(room).filter(|other| is_seen(*other)).count();
        Some(Neighbour { kind: floor.rooms()[room].kind, is_dead_end: doors == 1 })
    };
    // A place to which no room could have a door is never considered.
    let places = floor.grid().cells().zip(slots_facing(floor));
    let places = places.filter(|(cell, facing)| *facing > 0 && room_at(*cell).is_none());
    let places: Vec<_> = places
        .map(|(cell, facing)| {
            let around = Direction::ALL.map(|side| room_at(floor.grid().step(cell, side)?));
            (cell, preferences.map(|preference| preference(around, facing)))
        })
        .collect();
    Some(std::array::from_fn(|way| {
        let best = places.iter().map(|(_, liked)| liked[way]).max().filter(|best| *best > 0);
        let preferred = || places.iter().filter(|(_, liked)| Some(liked[way]) == best);
        let is_there = preferred().any(|(cell, _)| *cell == secret);
        if is_there { 1.0 / preferred().count() as f64 } else { 0.0 }
    }))
}

#[cfg(test)]
mod tests {
    use basement_survey::Study;

    use super::*;

    const ROOM: Option<Neighbour> = Some(Neighbour { kind: RoomKind::Normal, is_dead_end: false });
    const DEAD_END: Option<Neighbour> = Some(Neighbour { kind: RoomKind::Shop, is_dead_end: true });

    #[test]
    fn f23_three_rooms_without_a_dead_end_rank_above_rooms_with_one() {
        let of = |around| Advice::Shipped.preference(around, 0);
        assert_eq!(of([ROOM, ROOM, ROOM, None]), of([ROOM; 4]));
        assert!(of([ROOM, ROOM, ROOM, None]) > of([ROOM, ROOM, ROOM, DEAD_END]));
        assert!(of([ROOM, DEAD_END, ROOM, None]) > of([ROOM, ROOM, None, None]));
        assert_eq!(of([None; 4]), 0);
    }

    #[test]
    fn f23_a_dead_end_before_any_gap_outweighs_the_number_of_rooms() {
        let boss = Some(Neighbour { kind: RoomKind::Boss, is_dead_end: true });
        // Left, above, right, below.
        let of = |around| Advice::Shipped.preference(around, 0);
        assert_eq!(of([ROOM, None, DEAD_END, None]), 6);
        assert_eq!(of([DEAD_END, None, ROOM, ROOM]), 7);
        assert_eq!(of([None, DEAD_END, ROOM, ROOM]), 3);
        assert_eq!(of([ROOM, DEAD_END, ROOM, ROOM]), 8);
        assert_eq!(of([ROOM, None, boss, None]), 2);
        assert_eq!(of([None, None, DEAD_END, None]), 1);
    }

    #[test]
    fn f9_a_neighbouring_dead_end_outweighs_the_number_of_rooms() {
        let of = |around| Advice::Published.preference(around, 0);
        assert_eq!(of([ROOM, ROOM, ROOM, None]), 3);
        assert_eq!(of([ROOM, ROOM, None, None]), 2);
        assert_eq!(of([ROOM, DEAD_END, ROOM, None]), 1);
    }

    #[test]
    fn r33_a_wall_without_a_door_excludes_a_cell() {
        let of = |around, facing| Advice::Rebirth.preference(around, facing);
        assert!(of([ROOM; 4], 4) > of([ROOM, ROOM, ROOM, None], 3));
        assert_eq!(of([ROOM, ROOM, None, None], 2), 2);
        assert_eq!(of([ROOM, ROOM, None, None], 1), 0);
    }

    #[test]
    fn the_advice_beats_counting_neighbours_but_not_the_exact_chances() {
        let results = Study::flash_and_rebirth(1000).run(&|_| {}).unwrap();
        for guesses in guesses(&results) {
            let by_advice = guesses.by_advice.unwrap();
            // Five standard errors of a share of 3,000 floors.
            assert!(guesses.by_neighbours + 0.045 < by_advice, "{guesses:?}");
            assert!(by_advice < guesses.by_rules + 0.045, "{guesses:?}");
        }
    }
}
