//! How big the floors are.

use basement_floors::Backend;
use basement_survey::Results;

use crate::article::Section;
use crate::context::Context;
use crate::figures;
use crate::parameters;
use crate::series::{base_of, has_game, name_of, side_lines};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    Section::new("size", "How big the floors are")
        .text(words_for_levels(context.results))
        .figure(figures::opener::figure(context))
        .unless_empty()
}

/// What a level is, and what the description that was published is, where the study has both.
fn words_for_levels(results: &Results) -> String {
    let has = |backend: Backend| has_game(results, backend);
    let mut sentences = Vec::new();
    if has(Backend::Flash) && has(Backend::Rebirth) {
        sentences.push(
            "Levels are counted as in the games: 1 and 2 are the Basement or what stands in for it, 3 and 4 \
             the Caves, 5 and 6 the Depths, 7 and 8 the Womb."
                .to_owned(),
        );
    }
    // A later edition of Flash without a limit on its rooms is the published description.
    let is_capped = |series: usize| {
        parameters::number(results, series, "flash.rooms.cap").is_some_and(|cap| cap > 0.0)
    };
    let published = side_lines(results).into_iter().find(|series| {
        let is_flash = results.study.series[*series].backend() == Some(Backend::Flash);
        is_flash && !is_capped(*series) && base_of(results, *series).is_some_and(is_capped)
    });
    sentences.extend(published.map(|published| {
        format!(
            "{} is the game as a well-known article describes it; what shipped differs.",
            name_of(results, published)
        )
    }));
    sentences.join(" ")
}
