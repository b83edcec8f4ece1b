//! A generator: one game's rules, some of them changed, and its rooms.

use std::path::PathBuf;
use std::sync::Arc;

use basement_floors::rooms::Catalogue;
use basement_floors::{
    AddressSeed, Backend, Change, Description, Event, FloorAddress, Generator as _, RequestError,
    RngKind, RunSeed, Seed, Value, rule_ids,
};
use basement_survey::fold::CHUNK;
use basement_survey::{Sample, SeedKind, Seeds};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::ToPython;
use crate::floor::Floor;
use crate::given::{change, measure_set, number};
use crate::options::Asked;
use crate::origin::{command, origin};
use crate::sample::Sampled;
use crate::summary::Summary;
use crate::table::{Table, texts};
use crate::work::{Parts, detached};

/// A generator of floors.
#[pyclass(frozen, module = "basement_lab._engine")]
pub(crate) struct Generator {
    pub(crate) backend: Backend,
    pub(crate) generator: Arc<dyn basement_floors::Generator>,
    /// The user's own rooms.
    pub(crate) rooms: Option<Arc<Catalogue>>,
    /// Where they are.
    pub(crate) paths: Arc<[PathBuf]>,
    /// Remarks on the room files.
    remarks: Vec<String>,
}

#[pymethods]
impl Generator {
    /// The generator of a game and an edition, with changed rules and the user's own rooms.
    #[new]
    fn new(
        py: Python<'_>,
        backend: &str,
        edition: Option<&str>,
        rules: &Bound<'_, PyDict>,
        rooms: Vec<PathBuf>,
    ) -> PyResult<Self> {
        let backend: Backend = backend.parse().map_err(|error: RequestError| error.to_python())?;
        let changes = rules.iter().map(|(path, value)| change(&path, &value));
        let changes = changes.collect::<PyResult<Vec<Change>>>()?;
        let (mut remarks, mut loaded) = (Vec::new(), None);
        if !rooms.is_empty() {
            let found = detached(py, || basement_roomfiles::load_with_base(&rooms));
            let found = found.map_err(|error| error.to_python())?;
            remarks = found.remarks();
            loaded = Some(Arc::new(found.catalogue));
        }
        let generator = backend.generator_with_rooms(edition, &changes, loaded.as_ref());
        let generator = Arc::from(generator.map_err(|error| error.to_python())?);
        Ok(Self { backend, generator, rooms: loaded, paths: rooms.into(), remarks })
    }

    /// What reproduces the generator, for pickle.
    fn __getnewargs__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(String, String, Bound<'py, PyDict>, Vec<PathBuf>)> {
        let Description { backend, edition, changed, .. } = self.generator.describe();
        let rules = PyDict::new(py);
        for Change { path, value } in changed {
            match value {
                Value::Switch(value) => rules.set_item(path, value)?,
                Value::Whole(value) => rules.set_item(path, value)?,
                Value::Real(value) => rules.set_item(path, value)?,
            }
        }
        Ok((backend, edition, rules, self.paths.to_vec()))
    }

    /// Remarks on the room files.
    fn remarks(&self) -> Vec<String> {
        self.remarks.clone()
    }

    /// Which generator it is, as JSON.
    fn description(&self) -> PyResult<String> {
        serde_json::to_string(&self.generator.describe()).map_err(|error| error.to_python())
    }

    fn floor(&self, py: Python<'_>, options: &Bound<'_, PyDict>) -> PyResult<Floor> {
        let asked = Asked::read(self.backend, options)?;
        let floor = detached(py, || self.generator.generate(&asked.request, asked.stage_seed()));
        Ok(self.made(floor.map_err(|error| error.to_python())?, &asked))
    }

    /// The decisions that make a floor: each as text and as JSON.
    fn explain(
        &self,
        py: Python<'_>,
        rules: Vec<String>,
        options: &Bound<'_, PyDict>,
    ) -> PyResult<Vec<(String, String)>> {
        for rule in &rules {
            if !rule_ids().any(|id| id.eq_ignore_ascii_case(rule)) {
                return Err(RequestError::unknown_name("rule", rule, rule_ids()).to_python());
            }
        }
        let asked = Asked::read(self.backend, options)?;
        let mut events: Vec<Event> = Vec::new();
        let floor = detached(py, || {
            let listener = &mut |event| events.push(event);
            self.generator.explain(&asked.request, asked.stage_seed(), listener)
        });
        floor.map_err(|error| error.to_python())?;
        let is_asked = |event: &&Event| {
            rules.is_empty() || rules.iter().any(|rule| rule.eq_ignore_ascii_case(event.rule))
        };
        let written = |event: &Event| {
            let json = serde_json::to_string(event).map_err(|error| error.to_python())?;
            Ok((event.to_string(), json))
        };
        events.iter().filter(is_asked).map(written).collect()
    }

    /// The floor of a recipe: options as in the command, a seed, the run seed with which it was
    /// requested, and whether it is of a whole run.
    fn remade(
        &self,
        py: Python<'_>,
        options: Vec<(String, String)>,
        seed: u64,
        is_game: bool,
        run: Option<&str>,
        is_of_run: bool,
    ) -> PyResult<Floor> {
        let mut pairs = vec![("backend".to_owned(), self.backend.to_string())];
        pairs.extend(options);
        let borrowed = pairs.iter().map(|(name, value)| (&**name, &**value));
        let address = FloorAddress::from_pairs(borrowed).map_err(|error| error.to_python())?;
        let kind = if is_game { RngKind::Game } else { RngKind::Pcg };
        let seed = Seed::new(kind, seed).map_err(|error| error.to_python())?;
        let run: Option<RunSeed> =
            run.map(str::parse).transpose().map_err(|error: RequestError| error.to_python())?;
        let floor = detached(py, || self.generator.generate(&address.request, seed));
        let floor = floor.map_err(|error| error.to_python())?;
        let (generator, paths) = (Arc::clone(&self.generator), Arc::clone(&self.paths));
        Ok(Floor { generator, paths, floor, run, is_of_run })
    }

