//! How different two series are, taken together.

use crate::article::Section;
use crate::context::Context;
use crate::figures::expressive_range::expressive_range;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let figure = expressive_range(context.results)?;
    Section::new("likeness", "How different are they, taken together?")
        .text(
            "A single measure hardly ever tells whose floor one sees: each has floors that the other could have \
             made. All measures together tell more. The map shows the two of them that part the games best.",
        )
        .figure(figure)
        .unless_empty()
}
