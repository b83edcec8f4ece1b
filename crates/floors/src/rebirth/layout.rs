//! The layout: rooms grow from the start, and dead ends are counted (R8-R18).

use arrayvec::ArrayVec;

use super::board::{
    Board, NO_ROOM, NO_SLOT, Outlines, Place, START, STEPS, ShapeSet, VariantTable, leads_to,
    moved, place, shown, step,
};
use super::rules::Rules;
use super::stage::{CHEST, VOID};
use super::target::Target;
use crate::draws::Draws;
use crate::floor::{Floor, MAX_ROOMS, RoomIndices};
use crate::grid::Direction;
use crate::journal::{Decision, Journal};
use crate::request::Curse;
use crate::room::RoomKind;
use crate::shape::{DoorSlot, DoorSlots, Shape};

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
    /// R14's mark.
    is_dead_end: bool,
}

impl GrownRoom {
    /// R14: the parent's side of the entry, one step back from the entry cell.
    pub(super) fn back(&self) -> Place {
        step(self.entry, self.direction.opposite())
    }
}

/// A room that could be placed: R11.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) anchor: Place,
    pub(super) shape: Shape,
    pub(super) entry: Place,
    pub(super) direction: Direction,
    /// Its cells in the 3x3 block around the entry.
    pub(super) block: u16,
}

/// The candidates of one room: eight slots, fourteen outlines each.
pub(super) type Candidates = ArrayVec<Candidate, 112>;

/// What the layouts of one generator share.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tables {
    pub(super) outlines: Outlines,
    pub(super) variants: VariantTable,
    weights: [u32; 13],
}

impl Tables {
    pub(super) fn new(rules: &Rules) -> Self {
        Self {
            outlines: Outlines::new(),
            variants: VariantTable::new(),
            weights: rules.variants.weights(),
        }
    }
}

