//! Trees and loops.

use crate::article::{Context, Section};

pub(super) fn section(_context: &Context<'_>) -> Option<Section> {
    Section::new("loops", "Trees and loops").unless_empty()
}
