//! `floor`: one floor.

use std::fmt::Write;
use std::io::IsTerminal;
use std::path::PathBuf;

use basement_lab::floors::Description;
use basement_lab::report::{floor_figure, pixels, write_png};
use basement_lab::{Floor, RoomKind, Seeds};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::put;
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
    let generator = arguments.generator.generator()?;
    let request = arguments.floor.request()?;
    let seeds = arguments.seeds.seeds(arguments.generator.backend()?, 1)?;
    let floor = generator.generate(&request, seeds.seed(seeds.first, request.level)?)?;
    let description = generator.describe();
    let out = arguments.out.as_deref();
    match arguments.format {
        Format::Text => put(text(&floor, &description, &seeds).as_bytes(), out),
        Format::Json => {
            let run_seed = run_seed(&seeds);
            let document = Document { description: &description, run_seed, floor: &floor };
            put((serde_json::to_string_pretty(&document)? + "\n").as_bytes(), out)
        }
        Format::Png => {
            if out.is_none() && std::io::stdout().is_terminal() {
                let message = "a picture cannot be shown on a terminal: give --out FILE";
                return Err(Failure::Usage(message.to_owned()));
            }
            let figure = floor_figure(&floor, &description, &seeds.show(seeds.first));
            let mut bytes = Vec::new();
            write_png(&mut bytes, &pixels(&figure.drawing)?, &[("Title", figure.title.clone())])?;
            put(&bytes, out)
        }
    }
}

fn run_seed(seeds: &Seeds) -> Option<String> {
    (seeds.kind == basement_lab::survey::SeedKind::Run).then(|| seeds.show(seeds.first))
}

/// The map, between a heading and the meaning of its marks.
fn text(floor: &Floor, description: &Description, seeds: &Seeds) -> String {
    let mut text = String::new();
    let curse =
        floor.curse().map_or_else(|| "no curse".to_owned(), |curse| format!("curse: {curse}"));
    let shown = run_seed(seeds).map(|run| format!(" (run {run})")).unwrap_or_default();
    let _ = writeln!(
        text,
        "{} {}, level {}, {curse}, seed {}{shown}",
        description.backend,
        description.edition,
        floor.request().level,
        floor.seed(),
    );
    let _ = writeln!(
        text,
        "{} rooms, {} dead ends, {}, {} draws",
        floor.rooms().len(),
        floor.dead_ends().len(),
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
    text
}
