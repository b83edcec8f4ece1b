//! The log that the game writes, compared with the engine.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use basement_floors::{FloorMap, RequestError, Unlocks};
use basement_gamelog::{Evidence, LogEngine, LogFollower, LogUpdate};
use pyo3::prelude::*;

use crate::error::ToPython;
use crate::work::detached;

/// What the engine says about each floor of a log, as JSON and as a page.
#[pyfunction]
pub(crate) fn log(
    py: Python<'_>,
    path: PathBuf,
    edition: Option<&str>,
    unlocks: Option<&str>,
    rooms: Vec<PathBuf>,
    command: &str,
) -> PyResult<(String, String)> {
    let mut engine = engine(edition, unlocks, &rooms)?;
    let file = fs::read(&path).map_err(|error| unreadable(&path, &error))?;
    let evidence = detached(py, || Evidence::of_log(&file, &mut engine));
    let json = serde_json::to_string(&evidence).map_err(|error| error.to_python())?;
    Ok((json, evidence.to_markdown(command)))
}

fn unreadable(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{} cannot be read: {error}", path.display()))
}

/// The engine that floors are compared with.
fn engine(edition: Option<&str>, unlocks: Option<&str>, rooms: &[PathBuf]) -> PyResult<LogEngine> {
    let refused = |error: RequestError| error.to_python();
    let edition = edition.map(str::parse).transpose().map_err(refused)?;
    let known = |name: &str| {
        // The others are of Flash.
        let given = [Unlocks::All, Unlocks::Fresh].into_iter().find(|it| it.to_string() == name);
        given.ok_or_else(|| refused(RequestError::unknown_name("unlocks", name, ["all", "fresh"])))
    };
    let unlocks = unlocks.map(known).transpose()?;
    let rooms = match rooms.is_empty() {
        true => None,
        false => {
            let loaded = basement_roomfiles::load_with_base(rooms);
            Some(Arc::new(loaded.map_err(|error| error.to_python())?.catalogue))
        }
    };
    Ok(LogEngine::new(edition, unlocks, rooms))
}

/// How often the file is checked.
const BETWEEN: Duration = Duration::from_millis(100);

/// A log that the game is writing: the floor that it is on, and then each floor as it is entered.
#[pyclass(frozen, module = "basement_lab._engine")]
// Boxed, because memory that Python allocates is not aligned as needed.
pub(crate) struct Follower(Mutex<Box<Following>>);

struct Following {
    path: PathBuf,
    log: LogFollower,
    engine: LogEngine,
}

/// A floor's name, what is known about it as JSON, and its map if the engine makes the same floor.
type Entered = (String, String, Option<String>);

#[pymethods]
impl Follower {
    #[new]
    fn new(
        path: PathBuf,
        edition: Option<&str>,
        unlocks: Option<&str>,
        rooms: Vec<PathBuf>,
    ) -> PyResult<Self> {
        let (engine, log) = (engine(edition, unlocks, &rooms)?, LogFollower::new(path.clone()));
        let following = Following { path, log, engine };
        Ok(Self(Mutex::new(Box::new(following))))
    }

    /// The next floor; `None` if none is entered within the timeout.
    fn next(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<Option<Entered>> {
        let last = timeout.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let last = last.and_then(|wait| Instant::now().checked_add(wait));
        loop {
            let found =
                py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).next_floor())?;
            if found.is_some() || last.is_some_and(|last| Instant::now() >= last) {
                return Ok(found);
            }
            py.check_signals()?;
            py.detach(|| thread::sleep(BETWEEN));
        }
    }
}

impl Following {
    /// Reads what is new, and returns the first floor that was not returned yet.
    fn next_floor(&mut self) -> PyResult<Option<Entered>> {
        let floor = loop {
            match self.log.next_update().map_err(|error| unreadable(&self.path, &error))? {
                LogUpdate::Entered(floor) => break floor,
                LogUpdate::Restarted => {}
                LogUpdate::Unchanged => return Ok(None),
            }
        };
        let compared = self.engine.compare(&floor);
        let name = compared.floor_name(&floor);
        let map = compared.agreed_floor().map(|made| FloorMap::new(made).to_string());
        let json =
            |value: serde_json::Result<serde_json::Value>| value.map_err(|error| error.to_python());
        let mut data = json(serde_json::to_value(&*floor))?;
        data["engine"] = json(serde_json::to_value(&compared))?;
        Ok(Some((name, data.to_string(), map)))
    }
}
