//! Columns in Apache Arrow's memory format, exported through its C interface.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::make_view;
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, RecordBatch, RecordBatchIterator,
    RecordBatchReader, StringViewArray, UInt8Array, UInt16Array, UInt32Array, UInt64Array,
    make_array, new_empty_array,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyList};
use serde_json::Value;

/// A column as it is pickled: name, type, metadata, which rows have a value, and its memory.
type ColumnParts<'py> = (
    String,
    String,
    HashMap<String, String>,
    Option<Bound<'py, PyBytes>>,
    Vec<Bound<'py, PyBytes>>,
);

/// The types of columns.
const TYPES: [DataType; 7] = [
    DataType::UInt8,
    DataType::UInt16,
    DataType::UInt32,
    DataType::UInt64,
    DataType::Float64,
    DataType::Boolean,
    DataType::Utf8View,
];

/// A table: columns of the same length.
#[pyclass(frozen, module = "basement_lab._engine")]
pub(crate) struct Table {
    batch: RecordBatch,
}

/// The values of a column.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    F64(Vec<f64>),
    /// Short texts as [`view`] writes them.
    Text(Vec<u128>),
}

/// A column before it is in a table.
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) values: Values,
    /// Bit n, from the lowest of each byte, says that row n has no value.
    pub(crate) missing: Vec<u8>,
    /// What the column says, and in which unit.
    pub(crate) metadata: Vec<(&'static str, String)>,
}

/// A text of at most 12 bytes as an Arrow view; a longer text is cut.
pub(crate) fn view(text: &str) -> u128 {
    let bytes = text.as_bytes();
    make_view(&bytes[..bytes.len().min(12)], 0, 0)
}

impl Table {
    pub(crate) fn of_columns(
        columns: Vec<Column>,
        rows: usize,
        metadata: Option<String>,
    ) -> PyResult<Self> {
        let (mut fields, mut arrays) = (Vec::new(), Vec::new());
        for Column { name, values, missing, metadata } in columns {
            let array = values.into_array(nulls(missing, rows)).map_err(failed)?;
            let field = Field::new(name, array.data_type().clone(), true);
            let metadata = metadata.into_iter().map(|(key, value)| (key.to_owned(), value));
            fields.push(field.with_metadata(metadata.collect::<HashMap<_, _>>()));
            arrays.push(array);
        }
        Self::new(fields, arrays, metadata)
    }

    pub(crate) fn of_arrays(columns: Vec<(&str, ArrayRef)>) -> PyResult<Self> {
        let (fields, arrays) = columns
            .into_iter()
            .map(|(name, array)| (Field::new(name, array.data_type().clone(), true), array))
            .unzip();
        Self::new(fields, arrays, None)
    }

    /// A table of rows, which are objects.
    pub(crate) fn of_rows(names: &[&str], rows: &[Value]) -> PyResult<Self> {
        Self::of_arrays(names.iter().map(|name| (*name, column(rows, name))).collect())
    }

    fn new(fields: Vec<Field>, arrays: Vec<ArrayRef>, metadata: Option<String>) -> PyResult<Self> {
        let metadata = metadata.map(|text| ("basement_lab".to_owned(), text));
        let schema =
            Schema::new(fields).with_metadata(metadata.into_iter().collect::<HashMap<_, _>>());
        let batch = RecordBatch::try_new(Arc::new(schema), arrays).map_err(failed)?;
        Ok(Self { batch })
    }
}

/// A column of rows, which are objects. A column of strings has strings, one of booleans has booleans;
/// numbers are counts if all of them are.
pub(crate) fn column(rows: &[Value], name: &str) -> ArrayRef {
    let values = || rows.iter().map(|row| &row[name]);
    let all = |is: fn(&Value) -> bool| values().all(|value| value.is_null() || is(value));
    if values().all(Value::is_null) || !all(|it| !it.is_string()) {
        Arc::new(values().map(Value::as_str).collect::<StringViewArray>())
    } else if all(Value::is_boolean) {
        Arc::new(values().map(Value::as_bool).collect::<BooleanArray>())
    } else if all(Value::is_u64) {
        Arc::new(values().map(Value::as_u64).collect::<UInt64Array>())
    } else {
        reals(values().map(Value::as_f64))
    }
}

