//! Tidy data: one row a floor, one column a measure.

use basement_floors::{Curse, GenerateError, Generator, Request, Seed};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::analysis::Analysis;
use crate::error::SurveyError;
use crate::measure::MEASURES;
use crate::run::CHUNK;
use crate::seeds::Seeds;

/// Chunks that are generated at a time: memory stays bounded whatever the number
/// of floors.
const CHUNKS: u64 = 16;

/// One floor's row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The seed's number, as [`Seeds`] counts.
    pub number: u64,
    /// The seed that the floor was drawn from.
    pub seed: Seed,
    /// The curse that lies on it.
    pub curse: Option<Curse>,
    /// The raw value of each of [`MEASURES`]; `None` where the floor has no such
    /// thing.
    pub values: [Option<u32>; MEASURES.len()],
}

/// Generates a floor for each seed and hands its row to `sink`, in the order of
/// the seeds. Seeds for which the generator gives up have no row. `progress` is
/// told how many seeds were done since it was last told.
///
/// # Errors
///
/// `sink`'s own, and [`SurveyError`] when the request cannot be met or a number
/// is no seed.
pub fn rows<E: From<SurveyError>>(
    generator: &dyn Generator,
    request: &Request,
    seeds: Seeds,
    progress: &(dyn Fn(u64) + Sync),
    mut sink: impl FnMut(&Row) -> Result<(), E>,
) -> Result<(), E> {
    let last = seeds.last()?;
    let chunks = seeds.count.div_ceil(CHUNK);
    for batch in (0..chunks).step_by(CHUNKS as usize) {
        let done: Vec<Vec<Row>> = (batch..chunks.min(batch + CHUNKS))
            .into_par_iter()
            .map(|chunk| {
                let first = seeds.first + chunk * CHUNK;
                let end = last.min(first.saturating_add(CHUNK - 1));
                let rows = (first..=end)
                    .filter_map(|number| row(generator, request, &seeds, number).transpose())
                    .collect::<Result<Vec<Row>, SurveyError>>();
                progress(end - first + 1);
                rows
            })
            .collect::<Result<_, _>>()?;
        for row in done.iter().flatten() {
            sink(row)?;
        }
    }
    Ok(())
}

fn row(
    generator: &dyn Generator,
    request: &Request,
    seeds: &Seeds,
    number: u64,
) -> Result<Option<Row>, SurveyError> {
    let seed = seeds.seed(number, request.level)?;
    let floor = match generator.generate(request, seed) {
        Ok(floor) => floor,
        Err(GenerateError::Request(error)) => return Err(error.into()),
        Err(_) => return Ok(None),
    };
    let analysis = Analysis::of(&floor);
    let mut values = [None; MEASURES.len()];
    for (value, measure) in values.iter_mut().zip(&MEASURES) {
        *value = (measure.of)(&analysis);
    }
    Ok(Some(Row { number, seed, curse: floor.curse(), values }))
}
