//! The layout: rooms grow from the start (R8, R10, R17, R18).

use arrayvec::ArrayVec;
use basement_model::{Curse, Direction, DoorSlots, Floor, MAX_ROOMS, RoomKind, Shape};

use super::board::{Board, CENTRE, Place, START, ShapeSet, place, shown, step};
use super::candidates::{Candidate, Candidates, Offered, Tables};
use super::dead_ends::DeadEndList;
use super::rules::Rules;
use super::stage::{CHEST, VOID};
use super::target::Target;
use crate::draws::Draws;
use crate::journal::{Decision, Journal};

/// Rooms that a layout may grow to; what is left of [`MAX_ROOMS`] is for the
/// rooms that are added to it.
const MOST_GROWN: usize = MAX_ROOMS - 8;

/// A room of a layout in the making.
#[derive(Clone, Copy, Debug)]
pub(super) struct GrownRoom {
    pub(super) anchor: Place,
    pub(super) shape: Shape,
    pub(super) kind: RoomKind,
    pub(super) depth: u8,
    /// Where doors are possible: the shape's slots, or the chosen room's.
    pub(super) slots: DoorSlots,
    pub(super) interior: Option<u16>,
    /// The cell it was entered by.
    pub(super) entry: Place,
    /// The way in.
    pub(super) direction: Direction,
    /// The cells it grew on, as bits of the 3x3 block around the entry.
    pub(super) block: u16,
}

impl GrownRoom {
    /// R14: the parent's side of the entry, one step back from the entry cell.
    pub(super) fn back(&self) -> Place {
        step(self.entry, self.direction.opposite())
    }
}

/// A layout in the making.
#[derive(Clone)]
pub(super) struct Layout<'a> {
    pub(super) rules: &'a Rules,
    pub(super) tables: &'a Tables,
    pub(super) board: Board,
    pub(super) rooms: ArrayVec<GrownRoom, MAX_ROOMS>,
    /// R9: the shapes that rooms can take.
    shapes: ShapeSet,
    /// What they let a slot offer.
    pub(super) offered: Offered,
    /// Whether R10's exception for loops holds.
    is_loopy: bool,
    /// R14: the rooms that are marked as dead ends, as bits.
    pub(super) dead_end_marks: u128,
}

impl<'a> Layout<'a> {
    /// The start room alone.
    pub(super) fn new(
        rules: &'a Rules,
        tables: &'a Tables,
        shapes: ShapeSet,
        stage: u8,
        curse: Option<Curse>,
    ) -> Self {
        let mut layout = Self {
            rules,
            tables,
            board: Board::EMPTY,
            rooms: ArrayVec::new(),
            shapes,
            offered: if shapes == ShapeSet::ALL {
                tables.all_shapes
            } else {
                Offered::new(&tables.variants, shapes)
            },
            is_loopy: stage == VOID || curse == Some(Curse::Labyrinth),
            dead_end_marks: 0,
        };
        layout.put(GrownRoom {
            anchor: START,
            shape: Shape::Single,
            kind: RoomKind::Start,
            depth: 0,
            slots: Shape::Single.slots(),
            interior: None,
            entry: START,
            direction: Direction::Left,
            block: CENTRE,
        });
        if stage == CHEST {
            // R12: the cell above the start is reserved.
            layout.board.reserve(step(START, Direction::Up));
        }
        layout
    }

    /// The layout of a finished floor without its added rooms: what the search for
    /// the secret room saw. How its rooms were entered is not known any more.
    pub(super) fn of(rules: &'a Rules, tables: &'a Tables, floor: &Floor) -> Self {
        let mut layout =
            Self::new(rules, tables, ShapeSet::ALL, floor.request().level, floor.curse());
        for room in floor.rooms().iter().skip(1).filter(|room| !room.kind.is_added()) {
            let anchor = place(room.anchor);
            // Normal rooms get their insides, and lose slots, only after the search.
            let is_normal = room.kind == RoomKind::Normal;
            layout.put(GrownRoom {
                anchor,
                shape: room.shape,
                kind: room.kind,
                depth: room.depth,
                slots: if is_normal { room.shape.slots() } else { room.slots },
                interior: room.interior,
                entry: anchor,
                direction: Direction::Left,
                block: CENTRE,
            });
        }
        layout
    }

