//! One look at a floor, from which all measures read.

use basement_floors::{
    Cell, Distances, DoorSlot, Floor, Graph, MAX_CELLS, Occupancy, Room, RoomKind, RoomSet, Shape,
};
use strum::VariantArray;

/// What the measures of one floor have in common, worked out once.
pub struct Analysis<'a> {
    /// The floor.
    pub floor: &'a Floor,
    /// Which room covers each cell.
    pub occupancy: Occupancy,
    /// The graph of the plan: all rooms but the added ones.
    pub plan: Graph,
    /// Steps through doors from the start, within the plan.
    pub from_start: Distances,
    /// The first boss room placed.
    pub boss: Option<usize>,
    /// The first secret room placed.
    pub secret: Option<usize>,
    /// The rooms of the plan next to that secret room, as bits.
    secret_neighbours: u128,
    /// The plan's rooms and cells, counted.
    pub(crate) tally: Tally,
}

/// The rooms and cells of a plan, counted in one pass.
pub(crate) struct Tally {
    /// Rooms by the id of their outline.
    pub(crate) shapes: [u8; Shape::ALL.len() + 1],
    /// Rooms by their neighbours.
    pub(crate) degrees: [u8; DoorSlot::VARIANTS.len() + 1],
    /// Cells.
    pub(crate) cells: i32,
    /// The least and the greatest column and row.
    pub(crate) extent: [(u8, u8); 2],
    /// Sums over the cells of the offset from the start cell: columns, rows, squares of
    /// the distance.
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    pub(crate) squares: i32,
}

impl Tally {
    fn of(floor: &Floor, plan: &Graph) -> Self {
        let mut tally = Self {
            shapes: [0; Shape::ALL.len() + 1],
            degrees: [0; DoorSlot::VARIANTS.len() + 1],
            cells: 0,
            extent: [(u8::MAX, 0); 2],
            columns: 0,
            rows: 0,
            squares: 0,
        };
        let start = floor.grid().start;
        for index in plan.members() {
            let room = &floor.rooms()[index];
            tally.shapes[usize::from(room.shape.id())] += 1;
            tally.degrees[plan.degree(index)] += 1;
            for cell in room.cells() {
                let dx = i32::from(cell.x) - i32::from(start.x);
                let dy = i32::from(cell.y) - i32::from(start.y);
                tally.cells += 1;
                tally.columns += dx;
                tally.rows += dy;
                tally.squares += dx * dx + dy * dy;
                for ((least, most), at) in tally.extent.iter_mut().zip([cell.x, cell.y]) {
                    *least = at.min(*least);
                    *most = at.max(*most);
                }
            }
        }
        tally
    }
}

impl<'a> Analysis<'a> {
    /// Looks at a floor.
    #[must_use]
    pub fn of(floor: &'a Floor) -> Self {
        let occupancy = floor.occupancy();
        let plan = floor.graph_on(&occupancy, RoomSet::Plan);
        let secret = floor.first_of(RoomKind::Secret);
        Self {
            floor,
            from_start: plan.distances(0),
            boss: floor.first_of(RoomKind::Boss),
            secret_neighbours: secret.map_or(0, |room| plan_neighbours(floor, &occupancy, room)),
            secret,
            tally: Tally::of(floor, &plan),
            plan,
            occupancy,
        }
    }

    /// The rooms of the plan that a door joins to this room, each once.
    pub fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> {
        let mut found = if Some(index) == self.secret {
            self.secret_neighbours
        } else {
            plan_neighbours(self.floor, &self.occupancy, index)
        };
        std::iter::from_fn(move || {
            (found != 0).then(|| {
                let room = found.trailing_zeros() as usize;
                found &= found - 1;
                room
            })
        })
    }

    /// Steps through doors from the start to any room; an added room is one step
    /// behind its nearest neighbour.
    #[must_use]
    pub fn distance(&self, index: usize) -> Option<u8> {
        self.from_start.to(index).or_else(|| {
            self.neighbours(index)
                .filter_map(|neighbour| self.from_start.to(neighbour))
                .min()
                .map(|nearest| nearest + 1)
        })
    }

    /// The player's view of the cells: for each cell of the grid, how many rooms of
    /// the plan, hidden ones aside, have a door slot facing it. A normal room counts with
    /// all slots of its outline: its insides come later (L3).
    #[must_use]
    pub fn rooms_facing(&self) -> [u8; MAX_CELLS] {
        let mut facing = [0; MAX_CELLS];
        let is_seen = |room: &&Room| !room.kind.is_added() && room.kind != RoomKind::SuperSecret;
        for room in self.floor.rooms().iter().filter(is_seen) {
            let is_normal = room.kind == RoomKind::Normal;
            let slots = if is_normal { room.shape.slots() } else { room.slots };
            let room = Room { slots, ..*room };
            for target in slots.iter().filter_map(|slot| room.slot_target(slot)) {
                if let Some(index) = self.floor.grid().index(target) {
                    facing[index] += 1;
                }
            }
        }
        facing
    }

    /// Whether a cell looks empty to a player without the map: it holds no room,
    /// or a hidden one.
    #[must_use]
    pub fn looks_empty(&self, cell: Cell) -> bool {
        let room = self.occupancy.room_at(cell).map(|room| self.floor.rooms()[room].kind);
        room.is_none_or(|kind| kind.is_added() || kind == RoomKind::SuperSecret)
    }
}

/// The rooms of the plan that a door joins to a room, as bits.
fn plan_neighbours(floor: &Floor, occupancy: &Occupancy, index: usize) -> u128 {
    let doors = floor.doors_of(index, occupancy).map(|door| door.to);
    let rooms = doors.filter(|to| !floor.rooms()[*to].kind.is_added());
    rooms.fold(0, |found, to| found | 1 << to)
}
