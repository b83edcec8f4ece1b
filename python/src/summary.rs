//! Counts of many floors, and what they say.

use basement_floors::rooms::boss_name;
use basement_survey::{MEASURES, Measure, MeasureSet, Values};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::ToPython;
use crate::given::kind_of;
use crate::table::{Table, counts, reals, texts};

/// At most this many measures are named in an error.
const NAMED: usize = 5;

/// The counts of many floors.
#[pyclass(frozen, module = "basement_lab._engine")]
pub(crate) struct Summary {
    pub(crate) summary: basement_survey::Summary,
    pub(crate) measures: MeasureSet,
    /// Whether the rooms on each cell were counted on all its floors.
    pub(crate) has_cells: bool,
    /// What it counts, as JSON.
    pub(crate) origin: Option<String>,
}

#[pymethods]
impl Summary {
    /// How many floors were counted.
    #[getter]
    fn floors(&self) -> u64 {
        self.summary.floors
    }

    /// For how many seeds the generator gave up.
    #[getter]
    fn gave_up(&self) -> u64 {
        self.summary.gave_up
    }

    /// The distribution of each measure's values, one row each.
    fn measures(&self) -> PyResult<Table> {
        let values: Vec<Values<'_>> = self
            .measures
            .iter()
            .map(|measure| self.summary.values(measure))
            .filter(|values| values.total() > 0)
            .collect();
        let each = |of: fn(&Values<'_>) -> Option<f64>| reals(values.iter().map(of));
        Table::of_arrays(vec![
            ("measure", texts(values.iter().map(|values| values.measure().name))),
            ("unit", texts(values.iter().map(|values| values.measure().unit))),
            ("floors", counts(values.iter().map(Values::total))),
            ("mean", each(|values| values.mean())),
            ("mean_lower", each(|values| values.mean_interval().map(|mean| mean.lower))),
            ("mean_upper", each(|values| values.mean_interval().map(|mean| mean.upper))),
            ("standard_deviation", each(|values| values.standard_deviation())),
            ("least", each(|values| values.minimum())),
            ("median", each(|values| values.quantile(0.5))),
            ("greatest", each(|values| values.maximum())),
        ])
    }

    /// How often each kind of room occurred.
    fn kinds(&self) -> PyResult<Table> {
        let kinds = self.summary.kinds();
        Table::of_arrays(vec![
            ("kind", texts(kinds.iter().map(|counts| counts.kind.to_string()))),
            ("floors", counts(kinds.iter().map(|counts| counts.floors))),
            ("rooms", counts(kinds.iter().map(|counts| counts.rooms))),
        ])
    }

    /// How many floors have each boss as their first.
    fn bosses(&self) -> PyResult<Table> {
        let bosses: Vec<(u8, u64)> = self.summary.bosses.iter().collect();
        let name = |(boss, _): &(u8, u64)| boss_name((*boss).into()).unwrap_or_default();
        Table::of_arrays(vec![
            ("boss", counts(bosses.iter().map(|(boss, _)| u64::from(*boss)))),
            ("name", texts(bosses.iter().map(name))),
            ("floors", counts(bosses.iter().map(|(_, floors)| *floors))),
        ])
    }

    /// The mean of a measure; `None` if no floor has it.
    fn mean(&self, measure: &str) -> PyResult<Option<f64>> {
        Ok(self.summary.mean(self.counted(measure)?))
    }

    /// How many floors have each value of a measure.
    fn histogram(&self, measure: &str) -> PyResult<Table> {
        let measure = self.counted(measure)?;
        let bins: Vec<(f64, u64)> = self.summary.values(measure).iter().collect();
        Table::of_arrays(vec![
            (measure.name, reals(bins.iter().map(|(value, _)| Some(*value)))),
            ("floors", counts(bins.iter().map(|(_, floors)| *floors))),
        ])
    }

    /// How many floors have a room on each cell: of a kind, or of the plan. Cells of floors from
    /// elsewhere are counted relative to the start.
    fn cells(&self, kind: Option<&str>) -> PyResult<Table> {
        let kind = kind.map(kind_of).transpose()?;
        if !self.has_cells {
            let message = "cells were not counted: leave out `measures`, so that all are counted";
            return Err(PyValueError::new_err(message));
        }
        let cells = match kind {
            None => &self.summary.occupied,
            Some(kind) => &self.summary.kind(kind).cells,
        };
        let cells: Vec<_> = cells.iter().filter(|(_, count)| *count > 0).collect();
        Table::of_arrays(vec![
            ("x", counts(cells.iter().map(|(cell, _)| u64::from(cell.x)))),
            ("y", counts(cells.iter().map(|(cell, _)| u64::from(cell.y)))),
            ("floors", counts(cells.iter().map(|(_, count)| *count))),
        ])
    }

    /// The counts of both summaries.
    fn merged(&self, other: &Self) -> PyResult<Self> {
        let mut summary = self.summary.clone();
        summary.merge(&other.summary).map_err(|error| error.to_python())?;
        // For measures that one of them lacks, the sum would count too few floors.
        let lacks = |one: &Self, other: &Self| {
            let lacked = one.measures.iter().filter(|measure| !other.measures.contains(measure));
            lacked.map(|measure| format!("`{}`", measure.name)).collect::<Vec<_>>()
        };
        let mut one_sided = [lacks(self, other), lacks(other, self)].concat();
        if !one_sided.is_empty() {
            if let more @ 1.. = one_sided.len().saturating_sub(NAMED) {
                one_sided.truncate(NAMED);
                one_sided.push(format!("and {more} more"));
            }
            return Err(PyValueError::new_err(format!(
                "only one of the two summaries counts {}: make both with the same `measures`",
                one_sided.join(", ")
            )));
        }
        let origin = match (&self.origin, &other.origin) {
            (Some(one), Some(other)) => Some(format!("{{\"parts\":[{one},{other}]}}")),
            _ => None,
        };
        let has_cells = self.has_cells && other.has_cells;
        Ok(Self { summary, measures: self.measures, has_cells, origin })
    }

    /// Whether both count the same, whatever their floors come from.
    fn equals(&self, other: &Self) -> bool {
        self.summary == other.summary
            && self.measures == other.measures
            && self.has_cells == other.has_cells
    }

    /// What it counts, as JSON; `None` if that is not known.
    fn metadata(&self) -> Option<String> {
        self.origin.clone()
    }

    /// The counts as JSON, the names of the measures, whether cells are counted, and what is counted.
    fn to_parts(&self) -> PyResult<(String, Vec<&'static str>, bool, Option<String>)> {
        let counts = serde_json::to_string(&self.summary).map_err(|error| error.to_python())?;
        let names = self.measures.iter().map(|measure| measure.name).collect();
        Ok((counts, names, self.has_cells, self.origin.clone()))
    }

    #[staticmethod]
    fn of_parts(
        counts: &str,
        measures: Vec<String>,
        has_cells: bool,
        origin: Option<String>,
    ) -> PyResult<Self> {
        let summary = serde_json::from_str(counts).map_err(|error| error.to_python())?;
        let measures = crate::given::measure_set(Some(measures))?;
        Ok(Self { summary, measures, has_cells, origin })
    }
}

/// All measures: name, subject, unit, scope, least, greatest, step, column type and definition.
#[pyfunction]
pub(crate) fn measures() -> PyResult<Table> {
    let value = |raw: fn(&Measure) -> u32| {
        reals(MEASURES.iter().map(|measure| Some(measure.value(raw(measure)))))
    };
    Table::of_arrays(vec![
        ("measure", texts(MEASURES.iter().map(|measure| measure.name))),
        ("subject", texts(MEASURES.iter().map(|measure| measure.subject.to_string()))),
        ("unit", texts(MEASURES.iter().map(|measure| measure.unit))),
        ("scope", texts(MEASURES.iter().map(|measure| measure.scope.to_string()))),
        ("least", value(|measure| measure.least)),
        ("greatest", value(|measure| measure.most)),
        ("step", reals(MEASURES.iter().map(|measure| Some(measure.step())))),
        ("type", texts(MEASURES.iter().map(crate::sample::type_of))),
        ("definition", texts(MEASURES.iter().map(|measure| measure.definition))),
    ])
}

impl Summary {
    fn counted(&self, name: &str) -> PyResult<&'static Measure> {
        let measure: &'static Measure =
            name.parse().map_err(|error: basement_floors::RequestError| error.to_python())?;
        if self.measures.contains(measure) {
            return Ok(measure);
        }
        let message = format!("`{name}` was not counted: give it in `measures`");
        Err(PyValueError::new_err(message))
    }
}
