//! What one measure needs: its values, and where the rooms are. It is counted with little code.

use std::ops::RangeInclusive;

use basement_floors::{Cell, Floor, Generator, Grid, Request, RoomKind};
use strum::{EnumCount, VariantArray};

use crate::analysis::Analysis;
use crate::cells::CellCounts;
use crate::census::FloorKeys;
use crate::error::SurveyError;
use crate::fold::{CHUNK, each_floor};
use crate::histogram::Histogram;
use crate::measure::{MEASURES, Measure};
use crate::measure_set::MeasureSet;
use crate::pairing::{Pairing, SeedValues};
use crate::seeds::Seeds;
use crate::shared_seeds::HELD;

/// Cells in a row, and cells, of the board that cells are counted on: every floor fits on it.
const STRIDE: usize = 16;
const PLACES: usize = STRIDE * STRIDE;

/// The values of one measure, and where rooms of each kind are, on many floors.
///
/// It has the same counts as a [`Summary`](crate::Summary) of the same floors. It is for programs
/// that must be small, such as those of a page: they count part by part, each on one thread, and
/// the counts of two parts add up to those of the whole.
///
/// ```
/// use basement_floors::{Backend, Request};
/// use basement_survey::{MeasureCounts, Sample, Seeds, measure};
///
/// let flash = Backend::Flash.generator(None, &[])?;
/// let (request, seeds) = (Request::level(2), Seeds::pcg(0, 200));
/// let counts = MeasureCounts::of(&*flash, &request, seeds, measure::RINGS)?;
/// let summary = Sample::of(&*flash).request(&request).seeds(seeds).run()?;
/// assert_eq!(&counts.histogram, summary.histogram(measure::RINGS));
/// assert_eq!(counts.occupied(), summary.occupied);
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MeasureCounts {
    /// Floors counted.
    pub floors: u64,
    /// Seeds for which the generator gave up.
    pub gave_up: u64,
    /// How many floors have each value of the measure.
    pub histogram: Histogram,
    grid: Grid,
    rooms: [u64; RoomKind::COUNT],
    floors_with: [u64; RoomKind::COUNT],
    cells: Vec<u64>,
}

impl MeasureCounts {
    /// Generates a floor for each seed, on this thread, and counts it.
    ///
    /// # Errors
    ///
    /// [`SurveyError`] when the generator cannot meet the request or a number is no seed.
    pub fn of(
        generator: &(impl Generator + ?Sized),
        request: &Request,
        seeds: Seeds,
        measure: &Measure,
    ) -> Result<Self, SurveyError> {
        let mut counts = Self::new(generator.grid());
        each_chunk(&seeds, CHUNK, |numbers| {
            each_floor(generator, request, &seeds, numbers, |number, floor| {
                counts.add(floor, number, measure);
                Ok(())
            })
        })?;
        Ok(counts)
    }

    /// Generates two floors for each seed, on this thread, counts them, and pairs them in the
    /// measure.
    ///
    /// ```
    /// use basement_floors::{Backend, Request, Value};
    /// use basement_survey::{MeasureCounts, Rules, Seeds, measure};
    ///
    /// let before = Backend::Flash.generator(None, &[])?;
    /// let rules = Rules::new(Backend::Flash).set("flash.secret.loosen_after", Value::Whole(0));
    /// let (after, request) = (rules.generator()?, Request::level(2));
    /// let samples = [(&before as &dyn basement_floors::Generator, &request), (&after, &request)];
    /// let ([x, y], pairing) = MeasureCounts::of_both(samples, Seeds::pcg(0, 200), measure::LOOPS)?;
    /// assert_eq!(x.histogram, y.histogram);
    /// assert!(pairing.values(measure::LOOPS).are_same());
    /// # Ok::<(), basement_survey::SurveyError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`MeasureCounts::of`].
    pub fn of_both(
        samples: [(&dyn Generator, &Request); 2],
        seeds: Seeds,
        measure: &'static Measure,
    ) -> Result<([Self; 2], Pairing), SurveyError> {
        let mut counts = samples.map(|(generator, _)| Self::new(generator.grid()));
        let mut pairing = Pairing::new();
        let mut held: [Vec<SeedValues>; 2] = [Vec::new(), Vec::new()];
        each_chunk(&seeds, HELD, |numbers| {
            for (side, (generator, request)) in samples.into_iter().enumerate() {
                let (counts, held) = (&mut counts[side], &mut held[side]);
                held.clear();
                each_floor(generator, request, &seeds, numbers.clone(), |number, floor| {
                    let value = counts.add(floor, number, measure);
                    held.push(floor.map(|floor| {
                        let mut values = [None; MEASURES.len()];
                        values[measure.place] = value;
                        (FloorKeys::of(floor).floor, values)
                    }));
                    Ok::<(), SurveyError>(())
                })?;
            }
            for (x, y) in held[0].iter().zip(&held[1]) {
                pairing.add(x, y, MeasureSet::NONE.with(measure));
            }
            Ok(())
        })?;
        Ok((counts, pairing))
    }

    fn new(grid: Grid) -> Self {
        Self {
            floors: 0,
            gave_up: 0,
            histogram: Histogram::default(),
            grid,
            rooms: [0; RoomKind::COUNT],
            floors_with: [0; RoomKind::COUNT],
            cells: vec![0; RoomKind::COUNT * PLACES],
        }
    }

