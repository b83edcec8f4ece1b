//! The ultra secret room (R34, W69).

use basement_model::{DoorSlot, DoorSlots, RoomKind, Shape};
use basement_rooms::{Query, RoomType};

use super::cells::{CellIndex, CellSet, START, STEPS, STRIDE, grid_cell, moved};
use super::layout::Layout;
use super::rules::Secret;
use super::secret::{HeaviestCells, Penalties, cell_chances, drawn_weight, for_each_contender};
use super::special::{PlacedRoom, RoomPlacer};
use super::stage::CHEST;
use crate::draws::{Draws, Stream};
use crate::trace::{Decision, Trace};

/// W69: the triple of the stream that gives the ultra secret room's seed.
const ULTRA_SECRET_TRIPLE: usize = 71;

impl<D: Draws> RoomPlacer<'_, '_, D> {
    /// R34, W69: the ultra secret room, in the editions that have one. If the catalogue has no such
    /// room, the floor has none. Returns its cell.
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
        let room = self.layout.add_single(cell, kind, depth, DoorSlots::NONE);
        self.place_with(seed, "W69", kind, room, picked, trace);
        self.layout.note_placed("W69", room, "it is hidden", trace);
        Some(cell)
    }

    /// R34, W69: scores the cells that touch no room and draws among the best.
    fn find_ultra_secret<T: Trace>(&mut self, trace: &mut T) -> Option<CellIndex> {
        let rules = self.rules.secret;
        let penalties = Penalties::new(&rules);
        let around = UltraSecretSurroundings::new(
            self.layout,
            &self.placed,
            &self.blocked,
            self.request.level,
        );
        let mut heaviest = HeaviestCells::NONE;
        let cells = self.layout.board.empty_cells([&around.listed, &self.blocked]);
        // If one wall is enough to leave a cell out, walls need not be counted.
        let one_is_enough = rules.weight + rules.weight_random as i32 <= penalties.wall;
        let mut contenders = around.near;
        if one_is_enough {
            contenders = contenders.without(&around.walled);
        }
        for_each_contender(&cells, &contenders, self.stream, |cell, draw| {
            let walls = if one_is_enough { 0 } else { around.count_walls(self.layout, cell) };
            let weight = drawn_weight(&rules, draw) - penalties.wall * walls as i32;
            if weight < 0 {
                return;
            }
            let neighbours = around.count_neighbours(cell);
            let weight = weight - penalties.for_neighbours(neighbours);
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

/// W69: what the search for the ultra secret room's cell reads besides the layout.
pub(super) struct UltraSecretSurroundings {
    /// Where the room may not be placed.
    pub(super) listed: CellSet,
    /// The cells that have a room two steps away, and neither a room nor a blocked cell beside them.
    pub(super) near: CellSet,
    /// Cells two steps from exactly one room cell.
    with_one: CellSet,
    /// Cells two steps from exactly two room cells.
    with_two: CellSet,
    /// The cells that a room two steps away faces with a shut side.
    pub(super) walled: CellSet,
    /// By side: the cells of the rooms that cannot have a door in their first slot there.
    shut: [CellSet; 4],
}

/// The cells two steps away, as columns and rows, and the sides with which a room there faces back:
/// the first slots on the sides opposite to the way.
const TWO_STEPS: [(i8, i8, &[usize]); 8] = [
    (-2, 0, &[2]),
    (0, -2, &[3]),
    (2, 0, &[0]),
    (0, 2, &[1]),
    (-1, -1, &[2, 3]),
    (1, -1, &[0, 3]),
    (1, 1, &[0, 1]),
    (-1, 1, &[2, 1]),
];

impl UltraSecretSurroundings {
    pub(super) fn new(
        layout: &Layout<'_>,
        placed: &[PlacedRoom],
        blocked: &CellSet,
        stage: u8,
    ) -> Self {
        let listed = listed(layout, placed, stage);
        let shut = shut_sides(layout, &listed);
        let mut seen = NearbyRooms::NONE;
        let occupied = layout.board.occupied();
        let [left, up, right, down] = &shut;
        seen.add::<2, 0>(occupied, right);
        seen.add::<0, 2>(occupied, down);
        seen.add::<-2, 0>(occupied, left);
        seen.add::<0, -2>(occupied, up);
        seen.add::<1, 1>(occupied, &right.or(down));
        seen.add::<-1, 1>(occupied, &left.or(down));
        seen.add::<-1, -1>(occupied, &left.or(up));
        seen.add::<1, -1>(occupied, &right.or(up));
        let NearbyRooms { low, high, more, walled } = seen;
        let touched = layout.board.cells_beside_rooms().or(&blocked.neighbours());
        Self {
            listed,
            near: low.or(&high).or(&more).without(&touched),
            with_one: low.without(&high).without(&more),
            with_two: high.without(&low).without(&more),
            walled,
            shut,
        }
    }

    /// How many cells two steps away have a room: 1, 2, or 3 for any greater number.
    #[inline]
    pub(super) fn count_neighbours(&self, cell: CellIndex) -> u32 {
        match () {
            () if self.with_one.contains(cell) => 1,
            () if self.with_two.contains(cell) => 2,
            () => 3,
        }
    }

    /// How many of the sides with which rooms two steps away face a cell are shut.
    pub(super) fn count_walls(&self, layout: &Layout<'_>, cell: CellIndex) -> u32 {
        rooms_around(layout, cell)
            .flat_map(|(seen, sides)| sides.iter().map(move |side| (seen, *side)))
            .map(|(seen, side)| u32::from(self.shut[side].contains(seen)))
            .sum()
    }
}

/// W69: for every cell at once, how many cells two steps away have a room.
struct NearbyRooms {
    /// The two lowest bits of the number.
    low: CellSet,
    high: CellSet,
    /// Whether the number is greater than these bits can show.
    more: CellSet,
    /// Whether one of the rooms faces the cell with a shut side.
    walled: CellSet,
}

impl NearbyRooms {
    const NONE: Self = Self {
        low: CellSet::EMPTY,
        high: CellSet::EMPTY,
        more: CellSet::EMPTY,
        walled: CellSet::EMPTY,
    };

    /// Adds the rooms at one offset. `COLUMNS` and `ROWS` are the way back from it.
    #[inline(always)]
    fn add<const COLUMNS: i8, const ROWS: i8>(&mut self, occupied: &CellSet, shut: &CellSet) {
        let seen = occupied.shifted::<COLUMNS, ROWS>();
        let carry = self.low.and(&seen);
        self.low = self.low.xor(&seen);
        self.more = self.more.or(&self.high.and(&carry));
        self.high = self.high.xor(&carry);
        self.walled = self.walled.or(&shut.shifted::<COLUMNS, ROWS>());
    }
}

/// W69: where the ultra secret room may not be placed: behind the walls of placed rooms, and behind
/// every side of some rooms.
fn listed(layout: &Layout<'_>, placed: &[PlacedRoom], stage: u8) -> CellSet {
    // F1: the cells that a smaller grid lacks.
    let mut listed = layout.tables.outside;
    for room in placed {
        let lists_all = matches!(
            room.room_type,
            RoomType::Boss | RoomType::Secret | RoomType::SuperSecret | RoomType::Curse
        );
        for (offset, slot) in &layout.tables.outlines.get(room.shape.widened()).exits {
            if lists_all || !room.doors.contains(*slot) {
                listed.insert(moved(room.anchor, *offset));
            }
        }
    }
    if stage == CHEST {
        STEPS.into_iter().for_each(|by| listed.insert(moved(START, by)));
    }
    listed
}

/// R34, W69: by side, the cells of the rooms that cannot have a door in their first slot there: they
/// have no such slot, or it leads off the grid or to a listed cell.
fn shut_sides(layout: &Layout<'_>, listed: &CellSet) -> [CellSet; 4] {
    let closed = CellSet::GRID.complement().or(listed);
    // The side of a 1x1 room is shut if the cell beside it is closed. All such rooms are handled
    // together.
    let mut single = CellSet::EMPTY;
    let mut others = [CellSet::EMPTY; 4];
    for room in &layout.rooms {
        if room.shape == Shape::Single {
            single.insert(room.anchor);
            continue;
        }
        let outline = layout.tables.outlines.get(room.shape);
        for ((shut, slot), target) in others.iter_mut().zip(DoorSlot::ALL).zip(outline.slots) {
            if !outline.slot_set.contains(slot) || closed.contains(moved(room.anchor, target)) {
                outline.cells().iter().for_each(|offset| shut.insert(moved(room.anchor, *offset)));
            }
        }
    }
    let [left, up, right, down] = others;
    [
        left.or(&closed.shifted::<1, 0>().and(&single)),
        up.or(&closed.shifted::<0, 1>().and(&single)),
        right.or(&closed.shifted::<-1, 0>().and(&single)),
        down.or(&closed.shifted::<0, -1>().and(&single)),
    ]
}

/// W69: the occupied cells two steps away from a cell, each with the sides that face the cell.
fn rooms_around<'l>(
    layout: &'l Layout<'_>,
    cell: CellIndex,
) -> impl Iterator<Item = (CellIndex, &'static [usize])> + 'l {
    let seen = TWO_STEPS.into_iter().map(move |(columns, rows, sides)| {
        (moved(cell, i16::from(columns) + STRIDE * i16::from(rows)), sides)
    });
    seen.filter(|(cell, _)| layout.board.is_occupied(*cell))
}

/// The rooms with a cell two steps away from a cell, as bits by their indices.
pub(super) fn rooms_two_steps_away(layout: &Layout<'_>, cell: CellIndex) -> u128 {
    let rooms = rooms_around(layout, cell).map(|(seen, _)| layout.board.room_at(seen));
    rooms.fold(0, |rooms, room| rooms | 1 << room)
}

/// W69: the exact chance of each cell to get the ultra secret room of a layout, and the chance of
/// having none.
pub(super) fn chances(
    rules: &Secret,
    layout: &Layout<'_>,
    placed: &[PlacedRoom],
    blocked: &CellSet,
    stage: u8,
) -> Vec<(Option<CellIndex>, f64)> {
    let around = UltraSecretSurroundings::new(layout, placed, blocked, stage);
    let free = layout.board.empty_cells([&around.listed, blocked]).and(&around.near);
    let sides = |cell| (cell, (around.count_neighbours(cell), around.count_walls(layout, cell)));
    let chances = cell_chances(rules, free.iter().map(sides));
    let mut cells: Vec<(Option<CellIndex>, f64)> =
        chances.into_iter().map(|(cell, chance)| (Some(cell), chance)).collect();
    let none = 1.0 - cells.iter().map(|(_, chance)| chance).sum::<f64>();
    // A remainder from rounding is not a chance.
    if none > 1e-9 {
        cells.push((None, none));
    }
    cells
}
