//! `floor`: one floor.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use basement_lab::floors::Description;
use basement_lab::floors::rooms::Catalogue;
use basement_lab::report::floor_figure;
use basement_lab::survey::{Analysis, Measure, SeedKind, measure};
use basement_lab::{
    Floor, FloorRecord, GenerateError, Generator, MEASURES, Request, RoomKind, Seeds,
};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::floor_lines::{FloorsArguments, Source};
use super::{check_picture, put, put_picture};
use crate::Failure;
use crate::arguments::{FloorArguments, GeneratorArguments, SeedArguments};

/// The options of `floor`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    generator: GeneratorArguments,
    #[command(flatten)]
    floor: FloorArguments,
    #[command(flatten)]
    seeds: SeedArguments,
    #[command(flatten)]
    floors: FloorsArguments,
    /// Which floor of --floors: the number of its line.
    #[arg(long, value_name = "N", requires = "floors", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,
    /// How many floors, with --format jsonl.
    #[arg(long, default_value_t = 1, conflicts_with = "floors", value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// How to show it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The file to write to, instead of standard output.
    #[arg(long)]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A map in characters.
    Text,
    /// All there is to know.
    Json,
    /// One JSON object a line, as --floors reads it.
    Jsonl,
    /// A picture.
    Png,
}

/// A floor with the generator that made it.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    description: &'a Description,
    #[serde(skip_serializing_if = "Option::is_none")]
    run_seed: Option<String>,
    #[serde(flatten)]
    floor: &'a Floor,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(source) = arguments.floors.source() {
        return run_line(arguments, source);
    }
    let generator = arguments.generator.generator()?;
    let request = arguments.floor.request()?;
    let seeds = arguments.seeds.seeds(arguments.generator.backend()?, arguments.count)?;
    if arguments.format == Format::Jsonl {
        return put_lines(&*generator, &request, seeds, arguments.out.as_deref());
    }
    if arguments.count > 1 {
        let message = "only --format jsonl takes several floors: give it, or leave --count out";
        return Err(Failure::Usage(message.to_owned()));
    }
    let floor = generator.generate(&request, seeds.seed(seeds.first, request.level)?)?;
    let description = generator.describe();
    let out = arguments.out.as_deref();
    match arguments.format {
        Format::Text => put(text(&floor, &*generator, &seeds).as_bytes(), out),
        Format::Json => {
            let run_seed = run_seed(&floor, &description, &seeds);
            let document = Document { description: &description, run_seed, floor: &floor };
            let mut document = serde_json::to_value(&document)?;
            name_rooms(&mut document, &floor, generator.catalogue());
            put((serde_json::to_string_pretty(&document)? + "\n").as_bytes(), out)
        }
        // Written above.
        Format::Jsonl => Ok(()),
        Format::Png => {
            check_picture(out)?;
            put_picture(&floor_figure(&floor, &description, &seeds.show(seeds.first)), out)
        }
    }
}

/// Writes floors as JSON lines. Seeds for which the generator gives up have no line.
fn put_lines(
    generator: &dyn Generator,
    request: &Request,
    seeds: Seeds,
    out: Option<&Path>,
) -> Result<(), Failure> {
    let mut text = Vec::new();
    for number in seeds.first..=seeds.last()? {
        match generator.generate(request, seeds.seed(number, request.level)?) {
            Ok(floor) => {
                serde_json::to_writer(&mut text, &FloorRecord::from(&floor))?;
                text.push(b'\n');
            }
            Err(GenerateError::GaveUp { .. }) if seeds.count > 1 => {}
            Err(error) => return Err(error.into()),
        }
    }
    put(&text, out)
}

/// Shows a floor of a file.
fn run_line(arguments: &Arguments, source: Source<'_>) -> Result<(), Failure> {
    let number = arguments.number.unwrap_or(1);
    let record = match source.lines()?.at_line(number) {
        Some(record) => record.map_err(|error| source.failed(&error))?,
        None => {
            let message = format!("{}: there is no floor on line {number}", source.name());
            return Err(Failure::Work(message));
        }
    };
    let out = arguments.out.as_deref();
    let analysis = Analysis::of_record(&record);
    match arguments.format {
        Format::Text => {
            let seed = record.seed().map(|seed| format!(", seed {seed}")).unwrap_or_default();
            let mut text = format!("{}, line {number}{seed}\n", source.name());
            let kinds: Vec<RoomKind> = record.rooms().iter().map(|room| room.kind()).collect();
            let loops = measure::LOOPS.raw_of(&analysis).unwrap_or_default();
            let _ = writeln!(text, "{}, {loops} loops", rooms_in_words(&analysis, &kinds));
            let _ = writeln!(text, "\n{record}\n{}", legend(&kinds));
            put(text.as_bytes(), out)
        }
        Format::Json => {
            let measured = MEASURES.iter().filter(|measure| measure.is_of_records());
            let measures: serde_json::Map<String, serde_json::Value> = measured
                .map(|measure| (measure.name.to_owned(), measure.of(&analysis).into()))
                .collect();
            let document = RecordDocument { file: source.name(), number, floor: &record, measures };
            put((serde_json::to_string_pretty(&document)? + "\n").as_bytes(), out)
        }
        Format::Jsonl => put((serde_json::to_string(&record)? + "\n").as_bytes(), out),
        Format::Png => Err(Failure::Usage(
            "a floor of --floors is not drawn as a picture: give --format text, json or jsonl"
                .to_owned(),
        )),
    }
}

