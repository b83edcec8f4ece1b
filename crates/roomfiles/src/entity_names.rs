//! The names of entities, from Basement Renovator's `EntitiesMod.xml` or the game's
//! `entities2.xml`.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use basement_rooms::Entity;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::error::{ReadError, RoomFileError};
use crate::xml::decode;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 32 << 20;

/// The names of entities by type, variant and subtype.
///
/// ```
/// let text = br#"<data>
///     <entity Name="Gaper" ID="10" Variant="1" Subtype="0" Group="Enemies"/>
///     <entity Name="Collectible" ID="5" Variant="100"/>
/// </data>"#;
/// let names = basement_roomfiles::EntityNames::parse(text)?;
/// assert_eq!(names.name(10, 1, 0), Some("Gaper"));
/// assert_eq!(names.name(10, 2, 0), None);
/// assert_eq!(names.len(), 2);
/// # Ok::<(), basement_roomfiles::ReadError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntityNames {
    names: HashMap<(u32, u32, u32), String>,
}

impl EntityNames {
    /// Reads the names from a file. [`Self::parse`] says which names it reads.
    ///
    /// # Errors
    ///
    /// [`RoomFileError`] if the file cannot be read, is larger than 32 MiB, or is invalid.
    pub fn load(path: &Path) -> Result<Self, RoomFileError> {
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
        match read {
            Err(source) => Err(RoomFileError::unreadable(path, source)),
            Ok(read) if read as u64 > LARGEST => {
                Err(RoomFileError::TooLarge { path: path.to_owned(), most: LARGEST })
            }
            Ok(_) => Self::parse(&bytes)
                .map_err(|error| RoomFileError::Refused { path: path.to_owned(), error }),
        }
    }

    /// Reads the names from the text of an `EntitiesMod.xml` or `entities2.xml`.
    ///
    /// Every `entity` element counts, wherever it is. Its attributes are `id`, `variant`, `subtype`
    /// and `name`, ignoring case; a missing variant or subtype is 0. If an entity has two names,
    /// the first counts. Everything else is ignored: other elements, other attributes, and entities
    /// without a name or without valid numbers.
    ///
    /// # Errors
    ///
    /// [`ReadError`] with the line if the text is not XML.
    pub fn parse(bytes: &[u8]) -> Result<Self, ReadError> {
        let (text, _) = decode(bytes)?;
        let mut reader = Reader::from_str(&text);
        let mut names = HashMap::new();
        let mut depth = 0_usize;
        loop {
            let start = reader.buffer_position() as usize;
            let event = reader.read_event().map_err(|error| {
                let at = (reader.error_position() as usize).min(text.len());
                ReadError::malformed(&text.as_bytes()[..at], &error)
            })?;
            let before = &text.as_bytes()[..start];
            match event {
                Event::Start(tag) => {
                    depth += 1;
                    add(&mut names, &tag, before)?;
                }
                Event::Empty(tag) => add(&mut names, &tag, before)?,
                Event::End(_) => depth = depth.saturating_sub(1),
                Event::Eof if depth > 0 => {
                    return Err(ReadError::malformed(text.as_bytes(), &"an element is not closed"));
                }
                Event::Eof => break,
                _ => {}
            }
        }
        Ok(Self { names })
    }

    /// Adds the names from another file for entities that have none yet.
    ///
    /// ```
    /// use basement_roomfiles::EntityNames;
    ///
    /// let mut names = EntityNames::parse(b"<data><entity ID='10' Name='Gaper'/></data>")?;
    /// names.extend(EntityNames::parse(b"<data><entity ID='10' Name='x'/><entity ID='11' Name='y'/></data>")?);
    /// assert_eq!((names.name(10, 0, 0), names.len()), (Some("Gaper"), 2));
    /// # Ok::<(), basement_roomfiles::ReadError>(())
    /// ```
    pub fn extend(&mut self, others: Self) {
        for (entity, name) in others.names {
            self.names.entry(entity).or_insert(name);
        }
    }

    /// The name of an entity, if exactly this entity has one.
    #[must_use]
    pub fn name(&self, entity_type: u32, variant: u32, subtype: u32) -> Option<&str> {
        self.names.get(&(entity_type, variant, subtype)).map(String::as_str)
    }

