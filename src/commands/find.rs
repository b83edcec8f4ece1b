//! `find`: the seeds whose floors meet conditions.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use basement_lab::survey::{
    Best, Candidates, ConditionError, Hit, HitStage, Quantity, Search, SearchFileError, SearchRun,
    SeedKind, SeedRange, StageCondition,
};
use basement_lab::{Generator, Progress, Request, RngKind, Seeds};
use clap::Args;
use serde_json::Value;

use super::{note, threads};
use crate::Failure;
use crate::arguments::{FloorArguments, GeneratorArguments};
use crate::output::{Format, Output, Writer, check};
use crate::signals::Stop;
use crate::values::{Named, count, seed};

/// Its formats, the usual one first.
const FORMATS: &[Format] = &[Format::Text, Format::Csv, Format::Json];

/// Seconds between two checkpoints.
const BETWEEN: Duration = Duration::from_secs(10);

/// The options of `find`.
#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab find --where \"1: rooms == 8\" --limit 5
  basement-lab find --where \"1: curse == labyrinth and count(2x2) >= 4\" --where \"3: has(planetarium)\"
  basement-lab find --best \"2: boss_distance\" --top 5 --random 1e6
  basement-lab find --backend flash --where \"4: rings == 0\" --to 1e6 --format csv

A condition compares, with ==, !=, <, <=, > and >=: a measure of `basement-lab measures`; wanted and
min_dead_ends, which the first draws decide; count(2x2) or count(shop); and `curse == lost`.
has(planetarium) is count(planetarium) >= 1. `and`, `or`, `not` and parentheses join comparisons. What a
floor does not have compares as false.

A stage whose conditions rest on the layout alone is made to --phase layout, and what is found is true
in the game, too: 2 to 7 of 100 floors find no place for a room (placing_failed) and have the layout of a
later attempt. Other stages are made whole, of the rooms of the catalogue: their special rooms are the
game's only with the game's own rooms (--rooms). Each stage is made by itself, as by `floor`.

What the words mean: basement-lab glossary")]
pub(crate) struct Arguments {
    /// What a floor must be: \"STAGE: CONDITION\", or a condition on the floor of --level; may be
    /// given again, and all must hold
    #[arg(long = "where", value_name = "CONDITION", display_order = 1)]
    conditions: Vec<String>,
    /// Keep the seeds with the greatest \"STAGE: MEASURE\" instead of all
    #[arg(long, value_name = "MEASURE", display_order = 1, conflicts_with = "limit")]
    best: Option<String>,
    /// With --best: the smallest instead
    #[arg(long, requires = "best", display_order = 1)]
    smallest: bool,
    /// With --best: how many
    #[arg(long, default_value_t = 20, requires = "best", value_parser = count, display_order = 1)]
    top: u64,
    #[command(flatten)]
    generator: GeneratorArguments,
    #[command(flatten)]
    floor: FloorArguments,
    /// The generator of random numbers; by default the game's for Rebirth and pcg for Flash
    #[arg(long, value_parser = Named::<RngKind>::new("generator"))]
    rng: Option<RngKind>,
    /// The first number: of a run of the game, or a seed of pcg. B911 99AC is 1
    #[arg(long, value_parser = seed)]
    from: Option<u64>,
    /// The last number, by default the last there is
    #[arg(long, value_parser = count)]
    to: Option<u64>,
    /// So many different seeds instead, spread over all there are: always the same
    #[arg(long, value_name = "N", value_parser = count, conflicts_with_all = ["from", "to"])]
    random: Option<u64>,
    /// Stop after so many hits
    #[arg(long, value_name = "N", value_parser = count, display_order = 1)]
    limit: Option<u64>,
    /// Keep the state in this file, and go on from it when it exists: what was found before is
    /// written again first
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Threads; by default one for each core
    #[arg(long, value_parser = count)]
    threads: Option<u64>,
    /// The format, by default what the ending of --out says, or else the first of these; json is an
    /// object a line
    #[arg(long, value_parser = Format::parser(FORMATS), display_order = 9)]
    format: Option<Format>,
    /// The file to write to, instead of standard output; its ending says the format
    #[arg(long, value_name = "FILE", display_order = 10)]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let request = arguments.floor.request()?;
    let generator = arguments.generator.generator_for(&request)?;
    let search = arguments.search(&request)?;
    let mut run = SearchRun::new(&*generator, search)?;
    if arguments.checkpoint.is_some() && arguments.checkpoint == arguments.out {
        let message = "--checkpoint and --out name one file: give each its own";
        return Err(Failure::Usage(message.to_owned()));
    }
    let output = Output::new(arguments.format, &arguments.out, FORMATS)?;
    let checkpoint = arguments.checkpoint.as_deref();
    if let Some(path) = checkpoint {
        check(path)?;
        if path.exists() {
            run.resume(&*generator, path)?;
        }
    }
    for remark in run.remarks(&generator.describe()) {
        note(&remark);
    }
    let pool = threads(arguments.threads)?;
    let mut hits = Hits { writer: output.open()?, format: output.format };
    if output.format == Format::Csv {
        writeln!(hits.writer, "{}", columns(&run).join(","))?;
    }
    pool.install(|| go_on(&mut run, &*generator, checkpoint, arguments.best.is_none(), &mut hits))?;
    hits.writer.finish()
}

