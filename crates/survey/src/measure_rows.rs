//! The measures of many floors, floor by floor.

use std::io::BufRead;

use basement_floors::{Floor, Generator};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

use crate::analysis::Analysis;
use crate::error::SurveyError;
use crate::group::{Floors, GroupResult};
use crate::measure::{MEASURES, Measure, RawValues};
use crate::record::{FloorLines, LineError, RecordSample};
use crate::sample::Sample;
use crate::walk::hash;

/// The seed of the order of floors that have seeds of their own.
const SEED: u64 = 0x726f_7773;

/// The measures of some floors, one row per floor. Unlike a [`Summary`](crate::Summary), rows keep
/// which values belong together. A row takes 8 bytes per measure.
///
/// ```
/// use basement_floors::Backend;
/// use basement_survey::{Sample, Seeds, likeness::MeasureRows};
///
/// let flash = Backend::Flash.generator(None, &[])?;
/// let rows = MeasureRows::of(Sample::of(&*flash).seeds(Seeds::pcg(0, 300)))?;
/// assert_eq!(rows.len(), 300);
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeasureRows {
    pub(crate) rows: Vec<RawValues>,
}

impl MeasureRows {
    /// Generates the floors of a sample and measures them, in the order of the seeds. Seeds for
    /// which the generator gives up have no row.
    ///
    /// # Errors
    ///
    /// As [`Sample::run`].
    pub fn of<G: Generator + ?Sized>(sample: Sample<'_, G>) -> Result<Self, SurveyError> {
        let measures = sample.measures;
        let values = |floor: &Floor| Analysis::of_needs(floor, measures.needs()).values(measures);
        let mut rows = sample.fold(
            Vec::new,
            |rows, number, floor| rows.extend(floor.map(|floor| (number, values(floor)))),
            |rows, part| rows.extend(part),
        )?;
        rows.sort_unstable_by_key(|(number, _)| *number);
        Ok(Self { rows: rows.into_iter().map(|(_, values)| values).collect() })
    }

    /// Reads floors from elsewhere and measures them. Lines that are skipped have no row.
    ///
    /// The order of the rows is random, but the same for the same floors, whatever the order of the
    /// lines: halves of the rows do not differ because the lines are sorted. If each floor has a
    /// seed of its own, rows of the same seeds are at the same places; else rows of different floors
    /// are not pairs.
    ///
    /// # Errors
    ///
    /// A [`LineError`], as from [`RecordSample::run`].
    pub fn of_records<R: BufRead>(sample: RecordSample<'_, R>) -> Result<Self, LineError> {
        let measures = sample.measures.of_records();
        let mut rows: Vec<(Option<String>, RawValues)> = Vec::new();
        sample.each_batch(
            Vec::new,
            |part, _, record| {
                part.push((record.seed(), Analysis::from_record(record).values(measures)));
            },
            |parts| {
                rows.extend(parts.into_iter().flatten());
                Ok::<(), LineError>(())
            },
        )?;
        Ok(Self { rows: in_random_order(rows) })
    }

