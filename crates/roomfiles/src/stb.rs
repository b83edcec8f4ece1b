//! Binary STB, little endian, in three versions (L1).
//!
//! STB1 and STB2 begin with their name, STB0 with the number of rooms. STB0 has no
//! subtypes and no shapes. STB2 adds nine bytes to each room, after its number of spawns.
//!
//! Bytes with a clear meaning that no tool would write, such as a name cut inside a character, are
//! kept as attributes and written again.

use basement_model::Shape;
use basement_rooms::{
    CatalogueRoom, Entity, Extra, ExtraOwner, FileRoom, Interior, RoomFile, RoomFileFormat, Spawn,
    TILES_HIGH, TILES_WIDE, WallDoor,
};

use crate::error::{Position, ReadError, ReadErrorKind, WriteError};
use crate::extras::{
    SHAPE, STB_DOOR, STB_NAME, STB_REST, attribute, attribute_of, from_hex, to_hex,
};
use crate::file_name::stage_of;
use crate::findings::FindingKind;
use crate::receiver::{Receiver, check_count};
use crate::room_label::RoomLabel;

/// The fewest bytes that a room takes, in any version.
const LEAST_ROOM: usize = 4 + 4 + 1 + 2 + 4 + 1 + 1 + 1 + 2;
/// The bytes of a door.
const DOOR: usize = 2 + 2 + 1;
/// The fewest bytes that a spawn takes.
const LEAST_SPAWN: usize = 2 + 2 + 1;
/// The bytes of an entity.
const ENTITY: usize = 2 + 2 + 2 + 4;

/// L1: reads an STB file. Passes its rooms to a receiver, and returns everything else.
pub(crate) fn read(
    name: &str,
    bytes: &[u8],
    receiver: &mut dyn Receiver,
) -> Result<RoomFile, ReadError> {
    let (format, at) = match bytes {
        [b'S', b'T', b'B', b'1', ..] => (RoomFileFormat::Stb1, 4),
        [b'S', b'T', b'B', b'2', ..] => (RoomFileFormat::Stb2, 4),
        [b'S', b'T', b'B', version, ..] => {
            let given = format!("STB{}", char::from(*version).escape_default());
            return Err(refused(0, ReadErrorKind::UnknownVersion { given }));
        }
        _ => (RoomFileFormat::Stb0, 0),
    };
    let stage = stage_of(name).ok();
    let mut file = RoomFile { name: name.to_owned(), stage, format, ..RoomFile::default() };
    let mut source = ByteReader { bytes, at, findings: Vec::new() };
    let count = source.u32("the number of rooms")?;
    let count = source.count("rooms", count as usize, LEAST_ROOM)?;
    for number in 0..count {
        check_count("rooms", number).map_err(|kind| refused(source.at, kind))?;
        let start = source.at;
        let room = source.room(format, stage);
        let room = room.map_err(|error| error.in_room(label(number, bytes, start, format)))?;
        receiver.room(room, std::mem::take(&mut source.findings));
    }
    if source.left() > 0 {
        receiver.file(FindingKind::TrailingBytes { bytes: source.left() });
        file.extras.push(attribute(ExtraOwner::Whole, STB_REST, &to_hex(&bytes[source.at..])));
    }
    Ok(file)
}

/// As much of a room's label as its first bytes give.
fn label(number: usize, bytes: &[u8], at: usize, format: RoomFileFormat) -> RoomLabel {
    const WHAT: &str = "a room";
    let mut label = RoomLabel::numbered(number);
    let mut source = ByteReader { bytes, at, findings: Vec::new() };
    if let (Ok(room_type), Ok(variant)) = (source.u32(WHAT), source.u32(WHAT)) {
        label.type_and_variant = Some((room_type, variant));
        let rest = if format == RoomFileFormat::Stb0 { 1 } else { 5 };
        if (0..rest).all(|_| source.u8(WHAT).is_ok()) {
            label.name = source.name().ok().map(|(name, _)| name);
        }
    }
    label
}

