//! `rules`: the parameters of an edition.

use std::fmt::Write;

use clap::{Args, ValueEnum};

use super::put;
use crate::Failure;
use crate::arguments::GeneratorArguments;

/// The options of `rules`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    generator: GeneratorArguments,
    /// How to list them.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A line each.
    Text,
    /// Everything.
    Json,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let backend = arguments.generator.backend()?;
    let mut parameters = backend.parameters(&arguments.generator.edition)?;
    for change in arguments.generator.generator()?.describe().changed {
        if let Some(parameter) = parameters.iter_mut().find(|known| known.path == change.path) {
            parameter.value = change.value;
        }
    }
    let text = match arguments.format {
        Format::Json => serde_json::to_string_pretty(&parameters)? + "\n",
        Format::Text => {
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
    put(text.as_bytes(), None)
}
