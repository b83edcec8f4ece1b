//! The `basement-lab` command, with one file per verb in `commands`.

mod arguments;
mod commands;
mod failure;
mod notes;
mod output;
mod signals;
mod threads;
mod usage;
mod values;

use std::io::IsTerminal;
use std::process::ExitCode;

use basement_lab::floors::rooms::printable;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use commands::{
    ablate, awards, bridge, census, explain, figure, find, floor, glossary, laws, likeness, log,
    measures, posterior, rooms, rows, rules, run, sample, study,
};
use failure::Failure;

/// Floors of The Binding of Isaac, generated, measured and compared
#[derive(Parser)]
#[command(
    name = "basement-lab",
    version,
    max_term_width = 100,
    after_help = "Examples:
  basement-lab floor --run-seed \"B911 99AC\" --level 3   show a floor of a run as a map
  basement-lab run \"B911 99AC\" --out run.png            show all floors of a run on one sheet
  basement-lab rows --count 1e5 --out floors.csv         measure many floors, a row each
  basement-lab help floor                                all options of a command
  basement-lab glossary                                  what stage seed, run seed, plan, ... mean"
)]
struct Program {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Generate one floor and show it as a map, as JSON, or as a picture
    Floor(Box<floor::Arguments>),
    /// Generate all floors of a run and show them on one sheet
    Run(Box<run::Arguments>),
    /// Generate many floors and print the counts of all measures as JSON
    Sample(Box<sample::Arguments>),
    /// Generate many floors and write a row of measures for each: CSV, JSON or Parquet
    Rows(Box<rows::Arguments>),
    /// Find the seeds whose floors meet conditions
    Find(Box<find::Arguments>),
    /// Run a study from a TOML file (or a report's manifest) and write its report
    Study(study::Arguments),
    /// Write one figure of a study to a file, for print: SVG, PNG or its data
    Figure(figure::Arguments),
    /// Show how one floor was made, decision by decision
    Explain(Box<explain::Arguments>),
    /// Show for each cell of a floor the chance that it is the secret room
    Posterior(Box<posterior::Arguments>),
    /// Change rule parameters one at a time and show what each causes
    Ablate(Box<ablate::Arguments>),
    /// Divide the difference between both games, or two editions, among their rules
    Bridge(bridge::Arguments),
    /// Say how alike the floors of two generators are, in one number with an interval
    Likeness(likeness::Arguments),
    /// Count how often players' claims about floors are true
    Laws(laws::Arguments),
    /// Show what a cleared room gives: exactly, by seeds, or over all seeds of the game
    Awards(awards::Arguments),
    /// Count every floor of a range of seeds, on one machine or in shards
    Census(Box<census::Arguments>),
    /// Read the log that the game writes, and check its floors against the engine
    Log(Box<log::Arguments>),
    /// List, check, convert and draw the rooms of a catalogue
    Rooms(rooms::Arguments),
    /// List the measures with their units and definitions
    Measures(measures::Arguments),
    /// List the rule parameters of an edition
    Rules(rules::Arguments),
    /// Say what the words mean: stage seed, run seed, plan, edition, dead end, ...
    Glossary,
}

fn main() -> ExitCode {
    // A negative number is the value of its option, so that the option can say what it accepts.
    let mut program = numbers_are_values(Program::command());
    if let Some(width) = width_instead_of_0() {
        program = program.term_width(width);
    }
    let parsed = program.try_get_matches_from_mut(std::env::args_os());
    let verb = match parsed.and_then(|matches| Program::from_arg_matches(&matches)) {
        Ok(Program { verb }) => verb,
        Err(error) => return usage(&error, &program),
    };
    signals::handle();
    let outcome = match verb {
        Verb::Floor(arguments) => floor::run(&arguments),
        Verb::Run(arguments) => run::run(&arguments),
        Verb::Sample(arguments) => sample::run(&arguments),
        Verb::Rooms(arguments) => rooms::run(&arguments),
        Verb::Rows(arguments) => rows::run(&arguments),
        Verb::Ablate(arguments) => ablate::run(&arguments),
        Verb::Bridge(arguments) => bridge::run(&arguments),
        Verb::Explain(arguments) => explain::run(&arguments),
        Verb::Likeness(arguments) => likeness::run(&arguments),
        Verb::Laws(arguments) => laws::run(&arguments),
        Verb::Posterior(arguments) => posterior::run(&arguments),
        Verb::Awards(arguments) => awards::run(&arguments),
        Verb::Census(arguments) => census::run(&arguments),
        Verb::Find(arguments) => find::run(&arguments),
        Verb::Log(arguments) => log::run(&arguments),
        Verb::Study(arguments) => study::run(&arguments),
        Verb::Figure(arguments) => figure::run(&arguments),
        Verb::Measures(arguments) => measures::run(&arguments),
        Verb::Rules(arguments) => rules::run(&arguments),
        Verb::Glossary => glossary::run(),
    };
    match outcome {
        Ok(()) | Err(Failure::NoReader) => ExitCode::SUCCESS,
        Err(Failure::Usage(message)) => complain(&message, 2),
        Err(Failure::Work(message)) => complain(&message, 1),
        Err(Failure::Stopped(message, code)) => complain(&message, code),
    }
}

/// The width of help texts if `COLUMNS` is 0, as terminals without a size set it: clap would put each
/// word on its own line. Into a pipe it is clap's own, and on a terminal the least that is usual.
fn width_instead_of_0() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok()?;
    let is_terminal = std::io::stdout().is_terminal() || std::io::stderr().is_terminal();
    (columns.trim().parse() == Ok(0_usize)).then_some(if is_terminal { 80 } else { 100 })
}

fn numbers_are_values(command: clap::Command) -> clap::Command {
    command
        .mut_args(|argument| match argument.get_action().takes_values() {
            true => argument.allow_negative_numbers(true),
            false => argument,
        })
        .mut_subcommands(numbers_are_values)
}

#[expect(clippy::print_stderr, reason = "the binary's errors go to standard error")]
fn complain(message: &str, code: u8) -> ExitCode {
    // The message may quote a file.
    eprintln!("error: {}", printable(message));
    ExitCode::from(code)
}

/// clap's errors on one line; its help and version as they are.
fn usage(error: &clap::Error, program: &clap::Command) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => error.exit(),
        _ => {
            let words = std::env::args_os().skip(1);
            let words: Vec<String> =
                words.map(|word| word.to_string_lossy().into_owned()).collect();
            complain(&usage::line(error, program, &words), 2)
        }
    }
}
