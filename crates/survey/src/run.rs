//! Floors in numbers: generated and counted on all cores.

use basement_floors::{GenerateError, Generator, Request};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::error::SurveyError;
use crate::seeds::Seeds;
use crate::summary::Summary;

/// Floors that one task generates before it reports progress.
pub const CHUNK: u64 = 1000;

/// Generates a floor for each seed and counts it. `progress` is told how many
/// seeds were done since it was last told, from any thread.
///
/// The summary does not depend on the number of threads.
///
/// # Errors
///
/// [`SurveyError::Request`] when the generator cannot meet the request or a
/// number is no seed. Seeds for which the generator gives up are counted, not
/// returned.
pub fn run(
    generator: &dyn Generator,
    request: &Request,
    seeds: Seeds,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Summary, SurveyError> {
    let last = seeds.last()?;
    let grid = generator.grid();
    (0..seeds.count.div_ceil(CHUNK))
        .into_par_iter()
        .try_fold(
            || Summary::new(grid),
            |mut summary, chunk| {
                let first = seeds.first + chunk * CHUNK;
                let end = last.min(first.saturating_add(CHUNK - 1));
                for number in first..=end {
                    match generator.generate(request, seeds.seed(number, request.level)?) {
                        Ok(floor) => summary.add(&floor, number),
                        Err(GenerateError::Request(error)) => return Err(error.into()),
                        Err(_) => summary.add_failure(number),
                    }
                }
                progress(end - first + 1);
                Ok(summary)
            },
        )
        .try_reduce(|| Summary::new(grid), |mut left, right| left.merge(&right).map(|()| left))
}
