//! Per-floor measures as Apache Parquet, in a separate crate because the format takes long to build.
//!
//! The columns are those of the CSV, [`Column::of_floors`] or [`Column::of_records`]. Amounts are
//! signed; the numbers of seeds and lines are unsigned 64-bit integers. A value that a floor does
//! not have is null.

use std::io::Write;
use std::sync::Arc;

use basement_survey::rows::{Column, Field};
use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

/// The number of rows in a row group.
const GROUP: usize = 100_000;

/// Writes rows to a Parquet file.
///
/// ```
/// use basement_floors::Backend;
/// use basement_parquet::RowWriter;
/// use basement_survey::{MeasureSet, Sample, Seeds, SurveyError, rows::{Column, rows}};
///
/// let flash = Backend::Flash.generator(None, &[])?;
/// let mut writer = RowWriter::new(Vec::new(), Column::of_floors(MeasureSet::ALL))?;
/// rows(Sample::of(&*flash).seeds(Seeds::pcg(0, 10)), "", |row| {
///     writer.add(&row.fields).expect("fields of these columns");
///     Ok::<(), SurveyError>(())
/// })?;
/// assert!(writer.finish()?.starts_with(b"PAR1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RowWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    /// The rows since the last row group, by column.
    columns: Vec<Values>,
    rows: usize,
}

/// A column's values, and for each row whether it has one.
struct Values {
    kind: Kind,
    is_there: Vec<i16>,
}

enum Kind {
    Text(Vec<ByteArray>),
    Whole(Vec<i64>),
    Real(Vec<f64>),
}

/// A column's type in the file's schema.
fn column_type(column: Column) -> Result<Arc<Type>, ParquetError> {
    let kind = match Values::of(column).kind {
        Kind::Text(_) => PhysicalType::BYTE_ARRAY,
        Kind::Whole(_) => PhysicalType::INT64,
        Kind::Real(_) => PhysicalType::DOUBLE,
    };
    let logical = match column {
        Column::Text(_) => Some(LogicalType::String),
        Column::Identifier(_) => Some(LogicalType::integer(64, false)),
        _ => None,
    };
    Type::primitive_type_builder(&column.name(), kind)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()
        .map(Arc::new)
}

impl Values {
    fn of(column: Column) -> Self {
        let kind = match column {
            Column::Text(_) => Kind::Text(Vec::new()),
            Column::Measure(measure) if measure.scale > 1 => Kind::Real(Vec::new()),
            _ => Kind::Whole(Vec::new()),
        };
        Self { kind, is_there: Vec::new() }
    }

    fn add(&mut self, field: &Field) -> Result<(), ParquetError> {
        self.is_there.push((!matches!(field, Field::Missing)).into());
        match (&mut self.kind, field) {
            (_, Field::Missing) => {}
            (Kind::Text(values), Field::Text(text)) => values.push(text.as_str().into()),
            // The same 64 bits: the schema says that they have no sign.
            (Kind::Whole(values), Field::Identifier(number)) => values.push(number.cast_signed()),
            (Kind::Whole(values), Field::Integer(number)) => values.push(*number),
            (Kind::Whole(values), Field::Measured(_, value)) => values.push((*value).into()),
            (Kind::Real(values), Field::Measured(measure, value)) => {
                values.push(measure.value(*value));
            }
            _ => return Err(mismatch()),
        }
        Ok(())
    }

    fn write(&mut self, writer: &mut ColumnWriter<'_>) -> Result<(), ParquetError> {
        let is_there = Some(self.is_there.as_slice());
        match (&mut self.kind, writer) {
            (Kind::Text(values), ColumnWriter::ByteArrayColumnWriter(writer)) => {
                writer.write_batch(values, is_there, None)?;
                values.clear();
            }
            (Kind::Whole(values), ColumnWriter::Int64ColumnWriter(writer)) => {
                writer.write_batch(values, is_there, None)?;
                values.clear();
            }
            (Kind::Real(values), ColumnWriter::DoubleColumnWriter(writer)) => {
                writer.write_batch(values, is_there, None)?;
                values.clear();
            }
            _ => return Err(mismatch()),
        }
        self.is_there.clear();
        Ok(())
    }
}

fn mismatch() -> ParquetError {
    ParquetError::General("a column of another type".to_owned())
}