impl Arguments {
    /// What the numbers of seeds stand for.
    fn kind(&self) -> SeedKind {
        match self.rng.unwrap_or(self.generator.backend.default_rng()) {
            RngKind::Game => SeedKind::Run,
            RngKind::Pcg => SeedKind::Pcg,
        }
    }

    fn search(&self, request: &Request) -> Result<Search, Failure> {
        let mut search = Search::new(request).candidates(self.candidates()?);
        for text in &self.conditions {
            search = search.condition(StageCondition::parse(text, request.level)?);
        }
        if let Some(phase) = self.floor.request.phase {
            search = search.phase(phase);
        }
        if let Some(limit) = self.limit {
            search = search.limit(limit);
        }
        match &self.best {
            None if self.conditions.is_empty() => Err(Failure::Usage(
                "nothing is looked for: give --where \"1: rooms == 8\", or --best \"1: rings\""
                    .to_owned(),
            )),
            None => Ok(search),
            Some(best) => {
                let (level, quantity) = Quantity::of_stage(best, request.level)?;
                let top = self.top.try_into().unwrap_or(usize::MAX);
                Ok(search.best(Best { level, quantity, smallest: self.smallest, top }))
            }
        }
    }

    fn candidates(&self) -> Result<Candidates, Failure> {
        let kind = self.kind();
        if let Some(count) = self.random {
            return Ok(Candidates::Spread { kind, count });
        }
        let is_pcg = kind == SeedKind::Pcg;
        if is_pcg && self.to.is_none() && self.limit.is_none() {
            return Err(Failure::Usage(
                "PCG has more seeds than anybody can count: give the last with --to, or --limit"
                    .to_owned(),
            ));
        }
        let (first, last) = if is_pcg { (0, u64::MAX - 1) } else { (1, u32::MAX.into()) };
        let range = SeedRange::new(self.from.unwrap_or(first), self.to.unwrap_or(last))?;
        Ok(Candidates::Range(Seeds { kind, first: range.first(), count: range.count() }))
    }
}

