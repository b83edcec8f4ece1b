//! One look at a floor: rooms by cell, the graph of its plan, and first counts.

use basement_floors::{
    Cell, Distances, DoorSlots, FacingSlots, Floor, Graph, MAX_CELLS, Occupancy, RoomKind, RoomSet,
    Shape,
};
use strum::EnumCount;

/// What the measures, laws and counts of one floor share, computed once.
pub(crate) struct Inspection<'a> {
    pub(crate) floor: &'a Floor,
    /// Which room covers each cell.
    pub(crate) occupancy: &'a Occupancy,
    /// The graph of the plan: all rooms but the added ones.
    pub(crate) plan: &'a Graph,
    /// Steps through doors from the start, within the plan.
    pub(crate) from_start: &'a Distances,
    /// The floor's rooms, counted.
    pub(crate) tally: &'a Tally,
}

/// The rooms of a floor, counted once: all rooms by kind, those of the plan by outline.
pub(crate) struct Tally {
    /// Rooms by their kind.
    pub(crate) kinds: [u8; RoomKind::COUNT],
    /// The first room of each kind; [`NO_ROOM`] if there is none.
    firsts: [u8; RoomKind::COUNT],
    /// The rooms that are not normal, as bits.
    pub(crate) special: u128,
    /// Rooms of the plan by the id of their outline.
    pub(crate) shapes: [u8; Shape::ALL.len() + 1],
}

const NO_ROOM: u8 = u8::MAX;

impl Tally {
    #[inline]
    pub(crate) fn of(floor: &Floor) -> Self {
        let mut tally = Self {
            kinds: [0; RoomKind::COUNT],
            firsts: [NO_ROOM; RoomKind::COUNT],
            special: 0,
            shapes: [0; Shape::ALL.len() + 1],
        };
        for (index, room) in floor.rooms().iter().enumerate().rev() {
            tally.kinds[room.kind as usize] += 1;
            tally.firsts[room.kind as usize] = index as u8;
            tally.special = tally.special << 1 | u128::from(room.kind != RoomKind::Normal);
            tally.shapes[usize::from(room.shape.id())] += u8::from(!room.kind.is_added());
        }
        tally
    }

    pub(crate) fn first_of(&self, kind: RoomKind) -> Option<usize> {
        let first = self.firsts[kind as usize];
        (first != NO_ROOM).then_some(first.into())
    }
}

impl Inspection<'_> {
    /// What `read` reads from a floor.
    // A closure, because a returned inspection would copy the occupancy and the graph, which have
    // some kilobytes.
    #[inline]
    pub(crate) fn read<T>(floor: &Floor, read: impl FnOnce(&Inspection<'_>) -> T) -> T {
        let occupancy = floor.occupancy();
        let plan = floor.graph_on(&occupancy, RoomSet::Plan);
        let tally = Tally::of(floor);
        read(&Inspection {
            floor,
            from_start: &plan.distances(0),
            tally: &tally,
            plan: &plan,
            occupancy: &occupancy,
        })
    }

    /// Steps through doors from the start to any room; an added room is one step farther than its
    /// nearest neighbour.
    #[inline]
    pub(crate) fn distance(&self, index: usize) -> Option<u8> {
        distance(self.plan, self.from_start, index)
    }
}

/// Steps through doors from the start to any room, given those within the plan; an added room is
/// one step farther than its nearest neighbour.
#[inline]
pub(crate) fn distance(plan: &Graph, from_start: &Distances, index: usize) -> Option<u8> {
    from_start.to(index).or_else(|| {
        let beside = plan.neighbours(index).filter_map(|neighbour| from_start.to(neighbour));
        beside.min().map(|nearest| nearest + 1)
    })
}

/// The player's view of the cells: the door slots of the plan's rooms, except hidden ones. A normal
/// room counts with all slots of its outline, because its insides come later (L3).
#[inline]
fn seen(floor: &Floor, occupancy: &Occupancy) -> FacingSlots {
    /// By kind, the slots that a player sees in addition to the room's own; `None` for hidden
    /// rooms. A table, because a processor cannot predict the kind of the next room.
    static SEEN: [Option<u8>; RoomKind::COUNT] = {
        let mut seen = [Some(0); RoomKind::COUNT];
        seen[RoomKind::Normal as usize] = Some(u8::MAX);
        seen[RoomKind::SuperSecret as usize] = None;
        seen[RoomKind::Secret as usize] = None;
        seen[RoomKind::UltraSecret as usize] = None;
        seen
    };
    occupancy.facing_slots(|room| {
        let room = &floor.rooms()[room];
        let more = SEEN[room.kind as usize];
        more.map(|more| DoorSlots::from_bits(room.slots.bits() | more))
    })
}

/// How many free cells of the grid are faced by more door slots of [`seen`] than this cell, and how
/// many by equally many.
pub(crate) fn rank(floor: &Floor, occupancy: &Occupancy, cell: Cell) -> (u32, u32) {
    let (facing, grid) = (seen(floor, occupancy), floor.grid());
    // The bit of a covered cell makes the count negative, so that it is neither more nor equal.
    let own = facing.at(cell) as i8;
    let mut is_column = [0_u8; 16];
    for (x, is_column) in (0..).zip(&mut is_column) {
        *is_column = u8::from(u8::wrapping_sub(x, grid.left) < grid.width);
    }
    // No slot faces a cell two rows away from all rooms. If a slot faces this cell, such rows have
    // no cells with as many slots or more.
    let (mut top, mut bottom) = (0, grid.height);
    if own > 0 {
        let rows = |(top, bottom): (u8, u8), (cell, _): (Cell, usize)| {
            (top.min(cell.y), bottom.max(cell.y))
        };
        let (first, last) = occupancy.cells().fold((u8::MAX, 0), rows);
        (top, bottom) = (first.saturating_sub(1), grid.height.min(last.saturating_add(2)));
    }
    // Column by column: at most 16 cells in each.
    let (mut more, mut equal) = ([0_u8; 16], [0_u8; 16]);
    for y in top..bottom {
        let row = facing.row(y);
        for x in 0..16 {
            more[x] += is_column[x] & u8::from(row[x] as i8 > own);
            equal[x] += is_column[x] & u8::from(row[x] as i8 == own);
        }
    }
    let sum = |counts: [u8; 16]| counts.into_iter().map(u32::from).sum();
    (sum(more), sum(equal))
}

/// For each cell of a floor's grid, in row-major order, how many door slots of the rooms that a
/// player sees face it: the more, the likelier a secret room looks there. Zeros follow the grid's
/// last cell.
#[must_use]
pub fn slots_facing(floor: &Floor) -> [u8; MAX_CELLS] {
    let (seen, grid) = (seen(floor, &floor.occupancy()), floor.grid());
    std::array::from_fn(|index| grid.cell(index).map_or(0, |cell| seen.at(cell)))
}
