//! Where the secret rooms (R33) and the ultra secret room (R34) go.

use basement_model::{Cell, DoorSlots, Grid, Item, MAX_CELLS, RoomKind, Shape};
use basement_rooms::Query;
use strum::EnumCount;

use super::board::{
    Board, NOWHERE, Openings, Place, Places, START, STEPS, beside, cell, count, for_each, insert,
    moved, shown, words,
};
use super::layout::Layout;
use super::rules::Secret;
use super::special::{Furnishing, Rejected, WANTED};
use super::stage::CHEST;
use crate::draws::{Divisor, Draws, SLOT_DRAWS};
use crate::journal::{Decision, Journal};
use crate::posterior::{Contenders, Posterior, winning_chances};

/// What a search for a hidden room's place looks at.
struct Surroundings {
    /// By place: the rooms that face a cell with a door, as bits of two words.
    facing: [[u64; 2]; 256],
    /// The sides of cells that meet a door.
    openings: Openings,
    /// R33: where no hidden room may stand.
    blacklist: Places,
}

/// R33: by kind of room, the slots that may lead to a hidden room: of those that the room
/// has, and of all.
static OPEN: [[DoorSlots; 2]; RoomKind::COUNT] = {
    const NONE: [DoorSlots; 2] = [DoorSlots::NONE; 2];
    const OWN: [DoorSlots; 2] = [DoorSlots::ALL, DoorSlots::NONE];
    const ANY: [DoorSlots; 2] = [DoorSlots::ALL; 2];
    let mut open = [OWN; RoomKind::COUNT];
    open[RoomKind::Start as usize] = ANY;
    open[RoomKind::Normal as usize] = ANY;
    open[RoomKind::Boss as usize] = NONE;
    open[RoomKind::SuperSecret as usize] = NONE;
    open[RoomKind::Secret as usize] = NONE;
    open
};

impl Surroundings {
    const NONE: Self = Self { facing: [[0; 2]; 256], openings: Openings::NONE, blacklist: NOWHERE };

    /// Takes in all rooms of a layout. R33: on stage 11 no hidden room may stand around the
    /// start.
    fn add_all(&mut self, layout: &Layout<'_>, stage: u8) {
        for room in 0..layout.rooms.len() {
            self.add(layout, room);
        }
        if stage == CHEST {
            STEPS.into_iter().for_each(|by| insert(&mut self.blacklist, moved(START, by)));
        }
    }

    /// Takes in a room. R33: blacklisted are the cells that the slots of a boss or
    /// hidden room lead to, and those that another special room has no door to.
    fn add(&mut self, layout: &Layout<'_>, index: usize) {
        let room = &layout.rooms[index];
        let outlines = &layout.tables.outlines;
        let outline = outlines.of(room.shape);
        self.openings.add(room.anchor, outline, room.slots);
        let (word, bit) = (index / 64 % 2, index % 64);
        outline.for_each_number(|number, offset| {
            let is_there = u64::from(room.slots.bits() >> number & 1);
            self.facing[usize::from(moved(room.anchor, offset))][word] |= is_there << bit;
        });
        let [own, any] = OPEN[room.kind as usize];
        let outline = outlines.of(room.shape.widened());
        for slot in outline.slot_set.without(room.slots.and(own)).without(any).iter() {
            insert(&mut self.blacklist, moved(room.anchor, outline.slots[slot.number()]));
        }
    }

