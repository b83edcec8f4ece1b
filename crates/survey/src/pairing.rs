//! Two samples from the same seeds, seed by seed.

use basement_floors::{Cell, Floor, Grid, RoomKind};
use serde::{Deserialize, Serialize};

use crate::cells::CellCounts;
use crate::measure::{MEASURES, Measure, RawValues};
use crate::measure_set::MeasureSet;

/// What two samples, X and Y, from the same seeds have in common, seed by seed.
///
/// Two floors from one seed have much in common, so the difference of two means has a smaller error
/// than for independent floors. [`Comparison::paired`](crate::Comparison::paired) computes it. All
/// counts are whole numbers, so that [`Pairing::merge`] makes the whole from its parts in any order.
///
/// ```
/// use basement_floors::{Backend, Request};
/// use basement_survey::{Comparison, Sample, Seeds, measure};
///
/// let before = Backend::Rebirth.generator("article", &[])?;
/// let after = Backend::Rebirth.generator("afterbirth-plus", &[])?;
/// let request = Request::level(4).without_curse();
/// let sample = Sample::of(&*before).request(&request).seeds(Seeds::run(1, 300));
/// let (x, others) = sample.run_beside(&[(&*after, request)])?;
/// let (y, pairing) = &others[0];
/// assert!(pairing.identical <= pairing.seeds);
///
/// let (x, y) = (x.values(measure::CELLS), y.values(measure::CELLS));
/// let paired = Comparison::paired(x, y, pairing.values(measure::CELLS)).expect("300 floors");
/// assert_eq!(Some(paired.difference), Comparison::of(x, y).map(|unpaired| unpaired.difference));
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pairing {
    /// Seeds on which at least one of the two has a floor.
    pub seeds: u64,
    /// Seeds on which both have the same floor: rooms of the same kinds and shapes at the same
    /// places.
    pub identical: u64,
    /// Seeds on which both have a floor.
    pub both: u64,
    values: Vec<PairedValues>,
    cells: Option<PairedCells>,
}

/// For each cell, the seeds on which something is true of it on both floors.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PairedCells {
    /// Both have a room of the plan there.
    pub occupied: CellCounts,
    /// Both have a boss room there.
    pub boss: CellCounts,
}

/// The raw values of one measure on the floors of two samples, X and Y, from the same seeds.
///
/// ```
/// use basement_survey::pairing::PairedValues;
///
/// let mut rooms = PairedValues::default();
/// for (x, y) in [(Some(7), Some(9)), (Some(8), Some(8)), (None, None), (Some(7), None)] {
///     rooms.add(x, y);
/// }
/// assert_eq!((rooms.both, rooms.sum_xy, rooms.differing), (2, 7 * 9 + 8 * 8, 2));
/// assert!(!rooms.are_same());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedValues {
    /// Seeds on which both floors have the measure.
    pub both: u64,
    /// The sum of X's values there.
    pub sum_x: u128,
    /// The sum of Y's values there.
    pub sum_y: u128,
    /// The sum of the products of both values there.
    pub sum_xy: u128,
    /// Seeds on which the values differ, or only one of the two exists.
    pub differing: u64,
}

impl PairedValues {
    /// Counts the values of a seed. A value is `None` if there is no floor or it does not have the
    /// measure.
    #[inline]
    pub fn add(&mut self, x: Option<u32>, y: Option<u32>) {
        if let (Some(x), Some(y)) = (x, y) {
            self.both += 1;
            self.sum_x += u128::from(x);
            self.sum_y += u128::from(y);
            self.sum_xy += u128::from(u64::from(x) * u64::from(y));
        }
        self.differing += u64::from(x != y);
    }

    /// Adds the counts of other seeds.
    pub fn merge(&mut self, other: &Self) {
        self.both += other.both;
        self.sum_x += other.sum_x;
        self.sum_y += other.sum_y;
        self.sum_xy += other.sum_xy;
        self.differing += other.differing;
    }

    /// Whether the measure is the same on every seed.
    #[must_use]
    pub const fn are_same(&self) -> bool {
        self.differing == 0
    }

    /// The values with X and Y exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        Self { sum_x: self.sum_y, sum_y: self.sum_x, ..self }
    }
}

/// Cells of a board, as bits: rows of sixteen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CellBits([u64; 4]);

impl CellBits {
    fn insert(&mut self, cell: Cell) {
        let place = usize::from(cell.y % 16) * 16 + usize::from(cell.x % 16);
        self.0[place / 64] |= 1 << (place % 64);
    }

    /// Counts the cells that are in both.
    fn count_both(&self, other: &Self, counts: &mut CellCounts) {
        for (place, (x, y)) in self.0.iter().zip(&other.0).enumerate() {
            let mut left = x & y;
            while left != 0 {
                let cell = 64 * place + left.trailing_zeros() as usize;
                counts.add(Cell::new((cell % 16) as u8, (cell / 16) as u8));
                left &= left - 1;
            }
        }
    }
}

/// What is kept of a floor until the floors of all samples are made from its seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FloorValues {
    /// A hash that differs between different floors.
    key: u64,
    /// The values of its measures.
    values: RawValues,
    /// The cells of the plan's rooms.
    occupied: CellBits,
    /// The cells of boss rooms.
    boss: CellBits,
}

