//! The counts of one thread, in narrow bins side by side.

use basement_floors::{Cell, Floor, Grid, MAX_ROOMS, RoomKind};
use strum::{EnumCount, VariantArray};

use crate::analysis::Analysis;
use crate::cell_floor::CellFloor;
use crate::error::SurveyError;
use crate::histogram::{Bin, DENSE, Histogram};
use crate::inspection::Inspection;
use crate::measure::{self, MEASURES};
use crate::measure_set::MeasureSet;
use crate::needs::Needs;
use crate::pairs::{PAIRS, Pair, PairAxis};
use crate::summary::Summary;
use crate::walk::Rooms;

/// Where the bins of each measure begin: where those of the measure before it end. The last number
/// is where all bins end.
const VALUE_BINS: [usize; MEASURES.len() + 1] = {
    let (mut ends, mut place) = ([0; MEASURES.len() + 1], 0);
    while place < MEASURES.len() {
        let most = MEASURES[place].most;
        // Larger values are rare, or differ from floor to floor.
        let bins = if most < DENSE { most + 1 } else { DENSE };
        ends[place + 1] = ends[place] + bins as usize;
        place += 1;
    }
    ends
};
const VALUES: usize = VALUE_BINS[MEASURES.len()];

/// The places of a pair's measures among all measures, and of its bins among those of all pairs.
#[derive(Clone, Copy)]
struct PairPlaces {
    x: usize,
    y: usize,
    columns: u32,
    first: usize,
}

/// The bins of a pair begin where those of the pair before it end.
const PAIR_PLACES: [PairPlaces; PAIRS.len()] = {
    let mut places = [PairPlaces { x: 0, y: 0, columns: 0, first: 0 }; PAIRS.len()];
    let (mut pair, mut first) = (0, 0);
    while pair < PAIRS.len() {
        let Pair { x, y } = PAIRS[pair];
        let (columns, rows) = (x.bins(), y.bins());
        let (x, y) = (x.measure.place, y.measure.place);
        places[pair] = PairPlaces { x, y, columns: columns as u32, first };
        first += columns * rows;
        pair += 1;
    }
    places
};
const PAIR_BINS: usize = {
    let (last, pair) = (PAIR_PLACES[PAIRS.len() - 1], PAIRS[PAIRS.len() - 1]);
    last.first + pair.x.bins() * pair.y.bins()
};

/// The axis of each measure that is in a pair. A measure has the same axis in all its pairs.
const AXES: [Option<PairAxis>; MEASURES.len()] = {
    let (mut axes, mut pair) = ([None; MEASURES.len()], 0);
    while pair < PAIRS.len() {
        let Pair { x, y } = PAIRS[pair];
        axes[x.measure.place] = Some(x);
        axes[y.measure.place] = Some(y);
        pair += 1;
    }
    axes
};

/// The measures that are 0 if all rooms of the plan have the first outline, as on all floors of
/// Flash.
const OF_OTHER_OUTLINES: [bool; MEASURES.len()] = {
    let mut places = [false; MEASURES.len()];
    places[measure::LARGE_ROOMS.place] = true;
    let mut place = measure::ROOMS_1X1.place + 1;
    while place <= measure::ROOMS_LBR.place {
        places[place] = true;
        place += 1;
    }
    places
};

/// The cells in a row, and in all, of the board on which cells are counted. Every floor fits on it.
const STRIDE: usize = 16;
const PLACES: usize = STRIDE * STRIDE;
/// Distances of a kind of room: a room is fewer steps from the start than its floor has rooms.
const STEPS: usize = MAX_ROOMS + 1;

