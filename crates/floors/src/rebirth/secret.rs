//! The secret rooms (R33, W41, W42).

use arrayvec::ArrayVec;
use basement_model::{Cell, Floor, Item, Items, MAX_CELLS, PlacingFailure, RoomKind, Shape};
use basement_rooms::{Query, RoomType};

use super::board::Board;
use super::cells::{CellIndex, CellSet, START, STEPS, grid_cell, moved};
use super::layout::Layout;
use super::outline::Outlines;
use super::rules::Secret;
use super::special::{PlacedRoom, RoomPlacer};
use super::stage::CHEST;
use super::stop::{Stop, missing};
use crate::draws::{Draws, ManyDraws, Stream};
use crate::posterior::{Contenders, Posterior, miss_chance, winning_chances};
use crate::trace::{Decision, Trace};

/// F9: how many cells each stage of the search draws.
const STAGE_DRAWS: u32 = 300;

/// W41: the triple of the stream of further secret rooms.
const FURTHER_TRIPLE: usize = 1;

/// W42: what the search for a secret room's cell reads besides the board.
pub(super) struct Surroundings {
    /// The cells where no secret room may be placed.
    pub(super) listed: CellSet,
    /// The cells of rooms without slots on their left and right sides.
    vertical: CellSet,
    /// The cells of rooms without slots on their upper and lower sides.
    horizontal: CellSet,
    /// Whether there are rooms of either kind.
    has_narrow: bool,
}

/// The left and the right cell of a 3x3 block.
const BESIDE: u16 = 0b000_101_000;

/// The upper and the lower cell of a 3x3 block.
const ABOVE_AND_BELOW: u16 = 0b010_000_010;

impl Surroundings {
    /// The surroundings in a layout in which some rooms are placed.
    pub(super) fn new(layout: &Layout<'_>, placed: &[PlacedRoom], stage: u8) -> Self {
        let outlines = &layout.tables.outlines;
        let mut surroundings = Self {
            // F1: the cells that a smaller grid lacks.
            listed: layout.tables.outside,
            vertical: CellSet::EMPTY,
            horizontal: CellSet::EMPTY,
            has_narrow: false,
        };
        for room in &layout.rooms {
            let cells = match room.shape {
                Shape::NarrowVertical | Shape::TallNarrow => &mut surroundings.vertical,
                Shape::NarrowHorizontal | Shape::WideNarrow => &mut surroundings.horizontal,
                _ => continue,
            };
            surroundings.has_narrow = true;
            for offset in outlines.get(room.shape).cells() {
                cells.insert(moved(room.anchor, *offset));
            }
        }
        for room in placed {
            surroundings.list_around(outlines, room);
        }
        if stage == CHEST {
            STEPS.into_iter().for_each(|by| surroundings.listed.insert(moved(START, by)));
        }
        surroundings
    }

    /// W42, W82: lists the cells around the bounding box of a placed room where it has no door. Boss,
    /// super secret and secret rooms list them all.
    fn list_around(&mut self, outlines: &Outlines, room: &PlacedRoom) {
        let lists_all =
            matches!(room.room_type, RoomType::Boss | RoomType::SuperSecret | RoomType::Secret);
        for (offset, slot) in &outlines.get(room.shape).around_box {
            if lists_all || !room.doors.contains(*slot) {
                self.listed.insert(moved(room.anchor, *offset));
            }
        }
    }

    /// W42, W82: how many cells beside an empty cell have a room with a slot on the side towards
    /// it, and how many have a room without one.
    #[inline]
    fn count_sides(&self, board: &Board, cell: CellIndex) -> (u32, u32) {
        let occupied = (board.occupied_around(cell) & (BESIDE | ABOVE_AND_BELOW)).count_ones();
        if !self.has_narrow {
            return (occupied, 0);
        }
        let walls = (self.vertical.block_around(cell) & BESIDE).count_ones()
            + (self.horizontal.block_around(cell) & ABOVE_AND_BELOW).count_ones();
        (occupied - walls, walls)
    }
}

/// W42, W69: how much a cell's weight is reduced. A table by the number of neighbours replaces
/// branches, which the processor would mispredict too often.
pub(super) struct Penalties {
    by_neighbours: [i32; 8],
    pub(super) wall: i32,
}

