//! Binary STB, little endian, in three versions (L1).
//!
//! STB1 and STB2 begin with their name, STB0 with the number of rooms. STB0 has no
//! subtypes and no shapes. STB2 adds nine bytes to each room, after its number of spawns.

use basement_model::Shape;
use basement_rooms::{
    CatalogueRoom, Entity, FileRoom, Format, Interior, RoomFile, Spawn, TILES_HIGH, TILES_WIDE,
    WallDoor,
};

use crate::error::{Position, ReadError, ReadErrorKind, WriteError};
use crate::load::stage_number;

/// The fewest bytes that a room takes, in any version.
const LEAST_ROOM: usize = 4 + 4 + 1 + 2 + 4 + 1 + 1 + 1 + 2;
/// The bytes of a door.
const DOOR: usize = 2 + 2 + 1;
/// The fewest bytes that a spawn takes.
const LEAST_SPAWN: usize = 2 + 2 + 1;
/// The bytes of an entity.
const ENTITY: usize = 2 + 2 + 2 + 4;

/// L1: the rooms of an STB file.
pub(crate) fn read(name: &str, bytes: &[u8]) -> Result<RoomFile, ReadError> {
    let (format, at) = match bytes {
        [b'S', b'T', b'B', b'1', ..] => (Format::Stb1, 4),
        [b'S', b'T', b'B', b'2', ..] => (Format::Stb2, 4),
        [b'S', b'T', b'B', version, ..] => {
            let given = format!("STB{}", char::from(*version).escape_default());
            return Err(refused(0, ReadErrorKind::UnknownVersion { given }));
        }
        _ => (Format::Stb0, 0),
    };
    let mut source = Source { bytes, at };
    let stage = stage_number(name);
    let count = source.u32("the number of rooms")?;
    let count = source.count("rooms", count as usize, LEAST_ROOM)?;
    let mut rooms = Vec::with_capacity(count);
    for _ in 0..count {
        rooms.push(source.room(format, stage)?);
    }
    match source.left() {
        0 => Ok(RoomFile { name: name.to_owned(), stage, format, rooms, ..RoomFile::default() }),
        bytes => Err(refused(source.at, ReadErrorKind::TrailingBytes { bytes })),
    }
}

/// L1: the file in STB. [`left_out`](crate::left_out) lists what STB has no place for.
pub(crate) fn write(file: &RoomFile, format: Format) -> Result<Vec<u8>, WriteError> {
    let mut out = Vec::new();
    match format {
        Format::Stb1 => out.extend(b"STB1"),
        Format::Stb2 => out.extend(b"STB2"),
        Format::Stb0 | Format::Xml => {}
    }
    let target = Target { room: file.rooms.len(), name: "" };
    out.extend(target.count::<u32>("rooms", file.rooms.len(), u32::MAX as usize)?.to_le_bytes());
    for (number, FileRoom { room, interior }) in file.rooms.iter().enumerate() {
        Target { room: number, name: &interior.name }.room(room, interior, format, &mut out)?;
    }
    Ok(out)
}

/// The shape of a room in STB0, which gives only the size in tiles.
fn shape_of_size(width: u8, height: u8) -> Option<Shape> {
    [Shape::Single, Shape::Tall, Shape::Wide, Shape::Square].into_iter().find(|shape| {
        let size = (i16::from(shape.width()) * TILES_WIDE, i16::from(shape.height()) * TILES_HIGH);
        size == (i16::from(width), i16::from(height))
    })
}

const fn refused(at: usize, kind: ReadErrorKind) -> ReadError {
    ReadError { position: Position::Offset(at), kind }
}

