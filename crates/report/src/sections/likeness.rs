//! How different two series are, taken together.

use crate::article::Section;
use crate::context::Context;
use crate::figures::expressive_range::expressive_range;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let figure = expressive_range(context.results)?;
    let is_told_apart = context.results.likeness().iter().any(|it| it.likeness.is_told_apart());
    Section::new("likeness", "How different are they, taken together?")
        .text(if is_told_apart {
            "All measures together tell more than any one of them. The map shows two at once: those that show best \
             what neither shows alone."
        } else {
            "All measures together do not tell these floors apart. The map shows two of them at once."
        })
        .figure(figure)
        .unless_empty()
}
