//! Rebirth's board as bits, and the outlines as offsets on it (R1, R2, R11).
//!
//! A place is a cell of the 13x13 grid with a rim of one cell around it:
//! `16 * (y + 1) + (x + 1)`. The rim is never free, so that nothing leaves the
//! grid and nothing wraps.

use arrayvec::ArrayVec;
use basement_model::{Cell, Direction, DoorSlot, DoorSlots, Grid, Shape};

use super::layout::Layout;

/// A cell of the board, rim included.
pub(super) type Place = u8;

const STRIDE: i16 = 16;

/// Where no room stands.
pub(super) const NO_ROOM: u8 = u8::MAX;

/// R1: the start room's place, cell 84.
pub(super) const START: Place = place(Grid::REBIRTH.start);

/// The place of a cell.
pub(super) const fn place(cell: Cell) -> Place {
    16 * (cell.y + 1) + cell.x + 1
}

/// The cell of a place; `None` on the rim.
pub(super) const fn cell(place: Place) -> Option<Cell> {
    let (x, y) = (place % 16, place / 16);
    if x >= 1 && x <= 13 && y >= 1 && y <= 13 { Some(Cell::new(x - 1, y - 1)) } else { None }
}

/// The cell of a place for a journal; the rim is never asked for.
pub(super) fn shown(place: Place) -> Cell {
    cell(place).unwrap_or(Grid::REBIRTH.start)
}

/// One step, as a change of place.
pub(super) const STEPS: [i16; 4] = [-1, -STRIDE, 1, STRIDE];

/// The place that lies `offset` away.
#[inline]
pub(super) const fn moved(place: Place, offset: i16) -> Place {
    (place as i16).wrapping_add(offset) as u8
}

/// The place after one step.
#[inline]
pub(super) const fn step(place: Place, direction: Direction) -> Place {
    moved(place, STEPS[direction as usize])
}

/// A set of places, a word for each row of the board. The last two are spare,
/// so that every window of three rows lies inside.
pub(super) type Places = [u16; 18];

/// The empty set.
pub(super) const NOWHERE: Places = [0; 18];

/// The cells of the grid.
const GRID: Places = {
    let mut rows = NOWHERE;
    let mut row = 1;
    while row <= 13 {
        rows[row] = ((1 << 13) - 1) << 1;
        row += 1;
    }
    rows
};

/// Adds a place to a set.
#[inline]
pub(super) fn insert(places: &mut Places, place: Place) {
    places[usize::from(place / 16)] |= 1 << (place % 16);
}

/// Whether a set holds a place.
#[inline]
pub(super) const fn contains(places: &Places, place: Place) -> bool {
    places[place as usize / 16] >> (place % 16) & 1 == 1
}

/// A set as words of four rows: the bit of place p is p % 64 of word p / 64.
#[inline]
pub(super) fn words(places: &Places) -> impl Iterator<Item = u64> {
    let rows = places.chunks_exact(4);
    rows.map(|rows| rows.iter().rev().fold(0, |word, row| word << 16 | u64::from(*row)))
}

/// Calls `act` with the places of a set, row by row.
pub(super) fn for_each(places: &Places, mut act: impl FnMut(Place)) {
    for (number, mut left) in (0_u8..).zip(words(places)) {
        while left != 0 {
            act(64 * number + left.trailing_zeros() as u8);
            left &= left - 1;
        }
    }
}

/// How many places a set holds.
#[inline]
pub(super) fn count(places: &Places) -> usize {
    words(places).map(|word| word.count_ones() as usize).sum()
}

/// The places beside those of a set.
pub(super) fn beside(places: &Places) -> Places {
    core::array::from_fn(|row| {
        let above = if row > 0 { places[row - 1] } else { 0 };
        let below = if row + 1 < places.len() { places[row + 1] } else { 0 };
        places[row] << 1 | places[row] >> 1 | above | below
    })
}

/// What the layout needs of a shape, as changes of place from its anchor.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outline {
    /// Its cells.
    pub(super) cells: [i16; 4],
    /// How many of them there are.
    pub(super) size: usize,
    /// The place each slot leads to; `NO_SLOT` where there is none.
    pub(super) slots: [i16; 8],
    /// The slots that it has.
    pub(super) slot_set: DoorSlots,
    /// R11: where they lead to, slot by slot.
    pub(super) exits: ArrayVec<(i16, DoorSlot), 8>,
}