/// A floor of a file with its measures.
#[derive(Serialize)]
struct RecordDocument<'a> {
    file: String,
    number: u64,
    #[serde(flatten)]
    floor: &'a FloorRecord,
    measures: serde_json::Map<String, serde_json::Value>,
}

/// Adds the file, the variant and the name of each room that has an interior (L1).
fn name_rooms(document: &mut serde_json::Value, floor: &Floor, catalogue: Option<&Catalogue>) {
    let rooms = document["rooms"].as_array_mut().into_iter().flatten();
    for (room, document) in floor.rooms().iter().zip(rooms) {
        let Some(named) = room.interior.zip(catalogue).and_then(|(i, c)| NamedRoom::of(i, c))
        else {
            continue;
        };
        document["file"] = named.file.into();
        document["variant"] = named.variant.into();
        document["name"] = named.name.into();
    }
}

/// A concrete room as people know it.
struct NamedRoom<'a> {
    file: &'a str,
    variant: u32,
    name: &'a str,
}

impl<'a> NamedRoom<'a> {
    fn of(interior: u16, catalogue: &'a Catalogue) -> Option<Self> {
        Some(Self {
            file: &catalogue.file(interior)?.name,
            variant: catalogue.get(interior)?.variant,
            name: &catalogue.interior(interior)?.name,
        })
    }
}

/// The run that was given, or else the one whose stage has the floor's seed (R39).
pub(super) fn run_seed(floor: &Floor, description: &Description, seeds: &Seeds) -> Option<String> {
    if seeds.kind == SeedKind::Run {
        return Some(seeds.show(seeds.first));
    }
    description.run_of(floor.request().level, floor.seed()).map(|run| run.to_string())
}

/// Which floor it is, in a line.
pub(super) fn heading(floor: &Floor, description: &Description, seeds: &Seeds) -> String {
    let curse =
        floor.curse().map_or_else(|| "no curse".to_owned(), |curse| format!("curse: {curse}"));
    let run = run_seed(floor, description, seeds);
    let shown = run.map(|run| format!(" (run {run})")).unwrap_or_default();
    format!(
        "{} {}, level {}, {curse}, seed {}{shown}",
        description.backend,
        description.edition,
        floor.request().level,
        floor.seed(),
    )
}

/// How many rooms and dead ends a floor has.
fn rooms_in_words(analysis: &Analysis, kinds: &[RoomKind]) -> String {
    let measured = |measure: &Measure| measure.raw_of(analysis).unwrap_or_default();
    let hidden = match kinds.iter().filter(|kind| kind.is_added()).count() {
        0 => String::new(),
        hidden => format!(" and {hidden} hidden"),
    };
    let (rooms, dead_ends) = (measured(measure::ROOMS), measured(measure::DEAD_ENDS));
    format!("{rooms} rooms{hidden}, {dead_ends} dead ends")
}

/// The marks of the kinds of rooms on a map, and what they mean.
fn legend(kinds: &[RoomKind]) -> String {
    let mut kinds = kinds.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    let marks = kinds
        .into_iter()
        .filter(|kind| *kind != RoomKind::Normal)
        .map(|kind| format!("{} {}", kind.mark(), kind.to_string().replace('_', " ")));
    marks.collect::<Vec<_>>().join("   ")
}

/// The map, between a heading and the meaning of its marks.
fn text(floor: &Floor, generator: &dyn Generator, seeds: &Seeds) -> String {
    let mut text = heading(floor, &generator.describe(), seeds) + "\n";
    let analysis = Analysis::of(floor);
    let kinds: Vec<RoomKind> = floor.rooms().iter().map(|room| room.kind).collect();
    let _ = writeln!(
        text,
        "{}, {}, {} draws",
        rooms_in_words(&analysis, &kinds),
        match floor.attempts() {
            1 => "first attempt".to_owned(),
            attempts => format!("{attempts} attempts"),
        },
        floor.draws()
    );
    let _ = writeln!(text, "\n{floor}");
    let _ = writeln!(text, "{}", legend(&kinds));
    let special = floor.rooms().iter().filter(|room| room.kind != RoomKind::Normal);
    for room in special {
        let named = room.interior.zip(generator.catalogue());
        if let Some(named) = named.and_then(|(i, c)| NamedRoom::of(i, c)) {
            let NamedRoom { file, variant, name } = named;
            let mark = room.kind.mark();
            let _ = writeln!(text, "{mark} {name} (variant {variant} of {file})");
        }
    }
    text
}
