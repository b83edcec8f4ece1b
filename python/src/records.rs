//! Floors made in Python: objects as in `docs/floors-format.md`, each as a line of JSON.

use std::io::{self, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::builder::StringViewBuilder;
use arrow_array::{ArrayRef, Float64Array, UInt32Array, UInt64Array};
use basement_survey::likeness::MeasureRows;
use basement_survey::record::{FloorLines, FloorRecord, LineError, LineFault, RecordSample};
use basement_survey::rows::{Column, Field, record_rows};
use basement_survey::{Measure, MeasureSet};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator};

use crate::comparison::Rows as FloorRows;
use crate::error::ToPython;
use crate::summary::Summary;
use crate::table::Table;
use crate::work::detached;

/// What Python raised while lines were read.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// The lines of an iterator, as bytes. The interpreter's lock is taken for each line.
struct PythonLines {
    lines: Py<PyIterator>,
    line: Vec<u8>,
    read: usize,
    raised: Raised,
}

impl Read for PythonLines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.line.len() {
            let line = Python::attach(|py| -> PyResult<Option<Vec<u8>>> {
                py.check_signals()?;
                let Some(line) = self.lines.bind(py).clone().next() else { return Ok(None) };
                Ok(Some(line?.cast::<PyBytes>()?.as_bytes().to_vec()))
            });
            self.read = 0;
            self.line.clear();
            match line {
                Ok(None) => return Ok(0),
                Ok(Some(line)) => self.line = line,
                Err(error) => {
                    *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    return Err(io::Error::other("the floors ended with an exception"));
                }
            }
        }
        let rest = &self.line[self.read..];
        let size = rest.len().min(buffer.len());
        buffer[..size].copy_from_slice(&rest[..size]);
        self.read += size;
        Ok(size)
    }
}

/// The floors of an iterator, and the place for an exception that it raises.
fn sample(
    lines: &Bound<'_, PyIterator>,
    measures: MeasureSet,
) -> (RecordSample<'static, BufReader<PythonLines>>, Raised) {
    let raised = Raised::default();
    let lines = PythonLines {
        lines: lines.clone().unbind(),
        line: Vec::new(),
        read: 0,
        raised: Arc::clone(&raised),
    };
    (RecordSample::of(FloorLines::new(BufReader::new(lines))).measures(measures), raised)
}

/// The exception for floors that could not be read: Python's own, or one with the engine's message.
fn exception(error: &LineError, raised: &Raised) -> PyErr {
    let raised = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
    raised.unwrap_or_else(|| match error {
        LineError::Fault(line, fault) => {
            PyValueError::new_err(format!("floor {}: {fault}", line - 1))
        }
        LineError::NoFloors(_) => PyValueError::new_err("there are no floors: give at least one"),
        error => error.to_python(),
    })
}

/// The measures with these names that floors from elsewhere have; all of them for `None`.
fn measure_set(names: Option<Vec<String>>) -> PyResult<MeasureSet> {
    let is_all = names.is_none();
    let measures = crate::given::measure_set(names)?;
    match measures.iter().find(|measure| !measure.is_of_records()) {
        Some(measure) if !is_all => Err(PyValueError::new_err(format!(
            "floors from elsewhere do not say `{}`: leave it out",
            measure.name
        ))),
        _ => Ok(measures.of_records()),
    }
}

/// The floors of an iterator of lines, counted.
#[pyfunction]
pub(crate) fn summarise_floors(
    py: Python<'_>,
    lines: &Bound<'_, PyIterator>,
    measures: Option<Vec<String>>,
) -> PyResult<Summary> {
    let is_all = measures.is_none();
    let measures = measure_set(measures)?;
    // Cells are counted only if all measures are.
    let counted = if is_all { MeasureSet::ALL } else { measures };
    let (sample, raised) = sample(lines, counted);
    let found = detached(py, || sample.run()).map_err(|error| exception(&error, &raised))?;
    Ok(Summary { summary: found.summary, measures, has_cells: is_all, origin: None })
}

