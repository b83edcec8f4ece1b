//! What a rule causes.

use basement_floors::{Change, Description, Request};
use basement_report::ablation_figure;
use basement_survey::ablation::{Ablation, Changed, telling_changes};
use basement_survey::{Seeds, Summary};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::comparison::comparison_columns;
use crate::error::ToPython;
use crate::figure::Figure;
use crate::generator::Generator;
use crate::given::{change, number};
use crate::options::Asked;
use crate::table::{Table, counts, texts};
use crate::work::{detached, long};

/// The results of changes, each by itself.
#[pyclass(frozen, module = "basement_lab._engine")]
pub(crate) struct Ablations {
    base: Summary,
    ablations: Vec<Ablation>,
    description: Description,
    request: Request,
    seeds: Seeds,
}

/// Tries changes of rule parameters, each by itself: for `None`, a choice of those that matter.
#[pyfunction]
pub(crate) fn ablate(
    py: Python<'_>,
    generator: &Generator,
    changes: Option<Vec<(Bound<'_, PyAny>, Bound<'_, PyAny>)>>,
    count: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Ablations> {
    let backend = generator.backend;
    let asked = Asked::read(backend, options)?;
    let seeds = asked.seeds(number("count", count)?)?;
    let changes: Vec<Change> = match changes {
        None => telling_changes(backend),
        Some(given) => {
            given.iter().map(|(path, value)| change(path, value)).collect::<PyResult<_>>()?
        }
    };
    let base = &*generator.generator;
    let description = base.describe();
    let rooms = generator.rooms.as_ref();
    let changed =
        Changed::each(backend, &*description.edition, &description.changed, &changes, rooms);
    let changed = changed.map_err(|error| error.to_python())?;
    let (base, ablations) = long(py, progress, |told| {
        basement_survey::ablation::ablate(base, changed, &asked.request, seeds, told)
    })?;
    Ok(Ablations { base, ablations, description, request: asked.request, seeds })
}

#[pymethods]
impl Ablations {
    /// A row for each change and measure.
    fn table(&self) -> PyResult<Table> {
        let mut rows = Vec::new();
        for ablation in &self.ablations {
            let Some(changed) = &ablation.parameter else { continue };
            let effects = ablation.effects(&self.base).into_iter();
            rows.extend(effects.map(|effect| (changed, &ablation.pairing, effect)));
        }
        let parameters = || rows.iter().map(|((parameter, _), ..)| parameter);
        let mut columns = vec![
            ("parameter", texts(parameters().map(|parameter| &parameter.path))),
            ("value", texts(rows.iter().map(|((_, change), ..)| change.value.to_string()))),
            ("from", texts(parameters().map(|parameter| parameter.value.to_string()))),
            ("rule", texts(parameters().map(|parameter| parameter.rule))),
            ("seeds", counts(rows.iter().map(|(_, pairing, _)| pairing.seeds))),
            ("identical", counts(rows.iter().map(|(_, pairing, _)| pairing.identical))),
            ("measure", texts(rows.iter().map(|(.., effect)| effect.measure))),
        ];
        columns.extend(comparison_columns(rows.iter().map(|(.., effect)| &effect.comparison)));
        Table::of_arrays(columns)
    }

    /// The figure; `None` if there is no change.
    fn figure(&self, py: Python<'_>) -> Option<Figure> {
        let Self { base, ablations, description, request, seeds } = self;
        let draw = || ablation_figure(base, ablations, description, request, seeds);
        detached(py, draw).map(|figure| Figure { figure })
    }
}
