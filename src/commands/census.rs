//! `census`: every floor of a range of seeds, counted.

use std::path::{Path, PathBuf};
use std::time::Duration;

use basement_lab::floors::Phase;
use basement_lab::report::{check_folder, write_census};
use basement_lab::survey::census::{
    Census, CensusError, CensusRun, LAYOUTS_ARE_NOT_FLOORS, SeedRange, Shard,
};
use basement_lab::survey::{CheckpointError, SeedKind};
use basement_lab::{Generator, Progress, RngKind, Seeds};
use clap::{Args, Subcommand};

use crate::arguments::{FloorArguments, GeneratorArguments};
use crate::failure::{Failure, refuse};
use crate::notes::{counted, note};
use crate::output::{Output, OutputFormat, check_checkpoint, print};
use crate::signals::{IsEnough, in_parts};
use crate::threads::threads;
use crate::values::{Named, count as number_of, seed};

/// The format of a result.
const FORMATS: &[OutputFormat] = &[OutputFormat::Json];

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "A census counts finished floors. By default it leaves out the insides of normal rooms (--phase special), because no \
measure looks at them. --phase layout counts layouts. These are not floors of the game: a special room takes \
a dead end and gives it its own shape, which changes rings, big rooms, dead ends and doors.

Examples:
  basement-lab census --level 1 --checkpoint state --out census.json
  basement-lab census --shard 3/16 --checkpoint state-3 --out census-3.json
  basement-lab census merge census-*.json --out census.json --figures figures

What the words mean: basement-lab glossary"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    count: Count,
}

#[derive(Subcommand)]
enum Verb {
    /// Merge the results of shards into one
    Merge(Merge),
    /// Draw the figures of a result
    Show(Show),
}

#[derive(Args)]
struct Count {
    #[command(flatten)]
    generator: GeneratorArguments,
    #[command(flatten)]
    floor: FloorArguments,
    /// The generator of random numbers; by default the game's for Rebirth and pcg for Flash
    #[arg(long, value_parser = Named::<RngKind>::new("generator"))]
    rng: Option<RngKind>,
    /// The first seed; by default the first that exists
    #[arg(long, value_parser = seed)]
    from: Option<u64>,
    /// The last seed; by default the last of the game, 4294967295. Required for pcg
    #[arg(long, value_parser = seed)]
    to: Option<u64>,
    /// Count only one part of the seeds: 3/16 is the third of sixteen
    #[arg(long, value_name = "PLACE/SHARDS")]
    shard: Option<String>,
    /// Keep the state in this file, and continue from it if it exists
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Seconds between checkpoints: a killed command loses little more than this
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds, requires = "checkpoint")]
    checkpoint_every: Duration,
    /// Threads; by default one for each core
    #[arg(long, value_parser = number_of)]
    threads: Option<u64>,
    /// The JSON file to write the result to, instead of standard output
    #[arg(long, value_name = "FILE", display_order = 10)]
    out: Option<PathBuf>,
    /// Draw the figures of the result into this folder
    #[arg(long, value_name = "FOLDER")]
    figures: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "Example:
  basement-lab census merge census-*.json --out census.json --figures figures")]
struct Merge {
    /// The results
    #[arg(required = true)]
    results: Vec<PathBuf>,
    /// The JSON file to write to, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw the figures of the result into this folder
    #[arg(long, value_name = "FOLDER")]
    figures: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "Example:
  basement-lab census show census.json --out figures")]
struct Show {
    /// The result
    result: PathBuf,
    /// The folder to write to
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.verb {
        None => count(&arguments.count),
        Some(Verb::Merge(arguments)) => merge(arguments),
        Some(Verb::Show(arguments)) => {
            let census = read(&arguments.result)?;
            remark(&census);
            let files = draw(&census, None, &arguments.out)?;
            let line =
                format!("{} in {}\n", counted(files.len() as u64, "file"), arguments.out.display());
            print(&line)
        }
    }
}

fn count(arguments: &Count) -> Result<(), Failure> {
    let mut request = arguments.floor.request()?;
    request.phase = arguments.floor.request.phase.unwrap_or(Phase::Special);
    let generator = arguments.generator.generator_for(&request)?;
    let shard = arguments.shard.as_deref().map(str::parse::<Shard>).transpose()?;
    let mut run = CensusRun::new(&*generator, &request, seeds(arguments)?, shard)?;
    let checkpoint = arguments.checkpoint.as_deref();
    let output = output(arguments)?;
    arguments.figures.as_deref().map_or(Ok(()), check_folder)?;
    if let Some(path) = checkpoint
        && path
            .try_exists()
            .map_err(|error| Failure::Work(format!("{}: {error}", path.display())))?
    {
        run.resume(path)?;
    }
    let pool = threads(arguments.threads)?;
    remark(run.census());
    let seeds = run.seeds().count();
    let progress = Progress::new(seeds, "floors").starting_at(run.done());
    let mut part = |is_enough: IsEnough<'_>| {
        if !run.is_done() {
            run.advance(&*generator, is_enough, &|done| progress.add(done))?;
            checkpoint.map_or(Ok(()), |path| run.save(path))?;
        }
        Ok(run.is_done())
    };
    let kept = checkpoint.map(|path| (path, arguments.checkpoint_every));
    pool.install(|| in_parts(&progress, seeds, kept, &mut part))?;
    finish(&run.into_census(), Some(&*generator), &output, arguments.figures.as_deref())
}

