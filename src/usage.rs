//! clap's errors in one line that says what is allowed.

use basement_lab::{RequestError, RunSeed};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

/// An error lists at most this many names if none is similar.
const MOST_LISTED: usize = 60;

/// An error on one line. `words` are the words of the command line after the program's name.
pub(crate) fn line(error: &Error, program: &Command, words: &[String]) -> String {
    // `help rooms` is about the command `rooms`.
    let named: Vec<&String> = words.iter().filter(|word| *word != "help").collect();
    let (path, command) = command_of(program, &named);
    let seed = Some(words).filter(|_| error.kind() == ErrorKind::UnknownArgument);
    let hint = seed.and_then(unquoted_seed).or_else(|| hint(error, &path, command));
    let text = error.render().to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = first.split_whitespace().collect();
    let said = words.join(" ").trim_start_matches("error: ").to_owned();
    match hint {
        Some(hint) => format!("{}: {hint}", said.trim_end_matches('.')),
        None => said,
    }
}

/// The command that the words name, with its full name.
pub(crate) fn command_of<'a>(program: &'a Command, words: &[&String]) -> (String, &'a Command) {
    let (mut path, mut command) = (program.get_name().to_owned(), program);
    for word in words {
        let Some(next) = command.find_subcommand(word) else { break };
        path = format!("{path} {word}");
        command = next;
    }
    (path, command)
}

/// What to write for a run seed that was given as two words.
fn unquoted_seed(words: &[String]) -> Option<String> {
    words.windows(3).find_map(|words| {
        let [option, first, second] = words else { return None };
        let seed: RunSeed = format!("{first} {second}").parse().ok()?;
        option.starts_with("--").then(|| format!("write {option} \"{seed}\""))
    })
}

/// What is allowed, if clap does not say it in its first sentence.
fn hint(error: &Error, path: &str, command: &Command) -> Option<String> {
    let (given, suggested) = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand)
        }
        ErrorKind::UnknownArgument => (ContextKind::InvalidArg, ContextKind::SuggestedArg),
        ErrorKind::MissingRequiredArgument | ErrorKind::MissingSubcommand => {
            return Some(format!("see `{path} --help`"));
        }
        ErrorKind::InvalidValue => (ContextKind::InvalidValue, ContextKind::SuggestedValue),
        _ => return None,
    };
    let word = |kind| error.get(kind).and_then(last);
    if let (Some(given), Some(name)) = (word(given), word(suggested))
        && RequestError::is_near(given.trim_start_matches('-'), name.trim_start_matches('-'))
    {
        return Some(format!("did you mean `{name}`?"));
    }
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let names: Vec<&str> =
                command.get_subcommands().map(|known| known.get_name()).collect();
            let is_meant =
                |name: &&&str| word(given).is_some_and(|given| RequestError::is_near(given, name));
            match names.iter().find(is_meant) {
                Some(name) => Some(format!("did you mean `{name}`?")),
                None => (!names.is_empty()).then(|| format!("there are {}", names.join(", "))),
            }
        }
        ErrorKind::UnknownArgument => {
            let shown = command.get_arguments().filter(|known| !known.is_hide_set());
            let options = shown.filter_map(|known| known.get_long());
            let names: Vec<String> = options.map(|name| format!("--{name}")).collect();
            match names.len() {
                0 => Some(format!("`{path}` takes no options")),
                1..=MOST_LISTED => Some(format!("`{path}` takes {}", names.join(", "))),
                _ => Some(format!("see `{path} --help`")),
            }
        }
        _ => None,
    }
}

/// The last word, which is the nearest of clap's suggestions.
fn last(value: &ContextValue) -> Option<&String> {
    match value {
        ContextValue::String(name) => Some(name),
        ContextValue::Strings(names) => names.last(),
        _ => None,
    }
}
