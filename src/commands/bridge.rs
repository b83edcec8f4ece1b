//! `bridge`: which rule makes which part of a difference.

use std::fmt::Write;

use basement_lab::floors::rebirth::Edition;
use basement_lab::report::{ENOUGH_FLOORS, bridge_figure};
use basement_lab::survey::bridge::{BRIDGE_MEASURES, BridgeRun, NOT_EXPLAINED};
use basement_lab::survey::statistics::Interval;
use basement_lab::survey::{Bridge, Measure, SurveyError};
use basement_lab::{Backend, Progress, RequestError};
use clap::Args;

use super::measures::names;
use crate::arguments::LevelsArguments;
use crate::failure::{Failure, refuse};
use crate::notes::{counted, note};
use crate::output::{OutputArguments, OutputFormat, formats};
use crate::signals::Stop;
use crate::values::{Named, count, seed};

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab bridge                                    from Flash to Rebirth, rule by rule
  basement-lab bridge --level 8 --measures rooms,rings --count 1e5
  basement-lab bridge --from repentance --to afterbirth-plus --level 2
  basement-lab bridge --from normal --to hard            what hard mode changes, rule by rule
  basement-lab bridge --from normal --to hard --edition afterbirth-plus
  basement-lab bridge --out bridge.png

The floors have no curse; only from normal to hard are curses drawn, because the modes differ in their chances.

How to read it: docs/bridge.md")]
pub(crate) struct Arguments {
    /// The edition to begin with, of the same game as --to, or `normal`. Without --from and --to the
    /// bridge leads from Flash article to Rebirth repentance
    #[arg(long, requires = "to", display_order = 1)]
    from: Option<String>,
    /// The edition to end with, or `hard`
    #[arg(long, requires = "from", display_order = 2)]
    to: Option<String>,
    /// The edition of Rebirth whose normal and hard mode are compared
    #[arg(long, requires = "from", display_order = 2)]
    edition: Option<String>,
    #[command(flatten)]
    levels: LevelsArguments,
    /// The measures, with commas between them; `basement-lab measures` lists them
    #[arg(
        long,
        value_name = "NAME,NAME",
        value_delimiter = ',',
        value_parser = Named::one_of("measure", names),
        hide_possible_values = true,
        default_value = BRIDGE_MEASURES.map(|measure| measure.name).join(","),
        display_order = 4
    )]
    measures: Vec<&'static str>,
    /// How many floors of each combination of the switches on each level
    #[arg(long, default_value_t = 20_000, value_parser = count, display_order = 5)]
    count: u64,
    /// The first PCG seed; combinations that grow different layouts use different seeds
    #[arg(long, default_value_t = 0, value_parser = seed, display_order = 6)]
    seed: u64,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Text, Csv, Json, Png, Svg);

impl Arguments {
    fn bridge(&self) -> Result<Bridge<'static>, Failure> {
        let (Some(from), Some(to)) = (&self.from, &self.to) else {
            return Ok(Bridge::from_flash_to_rebirth());
        };
        match (from.as_str(), to.as_str(), &self.edition) {
            ("normal", "hard", edition) => {
                let default = Edition::default();
                let edition = edition.as_ref().map_or(Ok(default), |name| {
                    let unknown =
                        |_| RequestError::unknown_name("edition of rebirth", name, Edition::ALL);
                    name.parse().map_err(unknown)
                })?;
                return Ok(Bridge::from_normal_to_hard(edition)?);
            }
            ("normal" | "hard", ..) | (_, "normal" | "hard", _) => {
                return refuse("to compare the modes, give --from normal --to hard");
            }
            (.., Some(_)) => {
                return refuse("--edition goes with --from normal --to hard alone");
            }
            _ => {}
        }
        let has_both = |backend: &&Backend| {
            [from, to].into_iter().all(|edition| backend.editions().contains(&edition.as_str()))
        };
        let Some(backend) = Backend::ALL.iter().find(has_both) else {
            let of = |backend: &Backend| format!("{} ({backend})", backend.editions().join(", "));
            let all: Vec<String> = Backend::ALL.iter().map(of).collect();
            return refuse(format!(
                "no game has the editions `{from}` and `{to}`: give two of {}",
                all.join(" or two of ")
            ));
        };
        Ok(Bridge::between(*backend, from, to)?)
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    let measures = arguments.measures.iter().filter_map(|name| Measure::from_name(name)).collect();
    let bridge = arguments.bridge()?.levels(&arguments.levels.level.0)?;
    let bridge = bridge.measures(measures).floors(arguments.count).first_seed(arguments.seed);
    let progress = Progress::new(bridge.all_floors(), "floors");
    let add = |done| progress.add(done);
    let stop = Stop::on_signal();
    let is_cancelled = || stop.is_asked();
    let all = bridge.all_floors();
    let run = bridge.progress(&add).cancelled(&is_cancelled).run().map_err(|error| {
        let done = progress.done();
        progress.finish();
        match error {
            SurveyError::Cancelled => stop.stopped((done, all), "floors", "nothing is written"),
            error => error.into(),
        }
    })?;
    drop(stop);
    progress.finish();
    say_what_is_missing(&run);
    let figure = bridge_figure(&run).ok_or_else(|| {
        Failure::Usage("no level has any of these measures under every combination: give other levels or measures".to_owned())
    })?;
    match output.format {
        OutputFormat::Json => output.write_json(&run),
        OutputFormat::Text => output.write(text(&run)),
        OutputFormat::Csv => output.write(figure.table.to_csv()),
        _ => output.write_figure(&figure),
    }
}

