//! How different two series are, taken together.

use crate::article::Section;
use crate::context::Context;
use crate::figures::expressive_range::expressive_range;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let figure = expressive_range(context.results)?;
    Section::new("likeness", "How different are they, taken together?")
        .text(
            "A single measure hardly ever tells which game a floor is from. All measures together do. The maps show \
             the two of them that part both best: bright where many floors lie.",
        )
        .figure(figure)
        .unless_empty()
}