/// L1: the file in STB. [`left_out`](crate::left_out) lists what STB has no place for.
pub(crate) fn write(file: &RoomFile, format: RoomFileFormat) -> Result<Vec<u8>, WriteError> {
    let mut out = Vec::new();
    match format {
        RoomFileFormat::Stb1 => out.extend(b"STB1"),
        RoomFileFormat::Stb2 => out.extend(b"STB2"),
        RoomFileFormat::Stb0 | RoomFileFormat::Xml => {}
    }
    out.extend((file.rooms.len() as u32).to_le_bytes());
    for (number, room) in file.rooms.iter().enumerate() {
        Target { number, room }.write(format, &mut out)?;
    }
    let rest = attribute_of(&file.extras, ExtraOwner::Whole, STB_REST);
    out.extend(rest.and_then(from_hex).unwrap_or_default());
    Ok(out)
}

/// The shape of a room of which only the size in tiles is known.
pub(crate) fn shape_of_size((width, height): (u8, u8)) -> Option<Shape> {
    [Shape::Single, Shape::Tall, Shape::Wide, Shape::Square].into_iter().find(|shape| {
        let size = (i16::from(shape.width()) * TILES_WIDE, i16::from(shape.height()) * TILES_HIGH);
        size == (i16::from(width), i16::from(height))
    })
}

const fn refused(at: usize, kind: ReadErrorKind) -> ReadError {
    ReadError { position: Position::Offset(at), room: None, kind }
}

/// A file that is being read.
struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// What is odd about the room that is being read.
    findings: Vec<FindingKind>,
}

