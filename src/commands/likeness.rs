//! `likeness`: how alike the floors of two generators are.

use std::fmt::Write;

use basement_lab::survey::likeness::{LIKENESS_LEAST, Likeness, MeasureRows, likeness};
use basement_lab::survey::pairs::{RankedPair, rank_pairs};
use basement_lab::{Backend, Progress, Request, Sample, Seeds};
use clap::Args;
use serde::Serialize;

use crate::arguments::LevelsArguments;
use crate::failure::{Failure, refuse};
use crate::output::{OutputArguments, OutputFormat, formats};
use crate::values::count;

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab likeness                                  both games as they shipped
  basement-lab likeness --from repentance --to afterbirth-plus --level 4
  basement-lab likeness --from flash/article --to rebirth/article --count 5000 --format csv
  basement-lab likeness --format json --out likeness.json

The floors have no curse, unlike those of `sample`, which draws curses. The interval says what other floors would give; \
other directions, which the distance is a mean over, change it by up to a tenth.

What the numbers mean: docs/likeness.md. Floors of other generators: basement-lab study")]
pub(crate) struct Arguments {
    /// One generator: an edition, or a game and an edition, such as flash/article
    #[arg(long, default_value = "wrath-of-the-lamb", value_parser = game_edition, display_order = 1)]
    from: GameEdition,
    /// The other generator
    #[arg(long, default_value = "repentance", value_parser = game_edition, display_order = 2)]
    to: GameEdition,
    #[command(flatten)]
    levels: LevelsArguments,
    /// How many floors of each generator on each level; at least 200
    #[arg(long, default_value_t = 20_000, value_parser = count, display_order = 4)]
    count: u64,
    /// How many pairs of measures to name; those that show the difference best come first
    #[arg(long, default_value_t = 5, value_parser = count, display_order = 5)]
    pairs: u64,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Text, Csv, Json);

#[derive(Clone, Copy)]
struct GameEdition {
    backend: Backend,
    edition: &'static str,
}

impl GameEdition {
    fn all() -> impl Iterator<Item = Self> {
        let of = |backend: &Backend| {
            let backend = *backend;
            backend.editions().iter().map(move |edition| Self { backend, edition })
        };
        Backend::ALL.iter().flat_map(of)
    }

    fn name(self) -> String {
        format!("{}/{}", self.backend, self.edition)
    }
}

/// Reads an edition that only one game has, or a game and an edition, or a game, which stands for
/// its first edition.
fn game_edition(text: &str) -> Result<GameEdition, String> {
    let is_meant = |it: &GameEdition| {
        it.name() == text || it.edition == text || it.backend.to_string() == text
    };
    let found: Vec<GameEdition> = GameEdition::all().filter(is_meant).collect();
    match found.as_slice() {
        [one] => Ok(*one),
        [first, rest @ ..] if rest.iter().all(|one| one.backend == first.backend) => Ok(*first),
        [] => {
            let all: Vec<String> = GameEdition::all().map(GameEdition::name).collect();
            Err(format!("there is no such generator: give one of {}", all.join(", ")))
        }
        both => {
            let names: Vec<String> = both.iter().map(|one| one.name()).collect();
            Err(format!("both games have that edition: give {}", names.join(" or ")))
        }
    }
}

/// What is known of one level.
#[derive(Serialize)]
struct Level {
    from: String,
    to: String,
    level: u8,
    #[serde(flatten)]
    likeness: Likeness,
    /// The pairs of measures, the one most worth plotting first.
    pairs: Vec<RankedPair>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    let Arguments { from, to, count, .. } = *arguments;
    if count < LIKENESS_LEAST as u64 {
        return refuse(format!(
            "{count} floors are too few to say how alike they are: give --count {LIKENESS_LEAST} or more"
        ));
    }
    let request = |level: u8| Request::level(level).without_curse();
    // A level that one of them lacks is refused before the first floor is made.
    for level in &arguments.levels.level.0 {
        for it in [from, to] {
            it.backend.generator(it.edition, &[])?.chances(&request(*level), None)?;
        }
    }
    let all = count.saturating_mul(2).saturating_mul(arguments.levels.level.0.len() as u64);
    let progress = Progress::new(all, "floors");
    let add = |done| progress.add(done);
    let mut levels = Vec::new();
    for level in &arguments.levels.level.0 {
        let request = request(*level);
        let rows = |it: GameEdition| -> Result<MeasureRows, Failure> {
            let generator = it.backend.generator(it.edition, &[])?;
            let sample = Sample::of(&*generator).request(&request).progress(&add);
            let seeds = Seeds::usual(it.backend.default_rng(), count);
            Ok(MeasureRows::of(sample.seeds(seeds))?)
        };
        let (x, y) = (rows(from)?, rows(to)?);
        for (rows, it) in [(&x, from), (&y, to)] {
            let floors = rows.len();
            if floors < LIKENESS_LEAST {
                return refuse(format!(
                    "level {level}: {} gave up on {} of {count} seeds, and {floors} floors are too few: give a larger --count",
                    it.name(),
                    count - floors as u64
                ));
            }
        }
        let likeness = likeness(&x, &y).ok_or_else(|| {
            Failure::Work(format!("level {level}: no measure varies on both sides"))
        })?;
        let mut pairs = rank_pairs(&x, &y);
        pairs.truncate(usize::try_from(arguments.pairs).unwrap_or(usize::MAX));
        levels.push(Level { from: from.name(), to: to.name(), level: *level, likeness, pairs });
    }
    progress.finish();
    match output.format {
        OutputFormat::Json => output.write_json(&levels),
        OutputFormat::Csv => output.write(csv(&levels)),
        _ => output.write(text(&levels)),
    }
}

/// A sentence for each level, and its pairs of measures.
fn text(levels: &[Level]) -> String {
    let mut text = String::new();
    for Level { from, to, level, likeness, pairs } in levels {
        let _ = writeln!(text, "{from} and {to}, level {level}: {likeness}");
        if !likeness.is_told_apart() {
            continue;
        }
        for RankedPair { x, y, score, .. } in pairs {
            let pair = format!("{x} and {y}");
            let _ = writeln!(text, "  {pair:<48} shows it with a score of {score:.2}");
        }
    }
    text
}

/// A row for each level, with its first pair.
fn csv(levels: &[Level]) -> String {
    let mut csv =
        "level,from,to,distance,lower,upper,floors_to_tell,floors,pair_x,pair_y,pair_score\n"
            .to_owned();
    for Level { from, to, level, likeness, pairs } in levels {
        let Likeness { distance, lower, upper, floors, .. } = likeness;
        let tell = likeness.floors_to_tell.map(|floors| floors.to_string()).unwrap_or_default();
        let pair = pairs.first().map_or_else(
            || ",,".to_owned(),
            |pair| format!("{},{},{}", pair.x, pair.y, pair.score),
        );
        let _ =
            writeln!(csv, "{level},{from},{to},{distance},{lower},{upper},{tell},{floors},{pair}");
    }
    csv
}
