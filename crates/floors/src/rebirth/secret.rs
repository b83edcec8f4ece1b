//! The hidden rooms: the secret rooms (R33) and the ultra secret room (R34).

use basement_model::{Cell, DoorSlots, Item, MAX_CELLS, RoomKind, Shape};
use basement_rooms::Query;
use strum::EnumCount;

use super::board::{Board, OpenSides};
use super::cells::{CellIndex, CellSet, START, STEPS, grid_cell, moved};
use super::layout::Layout;
use super::rules::Secret;
use super::special::{QUERIES, Rejected, RoomPlacer};
use super::stage::CHEST;
use crate::draws::{Draws, SLOT_DRAWS};
use crate::posterior::{Contenders, Posterior, winning_chances};
use crate::trace::{Decision, Trace};

/// What the search for a hidden room's cell looks at.
struct Surroundings {
    /// By cell: the rooms that face it with a door, as bits of two words.
    facing: [[u64; 2]; 256],
    /// By cell: the sides that meet a door.
    open_sides: OpenSides,
    /// R33: where no hidden room may stand.
    blacklist: CellSet,
}

/// R33: two sets of slots for each kind of room. A slot of the first set may lead to a hidden room
/// if the room has the slot, a slot of the second set even if the room lacks it. The cells behind
/// all other slots are blacklisted.
static MAY_LEAD: [[DoorSlots; 2]; RoomKind::COUNT] = {
    const NONE: [DoorSlots; 2] = [DoorSlots::NONE; 2];
    const OWN: [DoorSlots; 2] = [DoorSlots::ALL, DoorSlots::NONE];
    const ANY: [DoorSlots; 2] = [DoorSlots::ALL; 2];
    let mut slots = [OWN; RoomKind::COUNT];
    slots[RoomKind::Start as usize] = ANY;
    slots[RoomKind::Normal as usize] = ANY;
    slots[RoomKind::Boss as usize] = NONE;
    slots[RoomKind::SuperSecret as usize] = NONE;
    slots[RoomKind::Secret as usize] = NONE;
    slots
};

impl Surroundings {
    /// The surroundings in a layout without rooms.
    const EMPTY: Self =
        Self { facing: [[0; 2]; 256], open_sides: OpenSides::NONE, blacklist: CellSet::EMPTY };

    /// Adds a layout's rooms. R33: on stage 11 the cells around the start are blacklisted.
    fn add_layout(&mut self, layout: &Layout<'_>, stage: u8) {
        for room in 0..layout.rooms.len() {
            self.add_room(layout, room);
        }
        if stage == CHEST {
            STEPS.into_iter().for_each(|by| self.blacklist.insert(moved(START, by)));
        }
    }

    /// Adds a room. R33: the cells that the slots of a boss or hidden room lead to are blacklisted,
    /// and those that another special room has no door to.
    fn add_room(&mut self, layout: &Layout<'_>, index: usize) {
        let room = &layout.rooms[index];
        let outlines = &layout.tables.outlines;
        let outline = outlines.get(room.shape);
        self.open_sides.add_room(room.anchor, outline, room.slots);
        let (word, bit) = (index / 64 % 2, index % 64);
        outline.for_each_slot_number(|number, offset| {
            let has_slot = u64::from(room.slots.bits() >> number & 1);
            self.facing[usize::from(moved(room.anchor, offset))][word] |= has_slot << bit;
        });
        let [own, any] = MAY_LEAD[room.kind as usize];
        let outline = outlines.get(room.shape.widened());
        for slot in outline.slot_set.without(room.slots.and(own)).without(any).iter() {
            self.blacklist.insert(moved(room.anchor, outline.slots[slot.number()]));
        }
    }

    /// R33: how much the sides of an empty cell reduce its weight. `None` if no side meets a door.
    #[inline]
    fn penalty(&self, penalties: &Penalties, board: &Board, cell: CellIndex) -> Option<i32> {
        let doors = self.open_sides.count(cell);
        let walls = board.count_neighbours(cell) as i32 - doors as i32;
        (doors > 0).then(|| penalties.for_neighbours(doors) + walls * penalties.wall)
    }

    /// R34: the rooms that face a cell from two steps away, through a cell between, as bits. The
    /// cell touches no room, so the cell between is free.
    fn rooms_two_steps_away(&self, cell: CellIndex) -> u128 {
        STEPS.into_iter().fold(0, |rooms, by| rooms | self.rooms_facing(moved(cell, by)))
    }

    /// The rooms that face a cell with a door, as bits.
    #[inline]
    fn rooms_facing(&self, cell: CellIndex) -> u128 {
        let [low, high] = self.facing[usize::from(cell)];
        u128::from(high) << 64 | u128::from(low)
    }
}

/// R33, R34: how much a cell's weight is reduced. A table by the number of neighbours replaces
/// branches, which the processor would mispredict too often.
struct Penalties {
    by_neighbours: [i32; 8],
    wall: i32,
}

impl Penalties {
    const fn new(rules: &Secret) -> Self {
        let (one, two) = (rules.penalty_one_neighbour, rules.penalty_two_neighbours);
        Self { by_neighbours: [0, one, two, 0, 0, 0, 0, 0], wall: rules.penalty_no_door }
    }

