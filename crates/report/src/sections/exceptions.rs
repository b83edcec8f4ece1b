//! Where the finding does not hold: under the Curse of the Labyrinth, and in hard mode.

use std::collections::BTreeSet;

use super::curses::hard_series;
use crate::frame::curse;
use crate::prelude::*;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let turned = turned_under_the_curse(results);
    let hard = in_hard_mode(results);
    let heading = match turned.is_some() || hard.is_some() {
        true => "The exceptions",
        false => "Under the Curse of the Labyrinth",
    };
    Section::new("exceptions", heading)
        .text(under_the_curse(results) + &how_often(context))
        .text(hard.unwrap_or_default())
        .unless_empty()
}

/// How many doors a full clear takes under Curse of the Labyrinth, and how many rings floors have then. Both are
/// told of one level, the middle one of those that can have the curse.
fn under_the_curse(results: &Results) -> String {
    let Some(level) = curse::middle_level(&curse::pairs(results, measure::FULL_WALK)) else {
        return String::new();
    };
    let all = shown(results);
    let means = |measure, unit: &str| {
        let mean = |series: &usize| {
            let group = results.group(*series, level, true)?;
            Some((group.summary.mean(measure)?, name_of(results, *series)))
        };
        let means = all.iter().filter_map(mean).enumerate();
        list(means.map(|(place, (mean, name))| {
            format!("{}{} in {name}", fixed(mean, 1), if place == 0 { unit } else { "" })
        }))
    };
    let begin = turned_under_the_curse(results).zip(all.last()).map(|(from, last)| {
        format!(
            "Under the Curse of the Labyrinth{from} you walk back more in {}. ",
            name_of(results, *last)
        )
    });
    let curse = if begin.is_some() { "The curse" } else { "The Curse of the Labyrinth" };
    format!(
        "{}{curse} joins two floors into one, with many rings: on level {level}, {} on average. They save {}; you walk back {}.",
        begin.unwrap_or_default(),
        means(measure::RINGS, " rings"),
        means(measure::SAVED_BY_LOOPS, " doors"),
        means(measure::WALKED_AGAIN, " doors")
    )
}

/// How often a floor has the curse in each game.
fn how_often(context: &Context<'_>) -> String {
    /// Each game's parameter for the odds, how many curses share them, and its rule.
    const ODDS: [(Backend, &str, f64, &str); 2] = [
        (Backend::Flash, "flash.curses.odds_all", 1.0, "F24"),
        (Backend::Rebirth, "rebirth.curses.odds_all", 6.0, "R5"),
    ];
    let results = context.results;
    let of_series = |series: usize| {
        let game = parameters::unchanged(results, series)?;
        let (_, path, curses, rule) = ODDS.into_iter().find(|it| it.0 == game)?;
        let odds = parameters::number(results, series, path).filter(|odds| *odds > 0.0)?;
        let (one_in, name) = (whole((odds * curses) as u64), name_of(results, series));
        Some(format!("1 in {one_in} in {name} ({})", context.rule(rule)))
    };
    let all = list(shown(results).into_iter().filter_map(of_series));
    if all.is_empty() {
        return String::new();
    }
    format!(
        " In normal mode with everything unlocked, the chance of the curse on levels 1, 3, 5 and 7 is {all}."
    )
}

/// That a full clear takes more doors in hard mode of the second series than in the first, on the last level
/// that both have, although it takes fewer in normal mode.
pub(super) fn in_hard_mode(results: &Results) -> Option<String> {
    let (hard, _) = hard_series(results).filter(|(_, normal)| *normal == 1)?;
    let last = |both| differences(results, both, measure::FULL_WALK).pop();
    let back = differences(results, [0, hard], measure::WALKED_AGAIN);
    let (hard, normal) = (last([0, hard])?, last(BOTH)?);
    (hard.level == normal.level && hard.sign() > 0 && normal.sign() < 0).then(|| {
        let on_levels = [(1, "more"), (0, "about as much"), (-1, "less")].map(|(sign, words)| {
            let levels = back.iter().filter(|it| it.sign() == sign).map(|it| it.level);
            let levels: Vec<u8> = levels.collect();
            (!levels.is_empty()).then(|| format!("{words} on {}", levels_in_words(levels)))
        });
        let tried = levels_in_words(back.iter().map(|it| it.level));
        let [a, b] = hard.means.map(|mean| fixed(mean, 1));
        let [x, y] = names(results);
        format!(
            "In hard mode {} floors have more rooms. We tried {tried}. On level {} a full clear takes {b} doors; in {x} in normal mode it takes {a}. \
             Compared with {x}, you walk back {}.",
            possessive(y),
            hard.level,
            list(on_levels.into_iter().flatten())
        )
    })
}

/// From which level on the curse reverses which of the two series leaves more to walk back: ", from level 3
/// on,", or "," for every level.
pub(super) fn turned_under_the_curse(results: &Results) -> Option<String> {
    let pairs = curse::pairs(results, measure::FULL_WALK);
    let levels: BTreeSet<u8> = pairs.iter().map(|pair| pair.level).collect();
    let first = levels.iter().rev().take_while(|level| is_turned(results, **level)).last()?;
    let has_others = levels.first() != Some(first);
    let is_usual = curse::middle_level(&pairs).is_some_and(|usual| usual >= *first);
    is_usual.then(|| if has_others { format!(", from level {first} on,") } else { ",".to_owned() })
}

/// Whether in the second series you walk back more than in the first under the curse, where rings save less, but less
/// without the curse.
fn is_turned(results: &Results, level: u8) -> bool {
    let mean = |series, measure| results.group(series, level, true)?.summary.mean(measure);
    let gap = |measure| Some(mean(1, measure)? - mean(0, measure)?);
    shown(results).len() == 2
        && gap(measure::WALKED_AGAIN).is_some_and(|gap| gap > 0.0)
        && gap(measure::SAVED_BY_LOOPS).is_some_and(|gap| gap < 0.0)
        && is_farther_with_less_walked_again(results)
}
