//! What players say.

use std::collections::BTreeSet;

use basement_survey::law::{LAWS, LawCounts};

use crate::article::NEXT_RUN;
use crate::prelude::*;
use crate::sources::{PLAYER_STUDY, Source, WIKI_LEVELS, WIKI_ROOMS};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let Sayings { held, levels, with_squares_of_big_rooms } = sayings(results);
    if held.is_empty() {
        return None;
    }
    Section::new("sayings", "What players say")
        .of(NEXT_RUN)
        .sentences([
            Some(summed_up(results, &held)),
            forbidden(context, &held),
            squares(results, &with_squares_of_big_rooms),
        ])
        .table(verdicts(results, &levels, &held))
        .folded(table(context, &held))
        .unless_empty()
}

/// How many of Rebirth's sayings never failed there.
fn summed_up(results: &Results, held: &[Saying]) -> String {
    let holds = |saying: &&Saying| {
        let backend = |it: &TestedSaying| results.study.series[it.series].backend();
        let is_of = |it: &&TestedSaying| backend(it) == Some(Backend::Rebirth);
        let mut all = saying.held.iter().filter(is_of).peekable();
        all.peek().is_some_and(|it| it.floors > 0) && all.all(|it| it.holds == it.floors)
    };
    let kept: Vec<&Saying> = held.iter().filter(holds).collect();
    if kept.is_empty() || kept.len() == held.len() {
        return "Players share rules of thumb about floors.".to_owned();
    }
    let [of_all, kept, rest] =
        [held.len(), kept.len(), held.len() - kept.len()].map(|count| in_words(count as f64));
    format!(
        "Rebirth's wiki and its readers make claims about floors. We tested {of_all}. {} never failed in Rebirth, the other {rest} did.",
        capital(&kept)
    )
}

/// Why two of the sayings never fail in Rebirth.
fn forbidden(context: &Context<'_>, held: &[Saying]) -> Option<String> {
    const LAWS: [&str; 2] = ["secret_room_apart_from_boss", "secret_room_apart_from_super_secret"];
    let results = context.results;
    let series = held.iter().flat_map(|saying| &saying.held).map(|it| it.series);
    let rebirth = series
        .into_iter()
        .find(|it| parameters::unchanged(results, *it) == Some(Backend::Rebirth))?;
    let never_fails = |law: &&str| {
        let all = held.iter().filter(|saying| saying.law == *law).flat_map(|saying| &saying.held);
        all.filter(|it| it.series == rebirth).any(|it| it.holds == it.floors)
    };
    LAWS.iter().all(never_fails).then(|| {
        format!(
            "Two about the secret room cannot fail in {}: the rules keep it away from the boss room and from super secret rooms ({}).",
            name_of(results, rebirth),
            context.rule("R33")
        )
    })
}

/// What it takes for four rooms to meet in a square.
fn squares(results: &Results, with_big_rooms: &[usize]) -> Option<String> {
    let names = list(names_of(results, with_big_rooms));
    (!names.is_empty()).then(|| {
        format!("Where four rooms of {names} meet in a square, one of them is always big.")
    })
}

/// The share of floors on which a saying fails, in words.
fn fails(holds: u64, floors: u64) -> String {
    let share = (floors - holds) as f64 / floors as f64;
    match holds {
        holds if holds == floors => "never".to_owned(),
        0 => "always".to_owned(),
        _ => share_of_all(share, usize::from(share < 0.01)),
    }
}

/// Each saying with its source, and on how many floors of each series it fails.
fn verdicts(results: &Results, levels: &[u8], held: &[Saying]) -> PageTable {
    let series: BTreeSet<usize> =
        held.iter().flat_map(|saying| &saying.held).map(|it| it.series).collect();
    let mut table = Table::of(held)
        .column("saying", |it| it.words)
        .column("who says it", |it| it.source.in_short());
    for series in series {
        table = table.optional(name_of(results, series), |saying| {
            let held = saying.held.iter().find(|it| it.series == series)?;
            Some(fails(held.holds, held.floors))
        });
    }
    let floors = results.study.floors.min(MOST_FLOORS);
    PageTable::new(
        "How often a saying fails",
        table,
        format!(
            "{} floors of each of the {}. A super secret room counts as a room; ties count as correct. A saying that never failed on {} \
             floors may still fail on up to {} % of all floors (95 % interval), unless a rule makes that impossible.",
            whole(floors),
            levels_in_words(levels.iter().copied()),
            whole(floors * levels.len() as u64),
            at_most(wilson_interval(0, floors * levels.len() as u64).upper * 100.0, 2)
        ),
    )
}

/// For each saying that is not true, the first seed that breaks it.
fn table(context: &Context<'_>, sayings: &[Saying]) -> PageTable {
    let all = sayings.iter().flat_map(|saying| saying.held.iter().map(move |it| (saying, it)));
    let broken = all.filter_map(|(saying, held)| {
        let (level, number) = held.broken?;
        let group = context.results.group(held.series, level, false)?;
        Some((saying.words, group, context.floor_command(group, number)?))
    });
    let table = Table::of(broken)
        .column("saying", |(words, ..)| *words)
        .column("game", |(_, group, _)| name_of(context.results, group.series))
        .column("the floor that breaks it", |(.., command)| format!("`{command}`"));
    PageTable::new("Floors that break a saying", table, "")
}

/// At most this many floors of a series on a level.
const MOST_FLOORS: u64 = 20_000;

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
struct TestedSaying {
    series: usize,
    floors: u64,
    holds: u64,
    /// The first level with a floor that breaks it, and that floor's number.
    broken: Option<(u8, u64)>,
}

/// A saying, and how often it holds.
struct Saying {
    /// The name of its law.
    law: &'static str,
    words: &'static str,
    source: Source,
    held: Vec<TestedSaying>,
}

/// The sayings, and where they were tested.
struct Sayings {
    held: Vec<Saying>,
    levels: Vec<u8>,
    /// The series in which four rooms meet in a square only if one of them is big.
    with_squares_of_big_rooms: Vec<usize>,
}

/// Every saying, compared with the first floors of each shown series on the first, the middle and the
/// last of the levels that have shops.
fn sayings(results: &Results) -> Sayings {
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
    fn a_saying_fails_on_0_or_100_percent_only_if_no_floor_or_every_floor_breaks_it() {
        assert_eq!(fails(100, 100), "never");
        assert_eq!(fails(93, 100), "7 %");
        assert_eq!(fails(995, 1000), "0.5 %");
        assert_eq!(fails(9_999, 10_000), "under 0.1 %");
        assert_eq!(fails(1, 10_000), "over 99.9 %");
        assert_eq!(fails(0, 10), "always");
    }

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