/// Counts the floors of one thread.
///
/// The bins of a [`Summary`] are wide and far apart in memory. Here they have 32 bits each, and
/// bins of the same kind share an array; they move to the summary before they can overflow, and at
/// the end. The first seed of a bin is written only while the bin is empty, because a thread visits
/// its seeds in ascending order.
pub(crate) struct Counter {
    /// Counts that were moved out of the narrow bins, and values that have no narrow bin.
    summary: Summary,
    measures: MeasureSet,
    needs: Needs,
    /// Whether cells are counted even if not all measures are.
    counts_cells: bool,
    /// The floors in the narrow counts, and how many fit.
    floors: u32,
    most_floors: u32,
    values: Bins<VALUES>,
    /// Floors on which all rooms of the plan have the first outline: zeros of [`OF_OTHER_OUTLINES`]
    /// that are not among the values.
    plain: Option<Bin>,
    distances: Bins<{ RoomKind::COUNT * STEPS }>,
    pairs: Box<[u32; PAIR_BINS]>,
    cells: Box<[u32; RoomKind::COUNT * PLACES]>,
    rooms: [u32; RoomKind::COUNT],
    floors_with: [u32; RoomKind::COUNT],
}

/// Bins of several histograms.
struct Bins<const BINS: usize> {
    counts: Box<[u32; BINS]>,
    /// The first seed of each bin that is not empty.
    seeds: Box<[u64; BINS]>,
}

impl<const BINS: usize> Bins<BINS> {
    fn new() -> Self {
        Self { counts: Box::new([0; BINS]), seeds: Box::new([0; BINS]) }
    }

    #[inline]
    fn add(&mut self, bin: usize, seed: u64) {
        if let (Some(count), Some(first)) = (self.counts.get_mut(bin), self.seeds.get_mut(bin)) {
            if *count == 0 {
                *first = seed;
            }
            *count += 1;
        }
    }

    /// Moves `bins` bins, from `first` on, to their histogram.
    fn move_to(&mut self, histogram: &mut Histogram, first: usize, bins: usize) {
        let counts = self.counts.iter_mut().zip(&self.seeds[..]).skip(first).take(bins);
        for (value, (count, seed)) in (0..).zip(counts) {
            if *count > 0 {
                let bin = Bin { count: std::mem::take(count).into(), witness: *seed };
                histogram.merge_bin(value, bin);
            }
        }
    }
}

impl Counter {
    /// An empty counter.
    pub(crate) fn new(grid: Grid, measures: MeasureSet) -> Self {
        Self {
            summary: Summary::new(grid),
            measures,
            needs: measures.needs(),
            counts_cells: false,
            floors: 0,
            // A floor adds at most MAX_ROOMS to a count.
            most_floors: u32::MAX / MAX_ROOMS as u32,
            values: Bins::new(),
            plain: None,
            distances: Bins::new(),
            pairs: Box::new([0; PAIR_BINS]),
            cells: Box::new([0; RoomKind::COUNT * PLACES]),
            rooms: [0; RoomKind::COUNT],
            floors_with: [0; RoomKind::COUNT],
        }
    }

    /// Sets whether cells are counted even if not all measures are.
    pub(crate) fn cells(self, counts_cells: bool) -> Self {
        Self { counts_cells, ..self }
    }

    /// Counts the floor of a seed number, which must be greater than those before. Returns the
    /// facts about the floor that the measures read.
    pub(crate) fn add(&mut self, floor: &Floor, seed: u64) -> Analysis {
        if self.floors == self.most_floors {
            self.flush();
        }
        self.floors += 1;
        if let Some(boss) = floor.outcome().boss() {
            self.summary.bosses.add(boss);
        }
        if self.measures.is_all() {
            CellFloor::read(floor, |cells| self.add_cell_floor(floor, cells, seed)).unwrap_or_else(
                || Inspection::read(floor, |inspection| self.add_inspection(inspection, seed)),
            )
        } else {
            // Floors of one-cell rooms are faster to analyse in whole than in part, unless the
            // rooms themselves are enough.
            let whole = match self.needs {
                Needs::ROOMS => None,
                needs => CellFloor::read(floor, |cells| cells.analysis(needs)),
            };
            let analysis = whole.unwrap_or_else(|| Analysis::of_needs(floor, self.needs));
            self.add_kinds(&analysis);
            for measure in self.measures.iter() {
                if let Some(value) = measure.raw_of(&analysis) {
                    self.add_value(measure.place, value, seed);
                }
            }
            if self.counts_cells {
                for room in floor.rooms() {
                    room.cells().for_each(|cell| self.add_cell(cell, room.kind));
                }
            }
            analysis
        }
    }

