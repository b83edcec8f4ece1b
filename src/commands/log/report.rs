//! `log report`: what may be published of logs.

use std::path::PathBuf;

use basement_lab::gamelog::{Evidence, EvidenceFloor};
use clap::Args;

use super::engine::EngineArguments;
use super::source::read_floors;
use crate::commands::study::word;
use crate::failure::Failure;
use crate::output::{OutputArguments, OutputFormat, formats};

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab log report log.txt --out evidence.json
  basement-lab log report tests/fixtures/logs/*.log --out docs/evidence.md

Evidence holds what the log tells of floors, the game's version, and what the engine says. No text of the log \
is copied. `basement-lab log evidence.json` reads it again.")]
pub(crate) struct Arguments {
    /// Logs of the game, or evidence
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    engine: EngineArguments,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Json, Markdown);

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    let mut engine = arguments.engine.engine()?;
    let mut evidence = Evidence::default();
    for file in &arguments.files {
        read_floors(file, &mut |floor| {
            evidence.floors.push(EvidenceFloor::new(floor, &mut engine));
            true
        })?;
    }
    match output.format {
        OutputFormat::Json => output.write_json(&evidence),
        _ => {
            // A folder may have the name of its owner, and the page is published.
            let files: Vec<String> = arguments.files.iter().map(|file| word(file)).collect();
            let out = word(arguments.output.out.as_deref().unwrap_or("evidence.md".as_ref()));
            let (files, options) = (files.join(" "), arguments.engine.in_words());
            let command = format!("basement-lab log report {files}{options} --out {out}");
            output.write(evidence.to_markdown(&command))
        }
    }
}