impl<W: Write + Send> RowWriter<W> {
    /// Begins a file with these columns.
    ///
    /// # Errors
    ///
    /// [`ParquetError`] when the writer fails.
    pub fn new(writer: W, columns: impl IntoIterator<Item = Column>) -> Result<Self, ParquetError> {
        let columns: Vec<Column> = columns.into_iter().collect();
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by("Basement Lab".to_owned())
            .build();
        let types = columns.iter().copied().map(column_type).collect::<Result<_, _>>()?;
        let schema = Type::group_type_builder("floors").with_fields(types).build()?;
        let writer = SerializedFileWriter::new(writer, Arc::new(schema), Arc::new(properties))?;
        Ok(Self { writer, columns: columns.into_iter().map(Values::of).collect(), rows: 0 })
    }

    /// Adds a row: a field for each column.
    ///
    /// # Errors
    ///
    /// [`ParquetError`] when the writer fails, or the fields do not match the columns.
    pub fn add(&mut self, fields: &[Field]) -> Result<(), ParquetError> {
        if fields.len() != self.columns.len() {
            return Err(mismatch());
        }
        for (column, field) in self.columns.iter_mut().zip(fields) {
            column.add(field)?;
        }
        self.rows += 1;
        if self.rows == GROUP { self.flush() } else { Ok(()) }
    }

    /// Ends the file and returns the writer.
    ///
    /// # Errors
    ///
    /// [`ParquetError`] when the writer fails.
    pub fn finish(mut self) -> Result<W, ParquetError> {
        if self.rows > 0 {
            self.flush()?;
        }
        self.writer.into_inner()
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        self.rows = 0;
        let mut group = self.writer.next_row_group()?;
        for values in &mut self.columns {
            let mut column = group.next_column()?.ok_or_else(mismatch)?;
            values.write(column.untyped())?;
            column.close()?;
        }
        group.close()?;
        Ok(())
    }
}

/// The README's example, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use basement_floors::{Backend, Request};
    use basement_survey::rows::rows;
    use basement_survey::{MeasureSet, Sample, Seeds, SurveyError};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field as Read;

    use super::*;

    /// A field as a reader of the file returns it.
    fn read(field: Field) -> Read {
        match field {
            Field::Text(text) => Read::Str(text),
            Field::Integer(number) => Read::Long(number),
            Field::Identifier(number) => Read::ULong(number),
            Field::Measured(measure, value) if measure.scale == 1 => Read::Long(value.into()),
            Field::Measured(measure, value) => Read::Double(measure.value(value)),
            _ => Read::Null,
        }
    }

    #[test]
    fn written_floors_can_be_read_back() {
        let generator = Backend::Rebirth.generator(None, &[]).unwrap();
        let request = Request::level(3);
        let samples = [Seeds::run(1, 300), Seeds::pcg(u64::MAX - 299, 300)];
        let file = tempfile::tempfile().unwrap();
        let mut writer = RowWriter::new(file, Column::of_floors(MeasureSet::ALL)).unwrap();
        let mut expected = Vec::new();
        for seeds in samples {
            let sample = Sample::of(&*generator).request(&request).seeds(seeds);
            rows(sample, "--set a=\"1\"", |row| {
                writer.add(&row.fields).unwrap();
                expected.push(row.fields.iter().cloned().map(read).collect::<Vec<_>>());
                Ok::<(), SurveyError>(())
            })
            .unwrap();
        }
        let reader = SerializedFileReader::new(writer.finish().unwrap()).unwrap();
        let found: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        assert_eq!(found.len(), 600);
        for (found, expected) in found.iter().zip(&expected) {
            let names: Vec<&str> = found.get_column_iter().map(|(name, _)| name.as_str()).collect();
            assert!(
                names
                    .into_iter()
                    .eq(Column::of_floors(MeasureSet::ALL).map(|column| column.name()))
            );
            assert!(found.get_column_iter().map(|(_, field)| field).eq(expected));
        }
        assert_eq!(expected[0][7], Read::Str("B911 99AC".to_owned()));
        assert_eq!(expected[599][8], Read::ULong(u64::MAX));
        assert_eq!(expected[0][2], Read::Long(3), "amounts are signed");
    }
}
