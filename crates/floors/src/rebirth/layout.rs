//! The layout: rooms grow from the start (R8, R10, R17, R18).

use arrayvec::ArrayVec;
use basement_model::{Curse, Direction, DoorSlots, Floor, MAX_ROOMS, RoomKind, RoomPlacing, Shape};

use super::board::Board;
use super::candidates::{Candidate, Candidates, EnabledVariants, OutlineTables};
use super::cells::{CENTRE, CellIndex, START, grid_cell, index_of, step};
use super::dead_ends::DeadEndList;
use super::outline::ShapeSet;
use super::rules::Rules;
use super::stage::{CHEST, VOID};
use super::stop::Stop;
use super::target::Target;
use crate::draws::Draws;
use crate::trace::{Decision, Trace};

/// The most rooms that a layout grows to. The rest of [`MAX_ROOMS`] is kept for the rooms that are
/// added to it: dead ends, a second boss room, hidden rooms.
const MOST_GROWN: usize = MAX_ROOMS - 8;

/// A room of a layout in the making.
#[derive(Clone, Copy, Debug)]
pub(super) struct GrownRoom {
    pub(super) anchor: CellIndex,
    pub(super) shape: Shape,
    pub(super) kind: RoomKind,
    pub(super) depth: u8,
    /// Where doors are possible: the slots of the shape or, once a room is chosen, of that room.
    pub(super) slots: DoorSlots,
    pub(super) interior: Option<u16>,
    /// W3: how its concrete room was placed.
    pub(super) placing: Option<RoomPlacing>,
    /// The cell by which it was entered.
    pub(super) entry: CellIndex,
    /// The direction in which it was entered.
    pub(super) direction: Direction,
    /// Its cells, as bits of the 3x3 block around the entry.
    pub(super) block: u16,
}

impl GrownRoom {
    /// R14: the cell of the parent, one step back from the entry cell.
    pub(super) fn parent_cell(&self) -> CellIndex {
        step(self.entry, self.direction.opposite())
    }
}

/// A layout in the making.
#[derive(Clone)]
pub(super) struct Layout<'a> {
    pub(super) rules: &'a Rules,
    pub(super) tables: &'a OutlineTables,
    pub(super) board: Board,
    pub(super) rooms: ArrayVec<GrownRoom, MAX_ROOMS>,
    /// R9: the shapes that rooms can take.
    shapes: ShapeSet,
    /// The variants that a slot can offer with these shapes.
    pub(super) enabled: EnabledVariants,
    /// R10: whether a candidate with two neighbours may still be placed.
    is_loopy: bool,
    /// R14: the rooms that are marked as dead ends, as bits.
    pub(super) dead_end_marks: u128,
}

impl<'a> Layout<'a> {
    /// The start room alone.
    pub(super) fn new(
        rules: &'a Rules,
        tables: &'a OutlineTables,
        shapes: ShapeSet,
        stage: u8,
        curse: Option<Curse>,
    ) -> Self {
        let mut layout = Self::empty(rules, tables, shapes, stage, curse);
        layout.put_start(stage);
        layout
    }

    /// A board without a room, before [`put_start`](Self::put_start).
    // Inlined, so that a layout, which is large, is built where its caller wants it.
    #[inline(always)]
    pub(super) fn empty(
        rules: &'a Rules,
        tables: &'a OutlineTables,
        shapes: ShapeSet,
        stage: u8,
        curse: Option<Curse>,
    ) -> Self {
        Self {
            rules,
            tables,
            board: Board::EMPTY,
            rooms: ArrayVec::new_const(),
            shapes,
            enabled: if shapes == ShapeSet::ALL {
                tables.all_shapes
            } else {
                EnabledVariants::new(&tables.variants, shapes)
            },
            is_loopy: stage == VOID || curse == Some(Curse::Labyrinth),
            dead_end_marks: 0,
        }
    }

    /// Puts the start room on the empty board.
    pub(super) fn put_start(&mut self, stage: u8) {
        self.push(GrownRoom {
            anchor: START,
            shape: Shape::Single,
            kind: RoomKind::Start,
            depth: 0,
            slots: Shape::Single.slots(),
            interior: None,
            placing: None,
            entry: START,
            direction: Direction::Left,
            block: CENTRE,
        });
        if stage == CHEST {
            // R12: the cell above the start is reserved.
            self.board.reserve(step(START, Direction::Up));
        }
    }

    /// The layout of a finished floor, without the rooms that were added to it: what the search for
    /// the secret room saw. A floor does not tell how its rooms were entered, so the entries and
    /// directions are made up.
    pub(super) fn from_floor(rules: &'a Rules, tables: &'a OutlineTables, floor: &Floor) -> Self {
        Self::from_rooms_of(rules, tables, floor, |kind| !kind.is_added())
    }