    /// Counts a seed for which the generator gave up.
    pub(crate) fn add_failure(&mut self, seed: u64) {
        self.summary.add_failure(seed);
    }

    /// Adds what another thread counted.
    pub(crate) fn merge(&mut self, other: Self) -> Result<(), SurveyError> {
        self.summary.merge(&other.into_summary())
    }

    pub(crate) fn into_summary(mut self) -> Summary {
        self.flush();
        self.summary
    }

    /// Counts a floor of one-cell rooms, with the same result as [`Counter::add_inspection`].
    #[inline]
    fn add_cell_floor(&mut self, floor: &Floor, cells: &CellFloor<'_>, seed: u64) -> Analysis {
        let analysis = cells.analysis(Needs::ALL);
        self.add_kinds(&analysis);
        self.add_values(&analysis, seed);
        for room in floor.rooms() {
            self.add_cell(room.anchor, room.kind);
        }
        for index in cells.tally.special.iter() {
            let room = &floor.rooms()[index];
            if let Some(distance) = cells.distance(room.anchor) {
                self.distances.add(room.kind as usize * STEPS + usize::from(distance), seed);
            }
        }
        analysis
    }

    #[inline]
    fn add_inspection(&mut self, inspection: &Inspection<'_>, seed: u64) -> Analysis {
        let analysis = Analysis::of_inspection(inspection);
        self.add_kinds(&analysis);
        self.add_values(&analysis, seed);
        for index in inspection.tally.special.iter() {
            if let Some(distance) = inspection.distance(index) {
                let kind = inspection.floor.rooms()[index].kind;
                self.distances.add(kind as usize * STEPS + usize::from(distance), seed);
            }
        }
        for (cell, kind) in inspection.occupancy.kinds() {
            self.add_cell(cell, kind);
        }
        analysis
    }

    #[inline]
    fn add_cell(&mut self, Cell { x, y }: Cell, kind: RoomKind) {
        let place = usize::from(y % STRIDE as u8) * STRIDE + usize::from(x % STRIDE as u8);
        self.cells[kind as usize * PLACES + place] += 1;
    }

    #[inline]
    fn add_kinds(&mut self, analysis: &Analysis) {
        let counts = self.rooms.iter_mut().zip(&mut self.floors_with);
        for ((count, floors_with), rooms) in counts.zip(analysis.kinds) {
            *count += u32::from(rooms);
            *floors_with += u32::from(rooms > 0);
        }
    }

    /// Counts all measures and their pairs.
    fn add_values(&mut self, analysis: &Analysis, seed: u64) {
        const NO_BIN: u32 = u32::MAX;
        let mut bins = [NO_BIN; MEASURES.len()];
        let is_plain = u32::from(analysis.shapes[1]) == analysis.rooms;
        if is_plain {
            self.plain.get_or_insert(Bin { count: 0, witness: seed }).count += 1;
        }
        measure::for_each_value(analysis, |place, value| {
            if is_plain && OF_OTHER_OUTLINES[place] {
                return;
            }
            self.add_value(place, value, seed);
            if let Some(axis) = AXES[place] {
                bins[place] = value.min(axis.measure.most) / axis.width;
            }
        });
        for PairPlaces { x, y, columns, first } in PAIR_PLACES {
            let (x, y) = (bins[x], bins[y]);
            if x != NO_BIN
                && y != NO_BIN
                && let Some(count) = self.pairs.get_mut(first + (y * columns + x) as usize)
            {
                *count += 1;
            }
        }
    }

