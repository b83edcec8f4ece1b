//! The answer and the first picture.

use crate::article::Context;
use crate::figure::Figure;

/// The answer, a sentence each.
pub(super) fn sentences(_context: &Context<'_>) -> Vec<String> {
    Vec::new()
}

/// A typical floor of each series, side by side.
pub(super) fn hero(_context: &Context<'_>) -> Option<Figure> {
    None
}
