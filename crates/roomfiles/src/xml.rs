//! Basement Renovator's XML (L1).
//!
//! A list of rooms with their doors and spawns. What the catalogue has no field for,
//! unknown attributes, elements and comments, is kept as an [`Extra`].

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

use basement_floors::rooms::{Extra, Part, Said};

/// The attribute that carries STB2's nine bytes, in hexadecimal.
const STB2: &str = "stb2";

/// Whether XML 1.0 allows the character.
const fn is_allowed(character: char) -> bool {
    matches!(
        character,
        '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..
    )
}

/// A weight as the tools write it: with a point, and no more digits than it needs.
fn weight_text(weight: f32) -> String {
    format!("{weight:?}")
}

fn attribute(part: Part, name: &str, value: &str) -> Extra {
    Extra { part, said: Said::Attribute { name: name.to_owned(), value: value.to_owned() } }
}