    /// What to call an entity: its name; or, if only subtype 0 has a name, that name and the
    /// entity's numbers; or its numbers.
    ///
    /// ```
    /// use basement_rooms::Entity;
    ///
    /// let text = b"<data><entity Name='Collectible' ID='5' Variant='100'/></data>";
    /// let names = basement_roomfiles::EntityNames::parse(text)?;
    /// let entity = |variant, subtype| Entity { entity_type: 5, variant, subtype, weight: 1.0 };
    /// assert_eq!(names.label(&entity(100, 0)), "Collectible");
    /// assert_eq!(names.label(&entity(100, 33)), "Collectible (5.100.33)");
    /// assert_eq!(names.label(&entity(10, 0)), "5.10.0");
    /// # Ok::<(), basement_roomfiles::ReadError>(())
    /// ```
    #[must_use]
    pub fn label(&self, entity: &Entity) -> String {
        let Entity { entity_type, variant, subtype, .. } = *entity;
        match (self.name(entity_type, variant, subtype), self.name(entity_type, variant, 0)) {
            (Some(name), _) => name.to_owned(),
            (None, Some(kind)) => format!("{kind} ({entity})"),
            (None, None) => entity.to_string(),
        }
    }

    /// How many entities have a name.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether no entity has a name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// Adds the name that an element gives.
fn add(
    names: &mut HashMap<(u32, u32, u32), String>,
    tag: &BytesStart<'_>,
    before: &[u8],
) -> Result<(), ReadError> {
    if !tag.name().as_ref().eq_ignore_ascii_case(b"entity") {
        return Ok(());
    }
    const NUMBERS: [&str; 3] = ["id", "variant", "subtype"];
    let mut numbers = [None, Some(0), Some(0)];
    let mut name = String::new();
    for field in tag.attributes().with_checks(false) {
        let field = field.map_err(|error| ReadError::malformed(before, &error))?;
        let key = field.key.as_ref();
        let place = NUMBERS.iter().position(|name| key.eq_ignore_ascii_case(name.as_bytes()));
        if place.is_none() && !key.eq_ignore_ascii_case(b"name") {
            continue;
        }
        let value = field
            .normalized_value(quick_xml::XmlVersion::Implicit1_0)
            .map_err(|error| ReadError::malformed(before, &error))?;
        match place {
            None => value.trim().clone_into(&mut name),
            // An empty number is ignored.
            Some(_) if value.trim().is_empty() => {}
            Some(place) => numbers[place] = value.trim().parse().ok(),
        }
    }
    if let ([Some(id), Some(variant), Some(subtype)], false) = (numbers, name.is_empty()) {
        names.entry((id, variant, subtype)).or_insert(name);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_case_and_other_elements_are_ignored() {
        let text = br#"<?xml version="1.0"?><!-- a list --><data>
            <group Name="Enemies"><entity NAME="Gaper &amp; Co" id="10" VARIANT="1"/></group>
            <entity Name="again" ID="10" Variant="1"/>
            <entity Name="no number"/><entity ID="3"/><entity Name="all" ID="4" Variant="-1"/>
            <entity id="20" name="Monstro" subtype=""><gibs amount="3"/></entity>
        </data>"#;
        let names = EntityNames::parse(text).unwrap();
        assert_eq!(names.name(10, 1, 0), Some("Gaper & Co"));
        assert_eq!(names.name(20, 0, 0), Some("Monstro"));
        assert_eq!(names.len(), 2);
        assert!(EntityNames::parse(b"<data/>").unwrap().is_empty());
    }

    #[test]
    fn an_invalid_file_is_refused_with_its_line() {
        for (text, message) in [
            ("<data>\n<entity ID=1/></data>", "line 2: this is not well-formed XML"),
            ("<data>\n\n<entity ID='1' Name='a'/>", "line 3: this is not well-formed XML"),
            ("<data>\n</entities>", "line 2: this is not well-formed XML"),
        ] {
            let error = EntityNames::parse(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
        assert!(EntityNames::parse(b"<data>\xff").is_err());
    }

    #[cfg(feature = "encodings")]
    #[test]
    fn an_id_that_is_not_a_number_is_skipped_and_encodings_are_read() {
        let text = "<?xml version='1.0' encoding='iso-8859-1'?><data><entity ID='x' Name='a'/>\
                    <entity ID='10' Name='Gr\u{fc}n'/></data>";
        let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        let wide = [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes));
        for bytes in [latin, wide.collect()] {
            let names = EntityNames::parse(&bytes).unwrap();
            assert_eq!((names.len(), names.name(10, 0, 0)), (1, Some("Gr\u{fc}n")));
        }
    }
}
