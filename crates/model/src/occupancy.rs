//! Which room covers each cell, and which door slots face it.

use arrayvec::ArrayVec;

use crate::door_slot::DoorSlots;
use crate::grid::{Cell, Direction, MAX_CELLS, STRIDE};
use crate::room::{Room, RoomKind};

/// A cell that a room covers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoveredCell {
    /// The cell's place on a board of [`STRIDE`] cells per row.
    pub(crate) place: u8,
    pub(crate) room: u8,
    pub(crate) kind: RoomKind,
    /// The slots that a room of this shape has on the sides of this cell.
    shape_slots: DoorSlots,
    /// The directions in which the room can have a door here: bit n is direction n.
    pub(crate) directions: u8,
}

/// Which room covers each cell of a floor.
///
/// ```
/// use basement_model::{Cell, Occupancy, Room, Shape};
///
/// let rooms = [Room::normal(Cell::new(3, 3), Shape::Wide, 1)];
/// let occupancy = Occupancy::from_rooms(&rooms);
/// assert_eq!(occupancy.room_at(Cell::new(4, 3)), Some(0));
/// assert_eq!(occupancy.cells().count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Occupancy {
    rooms: [u8; STRIDE * STRIDE],
    cells: ArrayVec<CoveredCell, MAX_CELLS>,
}

impl Occupancy {
    const NO_ROOM: u8 = u8::MAX;

    /// Finds which of these rooms covers each cell. The rooms must be within columns and rows 0 to
    /// 14 and must not overlap, like the rooms of a floor. If two overlap, the later one is found.
    #[must_use]
    // Inlined, so that it is built in the caller's own variable and a kilobyte is not copied.
    #[inline(always)]
    pub fn from_rooms(rooms: &[Room]) -> Self {
        let mut occupancy =
            Self { rooms: [Self::NO_ROOM; STRIDE * STRIDE], cells: ArrayVec::new_const() };
        occupancy.add_rooms(rooms);
        occupancy
    }

    fn add_rooms(&mut self, rooms: &[Room]) {
        for (index, room) in (0..Self::NO_ROOM).zip(rooms) {
            for cell in room.shape.outline() {
                let place = room.anchor.place().wrapping_add(cell.place);
                self.rooms[usize::from(place)] = index;
                let cell = CoveredCell {
                    place,
                    room: index,
                    kind: room.kind,
                    shape_slots: cell.slots,
                    directions: room.slots.and(cell.slots).directions(),
                };
                // A floor's rooms cover at most MAX_CELLS cells.
                let _ = self.cells.try_push(cell);
            }
        }
    }

    /// The cells that rooms cover, each with the index of its room, room by room.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = (Cell, usize)> + '_ {
        self.cells.iter().map(|cell| (Cell::at_place(cell.place), usize::from(cell.room)))
    }

    /// The cells that rooms cover, each with the kind of its room, room by room.
    #[inline]
    pub fn kinds(&self) -> impl Iterator<Item = (Cell, RoomKind)> + '_ {
        self.cells.iter().map(|cell| (Cell::at_place(cell.place), cell.kind))
    }

    #[inline]
    pub(crate) fn covered(&self) -> &[CoveredCell] {
        &self.cells
    }

    /// The room beside a covered cell, or [`Occupancy::NO_ROOM`].
    #[inline]
    pub(crate) const fn beside(&self, cell: &CoveredCell, direction: Direction) -> u8 {
        self.rooms[cell.place.wrapping_add(direction.step()) as usize]
    }

    /// The index of the room that covers the cell.
    #[must_use]
    #[inline]
    pub fn room_at(&self, cell: Cell) -> Option<usize> {
        if usize::from(cell.x) >= STRIDE || usize::from(cell.y) >= STRIDE {
            return None;
        }
        let room = self.rooms[usize::from(cell.place())];
        (room != Self::NO_ROOM).then_some(usize::from(room))
    }

    /// For each cell, how many door slots of some rooms face it. `slots` returns the slots of a
    /// room by its index; a room for which it returns `None` is left out.
    #[must_use]
    #[inline]
    pub fn facing_slots(&self, slots: impl Fn(usize) -> Option<DoorSlots>) -> FacingSlots {
        let open_sides = OpenSides::new(self, |cell| {
            let slots = slots(usize::from(cell.room))?;
            Some(slots.and(cell.shape_slots).directions())
        });
        FacingSlots { open_sides }
    }
}

/// The sides of each cell on which a room can have a door.
#[derive(Clone, Debug)]
pub(crate) struct OpenSides {
    /// By place, with a spare row above and below. Bit n is direction n;
    /// [`OpenSides::COVERED`] says that a room is there.
    sides: [u8; STRIDE * (STRIDE + 2)],
}

impl OpenSides {
    const COVERED: u8 = 1 << 7;

    /// The open sides of some covered cells. `directions` returns the open sides of a cell, or
    /// `None` if the cell counts as free.
    #[inline]
    pub(crate) fn new(
        occupancy: &Occupancy,
        directions: impl Fn(&CoveredCell) -> Option<u8>,
    ) -> Self {
        let mut open_sides = Self { sides: [0; STRIDE * (STRIDE + 2)] };
        for cell in occupancy.covered() {
            let sides = directions(cell).map_or(0, |directions| directions | Self::COVERED);
            open_sides.sides[usize::from(cell.place) + STRIDE] = sides;
        }
        open_sides
    }

