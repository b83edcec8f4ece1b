//! Files that no tool should write, but whose meaning is clear: how they are read, what is reported
//! about them, and that they are written back unchanged.

use basement_model::{DoorSlots, Shape};
use basement_roomfiles::{FindingKind, Severity, check, left_out, parse, write};
use basement_rooms::{Catalogue, FileRoom, RoomFile, RoomFileFormat, RoomType};

const STB1: &[u8] = include_bytes!("../fixtures/stb1/01.basement.stb");
const STB0: &[u8] = include_bytes!("../fixtures/stb0/01.basement.stb");

/// Offsets in STB1's first room, whose name has five bytes.
const NAME: usize = 8 + 15;
const SHAPE: usize = NAME + 5 + 6;
const FIRST_DOOR: usize = SHAPE + 4;

/// STB1 with bytes replaced at an offset.
fn patched(offset: usize, with: &[u8]) -> Vec<u8> {
    let mut bytes = STB1.to_vec();
    bytes[offset..offset + with.len()].copy_from_slice(with);
    bytes
}

/// Everything that is reported about a file.
fn told(name: &str, bytes: &[u8]) -> Vec<String> {
    let mut told = Vec::new();
    let report = &mut |finding: basement_roomfiles::Finding| told.push(finding.to_string());
    check(name, bytes, report).unwrap();
    told
}

/// The room of an XML file with these attributes and content, and what is reported about it.
fn xml_room(attributes: &str, content: &str) -> (FileRoom, Vec<String>) {
    let text = format!("<rooms><room {attributes}>{content}</room></rooms>");
    let file = parse("14.sheol.xml", text.as_bytes()).unwrap();
    let again = write(&file, RoomFileFormat::Xml).unwrap();
    assert_eq!(parse("14.sheol.xml", &again).unwrap(), file, "{attributes} {content}");
    (file.rooms[0].clone(), told("14.sheol.xml", text.as_bytes()))
}

const WHOLE: &str =
    "type='1' variant='1' subtype='0' difficulty='5' weight='1' name='a' width='13' height='7'";
const DOOR: &str = "<door exists='True' x='-1' y='3'/><door exists='False' x='13' y='3'/>\
                    <door exists='False' x='6' y='-1'/><door exists='False' x='6' y='7'/>";

/// A binary file is written back byte by byte, even by way of XML.
pub(crate) fn assert_comes_back(bytes: &[u8]) -> RoomFile {
    let file = parse("01.basement.stb", bytes).unwrap();
    assert_eq!(write(&file, file.format).unwrap(), bytes);
    assert!(left_out(&file, file.format).is_empty(), "{:?}", left_out(&file, file.format));
    let text = write(&file, RoomFileFormat::Xml).unwrap();
    let again = parse("01.basement.xml", &text).unwrap();
    assert_eq!(write(&again, file.format).unwrap(), bytes, "{}", String::from_utf8_lossy(&text));
    file
}

#[test]
fn a_door_without_the_exists_attribute_is_closed() {
    for (exists, is_open, is_odd) in [
        ("", false, true),
        ("exists='True'", true, false),
        ("exists=' true '", true, false),
        ("exists='1'", true, false),
        ("exists='0'", false, false),
        ("exists='yes'", true, true),
        ("exists='Yup'", true, true),
        ("exists='t'", true, true),
        ("exists='no'", false, true),
        ("exists=''", false, true),
        ("exists='2'", false, true),
    ] {
        let door = format!("<door {exists} x='-1' y='3'/>");
        let (room, told) = xml_room(&format!("{WHOLE} shape='1'"), &door);
        assert_eq!(room.interior.doors[0].exists, is_open, "{exists}");
        assert_eq!(!room.room.doors.is_empty(), is_open, "{exists}");
        let is_said = |finding: &String| finding.contains("exists");
        let says = told.iter().any(is_said);
        assert_eq!(says, is_odd, "{exists}: {told:?}");
    }
    let (_, told) = xml_room(&format!("{WHOLE} shape='1'"), &DOOR.replace("exists='False'", ""));
    let expected = "room 0, 1.1 `a`: <door> lacks its exists, which was read as closed (3 times)";
    assert_eq!(told, [expected]);
}

