//! The dead ends: which rooms are dead ends (R14), how more are added when there are too few
//! (R15), and their order (R16).

use arrayvec::ArrayVec;
use basement_model::{DoorSlots, MAX_ROOMS};

use super::board::NO_ROOM;
use super::candidates::{Candidate, Candidates};
use super::layout::Layout;
use crate::draws::Draws;
use crate::trace::Trace;

/// Dead ends, by the index of their room.
pub(super) type DeadEndList = ArrayVec<u8, MAX_ROOMS>;

impl Layout<'_> {
    /// R14: marks rooms whose entry cell has fewer than two neighbours, then clears the marks of
    /// rooms from which other rooms were entered. Earlier marks stay.
    ///
    /// Only the rooms from `first` on are examined. The rooms before them are already marked, and a
    /// second look would change nothing: an entry cell never loses a neighbour, and a parent loses
    /// its mark when its child is examined.
    pub(super) fn mark_dead_ends(&mut self, first: usize) {
        let mut parents = 0;
        for (index, room) in self.rooms.iter().enumerate().skip(first) {
            let is_dead_end = self.board.count_neighbours_outside(room.entry, room.block) < 2;
            self.dead_end_marks |= u128::from(is_dead_end) << index;
            let parent = self.board.room_at(room.parent_cell());
            if parent != NO_ROOM {
                parents |= 1 << parent;
            }
        }
        self.dead_end_marks &= !parents;
    }

    /// R15, W72, W80: adds dead ends while there are too few.
    pub(super) fn add_dead_ends<D: Draws, T: Trace>(
        &mut self,
        minimum: usize,
        draws: &mut D,
        trace: &mut T,
    ) {
        let rules = &self.rules.dead_ends;
        let enough = if rules.added_below > 0 { rules.added_below as usize } else { minimum };
        for _ in 0..rules.most_added {
            if self.dead_end_count() >= enough {
                break;
            }
            // A scan without a candidate is repeated, with its draws.
            self.add_dead_end(draws, trace);
        }
    }

    /// R15: adds the first candidate that would be a dead end, if there is one.
    fn add_dead_end<D: Draws, T: Trace>(&mut self, draws: &mut D, trace: &mut T) {
        if let Some((parent, candidate)) = self.first_dead_end_candidate(draws) {
            let new = self.add_room(&candidate, self.rooms[parent].depth + 1);
            self.note_placed("R15", new, "added as a dead end", trace);
            self.mark_dead_ends(usize::from(new));
        }
    }

    /// R15: the first candidate, room by room, that would be a dead end. All candidates of a room
    /// are drawn before the first of them is tested.
    fn first_dead_end_candidate<D: Draws>(&self, draws: &mut D) -> Option<(usize, Candidate)> {
        let mut candidates = Candidates::new();
        (0..self.rooms.len()).find_map(|parent| {
            self.offer(parent as u8, draws, &mut candidates);
            let candidate = self.first_dead_end_offered(&candidates);
            candidate.map(|candidate| (parent, candidate))
        })
    }

    /// W16: the first of the listed candidates that fits, has fewer than two neighbours, and is
    /// behind one of `slots`.
    pub(super) fn first_dead_end_of(
        &self,
        candidates: &Candidates,
        slots: DoorSlots,
    ) -> Option<Candidate> {
        let mut candidates = self.iter_candidates(candidates);
        let found = candidates.find(|(candidate, slot)| {
            self.fits(candidate)
                && self.board.count_neighbours(candidate.entry) < 2
                && slots.contains(*slot)
        });
        found.map(|(candidate, _)| candidate)
    }

    fn dead_end_count(&self) -> usize {
        self.dead_end_marks.count_ones() as usize
    }

    /// R16: the dead ends, deepest first, by a selection sort that swaps.
    pub(super) fn dead_ends(&self) -> DeadEndList {
        let mut order = DeadEndList::new();
        let mut left = self.dead_end_marks;
        while left != 0 {
            order.push(left.trailing_zeros() as u8);
            left &= left - 1;
        }
        let depth = |room: u8| self.rooms[usize::from(room)].depth;
        for position in 0..order.len() {
            // The first of the deepest: `max_by_key` would give the last of them.
            let rest = position..order.len();
            let deepest = rest.rev().max_by_key(|other| depth(order[*other]));
            order.swap(position, deepest.unwrap_or(position));
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::{GameStream, Listed};
    use crate::rebirth::candidates::OutlineTables;
    use crate::rebirth::cells::index_of;
    use crate::rebirth::editions::{AFTERBIRTH_PLUS, REPENTANCE};
    use crate::rebirth::layout::drafts::{MISS, layout, put};
    use crate::rebirth::rules::RebirthRules;
    use crate::rebirth::target::Target;
    use basement_model::{Cell, Direction, Shape};

    fn is_marked(layout: &Layout<'_>, room: usize) -> bool {
        layout.dead_end_marks >> room & 1 == 1
    }

    #[test]
    fn r14_marks_are_kept_when_a_dead_end_gets_a_second_neighbour() {
        let tables = OutlineTables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        let first = usize::from(put(&mut layout, 7, 6, Shape::Single, Direction::Right));
        layout.mark_dead_ends(1);
        assert!(is_marked(&layout, first));
        assert!(!is_marked(&layout, 0));
        // A room beside it that was entered from elsewhere: the mark stays, and
        // the new room, with two neighbours at its entry, is not marked.
        put(&mut layout, 8, 7, Shape::Single, Direction::Left);
        let second = usize::from(put(&mut layout, 7, 7, Shape::Single, Direction::Left));
        layout.mark_dead_ends(1);
        assert!(is_marked(&layout, first));
        assert!(!is_marked(&layout, second));
        // A room that was entered from it takes the mark away.
        put(&mut layout, 8, 6, Shape::Single, Direction::Right);
        layout.mark_dead_ends(1);
        assert!(!is_marked(&layout, first));
    }

    #[test]
    fn r14_marking_all_rooms_again_gives_the_same_marks() {
        let tables = OutlineTables::new(&REPENTANCE);
        let mut added = 0;
        for seed in 1..=300 {
            let mut layout = layout(&REPENTANCE, &tables);
            let mut draws = GameStream::new(seed);
            let target = Target { curse: None, rooms: 12, dead_ends: 8 };
            // Attempts with too few dead ends count too.
            let _ = layout.grow(&target, &mut draws, &mut ());
            added += layout.rooms.len() - 13;
            let marks = layout.dead_end_marks;
            layout.mark_dead_ends(1);
            assert_eq!(layout.dead_end_marks, marks, "{seed}");
        }
        assert!(added > 300, "{added} dead ends were added");
    }

    #[test]
    fn r14_a_rooms_own_cells_are_not_neighbours_of_its_entry() {
        let tables = OutlineTables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        let wide = usize::from(put(&mut layout, 7, 6, Shape::Wide, Direction::Right));
        layout.mark_dead_ends(1);
        assert!(is_marked(&layout, wide));
    }

    #[test]
    fn r15_w72_dead_ends_are_added_below_the_minimum_and_in_older_editions_below_5() {
        const ARMS: [(u8, u8, Direction); 4] = [
            (5, 6, Direction::Left),
            (6, 5, Direction::Up),
            (7, 6, Direction::Right),
            (6, 7, Direction::Down),
        ];
        let added = |rules: &RebirthRules, arms: usize, minimum: usize| {
            let tables = OutlineTables::new(rules);
            let mut layout = layout(rules, &tables);
            for (x, y, direction) in &ARMS[..arms] {
                put(&mut layout, *x, *y, Shape::Single, *direction);
            }
            layout.mark_dead_ends(1);
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
        let tables = OutlineTables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        layout.add_dead_ends(40, &mut Listed::new(&[MISS]), &mut ());
        assert_eq!(layout.rooms.len(), 6);
    }

    #[test]
    fn r15_a_new_dead_end_is_one_step_deeper_than_its_parent() {
        let tables = OutlineTables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        let (parent, candidate) =
            layout.first_dead_end_candidate(&mut Listed::new(&[MISS])).unwrap();
        assert_eq!(parent, 0);
        // Slot 0 comes first: left of the start.
        assert_eq!(candidate.entry, index_of(Cell::new(5, 6)));
        layout.add_dead_ends(1, &mut Listed::new(&[MISS]), &mut ());
        assert_eq!(layout.rooms[1].depth, 1);
    }

    #[test]
    fn r16_dead_ends_are_ordered_by_a_selection_sort_that_swaps() {
        let tables = OutlineTables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        for (x, depth) in [(0, 2), (2, 1), (4, 2), (8, 3)] {
            let room = usize::from(put(&mut layout, x, 0, Shape::Single, Direction::Right));
            layout.rooms[room].depth = depth;
            layout.dead_end_marks |= 1 << room;
        }
        // Room 4 swaps with 1, then 3 with 2, then 1 with 2. A stable sort would
        // put 1 before 3.
        assert_eq!(layout.dead_ends().as_slice(), [4, 3, 1, 2]);
    }
}
