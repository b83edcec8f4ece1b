//! `explain`: one floor, decision by decision.

use std::fmt::Write;
use std::path::PathBuf;

use basement_lab::floors::{Event, RequestError, rule_ids};
use clap::{Args, ValueEnum};

use super::put;
use crate::Failure;
use crate::arguments::{FloorArguments, GeneratorArguments, SeedArguments};

/// The options of `explain`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    generator: GeneratorArguments,
    #[command(flatten)]
    floor: FloorArguments,
    #[command(flatten)]
    seeds: SeedArguments,
    /// Tell only the decisions of these rules, such as R33.
    #[arg(long = "rule", value_name = "ID")]
    rules: Vec<String>,
    /// How to tell it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The file to write to, instead of standard output.
    #[arg(long)]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line a decision, then the map.
    Text,
    /// A JSON object a line.
    Json,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    for rule in &arguments.rules {
        if !rule_ids().any(|id| id.eq_ignore_ascii_case(rule)) {
            return Err(RequestError::unknown_name("rule", rule, rule_ids()).into());
        }
    }
    let generator = arguments.generator.generator()?;
    let request = arguments.floor.request()?;
    let seeds = arguments.seeds.seeds(arguments.generator.backend()?, 1)?;
    let seed = seeds.seed(seeds.first, request.level)?;
    let mut events: Vec<Event> = Vec::new();
    let floor = generator.explain(&request, seed, &mut |event| events.push(event))?;
    if !arguments.rules.is_empty() {
        events.retain(|event| {
            arguments.rules.iter().any(|rule| rule.eq_ignore_ascii_case(event.rule))
        });
    }
    let mut text = String::new();
    match arguments.format {
        Format::Json => {
            for event in &events {
                let _ = writeln!(text, "{}", serde_json::to_string(event)?);
            }
        }
        Format::Text => {
            for event in &events {
                let _ = writeln!(text, "{event}");
            }
            for rule in &arguments.rules {
                if !events.iter().any(|event| event.rule.eq_ignore_ascii_case(rule)) {
                    let _ = writeln!(text, "{}: nothing told on this floor", rule.to_uppercase());
                }
            }
            let _ = writeln!(text, "\n{floor}");
        }
    }
    put(text.as_bytes(), arguments.out.as_deref())
}
