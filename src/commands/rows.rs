//! `rows`: tidy data, one row a floor.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use basement_lab::survey::{MEASURES, Row, rows};
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

/// What every row says of its floor, besides its seed and its measures.
struct Address {
    backend: String,
    edition: String,
    level: u8,
    difficulty: String,
    seeds: Seeds,
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
    let description = generator.describe();
    let address = Address {
        backend: description.backend,
        edition: description.edition,
        level: request.level,
        difficulty: request.difficulty.to_string(),
        seeds,
    };
    let bar = progress_bar(seeds.count);
    let progress = |done| bar.inc(done);
    match format {
        Format::Csv => {
            writeln!(writer, "{}", heading().join(","))?;
            rows(generator, request, seeds, &progress, |row| {
                let fields: Vec<String> =
                    fields(&address, row).into_iter().map(|field| field.csv()).collect();
                Ok::<(), Failure>(writeln!(writer, "{}", fields.join(","))?)
            })?;
        }
        Format::Json => {
            let names = heading();
            let mut separator = "[\n";
            rows(generator, request, seeds, &progress, |row| {
                let fields: Vec<String> = names
                    .iter()
                    .zip(fields(&address, row))
                    .map(|(name, field)| format!("\"{name}\":{}", field.json()))
                    .collect();
                write!(writer, "{separator}{{{}}}", fields.join(","))?;
                separator = ",\n";
                Ok::<(), Failure>(())
            })?;
            let end = if separator == "[\n" { "[]" } else { "\n]" };
            writeln!(writer, "{end}")?;
        }
        Format::Parquet => parquet(generator, request, seeds, &progress, &mut writer)?,
    }
    bar.finish_and_clear();
    Ok(writer.flush()?)
}

#[cfg(feature = "parquet")]
fn parquet<W: Write + Send>(
    generator: &dyn Generator,
    request: &Request,
    seeds: Seeds,
    progress: &(dyn Fn(u64) + Sync),
    writer: W,
) -> Result<(), Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Work(error.to_string());
    let mut file = basement_parquet::RowWriter::new(writer).map_err(|error| failed(&error))?;
    rows(generator, request, seeds, progress, |row| file.add(row).map_err(|error| failed(&error)))?;
    file.finish().map_err(|error| failed(&error))?;
    Ok(())
}

#[cfg(not(feature = "parquet"))]
fn parquet<W: Write + Send>(
    _: &dyn Generator,
    _: &Request,
    _: Seeds,
    _: &(dyn Fn(u64) + Sync),
    _: W,
) -> Result<(), Failure> {
    Err(Failure::Usage("this build has no Parquet: build with --features parquet".to_owned()))
}

/// One field of a row.
enum Field {
    Text(String),
    Number(String),
    Missing,
}

impl Field {
    fn csv(self) -> String {
        match self {
            Self::Text(text) | Self::Number(text) => text,
            Self::Missing => String::new(),
        }
    }

    fn json(self) -> String {
        match self {
            Self::Text(text) => format!("\"{text}\""),
            Self::Number(text) => text,
            Self::Missing => "null".to_owned(),
        }
    }
}

/// The names of the columns.
fn heading() -> Vec<&'static str> {
    let address =
        ["backend", "edition", "level", "difficulty", "number", "run_seed", "seed", "curse"];
    address.into_iter().chain(MEASURES.iter().map(|measure| measure.name)).collect()
}

fn fields(address: &Address, row: &Row) -> Vec<Field> {
    let is_run = address.seeds.kind == basement_lab::survey::SeedKind::Run;
    let mut fields = vec![
        Field::Text(address.backend.clone()),
        Field::Text(address.edition.clone()),
        Field::Number(address.level.to_string()),
        Field::Text(address.difficulty.clone()),
        Field::Number(row.number.to_string()),
        if is_run { Field::Text(address.seeds.show(row.number)) } else { Field::Missing },
        Field::Number(row.seed.value().to_string()),
        Field::Text(row.curse.map_or_else(|| "none".to_owned(), |curse| curse.to_string())),
    ];
    fields.extend(MEASURES.iter().zip(&row.values).map(|(measure, value)| {
        value.map_or(Field::Missing, |value| Field::Number(measure.show(value)))
    }));
    fields
}