/// A file that is being read.
struct Source<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Source<'_> {
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
    /// things of that size. So a false count reserves no memory.
    fn count(&self, what: &'static str, given: usize, size: usize) -> Result<usize, ReadError> {
        let most = self.left() / size;
        if given <= most {
            return Ok(given);
        }
        let (given, most) = (given as u64, most as u64);
        Err(refused(self.at, ReadErrorKind::CountTooLarge { what, given, most }))
    }

    fn room(&mut self, format: Format, stage: Option<u8>) -> Result<FileRoom, ReadError> {
        const WHAT: &str = "a room";
        let room_type = self.u32(WHAT)?.into();
        let variant = self.u32(WHAT)?;
        let subtype = if format == Format::Stb0 { 0 } else { self.u32(WHAT)? };
        let difficulty = self.u8(WHAT)?;
        let name = self.name()?;
        let weight = self.weight(WHAT)?;
        let sized_at = self.at;
        let [width, height] = self.take(WHAT)?;
        let shape = if format == Format::Stb0 {
            let shape = shape_of_size(width, height);
            shape.ok_or_else(|| refused(sized_at, ReadErrorKind::UnknownSize { width, height }))?
        } else {
            let at = self.at;
            let given = self.u8(WHAT)?;
            Shape::try_from(given)
                .map_err(|_| refused(at, ReadErrorKind::UnknownShape { given }))?
        };
        let doors = usize::from(self.u8(WHAT)?);
        let spawns = usize::from(self.u16(WHAT)?);
        let stb2 = if format == Format::Stb2 { Some(self.take(WHAT)?) } else { None };
        let doors = self.count("doors", doors, DOOR)?;
        let doors = (0..doors).map(|_| self.door()).collect::<Result<_, _>>()?;
        let spawns = self.count("spawns", spawns, LEAST_SPAWN)?;
        let spawns = (0..spawns).map(|_| self.spawn()).collect::<Result<_, _>>()?;
        let interior = Interior { name, width, height, doors, spawns, stb2, extras: Vec::new() };
        let doors = interior.door_slots(shape);
        let room =
            CatalogueRoom { stage, room_type, variant, subtype, difficulty, weight, shape, doors };
        Ok(FileRoom { room, interior })
    }

    fn name(&mut self) -> Result<String, ReadError> {
        let length = usize::from(self.u16("the length of a name")?);
        let Some(name) = self.bytes[self.at..].get(..length) else {
            return Err(refused(self.bytes.len(), ReadErrorKind::Truncated { what: "a name" }));
        };
        let text = std::str::from_utf8(name).map_err(|error| {
            refused(self.at + error.valid_up_to(), ReadErrorKind::NotUtf8 { what: "a name" })
        })?;
        self.at += length;
        Ok(text.to_owned())
    }

    fn door(&mut self) -> Result<WallDoor, ReadError> {
        const WHAT: &str = "a door";
        let (x, y) = (self.i16(WHAT)?, self.i16(WHAT)?);
        let at = self.at;
        let exists = match self.u8(WHAT)? {
            0 => false,
            1 => true,
            other => {
                return Err(refused(at, ReadErrorKind::InvalidFlag { given: other.to_string() }));
            }
        };
        Ok(WallDoor { x, y, exists })
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

/// The room that is being written, as errors name it.
struct Target<'a> {
    room: usize,
    name: &'a str,
}

impl Target<'_> {
    /// A count, in the integer type that the format stores it in.
    fn count<N: TryFrom<usize>>(
        &self,
        what: &'static str,
        given: usize,
        most: usize,
    ) -> Result<N, WriteError> {
        N::try_from(given).map_err(|_| WriteError::TooMany {
            room: self.room,
            name: self.name.to_owned(),
            what,
            given,
            most,
        })
    }

    fn only_later(&self, what: &'static str, given: u32) -> WriteError {
        WriteError::NotInStb0 { room: self.room, name: self.name.to_owned(), what, given }
    }

    fn room(
        &self,
        room: &CatalogueRoom,
        interior: &Interior,
        format: Format,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let (byte, word) = (usize::from(u8::MAX), usize::from(u16::MAX));
        out.extend(room.room_type.number().to_le_bytes());
        out.extend(room.variant.to_le_bytes());
        if format != Format::Stb0 {
            out.extend(room.subtype.to_le_bytes());
        } else if room.subtype != 0 {
            return Err(self.only_later("subtype", room.subtype));
        }
        out.push(room.difficulty);
        let name = interior.name.as_bytes();
        out.extend(self.count::<u16>("bytes of a name", name.len(), word)?.to_le_bytes());
        out.extend(name);
        out.extend(room.weight.to_le_bytes());
        out.extend([interior.width, interior.height]);
        if format != Format::Stb0 {
            out.push(room.shape.id());
        } else if shape_of_size(interior.width, interior.height) != Some(room.shape) {
            return Err(self.only_later("shape", room.shape.id().into()));
        }
        out.push(self.count("doors", interior.doors.len(), byte)?);
        out.extend(self.count::<u16>("spawns", interior.spawns.len(), word)?.to_le_bytes());
        if format == Format::Stb2 {
            out.extend(interior.stb2.unwrap_or_default());
        }
        for door in &interior.doors {
            out.extend(door.x.to_le_bytes());
            out.extend(door.y.to_le_bytes());
            out.push(door.exists.into());
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
            room: self.room,
            name: self.name.to_owned(),
            what,
            given,
            most: u16::MAX.into(),
        })
    }
}
