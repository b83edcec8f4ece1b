//! Reading XML, event by event.

use std::borrow::Cow;

use basement_model::Shape;
use basement_rooms::{
    CatalogueRoom, Entity, Extra, ExtraContent, ExtraOwner, FileRoom, Interior, RoomFile,
    RoomFileFormat, Spawn, TILES_HIGH, TILES_WIDE, WallDoor,
};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::attributes::{Attributes, lacking};
use super::{encoding, is_allowed};
use crate::error::{ReadError, ReadErrorKind};
use crate::extras::{SHAPE, attribute};
use crate::file_name::stage_of;
use crate::findings::FindingKind;
use crate::receiver::{Receiver, check_count};
use crate::room_label::RoomLabel;
use crate::stb::shape_of_size;

/// The known elements. Each is valid in one place only.
const ELEMENTS: [&str; 6] = ["rooms", "stage", "room", "door", "spawn", "entity"];

/// L1: reads an XML file. Passes its rooms to a receiver, and returns everything else. A blank file
/// has no rooms; mods use one to remove the rooms of a stage.
pub(crate) fn read(
    name: &str,
    bytes: &[u8],
    receiver: &mut dyn Receiver,
) -> Result<RoomFile, ReadError> {
    let (text, finding) = encoding::decode(bytes)?;
    if let Some(finding) = finding {
        receiver.file(finding);
    }
    // The parser skips a second byte order mark, and its positions would then be off by one
    // mark.
    if text.starts_with('\u{FEFF}') {
        let kind = ReadErrorKind::MalformedXml("it begins with two byte order marks".to_owned());
        return Err(ReadError::after(&[], kind));
    }
    let is_suspect = |byte: u8| byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r');
    if text.bytes().any(is_suspect) || text.contains(['\u{FFFE}', '\u{FFFF}']) {
        let found = text.char_indices().find(|(_, given)| !is_allowed(*given));
        if let Some((at, given)) = found {
            return Err(ReadError::after(
                &text.as_bytes()[..at],
                ReadErrorKind::InvalidCharacter { given },
            ));
        }
    }
    let stage = stage_of(name).ok();
    let mut file = RoomFile {
        name: name.to_owned(),
        stage,
        format: RoomFileFormat::Xml,
        ..RoomFile::default()
    };
    if !text.trim().is_empty() {
        let reader = Reader::from_str(&text);
        let document = Document { text: &text, reader, start: 0, findings: Vec::new(), markups: 0 };
        document.file(&mut file, receiver)?;
    }
    Ok(file)
}

/// A file that is being read.
struct Document<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    /// Where the last event begins.
    start: usize,
    /// What is odd about the room that is being read, or about the file.
    findings: Vec<FindingKind>,
    /// How many comments, unknown elements and pieces of text there were.
    markups: usize,
}

