//! The inside of a room: doors, spawns, and everything else that its file says (L1).

use core::fmt;

use basement_model::{Direction, DoorSlot, DoorSlots, Shape};
use serde::Serialize;

/// The width of a cell in tiles, without its walls.
pub const TILES_WIDE: i16 = 13;
/// The height of a cell in tiles, without its walls.
pub const TILES_HIGH: i16 = 7;

/// [L1](basement_model::rules#l1): the inside of a room, as its file describes it.
///
/// ```
/// use basement_model::Shape;
/// use basement_rooms::Interior;
///
/// let cave = Interior::empty("cave".to_owned(), Shape::Wide, Shape::Wide.slots());
/// assert_eq!((cave.width, cave.height, cave.doors.len()), (26, 7, 6));
/// assert_eq!(cave.door_slots(Shape::Wide), Shape::Wide.slots());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Interior {
    /// The room's name.
    pub name: String,
    /// Its width in tiles. A file can give a width other than the shape's.
    pub width: u8,
    /// Its height in tiles. A file can give a height other than the shape's.
    pub height: u8,
    /// The door tiles that the file lists, with and without a door.
    pub doors: Vec<WallDoor>,
    /// The spawns in the room.
    pub spawns: Vec<Spawn>,
    /// The nine bytes that STB2 adds to a room. Their meaning is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stb2: Option<[u8; 9]>,
    /// Everything else that the file says about the room.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<Extra>,
}

/// A tile in a room's wall where a door can be.
///
/// Tiles are counted from (0, 0), the top left tile inside the walls of the room's bounding
/// box. So the left wall is column -1 and the upper wall row -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WallDoor {
    /// The tile's column.
    pub x: i16,
    /// The tile's row.
    pub y: i16,
    /// Whether a door can be here; if not, it is a wall.
    pub exists: bool,
}

/// The spawn on a tile: one of these entities, chosen by weight.
///
/// ```
/// use basement_rooms::{Entity, Spawn};
///
/// let fly = Entity { entity_type: 13, variant: 0, subtype: 0, weight: 1.0 };
/// let spawn = Spawn { x: 6, y: 3, entities: vec![fly] };
/// assert_eq!(spawn.entities[0].entity_type, 13);
/// ```
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
    /// Its weight in the choice.
    pub weight: f32,
}

/// Its numbers, as `type.variant.subtype`.
impl fmt::Display for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.entity_type, self.variant, self.subtype)
    }
}

/// Something in a file for which the catalogue has no field. It is kept so that the file can be
/// written again without loss.
///
/// ```
/// use basement_rooms::{Extra, ExtraContent, ExtraOwner};
///
/// // `<door exists="True" x="-1" y="3" colour="red"/>`, the first door of a room.
/// let red = Extra {
///     owner: ExtraOwner::Door(0),
///     content: ExtraContent::Attribute { name: "colour".to_owned(), value: "red".to_owned() },
/// };
/// assert!(red.owner < ExtraOwner::Spawn(0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Extra {
    /// The element that contains it.
    pub owner: ExtraOwner,
    /// The content itself.
    pub content: ExtraContent,
}

/// The element that contains an [`Extra`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ExtraOwner {
    /// The room itself, or the file itself.
    Whole,
    /// The door with this index.
    Door(u32),
    /// The spawn with this index.
    Spawn(u32),
    /// An entity: the index of its spawn, then its own index within the spawn.
    Entity(u32, u32),
}

/// What an [`Extra`] contains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ExtraContent {
    /// An unknown attribute, or a known one with more digits than the catalogue's number
    /// can hold.
    Attribute {
        /// Its name.
        name: String,
        /// Its value, unescaped.
        value: String,
    },
    /// A comment or an unknown element, as the file writes it.
    Markup(String),
}

/// [L1](basement_model::rules#l1): the wall tile of a shape's door slot; `None` if the shape has no
/// such slot.
///
/// ```
/// use basement_rooms::{door_slot_at, door_tile};
/// use basement_model::{DoorSlot, Shape};
///
/// assert_eq!(door_tile(Shape::Single, DoorSlot::Right0), Some((13, 3)));
/// assert_eq!(door_tile(Shape::Single, DoorSlot::Right1), None);
/// assert_eq!(door_slot_at(Shape::Single, 13, 3), Some(DoorSlot::Right0));
/// ```
#[must_use]
pub fn door_tile(shape: Shape, slot: DoorSlot) -> Option<(i16, i16)> {
    let (cell_x, cell_y) = shape.slot_cell(slot)?;
    let (left, top) = (i16::from(cell_x) * TILES_WIDE, i16::from(cell_y) * TILES_HIGH);
    Some(match slot.direction() {
        Direction::Left => (left - 1, top + TILES_HIGH / 2),
        Direction::Right => (left + TILES_WIDE, top + TILES_HIGH / 2),
        Direction::Up => (left + TILES_WIDE / 2, top - 1),
        Direction::Down => (left + TILES_WIDE / 2, top + TILES_HIGH),
    })
}

/// [L1](basement_model::rules#l1): the door slot at a wall tile of a shape; `None` if there is no
/// slot. It is the reverse of [`door_tile`].
///
/// ```
/// use basement_model::{DoorSlot, Shape};
/// use basement_rooms::door_slot_at;
///
/// assert_eq!(door_slot_at(Shape::Single, 13, 3), Some(DoorSlot::Right0));
/// assert_eq!(door_slot_at(Shape::Single, 0, 0), None);
/// ```
#[must_use]
pub fn door_slot_at(shape: Shape, x: i16, y: i16) -> Option<DoorSlot> {
    DoorSlot::ALL.into_iter().find(|slot| door_tile(shape, *slot) == Some((x, y)))
}

