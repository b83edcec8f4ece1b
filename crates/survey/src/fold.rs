//! A pass over numbered seeds, chunk by chunk, on all cores.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};

use basement_floors::{Floor, GenerateError, Generator, Request};

use crate::error::SurveyError;
use crate::seeds::Seeds;

/// Floors that one task generates before it reports progress.
pub const CHUNK: u64 = 1000;

/// A pass over a range of numbers, in chunks that threads take in order.
///
/// Its result does not depend on the number of threads if merging does not depend on the order.
pub(crate) struct Pass<'a> {
    first: u64,
    count: u64,
    chunk: u64,
    progress: &'a (dyn Fn(u64) + Sync),
    is_enough: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Pass<'a> {
    /// A pass over `count` numbers from `first` on; the last must also be a `u64`. `progress` is
    /// called from any thread with the number of numbers done since its last call.
    pub(crate) fn over(first: u64, count: u64, progress: &'a (dyn Fn(u64) + Sync)) -> Self {
        Self { first, count, chunk: CHUNK, progress, is_enough: &|| false }
    }

    /// Sets the size of the chunks.
    pub(crate) fn in_chunks_of(self, chunk: u64) -> Self {
        Self { chunk, ..self }
    }

    /// Stops as soon as `is_enough` returns true: no further chunk is taken.
    pub(crate) fn until(self, is_enough: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { is_enough, ..self }
    }

    /// Visits every chunk and merges what the threads found. Returns the result and how many
    /// numbers were visited: always the first ones, without a gap.
    ///
    /// The first error ends the pass.
    pub(crate) fn fold<T: Send, E: Send>(
        &self,
        new: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, RangeInclusive<u64>) -> Result<(), E> + Sync,
        merge: impl Fn(&mut T, T),
    ) -> Result<(T, u64), E> {
        let mut whole = new();
        let chunks = self.count.div_ceil(self.chunk);
        let Some(rest) = self.count.checked_sub(1) else { return Ok((whole, 0)) };
        let last = self.first + rest;
        // Chunks are taken in order, and what was taken is finished: when all threads have
        // stopped, the numbers done are the first ones without a gap.
        let taken = AtomicU64::new(0);
        let work = || -> Result<T, E> {
            let mut part = new();
            while !(self.is_enough)() {
                let chunk = taken.fetch_add(1, Ordering::Relaxed);
                if chunk >= chunks {
                    break;
                }
                let first = self.first + chunk * self.chunk;
                let end = last.min(first.saturating_add(self.chunk - 1));
                visit(&mut part, first..=end).inspect_err(|_| {
                    // Nothing is left for the other threads.
                    taken.fetch_max(chunks, Ordering::Relaxed);
                })?;
                (self.progress)(end - first + 1);
            }
            Ok(part)
        };
        for part in on_all_cores(work) {
            merge(&mut whole, part?);
        }
        let done = taken.into_inner().min(chunks).saturating_mul(self.chunk).min(self.count);
        Ok((whole, done))
    }
}

/// Does the work once on each thread.
#[cfg(not(target_family = "wasm"))]
fn on_all_cores<T: Send>(work: impl Fn() -> T + Sync) -> Vec<T> {
    rayon::broadcast(|_| work())
}

/// Does the work once: in a browser a worker is one thread, and the page has several workers.
#[cfg(target_family = "wasm")]
fn on_all_cores<T: Send>(work: impl Fn() -> T + Sync) -> [T; 1] {
    [work()]
}

/// Generates the floor of each number and hands it over, or `None` if the generator gives up.
///
/// The first error of `visit` or of the generator ends the pass.
///
/// ```
/// use basement_floors::{Backend, Request};
/// use basement_survey::{Seeds, SurveyError, fold::each_floor};
///
/// let flash = Backend::Flash.generator("article", &[])?;
/// let (request, seeds) = (Request::level(1), Seeds::pcg(0, 10));
/// let mut rooms = 0;
/// each_floor(&*flash, &request, &seeds, 0..=9, |_, floor| {
///     rooms += floor.map_or(0, |floor| floor.rooms().len());
///     Ok::<(), SurveyError>(())
/// })?;
/// assert!((70..110).contains(&rooms));
/// # Ok::<(), SurveyError>(())
/// ```
///
/// # Errors
///
/// The errors of `visit`, and [`SurveyError`] as from [`Sample::run`](crate::Sample::run).
pub fn each_floor<E: From<SurveyError>>(
    generator: &(impl Generator + ?Sized),
    request: &Request,
    seeds: &Seeds,
    numbers: RangeInclusive<u64>,
    mut visit: impl FnMut(u64, Option<&Floor>) -> Result<(), E>,
) -> Result<(), E> {
    let seeds = numbers.clone().map(|number| seeds.seed(number, request.level));
    let seeds = seeds.collect::<Result<Vec<_>, _>>().map_err(SurveyError::from)?;
    let (mut numbers, mut result) = (numbers, Ok(()));
    generator.generate_batch(request, &seeds, &mut |floor| {
        if let (Some(number), Ok(())) = (numbers.next(), &result) {
            result = made(floor).map_err(E::from).and_then(|floor| visit(number, floor));
        }
    });
    result
}

/// The floor that a generator made, or `None` if it gave up.
pub(crate) fn made(floor: Result<&Floor, GenerateError>) -> Result<Option<&Floor>, SurveyError> {
    match floor {
        Ok(floor) => Ok(Some(floor)),
        Err(GenerateError::Request(error)) => Err(error.into()),
        Err(GenerateError::Floor(error)) => Err(error.into()),
        Err(GenerateError::MissingRooms(missing)) => Err(missing.into()),
        Err(_) => Ok(None),
    }
}