    /// The same with the rooms of some kinds only.
    pub(super) fn from_rooms_of(
        rules: &'a Rules,
        tables: &'a OutlineTables,
        floor: &Floor,
        is_shown: impl Fn(RoomKind) -> bool,
    ) -> Self {
        let mut layout =
            Self::new(rules, tables, ShapeSet::ALL, floor.request().level, floor.curse());
        for room in floor.rooms().iter().skip(1).filter(|room| is_shown(room.kind)) {
            let anchor = index_of(room.anchor);
            // A normal room loses slots only after the search, when a room is chosen for it.
            let is_normal = room.kind == RoomKind::Normal;
            layout.push(GrownRoom {
                anchor,
                shape: room.shape,
                kind: room.kind,
                depth: room.depth,
                slots: if is_normal { room.shape.slots() } else { room.slots },
                interior: room.interior,
                placing: room.placing,
                entry: anchor,
                direction: Direction::Left,
                block: CENTRE,
            });
        }
        layout
    }

    /// R10-R17: the layout of an attempt. Returns the dead ends in R16's order.
    pub(super) fn grow<D: Draws, T: Trace>(
        &mut self,
        target: &Target,
        draws: &mut D,
        trace: &mut T,
    ) -> Result<DeadEndList, Stop> {
        self.grow_rooms(target.rooms as usize, draws, trace);
        self.mark_dead_ends(1);
        self.add_dead_ends(target.dead_ends as usize, draws, trace);
        let dead_ends = self.dead_ends();
        trace.note("R16", || Decision::DeadEnds { rooms: dead_ends.to_vec() });
        if dead_ends.len() < target.dead_ends as usize {
            return Err(Stop::TooFewDeadEnds);
        }
        Ok(dead_ends)
    }

    /// R10: places rooms until there are `target` of them beside the start, or the queue is empty.
    fn grow_rooms<D: Draws, T: Trace>(&mut self, target: usize, draws: &mut D, trace: &mut T) {
        let growth = &self.rules.growth;
        let mut queue = Queue::new();
        let mut candidates = Candidates::new();
        queue.push(0, true);
        while self.rooms.len() <= target
            && let Some(room) = queue.pop_front()
        {
            self.offer(room, draws, &mut candidates);
            candidates.shuffle(draws);
            let limit = if room > 0 {
                let coins = (0..growth.limit_coins).map(|_| draws.below(2)).sum::<u32>() as usize;
                coins.min(candidates.numbers.len())
            } else if (target as u32) < growth.start_unlimited_from {
                (growth.start_limit + draws.below(growth.start_limit_random)) as usize
            } else {
                candidates.numbers.len()
            };
            trace.note("R10", || Decision::Taken {
                room,
                candidates: candidates.numbers.len() as u8,
                limit: limit as u8,
            });
            let mut placed = 0;
            for number in &candidates.numbers {
                let candidate = &self.candidate(&candidates, *number);
                if let Err((rule, reason)) = self.admits(candidate, draws) {
                    trace.note(rule, || Decision::Skipped {
                        cell: grid_cell(candidate.entry),
                        shape: candidate.shape,
                        reason,
                    });
                    continue;
                }
                let new = self.add_room(candidate, self.rooms[usize::from(room)].depth + 1);
                let at_back = draws.one_in(growth.back_one_in);
                queue.push(new, at_back);
                self.note_placed(
                    "R10",
                    new,
                    if at_back { "queued at the back" } else { "queued at the front" },
                    trace,
                );
                self.remove_shape(candidate.shape, draws, trace);
                placed += 1;
                if placed >= limit || self.rooms.len() > target || self.rooms.len() >= MOST_GROWN {
                    break;
                }
            }
            if self.rooms.len() >= MOST_GROWN {
                break;
            }
        }
    }

    /// R10: whether a candidate can be placed now; if not, by which rule, and why.
    fn admits<D: Draws>(
        &self,
        candidate: &Candidate,
        draws: &mut D,
    ) -> Result<(), (&'static str, &'static str)> {
        let growth = &self.rules.growth;
        if !self.fits(candidate) {
            return Err(("R12", "it does not fit any more"));
        }
        let neighbours = self.board.count_neighbours(candidate.entry);
        if neighbours >= growth.neighbour_limit {
            let passes =
                self.is_loopy && growth.loop_one_in > 0 && draws.one_in(growth.loop_one_in);
            if !passes {
                return Err(("R10", "its entry cell has two neighbours or more"));
            }
        }
        // A 1x1 room that has only its parent beside it meets that door to door. Without this case
        // the layout takes 9 % longer.
        let is_alone = neighbours == 1 && candidate.shape == Shape::Single;
        if !is_alone && !self.is_valid(candidate) {
            return Err(("R13", "a side without a door meets a room"));
        }
        Ok(())
    }

    /// Adds a candidate as a normal room. Returns its index.
    pub(super) fn add_room(&mut self, candidate: &Candidate, depth: u8) -> u8 {
        self.push(GrownRoom {
            anchor: candidate.anchor,
            shape: candidate.shape,
            kind: RoomKind::Normal,
            depth,
            slots: self.tables.outlines.get(candidate.shape).slot_set,
            interior: None,
            placing: None,
            entry: candidate.entry,
            direction: candidate.direction,
            block: candidate.block,
        })
    }

