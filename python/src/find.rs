//! The seeds whose floors meet conditions.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use basement_floors::Phase;
use basement_survey::SeedKind;
use basement_survey::search::{
    Best, Candidates, Hit, Quantity, Search as Sought, SearchRun, StageCondition,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;

use crate::error::ToPython;
use crate::generator::Generator;
use crate::options::Asked;
use crate::origin::{command, origin};
use crate::work::detached;

/// How long candidates are tested before interrupts are checked.
const PART: Duration = Duration::from_millis(100);
/// The time between two checkpoints.
const BETWEEN: Duration = Duration::from_secs(10);

/// A running search.
#[pyclass(frozen, module = "basement_lab._engine")]
pub(crate) struct Search {
    generator: Arc<dyn basement_floors::Generator>,
    state: Mutex<State>,
    checkpoint: Option<PathBuf>,
    is_best: bool,
    /// Where the hits come from, as JSON.
    origin: String,
}

struct State {
    run: SearchRun,
    /// What was found but not yet returned.
    waiting: VecDeque<Hit>,
    saved: Instant,
    /// Whether the best were returned.
    is_told: bool,
}

#[pymethods]
impl Search {
    /// A search for conditions or for the best, among a range of seeds, a number of seeds spread
    /// over all, or the seeds listed in a text.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "the options of `find`")]
    fn new(
        generator: &Generator,
        conditions: Vec<String>,
        best: Option<(String, bool, usize)>,
        range: (Option<u64>, Option<u64>),
        random: Option<u64>,
        seeds: Option<&str>,
        limit: Option<u64>,
        checkpoint: Option<PathBuf>,
        options: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let asked = Asked::read(generator.backend, options)?;
        let kind = SeedKind::usual(asked.stage_seed().kind());
        let candidates = match (random, seeds) {
            (Some(count), _) => Candidates::Spread { kind, count },
            (None, Some(text)) => {
                Candidates::read_list(kind, text).map_err(|error| error.to_python())?
            }
            (None, None) => self::range(kind, range, limit, best.is_some())?,
        };
        let level = asked.request.level;
        let mut words: Vec<String> =
            conditions.iter().map(|text| format!("--where \"{text}\"")).collect();
        if let Some((text, smallest, top)) = &best {
            words.push(format!("--best \"{text}\" --top {top}"));
            words.extend(smallest.then(|| "--smallest".to_owned()));
        }
        let numbers =
            [("from", range.0), ("to", range.1), ("random", random), ("limit", limit)].into_iter();
        words.extend(numbers.filter_map(|(name, value)| Some(format!("--{name} {}", value?))));
        words.push(format!("--rng {}", kind.rng()));
        let has_phase = options.get_item("phase")?.is_some_and(|phase| !phase.is_none());
        // The default of other commands, which is therefore not among the request's options.
        if has_phase && asked.request.phase == Phase::Full {
            words.push("--phase full".to_owned());
        }
        let described = generator.generator.describe();
        // The command reads a list from a file.
        let command = seeds
            .is_none()
            .then(|| command("find", &described, &asked.request, &generator.paths, words));
        let seeds = match &candidates {
            Candidates::Range(seeds) => Some(seeds),
            _ => None,
        };
        let origin = origin(&described, &asked.request, seeds, command).to_string();
        let mut search = Sought::new(&asked.request).candidates(candidates);
        for text in &conditions {
            let condition = StageCondition::parse(text, level);
            search = search.condition(condition.map_err(|error| error.to_python())?);
        }
        if has_phase {
            search = search.phase(asked.request.phase);
        }
        if let Some(limit) = limit {
            search = search.limit(limit);
        }
        let is_best = best.is_some();
        if let Some((text, smallest, top)) = best {
            let found = Quantity::of_stage(&text, level).map_err(|error| error.to_python())?;
            let (level, quantity) = found;
            search = search.best(Best { level, quantity, smallest, top });
        }
        let floors = &*generator.generator;
        let mut run = SearchRun::new(floors, search).map_err(|error| error.to_python())?;
        let mut waiting = VecDeque::new();
        if let Some(path) = checkpoint.as_deref().filter(|path| path.exists()) {
            run.resume(floors, path).map_err(|error| error.to_python())?;
            if !is_best {
                waiting = run.hits(floors).map_err(|error| error.to_python())?.into();
            }
        }
        let state = State { run, waiting, saved: Instant::now(), is_told: false };
        let generator = Arc::clone(&generator.generator);
        Ok(Self { generator, state: Mutex::new(state), checkpoint, is_best, origin })
    }

    /// Where the hits come from, and the command that reproduces them if there is one, as JSON.
    fn origin(&self) -> &str {
        &self.origin
    }

    /// The next hit, as JSON; `None` after the last.
    fn next(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<String>> {
        let mut guard = self.state.lock_py_attached(py).unwrap_or_else(|error| error.into_inner());
        let state = &mut *guard;
        let floors = &*self.generator;
        loop {
            if let Some(hit) = state.waiting.pop_front() {
                return serde_json::to_string(&hit).map(Some).map_err(|error| error.to_python());
            }
            if state.run.is_done() {
                self.keep(state)?;
                if !self.is_best || state.is_told {
                    return Ok(None);
                }
                state.is_told = true;
                state.waiting = state.run.hits(floors).map_err(|error| error.to_python())?.into();
                continue;
            }
            let (begun, before) = (Instant::now(), state.run.done());
            let State { run, waiting, .. } = &mut *state;
            let advanced = detached(py, || {
                let is_found = AtomicBool::new(false);
                let is_enough = || is_found.load(Ordering::Relaxed) || begun.elapsed() >= PART;
                let mut visit = |hit: &Hit| {
                    waiting.push_back(hit.clone());
                    is_found.store(true, Ordering::Relaxed);
                    true
                };
                run.advance(floors, &is_enough, &|_| {}, &mut visit)
            });
            advanced.map_err(|error| error.to_python())?;
            if let Some(progress) = progress {
                progress.call1((state.run.done() - before,))?;
            }
            if state.saved.elapsed() >= BETWEEN {
                self.keep(state)?;
            }
            if let Err(interrupted) = py.check_signals() {
                self.keep(state)?;
                return Err(interrupted);
            }
        }
    }

    /// Writes the checkpoint, if there is one.
    fn save(&self, py: Python<'_>) -> PyResult<()> {
        let mut state = self.state.lock_py_attached(py).unwrap_or_else(|error| error.into_inner());
        self.keep(&mut state)
    }

    /// How many candidates were tested, and how many there are.
    fn done(&self, py: Python<'_>) -> (u64, u64) {
        let state = self.state.lock_py_attached(py).unwrap_or_else(|error| error.into_inner());
        (state.run.done(), state.run.count())
    }

    /// Remarks on the search.
    fn remarks(&self, py: Python<'_>) -> Vec<String> {
        let state = self.state.lock_py_attached(py).unwrap_or_else(|error| error.into_inner());
        state.run.remarks(&self.generator.describe())
    }

    /// How many candidates were tried, and how many of them meet the conditions.
    fn estimate(&self, py: Python<'_>) -> PyResult<(u64, u64)> {
        let mut guard = self.state.lock_py_attached(py).unwrap_or_else(|error| error.into_inner());
        let run = &mut guard.run;
        let pilot = detached(py, || run.estimate(&*self.generator));
        let pilot = pilot.map_err(|error| error.to_python())?;
        Ok((pilot.tried, pilot.met))
    }
}

impl Search {
    fn keep(&self, state: &mut State) -> PyResult<()> {
        state.saved = Instant::now();
        match &self.checkpoint {
            Some(path) => state.run.save(&*self.generator, path).map_err(|error| error.to_python()),
            None => Ok(()),
        }
    }
}

/// The numbers from the first to the last.
fn range(
    kind: SeedKind,
    (first, last): (Option<u64>, Option<u64>),
    limit: Option<u64>,
    is_best: bool,
) -> PyResult<Candidates> {
    if kind == SeedKind::Pcg && last.is_none() && limit.is_none() {
        let what = if is_best { "`last`" } else { "`last` or `limit`" };
        let message = format!("PCG has more seeds than anybody can count: give {what}");
        return Err(PyValueError::new_err(message));
    }
    let seeds = kind.between(first, last).map_err(|error| error.to_python())?;
    Ok(Candidates::Range(seeds))
}
