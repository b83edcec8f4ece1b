//! Where to put the bomb: guesses at the secret room by the rules, by the article's advice, and by counting
//! neighbours.

use std::collections::BTreeSet;

use basement_floors::{Cell, Direction, Floor, RoomSet};
use basement_survey::record::slots_facing;
use basement_survey::study::GroupFloor;

use crate::article::NEXT_RUN;
use crate::prelude::*;

/// Secret rooms are often lacking if this share of a level's floors has none.
const OFTEN: f64 = 0.01;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let guesses = guesses(context.results);
    guesses.first()?;
    Section::new("bomb", "Where to put the bomb")
        .of(NEXT_RUN)
        .text(
            "The secret room is behind a wall, on a spot of the map that looks empty. The simplest plan is to bomb the spot with the most rooms around it. The rules give a \
             better one:",
        )
        .list(rules(context, &guesses))
        .table(one_bomb(context, &guesses))
        .sentences([without_one(context.results, &guesses)])
        .unless_empty()
}

/// On which level a game most often has no secret room at all, if a game often lacks one.
fn without_one(results: &Results, guesses: &[Guesses]) -> Option<String> {
    let most = |series: usize| {
        let share = |group: &GroupResult| {
            let (with, all) = (group.summary.kind(RoomKind::Secret).floors, group.summary.floors);
            (group.request.level, (all - with) as f64 / all.max(1) as f64)
        };
        plain_groups(results, series).map(share).max_by(|a, b| a.1.total_cmp(&b.1))
    };
    let found =
        guesses.iter().filter_map(|it| Some((name_of(results, it.series), most(it.series)?)));
    let found: Vec<(&str, (u8, f64))> = found.collect();
    let lacking =
        found.iter().filter(|(_, (_, share))| *share >= OFTEN).map(|(name, (level, share))| {
            format!(
                "Some floors of {name} have no secret room, most often on level {level} ({} of the floors there).",
                percent(*share, 1)
            )
        });
    let lacking: Vec<String> = lacking.collect();
    let always = list(found.iter().filter(|(_, (_, share))| *share == 0.0).map(|(name, _)| *name));
    (!lacking.is_empty()).then(|| match always.is_empty() {
        true => lacking.join(" "),
        false => format!("{} All our floors of {always} have a secret room.", lacking.join(" ")),
    })
}

/// What one bomb finds, series by series.
fn one_bomb(context: &Context<'_>, guesses: &[Guesses]) -> PageTable {
    let results = context.results;
    let table = Table::of(guesses)
        .column("game", |it| name_of(results, it.series))
        .column("most rooms", |it| share_of_all(it.by_neighbours, 0))
        .optional("this advice", |it| Some(share_of_all(it.by_advice?, 0)))
        .column("best from the map", |it| share_of_all(it.by_rules, 0));
    let levels: BTreeSet<u8> = guesses.iter().flat_map(|of| &of.levels).copied().collect();
    // A share of one half has the widest interval.
    let fewest = guesses.iter().map(|of| of.floors).min().unwrap_or(0);
    let half = wilson_interval(fewest / 2, fewest).half();
    let has_rebirth =
        guesses.iter().any(|of| Advice::of(results, of.series) == Some(Advice::Rebirth));
    let inside = match has_rebirth {
        true => format!(
            " Rebirth's floors are made of our own rooms, and a big room counts once for each side of the spot that it touches. Its players can do better than its map: the secret room is never behind a wall \
             where rocks or a pit leave no place for a door. The page on {} says how much this helps.",
            context.page("guesses", "guesses.md")
        ),
        false => String::new(),
    };
    PageTable::new(
        format!("Secret rooms found with one bomb on {}", levels_in_words(levels)),
        table,
        format!(
            "{} floors of each level, taken together, those without a secret room left out, ± {} points at most (95 % interval). For the first two columns \
             you see every room that is not hidden. The last uses the exact chances of the rule that places the room, and knows where the super secret room is.{inside}",
            whole(FLOORS.min(results.study.floors)),
            at_most(half * 100.0, 1)
        ),
    )
}

/// The advice for each game of the study.
fn rules(context: &Context<'_>, guesses: &[Guesses]) -> Vec<String> {
    let is_given = |advice: &Advice| {
        guesses.iter().any(|guesses| Advice::of(context.results, guesses.series) == Some(*advice))
    };
    let cards = [
        (
            Advice::Shipped,
            format!(
                "**Flash** ({}): bomb a spot that touches three rooms or more but no dead end. Shop, treasure room and boss room are dead ends. If every spot \
             fails this, look at the spots that touch two rooms or more. Check their sides in this order: right, left, below, above. Bomb a spot where a \
             dead end comes before any empty side and before the boss room. If several spots pass, or if all fail again, bomb the one that touches \
             the most rooms.",
                context.rule("F23")
            ),
        ),
        (
            Advice::Published,
            format!(
                "**Flash** ({}): choose a spot with three rooms or more around it, or else two, none of them a dead end. Failing that, any \
             spot beside a room will do, but never one beside the boss room.",
                context.rule("F9")
            ),
        ),
        (
            Advice::Rebirth,
            format!(
                "**Rebirth** ({}): skip every spot beside the boss room or at the long side of a narrow room, where no door fits. Of the \
             others, bomb the one with the most rooms around it.",
                context.rule("R33")
            ),
        ),
    ];
    cards.into_iter().filter(|(advice, _)| is_given(advice)).map(|(_, words)| words).collect()
}