#[test]
fn a_door_byte_above_1_counts_as_a_door_and_round_trips() {
    let bytes = patched(FIRST_DOOR + 4, &[7]);
    let file = assert_comes_back(&bytes);
    assert!(file.rooms[0].interior.doors[0].exists);
    let told = told("01.basement.stb", &bytes);
    assert!(
        told.contains(&"room 0, 5.1010 `Arena`: a door with exists=`7` was read as open".into()),
        "{told:?}"
    );
    // What was changed after reading is written as it is now.
    let mut closed = file;
    closed.rooms[0].interior.doors[0].exists = false;
    assert_eq!(write(&closed, RoomFileFormat::Stb1).unwrap(), patched(FIRST_DOOR + 4, &[0]));
}

#[test]
fn an_invalid_shape_follows_from_the_size_and_is_written_unchanged() {
    for given in ["", "shape=''", "shape=' '", "shape='0'", "shape='-2'"] {
        for (size, shape) in [
            ("width='26' height='14'", Shape::Square),
            ("width='13' height='14'", Shape::Tall),
            ("width='5' height='5'", Shape::Single),
            ("", Shape::Single),
        ] {
            let attributes = format!("type='1' variant='1' {size} {given}");
            let (room, told) = xml_room(&attributes, DOOR);
            assert_eq!(room.room.shape, shape, "{attributes}");
            assert!(
                told.iter().any(|finding| finding.contains(match given.contains(['0', '-']) {
                    true => "its shape is given as `",
                    false => "no shape is given; it was read as ",
                })),
                "{told:?}"
            );
            let file = RoomFile { rooms: vec![room], ..RoomFile::default() };
            let stb = write(&file, RoomFileFormat::Stb1).unwrap();
            assert_eq!(stb[8 + 17 + 4 + 2], 0, "{attributes}");
        }
    }
    let bytes = patched(SHAPE, &[0]);
    assert_eq!(assert_comes_back(&bytes).rooms[0].room.shape, Shape::Single);
    // A shape that was set after reading is written.
    let mut file = parse("01.basement.stb", &bytes).unwrap();
    file.rooms[0].room.shape = Shape::NarrowHorizontal;
    assert_eq!(write(&file, RoomFileFormat::Stb1).unwrap(), patched(SHAPE, &[2]));
    // STB0 has no shapes: a size that belongs to no shape means a single room.
    let mut small = STB0.to_vec();
    small[4 + 11 + 5 + 4] = 12;
    assert_eq!(assert_comes_back(&small).rooms[0].room.shape, Shape::Single);
    assert!(told("01.basement.stb", &small)[0].contains("its shape is given as 12x7"));
}

#[test]
fn a_placeholder_round_trips_gives_a_note_and_is_never_chosen() {
    let placeholder: Vec<u8> =
        [&[0; 13][..], &[6, 0], b"(null)", &1.0_f32.to_le_bytes(), &[0, 0, 0, 0, 0, 0]].concat();
    let bytes = [&b"STB1\x02\0\0\0"[..], &placeholder, &placeholder].concat();
    let file = assert_comes_back(&bytes);
    let mut findings = Vec::new();
    check("01.basement.stb", &bytes, &mut |finding| findings.push(finding)).unwrap();
    assert_eq!(findings.len(), 2);
    for finding in &findings {
        assert_eq!(
            (&finding.kind, finding.severity()),
            (&FindingKind::Placeholder, Severity::Note)
        );
    }
    let catalogue = Catalogue::new(vec![file]).unwrap();
    assert!(!catalogue.has_rooms(1, RoomType::Normal));
    assert_eq!(catalogue.count_normal_rooms(1, (0, 255)), 0);
}

#[test]
fn a_name_cut_inside_a_character_is_read_and_round_trips() {
    let bytes = patched(NAME + 3, &[0xE9, 0x9D]);
    let file = assert_comes_back(&bytes);
    assert_eq!(file.rooms[0].interior.name, "Are\u{FFFD}");
    let told = told("01.basement.stb", &bytes);
    assert!(
        told[0].ends_with("its name is not UTF-8: it may be cut inside a character"),
        "{told:?}"
    );
    // A name that was changed after reading is written as it is now.
    let mut renamed = file;
    renamed.rooms[0].interior.name = "Arena".to_owned();
    assert_eq!(write(&renamed, RoomFileFormat::Stb1).unwrap(), STB1);
}

