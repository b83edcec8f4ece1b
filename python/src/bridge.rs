//! Which rule causes which part of a difference.

use basement_floors::rebirth::Edition;
use basement_floors::{Backend, Generator as _, RequestError};
use basement_report::bridge_figure;
use basement_survey::bridge::{BRIDGE_MEASURES, BridgeRun};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::json;

use crate::error::ToPython;
use crate::figure::Figure;
use crate::generator::Generator;
use crate::given::{measure_set, number};
use crate::table::Table;
use crate::work::{detached, long};

/// The result of a bridge.
#[pyclass(frozen, module = "basement_lab._engine")]
pub(crate) struct Bridge {
    run: BridgeRun,
}

/// The bridge between two generators of one game, from normal to hard mode of an edition of Rebirth,
/// or from Flash to Rebirth.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of `bridge`")]
pub(crate) fn bridge(
    py: Python<'_>,
    ends: Option<(PyRef<'_, Generator>, PyRef<'_, Generator>)>,
    modes_of: Option<&str>,
    levels: Vec<u8>,
    measures: Option<Vec<String>>,
    count: &Bound<'_, PyAny>,
    seed: u64,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Bridge> {
    let bridge = match (&ends, modes_of) {
        (Some((from, to)), _) => between(from, to)?,
        (None, Some(edition)) => {
            let unknown = |_| RequestError::unknown_name("edition", edition, Edition::ALL);
            let edition = edition.parse().map_err(unknown).map_err(|error| error.to_python())?;
            let bridge = basement_survey::Bridge::from_normal_to_hard(edition);
            bridge.map_err(|error| error.to_python())?
        }
        (None, None) => basement_survey::Bridge::from_flash_to_rebirth(),
    };
    let measures = match measures {
        None => BRIDGE_MEASURES.into_iter().collect(),
        measures => measure_set(measures)?,
    };
    let bridge = bridge.levels(&levels).map_err(|error| error.to_python())?;
    let bridge = bridge.measures(measures).floors(number("count", count)?).first_seed(seed);
    Ok(Bridge { run: long(py, progress, |told| bridge.progress(told).run())? })
}

fn between(from: &Generator, to: &Generator) -> PyResult<basement_survey::Bridge<'static>> {
    if from.backend != to.backend {
        let message = "`start` and `end` are of two games: leave both out for Flash to Rebirth";
        return Err(PyValueError::new_err(message));
    }
    let backend: Backend = from.backend;
    let described = [from, to].map(|end| end.generator.describe());
    let [from, to] = &described;
    let bridge = basement_survey::Bridge::between_rules(
        backend,
        (&from.edition, &from.changed),
        (&to.edition, &to.changed),
    );
    bridge.map_err(|error| error.to_python())
}

#[pymethods]
impl Bridge {
    /// What `basement-lab bridge --format json` writes.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.run).map_err(|error| error.to_python())
    }

    /// A row for each end and each switch, on each level and measure.
    fn table(&self) -> PyResult<Table> {
        let mut rows = Vec::new();
        for level in &self.run.levels {
            for effect in &level.effects {
                rows.extend(self.run.parts(effect).iter().map(|(part, rules, found)| json!({
                    "level": level.level, "measure": effect.measure, "part": part, "rules": rules,
                    "value": found.estimate, "lower": found.lower, "upper": found.upper,
                })));
            }
        }
        let names = ["level", "measure", "part", "rules", "value", "lower", "upper"];
        Table::of_rows(&names, &rows)
    }

    /// The figure; `None` if no level has a measure on both sides.
    fn figure(&self, py: Python<'_>) -> Option<Figure> {
        detached(py, || bridge_figure(&self.run)).map(|figure| Figure { figure })
    }
}
