//! What was published, and what shipped.

use crate::article::{Context, Section};

pub(super) fn section(_context: &Context<'_>) -> Option<Section> {
    Section::new("published", "What was published, and what shipped").unless_empty()
}
