//! What is kept of many floors: counts, and nothing but counts.

use basement_floors::{Floor, Grid, RoomKind};
use serde::{Deserialize, Serialize};
use strum::VariantArray;

use crate::analysis::Analysis;
use crate::cells::CellCounts;
use crate::error::SurveyError;
use crate::histogram::Histogram;
use crate::measure::{self, MEASURES};
use crate::pairs::{PAIR_PLACES, PAIRS, Pair, PairCounts};

/// How often rooms of one kind came up, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KindCounts {
    /// The kind.
    pub kind: RoomKind,
    /// Floors that have at least one.
    pub floors: u64,
    /// Rooms of the kind on all floors.
    pub rooms: u64,
    /// Steps through doors from the start, room by room; rooms that no door
    /// leads to are not counted.
    pub distance: Histogram,
    /// Floors on which a cell belongs to such a room.
    pub cells: CellCounts,
}

/// The summary of many floors of one generator and request.
///
/// Summaries hold whole numbers only: [`Summary::merge`] of two halves is the
/// whole, bit for bit and in any order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Floors counted.
    pub floors: u64,
    /// Seeds for which the generator gave up.
    pub gave_up: u64,
    /// The smallest such seed number.
    pub gave_up_witness: Option<u64>,
    pub(crate) measures: Vec<Histogram>,
    pub(crate) kinds: Vec<KindCounts>,
    /// Floors on which a cell belongs to a room of the plan.
    pub occupied: CellCounts,
    pub(crate) pairs: Vec<PairCounts>,
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
        }
    }

    /// Counts a floor that came from a seed number.
    pub fn add(&mut self, floor: &Floor, seed: u64) {
        let analysis = Analysis::of(floor);
        self.floors += 1;
        let values = measure::values(&analysis);
        for (value, histogram) in values.iter().zip(&mut self.measures) {
            if let Some(value) = value {
                histogram.add(*value, seed);
            }
        }
        for (counts, rooms) in self.kinds.iter_mut().zip(analysis.tally.kinds) {
            counts.rooms += u64::from(rooms);
            counts.floors += u64::from(rooms > 0);
        }
        for index in analysis.tally.special_rooms() {
            if let Some(distance) = analysis.distance(index) {
                let kind = floor.rooms()[index].kind;
                self.kinds[kind as usize].distance.add(distance.into(), seed);
            }
        }
        let grid = *self.grid();
        for (cell, room) in analysis.occupancy.cells() {
            let Some(place) = grid.index(cell) else { continue };
            let kind = floor.rooms()[room].kind;
            self.kinds[kind as usize].cells.add_at(place);
            if !kind.is_added() {
                self.occupied.add_at(place);
            }
        }
        for (places, counts) in PAIR_PLACES.iter().zip(&mut self.pairs) {
            counts.add(places, &values);
        }
    }

    /// Counts a seed for which the generator gave up.
    pub fn add_failure(&mut self, seed: u64) {
        self.gave_up += 1;
        self.gave_up_witness = Some(self.gave_up_witness.map_or(seed, |first| first.min(seed)));
    }

    /// Whether the counts agree, as far as one follows from others; or which do not.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        let fits = |values: &Histogram| values.total() <= self.floors;
        let rooms = self.histogram("rooms").map(Histogram::sum);
        let plan = || self.kinds.iter().filter(|counts| !counts.kind.is_added());
        if self.measures[0].total() != self.floors || !self.measures.iter().all(fits) {
            return Err("its measures");
        }
        let is_sound = |counts: &KindCounts| {
            counts.floors <= self.floors.min(counts.rooms)
                && counts.distance.total() <= counts.rooms
        };
        if !self.kinds.iter().all(is_sound)
            || rooms != Some(plan().map(|counts| u128::from(counts.rooms)).sum())
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
        Ok(())
    }

    /// Takes in the counts of another summary.
    ///
    /// # Errors
    ///
    /// [`SurveyError::GridMismatch`] when it is of another grid.
    pub fn merge(&mut self, other: &Self) -> Result<(), SurveyError> {
        self.occupied.merge(&other.occupied)?;
        for (counts, more) in self.kinds.iter_mut().zip(&other.kinds) {
            counts.cells.merge(&more.cells)?;
            counts.floors += more.floors;
            counts.rooms += more.rooms;
            counts.distance.merge(&more.distance);
        }
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

    /// The values of a measure; `None` for a name that is no measure.
    #[must_use]
    pub fn histogram(&self, measure: &str) -> Option<&Histogram> {
        self.measures.get(measure::place_of(measure)?)
    }

    /// All measures with their values.
    pub fn histograms(&self) -> impl Iterator<Item = (&'static measure::Measure, &Histogram)> {
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