/// Says which measures have no bridge, and where generators gave up.
fn say_what_is_missing(run: &BridgeRun) {
    for level in &run.levels {
        for measure in &level.left_out {
            note(&format!(
                "level {}: {measure} is left out, because the floors of at least one combination lack it",
                level.level
            ));
        }
        if level.gave_up > 0 {
            let seeds = counted(level.gave_up, "seed");
            note(&format!("level {}: the generator gave up on {seeds}", level.level));
        }
    }
}

/// A table of measures by switches for each level, and what the switches are.
fn text(run: &BridgeRun) -> String {
    /// The width of a column.
    const COLUMN: usize = 20;
    let names = run.switches.iter().map(|switch| switch.name.as_str());
    let names = names.chain([&*run.from, &*run.to, NOT_EXPLAINED]);
    let wide = names.map(str::len).max().unwrap_or(0) + 2;
    let number = |interval: Interval, is_signed: bool| {
        let half = format!("± {:.3}", interval.half());
        if is_signed {
            format!("{:+.3} {half}", interval.estimate)
        } else {
            format!("{:.3} {half}", interval.estimate)
        }
    };
    let mut text = String::new();
    for level in &run.levels {
        let mut line = |name: &str, cells: Vec<String>| {
            let _ = write!(text, "{name:<wide$}");
            for cell in cells {
                let _ = write!(text, "{cell:>COLUMN$}");
            }
            text.push('\n');
        };
        let effects = &level.effects;
        let heads = effects.iter().map(|effect| effect.measure.to_owned());
        line(&format!("level {}", level.level), heads.collect());
        let ends = effects.iter().map(|effect| number(effect.from.interval(), false));
        line(&run.from, ends.collect());
        if effects.iter().any(|effect| effect.not_explained.is_some()) {
            let cells = effects.iter().map(|effect| {
                effect.not_explained.map_or_else(String::new, |rest| number(rest.interval(), true))
            });
            line(&format!("  {NOT_EXPLAINED}"), cells.collect());
        }
        for (place, switch) in run.switches.iter().enumerate() {
            let cells = effects.iter().map(|effect| number(effect.shares[place].interval(), true));
            line(&format!("  {}", switch.name), cells.collect());
        }
        let ends = effects.iter().map(|effect| number(effect.to.interval(), false));
        line(&run.to, ends.collect());
        text.push('\n');
    }
    for switch in &run.switches {
        let _ = writeln!(text, "{} ({}): {}", switch.name, switch.rules, switch.meaning);
    }
    let _ = writeln!(
        text,
        "\nEach share is the mean of a switch's effect over all orders, with its 95 % interval; the shares \
         add up to\nthe difference. {} of each of {} combinations on each level.",
        counted(run.floors, "floor"),
        1_u64 << run.switches.len()
    );
    if run.floors < ENOUGH_FLOORS {
        let _ = writeln!(text, "Of so few floors the intervals can be far too narrow.");
    }
    text
}
