//! A record as one line of JSON.

use std::fmt;
use std::str::FromStr;

use basement_floors::{Cell, RequestError, RoomKind, Shape};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::error::Category;
use strum::VariantArray;

use super::lines::LineFault;
use super::{FloorRecord, RECORD_SIDE, RecordError, RecordRoom};

/// A floor as written in JSON. Other keys of the object are ignored.
#[derive(Default)]
struct Document {
    rooms: Option<Vec<RoomDocument>>,
    doors: Option<Vec<[i64; 2]>>,
    seed: Option<Value>,
}

#[derive(Default)]
struct RoomDocument {
    cells: Option<Vec<[i64; 2]>>,
    kind: Option<String>,
    shape: Option<Value>,
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = Document;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with the key `rooms`")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Document, A::Error> {
                let mut document = Document::default();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "rooms" => document.rooms = Some(map.next_value()?),
                        "doors" => document.doors = map.next_value()?,
                        "seed" => document.seed = map.next_value()?,
                        _ => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(document)
            }
        }
        deserializer.deserialize_map(Keys)
    }
}

impl<'de> Deserialize<'de> for RoomDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = RoomDocument;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a room, an object with the keys `cells` and `kind`")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RoomDocument, A::Error> {
                let mut room = RoomDocument::default();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "cells" => room.cells = Some(map.next_value()?),
                        "kind" => room.kind = Some(map.next_value()?),
                        "shape" => room.shape = map.next_value()?,
                        _ => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(room)
            }
        }
        deserializer.deserialize_map(Keys)
    }
}

impl RoomDocument {
    fn room(self, index: usize) -> Result<RecordRoom, LineFault> {
        let missing = |key: &'static str| LineFault::NoKey(format!("room {index}"), key);
        let kind = self.kind.ok_or_else(|| missing("kind"))?;
        let kind = kind_named(&kind).map_err(|error| RecordError::Kind(index, error))?;
        let cell = |[x, y]: [i64; 2]| {
            let side = |at: i64| u8::try_from(at).ok().filter(|at| *at < RECORD_SIDE);
            match (side(x), side(y)) {
                (Some(x), Some(y)) => Ok(Cell::new(x, y)),
                _ => Err(RecordError::OffGrid { room: index, x, y }),
            }
        };
        let cells = self.cells.ok_or_else(|| missing("cells"))?;
        let cells = cells.into_iter().map(cell).collect::<Result<_, _>>()?;
        let shape = self.shape.map(|given| shape_of(&given, index)).transpose()?;
        Ok(RecordRoom { cells, kind, shape })
    }
}

/// The kind with this name; `-` and `_` are equivalent.
fn kind_named(given: &str) -> Result<RoomKind, RequestError> {
    given.replace('-', "_").parse().map_err(|_| {
        RequestError::unknown_name("kind of room", &cut(given, 40), RoomKind::VARIANTS.iter())
    })
}

/// The outline with this number, 1 to 12, or this name.
fn shape_of(given: &Value, room: usize) -> Result<Shape, RecordError> {
    let is_given = |shape: &&Shape| match given {
        Value::String(name) => name.eq_ignore_ascii_case(shape.name()),
        number => number.as_u64() == Some(shape.id().into()),
    };
    let shape = Shape::ALL.iter().find(is_given).copied();
    shape.ok_or_else(|| RecordError::Shape(room, cut(&given.to_string(), 40)))
}

impl FloorRecord {
    /// Reads a floor from JSON: an object with `rooms`, and optionally `doors` and `seed`.
    ///
    /// # Errors
    ///
    /// A [`LineFault`] that says what is wrong with it.
    pub fn from_json(text: &[u8]) -> Result<Self, LineFault> {
        let document: Document =
            serde_json::from_slice(text).map_err(|error| fault_of(text, &error))?;
        let rooms =
            document.rooms.ok_or_else(|| LineFault::NoKey("the floor".to_owned(), "rooms"))?;
        let rooms = rooms.into_iter().enumerate().map(|(index, room)| room.room(index));
        let mut record = Self::new(rooms.collect::<Result<_, _>>()?, document.doors.as_deref())?;
        record.seed = document.seed;
        Ok(record)
    }
}

/// The parser's error in terms of a file of floors.
fn fault_of(text: &[u8], error: &serde_json::Error) -> LineFault {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let reason = cut(message.strip_suffix(&place).unwrap_or(&message), 160);
    let column = error.column();
    let is_object = text.trim_ascii_start().starts_with(b"{");
    match error.classify() {
        Category::Data if !is_object => LineFault::NotAnObject,
        Category::Data => LineFault::Form(reason, column),
        Category::Eof => {
            let reason = format!("{reason}; a floor is one line, as --format jsonl writes it");
            LineFault::NotJson(reason, column)
        }
        // The parser calls it a fault of syntax that a number is too large, or that a list goes on.
        _ if serde_json::from_slice::<IgnoredAny>(text).is_ok() => {
            let reason = match &*reason {
                "number out of range" => "a number is too large",
                _ => "a cell, or a door, has more than two numbers",
            };
            LineFault::Form(reason.to_owned(), column)
        }
        _ => LineFault::NotJson(reason, column),
    }
}

/// The beginning of a text: an invalid value can be as long as a line.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Reads a floor from JSON, as [`FloorRecord::from_json`] does.
impl FromStr for FloorRecord {
    type Err = LineFault;

    fn from_str(text: &str) -> Result<Self, LineFault> {
        Self::from_json(text.as_bytes())
    }
}
