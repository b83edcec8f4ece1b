//! How a plain reading describes itself.

use basement_floors::{Change, Description, Parameter};

/// The parameters that differ, with their current values.
pub(crate) fn changed(original: &[Parameter], current: &[Parameter]) -> Vec<Change> {
    let pairs = original.iter().zip(current);
    pairs
        .filter(|(original, current)| original.value != current.value)
        .map(|(_, current)| Change::new(&current.path, current.value))
        .collect()
}

/// The description of a plain reading. `name` is not a backend's, so that a report or a manifest
/// never mistakes one for the other. The stream version is the engine's, because the floors are the
/// same.
pub(crate) fn describe(
    name: &str,
    edition: &str,
    changed: Vec<Change>,
    stream_version: u32,
    catalogue: Option<String>,
) -> Description {
    let mut description = Description::new(name, edition, stream_version);
    description.changed = changed;
    description.catalogue = catalogue;
    description
}
