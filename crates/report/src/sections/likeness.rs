//! How different two series are, taken together.

use crate::article::Section;
use crate::context::Context;
use crate::figures::expressive_range::expressive_range;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let figure = expressive_range(context.results)?;
    let is_told_apart = context.results.likeness().iter().any(|it| it.likeness.is_told_apart());
    Section::new("likeness", "How different are they, taken together?")
        .text(if is_told_apart {
            "A single measure hardly ever tells whose floor one sees. All measures together do. The maps show the two \
             of them that show best what neither shows alone: bright where many floors lie."
        } else {
            "All measures together do not tell these floors apart. The maps show two of them at once."
        })
        .figure(figure)
        .unless_empty()
}
