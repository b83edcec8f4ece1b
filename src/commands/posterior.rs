//! `posterior`: where a hidden room is, given everything else.

use std::fmt::Write;

use basement_lab::floors::{Cell, Description, FloorMap, Posterior, PosteriorError, Posteriors};
use basement_lab::report::posterior_figure;
use basement_lab::survey::calibration::{Calibration, calibrate};
use basement_lab::{Floor, Progress, Request, RoomKind};
use clap::Args;
use indicatif::HumanCount;
use serde::Serialize;

use super::floor;
use super::floor_context::{notes, say_beside};
use crate::arguments::GeneratedArguments;
use crate::failure::{Failure, refuse};
use crate::notes::{counted, note};
use crate::output::{OutputArguments, OutputFormat, formats};
use crate::values::{Named, count};

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab posterior --run-seed \"B911 99AC\" --level 2
  basement-lab posterior --edition afterbirth-plus --level 2 --calibrate 1e4
  basement-lab posterior --edition afterbirth-plus --level 2 --room super_secret

What the words mean: basement-lab glossary")]
pub(crate) struct Arguments {
    #[command(flatten)]
    generated: GeneratedArguments,
    /// The hidden room. On whole floors, the possible doors of ordinary rooms count as evidence; for
    /// super_secret and ultra_secret they are the only evidence
    #[arg(
        long,
        value_name = "KIND",
        default_value_t = RoomKind::Secret,
        value_parser = Named::one_of("hidden room", || HIDDEN.to_vec())
    )]
    room: RoomKind,
    /// Compare the chances with the places of the hidden rooms on this number of floors
    #[arg(long, value_name = "FLOORS", value_parser = count)]
    calibrate: Option<u64>,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Text, Json, Png, Svg);

/// The rooms that are hidden.
const HIDDEN: [RoomKind; 3] = [RoomKind::Secret, RoomKind::SuperSecret, RoomKind::UltraSecret];

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
    /// The hidden room that is asked for.
    room: RoomKind,
    /// Where the room is; `None` if the floor has none.
    #[serde(rename = "secret")]
    place: Option<Cell>,
    /// By the rule, and by the ordinary rooms' doors if they are evidence.
    #[serde(flatten)]
    chances: Chances,
    /// By the rule alone, if `chances` counts the doors.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_rule: Option<Chances>,
    /// Why `chances` does not count the doors.
    #[serde(skip_serializing_if = "Option::is_none")]
    without_doors: Option<String>,
}

#[derive(Serialize)]
struct Chances {
    cells: Vec<CellChance>,
    none: f64,
}

impl Chances {
    fn of(posterior: &Posterior) -> Self {
        let cell = |(cell, probability): &(Cell, f64)| CellChance {
            x: cell.x,
            y: cell.y,
            probability: *probability,
        };
        Self { cells: posterior.cells.iter().map(cell).collect(), none: posterior.none }
    }
}

#[derive(Serialize)]
struct CellChance {
    x: u8,
    y: u8,
    probability: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    let (request, generator) = arguments.generated.request_and_generator()?;
    if let Some(count) = arguments.calibrate {
        if matches!(output.format, OutputFormat::Png | OutputFormat::Svg) {
            return refuse("a calibration has no picture: give --format text or json");
        }
        let seeds = arguments.generated.seeds(count)?;
        let progress = Progress::new(count, "floors");
        let calibration =
            calibrate(&*generator, &request, arguments.room, seeds, &|done| progress.add(done))?;
        progress.finish();
        if calibration.floors == 0 {
            let message = format!(
                "no floor has exactly one {}: ask for another --room, --edition or --item",
                in_words(arguments.room)
            );
            return refuse(message);
        }
        let remark = generator.describe().rooms_remark(&request, seeds.rng());
        say_beside(output.format, remark.clone());
        if calibration.floors < count {
            note(&format!(
                "{} of {} seeds have no floor with one {}",
                HumanCount(count - calibration.floors),
                HumanCount(count),
                in_words(arguments.room)
            ));
        }
        return match output.format {
            OutputFormat::Json => output.write_json(&calibration),
            _ => output.write(table(&calibration, arguments.room) + &notes(remark)),
        };
    }
    let seeds = arguments.generated.seeds(1)?;
    let floor = generator.generate(&request, seeds.seed(seeds.first, request.level)?)?;
    let known = Posteriors::of(&*generator, &floor, arguments.room)?;
    if let Some(reason) = &known.without_doors
        && !matches!(reason, PosteriorError::NoDoors | PosteriorError::WithoutRooms)
    {
        note(&reason.to_string());
    }
    let description = generator.describe();
    say_beside(output.format, description.remarks(&floor));
    match output.format {
        OutputFormat::Json => {
            let document = Document {
                description: &description,
                run_seed: seeds.run_seed(seeds.first, &floor, &description),
                seed: floor.seed(),
                request: &request,
                level: request.level,
                room: arguments.room,
                place: place_of(&floor, arguments.room),
                chances: Chances::of(&known.best),
                by_rule: known.by_rule.as_ref().map(Chances::of),
                without_doors: known.without_doors.map(|reason| reason.to_string()),
            };
            output.write_json(&document)
        }
        OutputFormat::Png | OutputFormat::Svg => {
            let seed = seeds.show(seeds.first);
            let figure = posterior_figure(&floor, arguments.room, &known.best, &description, &seed);
            output.write_figure(&figure)
        }
        _ => {
            let heading = floor::heading(&floor, &description, &seeds);
            let mut text = text(&floor, arguments.room, &heading, &known.best);
            if let Some(by_rule) = &known.by_rule {
                let _ = write!(text, "{}", without_doors(by_rule));
            }
            text.push_str(&found(&floor, arguments.room, &known.best));
            text += &notes(description.remarks(&floor));
            output.write(text)
        }
    }
}

