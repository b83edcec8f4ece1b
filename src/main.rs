//! The `basement-lab` command: one verb a file below `commands`.

mod arguments;
mod commands;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

use commands::{
    ablate, awards, census, explain, floor, laws, measures, posterior, rooms, rows, rules, sample,
    study,
};

/// Floors of The Binding of Isaac, generated, measured and compared.
#[derive(Parser)]
#[command(name = "basement-lab", version, max_term_width = 100)]
struct Command {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Generate one floor and show it as a map, as JSON, or as a picture.
    Floor(Box<floor::Arguments>),
    /// Generate many floors and print the counts of all measures as JSON.
    Sample(Box<sample::Arguments>),
    /// List, check, convert and draw the rooms of a catalogue.
    Rooms(rooms::Arguments),
    /// Generate many floors and write a row of measures for each: CSV, JSON or Parquet.
    Rows(Box<rows::Arguments>),
    /// Change rule parameters one at a time and show what each causes.
    Ablate(Box<ablate::Arguments>),
    /// Tell how one floor came about, decision by decision.
    Explain(Box<explain::Arguments>),
    /// Count how often what players say of floors holds.
    Laws(laws::Arguments),
    /// Show where the secret room of a floor is likely to be, exactly.
    Posterior(Box<posterior::Arguments>),
    /// Show what a cleared room gives: exactly, by seeds, or over all seeds of the game.
    Awards(awards::Arguments),
    /// Count every floor of a range of seeds, on one machine or in shards.
    Census(Box<census::Arguments>),
    /// Run a study from a TOML file (or a report's manifest) and write its report.
    Study(study::Arguments),
    /// List the measures with their units and definitions.
    Measures(measures::Arguments),
    /// List the rule parameters of an edition.
    Rules(rules::Arguments),
}

/// What ends a command early.
enum Failure {
    /// What was asked for does not exist or contradicts itself: exit code 2.
    Usage(String),
    /// It could not be done: exit code 1.
    Work(String),
}

fn main() -> ExitCode {
    let command = match Command::try_parse() {
        Ok(command) => command,
        Err(error) => return usage(&error),
    };
    let outcome = match command.verb {
        Verb::Floor(arguments) => floor::run(&arguments),
        Verb::Sample(arguments) => sample::run(&arguments),
        Verb::Rooms(arguments) => rooms::run(&arguments),
        Verb::Rows(arguments) => rows::run(&arguments),
        Verb::Ablate(arguments) => ablate::run(&arguments),
        Verb::Explain(arguments) => explain::run(&arguments),
        Verb::Laws(arguments) => laws::run(&arguments),
        Verb::Posterior(arguments) => posterior::run(&arguments),
        Verb::Awards(arguments) => awards::run(&arguments),
        Verb::Census(arguments) => census::run(&arguments),
        Verb::Study(arguments) => study::run(&arguments),
        Verb::Measures(arguments) => measures::run(&arguments),
        Verb::Rules(arguments) => rules::run(&arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage(message)) => complain(&message, 2),
        Err(Failure::Work(message)) => complain(&message, 1),
    }
}

#[expect(clippy::print_stderr, reason = "the binary's errors go to standard error")]
fn complain(message: &str, code: u8) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::from(code)
}

/// clap's errors in one line; its help and version as they are.
fn usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => error.exit(),
        _ => {
            let text = error.render().to_string();
            let message = text.split("\n\n").next().unwrap_or_default();
            let line: Vec<&str> = message.split_whitespace().collect();
            complain(line.join(" ").trim_start_matches("error: "), 2)
        }
    }
}
