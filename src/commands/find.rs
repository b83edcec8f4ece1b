//! `find`: the seeds whose floors meet conditions.

use std::fs;
use std::io::{Write, stdin};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use basement_lab::floors::Phase;
use basement_lab::survey::SeedKind;
use basement_lab::survey::search::{
    Best, Candidates, ConditionError, Hit, HitStage, Pilot, Quantity, Search, SearchRun,
    StageCondition,
};
use basement_lab::{Generator, Progress, Request, RequestError, RngKind, RunSeed};
use clap::Args;
use serde_json::Value;

use super::find_pilot::Outlook;
use crate::arguments::{FloorArguments, GeneratorArguments};
use crate::failure::{Failure, refuse};
use crate::notes::{counted, note};
use crate::output::{OutputArguments, OutputFormat, Writer, check_checkpoint, formats};
use crate::signals::in_parts;
use crate::threads::threads;
use crate::values::{Named, count, seed};

/// What `--format` means here.
const FORMAT: &str = "The format; by default the one that the ending of --out names, else the first of these; \
                      json writes one object per line";

/// What `--level` means here.
const LEVEL: &str = "The stage, or Flash's level, of conditions and measures that do not name one";

/// Seconds between two checkpoints.
const BETWEEN: Duration = Duration::from_secs(10);

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab find --where \"2: rings >= 3\" --limit 5
  basement-lab find --where \"1: count(2x2) >= 2\" --where \"3: has(planetarium)\"
  basement-lab find --where \"1: rooms == 11 and has(shop)\" --seeds seeds.txt
  basement-lab find --best \"2: boss_distance\" --top 5 --random 1e6
  basement-lab find --backend flash --where \"4: rings == 0\" --to 1e6

A condition compares, with ==, !=, <, <=, > and >=: a measure of `basement-lab measures`; wanted and \
min_dead_ends, which the first draws decide; count(2x2) or count(shop); and `curse == lost`. \
has(planetarium) is count(planetarium) >= 1. `and`, `or`, `not` and parentheses join comparisons. A comparison \
is false if the floor does not have what it names. Values are rounded to the measure's step: 1/3 is 0.333.

Conditions are tested on the finished floor of each stage, which is made by itself as `floor` makes it; \
--phase changes that. A hit says what each stage depends on. The first draws decide curse, wanted and \
min_dead_ends: such a hit is true in the game. The layout decides rooms, attempts and generator_dead_ends: \
such a hit is true in the game if the game's rooms find a place on this layout. The rooms decide everything else, \
because special rooms take dead ends and give them their own shapes and doors: such a hit is true only with \
the game's own rooms (--rooms). A room finds no place on the first layout on 2 to 7 % of floors, \
10 % of Labyrinths and 15 to 18 % of floors of The Void. Everything about such a floor depends on the rooms.

Before a search with conditions, a note estimates from 10,000 candidates how rare they are and how long it takes.

What the words mean: basement-lab glossary")]
#[command(mut_arg("format", |format| format.help(FORMAT)))]
#[command(mut_arg("level", |level| level.help(LEVEL)))]
pub(crate) struct Arguments {
    /// What a floor must be: "STAGE: CONDITION", or a condition on the floor of --level; may be
    /// repeated, and all must hold
    #[arg(long = "where", value_name = "CONDITION", display_order = 1)]
    conditions: Vec<String>,
    /// Keep only the seeds with the greatest "STAGE: MEASURE"
    #[arg(long, value_name = "MEASURE", display_order = 1)]
    best: Option<String>,
    /// With --best: keep the smallest values instead
    #[arg(long, requires = "best", display_order = 1)]
    smallest: bool,
    /// With --best: how many seeds to keep
    #[arg(long, default_value_t = 20, requires = "best", value_parser = count, display_order = 1)]
    top: u64,
    #[command(flatten)]
    generator: GeneratorArguments,
    #[command(flatten)]
    floor: FloorArguments,
    /// The generator of random numbers; by default the game's for Rebirth and pcg for Flash
    #[arg(long, value_parser = Named::<RngKind>::new("generator"))]
    rng: Option<RngKind>,
    /// The first seed to try: a run of the game, such as B911 99AC or its number 1, or a seed of pcg
    #[arg(long, value_name = "SEED")]
    from: Option<String>,
    /// The last seed; by default the last that exists
    #[arg(long, value_name = "SEED")]
    to: Option<String>,
    /// Search this many different seeds instead, spread over all seeds; the same number always gives the same seeds
    #[arg(long, value_name = "N", value_parser = count, conflicts_with_all = ["from", "to"])]
    random: Option<u64>,
    /// Search the seeds of this file instead, one per line: a run seed as the game shows it, or a number;
    /// what follows # is a comment, - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "to", "random"])]
    seeds: Option<PathBuf>,
    /// Stop after this number of hits
    // clap does not ask for --limit beside --best, because each excludes the other.
    #[arg(
        long,
        value_name = "N",
        value_parser = count,
        conflicts_with_all = ["best", "smallest", "top"],
        display_order = 1
    )]
    limit: Option<u64>,
    /// Keep the state in this file, and continue from it if it exists; earlier hits are written
    /// again first
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Threads; by default one for each core
    #[arg(long, value_parser = count)]
    threads: Option<u64>,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Text, Csv, Json);

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let request = arguments.floor.request()?;
    let generator = arguments.generator.generator()?;
    let search = arguments.search(&request)?;
    let mut run = SearchRun::new(&*generator, search)?;
    for (level, _) in run.levels() {
        arguments.generator.say_gaps(&*generator, &Request { level, ..request })?;
    }
    let checkpoint = arguments.checkpoint.as_deref();
    if let Some(path) = checkpoint {
        check_checkpoint(path, arguments.output.out.as_deref())?;
    }
    let output = arguments.output.checked()?;
    if let Some(path) = checkpoint.filter(|path| path.exists()) {
        run.resume(&*generator, path)?;
    }
    for remark in run.remarks(&generator.describe()) {
        note(&remark);
    }
    let pool = threads(arguments.threads)?;
    let mut hits = Hits { writer: output.open()?, format: output.format, count: 0 };
    pool.install(|| arguments.say_outlook(&mut run, &*generator))?;
    if output.format == OutputFormat::Csv {
        writeln!(hits.writer, "{}", columns(&run).join(","))?;
    }
    pool.install(|| go_on(&mut run, &*generator, checkpoint, arguments.best.is_none(), &mut hits))?;
    if hits.count == 0 {
        let tried = counted(run.done(), arguments.what().trim_end_matches('s'));
        note(&format!("nothing was found in {tried}"));
    }
    hits.writer.finish()
}

