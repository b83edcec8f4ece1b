//! What players say of floors, and on how many floors it fails.

use std::collections::BTreeSet;

use basement_survey::Results;
use basement_survey::statistics::wilson_interval;

use crate::article::PageTable;
use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::frame::sayings::{MOST_FLOORS, Saying, Sayings, TestedSaying};
use crate::layout::Key;
use crate::lexicon::{first_fitting, levels_in_words, list, request_in_words};
use crate::number::{at_most, share_of_all, whole};
use crate::origin::origin_line;
use crate::plot::{Facet, Mark, Plot, Row, RowGroup, Scale, Y, lane};
use crate::series::{hue_of, name_of, names_of};
use crate::shape::in_words;
use crate::sources::Source;
use crate::table::{Table, exact};

/// The share of floors from which on the data call a saying nearly true.
const NEARLY: f64 = 0.95;
/// What comes of a saying: true where it holds on every floor, nearly true on 95 of 100 and more.
fn verdict(holds: u64, floors: u64) -> &'static str {
    match holds {
        holds if holds == floors => "no exception",
        holds if holds as f64 >= NEARLY * floors as f64 => "nearly true",
        _ => "false",
    }
}

/// The share of floors on which a saying fails, in words.
fn fails(holds: u64, floors: u64) -> String {
    let share = (floors - holds) as f64 / floors as f64;
    match holds {
        holds if holds == floors => verdict(holds, floors).to_owned(),
        0 => "fails on all".to_owned(),
        _ => format!("fails on {}", share_of_all(share, usize::from(share < 0.01))),
    }
}

/// The finding: how many of `asked` sayings hold on every floor of every series. `place` says
/// of which series.
fn title(asked: usize, hold: usize, place: &str) -> String {
    let plain = "What players say of floors, and how often it is so".to_owned();
    let [of, some] = [asked, hold].map(|number| in_words(number as f64));
    let verb = if hold == 1 { "holds" } else { "hold" };
    let only = if hold * 2 < asked { "only " } else { "" };
    let long = match (asked, hold) {
        (0 | 1 | 11.., _) => plain.clone(),
        (_, 0) => format!("Of {of} sayings about floors, none always holds in {place}"),
        _ if hold == asked => format!("All {of} sayings about floors hold in {place}"),
        _ => format!("Of {of} sayings about floors, {only}{some} {verb} in {place}"),
    };
    first_fitting([long, plain])
}

/// The figure of the sayings.
pub(crate) fn figure(results: &Results, sayings: &Sayings) -> Option<Figure> {
    let Sayings { levels, held: sayings } = sayings;
    let all = || sayings.iter().flat_map(|saying| saying.held.iter().map(move |it| (saying, it)));
    let series: BTreeSet<usize> = all().map(|(_, held)| held.series).collect();
    let series: Vec<usize> = series.into_iter().collect();
    series.first()?;
    let broken = |place: fn((u8, u64)) -> u64| {
        move |(_, held): &(&Saying, &TestedSaying)| {
            held.broken.map_or_else(String::new, |broken| place(broken).to_string())
        }
    };
    let table = Table::of(
        all(),
        &[
            ("saying", &|(saying, _)| saying.words.to_owned()),
            ("claim", &|(saying, _)| saying.claim.to_owned()),
            ("source", &|(saying, _)| {
                saying.source.map_or("players' talk", |it| it.short).to_owned()
            }),
            ("series", &|(_, held)| name_of(results, held.series).to_owned()),
            ("floors", &|(_, held)| held.floors.to_string()),
            ("holds", &|(_, held)| held.holds.to_string()),
            ("share", &|(_, held)| exact(held.holds as f64 / held.floors as f64)),
            ("verdict", &|(_, held)| verdict(held.holds, held.floors).to_owned()),
            ("broken_on_level", &broken(|(level, _)| level.into())),
            ("broken_by", &broken(|(_, number)| number)),
        ],
    );
    let holds = |saying: &&Saying| {
        let is_held = |held: &TestedSaying| held.holds == held.floors;
        saying.held.len() == series.len() && saying.held.iter().all(is_held)
    };
    let hold = sayings.iter().filter(holds).count();
    let title = title(sayings.len(), hold, &list(&names_of(results, &series)));
    let halves = all().map(|(_, held)| wilson_interval(held.holds, held.floors).half());
    let widest = at_most(halves.fold(0.0, f64::max) * 100.0, 1);
    let floors = results.study.floors.min(MOST_FLOORS);
    let said = |saying: &Saying| {
        let of = |it: &TestedSaying| {
            format!("{} in {}", fails(it.holds, it.floors), name_of(results, it.series))
        };
        format!("{}, {}", saying.words, list(&saying.held.iter().map(of).collect::<Vec<_>>()))
    };
    let words = Words {
        name: "sayings".to_owned(),
        subtitle: format!(
            "Bars: share of floors on which a saying holds; numbers: on which it fails, within {widest} points (95 %); \
             {}; {}",
            levels_in_words(levels.iter().copied()),
            request_in_words(results)
        ),
        caption: format!(
            "Floors without such rooms are left out; {} floors of each level were looked at. Distances are steps \
             through doors, and hidden rooms do not count as ways.",
            whole(floors)
        ),
        notes: origin_line(
            results,
            results.groups.iter().filter(|group| series.contains(&group.series)),
            Some(floors),
            "",
        ),
        alt: format!(
            "{title}. Bars of the share of floors: {}.",
            sayings.iter().map(said).collect::<Vec<_>>().join("; ")
        ),
        title,
    };
    let bars = sayings.iter().enumerate().flat_map(|(row, saying)| {
        let bars = |held: &TestedSaying| {
            let of = series.iter().position(|it| *it == held.series).unwrap_or(0);
            let (y, hue) = (lane(row, of, series.len()), hue_of(results, held.series));
            let (x, fill, ink) = (held.holds as f64 / held.floors as f64, hue.mark, hue.text);
            let track = Mark::Track { y, text: fails(held.holds, held.floors), ink };
            [track, Mark::Bar { y, x, interval: None, fill, text: String::new(), ink }]
        };
        saying.held.iter().flat_map(bars).collect::<Vec<_>>()
    });
    let row = |saying: &Saying| Row::new(saying.words, series.len());
    let plot = Plot {
        facets: vec![Facet::new("", bars.collect())],
        columns: [1, 1],
        x: Scale::shares(1.0).ticks(2),
        y: Y::Rows(vec![RowGroup::plain(sayings.iter().map(row))]),
    };
    Some(compose_parts(words, table, &[&Key::of_series(results, &series), &plot]))
}

