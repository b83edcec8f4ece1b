//! The outlines of rooms as offsets on the grid, and the variants that a slot offers
//! (R2, R11, R20).

use arrayvec::ArrayVec;
use basement_model::{Direction, DoorSlot, DoorSlots, Shape};

use super::cells::{CellIndex, STEPS, STRIDE};

/// What the layout needs to know about a shape, as offsets from its anchor.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outline {
    /// Its cells. Only the first [`Outline::size`] count.
    cells: [i16; 4],
    /// How many cells it has.
    size: usize,
    /// The cell that each slot leads to, or [`NO_SLOT`] if the shape has no such slot.
    pub(super) slots: [i16; 8],
    /// The slots that it has.
    pub(super) slot_set: DoorSlots,
    /// R11: its slots in order, each with the cell that it leads to.
    pub(super) exits: ArrayVec<(i16, DoorSlot), 8>,
    /// W42: the cells around its bounding box, each with its slot in the rule's table.
    pub(super) around_box: ArrayVec<(i16, DoorSlot), 8>,
}

impl Outline {
    fn new(shape: Shape) -> Self {
        let mut outline = Self {
            cells: [0; 4],
            size: 0,
            slots: [NO_SLOT; 8],
            slot_set: shape.slots(),
            exits: ArrayVec::new(),
            around_box: ArrayVec::new(),
        };
        for &(x, y) in shape.cells() {
            outline.cells[outline.size] = i16::from(x) + STRIDE * i16::from(y);
            outline.size += 1;
        }
        for slot in DoorSlot::ALL {
            if let Some((x, y)) = shape.slot_target(slot) {
                let offset = i16::from(x) + STRIDE * i16::from(y);
                outline.slots[slot.number()] = offset;
                outline.exits.push((offset, slot));
            }
        }
        let (width, height) = (i16::from(shape.width()), i16::from(shape.height()));
        let below = STRIDE;
        let around = [
            -1,
            -STRIDE,
            width,
            height * STRIDE,
            -1 + below,
            1 - STRIDE,
            width + below,
            1 + height * STRIDE,
        ];
        for (slot, offset) in DoorSlot::ALL.into_iter().zip(around) {
            let number = slot.number();
            let has_cell = match shape {
                Shape::Single => number < 4,
                Shape::Tall => number != 5 && number != 7,
                Shape::Wide => number != 4 && number != 6,
                _ => true,
            };
            if has_cell {
                outline.around_box.push((offset, slot));
            }
        }
        outline
    }

    /// The offsets of its cells.
    #[inline]
    pub(super) fn cells(&self) -> &[i16] {
        &self.cells[..self.size]
    }
}

/// An offset that no slot has.
const NO_SLOT: i16 = i16::MIN;

/// The outlines of R2's table, by shape number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outlines([Outline; 13]);

impl Outlines {
    pub(super) fn new() -> Self {
        // Numbers begin at 1. The entry at 0 is never used.
        Self(core::array::from_fn(|number| {
            Outline::new(Shape::try_from(number.max(1) as u8).unwrap_or(Shape::Single))
        }))
    }

    #[inline]
    pub(super) fn get(&self, shape: Shape) -> &Outline {
        &self.0[shape as usize]
    }
}

/// A set of shapes: one bit per shape, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShapeSet(u16);

impl ShapeSet {
    /// All twelve shapes.
    pub(super) const ALL: Self = Self(0x1FFE);

    /// Only 1x1.
    pub(super) const SINGLE: Self = Self(1 << Shape::Single as u8);

    /// The shapes for which a test holds.
    pub(super) fn from_fn(holds: impl Fn(Shape) -> bool) -> Self {
        let shapes = Shape::ALL.into_iter().filter(|shape| holds(*shape));
        Self(shapes.fold(0, |set, shape| set | 1 << shape as u8))
    }

    #[inline]
    pub(super) const fn contains(self, shape: Shape) -> bool {
        self.0 >> shape as u8 & 1 == 1
    }

    pub(super) fn remove(&mut self, shape: Shape) {
        self.0 &= !(1 << shape as u8);
    }
}

/// One of the fourteen outlines that a slot offers: 1x1, or a variant of R11.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Variant {
    pub(super) shape: Shape,
    /// The offset of its anchor from the entry cell.
    pub(super) anchor: i16,
    /// Its cells in the 3x3 block around the entry cell, row by row.
    pub(super) block: u16,
}

/// How many outlines a slot offers.
pub(super) const VARIANTS: usize = 14;

/// R11: the table of variants, by direction. 1x1 comes first, so that R11's number 0 is at 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct VariantTable([[Variant; VARIANTS]; 4]);

/// R11: L1, L2, L3, L4 by direction.
const L_SHAPES: [[Shape; 4]; 4] = {
    use Shape::{NoBottomLeft, NoBottomRight, NoTopLeft, NoTopRight};
    [
        [NoBottomRight, NoTopRight, NoBottomLeft, NoTopLeft],
        [NoBottomRight, NoBottomLeft, NoTopRight, NoTopLeft],
        [NoBottomLeft, NoTopLeft, NoTopRight, NoBottomRight],
        [NoTopRight, NoTopLeft, NoBottomLeft, NoBottomRight],
    ]
};

impl VariantTable {
    pub(super) fn new() -> Self {
        Self(Direction::ALL.map(Self::row))
    }

    /// The variants of a direction.
    #[inline]
    pub(super) const fn row_of(&self, direction: Direction) -> &[Variant; VARIANTS] {
        &self.0[direction as usize]
    }

