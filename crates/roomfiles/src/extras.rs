//! What a file says beyond the catalogue's fields (L1).
//!
//! A reader understands some bytes of a binary file that a writer would write differently. They are
//! kept in special attributes, so they survive a detour through XML.

use basement_rooms::{Extra, ExtraContent, ExtraOwner, RoomFileFormat};

/// The attribute that carries STB2's nine bytes, in hexadecimal.
pub(crate) const STB2: &str = "stb2";
/// The attribute that keeps a shape of 0, or one that is left out.
pub(crate) const SHAPE: &str = "shape";
/// The attribute that keeps the bytes of a name that is not UTF-8, in hexadecimal.
pub(crate) const STB_NAME: &str = "stb_name";
/// The attribute that keeps a door's byte if it is above 1.
pub(crate) const STB_DOOR: &str = "stb_exists";
/// The attribute that keeps the bytes after the last room, in hexadecimal.
pub(crate) const STB_REST: &str = "stb_rest";

/// Whether a format has a place for an attribute that a reader keeps.
pub(crate) fn has_place(format: RoomFileFormat, name: &str) -> bool {
    match name {
        STB_NAME | STB_DOOR | STB_REST => true,
        SHAPE => format != RoomFileFormat::Stb0,
        _ => false,
    }
}

pub(crate) fn attribute(owner: ExtraOwner, name: &str, value: &str) -> Extra {
    Extra {
        owner,
        content: ExtraContent::Attribute { name: name.to_owned(), value: value.to_owned() },
    }
}

/// The value of an attribute among the extras.
pub(crate) fn attribute_of<'a>(
    extras: &'a [Extra],
    owner: ExtraOwner,
    wanted: &str,
) -> Option<&'a str> {
    extras.iter().filter(|extra| extra.owner == owner).find_map(|extra| match &extra.content {
        ExtraContent::Attribute { name, value } if name == wanted => Some(value.as_str()),
        _ => None,
    })
}

/// Bytes in hexadecimal.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes that a text gives in hexadecimal.
pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let byte = |pair: &[u8]| match pair {
        [high, low] => Some((digit(*high)? << 4 | digit(*low)?) as u8),
        _ => None,
    };
    text.as_bytes().chunks(2).map(byte).collect()
}
