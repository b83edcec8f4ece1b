//! Reading XML, event by event.

use std::borrow::Cow;

use basement_model::Shape;
use basement_rooms::{
    CatalogueRoom, Entity, Extra, ExtraContent, ExtraOwner, FileRoom, Format, Interior, RoomFile,
    Spawn, TILES_HIGH, TILES_WIDE, WallDoor,
};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::{STB2, attribute, is_allowed, weight_text};
use crate::error::{Position, ReadError, ReadErrorKind};
use crate::load::stage_number;

/// The known elements. Each is valid in one place only.
const ELEMENTS: [&str; 6] = ["rooms", "stage", "room", "door", "spawn", "entity"];

/// L1: the rooms of an XML file. A blank file holds no rooms; mods use one to remove the
/// rooms of a stage.
pub(crate) fn read(name: &str, bytes: &[u8]) -> Result<RoomFile, ReadError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        refused(before, ReadErrorKind::NotUtf8 { what: "the file" })
    })?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    // The parser skips a second byte order mark, and its positions would then be off by one
    // mark.
    if text.starts_with('\u{FEFF}') {
        let kind = ReadErrorKind::MalformedXml("it begins with two byte order marks".to_owned());
        return Err(refused(&[], kind));
    }
    let is_suspect = |byte: u8| byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r');
    if text.bytes().any(is_suspect) || text.contains(['\u{FFFE}', '\u{FFFF}']) {
        let found = text.char_indices().find(|(_, given)| !is_allowed(*given));
        if let Some((at, given)) = found {
            return Err(refused(&text.as_bytes()[..at], ReadErrorKind::InvalidCharacter { given }));
        }
    }
    let stage = stage_number(name);
    let mut file =
        RoomFile { name: name.to_owned(), stage, format: Format::Xml, ..RoomFile::default() };
    if !text.trim().is_empty() {
        Document { text, reader: Reader::from_str(text), start: 0 }.file(&mut file)?;
    }
    Ok(file)
}

fn refused(before: &[u8], kind: ReadErrorKind) -> ReadError {
    let breaks = before.iter().filter(|byte| **byte == b'\n').count();
    ReadError { position: Position::Line(breaks + 1), kind }
}

/// A file that is being read.
struct Document<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    /// Where the last event begins.
    start: usize,
}

