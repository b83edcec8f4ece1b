//! `floor`: one floor.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use basement_lab::floors::Description;
use basement_lab::report::{floor_figure, record_figure};
use basement_lab::survey::{Analysis, Measure, SeedKind, measure};
use basement_lab::{
    Floor, FloorRecord, GenerateError, Generator, MEASURES, Request, RoomKind, Seeds,
};
use clap::Args;
use serde::Serialize;

use super::floor_lines::{FloorsArguments, Source};
use crate::Failure;
use crate::arguments::{FloorArguments, GeneratorArguments, SeedArguments};
use crate::output::{Format, Output};
use crate::values::count;

/// Its formats, the usual one first.
const FORMATS: &[Format] =
    &[Format::Text, Format::Json, Format::JsonLines, Format::Png, Format::Svg];

/// The options of `floor`.
#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab floor --run-seed \"B911 99AC\" --level 3
  basement-lab floor --backend flash --level 4 --seed 7 --format json
  basement-lab floor --level 5 --curse labyrinth --hard --out floor.png

What the words mean: basement-lab glossary")]
pub(crate) struct Arguments {
    #[command(flatten)]
    generator: GeneratorArguments,
    #[command(flatten)]
    floor: FloorArguments,
    #[command(flatten)]
    seeds: SeedArguments,
    #[command(flatten)]
    floors: FloorsArguments,
    /// Which floor of --floors: the number of its line
    #[arg(long, value_name = "N", requires = "floors", value_parser = count)]
    number: Option<u64>,
    /// How many floors, with --format jsonl
    #[arg(long, default_value_t = 1, conflicts_with = "floors", value_parser = count)]
    count: u64,
    /// The format; by default what the ending of --out says, or else the first of these
    #[arg(long, value_parser = Format::parser(FORMATS), display_order = 9)]
    format: Option<Format>,
    /// The file to write to, instead of standard output; its ending says the format
    #[arg(long, value_name = "FILE", display_order = 10)]
    out: Option<PathBuf>,
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
    let output = Output::new(arguments.format, &arguments.out, FORMATS)?;
    if let Some(source) = arguments.floors.source() {
        return run_line(arguments, source, &output);
    }
    let generator = arguments.generator.generator()?;
    let request = arguments.floor.request();
    let seeds = arguments.seeds.seeds(arguments.generator.backend, arguments.count)?;
    if output.format == Format::JsonLines {
        return write_lines(&*generator, &request, seeds, &output);
    }
    if arguments.count > 1 {
        let message = "only --format jsonl takes several floors: give it, or leave --count out";
        return Err(Failure::Usage(message.to_owned()));
    }
    let floor = generator.generate(&request, seeds.seed(seeds.first, request.level)?)?;
    let description = generator.describe();
    match output.format {
        Format::Json => {
            let run_seed = run_seed(&floor, &description, &seeds);
            let document = Document { description: &description, run_seed, floor: &floor };
            let mut document = serde_json::to_value(&document)?;
            name_rooms(&mut document, &floor, &*generator);
            output.write(serde_json::to_string_pretty(&document)? + "\n")
        }
        Format::Png | Format::Svg => {
            output.write_figure(&floor_figure(&floor, &description, &seeds.show(seeds.first)))
        }
        _ => output.write(text(&floor, &*generator, &seeds)),
    }
}

/// Writes floors as JSON lines. Seeds for which the generator gives up have no line.
fn write_lines(
    generator: &dyn Generator,
    request: &Request,
    seeds: Seeds,
    output: &Output<'_>,
) -> Result<(), Failure> {
    let mut writer = output.open()?;
    for number in seeds.first..=seeds.last()? {
        match generator.generate(request, seeds.seed(number, request.level)?) {
            Ok(floor) => {
                serde_json::to_writer(&mut writer, &FloorRecord::from(&floor))?;
                writer.write_all(b"\n")?;
            }
            Err(GenerateError::GaveUp { .. }) if seeds.count > 1 => {}
            Err(error) => return Err(error.into()),
        }
    }
    writer.finish()
}

/// Shows a floor of a file.
fn run_line(arguments: &Arguments, source: Source<'_>, output: &Output<'_>) -> Result<(), Failure> {
    let number = arguments.number.unwrap_or(1);
    let record = match source.lines()?.at_line(number) {
        Some(record) => record.map_err(|error| source.failed(&error))?,
        None => {
            let message = format!("{}: there is no floor on line {number}", source.name());
            return Err(Failure::Work(message));
        }
    };
    let analysis = Analysis::from_record(&record);
    match output.format {
        Format::Json => {
            let measured = MEASURES.iter().filter(|measure| measure.is_of_records());
            let measures: serde_json::Map<String, serde_json::Value> = measured
                .map(|measure| (measure.name.to_owned(), measure.of(&analysis).into()))
                .collect();
            let document = RecordDocument { file: source.name(), number, floor: &record, measures };
            output.write(serde_json::to_string_pretty(&document)? + "\n")
        }
        Format::JsonLines => output.write(serde_json::to_string(&record)? + "\n"),
        Format::Png | Format::Svg => {
            output.write_figure(&record_figure(&record, &source.name(), number))
        }
        _ => {
            let seed = record.seed().map(|seed| format!(", seed {seed}")).unwrap_or_default();
            let mut text = format!("{}, line {number}{seed}\n", source.name());
            let kinds: Vec<RoomKind> = record.rooms().iter().map(|room| room.kind()).collect();
            let loops = measure::LOOPS.raw_of(&analysis).unwrap_or_default();
            let _ = writeln!(text, "{}, {loops} loops", rooms_in_words(&analysis, &kinds));
            let _ = writeln!(text, "\n{record}\n{}", legend(&kinds));
            output.write(text)
        }
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

/// Adds the name of each room that has an interior (L1, F14).
fn name_rooms(document: &mut serde_json::Value, floor: &Floor, generator: &dyn Generator) {
    let rooms = document["rooms"].as_array_mut().into_iter().flatten();
    for (room, document) in floor.rooms().iter().zip(rooms) {
        let name = room.interior.and_then(|interior| generator.interior_name(interior));
        let name = name.and_then(|name| serde_json::to_value(name).ok());
        for (key, value) in name.as_ref().and_then(|name| name.as_object()).into_iter().flatten() {
            document[key] = value.clone();
        }
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
    let analysis = Analysis::from_floor(floor);
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
        if let Some(name) = room.interior.and_then(|interior| generator.interior_name(interior)) {
            let _ = writeln!(text, "{} {name}", room.kind.mark());
        }
    }
    text
}
