//! Counts, measures, kinds of rooms and changes as Python passes them.

use basement_floors::{Change, RequestError, RoomKind, Value};
use basement_survey::{Measure, MeasureSet};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyFloat;

use crate::error::ToPython;
use crate::options::integer;

/// The measures with these names; all of them for `None`.
pub(crate) fn measure_set(names: Option<Vec<String>>) -> PyResult<MeasureSet> {
    let Some(names) = names else { return Ok(MeasureSet::ALL) };
    let measures = names.iter().map(|name| name.parse::<&Measure>());
    measures.collect::<Result<_, _>>().map_err(|error| error.to_python())
}

/// The kind of room with a name.
pub(crate) fn kind_of(room: &str) -> PyResult<RoomKind> {
    let unknown = |_| RequestError::unknown_name("kind of room", room, RoomKind::ALL);
    room.parse().map_err(|error| unknown(error).to_python())
}

/// A count: a whole number of 64 bits.
pub(crate) fn number(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    let digits = integer(name, value)?;
    digits.parse().map_err(|_| {
        PyValueError::new_err(format!("`{name}` cannot be {digits}: give 0 to {}", u64::MAX))
    })
}

/// The change of a rule parameter.
pub(crate) fn change(path: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<Change> {
    let path: String = path
        .extract()
        .map_err(|_| PyTypeError::new_err("the name of a rule parameter must be a string"))?;
    let text = match value.extract::<bool>() {
        Ok(is_on) => is_on.to_string(),
        Err(_) if value.is_instance_of::<PyFloat>() => value.extract::<f64>()?.to_string(),
        Err(_) => integer(&path, value).map_err(|_| {
            let message = format!("`{path}` must be a number, True or False");
            PyTypeError::new_err(message)
        })?,
    };
    let value = text.parse::<Value>();
    let value = value.map_err(|error| PyTypeError::new_err(error.to_string()))?;
    Ok(Change::new(&path, value))
}
