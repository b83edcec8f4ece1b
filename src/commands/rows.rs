//! `rows`: tidy data, one row a floor.

use std::io::Write;
use std::path::PathBuf;

use basement_lab::survey::{Field, Row, Table, rows};
use basement_lab::{Generator, Progress, Request, Seeds};
use clap::Args;

use super::note;
use crate::Failure;
use crate::arguments::{FloorArguments, GeneratorArguments, SeedArguments, options_beside_columns};
use crate::output::{Format, Output};
use crate::values::count;

/// Its formats, the usual one first.
const FORMATS: &[Format] = &[Format::Csv, Format::Json, Format::Parquet];

/// The options of `rows`.
#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab rows --level 3 --count 1e5 --curse none --out floors.csv
  basement-lab rows --backend flash --level 3 | head

What the words mean: basement-lab glossary")]
pub(crate) struct Arguments {
    #[command(flatten)]
    generator: GeneratorArguments,
    #[command(flatten)]
    floor: FloorArguments,
    #[command(flatten)]
    seeds: SeedArguments,
    /// How many floors: 1000000, 1_000_000 or 1e6
    #[arg(long, default_value_t = 1000, value_parser = count, display_order = 4)]
    count: u64,
    /// The format; by default what the ending of --out says, or else the first of these
    #[arg(long, value_parser = Format::parser(FORMATS), display_order = 9)]
    format: Option<Format>,
    /// The file to write to, instead of standard output; its ending says the format
    #[arg(long, value_name = "FILE", display_order = 10)]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = Output::new(arguments.format, &arguments.out, FORMATS)?;
    let generator = arguments.generator.generator()?;
    let request = arguments.floor.request();
    let seeds = arguments.seeds.seeds(arguments.generator.backend, arguments.count)?;
    let mut writer = output.open()?;
    write(output.format, &*generator, &request, seeds, &mut writer)?;
    writer.finish()
}

fn write<W: Write + Send>(
    format: Format,
    generator: &dyn Generator,
    request: &Request,
    seeds: Seeds,
    mut writer: W,
) -> Result<(), Failure> {
    let options = options_beside_columns(&generator.describe(), request);
    let table = Table::of(generator, request, seeds, options);
    let progress = Progress::new(seeds.count, "floors");
    let mut written = 0;
    let mut each = |sink: &mut dyn FnMut(&Row) -> Result<(), Failure>| {
        rows(generator, request, seeds, &|done| progress.add(done), |row| {
            written += 1;
            sink(row)
        })
    };
    match format {
        Format::Parquet => {
            let mut file = Parquet::new(&mut writer)?;
            each(&mut |row| file.add(table.fields(row)))?;
            file.finish()?;
        }
        Format::Json => {
            let mut separator = "[\n";
            each(&mut |row| {
                let fields: Vec<String> = Table::columns()
                    .zip(table.fields(row))
                    .map(|(column, field)| format!("\"{}\":{}", column.name(), json(field)))
                    .collect();
                write!(writer, "{separator}{{{}}}", fields.join(","))?;
                separator = ",\n";
                Ok(())
            })?;
            let end = if separator == "[\n" { "[]" } else { "\n]" };
            writeln!(writer, "{end}")?;
        }
        _ => {
            let names: Vec<&str> = Table::columns().map(|column| column.name()).collect();
            writeln!(writer, "{}", names.join(","))?;
            each(&mut |row| {
                let fields: Vec<String> = table.fields(row).map(csv).collect();
                Ok(writeln!(writer, "{}", fields.join(","))?)
            })?;
        }
    }
    progress.finish();
    if written < seeds.count {
        let missing = seeds.count - written;
        note(&format!("{missing} of {} seeds have no row: the generator gave up", seeds.count));
    }
    Ok(())
}

/// A Parquet file, in a build that has them.
#[cfg(feature = "parquet")]
struct Parquet<W: Write + Send>(basement_parquet::RowWriter<W>);

#[cfg(feature = "parquet")]
impl<W: Write + Send> Parquet<W> {
    fn new(writer: W) -> Result<Self, Failure> {
        Ok(Self(basement_parquet::RowWriter::new(writer).map_err(Self::failed)?))
    }

    fn add(&mut self, fields: impl Iterator<Item = Field>) -> Result<(), Failure> {
        self.0.add(fields).map_err(Self::failed)
    }

    fn finish(self) -> Result<(), Failure> {
        self.0.finish().map(|_| ()).map_err(Self::failed)
    }

    fn failed(error: impl std::fmt::Display) -> Failure {
        Failure::Work(error.to_string())
    }
}

/// Other builds refuse it.
#[cfg(not(feature = "parquet"))]
enum Parquet {}

#[cfg(not(feature = "parquet"))]
impl Parquet {
    fn new(_: impl Write) -> Result<Self, Failure> {
        Err(Failure::Usage("this build has no Parquet: build with --features parquet".to_owned()))
    }

    fn add(&mut self, _: impl Iterator<Item = Field>) -> Result<(), Failure> {
        match *self {}
    }

    fn finish(self) -> Result<(), Failure> {
        match self {}
    }
}

/// A field as CSV has it: empty where there is nothing.
fn csv(field: Field) -> String {
    match field {
        Field::Text(text) if text.contains(['"', ',', '\n', '\r']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Field::Text(text) => text,
        Field::Whole(number) => number.to_string(),
        Field::Measured(measure, value) => measure.show(value),
        Field::Missing => String::new(),
    }
}

/// A field as JSON has it.
fn json(field: Field) -> String {
    match field {
        Field::Text(text) => serde_json::Value::from(text).to_string(),
        Field::Missing => "null".to_owned(),
        number => csv(number),
    }
}
