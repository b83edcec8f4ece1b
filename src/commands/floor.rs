//! `floor`: one floor.

use std::fmt::Write;
use std::path::PathBuf;

use basement_lab::floors::Description;
use basement_lab::floors::rooms::Catalogue;
use basement_lab::report::floor_figure;
use basement_lab::survey::{Analysis, SeedKind, measure_named};
use basement_lab::{Floor, Generator, RoomKind, Seeds};
use clap::Args;
use serde::Serialize;

use crate::Failure;
use crate::arguments::{FloorArguments, GeneratorArguments, SeedArguments};
use crate::output::{Format, Output};

/// Its formats, the usual one first.
const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Png, Format::Svg];

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
    let generator = arguments.generator.generator()?;
    let request = arguments.floor.request();
    let seeds = arguments.seeds.seeds(arguments.generator.backend, 1)?;
    let floor = generator.generate(&request, seeds.seed(seeds.first, request.level)?)?;
    let description = generator.describe();
    match output.format {
        Format::Json => {
            let run_seed = run_seed(&floor, &description, &seeds);
            let document = Document { description: &description, run_seed, floor: &floor };
            let mut document = serde_json::to_value(&document)?;
            name_rooms(&mut document, &floor, generator.catalogue());
            output.write(serde_json::to_string_pretty(&document)? + "\n")
        }
        Format::Png | Format::Svg => {
            output.write_figure(&floor_figure(&floor, &description, &seeds.show(seeds.first)))
        }
        _ => output.write(text(&floor, &*generator, &seeds)),
    }
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
            file: &catalogue.file_of(interior)?.name,
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

/// The map, between a heading and the meaning of its marks.
fn text(floor: &Floor, generator: &dyn Generator, seeds: &Seeds) -> String {
    let mut text = heading(floor, &generator.describe(), seeds) + "\n";
    let analysis = Analysis::of(floor);
    let measured = |name: &str| measure_named(name).and_then(|measure| (measure.of)(&analysis));
    let hidden = match floor.rooms().iter().filter(|room| room.kind.is_added()).count() {
        0 => String::new(),
        hidden => format!(" and {hidden} hidden"),
    };
    let _ = writeln!(
        text,
        "{} rooms{hidden}, {} dead ends, {}, {} draws",
        measured("rooms").unwrap_or_default(),
        measured("dead_ends").unwrap_or_default(),
        match floor.attempts() {
            1 => "first attempt".to_owned(),
            attempts => format!("{attempts} attempts"),
        },
        floor.draws()
    );
    let _ = writeln!(text, "\n{floor}");
    let mut kinds: Vec<RoomKind> = floor.rooms().iter().map(|room| room.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let marks: Vec<String> = kinds
        .into_iter()
        .filter(|kind| *kind != RoomKind::Normal)
        .map(|kind| format!("{} {}", kind.mark(), kind.to_string().replace('_', " ")))
        .collect();
    let _ = writeln!(text, "{}", marks.join("   "));
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