/// The measures of the floors of an iterator of lines.
#[pyfunction]
pub(crate) fn floor_rows(py: Python<'_>, lines: &Bound<'_, PyIterator>) -> PyResult<FloorRows> {
    let (sample, raised) = sample(lines, MeasureSet::ALL);
    let rows = detached(py, || MeasureRows::of_records(sample));
    Ok(FloorRows { rows: rows.map_err(|error| exception(&error, &raised))? })
}

/// The floors of an iterator of lines as a table, one row per floor.
#[pyfunction]
pub(crate) fn sample_floors(
    py: Python<'_>,
    lines: &Bound<'_, PyIterator>,
    measures: Option<Vec<String>>,
) -> PyResult<Table> {
    let measures = measure_set(measures)?;
    let headings: Vec<Column> = Column::of_records(measures).collect();
    let mut columns: Vec<Rows> = headings.iter().map(|heading| Rows::of(*heading)).collect();
    let (sample, raised) = sample(lines, measures);
    let read = detached(py, || {
        record_rows(sample, "", |row| {
            for (column, field) in columns.iter_mut().zip(&row.fields) {
                column.add(field);
            }
            Ok::<(), LineError>(())
        })
    });
    read.map_err(|error| exception(&error, &raised))?;
    let names: Vec<String> = headings.iter().map(Column::name).collect();
    let columns = names.iter().zip(columns).map(|(name, rows)| (&**name, rows.into_array()));
    // There is no file to name.
    Table::of_arrays(columns.filter(|(name, _)| *name != "file").collect())
}

/// The values of a column, added row by row.
enum Rows {
    Text(StringViewBuilder),
    /// Floors are counted from 0, as Python counts; lines from 1.
    Number(Vec<u64>),
    Whole(Vec<Option<u32>>),
    Real(Vec<Option<f64>>),
}

impl Rows {
    fn of(heading: Column) -> Self {
        match heading {
            Column::Text(_) => Self::Text(StringViewBuilder::new()),
            Column::Identifier(_) => Self::Number(Vec::new()),
            Column::Measure(Measure { scale: 2.., .. }) => Self::Real(Vec::new()),
            _ => Self::Whole(Vec::new()),
        }
    }

    fn add(&mut self, field: &Field) {
        match (self, field) {
            (Self::Text(texts), Field::Text(text)) => texts.append_value(text),
            (Self::Text(texts), _) => texts.append_null(),
            (Self::Number(numbers), Field::Identifier(line)) => numbers.push(line - 1),
            (Self::Number(numbers), _) => numbers.push(0),
            (Self::Whole(values), Field::Measured(_, value)) => values.push(Some(*value)),
            (Self::Whole(values), Field::Integer(value)) => values.push((*value).try_into().ok()),
            (Self::Whole(values), _) => values.push(None),
            (Self::Real(values), Field::Measured(measure, value)) => {
                values.push(Some(measure.value(*value)));
            }
            (Self::Real(values), _) => values.push(None),
        }
    }

    fn into_array(self) -> ArrayRef {
        match self {
            Self::Text(mut texts) => Arc::new(texts.finish()),
            Self::Number(numbers) => Arc::new(UInt64Array::from(numbers)),
            Self::Whole(values) => Arc::new(UInt32Array::from(values)),
            Self::Real(values) => Arc::new(Float64Array::from(values)),
        }
    }
}

/// The floor on a line with all that is known about it, including its doors.
#[pyfunction]
pub(crate) fn normal_floor(line: &[u8]) -> PyResult<String> {
    let text =
        std::str::from_utf8(line).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let record: FloorRecord =
        text.parse().map_err(|fault: LineFault| PyValueError::new_err(fault.to_string()))?;
    serde_json::to_string(&record).map_err(|error| error.to_python())
}