    /// R33, R34: adds a hidden room, which has one cell and did not grow from another room. Returns
    /// its index.
    pub(super) fn add_hidden_room(
        &mut self,
        cell: CellIndex,
        kind: RoomKind,
        depth: u8,
        slots: DoorSlots,
    ) -> u8 {
        self.push(GrownRoom {
            anchor: cell,
            shape: Shape::Single,
            kind,
            depth,
            slots,
            interior: None,
            placing: None,
            entry: cell,
            direction: Direction::Left,
            block: CENTRE,
        })
    }

    /// The least depth of some rooms, which are given as bits by their indices.
    pub(super) fn least_depth(&self, mut rooms: u128) -> u8 {
        let mut least = u8::MAX;
        while rooms != 0 {
            least = least.min(self.rooms[rooms.trailing_zeros() as usize].depth);
            rooms &= rooms - 1;
        }
        least
    }

    fn push(&mut self, room: GrownRoom) -> u8 {
        let index = self.rooms.len() as u8;
        self.board.put(index, room.anchor, self.tables.outlines.get(room.shape));
        self.rooms.push(room);
        index
    }

    /// R18: draws whether the shape of a placed large room leaves the pool. Without the rule, and
    /// for 1x1, there is no draw.
    fn remove_shape<D: Draws, T: Trace>(&mut self, shape: Shape, draws: &mut D, trace: &mut T) {
        let chance = self.rules.growth.shape_removal;
        if chance > 0.0 && shape != Shape::Single && draws.float_below(chance) {
            self.shapes.remove(shape);
            self.enabled = EnabledVariants::new(&self.tables.variants, self.shapes);
            trace.note("R18", || Decision::ShapeRemoved { shape });
        }
    }

    pub(super) fn note_placed<T: Trace>(
        &self,
        rule: &'static str,
        index: u8,
        next: &'static str,
        trace: &mut T,
    ) {
        let room = &self.rooms[usize::from(index)];
        trace.note(rule, || Decision::Placed {
            room: index,
            anchor: grid_cell(room.anchor),
            shape: room.shape,
            depth: room.depth,
            next,
        });
    }
}

/// R10: the queue of rooms that may still place others. Every room enters it once.
struct Queue {
    rooms: [u8; 2 * MAX_ROOMS + 1],
    front: usize,
    back: usize,
}

impl Queue {
    const fn new() -> Self {
        Self { rooms: [0; 2 * MAX_ROOMS + 1], front: MAX_ROOMS, back: MAX_ROOMS }
    }

    fn push(&mut self, room: u8, at_back: bool) {
        if at_back {
            self.rooms[self.back] = room;
            self.back += 1;
        } else {
            self.front -= 1;
            self.rooms[self.front] = room;
        }
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
    use crate::rebirth::outline::VariantTable;
    use basement_model::Cell;

    /// A draw that fails every chance: its remainder is 1 for every n above 1.
    pub(in crate::rebirth) const MISS: u32 = 1;

    pub(in crate::rebirth) fn layout<'a>(
        rules: &'a Rules,
        tables: &'a OutlineTables,
    ) -> Layout<'a> {
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
        let anchor = index_of(Cell::new(x, y));
        let block = VariantTable::block(shape, 0);
        let candidate = Candidate { anchor, shape, entry: anchor, direction, block };
        layout.add_room(&candidate, 1)
    }

    pub(in crate::rebirth) fn single(x: u8, y: u8, direction: Direction) -> Candidate {
        let entry = index_of(Cell::new(x, y));
        Candidate { anchor: entry, shape: Shape::Single, entry, direction, block: CENTRE }
    }
}

#[cfg(test)]
mod tests {
    use super::drafts::{MISS, layout, put, single};
    use super::*;
    use crate::draws::Listed;
    use crate::rebirth::editions::{AFTERBIRTH_PLUS, REPENTANCE};

    #[test]
    fn r10_a_limit_of_0_still_allows_one_room() {
        let tables = OutlineTables::new(&REPENTANCE);
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
        let tables = OutlineTables::new(&REPENTANCE);
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
        let article = crate::rebirth::editions::ARTICLE;
        let tables = OutlineTables::new(&article);
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
        let tables = OutlineTables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        let mut draws = Listed::new(&[0]);
        layout.remove_shape(Shape::Square, &mut draws, &mut ());
        assert!(layout.shapes.contains(Shape::Square));
        assert_eq!(draws.drawn(), 0);
    }

    #[test]
    fn r17_an_attempt_with_too_few_dead_ends_is_thrown_away() {
        let tables = OutlineTables::new(&AFTERBIRTH_PLUS);
        let mut layout = layout(&AFTERBIRTH_PLUS, &tables);
        let target = Target { curse: None, rooms: 2, dead_ends: 30 };
        let outcome = layout.grow(&target, &mut Listed::new(&[MISS]), &mut ());
        assert_eq!(outcome, Err(Stop::TooFewDeadEnds));
    }
}