/// Each saying with where it is from, and on how many floors of each series it fails.
pub(crate) fn verdicts(results: &Results, Sayings { levels, held }: &Sayings) -> PageTable {
    let series: BTreeSet<usize> =
        held.iter().flat_map(|saying| &saying.held).map(|it| it.series).collect();
    let row = |saying: &Saying| {
        let of = |series: &usize| {
            let held = saying.held.iter().find(|it| it.series == *series);
            held.map_or_else(String::new, |it| fails(it.holds, it.floors))
        };
        let source = saying.source.map_or_else(|| "players' talk".to_owned(), Source::in_short);
        let first = [saying.words.to_owned(), source];
        first.into_iter().chain(series.iter().map(of)).collect::<Vec<String>>()
    };
    let floors = results.study.floors.min(MOST_FLOORS);
    let names = series.iter().map(|series| name_of(results, *series).to_owned());
    let headings = ["saying", "who says it"].map(str::to_owned).into_iter().chain(names).collect();
    PageTable {
        caption: "Sayings about floors, and how often they fail".to_owned(),
        headings,
        rows: held.iter().map(row).collect(),
        note: format!(
            "{} floors of each of the {}. No exception is no proof: a saying may still fail on one floor in {}.",
            whole(floors),
            levels_in_words(levels.iter().copied()),
            // With 95 % certainty, by the rule of three.
            whole((floors * levels.len() as u64).div_ceil(3).max(1))
        ),
    }
}

/// For each saying that is not true, the first seed that breaks it.
pub(crate) fn table(context: &Context<'_>, sayings: &[Saying]) -> PageTable {
    let all = sayings.iter().flat_map(|saying| saying.held.iter().map(move |it| (saying, it)));
    let row = |(saying, held): (&Saying, &TestedSaying)| {
        let (level, number) = held.broken?;
        let group = context.results.group(held.series, level, false)?;
        let command = format!("`{}`", context.floor_command(group, number)?);
        let name = name_of(context.results, held.series).to_owned();
        Some(vec![saying.words.to_owned(), name, command])
    };
    PageTable::new(
        "Floors that break a saying: the first of its game and of the first level that has one.",
        &["saying", "game", "the floor that breaks it"],
        all.filter_map(row).collect(),
        "",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_go_by_the_share_of_floors() {
        let told = [100, 99, 95, 94, 0].map(|holds| verdict(holds, 100));
        assert_eq!(told, ["no exception", "nearly true", "nearly true", "false", "false"]);
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
}
