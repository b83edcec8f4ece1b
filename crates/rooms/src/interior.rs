//! What a room of a catalogue holds besides what a choice looks at (L1).

use basement_model::{Direction, DoorSlot, DoorSlots, Shape};
use serde::Serialize;

/// Tiles across a cell, walls not counted.
pub const TILES_WIDE: i16 = 13;
/// Tiles down a cell, walls not counted.
pub const TILES_HIGH: i16 = 7;

/// L1: a room's insides, kept as read.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Interior {
    /// The room's name.
    pub name: String,
    /// Its width in tiles, as the file gives it.
    pub width: u8,
    /// Its height in tiles, as the file gives it.
    pub height: u8,
    /// Its doors, those included that do not exist.
    pub doors: Vec<WallDoor>,
    /// What stands in it.
    pub spawns: Vec<Spawn>,
    /// The nine bytes that STB2 adds to a room; their meaning is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stb2: Option<[u8; 9]>,
    /// What else the file says of the room.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<Extra>,
}

/// A place for a door in a room's wall. Tiles count from the top left tile inside the
/// walls of the bounding box, so that the walls have -1 and the like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WallDoor {
    /// The tile's column.
    pub x: i16,
    /// The tile's row.
    pub y: i16,
    /// Whether the room can have a door here.
    pub exists: bool,
}

/// What can stand on a tile: one of the entities, by their weights.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Spawn {
    /// The tile's column.
    pub x: i16,
    /// The tile's row.
    pub y: i16,
    /// The entities to choose from.
    pub entities: Vec<Entity>,
}

/// One entity of a spawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Entity {
    /// Its type.
    #[serde(rename = "type")]
    pub entity_type: u32,
    /// Its variant.
    pub variant: u32,
    /// Its subtype.
    pub subtype: u32,
    /// How readily it is chosen.
    pub weight: f32,
}

/// Something that a file says and the catalogue has no field for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Extra {
    /// What it is said of.
    pub part: Part,
    /// What is said.
    pub said: Said,
}

/// A part of a room, or of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The room (or file) itself.
    Whole,
    /// The door of that index.
    Door(u32),
    /// The spawn of that index.
    Spawn(u32),
    /// An entity: the indices of its spawn and, within it, its own.
    Entity(u32, u32),
}

/// What a file says beyond the fields of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Said {
    /// A further attribute; or a known one in the file's own digits, where those say
    /// more than the catalogue's number does.
    Attribute {
        /// Its name.
        name: String,
        /// Its value, without escapes.
        value: String,
    },
    /// A comment or an element, as it stands in the file.
    Markup(String),
}

/// L1: where a shape has a door slot, in tiles; `None` where it has no such slot.
#[must_use]
pub fn wall_place(shape: Shape, slot: DoorSlot) -> Option<(i16, i16)> {
    let (cell_x, cell_y) = shape.slot_cell(slot)?;
    let (left, top) = (i16::from(cell_x) * TILES_WIDE, i16::from(cell_y) * TILES_HIGH);
    Some(match slot.direction() {
        Direction::Left => (left - 1, top + TILES_HIGH / 2),
        Direction::Right => (left + TILES_WIDE, top + TILES_HIGH / 2),
        Direction::Up => (left + TILES_WIDE / 2, top - 1),
        Direction::Down => (left + TILES_WIDE / 2, top + TILES_HIGH),
    })
}

/// L1: the door slot of a shape at a tile of its wall.
#[must_use]
pub fn door_slot(shape: Shape, x: i16, y: i16) -> Option<DoorSlot> {
    DoorSlot::ALL.into_iter().find(|slot| wall_place(shape, *slot) == Some((x, y)))
}

impl Interior {
    /// The slots of a shape at which the room has a door that exists. Doors elsewhere
    /// are kept and lead nowhere.
    #[must_use]
    pub fn door_slots(&self, shape: Shape) -> DoorSlots {
        self.doors
            .iter()
            .filter(|door| door.exists)
            .filter_map(|door| door_slot(shape, door.x, door.y))
            .fold(DoorSlots::NONE, DoorSlots::with)
    }

