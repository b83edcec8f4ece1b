//! From the plain readings' own terms to the floors of `basement-model`.

use basement_model::{Cell, DoorSlot, DoorSlots, Floor, FloorParts, Room, RoomKind, Shape};

/// A room of a floor. `anchor` is column and row, `shape` is the number in R2's table, and `doors`
/// says slot by slot whether the room can have a door.
pub(crate) fn room(
    anchor: (i32, i32),
    shape: u8,
    kind: RoomKind,
    depth: u32,
    doors: [bool; 8],
    interior: Option<usize>,
) -> Room {
    let slots = DoorSlot::ALL.into_iter().filter(|slot| doors[slot.number()]);
    Room {
        anchor: Cell::new(anchor.0 as u8, anchor.1 as u8),
        shape: Shape::ALL[usize::from(shape) - 1],
        kind,
        depth: depth as u8,
        slots: slots.fold(DoorSlots::NONE, DoorSlots::with),
        interior: interior.map(|index| index as u16),
        placing: None,
    }
}

/// The floor of an attempt that passed.
pub(crate) fn floor(parts: FloorParts<'_>) -> Floor {
    // The ranges of the parameters keep a floor below 80 rooms (R6), and no step places a room off
    // the grid or on another one (F4, R12), so this cannot fail.
    Floor::new(parts).expect("an attempt that passed makes a sound floor")
}