    /// Counts a value of the measure at a place of [`MEASURES`].
    // Inlined: if the place is a constant, so are the bounds of the bins.
    #[inline(always)]
    fn add_value(&mut self, place: usize, value: u32, seed: u64) {
        let (first, end) = (VALUE_BINS[place], VALUE_BINS[place + 1]);
        let bin = first + value as usize;
        if bin < end {
            self.values.add(bin, seed);
        } else {
            self.summary.measures[place].add(value, seed);
        }
    }

    /// Moves the narrow counts to the summary.
    fn flush(&mut self) {
        let summary = &mut self.summary;
        summary.floors += u64::from(std::mem::take(&mut self.floors));
        for (place, histogram) in summary.measures.iter_mut().enumerate() {
            let (first, end) = (VALUE_BINS[place], VALUE_BINS[place + 1]);
            self.values.move_to(histogram, first, end - first);
            if let Some(zeros) = self.plain.filter(|_| OF_OTHER_OUTLINES[place]) {
                histogram.merge_bin(0, zeros);
            }
        }
        self.plain = None;
        for (kind, counts) in summary.kinds.iter_mut().enumerate() {
            counts.rooms += u64::from(std::mem::take(&mut self.rooms[kind]));
            counts.floors += u64::from(std::mem::take(&mut self.floors_with[kind]));
            self.distances.move_to(&mut counts.distance, kind * STEPS, STEPS);
            let is_added = RoomKind::VARIANTS[kind].is_added();
            let counted = &mut self.cells[kind * PLACES..][..PLACES];
            for (place, count) in counted.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
                let cell = Cell::new((place % STRIDE) as u8, (place / STRIDE) as u8);
                let count = std::mem::take(count).into();
                counts.cells.add_count(cell, count);
                if !is_added {
                    summary.occupied.add_count(cell, count);
                }
            }
        }
        for (counts, PairPlaces { first, .. }) in summary.pairs.iter_mut().zip(PAIR_PLACES) {
            counts.take_from(&mut self.pairs[first..]);
        }
    }
}

#[cfg(test)]
mod tests {
    use basement_floors::{Backend, Curse, Generator, Request, Seed};
    use proptest::prelude::*;

    use super::*;

    /// A request of either game.
    fn any_request() -> impl Strategy<Value = (Backend, Request)> {
        let level = prop::sample::select(vec![1, 4, 5, 8, 12]);
        (any::<bool>(), level, any::<bool>()).prop_map(|(flash, level, labyrinth)| {
            let request = match labyrinth {
                true => Request::level(level.min(5)).with_curse(Curse::Labyrinth),
                false => Request::level(level),
            };
            match flash {
                true => (Backend::Flash, Request { level: request.level.min(8), ..request }),
                false => (Backend::Rebirth, request),
            }
        })
    }

    /// Counts a floor directly in a summary.
    fn add(summary: &mut Summary, floor: &Floor, seed: u64) {
        if let Some(boss) = floor.outcome().boss() {
            summary.bosses.add(boss);
        }
        Inspection::read(floor, |inspection| {
            let analysis = Analysis::of_inspection(inspection);
            summary.add_analysis(&analysis, seed, MeasureSet::ALL);
            for index in inspection.tally.special.iter() {
                if let Some(distance) = inspection.distance(index) {
                    let kind = floor.rooms()[index].kind;
                    summary.kinds[kind as usize].distance.add(distance.into(), seed);
                }
            }
            for (cell, kind) in inspection.occupancy.kinds() {
                summary.add_cell(cell, kind);
            }
        });
    }

