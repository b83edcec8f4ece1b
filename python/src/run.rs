//! All floors of a run.

use std::path::PathBuf;
use std::sync::Arc;

use basement_floors::{Generator as _, RunStage, StageTypes};
use basement_report::run_figure;
use basement_survey::run_document;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::ToPython;
use crate::figure::Figure;
use crate::floor::Floor;
use crate::generator::Generator;
use crate::options::Asked;
use crate::work::detached;

/// The floors of a run.
#[pyclass(frozen, module = "basement_lab._engine")]
pub(crate) struct Run {
    generator: Arc<dyn basement_floors::Generator>,
    paths: Arc<[PathBuf]>,
    run: basement_floors::Run,
}

/// The floors of a run. Of the stage types those of one stage count before that of all.
#[pyfunction]
pub(crate) fn run(
    py: Python<'_>,
    generator: &Generator,
    run_seed: &str,
    stage_type: Option<u8>,
    stage_types: Vec<(u8, u8)>,
    options: &Bound<'_, PyDict>,
) -> PyResult<Run> {
    let asked = Asked::read(generator.backend, options)?;
    let seed =
        run_seed.parse().map_err(|error: basement_floors::RequestError| error.to_python())?;
    let all = stage_type.map_or(StageTypes::DRAWN, StageTypes::all);
    let types = stage_types.into_iter().try_fold(all, |types, (stage, of)| types.with(stage, of));
    let types = types.map_err(|error| error.to_python())?;
    let floors = &*generator.generator;
    let run = detached(py, || basement_floors::Run::new(floors, &asked.request, types, seed));
    let run = run.map_err(|error| error.to_python())?;
    let paths = Arc::clone(&generator.paths);
    Ok(Run { generator: Arc::clone(&generator.generator), paths, run })
}

#[pymethods]
impl Run {
    /// The number of the run.
    fn number(&self) -> u32 {
        self.run.seed.get()
    }

    /// The names of the stages.
    fn names(&self) -> Vec<String> {
        self.run.stages.iter().map(RunStage::name).collect()
    }

    fn floors(&self) -> Vec<Floor> {
        let floor = |stage: &RunStage| Floor {
            generator: Arc::clone(&self.generator),
            paths: Arc::clone(&self.paths),
            floor: stage.floor.clone(),
            run: Some(self.run.seed),
        };
        self.run.stages.iter().map(floor).collect()
    }

    /// What there is to say of the run.
    fn remarks(&self) -> Vec<String> {
        self.run.remarks(&self.generator.describe()).into_iter().collect()
    }

    /// All stages on a sheet.
    fn figure(&self, py: Python<'_>) -> Figure {
        let figure = detached(py, || run_figure(&self.run, &[], &self.generator.describe()));
        Figure { figure }
    }

    /// What `basement-lab run --format json` writes.
    fn to_json(&self) -> PyResult<String> {
        let document = run_document(&self.run, &*self.generator, &[]);
        Ok(document.map_err(|error| error.to_python())?.to_string())
    }
}
