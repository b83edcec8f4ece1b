//! Where to put the bomb.

use basement_floors::Backend;
use basement_survey::Results;

use crate::article::{PageTable, Section};
use crate::context::Context;
use crate::frame::guesses::Guesses;
use crate::lexicon::levels_in_words;
use crate::number::share_of_all;
use crate::parameters;
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
        let levels = levels_in_words(of.levels.iter().copied());
        vec![name_of(results, of.series).to_owned(), levels, neighbours, rules]
    };
    PageTable::new(
        "Secret rooms found with one bomb",
        &["game", "levels", "where most rooms touch", "where the rules make it likeliest"],
        guesses.iter().map(row).collect(),
        "Both ways of guessing see the finished map, all but the secret room, and the right column knows the exact chances: a \
         player in the middle of a floor will find less.",
    )
}

/// The advice for each game of the study.
fn rules(context: &Context<'_>, guesses: &[Guesses]) -> Vec<String> {
    let results = context.results;
    let unchanged = |backend: Backend| {
        let mut series = guesses.iter().map(|guesses| guesses.series);
        series.find(|series| parameters::unchanged(results, *series) == Some(backend))
    };
    let mut cards = Vec::new();
    if let Some(series) = unchanged(Backend::Flash) {
        let is_shipped = parameters::is_on(results, series, "flash.secret.shipped_test");
        cards.push(format!(
            "**Flash:** look for a place with three rooms or more around it that touches no dead end. Only if there \
             is none, look beside dead ends ({}).",
            context.rule(if is_shipped { "F23" } else { "F9" })
        ));
    }
    if unchanged(Backend::Rebirth).is_some() {
        cards.push(format!(
            "**Rebirth:** look for a place that rooms could have doors to from three sides; four are no better. Then two, \
             then one. The secret room is never beside the boss room or the super secret room ({}).",
            context.rule("R33")
        ));
    }
    cards
}

#[cfg(test)]
mod tests {
    use basement_survey::Study;

    use super::*;

    #[test]
    fn one_bomb_has_a_row_for_each_game_with_both_shares() {
        let results = Study::flash_and_rebirth(1).run(&|_| {}).unwrap();
        let guesses = |series, by_rules| Guesses {
            series,
            levels: vec![1, 4],
            floors: 100,
            by_rules,
            by_neighbours: 0.4,
        };
        let table = one_bomb(&results, &[guesses(0, 0.8), guesses(1, 0.41)]);
        assert_eq!(table.rows[0], ["Flash", "levels 1 and 4", "40 %", "80 %"]);
        assert_eq!(table.rows[1][2..], ["40 %", "41 %"]);
    }
}
