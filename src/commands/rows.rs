//! `rows`: tidy data, one row a floor.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use basement_lab::survey::{Field, Table, rows};
use basement_lab::{Generator, Request, Seeds, progress_bar};
use clap::{Args, ValueEnum};

use super::check_place;
use crate::Failure;
use crate::arguments::{FloorArguments, GeneratorArguments, SeedArguments};

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
    let table = Table::of(generator, request, seeds);
    let bar = progress_bar(seeds.count);
    let progress = |done| bar.inc(done);
    match format {
        Format::Csv => {
            let names: Vec<&str> = Table::columns().map(|column| column.name()).collect();
            writeln!(writer, "{}", names.join(","))?;
            rows(generator, request, seeds, &progress, |row| {
                let fields: Vec<String> = table.fields(row).map(csv).collect();
                Ok::<(), Failure>(writeln!(writer, "{}", fields.join(","))?)
            })?;
        }
        Format::Json => {
            let mut separator = "[\n";
            rows(generator, request, seeds, &progress, |row| {
                let fields: Vec<String> = Table::columns()
                    .zip(table.fields(row))
                    .map(|(column, field)| format!("\"{}\":{}", column.name(), json(field)))
                    .collect();
                write!(writer, "{separator}{{{}}}", fields.join(","))?;
                separator = ",\n";
                Ok::<(), Failure>(())
            })?;
            let end = if separator == "[\n" { "[]" } else { "\n]" };
            writeln!(writer, "{end}")?;
        }
        Format::Parquet => parquet(&table, generator, request, seeds, &progress, &mut writer)?,
    }
    bar.finish_and_clear();
    Ok(writer.flush()?)
}

#[cfg(feature = "parquet")]
fn parquet<W: Write + Send>(
    table: &Table,
    generator: &dyn Generator,
    request: &Request,
    seeds: Seeds,
    progress: &(dyn Fn(u64) + Sync),
    writer: W,
) -> Result<(), Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Work(error.to_string());
    let mut file = basement_parquet::RowWriter::new(writer).map_err(|error| failed(&error))?;
    rows(generator, request, seeds, progress, |row| {
        file.add(table.fields(row)).map_err(|error| failed(&error))
    })?;
    file.finish().map_err(|error| failed(&error))?;
    Ok(())
}

#[cfg(not(feature = "parquet"))]
fn parquet<W: Write + Send>(
    _: &Table,
    _: &dyn Generator,
    _: &Request,
    _: Seeds,
    _: &(dyn Fn(u64) + Sync),
    _: W,
) -> Result<(), Failure> {
    Err(Failure::Usage("this build has no Parquet: build with --features parquet".to_owned()))
}

/// A field as CSV has it: empty where there is nothing.
fn csv(field: Field) -> String {
    match field {
        Field::Text(text) => text,
        Field::Whole(number) => number.to_string(),
        Field::Measured(measure, value) => measure.show(value),
        Field::Missing => String::new(),
    }
}

/// A field as JSON has it.
fn json(field: Field) -> String {
    match field {
        Field::Text(text) => format!("\"{text}\""),
        Field::Missing => "null".to_owned(),
        number => csv(number),
    }
}
