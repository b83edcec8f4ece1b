//! `rows`: tidy data, one row a floor.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use basement_lab::survey::{Column, Field, LineError, Row, record_rows, rows};
use basement_lab::{Generator, Request, Sample, Seeds, progress_bar};
use clap::{Args, ValueEnum};

use super::floor_lines::{FloorsArguments, InvalidArguments, Source, line_bar};
use super::{check_place, note};
use crate::Failure;
use crate::arguments::{FloorArguments, GeneratorArguments, SeedArguments, options_beside_columns};

/// The options of `rows`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    generator: GeneratorArguments,
    #[command(flatten)]
    floor: FloorArguments,
    #[command(flatten)]
    seeds: SeedArguments,
    /// How many floors.
    #[arg(long, default_value_t = 1000, conflicts_with = "floors")]
    count: u64,
    #[command(flatten)]
    floors: FloorsArguments,
    #[command(flatten)]
    invalid: InvalidArguments,
    /// How to write them.
    #[arg(long, value_enum, default_value_t = Format::Csv)]
    format: Format,
    /// The file to write to, instead of standard output.
    #[arg(long)]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Comma-separated values with a heading.
    Csv,
    /// One array of objects.
    Json,
    /// Apache Parquet; needs a build with `--features parquet`.
    Parquet,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    check_place(arguments.out.as_deref())?;
    let rows = match arguments.floors.source() {
        Some(source) => Rows::Lines { source, invalid: &arguments.invalid },
        None => Rows::Sample {
            generator: arguments.generator.generator()?,
            request: arguments.floor.request()?,
            seeds: arguments.seeds.seeds(arguments.generator.backend()?, arguments.count)?,
        },
    };
    match (arguments.format, &arguments.out) {
        (Format::Parquet, None) => {
            Err(Failure::Usage("Parquet is no text: give --out FILE".to_owned()))
        }
        (format, None) => {
            let stdout = std::io::stdout();
            match write(format, &rows, BufWriter::new(stdout)) {
                Err(Failure::Work(message)) if message.contains("Broken pipe") => Ok(()),
                outcome => outcome,
            }
        }
        (format, Some(path)) => {
            let temporary = temporary(path);
            let file = File::create(&temporary)
                .map_err(|error| Failure::Work(format!("{}: {error}", temporary.display())))?;
            let written = write(format, &rows, BufWriter::new(file));
            if written.is_err() {
                // Half a file is of no use; that it cannot be removed is not news.
                let _ = std::fs::remove_file(&temporary);
            }
            written?;
            Ok(std::fs::rename(&temporary, path)?)
        }
    }
}

/// The name under which a file is written until it is whole.
fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".tmp");
    name.into()
}

/// The rows to write.
enum Rows<'a> {
    Sample { generator: Box<dyn Generator>, request: Request, seeds: Seeds },
    Lines { source: Source<'a>, invalid: &'a InvalidArguments },
}

impl Rows<'_> {
    fn columns(&self) -> Vec<Column> {
        match self {
            Self::Sample { .. } => Column::of_floors().collect(),
            Self::Lines { .. } => Column::of_records().collect(),
        }
    }

    /// Hands every row to `sink`, in order, and says which floors have none.
    fn each(&self, sink: &mut dyn FnMut(&Row) -> Result<(), Failure>) -> Result<(), Failure> {
        match self {
            Self::Sample { generator, request, seeds } => {
                let options = options_beside_columns(&generator.describe(), request);
                let bar = progress_bar(seeds.count);
                let progress = |done| bar.inc(done);
                let sample = Sample::of(&**generator).request(request).seeds(*seeds);
                let mut written = 0;
                rows(sample.progress(&progress), &options, |row| {
                    written += 1;
                    sink(row)
                })?;
                bar.finish_and_clear();
                if written < seeds.count {
                    let (missing, of) = (seeds.count - written, seeds.count);
                    note(&format!("{missing} of {of} seeds have no row: the generator gave up"));
                }
            }
            Self::Lines { source, invalid } => {
                let bar = line_bar();
                let progress = |done| bar.inc(done);
                let sample = source.sample(invalid, &progress)?;
                let skipped = record_rows(sample, &source.name(), |row| {
                    sink(row).map_err(LineFailure::Other)
                })
                .map_err(|failure| match failure {
                    LineFailure::Line(error) => source.failed(&error),
                    LineFailure::Other(failure) => failure,
                })?;
                bar.finish_and_clear();
                source.note_invalid(&skipped);
            }
        }
        Ok(())
    }
}

