//! Where to put the bomb.

use crate::article::{Context, Section};

pub(super) fn section(_context: &Context<'_>) -> Option<Section> {
    Section::new("bomb", "Where to put the bomb").unless_empty()
}
