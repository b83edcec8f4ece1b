//! Basement Renovator's XML (L1).
//!
//! A file lists rooms with their doors and spawns. Unknown attributes, unknown elements
//! and comments, for which the catalogue has no field, are each kept as an [`Extra`](basement_rooms::Extra).

mod attributes;
mod encoding;
mod read;
mod write;

pub(crate) use encoding::decode;
pub(crate) use read::read;
pub(crate) use write::write;

/// Whether XML 1.0 allows the character.
const fn is_allowed(character: char) -> bool {
    matches!(
        character,
        '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..
    )
}

/// A weight as the tools write it: with a decimal point, and as few digits as it needs.
fn weight_text(weight: f32) -> String {
    format!("{weight:?}")
}