impl Penalties {
    pub(super) const fn new(rules: &Secret) -> Self {
        let (one, two) = (rules.penalty_one_neighbour, rules.penalty_two_neighbours);
        Self { by_neighbours: [0, one, two, 0, 0, 0, 0, 0], wall: rules.penalty_no_door }
    }

    /// The penalty for this number of doors or rooms that face the cell, at most seven.
    #[inline]
    pub(super) const fn for_neighbours(&self, count: u32) -> i32 {
        self.by_neighbours[count as usize & 7]
    }
}

/// The cells that share the greatest weight so far, in the order in which they were added.
pub(super) struct HeaviestCells {
    weight: i32,
    cells: [CellIndex; MAX_CELLS],
    count: usize,
}

impl HeaviestCells {
    /// No cell yet.
    pub(super) const NONE: Self = Self { weight: i32::MIN, cells: [0; MAX_CELLS], count: 0 };

    /// Adds a cell if none so far is heavier, and drops the lighter ones.
    ///
    /// Weights are random, so a processor would mispredict branches on them. Therefore there is no
    /// branch: a heavier cell sets the count to 0; every cell is written behind the last one; only
    /// a cell that is not lighter is counted.
    #[inline]
    pub(super) fn add(&mut self, cell: CellIndex, weight: i32) {
        let (is_heavier, is_lighter) = (weight > self.weight, weight < self.weight);
        self.weight = self.weight.max(weight);
        self.count *= usize::from(!is_heavier);
        self.cells[self.count] = cell;
        self.count += usize::from(!is_lighter);
    }

    /// One of the cells, by a draw among equals. Without a cell there is no draw.
    pub(super) fn choose<D: Draws>(&self, draws: &mut D) -> Option<CellIndex> {
        (self.count > 0).then(|| self.cells[draws.below(self.count as u32) as usize])
    }
}

/// W42, W69: draws once for each cell of a set, in the order of their indices. Calls `act` with
/// each contender among them, and its draw.
///
/// Every cell costs a draw, but only a few dozen of more than a hundred can win. So all draws are
/// made first ([`Draws::many_draws`]), and the draw of a contender is found by counting the cells
/// before it. The other cells are never visited.
pub(super) fn for_each_contender<D: Draws>(
    cells: &CellSet,
    contenders: &CellSet,
    draws: &mut D,
    mut act: impl FnMut(CellIndex, u32),
) {
    let mut drawn = ManyDraws::NONE;
    draws.many_draws(cells.len(), &mut drawn);
    let mut before = 0;
    for (word, (cells, contenders)) in (0_u8..).zip(cells.words().zip(contenders.words())) {
        let mut left = cells & contenders;
        while left != 0 {
            let bit = left & left.wrapping_neg();
            let number = before + (cells & (bit - 1)).count_ones() as usize;
            act(64 * word + bit.trailing_zeros() as u8, drawn.get(number));
            left ^= bit;
        }
        before += cells.count_ones() as usize;
    }
}

impl<D: Draws> RoomPlacer<'_, '_, D> {
    /// R33, W41: places one secret room, and further ones for some items. The rooms are picked whether or
    /// not there is a cell for them.
    pub(super) fn place_secrets<T: Trace>(
        &mut self,
        secret_seed: D::Seed,
        trace: &mut T,
    ) -> Result<(), Stop> {
        let rules = self.rules.secret;
        let further = further_rooms(&rules, self.request.run.items);
        self.place_secret(secret_seed, secret_seed, trace)?;
        let mut seeds = D::seeded(secret_seed, FURTHER_TRIPLE);
        for _ in 0..further {
            let own = seeds.seed();
            let placing_seed = if rules.seed_for_each { own } else { secret_seed };
            self.place_secret(own, placing_seed, trace)?;
        }
        Ok(())
    }

