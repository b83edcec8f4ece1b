//! What players say about floors, and how often it is true.

use basement_survey::law::{LAWS, count_laws};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::json;

use crate::generator::Generator;
use crate::given::number;
use crate::options::Asked;
use crate::table::Table;
use crate::work::long;

/// How often each claim is true, one row each.
#[pyfunction]
pub(crate) fn laws(
    py: Python<'_>,
    generator: &Generator,
    count: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Table> {
    let asked = Asked::read(generator.backend, options)?;
    let seeds = asked.seeds(number("count", count)?)?;
    let floors = &*generator.generator;
    let observed = long(py, progress, |told| count_laws(floors, &asked.request, seeds, told))?;
    let rows = LAWS.iter().zip(observed).map(|(law, observed)| {
        json!({
            "law": law.name, "claim": law.claim, "floors": observed.floors, "holds": observed.holds,
            "share": (observed.floors > 0).then(|| observed.share()),
            "broken_by": observed.broken_by.map(|seed| seeds.show(seed)),
        })
    });
    let names = ["law", "claim", "floors", "holds", "share", "broken_by"];
    Table::of_rows(&names, &rows.collect::<Vec<_>>())
}
