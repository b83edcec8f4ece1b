//! Finding the boss without a map.

use crate::article::Section;
use crate::context::Context;
use crate::figures::search;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let figure = search::search(results)?;
    Section::new("search", "Finding the boss without a map")
        .text(
            "The shortest way helps only those who know it. Without a map a player opens door after door until one \
             leads to the boss.",
        )
        .figure(figure)
        .unless_empty()
}