impl Arguments {
    /// What the numbers of the seeds mean.
    fn kind(&self) -> SeedKind {
        SeedKind::usual(self.rng.unwrap_or(self.generator.rules.backend.default_rng()))
    }

    /// What the candidates are called.
    fn what(&self) -> &'static str {
        match self.kind() {
            SeedKind::Run => "runs",
            SeedKind::Pcg | SeedKind::Stage => "seeds",
        }
    }

    /// Says how rare the conditions are and how long the search takes, if it tests more candidates
    /// than a pilot does.
    fn say_outlook(&self, run: &mut SearchRun, generator: &dyn Generator) -> Result<(), Failure> {
        let left = run.count() - run.done();
        if run.is_done() || left <= Pilot::MOST {
            return Ok(());
        }
        let begun = Instant::now();
        let pilot = run.estimate(generator)?;
        let outlook = Outlook {
            what: self.what(),
            left,
            wanted: self.limit.map(|limit| limit - run.found()),
            has_conditions: !self.conditions.is_empty(),
        };
        note(&outlook.sentence(pilot, begun.elapsed().as_secs_f64()));
        Ok(())
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
            None if self.conditions.is_empty() => refuse(
                "nothing is looked for: give --where \"1: rooms == 8\", or --best \"1: rings\"",
            ),
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
        if let Some(path) = &self.seeds {
            return seed_list(path, kind);
        }
        if kind == SeedKind::Pcg && self.to.is_none() && self.limit.is_none() {
            return refuse(
                "PCG has more seeds than anybody can count: give the last with --to, or --limit",
            );
        }
        let end =
            |given: &Option<String>| given.as_ref().map(|text| number(text, kind)).transpose();
        Ok(Candidates::Range(kind.between(end(&self.from)?, end(&self.to)?)?))
    }
}

/// The number of a seed: the given one, or that of a run as the game shows it.
fn number(text: &str, kind: SeedKind) -> Result<u64, Failure> {
    match seed(text) {
        Ok(number) => Ok(number),
        Err(_) if kind == SeedKind::Run => Ok(text.parse::<RunSeed>()?.get().into()),
        Err(allowed) => Err(Failure::Usage(format!("`{text}` is not a seed: {allowed}"))),
    }
}

/// The seeds of a file, or of standard input.
fn seed_list(path: &Path, kind: SeedKind) -> Result<Candidates, Failure> {
    let is_stdin = path == Path::new("-");
    let text = if is_stdin { std::io::read_to_string(stdin()) } else { fs::read_to_string(path) };
    let name = if is_stdin { "standard input".into() } else { path.to_string_lossy() };
    let text = text.map_err(|error| {
        Failure::Usage(format!(
            "{name} cannot be read: {error}: give a text file, one seed per line"
        ))
    })?;
    Candidates::read_list(kind, &text).map_err(|error| Failure::Usage(format!("{name}, {error}")))
}

