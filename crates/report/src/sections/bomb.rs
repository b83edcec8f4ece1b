//! Where to put the bomb.

use basement_survey::Results;

use crate::article::{PageTable, Section};
use crate::context::Context;
use crate::frame::guesses::{Advice, Guesses};
use crate::lexicon::levels_in_words;
use crate::number::share_of_all;
use crate::series::name_of;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let guesses = context.guesses();
    guesses.first()?;
    Section::new("bomb", "Where to put the bomb")
        .text(
            "Secret rooms stand behind walls. A simple plan is to bomb the spot that touches the most rooms. The games' rules \
             say more:",
        )
        .list(rules(context, guesses))
        .table(one_bomb(context.results, guesses))
        .unless_empty()
}

/// What one bomb finds, series by series.
fn one_bomb(results: &Results, guesses: &[Guesses]) -> PageTable {
    let row = |of: &Guesses| {
        let [rules, neighbours] =
            [of.by_rules, of.by_neighbours].map(|share| share_of_all(share, 0));
        let advice = of.by_advice.map_or_else(String::new, |share| share_of_all(share, 0));
        let levels = levels_in_words(of.levels.iter().copied());
        vec![name_of(results, of.series).to_owned(), levels, neighbours, advice, rules]
    };
    PageTable::new(
        "Secret rooms found with one bomb",
        &[
            "game",
            "levels",
            "where most rooms touch",
            "by the advice above",
            "with the exact chances",
        ],
        guesses.iter().map(row).collect(),
        "All three see the finished map, except the secret room: a player in the middle of a floor will find less.",
    )
}

/// The advice for each game of the study.
fn rules(context: &Context<'_>, guesses: &[Guesses]) -> Vec<String> {
    let is_given = |advice: &Advice| {
        guesses.iter().any(|guesses| Advice::of(context.results, guesses.series) == Some(*advice))
    };
    let card = |advice: Advice| match advice {
        Advice::Shipped => format!(
            "**Flash:** look for a place with three rooms or more around it that touches no dead end. If there is none, the game goes \
             round a place, right, left, below, above, and takes it if a dead end comes before a gap: one with three rooms \
             around it, or else with two. It is never beside the boss room ({}).",
            context.rule("F23")
        ),
        Advice::Published => format!(
            "**Flash:** look for a place with three rooms or more around it that touches no dead end, or else two. If there is \
             none, any place beside a room will do, but never beside the boss room ({}).",
            context.rule("F9")
        ),
        Advice::Rebirth => format!(
            "**Rebirth:** look for a place that could have doors on three sides; four are no better. If there is none, two, \
             or else one. The secret room is never beside the boss room or the super secret room ({}).",
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
        let table = one_bomb(&results, &[guesses(0, 0.8), guesses(1, 0.41)]);
        assert_eq!(table.rows[0], ["Flash", "levels 1 and 4", "40 %", "70 %", "80 %"]);
        assert_eq!(table.rows[1][2..], ["40 %", "", "41 %"]);
    }
}
