//! How big the floors are.

use crate::article::{Context, Section};

pub(super) fn section(_context: &Context<'_>) -> Option<Section> {
    Section::new("size", "How big the floors are").unless_empty()
}
