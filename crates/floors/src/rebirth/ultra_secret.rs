//! The ultra secret room (R34, W69).

use basement_model::{Direction, DoorSlot, DoorSlots, MAX_ROOMS, RoomKind};
use basement_rooms::{Query, RoomType};

use super::cells::{CellIndex, CellSet, START, STEPS, grid_cell, is_on_grid, moved, step};
use super::layout::{GrownRoom, Layout};
use super::secret::{HeaviestCells, Penalties, drawn_weight, for_each_contender};
use super::special::{PlacedRoom, RoomPlacer};
use super::stage::CHEST;
use crate::draws::{Draws, Stream};
use crate::trace::{Decision, Trace};

/// W69: the triple of the stream that gives the ultra secret room's seed.
const ULTRA_SECRET_TRIPLE: usize = 71;

impl<D: Draws> RoomPlacer<'_, '_, D> {
    /// W69: the ultra secret room, in the editions that have one. A catalogue without such a room
    /// leaves it out. Returns its cell.
    pub(super) fn place_ultra_secret<T: Trace>(
        &mut self,
        secret_seed: D::Seed,
        trace: &mut T,
    ) -> Option<CellIndex> {
        if !self.rules.secret.ultra {
            return None;
        }
        let (kind, query) = (RoomKind::UltraSecret, Query::special(RoomType::UltraSecret));
        let seed = D::seeded(secret_seed, ULTRA_SECRET_TRIPLE).seed();
        let picked = self.pick_from_stage_first("W69", kind, &query, seed, trace)?;
        let Some(cell) = self.find_ultra_secret(trace) else {
            trace.note("W69", || Decision::NoPlace { kind });
            return None;
        };
        let rooms = rooms_two_steps_away(self.layout, cell);
        let depth = 2 + self.layout.least_depth(rooms);
        // No door leads to an ultra secret room.
        let room = self.layout.add_hidden_room(cell, kind, depth, DoorSlots::NONE);
        self.place_with(seed, "W69", kind, room, picked, trace);
        self.layout.note_placed("W69", room, "it is hidden", trace);
        Some(cell)
    }

    /// W69: scores the cells that touch no room and draws among the best.
    fn find_ultra_secret<T: Trace>(&mut self, trace: &mut T) -> Option<CellIndex> {
        let rules = self.rules.secret;
        let penalties = Penalties::new(&rules);
        let around = Around::new(self.layout, &self.placed, &self.blocked, self.request.level);
        let mut heaviest = HeaviestCells::NONE;
        let board = &self.layout.board;
        let cells = board.empty_cells([&around.listed, &self.blocked]);
        let contenders = around.contenders(self.layout);
        for_each_contender(&cells, &contenders, self.stream, |cell, draw| {
            let Some((neighbours, walls)) = around.count(self.layout, cell) else { return };
            let weight = drawn_weight(&rules, draw) - penalties.wall * walls as i32;
            if weight < 0 {
                return;
            }
            let weight = weight - penalties.for_neighbours(neighbours.min(3));
            trace.note("W69", || Decision::Weighed {
                cell: grid_cell(cell),
                weight,
                neighbours: neighbours as u8,
            });
            heaviest.add(cell, weight);
        });
        heaviest.choose(self.stream)
    }
}

/// W69: what the search for the ultra secret room's cell looks at, beside the layout.
pub(super) struct Around {
    /// Where it may not stand.
    pub(super) listed: CellSet,
    /// The cells beside a room or a blocked cell.
    touched: CellSet,
    /// By room: the first four sides whose slot leads off the grid or to a listed cell, as bits.
    shut_sides: [u8; MAX_ROOMS],
}

impl Around {
    pub(super) fn new(
        layout: &Layout<'_>,
        placed: &[PlacedRoom],
        blocked: &CellSet,
        stage: u8,
    ) -> Self {
        let outlines = &layout.tables.outlines;
        let mut listed = CellSet::EMPTY;
        for room in placed {
            let lists_all = matches!(
                room.room_type,
                RoomType::Boss | RoomType::Secret | RoomType::SuperSecret | RoomType::Curse
            );
            for (offset, slot) in &outlines.get(room.shape.widened()).exits {
                if lists_all || !room.doors.contains(*slot) {
                    listed.insert(moved(room.anchor, *offset));
                }
            }
        }
        if stage == CHEST {
            STEPS.into_iter().for_each(|by| listed.insert(moved(START, by)));
        }
        let mut touched = layout.board.cells_beside_rooms();
        blocked.neighbours().iter().for_each(|cell| touched.insert(cell));
        let is_shut = |room: &GrownRoom, side: usize| {
            let outline = outlines.get(room.shape.widened());
            let target = moved(room.anchor, outline.slots[side]);
            !is_on_grid(target) || listed.contains(target)
        };
        let mut shut_sides = [0; MAX_ROOMS];
        for (shut, room) in shut_sides.iter_mut().zip(&layout.rooms) {
            *shut = (0..4).fold(0, |sides, side| sides | u8::from(is_shut(room, side)) << side);
        }
        Self { listed, touched, shut_sides }
    }

    /// The cells that can be taken, as far as the cells beside them go.
    pub(super) fn contenders(&self, layout: &Layout<'_>) -> CellSet {
        let near = layout.board.cells_beside_rooms().neighbours();
        let mut contenders = CellSet::EMPTY;
        for cell in near.iter().filter(|cell| !self.touched.contains(*cell)) {
            contenders.insert(cell);
        }
        contenders
    }

    /// How many cells two steps away have a room, and how many of the sides by which they face the
    /// cell are shut. `None` without a room.
    pub(super) fn count(&self, layout: &Layout<'_>, cell: CellIndex) -> Option<(u32, u32)> {
        let (mut neighbours, mut walls) = (0, 0);
        for (room, sides) in rooms_around(layout, cell) {
            neighbours += 1;
            walls += (self.shut_sides[usize::from(room)] & sides).count_ones();
        }
        (neighbours > 0).then_some((neighbours, walls))
    }
}

/// W69: the rooms on the cells two steps away from a cell, once for each cell, and the sides by which
/// such a cell faces it, as bits.
fn rooms_around<'l>(
    layout: &'l Layout<'_>,
    cell: CellIndex,
) -> impl Iterator<Item = (u8, u8)> + 'l {
    let back = |direction: Direction| {
        1_u8 << DoorSlot::from_direction(direction.opposite(), false).number()
    };
    let two_steps = Direction::ALL.into_iter().flat_map(move |first| {
        // A straight way, and the turn to one hand: so that every cell comes once.
        let turn = Direction::ALL[(first as usize + 1) % 4];
        [
            (step(step(cell, first), first), back(first)),
            (step(step(cell, first), turn), back(first) | back(turn)),
        ]
    });
    two_steps
        .filter(|(cell, _)| layout.board.is_occupied(*cell))
        .map(|(cell, sides)| (layout.board.room_at(cell), sides))
}

/// The rooms with a cell two steps away from a cell, as bits by their indices.
pub(super) fn rooms_two_steps_away(layout: &Layout<'_>, cell: CellIndex) -> u128 {
    rooms_around(layout, cell).fold(0, |rooms, (room, _)| rooms | 1 << room)
}
