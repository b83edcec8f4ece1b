//! The way to the boss.

use crate::article::{Context, Section};

pub(super) fn section(_context: &Context<'_>) -> Option<Section> {
    Section::new("boss", "The way to the boss").unless_empty()
}
