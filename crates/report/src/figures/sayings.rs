//! What players say of floors, and on how many floors it fails.

use basement_survey::{LAWS, Observed, Results, wilson_interval};

use crate::article::PageTable;
use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::layout::Key;
use crate::lexicon::{first_fitting, list, request_in_words};
use crate::number::{at_most, share_of_all, whole};
use crate::origin::origin_line;
use crate::plot::{Facet, Group, Mark, Plot, Row, Scale, Y, lane};
use crate::series::{hue_of, name_of, names_of, shown};
use crate::table::{Table, exact};

/// The most floors of a series on a level.
const MOST_FLOORS: u64 = 3_000;
/// A law that says the same as another: where no room is farther than the boss, no dead end is.
const TWICE: &str = "boss_is_a_farthest_dead_end";
/// The share of floors from which on the data call a saying nearly true.
pub(crate) const NEARLY: f64 = 0.95;

/// What comes of a saying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    True,
    NearlyTrue,
    False,
}

impl Verdict {
    /// True where it holds on every floor, nearly true on 95 of 100 floors and more.
    pub(crate) fn of(holds: u64, floors: u64) -> Self {
        if holds == floors {
            Self::True
        } else if holds as f64 >= NEARLY * floors as f64 {
            Self::NearlyTrue
        } else {
            Self::False
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::True => "no exception",
            Self::NearlyTrue => "nearly true",
            Self::False => "false",
        }
    }
}

/// A saying held against the floors of one series.
pub(crate) struct TestedSaying {
    series: usize,
    observed: Observed,
    /// The first level with a floor that breaks it, and that floor's number.
    broken: Option<(u8, u64)>,
}

impl TestedSaying {
    fn verdict(&self) -> Verdict {
        Verdict::of(self.observed.holds, self.observed.floors)
    }
}

/// A saying, and what came of it.
pub(crate) struct Saying {
    name: &'static str,
    claim: &'static str,
    held: Vec<TestedSaying>,
}

/// A saying in a player's words.
fn in_words(name: &str, claim: &'static str) -> &'static str {
    match name {
        "two_rooms_at_the_start" => "The start leads to two rooms at least",
        "no_block_of_four" => "Four rooms never meet in a square",
        "no_block_of_four_single_cells" => "Four small rooms never meet in a square",
        "secret_room_apart_from_boss" => "The secret room has no way to the boss room",
        "secret_room_apart_from_super_secret" => "Secret and super secret room never meet",
        "boss_is_farthest" => "No room is farther away than the boss",
        "boss_is_a_farthest_dead_end" => "No dead end is farther away than the boss",
        "special_rooms_by_distance" => "Boss, super secret, shop, treasure: far to near",
        "super_secret_near_boss" => "Super secret room: five steps from the boss at most",
        _ => claim,
    }
}

/// What the sayings that a source has are about; all others are players' talk. The source is the
/// wiki's page on level generation, S0 of the rules.
const WIKI: [(&str, &[&str]); 2] = [
    (
        "the neighbours of the secret room",
        &["secret_room_apart_from_boss", "secret_room_apart_from_super_secret"],
    ),
    ("the order of special rooms", &["special_rooms_by_distance"]),
];

/// Where a saying is from.
fn source_of(name: &str) -> &'static str {
    let is_of_wiki = WIKI.iter().any(|(_, names)| names.contains(&name));
    if is_of_wiki { "wiki: Level Generation" } else { "players' talk" }
}

/// Where these sayings are from, in a sentence.
fn sources(names: &[&str]) -> String {
    let is_there = |(_, of): &&(&str, &[&str])| of.iter().any(|name| names.contains(name));
    let of_wiki: Vec<String> =
        WIKI.iter().filter(is_there).map(|(what, _)| (*what).to_owned()).collect();
    let talk = "players' common talk, without a source that we know of";
    let others = names.iter().any(|name| source_of(name) == "players' talk");
    match (of_wiki.is_empty(), others) {
        (true, _) => format!(" All are {talk}."),
        (false, others) => format!(
            " What is said of {} is from the wiki's page Level Generation{}.",
            list(&of_wiki),
            if others { format!("; the others are {talk}") } else { String::new() }
        ),
    }
}