    /// Counts the floor of a seed, `None` where the generator gave up. Returns the measure's raw
    /// value.
    fn add(&mut self, floor: Option<&Floor>, number: u64, measure: &Measure) -> Option<u32> {
        let Some(floor) = floor else {
            self.gave_up += 1;
            return None;
        };
        self.floors += 1;
        let analysis = Analysis::of_needs(floor, measure.needs);
        let value = measure.raw_of(&analysis);
        if let Some(value) = value {
            self.histogram.add(value, number);
        }
        let counts = self.rooms.iter_mut().zip(&mut self.floors_with);
        for ((count, floors_with), rooms) in counts.zip(analysis.kinds) {
            *count += u64::from(rooms);
            *floors_with += u64::from(rooms > 0);
        }
        for room in floor.rooms() {
            for Cell { x, y } in room.cells() {
                let place = usize::from(y) % STRIDE * STRIDE + usize::from(x) % STRIDE;
                if let Some(count) = self.cells.get_mut(room.kind as usize * PLACES + place) {
                    *count += 1;
                }
            }
        }
        value
    }

    /// Rooms of a kind on all floors.
    #[must_use]
    pub const fn rooms(&self, kind: RoomKind) -> u64 {
        self.rooms[kind as usize]
    }

    /// Floors that have a room of a kind.
    #[must_use]
    pub const fn floors_with(&self, kind: RoomKind) -> u64 {
        self.floors_with[kind as usize]
    }

    /// Floors on which a cell belongs to a room of a kind.
    #[must_use]
    pub fn cells(&self, kind: RoomKind) -> CellCounts {
        let mut cells = CellCounts::new(self.grid);
        self.add_cells(kind, &mut cells);
        cells
    }

    /// Floors on which a cell belongs to a room of the plan.
    #[must_use]
    pub fn occupied(&self) -> CellCounts {
        let mut cells = CellCounts::new(self.grid);
        for kind in RoomKind::VARIANTS.iter().filter(|kind| !kind.is_added()) {
            self.add_cells(*kind, &mut cells);
        }
        cells
    }

    fn add_cells(&self, kind: RoomKind, cells: &mut CellCounts) {
        let counted = self.cells.iter().skip(kind as usize * PLACES).take(PLACES).enumerate();
        for (place, count) in counted.filter(|(_, count)| **count > 0) {
            cells.add_count(Cell::new((place % STRIDE) as u8, (place / STRIDE) as u8), *count);
        }
    }
}

/// Visits the seeds in order, chunk by chunk.
fn each_chunk(
    seeds: &Seeds,
    size: u64,
    mut visit: impl FnMut(RangeInclusive<u64>) -> Result<(), SurveyError>,
) -> Result<(), SurveyError> {
    let last = seeds.last()?;
    let (mut first, mut left) = (seeds.first, seeds.count);
    while left > 0 {
        let end = last.min(first.saturating_add(size - 1));
        visit(first..=end)?;
        left -= (end - first + 1).min(left);
        first = end.saturating_add(1);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use basement_floors::Backend;

    use super::*;
    use crate::sample::Sample;

    #[test]
    fn two_counted_together_are_each_alone_and_paired_as_a_sample_is() {
        let [x, y] = ["article", "repentance"].map(|e| Backend::Rebirth.generator(e, &[]).unwrap());
        let (request, seeds) = (Request::level(4).without_curse(), Seeds::run(9, 700));
        let (_, others) =
            Sample::of(&*x).request(&request).seeds(seeds).run_beside(&[(&*y, request)]).unwrap();
        for measure in [crate::measure::DEAD_ENDS, crate::measure::SHOP_DISTANCE] {
            let samples = [(&*x, &request), (&*y, &request)];
            let (both, pairing) = MeasureCounts::of_both(samples, seeds, measure).unwrap();
            for (counts, (generator, request)) in both.iter().zip(samples) {
                let alone = MeasureCounts::of(generator, request, seeds, measure).unwrap();
                assert_eq!(counts, &alone);
            }
            let (_, all) = &others[0];
            assert_eq!(pairing.values(measure), all.values(measure));
            assert_eq!((pairing.seeds, pairing.identical), (all.seeds, all.identical));
        }
    }

    #[test]
    fn each_measure_and_each_place_is_counted_as_among_all() {
        for backend in Backend::ALL {
            let generator = backend.generator(None, &[]).unwrap();
            let (request, seeds) = (Request::level(4), Seeds::pcg(3, 1200));
            let all = Sample::of(&*generator).request(&request).seeds(seeds).run().unwrap();
            for measure in &MEASURES {
                let counts = MeasureCounts::of(&*generator, &request, seeds, measure).unwrap();
                assert_eq!(&counts.histogram, all.histogram(measure), "{}", measure.name);
                assert_eq!((counts.floors, counts.gave_up), (all.floors, all.gave_up));
                assert_eq!(counts.occupied(), all.occupied);
                for kind in all.kinds() {
                    assert_eq!(counts.cells(kind.kind), kind.cells);
                    assert_eq!(counts.rooms(kind.kind), kind.rooms);
                    assert_eq!(counts.floors_with(kind.kind), kind.floors);
                }
            }
        }
    }

    #[test]
    fn the_last_seed_is_the_end() {
        let generator = Backend::Rebirth.generator(None, &[]).unwrap();
        let of = |first, count| {
            let seeds = Seeds::run(first, count);
            let measure = crate::measure::ROOMS;
            MeasureCounts::of(&*generator, &Request::level(1), seeds, measure)
        };
        let last = u64::from(u32::MAX);
        assert_eq!(of(last, 1).unwrap().floors, 1);
        assert_eq!(of(1, 0).unwrap().floors, 0);
        assert!(of(last, 2).is_err());
    }
}
