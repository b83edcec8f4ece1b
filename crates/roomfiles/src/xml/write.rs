//! Writing XML as the community's tools do: one element per line, indented by tabs.

use std::fmt::Write;

use basement_model::Shape;
use basement_rooms::{
    CatalogueRoom, Extra, ExtraContent, ExtraOwner, FileRoom, Interior, RoomFile,
};

use super::{is_allowed, weight_text};
use crate::error::WriteError;
use crate::extras::{SHAPE, STB2, to_hex};
use crate::room_label::RoomLabel;
use crate::stb::shape_of_size;

/// L1: the file in XML.
pub(crate) fn write(file: &RoomFile) -> Result<Vec<u8>, WriteError> {
    let root = file.root.as_deref().unwrap_or("rooms");
    let mut out = Lines { text: "<?xml version=\"1.0\" ?>\n".to_owned() };
    let extras = Extras::new(&file.extras);
    out.open(0, root, &[], &extras, ExtraOwner::Whole, false);
    for raw in extras.markups(ExtraOwner::Whole) {
        out.line(1, raw);
    }
    for (number, room) in file.rooms.iter().enumerate() {
        let name = &room.interior.name;
        if let Some(given) = name.chars().find(|given| !is_allowed(*given)) {
            let room = RoomLabel::of(number, room);
            return Err(WriteError::InvalidCharacter { room, given });
        }
        out.room(room);
    }
    out.close(0, root);
    Ok(out.text.into_bytes())
}

/// The extras of a file or a room, found by their owner.
struct Extras<'a>(Vec<&'a Extra>);

impl<'a> Extras<'a> {
    fn new(extras: &'a [Extra]) -> Self {
        let mut sorted: Vec<&Extra> = extras.iter().collect();
        sorted.sort_by_key(|extra| extra.owner);
        Self(sorted)
    }

    fn get(&self, owner: ExtraOwner) -> impl Iterator<Item = &'a ExtraContent> {
        let first = self.0.partition_point(|extra| extra.owner < owner);
        let of_owner = self.0[first..].iter().copied();
        of_owner.take_while(move |extra| extra.owner == owner).map(|extra| &extra.content)
    }

    fn attributes(&self, owner: ExtraOwner) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.get(owner).filter_map(|content| match content {
            ExtraContent::Attribute { name, value } => Some((&**name, &**value)),
            ExtraContent::Markup(_) => None,
        })
    }

    fn markups(&self, owner: ExtraOwner) -> impl Iterator<Item = &'a str> {
        self.get(owner).filter_map(|content| match content {
            ExtraContent::Markup(raw) => Some(&**raw),
            ExtraContent::Attribute { .. } => None,
        })
    }

    /// A weight in the digits of the file that it came from, unless it has changed since.
    fn weight(&self, owner: ExtraOwner, weight: f32) -> String {
        let digits = self.attributes(owner).find(|(name, value)| {
            *name == "weight" && value.parse().is_ok_and(|digits: f32| digits == weight)
        });
        digits.map_or_else(|| weight_text(weight), |(_, value)| value.to_owned())
    }

    /// The shape as given in the file that it came from, unless it has changed since.
    fn shape(&self, room: &CatalogueRoom, interior: &Interior) -> String {
        let by_size = shape_of_size((interior.width, interior.height)).unwrap_or(Shape::Single);
        let kept = self.attributes(ExtraOwner::Whole).find(|(name, _)| *name == SHAPE);
        let kept = kept.filter(|_| by_size == room.shape);
        kept.map_or_else(|| room.shape.id().to_string(), |(_, value)| value.to_owned())
    }
}

/// The lines written so far.
struct Lines {
    text: String,
}

/// An attribute's name and value.
type Field<'a> = (&'a str, String);

