//! A study and its report.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use basement_lab::{report_study, with_rooms};
use basement_report::{
    OwnMeasure, ReportError, ReportOptions, check_print, figure_named, figures, measure_figure,
};
use basement_survey::study::{FloorSource, GroupFloor, LevelLikeness};
use basement_survey::{MEASURES, Results, Series, Study, SurveyError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;

use crate::arrays::{Channel, Layout};
use crate::error::ToPython;
use crate::figure::Figure;
use crate::table::{Table, counts, optional_counts, reals, truths};
use crate::work::{detached, long};

/// The results of a study, and the files that were written.
#[pyclass(frozen, module = "basement_lab._engine")]
pub(crate) struct Report {
    results: Results,
    files: Vec<String>,
    measures: Vec<OwnMeasure>,
    /// What a measure raised.
    raised: Raised,
    remarks: Vec<String>,
}

/// A user's own measure: name, unit, definition, channels, and a function of a floor's JSON, or if
/// there are channels, of the floor's bytes, rows and columns.
type Own = (String, String, String, Vec<String>, Py<PyAny>);

/// Runs a study in TOML or JSON, with paths relative to a folder. With `out`, writes its report.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of `study`")]
pub(crate) fn study(
    py: Python<'_>,
    text: &str,
    is_toml: bool,
    folder: PathBuf,
    out: Option<PathBuf>,
    count: Option<u64>,
    rooms: Vec<String>,
    measures: Vec<Own>,
    command: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Report> {
    let study: Study = match is_toml {
        true => toml::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()))?,
        // The text was made in Python, so its line numbers mean nothing to the user.
        false => serde_json::from_str(text).map_err(|error| {
            let said = error.to_string();
            PyValueError::new_err(format!(
                "`study`: {}",
                said.split(" at line ").next().unwrap_or("")
            ))
        })?,
    };
    let mut study = study.seen_from(&folder);
    study.floors = count.unwrap_or(study.floors);
    if !rooms.is_empty() {
        study.rooms = rooms;
    }
    if let Some(print) = &study.print {
        check_print(&study.series, print).map_err(|error| error.to_python())?;
    }
    let arrays = measures.iter().find(|(_, _, _, channels, _)| !channels.is_empty());
    if let (Some((name, ..)), true) = (arrays, study.series.iter().any(is_of_files)) {
        return Err(PyValueError::new_err(format!(
            "the measure `{name}` is of arrays, which only generators' floors have, and a series of \
             the study is a file: give a function of a floor"
        )));
    }
    let raised = Raised::default();
    let measures = measures.into_iter().map(|own| measure(own, &raised));
    let measures: Vec<OwnMeasure> = measures.collect::<PyResult<_>>()?;
    let mut options = ReportOptions::new(command);
    for own in &measures {
        options = options.measure(own.clone());
    }
    if !study.figures.is_empty() {
        let own = measures.iter().map(OwnMeasure::figure_name);
        let names: Vec<String> = study.figures.iter().cloned().chain(own).collect();
        options = options.only(names.iter().map(String::as_str));
    }
    let (study, mut remarks) = with_rooms(study).map_err(|error| error.to_python())?;
    try_measures(py, &study, &measures)?;
    raise(&raised)?;
    let found = long(py, progress, |told| run(study, &options, out.as_deref(), told));
    raise(&raised)?;
    let (results, files) = found?;
    remarks.extend(results.skipped_lines());
    Ok(Report { results, files, measures, raised, remarks })
}

fn run(
    study: Study,
    options: &ReportOptions,
    out: Option<&Path>,
    told: &(dyn Fn(u64) + Sync),
) -> Result<(Results, Vec<String>), ReportError> {
    let Some(out) = out else { return Ok((study.run(told)?, Vec::new())) };
    let (results, files) = report_study(study, options, out, told)?;
    Ok((results, files.written))
}

/// Whether the floors of a series are from files.
fn is_of_files(series: &Series) -> bool {
    matches!(series.source, FloorSource::File(_) | FloorSource::FilePerLevel(_))
}

/// Reads the user's own measures from one floor of each generator on each level, so that what they
/// raise is known before the study.
fn try_measures(py: Python<'_>, study: &Study, measures: &[OwnMeasure]) -> PyResult<()> {
    let mut first = study.clone().floors(1);
    first.series.retain(|series| !is_of_files(series));
    if measures.is_empty() || first.series.is_empty() {
        return Ok(());
    }
    let tried = detached(py, || -> Result<(), SurveyError> {
        let results = first.run(&|_| {})?;
        measures.iter().for_each(|own| drop(measure_figure(&results, own)));
        Ok(())
    });
    tried.map_err(|error| error.to_python())
}

/// Checks the name of a user's own measure. The columns of seeds have their names, and beside the
/// listed measures those have theirs.
#[pyfunction]
pub(crate) fn check_measure_name(name: &str, is_beside_listed: bool) -> PyResult<()> {
    let listed = MEASURES.iter().filter(|_| is_beside_listed).map(|measure| measure.name);
    let taken: Vec<&str> = listed.chain(["number", "seed"]).collect();
    basement_report::check_measure_name(name, &taken).map_err(|error| error.to_python())
}

/// What a measure raised first.
type Raised = Arc<Mutex<Option<PyErr>>>;

fn raise(raised: &Raised) -> PyResult<()> {
    raised.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
}

