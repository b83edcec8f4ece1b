//! Where the secret rooms (R33) and the ultra secret room (R34) go.

use super::board::{
    Board, NOWHERE, Openings, Place, Places, STEPS, beside, cell, count, for_each, insert, moved,
    shown, words,
};
use super::layout::Layout;
use super::rules::Secret;
use super::special::{Furnishing, Rejected, WANTED};
use super::stage::CHEST;
use crate::draws::{Draws, LAP, Modulus};
use crate::grid::{Cell, Grid, MAX_CELLS};
use crate::journal::{Decision, Journal};
use crate::posterior::{Contenders, Posterior, winning_chances};
use crate::request::Item;
use crate::room::RoomKind;
use crate::rooms::Wanted;
use crate::shape::{DoorSlots, Shape};

/// What a search for a hidden room's place looks at.
struct Surroundings {
    /// By place: the rooms that face a cell with a door, as bits of two words.
    facing: [[u64; 2]; 256],
    /// The sides of cells that meet a door.
    openings: Openings,
    /// R33: where no hidden room may stand.
    blacklist: Places,
}

impl Surroundings {
    const NONE: Self = Self { facing: [[0; 2]; 256], openings: Openings::NONE, blacklist: NOWHERE };

    /// Takes in all rooms of a layout.
    fn add_all(&mut self, layout: &Layout<'_>, stage: u8) {
        for room in 0..layout.rooms.len() {
            self.add(layout, room, stage);
        }
    }

    /// Takes in a room. R33: blacklisted are the cells that the slots of a boss or
    /// hidden room lead to; those that another special room has no door to; on
    /// stage 11 those around the start.
    fn add(&mut self, layout: &Layout<'_>, index: usize, stage: u8) {
        let room = &layout.rooms[index];
        let allowed = match room.kind {
            RoomKind::Start if stage == CHEST => DoorSlots::NONE,
            RoomKind::Start | RoomKind::Normal => DoorSlots::ALL,
            RoomKind::Boss | RoomKind::SuperSecret | RoomKind::Secret => DoorSlots::NONE,
            _ => room.slots,
        };
        let outlines = &layout.tables.outlines;
        let outline = outlines.of(room.shape);
        self.openings.add(room.anchor, outline, room.slots);
        for number in 0..outline.slot_numbers() {
            let target = moved(room.anchor, outline.slots[number]);
            let is_there = room.slots.bits() >> number & 1;
            self.facing[usize::from(target)][index / 64 % 2] |= u64::from(is_there) << (index % 64);
        }
        let outline = outlines.of(room.shape.widened());
        for slot in outline.slot_set.without(allowed).iter() {
            insert(&mut self.blacklist, moved(room.anchor, outline.slots[slot.number()]));
        }
    }

    /// The sides of an empty cell.
    #[inline]
    fn sides(&self, board: &Board, place: Place) -> Sides {
        let open = self.openings.of(place).count_ones();
        Sides { open, walls: board.neighbours(place) as i32 - open as i32 }
    }

    /// R34: the rooms, two steps from a cell that touches none, that face it
    /// through a free cell between, as bits.
    fn rooms_two_steps_away(&self, place: Place) -> u128 {
        STEPS.into_iter().fold(0, |rooms, by| rooms | self.rooms_facing(moved(place, by)))
    }

    /// The rooms that face a cell with a door, as bits.
    #[inline]
    fn rooms_facing(&self, place: Place) -> u128 {
        let [low, high] = self.facing[usize::from(place)];
        u128::from(high) << 64 | u128::from(low)
    }
}

/// Cells that are kept of those looked at, in their order.
struct Kept<T> {
    cells: [T; MAX_CELLS],
    count: usize,
}

impl<T: Copy> Kept<T> {
    const fn none(cell: T) -> Self {
        Self { cells: [cell; MAX_CELLS], count: 0 }
    }

    /// Keeps a cell, or not. It is written down either way, so that no branch has to be
    /// guessed.
    #[inline]
    fn keep(&mut self, cell: T, is_kept: bool) {
        self.cells[self.count] = cell;
        self.count += usize::from(is_kept);
    }

    fn all(&self) -> &[T] {
        &self.cells[..self.count]
    }
}