/// W6: the slot of a door, by its tile, as the game reads it. The tile alone decides, except for
/// two tiles that count in one shape only. If the shape has a slot there, the result agrees with
/// [`door_slot_at`].
const fn slot_by_tile(shape: Shape, x: i16, y: i16) -> Option<DoorSlot> {
    Some(match (x, y) {
        (-1 | 12, 3) => DoorSlot::Left0,
        (-1 | 12, 10) => DoorSlot::Left1,
        (13 | 26, 3) => DoorSlot::Right0,
        (13 | 26, 10) => DoorSlot::Right1,
        (6, -1) => DoorSlot::Up0,
        (6, 6) if matches!(shape, Shape::NoTopLeft) => DoorSlot::Up0,
        (6, 7 | 14) => DoorSlot::Down0,
        (19, -1) => DoorSlot::Up1,
        (19, 6) if matches!(shape, Shape::NoTopRight) => DoorSlot::Up1,
        (19, 7 | 14) => DoorSlot::Down1,
        _ => return None,
    })
}

impl Interior {
    /// [W6](basement_model::rules#w6): the door slots of a shape at which the room can have a door.
    /// A door on a tile without a slot, or with a slot that the shape does not have, is kept but
    /// leads nowhere.
    #[must_use]
    pub fn door_slots(&self, shape: Shape) -> DoorSlots {
        self.doors
            .iter()
            .filter(|door| door.exists)
            .filter_map(|door| slot_by_tile(shape, door.x, door.y))
            .filter(|slot| shape.slots().contains(*slot))
            .fold(DoorSlots::NONE, DoorSlots::with)
    }

    /// An empty room of a shape with doors in these slots.
    #[must_use]
    pub fn empty(name: String, shape: Shape, slots: DoorSlots) -> Self {
        let doors = shape.slots().iter().filter_map(|slot| {
            door_tile(shape, slot).map(|(x, y)| WallDoor { x, y, exists: slots.contains(slot) })
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

    /// The rules' list of wall coordinates: (x, y, slot, the only shape that has it).
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
    fn l1_every_slot_of_every_shape_is_at_a_listed_wall_tile() {
        for shape in Shape::ALL {
            for slot in shape.slots().iter() {
                let (x, y) = door_tile(shape, slot).unwrap();
                let listed = LISTED.iter().any(|(lx, ly, listed, only)| {
                    (*lx, *ly, *listed) == (x, y, slot) && only.is_none_or(|id| id == shape.id())
                });
                assert!(listed, "{shape} {slot} at {x}, {y}");
                assert_eq!(door_slot_at(shape, x, y), Some(slot));
            }
        }
    }

    #[test]
    fn w6_the_tile_of_a_door_decides_its_slot_and_agrees_with_every_shape() {
        for (x, y) in (-2..30).flat_map(|x| (-2..16).map(move |y| (x, y))) {
            for shape in Shape::ALL {
                let read = slot_by_tile(shape, x, y);
                let stands = door_slot_at(shape, x, y);
                assert!(stands.is_none() || read == stands, "{shape} at {x}, {y}");
                let is_notch = matches!((x, y, shape.id()), (6, 6, 9) | (19, 6, 10));
                let listed = LISTED.iter().find(|row| (row.0, row.1) == (x, y));
                let expected = listed.filter(|_| is_notch || y != 6).map(|row| row.2);
                assert_eq!(read, expected, "{shape} at {x}, {y}");
            }
        }
        // The game reads a door in the middle of a 2x2 room as a door in its left wall.
        let door = WallDoor { x: 12, y: 3, exists: true };
        let odd = Interior { doors: vec![door], ..Interior::default() };
        let left = DoorSlots::NONE.with(DoorSlot::Left0);
        assert_eq!(odd.door_slots(Shape::Square), left);
        assert_eq!(odd.door_slots(Shape::NarrowVertical), DoorSlots::NONE);
    }

    #[test]
    fn l1_every_listed_wall_tile_is_the_same_slot_in_every_shape_that_has_it() {
        for (x, y, slot, only) in LISTED {
            let found: Vec<(u8, DoorSlot)> = Shape::ALL
                .into_iter()
                .filter_map(|shape| door_slot_at(shape, x, y).map(|slot| (shape.id(), slot)))
                .collect();
            assert!(!found.is_empty(), "{x}, {y}");
            for (shape, found) in found {
                assert_eq!(found, slot, "{x}, {y} of shape {shape}");
                assert!(only.is_none_or(|only| only == shape));
            }
        }
    }

    #[test]
    fn l1_the_notch_doors_of_l_shapes_are_in_the_inner_walls() {
        for (shape, doors) in [
            (Shape::NoTopLeft, [(12, 3), (6, 6)]),
            (Shape::NoTopRight, [(13, 3), (19, 6)]),
            (Shape::NoBottomLeft, [(12, 10), (6, 7)]),
            (Shape::NoBottomRight, [(13, 10), (19, 7)]),
        ] {
            for (x, y) in doors {
                let slot = door_slot_at(shape, x, y).unwrap();
                let notch = shape.slot_target(slot).unwrap();
                assert!((0..2).contains(&notch.0) && (0..2).contains(&notch.1), "{shape} {slot}");
            }
        }
    }

    #[test]
    fn l1_only_existing_doors_in_the_wall_are_slots() {
        let mut interior =
            Interior::empty(String::new(), Shape::Single, DoorSlots::NONE.with(DoorSlot::Up0));
        assert_eq!(interior.doors.len(), 4);
        interior.doors.push(WallDoor { x: 5, y: 5, exists: true });
        assert_eq!(interior.door_slots(Shape::Single), DoorSlots::NONE.with(DoorSlot::Up0));
    }
}