    /// The penalty for this number of doors or rooms that face the cell, at most seven.
    #[inline]
    const fn for_neighbours(&self, count: u32) -> i32 {
        self.by_neighbours[count as usize & 7]
    }
}

/// The cells that share the greatest weight so far, in the order in which they came.
struct HeaviestCells {
    weight: i32,
    cells: [CellIndex; MAX_CELLS],
    count: usize,
}

impl HeaviestCells {
    /// No cell yet. Cells that weigh less than `least` will be left out.
    const fn with_least(least: i32) -> Self {
        Self { weight: least, cells: [0; MAX_CELLS], count: 0 }
    }

    /// Adds a cell if none so far is heavier, and drops the lighter ones.
    ///
    /// Weights are random, so a processor mispredicts branches on them. So there is no branch: a
    /// heavier cell sets the count to 0; every cell is written behind the last one; only a cell
    /// that is not lighter is counted.
    #[inline]
    fn add(&mut self, cell: CellIndex, weight: i32) {
        let (is_heavier, is_lighter) = (weight > self.weight, weight < self.weight);
        self.weight = self.weight.max(weight);
        self.count *= usize::from(!is_heavier);
        self.cells[self.count] = cell;
        self.count += usize::from(!is_lighter);
    }

    /// One of the cells, by a draw among equals. Without a cell there is no draw.
    fn choose<D: Draws>(&self, draws: &mut D) -> Option<CellIndex> {
        (self.count > 0).then(|| self.cells[draws.below(self.count as u32) as usize])
    }
}

/// R33, R34: draws once for each of some cells, in the order of their indices. Calls `act` with
/// those of them that are contenders, and their draws.
///
/// Every cell costs a draw, but only a few dozen of more than a hundred can win. So the draws are
/// made first, thirteen at once ([`Draws::slot_draws`]), and the others are never looked at: the
/// draw of a cell is found by counting the cells before it. This saves 7 % of a floor without
/// interiors.
fn for_each_contender<D: Draws>(
    cells: &CellSet,
    contenders: &CellSet,
    draws: &mut D,
    mut act: impl FnMut(CellIndex, u32),
) {
    let mut drawn = [0; MAX_CELLS];
    let (chunks, rest) = drawn[..cells.len()].as_chunks_mut::<SLOT_DRAWS>();
    for chunk in chunks {
        chunk.iter_mut().zip(draws.slot_draws().iter()).for_each(|(kept, draw)| *kept = draw);
    }
    rest.fill_with(|| draws.draw());
    let mut before = 0;
    for (word, (cells, contenders)) in (0_u8..).zip(cells.words().zip(contenders.words())) {
        let mut left = cells & contenders;
        while left != 0 {
            let bit = left & left.wrapping_neg();
            let number = before + (cells & (bit - 1)).count_ones() as usize;
            act(64 * word + bit.trailing_zeros() as u8, drawn[number]);
            left ^= bit;
        }
        before += cells.count_ones() as usize;
    }
}

/// R33: where a secret room goes.
struct SecretPlace {
    cell: CellIndex,
    /// The doors that it needs there.
    doors: DoorSlots,
    depth: u8,
}

impl<D: Draws> RoomPlacer<'_, '_, D> {
    /// R33, R34: places one secret room, further ones for some items, and the ultra secret room.
    /// Returns the open sides of cells afterwards.
    pub(super) fn place_secrets<T: Trace>(
        &mut self,
        floats: (f32, f32),
        trace: &mut T,
    ) -> Result<OpenSides, Rejected> {
        let rules = self.rules.secret;
        let items = self.request.run.items;
        let when = |item: Item, more: u32| if items.has(item) { more } else { 0 };
        let secrets =
            1 + when(Item::FragmentedCard, rules.fragmented_card) + when(Item::Luna, rules.luna);
        let mut surroundings = Surroundings::EMPTY;
        surroundings.add_layout(self.layout, self.request.level);
        for _ in 0..secrets {
            let Some(place) = self.find_secret(&surroundings, trace) else {
                trace.note("R33", || Decision::NoPlace { kind: RoomKind::Secret });
                continue;
            };
            self.add_hidden_room(RoomKind::Secret, place, floats, trace)
                .ok_or("no secret room has the doors that are needed")?;
            surroundings.add_room(self.layout, self.layout.rooms.len() - 1);
        }
        if rules.ultra {
            match self.find_ultra_secret(&surroundings, trace) {
                // A catalogue without a fitting room leaves it out.
                Some(place) => {
                    self.add_hidden_room(RoomKind::UltraSecret, place, floats, trace);
                }
                None => trace.note("R34", || Decision::NoPlace { kind: RoomKind::UltraSecret }),
            }
        }
        Ok(surroundings.open_sides)
    }

