//! `sample`: many floors, counted.

use std::collections::BTreeMap;
use std::path::PathBuf;

use basement_lab::floors::Description;
use basement_lab::survey::CellCounts;
use basement_lab::{Progress, Request, RoomKind, Seeds, Summary, survey};
use clap::Args;
use serde::Serialize;

use crate::Failure;
use crate::arguments::{FloorArguments, GeneratorArguments, SeedArguments};
use crate::output::{Format, Output};
use crate::values::count;

/// Its formats, the usual one first.
const FORMATS: &[Format] = &[Format::Json];

/// The options of `sample`.
#[derive(Args)]
#[command(after_help = "Example:
  basement-lab sample --level 3 --count 1e5 --curse none --out sample.json

What the words mean: basement-lab glossary")]
pub(crate) struct Arguments {
    #[command(flatten)]
    generator: GeneratorArguments,
    #[command(flatten)]
    floor: FloorArguments,
    #[command(flatten)]
    seeds: SeedArguments,
    /// How many floors: 1000000, 1_000_000 or 1e6
    #[arg(long, default_value_t = 1000, value_parser = count, display_order = 4)]
    count: u64,
    /// The JSON file to write to, instead of standard output
    #[arg(long, value_name = "FILE", display_order = 10)]
    out: Option<PathBuf>,
}

/// The counts of many floors, as JSON.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    description: Description,
    request: &'a Request,
    seeds: &'a Seeds,
    floors: u64,
    gave_up: u64,
    mean_attempts: f64,
    mean_draws: f64,
    /// For each measure, how many floors have each value.
    measures: BTreeMap<&'static str, BTreeMap<Key, u64>>,
    /// For each kind, how many floors have such a room.
    kinds: BTreeMap<String, u64>,
    /// For each cell, how many floors have a room of the plan there.
    occupancy: BTreeMap<String, u64>,
    /// The same for the rooms of each kind.
    locations: BTreeMap<String, BTreeMap<String, u64>>,
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
    let output = Output::new(None, &arguments.out, FORMATS)?;
    let generator = arguments.generator.generator()?;
    let request = arguments.floor.request();
    let seeds = arguments.seeds.seeds(arguments.generator.backend, arguments.count)?;
    let progress = Progress::new(seeds.count, "floors");
    let summary = survey::run(&*generator, &request, seeds, &|done| progress.add(done))?;
    progress.finish();
    let document = document(generator.describe(), &request, &seeds, &summary);
    output.write(serde_json::to_string_pretty(&document)? + "\n")
}

fn document<'a>(
    description: Description,
    request: &'a Request,
    seeds: &'a Seeds,
    summary: &Summary,
) -> Document<'a> {
    let mean = |measure: &str| {
        summary.histogram(measure).and_then(|histogram| histogram.mean()).unwrap_or(0.0)
    };
    let measures = summary.histograms().map(|(measure, histogram)| {
        let bins = histogram.bins();
        let counts = bins.map(|(raw, bin)| (Key { raw, shown: measure.show(raw) }, bin.count));
        (measure.name, counts.collect())
    });
    let present = || summary.kinds().iter().filter(|counts| counts.rooms > 0);
    Document {
        description,
        request,
        seeds,
        floors: summary.floors,
        gave_up: summary.gave_up,
        mean_attempts: mean("attempts"),
        mean_draws: mean("draws"),
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
fn cells(counts: &CellCounts) -> BTreeMap<String, u64> {
    counts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(cell, count)| (format!("{},{}", cell.x, cell.y), count))
        .collect()
}
