//! What specialists want, and an article does not need.

use crate::context::Context;
use crate::figure::Figure;
use crate::figures::floors_by_level;

/// The figures of the appendix.
pub(super) fn figures(context: &Context<'_>) -> Vec<Figure> {
    let mut figures = floors_by_level::figures(context);
    figures.extend(crate::figures::appendix(context));
    figures
}
