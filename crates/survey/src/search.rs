//! The seeds whose floors meet conditions.
//!
//! A [`SearchRun`] tests its candidates in their order, chunk by chunk, and can stop after any chunk;
//! a [checkpoint](SearchRun::save) keeps its state. The hits and their order are the same for any
//! number of threads and stops.
//!
//! What costs least is tested first: what the first draws decide, before anything grows; then the
//! stage that rules out the most candidates for its cost. A stage that is not asked for is not made.
//!
//! ```
//! use basement_floors::{Backend, Request};
//! use basement_survey::{search::{Search, SearchRun, StageCondition}};
//!
//! let rebirth = Backend::Rebirth.generator("repentance", &[])?;
//! let search = Search::new(&Request::level(1))
//!     .condition(StageCondition::parse("1: curse == labyrinth and count(2x2) >= 2", 1)?)
//!     .limit(3);
//! let mut run = SearchRun::new(&*rebirth, search)?;
//! let mut runs = Vec::new();
//! run.advance(&*rebirth, &|| false, &|_| {}, &mut |hit| {
//!     runs.extend(hit.run.clone());
//!     true
//! })?;
//! // Typed into the game, each of them begins with such a floor.
//! assert_eq!(runs.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use crate::condition::{ConditionError, Operator, Quantity, RestsOn, StageCondition};

mod candidates;
mod checkpoint;
mod hit;
mod level_search;
mod pilot;
mod remarks;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use basement_floors::{Generator, Phase, Request};

use crate::error::SurveyError;
use crate::fold::Pass;
use crate::seeds::Seeds;

pub use candidates::{Candidates, SeedListError};
pub use hit::{Hit, HitStage};
pub use pilot::Pilot;

use level_search::LevelSearch;

/// Candidates that one task tests before it reports progress.
const CHUNK: u64 = 1 << 13;

/// What is looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    request: Request,
    phase: Option<Phase>,
    conditions: Vec<StageCondition>,
    candidates: Candidates,
    goal: Goal,
}

/// How many of the candidates that meet all conditions are kept.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Goal {
    First { limit: Option<u64> },
    Best(Best),
}

/// The candidates with the most extreme floors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// The stage, or level.
    pub level: u8,
    /// The quantity that the floors are sorted by. Floors that do not have it are left out.
    pub quantity: Quantity,
    /// Whether the smallest values are wanted instead of the greatest.
    pub smallest: bool,
    /// How many are kept.
    pub top: usize,
}

impl Search {
    /// A search without conditions through all runs of the game, whose floors are made by this
    /// request. Conditions name their levels and are tested on finished floors. With the built-in
    /// rooms, floors are made to [`Phase::Special`], because after it only their `draws` can change;
    /// with other rooms, without rooms, or if `draws` is asked for, to [`Phase::Full`].
    #[must_use]
    pub const fn new(request: &Request) -> Self {
        Self {
            request: *request,
            phase: None,
            conditions: Vec::new(),
            candidates: Candidates::Range(Seeds::run(1, u32::MAX as u64)),
            goal: Goal::First { limit: None },
        }
    }

    /// The search with one more condition. A hit meets all conditions.
    #[must_use]
    pub fn condition(mut self, condition: StageCondition) -> Self {
        self.conditions.push(condition);
        self
    }

    /// The search among these candidates.
    #[must_use]
    pub fn candidates(self, candidates: Candidates) -> Self {
        Self { candidates, ..self }
    }

    /// The search with all floors made to this phase.
    #[must_use]
    pub fn phase(self, phase: Phase) -> Self {
        Self { phase: Some(phase), ..self }
    }

    /// The search that ends after `hits` hits.
    #[must_use]
    pub fn limit(self, hits: u64) -> Self {
        Self { goal: Goal::First { limit: Some(hits) }, ..self }
    }

    /// The search that tests all candidates and keeps the best.
    #[must_use]
    pub fn best(self, best: Best) -> Self {
        Self { goal: Goal::Best(best), ..self }
    }
}

/// A search under way.
#[derive(Clone, Debug)]
pub struct SearchRun {
    search: Search,
    /// The stages that are asked for, in ascending order of their levels.
    stages: Vec<LevelSearch>,
    /// The places of the stages with conditions, in the order in which they are tested.
    order: Option<Vec<usize>>,
    /// How many candidates are done.
    done: u64,
    found: Vec<Found>,
}

