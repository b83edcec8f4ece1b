//! `rules`: the parameters of an edition.

use std::fmt::Write;

use basement_lab::floors::Value;
use clap::Args;

use crate::arguments::RulesArguments;
use crate::failure::Failure;
use crate::output::{OutputArguments, OutputFormat, formats};

#[derive(Args)]
#[command(after_help = "Example:
  basement-lab rules --backend flash --edition wrath-of-the-lamb")]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: RulesArguments,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Text, Json);

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let RulesArguments { backend, .. } = arguments.rules;
    let parameters = backend.parameters(arguments.rules.edition(), &arguments.rules.changes()?)?;
    let output = arguments.output.checked()?;
    if output.format == OutputFormat::Json {
        return output.write_json(&parameters);
    }
    let mut text = String::new();
    for parameter in parameters {
        let _ = writeln!(
            text,
            "{:<48} {:>8}  {:<4} {} [{}]",
            parameter.path,
            shown(parameter.value).to_string(),
            parameter.rule,
            parameter.meaning,
            match parameter.value {
                Value::Switch(_) => "true or false".to_owned(),
                _ => format!("{} to {}", parameter.least, parameter.most),
            }
        );
    }
    output.write(text)
}

/// A value for people: at most six decimals.
pub(super) fn shown(value: Value) -> Value {
    match value {
        Value::Real(real) => Value::Real((real * 1e6).round() / 1e6),
        value => value,
    }
}