#[test]
fn bytes_after_the_last_room_are_kept_and_reported() {
    let bytes = [STB1, &[0, 1, 254]].concat();
    assert_comes_back(&bytes);
    let told = told("01.basement.stb", &bytes);
    assert_eq!(told.last().unwrap(), "3 bytes of no meaning follow the last room");
}

#[test]
fn an_attribute_that_is_empty_or_left_out_is_read_as_the_tools_do() {
    let empty = "type='' variant='' subtype='' difficulty=' ' weight='' name='' shape='1'";
    for attributes in [empty, "name='' shape='1'"] {
        let (room, told) = xml_room(attributes, DOOR);
        let FileRoom { room, interior } = room;
        assert_eq!((room.room_type, room.variant, room.subtype), (RoomType::Normal, 0, 0));
        assert_eq!((room.difficulty, room.weight, interior.name), (0, 1.0, String::new()));
        for lacks in
            ["its type, which was read as 1", "its variant, which was read as 0", "its weight"]
        {
            assert!(told.iter().any(|finding| finding.contains(lacks)), "{lacks}: {told:?}");
        }
        let is_lacking = |finding: &&String| finding.contains(" lacks its ");
        assert_eq!(told.iter().filter(is_lacking).count(), 6, "{told:?}");
    }
    let spawn = "<spawn x='1' y='1'><entity type='10' variant='' weight='1'/><entity type='10' variant='' subtype='0' weight='1'/></spawn>";
    let (room, told) = xml_room(&format!("{WHOLE} shape='1'"), &format!("{DOOR}{spawn}"));
    assert_eq!(room.interior.spawns[0].entities[0].variant, 0);
    assert_eq!(
        told,
        [
            "room 0, 1.1 `a`: <entity> lacks its variant, which was read as 0 (2 times)",
            "room 0, 1.1 `a`: <entity> lacks its subtype, which was read as 0"
        ]
    );
}

#[test]
fn misplaced_text_is_kept_and_reported() {
    for text in ["boo", "a &amp; b\n c", "<![CDATA[ a ]]>", "&amp;"] {
        for (content, within) in [
            (format!("{text}{DOOR}"), "<room>"),
            (format!("{DOOR}<spawn x='1' y='1'>{text}</spawn> {text}"), "<room>"),
            (format!("{DOOR}<spawn x='1' y='1'>{text}</spawn>{text}"), "<spawn>"),
        ] {
            let (_, told) = xml_room(&format!("{WHOLE} shape='1'"), &content);
            let expected =
                format!("room 0, 1.1 `a`: text that means nothing stands inside {within}");
            assert!(told.contains(&expected), "{content}: {told:?}");
        }
    }
    let around = b"boo <rooms>\nboo</rooms> boo";
    let file = parse("14.sheol.xml", around).unwrap();
    assert_eq!(parse("14.sheol.xml", &write(&file, RoomFileFormat::Xml).unwrap()).unwrap(), file);
    assert_eq!(told("14.sheol.xml", around).len(), 3);
}

#[test]
fn any_root_is_read_and_kept() {
    let text = format!("<Room_List><room {WHOLE} shape='1'>{DOOR}</room></Room_List>");
    let file = parse("14.sheol.xml", text.as_bytes()).unwrap();
    assert_eq!((file.root.as_deref(), file.rooms.len()), (Some("Room_List"), 1));
    assert_eq!(parse("14.sheol.xml", &write(&file, RoomFileFormat::Xml).unwrap()).unwrap(), file);
    let told = told("14.sheol.xml", text.as_bytes());
    assert_eq!(told, ["the root element is <Room_List>, where tools write <rooms> or <stage>"]);
}

