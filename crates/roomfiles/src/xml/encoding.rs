//! The encoding of an XML file.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::events::Event;

use crate::error::{ReadError, ReadErrorKind};
use crate::findings::FindingKind;

const UTF_8: &str = "UTF-8";

/// A file as text, and what is odd about its encoding.
///
/// A byte order mark decides first, then the encoding that the file declares, unless that is
/// unknown or uses 16 bits: a declaration that could be read byte by byte was not written in 16
/// bits, and tools also declare such encodings for UTF-8. Everything else is UTF-8, and so is
/// everything without the feature `encodings`.
pub(crate) fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, Option<FindingKind>), ReadError> {
    let declared = declared(bytes);
    let Decoded { text, encoding, is_marked } = decoded(bytes, declared.as_deref());
    let Some(text) = text else {
        let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
        let before = if encoding == UTF_8 { &bytes[..valid] } else { &[] };
        let what =
            if encoding == UTF_8 { "the file" } else { "a file that declares another encoding" };
        return Err(ReadError::after(before, ReadErrorKind::NotUtf8 { what }));
    };
    let declared = match declared {
        Some(name) if !name.eq_ignore_ascii_case(UTF_8) => name,
        None if is_marked && encoding != UTF_8 => encoding.to_owned(),
        _ => return Ok((text, None)),
    };
    Ok((text, Some(FindingKind::Encoding { declared, read_as: encoding })))
}

/// A file's text, if its bytes are valid.
struct Decoded<'a> {
    text: Option<Cow<'a, str>>,
    /// The name of the encoding.
    encoding: &'static str,
    /// Whether the file begins with a byte order mark.
    is_marked: bool,
}

#[cfg(feature = "encodings")]
fn decoded<'a>(bytes: &'a [u8], declared: Option<&str>) -> Decoded<'a> {
    use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

    let (encoding, bytes, is_marked) = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => (encoding, &bytes[mark..], true),
        None => {
            let encoding = declared.and_then(|name| Encoding::for_label(name.as_bytes()));
            let encoding = encoding.filter(|found| ![UTF_16LE, UTF_16BE].contains(found));
            (encoding.unwrap_or(UTF_8), bytes, false)
        }
    };
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
    Decoded { text, encoding: encoding.name(), is_marked }
}

#[cfg(not(feature = "encodings"))]
fn decoded<'a>(bytes: &'a [u8], _: Option<&str>) -> Decoded<'a> {
    let unmarked = bytes.strip_prefix(b"\xEF\xBB\xBF");
    let text = std::str::from_utf8(unmarked.unwrap_or(bytes)).ok().map(Cow::Borrowed);
    Decoded { text, encoding: UTF_8, is_marked: unmarked.is_some() }
}

/// The encoding that a file declares in its first line.
fn declared(bytes: &[u8]) -> Option<String> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let Ok(Event::Decl(declaration)) = Reader::from_reader(bytes).read_event() else {
        return None;
    };
    let name = declaration.encoding()?.ok()?;
    Some(String::from_utf8_lossy(&name).into_owned())
}
