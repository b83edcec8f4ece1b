//! A figure: a picture, its data and its words.

use std::collections::HashMap;

use basement_report::{Print, ReportFormat, figure_file};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::ToPython;
use crate::work::detached;

/// The colours of a map by the names of what they paint: each kind of room, and `wall`.
#[pyfunction]
pub(crate) fn map_colors() -> HashMap<String, String> {
    basement_report::map_colors().map(|(name, color)| (name, color.to_string())).collect()
}

#[pyclass(frozen, module = "basement_lab._engine")]
pub(crate) struct Figure {
    pub(crate) figure: basement_report::Figure,
}

#[pymethods]
impl Figure {
    #[getter]
    fn name(&self) -> &str {
        &self.figure.name
    }

    #[getter]
    fn title(&self) -> &str {
        &self.figure.title
    }

    #[getter]
    fn alt(&self) -> &str {
        &self.figure.alt
    }

    /// Its data, as CSV.
    fn csv(&self) -> String {
        self.figure.table.to_csv()
    }

    /// The whole figure, for pickle.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.figure).map_err(|error| error.to_python())
    }

    #[staticmethod]
    fn of_json(json: &str) -> PyResult<Self> {
        let figure = serde_json::from_str(json).map_err(|error| error.to_python())?;
        Ok(Self { figure })
    }

    /// The picture as SVG.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let Self { figure } = self;
        detached(py, || figure.svg()).map_err(|error| error.to_python())
    }

    /// The picture as PNG, with two pixels per point.
    fn png<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let Self { figure } = self;
        let file = detached(py, || figure.png());
        Ok(PyBytes::new(py, &file.map_err(|error| error.to_python())?))
    }

    /// A file for print. `print` is the table `[print]` of a study as JSON.
    fn file<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        print: &str,
        command: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let print: Print = serde_json::from_str(print).map_err(|error| error.to_python())?;
        let format = match format {
            "png" => ReportFormat::Png,
            "csv" => ReportFormat::Csv,
            _ => ReportFormat::Svg,
        };
        let file = detached(py, || figure_file(&self.figure, format, command, &print));
        Ok(PyBytes::new(py, &file.map_err(|error| error.to_python())?))
    }
}
