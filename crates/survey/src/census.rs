//! Every floor of a range of seeds, counted: the distribution itself instead of
//! a sample of it.
//!
//! A [`CensusRun`] counts its seeds from the first to the last. It can stop after any chunk of
//! them, and a [`Checkpoint`](CensusRun::save) keeps it. It becomes a [`Census`], and two censuses
//! of different seeds [merge](Census::merge) into one. The result is the same, byte by byte, for
//! any number of threads, stops and shards.
//!
//! ```
//! use basement_floors::{Backend, Request};
//! use basement_survey::{Seeds, census::CensusRun};
//!
//! let flash = Backend::Flash.generator("article", &[])?;
//! let mut run = CensusRun::new(&*flash, &Request::level(1), Seeds::pcg(0, 3000), None)?;
//! while !run.is_done() {
//!     run.advance(&*flash, &|| false, &|_| {})?;
//! }
//! let census = run.into_census();
//! assert_eq!(census.counts().summary.floors, 3000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checkpoint;
mod distinct;
mod document;
mod error;
mod json;
mod range;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use basement_floors::{
    Description, Floor, GenerateError, Generator, Grid, Phase, Request, RunState, command_options,
};
use serde::{Deserialize, Serialize};

use crate::counter::Counter;
use crate::error::SurveyError;
use crate::fold::{Pass, each_floor};
use crate::measure::MEASURES_VERSION;
use crate::measure_set::MeasureSet;
use crate::seeds::{SeedKind, Seeds};
use crate::summary::Summary;

pub use distinct::{Cardinality, EXACT, FloorKeys};
pub use error::CensusError;
pub use range::{SeedRange, Shard};

use distinct::{KeySet, Sketch};

/// The warning that precedes counts of layouts.
pub const LAYOUTS_ARE_NOT_FLOORS: &str = "layouts are not floors of the game: a special room takes a dead end \
    and gives it its own shape (W19), which changes rings, big rooms, dead ends and doors";

/// At most this many seeds without a floor are listed.
pub const FAILURES: usize = 1000;

/// What the floors of a census are made from. Censuses with the same address differ only in their
/// seeds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CensusAddress {
    /// Backend, edition, changed parameters, stream version.
    pub generator: Description,
    /// What was asked for.
    pub request: Request,
    /// What the numbers of the seeds stand for.
    pub seeds: SeedKind,
    /// The version of the measures.
    pub measures_version: u32,
}

impl CensusAddress {
    /// The first field in which another address differs: its name, and both values.
    fn difference(&self, other: &Self) -> Option<(&'static str, String, String)> {
        let parts = |address: &Self| {
            // Files with other versions of the measures are rejected when they are read.
            let Self { generator, request, seeds, measures_version: _ } = address.clone();
            let Description { backend, edition, changed, stream_version, catalogue, .. } =
                generator;
            let Request { level, stage_type, difficulty, curse, unlocks, phase, run: _ } = request;
            let changed: Vec<String> =
                changed.iter().map(|change| format!("{}={}", change.path, change.value)).collect();
            [
                ("backend", backend),
                ("edition", edition),
                (
                    "set of changed parameters",
                    if changed.is_empty() { "empty".to_owned() } else { changed.join(" ") },
                ),
                ("stream version", stream_version.to_string()),
                ("catalogue", catalogue.unwrap_or_else(|| "the embedded one".to_owned())),
                ("kind of seeds", seeds.to_string()),
                ("level", level.to_string()),
                ("stage type", stage_type.to_string()),
                ("difficulty", difficulty.to_string()),
                ("curse", curse.to_string()),
                ("set of unlocks", unlocks.to_string()),
                ("phase", phase.to_string()),
            ]
        };
        let mut pairs = parts(self).into_iter().zip(parts(other));
        pairs
            .find(|(left, right)| left.1 != right.1)
            .map(|((what, left), (_, right))| (what, left, right))
            .or_else(|| run_difference(&self.request.run, &other.request.run))
    }
}

