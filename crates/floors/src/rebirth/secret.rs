//! Where the secret rooms (R33) and the ultra secret room (R34) go.

use super::board::{Board, NO_ROOM, Place, cell, leads_to, moved, shown, step};
use super::layout::Layout;
use super::rules::Secret;
use super::special::{Furnishing, Rejected, wanted};
use super::stage::CHEST;
use crate::draws::Draws;
use crate::grid::{Cell, Direction, Grid};
use crate::journal::{Decision, Journal};
use crate::posterior::{Contenders, Posterior, winning_chances};
use crate::request::Item;
use crate::room::RoomKind;
use crate::rooms::Wanted;
use crate::shape::{DoorSlot, DoorSlots, Shape};

/// Cells where no secret room may stand, as bits like those of the board.
#[derive(Clone, Default)]
struct Blacklist([u16; 16]);

impl Blacklist {
    fn add(&mut self, place: Place) {
        self.0[usize::from(place / 16)] |= 1 << (place % 16);
    }

    fn contains(&self, place: Place) -> bool {
        self.0[usize::from(place / 16)] >> (place % 16) & 1 == 1
    }

    /// R33: the cells that the slots of a boss or hidden room lead to; those
    /// that another special room has no door to; on stage 11 those around the
    /// start.
    fn of(layout: &Layout<'_>, stage: u8) -> Self {
        let mut blacklist = Self::default();
        for room in &layout.rooms {
            let open = match room.kind {
                RoomKind::Start if stage == CHEST => DoorSlots::NONE,
                RoomKind::Start | RoomKind::Normal => continue,
                RoomKind::Boss | RoomKind::SuperSecret | RoomKind::Secret => DoorSlots::NONE,
                _ => room.slots,
            };
            let outline = layout.tables.outlines.of(room.shape.widened());
            for slot in outline.slot_set.iter().filter(|slot| !open.contains(*slot)) {
                blacklist.add(moved(room.anchor, outline.slots[slot.number()]));
            }
        }
        blacklist
    }
}

/// The best cells of a search so far, by weight.
struct Best {
    weight: i32,
    count: usize,
    places: [Place; 169],
}

impl Best {
    const NONE: Self = Self { weight: i32::MIN, count: 0, places: [0; 169] };

    /// Takes in a candidate.
    fn offer(&mut self, place: Place, weight: i32) {
        if weight < self.weight {
            return;
        }
        if weight > self.weight {
            self.count = 0;
            self.weight = weight;
        }
        self.places[self.count] = place;
        self.count += 1;
    }

    /// One of the best, by a draw.
    fn pick<D: Draws>(&self, draws: &mut D) -> Option<Place> {
        (self.count > 0).then(|| self.places[draws.below(self.count as u32) as usize])
    }
}