/// The share of floors on which a saying fails, in words.
fn fails(holds: u64, floors: u64) -> String {
    match holds {
        holds if holds == floors => Verdict::True.name().to_owned(),
        0 => "fails on all".to_owned(),
        holds => {
            let share = (floors - holds) as f64 / floors as f64;
            format!("fails on {}", share_of_all(share, usize::from(share < 0.01)))
        }
    }
}

/// Every saying, held against the first floors of each shown series on some levels.
pub(crate) fn sayings(results: &Results, levels: &[u8]) -> Vec<Saying> {
    let floors = results.study.floors.min(MOST_FLOORS);
    let mut sayings: Vec<Saying> = LAWS
        .iter()
        .map(|law| Saying { name: law.name, claim: law.claim, held: Vec::new() })
        .collect();
    for series in shown(results) {
        for level in levels {
            let Some(arm) = results.arm(series, *level, false) else { continue };
            let Some(observed) = arm.laws(floors) else { continue };
            for (saying, observed) in sayings.iter_mut().zip(observed) {
                if observed.floors == 0 {
                    continue;
                }
                let broken = observed.broken_by.map(|number| (*level, number));
                match saying.held.iter_mut().find(|held| held.series == series) {
                    Some(held) => {
                        held.observed.floors += observed.floors;
                        held.observed.holds += observed.holds;
                        held.broken = held.broken.or(broken);
                    }
                    None => saying.held.push(TestedSaying { series, observed, broken }),
                }
            }
        }
    }
    sayings.retain(|saying| !saying.held.is_empty() && saying.name != TWICE);
    sayings
}

/// The finding: how many of `asked` sayings hold on every floor of every series. `place` says
/// of which series.
fn title(asked: usize, hold: usize, place: &str) -> String {
    let plain = "What players say of floors, and how often it is so";
    let (Some(asked_word), Some(hold_word)) = (in_letters(asked), in_letters(hold)) else {
        return plain.to_owned();
    };
    let verb = if hold == 1 { "holds" } else { "hold" };
    let long = match (asked, hold) {
        (0 | 1, _) => plain.to_owned(),
        (_, 0) => format!("Of {asked_word} sayings about floors, none always holds in {place}"),
        _ if hold == asked => format!("All {asked_word} sayings about floors hold in {place}"),
        _ => {
            let only = if hold * 2 < asked { "only " } else { "" };
            format!("Of {asked_word} sayings about floors, {only}{hold_word} {verb} in {place}")
        }
    };
    first_fitting([long, plain.to_owned()])
}

/// A small number in letters.
fn in_letters(number: usize) -> Option<&'static str> {
    const WORDS: [&str; 13] = [
        "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(number).copied()
}

/// "both games", or the names of other series.
fn place(results: &Results, series: &[usize]) -> String {
    let backend = |series: usize| results.study.series[series].backend();
    match series {
        [x, y] if backend(*x).is_some() && backend(*y).is_some() && backend(*x) != backend(*y) => {
            "both games".to_owned()
        }
        series => list(&names_of(results, series)),
    }
}