/// The first field in which two states of a run differ.
fn run_difference(left: &RunState, right: &RunState) -> Option<(&'static str, String, String)> {
    let [left, right] = [left, right].map(|run| serde_json::to_value(run).unwrap_or_default());
    let mut fields = left.as_object()?.iter();
    let (name, value) = fields.find(|(name, value)| right.get(name) != Some(value))?;
    let shown = |value: Option<&serde_json::Value>| match value {
        Some(value) => format!("{name} {value}"),
        None => format!("no {name}"),
    };
    Some(("run state", shown(Some(value)), shown(right.get(name))))
}

/// The counts of a census.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CensusCounts {
    /// All measures, kinds, cells and pairs.
    pub summary: Summary,
    /// The seeds for which the generator gave up: the lowest, at most [`FAILURES`] of them. The
    /// summary has their number.
    pub failures: BTreeSet<u64>,
    layouts: Sketch,
    floors: Sketch,
}

impl CensusCounts {
    fn new(grid: Grid) -> Self {
        Self {
            summary: Summary::new(grid),
            failures: BTreeSet::new(),
            layouts: Sketch::new(),
            floors: Sketch::new(),
        }
    }

    fn merge(&mut self, other: &Self) -> Result<(), SurveyError> {
        self.summary.merge(&other.summary)?;
        self.failures.extend(&other.failures);
        while self.failures.len() > FAILURES {
            self.failures.pop_last();
        }
        self.layouts.merge(&other.layouts);
        self.floors.merge(&other.floors);
        Ok(())
    }

    /// Counts what the summary does not.
    fn add_keys(&mut self, floor: &Floor, seen: Option<&mut Vec<FloorKeys>>) {
        let keys = FloorKeys::of(floor);
        self.layouts.add(keys.layout);
        self.floors.add(keys.floor);
        if let Some(seen) = seen {
            seen.push(keys);
        }
    }

    fn add_failure(&mut self, seed: u64) {
        self.failures.insert(seed);
        if self.failures.len() > FAILURES {
            self.failures.pop_last();
        }
    }
}

/// The keys of different floors, while they are kept individually.
#[derive(Clone, Debug, PartialEq)]
struct Keys {
    layouts: KeySet,
    floors: KeySet,
}

impl Keys {
    fn new() -> Self {
        Self { layouts: KeySet::new(), floors: KeySet::new() }
    }

    fn are_held(&self) -> bool {
        self.layouts.count().is_some() || self.floors.count().is_some()
    }
}

/// The result of a census on the seeds that it has counted.
///
/// ```
/// use basement_floors::{Backend, Request};
/// use basement_survey::{Seeds, census::{Census, CensusRun}};
///
/// let flash = Backend::Flash.generator(None, &[])?;
/// let census_of = |shard: &str| -> Result<Census, Box<dyn std::error::Error>> {
///     let shard = Some(shard.parse()?);
///     let mut run = CensusRun::new(&*flash, &Request::level(1), Seeds::pcg(1, 300), shard)?;
///     run.advance(&*flash, &|| false, &|_| {})?;
///     Ok(run.into_census())
/// };
/// let mut census = census_of("1/2")?;
/// assert_eq!(census.missing().len(), 1);
/// census.merge(&census_of("2/2")?)?;
/// assert!(census.missing().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Census {
    address: CensusAddress,
    /// All seeds of the census, including those of other shards.
    whole: SeedRange,
    /// The seeds that were counted, in order. Ranges that touch are joined.
    ranges: Vec<SeedRange>,
    counts: CensusCounts,
    keys: Keys,
    /// The measures that were counted.
    measures: MeasureSet,
}

impl Census {
    /// Which floors were counted.
    #[must_use]
    pub const fn address(&self) -> &CensusAddress {
        &self.address
    }

    /// The seeds of all shards together.
    #[must_use]
    pub const fn whole(&self) -> SeedRange {
        self.whole
    }

    /// The seeds that were counted.
    #[must_use]
    pub fn ranges(&self) -> &[SeedRange] {
        &self.ranges
    }

    /// The seeds that are missing.
    #[must_use]
    pub fn missing(&self) -> Vec<SeedRange> {
        range::missing(self.whole, &self.ranges)
    }

    /// The measures that were counted: all that existed at the time.
    #[must_use]
    pub const fn measures(&self) -> MeasureSet {
        self.measures
    }

    /// What was counted.
    #[must_use]
    pub const fn counts(&self) -> &CensusCounts {
        &self.counts
    }