    /// Many floors as a table, one row per floor.
    fn sample(
        &self,
        py: Python<'_>,
        count: &Bound<'_, PyAny>,
        measures: Option<Vec<String>>,
        options: &Bound<'_, PyDict>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Table> {
        let asked = Asked::read(self.backend, options)?;
        let seeds = asked.seeds(number("count", count)?)?;
        let names = measures;
        let measures = measure_set(names.clone())?;
        let (generator, request) = (&*self.generator, asked.request);
        // A request that cannot be met is refused before memory is allocated.
        self.check(&asked)?;
        let origin = self.origin(&asked, &seeds, "rows", names.as_deref());
        Sampled { generator, request, seeds, measures }.table(py, origin.to_string(), progress)
    }

    /// Many floors, counted.
    pub(crate) fn summary(
        &self,
        py: Python<'_>,
        count: &Bound<'_, PyAny>,
        measures: Option<Vec<String>>,
        options: &Bound<'_, PyDict>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Summary> {
        let asked = Asked::read(self.backend, options)?;
        let seeds = asked.seeds(number("count", count)?)?;
        let names = measures;
        let measures = measure_set(names.clone())?;
        self.check(&asked)?;
        let mut summary = basement_survey::Summary::new(self.generator.grid());
        let mut parts = Parts::of(seeds.count, CHUNK);
        let mut first = seeds.first;
        while let Some(count) = parts.next() {
            let part = detached(py, || {
                let sample = Sample::of(&*self.generator).request(&asked.request);
                let part =
                    sample.seeds(Seeds { first, count, ..seeds }).measures(measures).run()?;
                summary.merge(&part)
            });
            part.map_err(|error| error.to_python())?;
            first = first.saturating_add(count);
            parts.done(py, count, progress)?;
        }
        let origin = self.origin(&asked, &seeds, "sample", names.as_deref()).to_string();
        let has_cells = measures.is_all();
        Ok(Summary { summary, measures, has_cells, origin: Some(origin) })
    }

    /// The rule parameters, one row each.
    fn parameters(&self) -> PyResult<Table> {
        let Description { edition, changed, .. } = self.generator.describe();
        let parameters = self.backend.parameters(&*edition, &changed);
        let parameters = parameters.map_err(|error| error.to_python())?;
        Table::of_arrays(vec![
            ("parameter", texts(parameters.iter().map(|parameter| &parameter.path))),
            ("value", texts(parameters.iter().map(|parameter| parameter.value.to_string()))),
            ("least", texts(parameters.iter().map(|parameter| parameter.least.to_string()))),
            ("greatest", texts(parameters.iter().map(|parameter| parameter.most.to_string()))),
            ("rule", texts(parameters.iter().map(|parameter| parameter.rule))),
            ("meaning", texts(parameters.iter().map(|parameter| parameter.meaning))),
        ])
    }
}

impl Generator {
    fn made(&self, floor: basement_floors::Floor, asked: &Asked) -> Floor {
        let run = match asked.seed {
            AddressSeed::Run(run) => Some(run),
            AddressSeed::Floor(_) => None,
        };
        let (generator, paths) = (Arc::clone(&self.generator), Arc::clone(&self.paths));
        Floor { generator, paths, floor, run, is_of_run: false }
    }

    /// A floor made from the seed with a number.
    pub(crate) fn numbered(
        &self,
        floor: basement_floors::Floor,
        seeds: &Seeds,
        number: u64,
    ) -> Floor {
        let is_run = seeds.kind == SeedKind::Run;
        let run = is_run.then(|| seeds.show(number).parse().ok()).flatten();
        let (generator, paths) = (Arc::clone(&self.generator), Arc::clone(&self.paths));
        Floor { generator, paths, floor, run, is_of_run: false }
    }

    /// Where many floors come from, and the command that reproduces them. No command computes no
    /// measure.
    pub(crate) fn origin(
        &self,
        asked: &Asked,
        seeds: &Seeds,
        verb: &str,
        measures: Option<&[String]>,
    ) -> serde_json::Value {
        let description = self.generator.describe();
        let chosen = measures.map(|names| format!("--measures {}", names.join(",")));
        let words = [seeds.options(seeds.first), format!("--count {}", seeds.count)];
        let words = words.into_iter().chain(chosen);
        let command = command(verb, &description, &asked.request, &self.paths, words);
        let has_command = !verb.is_empty() && measures.is_none_or(|names| !names.is_empty());
        let command = has_command.then_some(command);
        origin(&description, &asked.request, Some(seeds), command)
    }

    /// Refuses a request that the generator cannot meet.
    pub(crate) fn check(&self, asked: &Asked) -> PyResult<()> {
        match self.generator.generate(&asked.request, asked.stage_seed()) {
            Err(basement_floors::GenerateError::Request(error)) => Err(error.to_python()),
            _ => Ok(()),
        }
    }
}