/// Where a floor's first room of a kind is.
fn place_of(floor: &Floor, kind: RoomKind) -> Option<Cell> {
    floor.first_of(kind).map(|room| floor.rooms()[room].anchor)
}

const fn in_words(kind: RoomKind) -> &'static str {
    match kind {
        RoomKind::SuperSecret => "super secret room",
        RoomKind::UltraSecret => "ultra secret room",
        _ => "secret room",
    }
}

/// The map without its hidden rooms, with the chances in per cent in their cells.
fn text(floor: &Floor, kind: RoomKind, heading: &str, posterior: &Posterior) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{heading}: where is the {}?\n", in_words(kind));
    let shown = Posterior::shown(floor, kind);
    let mut map = FloorMap::new(&shown);
    for (cell, probability) in &posterior.cells {
        let percent = probability * 100.0;
        let label = if percent < 0.5 { "·".to_owned() } else { format!("{percent:.0}%") };
        map = map.with_label(*cell, label);
    }
    let _ = writeln!(text, "{map}");
    for (place, (cell, probability)) in posterior.cells.iter().take(10).enumerate() {
        let _ = writeln!(text, "{:>2}. {cell}: {:.2} %", place + 1, probability * 100.0);
    }
    if posterior.cells.len() > 10 {
        let _ = writeln!(text, "    and {} more", posterior.cells.len() - 10);
    }
    if posterior.none > 0.0 {
        let _ = writeln!(text, "    no {}: {:.2} %", in_words(kind), posterior.none * 100.0);
    }
    text
}

/// The three likeliest cells by the rule alone, and those as likely as the third.
fn without_doors(by_rule: &Posterior) -> String {
    let third = by_rule.cells.get(2).and_then(|(cell, _)| by_rule.guesses(*cell));
    let first = by_rule.cells.iter().take(third.map_or(3, |(_, last)| last));
    let cells: Vec<String> =
        first.map(|(cell, chance)| format!("{cell}: {:.2} %", chance * 100.0)).collect();
    format!("\nWithout a look at the ordinary rooms' doors: {}\n", cells.join(", "))
}

/// Where the room is, and which guess finds it.
fn found(floor: &Floor, kind: RoomKind, posterior: &Posterior) -> String {
    let Some(cell) = place_of(floor, kind) else {
        return "\nThe floor made here has none.\n".to_owned();
    };
    match posterior.guesses(cell) {
        Some((first, last)) if first < last => format!(
            "\nOn the floor made here it is at {cell}, one of guesses {first} to {last}, which are equally likely.\n"
        ),
        Some((guess, _)) => format!("\nOn the floor made here it is at {cell}, guess {guess}.\n"),
        None => format!("\nOn the floor made here it is at {cell}, where it was not expected.\n"),
    }
}

/// Reliability and hit rates as a table.
fn table(calibration: &Calibration, kind: RoomKind) -> String {
    let mut text = String::new();
    let _ =
        writeln!(text, "{} with one {}\n", counted(calibration.floors, "floor"), in_words(kind));
    let _ = writeln!(text, "probability   cells      expected   observed   standard errors");
    for (place, bin) in calibration.bins.iter().enumerate().filter(|(_, bin)| bin.cells > 0) {
        let deviation = bin.deviation().map_or_else(|| "-".to_owned(), |it| format!("{it:+.2}"));
        let _ = writeln!(
            text,
            "{:.1} to {:.1}  {:>9}    {:>8.4}   {:>8.4}   {deviation:>6}",
            place as f64 / 10.0,
            (place + 1) as f64 / 10.0,
            bin.cells,
            bin.expected(),
            bin.observed()
        );
    }
    // Each way to guess with its share of floors; those that the room cannot be guessed by are left
    // out.
    type Rate = fn(&Calibration, usize) -> Option<f64>;
    let ways: [(&str, bool, Rate); 4] = [
        ("by doors", true, |found, guesses| found.hit_rate_by_doors(guesses)),
        ("by the rule", kind == RoomKind::Secret, |found, guesses| Some(found.hit_rate(guesses))),
        ("by walls with a slot", kind != RoomKind::UltraSecret, |found, guesses| {
            Some(found.hit_rate_by_slots(guesses))
        }),
        ("by the most neighbours", kind == RoomKind::Secret, |found, guesses| {
            Some(found.hit_rate_by_eye(guesses))
        }),
    ];
    let ways = || {
        let known =
            |(_, is_known, rate): &(&str, bool, Rate)| *is_known && rate(calibration, 1).is_some();
        ways.into_iter().filter(known)
    };
    let _ = write!(text, "\nguesses");
    for (name, ..) in ways() {
        let _ = write!(text, "   {name}");
    }
    let _ = writeln!(text);
    for guesses in 1..=3 {
        let _ = write!(text, "{guesses}      ");
        for (name, _, rate) in ways() {
            let percent = rate(calibration, guesses).unwrap_or_default() * 100.0;
            let _ = write!(text, "{percent:>width$.1} %", width = name.len() + 1);
        }
        let _ = writeln!(text);
    }
    text
}
