//! `explain`: one floor, decision by decision.

use std::fmt::Write;

use basement_lab::floors::{Event, RequestError, rule_ids};
use clap::Args;

use super::floor::heading;
use super::floor_context::{notes, say_beside};
use crate::arguments::GeneratedArguments;
use crate::failure::Failure;
use crate::output::{OutputArguments, OutputFormat, formats, with_escaped_controls};

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab explain --level 2 --seed 7 --rule W42
  basement-lab explain --run-seed \"B911 99AC\" --out decisions.jsonl

What the words mean: basement-lab glossary")]
pub(crate) struct Arguments {
    #[command(flatten)]
    generated: GeneratedArguments,
    /// Show only the decisions of this rule, such as W42; may be repeated
    #[arg(long = "rule", value_name = "ID")]
    rules: Vec<String>,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Text, Json);

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    for rule in &arguments.rules {
        if !rule_ids().any(|id| id.eq_ignore_ascii_case(rule)) {
            return Err(RequestError::unknown_name("rule", rule, rule_ids()).into());
        }
    }
    let (request, generator) = arguments.generated.request_and_generator()?;
    let seeds = arguments.generated.seeds(1)?;
    let seed = seeds.seed(seeds.first, request.level)?;
    let mut events: Vec<Event> = Vec::new();
    let floor = generator.explain(&request, seed, &mut |event| events.push(event))?;
    let has_decision = |id: &String| events.iter().any(|event| event.rule == id);
    let with_decisions: Vec<String> = rule_ids().filter(has_decision).collect();
    if !arguments.rules.is_empty() {
        events.retain(|event| {
            arguments.rules.iter().any(|rule| rule.eq_ignore_ascii_case(event.rule))
        });
    }
    let mut text = String::new();
    let description = generator.describe();
    let remarks = description.remarks(&floor);
    say_beside(output.format, remarks.clone());
    match output.format {
        OutputFormat::Json => {
            for event in &events {
                let _ = writeln!(text, "{}", with_escaped_controls(&serde_json::to_string(event)?));
            }
        }
        _ => {
            let _ = writeln!(text, "{}\n", heading(&floor, &description, &seeds));
            for event in &events {
                let _ = writeln!(text, "{event}");
            }
            let is_absent = |rule: &&String| {
                !with_decisions.iter().any(|there| there.eq_ignore_ascii_case(rule))
            };
            for rule in arguments.rules.iter().filter(is_absent) {
                let rule = rule.to_uppercase();
                let _ = writeln!(text, "{rule}: no decision of this floor is listed under it");
            }
            if arguments.rules.iter().any(|rule| is_absent(&rule)) {
                let _ = writeln!(text, "rules with decisions: {}", with_decisions.join(", "));
            }
            let _ = writeln!(text, "\n{floor}");
            text += &notes(remarks);
        }
    }
    output.write(text)
}
