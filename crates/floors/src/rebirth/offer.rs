//! What a room offers (R11), and which candidates can be placed where they are offered (R12, R13).

use basement_model::DoorSlot;

use super::board::NO_ROOM;
use super::candidates::{Candidate, Candidates};
use super::cells::{moved, step};
use super::layout::Layout;
use super::outline::{VARIANTS, leads_to};
use crate::draws::Draws;

impl Layout<'_> {
    /// R11: the candidates that a room offers. Each slot that leads to a free cell costs thirteen
    /// draws, one for each variant, even for variants that do not fit.
    ///
    /// The variants of an entry are bits, which are set if a variant is enabled, fits, and is
    /// drawn. The plain reading tests variant by variant.
    pub(super) fn offer<D: Draws>(&self, room: u8, draws: &mut D, candidates: &mut Candidates) {
        let room = &self.rooms[usize::from(room)];
        let mut entries = 0;
        for (offset, slot) in &self.tables.outlines.get(room.shape).exits {
            let entry = moved(room.anchor, *offset);
            candidates.entries[entries & 7] = (entry, *slot);
            entries += usize::from(!self.board.is_blocked(entry));
        }
        candidates.offered = [0; 2];
        if !self.rules.growth.large_rooms {
            // The 1x1 fits on every free cell.
            (0..entries)
                .for_each(|number| candidates.offered[number / 4] |= 1 << (16 * (number % 4)));
            return;
        }
        for (number, (entry, slot)) in candidates.entries.iter().enumerate().take(entries) {
            let direction = slot.direction() as usize;
            let blocked = usize::from(self.board.blocked_around(*entry));
            let fitting =
                self.enabled.by_direction[direction] & self.tables.fits[direction][blocked];
            let drawn = self.tables.weights.divide(draws.slot_draws()) << 1;
            let left = fitting & (drawn | self.enabled.certain);
            candidates.offered[number >> 2 & 1] |= u64::from(left) << (16 * (number & 3));
        }
    }

    /// R15: the first candidate, in the order of the offer, whose entry cell has fewer than two
    /// neighbours.
    ///
    /// No list is needed: the candidates of an entry share its cell, and all that are offered fit.
    pub(super) fn first_dead_end_offered(&self, candidates: &Candidates) -> Option<Candidate> {
        let mut entries = candidates.entries.iter().enumerate();
        entries.find_map(|(number, (entry, _))| {
            let offered = (candidates.offered[number / 4] >> (16 * (number % 4))) as u16;
            let is_found = offered != 0 && self.board.count_neighbours(*entry) < 2;
            let first = (16 * number) as u8 + offered.trailing_zeros() as u8;
            is_found.then(|| self.candidate(candidates, first))
        })
    }

    /// The candidate of a number.
    #[inline]
    pub(super) fn candidate(&self, candidates: &Candidates, number: u8) -> Candidate {
        let (entry, slot) = candidates.entries[usize::from(number >> 4 & 7)];
        let direction = slot.direction();
        let variant = &self.tables.variants.row_of(direction)[usize::from(number & 15) % VARIANTS];
        Candidate {
            anchor: moved(entry, variant.anchor),
            shape: variant.shape,
            entry,
            direction,
            block: variant.block,
        }
    }

    /// The candidates of a room, one by one, each with the slot of the room that leads to it.
    pub(super) fn iter_candidates(
        &self,
        candidates: &Candidates,
    ) -> impl Iterator<Item = (Candidate, DoorSlot)> {
        let slot = |number: u8| candidates.entries[usize::from(number >> 4 & 7)].1;
        let numbers = candidates.numbers.iter();
        numbers.map(move |number| (self.candidate(candidates, *number), slot(*number)))
    }

    /// R12: whether all cells of a candidate are on the grid and free.
    #[inline]
    pub(super) fn fits(&self, candidate: &Candidate) -> bool {
        self.board.blocked_around(candidate.entry) & candidate.block == 0
    }

    /// R13: whether every room beside a candidate meets it door to door. A narrow shape is tested on
    /// all sides that the wide shape of its size has.
    pub(super) fn is_valid(&self, candidate: &Candidate) -> bool {
        let outlines = &self.tables.outlines;
        let own = outlines.get(candidate.shape).slot_set;
        let tested = outlines.get(candidate.shape.widened());
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
                    outlines.get(neighbour.shape),
                    neighbour.slots,
                    neighbour.anchor,
                    back,
                    step(target, back),
                )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::{GameStream, Listed};
    use crate::rebirth::candidates::OutlineTables;
    use crate::rebirth::editions::REPENTANCE;
    use crate::rebirth::layout::drafts::{MISS, layout, put, single};
    use crate::rebirth::outline::ShapeSet;
    use crate::rebirth::stage::{CHEST, VOID};
    use crate::rebirth::target::Target;
    use basement_model::{Direction, DoorSlots, Shape};

    /// What the start room offers.
    fn offered(layout: &Layout<'_>, draws: &mut Listed) -> Vec<Candidate> {
        let mut candidates = Candidates::new();
        layout.offer(0, draws, &mut candidates);
        candidates.list();
        layout.iter_candidates(&candidates).map(|(candidate, _)| candidate).collect()
    }

    #[test]
    fn r10_the_candidates_are_shuffled_from_the_last_down() {
        let mut candidates = Candidates::new();
        candidates.offered = [0b1111, 0];
        // j = 2 % 4, then 0 % 3, then 1 % 2.
        candidates.shuffle(&mut Listed::new(&[2, 0, 1]));
        assert_eq!(candidates.numbers.as_slice(), [3, 1, 0, 2]);
    }

    #[test]
    fn r11_every_slot_draws_thirteen_times_whatever_fits() {
        let tables = OutlineTables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        let count = |layout: &Layout<'_>, draw: u32| {
            let mut draws = Listed::new(&[draw]);
            (offered(layout, &mut draws).len(), draws.drawn())
        };
        assert_eq!(count(&layout, MISS), (4, 52));
        // Every weight divides 0, so all outlines are offered.
        assert_eq!(count(&layout, 0), (4 * 14, 52));
        // A slot whose cell is taken makes no draw.
        put(&mut layout, 7, 6, Shape::Single, Direction::Right);
        assert_eq!(count(&layout, MISS), (3, 39));
    }

    #[test]
    fn r11_without_1x1_every_fitting_variant_is_a_candidate() {
        let tables = OutlineTables::new(&REPENTANCE);
        let mut shapes = ShapeSet::ALL;
        shapes.remove(Shape::Single);
        let layout = Layout::new(&REPENTANCE, &tables, shapes, 1, None);
        let mut draws = Listed::new(&[MISS]);
        assert_eq!(offered(&layout, &mut draws).len(), 4 * 13);
        assert_eq!(draws.drawn(), 52);
        shapes.remove(Shape::Square);
        let layout = Layout::new(&REPENTANCE, &tables, shapes, 1, None);
        assert_eq!(offered(&layout, &mut draws).len(), 4 * 11);
    }

    #[test]
    fn r9_a_shape_that_is_not_enabled_is_not_offered() {
        let tables = OutlineTables::new(&REPENTANCE);
        let mut shapes = ShapeSet::ALL;
        shapes.remove(Shape::NoTopLeft);
        let layout = Layout::new(&REPENTANCE, &tables, shapes, 1, None);
        let candidates = offered(&layout, &mut Listed::new(&[0]));
        assert!(candidates.iter().all(|candidate| candidate.shape != Shape::NoTopLeft));
        assert!(candidates.iter().any(|candidate| candidate.shape == Shape::NoTopRight));
    }

    #[test]
    fn r15_the_first_dead_end_offered_is_the_first_in_the_list() {
        let tables = OutlineTables::new(&REPENTANCE);
        let (mut found, mut none) = (0, 0);
        for seed in 1..=200_u32 {
            let mut draws = GameStream::new(seed.wrapping_mul(2_654_435_761));
            let mut layout = layout(&REPENTANCE, &tables);
            let target = Target { curse: None, rooms: 5 + seed % 12, dead_ends: 0 };
            let _ = layout.grow(&target, &mut draws, &mut ());
            let mut candidates = Candidates::new();
            for room in 0..layout.rooms.len() {
                layout.offer(room as u8, &mut draws, &mut candidates);
                candidates.list();
                let listed = layout.first_dead_end_of(&candidates, DoorSlots::ALL);
                assert_eq!(layout.first_dead_end_offered(&candidates), listed, "{seed}, {room}");
                if listed.is_some() { found += 1 } else { none += 1 }
            }
        }
        assert!(found > 300 && none > 300, "{found} found, {none} not");
    }

    #[test]
    fn r12_on_stage_11_the_cell_above_the_start_is_reserved() {
        let tables = OutlineTables::new(&REPENTANCE);
        for (stage, fits) in [(10, true), (CHEST, false), (VOID, true)] {
            let layout = Layout::new(&REPENTANCE, &tables, ShapeSet::ALL, stage, None);
            assert_eq!(layout.fits(&single(6, 5, Direction::Up)), fits, "stage {stage}");
            assert!(layout.fits(&single(6, 7, Direction::Down)));
            assert!(!layout.fits(&single(6, 6, Direction::Down)));
        }
    }

    #[test]
    fn r13_a_neighbour_must_meet_a_slot_on_both_sides() {
        let tables = OutlineTables::new(&REPENTANCE);
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
}
