//! One look at a floor, from which all measures read.

use basement_floors::{
    Cell, Distances, Floor, Graph, MAX_CELLS, Occupancy, Room, RoomKind, RoomSet,
};

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
}

impl<'a> Analysis<'a> {
    /// Looks at a floor.
    #[must_use]
    pub fn of(floor: &'a Floor) -> Self {
        let plan = floor.graph(RoomSet::Plan);
        let from_start = plan.distances(0);
        Self {
            floor,
            occupancy: floor.occupancy(),
            from_start,
            plan,
            boss: floor.first_of(RoomKind::Boss),
            secret: floor.first_of(RoomKind::Secret),
        }
    }

    /// The rooms of the plan with their indices.
    pub fn plan_rooms(&self) -> impl Iterator<Item = (usize, &'a Room)> + '_ {
        self.plan.members().filter_map(|index| Some((index, self.floor.rooms().get(index)?)))
    }

    /// The cells that the plan covers.
    pub fn plan_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.plan_rooms().flat_map(|(_, room)| room.cells())
    }

    /// The rooms of the plan that a door joins to this room, each once.
    pub fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> {
        let mut found = 0_u128;
        for door in self.floor.doors_of(index, &self.occupancy) {
            if !self.floor.rooms()[door.to].kind.is_added() {
                found |= 1 << door.to;
            }
        }
        (0..128).filter(move |room| found >> room & 1 == 1)
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