    /// How many floors there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no floor.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// Rows in a random order that does not depend on the order in which they are given.
fn in_random_order(mut rows: Vec<(Option<String>, RawValues)>) -> Vec<RawValues> {
    rows.sort_unstable();
    let are_seeded = rows.iter().all(|(seed, _)| seed.is_some())
        && rows.windows(2).all(|pair| pair[0].0 != pair[1].0);
    let mut rows: Vec<RawValues> = rows.into_iter().map(|(_, values)| values).collect();
    // Sorted rows of two files would be pairs by size. A shuffle of each file's own separates them.
    let seed = if are_seeded {
        SEED
    } else {
        rows.sort_unstable();
        let values = rows.iter().flatten().map(|value| value.unwrap_or(u32::MAX));
        hash(values.flat_map(u32::to_le_bytes))
    };
    rows.shuffle(&mut Pcg64Mcg::seed_from_u64(seed));
    rows
}

impl GroupResult {
    /// The measures of some of its floors: the first that are generated again, or any of its file,
    /// which is read again.
    ///
    /// # Errors
    ///
    /// [`SurveyError`] if the file has changed and no longer contains floors.
    pub fn measure_rows(&self, floors: usize) -> Result<MeasureRows, SurveyError> {
        match &self.floors {
            Floors::Generator { generator, seeds } => {
                let mut seeds = *seeds;
                seeds.count = seeds.count.min(floors as u64);
                MeasureRows::of(Sample::of(&**generator).request(&self.request).seeds(seeds))
            }
            Floors::File(file) => {
                let sample = RecordSample::of(FloorLines::new(file.open()?));
                let rows = MeasureRows::of_records(sample.skip_invalid(file.skips_invalid()));
                let mut rows = rows.map_err(|error| error.in_file(&file.location()))?;
                rows.rows.truncate(floors);
                Ok(rows)
            }
        }
    }
}

/// The rows of two samples side by side, each measure in pooled standard deviations from its
/// pooled mean.
pub(crate) struct Standardised {
    pub(crate) measures: Vec<&'static Measure>,
    /// For each measure, the values of the first sample's floors, and those of the second sample's. A
    /// missing value is 0, the mean.
    columns: Vec<[Vec<f64>; 2]>,
}

impl Standardised {
    /// Reads both samples, which have the same number of floors. A measure is included if `is_wanted`
    /// returns true, if at least half of the floors on each side have it, and if it varies.
    pub(crate) fn new(sides: [&[RawValues]; 2], is_wanted: impl Fn(&Measure) -> bool) -> Self {
        let (mut measures, mut columns) = (Vec::new(), Vec::new());
        for measure in MEASURES.iter().filter(|measure| is_wanted(measure)) {
            let values =
                |side: &[RawValues]| side.iter().filter_map(|row| row[measure.place]).count();
            if sides.iter().any(|side| 2 * values(side) < side.len()) {
                continue;
            }
            let all =
                || sides.iter().flat_map(|side| side.iter()).filter_map(|row| row[measure.place]);
            let count = all().count() as f64;
            let mean = all().map(f64::from).sum::<f64>() / count;
            let variance = all().map(|raw| (f64::from(raw) - mean).powi(2)).sum::<f64>() / count;
            if variance > 0.0 {
                let deviation = variance.sqrt();
                let standard = |row: &RawValues| {
                    row[measure.place].map_or(0.0, |raw| (f64::from(raw) - mean) / deviation)
                };
                columns.push(sides.map(|side| side.iter().map(standard).collect()));
                measures.push(measure);
            }
        }
        Self { measures, columns }
    }

    /// The mean product of two of its measures over all floors: their correlation, if no floor lacks
    /// either.
    fn product(&self, one: usize, other: usize) -> f64 {
        let sums = (0..2).map(|side| dot(&self.columns[one][side], &self.columns[other][side]));
        sums.sum::<f64>() / self.columns[one].iter().map(Vec::len).sum::<usize>().max(1) as f64
    }

    /// Leaves out each measure that repeats the measures before it. They explain at least 99.9 % of its
    /// variance, so it is a linear combination of them, up to rounding. The measures before it are
    /// taken together, or one at a time if `each_alone`.
    pub(crate) fn without_repetitions(mut self, each_alone: bool) -> Self {
        /// The share of its variance that a linear combination keeps because measures are rounded.
        const ROUNDING: f64 = 1e-3;
        let mut kept: Vec<usize> = Vec::new();
        // Rows of the Cholesky factor of the matrix of products.
        let mut factor: Vec<Vec<f64>> = Vec::new();
        for measure in 0..self.measures.len() {
            let own = self.product(measure, measure);
            let mut row: Vec<f64> = Vec::new();
            for (place, before) in kept.iter().enumerate() {
                let known = if each_alone { 0.0 } else { dot(&row, &factor[place][..place]) };
                row.push((self.product(measure, *before) - known) / factor[place][place]);
            }
            let squares = row.iter().map(|part| part * part);
            let said = if each_alone { squares.fold(0.0, f64::max) } else { squares.sum() };
            if own - said > ROUNDING * own {
                row.push(if each_alone { own.sqrt() } else { (own - said).sqrt() });
                factor.push(row);
                kept.push(measure);
            }
        }
        self.measures = kept.iter().map(|place| self.measures[*place]).collect();
        let mut columns: Vec<_> = self.columns.into_iter().map(Some).collect();
        self.columns = kept.iter().filter_map(|place| columns[*place].take()).collect();
        self
    }

    /// Each floor of a side as one number: the weighted sum of its measures.
    pub(crate) fn project(&self, side: usize, weights: &[f64]) -> Vec<f64> {
        let floors = self.columns.first().map_or(0, |column| column[side].len());
        let mut sums = vec![0.0; floors];
        for (column, weight) in self.columns.iter().zip(weights) {
            for (sum, value) in sums.iter_mut().zip(&column[side]) {
                *sum += weight * value;
            }
        }
        sums
    }

    /// The values of a measure on the floors of a side.
    pub(crate) fn column(&self, measure: usize, side: usize) -> &[f64] {
        &self.columns[measure][side]
    }
}

pub(crate) fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
