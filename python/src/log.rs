//! The log that the game writes, held against the engine.

use std::path::PathBuf;
use std::sync::Arc;
use std::{fs, io};

use basement_floors::{RequestError, Unlocks};
use basement_gamelog::{Evidence, LogEngine};
use pyo3::prelude::*;

use crate::error::ToPython;
use crate::work::detached;

/// What the engine says of each floor of a log, as JSON and as a page.
#[pyfunction]
pub(crate) fn log(
    py: Python<'_>,
    path: PathBuf,
    edition: Option<&str>,
    unlocks: Option<&str>,
    rooms: Vec<PathBuf>,
    command: &str,
) -> PyResult<(String, String)> {
    let refused = |error: RequestError| error.to_python();
    let edition = edition.map(str::parse).transpose().map_err(refused)?;
    let known = |name: &str| {
        let unknown = |_| refused(RequestError::unknown_name("unlocks", name, ["all", "fresh"]));
        name.parse::<Unlocks>().map_err(unknown)
    };
    let unlocks = unlocks.map(known).transpose()?;
    let file = fs::read(&path).map_err(|error| {
        io::Error::new(error.kind(), format!("{} cannot be read: {error}", path.display()))
    })?;
    let rooms = match rooms.is_empty() {
        true => None,
        false => {
            let loaded = basement_roomfiles::load_with_base(&rooms);
            Some(Arc::new(loaded.map_err(|error| error.to_python())?.catalogue))
        }
    };
    let evidence =
        detached(py, || Evidence::of_log(&file, &mut LogEngine::new(edition, unlocks, rooms)));
    let json = serde_json::to_string(&evidence).map_err(|error| error.to_python())?;
    Ok((json, evidence.to_markdown(command)))
}