/// A candidate that meets all conditions.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Found {
    place: u64,
    /// The value of the quantity that the best are sorted by.
    value: Option<f64>,
}

impl SearchRun {
    /// A search that has not begun.
    ///
    /// # Errors
    ///
    /// [`SurveyError`] if the generator cannot meet the request on a level that is asked for, if the
    /// request rules a condition out, or if a number is not a seed.
    pub fn new(generator: &dyn Generator, search: Search) -> Result<Self, SurveyError> {
        search.candidates.check()?;
        let stages = LevelSearch::all(generator, &search)?;
        let phase = search.phase.unwrap_or_default();
        let request = Request { phase, ..search.request };
        if let Some(condition) = search.conditions.iter().find(|it| it.is_ruled_out(&request)) {
            return Err(SurveyError::ConditionRuledOut {
                condition: condition.to_string(),
                curse: request.curse,
                phase,
            });
        }
        Ok(Self { search, stages, order: None, done: 0, found: Vec::new() })
    }

    /// How many candidates are done.
    #[must_use]
    pub const fn done(&self) -> u64 {
        self.done
    }

    /// How many hits are found.
    #[must_use]
    pub const fn found(&self) -> u64 {
        self.found.len() as u64
    }

    /// How many candidates there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.search.candidates.count()
    }

    /// Whether all candidates are done, or as many hits are found as are wanted.
    #[must_use]
    pub fn is_done(&self) -> bool {
        let is_full = match self.search.goal {
            Goal::First { limit } => limit.is_some_and(|limit| self.found.len() as u64 >= limit),
            Goal::Best(_) => false,
        };
        is_full || self.done == self.count()
    }

    /// The levels that are asked for, in ascending order, each with the names of the quantities that
    /// its [`HitStage::measures`] has.
    pub fn levels(&self) -> impl Iterator<Item = (u8, Vec<String>)> {
        let names =
            |stage: &LevelSearch| stage.quantities.iter().map(ToString::to_string).collect();
        self.stages.iter().map(move |stage| (stage.request.level, names(stage)))
    }

    /// Continues until all candidates are done or `is_enough` returns true. `progress` is called from
    /// any thread with the number of candidates done since its last call. `visit` is called with each
    /// hit in the order of the candidates, as soon as it is found, and returns whether to continue.
    /// Hits that were found after it returned false are not visited, also not by a later call, and the
    /// best are known only at the end: [`hits`](Self::hits) returns all of them. The search waits for
    /// `visit`, so `visit` must not wait for rayon's threads, as [`Sample`](crate::Sample) does: a
    /// caller that measures hits does so after the search.
    ///
    /// # Errors
    ///
    /// [`SurveyError`] if the generator cannot meet the request.
    pub fn advance(
        &mut self,
        generator: &dyn Generator,
        is_enough: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(u64) + Sync),
        visit: &mut (dyn FnMut(&Hit) -> bool + Send),
    ) -> Result<(), SurveyError> {
        if self.is_done() {
            return Ok(());
        }
        let order = self.order(generator)?;
        let first = self.done;
        let found = std::mem::take(&mut self.found);
        let is_ended = AtomicBool::new(false);
        let is_enough = || is_ended.load(Ordering::Relaxed) || is_enough();
        let waiting = BTreeMap::new();
        let collector = Collector { next: first, waiting, found, visit, is_heard: true };
        let collector = Mutex::new(collector);
        let lock = || collector.lock().unwrap_or_else(PoisonError::into_inner);
        let left = self.count() - first;
        let pass = Pass::over(first, left, progress).in_chunks_of(CHUNK).until(&is_enough);
        let passed: Result<_, SurveyError> = pass.fold(
            || (),
            |(), places| {
                let (first, next) = (*places.start(), places.end() + 1);
                let found = self.test(generator, &order, places)?;
                let mut collector = lock();
                collector.waiting.insert(first, (next, found));
                if !self.take_in(generator, &mut collector)? {
                    is_ended.store(true, Ordering::Relaxed);
                }
                Ok(())
            },
            |(), ()| (),
        );
        let collector = collector.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.found = collector.found;
        self.done += passed?.1;
        Ok(())
    }

    /// The hits so far, in the order of the candidates, or the best first.
    ///
    /// # Errors
    ///
    /// [`SurveyError`] if the generator cannot meet the request.
    pub fn hits(&self, generator: &dyn Generator) -> Result<Vec<Hit>, SurveyError> {
        self.found.iter().map(|found| self.hit(generator, found)).collect()
    }

    fn hit(&self, generator: &dyn Generator, found: &Found) -> Result<Hit, SurveyError> {
        let number = self.search.candidates.number(found.place);
        Hit::new(generator, &self.search.candidates.seeds(), number, &self.stages)
    }

    /// The places of the stages with conditions on their floors, in the order in which they are tested.
    fn order(&mut self, generator: &dyn Generator) -> Result<Vec<usize>, SurveyError> {
        if self.order.is_none() {
            self.order =
                Some(level_search::order(generator, &self.stages, &self.search.candidates)?);
        }
        Ok(self.order.clone().unwrap_or_default())
    }

    /// The candidates at these places that meet all conditions, each with its place and its number.
    fn meeting(
        &self,
        generator: &dyn Generator,
        order: &[usize],
        places: impl Iterator<Item = u64>,
    ) -> Result<Vec<(u64, u64)>, SurveyError> {
        let candidates = &self.search.candidates;
        let seeds = candidates.seeds();
        let mut left: Vec<(u64, u64)> =
            places.map(|place| (place, candidates.number(place))).collect();
        for stage in &self.stages {
            stage.test_first_draws(generator, &seeds, &mut left)?;
        }
        for stage in order.iter().filter_map(|place| self.stages.get(*place)) {
            stage.test_floors(generator, &seeds, &mut left)?;
        }
        Ok(left)
    }

    /// What is found among the candidates at these places.
    fn test(
        &self,
        generator: &dyn Generator,
        order: &[usize],
        places: std::ops::RangeInclusive<u64>,
    ) -> Result<Vec<Found>, SurveyError> {
        let left = self.meeting(generator, order, places)?;
        let seeds = self.search.candidates.seeds();
        let Goal::Best(best) = self.search.goal else {
            let found = left.into_iter().map(|(place, _)| Found { place, value: None });
            return Ok(found.collect());
        };
        let mut found = Vec::new();
        let stage = self.stages.iter().find(|stage| stage.request.level == best.level);
        if let Some(stage) = stage {
            stage.values(generator, &seeds, &left, best.quantity, |place, value| {
                found.push(Found { place, value: Some(value) });
            })?;
        }
        best.keep(&mut found);
        Ok(found)
    }

    /// Takes in the chunks whose turn has come. Returns whether more hits are wanted. Hits that are
    /// found after `visit` returned false are also kept, because their candidates are done.
    fn take_in(
        &self,
        generator: &dyn Generator,
        collector: &mut Collector<'_>,
    ) -> Result<bool, SurveyError> {
        let mut is_full = false;
        while let Some((next, chunk)) = collector.waiting.remove(&collector.next) {
            collector.next = next;
            match self.search.goal {
                Goal::Best(best) => {
                    collector.found.extend(chunk);
                    best.keep(&mut collector.found);
                }
                Goal::First { limit } => {
                    let limit = limit.unwrap_or(u64::MAX);
                    for found in chunk {
                        if collector.found.len() as u64 >= limit {
                            break;
                        }
                        collector.found.push(found);
                        collector.is_heard =
                            collector.is_heard && (collector.visit)(&self.hit(generator, &found)?);
                    }
                    is_full = collector.found.len() as u64 >= limit;
                }
            }
        }
        Ok(collector.is_heard && !is_full)
    }
}

impl Best {
    /// Keeps only the best, the best first. Of equal ones, the earlier candidate comes first.
    fn keep(&self, found: &mut Vec<Found>) {
        let key = |found: &Found| found.value.unwrap_or_default();
        found.sort_by(|a, b| {
            let order = key(a).total_cmp(&key(b));
            let best_first = if self.smallest { order } else { order.reverse() };
            best_first.then(a.place.cmp(&b.place))
        });
        found.truncate(self.top);
    }
}

/// Puts what the threads find into the order of the candidates.
struct Collector<'a> {
    /// The first candidate whose chunk has not arrived yet.
    next: u64,
    /// Chunks that arrived before their turn, by their first candidates: the candidate after each
    /// chunk, and what was found in it.
    waiting: BTreeMap<u64, (u64, Vec<Found>)>,
    found: Vec<Found>,
    visit: &'a mut (dyn FnMut(&Hit) -> bool + Send),
    /// Whether `visit` has never returned false.
    is_heard: bool,
}
