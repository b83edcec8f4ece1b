//! One look at a floor, from which all measures read.

use basement_floors::{
    Cell, Direction, Distances, Floor, Graph, Occupancy, Room, RoomKind, RoomSet,
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

    /// The player's view of a cell without a room: how many rooms of the plan,
    /// hidden ones aside, have a door slot facing it.
    #[must_use]
    pub fn rooms_facing(&self, cell: Cell) -> u32 {
        let faces = |direction: &Direction| {
            let beside = self.floor.grid().step(cell, *direction)?;
            let room = &self.floor.rooms()[self.occupancy.room_at(beside)?];
            let is_hidden = room.kind.is_added() || room.kind == RoomKind::SuperSecret;
            let back = direction.opposite();
            let leads_back = room
                .slots
                .iter()
                .any(|slot| slot.direction() == back && room.slot_target(slot) == Some(cell));
            (!is_hidden && leads_back).then_some(())
        };
        Direction::ALL.iter().filter(|direction| faces(direction).is_some()).count() as u32
    }
}
