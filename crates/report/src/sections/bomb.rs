//! Where to put the bomb.

use basement_floors::Backend;

use crate::article::{PageTable, Section};
use crate::context::Context;
use crate::frame::guesses::{Gain, Guesses};
use crate::lexicon::levels_in_words;
use crate::number::share_of_all;
use crate::parameters;
use crate::series::shown;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let shown = shown(context.results);
    let guesses = context.guesses();
    let of = guesses.iter().filter(|guesses| shown.contains(&guesses.series));
    let gains: Vec<Gain> = of.filter_map(Guesses::gain).collect();
    gains.first()?;
    Section::new("bomb", "Where to put the bomb")
        .text(
            "Secret rooms stand behind walls. The usual advice is to bomb the spot that touches the most rooms. The \
             games' rules say more:",
        )
        .list(rules(context, guesses))
        .table(one_bomb(&gains))
        .unless_empty()
}

/// What one bomb finds, series by series.
fn one_bomb(gains: &[Gain]) -> PageTable {
    let row = |gain: &Gain| {
        let [rules, neighbours] =
            [gain.by_rules, gain.by_neighbours].map(|share| share_of_all(share, 0));
        let levels = levels_in_words(gain.levels.iter().copied());
        vec![gain.name.clone(), levels, neighbours, rules]
    };
    PageTable::new(
        "Secret rooms found with one bomb",
        &["game", "levels", "where most rooms touch", "where the rules make it likeliest"],
        gains.iter().map(row).collect(),
        "Both ways of guessing see the whole map but for the secret room. A player in the middle of a floor sees less of it, and \
         finds less.",
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
            "**Rebirth:** look for a place with doors towards it from three sides or four; it makes no difference \
             which. Then two, then one. It is never beside the boss room or the super secret room, and never at a \
             wall that can have no door ({}).",
            context.rule("R33")
        ));
    }
    cards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_bomb_has_a_row_for_each_game_with_both_shares() {
        let gain = |name: &str, by_rules| Gain {
            name: name.to_owned(),
            by_rules,
            by_neighbours: 0.4,
            half: 0.02,
            levels: vec![1, 4],
        };
        let table = one_bomb(&[gain("A", 0.8), gain("B", 0.41)]);
        assert_eq!(table.rows[0], ["A", "levels 1 and 4", "40 %", "80 %"]);
        assert_eq!(table.rows[1][2..], ["40 %", "41 %"]);
    }
}