impl Lines {
    fn indent(&mut self, depth: usize) {
        self.text.extend(std::iter::repeat_n('\t', depth));
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.indent(depth);
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// A start tag with its fields and its extra attributes.
    fn open(
        &mut self,
        depth: usize,
        name: &str,
        fields: &[Field<'_>],
        extras: &Extras<'_>,
        owner: ExtraOwner,
        is_empty: bool,
    ) {
        self.indent(depth);
        let _ = write!(self.text, "<{name}");
        for (name, value) in fields {
            self.field(name, value);
        }
        for (name, value) in extras.attributes(owner) {
            if fields.iter().all(|(known, _)| *known != name) {
                self.field(name, value);
            }
        }
        self.text.push_str(if is_empty { "/>\n" } else { ">\n" });
    }

    fn close(&mut self, depth: usize, name: &str) {
        self.line(depth, &format!("</{name}>"));
    }

    fn field(&mut self, name: &str, value: &str) {
        let _ = write!(self.text, " {name}=\"");
        for character in value.chars() {
            match character {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                // Unescaped, a reader turns each of these into a space.
                '\t' | '\n' | '\r' => {
                    let _ = write!(self.text, "&#{};", u32::from(character));
                }
                other => self.text.push(other),
            }
        }
        self.text.push('"');
    }

    /// An element, with its extra markup and with what `inside` writes.
    fn element(
        &mut self,
        depth: usize,
        name: &str,
        fields: &[Field<'_>],
        extras: &Extras<'_>,
        owner: ExtraOwner,
        inside: Option<&dyn Fn(&mut Self)>,
    ) {
        let is_empty = inside.is_none() && extras.markups(owner).next().is_none();
        self.open(depth, name, fields, extras, owner, is_empty);
        if is_empty {
            return;
        }
        for raw in extras.markups(owner) {
            self.line(depth + 1, raw);
        }
        if let Some(inside) = inside {
            inside(self);
        }
        self.close(depth, name);
    }

    fn room(&mut self, room: &FileRoom) {
        let FileRoom { room, interior } = room;
        let extras = Extras::new(&interior.extras);
        let mut fields = vec![
            ("variant", room.variant.to_string()),
            ("name", interior.name.clone()),
            ("type", room.room_type.number().to_string()),
            ("subtype", room.subtype.to_string()),
            (SHAPE, extras.shape(room, interior)),
            ("width", interior.width.to_string()),
            ("height", interior.height.to_string()),
            ("difficulty", room.difficulty.to_string()),
            ("weight", extras.weight(ExtraOwner::Whole, room.weight)),
        ];
        if let Some(bytes) = interior.stb2 {
            fields.push((STB2, to_hex(&bytes)));
        }
        self.element(
            1,
            "room",
            &fields,
            &extras,
            ExtraOwner::Whole,
            Some(&|out| {
                for (number, door) in (0..).zip(&interior.doors) {
                    let exists = if door.exists { "True" } else { "False" };
                    let fields = [
                        ("exists", exists.to_owned()),
                        ("x", door.x.to_string()),
                        ("y", door.y.to_string()),
                    ];
                    out.element(2, "door", &fields, &extras, ExtraOwner::Door(number), None);
                }
                for (number, spawn) in (0..).zip(&interior.spawns) {
                    let fields = [("x", spawn.x.to_string()), ("y", spawn.y.to_string())];
                    let inside = |out: &mut Self| {
                        for (entity_number, entity) in (0..).zip(&spawn.entities) {
                            let owner = ExtraOwner::Entity(number, entity_number);
                            let fields = [
                                ("type", entity.entity_type.to_string()),
                                ("variant", entity.variant.to_string()),
                                ("subtype", entity.subtype.to_string()),
                                ("weight", extras.weight(owner, entity.weight)),
                            ];
                            out.element(3, "entity", &fields, &extras, owner, None);
                        }
                    };
                    let inside: Option<&dyn Fn(&mut Self)> =
                        if spawn.entities.is_empty() { None } else { Some(&inside) };
                    out.element(2, "spawn", &fields, &extras, ExtraOwner::Spawn(number), inside);
                }
            }),
        );
    }
}
