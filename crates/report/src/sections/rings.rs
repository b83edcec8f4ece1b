//! Trees and rings.

use std::collections::BTreeSet;

use basement_floors::Backend;
use basement_survey::{Results, measure};

use super::curses::hard_series;
use super::way::Saved;
use crate::article::Section;
use crate::claims::{BOTH, differences};
use crate::context::Context;
use crate::frame::curse;
use crate::frame::rings::most_ringed;
use crate::lexicon::{levels_in_words, list, possessive};
use crate::number::{fixed, percent};
use crate::series::{name_of, names, names_of, plain_groups, shown};
use crate::shape::{is_farther_with_less_walked_again, ring_share, story_level};
use crate::{figures, parameters};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let found = most_ringed(results);
    let share = |series: &usize| {
        plain_groups(results, *series)
            .filter_map(ring_share)
            .map(|share| share.estimate)
            .reduce(f64::max)
    };
    let trees: Vec<usize> =
        shown(results).into_iter().filter(|series| share(series) == Some(0.0)).collect();
    let heading = if trees.len() == shown(results).len() { "Trees" } else { "Rings" };
    Section::new("rings", heading)
        .sentences([
            found.as_ref().and(Saved::of(results)).map(|saved| saved.leads_to_rings()),
            start(&names_of(results, &trees)),
            saved(context),
        ])
        .figure(found.as_ref().and_then(|found| figures::a_ring::figure(context, found)))
        .sentences(why(results))
        .text(under_the_curse(results))
        .text(in_hard_mode(results).unwrap_or_default())
        .unless_empty()
}

/// What a tree means to a player.
fn start(trees: &[String]) -> Option<String> {
    (!trees.is_empty()).then(|| {
        format!(
            "A ring is a loop of three rooms or more: walk round it, and you need not turn back. Without a curse no floor of {} has one, so the only way out of a \
             side branch is the way in.",
            list(trees)
        )
    })
}

/// How many floors of a game have a ring, and what rings save on the way through all rooms.
fn saved(context: &Context<'_>) -> Option<String> {
    let results = context.results;
    let level = story_level(results)?;
    let sentences = shown(results).into_iter().filter_map(|series| {
        let group = results.group(series, level, false)?;
        let share = ring_share(group)?.estimate;
        let doors = group.summary.mean(measure::SAVED_BY_LOOPS)?;
        (share > 0.0).then(|| {
            format!(
                "On level {level}, {} of {} floors have rings. Rings save {} doors on such a floor, and {} on average over all floors.",
                percent(share, 0),
                possessive(name_of(results, series)),
                fixed(doors / share, 1),
                fixed(doors, 2)
            )
        })
    });
    let sentences: Vec<String> = sentences.collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// Which rules keep floors trees, and how big rooms get around them; only for unchanged games.
fn why(results: &Results) -> [Option<String>; 2] {
    let [flash, rebirth] =
        [Backend::Flash, Backend::Rebirth].map(|game| parameters::shows(results, game));
    let same = match flash {
        true => "has the same rule",
        false => "adds a room only where it touches a single other room",
    };
    [
        flash.then(|| {
            "Without a curse, Flash adds a room only where it touches a single other room."
                .to_owned()
        }),
        rebirth.then(|| {
            format!(
                "Rebirth {same}, but tests only the first cell of a new room, the one behind its door. The rest of a big room may touch other rooms, and gets doors to them."
            )
        }),
    ]
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
        format!("Under one curse{from} you walk back more in {}. ", name_of(results, *last))
    });
    format!(
        "{}The Curse of the Labyrinth joins two floors into one, with many rings: on level {level}, {}. These save {}; you walk back {}.",
        begin.unwrap_or_default(),
        means(measure::RINGS, ""),
        means(measure::SAVED_BY_LOOPS, " doors"),
        means(measure::WALKED_AGAIN, " doors")
    )
}

/// Whether a full clear takes more doors in hard mode of the second series than in the first, on the last
/// level that both have, although it takes fewer in normal mode.
fn in_hard_mode(results: &Results) -> Option<String> {
    let (hard, _) = hard_series(results).filter(|(_, normal)| *normal == 1)?;
    let walks = |both| differences(results, both, measure::FULL_WALK);
    let back = differences(results, [0, hard], measure::WALKED_AGAIN);
    let (hard, normal) = (walks([0, hard]).pop()?, walks(BOTH).pop()?);
    (hard.level == normal.level && hard.sign() > 0 && normal.sign() < 0).then(|| {
        let on_levels = [(1, "more"), (0, "about as much"), (-1, "less")].map(|(sign, words)| {
            let levels = back.iter().filter(|it| it.sign() == sign).map(|it| it.level);
            let levels: Vec<u8> = levels.collect();
            (!levels.is_empty()).then(|| format!("{words} on {}", levels_in_words(levels)))
        });
        let [a, b] = hard.means.map(|mean| fixed(mean, 1));
        let [x, y] = names(results);
        format!(
            "In hard mode {} floors have more rooms, and a full clear takes longer than in {x}: on level {}, {b} doors instead of {a}. \
             You walk back {}.",
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