    /// R33: what the weight of an empty cell loses for its sides; `None` where no side meets a
    /// door.
    #[inline]
    fn penalty(&self, penalties: &Penalties, board: &Board, place: Place) -> Option<i32> {
        let open = self.openings.at(place).count_ones();
        let walls = board.neighbours(place) as i32 - open as i32;
        (open > 0).then(|| penalties.of(open) + walls * penalties.no_door)
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

/// R33, R34: what a cell's weight loses for the rooms, or the doors, that face it, and for
/// each wall.
struct Penalties {
    by_facing: [i32; 8],
    no_door: i32,
}

impl Penalties {
    const fn new(rules: &Secret) -> Self {
        let (one, two) = (rules.penalty_one_neighbour, rules.penalty_two_neighbours);
        Self { by_facing: [0, one, two, 0, 0, 0, 0, 0], no_door: rules.penalty_no_door }
    }

    #[inline]
    const fn of(&self, facing: u32) -> i32 {
        self.by_facing[facing as usize & 7]
    }
}

/// The heaviest of the cells weighed so far, in their order.
struct Heaviest {
    weight: i32,
    cells: [Place; MAX_CELLS],
    count: usize,
}

impl Heaviest {
    /// None yet, and none lighter than `least`.
    const fn from(least: i32) -> Self {
        Self { weight: least, cells: [0; MAX_CELLS], count: 0 }
    }

    /// Weighs a cell. It is written down either way, so that no branch has to be guessed.
    #[inline]
    fn weigh(&mut self, place: Place, weight: i32) {
        let less = self.weight.wrapping_sub(weight);
        // All bits where it is heavier than all before, else none.
        let is_more = less >> 31;
        self.weight -= less & is_more;
        self.count &= !is_more as usize;
        self.cells[self.count] = place;
        self.count += usize::from(less <= 0);
    }

    /// One of them, by a draw among equals.
    fn drawn<D: Draws>(&self, draws: &mut D) -> Option<Place> {
        (self.count > 0).then(|| self.cells[draws.below(self.count as u32) as usize])
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
    let (chunks, rest) = drawn[..count(cells)].as_chunks_mut::<SLOT_DRAWS>();
    for chunk in chunks {
        chunk.iter_mut().zip(draws.slot_draws().iter()).for_each(|(place, draw)| *place = draw);
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

impl<D: Draws> Furnishing<'_, '_, D> {
    /// R33, R34: one secret room, more by items, and the ultra secret room. What is open to
    /// the cells beside rooms then.
    pub(super) fn place_secrets<J: Journal>(
        &mut self,
        floats: (f32, f32),
        journal: &mut J,
    ) -> Result<Openings, Rejected> {
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
            around.add(self.layout, self.layout.rooms.len() - 1);
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
        Ok(around.openings)
    }

    /// R33: the cell of a secret room, the doors that it needs there, and how
    /// deep it lies.
    fn find_secret<J: Journal>(
        &mut self,
        around: &Surroundings,
        journal: &mut J,
    ) -> Option<(Place, DoorSlots, u8)> {
        let rules = self.rules.secret;
        let penalties = Penalties::new(&rules);
        let random = Divisor::new(rules.weight_random);
        let board = &self.layout.board;
        // A weight below 0 is no candidate.
        let mut heaviest = Heaviest::from(0);
        let cells = board.empty(&around.blacklist);
        for_each_drawn(&cells, &board.beside_rooms(), self.stream, |place, draw| {
            let Some(penalty) = around.penalty(&penalties, board, place) else { return };
            let weight = rules.weight + random.remainder(draw) as i32 - penalty;
            journal.note("R33", || Decision::Weighed {
                cell: shown(place),
                weight,
                neighbours: around.openings.at(place).count_ones() as u8,
            });
            heaviest.weigh(place, weight);
        });
        let place = heaviest.drawn(self.stream)?;
        // The sides' numbers are those of the first four slots.
        let doors = DoorSlots::from_bits(around.openings.at(place));
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
        let penalties = Penalties::new(&rules);
        let random = Divisor::new(rules.weight_random);
        let board = &self.layout.board;
        let cells = board.untouched(&around.blacklist);
        let mut heaviest = Heaviest::from(i32::MIN / 2);
        for_each_drawn(&cells, &beside(&board.beside_rooms()), self.stream, |place, draw| {
            let rooms = around.rooms_two_steps_away(place);
            if rooms == 0 {
                return;
            }
            let penalty = penalties.of(up_to_three(rooms));
            let weight = rules.weight + random.remainder(draw) as i32 - penalty;
            journal.note("R34", || Decision::Weighed {
                cell: shown(place),
                weight,
                neighbours: rooms.count_ones() as u8,
            });
            heaviest.weigh(place, weight);
        });
        let place = heaviest.drawn(self.stream)?;
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
        let wanted = Query { shape: Some(Shape::Single), doors, ..WANTED[kind as usize] };
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
    let penalties = Penalties::new(rules);
    let mut around = Surroundings::NONE;
    around.add_all(layout, stage);
    // Cells by their penalty: equals have equal chances.
    let mut kinds: Vec<(i32, Vec<Cell>)> = Vec::new();
    for_each(&layout.board.empty(&around.blacklist), |place| {
        let Some(penalty) = around.penalty(&penalties, &layout.board, place) else { return };
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

/// How many rooms there are of some, given as bits; more than three count as three.
#[inline]
const fn up_to_three(rooms: u128) -> u32 {
    let but_one = rooms & rooms.wrapping_sub(1);
    let but_two = but_one & but_one.wrapping_sub(1);
    (rooms != 0) as u32 + (but_one != 0) as u32 + (but_two != 0) as u32
}
