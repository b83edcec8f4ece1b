//! Trees and rings.

use super::way::Saved;
use crate::figures;
use crate::frame::rings::most_ringed;
use crate::prelude::*;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let found = most_ringed(results);
    let share = |series: &usize| {
        plain_groups(results, *series)
            .filter_map(ring_share)
            .map(|share| share.estimate)
            .reduce(f64::max)
    };
    let is_tree = |series: &usize| {
        let are_enough = |group: &GroupResult| group.summary.floors >= ENOUGH_FLOORS;
        share(series) == Some(0.0) && plain_groups(results, *series).all(are_enough)
    };
    let trees: Vec<usize> = shown(results).into_iter().filter(is_tree).collect();
    let heading = if trees.len() == shown(results).len() { "Trees" } else { "Rings" };
    Section::new("rings", heading)
        .sentences([
            found.as_ref().and(Saved::of(results)).map(|saved| saved.leads_to_rings()),
            start(&names_of(results, &trees)),
            saved(context),
        ])
        .figure(found.as_ref().and_then(|found| figures::a_ring::figure(context, found)))
        .sentences(why(results))
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