/// Searches on, leaving a checkpoint from time to time, and one when it is told to stop.
fn go_on(
    run: &mut SearchRun,
    generator: &dyn Generator,
    checkpoint: Option<&Path>,
    as_they_come: bool,
    hits: &mut Hits,
) -> Result<(), Failure> {
    if as_they_come {
        run.hits(generator)?.iter().try_for_each(|hit| hits.write(hit))?;
    }
    let stop = Stop::on_signal();
    let progress = Progress::new(run.count(), "seeds").starting_at(run.done());
    while !run.is_done() {
        let (begun, before) = (Instant::now(), progress.done());
        let is_due =
            || checkpoint.is_some() && begun.elapsed() >= BETWEEN && progress.done() > before;
        let mut failed = None;
        let mut visit = |hit: &Hit| {
            failed = progress.suspend(|| hits.write(hit)).err();
            failed.is_none()
        };
        let is_enough = || stop.is_asked() || is_due();
        run.advance(generator, &is_enough, &|done| progress.add(done), &mut visit)?;
        if let Some(path) = checkpoint {
            run.save(generator, path)?;
        }
        if let Some(failure) = failed {
            return Err(failure);
        }
        if stop.is_asked() && !run.is_done() {
            progress.finish();
            let how = match checkpoint {
                Some(path) => format!("the same command goes on from {}", path.display()),
                None => "nothing is kept without --checkpoint FILE".to_owned(),
            };
            let (done, count) = (run.done(), run.count());
            return Err(Failure::Work(format!("stopped after {done} of {count} seeds: {how}")));
        }
    }
    progress.finish();
    if !as_they_come {
        run.hits(generator)?.iter().try_for_each(|hit| hits.write(hit))?;
    }
    Ok(())
}

/// Writes hits, each as soon as it comes.
struct Hits {
    writer: Writer,
    format: Format,
}

impl Hits {
    fn write(&mut self, hit: &Hit) -> Result<(), Failure> {
        match self.format {
            Format::Json => {
                serde_json::to_writer(&mut self.writer, hit)?;
                writeln!(self.writer)?;
            }
            Format::Csv => writeln!(self.writer, "{}", fields(hit).join(","))?,
            _ => writeln!(self.writer, "{}", line(hit))?,
        }
        Ok(self.writer.flush()?)
    }
}

/// The names of the columns of a table of hits.
fn columns(run: &SearchRun) -> Vec<String> {
    let mut columns = vec!["run".to_owned(), "number".to_owned()];
    for (level, measures) in run.asked() {
        let names = ["seed", "curse", "placing_failed", "is_covered"].map(str::to_owned);
        let names = names.into_iter().chain(measures);
        columns.extend(names.map(|name| format!("stage_{level}_{name}")));
    }
    columns
}

/// A row of the table. No field has a comma or a quotation mark.
fn fields(hit: &Hit) -> Vec<String> {
    let mut fields = vec![hit.run.clone().unwrap_or_default(), hit.number.to_string()];
    for stage in &hit.stages {
        let placing_failed = stage.placing_failed.map(|failed| failed.to_string());
        fields.extend([
            stage.seed.to_string(),
            stage.curse.clone(),
            placing_failed.unwrap_or_default(),
            stage.is_covered.to_string(),
        ]);
        fields.extend(stage.measures.values().map(|value| match value {
            Value::Null => String::new(),
            value => value.to_string(),
        }));
    }
    fields
}

/// A hit for people, in a line.
fn line(hit: &Hit) -> String {
    let name = hit.run.clone().unwrap_or_else(|| hit.number.to_string());
    let stage = |stage: &HitStage| {
        let mut words: Vec<String> = Vec::new();
        for (name, value) in &stage.measures {
            words.push(match value {
                Value::Null => format!("no {name}"),
                value => format!("{name} {value}"),
            });
        }
        if stage.curse != "none" {
            words.push(format!("curse {}", stage.curse));
        }
        words.push(format!("seed {}", stage.seed));
        if stage.placing_failed == Some(true) {
            words.push("its rooms find no place".to_owned());
        }
        if stage.is_covered {
            words.push("covered by the Labyrinth before it".to_owned());
        }
        format!("  {}: {}", stage.level, words.join(", "))
    };
    name + &hit.stages.iter().map(stage).collect::<String>()
}

impl From<ConditionError> for Failure {
    fn from(error: ConditionError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<SearchFileError> for Failure {
    fn from(error: SearchFileError) -> Self {
        match error {
            SearchFileError::File { .. } => Self::Work(error.to_string()),
            error => Self::Usage(error.to_string()),
        }
    }
}
