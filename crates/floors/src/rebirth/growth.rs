//! Growth: rooms grow from the start until there are enough of them (R10, R17, R18).

use basement_model::{MAX_ROOMS, Shape};

use super::candidates::{Candidate, Candidates, EnabledVariants};
use super::cells::{START, STEPS, grid_cell, moved};
use super::dead_ends::DeadEndList;
use super::layout::Layout;
use super::stop::Stop;
use super::target::Target;
use crate::draws::Draws;
use crate::trace::{Decision, Trace};

/// F6: the limit on generations.
const MOST_GENERATIONS: u32 = 300;

impl Layout<'_> {
    /// R10-R17, F7: the layout of an attempt. Returns the dead ends in R16's order.
    pub(super) fn grow<D: Draws, T: Trace>(
        &mut self,
        target: &Target,
        draws: &mut D,
        trace: &mut T,
    ) -> Result<DeadEndList, Stop> {
        self.grow_rooms(target.rooms as usize, draws, trace)?;
        self.settle_dead_ends(target.dead_ends as usize, draws, trace)
    }

    /// R14-R17: marks the dead ends of a grown layout and adds those that are missing. Returns them in
    /// R16's order.
    pub(super) fn settle_dead_ends<D: Draws, T: Trace>(
        &mut self,
        minimum: usize,
        draws: &mut D,
        trace: &mut T,
    ) -> Result<DeadEndList, Stop> {
        self.mark_dead_ends(1);
        self.add_dead_ends(minimum, draws, trace);
        let dead_ends = self.dead_ends();
        trace.note("R16", || Decision::DeadEnds { rooms: dead_ends.to_vec() });
        if dead_ends.len() < minimum {
            return Err(Stop::TooFewDeadEnds);
        }
        Ok(dead_ends)
    }

    /// R10, F7: places rooms until there are `target` of them besides the start, or the queue is
    /// empty.
    ///
    /// F4: a chance to skip ways out replaces the shuffle and the limit. F6: a generation ends when
    /// as many rooms have been taken as were queued at its beginning.
    pub(super) fn grow_rooms<D: Draws, T: Trace>(
        &mut self,
        target: usize,
        draws: &mut D,
        trace: &mut T,
    ) -> Result<(), Stop> {
        let growth = &self.rules.growth;
        let mut queue = Queue::new();
        let mut candidates = Candidates::new();
        queue.push(0, true);
        let restarts = target > growth.restart_above as usize;
        let (mut generations, mut left) = (1, 1);
        while self.rooms.len() <= target {
            if restarts && left == 0 && generations < MOST_GENERATIONS {
                if queue.len() == 0 && self.start_is_closed() {
                    break;
                }
                queue.push(0, false);
                left = queue.len();
                generations += 1;
            }
            let Some(room) = queue.pop_front() else { break };
            left = left.wrapping_sub(1);
            self.offer(room, draws, &mut candidates);
            let tosses = growth.skip_one_in > 0;
            if tosses {
                candidates.toss(growth.skip_one_in, draws);
            } else {
                candidates.shuffle(draws);
            }
            let limit = if tosses {
                candidates.numbers.len()
            } else if room > 0 {
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
                if placed >= limit || self.rooms.len() > target {
                    break;
                }
            }
        }
        if growth.all_rooms && self.rooms.len() <= target {
            return Err(Stop::TooFewRooms);
        }
        Ok(())
    }

    /// F6: whether no cell beside the start can ever get another room, so that further generations
    /// of the start alone would change nothing.
    fn start_is_closed(&self) -> bool {
        !self.is_loopy
            && STEPS.into_iter().map(|by| moved(START, by)).all(|cell| {
                self.board.is_blocked(cell)
                    || self.board.count_neighbours(cell) >= self.rules.growth.neighbour_limit
            })
    }

    /// R10: whether a candidate can be placed now; if not, the rule that forbids it, and why.
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
        // A 1x1 room that has only its parent beside it meets the parent door to door. Without this
        // case the layout takes 9 % longer.
        let is_alone = neighbours == 1 && candidate.shape == Shape::Single;
        if !is_alone && !self.is_valid(candidate) {
            return Err(("R13", "a side without a door meets a room"));
        }
        Ok(())
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
}

/// R10: the queue of rooms that may still place others. Every room enters it once; F6 queues the
/// start again.
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

    const fn len(&self) -> usize {
        self.back - self.front
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
    use crate::rebirth::candidates::OutlineTables;
    use crate::rebirth::editions::{AFTERBIRTH_PLUS, REPENTANCE};
    use crate::rebirth::layout::drafts::{MISS, layout, put, single};
    use crate::rebirth::outline::ShapeSet;
    use crate::rebirth::stage::VOID;
    use basement_model::{Curse, Direction};

    #[test]
    fn r10_a_limit_of_0_still_allows_one_room() {
        let tables = OutlineTables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        // Every draw is 2: limits are 2 for the start and 0 for all others. A draw of 0 would hit
        // every chance.
        layout.grow_rooms(4, &mut Listed::new(&[2]), &mut ()).unwrap();
        let depths: Vec<u8> = layout.rooms.iter().map(|room| room.depth).collect();
        assert_eq!(depths.len(), 5);
        assert_eq!(depths[..3], [0, 1, 1]);
        assert!(depths[3] > 1, "a room with limit 0 has placed one");
    }

    #[test]
    fn r10_two_neighbours_admit_a_candidate_1_in_10_only_on_a_labyrinth_or_in_the_void() {
        let tables = OutlineTables::new(&REPENTANCE);
        let crowded = |curse: Option<Curse>, stage: u8, draw: u32| {
            let mut layout = Layout::new(&REPENTANCE, &tables, ShapeSet::ALL, stage, curse);
            put(&mut layout, 7, 6, Shape::Single, Direction::Right);
            put(&mut layout, 7, 5, Shape::Single, Direction::Up);
            let mut draws = Listed::new(&[draw]);
            // (6, 5) is above the start and left of (7, 5).
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
