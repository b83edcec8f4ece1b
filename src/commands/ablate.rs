//! `ablate`: what a rule causes.

use std::fmt::Write;
use std::path::PathBuf;

use basement_lab::floors::Change;
use basement_lab::progress_bar;
use basement_lab::report::ablation_figure;
use basement_lab::survey::{Ablation, Changed, Effect, Summary, ablate, telling_changes};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::{check_picture, check_place, put, put_picture};
use crate::Failure;
use crate::arguments::{FloorArguments, SeedArguments, change, named};

/// The options of `ablate`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game: flash or rebirth.
    #[arg(long, default_value = "rebirth")]
    backend: String,
    /// The edition that the changes start from; the default one when left out.
    #[arg(long, default_value = "")]
    edition: String,
    /// A change to try, alone: NAME=VALUE; may be given again. Without any, a telling choice.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    floor: FloorArguments,
    #[command(flatten)]
    seeds: SeedArguments,
    /// How many floors of each.
    #[arg(long, default_value_t = 10_000)]
    count: u64,
    /// How to show it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The file to write to, instead of standard output.
    #[arg(long)]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The largest effects of each change.
    Text,
    /// All effects.
    Json,
    /// A picture of the effects.
    Png,
}

#[derive(Serialize)]
struct Document<'a> {
    change: &'a Change,
    rule: &'static str,
    meaning: &'static str,
    from: basement_lab::floors::Value,
    effects: Vec<Effect>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let backend = named("backend", &arguments.backend)?;
    let changes: Vec<Change> = if arguments.set.is_empty() {
        telling_changes(backend)
    } else {
        arguments.set.iter().map(|set| change(set)).collect::<Result<_, _>>()?
    };
    let request = arguments.floor.request()?;
    let seeds = arguments.seeds.seeds(backend, arguments.count)?;
    match arguments.format {
        Format::Png => check_picture(arguments.out.as_deref())?,
        Format::Text | Format::Json => check_place(arguments.out.as_deref())?,
    }
    let changed = Changed::each(backend, &arguments.edition, &changes)?;
    let bar = progress_bar(seeds.count.saturating_mul(changes.len() as u64 + 1));
    let generator = backend.generator(&arguments.edition, &[])?;
    let (base, ablations) = ablate(&*generator, changed, &request, seeds, &|done| bar.inc(done))?;
    bar.finish_and_clear();
    let out = arguments.out.as_deref();
    match arguments.format {
        Format::Text => put(text(&base, &ablations).as_bytes(), out),
        Format::Json => {
            let documents = ablations.iter().filter_map(|ablation| {
                let (parameter, change) = ablation.parameter.as_ref()?;
                Some(Document {
                    change,
                    rule: parameter.rule,
                    meaning: parameter.meaning,
                    from: parameter.value,
                    effects: ablation.effects(&base),
                })
            });
            let documents: Vec<Document<'_>> = documents.collect();
            put((serde_json::to_string_pretty(&documents)? + "\n").as_bytes(), out)
        }
        Format::Png => {
            let description = generator.describe();
            let Some(figure) = ablation_figure(&base, &ablations, &description, &request, &seeds)
            else {
                return Err(Failure::Usage("there is no change to draw: give --set".to_owned()));
            };
            put_picture(&figure, out)
        }
    }
}

/// Effects that one change shows.
const SHOWN: usize = 6;

/// The largest effects of each change.
fn text(base: &Summary, ablations: &[Ablation]) -> String {
    let mut text = String::new();
    for ablation in ablations {
        let Ablation { parameter: Some((parameter, change)), summary, .. } = ablation else {
            continue;
        };
        let _ = writeln!(
            text,
            "{} = {} instead of {} ({}: {})",
            parameter.path, change.value, parameter.value, parameter.rule, parameter.meaning
        );
        if summary.gave_up > base.gave_up {
            let _ = writeln!(text, "  the generator gave up on {} seeds", summary.gave_up);
        }
        for Effect { measure, comparison } in ablation.effects(base).iter().take(SHOWN) {
            let half = (comparison.difference_upper - comparison.difference_lower) / 2.0;
            let _ = writeln!(
                text,
                "  {measure:<28} {:>9.3} -> {:>9.3}   {:>+9.3} ± {half:.3}   Cliff's delta {:>+6.3}",
                comparison.mean_x,
                comparison.mean_y,
                comparison.difference,
                comparison.cliffs_delta
            );
        }
        text.push('\n');
    }
    text
}
