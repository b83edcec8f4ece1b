//! Where a result comes from, and the command that reproduces it.

use std::path::PathBuf;

use basement_floors::{Description, Request, command_options, request_options};
use basement_survey::Seeds;
use serde_json::json;

/// Where a result comes from, and the command that reproduces it if there is one.
pub(crate) fn origin(
    description: &Description,
    request: &Request,
    seeds: Option<&Seeds>,
    command: Option<String>,
) -> serde_json::Value {
    json!({
        "generator": description,
        "options": request_options(request).into_iter().collect::<Vec<_>>(),
        "seeds": seeds,
        "version": env!("CARGO_PKG_VERSION"),
        "command": command,
    })
}

/// The command of a verb: the options come before its words, and the rooms after them.
pub(crate) fn command(
    verb: &str,
    description: &Description,
    request: &Request,
    paths: &[PathBuf],
    words: impl IntoIterator<Item = String>,
) -> String {
    // The paths of the room files take the place of their catalogue.
    let mut described = description.clone();
    described.catalogue = None;
    let options = command_options(&described, request);
    let rooms = paths.iter().map(|path| format!("--rooms \"{}\"", path.display()));
    let words = options.into_iter().chain(words).filter(|word| !word.is_empty()).chain(rooms);
    format!("basement-lab {verb} {}", words.collect::<Vec<_>>().join(" "))
}
