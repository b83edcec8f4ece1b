//! `rules`: the parameters of an edition.

use std::fmt::Write;

use clap::Args;

use crate::Failure;
use crate::arguments::GeneratorArguments;
use crate::output::{Format, print};

/// Its formats, the usual one first.
const FORMATS: &[Format] = &[Format::Text, Format::Json];

/// The options of `rules`.
#[derive(Args)]
#[command(after_help = "Example:
  basement-lab rules --backend flash --edition wrath-of-the-lamb")]
pub(crate) struct Arguments {
    #[command(flatten)]
    generator: GeneratorArguments,
    /// The format
    #[arg(long, default_value_t = FORMATS[0], value_parser = Format::parser(FORMATS))]
    format: Format,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let GeneratorArguments { backend, .. } = arguments.generator;
    let mut parameters = backend.parameters(arguments.generator.edition())?;
    for change in arguments.generator.generator()?.describe().changed {
        if let Some(parameter) = parameters.iter_mut().find(|known| known.path == change.path) {
            parameter.value = change.value;
        }
    }
    let text = match arguments.format {
        Format::Json => serde_json::to_string_pretty(&parameters)? + "\n",
        _ => {
            let mut text = String::new();
            for parameter in parameters {
                let _ = writeln!(
                    text,
                    "{:<48} {:>8}  {:<4} {} [{} to {}]",
                    parameter.path,
                    parameter.value.to_string(),
                    parameter.rule,
                    parameter.meaning,
                    parameter.least,
                    parameter.most
                );
            }
            text
        }
    };
    print(&text)
}