    /// How many different layouts there are: places and shapes of the plan's
    /// rooms.
    #[must_use]
    pub fn distinct_layouts(&self) -> Cardinality {
        Cardinality::of(&self.keys.layouts, &self.counts.layouts, 0, self.counts.summary.floors)
    }

    /// How many different floors there are: places, shapes and kinds of all
    /// rooms.
    #[must_use]
    pub fn distinct_floors(&self) -> Cardinality {
        let layouts = self.distinct_layouts().count();
        let CensusCounts { summary, floors, .. } = &self.counts;
        Cardinality::of(&self.keys.floors, floors, layouts, summary.floors)
    }

    /// The commands that reproduce the result, one for each range of its seeds. They name only what
    /// decides the result, so that shards and threads leave no trace.
    #[must_use]
    pub fn commands(&self) -> Vec<String> {
        let CensusAddress { generator, request, seeds, .. } = &self.address;
        let rng = seeds.rng();
        let mut options = command_options(generator, request);
        // `census` stops before the insides of rooms by default, other commands do not.
        if request.phase == Phase::Full {
            options.push("--phase full".to_owned());
        }
        let options = options.join(" ");
        let command = |range: &SeedRange| {
            let (from, to) = (range.first(), range.last());
            format!("basement-lab census {options} --rng {rng} --from {from} --to {to}")
        };
        self.ranges.iter().map(command).collect()
    }

    /// Adds the counts of a census with the same address and other seeds. Measures that one of them
    /// lacks are left out.
    ///
    /// # Errors
    ///
    /// [`CensusError::OtherFloors`] when the addresses differ, [`CensusError::Overlap`] when both
    /// counted the same seeds, [`CensusError::EmptyRange`] when both together would be of all 2^64 seeds of
    /// PCG, [`CensusError::Survey`] when their grids differ. This census is then unchanged.
    pub fn merge(&mut self, other: &Self) -> Result<(), CensusError> {
        if let Some((what, left, right)) = self.address.difference(&other.address) {
            return Err(CensusError::OtherFloors { what, left, right });
        }
        let ranges = range::joined(&self.ranges, &other.ranges)?;
        let whole = self.whole.hull(&other.whole)?;
        self.counts.merge(&other.counts)?;
        self.keys.layouts.merge(&other.keys.layouts);
        self.keys.floors.merge(&other.keys.floors);
        self.measures = self.measures.and(other.measures);
        self.counts.summary.keep_measures(self.measures);
        (self.ranges, self.whole) = (ranges, whole);
        Ok(())
    }
}

/// A census in progress.
///
/// ```
/// use basement_floors::{Backend, Request};
/// use basement_survey::{Seeds, census::{Cardinality, CensusRun}};
///
/// let rebirth = Backend::Rebirth.generator(None, &[])?;
/// let mut run = CensusRun::new(&*rebirth, &Request::level(1), Seeds::stage(1, 300), None)?;
/// run.advance(&*rebirth, &|| false, &|_| {})?;
/// assert!(run.is_done());
/// let census = run.into_census();
/// assert_eq!(census.counts().summary.floors, 300);
/// assert!(matches!(census.distinct_floors(), Cardinality::Exact(1..=300)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CensusRun {
    census: Census,
    /// The seeds of this run: a shard of the whole, or the whole.
    asked: SeedRange,
}

impl CensusRun {
    /// A census of the floors of all these seeds, or of one shard of them.
    ///
    /// # Errors
    ///
    /// [`CensusError::Survey`] when the generator cannot meet the request or a number is not a
    /// seed, [`CensusError::EmptyRange`] or [`CensusError::EmptyShard`] if there are no seeds.
    pub fn new(
        generator: &dyn Generator,
        request: &Request,
        seeds: Seeds,
        shard: Option<Shard>,
    ) -> Result<Self, CensusError> {
        let last = seeds.last()?;
        if seeds.count == 0 {
            let before = seeds.first.saturating_sub(1);
            return Err(CensusError::EmptyRange { first: seeds.first, last: before });
        }
        let whole = SeedRange::new(seeds.first, last)?;
        let asked = shard.map_or(Ok(whole), |shard| whole.shard(shard))?;
        let first = seeds.seed(whole.first(), request.level).map_err(SurveyError::from)?;
        if let Err(GenerateError::Request(error)) = generator.generate(request, first) {
            return Err(SurveyError::from(error).into());
        }
        let address = CensusAddress {
            generator: generator.describe(),
            request: *request,
            seeds: seeds.kind,
            measures_version: MEASURES_VERSION,
        };
        let counts = CensusCounts::new(generator.grid());
        let census = Census {
            address,
            whole,
            ranges: Vec::new(),
            counts,
            keys: Keys::new(),
            measures: MeasureSet::ALL,
        };
        Ok(Self { census, asked })
    }