/// Continues the search. Saves a checkpoint from time to time and when asked to stop.
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
    let count = run.count();
    let progress = Progress::new(count, "seeds").starting_at(run.done());
    let kept = checkpoint.map(|path| (path, BETWEEN));
    in_parts(&progress, count, kept, &mut |is_enough| {
        if run.is_done() {
            return Ok(true);
        }
        let mut failed = None;
        let mut visit = |hit: &Hit| {
            failed = progress.suspend(|| hits.write(hit)).err();
            failed.is_none()
        };
        run.advance(generator, is_enough, &|done| progress.add(done), &mut visit)?;
        checkpoint.map_or(Ok(()), |path| run.save(generator, path))?;
        failed.map_or(Ok(run.is_done()), Err)
    })?;
    if !as_they_come {
        run.hits(generator)?.iter().try_for_each(|hit| hits.write(hit))?;
    }
    Ok(())
}

/// Writes each hit as soon as it is found.
struct Hits {
    writer: Writer,
    format: OutputFormat,
    count: u64,
}

impl Hits {
    fn write(&mut self, hit: &Hit) -> Result<(), Failure> {
        self.count += 1;
        match self.format {
            OutputFormat::Json => {
                serde_json::to_writer(&mut self.writer, hit)?;
                writeln!(self.writer)?;
            }
            OutputFormat::Csv => writeln!(self.writer, "{}", fields(hit).join(","))?,
            _ => writeln!(self.writer, "{}", line(hit))?,
        }
        Ok(self.writer.flush()?)
    }
}

/// The names of the columns of a table of hits.
fn columns(run: &SearchRun) -> Vec<String> {
    let mut columns = vec!["run".to_owned(), "number".to_owned()];
    for (level, measures) in run.levels() {
        let names =
            ["seed", "curse", "rests_on", "placing_failed", "is_covered"].map(str::to_owned);
        let names = names.into_iter().chain(measures);
        columns.extend(names.map(|name| format!("stage_{level}_{name}")));
    }
    columns
}

/// A row of the table. No field has a comma or a quotation mark.
fn fields(hit: &Hit) -> Vec<String> {
    let mut fields = vec![hit.run.clone().unwrap_or_default(), hit.number.to_string()];
    for stage in &hit.stages {
        fields.extend([
            stage.seed.to_string(),
            stage.curse.clone(),
            stage.rests_on.to_string(),
            stage.placing_failed.to_string(),
            stage.is_covered.to_string(),
        ]);
        fields.extend(stage.measures.values().map(|value| match value {
            Value::Null => String::new(),
            value => value.to_string(),
        }));
    }
    fields
}

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
        let rests_on = stage.rests_on.to_string().replace('_', " ");
        words.push(format!("rests on the {rests_on}"));
        if stage.placing_failed && stage.phase == Phase::Layout {
            words.push("its finished floor has a later layout".to_owned());
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
        let better = match &error {
            ConditionError::Syntax { given, rest } => {
                advice(given, rest).map(|advice| format!("`{given}` is not a condition: {advice}"))
            }
            ConditionError::Request(RequestError::UnknownName {
                what: "measure", given, ..
            }) => {
                let count = format!("count({given})");
                let is_kind = count.parse::<Quantity>().is_ok();
                is_kind.then(|| {
                    format!(
                        "there is no measure `{given}`: to count such rooms, write {count}, or \
                         has({given}) in a condition"
                    )
                })
            }
            _ => None,
        };
        Self::Usage(better.unwrap_or_else(|| error.to_string()))
    }
}

/// What can be missing at the end of a condition, and an example of it.
const MISSING: [(&str, &str); 4] = [
    (")", "a `)`"),
    (" 3", "a number or a curse"),
    (" >= 3", "a comparison with a number, such as `>= 3`,"),
    (" rings >= 3", "a comparison, such as `rings >= 3`,"),
];

/// What is wrong with a text that is not a condition, if it is plain.
fn advice(given: &str, rest: &str) -> Option<String> {
    let is_condition = |text: &str| {
        let read = StageCondition::parse(text, 1);
        !matches!(read, Err(ConditionError::Syntax { .. }))
    };
    let completes =
        |end: &str| ["", ")"].iter().any(|close| is_condition(&format!("{given}{end}{close}")));
    if let Some((_, missing)) = MISSING.iter().find(|(end, _)| completes(end)) {
        return Some(format!("it ends too early: {missing} is missing"));
    }
    let mark = rest.split(|next: char| next.is_alphanumeric() || next.is_whitespace()).next()?;
    let instead = match mark {
        "=" => "==",
        "=>" => ">=",
        "=<" => "<=",
        "&&" => "and",
        "||" => "or",
        "!" => "not",
        ":" => return Some("give each stage its own --where".to_owned()),
        _ => return None,
    };
    Some(format!("write `{instead}` for `{mark}`"))
}
