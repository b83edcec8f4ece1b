//! Candidates: what a room offers (R11), and the tables that say which variants fit (R9, R12).

use arrayvec::ArrayVec;
use basement_model::{Direction, DoorSlot, DoorSlots, Shape};

use super::cells::{CellIndex, CellSet};
use super::outline::{
    NEEDS_SECOND_SLOT, Outlines, ShapeSet, VARIANTS, Variant, VariantTable, entry_slot,
};
use super::rules::RebirthRules;
use crate::draws::{Divisor, Draws, SlotDivisors};

/// R11: a room that could be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) anchor: CellIndex,
    pub(super) shape: Shape,
    pub(super) entry: CellIndex,
    pub(super) direction: Direction,
    /// Its cells, as bits of the 3x3 block around the entry.
    pub(super) block: u16,
}

/// Eight slots, fourteen variants each.
const MOST_CANDIDATES: usize = 8 * VARIANTS;

/// The candidates of one room, by number.
///
/// The number of a candidate is 16 e + v: its entry is number e of the free cells behind the room's
/// slots, and its outline is variant v of the way in.
pub(super) struct Candidates {
    /// The free cells behind the room's slots, each with its slot.
    pub(super) entries: [(CellIndex, DoorSlot); 8],
    /// Which numbers are offered: sixteen bits for each entry, four entries in a word.
    pub(super) offered: [u64; 2],
    /// The offered numbers in the order in which they are tried, once they are listed.
    pub(super) numbers: ArrayVec<u8, MOST_CANDIDATES>,
}

impl Candidates {
    pub(super) const fn new() -> Self {
        Self { entries: [(0, DoorSlot::Left0); 8], offered: [0; 2], numbers: ArrayVec::new_const() }
    }

    /// Lists the numbers in ascending order.
    pub(super) fn list(&mut self) {
        self.numbers.clear();
        for (word, offered) in self.offered.into_iter().enumerate() {
            let mut left = offered;
            while left != 0 {
                self.numbers.push((64 * word) as u8 + left.trailing_zeros() as u8);
                left &= left - 1;
            }
        }
    }

    /// F4: lists the candidates way by way, right, left, down, up. Each way is skipped with chance
    /// 1/n. The candidates of a way are shuffled as in R10.
    pub(super) fn toss<D: Draws>(&mut self, skip_one_in: u32, draws: &mut D) {
        // The slots to the right, left, below and above.
        const ORDER: [u8; 8] = [2, 6, 0, 4, 3, 7, 1, 5];
        self.numbers.clear();
        let offered_by = |number: usize| (self.offered[number / 4] >> (16 * (number % 4))) as u16;
        let mut ways = 0_u8;
        for (number, (_, slot)) in self.entries.iter().enumerate() {
            ways |= u8::from(offered_by(number) != 0) << *slot as u8;
        }
        for slot in ORDER.into_iter().filter(|slot| ways >> slot & 1 == 1) {
            if draws.one_in(skip_one_in) {
                continue;
            }
            // Entries are in the order of their slots.
            let number = (ways & ((1 << slot) - 1)).count_ones() as usize;
            let (first, mut left) = (self.numbers.len(), offered_by(number));
            while left != 0 {
                self.numbers.push((16 * number) as u8 + left.trailing_zeros() as u8);
                left &= left - 1;
            }
            for last in (first + 1..self.numbers.len()).rev() {
                let other = first + draws.below((last - first + 1) as u32) as usize;
                self.numbers.swap(last, other);
            }
        }
    }

    /// R10: lists the candidates in the order of the Fisher-Yates shuffle, from the last candidate
    /// down to the second.
    pub(super) fn shuffle<D: Draws>(&mut self, draws: &mut D) {
        self.list();
        for last in (1..self.numbers.len()).rev() {
            let other = DIVISORS[last + 1].remainder(draws.draw()) as usize;
            self.numbers.swap(last, other);
        }
    }
}

/// The divisors of a shuffle's draws, by the number of candidates that a draw chooses among.
static DIVISORS: [Divisor; MOST_CANDIDATES + 1] = {
    let mut divisors = [Divisor::new(0); MOST_CANDIDATES + 1];
    let mut n = 1;
    while n <= MOST_CANDIDATES {
        divisors[n] = Divisor::new(n as u32);
        n += 1;
    }
    divisors
};