    /// The directions in which a covered cell has an open side that faces an open side.
    #[inline]
    pub(crate) fn doors(&self, cell: &CoveredCell) -> u8 {
        cell.directions & self.facing(cell.place)
    }

    /// The directions in which a cell beside this one has an open side that faces it.
    #[inline]
    fn facing(&self, place: u8) -> u8 {
        let place = usize::from(place);
        let [left, up] = [place + STRIDE - 1, place].map(|beside| self.sides[beside] >> 2 & 0b11);
        let beside = [place + STRIDE + 1, place + 2 * STRIDE];
        let [right, down] = beside.map(|beside| self.sides[beside] & 0b11);
        (left & 0b01) | (up & 0b10) | (right & 0b01) << 2 | (down & 0b10) << 2
    }
}

/// For each cell within 16 columns and rows, how many door slots face it.
///
/// ```
/// use basement_model::{Cell, Occupancy, Room, Shape};
///
/// let rooms = [Room::normal(Cell::new(0, 0), Shape::Single, 0)];
/// let facing = Occupancy::from_rooms(&rooms).facing_slots(|room| Some(rooms[room].slots));
/// assert_eq!(facing.at(Cell::new(1, 0)), 1);
/// assert_eq!(facing.at(Cell::new(1, 1)), 0);
/// ```
#[derive(Clone, Debug)]
pub struct FacingSlots {
    open_sides: OpenSides,
}

impl FacingSlots {
    /// The bit that [`FacingSlots::row`] adds to the count of a cell that a room covers.
    pub const COVERED: u8 = OpenSides::COVERED;

    /// How many slots face each cell of a row, from column 0 on, with the bit
    /// [`FacingSlots::COVERED`] if a room covers the cell. Rows from 16 on are all 0.
    #[must_use]
    #[inline]
    pub fn row(&self, y: u8) -> [u8; 16] {
        let above = usize::from(y) * STRIDE;
        let Some(rows) = self.open_sides.sides.get(above..above + 3 * STRIDE) else {
            return [0; STRIDE];
        };
        let side = |place: usize, direction: Direction| rows[place] >> direction as u8 & 1;
        // The rows above, of and below the cells are read without a branch, so a processor handles
        // all 16 cells at once. Column -1 is the last column of the row above, and column 16 is the
        // first column of the row below. No room is in the last column, and column 15 is on no
        // grid.
        let mut counts = [0; STRIDE];
        for (x, count) in counts.iter_mut().enumerate() {
            let facing = side(x + STRIDE - 1, Direction::Right)
                + side(x, Direction::Down)
                + side(x + STRIDE + 1, Direction::Left)
                + side(x + 2 * STRIDE, Direction::Up);
            *count = facing | rows[x + STRIDE] & Self::COVERED;
        }
        counts
    }

    /// How many slots face a cell, covered or free; 0 beyond 16 columns or rows.
    #[must_use]
    #[inline]
    pub fn at(&self, cell: Cell) -> u8 {
        if usize::from(cell.x) >= STRIDE || usize::from(cell.y) >= STRIDE {
            return 0;
        }
        self.open_sides.facing(cell.place()).count_ones() as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    #[test]
    fn slots_face_the_cells_beside_them() {
        // A room with all its doors at the top left, and a room without doors two columns away.
        let rooms = [
            Room::normal(Cell::new(0, 0), Shape::Single, 0),
            Room::normal(Cell::new(2, 0), Shape::Single, 1),
        ];
        let occupancy = Occupancy::from_rooms(&rooms);
        let all = DoorSlots::from_bits(u8::MAX);
        let facing =
            occupancy.facing_slots(|room| Some(if room == 0 { all } else { DoorSlots::NONE }));
        assert_eq!(facing.at(Cell::new(1, 0)), 1);
        assert_eq!(facing.at(Cell::new(0, 1)), 1);
        assert_eq!(facing.at(Cell::new(1, 1)), 0);
        assert_eq!(facing.at(Cell::new(255, 255)), 0);
        let is_covered = |x: usize| facing.row(0)[x] & FacingSlots::COVERED != 0;
        assert_eq!([0, 1, 2, 3].map(is_covered), [true, false, true, false]);
        let counted = (0..16).flat_map(|y| facing.row(y)).filter(|count| *count == 1);
        assert_eq!(counted.count(), 2);
    }

    #[test]
    fn an_omitted_room_faces_no_cells_and_covers_none() {
        let rooms = [
            Room::normal(Cell::new(5, 5), Shape::Single, 0),
            Room::normal(Cell::new(6, 5), Shape::Single, 1),
        ];
        let occupancy = Occupancy::from_rooms(&rooms);
        let facing = occupancy.facing_slots(|room| (room == 0).then_some(rooms[0].slots));
        assert_eq!(facing.at(Cell::new(6, 5)), 1);
        assert_eq!(facing.at(Cell::new(5, 5)), 0);
        assert_eq!(facing.row(5)[5..7], [FacingSlots::COVERED, 1]);
        assert_eq!([16, 255].map(|y| facing.row(y)), [[0; 16]; 2]);
        assert_eq!(occupancy.room_at(Cell::new(6, 5)), Some(1));
        assert_eq!(occupancy.room_at(Cell::new(16, 5)), None);
    }
}