/// The figure of the sayings.
pub(crate) fn figure(results: &Results, levels: &[u8], sayings: &[Saying]) -> Option<Figure> {
    if sayings.is_empty() {
        return None;
    }
    let all = sayings.iter().flat_map(|saying| saying.held.iter().map(move |held| (saying, held)));
    let broken = |place: fn((u8, u64)) -> u64| {
        move |(_, held): &(&Saying, &TestedSaying)| {
            held.broken.map_or_else(String::new, |broken| place(broken).to_string())
        }
    };
    let table = Table::of(
        all,
        &[
            ("saying", &|(saying, _)| in_words(saying.name, saying.claim).to_owned()),
            ("claim", &|(saying, _)| saying.claim.to_owned()),
            ("source", &|(saying, _)| source_of(saying.name).to_owned()),
            ("series", &|(_, held)| name_of(results, held.series).to_owned()),
            ("floors", &|(_, held)| held.observed.floors.to_string()),
            ("holds", &|(_, held)| held.observed.holds.to_string()),
            ("share", &|(_, held)| exact(held.observed.share())),
            ("verdict", &|(_, held)| held.verdict().name().to_owned()),
            ("broken_on_level", &broken(|(level, _)| level.into())),
            ("broken_by", &broken(|(_, number)| number)),
        ],
    );
    let mut series: Vec<usize> =
        sayings.iter().flat_map(|saying| saying.held.iter().map(|held| held.series)).collect();
    series.sort_unstable();
    series.dedup();
    let holds = |saying: &&Saying| {
        saying.held.len() == series.len()
            && saying.held.iter().all(|held| held.verdict() == Verdict::True)
    };
    let title =
        title(sayings.len(), sayings.iter().filter(holds).count(), &place(results, &series));
    let level_names: Vec<String> = levels.iter().map(u8::to_string).collect();
    let on = if levels.len() == 1 { "level" } else { "levels" };
    let floors = results.study.floors.min(MOST_FLOORS);
    let widest = sayings
        .iter()
        .flat_map(|saying| &saying.held)
        .map(|held| wilson_interval(held.observed.holds, held.observed.floors).half())
        .fold(0.0, f64::max);
    let words = Words {
        name: "sayings".to_owned(),
        title: title.clone(),
        subtitle: format!(
            "Bars: share of floors on which a saying holds; numbers: on which it fails, within {} points (95 %); {on} {}; {}",
            at_most(widest * 100.0, 1),
            list(&level_names),
            request_in_words(results)
        ),
        caption: format!(
            "No exception: it holds on every floor looked at; one counterexample is enough to break a saying.{} \
             Floors without such rooms are left out; {} floors of each level were looked at. Distances are \
             steps through doors, and hidden rooms do not count as ways.",
            sources(&sayings.iter().map(|saying| saying.name).collect::<Vec<_>>()),
            whole(floors)
        ),
        notes: origin_line(
            results,
            results.arms.iter().filter(|arm| series.contains(&arm.series)),
            Some(floors),
            "",
        ),
        alt: format!(
            "{title}. Bars of the share of floors: {}.",
            sayings.iter().map(|saying| said(results, saying)).collect::<Vec<_>>().join("; ")
        ),
    };
    let lanes = series.len();
    let bars = sayings.iter().enumerate().flat_map(|(row, saying)| {
        let series = &series;
        saying.held.iter().flat_map(move |held| {
            let of = series.iter().position(|it| *it == held.series).unwrap_or(0);
            let (y, hue) = (lane(row, of, lanes), hue_of(results, held.series));
            let (x, fill, ink) = (held.observed.share(), hue.mark, hue.text);
            let fails = fails(held.observed.holds, held.observed.floors);
            let bar = Mark::Bar { y, x, interval: None, fill, text: String::new(), ink };
            [Mark::Track { y, text: fails, ink }, bar]
        })
    });
    let row = |saying: &Saying| Row::new(in_words(saying.name, saying.claim), lanes);
    let rows = Group { name: String::new(), rows: sayings.iter().map(row).collect() };
    let plot = Plot {
        facets: vec![Facet::new("", bars.collect())],
        columns: [1, 1],
        x: Scale::shares(1.0).ticks(2),
        y: Y::Rows(vec![rows]),
    };
    let key = Key::of_series(results, &series);
    Some(compose_parts(words, table, &[&key, &plot]))
}

