//! Which room covers each cell, and where doors can lead.

use arrayvec::ArrayVec;

use crate::grid::{Cell, Direction, Grid, MAX_CELLS, STRIDE};
use crate::room::{Room, RoomKind};

/// A cell that a room covers.
#[derive(Clone, Copy, Debug)]
pub struct CoveredCell {
    place: u8,
    room: u8,
    kind: RoomKind,
    /// Bit n is direction n; four bits for the room's slots, four for its outline's.
    ways: u8,
}

impl CoveredCell {
    /// The cell.
    #[must_use]
    #[inline]
    pub const fn cell(&self) -> Cell {
        Cell { x: self.place % STRIDE as u8, y: self.place / STRIDE as u8 }
    }

    /// The room, by index.
    #[must_use]
    #[inline]
    pub const fn room(&self) -> usize {
        self.room as usize
    }

    /// What the room is for.
    #[must_use]
    #[inline]
    pub const fn kind(&self) -> RoomKind {
        self.kind
    }

    /// The directions in which the room can have a door here: bit n is direction n.
    #[must_use]
    #[inline]
    pub const fn ways(&self) -> u8 {
        self.ways & 0b1111
    }

    /// The same of any room of its outline.
    #[must_use]
    #[inline]
    pub const fn outline_ways(&self) -> u8 {
        self.ways >> 4
    }
}

/// Which room covers each cell: the one look-up table behind a floor's queries.
#[derive(Clone, Debug)]
pub struct Occupancy {
    rooms: [u8; STRIDE * STRIDE],
    cells: ArrayVec<CoveredCell, MAX_CELLS>,
}

impl Occupancy {
    const NONE: u8 = u8::MAX;

    /// Which of these rooms covers each cell; they lie on a grid and do not overlap.
    pub(crate) fn of(rooms: &[Room]) -> Self {
        let mut occupancy =
            Self { rooms: [Self::NONE; STRIDE * STRIDE], cells: ArrayVec::new_const() };
        for (index, room) in (0..Self::NONE).zip(rooms) {
            for cell in room.shape.outline() {
                let place = room.anchor.place().wrapping_add(cell.place);
                let ways = room.slots.and(cell.slots).directions();
                let ways = ways | cell.slots.directions() << 4;
                occupancy.rooms[usize::from(place)] = index;
                let cell = CoveredCell { place, room: index, kind: room.kind, ways };
                // There are no more cells on a grid.
                let _ = occupancy.cells.try_push(cell);
            }
        }
        occupancy
    }

    /// The cells that rooms cover, room by room.
    #[must_use]
    #[inline]
    pub fn cells(&self) -> &[CoveredCell] {
        &self.cells
    }

    /// The room beside a covered cell, [`Occupancy::NONE`] where there is none.
    #[inline]
    pub(crate) const fn beside(&self, cell: &CoveredCell, direction: Direction) -> u8 {
        self.rooms[cell.place.wrapping_add(direction.step()) as usize]
    }

    /// The index of the room that covers the cell.
    #[must_use]
    #[inline]
    pub fn room_at(&self, cell: Cell) -> Option<usize> {
        match self.rooms.get(Self::place(cell)) {
            Some(&room) if room != Self::NONE => Some(usize::from(room)),
            _ => None,
        }
    }

    const fn place(cell: Cell) -> usize {
        if cell.x as usize >= STRIDE {
            return usize::MAX;
        }
        cell.y as usize * STRIDE + cell.x as usize
    }
}

/// The ways out of some rooms: for each cell that they cover, the directions in which
/// its room can have a door.
#[derive(Clone, Debug)]
pub struct WaysOut {
    /// By place, with a row to spare above and below: bit n is direction n,
    /// [`WaysOut::COVERED`] says that a room is there.
    ways: [u8; STRIDE * (STRIDE + 2)],
}

impl WaysOut {
    const COVERED: u8 = 1 << 7;

    /// The ways out of some cells of a floor's rooms; `ways` gives the directions of
    /// each, `None` for a cell that is to be as if it were free.
    #[inline]
    pub fn of(occupancy: &Occupancy, ways: impl Fn(&CoveredCell) -> Option<u8>) -> Self {
        let mut ways_out = Self { ways: [0; STRIDE * (STRIDE + 2)] };
        for cell in occupancy.cells() {
            let ways = ways(cell).map_or(0, |ways| ways | Self::COVERED);
            ways_out.ways[usize::from(cell.place) + STRIDE] = ways;
        }
        ways_out
    }

