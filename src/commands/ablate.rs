//! `ablate`: what a rule causes.

use std::fmt::Write;

use basement_lab::Progress;
use basement_lab::floors::Change;
use basement_lab::report::ablation_figure;
use basement_lab::survey::Summary;
use basement_lab::survey::ablation::{Ablation, Changed, Effect, ablate, telling_changes};
use clap::Args;
use indicatif::HumanCount;
use serde::Serialize;

use super::floor_context::request_in_words;
use super::rules::shown;
use crate::arguments::GeneratedArguments;
use crate::failure::{Failure, refuse};
use crate::notes::counted;
use crate::output::{OutputArguments, OutputFormat, formats};
use crate::values::count;

/// What `--set` means here.
const SET: &str = "A change to try by itself; may be repeated. Without this option, a choice of changes that \
                   matter is tried";

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab ablate --level 1 --set rebirth.secret.penalty_one_neighbour=0
  basement-lab ablate --backend flash --count 1e5 --out effects.png

What the words mean: basement-lab glossary")]
#[command(mut_arg("set", |set| set.help(SET).help_heading(None)))]
pub(crate) struct Arguments {
    #[command(flatten)]
    generated: GeneratedArguments,
    /// How many floors with each change
    #[arg(long, default_value_t = 10_000, value_parser = count, display_order = 4)]
    count: u64,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Text, Json, Png, Svg);

#[derive(Serialize)]
struct Document<'a> {
    change: &'a Change,
    rule: &'static str,
    meaning: &'static str,
    from: basement_lab::floors::Value,
    /// Seeds with a floor before or after the change, and those with the same floor.
    seeds: u64,
    identical: u64,
    effects: Vec<Effect>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    let GeneratedArguments { generator: of, floor, .. } = &arguments.generated;
    let (backend, edition) = (of.rules.backend, of.rules.edition());
    let changes = match of.rules.changes()? {
        given if given.is_empty() => telling_changes(backend),
        given => given,
    };
    let request = floor.request()?;
    let seeds = arguments.generated.seeds(arguments.count)?;
    let rooms = of.rooms.load()?;
    let changed = Changed::each(backend, edition, &[], &changes, rooms.as_ref())?;
    let progress = Progress::new(seeds.count.saturating_mul(changes.len() as u64 + 1), "floors");
    let generator = backend.generator_with_rooms(edition, &[], rooms.as_ref())?;
    of.say_gaps(&*generator, &request)?;
    let (base, ablations) =
        ablate(&*generator, changed, &request, seeds, &|done| progress.add(done))?;
    progress.finish();
    match output.format {
        OutputFormat::Json => {
            let documents = ablations.iter().filter_map(|ablation| {
                let (parameter, change) = ablation.parameter.as_ref()?;
                Some(Document {
                    change,
                    rule: parameter.rule,
                    meaning: parameter.meaning,
                    from: parameter.value,
                    seeds: ablation.pairing.seeds,
                    identical: ablation.pairing.identical,
                    effects: ablation.effects(&base),
                })
            });
            let documents: Vec<Document<'_>> = documents.collect();
            output.write_json(&documents)
        }
        OutputFormat::Png | OutputFormat::Svg => {
            let description = generator.describe();
            let Some(figure) = ablation_figure(&base, &ablations, &description, &request, &seeds)
            else {
                return refuse("there is no change to draw: give --set");
            };
            output.write_figure(&figure)
        }
        _ => {
            let request = request_in_words(&generator.describe(), &request);
            let floors = counted(seeds.count, "seed");
            output.write(format!("{request}: {floors}\n\n{}", text(&base, &ablations)))
        }
    }
}

/// How many effects of one change are shown.
const SHOWN: usize = 6;

/// At most this many unchanged measures are named.
const NAMED: usize = 8;

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
            parameter.path,
            change.value,
            shown(parameter.value),
            parameter.rule,
            parameter.meaning
        );
        if summary.gave_up > base.gave_up {
            let _ =
                writeln!(text, "  the generator gave up on {}", counted(summary.gave_up, "seed"));
        }
        if ablation.pairing.is_identical() {
            text.push_str("  all floors are identical, seed by seed\n\n");
            continue;
        }
        let (same, seeds) = (HumanCount(ablation.pairing.identical), ablation.pairing.seeds);
        let _ = writeln!(text, "  the same floor on {same} of {}", counted(seeds, "seed"));
        let effects = ablation.effects(base);
        let (same, changed): (Vec<&Effect>, Vec<&Effect>) =
            effects.iter().partition(|effect| effect.comparison.same_on_every_seed);
        for Effect { measure, comparison } in changed.into_iter().take(SHOWN) {
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
        if !same.is_empty() {
            let names: Vec<&str> = same.iter().map(|effect| effect.measure).collect();
            let names = match names.len() {
                ..=NAMED => names.join(", "),
                count => format!("{count} of {} measures", effects.len()),
            };
            let _ = writeln!(text, "  the same on every seed: {names}");
        }
        text.push('\n');
    }
    text
}