/// What comes next inside an element.
enum Next<'a> {
    /// A known element, and whether it is empty.
    Element(BytesStart<'a>, bool),
    /// A comment or an unknown element, as the file writes it.
    Markup(&'a str),
    /// The end of the surrounding element.
    End,
}

impl<'a> Document<'a> {
    /// The file up to the last event.
    fn before(&self) -> &'a [u8] {
        &self.text.as_bytes()[..self.start]
    }

    fn refuse<T>(&self, kind: ReadErrorKind) -> Result<T, ReadError> {
        Err(ReadError::after(self.before(), kind))
    }

    fn malformed(&self, error: &dyn std::fmt::Display) -> ReadError {
        ReadError::malformed(self.before(), error)
    }

    fn position(&self) -> usize {
        self.reader.buffer_position() as usize
    }

    fn event(&mut self) -> Result<Event<'a>, ReadError> {
        self.start = self.position();
        match self.reader.read_event() {
            Ok(event) => Ok(event),
            Err(error) => {
                self.start = (self.reader.error_position() as usize).min(self.text.len());
                Err(self.malformed(&error))
            }
        }
    }

    /// A comment, an unknown element or text: the file from this offset up to the current position.
    fn markup(&mut self, start: usize) -> Result<&'a str, ReadError> {
        let what = "comments, unknown elements and pieces of text";
        check_count(what, self.markups).or_else(|kind| self.refuse(kind))?;
        self.markups += 1;
        Ok(self.text.get(start..self.position()).unwrap_or_default().trim())
    }

    fn file(mut self, file: &mut RoomFile, receiver: &mut dyn Receiver) -> Result<(), ReadError> {
        let (root, is_empty) = loop {
            match self.outside(file)? {
                Some(Event::Start(tag)) => break (tag, false),
                Some(Event::Empty(tag)) => break (tag, true),
                Some(Event::Eof) => {
                    return self.refuse(ReadErrorKind::Truncated { what: "its heading" });
                }
                _ => {}
            }
        };
        let within = std::str::from_utf8(root.name().into_inner())
            .map_err(|error| self.malformed(&error))?
            .to_owned();
        if !is_name(&within) {
            return Err(self.malformed(&"the root element has no valid name"));
        }
        if !matches!(&*within, "rooms" | "stage") {
            self.findings.push(FindingKind::Root { given: within.clone() });
        }
        Attributes::read("rooms", &root, self.before())?
            .into_extras(ExtraOwner::Whole, &mut file.extras);
        let mut count = 0;
        loop {
            match self.next(is_empty, &within, &["room"])? {
                Next::Element(tag, is_empty) => {
                    check_count("rooms", count).or_else(|kind| self.refuse(kind))?;
                    let of_file = std::mem::take(&mut self.findings);
                    let room = self.room(&tag, is_empty, file.stage);
                    let room = room.map_err(|error| error.in_room(label(count, &tag)))?;
                    receiver.room(room, std::mem::replace(&mut self.findings, of_file));
                    count += 1;
                }
                Next::Markup(raw) => file.extras.push(markup(ExtraOwner::Whole, raw)),
                Next::End => break,
            }
        }
        loop {
            match self.outside(file)? {
                Some(Event::Eof) => break,
                Some(_) => return Err(self.malformed(&"a second root element follows the first")),
                None => {}
            }
        }
        for finding in self.findings {
            receiver.file(finding);
        }
        file.root = (within != "rooms").then_some(within);
        sort(&mut file.extras);
        Ok(())
    }

    /// The next event outside the root element. `None` if the caller can ignore it: white space, a
    /// declaration, or a comment or text, which are kept.
    fn outside(&mut self, file: &mut RoomFile) -> Result<Option<Event<'a>>, ReadError> {
        match self.event()? {
            Event::Decl(_) | Event::DocType(_) => Ok(None),
            Event::Comment(_) | Event::PI(_) => {
                file.extras.push(markup(ExtraOwner::Whole, self.markup(self.start)?));
                Ok(None)
            }
            Event::Text(text) if text.iter().all(u8::is_ascii_whitespace) => Ok(None),
            Event::Text(_) | Event::CData(_) | Event::GeneralRef(_) => {
                let within = "the whole file".to_owned();
                FindingKind::Text { within, count: 1 }.add_to(&mut self.findings);
                file.extras.push(markup(ExtraOwner::Whole, self.markup(self.start)?));
                Ok(None)
            }
            event @ (Event::Start(_) | Event::Empty(_) | Event::Eof) => Ok(Some(event)),
            Event::End(_) => Err(self.malformed(&"an element ends that was not begun")),
        }
    }

    /// What comes next inside the element `within`, in which the `known` elements are
    /// valid.
    fn next(
        &mut self,
        is_empty: bool,
        within: &str,
        known: &[&str],
    ) -> Result<Next<'a>, ReadError> {
        if is_empty {
            return Ok(Next::End);
        }
        loop {
            let event = self.event()?;
            let is_empty = matches!(event, Event::Empty(_));
            match event {
                Event::Start(tag) | Event::Empty(tag) => {
                    let is = |known: &str| known.as_bytes() == tag.name().as_ref();
                    if known.iter().any(|known| is(known)) {
                        return Ok(Next::Element(tag, is_empty));
                    }
                    if let Some(given) = ELEMENTS.into_iter().find(|known| is(known)) {
                        let within = within.to_owned();
                        return self.refuse(ReadErrorKind::MisplacedElement { given, within });
                    }
                    let start = self.start;
                    if !is_empty {
                        let end = self.reader.read_to_end(tag.name());
                        end.map_err(|error| self.malformed(&error))?;
                    }
                    return self.markup(start).map(Next::Markup);
                }
                Event::Comment(_) | Event::PI(_) => {
                    return self.markup(self.start).map(Next::Markup);
                }
                Event::Text(text) if text.iter().all(u8::is_ascii_whitespace) => {}
                Event::Text(_) | Event::CData(_) | Event::GeneralRef(_) => {
                    let within = within.to_owned();
                    FindingKind::Text { within, count: 1 }.add_to(&mut self.findings);
                    return self.markup(self.start).map(Next::Markup);
                }
                Event::End(_) => return Ok(Next::End),
                Event::Eof => return self.refuse(ReadErrorKind::Truncated { what: "an element" }),
                Event::Decl(_) | Event::DocType(_) => {
                    return Err(self.malformed(&"a heading stands inside an element"));
                }
            }
        }
    }

    /// Reads to the end of an element in which no known element is valid.
    fn nothing(
        &mut self,
        within: &str,
        is_empty: bool,
        owner: ExtraOwner,
        extras: &mut Vec<Extra>,
    ) -> Result<(), ReadError> {
        while let Next::Markup(raw) = self.next(is_empty, within, &[])? {
            extras.push(markup(owner, raw));
        }
        Ok(())
    }

    fn room(
        &mut self,
        tag: &BytesStart<'a>,
        is_empty: bool,
        stage: Option<u8>,
    ) -> Result<FileRoom, ReadError> {
        let mut extras = Vec::new();
        let mut fields = Attributes::read("room", tag, self.before())?;
        let found = &mut self.findings;
        let room_type = fields.number_or::<u32>("type", (1, "1"), found)?.into();
        let variant = fields.number_or("variant", (0, "0"), found)?;
        let subtype = fields.number_or("subtype", (0, "0"), found)?;
        let difficulty = fields.number_or("difficulty", (0, "0"), found)?;
        let weight = fields.weight(ExtraOwner::Whole, &mut extras, found)?;
        let name = fields.take("name").map(Cow::into_owned).unwrap_or_default();
        if name.is_empty() {
            lacking("room", "name", "empty").add_to(found);
        }
        let given = fields.shape()?;
        let (wide, high) = (TILES_WIDE as u8, TILES_HIGH as u8);
        let size_of = |shape: Shape| (shape.width() * wide, shape.height() * high);
        // Without a shape the size decides, and without both the room is a single cell.
        let usual = size_of(given.as_ref().ok().copied().unwrap_or(Shape::Single));
        let width = fields.number_if_given("width")?.unwrap_or(usual.0);
        let height = fields.number_if_given("height")?.unwrap_or(usual.1);
        let shape = given.unwrap_or_else(|text| {
            let by_size = shape_of_size((width, height));
            let shape = by_size.unwrap_or(Shape::Single);
            extras.push(attribute(ExtraOwner::Whole, SHAPE, text.as_deref().unwrap_or("0")));
            let given = text.filter(|text| !text.trim().is_empty());
            let given = given.map_or_else(String::new, |text| format!("`{text}`"));
            let has_size = by_size.is_some();
            found.push(FindingKind::Shape { given, read_as: shape.to_string(), has_size });
            shape
        });
        let stb2 = fields.stb2();
        fields.into_extras(ExtraOwner::Whole, &mut extras);
        let (mut doors, mut spawns) = (Vec::new(), Vec::new());
        loop {
            match self.next(is_empty, "room", &["door", "spawn"])? {
                Next::Element(tag, is_empty) if tag.name().as_ref() == b"door" => {
                    let owner = ExtraOwner::Door(doors.len() as u32);
                    doors.push(self.door(&tag, is_empty, owner, &mut extras)?);
                }
                Next::Element(tag, is_empty) => {
                    let number = spawns.len() as u32;
                    spawns.push(self.spawn(&tag, is_empty, number, &mut extras)?);
                }
                Next::Markup(raw) => extras.push(markup(ExtraOwner::Whole, raw)),
                Next::End => break,
            }
        }
        sort(&mut extras);
        let interior = Interior { name, width, height, doors, spawns, stb2, extras };
        let doors = interior.door_slots(shape);
        let room =
            CatalogueRoom { stage, room_type, variant, subtype, difficulty, weight, shape, doors };
        Ok(FileRoom { room, interior })
    }

    fn door(
        &mut self,
        tag: &BytesStart<'a>,
        is_empty: bool,
        owner: ExtraOwner,
        extras: &mut Vec<Extra>,
    ) -> Result<WallDoor, ReadError> {
        let mut fields = Attributes::read("door", tag, self.before())?;
        let (x, y) = (fields.number("x")?, fields.number("y")?);
        let given = fields.take("exists");
        let text = given.as_deref().unwrap_or_default().trim();
        let exists = text.starts_with(['1', 't', 'T', 'y', 'Y']);
        if text.is_empty() {
            lacking("door", "exists", "closed").add_to(&mut self.findings);
        } else if !["true", "false", "1", "0"].iter().any(|known| text.eq_ignore_ascii_case(known))
        {
            let given = text.to_owned();
            FindingKind::DoorFlag { given, read_as: exists, count: 1 }.add_to(&mut self.findings);
        }
        fields.into_extras(owner, extras);
        self.nothing("door", is_empty, owner, extras)?;
        Ok(WallDoor { x, y, exists })
    }

    fn spawn(
        &mut self,
        tag: &BytesStart<'a>,
        is_empty: bool,
        number: u32,
        extras: &mut Vec<Extra>,
    ) -> Result<Spawn, ReadError> {
        let mut fields = Attributes::read("spawn", tag, self.before())?;
        let (x, y) = (fields.number("x")?, fields.number("y")?);
        fields.into_extras(ExtraOwner::Spawn(number), extras);
        let mut entities = Vec::new();
        loop {
            match self.next(is_empty, "spawn", &["entity"])? {
                Next::Element(tag, is_empty) => {
                    let owner = ExtraOwner::Entity(number, entities.len() as u32);
                    let mut fields = Attributes::read("entity", &tag, self.before())?;
                    let found = &mut self.findings;
                    entities.push(Entity {
                        entity_type: fields.number_or("type", (0, "0"), found)?,
                        variant: fields.number_or("variant", (0, "0"), found)?,
                        subtype: fields.number_or("subtype", (0, "0"), found)?,
                        weight: fields.weight(owner, extras, found)?,
                    });
                    fields.into_extras(owner, extras);
                    self.nothing("entity", is_empty, owner, extras)?;
                }
                Next::Markup(raw) => extras.push(markup(ExtraOwner::Spawn(number), raw)),
                Next::End => break,
            }
        }
        Ok(Spawn { x, y, entities })
    }
}

