//! The twelve room shapes and their door slots (R2), as data.

use core::fmt;

use serde::{Deserialize, Serialize};
use strum::VariantArray;

use crate::door_slot::{DoorSlot, DoorSlots};
use crate::floor_error::FloorError;
use crate::grid::STRIDE;

/// A room's outline ([R2](crate::rules#r2)). It is written to JSON as its number, 1-12.
///
/// ```
/// use basement_model::Shape;
///
/// assert_eq!((Shape::NoTopLeft.id(), Shape::NoTopLeft.name()), (9, "ltl"));
/// assert_eq!(Shape::NoTopLeft.cells(), [(1, 0), (0, 1), (1, 1)]);
/// assert_eq!(Shape::try_from(4)?, Shape::Tall);
/// # Ok::<(), basement_model::FloorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, VariantArray)]
#[serde(try_from = "u8", into = "u8")]
#[repr(u8)]
pub enum Shape {
    /// 1: one cell, a door on each side.
    Single = 1,
    /// 2: IH, one cell, doors left and right only.
    NarrowHorizontal = 2,
    /// 3: IV, one cell, doors up and down only.
    NarrowVertical = 3,
    /// 4: 1x2, two cells tall.
    Tall = 4,
    /// 5: IIV, two cells tall, doors at its ends only.
    TallNarrow = 5,
    /// 6: 2x1, two cells wide.
    Wide = 6,
    /// 7: IIH, two cells wide, doors at its ends only.
    WideNarrow = 7,
    /// 8: 2x2, four cells.
    Square = 8,
    /// 9: LTL, 2x2 without its top left cell.
    NoTopLeft = 9,
    /// 10: LTR, 2x2 without its top right cell.
    NoTopRight = 10,
    /// 11: LBL, 2x2 without its bottom left cell.
    NoBottomLeft = 11,
    /// 12: LBR, 2x2 without its bottom right cell.
    NoBottomRight = 12,
}

/// One shape in the notation of the rules page.
struct Row {
    name: &'static str,
    /// Cells as (x, y) from the anchor, the top left corner of the bounding box.
    cells: &'static [(u8, u8)],
    /// The cell that each door slot leads to, from the anchor.
    slots: [Option<(i8, i8)>; 8],
}

const fn to(x: i8, y: i8) -> Option<(i8, i8)> {
    Some((x, y))
}

const NO: Option<(i8, i8)> = None;

/// R2, row by row as on the rules page:
/// LEFT0, UP0, RIGHT0, DOWN0, LEFT1, UP1, RIGHT1, DOWN1.
#[rustfmt::skip]
static TABLE: [Row; 12] = [
    Row { name: "1x1", cells: &[(0, 0)],                         slots: [to(-1, 0), to(0, -1), to(1, 0), to(0, 1), NO,        NO,        NO,       NO      ] },
    Row { name: "ih",  cells: &[(0, 0)],                         slots: [to(-1, 0), NO,        to(1, 0), NO,       NO,        NO,        NO,       NO      ] },
    Row { name: "iv",  cells: &[(0, 0)],                         slots: [NO,        to(0, -1), NO,       to(0, 1), NO,        NO,        NO,       NO      ] },
    Row { name: "1x2", cells: &[(0, 0), (0, 1)],                 slots: [to(-1, 0), to(0, -1), to(1, 0), to(0, 2), to(-1, 1), NO,        to(1, 1), NO      ] },
    Row { name: "iiv", cells: &[(0, 0), (0, 1)],                 slots: [NO,        to(0, -1), NO,       to(0, 2), NO,        NO,        NO,       NO      ] },
    Row { name: "2x1", cells: &[(0, 0), (1, 0)],                 slots: [to(-1, 0), to(0, -1), to(2, 0), to(0, 1), NO,        to(1, -1), NO,       to(1, 1)] },
    Row { name: "iih", cells: &[(0, 0), (1, 0)],                 slots: [to(-1, 0), NO,        to(2, 0), NO,       NO,        NO,        NO,       NO      ] },
    Row { name: "2x2", cells: &[(0, 0), (1, 0), (0, 1), (1, 1)], slots: [to(-1, 0), to(0, -1), to(2, 0), to(0, 2), to(-1, 1), to(1, -1), to(2, 1), to(1, 2)] },
    Row { name: "ltl", cells: &[(1, 0), (0, 1), (1, 1)],         slots: [to(0, 0),  to(0, 0),  to(2, 0), to(0, 2), to(-1, 1), to(1, -1), to(2, 1), to(1, 2)] },
    Row { name: "ltr", cells: &[(0, 0), (0, 1), (1, 1)],         slots: [to(-1, 0), to(0, -1), to(1, 0), to(0, 2), to(-1, 1), to(1, 0),  to(2, 1), to(1, 2)] },
    Row { name: "lbl", cells: &[(0, 0), (1, 0), (1, 1)],         slots: [to(-1, 0), to(0, -1), to(2, 0), to(0, 1), to(0, 1),  to(1, -1), to(2, 1), to(1, 2)] },
    Row { name: "lbr", cells: &[(0, 0), (1, 0), (0, 1)],         slots: [to(-1, 0), to(0, -1), to(2, 0), to(0, 2), to(-1, 1), to(1, -1), to(1, 1), to(1, 1)] },
];