/// A measure that a Python function reads.
fn measure((name, unit, definition, channels, read): Own, raised: &Raised) -> PyResult<OwnMeasure> {
    let raised = Arc::clone(raised);
    let channels = channels.iter().map(|name| Channel::named(name));
    let channels: Vec<Channel> = channels.collect::<PyResult<_>>()?;
    let read = Arc::new(read);
    Ok(OwnMeasure::new(&name, &unit, &definition, move |floor: &GroupFloor| {
        let mut raised = raised.lock().unwrap_or_else(PoisonError::into_inner);
        if raised.is_some() {
            return None;
        }
        let value = value_of(&read, &channels, floor);
        value.unwrap_or_else(|error| {
            *raised = Some(error);
            None
        })
    }))
}

fn value_of(read: &Py<PyAny>, channels: &[Channel], floor: &GroupFloor) -> PyResult<Option<u32>> {
    let document = match floor {
        GroupFloor::Generated(floor) if !channels.is_empty() => {
            let (grid, channels) = (*floor.grid(), channels.to_vec());
            let layout = Layout { grid, channels, is_packed: false };
            let mut bytes = vec![0; layout.size()];
            layout.write(floor, &mut bytes);
            return Python::attach(|py| {
                let bytes = PyBytes::new(py, &bytes);
                read.call1(py, (bytes, grid.height, grid.width))?.extract(py)
            });
        }
        GroupFloor::Generated(floor) => floor_rooms(floor),
        GroupFloor::Read(record) => {
            serde_json::to_string(record).map_err(|error| error.to_python())?
        }
        _ => return Ok(None),
    };
    Python::attach(|py| read.call1(py, (document,))?.extract(py))
}

/// The rooms and the doors of a floor, as in `docs/floors-format.md`.
pub(crate) fn floor_rooms(floor: &basement_floors::Floor) -> String {
    let rooms = floor.rooms().iter().map(|room| {
        let cells: Vec<[u8; 2]> = room.cells().map(|cell| [cell.x, cell.y]).collect();
        json!({
            "cells": cells, "kind": room.kind.to_string(), "shape": room.shape.id(),
            "depth": room.depth,
        })
    });
    let doors: Vec<[usize; 2]> = floor.doors().iter().map(|door| [door.from, door.to]).collect();
    let rooms: Vec<_> = rooms.collect();
    json!({ "rooms": rooms, "doors": doors, "seed": floor.seed().value() }).to_string()
}

#[pymethods]
impl Report {
    fn files(&self) -> Vec<String> {
        self.files.clone()
    }

    fn remarks(&self) -> Vec<String> {
        self.remarks.clone()
    }

    fn title(&self) -> String {
        self.results.study.title.clone()
    }

    fn question(&self) -> String {
        self.results.study.question.clone()
    }

    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.results.study).map_err(|error| error.to_python())
    }

    /// How alike the first two series are, level by level.
    fn likeness(&self, py: Python<'_>) -> PyResult<Table> {
        let found = detached(py, || self.results.likeness());
        let real = |of: fn(&LevelLikeness) -> f64| reals(found.iter().map(|it| Some(of(it))));
        let to_tell = found.iter().map(|it| it.likeness.floors_to_tell);
        Table::of_arrays(vec![
            ("level", counts(found.iter().map(|it| it.level.into()))),
            ("labyrinth", truths(found.iter().map(|it| it.labyrinth))),
            ("distance", real(|it| it.likeness.distance)),
            ("lower", real(|it| it.likeness.lower)),
            ("upper", real(|it| it.likeness.upper)),
            ("floors_to_tell", optional_counts(to_tell)),
        ])
    }

    /// The means of all measures, a row for each series, level and measure.
    fn means(&self) -> PyResult<Table> {
        let mut rows = Vec::new();
        for group in &self.results.groups {
            let series = self.results.study.series.get(group.series).map(|series| &series.name);
            for (measure, _) in group.summary.histograms() {
                let values = group.summary.values(measure);
                let Some(mean) = values.mean_interval() else { continue };
                rows.push(json!({
                    "series": series, "level": group.request.level,
                    "curse": group.request.curse.to_string(),
                    "measure": measure.name, "floors": values.total(), "mean": mean.estimate,
                    "mean_lower": mean.lower, "mean_upper": mean.upper,
                }));
            }
        }
        let names = "series level curse measure floors mean mean_lower mean_upper";
        Table::of_rows(&names.split_whitespace().collect::<Vec<_>>(), &rows)
    }

    /// The names of the figures.
    fn figures(&self, py: Python<'_>) -> Vec<String> {
        let listed = detached(py, || figures(&self.results));
        let own = self.measures.iter().map(OwnMeasure::figure_name);
        listed.into_iter().map(|figure| figure.name).chain(own).collect()
    }

    fn figure(&self, py: Python<'_>, name: &str) -> PyResult<Figure> {
        let is_it = |own: &&OwnMeasure| own.name == name || own.figure_name() == name;
        let own = self.measures.iter().find(is_it);
        let drawn = detached(py, || own.and_then(|own| measure_figure(&self.results, own)));
        raise(&self.raised)?;
        let figure = match drawn {
            Some(figure) => figure,
            None => detached(py, || figure_named(&self.results, name))
                .map_err(|error| error.to_python())?,
        };
        Ok(Figure { figure })
    }
}