/// Sorts by owner, and attributes before markup, as the writer needs them. Pieces of text that are
/// then adjacent are joined, as they would be when read again.
fn sort(extras: &mut Vec<Extra>) {
    extras.sort_by_key(|extra| (extra.owner, matches!(extra.content, ExtraContent::Markup(_))));
    extras.dedup_by(|next, extra| match (&mut extra.content, &next.content) {
        (ExtraContent::Markup(text), ExtraContent::Markup(more))
            if extra.owner == next.owner && is_text(text) && is_text(more) =>
        {
            text.push(' ');
            text.push_str(more);
            true
        }
        _ => false,
    });
}

/// Whether XML allows the name of an element, which the parser does not check.
fn is_name(name: &str) -> bool {
    let is_first = |c: char| c.is_alphabetic() || matches!(c, '_' | ':');
    name.starts_with(is_first)
        && name.chars().all(|c| is_first(c) || c.is_alphanumeric() || matches!(c, '-' | '.'))
}

/// Whether markup is text rather than an element or a comment.
fn is_text(raw: &str) -> bool {
    !raw.starts_with('<')
}

/// As much of a room's label as its attributes give.
fn label(number: usize, tag: &BytesStart<'_>) -> RoomLabel {
    let value = |name: &str| {
        let field = tag.try_get_attribute(name).ok().flatten()?;
        field.normalized_value(XmlVersion::Implicit1_0).ok().map(Cow::into_owned)
    };
    let whole = |name: &str| value(name)?.trim().parse::<u32>().ok();
    let mut label = RoomLabel::numbered(number);
    label.type_and_variant = whole("type").zip(whole("variant"));
    label.name = value("name");
    label
}

/// Markup as the file writes it; in text, each stretch of white space becomes one space.
fn markup(owner: ExtraOwner, raw: &str) -> Extra {
    let raw = if is_text(raw) {
        raw.split_whitespace().collect::<Vec<_>>().join(" ")
    } else {
        raw.to_owned()
    };
    Extra { owner, content: ExtraContent::Markup(raw) }
}
