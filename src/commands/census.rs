//! `census`: every floor of a range of seeds, counted.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use basement_lab::report::write_census;
use basement_lab::survey::{Address, Census, CensusError, CensusRun, Manifest, SeedRange, Shard};
use basement_lab::{Generator, RngKind, Seeds, progress_bar};
use clap::{Args, Subcommand};

use super::{check_place, note, put};
use crate::Failure;
use crate::arguments::{FloorArguments, GeneratorArguments, named, options_for};

/// The options of `census`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    count: Count,
}

#[derive(Subcommand)]
enum Verb {
    /// Merge the results of shards into one.
    Merge(Merge),
    /// Draw the figures of a result.
    Show(Show),
}

#[derive(Args)]
struct Count {
    #[command(flatten)]
    generator: GeneratorArguments,
    #[command(flatten)]
    floor: FloorArguments,
    /// game or pcg; by default the game's for Rebirth and PCG for Flash.
    #[arg(long)]
    rng: Option<String>,
    /// The first seed; by default the first there is.
    #[arg(long)]
    from: Option<u64>,
    /// The last seed; by default the last of the game, 4294967295. PCG needs it.
    #[arg(long)]
    to: Option<u64>,
    /// Go through one part of the seeds only: 3/16 is the third of sixteen.
    #[arg(long, value_name = "PLACE/SHARDS")]
    shard: Option<String>,
    /// Keep the state in this file, and go on from it when it exists.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Seconds between two checkpoints: a kill loses little more.
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, requires = "checkpoint")]
    checkpoint_every: f64,
    /// Threads; by default one for each core.
    #[arg(long)]
    threads: Option<usize>,
    /// The file to write the result to, instead of standard output.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Draw the figures of the result into this folder.
    #[arg(long, value_name = "FOLDER")]
    figures: Option<PathBuf>,
}

#[derive(Args)]
struct Merge {
    /// The results.
    #[arg(required = true)]
    results: Vec<PathBuf>,
    /// The file to write to, instead of standard output.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Draw the figures of the result into this folder.
    #[arg(long, value_name = "FOLDER")]
    figures: Option<PathBuf>,
}

#[derive(Args)]
struct Show {
    /// The result.
    result: PathBuf,
    /// The folder to write to.
    #[arg(long)]
    out: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.verb {
        None => count(&arguments.count),
        Some(Verb::Merge(arguments)) => merge(arguments),
        Some(Verb::Show(arguments)) => {
            let files = draw(&read(&arguments.result)?, None, &arguments.out)?;
            let line = format!("{} files in {}\n", files.len(), arguments.out.display());
            put(line.as_bytes(), None)
        }
    }
}

fn count(arguments: &Count) -> Result<(), Failure> {
    let generator = arguments.generator.generator()?;
    let shard = arguments.shard.as_deref().map(str::parse::<Shard>).transpose()?;
    let request = arguments.floor.request()?;
    let mut run = CensusRun::new(&*generator, &request, seeds(arguments)?, shard)?;
    let checkpoint = arguments.checkpoint.as_deref();
    check_places(arguments)?;
    if let Some(path) = checkpoint
        && path
            .try_exists()
            .map_err(|error| Failure::Work(format!("{}: {error}", path.display())))?
    {
        run.resume(path)?;
    }
    if arguments.threads == Some(0) {
        return Err(Failure::Usage("`--threads 0` counts nothing: give 1 or more".to_owned()));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads.unwrap_or(0)).build();
    let pool = pool.map_err(|error| Failure::Work(error.to_string()))?;
    let between = between(arguments)?;
    let kept = checkpoint.map(|path| (path, between));
    pool.install(|| advance(&mut run, &*generator, kept))?;
    let (out, figures) = (arguments.out.as_deref(), arguments.figures.as_deref());
    finish(&run.into_census(), Some(&*generator), out, figures)
}

/// Refuses places to which nothing can be written.
fn check_places(arguments: &Count) -> Result<(), Failure> {
    let Count { checkpoint, out, .. } = arguments;
    if checkpoint.is_some() && checkpoint == out {
        let message = "--checkpoint and --out name one file: give each its own";
        return Err(Failure::Usage(message.to_owned()));
    }
    check_place(checkpoint.as_deref())?;
    check_place(out.as_deref())
}

/// The time between two checkpoints.
fn between(arguments: &Count) -> Result<Duration, Failure> {
    let seconds = arguments.checkpoint_every;
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        Failure::Usage(format!("`--checkpoint-every {seconds}` is no time: give seconds"))
    })
}

