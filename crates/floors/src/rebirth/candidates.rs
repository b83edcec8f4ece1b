//! What a room offers to grow into (R9, R11), and what of it can stand where
//! (R12, R13).

use arrayvec::ArrayVec;
use basement_model::{Direction, DoorSlots, Shape};

use super::board::{
    NO_ROOM, Outlines, Place, ShapeSet, VARIANTS, Variant, VariantTable, entry_slot, leads_to,
    moved, step,
};
use super::layout::Layout;
use super::rules::Rules;
use crate::draws::{Divisor, Draws, SlotDivisors};

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

/// Eight slots, fourteen outlines each.
const MOST_CANDIDATES: usize = 8 * VARIANTS;

/// The candidates of one room, by number: the entry's place among the entries
/// times 16, and the outline's place in the table.
pub(super) struct Candidates {
    /// The free cells behind the room's slots, and the ways in.
    entries: [(Place, Direction); 8],
    pub(super) numbers: ArrayVec<u8, MOST_CANDIDATES>,
}

impl Candidates {
    pub(super) const fn new() -> Self {
        Self { entries: [(0, Direction::Left); 8], numbers: ArrayVec::new_const() }
    }

    /// R10: Fisher-Yates, from the last place down to the second.
    pub(super) fn shuffle<D: Draws>(&mut self, draws: &mut D) {
        for last in (1..self.numbers.len()).rev() {
            let other = PLACES[last + 1].remainder(draws.draw()) as usize;
            self.numbers.swap(last, other);
        }
    }
}

/// The numbers of candidates that a shuffle draws among.
static PLACES: [Divisor; MOST_CANDIDATES + 1] = {
    let mut places = [Divisor::new(0); MOST_CANDIDATES + 1];
    let mut n = 1;
    while n <= MOST_CANDIDATES {
        places[n] = Divisor::new(n as u32);
        n += 1;
    }
    places
};

/// What the layouts of one generator share.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tables {
    pub(super) outlines: Outlines,
    pub(super) variants: VariantTable,
    /// R11: the weights.
    weights: SlotDivisors,
    /// R12: the outlines that fit, as bits, by direction and by the blocked cells
    /// of the 3x3 block around the entry.
    fits: [[u16; 512]; 4],
    /// R20: the outlines of each shape, by direction; those that are not moved aside, and
    /// those that are.
    of_shape: [[[u16; 13]; 2]; 4],
    /// What all twelve shapes let a slot offer.
    pub(super) all_shapes: Offered,
}

impl Tables {
    pub(super) fn new(rules: &Rules) -> Self {
        let variants = VariantTable::new();
        let fits = Direction::ALL.map(|direction| {
            core::array::from_fn(|blocked| {
                variants.set(direction, |variant| usize::from(variant.block) & blocked == 0)
            })
        });
        let of_shape = Direction::ALL.map(|direction| {
            [false, true].map(|is_aside| {
                core::array::from_fn(|shape| {
                    variants.set(direction, |variant| {
                        variant.shape as usize == shape && variant.is_aside == is_aside
                    })
                })
            })
        });
        Self {
            outlines: Outlines::new(),
            all_shapes: Offered::new(&variants, ShapeSet::ALL),
            variants,
            weights: SlotDivisors::new(rules.variants.weights()),
            fits,
            of_shape,
        }
    }

    /// R20: the outlines of a shape that can stand where a room is entered in `direction`,
    /// by a door of these, with these cells around the entry blocked.
    pub(super) fn entered(
        &self,
        direction: Direction,
        shape: Shape,
        doors: DoorSlots,
        blocked: u16,
    ) -> impl Iterator<Item = &Variant> {
        let way_in = direction as usize;
        let of_shape = |is_aside: bool| {
            let has_door = doors.contains(entry_slot(direction, is_aside));
            if has_door { self.of_shape[way_in][usize::from(is_aside)][shape as usize] } else { 0 }
        };
        let fitting = self.fits[way_in][usize::from(blocked & 511)];
        let mut left = (of_shape(false) | of_shape(true)) & fitting;
        core::iter::from_fn(move || {
            let first = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            self.variants.of(direction).get(first as usize)
        })
    }
}

/// R9, R18: what the enabled shapes let a slot offer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Offered {
    /// The enabled variants, as bits, by direction.
    variants: [u16; 4],
    /// Those that need no draw: 1x1, or all when 1x1 is not enabled.
    certain: u16,
}

impl Offered {
    pub(super) fn new(variants: &VariantTable, shapes: ShapeSet) -> Self {
        let enabled = |direction| variants.set(direction, |variant| shapes.contains(variant.shape));
        Self {
            variants: Direction::ALL.map(enabled),
            certain: if shapes.contains(Shape::Single) { 1 } else { u16::MAX },
        }
    }
}