#[test]
fn without_the_feature_encodings_only_utf_8_is_read() {
    let text = |note: &[u8]| -> Vec<u8> {
        let start = "<?xml version='1.0' encoding='ISO-8859-1'?><rooms><room";
        [start.as_bytes(), b" note='", note, b"' ", WHOLE.as_bytes(), b" shape='1'/></rooms>"]
            .concat()
    };
    let marked = [b"\xEF\xBB\xBF".to_vec(), text("Höhle".as_bytes())].concat();
    assert_eq!(parse("14.sheol.xml", &marked).unwrap().rooms.len(), 1);
    let latin = parse("14.sheol.xml", &text(b"H\xF6hle"));
    if cfg!(feature = "encodings") {
        assert_eq!(latin, parse("14.sheol.xml", &marked));
    } else {
        let error = latin.unwrap_err().to_string();
        assert!(error.ends_with("the file is not UTF-8: save it as UTF-8"), "{error}");
    }
}

#[cfg(feature = "encodings")]
#[test]
fn an_encoding_that_is_declared_or_marked_is_read() {
    let text = |declared: &str| {
        format!(
            "<?xml version='1.0' encoding='{declared}'?><rooms><room {WHOLE} shape='1' note='Höhle'>{DOOR}</room></rooms>"
        )
    };
    let latin: Vec<u8> =
        text("ISO-8859-1").chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let wide: Vec<u8> = [0xFF, 0xFE]
        .into_iter()
        .chain(text("utf-16").encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    let big: Vec<u8> = [0xFE, 0xFF]
        .into_iter()
        .chain(text("utf-16").encode_utf16().flat_map(u16::to_be_bytes))
        .collect();
    let plain = parse("14.sheol.xml", text("utf-8").as_bytes()).unwrap();
    assert!(told("14.sheol.xml", text("UTF-8").as_bytes()).is_empty());
    for (bytes, expected) in [
        (latin, "it declares the encoding ISO-8859-1, and was read as windows-1252"),
        (wide, "it is in UTF-16LE"),
        (big, "it is in UTF-16BE"),
        // What .NET tools write into text that used to be UTF-16.
        (text("utf-16").into_bytes(), "it declares the encoding utf-16, and was read as UTF-8"),
        (text("klingon").into_bytes(), "it declares the encoding klingon, and was read as UTF-8"),
    ] {
        assert_eq!(parse("14.sheol.xml", &bytes).unwrap(), plain, "{expected}");
        assert_eq!(told("14.sheol.xml", &bytes), [expected]);
    }
    assert!(parse("14.sheol.xml", &[0xFF, 0xFE, 0, 0xD8]).is_err(), "half a character");
}

#[test]
fn findings_about_a_room_give_its_type_variant_and_name() {
    let spawn = |x: i16, y: i16, entity: u32| {
        format!(
            "<spawn x='{x}' y='{y}'><entity type='{entity}' variant='0' subtype='0' weight='1'/></spawn>"
        )
    };
    let rest = "subtype='0' difficulty='5' shape='1' height='7'";
    let rooms = [
        format!(
            "<room type='1' variant='4' name='a\u{9b}b' weight='0' width='12' {rest}>\
             <door x='5' y='-1'/><door x='5' y='-1'/>{}{}</room>",
            spawn(14, 0, 10),
            spawn(-3, 0, 10)
        ),
        format!("<room type='1' variant='4' name='' weight='1' width='13' {rest}>{DOOR}</room>"),
        format!(
            "<room type='1' variant='5' name='' weight='1' width='13' {rest}>\
             <door exists='True' x='-1' y='3'/><door exists='True' x='6' y='-1'/>{}{}{}</room>",
            spawn(0, 3, 1900),
            spawn(6, 0, 1000),
            // The ring of wall tiles belongs to the room.
            spawn(-1, 7, 10)
        ),
    ];
    let text = format!("<rooms>{}</rooms>", rooms.concat());
    let head = "room 0, 1.4 `a\\u{9b}b`: ";
    assert_eq!(
        told("rooms.xml", text.as_bytes()),
        [
            "the game reads no room file of this name, only such as `01.basement` and `00.special rooms`: no floor draws these rooms, but scripts can".to_owned(),
            format!("{head}<door> lacks its exists, which was read as closed (2 times)"),
            format!("{head}its size is 12x7, and its shape's 13x7"),
            format!("{head}2 doors stand where its shape has no door slot, the first at 5, -1"),
            format!("{head}the door at 5, -1 is listed twice, and was read as closed"),
            format!("{head}it has no open door, so no way leads into it"),
            format!("{head}2 spawns stand outside its walls, the first at 14, 0"),
            format!("{head}its weight is 0, so no choice takes it"),
            "room 1, 1.4: <room> lacks its name, which was read as empty".to_owned(),
            "room 1, 1.4: room 0 has the same type, variant and subtype".to_owned(),
            "room 2, 1.5: <room> lacks its name, which was read as empty".to_owned(),
            "room 2, 1.5: nothing is said about right0, down0: no door is there".to_owned(),
            "room 2, 1.5: a block, pillar or pit stands right behind left0".to_owned(),
        ]
    );
    assert_eq!(told("01.basement.xml", b""), ["the file holds no rooms"]);
}

#[test]
fn a_door_is_blocked_only_by_entities_that_cannot_be_removed() {
    for (entities, is_blocked) in [
        (&[1900_u32][..], true),
        (&[1901], true),
        (&[3000, 1999], true),
        (&[1000], false),
        (&[1900, 1000], false),
        (&[], false),
    ] {
        let entities: String = entities
            .iter()
            .map(|number| format!("<entity type='{number}' variant='0' subtype='0' weight='1'/>"))
            .collect();
        let content = format!("{DOOR}<spawn x='0' y='3'>{entities}</spawn>");
        let (room, told) = xml_room(&format!("{WHOLE} shape='1'"), &content);
        assert_ne!(room.room.doors, DoorSlots::NONE);
        assert_eq!(
            told.iter().any(|finding| finding.contains("right behind")),
            is_blocked,
            "{told:?}"
        );
    }
}

#[test]
fn rooms_that_no_floor_can_draw_and_doors_that_are_listed_twice_are_reported() {
    let room = |number: u32, weight: &str| {
        let attributes = format!("{WHOLE} shape='1'")
            .replace("type='1' variant='1'", &format!("type='{number}' variant='{weight}'"))
            .replace("weight='1'", &format!("weight='{weight}e38'"));
        format!("<room {attributes}>{DOOR}</room>")
    };
    let text = [room(1, "2"), room(30, "3"), room(1, "1"), room(1, "3"), room(31, "1")].concat();
    let told = told("14.sheol.xml", format!("<rooms>{text}</rooms>").as_bytes());
    assert_eq!(
        told,
        [
            "room 3, 1.3 `a`: with it the weights of the rooms of its type add up to more than 3.4e38, \
             and no choice among them works: give smaller weights",
            "room 4, 31.1 `a`: the game has no type 31, only 0 to 30: no floor draws the room"
        ]
    );
    let (room, told) = xml_room(
        &format!("{WHOLE} shape='1'"),
        &format!("{DOOR}{}", DOOR.replace("True", "False")),
    );
    assert!(!room.room.doors.is_empty());
    assert_eq!(told, ["room 0, 1.1 `a`: the door at -1, 3 is listed twice, and was read as open"]);
}

#[test]
fn a_file_with_more_than_65535_rooms_or_pieces_of_markup_is_refused() {
    let text = format!("<rooms>{}</rooms>", "<room/>".repeat(70_000));
    let error = parse("14.sheol.xml", text.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("there are more than 65535 rooms"), "{error}");
    let bytes = [b"STB1".as_slice(), &70_000_u32.to_le_bytes(), &[0; 70_000 * 26]].concat();
    let error = parse("14.sheol.stb", &bytes).unwrap_err().to_string();
    assert!(error.contains("there are more than 65535 rooms"), "{error}");
    for (text, what) in [
        (format!("<rooms>{}</rooms>", "<!---->".repeat(70_000)), "comments"),
        (format!("<rooms><room>{}</room></rooms>", "<a/>".repeat(70_000)), "unknown elements"),
        (
            format!(
                "<rooms><room {}/></rooms>",
                (0..70_000).map(|n| format!("a{n}='' ")).collect::<String>()
            ),
            "attributes",
        ),
    ] {
        let error = parse("14.sheol.xml", text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("there are more than 65535") && error.contains(what), "{error}");
    }
}