/// A saying and what came of it, for those who do not see the bars.
fn said(results: &Results, saying: &Saying) -> String {
    let of = |held: &TestedSaying| {
        let observed = &held.observed;
        format!("{} in {}", fails(observed.holds, observed.floors), name_of(results, held.series))
    };
    let parts: Vec<String> = saying.held.iter().map(of).collect();
    format!("{}, {}", in_words(saying.name, saying.claim), list(&parts))
}

/// For each saying that is not true, the first seed that breaks it.
pub(crate) fn table(context: &Context<'_>, sayings: &[Saying]) -> PageTable {
    let mut rows = Vec::new();
    for saying in sayings {
        for held in &saying.held {
            let Some((level, number)) = held.broken else { continue };
            let Some(arm) = context.results.arm(held.series, level, false) else { continue };
            let Some(command) = context.floor_command(arm, number) else { continue };
            rows.push(vec![
                in_words(saying.name, saying.claim).to_owned(),
                name_of(context.results, held.series).to_owned(),
                format!("`{command}`"),
            ]);
        }
    }
    PageTable {
        caption:
            "Floors that break a saying: the first of its game and of the first level that has one."
                .to_owned(),
        headings: ["saying", "game", "the floor that breaks it"].map(str::to_owned).to_vec(),
        rows,
        note: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_go_by_the_share_of_floors() {
        assert_eq!(Verdict::of(100, 100), Verdict::True);
        assert_eq!(Verdict::of(99, 100), Verdict::NearlyTrue);
        assert_eq!(Verdict::of(95, 100), Verdict::NearlyTrue);
        assert_eq!(Verdict::of(94, 100), Verdict::False);
        assert_eq!(Verdict::of(0, 100), Verdict::False);
    }

    #[test]
    fn a_saying_fails_on_a_share_that_is_never_none_nor_all_but_where_it_is() {
        assert_eq!(fails(100, 100), "no exception");
        assert_eq!(fails(93, 100), "fails on 7 %");
        assert_eq!(fails(995, 1000), "fails on 0.5 %");
        assert_eq!(fails(9_999, 10_000), "fails on under 0.1 %");
        assert_eq!(fails(1, 10_000), "fails on over 99.9 %");
        assert_eq!(fails(0, 10), "fails on all");
    }

    #[test]
    fn a_source_is_named_where_one_is_known() {
        let all: Vec<&str> = LAWS.iter().map(|law| law.name).collect();
        assert!(WIKI.iter().flat_map(|(_, names)| *names).all(|name| all.contains(name)));
        let said = sources(&all);
        assert!(said.contains("the neighbours of the secret room and the order of"), "{said}");
        assert!(
            said.ends_with(
                "the others are players' common talk, without a source that we know of."
            )
        );
        assert!(sources(&["boss_is_farthest"]).starts_with(" All are players' common talk"));
        assert!(!sources(&["special_rooms_by_distance"]).contains("talk"));
    }

    #[test]
    fn the_title_counts_the_sayings_that_hold_everywhere() {
        let told = |asked, hold| title(asked, hold, "both games");
        assert_eq!(told(8, 1), "Of eight sayings about floors, only one holds in both games");
        assert_eq!(told(8, 2), "Of eight sayings about floors, only two hold in both games");
        assert_eq!(told(8, 5), "Of eight sayings about floors, five hold in both games");
        assert_eq!(told(8, 0), "Of eight sayings about floors, none always holds in both games");
        assert_eq!(told(3, 3), "All three sayings about floors hold in both games");
        for asked in [0, 1, 40] {
            assert!(told(asked, 0).starts_with("What players say"), "{asked}");
        }
        let long = "a name of quite a lot of words, and another one";
        assert!(title(8, 1, long).starts_with("What players say"));
    }

    #[test]
    fn every_law_has_a_players_words() {
        for law in &LAWS {
            assert_ne!(in_words(law.name, law.claim), law.claim, "{}", law.name);
        }
    }
}