/// If layouts are counted, explains them.
fn remark(census: &Census) {
    if census.address().request.phase == Phase::Layout {
        note(LAYOUTS_ARE_NOT_FLOORS);
    }
}

/// Where the result is written. Refuses a place that cannot be written to.
fn output(arguments: &Count) -> Result<Output<'_>, Failure> {
    let Count { checkpoint, out, .. } = arguments;
    if let Some(checkpoint) = checkpoint {
        check_checkpoint(checkpoint, out.as_deref())?;
    }
    Output::new(None, out, FORMATS)
}

/// Reads the time between two checkpoints.
fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "give seconds, such as 20 or 0.5".to_owned())
}

/// The seeds that were asked for; by default all that exist.
fn seeds(arguments: &Count) -> Result<Seeds, Failure> {
    let kind = match arguments.rng.unwrap_or(arguments.generator.rules.backend.default_rng()) {
        RngKind::Game => SeedKind::Stage,
        RngKind::Pcg if arguments.to.is_some() => SeedKind::Pcg,
        RngKind::Pcg => {
            return refuse("PCG has more seeds than anybody can count: give the last with --to");
        }
    };
    let seeds = kind.between(arguments.from, arguments.to)?;
    seeds.last()?;
    Ok(seeds)
}

fn merge(arguments: &Merge) -> Result<(), Failure> {
    let output = Output::new(None, &arguments.out, FORMATS)?;
    arguments.figures.as_deref().map_or(Ok(()), check_folder)?;
    let mut merged: Option<Census> = None;
    for path in &arguments.results {
        let census = read(path)?;
        match &mut merged {
            None => merged = Some(census),
            Some(merged) => merged.merge(&census).map_err(|error| in_file(path, &error))?,
        }
    }
    let Some(census) = merged else {
        return refuse("there is nothing to merge: name the results");
    };
    remark(&census);
    finish(&census, None, &output, arguments.figures.as_deref())?;
    match census.missing().as_slice() {
        [] => Ok(()),
        missing => {
            let missing: Vec<String> = missing.iter().map(SeedRange::to_string).collect();
            note(&format!(
                "the result is partial, these seeds are missing: {}",
                missing.join(", ")
            ));
            Ok(())
        }
    }
}

fn read(path: &Path) -> Result<Census, Failure> {
    let text = std::fs::read(path)
        .map_err(|error| Failure::Usage(format!("{} cannot be read: {error}", path.display())))?;
    Census::from_json(&text).map_err(|error| in_file(path, &error))
}

fn in_file(path: &Path, error: &CensusError) -> Failure {
    Failure::Usage(format!("{}: {error}", path.display()))
}

/// Writes the result, and its figures if they are wanted.
fn finish(
    census: &Census,
    generator: Option<&dyn Generator>,
    output: &Output<'_>,
    figures: Option<&Path>,
) -> Result<(), Failure> {
    let mut writer = output.open()?;
    census.write_json(&mut writer)?;
    writer.finish()?;
    if let Some(folder) = figures {
        draw(census, generator, folder)?;
    }
    Ok(())
}

/// Draws the figures; `generator` made the floors, if it is known.
fn draw(
    census: &Census,
    generator: Option<&dyn Generator>,
    folder: &Path,
) -> Result<Vec<String>, Failure> {
    let files = write_census(census, generator, &census.commands().join("; "), folder)?;
    if files.is_empty() {
        note("there is no figure: no measure that it shows has two values");
    }
    Ok(files)
}

impl From<CensusError> for Failure {
    fn from(error: CensusError) -> Self {
        match error {
            CensusError::Json(error) => error.into(),
            error => Self::Usage(error.to_string()),
        }
    }
}

impl From<CheckpointError> for Failure {
    fn from(error: CheckpointError) -> Self {
        match error {
            CheckpointError::Write(error) => error.into(),
            error @ CheckpointError::File(..) => Self::Work(error.to_string()),
            error => Self::Usage(error.to_string()),
        }
    }
}