    /// The seeds of this run.
    #[must_use]
    pub const fn seeds(&self) -> SeedRange {
        self.asked
    }

    /// How many seeds it has counted.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.census.ranges.iter().map(SeedRange::count).sum()
    }

    /// Whether it has counted all its seeds.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done() == self.asked.count()
    }

    /// The result so far.
    #[must_use]
    pub const fn census(&self) -> &Census {
        &self.census
    }

    /// The result so far.
    #[must_use]
    pub fn into_census(self) -> Census {
        self.census
    }

    /// Continues on all threads of the current pool until all seeds are done or `is_enough` returns
    /// true. `progress` is called with the number of seeds done since its last call. Both are
    /// called from any thread, once every [`CHUNK`](crate::fold::CHUNK) floors.
    ///
    /// # Errors
    ///
    /// As [`Sample::run`](crate::Sample::run). The run cannot continue then.
    pub fn advance(
        &mut self,
        generator: &dyn Generator,
        is_enough: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(), SurveyError> {
        let left = self.asked.count() - self.done();
        if left == 0 {
            return Ok(());
        }
        let first = self.asked.first() + self.done();
        let Census { address, ranges, counts, keys, .. } = &mut self.census;
        let seeds = Seeds { kind: address.seeds, first, count: left };
        let request = address.request;
        let keys = Mutex::new(keys);
        let (grid, measures) = (generator.grid(), MeasureSet::ALL);
        let part = || Part {
            counter: Counter::new(grid, measures),
            counts: CensusCounts::new(grid),
            seen: Some(Vec::new()),
        };
        let (part, done) = Pass::over(first, left, progress).until(is_enough).fold(
            part,
            |part, numbers| {
                each_floor(generator, &request, &seeds, numbers, |number, floor| {
                    part.add(number, floor);
                    Ok::<(), SurveyError>(())
                })?;
                part.hand_over(&keys);
                Ok::<(), SurveyError>(())
            },
            |part, more| {
                // Both have the same grid.
                let merged =
                    part.counts.merge(&more.counts).and_then(|()| part.counter.merge(more.counter));
                debug_assert_eq!(merged, Ok(()));
            },
        )?;
        counts.merge(&part.counts)?;
        counts.summary.merge(&part.counter.into_summary())?;
        if done > 0 {
            let range = SeedRange::new(self.asked.first(), first + (done - 1));
            *ranges = range.into_iter().collect();
        }
        Ok(())
    }
}

/// What one thread counts.
struct Part {
    /// Counts for the summary, which is empty in `counts`.
    counter: Counter,
    counts: CensusCounts,
    /// The keys of a chunk, gathered so that threads seldom wait for each other. `None` once keys are
    /// no longer kept individually.
    seen: Option<Vec<FloorKeys>>,
}

impl Part {
    /// Counts the floor of a seed, or that the generator gave up.
    fn add(&mut self, seed: u64, floor: Option<&Floor>) {
        match floor {
            Some(floor) => {
                self.counter.add(floor, seed);
                self.counts.add_keys(floor, self.seen.as_mut());
            }
            None => {
                self.counter.add_failure(seed);
                self.counts.add_failure(seed);
            }
        }
    }

    /// Hands the keys over, even after a thread panicked while it held the lock: the panic continues
    /// in the caller, so nobody uses a half-changed value.
    fn hand_over(&mut self, keys: &Mutex<&mut Keys>) {
        let Some(seen) = &mut self.seen else { return };
        let mut keys = keys.lock().unwrap_or_else(PoisonError::into_inner);
        keys.layouts.add(seen.iter().map(|keys| keys.layout));
        keys.floors.add(seen.drain(..).map(|keys| keys.floor));
        if !keys.are_held() {
            self.seen = None;
        }
    }
}
