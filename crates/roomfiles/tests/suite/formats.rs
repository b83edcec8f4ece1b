//! L1: what the formats say, rule by rule, on files that another program wrote.

use basement_model::{DoorSlot, DoorSlots, Shape};
use basement_roomfiles::{left_out, parse, write};
use basement_rooms::{ExtraContent, ExtraOwner, RoomFile, RoomFileFormat, RoomType};

use crate::accepted::assert_comes_back;

const STB0: &[u8] = include_bytes!("../fixtures/stb0/01.basement.stb");
const STB1: &[u8] = include_bytes!("../fixtures/stb1/01.basement.stb");
const STB2: &[u8] = include_bytes!("../fixtures/stb2/01.basement.stb");
const XML: &[u8] = include_bytes!("../fixtures/14.sheol.xml");

fn stb(bytes: &[u8]) -> RoomFile {
    parse("01.basement.stb", bytes).unwrap()
}

fn xml(bytes: &[u8]) -> RoomFile {
    parse("14.sheol.xml", bytes).unwrap()
}

fn slots(numbers: &[usize]) -> DoorSlots {
    numbers.iter().map(|n| DoorSlot::ALL[*n]).fold(DoorSlots::NONE, DoorSlots::with)
}

#[test]
fn l1_stb1_is_read_field_by_field() {
    let file = stb(STB1);
    assert_eq!((file.format, file.stage, file.rooms.len()), (RoomFileFormat::Stb1, Some(1), 3));
    let arena = &file.rooms[0];
    assert_eq!(arena.room.room_type, RoomType::Boss);
    assert_eq!((arena.room.variant, arena.room.subtype, arena.room.difficulty), (1010, 0, 1));
    assert_eq!((arena.room.weight, arena.room.shape), (1.0, Shape::Single));
    assert_eq!(arena.room.doors, slots(&[0, 1, 3]));
    assert_eq!(arena.interior.name, "Arena");
    assert_eq!(arena.interior.doors.len(), 4);
    let cave = &file.rooms[1];
    assert_eq!(cave.interior.name, "Große Höhle ☠");
    assert_eq!((cave.room.weight, cave.room.shape), (0.3, Shape::NoTopLeft));
    assert_eq!((cave.interior.width, cave.interior.height), (26, 14));
    assert_eq!(cave.room.doors, slots(&[0, 2, 3, 4, 5, 6]));
    let spawn = &cave.interior.spawns[0];
    assert_eq!((spawn.x, spawn.y, spawn.entities.len()), (0, 13, 2));
    let entity = spawn.entities[1];
    assert_eq!((entity.entity_type, entity.variant, entity.subtype), (1900, 1, 2));
    assert_eq!(entity.weight, 0.25);
    assert!(cave.interior.spawns[1].entities.is_empty());
    let odd = &file.rooms[2];
    assert_eq!((odd.room.room_type, odd.room.subtype), (RoomType::Other(30), 3));
    assert_eq!(odd.room.doors, slots(&[1, 3]));
}

#[test]
fn l1_stb0_has_no_subtype_and_takes_its_shape_from_the_size() {
    let file = stb(STB0);
    assert_eq!(file.format, RoomFileFormat::Stb0);
    let shapes: Vec<Shape> = file.rooms.iter().map(|room| room.room.shape).collect();
    assert_eq!(shapes, [Shape::Single, Shape::Square]);
    assert_eq!(file.rooms[0], stb(STB1).rooms[0]);
    assert_eq!(file.rooms[1].interior, stb(STB1).rooms[1].interior);
}

#[test]
fn l1_stb2_has_nine_more_bytes_after_the_number_of_spawns() {
    let file = stb(STB2);
    assert_eq!(file.format, RoomFileFormat::Stb2);
    for (room, plain) in file.rooms.iter().zip(stb(STB1).rooms) {
        assert_eq!(room.interior.stb2, Some([1, 2, 3, 4, 5, 6, 7, 8, 255]));
        assert_eq!(room.room, plain.room);
        assert_eq!(room.interior.spawns, plain.interior.spawns);
    }
}

#[test]
fn l1_stb_files_round_trip_byte_by_byte_even_through_xml() {
    for bytes in [STB0, STB1, STB2] {
        assert_comes_back(bytes);
    }
}

#[test]
fn l1_xml_is_read_completely_with_attributes_in_any_order() {
    let file = xml(XML);
    assert_eq!((file.format, file.stage), (RoomFileFormat::Xml, Some(14)));
    assert_eq!(file.root.as_deref(), Some("stage"));
    assert_eq!(file.rooms.len(), 3);
    let cave = &file.rooms[0];
    assert_eq!(cave.interior.name, "<Höhle> & \"co\"\n☠");
    assert_eq!((cave.room.variant, cave.room.subtype, cave.room.difficulty), (7, 2, 10));
    assert_eq!(cave.room.weight, 0.3);
    assert_eq!(cave.room.shape, Shape::NoBottomLeft);
    assert_eq!(cave.room.doors, slots(&[0, 1, 2, 6, 7]));
    let exists: Vec<bool> = cave.interior.doors.iter().map(|door| door.exists).collect();
    assert_eq!(exists, [true, true, true, false, false, false, true, true]);
    assert_eq!(cave.interior.spawns[0].entities[1].subtype, 268_435_456);
    assert_eq!(cave.interior.spawns[0].entities[1].weight, 1e-3);
    let extras = |owner: ExtraOwner| -> Vec<String> {
        let of_owner = cave.interior.extras.iter().filter(|extra| extra.owner == owner);
        of_owner
            .map(|extra| match &extra.content {
                ExtraContent::Attribute { name, value } => format!("{name}={value}"),
                ExtraContent::Markup(raw) => raw.clone(),
            })
            .collect()
    };
    assert_eq!(
        extras(ExtraOwner::Whole),
        [
            "weight=0.3000000000000001",
            "lastTestTime=2021-05-01T10:00:00",
            "<!-- a stack -->",
            "<path points=\"1,2 3,4\"><leg/>text</path>"
        ]
    );
    assert_eq!(extras(ExtraOwner::Door(7)), ["colour=red"]);
    assert_eq!(extras(ExtraOwner::Entity(0, 1)), ["<note>big</note>"]);
    assert_eq!(file.extras.len(), 3, "{:?}", file.extras);
}