/// A column of strings.
pub(crate) fn texts<T: AsRef<str>>(values: impl IntoIterator<Item = T>) -> ArrayRef {
    Arc::new(StringViewArray::from_iter_values(values))
}

/// A column of real numbers.
pub(crate) fn reals(values: impl IntoIterator<Item = Option<f64>>) -> ArrayRef {
    Arc::new(values.into_iter().collect::<Float64Array>())
}

/// A column of booleans.
pub(crate) fn truths(values: impl IntoIterator<Item = bool>) -> ArrayRef {
    Arc::new(BooleanArray::from_iter(values.into_iter().map(Some)))
}

/// A column of counts.
pub(crate) fn counts(values: impl IntoIterator<Item = u64>) -> ArrayRef {
    Arc::new(UInt64Array::from_iter_values(values))
}

/// A column of counts, some of which may be missing.
pub(crate) fn optional_counts(values: impl IntoIterator<Item = Option<u64>>) -> ArrayRef {
    Arc::new(values.into_iter().collect::<UInt64Array>())
}

/// A table of seeds with the user's own measures, which are counts if all their values are, and with
/// metadata.
#[pyfunction]
pub(crate) fn own_table(
    numbers: Vec<u64>,
    seeds: Vec<u64>,
    measures: Vec<(String, Vec<Option<f64>>)>,
    metadata: String,
) -> PyResult<Table> {
    let is_count = |value: &f64| value.fract() == 0.0 && (0.0..9e15).contains(value);
    let (mut names, mut arrays) = (vec!["number", "seed"], vec![counts(numbers), counts(seeds)]);
    for (name, values) in &measures {
        names.push(name);
        arrays.push(match values.iter().flatten().all(is_count) {
            true => optional_counts(values.iter().map(|value| value.map(|value| value as u64))),
            false => reals(values.iter().copied()),
        });
    }
    let field =
        |(name, array): (&&str, &ArrayRef)| Field::new(*name, array.data_type().clone(), true);
    Table::new(names.iter().zip(&arrays).map(field).collect(), arrays, Some(metadata))
}