impl Outline {
    /// Calls `act` with each number that its slots can have, and the place that it leads to,
    /// whatever that is where there is no such slot. Only large rooms have the second four.
    #[inline]
    pub(super) fn for_each_number(&self, mut act: impl FnMut(usize, i16)) {
        let (first, second) = self.slots.split_at(4);
        first.iter().enumerate().for_each(|(number, offset)| act(number, *offset));
        if self.size > 1 {
            second.iter().enumerate().for_each(|(number, offset)| act(4 + number, *offset));
        }
    }
}

/// An offset that no slot has.
pub(super) const NO_SLOT: i16 = i16::MIN;

/// The outlines by shape number, from R2's table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outlines([Outline; 13]);

impl Outlines {
    pub(super) fn new() -> Self {
        Self(core::array::from_fn(|id| {
            let shape = Shape::try_from(id.max(1) as u8).unwrap_or(Shape::Single);
            let slot_set = shape.slots();
            let mut outline = Outline {
                cells: [0; 4],
                size: 0,
                slots: [NO_SLOT; 8],
                slot_set,
                exits: ArrayVec::new(),
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
            outline
        }))
    }

    #[inline]
    pub(super) fn of(&self, shape: Shape) -> &Outline {
        &self.0[shape as usize]
    }
}

/// A set of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShapeSet(u16);

impl ShapeSet {
    /// All twelve.
    pub(super) const ALL: Self = Self(0x1FFE);

    /// The shapes that are `some` way.
    pub(super) fn of(some: impl Fn(Shape) -> bool) -> Self {
        let shapes = Shape::ALL.into_iter().filter(|shape| some(*shape));
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
    /// Where its anchor lies from the entry cell.
    pub(super) anchor: i16,
    /// Whether the entry cell lies behind the second slot of its side, because
    /// the outline is moved aside (R20).
    pub(super) is_aside: bool,
    /// Its cells within the 3x3 block around the entry cell, row by row.
    pub(super) block: u16,
}

/// Outlines that a slot offers.
pub(super) const VARIANTS: usize = 14;

/// R11: the table of variants, by direction. 1x1 comes first, so that R11's
/// number 0 stands at 1.
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
        Self(core::array::from_fn(|direction| Self::row(Direction::ALL[direction])))
    }

    #[inline]
    pub(super) const fn of(&self, direction: Direction) -> &[Variant; VARIANTS] {
        &self.0[direction as usize]
    }

    /// The outlines of a direction that are `some` way, as bits.
    pub(super) fn set(&self, direction: Direction, some: impl Fn(&Variant) -> bool) -> u16 {
        let variants = self.of(direction).iter().enumerate();
        variants.fold(0, |set, (number, variant)| set | u16::from(some(variant)) << number)
    }

    fn row(direction: Direction) -> [Variant; VARIANTS] {
        let horizontal = direction.is_horizontal();
        let pick = |across: Shape, upright: Shape| if horizontal { across } else { upright };
        let [l1, l2, l3, l4] = L_SHAPES[direction as usize];
        // a: moved one further when the way in is left or up.
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
            is_aside: anchor == side || anchor == a + side,
            block: Self::block(shape, anchor),
        })
    }

    /// The cells of a shape as bits of the 3x3 block around the entry cell.
    pub(super) fn block(shape: Shape, anchor: i16) -> u16 {
        // Row and column of the anchor from the entry cell, both -1 to 1.
        let row = (anchor + STRIDE + 1).div_euclid(STRIDE) - 1;
        let column = anchor - row * STRIDE;
        shape.cells().iter().fold(0, |block, &(x, y)| {
            let bit = 3 * (row + i16::from(y) + 1) + column + i16::from(x) + 1;
            block | 1 << bit
        })
    }
}

/// The bit of a 3x3 block's centre.
pub(super) const CENTRE: u16 = 1 << 4;

/// The bits of a 3x3 block that lie beside its centre.
const BESIDE: u16 = 0b010_101_010;

/// How many cells of a 3x3 block lie beside its centre.
#[inline]
fn count_beside(block: u16) -> u32 {
    static COUNTS: [u8; 512] = {
        let mut counts = [0; 512];
        let mut block = 0;
        while block < 512 {
            counts[block] = (block as u16 & BESIDE).count_ones() as u8;
            block += 1;
        }
        counts
    };
    u32::from(COUNTS[usize::from(block & 511)])
}