    /// W41, W42: a secret room.
    fn place_secret<T: Trace>(
        &mut self,
        pick_seed: D::Seed,
        placing_seed: D::Seed,
        trace: &mut T,
    ) -> Result<(), Stop> {
        let (kind, query) = (RoomKind::Secret, Query::special(RoomType::Secret));
        let picked = self
            .pick_from_stage_first("W41", kind, &query, pick_seed, trace)
            .ok_or_else(|| missing(&query))?;
        let is_staged = self.rules.secret.staged_search;
        let found = if is_staged { self.search_by_stages() } else { self.find_secret(trace) };
        let Some(cell) = found else {
            trace.note(if is_staged { "F9" } else { "W42" }, || Decision::NoPlace { kind });
            return match is_staged {
                true => Err(Stop::Failed(kind, PlacingFailure::NoCell)),
                false => Ok(()),
            };
        };
        let depth = 1 + self.layout.least_depth(self.rooms_beside(cell));
        let room = self.layout.add_single(cell, kind, depth, picked.1.doors);
        self.place_with(placing_seed, "W41", kind, room, picked, trace);
        self.layout.note_placed("W42", room, "it is hidden", trace);
        Ok(())
    }

    /// F9: draws cells of the grid until one is accepted. At first an empty cell needs at least
    /// three rooms beside it and no dead end, then at least two rooms and no dead end, then any
    /// room. Cells that R33 lists are never accepted.
    ///
    /// One draw replaces the 300 of a stage: either all of them miss, or all acceptable cells are
    /// equally likely.
    fn search_by_stages(&mut self) -> Option<CellIndex> {
        let Layout { board, rooms, tables, dead_end_marks, .. } = &*self.layout;
        let surroundings = Surroundings::new(self.layout, &self.placed, self.request.level);
        let mut dead_ends = CellSet::EMPTY;
        for (index, room) in rooms.iter().enumerate() {
            if dead_end_marks >> index & 1 == 1 {
                for offset in tables.outlines.get(room.shape).cells() {
                    dead_ends.insert(moved(room.anchor, *offset));
                }
            }
        }
        let beside_rooms = board
            .empty_cells([&surroundings.listed, &self.blocked])
            .and(&board.cells_beside_rooms());
        let clean = beside_rooms.without(&dead_ends.neighbours());
        let stages = [(3, clean), (2, clean), (1, beside_rooms)];
        for (least, cells) in stages {
            let has_enough = |cell: &CellIndex| surroundings.count_sides(board, *cell).0 >= least;
            let accepted: ArrayVec<CellIndex, MAX_CELLS> =
                cells.iter().filter(has_enough).collect();
            let count = accepted.len() as u32;
            if count == 0 {
                continue;
            }
            let others = f64::from(tables.cells - count) / f64::from(tables.cells);
            let draw = self.stream.draw();
            if u64::from(draw) >= miss_chance(others, STAGE_DRAWS) {
                return Some(accepted[((u32::MAX - draw) % count) as usize]);
            }
        }
        None
    }

    /// R33, W42: scores the empty cells and draws among the best.
    fn find_secret<T: Trace>(&mut self, trace: &mut T) -> Option<CellIndex> {
        let rules = self.rules.secret;
        let penalties = Penalties::new(&rules);
        let board = &self.layout.board;
        let surroundings = Surroundings::new(self.layout, &self.placed, self.request.level);
        let mut heaviest = HeaviestCells::NONE;
        let cells = board.empty_cells([&surroundings.listed, &self.blocked]);
        for_each_contender(&cells, &board.cells_beside_rooms(), self.stream, |cell, draw| {
            let (neighbours, walls) = surroundings.count_sides(board, cell);
            let weight = drawn_weight(&rules, draw) - penalties.wall * walls as i32;
            if weight < 0 || neighbours == 0 {
                return;
            }
            let weight = weight - penalties.for_neighbours(neighbours);
            trace.note("W42", || Decision::Weighed {
                cell: grid_cell(cell),
                weight,
                neighbours: neighbours as u8,
            });
            heaviest.add(cell, weight);
        });
        heaviest.choose(self.stream)
    }
}

/// R33, W41: how many secret rooms items add to the first.
pub(super) const fn further_rooms(rules: &Secret, items: Items) -> u32 {
    let of_card = if items.has(Item::FragmentedCard) { rules.fragmented_card } else { 0 };
    of_card + if items.has(Item::Luna) { rules.luna } else { 0 }
}

/// W42, W69: a cell's weight before its neighbours are counted, from its draw.
#[inline]
pub(super) const fn drawn_weight(rules: &Secret, draw: u32) -> i32 {
    let random = if rules.weight_random > 0 { draw % rules.weight_random } else { 0 };
    rules.weight + random as i32
}

