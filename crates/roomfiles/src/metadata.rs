//! The name that a mod gives itself.

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::Event;

use crate::xml::decode;

/// [L1](basement_model::rules#l1): the name that a mod gives itself in its `metadata.xml`: the text
/// of the element `name`. `None` if the file gives no name or is not XML.
///
/// ```
/// let text = b"<metadata><name>House of rooms</name><directory>house_1</directory></metadata>";
/// assert_eq!(basement_roomfiles::mod_name(text).as_deref(), Some("House of rooms"));
/// assert_eq!(basement_roomfiles::mod_name(b"<metadata><name/></metadata>"), None);
/// ```
#[must_use]
pub fn mod_name(metadata: &[u8]) -> Option<String> {
    let (text, _) = decode(metadata).ok()?;
    let mut reader = Reader::from_str(&text);
    loop {
        match reader.read_event().ok()? {
            Event::Start(tag) if tag.name().as_ref() == b"name" => {
                let text = reader.read_text(tag.name()).ok()?.decode().ok()?;
                let name = unescape(&text).ok()?;
                return Some(name.trim().to_owned()).filter(|name| !name.is_empty());
            }
            Event::Eof => return None,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_without_its_escapes_and_other_text_is_no_name() {
        let name = |text: &str| mod_name(text.as_bytes());
        assert_eq!(
            name("<metadata>\n<name> Rooms &amp; more </name>").as_deref(),
            Some("Rooms & more")
        );
        assert_eq!(name("<metadata><name>  </name></metadata>"), None);
        assert_eq!(name("<metadata><id>7</id></metadata>"), None);
        assert_eq!(name("<metadata><name>cut"), None);
        assert_eq!(name("no XML"), None);
    }
}