    /// R33: weighs the empty cells and draws among the heaviest.
    fn find_secret<T: Trace>(
        &mut self,
        surroundings: &Surroundings,
        trace: &mut T,
    ) -> Option<SecretPlace> {
        let rules = self.rules.secret;
        let penalties = Penalties::new(&rules);
        let board = &self.layout.board;
        // A cell whose weight is below 0 is no candidate.
        let mut heaviest = HeaviestCells::with_least(0);
        let cells = board.empty_cells(&surroundings.blacklist);
        for_each_contender(&cells, &board.cells_beside_rooms(), self.stream, |cell, draw| {
            let Some(penalty) = surroundings.penalty(&penalties, board, cell) else { return };
            let weight = drawn_weight(&rules, draw) - penalty;
            trace.note("R33", || Decision::Weighed {
                cell: grid_cell(cell),
                weight,
                neighbours: surroundings.open_sides.count(cell) as u8,
            });
            heaviest.add(cell, weight);
        });
        let cell = heaviest.choose(self.stream)?;
        // The sides of a cell have the numbers of the first four slots.
        let doors = DoorSlots::from_bits(surroundings.open_sides.get(cell));
        let depth = 1 + self.layout.least_depth(surroundings.rooms_facing(cell));
        Some(SecretPlace { cell, doors, depth })
    }

    /// R34: weighs the untouched cells and draws among the heaviest.
    fn find_ultra_secret<T: Trace>(
        &mut self,
        surroundings: &Surroundings,
        trace: &mut T,
    ) -> Option<SecretPlace> {
        let rules = self.rules.secret;
        let penalties = Penalties::new(&rules);
        let board = &self.layout.board;
        let mut heaviest = HeaviestCells::with_least(i32::MIN);
        let cells = board.untouched_cells(&surroundings.blacklist);
        let contenders = board.cells_beside_rooms().neighbours();
        for_each_contender(&cells, &contenders, self.stream, |cell, draw| {
            let rooms = surroundings.rooms_two_steps_away(cell);
            if rooms == 0 {
                return;
            }
            let neighbours = rooms.count_ones();
            let weight = drawn_weight(&rules, draw) - penalties.for_neighbours(neighbours.min(3));
            trace.note("R34", || Decision::Weighed {
                cell: grid_cell(cell),
                weight,
                neighbours: neighbours as u8,
            });
            heaviest.add(cell, weight);
        });
        let cell = heaviest.choose(self.stream)?;
        let depth = 2 + self.layout.least_depth(surroundings.rooms_two_steps_away(cell));
        Some(SecretPlace { cell, doors: DoorSlots::NONE, depth })
    }

    /// L2: chooses a hidden room of one cell and adds it to the layout. Returns `None` where the
    /// catalogue has no room with the doors.
    fn add_hidden_room<T: Trace>(
        &mut self,
        kind: RoomKind,
        place: SecretPlace,
        floats: (f32, f32),
        trace: &mut T,
    ) -> Option<()> {
        let SecretPlace { cell, doors, depth } = place;
        let query = Query { shape: Some(Shape::Single), doors, ..QUERIES[kind as usize] };
        let (interior, room) = self.weights.choose(&query, floats)?;
        let (rule, slots) = match kind {
            RoomKind::Secret => ("R33", room.doors),
            // No door leads to an ultra secret room.
            _ => ("R34", DoorSlots::NONE),
        };
        let index = self.layout.add_hidden_room(cell, kind, depth, slots, interior);
        self.layout.note_placed(rule, index, "it is hidden", trace);
        Some(())
    }
}

/// R33, R34: a cell's weight before its neighbours are counted, from its draw.
#[inline]
const fn drawn_weight(rules: &Secret, draw: u32) -> i32 {
    let random = if rules.weight_random > 0 { draw % rules.weight_random } else { 0 };
    rules.weight + random as i32
}

/// R33: the exact chance of each cell to be the first secret room of a layout.
pub(super) fn posterior(rules: &Secret, layout: &Layout<'_>, stage: u8) -> Posterior {
    let penalties = Penalties::new(rules);
    let mut surroundings = Surroundings::EMPTY;
    surroundings.add_layout(layout, stage);
    // Cells with the same penalty have the same chance.
    let mut groups: Vec<(i32, Vec<Cell>)> = Vec::new();
    for index in layout.board.empty_cells(&surroundings.blacklist).iter() {
        let Some(penalty) = surroundings.penalty(&penalties, &layout.board, index) else {
            continue;
        };
        let cell = grid_cell(index);
        match groups.iter_mut().find(|(other, _)| *other == penalty) {
            Some((_, cells)) => cells.push(cell),
            None => groups.push((penalty, vec![cell])),
        }
    }
    let contenders: Vec<Contenders> = groups
        .iter()
        .map(|(penalty, cells)| {
            let least = rules.weight - penalty;
            Contenders { count: cells.len(), weights: least..least + rules.weight_random as i32 }
        })
        .collect();
    let chances = winning_chances(&contenders);
    let cells: Vec<(Cell, f64)> = groups
        .into_iter()
        .zip(chances)
        .flat_map(|((_, cells), chance)| cells.into_iter().map(move |cell| (cell, chance)))
        .collect();
    let none = 1.0 - cells.iter().map(|(_, chance)| chance).sum::<f64>();
    Posterior::new(cells, none.max(0.0))
}
