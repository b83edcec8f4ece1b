//! Reading XML, event by event.

use std::borrow::Cow;

use basement_floors::Shape;
use basement_floors::rooms::{
    CatalogueRoom, Entity, Extra, FileRoom, Format, Interior, Part, RoomFile, Said, Spawn,
    TILES_HIGH, TILES_WIDE, WallDoor,
};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::{STB2, attribute, is_allowed, weight_text};
use crate::error::{Place, ReadError, Reason};
use crate::load::stage_of;

/// The elements that mean something, and must stand where they do.
const ELEMENTS: [&str; 6] = ["rooms", "stage", "room", "door", "spawn", "entity"];

/// L1: the rooms of an XML file. A blank file, as mods use it to take rooms away, holds
/// none.
pub(crate) fn read(name: &str, bytes: &[u8]) -> Result<RoomFile, ReadError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        refused(before, Reason::NotUtf8 { what: "the file" })
    })?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    // The parser would skip a second one, and its positions would no longer be ours.
    if text.starts_with('\u{FEFF}') {
        let reason = Reason::Malformed("it begins with two byte order marks".to_owned());
        return Err(refused(&[], reason));
    }
    let is_suspect = |byte: u8| byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r');
    if text.bytes().any(is_suspect) || text.contains(['\u{FFFE}', '\u{FFFF}']) {
        let found = text.char_indices().find(|(_, given)| !is_allowed(*given));
        if let Some((at, given)) = found {
            return Err(refused(&text.as_bytes()[..at], Reason::Character { given }));
        }
    }
    let stage = stage_of(name);
    let mut file =
        RoomFile { name: name.to_owned(), stage, format: Format::Xml, ..RoomFile::default() };
    if !text.trim().is_empty() {
        Document { text, reader: Reader::from_str(text), start: 0 }.file(&mut file)?;
    }
    Ok(file)
}

fn refused(before: &[u8], reason: Reason) -> ReadError {
    let breaks = before.iter().filter(|byte| **byte == b'\n').count();
    ReadError { place: Place::Line(breaks + 1), reason }
}

/// A file that is being read.
struct Document<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    /// Where the last event begins.
    start: usize,
}

