//! Where to put the bomb.

use basement_floors::Backend;

use crate::article::Section;
use crate::context::Context;
use crate::figures::bomb;
use crate::frame::guesses::{Gain, Guesses, guesses};
use crate::lexicon::levels_in_words;
use crate::number::percent;
use crate::parameters;
use crate::series::shown;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let guesses = guesses(results);
    let figure = bomb::figure(context, &guesses)?;
    let shown = shown(results);
    let gains = |is_shown: bool| -> Vec<Gain> {
        let of = guesses.iter().filter(|guesses| shown.contains(&guesses.series) == is_shown);
        of.filter_map(Guesses::gain).collect()
    };
    Section::new("bomb", "Where to put the bomb")
        .text(format!(
            "The rule of thumb says: put the bomb where most rooms are around. It is a start, but the games' \
             rules say more to someone who knows the rest of the finished map. {}",
            one_bomb(&gains(true))
        ))
        .figure(figure)
        .text(rules(context, &guesses))
        .text(one_bomb(&gains(false)))
        .unless_empty()
}

/// What one bomb finds, series by series.
fn one_bomb(gains: &[Gain]) -> String {
    let sentence = |gain: &Gain| {
        let [rules, neighbours] =
            [gain.by_rules, gain.by_neighbours].map(|share| percent(share, 0));
        let name = &gain.name;
        let levels = match gain.levels.as_slice() {
            [] => String::new(),
            [only] => format!(" of level {only}"),
            levels => format!(" ({} together)", levels_in_words(levels.iter().copied())),
        };
        if gain.is_clear() {
            format!(
                "In {name} one bomb finds {neighbours} of the secret rooms by counting neighbours, and {rules} by \
                 the rules{levels}."
            )
        } else {
            format!(
                "In {name} one bomb finds {rules} of the secret rooms{levels} by the rules, which counting neighbours \
                 ({neighbours}) cannot be told from."
            )
        }
    };
    let sentences: Vec<String> = gains.iter().map(sentence).collect();
    sentences.join(" ")
}

/// Why, by the rules of the games in the figure.
fn rules(context: &Context<'_>, guesses: &[Guesses]) -> String {
    let results = context.results;
    let unchanged = |backend: Backend| {
        let mut series = guesses.iter().map(|guesses| guesses.series);
        series.find(|series| parameters::unchanged(results, *series) == Some(backend))
    };
    let mut sentences = Vec::new();
    if let Some(series) = unchanged(Backend::Flash) {
        let is_shipped = parameters::is_on(results, series, "flash.secret.shipped_test");
        let rule = context.rule(if is_shipped { "F23" } else { "F9" });
        sentences.push(format!(
                "Flash looks first for a cell with three rooms or more around it that touches no dead end; only if \
                 it finds none do cells beside dead ends follow ({rule})."
            ));
    }
    if unchanged(Backend::Rebirth).is_some() {
        sentences.push(format!(
            "Rebirth gives every cell a random weight from 10 to 14; a cell with two doors towards it loses 3 of \
             it, one with a single door 6, and the heaviest cell wins ({}). It treats three and four \
             doors alike, so among such cells it is pure chance. The secret room stands beside no boss room, no \
             super secret room, and no side of a room that has no door.",
            context.rule("R33")
        ));
    }
    sentences.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_bomb_is_told_with_both_shares_and_no_gain_where_there_is_none() {
        let gain = |by_rules, half| Gain {
            name: "A".to_owned(),
            by_rules,
            by_neighbours: 0.4,
            half,
            levels: vec![1, 4],
        };
        let clear = one_bomb(&[gain(0.8, 0.02)]);
        assert!(clear.contains("40 % of the secret rooms by counting neighbours, and 80 % by the rules (levels 1 and 4 together)."));
        let none = one_bomb(&[gain(0.41, 0.02)]);
        assert!(none.contains("cannot be told from"), "{none}");
        assert_eq!(one_bomb(&[]), "");
    }
}
