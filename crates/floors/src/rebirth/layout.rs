//! The layout: the rooms that a floor grows, and the board that they are on (R8, R12).

use arrayvec::ArrayVec;
use basement_model::{Curse, Direction, DoorSlots, Floor, MAX_ROOMS, RoomKind, RoomPlacing, Shape};

use super::board::Board;
use super::candidates::{Candidate, EnabledVariants, OutlineTables};
use super::cells::{CENTRE, CellIndex, START, grid_cell, index_of, step};
use super::outline::ShapeSet;
use super::rules::RebirthRules;
use super::stage::{CHEST, VOID};
use crate::trace::{Decision, Trace};

/// A room of a layout in the making.
#[derive(Clone, Copy, Debug)]
pub(super) struct GrownRoom {
    pub(super) anchor: CellIndex,
    pub(super) shape: Shape,
    pub(super) kind: RoomKind,
    pub(super) depth: u8,
    /// The slots in which doors are possible: those of the shape or, once a concrete room is
    /// chosen, those of that room.
    pub(super) slots: DoorSlots,
    pub(super) interior: Option<u16>,
    /// W3: how its concrete room was placed.
    pub(super) placing: Option<RoomPlacing>,
    /// The cell by which it was entered.
    pub(super) entry: CellIndex,
    /// The direction in which it was entered.
    pub(super) direction: Direction,
    /// Its cells, as bits of the 3x3 block around the entry.
    pub(super) block: u16,
}

impl GrownRoom {
    /// R14: the cell of the parent, one step back from the entry cell.
    pub(super) fn parent_cell(&self) -> CellIndex {
        step(self.entry, self.direction.opposite())
    }
}

/// A layout in the making.
#[derive(Clone)]
pub(super) struct Layout<'a> {
    pub(super) rules: &'a RebirthRules,
    pub(super) tables: &'a OutlineTables,
    pub(super) board: Board,
    /// Two more than a floor holds: hidden rooms are tried on full floors, too.
    pub(super) rooms: ArrayVec<GrownRoom, { MAX_ROOMS + 2 }>,
    /// R9: the shapes that rooms can have.
    pub(super) shapes: ShapeSet,
    /// The variants that a slot can offer with these shapes.
    pub(super) enabled: EnabledVariants,
    /// R10: whether a candidate with two neighbours may still be placed.
    pub(super) is_loopy: bool,
    /// R14: the rooms that are marked as dead ends, as bits.
    pub(super) dead_end_marks: u128,
}

impl<'a> Layout<'a> {
    /// A layout with only the start room.
    pub(super) fn new(
        rules: &'a RebirthRules,
        tables: &'a OutlineTables,
        shapes: ShapeSet,
        stage: u8,
        curse: Option<Curse>,
    ) -> Self {
        let mut layout = Self::empty(rules, tables, shapes, stage, curse);
        layout.put_start(stage);
        layout
    }

    /// A board without a room, before [`put_start`](Self::put_start).
    // Inlined, so that the large layout is built where its caller wants it.
    #[inline(always)]
    pub(super) fn empty(
        rules: &'a RebirthRules,
        tables: &'a OutlineTables,
        shapes: ShapeSet,
        stage: u8,
        curse: Option<Curse>,
    ) -> Self {
        Self {
            rules,
            tables,
            board: Board::EMPTY,
            rooms: ArrayVec::new_const(),
            shapes,
            enabled: if shapes == ShapeSet::ALL {
                tables.all_shapes
            } else {
                EnabledVariants::new(&tables.variants, shapes)
            },
            is_loopy: stage == VOID || curse == Some(Curse::Labyrinth),
            dead_end_marks: 0,
        }
    }

    /// Puts the start room on the empty board.
    pub(super) fn put_start(&mut self, stage: u8) {
        if self.rules.growth.has_smaller_grid() {
            self.board.leave_outside(&self.tables.outside);
        }
        self.add_single(START, RoomKind::Start, 0, Shape::Single.slots());
        if stage == CHEST {
            // R12: the cell above the start is reserved.
            self.board.reserve(step(START, Direction::Up));
        }
    }

    /// The layout of a finished floor as the search for the secret room saw it: without the rooms
    /// that were added later. A floor does not record how its rooms were entered, so the entries
    /// and directions are made up.
    pub(super) fn from_floor(
        rules: &'a RebirthRules,
        tables: &'a OutlineTables,
        floor: &Floor,
    ) -> Self {
        Self::from_rooms_of(rules, tables, floor, |kind| !kind.is_added())
    }

