//! All floors of a run.

use std::path::PathBuf;
use std::sync::Arc;

use basement_floors::{Generator as _, RunStage, StageTypes};
use basement_report::run_figure;
use basement_survey::awards::FloorAwards;
use basement_survey::{Seeds, run_document};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::awards::{Items, awards_of, table};
use crate::error::ToPython;
use crate::figure::Figure;
use crate::floor::Floor;
use crate::generator::Generator;
use crate::options::Asked;
use crate::origin::{command, origin};
use crate::table::Table;
use crate::work::detached;

/// The floors of a run.
#[pyclass(frozen, module = "basement_lab._engine")]
pub(crate) struct Run {
    generator: Arc<dyn basement_floors::Generator>,
    paths: Arc<[PathBuf]>,
    run: basement_floors::Run,
    /// Where the run comes from, as JSON.
    origin: String,
}

/// The floors of a run. A stage type for one stage takes precedence over one for all stages.
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
    let of_one = stage_types.iter().map(|(stage, of)| format!("--stage-type {stage}:{of}"));
    let of_all = stage_type.map(|of| format!("--stage-type {of}"));
    let words: Vec<String> = of_all.into_iter().chain(of_one).collect();
    let types = stage_types.into_iter().try_fold(all, |types, (stage, of)| types.with(stage, of));
    let types = types.map_err(|error| error.to_python())?;
    let floors = &*generator.generator;
    let run = detached(py, || basement_floors::Run::new(floors, &asked.request, types, seed));
    let run = run.map_err(|error| error.to_python())?;
    let paths = Arc::clone(&generator.paths);
    let seeds = Seeds::run(run.seed.get().into(), 1);
    let described = floors.describe();
    let words = [format!("\"{}\"", run.seed)].into_iter().chain(words);
    let command = command("run", &described, &asked.request, &paths, words);
    // A run makes all levels, so none is among its options.
    let command = command.replacen("--level 1 ", "", 1);
    let mut origin = origin(&described, &asked.request, Some(&seeds), Some(command));
    if let Some(options) = origin["options"].as_array_mut() {
        options.retain(|option| option[0] != "level");
    }
    let origin = origin.to_string();
    let generator = Arc::clone(&generator.generator);
    Ok(Run { generator, paths, run, origin })
}

#[pymethods]
impl Run {
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
            is_of_run: true,
        };
        self.run.stages.iter().map(floor).collect()
    }

    fn remarks(&self) -> Vec<String> {
        self.run.remarks(&self.generator.describe()).into_iter().collect()
    }

    /// Where the run comes from, and the command that reproduces it, as JSON.
    fn origin(&self) -> &str {
        &self.origin
    }

    /// All stages on one sheet, optionally with the awards for clearing their rooms.
    fn figure(&self, py: Python<'_>, awards: Option<Items>) -> PyResult<Figure> {
        let awards = awards.map(|items| self.awards_of(&items)).transpose()?.unwrap_or_default();
        let figure = detached(py, || run_figure(&self.run, &awards, &self.generator.describe()));
        Ok(Figure { figure })
    }

    /// The award for clearing each ordinary room, one row each.
    fn awards(&self, items: Items) -> PyResult<Table> {
        let awards = self.awards_of(&items)?;
        let stages = self.run.stages.iter().map(|stage| Some(stage.level()));
        table(&stages.zip(&awards).collect::<Vec<_>>())
    }

    /// What `basement-lab run --format json` writes.
    fn to_json(&self) -> PyResult<String> {
        let document = run_document(&self.run, &*self.generator, &[]);
        Ok(document.map_err(|error| error.to_python())?.to_string())
    }
}

impl Run {
    fn awards_of(&self, items: &Items) -> PyResult<Vec<FloorAwards>> {
        let described = self.generator.describe();
        let stages = self.run.stages.iter();
        stages.map(|stage| awards_of(&stage.floor, &described, items)).collect()
    }
}