impl Layout<'_> {
    /// R11: what a room offers, by the slots that it has. Draws once for each of the 13
    /// variants of each slot that a 1x1 room fits behind.
    pub(super) fn offer<D: Draws>(&self, room: u8, draws: &mut D, candidates: &mut Candidates) {
        let room = &self.rooms[usize::from(room)];
        let mut entries = 0;
        for (offset, slot) in &self.tables.outlines.of(room.shape).exits {
            let entry = moved(room.anchor, *offset);
            candidates.entries[entries & 7] = (entry, slot.direction());
            let has_slot = room.slots.contains(*slot);
            entries += usize::from(has_slot && !self.board.is_blocked(entry));
        }
        // Sixteen bits an entry, four entries a word.
        let mut offered = [0_u64; 2];
        for (place, (entry, direction)) in candidates.entries.iter().enumerate().take(entries) {
            let direction = *direction as usize;
            let blocked = usize::from(self.board.blocked_around(*entry));
            let fitting = self.offered.variants[direction] & self.tables.fits[direction][blocked];
            let drawn = self.tables.weights.divide(draws.slot_draws()) << 1;
            let left = fitting & (drawn | self.offered.certain);
            offered[place >> 2] |= u64::from(left) << (16 * (place & 3));
        }
        candidates.numbers.clear();
        for (word, offered) in offered.into_iter().enumerate() {
            let mut left = offered;
            while left != 0 {
                candidates.numbers.push((64 * word) as u8 + left.trailing_zeros() as u8);
                left &= left - 1;
            }
        }
    }

    /// The candidate of a number.
    #[inline]
    pub(super) fn candidate(&self, candidates: &Candidates, number: u8) -> Candidate {
        let (entry, direction) = candidates.entries[usize::from(number >> 4 & 7)];
        let variant = &self.tables.variants.of(direction)[usize::from(number & 15) % VARIANTS];
        Candidate {
            anchor: moved(entry, variant.anchor),
            shape: variant.shape,
            entry,
            direction,
            block: variant.block,
        }
    }

    /// The candidates of a room one by one.
    pub(super) fn all(&self, candidates: &Candidates) -> impl Iterator<Item = Candidate> {
        candidates.numbers.iter().map(|number| self.candidate(candidates, *number))
    }

    /// R12: whether all cells of a candidate are on the grid and free.
    #[inline]
    pub(super) fn fits(&self, candidate: &Candidate) -> bool {
        self.board.blocked_around(candidate.entry) & candidate.block == 0
    }

    /// R13: whether every room beside a candidate meets it door to door. A
    /// narrow outline is tested as its wide sibling.
    pub(super) fn is_valid(&self, candidate: &Candidate) -> bool {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Listed;
    use crate::rebirth::layout::drafts::{MISS, layout, put, single};
    use crate::rebirth::rules::REPENTANCE;
    use crate::rebirth::stage::{CHEST, VOID};

    /// What the start room offers.
    fn offered(layout: &Layout<'_>, draws: &mut Listed) -> Vec<Candidate> {
        let mut candidates = Candidates::new();
        layout.offer(0, draws, &mut candidates);
        layout.all(&candidates).collect()
    }

    #[test]
    fn r10_the_candidates_are_shuffled_from_the_last_down() {
        let mut candidates = Candidates::new();
        candidates.numbers.extend(0..4);
        // j = 2 % 4, then 0 % 3, then 1 % 2.
        candidates.shuffle(&mut Listed::new(&[2, 0, 1]));
        assert_eq!(candidates.numbers.as_slice(), [3, 1, 0, 2]);
    }

    #[test]
    fn r11_every_slot_draws_thirteen_times_whatever_fits() {
        let tables = Tables::new(&REPENTANCE);
        let mut layout = layout(&REPENTANCE, &tables);
        let count = |layout: &Layout<'_>, draw: u32| {
            let mut draws = Listed::new(&[draw]);
            (offered(layout, &mut draws).len(), draws.drawn())
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
        assert_eq!(offered(&layout, &mut draws).len(), 4 * 13);
        assert_eq!(draws.drawn(), 52);
        shapes.remove(Shape::Square);
        let layout = Layout::new(&REPENTANCE, &tables, shapes, 1, None);
        assert_eq!(offered(&layout, &mut draws).len(), 4 * 11);
    }

    #[test]
    fn r9_a_shape_that_is_not_enabled_is_not_offered() {
        let tables = Tables::new(&REPENTANCE);
        let mut shapes = ShapeSet::ALL;
        shapes.remove(Shape::NoTopLeft);
        let layout = Layout::new(&REPENTANCE, &tables, shapes, 1, None);
        let candidates = offered(&layout, &mut Listed::new(&[0]));
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
}