impl FloorValues {
    pub(crate) fn new(floor: &Floor, key: u64, values: RawValues) -> Self {
        let (mut occupied, mut boss) = (CellBits::default(), CellBits::default());
        for room in floor.rooms().iter().filter(|room| !room.kind.is_added()) {
            for cell in room.cells() {
                occupied.insert(cell);
                if room.kind == RoomKind::Boss {
                    boss.insert(cell);
                }
            }
        }
        Self { key, values, occupied, boss }
    }
}

/// What is kept of a seed; `None` if it has no floor.
pub(crate) type SeedValues = Option<FloorValues>;

impl Pairing {
    /// A pairing without seeds yet, for floors on these grids. Cells are counted if the grids are
    /// the same.
    pub(crate) fn new([x, y]: [Grid; 2]) -> Self {
        let cells = || PairedCells { occupied: CellCounts::new(x), boss: CellCounts::new(x) };
        Self {
            seeds: 0,
            identical: 0,
            both: 0,
            values: vec![PairedValues::default(); MEASURES.len()],
            cells: (x == y).then(cells),
        }
    }

    /// Counts a seed in these measures.
    pub(crate) fn add(&mut self, x: &SeedValues, y: &SeedValues, measures: MeasureSet) {
        let value = |of: &SeedValues, place: usize| of.as_ref().and_then(|it| it.values[place]);
        let key = |of: &SeedValues| of.as_ref().map(|it| it.key);
        if x.is_none() && y.is_none() {
            return;
        }
        self.seeds += 1;
        self.identical += u64::from(key(x) == key(y));
        for measure in measures.iter() {
            let place = measure.place;
            self.values[place].add(value(x, place), value(y, place));
        }
        let (Some(x), Some(y)) = (x, y) else { return };
        self.both += 1;
        if let Some(cells) = &mut self.cells {
            x.occupied.count_both(&y.occupied, &mut cells.occupied);
            x.boss.count_both(&y.boss, &mut cells.boss);
        }
    }

    /// Adds the counts of other seeds.
    pub fn merge(&mut self, other: &Self) {
        self.seeds += other.seeds;
        self.identical += other.identical;
        self.both += other.both;
        if let (Some(cells), Some(more)) = (&mut self.cells, &other.cells) {
            let merged = cells.occupied.merge(&more.occupied);
            if merged.and(cells.boss.merge(&more.boss)).is_err() {
                self.cells = None;
            }
        }
        for (values, more) in self.values.iter_mut().zip(&other.values) {
            values.merge(more);
        }
    }

    /// The values of a measure.
    #[must_use]
    pub fn values(&self, measure: &Measure) -> PairedValues {
        self.values[measure.place]
    }

    /// Where both have a room; `None` if their grids differ.
    #[must_use]
    pub const fn cells(&self) -> Option<&PairedCells> {
        self.cells.as_ref()
    }

    /// Whether both have the same floor on every seed.
    #[must_use]
    pub const fn is_identical(&self) -> bool {
        self.seeds > 0 && self.identical == self.seeds
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::measure;

    fn row(key: u64, rooms: u32) -> SeedValues {
        let mut row = [None; MEASURES.len()];
        row[measure::ROOMS.place] = Some(rooms);
        Some(FloorValues {
            key,
            values: row,
            occupied: CellBits::default(),
            boss: CellBits::default(),
        })
    }

    fn pairing(seeds: &[(SeedValues, SeedValues)]) -> Pairing {
        let mut pairing = Pairing::new([Grid::FLASH; 2]);
        seeds.iter().for_each(|(x, y)| pairing.add(x, y, MeasureSet::ALL));
        pairing
    }

    #[test]
    fn a_pairing_agrees_with_a_table_computed_by_hand() {
        let counted = pairing(&[
            (row(1, 7), row(1, 7)),
            (row(2, 8), row(3, 10)),
            (row(4, 9), None),
            (None, None),
            (row(5, 6), row(6, 6)),
        ]);
        // The fourth seed has no floor at all.
        assert_eq!((counted.seeds, counted.identical), (4, 1));
        let rooms =
            PairedValues { both: 3, sum_x: 21, sum_y: 23, sum_xy: 49 + 80 + 36, differing: 2 };
        assert_eq!(counted.values(measure::ROOMS), rooms);
        assert!(counted.values(measure::LOOPS).are_same(), "no floor has the measure");
        assert!(!counted.is_identical());
        assert!(pairing(&[(row(1, 7), row(1, 7)), (None, None)]).is_identical());
        assert!(!pairing(&[]).is_identical());
    }

    proptest! {
        #[test]
        fn merging_is_exact_in_any_order(
            seeds in prop::collection::vec(
                (prop::option::of((0..3_u64, any::<u32>())), prop::option::of((0..3_u64, any::<u32>()))),
                0..40,
            ),
            cut in any::<prop::sample::Index>(),
        ) {
            let row = |of: &Option<(u64, u32)>| of.and_then(|(key, rooms)| row(key, rooms));
            let seeds: Vec<_> = seeds.iter().map(|(x, y)| (row(x), row(y))).collect();
            let (first, second) = seeds.split_at(cut.index(seeds.len() + 1));
            let (mut one, mut other) = (pairing(first), pairing(second));
            other.merge(&one);
            one.merge(&pairing(second));
            prop_assert_eq!(&one, &pairing(&seeds));
            prop_assert_eq!(&other, &one);
        }
    }
}
