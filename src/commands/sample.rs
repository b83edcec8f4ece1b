//! `sample`: many floors, counted.

use std::collections::BTreeMap;
use std::path::PathBuf;

use basement_lab::floors::{Cell, Description};
use basement_lab::survey::{CellCounts, Measure, measure};
use basement_lab::{Request, RoomKind, Sample, Seeds, Summary, progress_bar};
use clap::Args;
use serde::Serialize;

use super::floor_lines::{FloorsArguments, InvalidArguments, Source, line_bar};
use super::{check_place, put};
use crate::Failure;
use crate::arguments::{FloorArguments, GeneratorArguments, SeedArguments};

/// The options of `sample`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    generator: GeneratorArguments,
    #[command(flatten)]
    floor: FloorArguments,
    #[command(flatten)]
    seeds: SeedArguments,
    /// How many floors.
    #[arg(long, default_value_t = 1000, conflicts_with = "floors")]
    count: u64,
    #[command(flatten)]
    floors: FloorsArguments,
    #[command(flatten)]
    invalid: InvalidArguments,
    /// The file to write to, instead of standard output.
    #[arg(long)]
    out: Option<PathBuf>,
}

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
    /// For each cell, how many floors have a room of the plan there.
    occupancy: BTreeMap<String, u64>,
    /// The same for the rooms of each kind.
    locations: BTreeMap<String, BTreeMap<String, u64>>,
}

/// Where the floors come from.
#[derive(Serialize)]
#[serde(untagged)]
enum Origin<'a> {
    Generator {
        #[serde(flatten)]
        description: Description,
        request: &'a Request,
        seeds: &'a Seeds,
    },
    File {
        file: String,
        /// Lines that are no floors.
        invalid: u64,
        /// Where the first floor starts. The starts of all floors are laid upon it.
        start: Option<Cell>,
    },
}

/// What the floors cost their generator.
#[derive(Serialize)]
struct Cost {
    gave_up: u64,
    mean_attempts: f64,
    mean_draws: f64,
}

/// A measure's value as text, in the order of the values.
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
    if let Some(source) = arguments.floors.source() {
        return run_floors(arguments, source);
    }
    let generator = arguments.generator.generator()?;
    let request = arguments.floor.request()?;
    let seeds = arguments.seeds.seeds(arguments.generator.backend()?, arguments.count)?;
    check_place(arguments.out.as_deref())?;
    let bar = progress_bar(seeds.count);
    let progress = |done| bar.inc(done);
    let sample = Sample::of(&*generator).request(&request).seeds(seeds).progress(&progress);
    let summary = sample.run()?;
    bar.finish_and_clear();
    let mean = |measure| summary.mean(measure).unwrap_or(0.0);
    let cost = Cost {
        gave_up: summary.gave_up,
        mean_attempts: mean(measure::ATTEMPTS),
        mean_draws: mean(measure::DRAWS),
    };
    let description = generator.describe();
    let origin = Origin::Generator { description, request: &request, seeds: &seeds };
    let start = summary.grid().start;
    print(arguments, &document(origin, Some(cost), &summary, start, |_| true))
}

/// The same of the floors of a file, without what only a generator knows.
fn run_floors(arguments: &Arguments, source: Source<'_>) -> Result<(), Failure> {
    check_place(arguments.out.as_deref())?;
    let bar = line_bar();
    let progress = |done| bar.inc(done);
    let sample = source.sample(&arguments.invalid, &progress)?;
    let counted = sample.run().map_err(|error| source.failed(&error))?;
    bar.finish_and_clear();
    source.note_invalid(&counted.invalid);
    let (invalid, start) = (counted.invalid.count, counted.start);
    let origin = Origin::File { file: source.name(), invalid, start };
    let summary = &counted.summary;
    let start = start.unwrap_or(summary.grid().start);
    print(arguments, &document(origin, None, summary, start, Measure::is_of_records))
}

fn print(arguments: &Arguments, document: &Document<'_>) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(document)? + "\n";
    put(text.as_bytes(), arguments.out.as_deref())
}

/// The counts of a summary. Cells are numbered so that the start stands at `start`.
fn document<'a>(
    origin: Origin<'a>,
    cost: Option<Cost>,
    summary: &Summary,
    start: Cell,
    is_asked: fn(&Measure) -> bool,
) -> Document<'a> {
    let cells = |counts: &CellCounts| cells(counts, start);
    let asked = summary.histograms().filter(|(measure, _)| is_asked(measure));
    let measures = asked.map(|(measure, histogram)| {
        let bins = histogram.bins();
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
        occupancy: cells(&summary.occupied),
        locations: present()
            .filter(|counts| !matches!(counts.kind, RoomKind::Start | RoomKind::Normal))
            .map(|counts| (counts.kind.to_string(), cells(&counts.cells)))
            .collect(),
    }
}

/// Counts by cell, as "x,y"; cells that never came up are left out.
fn cells(counts: &CellCounts, start: Cell) -> BTreeMap<String, u64> {
    let from = counts.grid().start;
    let moved = |at: u8, from: u8, to: u8| i16::from(at) - i16::from(from) + i16::from(to);
    let place = |cell: Cell| {
        format!("{},{}", moved(cell.x, from.x, start.x), moved(cell.y, from.y, start.y))
    };
    let counted = counts.iter().filter(|(_, count)| *count > 0);
    counted.map(|(cell, count)| (place(cell), count)).collect()
}
