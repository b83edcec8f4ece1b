//! Per-floor measures as Apache Parquet, in a crate of its own because the format
//! is heavy to build.
//!
//! The columns are those of the CSV: the seed's number, the seed, the curse, and
//! every measure of [`MEASURES`] in its unit.

use std::io::Write;
use std::sync::Arc;

use basement_survey::{MEASURES, Row};
use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

/// Rows that go into one row group.
const GROUP: usize = 100_000;

/// Writes rows to a Parquet file.
pub struct RowWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    rows: Vec<Row>,
}

/// A column beside the measures.
fn text(name: &str) -> Result<Arc<Type>, ParquetError> {
    Type::primitive_type_builder(name, PhysicalType::BYTE_ARRAY)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(Some(LogicalType::String))
        .build()
        .map(Arc::new)
}

fn number(
    name: &str,
    kind: PhysicalType,
    repetition: Repetition,
) -> Result<Arc<Type>, ParquetError> {
    Type::primitive_type_builder(name, kind).with_repetition(repetition).build().map(Arc::new)
}

fn schema() -> Result<Arc<Type>, ParquetError> {
    let mut columns = vec![
        number("number", PhysicalType::INT64, Repetition::REQUIRED)?,
        number("seed", PhysicalType::INT64, Repetition::REQUIRED)?,
        text("curse")?,
    ];
    for measure in &MEASURES {
        // Fractions are doubles, everything else is a whole number.
        let kind = if measure.scale == 1 { PhysicalType::INT64 } else { PhysicalType::DOUBLE };
        columns.push(number(measure.name, kind, Repetition::OPTIONAL)?);
    }
    Type::group_type_builder("floors").with_fields(columns).build().map(Arc::new)
}

impl<W: Write + Send> RowWriter<W> {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// [`ParquetError`] when the writer fails.
    pub fn new(writer: W) -> Result<Self, ParquetError> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by("Basement Lab".to_owned())
            .build();
        let writer = SerializedFileWriter::new(writer, schema()?, Arc::new(properties))?;
        Ok(Self { writer, rows: Vec::new() })
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// [`ParquetError`] when the writer fails.
    pub fn add(&mut self, row: &Row) -> Result<(), ParquetError> {
        self.rows.push(row.clone());
        if self.rows.len() >= GROUP { self.flush() } else { Ok(()) }
    }

    /// Ends the file and gives the writer back.
    ///
    /// # Errors
    ///
    /// [`ParquetError`] when the writer fails.
    pub fn finish(mut self) -> Result<W, ParquetError> {
        if !self.rows.is_empty() {
            self.flush()?;
        }
        self.writer.into_inner()
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.rows);
        let mut group = self.writer.next_row_group()?;
        let mut place = 0;
        while let Some(mut column) = group.next_column()? {
            match (place, column.untyped()) {
                (0, ColumnWriter::Int64ColumnWriter(writer)) => {
                    let numbers: Vec<i64> = rows.iter().map(|row| row.number as i64).collect();
                    writer.write_batch(&numbers, None, None)?;
                }
                (1, ColumnWriter::Int64ColumnWriter(writer)) => {
                    let seeds: Vec<i64> = rows.iter().map(|row| row.seed.value() as i64).collect();
                    writer.write_batch(&seeds, None, None)?;
                }
                (_, ColumnWriter::ByteArrayColumnWriter(writer)) => {
                    let curses = rows.iter().map(|row| row.curse);
                    let levels: Vec<i16> = curses.clone().map(|c| c.is_some().into()).collect();
                    let names: Vec<ByteArray> =
                        curses.flatten().map(|curse| curse.to_string().as_str().into()).collect();
                    writer.write_batch(&names, Some(&levels), None)?;
                }
                (place, ColumnWriter::Int64ColumnWriter(writer)) => {
                    let (levels, values) = column_of(&rows, place - 3);
                    let values: Vec<i64> = values.into_iter().map(i64::from).collect();
                    writer.write_batch(&values, Some(&levels), None)?;
                }
                (place, ColumnWriter::DoubleColumnWriter(writer)) => {
                    let (levels, values) = column_of(&rows, place - 3);
                    let measure = &MEASURES[place - 3];
                    let values: Vec<f64> =
                        values.into_iter().map(|value| measure.value(value)).collect();
                    writer.write_batch(&values, Some(&levels), None)?;
                }
                _ => return Err(ParquetError::General("a column of another type".to_owned())),
            }
            column.close()?;
            place += 1;
        }
        group.close()?;
        Ok(())
    }
}

/// A measure's column: which rows have a value, and the values.
fn column_of(rows: &[Row], measure: usize) -> (Vec<i16>, Vec<u32>) {
    let values = rows.iter().map(|row| row.values[measure]);
    (values.clone().map(|value| value.is_some().into()).collect(), values.flatten().collect())
}

#[cfg(test)]
mod tests {
    use basement_floors::{Backend, Request};
    use basement_survey::{Seeds, SurveyError, rows};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::*;

    #[test]
    fn what_is_written_can_be_read_back() {
        let generator = Backend::Rebirth.generator("", &[]).unwrap();
        let mut expected = Vec::new();
        let collect = |row: &Row| {
            expected.push(row.clone());
            Ok::<(), SurveyError>(())
        };
        rows(&*generator, &Request::level(3), Seeds::run(1, 500), &|_| {}, collect).unwrap();
        let mut writer = RowWriter::new(Vec::new()).unwrap();
        expected.iter().for_each(|row| writer.add(row).unwrap());
        let bytes = writer.finish().unwrap();

        let file = std::env::temp_dir().join(format!("basement-{}.parquet", std::process::id()));
        std::fs::write(&file, bytes).unwrap();
        let reader = SerializedFileReader::new(std::fs::File::open(&file).unwrap()).unwrap();
        let read: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        assert_eq!(read.len(), expected.len());
        let place = |name: &str| 3 + MEASURES.iter().position(|m| m.name == name).unwrap();
        for (read, row) in read.iter().zip(&expected) {
            assert_eq!(read.get_long(0).unwrap(), row.number as i64);
            assert_eq!(read.get_long(1).unwrap(), row.seed.value() as i64);
            let rooms = row.values[place("rooms") - 3].unwrap();
            assert_eq!(read.get_long(place("rooms")).unwrap(), i64::from(rooms));
            let share = row.values[place("critical_share") - 3].unwrap();
            let expected = f64::from(share) / 1000.0;
            assert_eq!(read.get_double(place("critical_share")).unwrap(), expected);
        }
        std::fs::remove_file(file).unwrap();
    }
}
