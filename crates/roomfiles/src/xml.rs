//! Basement Renovator's XML (L1).
//!
//! A file lists rooms with their doors and spawns. Unknown attributes, unknown elements
//! and comments, for which the catalogue has no field, are each kept as an [`Extra`].

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

use basement_rooms::{Extra, ExtraContent, ExtraOwner};

/// The attribute that carries STB2's nine bytes, in hexadecimal.
const STB2: &str = "stb2";

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

fn attribute(owner: ExtraOwner, name: &str, value: &str) -> Extra {
    Extra {
        owner,
        content: ExtraContent::Attribute { name: name.to_owned(), value: value.to_owned() },
    }
}
