//! What is kept of many floors: only counts.

pub use crate::bosses::BossCounts;
pub use crate::cells::CellCounts;
pub use crate::histogram::{Bin, Histogram};
pub use crate::room_frequency::RoomFrequency;

use basement_floors::{Cell, Grid, RoomKind};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use strum::VariantArray;

use crate::analysis::Analysis;
use crate::error::SurveyError;
use crate::measure::{self, MEASURES, Measure};
use crate::measure_set::MeasureSet;
use crate::pairs::{PAIRS, Pair, PairCounts};
use crate::record::{FloorRecord, RECORD_SIDE, RecordGraph};
use crate::values::Values;

/// The grid on which records of floors are counted: every cell of a 32x32 grid seen from
/// every other.
const RECORD_GRID: Grid = Grid {
    left: 0,
    width: 2 * RECORD_SIDE - 1,
    height: 2 * RECORD_SIDE - 1,
    start: Cell::new(RECORD_SIDE - 1, RECORD_SIDE - 1),
};

/// How often rooms of one kind occurred, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KindCounts {
    /// The kind.
    pub kind: RoomKind,
    /// Floors that have at least one.
    pub floors: u64,
    /// Rooms of the kind on all floors.
    pub rooms: u64,
    /// Steps through doors from the start, room by room; rooms that no door leads to are not counted,
    /// and normal rooms never are.
    pub distance: Histogram,
    /// Floors on which a cell belongs to such a room.
    pub cells: CellCounts,
}

/// The summary of many floors of one generator and request.
///
/// Summaries contain only whole numbers, so that [`Summary::merge`] makes the whole from its parts,
/// bit for bit and in any order.
///
/// ```
/// use basement_floors::{Backend, RoomKind};
/// use basement_survey::{Sample, Seeds, measure};
///
/// let flash = Backend::Flash.generator(None, &[])?;
/// let mut summary = Sample::of(&*flash).seeds(Seeds::pcg(0, 200)).run()?;
/// summary.merge(&Sample::of(&*flash).seeds(Seeds::pcg(200, 300)).run()?)?;
/// assert_eq!(summary, Sample::of(&*flash).seeds(Seeds::pcg(0, 500)).run()?);
/// assert_eq!(summary.kind(RoomKind::Boss).floors, 500);
/// assert_eq!(summary.mean(measure::RINGS), Some(0.0));
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Summary {
    /// Floors counted.
    pub floors: u64,
    /// Seeds for which the generator gave up.
    pub gave_up: u64,
    /// The smallest such seed number.
    pub gave_up_witness: Option<u64>,
    #[serde(deserialize_with = "read_measures")]
    pub(crate) measures: Vec<Histogram>,
    #[serde(deserialize_with = "read_kinds")]
    pub(crate) kinds: Vec<KindCounts>,
    /// Floors on which a cell belongs to a room of the plan.
    pub occupied: CellCounts,
    #[serde(deserialize_with = "read_pairs")]
    pub(crate) pairs: Vec<PairCounts>,
    /// How many floors have each boss ([W12](basement_floors::rules#w12)); empty for floors without
    /// a placing phase.
    pub bosses: BossCounts,
}

fn read_measures<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Histogram>, D::Error> {
    read(from, "measures", |given| given.len() == MEASURES.len())
}

fn read_kinds<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<KindCounts>, D::Error> {
    read(from, "kinds of rooms", |given: &[KindCounts]| {
        given.iter().map(|counts| &counts.kind).eq(RoomKind::VARIANTS)
    })
}

fn read_pairs<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<PairCounts>, D::Error> {
    read(from, "pairs of measures", |given: &[PairCounts]| {
        given.len() == PAIRS.len()
            && given.iter().zip(&PAIRS).all(|(counts, pair)| counts.are_of(pair))
    })
}

/// Reads counts that must be those of this version.
fn read<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
    what: &str,
    are_known: impl Fn(&[T]) -> bool,
) -> Result<Vec<T>, D::Error> {
    let given = Vec::deserialize(from)?;
    if are_known(&given) {
        return Ok(given);
    }
    let message = format!("its {what} are not those of this version: count the floors again");
    Err(D::Error::custom(message))
}

