//! The floors of several generators from the same seeds, made in one pass.

use basement_floors::{Generator, Request};

use crate::analysis::Analysis;
use crate::census::FloorKeys;
use crate::counter::Counter;
use crate::error::SurveyError;
use crate::fold::{CHUNK, Pass, each_floor};
use crate::measure_set::MeasureSet;
use crate::pairing::{FloorValues, Pairing, SeedValues};
use crate::seeds::Seeds;
use crate::summary::Summary;

/// How many seeds' values are kept at a time: the values of a few samples stay in a core's cache.
const HELD: u64 = 250;

/// Called with a floor's sample, its seed's number, and the facts that its measures read.
pub(crate) type Each<'a> = dyn Fn(usize, u64, &Analysis) + Sync + 'a;

/// Samples with the same seeds.
pub(crate) struct SharedSeeds<'a> {
    /// What makes the floors of each sample.
    pub(crate) samples: &'a [(&'a dyn Generator, Request)],
    /// The paired samples, by index.
    pub(crate) pairs: &'a [[usize; 2]],
    pub(crate) seeds: Seeds,
    pub(crate) measures: MeasureSet,
    /// Whether cells are counted even if not all measures are.
    pub(crate) cells: bool,
    /// Called with the number of floors done since its last call.
    pub(crate) progress: &'a (dyn Fn(u64) + Sync),
    /// Called for each floor that is counted.
    pub(crate) each: &'a Each<'a>,
}

/// The counts of one thread.
struct Part {
    counters: Vec<Counter>,
    pairings: Vec<Pairing>,
    /// For each sample, the values of the seeds of a chunk. Empty if the sample is in no pair.
    held: Vec<Vec<SeedValues>>,
}

impl SharedSeeds<'_> {
    /// Generates the floors seed by seed. Returns the summary of each sample and the pairing of each
    /// pair, which do not depend on the number of threads.
    pub(crate) fn run(&self) -> Result<(Vec<Summary>, Vec<Pairing>), SurveyError> {
        let Self { samples, pairs, seeds, measures, cells, progress, .. } = self;
        seeds.last()?;
        let progress = |done: u64| progress(done.saturating_mul(samples.len() as u64));
        let pass = Pass::over(seeds.first, seeds.count, &progress);
        let pass = pass.in_chunks_of(if pairs.is_empty() { CHUNK } else { HELD });
        let counter = |(generator, _): &(&dyn Generator, Request)| {
            Counter::new(generator.grid(), *measures).cells(*cells)
        };
        let grid = |place: usize| samples[place].0.grid();
        let new = || Part {
            counters: samples.iter().map(counter).collect(),
            pairings: pairs.iter().map(|pair| Pairing::new(pair.map(grid))).collect(),
            held: vec![Vec::new(); samples.len()],
        };
        let merge = |part: &mut Part, other: Part| {
            for (counter, more) in part.counters.iter_mut().zip(other.counters) {
                // Both have the same grid.
                let merged = counter.merge(more);
                debug_assert_eq!(merged, Ok(()));
            }
            for (pairing, more) in part.pairings.iter_mut().zip(&other.pairings) {
                pairing.merge(more);
            }
        };
        let (part, _) = pass.fold(new, |part, numbers| self.visit(part, numbers), merge)?;
        let summaries = part.counters.into_iter().map(Counter::into_summary).collect();
        Ok((summaries, part.pairings))
    }

    /// Makes the floors of a chunk of seeds, and counts them.
    fn visit(
        &self,
        part: &mut Part,
        numbers: std::ops::RangeInclusive<u64>,
    ) -> Result<(), SurveyError> {
        let each = self.samples.iter().zip(&mut part.counters).zip(&mut part.held).enumerate();
        for (place, (((generator, request), counter), held)) in each {
            let is_paired = self.pairs.iter().any(|pair| pair.contains(&place));
            held.clear();
            each_floor(*generator, request, &self.seeds, numbers.clone(), |number, floor| {
                let analysis = match floor {
                    Some(floor) => {
                        let analysis = counter.add(floor, number);
                        (self.each)(place, number, &analysis);
                        Some(analysis)
                    }
                    None => {
                        counter.add_failure(number);
                        None
                    }
                };
                if is_paired {
                    held.push(analysis.zip(floor).map(|(analysis, floor)| {
                        let key = FloorKeys::of(floor).floor;
                        FloorValues::new(floor, key, analysis.values(self.measures))
                    }));
                }
                Ok::<(), SurveyError>(())
            })?;
        }
        for ([x, y], pairing) in self.pairs.iter().zip(&mut part.pairings) {
            for (x, y) in part.held[*x].iter().zip(&part.held[*y]) {
                pairing.add(x, y, self.measures);
            }
        }
        Ok(())
    }
}
