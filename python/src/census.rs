//! Every floor of a range of seeds, counted in shards whose files can be merged.

use std::time::{Duration, Instant};

use basement_floors::{Phase, RngKind};
use basement_survey::census::{Census, CensusRun, Shard};
use basement_survey::{SeedKind, Seeds};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::error::ToPython;
use crate::generator::Generator;
use crate::given::number;
use crate::options::Asked;
use crate::work::detached;

/// How long floors are counted before interrupts are checked.
const PART: Duration = Duration::from_millis(100);

/// The file of a census, or of one shard of it: what `basement-lab census` writes.
#[pyfunction]
pub(crate) fn census<'py>(
    py: Python<'py>,
    generator: &Generator,
    first: Option<&Bound<'_, PyAny>>,
    last: Option<&Bound<'_, PyAny>>,
    shard: Option<&str>,
    options: &Bound<'_, PyDict>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    if options.contains("seed")? || options.contains("run_seed")? {
        let message = "a census goes through stage seeds: give `first` and `last`";
        return Err(PyTypeError::new_err(message));
    }
    let mut asked = Asked::read(generator.backend, options)?;
    // As in the command: no measure depends on the interiors of normal rooms.
    if options.get_item("phase")?.is_none_or(|phase| phase.is_none()) {
        asked.request.phase = Phase::Special;
    }
    let first = first.map(|first| number("first", first)).transpose()?;
    let last = last.map(|last| number("last", last)).transpose()?;
    let seeds = seeds(asked.stage_seed().kind(), first, last)?;
    let shard = shard.map(str::parse::<Shard>).transpose().map_err(|error| error.to_python())?;
    let floors = &*generator.generator;
    let mut run =
        CensusRun::new(floors, &asked.request, seeds, shard).map_err(|error| error.to_python())?;
    while !run.is_done() {
        let before = run.done();
        let begun = Instant::now();
        detached(py, || run.advance(floors, &|| begun.elapsed() >= PART, &|_| {}))
            .map_err(|error| error.to_python())?;
        if let Some(progress) = progress {
            progress.call1((run.done() - before,))?;
        }
        py.check_signals()?;
    }
    written(py, &run.into_census())
}

/// The files of several shards merged into one: what `basement-lab census merge` writes.
#[pyfunction]
pub(crate) fn merge_census<'py>(
    py: Python<'py>,
    files: Vec<Bound<'py, PyBytes>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut merged: Option<Census> = None;
    for file in &files {
        let bytes = file.as_bytes();
        let read = detached(py, || Census::from_json(bytes)).map_err(|error| error.to_python())?;
        match &mut merged {
            None => merged = Some(read),
            Some(merged) => {
                detached(py, || merged.merge(&read)).map_err(|error| error.to_python())?;
            }
        }
        py.check_signals()?;
    }
    let nothing = || PyValueError::new_err("there is nothing to merge: give at least one file");
    written(py, &merged.ok_or_else(nothing)?)
}

/// The seeds from the first to the last; by default, all of the game's.
fn seeds(rng: RngKind, first: Option<u64>, last: Option<u64>) -> PyResult<Seeds> {
    let kind = match rng {
        RngKind::Game => SeedKind::Stage,
        RngKind::Pcg if last.is_some() => SeedKind::Pcg,
        RngKind::Pcg => {
            let message = "PCG has more seeds than anybody can count: give the last";
            return Err(PyValueError::new_err(message));
        }
    };
    let seeds = kind.between(first, last).map_err(|error| error.to_python())?;
    seeds.last().map_err(|error| error.to_python())?;
    Ok(seeds)
}

/// The file of a census.
fn written<'py>(py: Python<'py>, census: &Census) -> PyResult<Bound<'py, PyBytes>> {
    let mut file = Vec::new();
    detached(py, || census.write_json(&mut file)).map_err(|error| error.to_python())?;
    Ok(PyBytes::new(py, &file))
}
