//! Rooms that no game has, for rules that need a room for each query.

use basement_model::Shape;
use basement_rooms::{CatalogueRoom, FileRoom, Interior, RoomFile, RoomType};

/// A made-up catalogue in which every query has a room: special rooms are 1x1 with four doors, and
/// ordinary rooms have every shape with every door.
pub(crate) fn files() -> Vec<RoomFile> {
    let special = |room_type: RoomType, variant: u32, subtype: u32| CatalogueRoom {
        variant,
        subtype,
        ..CatalogueRoom::new(Some(0), room_type, Shape::Single)
    };
    let mut rooms = Vec::new();
    rooms.extend((0..=9).map(|variant| special(RoomType::Normal, variant, 0)));
    rooms.extend((0..=102).map(|boss| special(RoomType::Boss, 1000 + boss, boss)));
    for first in [3700, 3750, 3800] {
        rooms.extend((0..5).map(|more| special(RoomType::Boss, first + more, more)));
    }
    for room_type in [
        RoomType::SuperSecret,
        RoomType::Secret,
        RoomType::UltraSecret,
        RoomType::Planetarium,
        RoomType::Sacrifice,
        RoomType::Dice,
        RoomType::Vault,
        RoomType::CleanBedroom,
        RoomType::DirtyBedroom,
    ] {
        rooms.extend((0..5).map(|variant| special(room_type, variant, 0)));
    }
    for room_type in [RoomType::Curse, RoomType::Challenge, RoomType::Arcade] {
        rooms.extend((0..6).map(|variant| special(room_type, variant, variant % 2)));
    }
    for subtype in [0, 1, 2, 3, 4, 10, 11] {
        rooms.push(special(RoomType::Shop, subtype, subtype));
        rooms.push(special(RoomType::Shop, subtype + 100, subtype + 100));
    }
    rooms.extend((0..4).map(|subtype| special(RoomType::Treasure, subtype, subtype)));
    rooms.extend((0..5).map(|subtype| special(RoomType::Library, subtype, subtype)));
    let sins = [(2000, 0), (2010, 1), (2020, 2), (2030, 3), (2050, 5), (2060, 6)];
    for (first, subtype) in sins {
        rooms.push(special(RoomType::MiniBoss, first, subtype));
        rooms.push(special(RoomType::MiniBoss, first + 100, subtype + 7));
    }
    rooms.push(special(RoomType::MiniBoss, 2260, 14));
    let mut files = vec![file(0, rooms)];
    for stage in (1..=17).chain(27..=33).filter(|stage| *stage != 13) {
        let mut rooms = Vec::new();
        for shape in Shape::ALL {
            for difficulty in [1, 5, 10, 15] {
                for variant in 0..3 {
                    let usual = CatalogueRoom::new(Some(stage), RoomType::Normal, shape);
                    rooms.push(CatalogueRoom { variant, difficulty, ..usual });
                }
            }
        }
        files.push(file(stage, rooms));
    }
    files
}

fn file(stage: u8, rooms: Vec<CatalogueRoom>) -> RoomFile {
    let rooms = rooms.into_iter().map(|room| FileRoom { room, interior: Interior::default() });
    RoomFile { stage: Some(stage), rooms: rooms.collect(), ..RoomFile::default() }
}