    /// The layout of a finished floor with only the rooms of some kinds.
    pub(super) fn from_rooms_of(
        rules: &'a RebirthRules,
        tables: &'a OutlineTables,
        floor: &Floor,
        is_shown: impl Fn(RoomKind) -> bool,
    ) -> Self {
        let mut layout =
            Self::new(rules, tables, ShapeSet::ALL, floor.request().level, floor.curse());
        for room in floor.rooms().iter().skip(1).filter(|room| is_shown(room.kind)) {
            let anchor = index_of(room.anchor);
            // A normal room loses slots only after the search, when a room is chosen for it.
            let is_normal = room.kind == RoomKind::Normal;
            layout.push(GrownRoom {
                anchor,
                shape: room.shape,
                kind: room.kind,
                depth: room.depth,
                slots: if is_normal { room.shape.slots() } else { room.slots },
                interior: room.interior,
                placing: room.placing,
                entry: anchor,
                direction: Direction::Left,
                block: CENTRE,
            });
        }
        layout
    }

    /// Adds a candidate as a normal room. Returns its index.
    pub(super) fn add_room(&mut self, candidate: &Candidate, depth: u8) -> u8 {
        self.push(GrownRoom {
            anchor: candidate.anchor,
            shape: candidate.shape,
            kind: RoomKind::Normal,
            depth,
            slots: self.tables.outlines.get(candidate.shape).slot_set,
            interior: None,
            placing: None,
            entry: candidate.entry,
            direction: candidate.direction,
            block: candidate.block,
        })
    }

    /// F8, F10: makes a room a 1x1 on its entry cell, with these doors.
    pub(super) fn make_single(&mut self, index: u8, slots: DoorSlots) {
        let outlines = &self.tables.outlines;
        let room = &mut self.rooms[usize::from(index)];
        self.board.lift(room.anchor, outlines.get(room.shape));
        (room.anchor, room.shape, room.block) = (room.entry, Shape::Single, CENTRE);
        room.slots = slots;
        self.board.put(index, room.anchor, outlines.get(Shape::Single));
    }

    /// Adds a room of one cell that did not grow from another room: the start (R12), or a hidden room
    /// (R33, R34). Returns its index.
    pub(super) fn add_single(
        &mut self,
        cell: CellIndex,
        kind: RoomKind,
        depth: u8,
        slots: DoorSlots,
    ) -> u8 {
        self.push(GrownRoom {
            anchor: cell,
            shape: Shape::Single,
            kind,
            depth,
            slots,
            interior: None,
            placing: None,
            entry: cell,
            direction: Direction::Left,
            block: CENTRE,
        })
    }

    /// The least depth of some rooms, given as bits by their indices.
    pub(super) fn least_depth(&self, mut rooms: u128) -> u8 {
        let mut least = u8::MAX;
        while rooms != 0 {
            least = least.min(self.rooms[rooms.trailing_zeros() as usize].depth);
            rooms &= rooms - 1;
        }
        least
    }

    fn push(&mut self, room: GrownRoom) -> u8 {
        let index = self.rooms.len() as u8;
        self.board.put(index, room.anchor, self.tables.outlines.get(room.shape));
        self.rooms.push(room);
        index
    }

    pub(super) fn note_placed<T: Trace>(
        &self,
        rule: &'static str,
        index: u8,
        next: &'static str,
        trace: &mut T,
    ) {
        let room = &self.rooms[usize::from(index)];
        trace.note(rule, || Decision::Placed {
            room: index,
            anchor: grid_cell(room.anchor),
            shape: room.shape,
            depth: room.depth,
            next,
        });
    }
}

/// Layouts in the making for tests.
#[cfg(test)]
pub(super) mod drafts {
    use super::*;
    use crate::rebirth::outline::VariantTable;
    use basement_model::Cell;

    /// A draw that fails every chance: its remainder is 1 for every n above 1.
    pub(in crate::rebirth) const MISS: u32 = 1;

    pub(in crate::rebirth) fn layout<'a>(
        rules: &'a RebirthRules,
        tables: &'a OutlineTables,
    ) -> Layout<'a> {
        Layout::new(rules, tables, ShapeSet::ALL, 1, None)
    }

    /// Adds a room of a shape, entered in a direction.
    pub(in crate::rebirth) fn put(
        layout: &mut Layout<'_>,
        x: u8,
        y: u8,
        shape: Shape,
        direction: Direction,
    ) -> u8 {
        let anchor = index_of(Cell::new(x, y));
        let block = VariantTable::block(shape, 0);
        let candidate = Candidate { anchor, shape, entry: anchor, direction, block };
        layout.add_room(&candidate, 1)
    }

    pub(in crate::rebirth) fn single(x: u8, y: u8, direction: Direction) -> Candidate {
        let entry = index_of(Cell::new(x, y));
        Candidate { anchor: entry, shape: Shape::Single, entry, direction, block: CENTRE }
    }
}