#[test]
fn l1_attributes_that_xml_leaves_out_have_the_tools_defaults() {
    let room = &xml(XML).rooms[1];
    assert_eq!((room.room.subtype, room.room.difficulty, room.room.weight), (0, 0, 1.0));
    assert_eq!((room.interior.width, room.interior.height), (13, 7));
    assert_eq!(room.interior.name, "");
    assert!(!xml(XML).rooms[2].interior.doors[0].exists, "nothing says that it exists");
}

#[test]
fn l1_xml_is_written_again_without_loss() {
    let file = xml(XML);
    let text = write(&file, RoomFileFormat::Xml).unwrap();
    assert_eq!(xml(&text), file);
    // From then on the text itself does not change.
    assert_eq!(write(&xml(&text), RoomFileFormat::Xml).unwrap(), text);
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("weight=\"0.3000000000000001\""), "{text}");
    assert!(text.contains("name=\"&lt;Höhle&gt; &amp; &quot;co&quot;&#10;☠\""), "{text}");
}

#[test]
fn a_changed_weight_replaces_the_digits_of_the_file() {
    let mut file = xml(XML);
    file.rooms[0].room.weight = 0.5;
    let text = String::from_utf8(write(&file, RoomFileFormat::Xml).unwrap()).unwrap();
    assert!(text.contains("weight=\"0.5\"") && !text.contains("0.3000"), "{text}");
}

#[test]
fn a_blank_xml_file_has_no_rooms_and_a_file_without_extension_is_recognized_by_its_start() {
    for blank in [&b""[..], b" \r\n", b"\xEF\xBB\xBF"] {
        let file = xml(blank);
        assert!(file.rooms.is_empty());
        let text = write(&file, RoomFileFormat::Xml).unwrap();
        assert_eq!(text, b"<?xml version=\"1.0\" ?>\n<rooms>\n</rooms>\n");
        assert_eq!(xml(&text), file);
    }
    assert!(xml(b"<?xml version='1.0'?><rooms/>").rooms.is_empty());
    assert_eq!(parse("rooms", STB2).unwrap().format, RoomFileFormat::Stb2);
    assert_eq!(parse("rooms", XML).unwrap().format, RoomFileFormat::Xml);
    assert_eq!(
        parse("14.sheol.XML", XML).unwrap(),
        RoomFile { name: "14.sheol.XML".into(), ..xml(XML) }
    );
}

#[test]
fn values_that_stb_cannot_hold_are_named() {
    assert_eq!(
        left_out(&xml(XML), RoomFileFormat::Stb1),
        [
            "comments, text and unknown elements",
            "digits of weights",
            "the attribute `colour` of doors",
            "the attribute `lastTestTime`",
            "the attribute `mod`",
            "the attribute `name`",
        ]
    );
    assert_eq!(
        left_out(&stb(STB2), RoomFileFormat::Stb1),
        ["the nine bytes that STB2 adds to a room"]
    );
    assert!(left_out(&stb(STB2), RoomFileFormat::Stb2).is_empty());
    assert!(left_out(&xml(XML), RoomFileFormat::Xml).is_empty());
}

#[test]
fn w70_boss_pools_beside_the_rooms_are_loaded_and_are_no_room_file() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    std::fs::write(folder.join("01.basement.xml"), "<rooms/>").unwrap();
    let pools = "<bosspools><pool name='Basement'><boss id='2'/></pool></bosspools>";
    std::fs::write(folder.join("bosspools.xml"), pools).unwrap();
    let (files, _) = basement_roomfiles::room_files(folder).unwrap();
    let catalogues = [folder.to_owned(), folder.join("01.basement.xml")]
        .map(|path| basement_roomfiles::load(&[path]).unwrap().catalogue);
    std::fs::write(folder.join("bosspools.xml"), "<bosspools><boss/></bosspools>").unwrap();
    let refused = basement_roomfiles::load(&[folder]).unwrap_err().to_string();
    assert_eq!(files, [folder.join("01.basement.xml")]);
    for catalogue in catalogues {
        assert_eq!(catalogue.boss_pools().pool(1).len(), 1);
        assert_eq!(catalogue.boss_pools().pool(2).len(), 8);
        assert_eq!(catalogue.files().len(), 1);
    }
    assert!(refused.contains("bosspools.xml, line 1: <boss> lacks its id"), "{refused}");
}
