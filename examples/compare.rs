//! Compares Flash and Rebirth floors and writes PNG figures, their data, a
//! manifest and the pages that show them.
//!
//! ```sh
//! cargo run --release --example compare
//! cargo run --release --example compare -- --quick   # writes to target/reports-quick
//! ```

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example talks to its user")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use basement_lab::gamelog::{Evidence, LogEngine};
use basement_lab::survey::bridge::BridgeRun;
use basement_lab::survey::{Bridge, MeasureSet, SurveyError, measure};
use basement_lab::{Progress, ReportOptions, Study, report_study, with_rooms};
use clap::Parser;

/// Compare Flash and Rebirth floors.
#[derive(Parser)]
struct Arguments {
    /// The folder to write to; without it `reports`, or `target/reports-quick` with --quick.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Floors per generator and level.
    #[arg(long, alias = "floors", conflicts_with_all = ["quick", "full"])]
    count: Option<u64>,
    /// 1,000 floors per generator and level: seconds.
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// 500,000 floors per generator and level: for publication.
    #[arg(long)]
    full: bool,
    /// The number of the first seed of every series, for a look at other floors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    first_seed: Option<u64>,
    /// Make Rebirth's floors from these rooms: a file or a folder of files; may be repeated.
    #[arg(long, value_name = "PATH")]
    rooms: Vec<String>,
    /// Show this census too, a `census.json` of `basement-lab census`. By default it is
    /// `reports/census/census.json`, if that exists and is of this version.
    #[arg(long, value_name = "FILE")]
    census: Option<PathBuf>,
}

/// The census that is shown unless another is named.
const CENSUS: &str = "reports/census/census.json";
const DEFAULT_FLOORS: u64 = 20_000;
/// The level of the bridge: on it the floors of both games are of one size.
const BRIDGE_LEVEL: u8 = 6;
/// At most this many floors for each of the 256 combinations of the bridge's rules.
const BRIDGE_FLOORS: u64 = 2_000;

/// The logs of the real game that the engine is compared with.
const LOGS: [&str; 2] = [
    include_str!("../tests/fixtures/logs/afterbirth-plus.log"),
    include_str!("../tests/fixtures/logs/repentance-plus.log"),
];

/// The result of comparing the engine with the logs.
fn evidence() -> Evidence {
    let mut engine = LogEngine::new(None, None, None);
    let mut all = Evidence::default();
    for log in LOGS {
        all.floors.extend(Evidence::of_log(log.as_bytes(), &mut engine).floors);
    }
    all
}

/// Which rule causes which part of the difference in the way to the boss.
fn bridge(floors: u64, first_seed: u64) -> Result<BridgeRun, SurveyError> {
    let measures = MeasureSet::NONE.with(measure::BOSS_DISTANCE);
    let bridge = Bridge::from_flash_to_rebirth().measures(measures).first_seed(first_seed);
    bridge.floors((floors / 10).clamp(50, BRIDGE_FLOORS)).levels(&[BRIDGE_LEVEL])?.run()
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let floors = match arguments {
        Arguments { count: Some(count), .. } => count,
        Arguments { quick: true, .. } => 1_000,
        Arguments { full: true, .. } => 500_000,
        _ => DEFAULT_FLOORS,
    };
    let mut chosen = String::new();
    if floors != DEFAULT_FLOORS {
        chosen.push_str(&format!(" --count {floors}"));
    }
    if let Some(first) = arguments.first_seed {
        chosen.push_str(&format!(" --first-seed {first}"));
    }
    for rooms in &arguments.rooms {
        chosen.push_str(&format!(" --rooms {rooms:?}"));
    }
    if let Some(census) = &arguments.census {
        chosen.push_str(&format!(" --census {census:?}"));
    }
    if !chosen.is_empty() {
        chosen.insert_str(0, " --");
    }
    let mut options = ReportOptions::new(&format!("cargo run --release --example compare{chosen}"));
    // The quick look must not replace the committed report.
    let usual = if arguments.quick { "target/reports-quick" } else { "reports" };
    let out = arguments.out.unwrap_or_else(|| PathBuf::from(usual));
    if out == Path::new("reports") {
        options = options.docs("../docs").lab("lab.html");
    }
    let is_usual = arguments.census.is_none();
    let census =
        arguments.census.or_else(|| Some(CENSUS.into()).filter(|path: &PathBuf| path.exists()));
    if let Some(census) = census {
        let read = std::fs::read(&census).map_err(|error| error.to_string());
        let told = read.and_then(|bytes| {
            options.clone().census_file(&bytes).map_err(|error| error.to_string())
        });
        match told {
            Ok(told) => options = told,
            Err(error) if is_usual => {
                eprintln!("note: the report tells of no census, {}: {error}", census.display());
            }
            Err(error) => {
                eprintln!("error: {}: {error}", census.display());
                return ExitCode::FAILURE;
            }
        }
    }
    options = options.evidence(Arc::new(evidence()));
    let mut study = Study::flash_and_rebirth(floors);
    let has_built_in_rooms = arguments.rooms.is_empty();
    study.rooms = arguments.rooms;
    if let Some(first) = arguments.first_seed {
        study = study.first_seed(first);
    }
    let study = match with_rooms(study) {
        Ok((study, remarks)) => {
            remarks.iter().for_each(|remark| eprintln!("note: {remark}"));
            study
        }
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    // The bridge has the built-in rooms.
    if has_built_in_rooms {
        match bridge(floors, arguments.first_seed.unwrap_or(0)) {
            Ok(run) => options = options.bridge(Arc::new(run)),
            Err(error) => {
                eprintln!("error: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    // A study that cannot be made returns its error when it is run.
    let bar = Progress::new(study.total_floors().unwrap_or(0), "floors");
    let report = report_study(study, &options, &out, &|done| bar.add(done));
    bar.finish();
    match report {
        Ok((_, files)) => {
            println!("{} files in {}", files.written.len(), out.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