/// What comes next inside an element.
enum Next<'a> {
    /// A known element, and whether it is empty.
    Element(BytesStart<'a>, bool),
    /// A comment or an unknown element, as the file writes it.
    Markup(&'a str),
    /// The end of the element around.
    End,
}

impl<'a> Document<'a> {
    fn refuse<T>(&self, kind: ReadErrorKind) -> Result<T, ReadError> {
        Err(refused(&self.text.as_bytes()[..self.start], kind))
    }

    fn malformed(&self, error: &dyn std::fmt::Display) -> ReadError {
        refused(&self.text.as_bytes()[..self.start], ReadErrorKind::MalformedXml(error.to_string()))
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

    /// The file's text from this offset up to the present position.
    fn raw(&self, start: usize) -> &'a str {
        self.text.get(start..self.position()).unwrap_or_default().trim()
    }

    fn file(&mut self, file: &mut RoomFile) -> Result<(), ReadError> {
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
        let within = match root.name().as_ref() {
            b"rooms" => "rooms",
            b"stage" => "stage",
            other => {
                let given = String::from_utf8_lossy(other).into_owned();
                return self.refuse(ReadErrorKind::UnknownRoot { given });
            }
        };
        file.root = (within != "rooms").then(|| within.to_owned());
        self.fields("rooms", &root)?.into_extras(ExtraOwner::Whole, &mut file.extras);
        loop {
            match self.next(is_empty, within, &["room"])? {
                Next::Element(tag, is_empty) => {
                    let room = self.room(&tag, is_empty, file.stage)?;
                    file.rooms.push(room);
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
        sort(&mut file.extras);
        Ok(())
    }

    /// The next event outside the root element. `None` if the caller can ignore it: white space, a
    /// declaration, or a comment, which is kept.
    fn outside(&mut self, file: &mut RoomFile) -> Result<Option<Event<'a>>, ReadError> {
        match self.event()? {
            Event::Decl(_) | Event::DocType(_) => Ok(None),
            Event::Comment(_) | Event::PI(_) => {
                file.extras.push(markup(ExtraOwner::Whole, self.raw(self.start)));
                Ok(None)
            }
            Event::Text(text) if text.iter().all(u8::is_ascii_whitespace) => Ok(None),
            event @ (Event::Start(_) | Event::Empty(_) | Event::Eof) => Ok(Some(event)),
            _ => Err(self.malformed(&"text stands outside the root element")),
        }
    }

    /// What comes next inside the element `within`, in which the `known` elements are
    /// valid.
    fn next(
        &mut self,
        is_empty: bool,
        within: &'static str,
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
                        return self.refuse(ReadErrorKind::MisplacedElement { given, within });
                    }
                    let start = self.start;
                    if !is_empty {
                        let end = self.reader.read_to_end(tag.name());
                        end.map_err(|error| self.malformed(&error))?;
                    }
                    return Ok(Next::Markup(self.raw(start)));
                }
                Event::Comment(_) | Event::PI(_) => return Ok(Next::Markup(self.raw(self.start))),
                Event::Text(text) if text.iter().all(u8::is_ascii_whitespace) => {}
                Event::Text(_) | Event::CData(_) | Event::GeneralRef(_) => {
                    return self.refuse(ReadErrorKind::UnexpectedText { within });
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
        within: &'static str,
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
        let mut fields = self.fields("room", tag)?;
        let room_type = fields.number::<u32>("type", None)?.into();
        let variant = fields.number("variant", None)?;
        let subtype = fields.number("subtype", Some(0))?;
        let difficulty = fields.number("difficulty", Some(1))?;
        let mut extras = Vec::new();
        let weight = fields.weight(ExtraOwner::Whole, &mut extras)?;
        let name = fields.take("name").unwrap_or_default().into_owned();
        let given: u8 = fields.number("shape", None)?;
        let shape = Shape::try_from(given)
            .or_else(|_| self.refuse(ReadErrorKind::UnknownShape { given }))?;
        let width = fields.number("width", Some(shape.width() * TILES_WIDE as u8))?;
        let height = fields.number("height", Some(shape.height() * TILES_HIGH as u8))?;
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
        let mut fields = self.fields("door", tag)?;
        let (x, y) = (fields.number("x", None)?, fields.number("y", None)?);
        let exists = match fields.take("exists").as_deref().map(str::trim) {
            None | Some("True" | "true" | "TRUE" | "1") => true,
            Some("False" | "false" | "FALSE" | "0") => false,
            Some(other) => {
                return self.refuse(ReadErrorKind::InvalidFlag { given: other.to_owned() });
            }
        };
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
        let mut fields = self.fields("spawn", tag)?;
        let (x, y) = (fields.number("x", None)?, fields.number("y", None)?);
        fields.into_extras(ExtraOwner::Spawn(number), extras);
        let mut entities = Vec::new();
        loop {
            match self.next(is_empty, "spawn", &["entity"])? {
                Next::Element(tag, is_empty) => {
                    let owner = ExtraOwner::Entity(number, entities.len() as u32);
                    let mut fields = self.fields("entity", &tag)?;
                    entities.push(Entity {
                        entity_type: fields.number("type", None)?,
                        variant: fields.number("variant", Some(0))?,
                        subtype: fields.number("subtype", Some(0))?,
                        weight: fields.weight(owner, extras)?,
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

    /// The attributes of an element.
    fn fields<'t>(
        &self,
        element: &'static str,
        tag: &'t BytesStart<'a>,
    ) -> Result<Fields<'a, 't>, ReadError> {
        let mut list: Vec<(&'t str, Cow<'t, str>)> = Vec::new();
        let mut attributes = tag.attributes();
        // The parser's own search for duplicate names takes quadratic time.
        for field in attributes.with_checks(false) {
            let field = field.map_err(|error| self.malformed(&error))?;
            let value = field
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|error| self.malformed(&error))?;
            // The file's own characters were checked at the start, but not those that
            // character references such as `&#1;` stand for.
            if let Cow::Owned(value) = &value
                && let Some(given) = value.chars().find(|given| !is_allowed(*given))
            {
                return self.refuse(ReadErrorKind::InvalidCharacter { given });
            }
            let name = std::str::from_utf8(field.key.into_inner());
            list.push((name.map_err(|error| self.malformed(&error))?, value));
        }
        if let Some(name) = duplicate(&list) {
            return self.refuse(ReadErrorKind::DuplicateAttribute { name: name.to_owned() });
        }
        Ok(Fields { element, before: &self.text.as_bytes()[..self.start], list })
    }
}

/// The first name that is in the list twice.
fn duplicate<'t>(list: &[(&'t str, Cow<'t, str>)]) -> Option<&'t str> {
    /// Up to this length, comparing each name with each is quickest.
    const FEW: usize = 16;
    if list.len() <= FEW {
        let mut names = list.iter().map(|(name, _)| *name).enumerate();
        return names
            .find(|(at, name)| list[..*at].iter().any(|(other, _)| other == name))
            .map(|(_, name)| name);
    }
    let mut names: Vec<&str> = list.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

/// Sorts by owner, attributes before markup: the order in which the writer wants them.
fn sort(extras: &mut [Extra]) {
    extras.sort_by_key(|extra| (extra.owner, matches!(extra.content, ExtraContent::Markup(_))));
}

fn markup(owner: ExtraOwner, raw: &str) -> Extra {
    Extra { owner, content: ExtraContent::Markup(raw.to_owned()) }
}

/// The attributes of an element. Each is taken out when it is read.
struct Fields<'a, 't> {
    element: &'static str,
    /// The file up to the element.
    before: &'a [u8],
    list: Vec<(&'t str, Cow<'t, str>)>,
}

/// The integer types of attributes.
trait Whole: TryFrom<i64> {
    const LEAST: i64;
    const MOST: i64;
}

macro_rules! whole {
    ($($number:ty),*) => {
        $(impl Whole for $number {
            const LEAST: i64 = <$number>::MIN as i64;
            const MOST: i64 = <$number>::MAX as i64;
        })*
    };
}

whole!(u8, u32, i16);

impl<'t> Fields<'_, 't> {
    fn take(&mut self, name: &str) -> Option<Cow<'t, str>> {
        let place = self.list.iter().position(|(known, _)| *known == name)?;
        Some(self.list.remove(place).1)
    }

    fn refuse<T>(&self, kind: ReadErrorKind) -> Result<T, ReadError> {
        Err(refused(self.before, kind))
    }

    /// The number that an attribute holds, or the default when it is left out.
    fn number<N: Whole>(
        &mut self,
        attribute: &'static str,
        default: Option<N>,
    ) -> Result<N, ReadError> {
        let Some(text) = self.take(attribute) else {
            let element = self.element;
            return default.map_or_else(
                || self.refuse(ReadErrorKind::MissingAttribute { element, attribute }),
                Ok,
            );
        };
        let number = text.trim().parse::<i64>().ok().and_then(|number| N::try_from(number).ok());
        number.map_or_else(
            || {
                let given = text.into_owned();
                self.refuse(ReadErrorKind::InvalidNumber {
                    attribute,
                    given,
                    least: N::LEAST,
                    most: N::MOST,
                })
            },
            Ok,
        )
    }

    /// The weight, 1 when it is left out. Where f32 cannot hold all its digits, they are
    /// kept as an extra.
    fn weight(&mut self, owner: ExtraOwner, extras: &mut Vec<Extra>) -> Result<f32, ReadError> {
        let Some(text) = self.take("weight") else { return Ok(1.0) };
        let text = text.trim();
        let weight = text.parse::<f32>().ok().filter(|w| w.is_finite() && *w >= 0.0);
        let Some(weight) = weight else {
            return self.refuse(ReadErrorKind::InvalidWeight { given: text.to_owned() });
        };
        if text.parse::<f64>() != weight_text(weight).parse::<f64>() {
            extras.push(attribute(owner, "weight", text));
        }
        Ok(weight)
    }

    /// The nine bytes of STB2, when the attribute holds nine bytes in hexadecimal.
    fn stb2(&mut self) -> Option<[u8; 9]> {
        let (place, bytes) = self.list.iter().enumerate().find_map(|(place, (name, value))| {
            let is_hexadecimal = value.len() == 18 && value.bytes().all(|b| b.is_ascii_hexdigit());
            (*name == STB2 && is_hexadecimal).then(|| {
                let byte = |at: usize| u8::from_str_radix(&value[2 * at..2 * at + 2], 16);
                (place, std::array::from_fn(|at| byte(at).unwrap_or_default()))
            })
        })?;
        self.list.remove(place);
        Some(bytes)
    }

    /// Keeps the attributes that were not taken as extras.
    fn into_extras(self, owner: ExtraOwner, extras: &mut Vec<Extra>) {
        extras.extend(self.list.into_iter().map(|(name, value)| attribute(owner, name, &value)));
    }
}