    /// R10-R17: one attempt. The dead ends in R16's order, or why there are too
    /// few.
    pub(super) fn grow<D: Draws, J: Journal>(
        &mut self,
        target: &Target,
        draws: &mut D,
        journal: &mut J,
    ) -> Result<DeadEndList, &'static str> {
        self.grow_rooms(target.rooms as usize, draws, journal);
        self.mark_dead_ends(1);
        self.add_dead_ends(target.dead_ends as usize, draws, journal);
        let dead_ends = self.dead_ends();
        journal.note("R16", || Decision::DeadEnds { rooms: dead_ends.to_vec() });
        if dead_ends.len() < target.dead_ends as usize {
            return Err("too few dead ends");
        }
        Ok(dead_ends)
    }

    /// R10: rooms until `wanted` stand beside the start, or the queue is empty.
    fn grow_rooms<D: Draws, J: Journal>(&mut self, wanted: usize, draws: &mut D, journal: &mut J) {
        let growth = &self.rules.growth;
        let mut queue = Queue::new();
        let mut candidates = Candidates::new();
        queue.push(0, true);
        while self.rooms.len() <= wanted
            && let Some(room) = queue.pop_front()
        {
            self.offer(room, draws, &mut candidates);
            candidates.shuffle(draws);
            let limit = if room > 0 {
                let coins = (0..growth.limit_coins).map(|_| draws.below(2)).sum::<u32>() as usize;
                coins.min(candidates.numbers.len())
            } else if (wanted as u32) < growth.start_unlimited_from {
                (growth.start_limit + draws.below(growth.start_limit_random)) as usize
            } else {
                candidates.numbers.len()
            };
            journal.note("R10", || Decision::Taken {
                room,
                candidates: candidates.numbers.len() as u8,
                limit: limit as u8,
            });
            let mut placed = 0;
            for number in &candidates.numbers {
                let candidate = &self.candidate(&candidates, *number);
                if let Err((rule, reason)) = self.admits(candidate, draws) {
                    journal.note(rule, || Decision::Skipped {
                        cell: shown(candidate.entry),
                        shape: candidate.shape,
                        reason,
                    });
                    continue;
                }
                let new = self.place(candidate, self.rooms[usize::from(room)].depth + 1);
                let at_back = draws.one_in(growth.back_one_in);
                queue.push(new, at_back);
                self.note_placed(
                    "R10",
                    new,
                    if at_back { "queued at the back" } else { "queued at the front" },
                    journal,
                );
                self.remove_shape(candidate.shape, draws, journal);
                placed += 1;
                if placed >= limit || self.rooms.len() > wanted || self.rooms.len() >= MOST_GROWN {
                    break;
                }
            }
            if self.rooms.len() >= MOST_GROWN {
                break;
            }
        }
    }

    /// R10: whether a candidate can be placed now, or by which rule it cannot.
    fn admits<D: Draws>(
        &self,
        candidate: &Candidate,
        draws: &mut D,
    ) -> Result<(), (&'static str, &'static str)> {
        let growth = &self.rules.growth;
        let (fits, neighbours) = (self.fits(candidate), self.board.neighbours(candidate.entry));
        // One branch for both.
        let is_crowded = neighbours >= growth.neighbour_limit;
        if !fits | is_crowded {
            if !fits {
                return Err(("R12", "it does not fit any more"));
            }
            let passes =
                self.is_loopy && growth.loop_one_in > 0 && draws.one_in(growth.loop_one_in);
            if !passes {
                return Err(("R10", "its entry cell has two neighbours or more"));
            }
        }
        // A 1x1 room beside its parent alone meets it door to door.
        let is_alone = neighbours == 1 && candidate.shape == Shape::Single;
        if !is_alone && !self.is_valid(candidate) {
            return Err(("R13", "a side without a door meets a room"));
        }
        Ok(())
    }

    /// Places a candidate as a normal room.
    pub(super) fn place(&mut self, candidate: &Candidate, depth: u8) -> u8 {
        self.put(GrownRoom {
            anchor: candidate.anchor,
            shape: candidate.shape,
            kind: RoomKind::Normal,
            depth,
            slots: self.tables.outlines.of(candidate.shape).slot_set,
            interior: None,
            entry: candidate.entry,
            direction: candidate.direction,
            block: candidate.block,
        })
    }

    /// Adds a hidden room of one cell that did not grow from another (R33, R34).
    pub(super) fn add_hidden(
        &mut self,
        place: Place,
        kind: RoomKind,
        depth: u8,
        slots: DoorSlots,
        interior: u16,
    ) -> u8 {
        self.put(GrownRoom {
            anchor: place,
            shape: Shape::Single,
            kind,
            depth,
            slots,
            interior: Some(interior),
            entry: place,
            direction: Direction::Left,
            block: CENTRE,
        })
    }

    /// The least depth of some rooms, given as bits.
    pub(super) fn least_depth(&self, mut rooms: u128) -> u8 {
        let mut least = u8::MAX;
        while rooms != 0 {
            least = least.min(self.rooms[rooms.trailing_zeros() as usize].depth);
            rooms &= rooms - 1;
        }
        least
    }

    fn put(&mut self, room: GrownRoom) -> u8 {
        let index = self.rooms.len() as u8;
        self.board.put(index, room.anchor, self.tables.outlines.of(room.shape));
        self.rooms.push(room);
        index
    }

    /// R18: takes a placed large room's shape out of the pool; a draw only where
    /// the rule holds.
    fn remove_shape<D: Draws, J: Journal>(&mut self, shape: Shape, draws: &mut D, journal: &mut J) {
        let chance = self.rules.growth.shape_removal;
        if chance > 0.0 && shape != Shape::Single && f64::from(draws.float()) < chance {
            self.shapes.remove(shape);
            self.offered = Offered::new(&self.tables.variants, self.shapes);
            journal.note("R18", || Decision::ShapeRemoved { shape });
        }
    }

    pub(super) fn note_placed<J: Journal>(
        &self,
        rule: &'static str,
        index: u8,
        next: &'static str,
        journal: &mut J,
    ) {
        let room = &self.rooms[usize::from(index)];
        journal.note(rule, || Decision::Placed {
            room: index,
            anchor: shown(room.anchor),
            shape: room.shape,
            depth: room.depth,
            next,
        });
    }
}

