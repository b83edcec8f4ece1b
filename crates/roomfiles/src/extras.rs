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
    let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// The bytes that a text gives in hexadecimal.
pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes().chunks(2);
    let byte = |pair: &[u8]| match pair {
        [high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
            u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()
        }
        _ => None,
    };
    digits.map(byte).collect()
}
