//! Curses and hard mode.

use crate::article::{Context, Section};

pub(super) fn section(_context: &Context<'_>) -> Option<Section> {
    Section::new("curses", "Curses and hard mode").unless_empty()
}