/// R33, R34: a draw for each of some cells, in the order of their indices; calls `act` with
/// the contenders among them and theirs.
fn for_each_drawn<D: Draws>(
    cells: &Places,
    contenders: &Places,
    draws: &mut D,
    mut act: impl FnMut(Place, u32),
) {
    let mut drawn = [0; MAX_CELLS];
    let (laps, rest) = drawn[..count(cells)].as_chunks_mut::<LAP>();
    for lap in laps {
        lap.iter_mut().zip(draws.lap().draws()).for_each(|(place, draw)| *place = draw);
    }
    rest.fill_with(|| draws.draw());
    let mut before = 0;
    for (word, (cells, contenders)) in (0_u8..).zip(words(cells).zip(words(contenders))) {
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

/// The heaviest of some cells, by a draw among equals.
fn heaviest<D: Draws>(weighed: &[(Place, i32)], draws: &mut D) -> Option<Place> {
    let most = weighed.iter().map(|(_, weight)| *weight).max()?;
    let mut best = Kept::none(0);
    weighed.iter().for_each(|(place, weight)| best.keep(*place, *weight == most));
    Some(best.all()[draws.below(best.count as u32) as usize])
}

/// How many sides of an empty cell meet rooms.
#[derive(Clone, Copy)]
struct Sides {
    /// With a door.
    open: u32,
    /// Without one.
    walls: i32,
}

impl Sides {
    /// R33: what the weight of a cell loses for its sides.
    #[inline]
    const fn penalty(self, rules: &Secret) -> i32 {
        penalty(rules, self.open) + self.walls * rules.penalty_no_door
    }
}

impl<D: Draws> Furnishing<'_, '_, D> {
    /// R33, R34: one secret room, more by items, and the ultra secret room.
    pub(super) fn place_secrets<J: Journal>(
        &mut self,
        floats: (f32, f32),
        journal: &mut J,
    ) -> Result<(), Rejected> {
        let rules = self.rules.secret;
        let items = self.request.run.items;
        let when = |item: Item, more: u32| if items.has(item) { more } else { 0 };
        let secrets =
            1 + when(Item::FragmentedCard, rules.fragmented_card) + when(Item::Luna, rules.luna);
        let stage = self.request.level;
        let mut around = Surroundings::NONE;
        around.add_all(self.layout, stage);
        for _ in 0..secrets {
            let Some((place, doors, depth)) = self.find_secret(&around, journal) else {
                journal.note("R33", || Decision::NoPlace { kind: RoomKind::Secret });
                continue;
            };
            self.add(RoomKind::Secret, place, doors, depth, floats, journal)
                .ok_or("no secret room has the doors that are needed")?;
            around.add(self.layout, self.layout.rooms.len() - 1, stage);
        }
        if rules.ultra {
            match self.find_ultra_secret(&around, journal) {
                Some((place, depth)) => {
                    let doors = DoorSlots::NONE;
                    self.add(RoomKind::UltraSecret, place, doors, depth, floats, journal);
                }
                None => journal.note("R34", || Decision::NoPlace { kind: RoomKind::UltraSecret }),
            }
        }
        Ok(())
    }

    /// R33: the cell of a secret room, the doors that it needs there, and how
    /// deep it lies.
    fn find_secret<J: Journal>(
        &mut self,
        around: &Surroundings,
        journal: &mut J,
    ) -> Option<(Place, DoorSlots, u8)> {
        let rules = self.rules.secret;
        let random = Modulus::new(rules.weight_random);
        let board = &self.layout.board;
        let mut weighed = Kept::none((0, 0));
        let cells = board.empty(&around.blacklist);
        for_each_drawn(&cells, &board.beside_rooms(), self.stream, |place, draw| {
            let sides = around.sides(board, place);
            if sides.open == 0 {
                return;
            }
            let weight = rules.weight + random.rest(draw) as i32 - sides.penalty(&rules);
            journal.note("R33", || Decision::Weighed {
                cell: shown(place),
                weight,
                neighbours: sides.open as u8,
            });
            weighed.keep((place, weight), weight >= 0);
        });
        let place = heaviest(weighed.all(), self.stream)?;
        // The sides' numbers are those of the first four slots.
        let doors = DoorSlots::from_bits(around.openings.of(place));
        let depth = 1 + self.layout.least_depth(around.rooms_facing(place));
        Some((place, doors, depth))
    }

    /// R34: the cell of the ultra secret room, and how deep it lies.
    fn find_ultra_secret<J: Journal>(
        &mut self,
        around: &Surroundings,
        journal: &mut J,
    ) -> Option<(Place, u8)> {
        let rules = self.rules.secret;
        let random = Modulus::new(rules.weight_random);
        let board = &self.layout.board;
        let cells = board.untouched(&around.blacklist);
        let mut weighed = Kept::none((0, 0));
        for_each_drawn(&cells, &beside(&board.beside_rooms()), self.stream, |place, draw| {
            let rooms = around.rooms_two_steps_away(place).count_ones();
            if rooms == 0 {
                return;
            }
            let penalty = penalty(&rules, rooms);
            let weight = rules.weight + random.rest(draw) as i32 - penalty;
            journal.note("R34", || Decision::Weighed {
                cell: shown(place),
                weight,
                neighbours: rooms as u8,
            });
            weighed.keep((place, weight), true);
        });
        let place = heaviest(weighed.all(), self.stream)?;
        let depth = 2 + self.layout.least_depth(around.rooms_two_steps_away(place));
        Some((place, depth))
    }

    /// Adds a hidden room of one cell to the layout.
    fn add<J: Journal>(
        &mut self,
        kind: RoomKind,
        place: Place,
        doors: DoorSlots,
        depth: u8,
        floats: (f32, f32),
        journal: &mut J,
    ) -> Option<()> {
        let wanted = Wanted { shape: Some(Shape::Single), doors, ..WANTED[kind as usize] };
        let (interior, room) = self.weights.choose(&wanted, floats)?;
        let is_joined = kind == RoomKind::Secret;
        let index = self.layout.add_hidden(
            place,
            kind,
            depth,
            if is_joined { room.doors } else { DoorSlots::NONE },
            interior,
        );
        let rule = if is_joined { "R33" } else { "R34" };
        journal.note(rule, || Decision::Placed {
            room: index,
            anchor: cell(place).unwrap_or(Grid::REBIRTH.start),
            shape: Shape::Single,
            depth,
            next: "it is hidden",
        });
        Some(())
    }
}

/// R33: the exact chance of each cell to be the first secret room of a layout.
pub(super) fn posterior(rules: &Secret, layout: &Layout<'_>, stage: u8) -> Posterior {
    let mut around = Surroundings::NONE;
    around.add_all(layout, stage);
    // Cells by their penalty: equals have equal chances.
    let mut kinds: Vec<(i32, Vec<Cell>)> = Vec::new();
    for_each(&layout.board.empty(&around.blacklist), |place| {
        let sides = around.sides(&layout.board, place);
        if sides.open == 0 {
            return;
        }
        let penalty = sides.penalty(rules);
        let cell = shown(place);
        match kinds.iter_mut().find(|(other, _)| *other == penalty) {
            Some((_, cells)) => cells.push(cell),
            None => kinds.push((penalty, vec![cell])),
        }
    });
    let contenders: Vec<Contenders> = kinds
        .iter()
        .map(|(penalty, cells)| {
            let least = rules.weight - penalty;
            Contenders { count: cells.len(), weights: least..least + rules.weight_random as i32 }
        })
        .collect();
    let chances = winning_chances(&contenders);
    let cells: Vec<(Cell, f64)> = kinds
        .into_iter()
        .zip(chances)
        .flat_map(|((_, cells), chance)| cells.into_iter().map(move |cell| (cell, chance)))
        .collect();
    let none = 1.0 - cells.iter().map(|(_, chance)| chance).sum::<f64>();
    Posterior::new(cells, none.max(0.0))
}

/// R33, R34: what a cell's weight loses for the rooms, or the doors, that face it: one at
/// least.
#[inline]
const fn penalty(rules: &Secret, facing: u32) -> i32 {
    let few = [rules.penalty_one_neighbour, rules.penalty_two_neighbours, 0, 0];
    few[(if facing > 3 { 3 } else { facing } as usize).wrapping_sub(1) & 3]
}