    /// The variants of a direction for which a test holds, as bits.
    pub(super) fn matching(&self, direction: Direction, holds: impl Fn(&Variant) -> bool) -> u16 {
        let variants = self.row_of(direction).iter().enumerate();
        variants.fold(0, |set, (number, variant)| set | u16::from(holds(variant)) << number)
    }

    fn row(direction: Direction) -> [Variant; VARIANTS] {
        let horizontal = direction.is_horizontal();
        let pick = |across: Shape, upright: Shape| if horizontal { across } else { upright };
        let [l1, l2, l3, l4] = L_SHAPES[direction as usize];
        // R11's a: the anchor is one cell further when the way in is left or up.
        let a = match direction {
            Direction::Left | Direction::Up => STEPS[direction as usize],
            Direction::Right | Direction::Down => 0,
        };
        let side = if horizontal { -STRIDE } else { -1 };
        let along = pick(Shape::Wide, Shape::Tall);
        let across = pick(Shape::Tall, Shape::Wide);
        let square = Shape::Square;
        let narrow = pick(Shape::NarrowHorizontal, Shape::NarrowVertical);
        let narrow_long = pick(Shape::WideNarrow, Shape::TallNarrow);
        [
            (Shape::Single, 0),
            (along, a),
            (across, 0),
            (across, side),
            (square, a),
            (square, a + side),
            (l1, a),
            (l2, a + side),
            (l3, a),
            (l3, a + side),
            (l4, a),
            (l4, a + side),
            (narrow, 0),
            (narrow_long, a),
        ]
        .map(|(shape, anchor)| Variant {
            shape,
            anchor,
            block: Self::block(shape, anchor),
        })
    }

    /// The cells of a shape as bits of the 3x3 block around the entry cell.
    pub(super) fn block(shape: Shape, anchor: i16) -> u16 {
        // Row and column of the anchor, counted from the entry cell, both -1 to 1.
        let row = (anchor + STRIDE + 1).div_euclid(STRIDE) - 1;
        let column = anchor - row * STRIDE;
        shape.cells().iter().fold(0, |block, &(x, y)| {
            let bit = 3 * (row + i16::from(y) + 1) + column + i16::from(x) + 1;
            block | 1 << bit
        })
    }
}

/// W19, W80: for each variant, whether its room needs the second slot of the side towards the
/// parent, or the first; `None` for the variant that is never taken. The table is the game's; by
/// geometry it would be the other way round.
#[rustfmt::skip]
pub(super) const NEEDS_SECOND_SLOT: [Option<bool>; VARIANTS] = [
    // 1x1, then variants 0 to 12.
    FIRST, FIRST, SECOND, FIRST, SECOND, FIRST, SECOND, FIRST, SECOND, FIRST, SECOND, FIRST, FIRST, None,
];
const FIRST: Option<bool> = Some(false);
const SECOND: Option<bool> = Some(true);

/// R20, W19: the slot that a room needs towards its parent.
#[inline]
pub(super) const fn entry_slot(direction: Direction, is_second: bool) -> DoorSlot {
    DoorSlot::from_direction(direction.opposite(), is_second)
}

/// Whether one of a room's slots leads in a direction to a cell. The room has this outline, these
/// slots and this anchor.
#[inline]
pub(super) fn leads_to(
    outline: &Outline,
    slots: DoorSlots,
    anchor: CellIndex,
    direction: Direction,
    target: CellIndex,
) -> bool {
    let offset = i16::from(target) - i16::from(anchor);
    [DoorSlot::from_direction(direction, false), DoorSlot::from_direction(direction, true)]
        .into_iter()
        .any(|slot| slots.contains(slot) && outline.slots[slot.number()] == offset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rebirth::board::Board;
    use crate::rebirth::cells::{index_of, moved};
    use basement_model::Cell;

    #[test]
    fn r11_every_variant_covers_its_entry_cell() {
        let outlines = Outlines::new();
        let table = VariantTable::new();
        for direction in Direction::ALL {
            for variant in table.row_of(direction) {
                let entry = index_of(Cell::new(6, 6));
                let anchor = moved(entry, variant.anchor);
                let outline = outlines.get(variant.shape);
                let covers = outline.cells().iter().any(|offset| moved(anchor, *offset) == entry);
                assert!(covers, "{direction} {variant:?}");
            }
        }
    }

    #[test]
    fn w19_w80_variants_1_3_5_7_and_9_need_the_second_slot_and_12_is_never_taken() {
        let with = |slot: Option<bool>| -> Vec<usize> {
            (0..13).filter(|variant| NEEDS_SECOND_SLOT[variant + 1] == slot).collect()
        };
        assert_eq!(with(Some(true)), [1, 3, 5, 7, 9]);
        assert_eq!(with(None), [12]);
        assert_eq!(NEEDS_SECOND_SLOT[0], Some(false));
    }

    #[test]
    fn r11_the_block_bits_are_the_cells_around_the_entry() {
        let outlines = Outlines::new();
        let table = VariantTable::new();
        let entry = index_of(Cell::new(6, 6));
        for direction in Direction::ALL {
            for variant in table.row_of(direction) {
                let outline = outlines.get(variant.shape);
                let mut board = Board::EMPTY;
                board.put(0, moved(entry, variant.anchor), outline);
                assert_eq!(board.blocked_around(entry), variant.block, "{direction} {variant:?}");
                board.lift(moved(entry, variant.anchor), outline);
                assert_eq!(board.blocked_around(entry), 0);
            }
        }
    }
}