/// What stands next inside an element.
enum Next<'a> {
    /// An element that may stand there, and whether it is empty.
    Element(BytesStart<'a>, bool),
    /// A comment, or an element that means nothing here.
    Markup(&'a str),
    /// The end of the element around.
    End,
}

impl<'a> Document<'a> {
    fn refuse<T>(&self, reason: Reason) -> Result<T, ReadError> {
        Err(refused(&self.text.as_bytes()[..self.start], reason))
    }

    fn malformed(&self, error: &dyn std::fmt::Display) -> ReadError {
        refused(&self.text.as_bytes()[..self.start], Reason::Malformed(error.to_string()))
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

    /// What was just read, as it stands in the file.
    fn raw(&self, start: usize) -> &'a str {
        self.text.get(start..self.position()).unwrap_or_default().trim()
    }

    fn file(&mut self, file: &mut RoomFile) -> Result<(), ReadError> {
        let (root, is_empty) = loop {
            match self.outside(file)? {
                Some(Event::Start(tag)) => break (tag, false),
                Some(Event::Empty(tag)) => break (tag, true),
                Some(Event::Eof) => return self.refuse(Reason::Truncated { what: "its heading" }),
                _ => {}
            }
        };
        let within = match root.name().as_ref() {
            b"rooms" => "rooms",
            b"stage" => "stage",
            other => {
                let given = String::from_utf8_lossy(other).into_owned();
                return self.refuse(Reason::Root { given });
            }
        };
        file.root = (within != "rooms").then(|| within.to_owned());
        self.fields("rooms", &root)?.into_extras(Part::Whole, &mut file.extras);
        loop {
            match self.next(is_empty, within, &["room"])? {
                Next::Element(tag, is_empty) => {
                    let room = self.room(&tag, is_empty, file.stage)?;
                    file.rooms.push(room);
                }
                Next::Markup(raw) => file.extras.push(markup(Part::Whole, raw)),
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
        in_order(&mut file.extras);
        Ok(())
    }

    /// An event outside of the root element, if it is a tag or the end.
    fn outside(&mut self, file: &mut RoomFile) -> Result<Option<Event<'a>>, ReadError> {
        match self.event()? {
            Event::Decl(_) | Event::DocType(_) => Ok(None),
            Event::Comment(_) | Event::PI(_) => {
                file.extras.push(markup(Part::Whole, self.raw(self.start)));
                Ok(None)
            }
            Event::Text(text) if text.iter().all(u8::is_ascii_whitespace) => Ok(None),
            event @ (Event::Start(_) | Event::Empty(_) | Event::Eof) => Ok(Some(event)),
            _ => Err(self.malformed(&"text stands outside the root element")),
        }
    }

    /// What stands next inside an element, an empty one perhaps, in which some others may
    /// stand.
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
                        return self.refuse(Reason::Misplaced { given, within });
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
                    return self.refuse(Reason::Text { within });
                }
                Event::End(_) => return Ok(Next::End),
                Event::Eof => return self.refuse(Reason::Truncated { what: "an element" }),
                Event::Decl(_) | Event::DocType(_) => {
                    return Err(self.malformed(&"a heading stands inside an element"));
                }
            }
        }
    }

    /// The rest of an element in which nothing known may stand.
    fn nothing(
        &mut self,
        within: &'static str,
        is_empty: bool,
        part: Part,
        extras: &mut Vec<Extra>,
    ) -> Result<(), ReadError> {
        while let Next::Markup(raw) = self.next(is_empty, within, &[])? {
            extras.push(markup(part, raw));
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
        let weight = fields.weight(Part::Whole, &mut extras)?;
        let name = fields.take("name").unwrap_or_default().into_owned();
        let given: u8 = fields.number("shape", None)?;
        let shape =
            Shape::try_from(given).or_else(|_| self.refuse(Reason::UnknownShape { given }))?;
        let width = fields.number("width", Some(shape.width() * TILES_WIDE as u8))?;
        let height = fields.number("height", Some(shape.height() * TILES_HIGH as u8))?;
        let stb2 = fields.stb2();
        fields.into_extras(Part::Whole, &mut extras);
        let (mut doors, mut spawns) = (Vec::new(), Vec::new());
        loop {
            match self.next(is_empty, "room", &["door", "spawn"])? {
                Next::Element(tag, is_empty) if tag.name().as_ref() == b"door" => {
                    let part = Part::Door(doors.len() as u32);
                    doors.push(self.door(&tag, is_empty, part, &mut extras)?);
                }
                Next::Element(tag, is_empty) => {
                    let number = spawns.len() as u32;
                    spawns.push(self.spawn(&tag, is_empty, number, &mut extras)?);
                }
                Next::Markup(raw) => extras.push(markup(Part::Whole, raw)),
                Next::End => break,
            }
        }
        in_order(&mut extras);
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
        part: Part,
        extras: &mut Vec<Extra>,
    ) -> Result<WallDoor, ReadError> {
        let mut fields = self.fields("door", tag)?;
        let (x, y) = (fields.number("x", None)?, fields.number("y", None)?);
        let exists = match fields.take("exists").as_deref().map(str::trim) {
            None | Some("True" | "true" | "TRUE" | "1") => true,
            Some("False" | "false" | "FALSE" | "0") => false,
            Some(other) => return self.refuse(Reason::Flag { given: other.to_owned() }),
        };
        fields.into_extras(part, extras);
        self.nothing("door", is_empty, part, extras)?;
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
        fields.into_extras(Part::Spawn(number), extras);
        let mut entities = Vec::new();
        loop {
            match self.next(is_empty, "spawn", &["entity"])? {
                Next::Element(tag, is_empty) => {
                    let part = Part::Entity(number, entities.len() as u32);
                    let mut fields = self.fields("entity", &tag)?;
                    entities.push(Entity {
                        entity_type: fields.number("type", None)?,
                        variant: fields.number("variant", Some(0))?,
                        subtype: fields.number("subtype", Some(0))?,
                        weight: fields.weight(part, extras)?,
                    });
                    fields.into_extras(part, extras);
                    self.nothing("entity", is_empty, part, extras)?;
                }
                Next::Markup(raw) => extras.push(markup(Part::Spawn(number), raw)),
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
        // Its own search for a name that stands twice takes the square of their number.
        for field in attributes.with_checks(false) {
            let field = field.map_err(|error| self.malformed(&error))?;
            let value = field
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|error| self.malformed(&error))?;
            // What stands in the file itself was looked at, but not what it refers to.
            if let Cow::Owned(value) = &value
                && let Some(given) = value.chars().find(|given| !is_allowed(*given))
            {
                return self.refuse(Reason::Character { given });
            }
            let name = std::str::from_utf8(field.key.into_inner());
            list.push((name.map_err(|error| self.malformed(&error))?, value));
        }
        if let Some(name) = twice(&list) {
            return self.refuse(Reason::Twice { name: name.to_owned() });
        }
        Ok(Fields { element, before: &self.text.as_bytes()[..self.start], list })
    }
}

/// A name that stands twice.
fn twice<'t>(list: &[(&'t str, Cow<'t, str>)]) -> Option<&'t str> {
    /// Up to so many, comparing each with each is the quickest.
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

/// By part, attributes before markup: the order in which they are written.
fn in_order(extras: &mut [Extra]) {
    extras.sort_by_key(|extra| (extra.part, matches!(extra.said, Said::Markup(_))));
}

fn markup(part: Part, raw: &str) -> Extra {
    Extra { part, said: Said::Markup(raw.to_owned()) }
}

/// The attributes of an element that were not taken yet.
struct Fields<'a, 't> {
    element: &'static str,
    /// The file up to the element.
    before: &'a [u8],
    list: Vec<(&'t str, Cow<'t, str>)>,
}

/// The whole numbers that attributes hold.
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

    fn refuse<T>(&self, reason: Reason) -> Result<T, ReadError> {
        Err(refused(self.before, reason))
    }

    /// A number, or what stands for it when it is left out.
    fn number<N: Whole>(
        &mut self,
        attribute: &'static str,
        default: Option<N>,
    ) -> Result<N, ReadError> {
        let Some(text) = self.take(attribute) else {
            let element = self.element;
            return default.map_or_else(|| self.refuse(Reason::Missing { element, attribute }), Ok);
        };
        let number = text.trim().parse::<i64>().ok().and_then(|number| N::try_from(number).ok());
        number.map_or_else(
            || {
                let given = text.into_owned();
                self.refuse(Reason::Number { attribute, given, least: N::LEAST, most: N::MOST })
            },
            Ok,
        )
    }

    /// The weight, 1 when it is left out. Digits that 32 bits cannot hold are kept.
    fn weight(&mut self, part: Part, extras: &mut Vec<Extra>) -> Result<f32, ReadError> {
        let Some(text) = self.take("weight") else { return Ok(1.0) };
        let text = text.trim();
        let weight = text.parse::<f32>().ok().filter(|w| w.is_finite() && *w >= 0.0);
        let Some(weight) = weight else {
            return self.refuse(Reason::Weight { given: text.to_owned() });
        };
        if text.parse::<f64>() != weight_text(weight).parse::<f64>() {
            extras.push(attribute(part, "weight", text));
        }
        Ok(weight)
    }

    /// STB2's nine bytes, where the attribute says nine bytes.
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

    /// What was not taken is kept.
    fn into_extras(self, part: Part, extras: &mut Vec<Extra>) {
        extras.extend(self.list.into_iter().map(|(name, value)| attribute(part, name, &value)));
    }
}