/// The rooms beside a cell that face it with a door.
#[derive(Clone, Copy)]
struct Sides {
    /// The sides of the cell that have one.
    open: DoorSlots,
    /// How many sides meet a room without one.
    walls: i32,
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
        for _ in 0..secrets {
            let Some((place, doors)) = self.find_secret(journal) else {
                journal.note("R33", || Decision::NoPlace { kind: RoomKind::Secret });
                continue;
            };
            let depth = 1 + least_depth(self.layout, rooms_beside(self.layout, place));
            self.add(RoomKind::Secret, place, doors, depth, floats, journal)
                .ok_or("no secret room has the doors that are needed")?;
        }
        if rules.ultra {
            match self.find_ultra_secret(journal) {
                Some(place) => {
                    let depth =
                        2 + least_depth(self.layout, rooms_two_steps_away(self.layout, place));
                    let doors = DoorSlots::NONE;
                    self.add(RoomKind::UltraSecret, place, doors, depth, floats, journal);
                }
                None => journal.note("R34", || Decision::NoPlace { kind: RoomKind::UltraSecret }),
            }
        }
        Ok(())
    }

    /// R33: the cell of a secret room, and the doors that it needs there.
    fn find_secret<J: Journal>(&mut self, journal: &mut J) -> Option<(Place, DoorSlots)> {
        let rules = self.rules.secret;
        let blacklist = Blacklist::of(self.layout, self.request.level);
        let mut best = Best::NONE;
        for place in Grid::REBIRTH.cells().map(super::board::place) {
            if self.layout.board.room_at(place) != NO_ROOM || blacklist.contains(place) {
                continue;
            }
            let drawn = rules.weight + self.stream.below(rules.weight_random) as i32;
            let sides = sides(self.layout, place);
            let Some(penalty) = penalty(&rules, sides) else { continue };
            let weight = drawn - penalty;
            journal.note("R33", || Decision::Weighed {
                cell: shown(place),
                weight,
                neighbours: sides.open.len() as u8,
            });
            if weight >= 0 {
                best.offer(place, weight);
            }
        }
        let place = best.pick(self.stream)?;
        Some((place, sides(self.layout, place).open))
    }

    /// R34: the cell of the ultra secret room.
    fn find_ultra_secret<J: Journal>(&mut self, journal: &mut J) -> Option<Place> {
        let rules = self.rules.secret;
        let blacklist = Blacklist::of(self.layout, self.request.level);
        let mut best = Best::NONE;
        for place in Grid::REBIRTH.cells().map(super::board::place) {
            let board = &self.layout.board;
            if board.room_at(place) != NO_ROOM
                || board.neighbours(place) > 0
                || blacklist.contains(place)
            {
                continue;
            }
            let drawn = rules.weight + self.stream.below(rules.weight_random) as i32;
            let rooms = rooms_two_steps_away(self.layout, place).count_ones();
            let penalty = match rooms {
                0 => continue,
                1 => rules.penalty_one_neighbour,
                2 => rules.penalty_two_neighbours,
                _ => 0,
            };
            let weight = drawn - penalty;
            journal.note("R34", || Decision::Weighed {
                cell: shown(place),
                weight,
                neighbours: rooms as u8,
            });
            best.offer(place, weight);
        }
        best.pick(self.stream)
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
        let wanted = Wanted { shape: Some(Shape::Single), doors, ..wanted(kind) };
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
    let blacklist = Blacklist::of(layout, stage);
    // Cells by their penalty: equals have equal chances.
    let mut kinds: Vec<(i32, Vec<Cell>)> = Vec::new();
    for cell in Grid::REBIRTH.cells() {
        let place = super::board::place(cell);
        if layout.board.room_at(place) != NO_ROOM || blacklist.contains(place) {
            continue;
        }
        let Some(penalty) = penalty(rules, sides(layout, place)) else { continue };
        match kinds.iter_mut().find(|(other, _)| *other == penalty) {
            Some((_, cells)) => cells.push(cell),
            None => kinds.push((penalty, vec![cell])),
        }
    }
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

/// R33: what a cell's weight loses for its sides; `None` where no room faces it
/// with a door.
fn penalty(rules: &Secret, sides: Sides) -> Option<i32> {
    let by_neighbours = match sides.open.len() {
        0 => return None,
        1 => rules.penalty_one_neighbour,
        2 => rules.penalty_two_neighbours,
        _ => 0,
    };
    Some(by_neighbours + sides.walls * rules.penalty_no_door)
}

/// R33: the sides of an empty cell.
fn sides(layout: &Layout<'_>, place: Place) -> Sides {
    let mut sides = Sides { open: DoorSlots::NONE, walls: 0 };
    for direction in Direction::ALL {
        let room = layout.board.room_at(step(place, direction));
        if room == NO_ROOM {
            continue;
        }
        if faces(layout, room, direction.opposite(), place) {
            sides.open = sides.open.with(DoorSlot::of(direction, false));
        } else {
            sides.walls += 1;
        }
    }
    sides
}

/// The rooms that face a cell beside them with a door, as bits.
fn rooms_beside(layout: &Layout<'_>, place: Place) -> u128 {
    Direction::ALL.into_iter().fold(0, |rooms, direction| {
        let room = layout.board.room_at(step(place, direction));
        let is_facing = room != NO_ROOM && faces(layout, room, direction.opposite(), place);
        rooms | u128::from(is_facing) << (room % 128)
    })
}

/// The least depth of these rooms.
fn least_depth(layout: &Layout<'_>, rooms: u128) -> u8 {
    let depths = layout.rooms.iter().enumerate().filter(|(room, _)| rooms >> room & 1 == 1);
    depths.map(|(_, room)| room.depth).min().unwrap_or(0)
}

/// Whether a room has a door slot in `direction` that leads to a cell.
fn faces(layout: &Layout<'_>, room: u8, direction: Direction, place: Place) -> bool {
    let room = &layout.rooms[usize::from(room)];
    let outline = layout.tables.outlines.of(room.shape);
    leads_to(outline, room.slots, room.anchor, direction, place)
}

/// R34: the rooms, two steps from a cell that touches none, that face it through
/// a free cell between, as bits.
fn rooms_two_steps_away(layout: &Layout<'_>, place: Place) -> u128 {
    let mut found = 0_u128;
    for first in Direction::ALL {
        let between = step(place, first);
        if is_rim(&layout.board, between) {
            continue;
        }
        for second in Direction::ALL.into_iter().filter(|second| *second != first.opposite()) {
            let room = layout.board.room_at(step(between, second));
            if room != NO_ROOM && faces(layout, room, second.opposite(), between) {
                found |= 1 << room;
            }
        }
    }
    found
}

fn is_rim(board: &Board, place: Place) -> bool {
    board.is_blocked(place) && cell(place).is_none()
}
