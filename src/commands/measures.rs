//! `measures`: what every measure means; and the option that chooses some of them.

use std::fmt::Write;

use basement_lab::MEASURES;
use basement_lab::survey::measure::Subject;
use basement_lab::survey::{Measure, MeasureSet};
use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{OutputArguments, OutputFormat, formats};
use crate::values::Named;

#[derive(Args)]
#[command(after_help = "Example:
  basement-lab measures --format json

Values are rounded to the measure's step: 1/3 is 0.333 in steps of 0.001. Where no step is named, it is 1. \
In JSON, `least` and `most` count steps: each is the value times `scale`.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Text, Json);

#[derive(Args)]
pub(crate) struct MeasuresArguments {
    /// Compute these measures only, such as rings,boss_distance, which is faster; may be
    /// repeated. `basement-lab measures` lists them, and the output has them in the order of that list, each once.
    /// Without the option, all are computed
    #[arg(
        long,
        value_name = "NAME,NAME",
        value_delimiter = ',',
        value_parser = Named::one_of("measure", names),
        hide_possible_values = true,
        display_order = 8
    )]
    measures: Vec<&'static str>,
}

/// The names that `--measures` accepts.
pub(super) fn names() -> Vec<&'static str> {
    MEASURES.iter().map(|measure| measure.name).collect()
}

impl MeasuresArguments {
    /// The measures that are asked for: all if none is named.
    pub(crate) fn asked(&self) -> MeasureSet {
        match self.measures.as_slice() {
            [] => MeasureSet::ALL,
            names => names.iter().filter_map(|name| Measure::from_name(name)).collect(),
        }
    }

    /// The measures that are asked for of a file's floors. Refuses measures that such floors lack.
    pub(crate) fn asked_of_records(&self) -> Result<MeasureSet, Failure> {
        let asked = self.asked();
        let unknown = asked.iter().find(|measure| !measure.is_of_records());
        match unknown.filter(|_| !self.measures.is_empty()) {
            Some(measure) => Err(Failure::Usage(format!(
                "a file of floors does not say `{}`: leave it out, or generate the floors",
                measure.name
            ))),
            None => Ok(asked),
        }
    }
}

/// A measure in JSON.
#[derive(Serialize)]
struct Entry {
    #[serde(flatten)]
    measure: &'static Measure,
    /// What its values are rounded to.
    step: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    if output.format == OutputFormat::Json {
        let entries = MEASURES.iter().map(|measure| Entry { measure, step: measure.step() });
        return output.write_json(&entries.collect::<Vec<_>>());
    }
    let mut text = String::new();
    for subject in Subject::ALL {
        let _ = writeln!(text, "{}{}", if text.is_empty() { "" } else { "\n" }, subject.heading());
        for measure in subject.measures() {
            let steps = match measure.scale {
                1 => String::new(),
                _ => format!(" in steps of {}", measure.show(1)),
            };
            let _ = writeln!(
                text,
                "{:<27} {:<9} {:<9} {} to {}{steps}: {}",
                measure.name,
                measure.unit,
                measure.scope.to_string(),
                measure.show(measure.least),
                measure.show(measure.most),
                measure.definition
            );
        }
    }
    output.write(text)
}