/// A cell of an outline.
#[derive(Clone, Copy)]
pub(crate) struct OutlineCell {
    /// Its offset from the anchor on a board of [`STRIDE`] cells per row.
    pub(crate) place: u8,
    /// The outline's slots that lead out of this cell.
    pub(crate) slots: DoorSlots,
}

/// An outline cell by cell.
struct Outline {
    cells: [OutlineCell; 4],
    len: usize,
}

/// [`TABLE`] the other way round: from a cell to its slots.
static OUTLINES: [Outline; 12] = {
    const NONE: OutlineCell = OutlineCell { place: 0, slots: DoorSlots::NONE };
    let mut outlines = [const { Outline { cells: [NONE; 4], len: 0 } }; 12];
    let mut shape = 0;
    while shape < TABLE.len() {
        let Row { cells, slots, .. } = &TABLE[shape];
        let outline = &mut outlines[shape];
        outline.len = cells.len();
        let mut index = 0;
        while index < cells.len() {
            let (x, y) = cells[index];
            let cell = &mut outline.cells[index];
            cell.place = y * STRIDE as u8 + x;
            let mut slot = 0;
            while slot < slots.len() {
                let (dx, dy) = DoorSlot::ALL[slot].direction().offset();
                if let Some(target) = slots[slot]
                    && target.0 == x as i8 + dx
                    && target.1 == y as i8 + dy
                {
                    cell.slots = cell.slots.with(DoorSlot::ALL[slot]);
                }
                slot += 1;
            }
            index += 1;
        }
        shape += 1;
    }
    outlines
};

impl Shape {
    /// All twelve shapes, in order of their numbers.
    pub const ALL: [Self; 12] = *<Self as VariantArray>::VARIANTS.first_chunk().expect("12 shapes");

    /// The shape's number in the game and on the rules page, 1-12.
    #[must_use]
    #[inline]
    pub const fn id(self) -> u8 {
        self as u8
    }

    /// The community's name for the outline: `1x1`, `ih`, ... `lbr`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The cells it covers, as (x, y) from its anchor.
    #[must_use]
    #[inline]
    pub fn cells(self) -> &'static [(u8, u8)] {
        self.row().cells
    }

    /// The cells it covers, with the door slots of each.
    #[inline]
    pub(crate) fn outline(self) -> &'static [OutlineCell] {
        let Outline { cells, len } = &OUTLINES[self as usize - 1];
        &cells[..*len]
    }

    /// The door slots that the outline has.
    #[must_use]
    pub fn slots(self) -> DoorSlots {
        DoorSlot::ALL
            .into_iter()
            .filter(|slot| self.slot_target(*slot).is_some())
            .fold(DoorSlots::NONE, DoorSlots::with)
    }

    /// The cell that a door slot leads to, as (x, y) from the anchor; `None` if the shape has no
    /// such slot.
    #[must_use]
    #[inline]
    pub fn slot_target(self, slot: DoorSlot) -> Option<(i8, i8)> {
        self.row().slots[slot.number()]
    }

    /// The shape's own cell beside a door slot: one step back from the cell that the
    /// slot leads to.
    #[must_use]
    #[inline]
    pub fn slot_cell(self, slot: DoorSlot) -> Option<(i8, i8)> {
        let (dx, dy) = slot.direction().offset();
        self.slot_target(slot).map(|(x, y)| (x - dx, y - dy))
    }

    /// Columns of the bounding box, 1 or 2.
    #[must_use]
    pub fn width(self) -> u8 {
        self.cells().iter().map(|(x, _)| x + 1).max().unwrap_or(0)
    }

    /// Rows of the bounding box, 1 or 2.
    #[must_use]
    pub fn height(self) -> u8 {
        self.cells().iter().map(|(_, y)| y + 1).max().unwrap_or(0)
    }

    /// The shape with the same cells and a door slot on every side ([R13](crate::rules#r13)): 1 for
    /// 2 and 3, 4 for 5, 6 for 7. Every other shape is unchanged.
    #[must_use]
    pub const fn widened(self) -> Self {
        match self {
            Self::NarrowHorizontal | Self::NarrowVertical => Self::Single,
            Self::TallNarrow => Self::Tall,
            Self::WideNarrow => Self::Wide,
            other => other,
        }
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize - 1]
    }
}

