//! Files that are refused: where, and why. Each reason once, and a file cut at every place.

use basement_roomfiles::{ReadError, WriteError, parse, write};
use basement_rooms::{Entity, RoomFileFormat, Spawn, WallDoor};

const STB1: &[u8] = include_bytes!("../fixtures/stb1/01.basement.stb");
const STB2: &[u8] = include_bytes!("../fixtures/stb2/01.basement.stb");
const STB0: &[u8] = include_bytes!("../fixtures/stb0/01.basement.stb");
const XML: &[u8] = include_bytes!("../fixtures/14.sheol.xml");

fn stb(bytes: &[u8]) -> Result<(), ReadError> {
    parse("01.stb", bytes).map(drop)
}

fn xml(text: &str) -> Result<(), ReadError> {
    parse("01.xml", text.as_bytes()).map(drop)
}

/// STB1 with bytes replaced at an offset.
fn patched(offset: usize, with: &[u8]) -> Vec<u8> {
    let mut bytes = STB1.to_vec();
    bytes[offset..offset + with.len()].copy_from_slice(with);
    bytes
}

/// Offsets in STB1's first room, whose name has five bytes.
const NAME: usize = 8 + 15;
const WEIGHT: usize = NAME + 5;
const SHAPE: usize = WEIGHT + 6;
const DOORS: usize = SHAPE + 1;
const FIRST_DOOR: usize = DOORS + 3;
const ENTITY: usize = FIRST_DOOR + 4 * 5 + 5;

#[test]
fn a_binary_file_is_refused_with_the_offset_and_the_reason() {
    for (bytes, expected) in [
        (vec![], "offset 0: the file ends inside the number of rooms: it is cut short".to_owned()),
        (
            patched(4, &[255; 4]),
            "offset 8: the file claims 4294967295 rooms, but the rest has space for only"
                .to_owned(),
        ),
        (
            patched(NAME - 2, &[255, 255]),
            format!("offset {}, room 0, 5.1010: the file ends inside a name", STB1.len()),
        ),
        (
            patched(WEIGHT, &f32::NAN.to_le_bytes()),
            format!("offset {WEIGHT}, room 0, 5.1010 `Arena`: `NaN` is not a weight"),
        ),
        (
            patched(WEIGHT, &f32::INFINITY.to_le_bytes()),
            format!("offset {WEIGHT}, room 0, 5.1010 `Arena`: `inf` is not a weight"),
        ),
        (
            patched(WEIGHT, &(-1.0_f32).to_le_bytes()),
            format!("offset {WEIGHT}, room 0, 5.1010 `Arena`: `-1` is not a weight"),
        ),
        (
            patched(ENTITY + 6, &f32::NAN.to_le_bytes()),
            format!("offset {}, room 0, 5.1010 `Arena`: `NaN` is not a weight", ENTITY + 6),
        ),
        (
            patched(SHAPE, &[13]),
            format!(
                "offset {SHAPE}, room 0, 5.1010 `Arena`: there is no shape 13: shapes are numbered 1 to 12"
            ),
        ),
        (patched(DOORS + 1, &[255, 255]), "the file claims 65535 spawns, but".to_owned()),
        (patched(ENTITY - 1, &[255]), "the file claims 255 entities, but".to_owned()),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n".to_vec(),
            "line 1: this is not a room file but a Git LFS pointer: run `git lfs pull`".to_owned(),
        ),
        (b"STB3\0\0\0\0".to_vec(), "offset 0: `STB3` is not a known version".to_owned()),
        (b"STB\xFF\0\0\0\0".to_vec(), "offset 0: `STB\\u{ff}` is not a known version".to_owned()),
    ] {
        let error = stb(&bytes).unwrap_err().to_string();
        assert!(error.contains(&expected), "{error}\n{expected}");
    }
    assert!(stb(&patched(WEIGHT, &[0; 4])).is_ok(), "a weight of 0 is one");
}

#[test]
fn a_binary_file_that_is_cut_anywhere_is_refused() {
    for bytes in [STB0, STB1, STB2] {
        for end in 0..bytes.len() {
            let error = stb(&bytes[..end]).unwrap_err().to_string();
            assert!(error.contains("cut short"), "cut at {end}: {error}");
        }
    }
}

