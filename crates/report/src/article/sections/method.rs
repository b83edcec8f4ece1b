//! Method, limits, make it again.

use crate::article::{Context, Section};

pub(super) fn section(_context: &Context<'_>) -> Option<Section> {
    Section::new("method", "Method, limits, make it again").unless_empty()
}