    /// The floors of some seeds, counted directly and by counters that have room for few floors.
    fn counted(
        generator: &dyn Generator,
        request: &Request,
        seeds: std::ops::Range<u64>,
        measures: MeasureSet,
    ) -> (Summary, Summary) {
        let mut plain = Summary::new(generator.grid());
        let counter =
            |most_floors| Counter { most_floors, ..Counter::new(generator.grid(), measures) };
        let mut parts = [counter(1), counter(7), counter(u32::MAX)];
        for seed in seeds {
            let part = &mut parts[seed as usize % 3];
            match generator.generate(request, Seed::Pcg(seed)) {
                Ok(floor) => {
                    add(&mut plain, &floor, seed);
                    part.add(&floor, seed);
                }
                Err(_) => {
                    plain.add_failure(seed);
                    part.add_failure(seed);
                }
            }
        }
        let [mut whole, second, third] = parts;
        whole.merge(third).unwrap();
        whole.merge(second).unwrap();
        (plain, whole.into_summary())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn narrow_counts_are_the_plain_counts((backend, request) in any_request(), first in any::<u32>()) {
            let generator = backend.generator(None, &[]).unwrap();
            let seeds = u64::from(first)..u64::from(first) + 60;
            let (plain, narrow) = counted(&*generator, &request, seeds, MeasureSet::ALL);
            prop_assert_eq!(plain, narrow);
        }

        #[test]
        fn a_selection_of_measures_has_the_counts_of_all_measures(
            (backend, request) in any_request(),
            places in prop::collection::vec(0..MEASURES.len(), 0..4),
        ) {
            let generator = backend.generator(None, &[]).unwrap();
            let asked: MeasureSet = places.iter().map(|place| &MEASURES[*place]).collect();
            let (all, some) = counted(&*generator, &request, 0..40, asked);
            for measure in &MEASURES {
                let expected = match asked.contains(measure) {
                    true => all.histogram(measure).clone(),
                    false => Histogram::default(),
                };
                prop_assert_eq!(some.histogram(measure), &expected, "{}", measure.name);
            }
            prop_assert_eq!((some.floors, some.gave_up), (all.floors, all.gave_up));
            prop_assert_eq!(&some.bosses, &all.bosses);
            for (some, all) in some.kinds().iter().zip(all.kinds()) {
                prop_assert_eq!((some.floors, some.rooms), (all.floors, all.rooms));
            }
            prop_assert_eq!(some.occupied.total(), 0);
        }
    }

    #[test]
    fn every_measure_alone_has_the_value_of_a_full_analysis() {
        for (backend, level) in [(Backend::Flash, 4), (Backend::Rebirth, 6)] {
            let generator = backend.generator(None, &[]).unwrap();
            let request = Request::level(level);
            for seed in 0..20 {
                let Ok(floor) = generator.generate(&request, Seed::Pcg(seed)) else { continue };
                let all = Analysis::from_floor(&floor);
                for measure in &MEASURES {
                    let alone = Analysis::of_needs(&floor, measure.needs);
                    let values = [&alone, &all].map(|analysis| measure.raw_of(analysis));
                    assert_eq!(values[0], values[1], "{}: are its needs complete?", measure.name);
                }
            }
        }
    }

    #[test]
    fn a_value_beyond_its_bins_is_counted_all_the_same() {
        let grid = Backend::Flash.generator(None, &[]).unwrap().grid();
        let mut counter = Counter::new(grid, MeasureSet::ALL);
        for (value, seed) in [(DENSE - 1, 1), (DENSE, 2), (u32::MAX, 3), (DENSE, 4)] {
            counter.add_value(measure::DRAWS.place, value, seed);
        }
        // No floor has so many boss rooms, but another generator might make one.
        counter.add_value(measure::BOSS_ROOMS.place, 81, 5);
        let summary = counter.into_summary();
        let draws: Vec<(u32, u64, u64)> = summary
            .histogram(measure::DRAWS)
            .bins()
            .map(|(value, bin)| (value, bin.count, bin.witness))
            .collect();
        assert_eq!(draws, [(4095, 1, 1), (4096, 2, 2), (u32::MAX, 1, 3)]);
        assert_eq!(summary.histogram(measure::BOSS_ROOMS).count(81), 1);
    }
}