impl<'a> ByteReader<'a> {
    const fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn take<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], ReadError> {
        let taken = self.bytes[self.at..].first_chunk::<N>().copied();
        let taken =
            taken.ok_or_else(|| refused(self.bytes.len(), ReadErrorKind::Truncated { what }))?;
        self.at += N;
        Ok(taken)
    }

    fn u8(&mut self, what: &'static str) -> Result<u8, ReadError> {
        self.take::<1>(what).map(|[byte]| byte)
    }

    fn u16(&mut self, what: &'static str) -> Result<u16, ReadError> {
        self.take(what).map(u16::from_le_bytes)
    }

    fn i16(&mut self, what: &'static str) -> Result<i16, ReadError> {
        self.take(what).map(i16::from_le_bytes)
    }

    fn u32(&mut self, what: &'static str) -> Result<u32, ReadError> {
        self.take(what).map(u32::from_le_bytes)
    }

    fn weight(&mut self, what: &'static str) -> Result<f32, ReadError> {
        let at = self.at;
        let weight = self.take(what).map(f32::from_le_bytes)?;
        if weight.is_finite() && weight >= 0.0 {
            Ok(weight)
        } else {
            Err(refused(at, ReadErrorKind::InvalidWeight { given: weight.to_string() }))
        }
    }

    /// Checks a count that the file claims: the bytes that follow must have space for that many
    /// things of that size. This way, a wrong count reserves no memory.
    fn count(&self, what: &'static str, given: usize, size: usize) -> Result<usize, ReadError> {
        let most = self.left() / size;
        if given <= most {
            return Ok(given);
        }
        let (given, most) = (given as u64, most as u64);
        Err(refused(self.at, ReadErrorKind::CountTooLarge { what, given, most }))
    }

    fn room(&mut self, format: RoomFileFormat, stage: Option<u8>) -> Result<FileRoom, ReadError> {
        const WHAT: &str = "a room";
        let mut extras = Vec::new();
        let room_type = self.u32(WHAT)?.into();
        let variant = self.u32(WHAT)?;
        let subtype = if format == RoomFileFormat::Stb0 { 0 } else { self.u32(WHAT)? };
        let difficulty = self.u8(WHAT)?;
        let (name, written) = self.name()?;
        if let Some(written) = written {
            self.findings.push(FindingKind::NameNotUtf8);
            extras.push(attribute(ExtraOwner::Whole, STB_NAME, &to_hex(written)));
        }
        let weight = self.weight(WHAT)?;
        let [width, height] = self.take(WHAT)?;
        let shape = self.shape(format, (width, height), &mut extras)?;
        let doors = usize::from(self.u8(WHAT)?);
        let spawns = usize::from(self.u16(WHAT)?);
        let stb2 = if format == RoomFileFormat::Stb2 { Some(self.take(WHAT)?) } else { None };
        let count = self.count("doors", doors, DOOR)?;
        let mut doors = Vec::with_capacity(count);
        for number in 0..count {
            doors.push(self.door(number as u32, &mut extras)?);
        }
        let spawns = self.count("spawns", spawns, LEAST_SPAWN)?;
        let spawns = (0..spawns).map(|_| self.spawn()).collect::<Result<_, _>>()?;
        let interior = Interior { name, width, height, doors, spawns, stb2, extras };
        let doors = interior.door_slots(shape);
        let room =
            CatalogueRoom { stage, room_type, variant, subtype, difficulty, weight, shape, doors };
        Ok(FileRoom { room, interior })
    }

    /// The shape of a room. Without one, its size decides; the last resort is a single cell.
    fn shape(
        &mut self,
        format: RoomFileFormat,
        size: (u8, u8),
        extras: &mut Vec<Extra>,
    ) -> Result<Shape, ReadError> {
        let by_size = shape_of_size(size);
        let given = if format == RoomFileFormat::Stb0 {
            if let Some(shape) = by_size {
                return Ok(shape);
            }
            format!("{}x{}", size.0, size.1)
        } else {
            let at = self.at;
            let given = self.u8("a room")?;
            if given != 0 {
                let kind = ReadErrorKind::UnknownShape { given: given.into() };
                return Shape::try_from(given).map_err(|_| refused(at, kind));
            }
            extras.push(attribute(ExtraOwner::Whole, SHAPE, "0"));
            "0".to_owned()
        };
        let shape = by_size.unwrap_or(Shape::Single);
        let has_size = by_size.is_some();
        self.findings.push(FindingKind::Shape { given, read_as: shape.to_string(), has_size });
        Ok(shape)
    }

    /// A name, and its bytes if they are not UTF-8.
    fn name(&mut self) -> Result<(String, Option<&'a [u8]>), ReadError> {
        let length = usize::from(self.u16("the length of a name")?);
        let bytes: &'a [u8] = self.bytes;
        let Some(name) = bytes[self.at..].get(..length) else {
            return Err(refused(bytes.len(), ReadErrorKind::Truncated { what: "a name" }));
        };
        self.at += length;
        let text = String::from_utf8_lossy(name);
        let is_utf8 = matches!(text, std::borrow::Cow::Borrowed(_));
        Ok((text.into_owned(), (!is_utf8).then_some(name)))
    }

    /// A door. Any flag except 0 means that it exists.
    fn door(&mut self, number: u32, extras: &mut Vec<Extra>) -> Result<WallDoor, ReadError> {
        const WHAT: &str = "a door";
        let (x, y) = (self.i16(WHAT)?, self.i16(WHAT)?);
        let flag = self.u8(WHAT)?;
        if flag > 1 {
            let given = flag.to_string();
            extras.push(attribute(ExtraOwner::Door(number), STB_DOOR, &given));
            FindingKind::DoorFlag { given, read_as: true, count: 1 }.add_to(&mut self.findings);
        }
        Ok(WallDoor { x, y, exists: flag != 0 })
    }

    fn spawn(&mut self) -> Result<Spawn, ReadError> {
        const WHAT: &str = "a spawn";
        let (x, y) = (self.i16(WHAT)?, self.i16(WHAT)?);
        let entities = usize::from(self.u8(WHAT)?);
        let entities = self.count("entities", entities, ENTITY)?;
        let entities = (0..entities).map(|_| self.entity()).collect::<Result<_, _>>()?;
        Ok(Spawn { x, y, entities })
    }

    fn entity(&mut self) -> Result<Entity, ReadError> {
        const WHAT: &str = "an entity";
        Ok(Entity {
            entity_type: self.u16(WHAT)?.into(),
            variant: self.u16(WHAT)?.into(),
            subtype: self.u16(WHAT)?.into(),
            weight: self.weight(WHAT)?,
        })
    }
}