/// At most this many floors of each level.
const FLOORS: u64 = 4_000;

/// What one bomb finds in a series, over all shown levels together.
#[derive(Clone, Debug, Default, PartialEq)]
struct Guesses {
    series: usize,
    levels: Vec<u8>,
    floors: u64,
    /// The share of secret rooms found where the rules make them likeliest.
    by_rules: f64,
    /// The share found by the advice for the game, if its rules are unchanged.
    by_advice: Option<f64>,
    /// The share found at the place with the most rooms around it, with ties broken at random.
    by_neighbours: f64,
}

/// What a player looks for: what the article advises, depending on the rules that place the secret room, or
/// the place with the most rooms around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Advice {
    MostRooms,
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

/// The guesses at the secret rooms of each shown series that has secret rooms and a posterior for them.
fn guesses(results: &Results) -> Vec<Guesses> {
    let of_series = |series: usize| {
        let advice = Advice::of(results, series);
        let ways = [Advice::MostRooms, advice.unwrap_or(Advice::MostRooms)];
        let mut all = Guesses { series, ..Guesses::default() };
        let (mut by_rules, mut by_ways) = (0.0, [0.0; 2]);
        for level in first_middle_last(&levels_of(results, series)) {
            let group = results.group(series, level, false)?;
            let Some(counts) = group.secret_guesses(FLOORS) else { continue };
            by_rules += counts.found[0] as f64;
            let found = found_by(ways, group);
            by_ways = [0, 1].map(|way| by_ways[way] + found[way]);
            all.floors += counts.floors;
            all.levels.push(level);
        }
        let share = |found: f64| found / all.floors.max(1) as f64;
        all.by_rules = share(by_rules);
        all.by_neighbours = share(by_ways[0]);
        all.by_advice = advice.map(|_| share(by_ways[1]));
        (all.floors > 0).then_some(all)
    };
    shown(results).into_iter().filter_map(of_series).collect()
}

impl Advice {
    /// The advice for a series with the rules of its edition; `None` for changed rules.
    fn of(results: &Results, series: usize) -> Option<Self> {
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
        let rooms = around.iter().flatten().count() as u8;
        let is_beside = |kind| around.iter().flatten().any(|room| room.kind == kind);
        let is_clean = !around.iter().flatten().any(|room| room.is_dead_end);
        match self {
            Self::MostRooms => rooms,
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

/// How many secret rooms one bomb finds on the floors of a group, at the places that each advice rates highest.
fn found_by(ways: [Advice; 2], group: &GroupResult) -> [f64; 2] {
    let floors = group.first_numbers(FLOORS as usize).filter_map(|number| group.floor(number));
    let chances = floors.filter_map(|floor| match floor {
        GroupFloor::Generated(floor) => chances_on(ways, &floor),
        _ => None,
    });
    chances.fold([0.0; 2], |sums, chances| [0, 1].map(|way| sums[way] + chances[way]))
}

/// The chance that one bomb finds the secret room, at one of the places that each advice rates highest,
/// ignoring hidden rooms. `None` for a floor with no secret room or several.
fn chances_on(ways: [Advice; 2], floor: &Floor) -> Option<[f64; 2]> {
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
            (cell, ways.map(|way| way.preference(around, facing)))
        })
        .collect();
    Some([0, 1].map(|way| {
        let best = places.iter().map(|(_, liked)| liked[way]).max().filter(|best| *best > 0);
        let preferred = || places.iter().filter(|(_, liked)| Some(liked[way]) == best);
        let is_there = preferred().any(|(cell, _)| *cell == secret);
        if is_there { 1.0 / preferred().count() as f64 } else { 0.0 }
    }))
}

#[cfg(test)]
mod tests {
    use basement_floors::Backend;
    use basement_survey::{BackendRules, Series, Study};

    use super::*;

    #[test]
    fn one_bomb_has_a_row_for_each_game_with_all_shares() {
        let results = Study::flash_and_rebirth(1).run(&|_| {}).unwrap();
        let guesses = |series, by_rules| Guesses {
            series,
            levels: vec![1, 4],
            floors: 100,
            by_rules,
            by_advice: (series == 0).then_some(0.7),
            by_neighbours: 0.4,
        };
        let table = one_bomb(&Context::new(&results), &[guesses(0, 0.8), guesses(1, 0.41)]);
        assert_eq!(table.caption, "Secret rooms found with one bomb on levels 1 and 4");
        assert_eq!(table.rows[0], ["Flash", "40 %", "70 %", "80 %"]);
        assert_eq!(table.rows[1][1..], ["40 %", "", "41 %"]);
    }

    #[test]
    fn f22_only_deeper_floors_of_the_shipped_flash_lack_a_secret_room() {
        let told = |edition: &str, levels: [u8; 2]| {
            let flash = BackendRules::new(Backend::Flash).edition(edition);
            let study = Study::new("Secret rooms").floors(1_000).levels(levels);
            let results = study.series(Series::new("Flash", flash)).run(&|_| {}).unwrap();
            without_one(&results, &guesses(&results))
        };
        let said = told("wrath-of-the-lamb", [1, 3]).unwrap();
        assert!(
            said.starts_with("Some floors of Flash have no secret room, most often on level 3 ("),
            "{said}"
        );
        assert!(said.ends_with(" of the floors there)."), "{said}");
        assert_eq!(told("wrath-of-the-lamb", [1, 2]), None);
        assert_eq!(told("article", [1, 3]), None);
    }

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
