//! What a cleared room gives.

use crate::article::{Context, Section};

pub(super) fn section(_context: &Context<'_>) -> Option<Section> {
    Section::new("awards", "What a cleared room gives").unless_empty()
}
