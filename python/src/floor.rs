//! One floor.

use std::sync::Arc;

use basement_floors::{FloorDocument, FloorMap, Generator, RunSeed};
use basement_report::floor_figure;
use pyo3::prelude::*;

use crate::error::ToPython;
use crate::figure::Figure;

/// A floor, with the generator that made it.
#[pyclass(frozen, module = "basement_lab._engine")]
pub(crate) struct Floor {
    pub(crate) generator: Arc<dyn Generator>,
    pub(crate) floor: basement_floors::Floor,
    /// The run seed that it was asked for with.
    pub(crate) run: Option<RunSeed>,
}

#[pymethods]
impl Floor {
    /// All that is known of it, as JSON: what `basement-lab floor --format json` writes.
    fn to_json(&self) -> PyResult<String> {
        let document = FloorDocument::new(&*self.generator, &self.floor);
        let document = match self.run {
            Some(run) => document.with_run_seed(Some(run.to_string())),
            None => document,
        };
        serde_json::to_string(&document).map_err(|error| error.to_python())
    }

    /// The pairs of rooms that a door joins, by their indices: one for each door.
    fn doors(&self) -> Vec<(usize, usize)> {
        self.floor.doors().iter().map(|door| (door.from, door.to)).collect()
    }

    /// The map in characters.
    fn map(&self) -> String {
        FloorMap::new(&self.floor).to_string()
    }

    /// The picture.
    fn figure(&self, py: Python<'_>) -> Figure {
        let described = self.generator.describe();
        let figure = py.detach(|| floor_figure(&self.floor, &described, &self.shown_seed()));
        Figure { figure }
    }
}

impl Floor {
    /// Its run as the game shows it, or its seed.
    pub(crate) fn shown_seed(&self) -> String {
        match self.run {
            Some(run) => run.to_string(),
            None => self.floor.seed().value().to_string(),
        }
    }
}