/// A double-ended queue that every room enters once.
struct Queue {
    rooms: [u8; 2 * MAX_ROOMS + 1],
    front: usize,
    back: usize,
}

impl Queue {
    const fn new() -> Self {
        Self { rooms: [0; 2 * MAX_ROOMS + 1], front: MAX_ROOMS, back: MAX_ROOMS }
    }

    /// Writes the room down at both ends, and takes in one of them: no branch has to be
    /// guessed.
    fn push(&mut self, room: u8, at_back: bool) {
        self.rooms[self.back] = room;
        self.rooms[self.front - 1] = room;
        self.back += usize::from(at_back);
        self.front -= usize::from(!at_back);
    }

    fn pop_front(&mut self) -> Option<u8> {
        (self.front < self.back).then(|| {
            self.front += 1;
            self.rooms[self.front - 1]
        })
    }
}

/// Layouts in the making for tests.
#[cfg(test)]
pub(super) mod drafts {
    use super::*;
    use crate::rebirth::board::VariantTable;
    use basement_model::Cell;

    /// A draw that no weight of R11 divides, is odd, and has remainder 1 for 3,
    /// 5 and 10: it hits no chance.
    pub(in crate::rebirth) const MISS: u32 = 1;

    pub(in crate::rebirth) fn layout<'a>(rules: &'a Rules, tables: &'a Tables) -> Layout<'a> {
        Layout::new(rules, tables, ShapeSet::ALL, 1, None)
    }

    /// Puts a room of that shape, entered from one side.
    pub(in crate::rebirth) fn put(
        layout: &mut Layout<'_>,
        x: u8,
        y: u8,
        shape: Shape,
        direction: Direction,
    ) -> u8 {
        let anchor = place(Cell::new(x, y));
        let block = VariantTable::block(shape, 0);
        let candidate = Candidate { anchor, shape, entry: anchor, direction, block };
        layout.place(&candidate, 1)
    }

