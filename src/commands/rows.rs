//! `rows`: tidy data, one row per floor.

use std::io::Write;

use basement_lab::survey::MeasureSet;
use basement_lab::survey::record::LineError;
use basement_lab::survey::rows::{Column, Field, Row, record_rows, rows};
use basement_lab::{Generator, Progress, Request, Sample, Seeds};
use clap::Args;

use super::floor_lines::{FloorInput, FloorsArguments, InvalidArguments, Lines, line_progress};
use super::measures::MeasuresArguments;
use crate::arguments::{GeneratedArguments, Levels, options_beside_columns};
use crate::failure::Failure;
use crate::notes::note_gave_up;
use crate::output::{OutputArguments, OutputFormat, formats};
use crate::values::count;

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab rows --level 3 --count 1e5 --curse none --out floors.csv
  basement-lab rows --backend flash --level 3 | head
  basement-lab rows --level 1-8 --curse none --out floors.csv   1,000 floors of each level
  basement-lab rows --measures rings,boss_distance --count 1e6 --out floors.csv

What the words mean: basement-lab glossary")]
pub(crate) struct Arguments {
    #[command(flatten)]
    generated: GeneratedArguments<Levels>,
    /// How many floors of each level: 1000000, 1_000_000 or 1e6
    #[arg(long, default_value_t = 1000, conflicts_with = "floors", value_parser = count, display_order = 4)]
    count: u64,
    #[command(flatten)]
    measures: MeasuresArguments,
    #[command(flatten)]
    floors: FloorsArguments,
    #[command(flatten)]
    invalid: InvalidArguments,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Csv, Json, Parquet);

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    let rows = match arguments.floors.source() {
        Some(source) => Rows::Lines {
            // Opened before any output, so that nothing is written if it cannot be read.
            lines: source.lines()?,
            source,
            invalid: &arguments.invalid,
            measures: arguments.measures.asked_of_records()?,
        },
        None => {
            let requests = arguments.generated.floor.requests()?;
            let generator = arguments.generated.generator.generator()?;
            for request in &requests {
                arguments.generated.generator.say_gaps(&*generator, request)?;
                // A request that cannot be generated is refused before the first row.
                if requests.len() > 1 {
                    generator.chances(request, None)?;
                }
            }
            Rows::Sample {
                generator,
                requests,
                seeds: arguments.generated.seeds(arguments.count)?,
                measures: arguments.measures.asked(),
            }
        }
    };
    let mut writer = output.open()?;
    write(output.format, rows, &mut writer)?;
    writer.finish()
}

/// The rows to write.
enum Rows<'a> {
    Sample {
        generator: Box<dyn Generator>,
        requests: Vec<Request>,
        seeds: Seeds,
        measures: MeasureSet,
    },
    Lines {
        lines: Lines,
        source: FloorInput<'a>,
        invalid: &'a InvalidArguments,
        measures: MeasureSet,
    },
}

impl Rows<'_> {
    fn columns(&self) -> Vec<Column> {
        match self {
            Self::Sample { measures, .. } => Column::of_floors(*measures).collect(),
            Self::Lines { measures, .. } => Column::of_records(*measures).collect(),
        }
    }

    /// Calls `sink` with every row, in order, and says how many floors have none.
    fn each(self, sink: &mut dyn FnMut(&Row) -> Result<(), Failure>) -> Result<(), Failure> {
        match self {
            Self::Sample { generator, requests, seeds, measures } => {
                let of = seeds.count.saturating_mul(requests.len() as u64);
                let bar = Progress::new(of, "floors");
                let progress = |done| bar.add(done);
                let mut written = 0;
                for request in requests {
                    let options = options_beside_columns(&generator.describe(), &request);
                    let sample = Sample::of(&*generator).request(&request).seeds(seeds);
                    let sample = sample.measures(measures);
                    rows(sample.progress(&progress), &options, |row| {
                        written += 1;
                        sink(row)
                    })?;
                }
                bar.finish();
                note_gave_up(of - written, of);
            }
            Self::Lines { lines, source, invalid, measures } => {
                let bar = line_progress();
                let progress = |done| bar.add(done);
                let sample = invalid.sample(lines, &progress).measures(measures);
                let skipped = record_rows(sample, &source.name(), |row| {
                    sink(row).map_err(LineFailure::Other)
                })
                .map_err(|failure| match failure {
                    LineFailure::Line(error) => source.failed(&error),
                    LineFailure::Other(failure) => failure,
                })?;
                bar.finish();
                source.note_invalid(&skipped);
            }
        }
        Ok(())
    }
}

/// What ends the rows of a file's floors: an invalid line, or a failure to write a row.
enum LineFailure {
    Line(LineError),
    Other(Failure),
}

impl From<LineError> for LineFailure {
    fn from(error: LineError) -> Self {
        Self::Line(error)
    }
}

fn write<W: Write + Send>(
    format: OutputFormat,
    rows: Rows<'_>,
    mut writer: W,
) -> Result<(), Failure> {
    let columns = rows.columns();
    let names: Vec<String> = columns.iter().map(Column::name).collect();
    match format {
        #[cfg(feature = "parquet")]
        OutputFormat::Parquet => {
            fn failed(error: impl std::fmt::Display) -> Failure {
                Failure::Work(error.to_string())
            }
            let mut file =
                basement_parquet::RowWriter::new(&mut writer, columns).map_err(failed)?;
            rows.each(&mut |row| file.add(&row.fields).map_err(failed))?;
            file.finish().map_err(failed)?;
        }
        OutputFormat::Json => {
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
        _ => {
            let mut table = csv::Writer::from_writer(&mut writer);
            // Bad input is refused before anything is written.
            let mut heading = Some(&names);
            rows.each(&mut |row| {
                if let Some(names) = heading.take() {
                    table.write_record(names).map_err(csv_failed)?;
                }
                table.write_record(row.fields.iter().map(Field::text)).map_err(csv_failed)
            })?;
            if let Some(names) = heading {
                table.write_record(names).map_err(csv_failed)?;
            }
            table.flush()?;
        }
    }
    Ok(())
}

/// A failure to write CSV: the writer's, with its kind, so that a closed pipe is recognised.
fn csv_failed(error: csv::Error) -> Failure {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        kind => Failure::Work(format!("{kind:?}")),
    }
}

fn json(field: &Field) -> String {
    match field {
        Field::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
        Field::Missing => "null".to_owned(),
        number => number.text(),
    }
}
