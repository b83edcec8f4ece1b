//! Trees and rings.

use crate::article::Section;
use crate::context::Context;
use crate::figures;
use crate::lexicon::list;
use crate::number::share_of_all;
use crate::parameters;
use crate::series::{name_of, names_of, shown};
use crate::shape::ring_share;
use basement_floors::Backend;
use basement_survey::{ArmResult, Results};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let found = figures::a_ring::most_ringed(context);
    let share = |series: &usize| {
        let arms = results.arms_of(*series).filter(|arm| !arm.is_labyrinth());
        arms.filter_map(ring_share).map(|share| share.estimate).reduce(f64::max)
    };
    let trees: Vec<usize> =
        shown(results).into_iter().filter(|series| share(series) == Some(0.0)).collect();
    // Under a curse floors may be of another kind.
    let has_curses = trees.iter().any(|series| {
        results.study.series[*series].backend().is_some()
            || results.arms_of(*series).any(basement_survey::ArmResult::is_labyrinth)
    });
    let heading = match (trees.is_empty(), found.is_some()) {
        (false, false) => "Trees",
        (true, true) => "Rings",
        _ => "Trees and rings",
    };
    Section::new("rings", heading)
        .text(start(&names_of(results, &trees), has_curses))
        .figure(found.as_ref().and_then(|found| figures::a_ring::figure(context, found)))
        .text(how_often(&shares(results)))
        .text(why(context))
        .unless_empty()
}

/// The shares of floors with a ring on the first and the last level of a series.
struct Shares {
    name: String,
    /// Level and share, first and last.
    ends: [(u8, f64); 2],
}

/// These of every shown series that has rings.
fn shares(results: &Results) -> Vec<Shares> {
    let of = |series: usize| {
        let arms = results.arms_of(series).filter(|arm| !arm.is_labyrinth());
        let share = |arm: &ArmResult| Some((arm.request.level, ring_share(arm)?.estimate));
        let mut all: Vec<(u8, f64)> = arms.filter_map(share).collect();
        all.sort_by_key(|(level, _)| *level);
        let ends = [*all.first()?, *all.last()?];
        let name = name_of(results, series).to_owned();
        all.iter().any(|(_, share)| *share > 0.0).then_some(Shares { name, ends })
    };
    shown(results).into_iter().filter_map(of).collect()
}

/// On how many floors there is a ring.
fn how_often(shares: &[Shares]) -> String {
    let sentence = |Shares { name, ends: [(first, low), (last, high)] }: &Shares| {
        let [low, high] = [*low, *high].map(|share| share_of_all(share, 0));
        if first == last {
            format!("In {name} {low} of the floors of level {first} have a ring.")
        } else {
            format!(
                "In {name} {low} of the floors of level {first} have a ring, and {high} of those of \
                 level {last}."
            )
        }
    };
    shares.iter().map(sentence).collect::<Vec<_>>().join(" ")
}

/// What a tree means to a player.
fn start(trees: &[String], has_curses: bool) -> String {
    let begins = if has_curses { "Without a curse not one floor" } else { "Not one floor" };
    match trees {
        [] => String::new(),
        trees => format!(
            "{begins} of {} has a ring: each is a tree, with one way from room to room, so that a \
             dead end means walking back. A ring, a way round through three rooms or more, \
             gives a choice of two ways.",
            list(trees)
        ),
    }
}

/// Which rules keep floors trees, and how big rooms get around them; of the games alone whose
/// rules are as they were.
fn why(context: &Context<'_>) -> String {
    let results = context.results;
    let has = |backend: Backend, path: &str, limit: f64| {
        let of_game = |series: &usize| results.study.series[*series].backend() == Some(backend);
        let mut all = shown(results).into_iter().filter(of_game).peekable();
        all.peek().is_some()
            && all.all(|series| parameters::number(results, series, path) == Some(limit))
    };
    let flash = has(Backend::Flash, "flash.growth.neighbour_limit", 1.0);
    let rebirth = has(Backend::Rebirth, "rebirth.growth.neighbour_limit", 2.0);
    let mut parts = Vec::new();
    if flash {
        parts.push(format!(
            "Flash's rules pass over a place that touches two rooms ({}), so no ring ever closes.",
            context.rule("F4")
        ));
    }
    if rebirth {
        parts.push(format!(
            "Rebirth's rules{} look at one cell of a new room only, the one behind its door ({}). The \
             other cells of a big room may touch further rooms, and get doors to them.",
            if flash { " have the same test, but" } else { " pass over a place that touches two rooms, but" },
            context.rule("R10")
        ));
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_counted_on_the_first_and_the_last_level() {
        let shares = |ends| Shares { name: "B".to_owned(), ends };
        let said = how_often(&[shares([(1, 0.18), (8, 0.42)])]);
        assert_eq!(
            said,
            "In B 18 % of the floors of level 1 have a ring, and 42 % of those of level 8."
        );
        let said = how_often(&[shares([(4, 0.9996), (4, 0.9996)])]);
        assert_eq!(said, "In B over 99.9 % of the floors of level 4 have a ring.");
        assert_eq!(how_often(&[]), "");
    }

    #[test]
    fn trees_are_told_of_without_a_curse_where_there_are_curses() {
        let names = ["A".to_owned()];
        assert!(start(&names, true).starts_with("Without a curse not one floor of A has a ring"));
        assert!(start(&names, false).starts_with("Not one floor of A has a ring"));
        assert_eq!(start(&[], true), "");
    }
}
