//! `measures`: what every measure means.

use std::fmt::Write;

use basement_lab::MEASURES;
use clap::{Args, ValueEnum};

use super::put;
use crate::Failure;

/// The options of `measures`.
#[derive(Args)]
pub(crate) struct Arguments {
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
    let text = match arguments.format {
        Format::Json => serde_json::to_string_pretty(&MEASURES[..])? + "\n",
        Format::Text => {
            let mut text = String::new();
            for measure in &MEASURES {
                let _ = writeln!(
                    text,
                    "{:<27} {:<9} {:<9} {} to {}: {}",
                    measure.name,
                    measure.unit,
                    measure.scope.to_string(),
                    measure.show(measure.least),
                    measure.show(measure.most),
                    measure.definition
                );
            }
            text
        }
    };
    put(text.as_bytes(), None)
}
