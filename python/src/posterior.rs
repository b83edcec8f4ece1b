//! Where a hidden room is, given everything else.

use std::sync::Arc;

use basement_floors::{Generator as _, PosteriorError, Posteriors, RoomKind};
use basement_report::posterior_figure;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::ToPython;
use crate::figure::Figure;
use crate::floor::Floor;
use crate::generator::Generator;
use crate::given::{kind_of, number};
use crate::options::Asked;
use crate::work::{detached, long};

/// The probabilities of the cells.
#[pyclass(frozen, module = "basement_lab._engine")]
pub(crate) struct Posterior {
    generator: Arc<dyn basement_floors::Generator>,
    posterior: basement_floors::Posterior,
    floor: basement_floors::Floor,
    /// The hidden room that is sought.
    kind: RoomKind,
    /// Why the doors do not count, if they were asked for.
    without_doors: Option<String>,
    seed: String,
}

/// Where a hidden room of a floor is: by its rule and by the doors that the ordinary rooms could
/// have, or by the rule alone.
#[pyfunction]
pub(crate) fn posterior(
    py: Python<'_>,
    generator: &Generator,
    floor: &Floor,
    room: &str,
    by_doors: bool,
) -> PyResult<Posterior> {
    let kind = kind_of(room)?;
    let floors = &generator.generator;
    let known = detached(py, || match kind {
        RoomKind::Secret if !by_doors => Ok((floors.secret_posterior(&floor.floor)?, None)),
        _ => {
            let known = Posteriors::of(floors, &floor.floor, kind)?;
            Ok((known.best, known.without_doors))
        }
    });
    let (posterior, without_doors) = known.map_err(|error: PosteriorError| error.to_python())?;
    let without_doors = without_doors.map(|reason| reason.to_string());
    let generator = Arc::clone(floors);
    let (seed, floor) = (floor.shown_seed(), floor.floor.clone());
    Ok(Posterior { generator, kind, posterior, without_doors, floor, seed })
}

#[pymethods]
impl Posterior {
    /// The cells with their probabilities, the likeliest first.
    fn cells(&self) -> Vec<((u8, u8), f64)> {
        let cells = self.posterior.cells.iter();
        cells.map(|(cell, chance)| ((cell.x, cell.y), *chance)).collect()
    }

    /// The probability that there is no such room.
    fn none(&self) -> f64 {
        self.posterior.none
    }

    /// Why the doors do not count, if they were asked for.
    fn without_doors(&self) -> Option<&str> {
        self.without_doors.as_deref()
    }

    /// The first column, the width and the height of the grid.
    fn grid(&self) -> (u8, u8, u8) {
        let grid = self.generator.grid();
        (grid.left, grid.width, grid.height)
    }

    /// The map with the probabilities.
    fn figure(&self, py: Python<'_>) -> Figure {
        let described = self.generator.describe();
        let draw =
            || posterior_figure(&self.floor, self.kind, &self.posterior, &described, &self.seed);
        Figure { figure: detached(py, draw) }
    }
}

/// The probabilities compared with where the rooms are, as JSON.
#[pyfunction]
pub(crate) fn calibrate(
    py: Python<'_>,
    generator: &Generator,
    room: &str,
    count: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let asked = Asked::read(generator.backend, options)?;
    let (kind, seeds) = (kind_of(room)?, asked.seeds(number("count", count)?)?);
    let floors = &*generator.generator;
    let found = long(py, progress, |told| {
        basement_survey::calibration::calibrate(floors, &asked.request, kind, seeds, told)
    })?;
    serde_json::to_string(&found).map_err(|error| error.to_python())
}
