//! The rooms that floors are made of.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use basement_floors::RequestError;
use basement_floors::rooms::{Catalogue, Entity, FileRoom, RoomFile, RoomFileFormat};
use basement_report::{RoomSheet, room_figure};
use basement_roomfiles::{
    EntityNames, Finding, RoomFileError, check, check_place, diff, file_pairs, format_of_ending,
    left_out, read, room_files, write,
};
use basement_survey::atomic_file::write_file;
use basement_survey::{Sample, SurveyError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};

use crate::error::ToPython;
use crate::figure::Figure;
use crate::generator::Generator;
use crate::given::number;
use crate::options::Asked;
use crate::table::{Table, column, reals};
use crate::work::{detached, long};

/// The rooms at some paths, and remarks on their files; without a path, the engine's own rooms.
fn catalogue(py: Python<'_>, paths: &[PathBuf]) -> PyResult<(Arc<Catalogue>, Vec<String>)> {
    if paths.is_empty() {
        return Ok((Arc::clone(Catalogue::embedded()), Vec::new()));
    }
    let loaded = detached(py, || basement_roomfiles::load(paths));
    let loaded = loaded.map_err(|error| error.to_python())?;
    let remarks = loaded.remarks();
    Ok((Arc::new(loaded.catalogue), remarks))
}

/// The rooms of a catalogue with their files, each by its number.
fn rooms(catalogue: &Catalogue) -> impl Iterator<Item = (usize, &RoomFile, &FileRoom)> {
    let files = catalogue.files().iter();
    let rooms = files.flat_map(|file| file.rooms.iter().map(move |room| (file, room)));
    rooms.enumerate().map(|(number, (file, room))| (number, file, room))
}

/// The columns of a room.
const ROOM: [&str; 13] = [
    "room",
    "source",
    "file",
    "stage",
    "type",
    "variant",
    "subtype",
    "name",
    "shape",
    "difficulty",
    "weight",
    "doors",
    "spawns",
];

/// What is known about a room.
fn row(number: usize, file: &RoomFile, FileRoom { room, interior }: &FileRoom) -> Value {
    let doors: Vec<String> = room.doors.iter().map(|slot| slot.to_string()).collect();
    json!({
        "room": number, "source": file.source, "file": file.name, "stage": room.stage,
        "type": room.room_type.to_string(), "variant": room.variant, "subtype": room.subtype,
        "name": interior.name, "shape": room.shape.to_string(), "difficulty": room.difficulty,
        "weight": room.weight, "doors": doors.join(" "), "spawns": interior.spawns.len(),
    })
}