/// R33, W42: the exact chance of each cell to get the first secret room of a layout.
pub(super) fn posterior(
    rules: &Secret,
    layout: &Layout<'_>,
    placed: &[PlacedRoom],
    blocked: &CellSet,
    stage: u8,
) -> Posterior {
    let surroundings = Surroundings::new(layout, placed, stage);
    let free = layout.board.empty_cells([&surroundings.listed, blocked]);
    let sides = |cell| (cell, surroundings.count_sides(&layout.board, cell));
    let beside_rooms = free.iter().map(sides).filter(|(_, (neighbours, _))| *neighbours > 0);
    let chances = cell_chances(rules, beside_rooms);
    let cells: Vec<(Cell, f64)> =
        chances.into_iter().map(|(cell, chance)| (grid_cell(cell), chance)).collect();
    let none = 1.0 - cells.iter().map(|(_, chance)| chance).sum::<f64>();
    Posterior::new(cells, none.max(0.0))
}

/// W42, W69: the exact chance of each of some cells to have the best score, given the neighbours
/// and the walls that each has. Cells that cannot win are left out.
pub(super) fn cell_chances(
    rules: &Secret,
    cells: impl Iterator<Item = (CellIndex, (u32, u32))>,
) -> Vec<(CellIndex, f64)> {
    let penalties = Penalties::new(rules);
    // Cells with equal numbers of neighbours and walls have the same chance.
    let mut groups: Vec<((u32, u32), Vec<CellIndex>)> = Vec::new();
    for (cell, sides) in cells {
        match groups.iter_mut().find(|(other, _)| *other == sides) {
            Some((_, cells)) => cells.push(cell),
            None => groups.push((sides, vec![cell])),
        }
    }
    let contenders = groups.into_iter().map(|((neighbours, walls), cells)| {
        let by_neighbours = penalties.for_neighbours(neighbours);
        let least = rules.weight - penalties.wall * walls as i32 - by_neighbours;
        let contenders = Contenders {
            count: cells.len(),
            weights: least..least + rules.weight_random as i32,
            // The score must not be below 0 before the neighbours are counted.
            out_below: -by_neighbours,
        };
        (cells, contenders)
    });
    let (cells, contenders): (Vec<_>, Vec<_>) =
        contenders.filter(|(_, contenders)| contenders.weights.end > contenders.out_below).unzip();
    let chances = winning_chances(&contenders);
    let of_group =
        |(cells, chance): (Vec<CellIndex>, f64)| cells.into_iter().map(move |cell| (cell, chance));
    cells.into_iter().zip(chances).flat_map(of_group).collect()
}

/// W42: a room type that lists the same cells as rooms of a kind.
const fn listing_type(kind: RoomKind) -> RoomType {
    match kind {
        RoomKind::Boss => RoomType::Boss,
        RoomKind::SuperSecret => RoomType::SuperSecret,
        RoomKind::Secret => RoomType::Secret,
        RoomKind::Curse => RoomType::Curse,
        _ => RoomType::Treasure,
    }
}