#[test]
fn an_xml_file_is_refused_with_the_line_and_the_reason() {
    let room = |attributes: &str| {
        format!("<rooms>\n\n<room type='1' variant='1' shape='1' {attributes}/></rooms>")
    };
    let inside = |text: &str| {
        format!("<rooms>\n<room type='1' variant='1' shape='1'>\n{text}\n</room></rooms>")
    };
    for (text, expected) in [
        (
            room("weight='NaN'"),
            "line 3, room 0, 1.1: `NaN` is not a weight: a weight is a number from 0 to 3.4e38",
        ),
        (room("weight='-0.5'"), "line 3, room 0, 1.1: `-0.5` is not a weight"),
        (room("weight='inf'"), "line 3, room 0, 1.1: `inf` is not a weight"),
        (room("weight='1e39'"), "line 3, room 0, 1.1: `1e39` is not a weight"),
        (room("weight='1,0'"), "line 3, room 0, 1.1: `1,0` is not a weight"),
        (
            room("difficulty='256'"),
            "line 3, room 0, 1.1: `256` is not a valid difficulty: give a whole number from 0 to 255",
        ),
        (
            room("subtype='-1'"),
            "line 3, room 0, 1.1: `-1` is not a valid subtype: give a whole number from 0 to 4294967295",
        ),
        (room("width='wide'"), "line 3, room 0, 1.1: `wide` is not a valid width"),
        (room("type='2'"), "line 3, room 0, 1.1: the attribute `type` is there twice"),
        (room("a='' b='' a=''"), "line 3, room 0, 1.1: the attribute `a` is there twice"),
        (
            room("name='&#1;'"),
            "line 3, room 0, 1.1 `\\u{1}`: the character U+0001 is not allowed in XML",
        ),
        (room("name='\u{7}'"), "line 3: the character U+0007 is not allowed in XML"),
        (format!("\u{FEFF}\u{FEFF}{}", room("")), "line 1: this is not well-formed XML"),
        (room("name='&what;'"), "line 3, room 0, 1.1: this is not well-formed XML"),
        (room("name=plain"), "line 3, room 0, 1.1: this is not well-formed XML"),
        (room("").replace("shape='1'", "shape='13'"), "line 3, room 0, 1.1: there is no shape 13"),
        (
            room("").replace("shape='1'", "shape='0x1'"),
            "line 3, room 0, 1.1: `0x1` is not a valid shape: give a whole number from 1 to 12",
        ),
        (
            inside("<door x='32768' y='3'/>"),
            "line 3, room 0, 1.1: `32768` is not a valid x: give a whole number from -32768 to 32767",
        ),
        (inside("<door y='3'/>"), "line 3, room 0, 1.1: <door> lacks its x"),
        (inside("<door x='' y='3'/>"), "line 3, room 0, 1.1: <door> lacks its x"),
        (inside("<entity type='1'/>"), "line 3, room 0, 1.1: <entity> cannot be inside <room>"),
        (
            inside("<spawn x='1' y='1'><room/></spawn>"),
            "line 3, room 0, 1.1: <room> cannot be inside <spawn>",
        ),
        (
            room("name='&#x9b;31m' weight='-1'").replace("variant='1'", "variant='24'"),
            "line 3, room 0, 1.24 `\\u{9b}31m`: `-1` is not a weight",
        ),
        (room("subtype='\u{9b}0m'"), "`\\u{9b}0m` is not a valid subtype"),
        (inside("<door x='1' y='1'>"), "line 4, room 0, 1.1: this is not well-formed XML"),
        (
            "<rooms>\n<room type='1' variant='1' shape='1'>\n".to_owned(),
            "line 3, room 0, 1.1: the file ends inside an element: it is cut short",
        ),
        ("<?xml version='1.0'?>\n".to_owned(), "line 2: the file ends inside its heading"),
        ("<rooms/>\n<rooms/>".to_owned(), "line 2: this is not well-formed XML: a second root"),
        ("rooms".to_owned(), "line 1: the file ends inside its heading"),
        (
            "<rooms://>".to_owned(),
            "line 1: this is not well-formed XML: the root element has no valid name",
        ),
        ("</rooms>".to_owned(), "line 1: this is not well-formed XML"),
        (
            "<rooms><?xml version='1.0'?></rooms>".to_owned(),
            "line 1: this is not well-formed XML: a heading",
        ),
    ] {
        let error = xml(&text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}\n{expected}\n{text}");
    }
    let error = parse("01.xml", b"<rooms>\n<!-- \xFF --></rooms>").unwrap_err().to_string();
    assert!(error.starts_with("line 2: the file is not UTF-8: save it as UTF-8"), "{error}");
}

#[test]
fn an_xml_file_that_is_cut_anywhere_is_refused() {
    let end = XML.trim_ascii_end().len();
    // The first three bytes are a mark that a blank file may have, too.
    for end in 4..end {
        assert!(parse("14.xml", &XML[..end]).is_err(), "cut at {end}");
    }
}

#[test]
fn rooms_that_a_format_cannot_hold_are_not_written() {
    let file = parse("01.stb", STB1).unwrap();
    let door = WallDoor { x: 0, y: 0, exists: true };
    let entity = Entity { entity_type: 70_000, variant: 0, subtype: 0, weight: 1.0 };
    let spawn = Spawn { x: 0, y: 0, entities: vec![entity] };

    let mut many = file.clone();
    many.rooms[1].interior.doors = vec![door; 256];
    let error = write(&many, RoomFileFormat::Stb1).unwrap_err();
    assert!(matches!(error, WriteError::TooMany { given: 256, most: 255, .. }));
    assert!(
        error.to_string().contains("room 1, 1.7 `Große Höhle ☠`: 256 doors are too many for STB"),
        "{error}"
    );

    let mut named = file.clone();
    named.rooms[0].interior.name = "x".repeat(65_536);
    let error = write(&named, RoomFileFormat::Stb2).unwrap_err();
    assert!(matches!(error, WriteError::TooMany { what: "bytes of a name", .. }));

    let mut large = file.clone();
    large.rooms[0].interior.spawns = vec![spawn];
    let error = write(&large, RoomFileFormat::Stb1).unwrap_err();
    assert!(error.to_string().contains("entity type 70000 is too large for STB"), "{error}");
    assert!(write(&large, RoomFileFormat::Xml).is_ok());

    let error = write(&file, RoomFileFormat::Stb0).unwrap_err();
    assert!(error.to_string().contains("STB0 knows no shape 9; write STB1"), "{error}");

    let mut control = file;
    control.rooms[2].interior.name = "bell \u{7}".to_owned();
    let error = write(&control, RoomFileFormat::Xml).unwrap_err();
    assert!(matches!(error, WriteError::InvalidCharacter { given: '\u{7}', .. }));
    assert!(write(&control, RoomFileFormat::Stb1).is_ok());
}
