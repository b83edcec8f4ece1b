//! What players say.

use basement_floors::Backend;

use crate::article::Section;
use crate::context::Context;
use crate::figures::sayings;
use crate::frame::sayings::sayings as held_sayings;
use crate::series::{first_middle_last, has_game, shown};
use crate::sources::{PLAYER_STUDY, WIKI_LEVELS, WIKI_ROOMS};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let first = *shown(results).first()?;
    let has = |level: &u8| results.group(first, *level, false).is_some();
    let levels: Vec<u8> = results.study.levels.iter().copied().filter(has).collect();
    let levels = first_middle_last(&levels);
    let held = held_sayings(results, &levels);
    let figure = sayings::figure(results, &levels, &held)?;
    Section::new("sayings", "What players say")
        .text(format!(
            "A saying about floors can be asked of every floor, and one counterexample breaks it.{}",
            if has_game(results, Backend::Rebirth) { sources() } else { String::new() }
        ))
        .figure(figure)
        .folded(sayings::table(context, &held))
        .unless_empty()
}

/// Where the sayings are from.
fn sources() -> String {
    format!(
        " Most of these are about Rebirth: from the wiki's pages on {} and on {}, and from {}.",
        WIKI_LEVELS.as_link("level generation"),
        WIKI_ROOMS.as_link("rooms"),
        PLAYER_STUDY.as_link("a player's study of maps"),
    )
}
