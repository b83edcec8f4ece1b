//! Finding the boss without a map.

use basement_survey::{Results, measure};

use crate::article::Section;
use crate::context::Context;
use crate::figures::search;
use crate::frame::curse;
use crate::lexicon::list;
use crate::number::fixed;
use crate::series::{name_of, shown};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let figure = search::search(results)?;
    Section::new("search", "Finding the boss without a map")
        .text(
            "The shortest way is for those who know it. Without a map a player opens door after door until one \
             leads to the boss.",
        )
        .figure(figure)
        .text(under_the_curse(results))
        .unless_empty()
}

/// What a full clear takes under Curse of the Labyrinth, on the middle one of its levels.
fn under_the_curse(results: &Results) -> String {
    let pairs = curse::pairs(results, measure::FULL_WALK);
    let Some(level) = curse::middle_level(&pairs) else { return String::new() };
    let walks = shown(results).into_iter().filter_map(|series| {
        let mean =
            |is_cursed| results.group(series, level, is_cursed)?.summary.mean(measure::FULL_WALK);
        let [plain, cursed] = [mean(false)?, mean(true)?].map(|mean| fixed(mean, 0));
        Some(format!("{cursed} doors in {} instead of {plain}", name_of(results, series)))
    });
    let walks: Vec<String> = walks.collect();
    match walks.as_slice() {
        [] => String::new(),
        walks => format!(
            "Curse of the Labyrinth puts two floors into one. On level {level} clearing it takes {}.",
            list(walks)
        ),
    }
}