    /// An empty room of a shape with doors in these slots.
    #[must_use]
    pub fn empty(name: String, shape: Shape, slots: DoorSlots) -> Self {
        let doors = shape.slots().iter().filter_map(|slot| {
            wall_place(shape, slot).map(|(x, y)| WallDoor { x, y, exists: slots.contains(slot) })
        });
        Self {
            name,
            width: shape.width() * TILES_WIDE as u8,
            height: shape.height() * TILES_HIGH as u8,
            doors: doors.collect(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Section 5's list of wall coordinates: (x, y, slot, the shape that alone has it).
    const LISTED: [(i16, i16, DoorSlot, Option<u8>); 16] = [
        (-1, 3, DoorSlot::Left0, None),
        (12, 3, DoorSlot::Left0, Some(9)),
        (-1, 10, DoorSlot::Left1, None),
        (12, 10, DoorSlot::Left1, Some(11)),
        (13, 3, DoorSlot::Right0, None),
        (26, 3, DoorSlot::Right0, None),
        (13, 10, DoorSlot::Right1, None),
        (26, 10, DoorSlot::Right1, None),
        (6, -1, DoorSlot::Up0, None),
        (6, 6, DoorSlot::Up0, Some(9)),
        (6, 7, DoorSlot::Down0, None),
        (6, 14, DoorSlot::Down0, None),
        (19, -1, DoorSlot::Up1, None),
        (19, 6, DoorSlot::Up1, Some(10)),
        (19, 7, DoorSlot::Down1, None),
        (19, 14, DoorSlot::Down1, None),
    ];

    #[test]
    fn l1_every_slot_of_every_shape_stands_at_a_listed_wall_tile() {
        for shape in Shape::ALL {
            for slot in shape.slots().iter() {
                let (x, y) = wall_place(shape, slot).unwrap();
                let listed = LISTED.iter().any(|(lx, ly, listed, only)| {
                    (*lx, *ly, *listed) == (x, y, slot) && only.is_none_or(|id| id == shape.id())
                });
                assert!(listed, "{shape} {slot} at {x}, {y}");
                assert_eq!(door_slot(shape, x, y), Some(slot));
            }
        }
    }

    #[test]
    fn l1_every_listed_wall_tile_is_that_slot_of_some_shape_and_no_other_of_any() {
        for (x, y, slot, only) in LISTED {
            let found: Vec<(u8, DoorSlot)> = Shape::ALL
                .into_iter()
                .filter_map(|shape| door_slot(shape, x, y).map(|slot| (shape.id(), slot)))
                .collect();
            assert!(!found.is_empty(), "{x}, {y}");
            for (shape, found) in found {
                assert_eq!(found, slot, "{x}, {y} of shape {shape}");
                assert!(only.is_none_or(|only| only == shape));
            }
        }
    }

    #[test]
    fn l1_the_notch_doors_of_l_shapes_stand_in_the_inner_walls() {
        for (shape, doors) in [
            (Shape::NoTopLeft, [(12, 3), (6, 6)]),
            (Shape::NoTopRight, [(13, 3), (19, 6)]),
            (Shape::NoBottomLeft, [(12, 10), (6, 7)]),
            (Shape::NoBottomRight, [(13, 10), (19, 7)]),
        ] {
            for (x, y) in doors {
                let slot = door_slot(shape, x, y).unwrap();
                let notch = shape.slot_target(slot).unwrap();
                assert!((0..2).contains(&notch.0) && (0..2).contains(&notch.1), "{shape} {slot}");
            }
        }
    }

    #[test]
    fn l1_only_doors_that_exist_and_stand_in_the_wall_are_slots() {
        let mut interior =
            Interior::empty(String::new(), Shape::Single, DoorSlots::NONE.with(DoorSlot::Up0));
        assert_eq!(interior.doors.len(), 4);
        interior.doors.push(WallDoor { x: 5, y: 5, exists: true });
        assert_eq!(interior.door_slots(Shape::Single), DoorSlots::NONE.with(DoorSlot::Up0));
    }
}
