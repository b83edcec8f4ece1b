//! `sample`: many floors, counted.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use basement_lab::floors::rooms::boss_name;
use basement_lab::floors::{Cell, Description};
use basement_lab::survey::summary::{BossCounts, CellCounts};
use basement_lab::survey::{MeasureSet, measure};
use basement_lab::{Progress, Request, RoomKind, Sample, Seeds, Summary};
use clap::Args;
use serde::Serialize;

use super::floor_context::request_in_words;
use super::floor_lines::{FloorInput, FloorsArguments, InvalidArguments, line_progress};
use super::measures::MeasuresArguments;
use crate::arguments::GeneratedArguments;
use crate::failure::Failure;
use crate::notes::{counted, note_gave_up};
use crate::output::{Output, OutputArguments, OutputFormat, formats};
use crate::values::count;

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab sample --level 3 --count 1e5 --curse none --out sample.json
  basement-lab sample --measures rings,boss_distance --count 1e7 --format text
  basement-lab sample --level 10 --stage-type 1 --measures full_walk,items_walk --format text

With --measures, the output has those measures, the kinds of rooms and the bosses. Without it, the output also has \
cells (`occupancy`, `locations`) and what the floors cost (`mean_attempts`, `mean_draws`).

What the words mean: basement-lab glossary")]
pub(crate) struct Arguments {
    #[command(flatten)]
    generated: GeneratedArguments,
    /// How many floors: 1000000, 1_000_000 or 1e6
    #[arg(long, default_value_t = 1000, conflicts_with = "floors", value_parser = count, display_order = 4)]
    count: u64,
    #[command(flatten)]
    measures: MeasuresArguments,
    #[command(flatten)]
    floors: FloorsArguments,
    #[command(flatten)]
    invalid: InvalidArguments,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Json, Text);

/// The counts of many floors, as JSON.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    origin: Origin<'a>,
    floors: u64,
    #[serde(flatten)]
    cost: Option<Cost>,
    /// For each measure, how many floors have each value.
    measures: BTreeMap<&'static str, BTreeMap<Key, u64>>,
    /// For each kind, how many floors have such a room.
    kinds: BTreeMap<String, u64>,
    /// For each boss number, the boss's name and how many floors have it as their first boss. Left
    /// out if no floor has a boss.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    bosses: BTreeMap<u8, Boss>,
    #[serde(flatten)]
    places: Option<Places>,
}

/// Where rooms are. Counted only if all measures are asked for.
#[derive(Serialize)]
struct Places {
    /// For each cell, how many floors have a room of the plan there.
    occupancy: BTreeMap<String, u64>,
    /// The same for the rooms of each kind.
    locations: BTreeMap<String, BTreeMap<String, u64>>,
}

/// A boss, and how many floors have it.
#[derive(Serialize)]
struct Boss {
    name: Option<&'static str>,
    count: u64,
}

/// Where the floors come from.
#[derive(Serialize)]
#[serde(untagged)]
enum Origin<'a> {
    Generator {
        #[serde(flatten)]
        description: Description,
        /// What the game calls the place of a level beyond the eighth.
        #[serde(skip_serializing_if = "Option::is_none")]
        stage: Option<&'static str>,
        request: &'a Request,
        seeds: &'a Seeds,
    },
    File {
        file: String,
        /// Lines that are not floors.
        invalid: u64,
        /// Where the first floor starts. All floors are moved so that they start there.
        start: Option<Cell>,
    },
}

/// What the floors cost their generator.
#[derive(Serialize)]
struct Cost {
    gave_up: u64,
    #[serde(flatten)]
    means: Option<CostMeans>,
}

#[derive(Serialize)]
struct CostMeans {
    mean_attempts: f64,
    mean_draws: f64,
}

/// A measure's value as text, ordered by value.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    raw: u32,
    shown: String,
}

impl Serialize for Key {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.shown)
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    if let Some(source) = arguments.floors.source() {
        return run_floors(arguments, source, &output);
    }
    let (request, generator) = arguments.generated.request_and_generator()?;
    let seeds = arguments.generated.seeds(arguments.count)?;
    let bar = Progress::new(seeds.count, "floors");
    let progress = |done| bar.add(done);
    let asked = arguments.measures.asked();
    let sample = Sample::of(&*generator).request(&request).seeds(seeds).measures(asked);
    let summary = sample.progress(&progress).run()?;
    bar.finish();
    let mean = |measure| summary.mean(measure).unwrap_or(0.0);
    let means = asked.is_all().then(|| CostMeans {
        mean_attempts: mean(measure::ATTEMPTS),
        mean_draws: mean(measure::DRAWS),
    });
    note_gave_up(summary.gave_up, seeds.count);
    let cost = Cost { gave_up: summary.gave_up, means };
    let description = generator.describe();
    let stage = description.stage_name(&request);
    let origin = Origin::Generator { description, stage, request: &request, seeds: &seeds };
    let start = summary.grid().start;
    print(&output, &document(origin, Some(cost), &summary, start, asked), &summary)
}