/// The rooms of a catalogue, one row each, and remarks on their files.
#[pyfunction]
pub(crate) fn list_rooms(py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<(Table, Vec<String>)> {
    let (catalogue, remarks) = catalogue(py, &paths)?;
    let rows = rooms(&catalogue).map(|(number, file, room)| row(number, file, room));
    Ok((Table::of_rows(&ROOM, &rows.collect::<Vec<_>>())?, remarks))
}

/// What is odd about room files, one row for each finding.
#[pyfunction]
pub(crate) fn check_rooms(py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<Table> {
    let mut rows = Vec::new();
    for path in &paths {
        match detached(py, || room_files(path)) {
            Ok((files, _)) => {
                for file in files {
                    detached(py, || check_file(&file, &mut rows));
                    py.check_signals()?;
                }
            }
            Err(error) => rows.push(unreadable(path, &error.to_string())),
        }
    }
    Table::of_rows(&["path", "severity", "kind", "room", "message"], &rows)
}

fn unreadable(path: &Path, message: &str) -> Value {
    json!({
        "path": path.display().to_string(), "severity": "error", "kind": "unreadable",
        "room": null, "message": message,
    })
}

fn check_file(path: &Path, rows: &mut Vec<Value>) {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            return rows.push(unreadable(path, &format!("it cannot be opened: {error}")));
        }
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut report = |finding: Finding| {
        rows.push(json!({
            "path": path.display().to_string(), "severity": finding.severity().to_string(),
            "kind": finding.kind.name(), "room": finding.room.as_ref().map(ToString::to_string),
            "message": finding.kind.to_string(),
        }));
    };
    match check(&name, &bytes, &mut report) {
        Err(error) => rows.push(unreadable(path, &error.to_string())),
        Ok(_) => check_place(path, &bytes).into_iter().map(Finding::about_file).for_each(report),
    }
}

/// Writes a room file in another format, and returns what that format has no place for.
#[pyfunction]
pub(crate) fn convert_rooms(
    py: Python<'_>,
    path: PathBuf,
    to: PathBuf,
    format: Option<&str>,
) -> PyResult<Vec<String>> {
    let file = detached(py, || read(&path)).map_err(|error| error.to_python())?;
    let format = match format {
        Some(name) => name.parse().map_err(|_| {
            RequestError::unknown_name("format", name, RoomFileFormat::ALL).to_python()
        })?,
        None => format_of_ending(&to, &file).ok_or_else(|| {
            let shown = to.display();
            PyValueError::new_err(format!(
                "`to` must end in .xml or .stb where no `format` is given, not {shown}"
            ))
        })?,
    };
    if is_one_file(&path, &to) {
        let shown = to.display();
        return Err(PyValueError::new_err(format!(
            "{shown} is the file to read: give another name for the file to write"
        )));
    }
    let bytes = write(&file, format).map_err(|error| PyValueError::new_err(error.to_string()))?;
    write_file(&to, &bytes)?;
    Ok(left_out(&file, format))
}

/// Whether both paths lead to the same file.
fn is_one_file(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| path.canonicalize().ok();
    whole(one).is_some_and(|file| whole(other) == Some(file))
}

/// The differences between two room files, or two folders of them: one row for each room and for
/// each file that only one folder has.
#[pyfunction]
pub(crate) fn diff_rooms(py: Python<'_>, before: PathBuf, after: PathBuf) -> PyResult<Table> {
    let mut rows = Vec::new();
    for pair in file_pairs(&before, &after).map_err(|error| error.to_python())? {
        let shown = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
        let (one, other) = (shown(&pair.0), shown(&pair.1));
        let mut add = |change: &str, room: Option<String>, what: Option<String>| {
            rows.push(json!({
                "before": one, "after": other, "change": change, "room": room, "what": what,
            }));
        };
        let (Some(before), Some(after)) = &pair else {
            add(if pair.0.is_some() { "only before" } else { "only after" }, None, None);
            continue;
        };
        let found = detached(py, || Ok(diff(&read(before)?, &read(after)?)));
        let found = found.map_err(|error: RoomFileError| error.to_python())?;
        for room in &found.added {
            add("added", Some(room.to_string()), None);
        }
        for room in &found.removed {
            add("removed", Some(room.to_string()), None);
        }
        for room in &found.changed {
            let what: Vec<String> = room.changes.iter().map(ToString::to_string).collect();
            add("changed", Some(room.before.to_string()), Some(what.join("; ")));
        }
        if found.is_reordered {
            add("reordered", None, None);
        }
    }
    Table::of_rows(&["before", "after", "change", "room", "what"], &rows)
}

/// The picture of a room by its number, with the names of an entities file.
#[pyfunction]
pub(crate) fn draw_room(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    room: usize,
    entities: Option<PathBuf>,
) -> PyResult<Figure> {
    let names = entities.map(|path| EntityNames::load(&path)).transpose();
    let names = names.map_err(|error| error.to_python())?;
    let names = names.unwrap_or_default();
    let (catalogue, _) = catalogue(py, &paths)?;
    let found = rooms(&catalogue).nth(room);
    let (_, file, found) = found.ok_or_else(|| no_room(room, &catalogue))?;
    let label = |entity: &Entity| names.label(entity);
    Ok(Figure { figure: room_figure(found, &file.name, &label) })
}

/// Small plans of some rooms, on as many pages as they need.
#[pyfunction]
pub(crate) fn room_sheet(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    chosen: Vec<usize>,
    heading: &str,
) -> PyResult<Vec<Figure>> {
    let (catalogue, _) = catalogue(py, &paths)?;
    let all: Vec<&FileRoom> = rooms(&catalogue).map(|(_, _, room)| room).collect();
    let found =
        chosen.iter().map(|room| all.get(*room).copied().ok_or_else(|| no_room(*room, &catalogue)));
    let found = found.collect::<PyResult<_>>()?;
    detached(py, || {
        let sheet = RoomSheet::new(heading, found);
        let pages = (0..sheet.pages()).filter_map(|page| sheet.page(page));
        Ok(pages.map(|figure| Figure { figure }).collect())
    })
}

fn no_room(room: usize, catalogue: &Catalogue) -> PyErr {
    PyValueError::new_err(match catalogue.rooms().len() {
        0 => "the catalogue holds no rooms".to_owned(),
        count => format!("there is no room {room}: give 0 to {}", count - 1),
    })
}

/// How often each room of the generator's catalogue is on a floor, one row each.
#[pyfunction]
pub(crate) fn room_frequency(
    py: Python<'_>,
    generator: &Generator,
    count: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Table> {
    let asked = Asked::read(generator.backend, options)?;
    let (request, seeds) = (asked.request, asked.seeds(number("count", count)?)?);
    generator.check(&asked)?;
    if request.phase == basement_floors::Phase::Layout {
        let message = "a layout has no rooms of a catalogue: give `phase` \"special\" or \"full\"";
        return Err(PyValueError::new_err(message));
    }
    let floors = &*generator.generator;
    let frequency = long(py, progress, |told| {
        Sample::of(floors).request(&request).seeds(seeds).progress(told).room_frequency()
    })?;
    let never = detached(py, || floors.rooms_that_never_appear(&request));
    let never = never.map_err(|error| error.to_python())?;
    let no_catalogue = || SurveyError::NoCatalogue.to_python();
    let catalogue = floors.catalogue().ok_or_else(no_catalogue)?;
    let rows = (0_u16..).zip(rooms(catalogue)).map(|(index, (number, file, found))| {
        let reason = never.get(usize::from(index)).copied().flatten();
        let share = frequency.share_by_rules(index, reason);
        let mut row = row(number, file, found);
        row["floors"] = frequency.floors_with(index).into();
        row["times"] = frequency.times(index).into();
        // No floor has no share.
        if frequency.floors > 0 {
            row["share"] = share.estimate.into();
            row["share_lower"] = share.lower.into();
            row["share_upper"] = share.upper.into();
            row["times_per_floor"] = frequency.times_per_floor(index).into();
        }
        row["never"] = reason.map(|reason| reason.to_string()).into();
        row
    });
    let counts =
        ["floors", "share", "share_lower", "share_upper", "times", "times_per_floor", "never"];
    let names = [&ROOM[..], &counts].concat();
    detached(py, || {
        let rows: Vec<Value> = rows.collect();
        let columns = names.into_iter().map(|name| match name {
            // Numbers even if all are missing.
            "share" | "share_lower" | "share_upper" | "times_per_floor" => {
                (name, reals(rows.iter().map(|row| row[name].as_f64())))
            }
            _ => (name, column(&rows, name)),
        });
        Table::of_arrays(columns.collect())
    })
}
