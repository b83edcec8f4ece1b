//! Where to put the bomb.

use std::collections::BTreeSet;

use basement_survey::statistics::wilson_interval;

use crate::article::{NEXT_RUN, PageTable, Section};
use crate::context::Context;
use crate::frame::guesses::{Advice, FLOORS, Guesses, guesses};
use crate::lexicon::levels_in_words;
use crate::number::{at_most, share_of_all, whole};
use crate::series::name_of;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let guesses = guesses(context.results);
    guesses.first()?;
    Section::new("bomb", "Where to put the bomb")
        .of(NEXT_RUN)
        .text(
            "The secret room hides behind a wall. The simplest plan is to bomb the spot with the most rooms around it. The rules give a \
             better one:",
        )
        .list(rules(context, &guesses))
        .table(one_bomb(context, &guesses))
        .unless_empty()
}

/// What one bomb finds, series by series.
fn one_bomb(context: &Context<'_>, guesses: &[Guesses]) -> PageTable {
    let results = context.results;
    let row = |of: &Guesses| {
        let shares = [Some(of.by_neighbours), of.by_advice, Some(of.by_rules)];
        let shares = shares.map(|share| share.map_or_else(String::new, |it| share_of_all(it, 0)));
        std::iter::once(name_of(results, of.series).to_owned()).chain(shares).collect()
    };
    let levels: BTreeSet<u8> = guesses.iter().flat_map(|of| &of.levels).copied().collect();
    // A share of one half has the widest interval.
    let fewest = guesses.iter().map(|of| of.floors).min().unwrap_or(0);
    let half = wilson_interval(fewest / 2, fewest).half();
    let has_rebirth =
        guesses.iter().any(|of| Advice::of(results, of.series) == Some(Advice::Rebirth));
    let inside = match has_rebirth {
        true => format!(
            " The {} inside the rooms tell more: no secret room is behind a wall that cannot have one.",
            context.page("doors", "guesses.md")
        ),
        false => String::new(),
    };
    PageTable::new(
        &format!("Secret rooms found with one bomb on {}", levels_in_words(levels)),
        &["game", "most rooms", "this advice", "best by the rules"],
        guesses.iter().map(row).collect(),
        &format!(
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
    let card = |advice: Advice| match advice {
        Advice::Shipped => format!(
            "**Flash** ({}): bomb a spot with three rooms or more around it, none of them a dead end. Shop, treasure room and boss room are \
             dead ends. If there is no such spot, look right, left, below and above each spot, in this order. Bomb one where a dead end, but not the \
             boss room, comes before any gap; of several, the one that touches the most rooms. Failing both, bomb the spot with the most rooms around it.",
            context.rule("F23")
        ),
        Advice::Published => format!(
            "**Flash** ({}): choose a spot with three rooms or more around it, or else two, none of them a dead end. Failing that, any \
             spot beside a room will do, but never one beside the boss room.",
            context.rule("F9")
        ),
        Advice::Rebirth => format!(
            "**Rebirth** ({}): rule out every spot beside the boss room or at the long side of a narrow room, which cannot have a \
             door. Of the others, bomb the one with the most rooms around it.",
            context.rule("R33")
        ),
    };
    [Advice::Shipped, Advice::Published, Advice::Rebirth]
        .into_iter()
        .filter(is_given)
        .map(card)
        .collect()
}

#[cfg(test)]
mod tests {
    use basement_survey::Study;

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
}
