//! `rows`: tidy data, one row a floor.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use basement_lab::survey::{Field, Row, Table, rows};
use basement_lab::{Generator, Request, Seeds, progress_bar};
use clap::{Args, ValueEnum};

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
    #[arg(long, default_value_t = 1000)]
    count: u64,
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
    let generator = arguments.generator.generator()?;
    let request = arguments.floor.request()?;
    let seeds = arguments.seeds.seeds(arguments.generator.backend()?, arguments.count)?;
    match (arguments.format, &arguments.out) {
        (Format::Parquet, None) => {
            Err(Failure::Usage("Parquet is no text: give --out FILE".to_owned()))
        }
        (format, None) => {
            let stdout = std::io::stdout();
            match write(format, &*generator, &request, seeds, BufWriter::new(stdout)) {
                Err(Failure::Work(message)) if message.contains("Broken pipe") => Ok(()),
                outcome => outcome,
            }
        }
        (format, Some(path)) => {
            let temporary = temporary(path);
            let file = File::create(&temporary)
                .map_err(|error| Failure::Work(format!("{}: {error}", temporary.display())))?;
            let written = write(format, &*generator, &request, seeds, BufWriter::new(file));
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

fn write<W: Write + Send>(
    format: Format,
    generator: &dyn Generator,
    request: &Request,
    seeds: Seeds,
    mut writer: W,
) -> Result<(), Failure> {
    let options = options_beside_columns(&generator.describe(), request);
    let table = Table::of(generator, request, seeds, options);
    let bar = progress_bar(seeds.count);
    let mut written = 0;
    let mut each = |sink: &mut dyn FnMut(&Row) -> Result<(), Failure>| {
        rows(generator, request, seeds, &|done| bar.inc(done), |row| {
            written += 1;
            sink(row)
        })
    };
    match format {
        Format::Csv => {
            let names: Vec<&str> = Table::columns().map(|column| column.name()).collect();
            writeln!(writer, "{}", names.join(","))?;
            each(&mut |row| {
                let fields: Vec<String> = table.fields(row).map(csv).collect();
                Ok(writeln!(writer, "{}", fields.join(","))?)
            })?;
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
        Format::Parquet => {
            let mut file = Parquet::new(&mut writer)?;
            each(&mut |row| file.add(table.fields(row)))?;
            file.finish()?;
        }
    }
    bar.finish_and_clear();
    if written < seeds.count {
        let missing = seeds.count - written;
        note(&format!("{missing} of {} seeds have no row: the generator gave up", seeds.count));
    }
    Ok(writer.flush()?)
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

/// In other builds there is none.
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