/// A layout in the making.
#[derive(Clone)]
pub(super) struct Layout<'a> {
    rules: &'a Rules,
    pub(super) tables: &'a Tables,
    pub(super) board: Board,
    pub(super) rooms: ArrayVec<GrownRoom, MAX_ROOMS>,
    /// R9: the shapes that rooms can take.
    shapes: ShapeSet,
    /// Whether R10's exception for loops holds.
    is_loopy: bool,
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
            is_loopy: stage == VOID || curse == Some(Curse::Labyrinth),
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
            is_dead_end: false,
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
            layout.put(GrownRoom {
                anchor,
                shape: room.shape,
                kind: room.kind,
                depth: room.depth,
                slots: room.slots,
                interior: room.interior,
                entry: anchor,
                direction: Direction::Left,
                is_dead_end: false,
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
    ) -> Result<RoomIndices, &'static str> {
        self.grow_rooms(target.rooms as usize, draws, journal);
        self.mark_dead_ends();
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
        queue.push_back(0);
        while self.rooms.len() <= wanted
            && let Some(room) = queue.pop_front()
        {
            let mut candidates = self.candidates(room, draws);
            shuffle(&mut candidates, draws);
            let limit = if room > 0 {
                let coins = (0..growth.limit_coins).map(|_| draws.below(2)).sum::<u32>() as usize;
                coins.min(candidates.len())
            } else if (wanted as u32) < growth.start_unlimited_from {
                (growth.start_limit + draws.below(growth.start_limit_random)) as usize
            } else {
                candidates.len()
            };
            journal.note("R10", || Decision::Taken {
                room,
                candidates: candidates.len() as u8,
                limit: limit as u8,
            });
            let mut placed = 0;
            for candidate in &candidates {
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
                if at_back {
                    queue.push_back(new);
                } else {
                    queue.push_front(new);
                }
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
        if !self.fits(candidate) {
            return Err(("R12", "it does not fit any more"));
        }
        if self.board.neighbours(candidate.entry) >= growth.neighbour_limit {
            let passes =
                self.is_loopy && growth.loop_one_in > 0 && draws.one_in(growth.loop_one_in);
            if !passes {
                return Err(("R10", "its entry cell has two neighbours or more"));
            }
        }
        if !self.is_valid(candidate) {
            return Err(("R13", "a side without a door meets a room"));
        }
        Ok(())
    }

    /// R11: what a room offers, slot by slot. Draws once for each of the 13
    /// variants of each slot that a 1x1 room fits behind.
    pub(super) fn candidates<D: Draws>(&self, room: u8, draws: &mut D) -> Candidates {
        let room = &self.rooms[usize::from(room)];
        let outline = self.tables.outlines.of(room.shape);
        let single = self.shapes.contains(Shape::Single);
        let mut candidates = Candidates::new();
        for slot in DoorSlot::ALL {
            let offset = outline.slots[slot.number()];
            if offset == NO_SLOT {
                continue;
            }
            let entry = moved(room.anchor, offset);
            if self.board.is_blocked(entry) {
                continue;
            }
            let direction = slot.direction();
            let blocked = self.board.blocked_around(entry);
            if single {
                candidates.push(Candidate {
                    anchor: entry,
                    shape: Shape::Single,
                    entry,
                    direction,
                    block: 1 << 4,
                });
            }
            for (variant, weight) in
                self.tables.variants.of(direction).iter().zip(self.tables.weights)
            {
                let drawn = draws.one_in(weight);
                if (drawn || !single)
                    && blocked & variant.block == 0
                    && self.shapes.contains(variant.shape)
                {
                    candidates.push(Candidate {
                        anchor: moved(entry, variant.anchor),
                        shape: variant.shape,
                        entry,
                        direction,
                        block: variant.block,
                    });
                }
            }
        }
        candidates
    }

    /// R12: whether all cells of a candidate are on the grid and free.
    #[inline]
    pub(super) fn fits(&self, candidate: &Candidate) -> bool {
        self.board.blocked_around(candidate.entry) & candidate.block == 0
    }

    /// R13: whether every room beside a candidate meets it door to door. A
    /// narrow outline is tested as its wide sibling.
    fn is_valid(&self, candidate: &Candidate) -> bool {
        let outlines = &self.tables.outlines;
        let own = outlines.of(candidate.shape).slot_set;
        let tested = outlines.of(candidate.shape.widened());
        tested.slot_set.iter().all(|slot| {
            let target = moved(candidate.anchor, tested.slots[slot.number()]);
            let neighbour = self.board.room_at(target);
            if neighbour == NO_ROOM {
                return true;
            }
            let neighbour = &self.rooms[usize::from(neighbour)];
            let back = slot.direction().opposite();
            own.contains(slot)
                && leads_to(
                    outlines.of(neighbour.shape),
                    neighbour.slots,
                    neighbour.anchor,
                    back,
                    step(target, back),
                )
        })
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
            is_dead_end: false,
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
            is_dead_end: false,
        })
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
            journal.note("R18", || Decision::ShapeRemoved { shape });
        }
    }

    /// R14: marks rooms whose entry cell has fewer than two neighbours, then
    /// clears the marks of rooms that others were entered from. Marks from
    /// before stay.
    fn mark_dead_ends(&mut self) {
        for index in 1..self.rooms.len() {
            let entry = self.rooms[index].entry;
            let others = STEPS
                .into_iter()
                .map(|by| self.board.room_at(moved(entry, by)))
                .filter(|room| *room != NO_ROOM && usize::from(*room) != index);
            if others.count() < 2 {
                self.rooms[index].is_dead_end = true;
            }
        }
        for index in 1..self.rooms.len() {
            let parent = self.board.room_at(self.rooms[index].back());
            if parent != NO_ROOM {
                self.rooms[usize::from(parent)].is_dead_end = false;
            }
        }
    }

    /// R15: adds dead ends while there are too few.
    fn add_dead_ends<D: Draws, J: Journal>(
        &mut self,
        minimum: usize,
        draws: &mut D,
        journal: &mut J,
    ) {
        let rules = &self.rules.dead_ends;
        let enough = if rules.added_below > 0 { rules.added_below as usize } else { minimum };
        for _ in 0..rules.most_added {
            if self.dead_end_count() >= enough {
                break;
            }
            let Some((parent, candidate)) = self.first_dead_end_candidate(draws) else {
                break;
            };
            let new = self.place(&candidate, self.rooms[parent].depth + 1);
            self.note_placed("R15", new, "added as a dead end", journal);
            self.mark_dead_ends();
        }
    }

    /// R15: the first candidate, room by room, that fits and has fewer than two
    /// neighbours. All candidates of a room are drawn before the first is tested.
    fn first_dead_end_candidate<D: Draws>(&self, draws: &mut D) -> Option<(usize, Candidate)> {
        (0..self.rooms.len()).find_map(|parent| {
            let candidates = self.candidates(parent as u8, draws);
            let candidate = candidates.into_iter().find(|candidate| {
                self.fits(candidate) && self.board.neighbours(candidate.entry) < 2
            })?;
            Some((parent, candidate))
        })
    }

    fn dead_end_count(&self) -> usize {
        self.rooms.iter().filter(|room| room.is_dead_end).count()
    }

    /// R16: the dead ends, deepest first, by a selection sort that swaps.
    fn dead_ends(&self) -> RoomIndices {
        let mut order: RoomIndices = (0..self.rooms.len())
            .filter(|room| self.rooms[*room].is_dead_end)
            .map(|r| r as u8)
            .collect();
        let depth = |room: u8| self.rooms[usize::from(room)].depth;
        for place in 0..order.len() {
            let mut deepest = place;
            for other in place + 1..order.len() {
                if depth(order[other]) > depth(order[deepest]) {
                    deepest = other;
                }
            }
            order.swap(place, deepest);
        }
        order
    }

    fn note_placed<J: Journal>(
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

/// R10: Fisher-Yates, from the last place down to the second.
pub(super) fn shuffle<D: Draws>(candidates: &mut Candidates, draws: &mut D) {
    for last in (1..candidates.len()).rev() {
        let other = draws.below(last as u32 + 1) as usize;
        candidates.swap(last, other);
    }
}

/// A double-ended queue that every room enters once.
struct Queue {
    rooms: [u8; 2 * MAX_ROOMS],
    front: usize,
    back: usize,
}

impl Queue {
    const fn new() -> Self {
        Self { rooms: [0; 2 * MAX_ROOMS], front: MAX_ROOMS, back: MAX_ROOMS }
    }

    fn push_back(&mut self, room: u8) {
        self.rooms[self.back] = room;
        self.back += 1;
    }

    fn push_front(&mut self, room: u8) {
        self.front -= 1;
        self.rooms[self.front] = room;
    }

    fn pop_front(&mut self) -> Option<u8> {
        (self.front < self.back).then(|| {
            self.front += 1;
            self.rooms[self.front - 1]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Listed;
    use crate::grid::Cell;
    use crate::rebirth::board::place;
    use crate::rebirth::rules::{AFTERBIRTH_PLUS, REPENTANCE};

    /// A draw that no weight of R11 divides, is odd, and has remainder 1 for 3,
    /// 5 and 10: it hits no chance.
    const MISS: u32 = 1;

    fn layout<'a>(rules: &'a Rules, tables: &'a Tables) -> Layout<'a> {
        Layout::new(rules, tables, ShapeSet::ALL, 1, None)
    }

    /// Puts a room of that shape, entered from one side.
    fn put(layout: &mut Layout<'_>, x: u8, y: u8, shape: Shape, direction: Direction) -> u8 {
        let anchor = place(Cell::new(x, y));
        let candidate = Candidate { anchor, shape, entry: anchor, direction, block: 0 };
        layout.place(&candidate, 1)
    }

    fn single(x: u8, y: u8, direction: Direction) -> Candidate {
        let entry = place(Cell::new(x, y));
        Candidate { anchor: entry, shape: Shape::Single, entry, direction, block: 1 << 4 }
    }

    #[test]
    fn r10_the_candidates_are_shuffled_from_the_last_down() {
        let mut candidates = Candidates::new();
        (0..4).for_each(|x| candidates.push(single(x, 0, Direction::Left)));
        // j = 2 % 4, then 0 % 3, then 1 % 2.
        shuffle(&mut candidates, &mut Listed::new(&[2, 0, 1]));
        let order: Vec<u8> = candidates.iter().map(|candidate| candidate.entry % 16 - 1).collect();
        assert_eq!(order, [3, 1, 0, 2]);
    }

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
    fn r11_every_slot_draws_thirteen_times_whatever_fits() {
        let tables = Tables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        let count = |layout: &Layout<'_>, draw: u32| {
            let mut draws = Listed::new(&[draw]);
            let candidates = layout.candidates(0, &mut draws);
            (candidates.len(), draws.drawn())
        };
        assert_eq!(count(&layout, MISS), (4, 52));
        // 0 is divided by every weight: all outlines are offered.
        assert_eq!(count(&layout, 0), (4 * 14, 52));
        // A slot whose cell is taken makes no draw.
        put(&mut layout, 7, 6, Shape::Single, Direction::Right);
        assert_eq!(count(&layout, MISS), (3, 39));
    }

    #[test]
    fn r11_without_1x1_every_fitting_variant_is_a_candidate() {
        let tables = Tables::new(&REPENTANCE);
        let mut shapes = ShapeSet::ALL;
        shapes.remove(Shape::Single);
        let layout = Layout::new(&REPENTANCE, &tables, shapes, 1, None);
        let mut draws = Listed::new(&[MISS]);
        assert_eq!(layout.candidates(0, &mut draws).len(), 4 * 13);
        assert_eq!(draws.drawn(), 52);
        shapes.remove(Shape::Square);
        let layout = Layout::new(&REPENTANCE, &tables, shapes, 1, None);
        assert_eq!(layout.candidates(0, &mut draws).len(), 4 * 11);
    }

    #[test]
    fn r9_a_shape_that_is_not_enabled_is_not_offered() {
        let tables = Tables::new(&REPENTANCE);
        let mut shapes = ShapeSet::ALL;
        shapes.remove(Shape::NoTopLeft);
        let layout = Layout::new(&REPENTANCE, &tables, shapes, 1, None);
        let candidates = layout.candidates(0, &mut Listed::new(&[0]));
        assert!(candidates.iter().all(|candidate| candidate.shape != Shape::NoTopLeft));
        assert!(candidates.iter().any(|candidate| candidate.shape == Shape::NoTopRight));
    }

    #[test]
    fn r12_on_stage_11_the_cell_above_the_start_is_reserved() {
        let tables = Tables::new(&REPENTANCE);
        for (stage, fits) in [(10, true), (CHEST, false), (VOID, true)] {
            let layout = Layout::new(&REPENTANCE, &tables, ShapeSet::ALL, stage, None);
            assert_eq!(layout.fits(&single(6, 5, Direction::Up)), fits, "stage {stage}");
            assert!(layout.fits(&single(6, 7, Direction::Down)));
            assert!(!layout.fits(&single(6, 6, Direction::Down)));
        }
    }

    #[test]
    fn r13_a_neighbour_must_meet_a_slot_on_both_sides() {
        let tables = Tables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        let narrow =
            |x: u8, y: u8, shape: Shape| Candidate { shape, ..single(x, y, Direction::Down) };
        // A horizontal corridor under the start would meet it with its long side.
        assert!(!layout.is_valid(&narrow(6, 7, Shape::NarrowHorizontal)));
        assert!(layout.is_valid(&narrow(6, 7, Shape::NarrowVertical)));
        assert!(layout.is_valid(&single(6, 7, Direction::Down)));
        // And a room under a corridor's long side would meet a wall.
        put(&mut layout, 7, 6, Shape::NarrowHorizontal, Direction::Right);
        assert!(!layout.is_valid(&single(7, 7, Direction::Down)));
        assert!(layout.is_valid(&single(8, 6, Direction::Right)));
    }

    #[test]
    fn r14_marks_are_kept_when_a_dead_end_gets_a_second_neighbour() {
        let tables = Tables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        let first = usize::from(put(&mut layout, 7, 6, Shape::Single, Direction::Right));
        layout.mark_dead_ends();
        assert!(layout.rooms[first].is_dead_end);
        assert!(!layout.rooms[0].is_dead_end);
        // A room beside it that was entered from elsewhere: the mark stays, and
        // the new room, with two neighbours at its entry, is not marked.
        put(&mut layout, 8, 7, Shape::Single, Direction::Left);
        let second = usize::from(put(&mut layout, 7, 7, Shape::Single, Direction::Left));
        layout.mark_dead_ends();
        assert!(layout.rooms[first].is_dead_end);
        assert!(!layout.rooms[second].is_dead_end);
        // A room that was entered from it takes the mark away.
        put(&mut layout, 8, 6, Shape::Single, Direction::Right);
        layout.mark_dead_ends();
        assert!(!layout.rooms[first].is_dead_end);
    }

    #[test]
    fn r14_a_rooms_own_cells_are_no_neighbours_of_its_entry() {
        let tables = Tables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        let wide = usize::from(put(&mut layout, 7, 6, Shape::Wide, Direction::Right));
        layout.mark_dead_ends();
        assert!(layout.rooms[wide].is_dead_end);
    }

    #[test]
    fn r15_dead_ends_are_added_below_the_minimum_and_in_older_editions_below_5() {
        const ARMS: [(u8, u8, Direction); 4] = [
            (5, 6, Direction::Left),
            (6, 5, Direction::Up),
            (7, 6, Direction::Right),
            (6, 7, Direction::Down),
        ];
        let added = |rules: &Rules, arms: usize, minimum: usize| {
            let tables = Tables::new(rules);
            let mut layout = layout(rules, &tables);
            for (x, y, direction) in &ARMS[..arms] {
                put(&mut layout, *x, *y, Shape::Single, *direction);
            }
            layout.mark_dead_ends();
            layout.add_dead_ends(minimum, &mut Listed::new(&[MISS]), &mut ());
            layout.rooms.len() - arms - 1
        };
        // The fourth arm is added below the start; a fifth dead end would only
        // lengthen an arm, so that the count stays at four.
        assert_eq!(added(&REPENTANCE, 4, 4), 0);
        assert_eq!(added(&REPENTANCE, 3, 4), 1);
        assert_eq!(added(&REPENTANCE, 2, 3), 1);
        assert_eq!(added(&REPENTANCE, 4, 5), 5);
        assert_eq!(added(&AFTERBIRTH_PLUS, 4, 4), 5);
        assert_eq!(added(&AFTERBIRTH_PLUS, 2, 3), 5);
    }

    #[test]
    fn r15_at_most_five_dead_ends_are_added() {
        let tables = Tables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        layout.add_dead_ends(40, &mut Listed::new(&[MISS]), &mut ());
        assert_eq!(layout.rooms.len(), 6);
    }

    #[test]
    fn r15_a_new_dead_end_is_one_step_deeper_than_its_parent() {
        let tables = Tables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        let (parent, candidate) =
            layout.first_dead_end_candidate(&mut Listed::new(&[MISS])).unwrap();
        assert_eq!(parent, 0);
        // Slot 0 comes first: left of the start.
        assert_eq!(candidate.entry, place(Cell::new(5, 6)));
        layout.add_dead_ends(1, &mut Listed::new(&[MISS]), &mut ());
        assert_eq!(layout.rooms[1].depth, 1);
    }

    #[test]
    fn r16_dead_ends_are_ordered_by_a_selection_sort_that_swaps() {
        let tables = Tables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        for (x, depth) in [(0, 2), (2, 1), (4, 2), (8, 3)] {
            let room = usize::from(put(&mut layout, x, 0, Shape::Single, Direction::Right));
            layout.rooms[room].depth = depth;
            layout.rooms[room].is_dead_end = true;
        }
        // Room 4 swaps with 1, then 3 with 2, then 1 with 2. A stable sort would
        // put 1 before 3.
        assert_eq!(layout.dead_ends().as_slice(), [4, 3, 1, 2]);
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