/// What ends rows of lines: a line, or what becomes of rows.
enum LineFailure {
    Line(LineError),
    Other(Failure),
}

impl From<LineError> for LineFailure {
    fn from(error: LineError) -> Self {
        Self::Line(error)
    }
}

fn write<W: Write + Send>(format: Format, rows: &Rows<'_>, mut writer: W) -> Result<(), Failure> {
    let columns = rows.columns();
    let names: Vec<String> = columns.iter().map(Column::name).collect();
    match format {
        Format::Csv => {
            let mut table = csv::Writer::from_writer(&mut writer);
            table.write_record(&names).map_err(csv_failed)?;
            rows.each(&mut |row| {
                table.write_record(row.fields.iter().map(Field::text)).map_err(csv_failed)
            })?;
            table.flush()?;
        }
        Format::Json => {
            let mut separator = "[\n";
            rows.each(&mut |row| {
                let fields = names.iter().zip(&row.fields);
                let fields: Vec<String> =
                    fields.map(|(name, field)| format!("\"{name}\":{}", json(field))).collect();
                write!(writer, "{separator}{{{}}}", fields.join(","))?;
                separator = ",\n";
                Ok(())
            })?;
            let end = if separator == "[\n" { "[]" } else { "\n]" };
            writeln!(writer, "{end}")?;
        }
        Format::Parquet => {
            let mut file = Parquet::new(&mut writer, columns)?;
            rows.each(&mut |row| file.add(&row.fields))?;
            file.finish()?;
        }
    }
    Ok(writer.flush()?)
}

/// A failure to write CSV: always the writer's.
fn csv_failed(error: csv::Error) -> Failure {
    std::io::Error::from(error).into()
}

/// A Parquet file, in a build that has them.
#[cfg(feature = "parquet")]
struct Parquet<W: Write + Send>(basement_parquet::RowWriter<W>);

#[cfg(feature = "parquet")]
impl<W: Write + Send> Parquet<W> {
    fn new(writer: W, columns: Vec<Column>) -> Result<Self, Failure> {
        Ok(Self(basement_parquet::RowWriter::new(writer, columns).map_err(Self::failed)?))
    }

    fn add(&mut self, fields: &[Field]) -> Result<(), Failure> {
        self.0.add(fields).map_err(Self::failed)
    }

    fn finish(self) -> Result<(), Failure> {
        self.0.finish().map(|_| ()).map_err(Self::failed)
    }

    fn failed(error: impl std::fmt::Display) -> Failure {
        Failure::Work(error.to_string())
    }
}

/// In other builds there is none.
#[cfg(not(feature = "parquet"))]
enum Parquet {}

#[cfg(not(feature = "parquet"))]
impl Parquet {
    fn new(_: impl Write, _: Vec<Column>) -> Result<Self, Failure> {
        Err(Failure::Usage("this build has no Parquet: build with --features parquet".to_owned()))
    }

    fn add(&mut self, _: &[Field]) -> Result<(), Failure> {
        match *self {}
    }

    fn finish(self) -> Result<(), Failure> {
        match self {}
    }
}

/// A field as JSON has it.
fn json(field: &Field) -> String {
    match field {
        Field::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
        Field::Missing => "null".to_owned(),
        number => number.text(),
    }
}
