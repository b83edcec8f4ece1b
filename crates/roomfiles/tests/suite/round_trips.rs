//! Any rooms, written and read again, are the same rooms (64 cases per property; an equality has no
//! significance level).

use basement_model::Shape;
use basement_roomfiles::{left_out, parse, write};
use basement_rooms::{
    CatalogueRoom, Entity, Extra, ExtraContent, ExtraOwner, FileRoom, Interior, RoomFile,
    RoomFileFormat, RoomType, Spawn, WallDoor,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::Config;

const STAGE: u8 = 14;

fn config() -> Config {
    Config { cases: 64, failure_persistence: None, ..Config::default() }
}

/// Weights of all sizes, subnormal ones included.
fn weight() -> impl Strategy<Value = f32> {
    prop_oneof![
        Just(1.0),
        Just(0.0),
        0.0..10.0_f32,
        any::<f32>().prop_filter("no weight", |weight| weight.is_finite() && *weight >= 0.0),
    ]
}

/// Texts with everything that XML escapes.
fn text() -> impl Strategy<Value = String> {
    let odd = prop_oneof![
        Just("<&>\"' \t\n\r]]>".to_owned()),
        Just("&amp;lt;&#10;".to_owned()),
        Just("  ☠ é 部屋 𝔛 ".to_owned()),
    ];
    (vec(prop_oneof!["[ -~]{0,12}".boxed(), odd.boxed()], 0..3)).prop_map(|parts| parts.concat())
}

prop_compose! {
    fn spawn()(
        (x, y) in any::<(i16, i16)>(),
        entities in vec((any::<(u16, u16, u16)>(), weight()), 0..4),
    ) -> Spawn {
        let entities = entities.into_iter().map(|((entity_type, variant, subtype), weight)| Entity {
            entity_type: entity_type.into(),
            variant: variant.into(),
            subtype: subtype.into(),
            weight,
        });
        Spawn { x, y, entities: entities.collect() }
    }
}

prop_compose! {
    fn room()(
        (room_type, variant, subtype, difficulty) in any::<(u32, u32, u32, u8)>(),
        shape in 1_u8..=12,
        weight in weight(),
        name in text(),
        (width, height) in any::<(u8, u8)>(),
        doors in vec((-2_i16..28, -2_i16..16, any::<bool>()), 0..12),
        spawns in vec(spawn(), 0..6),
        stb2 in any::<Option<[u8; 9]>>(),
    ) -> FileRoom {
        let shape = Shape::try_from(shape).unwrap();
        let doors = doors.into_iter().map(|(x, y, exists)| WallDoor { x, y, exists }).collect();
        let interior = Interior { name, width, height, doors, spawns, stb2, extras: Vec::new() };
        let doors = interior.door_slots(shape);
        let room_type = RoomType::from(room_type % 40);
        let room = CatalogueRoom {
            stage: Some(STAGE), room_type, variant, subtype, difficulty, weight, shape, doors,
        };
        FileRoom { room, interior }
    }
}

fn file(rooms: Vec<FileRoom>, format: RoomFileFormat) -> RoomFile {
    let ending = if format == RoomFileFormat::Xml { "xml" } else { "stb" };
    let name = format!("{STAGE}.sheol.{ending}");
    RoomFile { name, stage: Some(STAGE), format, rooms, ..RoomFile::default() }
}

fn written_and_read(file: &RoomFile) -> RoomFile {
    parse(&file.name, &write(file, file.format).unwrap()).unwrap()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn l1_any_rooms_round_trip_through_stb1_and_stb2(rooms in vec(room(), 0..5)) {
        for format in [RoomFileFormat::Stb1, RoomFileFormat::Stb2] {
            let mut rooms = rooms.clone();
            for FileRoom { interior, .. } in &mut rooms {
                let stb2 = interior.stb2.unwrap_or_default();
                interior.stb2 = (format == RoomFileFormat::Stb2).then_some(stb2);
            }
            let file = file(rooms, format);
            prop_assert_eq!(written_and_read(&file), file);
        }
    }

    #[test]
    fn l1_any_rooms_that_stb0_can_hold_round_trip_through_it(mut rooms in vec(room(), 0..5)) {
        for room in &mut rooms {
            room.interior.stb2 = None;
            room.room.subtype = 0;
            room.room.shape = room.room.shape.widened();
            if room.room.shape > Shape::Square {
                room.room.shape = Shape::Square;
            }
            room.interior.width = 13 * room.room.shape.width();
            room.interior.height = 7 * room.room.shape.height();
            room.room.doors = room.interior.door_slots(room.room.shape);
        }
        let file = file(rooms, RoomFileFormat::Stb0);
        prop_assert_eq!(written_and_read(&file), file);
    }

    #[test]
    fn l1_any_rooms_round_trip_through_xml(
        mut rooms in vec(room(), 0..5),
        content in vec((0_u32..8, 0_u32..4, text()), 0..6),
    ) {
        for (number, room) in rooms.iter_mut().enumerate() {
            for (index, (spawn, entity, value)) in content.iter().enumerate() {
                let owner = match (index + number) % 3 {
                    0 if room.interior.doors.len() > *spawn as usize => ExtraOwner::Door(*spawn),
                    1 if room.interior.spawns.get(*spawn as usize).is_some_and(|s| s.entities.len() > *entity as usize) =>
                        ExtraOwner::Entity(*spawn, *entity),
                    _ => ExtraOwner::Whole,
                };
                let content = ExtraContent::Attribute { name: format!("extra{index}"), value: value.clone() };
                room.interior.extras.push(Extra { owner, content });
            }
            room.interior.extras.sort_by_key(|extra| extra.owner);
        }
        let file = file(rooms, RoomFileFormat::Xml);
        let mut again = written_and_read(&file);
        for room in &mut again.rooms {
            room.interior.extras.sort_by_key(|extra| extra.owner);
        }
        prop_assert_eq!(again, file);
    }

    #[test]
    fn l1_any_rooms_survive_conversion_from_stb2_to_xml_and_back(rooms in vec(room(), 0..5)) {
        let stb = file(rooms, RoomFileFormat::Stb2);
        prop_assert!(left_out(&stb, RoomFileFormat::Stb2).is_empty());
        let bytes = write(&stb, RoomFileFormat::Stb2).unwrap();
        let stb = parse(&stb.name, &bytes).unwrap();
        let xml = file(stb.rooms.clone(), RoomFileFormat::Xml);
        let xml = written_and_read(&xml);
        prop_assert_eq!(&xml.rooms, &stb.rooms);
        prop_assert_eq!(write(&xml, RoomFileFormat::Stb2).unwrap(), bytes);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200), version in 0_u8..3) {
        let head: &[u8] = match version { 0 => b"", 1 => b"STB1", _ => b"STB2" };
        let bytes = [head, &bytes].concat();
        if let Ok(file) = parse("a.stb", &bytes) {
            prop_assert_eq!(write(&file, file.format).unwrap(), bytes);
        }
    }
}
