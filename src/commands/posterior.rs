//! `posterior`: where the secret room is, given everything else.

use std::fmt::Write;
use std::path::PathBuf;

use basement_lab::floors::{Cell, Description, FloorMap, Posterior};
use basement_lab::report::posterior_figure;
use basement_lab::survey::{Calibration, calibrate};
use basement_lab::{Floor, Progress, Request, RoomKind, Seeds};
use clap::Args;
use serde::Serialize;

use super::floor;
use crate::Failure;
use crate::arguments::{FloorArguments, GeneratorArguments, SeedArguments};
use crate::output::{Format, Output};
use crate::values::count;

/// Its formats, the usual one first.
const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Png, Format::Svg];

/// The options of `posterior`.
#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab posterior --run-seed \"B911 99AC\" --level 2
  basement-lab posterior --level 2 --calibrate 1e4

What the words mean: basement-lab glossary")]
pub(crate) struct Arguments {
    #[command(flatten)]
    generator: GeneratorArguments,
    #[command(flatten)]
    floor: FloorArguments,
    #[command(flatten)]
    seeds: SeedArguments,
    /// Compare the chances of so many floors with where their secret rooms are, instead
    #[arg(long, value_name = "FLOORS", value_parser = count)]
    calibrate: Option<u64>,
    /// The format; by default what the ending of --out says, or else the first of these
    #[arg(long, value_parser = Format::parser(FORMATS), display_order = 9)]
    format: Option<Format>,
    /// The file to write to, instead of standard output; its ending says the format
    #[arg(long, value_name = "FILE", display_order = 10)]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    description: &'a Description,
    #[serde(skip_serializing_if = "Option::is_none")]
    run_seed: Option<String>,
    #[serde(flatten)]
    seed: basement_lab::Seed,
    request: &'a Request,
    level: u8,
    /// Where the secret room is; none where the floor has none.
    secret: Option<Cell>,
    cells: Vec<CellChance>,
    none: f64,
}

#[derive(Serialize)]
struct CellChance {
    x: u8,
    y: u8,
    probability: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = Output::new(arguments.format, &arguments.out, FORMATS)?;
    let generator = arguments.generator.generator()?;
    let request = arguments.floor.request()?;
    let backend = arguments.generator.backend;
    if let Some(count) = arguments.calibrate {
        if matches!(output.format, Format::Png | Format::Svg) {
            let message = "a calibration has no picture: give --format text or json";
            return Err(Failure::Usage(message.to_owned()));
        }
        let seeds = arguments.seeds.seeds(backend, count)?;
        let progress = Progress::new(count, "floors");
        let calibration = calibrate(&*generator, &request, seeds, &|done| progress.add(done))
            .map_err(|error| Failure::Usage(error.to_string()))?;
        progress.finish();
        let text = if output.format == Format::Json {
            serde_json::to_string_pretty(&calibration)? + "\n"
        } else {
            table(&calibration)
        };
        return output.write(text);
    }
    let seeds = arguments.seeds.seeds(backend, 1)?;
    let floor = generator.generate(&request, seeds.seed(seeds.first, request.level)?)?;
    let posterior =
        generator.secret_posterior(&floor).map_err(|error| Failure::Usage(error.to_string()))?;
    let description = generator.describe();
    match output.format {
        Format::Json => {
            let document = Document {
                description: &description,
                run_seed: floor::run_seed(&floor, &description, &seeds),
                seed: floor.seed(),
                request: &request,
                level: request.level,
                secret: floor.first_of(RoomKind::Secret).map(|room| floor.rooms()[room].anchor),
                cells: posterior
                    .cells
                    .iter()
                    .map(|(cell, probability)| CellChance {
                        x: cell.x,
                        y: cell.y,
                        probability: *probability,
                    })
                    .collect(),
                none: posterior.none,
            };
            output.write(serde_json::to_string_pretty(&document)? + "\n")
        }
        Format::Png | Format::Svg => {
            let seed = seeds.show(seeds.first);
            output.write_figure(&posterior_figure(&floor, &posterior, &description, &seed))
        }
        _ => output.write(text(&floor, &description, &seeds, &posterior)),
    }
}

/// The map without its hidden rooms, with the chances in per cent where they are.
fn text(floor: &Floor, description: &Description, seeds: &Seeds, posterior: &Posterior) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}: where is the secret room?\n",
        floor::heading(floor, description, seeds)
    );
    let mut map = FloorMap::new(floor).without_added_rooms();
    for (cell, probability) in &posterior.cells {
        let percent = probability * 100.0;
        let label = if percent < 0.5 { "·".to_owned() } else { format!("{percent:.0}%") };
        map = map.with_label(*cell, label);
    }
    let _ = writeln!(text, "{map}");
    for (place, (cell, probability)) in posterior.cells.iter().take(10).enumerate() {
        let _ = writeln!(text, "{:>2}. {cell}: {:.2} %", place + 1, probability * 100.0);
    }
    if posterior.none > 0.0 {
        let _ = writeln!(text, "    no secret room: {:.2} %", posterior.none * 100.0);
    }
    let secret = floor.first_of(RoomKind::Secret).map(|room| floor.rooms()[room].anchor);
    let place = secret
        .and_then(|secret| posterior.cells.iter().position(|(cell, _)| *cell == secret))
        .map(|place| place + 1);
    let _ = match (secret, place) {
        (Some(secret), Some(place)) => writeln!(text, "\nIt is at {secret}, guess {place}."),
        _ => writeln!(text, "\nThis floor has none."),
    };
    text
}

/// Reliability and hit rates as a table.
fn table(calibration: &Calibration) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{} floors with one secret room\n", calibration.floors);
    let _ = writeln!(text, "probability   cells      expected   observed   standard errors");
    for (place, bin) in calibration.bins.iter().enumerate().filter(|(_, bin)| bin.cells > 0) {
        let _ = writeln!(
            text,
            "{:.1} to {:.1}  {:>9}    {:>8.4}   {:>8.4}   {:>+6.2}",
            place as f64 / 10.0,
            (place + 1) as f64 / 10.0,
            bin.cells,
            bin.expected(),
            bin.observed(),
            bin.deviation()
        );
    }
    let _ = writeln!(text, "\nguesses   by the posterior   by the most neighbours");
    for guesses in 1..=3 {
        let _ = writeln!(
            text,
            "{guesses}         {:>6.1} %           {:>6.1} %",
            calibration.hit_rate(guesses) * 100.0,
            calibration.hit_rate_by_eye(guesses) * 100.0
        );
    }
    text
}
