//! One floor.

use std::path::PathBuf;
use std::sync::Arc;

use basement_floors::{
    AddressSeed, Cell, Description, FloorDocument, FloorMap, Generator, RequestError, RngKind,
    Room, RunSeed, request_options,
};
use basement_report::FloorPicture;
use basement_survey::walk::{Route, Walk};
use basement_survey::{FloorGraph, Seeds};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::awards::{Items, awards_of, table};
use crate::error::ToPython;
use crate::figure::Figure;
use crate::origin::{command, origin};
use crate::table::Table;
use crate::work::detached;

/// A floor, with the generator that made it.
#[pyclass(frozen, module = "basement_lab._engine")]
pub(crate) struct Floor {
    pub(crate) generator: Arc<dyn Generator>,
    /// The user's own rooms.
    pub(crate) paths: Arc<[PathBuf]>,
    pub(crate) floor: basement_floors::Floor,
    /// The run seed with which it was requested.
    pub(crate) run: Option<RunSeed>,
    /// Whether it is of a whole run, whose earlier floors are known.
    pub(crate) is_of_run: bool,
}

/// What reproduces a floor.
type Recipe =
    (String, String, String, Vec<PathBuf>, Vec<(String, String)>, u64, bool, Option<String>, bool);

/// Kind, column, row, shape, depth and cells of a room.
type RoomParts = (String, u8, u8, u8, u8, Vec<(u8, u8)>);

#[pymethods]
impl Floor {
    /// What reproduces the floor: backend, edition, changes as JSON, paths of rooms, options, seed,
    /// whether the seed is one of the game's, the run seed with which it was requested, and whether it
    /// is of a whole run.
    fn recipe(&self) -> PyResult<Recipe> {
        let Description { backend, edition, changed, .. } = self.generator.describe();
        let changes = serde_json::to_string(&changed).map_err(|error| error.to_python())?;
        let options = request_options(self.floor.request()).into_iter();
        let options = options.map(|(name, value)| (name.to_owned(), value)).collect();
        let seed = self.floor.seed();
        let is_game = seed.kind() == RngKind::Game;
        let run = self.run.map(|run| run.to_string());
        let (paths, is_of_run) = (self.paths.to_vec(), self.is_of_run);
        Ok((backend, edition, changes, paths, options, seed.value(), is_game, run, is_of_run))
    }

    /// All that is known about the floor, as JSON: what `basement-lab floor --format json` writes.
    fn to_json(&self) -> PyResult<String> {
        let document = FloorDocument::new(&*self.generator, &self.floor);
        let document = match self.run {
            Some(run) => document.with_run_seed(Some(run.to_string())),
            None => document,
        };
        serde_json::to_string(&document).map_err(|error| error.to_python())
    }

    fn remarks(&self) -> Vec<String> {
        let description = self.generator.describe();
        let mut remarks = description.remarks(&self.floor);
        if self.is_of_run {
            let unknown = description.run_remark(self.floor.request(), self.floor.seed());
            remarks.retain(|remark| Some(remark) != unknown.as_ref());
        }
        remarks
    }

    /// The pairs of rooms that a door joins, by their indices: one for each door.
    fn doors(&self) -> Vec<(usize, usize)> {
        self.floor.doors().iter().map(|door| (door.from, door.to)).collect()
    }

    fn rooms(&self) -> Vec<RoomParts> {
        let room = |room: &Room| {
            let cells = room.cells().map(|cell| (cell.x, cell.y)).collect();
            let Cell { x, y } = room.anchor;
            (room.kind.to_string(), x, y, room.shape.id(), room.depth, cells)
        };
        self.floor.rooms().iter().map(room).collect()
    }

    /// The floor in the language of Graphviz, in GraphML, or as a map for Tiled.
    fn graph(&self, format: &str) -> String {
        let Description { backend, edition, .. } = self.generator.describe();
        let (level, seed) = (self.floor.request().level, self.shown_seed());
        let title = format!("{backend} {edition}, level {level}, {seed}");
        let graph = FloorGraph::new(&self.floor, &title);
        match format {
            "dot" => graph.to_dot(),
            "graphml" => graph.to_graphml(),
            _ => graph.to_tiled().to_string(),
        }
    }

    /// The map as text.
    fn map(&self) -> String {
        FloorMap::new(&self.floor).to_string()
    }

    /// The picture, optionally with a walk or with the awards for clearing its rooms.
    fn figure(
        &self,
        py: Python<'_>,
        walk: Option<&str>,
        awards: Option<Items>,
    ) -> PyResult<Figure> {
        let (described, seed) = (self.generator.describe(), self.shown_seed());
        let walk = walk.map(|route| self.walked(route)).transpose()?;
        let awards = awards.map(|items| awards_of(&self.floor, &described, &items)).transpose()?;
        let figure = detached(py, || {
            let picture = FloorPicture::of_floor(&self.floor, &described, &seed);
            let picture = match (&walk, &awards) {
                (Some(walk), _) => picture.with_walk(walk),
                (None, Some(awards)) => picture.with_awards(awards),
                (None, None) => picture,
            };
            picture.figure()
        });
        Ok(Figure { figure })
    }

    /// A shortest walk, as JSON.
    fn walk(&self, route: &str) -> PyResult<String> {
        serde_json::to_string(&self.walked(route)?).map_err(|error| error.to_python())
    }

    /// The award for clearing each ordinary room, one row each.
    fn awards(&self, items: Items) -> PyResult<Table> {
        let awards = awards_of(&self.floor, &self.generator.describe(), &items)?;
        table(&[(None, &awards)])
    }

    /// Where the floor comes from, and the command that reproduces it, as JSON.
    fn origin(&self, verb: &str, rest: &str) -> String {
        let request = self.floor.request();
        let first = self.run.map_or(AddressSeed::Floor(self.floor.seed()), AddressSeed::Run);
        let seeds = Seeds::from_first(first, 1);
        let described = self.generator.describe();
        let words = [seeds.options(seeds.first), rest.to_owned()];
        let command = command(verb, &described, request, &self.paths, words);
        origin(&described, request, Some(&seeds), Some(command)).to_string()
    }
}

impl Floor {
    fn walked(&self, route: &str) -> PyResult<Walk> {
        let route: Route = route.parse().map_err(|error: RequestError| error.to_python())?;
        Walk::of(&self.floor, route).ok_or_else(|| {
            let kinds: Vec<_> = self.floor.rooms().iter().map(|room| room.kind).collect();
            let what = route.lacking(&kinds);
            PyValueError::new_err(format!(
                "the floor has {what}, so no walk \"{route}\": ask for another"
            ))
        })
    }

    /// Its run as the game shows it, or its seed.
    pub(crate) fn shown_seed(&self) -> String {
        match self.run {
            Some(run) => run.to_string(),
            None => self.floor.seed().value().to_string(),
        }
    }
}
