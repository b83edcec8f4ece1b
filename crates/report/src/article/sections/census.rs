//! Every seed there is.

use crate::article::{Context, Section};

pub(super) fn section(_context: &Context<'_>) -> Option<Section> {
    Section::new("census", "Every seed there is").unless_empty()
}