    /// The directions in which a cell with a way out to this place lies: bit n is
    /// direction n.
    #[inline]
    fn towards(&self, place: u8) -> u8 {
        let place = usize::from(place);
        let [left, up] = [place + STRIDE - 1, place].map(|beside| self.ways[beside] >> 2 & 0b11);
        let beside = [place + STRIDE + 1, place + 2 * STRIDE];
        let [right, down] = beside.map(|beside| self.ways[beside] & 0b11);
        (left & 0b01) | (up & 0b10) | (right & 0b01) << 2 | (down & 0b10) << 2
    }

    /// The directions in which a covered cell has a way out that another answers.
    #[inline]
    pub(crate) fn doors(&self, cell: &CoveredCell) -> u8 {
        cell.ways() & self.towards(cell.place)
    }

    /// How many ways out lead to a cell.
    #[must_use]
    pub fn facing(&self, cell: Cell) -> u8 {
        if Occupancy::place(cell) >= STRIDE * STRIDE {
            return 0;
        }
        self.towards(cell.place()).count_ones() as u8
    }

    /// How many uncovered cells of the grid more ways out lead to than to this cell, and
    /// how many as many.
    #[must_use]
    pub fn rank(&self, cell: Cell, grid: &Grid) -> (u32, u32) {
        let own = self.facing(cell);
        let columns: [u8; STRIDE] =
            core::array::from_fn(|x| u8::from((x as u8).wrapping_sub(grid.left) < grid.width));
        // Column by column: no more than 16 in each.
        let (mut more, mut equal) = ([0; STRIDE], [0; STRIDE]);
        for y in 0..usize::from(grid.height).min(STRIDE) {
            let row = &self.ways[y * STRIDE..][..3 * STRIDE];
            for x in 0..STRIDE {
                let bit = |beside: usize, direction: Direction| row[beside] >> direction as u8 & 1;
                let facing = bit(x + STRIDE - 1, Direction::Right)
                    + bit(x, Direction::Down)
                    + bit(x + STRIDE + 1, Direction::Left)
                    + bit(x + 2 * STRIDE, Direction::Up);
                let is_asked = columns[x] & !(row[x + STRIDE] >> 7);
                more[x] += is_asked & u8::from(facing > own);
                equal[x] += is_asked & u8::from(facing == own);
            }
        }
        let sum = |counts: [u8; STRIDE]| counts.into_iter().map(u32::from).sum();
        (sum(more), sum(equal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    #[test]
    fn openings_face_the_cells_beside_them_on_grids_of_any_size() {
        // A cell with all its doors at the top left, one without any two columns away.
        let rooms = [
            Room::normal(Cell::new(0, 0), Shape::Single, 0),
            Room::normal(Cell::new(2, 0), Shape::Single, 1),
        ];
        let occupancy = Occupancy::of(&rooms);
        let ways_out =
            WaysOut::of(&occupancy, |cell| Some(if cell.room() == 0 { cell.ways() } else { 0 }));
        assert_eq!(ways_out.facing(Cell::new(1, 0)), 1);
        assert_eq!(ways_out.facing(Cell::new(0, 1)), 1);
        assert_eq!(ways_out.facing(Cell::new(1, 1)), 0);
        assert_eq!(ways_out.facing(Cell::new(255, 255)), 0);
        let start = Cell::new(0, 0);
        for (width, height) in [(3, 2), (13, 13), (16, 16), (255, 255)] {
            let grid = Grid { left: 0, width, height, start };
            assert_eq!(ways_out.rank(Cell::new(1, 0), &grid), (0, 2));
            // Of a grid that is larger than any of a floor, what the board holds.
            let cells = usize::from(width.min(16)) * usize::from(height.min(16));
            assert_eq!(ways_out.rank(Cell::new(1, 1), &grid), (2, cells as u32 - 4));
        }
        assert_eq!(ways_out.rank(start, &Grid { left: 0, width: 0, height: 0, start }), (0, 0));
    }
}