impl Summary {
    /// The summary of no floor.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        let kind = |kind: &RoomKind| KindCounts {
            kind: *kind,
            floors: 0,
            rooms: 0,
            distance: Histogram::default(),
            cells: CellCounts::new(grid),
        };
        Self {
            floors: 0,
            gave_up: 0,
            gave_up_witness: None,
            measures: vec![Histogram::default(); MEASURES.len()],
            kinds: RoomKind::VARIANTS.iter().map(kind).collect(),
            occupied: CellCounts::new(grid),
            pairs: PAIRS.iter().map(PairCounts::new).collect(),
            bosses: BossCounts::default(),
        }
    }

    /// The summary of no floor, for floors from elsewhere. Their cells are counted from the start,
    /// which is the middle cell of the summary's grid: floors are thus aligned by their start rooms.
    #[must_use]
    pub fn of_records() -> Self {
        Self::new(RECORD_GRID)
    }

    /// Counts a floor from elsewhere, the `number`th of its source. The summary is one of
    /// [`Summary::of_records`]. Cells, distances and pairs are counted only if all measures are asked
    /// for.
    pub(crate) fn add_record(&mut self, record: &FloorRecord, number: u64, asked: MeasureSet) {
        let graph = RecordGraph::of(record);
        let analysis = Analysis::of_graph(record, &graph, asked.needs());
        self.add_analysis(&analysis, number, asked);
        if !asked.is_all() {
            return;
        }
        let (grid, start) = (*self.grid(), record.start());
        for (index, room) in record.rooms().iter().enumerate() {
            let kind = room.kind();
            if kind != RoomKind::Normal
                && let Some(distance) = graph.distance(index)
            {
                self.kinds[kind as usize].distance.add(distance, number);
            }
            for cell in room.cells() {
                let cell = Cell::new(
                    (grid.start.x + cell.x).wrapping_sub(start.x),
                    (grid.start.y + cell.y).wrapping_sub(start.y),
                );
                self.add_cell(cell, kind);
            }
        }
    }

    /// Counts what is known of a floor: its kinds of rooms and these measures, and if all measures
    /// are asked for, the pairs of measures.
    pub(crate) fn add_analysis(&mut self, analysis: &Analysis, number: u64, asked: MeasureSet) {
        let values = analysis.values(asked);
        for (value, histogram) in values.iter().zip(&mut self.measures) {
            if let Some(value) = value {
                histogram.add(*value, number);
            }
        }
        if asked.is_all() {
            for (pair, counts) in PAIRS.iter().zip(&mut self.pairs) {
                counts.add(pair, &values);
            }
        }
        self.floors += 1;
        for (counts, rooms) in self.kinds.iter_mut().zip(analysis.kinds) {
            counts.rooms += u64::from(rooms);
            counts.floors += u64::from(rooms > 0);
        }
    }

    #[inline]
    pub(crate) fn add_cell(&mut self, cell: Cell, kind: RoomKind) {
        self.kinds[kind as usize].cells.add(cell);
        if !kind.is_added() {
            self.occupied.add(cell);
        }
    }

    /// Counts a seed for which the generator gave up.
    pub(crate) fn add_failure(&mut self, seed: u64) {
        self.gave_up += 1;
        self.gave_up_witness = Some(self.gave_up_witness.map_or(seed, |first| first.min(seed)));
    }

    /// Checks the counts that follow from others. The error names those that do not agree.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        let fits = |values: &Histogram| values.total() <= self.floors;
        let rooms = self.histogram(measure::ROOMS).raw_sum();
        let plan = || self.kinds.iter().filter(|counts| !counts.kind.is_added());
        if self.measures[0].total() != self.floors || !self.measures.iter().all(fits) {
            return Err("its measures");
        }
        let is_sound = |counts: &KindCounts| {
            counts.floors <= self.floors.min(counts.rooms)
                && counts.distance.total() <= counts.rooms
        };
        if !self.kinds.iter().all(is_sound)
            || rooms != plan().map(|counts| u128::from(counts.rooms)).sum::<u128>()
        {
            return Err("its kinds of rooms");
        }
        let mut occupied = CellCounts::new(*self.grid());
        if plan().any(|counts| occupied.merge(&counts.cells).is_err()) || occupied != self.occupied
        {
            return Err("its cells");
        }
        if self.pairs.iter().any(|counts| counts.total() > self.floors) {
            return Err("its pairs of measures");
        }
        if self.bosses.total() > self.floors {
            return Err("its bosses");
        }
        Ok(())
    }

    /// Adds the counts of another summary.
    ///
    /// # Errors
    ///
    /// [`SurveyError::GridMismatch`] if it has another grid.
    pub fn merge(&mut self, other: &Self) -> Result<(), SurveyError> {
        self.occupied.merge(&other.occupied)?;
        for (counts, more) in self.kinds.iter_mut().zip(&other.kinds) {
            counts.cells.merge(&more.cells)?;
            counts.floors += more.floors;
            counts.rooms += more.rooms;
            counts.distance.merge(&more.distance);
        }
        self.bosses.merge(&other.bosses);
        self.floors += other.floors;
        self.gave_up += other.gave_up;
        let witnesses = self.gave_up_witness.into_iter().chain(other.gave_up_witness);
        self.gave_up_witness = witnesses.min();
        for (histogram, more) in self.measures.iter_mut().zip(&other.measures) {
            histogram.merge(more);
        }
        for (counts, more) in self.pairs.iter_mut().zip(&other.pairs) {
            counts.merge(more);
        }
        Ok(())
    }

    /// Forgets the counts of all other measures.
    pub(crate) fn keep_measures(&mut self, measures: MeasureSet) {
        for (measure, values) in MEASURES.iter().zip(&mut self.measures) {
            if !measures.contains(measure) {
                *values = Histogram::default();
            }
        }
    }

    /// The values of a measure, in its unit.
    #[must_use]
    pub fn values(&self, measure: &'static Measure) -> Values<'_> {
        Values::new(measure, self.histogram(measure))
    }

    /// The mean of a measure, in its unit; `None` if no floor has it.
    #[must_use]
    pub fn mean(&self, measure: &'static Measure) -> Option<f64> {
        self.values(measure).mean()
    }

    /// The counts of a measure's raw values.
    #[must_use]
    pub fn histogram(&self, measure: &'static Measure) -> &Histogram {
        &self.measures[measure.place]
    }

    /// All measures with the counts of their raw values.
    pub fn histograms(&self) -> impl Iterator<Item = (&'static Measure, &Histogram)> {
        MEASURES.iter().zip(&self.measures)
    }

    /// The counts of a kind of room.
    #[must_use]
    pub fn kind(&self, kind: RoomKind) -> &KindCounts {
        &self.kinds[kind as usize]
    }

    /// The counts of all kinds.
    #[must_use]
    pub fn kinds(&self) -> &[KindCounts] {
        &self.kinds
    }

    /// The counts of each of [`PAIRS`].
    pub fn pairs(&self) -> impl Iterator<Item = (&'static Pair, &PairCounts)> {
        PAIRS.iter().zip(&self.pairs)
    }

    /// The grid of its floors.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        self.occupied.grid()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_read_only_with_the_counts_of_this_version() {
        let whole = Summary::new(Grid::FLASH);
        let read = |summary: &Summary| {
            let text = serde_json::to_string(summary).unwrap();
            serde_json::from_str::<Summary>(&text).map_err(|error| error.to_string())
        };
        assert_eq!(read(&whole), Ok(whole.clone()));
        let mut no_kinds = whole.clone();
        no_kinds.kinds.clear();
        let mut exchanged = whole.clone();
        exchanged.pairs.swap(0, 1);
        let mut one_less = whole;
        one_less.measures.pop();
        for (summary, counts) in
            [(one_less, "measures"), (no_kinds, "kinds of rooms"), (exchanged, "pairs of measures")]
        {
            let message = format!("its {counts} are not those of this version");
            assert!(read(&summary).unwrap_err().starts_with(&message), "{message}");
        }
    }
}