impl TryFrom<u8> for Shape {
    type Error = FloorError;

    fn try_from(id: u8) -> Result<Self, FloorError> {
        Self::ALL
            .get(usize::from(id).wrapping_sub(1))
            .copied()
            .ok_or(FloorError::UnknownShape { given: id })
    }
}

impl From<Shape> for u8 {
    fn from(shape: Shape) -> Self {
        shape.id()
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Direction;

    #[test]
    fn r2_every_slot_leaves_the_room_and_starts_inside_it() {
        for shape in Shape::ALL {
            let covers = |(x, y): (i8, i8)| {
                shape.cells().iter().any(|&(cx, cy)| (cx as i8, cy as i8) == (x, y))
            };
            for slot in shape.slots().iter() {
                assert!(!covers(shape.slot_target(slot).unwrap()), "{shape} {slot}");
                assert!(covers(shape.slot_cell(slot).unwrap()), "{shape} {slot}");
            }
        }
    }

    #[test]
    fn a_cell_of_an_outline_has_the_slots_that_start_in_it() {
        for shape in Shape::ALL {
            assert_eq!(shape.outline().len(), shape.cells().len());
            for (cell, &(x, y)) in shape.outline().iter().zip(shape.cells()) {
                assert_eq!(usize::from(cell.place), usize::from(y) * STRIDE + usize::from(x));
                for slot in DoorSlot::ALL {
                    let starts_here = shape.slot_cell(slot) == Some((x as i8, y as i8));
                    assert_eq!(cell.slots.contains(slot), starts_here, "{shape} {slot}");
                }
            }
        }
    }

    #[test]
    fn r2_wide_shapes_have_a_slot_on_every_outer_side() {
        for shape in Shape::ALL.into_iter().filter(|shape| shape.widened() == *shape) {
            let mut sides = 0;
            for &(x, y) in shape.cells() {
                for direction in Direction::ALL {
                    let (dx, dy) = direction.offset();
                    let side = (x as i8 + dx, y as i8 + dy);
                    let inside = shape.cells().iter().any(|&(cx, cy)| (cx as i8, cy as i8) == side);
                    sides += usize::from(!inside);
                }
            }
            assert_eq!(shape.slots().len(), sides, "{shape}");
        }
    }

    #[test]
    fn r2_narrow_shapes_have_the_cells_of_their_wide_sibling_and_two_of_its_slots() {
        for shape in Shape::ALL.into_iter().filter(|shape| shape.widened() != *shape) {
            let wide = shape.widened();
            assert_eq!(shape.cells(), wide.cells());
            assert_eq!(shape.slots().len(), 2);
            for slot in shape.slots().iter() {
                assert_eq!(shape.slot_target(slot), wide.slot_target(slot));
            }
        }
    }

    #[test]
    fn r2_the_two_slots_of_a_notch_lead_to_the_same_cell() {
        for (shape, notch, slots) in [
            (Shape::NoTopLeft, (0, 0), [DoorSlot::Left0, DoorSlot::Up0]),
            (Shape::NoTopRight, (1, 0), [DoorSlot::Right0, DoorSlot::Up1]),
            (Shape::NoBottomLeft, (0, 1), [DoorSlot::Down0, DoorSlot::Left1]),
            (Shape::NoBottomRight, (1, 1), [DoorSlot::Right1, DoorSlot::Down1]),
        ] {
            for slot in slots {
                assert_eq!(shape.slot_target(slot), Some(notch));
            }
        }
    }

    #[test]
    fn shapes_are_read_by_number_and_others_are_refused() {
        for shape in Shape::ALL {
            assert_eq!(Shape::try_from(shape.id()), Ok(shape));
        }
        assert_eq!(Shape::try_from(0), Err(FloorError::UnknownShape { given: 0 }));
        assert_eq!(Shape::try_from(13), Err(FloorError::UnknownShape { given: 13 }));
    }
}
