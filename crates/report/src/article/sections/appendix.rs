//! What specialists want, and an article does not need.

use crate::article::Context;
use crate::figure::Figure;

/// The figures of the appendix.
pub(super) fn figures(context: &Context<'_>) -> Vec<Figure> {
    crate::figures::appendix(context.results)
}