/// Goes through all seeds, leaving a checkpoint from time to time, and one when
/// it is told to stop.
fn advance(
    run: &mut CensusRun,
    generator: &dyn Generator,
    checkpoint: Option<(&Path, Duration)>,
) -> Result<(), Failure> {
    let is_stopped = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&is_stopped);
    match ctrlc::try_set_handler(move || stop.store(true, Ordering::Relaxed)) {
        // Whoever started it wants signals ignored, as nohup does: so they are.
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => {}
        Err(error) => return Err(Failure::Work(error.to_string())),
    }
    let bar = progress_bar(run.asked().count());
    bar.set_position(run.done());
    bar.reset_eta();
    while !run.is_done() {
        let (begun, before) = (Instant::now(), bar.position());
        // However short the time, something is done between two checkpoints.
        let is_due = |between| begun.elapsed() >= between && bar.position() > before;
        let is_enough = || {
            is_stopped.load(Ordering::Relaxed) || checkpoint.is_some_and(|(_, time)| is_due(time))
        };
        run.advance(generator, &is_enough, &|done| bar.inc(done))?;
        if let Some((path, _)) = checkpoint {
            run.save(path)?;
        }
        if is_stopped.load(Ordering::Relaxed) && !run.is_done() {
            bar.finish_and_clear();
            return Err(Failure::Work(stopped(run, checkpoint.map(|(path, _)| path))));
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// What is said when the census was told to stop.
fn stopped(run: &CensusRun, checkpoint: Option<&Path>) -> String {
    let how = match checkpoint {
        Some(path) => format!("the same command goes on from {}", path.display()),
        None => "nothing is kept without --checkpoint FILE".to_owned(),
    };
    format!("stopped after {} of {} seeds: {how}", run.done(), run.asked().count())
}

/// The seeds that were asked for, by default all there are.
fn seeds(arguments: &Count) -> Result<Seeds, Failure> {
    let rng = arguments.rng.as_deref().map(|rng| named::<RngKind>("generator", rng)).transpose()?;
    let seeds = match rng.unwrap_or(arguments.generator.backend()?.default_rng()) {
        RngKind::Game => {
            let last = arguments.to.unwrap_or(u32::MAX.into());
            let range = SeedRange::new(arguments.from.unwrap_or(1), last)?;
            Seeds::stage(range.first(), range.count())
        }
        RngKind::Pcg => {
            let last = arguments.to.ok_or_else(|| {
                Failure::Usage(
                    "PCG has more seeds than anybody can count: give the last with --to".to_owned(),
                )
            })?;
            let range = SeedRange::new(arguments.from.unwrap_or(0), last)?;
            Seeds::pcg(range.first(), range.count())
        }
    };
    seeds.last()?;
    Ok(seeds)
}

fn merge(arguments: &Merge) -> Result<(), Failure> {
    let mut merged: Option<Census> = None;
    for path in &arguments.results {
        let census = read(path)?;
        match &mut merged {
            None => merged = Some(census),
            Some(merged) => merged.merge(&census).map_err(|error| in_file(path, &error))?,
        }
    }
    let Some(census) = merged else {
        return Err(Failure::Usage("there is nothing to merge: name the results".to_owned()));
    };
    finish(&census, None, arguments.out.as_deref(), arguments.figures.as_deref())?;
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

/// Writes the result, and its figures where they are wanted.
fn finish(
    census: &Census,
    generator: Option<&dyn Generator>,
    out: Option<&Path>,
    figures: Option<&Path>,
) -> Result<(), Failure> {
    let manifest = Manifest {
        program: "basement-lab",
        version: env!("CARGO_PKG_VERSION"),
        commands: commands(census),
    };
    let mut json = Vec::new();
    census.write_json(&manifest, &mut json)?;
    put(&json, out)?;
    if let Some(folder) = figures {
        draw(census, generator, folder)?;
    }
    Ok(())
}

/// Draws the figure; `generator` is what made the floors, where it is at hand.
fn draw(
    census: &Census,
    generator: Option<&dyn Generator>,
    folder: &Path,
) -> Result<Vec<String>, Failure> {
    let files = write_census(census, generator, &commands(census).join("; "), folder)?;
    if files.is_empty() {
        note("there is no figure: no measure that it shows has two values");
    }
    Ok(files)
}

/// The commands that make a result again, one for each range of its seeds. They
/// name what decides the result and nothing else, so that shards and threads leave
/// no trace.
fn commands(census: &Census) -> Vec<String> {
    let Address { generator, request, seeds, .. } = census.address();
    let rng = Seeds { kind: *seeds, first: 1, count: 1 }.rng();
    let options = options_for(generator, request).join(" ");
    let command = |range: &SeedRange| {
        let (from, to) = (range.first(), range.last());
        format!("basement-lab census {options} --rng {rng} --from {from} --to {to}")
    };
    census.ranges().iter().map(command).collect()
}

impl From<CensusError> for Failure {
    fn from(error: CensusError) -> Self {
        if error.is_usage() {
            Self::Usage(error.to_string())
        } else {
            Self::Work(error.to_string())
        }
    }
}
