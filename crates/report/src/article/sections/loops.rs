//! Trees and loops.

use crate::article::shape::loop_share;
use crate::article::{Context, Section, figures, parameters};
use crate::series::{names_of, shown};
use crate::words::list;
use basement_floors::Backend;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let looped = figures::a_loop::looped(context);
    let share = |series: &usize| {
        let arms = results.arms_of(*series).filter(|arm| !arm.is_labyrinth());
        arms.filter_map(loop_share).map(|share| share.estimate).reduce(f64::max)
    };
    let trees: Vec<usize> =
        shown(results).into_iter().filter(|series| share(series) == Some(0.0)).collect();
    // Under a curse floors may be of another kind.
    let has_curses = trees.iter().any(|series| {
        results.study.series[*series].backend().is_some()
            || results.arms_of(*series).any(basement_survey::ArmResult::is_labyrinth)
    });
    let heading = match (trees.is_empty(), looped.is_some()) {
        (false, false) => "Trees",
        (true, true) => "Loops",
        _ => "Trees and loops",
    };
    let causes = figures::loop_causes::figure(context);
    let why = if causes.is_some() { why(context) } else { String::new() };
    Section::new("loops", heading)
        .text(start(&names_of(results, &trees), has_curses))
        .figure(looped.as_ref().and_then(|looped| figures::a_loop::figure(context, looped)))
        .figure(figures::loops_by_level::figure(context))
        .text(why)
        .figure(causes)
        .unless_empty()
}

/// What a tree means to a player.
fn start(trees: &[String], has_curses: bool) -> String {
    let begins = if has_curses { "Without a curse not one floor" } else { "Not one floor" };
    match trees {
        [] => String::new(),
        trees => format!(
            "{begins} of {} has a loop: each is a tree, with one way from room to room, so that a \
             dead end means walking back. A loop gives a choice of two ways.",
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
            "Flash's rules pass over a place that touches two rooms ({}), so no way ever closes to a \
             ring.",
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
    if !parts.is_empty() {
        parts.push(
            "The figure changes one rule at a time and leaves all others as they are.".to_owned(),
        );
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_told_of_without_a_curse_where_there_are_curses() {
        let names = ["A".to_owned()];
        assert!(start(&names, true).starts_with("Without a curse not one floor of A has a loop"));
        assert!(start(&names, false).starts_with("Not one floor of A has a loop"));
        assert_eq!(start(&[], true), "");
    }
}
