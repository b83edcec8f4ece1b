//! What players say.

use std::collections::BTreeSet;

use crate::article::NEXT_RUN;
use crate::frame::sayings::{MOST_FLOORS, Saying, Sayings, TestedSaying, sayings};
use crate::prelude::*;

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
    let row = |saying: &Saying| {
        let of = |series: &usize| {
            let held = saying.held.iter().find(|it| it.series == *series);
            held.map_or_else(String::new, |it| fails(it.holds, it.floors))
        };
        let first = [saying.words.to_owned(), saying.source.in_short()];
        first.into_iter().chain(series.iter().map(of)).collect::<Vec<String>>()
    };
    let floors = results.study.floors.min(MOST_FLOORS);
    let names = series.iter().map(|series| name_of(results, *series).to_owned());
    let headings = ["saying", "who says it"].map(str::to_owned).into_iter().chain(names).collect();
    PageTable {
        caption: "How often a saying fails".to_owned(),
        headings,
        rows: held.iter().map(row).collect(),
        note: format!(
            "{} floors of each of the {}. A super secret room counts as a room; ties count as correct. A saying that never failed on {} \
             floors may still fail on up to {} % of all floors (95 % interval), unless a rule makes that impossible.",
            whole(floors),
            levels_in_words(levels.iter().copied()),
            whole(floors * levels.len() as u64),
            at_most(wilson_interval(0, floors * levels.len() as u64).upper * 100.0, 2)
        ),
    }
}

/// For each saying that is not true, the first seed that breaks it.
fn table(context: &Context<'_>, sayings: &[Saying]) -> PageTable {
    let all = sayings.iter().flat_map(|saying| saying.held.iter().map(move |it| (saying, it)));
    let row = |(saying, held): (&Saying, &TestedSaying)| {
        let (level, number) = held.broken?;
        let group = context.results.group(held.series, level, false)?;
        let command = format!("`{}`", context.floor_command(group, number)?);
        let name = name_of(context.results, held.series).to_owned();
        Some(vec![saying.words.to_owned(), name, command])
    };
    PageTable::new(
        "Floors that break a saying",
        &["saying", "game", "the floor that breaks it"],
        all.filter_map(row).collect(),
        "",
    )
}

#[cfg(test)]
mod tests {
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
}
