//! The engine's own small catalogue (L1), of our making. Every room can have a
//! door in each slot of its outline.

use super::catalogue::{CatalogueRoom, RoomType};
use crate::shape::Shape;

/// Rooms of one type and outline.
struct Batch {
    room_type: RoomType,
    subtype: u32,
    name: &'static str,
    shape: Shape,
    /// How many rooms of this kind there are.
    count: u32,
    /// The weight of each.
    weight: f32,
}

const fn batch(
    room_type: RoomType,
    name: &'static str,
    shape: Shape,
    count: u32,
    weight: f32,
) -> Batch {
    Batch { room_type, subtype: 0, name, shape, count, weight }
}

/// L1: what the catalogue is made of.
#[rustfmt::skip]
const BATCHES: &[Batch] = &[
    batch(RoomType::Boss,         "arena",           Shape::Single,           16, 1.0),
    batch(RoomType::Boss,         "wide arena",      Shape::Wide,              3, 1.0),
    batch(RoomType::Boss,         "tall arena",      Shape::Tall,              2, 1.0),
    batch(RoomType::Boss,         "great arena",     Shape::Square,            3, 1.0),
    batch(RoomType::SuperSecret,  "hollow",          Shape::Single,            8, 1.0),
    batch(RoomType::Shop,         "counter",         Shape::Single,            8, 1.0),
    batch(RoomType::Treasure,     "pedestal",        Shape::Single,           12, 1.0),
    batch(RoomType::Treasure,     "niche",           Shape::NarrowHorizontal,  2, 0.5),
    batch(RoomType::Treasure,     "shaft",           Shape::NarrowVertical,    2, 0.5),
    batch(RoomType::Planetarium,  "dome",            Shape::Single,            4, 1.0),
    batch(RoomType::Dice,         "table",           Shape::Single,            6, 1.0),
    batch(RoomType::Sacrifice,    "spikes",          Shape::Single,            6, 1.0),
    batch(RoomType::Sacrifice,    "spiked niche",    Shape::NarrowHorizontal,  1, 0.5),
    batch(RoomType::Sacrifice,    "spiked shaft",    Shape::NarrowVertical,    1, 0.5),
    batch(RoomType::Library,      "shelves",         Shape::Single,            6, 1.0),
    batch(RoomType::Curse,        "red cell",        Shape::Single,            8, 1.0),
    batch(RoomType::Curse,        "red niche",       Shape::NarrowHorizontal,  1, 0.5),
    batch(RoomType::Curse,        "red shaft",       Shape::NarrowVertical,    1, 0.5),
    batch(RoomType::MiniBoss,     "den",             Shape::Single,            8, 1.0),
    batch(RoomType::Challenge,    "gauntlet",        Shape::Single,            6, 1.0),
    Batch { subtype: 1, ..batch(RoomType::Challenge, "great gauntlet", Shape::Single, 4, 1.0) },
    batch(RoomType::Arcade,       "machines",        Shape::Single,            6, 1.0),
    batch(RoomType::Vault,        "chests",          Shape::Single,            6, 1.0),
    batch(RoomType::CleanBedroom, "bed",             Shape::Single,            3, 1.0),
    batch(RoomType::DirtyBedroom, "straw",           Shape::Single,            3, 1.0),
    batch(RoomType::Secret,       "hoard",           Shape::Single,            8, 1.0),
    batch(RoomType::UltraSecret,  "red hoard",       Shape::Single,            4, 1.0),
    batch(RoomType::Normal,       "grave",           Shape::Single,            4, 1.0),
];

/// How many rooms the catalogue holds.
pub(super) const EMBEDDED_ROOMS: usize = {
    let (mut rooms, mut batch) = (0, 0);
    while batch < BATCHES.len() {
        rooms += BATCHES[batch].count as usize;
        batch += 1;
    }
    rooms
};

/// The rooms, numbered within their type.
pub(super) fn rooms() -> Vec<CatalogueRoom> {
    let mut rooms: Vec<CatalogueRoom> = Vec::with_capacity(EMBEDDED_ROOMS);
    for batch in BATCHES {
        for number in 0..batch.count {
            let before = rooms.iter().filter(|room| room.room_type == batch.room_type).count();
            rooms.push(CatalogueRoom {
                stage: 0,
                room_type: batch.room_type,
                variant: before as u32,
                subtype: batch.subtype,
                name: format!("{} {}", batch.name, number + 1),
                difficulty: 1,
                weight: batch.weight,
                shape: batch.shape,
                doors: batch.shape.slots(),
            });
        }
    }
    rooms
}
