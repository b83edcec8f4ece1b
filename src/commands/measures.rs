//! `measures`: what every measure means.

use std::fmt::Write;

use basement_lab::MEASURES;
use clap::Args;

use crate::Failure;
use crate::output::{Format, print};

/// Its formats, the usual one first.
const FORMATS: &[Format] = &[Format::Text, Format::Json];

/// The options of `measures`.
#[derive(Args)]
#[command(after_help = "Example:
  basement-lab measures --format json")]
pub(crate) struct Arguments {
    /// The format
    #[arg(long, default_value_t = FORMATS[0], value_parser = Format::parser(FORMATS))]
    format: Format,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let text = match arguments.format {
        Format::Json => serde_json::to_string_pretty(&MEASURES[..])? + "\n",
        _ => {
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
    print(&text)
}