    pub(in crate::rebirth) fn single(x: u8, y: u8, direction: Direction) -> Candidate {
        let entry = place(Cell::new(x, y));
        Candidate { anchor: entry, shape: Shape::Single, entry, direction, block: CENTRE }
    }
}

#[cfg(test)]
mod tests {
    use super::drafts::{MISS, layout, put, single};
    use super::*;
    use crate::draws::Listed;
    use crate::rebirth::rules::{AFTERBIRTH_PLUS, REPENTANCE};

    #[test]
    fn r10_a_limit_of_0_still_allows_one_room() {
        let tables = Tables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        // Every draw is even: limits are 2 for the start, 0 for all others, and
        // every weight that divides 0 hits, so draw 2 instead of 0.
        layout.grow_rooms(4, &mut Listed::new(&[2]), &mut ());
        let depths: Vec<u8> = layout.rooms.iter().map(|room| room.depth).collect();
        assert_eq!(depths.len(), 5);
        assert_eq!(depths[..3], [0, 1, 1]);
        assert!(depths[3] > 1, "a room with limit 0 has placed one");
    }

    #[test]
    fn r10_two_neighbours_pass_over_a_candidate_but_one_in_ten_on_labyrinth_floors() {
        let tables = Tables::new(&REPENTANCE);
        let crowded = |curse: Option<Curse>, stage: u8, draw: u32| {
            let mut layout = Layout::new(&REPENTANCE, &tables, ShapeSet::ALL, stage, curse);
            put(&mut layout, 7, 6, Shape::Single, Direction::Right);
            put(&mut layout, 7, 5, Shape::Single, Direction::Up);
            let mut draws = Listed::new(&[draw]);
            // (6, 5) lies above the start and left of (7, 5).
            let admitted = layout.admits(&single(6, 5, Direction::Up), &mut draws);
            (admitted.is_ok(), draws.drawn())
        };
        assert_eq!(crowded(None, 1, 10), (false, 0));
        assert_eq!(crowded(Some(Curse::Labyrinth), 1, 10), (true, 1));
        assert_eq!(crowded(Some(Curse::Labyrinth), 1, 11), (false, 1));
        assert_eq!(crowded(None, VOID, 10), (true, 1));
    }

    #[test]
    fn r18_a_large_rooms_shape_leaves_the_pool_at_19_in_20() {
        let article = crate::rebirth::rules::ARTICLE;
        let tables = Tables::new(&article);
        let removed = |shape: Shape, share: f64| {
            let mut layout = Layout::new(&article, &tables, ShapeSet::ALL, 1, None);
            let mut draws = Listed::new(&[(share * 2_f64.powi(32)) as u32]);
            layout.remove_shape(shape, &mut draws, &mut ());
            (!layout.shapes.contains(shape), draws.drawn())
        };
        assert_eq!(removed(Shape::Square, 0.9), (true, 1));
        assert_eq!(removed(Shape::Square, 0.96), (false, 1));
        assert_eq!(removed(Shape::NarrowVertical, 0.9), (true, 1));
        // 1x1 stays, without a draw.
        assert_eq!(removed(Shape::Single, 0.9), (false, 0));
        // The engine has no such rule.
        let tables = Tables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        let mut draws = Listed::new(&[0]);
        layout.remove_shape(Shape::Square, &mut draws, &mut ());
        assert!(layout.shapes.contains(Shape::Square));
        assert_eq!(draws.drawn(), 0);
    }

    #[test]
    fn r17_an_attempt_with_too_few_dead_ends_is_thrown_away() {
        let tables = Tables::new(&AFTERBIRTH_PLUS);
        let mut layout = layout(&AFTERBIRTH_PLUS, &tables);
        let target = Target { curse: None, rooms: 2, dead_ends: 30 };
        let outcome = layout.grow(&target, &mut Listed::new(&[MISS]), &mut ());
        assert_eq!(outcome, Err("too few dead ends"));
    }
}