#[pymethods]
impl Table {
    /// The table as a stream of the Arrow C data interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer can ask for other types, but must accept these.
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        let reader: Box<dyn RecordBatchReader + Send> = Box::new(batches);
        let stream = FFI_ArrowArrayStream::new(reader);
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The types of the columns, by the Arrow C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.batch.schema()).map_err(failed)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// The names of the columns with their types.
    fn columns(&self) -> Vec<(String, String)> {
        let schema = self.batch.schema();
        let column = |field: &Arc<Field>| (field.name().clone(), type_name(field.data_type()));
        schema.fields().iter().map(column).collect()
    }

    /// Whether both have the same columns, wherever they come from.
    fn equals(&self, other: &Self) -> bool {
        self.columns() == other.columns() && self.batch.columns() == other.batch.columns()
    }

    /// Where the table comes from, as JSON; `None` if it does not say.
    fn metadata(&self) -> Option<String> {
        self.batch.schema().metadata().get("basement_lab").cloned()
    }

    /// The first values of a column as Python objects.
    fn head<'py>(&self, py: Python<'py>, name: &str, rows: usize) -> PyResult<Bound<'py, PyList>> {
        let batch = self.batch.slice(0, rows.min(self.batch.num_rows()));
        Self { batch }.column(py, name)
    }

    fn with_metadata(&self, metadata: String) -> PyResult<Self> {
        let fields = self.batch.schema().fields().iter().map(|field| (**field).clone()).collect();
        Self::new(fields, self.batch.columns().to_vec(), Some(metadata))
    }

    /// The columns as they are pickled, the number of rows, and the metadata.
    fn to_parts<'py>(&self, py: Python<'py>) -> (Vec<ColumnParts<'py>>, usize, Option<String>) {
        let schema = self.batch.schema();
        let columns = schema.fields().iter().zip(self.batch.columns()).map(|(field, array)| {
            let data = array.to_data();
            let nulls = data.nulls().map(|nulls| PyBytes::new(py, nulls.validity()));
            let buffers = data.buffers().iter().map(|buffer| PyBytes::new(py, buffer.as_slice()));
            let metadata = field.metadata().iter().map(|(key, text)| (key.clone(), text.clone()));
            let (kind, metadata) = (type_name(field.data_type()), metadata.collect());
            (field.name().clone(), kind, metadata, nulls, buffers.collect())
        });
        (columns.collect(), self.batch.num_rows(), self.metadata())
    }

    #[staticmethod]
    fn of_parts(
        columns: Vec<ColumnParts<'_>>,
        rows: usize,
        metadata: Option<String>,
    ) -> PyResult<Self> {
        let (mut fields, mut arrays) = (Vec::new(), Vec::new());
        for (name, kind, of_field, nulls, buffers) in columns {
            let unknown = || PyValueError::new_err(format!("there is no type of column `{kind}`"));
            let data_type = TYPES.iter().find(|known| type_name(known) == kind);
            let data_type = data_type.ok_or_else(unknown)?;
            let buffers = buffers.iter().map(|buffer| Buffer::from(buffer.as_bytes())).collect();
            let builder = new_empty_array(data_type).to_data().into_builder().len(rows);
            let nulls = nulls.map(|nulls| Buffer::from(nulls.as_bytes()));
            let data = builder.buffers(buffers).null_bit_buffer(nulls).build();
            let refused = |error: ArrowError| PyValueError::new_err(error.to_string());
            fields.push(Field::new(name, data_type.clone(), true).with_metadata(of_field));
            arrays.push(make_array(data.map_err(refused)?));
        }
        Self::new(fields, arrays, metadata)
    }

    /// The values of a column as Python objects.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let array = self.batch.column_by_name(name);
        let array = array.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        let values: Vec<Bound<'py, PyAny>> = match array.data_type() {
            DataType::UInt8 => objects(py, array.as_primitive::<UInt8Type>())?,
            DataType::UInt16 => objects(py, array.as_primitive::<UInt16Type>())?,
            DataType::UInt32 => objects(py, array.as_primitive::<UInt32Type>())?,
            DataType::UInt64 => objects(py, array.as_primitive::<UInt64Type>())?,
            DataType::Float64 => objects(py, array.as_primitive::<Float64Type>())?,
            DataType::Boolean => objects(py, array.as_boolean())?,
            _ => objects(py, array.as_string_view())?,
        };
        PyList::new(py, values)
    }

    /// The columns as a dictionary of lists.
    fn to_pydict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dictionary = PyDict::new(py);
        for field in self.batch.schema().fields() {
            dictionary.set_item(field.name(), self.column(py, field.name())?)?;
        }
        Ok(dictionary)
    }
}

fn objects<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    values: impl IntoIterator<Item = Option<T>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    values.into_iter().map(|value| value.into_bound_py_any(py)).collect()
}

/// The name that Arrow, polars and numpy have for a type, in lower case.
fn type_name(data_type: &DataType) -> String {
    match data_type {
        DataType::Utf8View => "string".to_owned(),
        other => other.to_string().to_lowercase(),
    }
}

impl Values {
    fn into_array(self, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            Self::U8(values) => Arc::new(UInt8Array::try_new(values.into(), nulls)?),
            Self::U16(values) => Arc::new(UInt16Array::try_new(values.into(), nulls)?),
            Self::U32(values) => Arc::new(UInt32Array::try_new(values.into(), nulls)?),
            Self::U64(values) => Arc::new(UInt64Array::try_new(values.into(), nulls)?),
            Self::F64(values) => Arc::new(Float64Array::try_new(values.into(), nulls)?),
            Self::Text(views) => Arc::new(StringViewArray::try_new(views.into(), [], nulls)?),
        })
    }
}

/// Which rows have a value; `None` if all have one.
fn nulls(mut missing: Vec<u8>, rows: usize) -> Option<NullBuffer> {
    missing.truncate(rows.div_ceil(8));
    if missing.iter().all(|byte| *byte == 0) {
        return None;
    }
    let mut present: Vec<u8> = missing.into_iter().map(|byte| !byte).collect();
    // Bits that belong to no row are 0, so that equal tables are equal byte for byte.
    if let (Some(last), 1..) = (present.last_mut(), rows % 8) {
        *last &= (1 << (rows % 8)) - 1;
    }
    Some(NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(present), 0, rows)))
}

fn failed(error: ArrowError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