/// The room that is being written.
struct Target<'a> {
    number: usize,
    room: &'a FileRoom,
}

impl Target<'_> {
    fn label(&self) -> RoomLabel {
        RoomLabel::of(self.number, self.room)
    }

    /// A count, in the integer type that the format stores it in.
    fn count<N: TryFrom<usize>>(
        &self,
        what: &'static str,
        given: usize,
        most: usize,
    ) -> Result<N, WriteError> {
        N::try_from(given).map_err(|_| WriteError::TooMany {
            room: self.label(),
            what,
            given,
            most,
        })
    }

    fn only_later(&self, what: &'static str, given: u32) -> WriteError {
        WriteError::NotInStb0 { room: self.label(), what, given }
    }

    /// The value of an attribute that the room keeps.
    fn kept(&self, owner: ExtraOwner, name: &str) -> Option<&str> {
        attribute_of(&self.room.interior.extras, owner, name)
    }

    fn write(&self, format: RoomFileFormat, out: &mut Vec<u8>) -> Result<(), WriteError> {
        let FileRoom { room, interior } = self.room;
        let (byte, word) = (usize::from(u8::MAX), usize::from(u16::MAX));
        out.extend(room.room_type.number().to_le_bytes());
        out.extend(room.variant.to_le_bytes());
        if format != RoomFileFormat::Stb0 {
            out.extend(room.subtype.to_le_bytes());
        } else if room.subtype != 0 {
            return Err(self.only_later("subtype", room.subtype));
        }
        out.push(room.difficulty);
        let written = self.kept(ExtraOwner::Whole, STB_NAME).and_then(from_hex);
        let name = written.filter(|bytes| String::from_utf8_lossy(bytes) == interior.name);
        let name = name.unwrap_or_else(|| interior.name.clone().into_bytes());
        out.extend(self.count::<u16>("bytes of a name", name.len(), word)?.to_le_bytes());
        out.extend(name);
        out.extend(room.weight.to_le_bytes());
        out.extend([interior.width, interior.height]);
        let by_size = shape_of_size((interior.width, interior.height)).unwrap_or(Shape::Single);
        if format != RoomFileFormat::Stb0 {
            let is_kept = self.kept(ExtraOwner::Whole, SHAPE).is_some() && by_size == room.shape;
            out.push(if is_kept { 0 } else { room.shape.id() });
        } else if by_size != room.shape {
            return Err(self.only_later("shape", room.shape.id().into()));
        }
        out.push(self.count("doors", interior.doors.len(), byte)?);
        out.extend(self.count::<u16>("spawns", interior.spawns.len(), word)?.to_le_bytes());
        if format == RoomFileFormat::Stb2 {
            out.extend(interior.stb2.unwrap_or_default());
        }
        for (number, door) in (0..).zip(&interior.doors) {
            out.extend(door.x.to_le_bytes());
            out.extend(door.y.to_le_bytes());
            let flag = self.kept(ExtraOwner::Door(number), STB_DOOR);
            let flag = flag.and_then(|flag| flag.parse::<u8>().ok()).filter(|flag| *flag > 1);
            out.push(flag.filter(|_| door.exists).unwrap_or(door.exists.into()));
        }
        for spawn in &interior.spawns {
            out.extend(spawn.x.to_le_bytes());
            out.extend(spawn.y.to_le_bytes());
            out.push(self.count("entities", spawn.entities.len(), byte)?);
            for entity in &spawn.entities {
                for (what, number) in [
                    ("entity type", entity.entity_type),
                    ("entity variant", entity.variant),
                    ("entity subtype", entity.subtype),
                ] {
                    out.extend(self.number(what, number)?.to_le_bytes());
                }
                out.extend(entity.weight.to_le_bytes());
            }
        }
        Ok(())
    }

    fn number(&self, what: &'static str, given: u32) -> Result<u16, WriteError> {
        u16::try_from(given).map_err(|_| WriteError::TooLarge {
            room: self.label(),
            what,
            given,
            most: u16::MAX.into(),
        })
    }
}
