//! Where the finding does not hold: under the Curse of the Labyrinth, and in hard mode.

use std::collections::BTreeSet;

use basement_survey::{Results, measure};

use super::curses::hard_series;
use crate::article::Section;
use crate::claims::{BOTH, differences};
use crate::context::Context;
use crate::frame::curse;
use crate::lexicon::{levels_in_words, list, possessive};
use crate::number::fixed;
use crate::series::{name_of, names, shown};
use crate::shape::is_farther_with_less_walked_again;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let turned = turned_under_the_curse(results);
    let hard = in_hard_mode(results);
    let heading = match turned.is_some() || hard.is_some() {
        true => "The exceptions",
        false => "Under the Curse of the Labyrinth",
    };
    Section::new("exceptions", heading)
        .text(under_the_curse(results))
        .text(hard.map(|it| it.sentence).unwrap_or_default())
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
        "{}{curse} joins two floors into one, with many rings: on level {level}, {}. The rings save {}; you walk back {}.",
        begin.unwrap_or_default(),
        means(measure::RINGS, ""),
        means(measure::SAVED_BY_LOOPS, " doors"),
        means(measure::WALKED_AGAIN, " doors")
    )
}

/// Hard mode of the second series beside the first.
pub(super) struct HardMode {
    sentence: String,
    /// Whether a full clear takes more doors on every level that was tried.
    pub(super) is_longer_everywhere: bool,
}

/// Whether a full clear takes more doors in hard mode of the second series than in the first, on the last
/// level that both have, although it takes fewer in normal mode.
pub(super) fn in_hard_mode(results: &Results) -> Option<HardMode> {
    let (hard, _) = hard_series(results).filter(|(_, normal)| *normal == 1)?;
    let walks = |both| differences(results, both, measure::FULL_WALK);
    let back = differences(results, [0, hard], measure::WALKED_AGAIN);
    let all = walks([0, hard]);
    let (hard, normal) = (*all.last()?, walks(BOTH).pop()?);
    (hard.level == normal.level && hard.sign() > 0 && normal.sign() < 0).then(|| {
        let on_levels = [(1, "more"), (0, "about as much"), (-1, "less")].map(|(sign, words)| {
            let levels = back.iter().filter(|it| it.sign() == sign).map(|it| it.level);
            let levels: Vec<u8> = levels.collect();
            (!levels.is_empty()).then(|| format!("{words} on {}", levels_in_words(levels)))
        });
        let tried = levels_in_words(back.iter().map(|it| it.level));
        let [a, b] = hard.means.map(|mean| fixed(mean, 1));
        let [x, y] = names(results);
        let sentence = format!(
            "In hard mode {} floors have more rooms. We tried {tried}. On level {} a full clear takes {b} doors; in {x} in normal mode it takes {a}. \
             Compared with that, you walk back {}.",
            possessive(y),
            hard.level,
            list(on_levels.into_iter().flatten())
        );
        HardMode { sentence, is_longer_everywhere: all.iter().all(|it| it.sign() > 0) }
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