/// The outlines and their variants, prepared for the look-ups of a generator's layouts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OutlineTables {
    pub(super) outlines: Outlines,
    pub(super) variants: VariantTable,
    /// R11: the weights of the variants.
    pub(super) weights: SlotDivisors,
    /// R12: the variants that fit, as bits, by direction and by the blocked cells of the 3x3 block
    /// around the entry. Every variant is within that block, so nine bits decide what fits.
    pub(super) fits: [[u16; 512]; 4],
    /// W19: the variants of each shape, as bits, by direction and by whether they need the second slot
    /// towards the parent.
    by_shape: [[[u16; 13]; 2]; 4],
    /// The variants that a slot can offer when all twelve shapes are enabled.
    pub(super) all_shapes: EnabledVariants,
    /// F1: the cells of the full grid that a smaller one lacks.
    pub(super) outside: CellSet,
    /// F1: how many cells the grid has.
    pub(super) cells: u32,
}

impl OutlineTables {
    pub(super) fn new(rules: &RebirthRules) -> Self {
        let variants = VariantTable::new();
        let fits = Direction::ALL.map(|direction| {
            core::array::from_fn(|blocked| {
                variants.matching(direction, |variant| usize::from(variant.block) & blocked == 0)
            })
        });
        let by_shape = Direction::ALL.map(|direction| {
            [false, true].map(|is_second| {
                let with_slot = (0..VARIANTS)
                    .filter(|number| NEEDS_SECOND_SLOT[*number] == Some(is_second))
                    .fold(0, |set, number| set | 1 << number);
                core::array::from_fn(|shape| {
                    let of_shape =
                        variants.matching(direction, |variant| variant.shape as usize == shape);
                    of_shape & with_slot
                })
            })
        });
        let outside = CellSet::outside_of(rules.growth.columns, rules.growth.rows);
        Self {
            outside,
            cells: CellSet::GRID.without(&outside).len() as u32,
            outlines: Outlines::new(),
            all_shapes: EnabledVariants::new(&variants, ShapeSet::ALL),
            variants,
            weights: SlotDivisors::new(rules.variants.weights()),
            fits,
            by_shape,
        }
    }

    /// W19: the variants of a shape that fit around an entry cell and whose slot towards the parent
    /// is in `doors`.
    ///
    /// `blocked` has the blocked cells of the 3x3 block around the entry. Two table rows and an AND
    /// replace fourteen tests.
    pub(super) fn enterable(
        &self,
        direction: Direction,
        shape: Shape,
        doors: DoorSlots,
        blocked: u16,
    ) -> impl Iterator<Item = &Variant> {
        let way_in = direction as usize;
        let with_door = |is_second: bool| {
            let has_door = doors.contains(entry_slot(direction, is_second));
            if has_door { self.by_shape[way_in][usize::from(is_second)][shape as usize] } else { 0 }
        };
        let fitting = self.fits[way_in][usize::from(blocked & 511)];
        let mut left = (with_door(false) | with_door(true)) & fitting;
        core::iter::from_fn(move || {
            let first = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            self.variants.row_of(direction).get(first as usize)
        })
    }
}

/// R9, R18: the variants that a slot can offer when some shapes are enabled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EnabledVariants {
    /// The variants that have an enabled shape, as bits, by direction.
    pub(super) by_direction: [u16; 4],
    /// The variants that are offered whatever is drawn: 1x1, or all if 1x1 is not enabled.
    pub(super) certain: u16,
}

impl EnabledVariants {
    pub(super) fn new(variants: &VariantTable, shapes: ShapeSet) -> Self {
        let enabled =
            |direction| variants.matching(direction, |variant| shapes.contains(variant.shape));
        Self {
            by_direction: Direction::ALL.map(enabled),
            certain: if shapes.contains(Shape::Single) { 1 } else { u16::MAX },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::{Draws, Listed};
    use basement_model::DoorSlot;

    #[test]
    fn f4_ways_out_are_skipped_by_a_coin_in_the_order_right_left_down_up() {
        let mut candidates = Candidates::new();
        candidates.entries[..4].copy_from_slice(&[
            (0, DoorSlot::Left0),
            (0, DoorSlot::Up0),
            (0, DoorSlot::Right0),
            (0, DoorSlot::Down0),
        ]);
        // A 1x1 for each way out, and two more outlines to the right.
        candidates.offered = [1 | 1 << 16 | 0b111 << 32 | 1 << 48, 0];
        // Right: no skip, then 1 % 3 and 1 % 2; left: skipped; down and up: not.
        let mut draws = Listed::new(&[1, 1, 1, 2, 1, 1]);
        candidates.toss(2, &mut draws);
        assert_eq!(candidates.numbers.as_slice(), [32, 34, 33, 48, 16]);
        assert_eq!(draws.drawn(), 6);
        // Without a candidate there is no coin.
        candidates.offered = [0; 2];
        candidates.toss(2, &mut draws);
        assert!(candidates.numbers.is_empty());
        assert_eq!(draws.drawn(), 6);
    }
}