/// The special rooms of a finished floor that were placed before the secret room, in order.
pub(super) fn placed_before(layout: &Layout<'_>, floor: &Floor) -> Vec<PlacedRoom> {
    let order = floor.placing_order().into_iter().map(|index| index as u8);
    let is_special =
        |kind: RoomKind| !matches!(kind, RoomKind::Normal | RoomKind::Start) && !kind.is_added();
    order
        .filter(|index| is_special(floor.rooms()[usize::from(*index)].kind))
        .filter_map(|index| layout.rooms.get(usize::from(index)))
        .map(|room| PlacedRoom {
            anchor: room.anchor,
            shape: room.shape,
            doors: room.slots,
            room_type: listing_type(room.kind),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Listed;
    use crate::rebirth::cells::index_of;
    use crate::rebirth::editions::{AFTERBIRTH_PLUS, REPENTANCE};
    use crate::rebirth::rules::RebirthRules;
    use crate::rebirth::special::drafts::{MISS, with_cross};
    use basement_model::{DoorSlot, DoorSlots, Items, Request, RoomSeeds, RunState};

    /// The seeds of the secret rooms, and whether the weights of the catalogue's secret rooms fell.
    fn secrets(rules: &RebirthRules, items: Items, is_full: bool) -> (Vec<RoomSeeds>, bool) {
        let run = RunState { items, ..RunState::DEFAULT };
        let request = Request { run, ..Request::level(1).without_curse() };
        let (found, _, drawn) = with_cross(rules, &request, &[MISS], |f| {
            if is_full {
                f.blocked = CellSet::GRID;
            }
            let query = Query::special(RoomType::Secret);
            let chances = |weights: &basement_rooms::Weights<'_>| -> Vec<f64> {
                (0..2000).map(|index| weights.chance_of(&query, index)).collect()
            };
            let before = chances(f.weights);
            f.place_secrets(77, &mut ()).unwrap();
            let rooms = f.layout.rooms.iter().filter(|room| room.kind == RoomKind::Secret);
            let seeds = rooms.map(|room| room.placing.unwrap().seeds).collect();
            (seeds, chances(f.weights) != before)
        });
        assert_eq!(drawn, 0);
        found
    }

    #[test]
    fn w41_a_secret_room_is_picked_even_without_a_cell_and_has_the_secret_seed() {
        let seeds = Listed::room_seeds(77);
        assert_eq!(secrets(&AFTERBIRTH_PLUS, Items::NONE, false), (vec![seeds], true));
        assert_eq!(secrets(&AFTERBIRTH_PLUS, Items::NONE, true), (Vec::new(), true));
        let card = Items::NONE.with(Item::FragmentedCard);
        assert_eq!(secrets(&AFTERBIRTH_PLUS, card, false), (vec![seeds, seeds], true));
        // In the newer edition a further room has its own seeds.
        let (of_each, _) = secrets(&REPENTANCE, card, false);
        assert_eq!((of_each.len(), of_each[0]), (2, seeds));
        assert_ne!(of_each[1], seeds);
    }

    #[test]
    fn w42_w82_cells_are_listed_around_the_bounding_box_of_a_room() {
        let listed = |shape: Shape, doors: DoorSlots, room_type: RoomType| -> Vec<(u8, u8)> {
            let request = Request::level(1).without_curse();
            let placed =
                [PlacedRoom { anchor: index_of(Cell::new(6, 1)), shape, doors, room_type }];
            let (cells, ..) = with_cross(&AFTERBIRTH_PLUS, &request, &[MISS], |f| {
                let listed = Surroundings::new(f.layout, &placed, 1).listed;
                listed.iter().map(grid_cell).map(|cell| (cell.x, cell.y)).collect()
            });
            cells
        };
        let all = |shape: Shape| shape.slots();
        assert_eq!(listed(Shape::Single, all(Shape::Single), RoomType::Shop), []);
        let without_left = DoorSlots::NONE.with(DoorSlot::Up0);
        let around = [(6, 0), (5, 1), (7, 1), (6, 2)];
        assert_eq!(listed(Shape::Single, without_left, RoomType::Shop), around[1..]);
        assert_eq!(listed(Shape::Single, all(Shape::Single), RoomType::Boss), around);
        // A narrow room has eight such cells, some of them at its corners.
        let corners = [(6, 0), (7, 0), (5, 2), (6, 2), (7, 2)];
        let narrow = Shape::NarrowHorizontal;
        assert_eq!(listed(narrow, all(narrow), RoomType::Shop), corners);
    }

    #[test]
    fn w42_w82_the_shape_of_a_neighbour_and_not_its_doors_decides_whether_a_side_is_a_wall() {
        let request = Request::level(1).without_curse();
        let (sides, ..) = with_cross(&AFTERBIRTH_PLUS, &request, &[MISS], |f| {
            let mut sides = |shape: Shape| {
                // The end of the left arm.
                f.layout.rooms[3].shape = shape;
                f.layout.rooms[3].slots = DoorSlots::NONE;
                let surroundings = Surroundings::new(f.layout, &[], 1);
                [(2, 6), (3, 5)].map(|(x, y)| {
                    surroundings.count_sides(&f.layout.board, index_of(Cell::new(x, y)))
                })
            };
            [Shape::Single, Shape::NarrowVertical, Shape::NarrowHorizontal].map(&mut sides)
        });
        assert_eq!(sides, [[(1, 0), (1, 0)], [(0, 1), (1, 0)], [(1, 0), (0, 1)]]);
    }
}