/// Which places are free, and which room stands where.
#[derive(Clone)]
pub(super) struct Board {
    /// Where nothing can be placed.
    blocked: Places,
    /// Where a room stands.
    occupied: Places,
    rooms: [u8; 256],
}

impl Board {
    /// The empty board.
    pub(super) const EMPTY: Self = {
        let mut blocked = NOWHERE;
        let mut row = 0;
        while row < blocked.len() {
            blocked[row] = !GRID[row];
            row += 1;
        }
        Self { blocked, occupied: NOWHERE, rooms: [NO_ROOM; 256] }
    };

    /// Whether nothing can be placed here: the rim, a reserved cell, a room.
    #[inline]
    pub(super) const fn is_blocked(&self, place: Place) -> bool {
        contains(&self.blocked, place)
    }

    /// The room that stands here, or [`NO_ROOM`].
    #[inline]
    pub(super) const fn room_at(&self, place: Place) -> u8 {
        self.rooms[place as usize]
    }

    /// The blocked cells of the 3x3 block around a place that is not on the rim.
    #[inline]
    pub(super) fn blocked_around(&self, place: Place) -> u16 {
        Self::around(&self.blocked, place)
    }

    /// How many rooms' cells lie beside a place that is not on the rim.
    #[inline]
    pub(super) fn neighbours(&self, place: Place) -> u32 {
        count_beside(Self::around(&self.occupied, place))
    }

    /// The same without the cells of a block around the place.
    #[inline]
    pub(super) fn neighbours_but(&self, place: Place, block: u16) -> u32 {
        count_beside(Self::around(&self.occupied, place) & !block)
    }

    /// The 3x3 block around a place, three rows at once.
    #[inline]
    fn around(rows: &Places, place: Place) -> u16 {
        let above = usize::from(place / 16).wrapping_sub(1) & 15;
        let window = u64::from(rows[above])
            | u64::from(rows[above + 1]) << 16
            | u64::from(rows[above + 2]) << 32;
        let block = window >> ((place % 16).wrapping_sub(1) & 15) & 0x7_0007_0007;
        (block | block >> 13 | block >> 26) as u16 & 0x1FF
    }

    /// The cells without a room, but those of a set.
    pub(super) fn empty(&self, but: &Places) -> Places {
        core::array::from_fn(|row| GRID[row] & !self.occupied[row] & !but[row])
    }

    /// The places beside rooms.
    pub(super) fn beside_rooms(&self) -> Places {
        beside(&self.occupied)
    }

    /// The cells without a room that touch none, but those of a set.
    pub(super) fn untouched(&self, but: &Places) -> Places {
        let beside = self.beside_rooms();
        core::array::from_fn(|row| GRID[row] & !(self.occupied[row] | beside[row] | but[row]))
    }

    /// R12: keeps a place free for ever.
    pub(super) fn reserve(&mut self, place: Place) {
        insert(&mut self.blocked, place);
    }

    /// Puts a room on its cells.
    pub(super) fn put(&mut self, room: u8, anchor: Place, outline: &Outline) {
        for offset in &outline.cells[..outline.size] {
            let place = moved(anchor, *offset);
            insert(&mut self.blocked, place);
            insert(&mut self.occupied, place);
            self.rooms[usize::from(place)] = room;
        }
    }

    /// Takes a room off its cells.
    pub(super) fn lift(&mut self, anchor: Place, outline: &Outline) {
        for offset in &outline.cells[..outline.size] {
            let place = moved(anchor, *offset);
            self.blocked[usize::from(place / 16)] &= !(1 << (place % 16));
            self.occupied[usize::from(place / 16)] &= !(1 << (place % 16));
            self.rooms[usize::from(place)] = NO_ROOM;
        }
    }
}

/// R33, L3: the sides of cells that slots of rooms beside them lead through.
pub(super) struct Openings([u8; 256]);

impl Openings {
    /// No slot leads anywhere.
    pub(super) const NONE: Self = Self([0; 256]);

    /// Those of a layout's rooms.
    pub(super) fn of(layout: &Layout<'_>) -> Self {
        let outlines = &layout.tables.outlines;
        let mut openings = Self::NONE;
        for room in &layout.rooms {
            openings.add(room.anchor, outlines.of(room.shape), room.slots);
        }
        openings
    }