/// Counts the floors of a file, without what only a generator knows.
fn run_floors(
    arguments: &Arguments,
    source: FloorInput<'_>,
    output: &Output<'_>,
) -> Result<(), Failure> {
    let bar = line_progress();
    let progress = |done| bar.add(done);
    let asked = arguments.measures.asked_of_records()?;
    let sample = arguments.invalid.sample(source.lines()?, &progress).measures(asked);
    let counted = sample.run().map_err(|error| source.failed(&error))?;
    bar.finish();
    source.note_invalid(&counted.invalid);
    let (invalid, start) = (counted.invalid.count, counted.start);
    let origin = Origin::File { file: source.name(), invalid, start };
    let summary = &counted.summary;
    let start = start.unwrap_or(summary.grid().start);
    print(output, &document(origin, None, summary, start, asked), summary)
}

fn print(output: &Output<'_>, document: &Document<'_>, summary: &Summary) -> Result<(), Failure> {
    match output.format {
        OutputFormat::Text => output.write(text(document, summary)),
        _ => output.write_json(document),
    }
}

/// The means of the measures, and the shares of floors with each kind of room and with each boss.
fn text(document: &Document<'_>, summary: &Summary) -> String {
    let mut text = match &document.origin {
        Origin::Generator { description, request, .. } => request_in_words(description, request),
        Origin::File { file, .. } => file.clone(),
    };
    let floors = document.floors;
    let _ = writeln!(text, ": {}\n", counted(floors, "floor"));
    let share = |count: u64| count as f64 / floors.max(1) as f64 * 100.0;
    let _ = writeln!(text, "{:<26}{:>10}{:>10}{:>10}", "measure", "mean", "least", "greatest");
    let measures = summary.histograms().map(|(measure, _)| measure);
    for measure in measures.filter(|measure| document.measures.contains_key(measure.name)) {
        let values = summary.values(measure);
        let number = |value: Option<f64>, decimals| match value {
            Some(value) => format!("{value:.decimals$}"),
            None => "-".to_owned(),
        };
        let mean = number(values.mean(), 3);
        let [least, greatest] = [values.minimum(), values.maximum()].map(|value| number(value, 2));
        let _ = writeln!(text, "{:<26}{mean:>10}{least:>10}{greatest:>10}", measure.name);
    }
    let _ = writeln!(text, "\n{:<26}{:>10}{:>12}", "rooms", "floors", "share");
    for (kind, count) in summary.kinds().iter().map(|counts| (counts.kind, counts.floors)) {
        if count > 0 {
            let kind = kind.to_string().replace('_', " ");
            let _ = writeln!(text, "{kind:<26}{count:>10}{:>10.2} %", share(count));
        }
    }
    if !document.bosses.is_empty() {
        let _ = writeln!(text, "\n{:<26}{:>10}{:>12}", "first boss", "floors", "share");
    }
    for (boss, Boss { name, count }) in &document.bosses {
        let boss = format!("{boss} {}", name.unwrap_or_default());
        let _ = writeln!(text, "{boss:<26}{count:>10}{:>10.2} %", share(*count));
    }
    text
}

/// The bosses that occurred, with their names.
fn bosses(counts: &BossCounts) -> BTreeMap<u8, Boss> {
    let boss = |(boss, count): (u8, u64)| (boss, Boss { name: boss_name(boss.into()), count });
    counts.iter().map(boss).collect()
}

/// The counts of a summary. Cells are numbered so that the start is at `start`.
fn document<'a>(
    origin: Origin<'a>,
    cost: Option<Cost>,
    summary: &Summary,
    start: Cell,
    asked: MeasureSet,
) -> Document<'a> {
    let cells = |counts: &CellCounts| cells(counts, start);
    // Floors of a file lack some measures.
    let shown = if cost.is_some() { asked } else { asked.of_records() };
    let measures = shown.iter().map(|measure| {
        let bins = summary.histogram(measure).bins();
        let counts = bins.map(|(raw, bin)| (Key { raw, shown: measure.show(raw) }, bin.count));
        (measure.name, counts.collect())
    });
    let present = || summary.kinds().iter().filter(|counts| counts.rooms > 0);
    Document {
        origin,
        floors: summary.floors,
        cost,
        measures: measures.collect(),
        kinds: summary.kinds().iter().map(|c| (c.kind.to_string(), c.floors)).collect(),
        bosses: bosses(&summary.bosses),
        places: asked.is_all().then(|| Places {
            occupancy: cells(&summary.occupied),
            locations: present()
                .filter(|counts| !matches!(counts.kind, RoomKind::Start | RoomKind::Normal))
                .map(|counts| (counts.kind.to_string(), cells(&counts.cells)))
                .collect(),
        }),
    }
}

/// Counts by cell, as "x,y"; cells that never occurred are left out.
fn cells(counts: &CellCounts, start: Cell) -> BTreeMap<String, u64> {
    let from = counts.grid().start;
    let moved = |at: u8, from: u8, to: u8| i16::from(at) - i16::from(from) + i16::from(to);
    let place = |cell: Cell| {
        format!("{},{}", moved(cell.x, from.x, start.x), moved(cell.y, from.y, start.y))
    };
    let counted = counts.iter().filter(|(_, count)| *count > 0);
    counted.map(|(cell, count)| (place(cell), count)).collect()
}