    /// Takes in a room with these slots.
    #[inline]
    pub(super) fn add(&mut self, anchor: Place, outline: &Outline, slots: DoorSlots) {
        outline.for_each_number(|number, offset| {
            // A slot that is not there adds nothing. Left and right, up and down are two apart.
            let is_there = slots.bits() >> number & 1;
            self.0[usize::from(moved(anchor, offset))] |= is_there << (number & 3 ^ 2);
        });
    }

    /// The sides of a cell, by direction.
    #[inline]
    pub(super) const fn at(&self, place: Place) -> u8 {
        self.0[place as usize]
    }

    /// L3: those of a room's slots that meet a slot of another room.
    #[inline]
    pub(super) fn met(&self, anchor: Place, outline: &Outline, slots: DoorSlots) -> DoorSlots {
        let mut met = 0;
        outline.for_each_number(|number, offset| {
            let own = moved(anchor, offset.wrapping_sub(STEPS[number & 3]));
            met |= (self.at(own) >> (number & 3) & 1) << number;
        });
        slots.and(DoorSlots::from_bits(met))
    }
}

/// The slot of a room's side by which a room entered in `direction` is entered
/// (R20): the first that leads back, or the second when it is moved aside.
#[inline]
pub(super) const fn entry_slot(direction: Direction, is_aside: bool) -> DoorSlot {
    DoorSlot::from_direction(direction.opposite(), is_aside)
}

/// Whether a room at `anchor` with these slots has one in `direction` that leads
/// to `target`.
#[inline]
pub(super) fn leads_to(
    outline: &Outline,
    slots: DoorSlots,
    anchor: Place,
    direction: Direction,
    target: Place,
) -> bool {
    let offset = i16::from(target) - i16::from(anchor);
    [DoorSlot::from_direction(direction, false), DoorSlot::from_direction(direction, true)]
        .into_iter()
        .any(|slot| slots.contains(slot) && outline.slots[slot.number()] == offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_places_are_cells_with_a_rim_that_is_never_free() {
        for grid_cell in Grid::REBIRTH.cells() {
            assert_eq!(cell(place(grid_cell)), Some(grid_cell));
            assert!(!Board::EMPTY.is_blocked(place(grid_cell)));
        }
        let free = (0..=255).filter(|place| !Board::EMPTY.is_blocked(*place)).count();
        assert_eq!(free, 169);
        assert!((0..=255).all(|place| cell(place).is_some() != Board::EMPTY.is_blocked(place)));
    }

    #[test]
    fn r11_every_variant_covers_its_entry_cell_and_is_entered_by_its_slot() {
        let outlines = Outlines::new();
        let table = VariantTable::new();
        for direction in Direction::ALL {
            for variant in table.of(direction) {
                let entry = place(Cell::new(6, 6));
                let anchor = moved(entry, variant.anchor);
                let outline = outlines.of(variant.shape);
                let covers = outline.cells[..outline.size]
                    .iter()
                    .any(|offset| moved(anchor, *offset) == entry);
                assert!(covers, "{direction} {variant:?}");
                // R20: the door back to the parent is where it is said to be.
                let slot = entry_slot(direction, variant.is_aside);
                let back = step(entry, direction.opposite());
                assert_eq!(
                    moved(anchor, outline.slots[slot.number()]),
                    back,
                    "{direction} {variant:?}"
                );
            }
        }
    }

    #[test]
    fn r20_the_variants_moved_aside_are_2_4_6_8_and_10() {
        for direction in Direction::ALL {
            let table = VariantTable::new();
            let aside: Vec<usize> =
                (0..13).filter(|v| table.of(direction)[*v + 1].is_aside).collect();
            assert_eq!(aside, [2, 4, 6, 8, 10], "{direction}");
        }
    }

    #[test]
    fn r11_the_block_bits_are_the_cells_around_the_entry() {
        let outlines = Outlines::new();
        let table = VariantTable::new();
        let entry = place(Cell::new(6, 6));
        for direction in Direction::ALL {
            for variant in table.of(direction) {
                let outline = outlines.of(variant.shape);
                let mut board = Board::EMPTY;
                board.put(0, moved(entry, variant.anchor), outline);
                assert_eq!(board.blocked_around(entry), variant.block, "{direction} {variant:?}");
                board.lift(moved(entry, variant.anchor), outline);
                assert_eq!(board.blocked_around(entry), 0);
            }
        }
    }
}
