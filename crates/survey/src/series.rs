//! One series of a study: its name, where its floors come from, and how it looks.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use basement_floors::rooms::Catalogue;
use basement_floors::{
    Backend, Change, Description, Difficulty, Generator, RequestError, RngKind, Unlocks, Value,
};
use serde::{Deserialize, Serialize};

use crate::color::Color;
use crate::floor_file::FloorFile;
use crate::seeds::{SeedKind, Seeds};
use crate::whole_number;

/// A backend's rules: an edition, and the parameters changed from it.
///
/// ```
/// use basement_floors::{Backend, Value};
/// use basement_survey::BackendRules;
///
/// let rules = BackendRules::new(Backend::Flash)
///     .edition("wrath-of-the-lamb")
///     .set("flash.growth.neighbour_limit", 2);
/// assert_eq!(rules.generator()?.describe().changed.len(), 1);
/// # Ok::<(), basement_floors::RequestError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BackendRules {
    /// The algorithm.
    pub backend: Backend,
    /// The edition of its rules; the default one if empty.
    pub edition: String,
    /// Rule parameters changed from it, by name.
    pub set: BTreeMap<String, Value>,
}

impl BackendRules {
    /// The rules of the backend's default edition.
    #[must_use]
    pub fn new(backend: Backend) -> Self {
        Self { backend, edition: String::new(), set: BTreeMap::new() }
    }

    /// The rules of this edition.
    #[must_use]
    pub fn edition(self, edition: &str) -> Self {
        Self { edition: edition.to_owned(), ..self }
    }

    /// The rules with one parameter changed.
    #[must_use]
    pub fn set(mut self, path: &str, value: impl Into<Value>) -> Self {
        self.set.insert(path.to_owned(), value.into());
        self
    }

    /// The generator of these rules, with the embedded rooms.
    ///
    /// # Errors
    ///
    /// [`RequestError`] for an edition, parameter or value that does not exist.
    pub fn generator(&self) -> Result<Box<dyn Generator>, RequestError> {
        self.generator_with_rooms(None)
    }

    /// The generator of these rules, with the user's own rooms if the backend chooses rooms
    /// ([L1](basement_floors::rules#l1)).
    ///
    /// # Errors
    ///
    /// As [`generator`](Self::generator).
    pub fn generator_with_rooms(
        &self,
        rooms: Option<&Arc<Catalogue>>,
    ) -> Result<Box<dyn Generator>, RequestError> {
        let change = |(path, value): (&String, &Value)| Change::new(path, *value);
        let changes: Vec<Change> = self.set.iter().map(change).collect();
        let edition = Some(&*self.edition).filter(|name| !name.is_empty());
        let rooms = rooms.filter(|_| self.backend == Backend::Rebirth);
        self.backend.generator_with_rooms(edition, &changes, rooms)
    }
}

/// Where the floors of a series come from.
#[derive(Clone)]
#[non_exhaustive]
pub enum FloorSource {
    /// One of the games' backends.
    Backend(BackendRules),
    /// Any generator, given from Rust. A manifest describes it but cannot reproduce it.
    Generator(Arc<dyn Generator>),
    /// Floors from a file.
    File(FloorFile),
    /// Floors from files, one per level.
    FilePerLevel(BTreeMap<u8, FloorFile>),
    /// A generator that a manifest describes. It cannot be run: give the generator itself.
    Described(Description),
}

impl fmt::Debug for FloorSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Backend(rules) => rules.fmt(f),
            Self::File(file) => file.fmt(f),
            Self::FilePerLevel(files) => files.fmt(f),
            Self::Generator(generator) => generator.describe().fmt(f),
            Self::Described(description) => description.fmt(f),
        }
    }
}

impl From<Backend> for FloorSource {
    fn from(backend: Backend) -> Self {
        Self::Backend(BackendRules::new(backend))
    }
}

impl From<BackendRules> for FloorSource {
    fn from(rules: BackendRules) -> Self {
        Self::Backend(rules)
    }
}

impl From<FloorFile> for FloorSource {
    fn from(file: FloorFile) -> Self {
        Self::File(file)
    }
}

impl From<BTreeMap<u8, FloorFile>> for FloorSource {
    fn from(files: BTreeMap<u8, FloorFile>) -> Self {
        Self::FilePerLevel(files)
    }
}

impl From<Arc<dyn Generator>> for FloorSource {
    fn from(generator: Arc<dyn Generator>) -> Self {
        Self::Generator(generator)
    }
}

impl<G: Generator + 'static> From<Arc<G>> for FloorSource {
    fn from(generator: Arc<G>) -> Self {
        Self::Generator(generator)
    }
}

/// One series of a study: floors from one source, under one name.
///
/// ```
/// use basement_floors::Backend;
/// use basement_survey::{BackendRules, Series, study::Color};
///
/// let flash = Series::new("Flash", Backend::Flash);
/// let shipped = Series::new("Flash (shipped)", BackendRules::new(Backend::Flash).edition("wrath-of-the-lamb"))
///     .color(Color(120, 80, 160))
///     .levels([1, 4]);
/// # let _ = (flash, shipped);
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Entry", into = "Entry")]
#[non_exhaustive]
pub struct Series {
    /// What the report calls it.
    pub name: String,
    /// Where its floors come from.
    pub source: FloorSource,
    /// Its colour in every figure; by default its game's colour, or one of four that no other series has.
    pub color: Option<Color>,
    /// What the seeds are; by default the game's run seeds for Rebirth, and PCG seeds for everything
    /// else.
    pub seeds: Option<SeedKind>,
    /// The first seed; by default 1 for the game's seeds and 0 for PCG seeds.
    pub first_seed: Option<u64>,
    /// Normal or hard mode.
    pub difficulty: Difficulty,
    /// What is unlocked.
    pub unlocks: Unlocks,
    /// Rebirth's stage type: on stages 10 and 11, 0 is Sheol and the Dark Room, 1 the Cathedral and
    /// the Chest.
    pub stage_type: u8,
    /// Its levels, if they are not the study's.
    pub levels: Option<Vec<u8>>,
    /// Its Labyrinth levels, if they are not the study's.
    pub labyrinth_levels: Option<Vec<u8>>,
}

impl Series {
    /// A series with the default colour, seeds and levels.
    ///
    /// `source` is a [`Backend`], [`BackendRules`] of one, a [`FloorFile`] or a map of them by level,
    /// or an `Arc` of any [`Generator`].
    #[must_use]
    pub fn new(name: &str, source: impl Into<FloorSource>) -> Self {
        Self {
            name: name.to_owned(),
            source: source.into(),
            color: None,
            seeds: None,
            first_seed: None,
            difficulty: Difficulty::Normal,
            unlocks: Unlocks::All,
            stage_type: 0,
            levels: None,
            labyrinth_levels: None,
        }
    }

    /// The series in this colour.
    #[must_use]
    pub fn color(self, color: Color) -> Self {
        Self { color: Some(color), ..self }
    }

    /// The series on these levels instead of the study's, and on no Labyrinth floors.
    #[must_use]
    pub fn levels(self, levels: impl Into<Vec<u8>>) -> Self {
        Self { levels: Some(levels.into()), labyrinth_levels: Some(Vec::new()), ..self }
    }

    /// The backend that its floors come from; `None` for any other generator.
    #[must_use]
    pub fn backend(&self) -> Option<Backend> {
        match &self.source {
            FloorSource::Backend(rules) => Some(rules.backend),
            _ => None,
        }
    }

    /// Makes the paths of the series' files, if it has any, relative to a folder. A file that is only
    /// in the working directory keeps its path.
    pub(crate) fn seen_from(&mut self, folder: &Path) {
        match &mut self.source {
            FloorSource::File(file) => file.seen_from(folder),
            FloorSource::FilePerLevel(files) => {
                files.values_mut().for_each(|file| file.seen_from(folder));
            }
            _ => {}
        }
    }

    /// The seeds for `count` floors.
    #[must_use]
    pub fn seeds(&self, count: u64) -> Seeds {
        let rng = self.backend().map_or(RngKind::Pcg, Backend::default_rng);
        let kind = self.seeds.unwrap_or(SeedKind::usual(rng));
        Seeds { kind, first: self.first_seed.unwrap_or(*kind.numbers().start()), count }
    }
}

/// A series as a study file or a manifest writes it.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    backend: Option<Backend>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edition: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set: Option<BTreeMap<String, Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    generator: Option<Description>,
    /// A file of floors, or one per level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    floors: Option<Files>,
    /// Whether lines of the file that are not floors are skipped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    skip_invalid: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    color: Option<Color>,
    seeds: Option<SeedKind>,
    #[serde(default, deserialize_with = "whole_number::deserialize_some")]
    first_seed: Option<u64>,
    #[serde(default)]
    difficulty: Difficulty,
    #[serde(default)]
    unlocks: Unlocks,
    #[serde(default, skip_serializing_if = "is_zero")]
    stage_type: u8,
    levels: Option<Vec<u8>>,
    labyrinth_levels: Option<Vec<u8>>,
}

/// The files of a series, as a study file or a manifest writes them.
#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a file, or files by level such as { 1 = \"a.jsonl\" }")]
enum Files {
    One(String),
    PerLevel(BTreeMap<String, String>),
}

impl Files {
    /// The source of the floors of the series `name`.
    fn source(self, name: &str, skip_invalid: bool) -> Result<FloorSource, String> {
        let file = |path| FloorFile::new(path).skip_invalid(skip_invalid);
        let files = match self {
            Self::One(path) => return Ok(file(path).into()),
            Self::PerLevel(files) if files.is_empty() => {
                return Err(format!(
                    "series `{name}` has no file: give one a level, such as {{ 1 = \"a.jsonl\" }}"
                ));
            }
            Self::PerLevel(files) => files,
        };
        let of_level = |(level, path): (String, String)| match level.parse::<u8>() {
            Ok(number) => Ok((number, file(path))),
            Err(_) => Err(format!(
                "series `{name}` has a file for level `{level}`: give the level as a whole number"
            )),
        };
        let files: BTreeMap<u8, FloorFile> =
            files.into_iter().map(of_level).collect::<Result<_, _>>()?;
        Ok(files.into())
    }
}

const fn is_zero(stage_type: &u8) -> bool {
    *stage_type == 0
}

impl TryFrom<Entry> for Series {
    type Error = String;

    fn try_from(entry: Entry) -> Result<Self, String> {
        let Entry { name, backend, edition, set, generator, floors, skip_invalid, .. } = entry;
        let has_rules = edition.is_some() || set.is_some();
        let has_seeds = entry.seeds.is_some() || entry.first_seed.is_some();
        if backend.is_none() && has_rules {
            return Err(format!(
                "series `{name}` has no backend: leave out `edition` and `set`, or give `backend`"
            ));
        }
        if floors.is_some() && has_seeds {
            return Err(format!(
                "series `{name}` is read from a file: leave out `seeds` and `first_seed`"
            ));
        }
        if floors.is_none() && skip_invalid {
            return Err(format!(
                "series `{name}` is not read from a file: leave out `skip_invalid`, or give `floors`"
            ));
        }
        let source = match (backend, floors, generator) {
            (Some(backend), None, None) => FloorSource::Backend(BackendRules {
                backend,
                edition: edition.unwrap_or_default(),
                set: set.unwrap_or_default(),
            }),
            (None, Some(files), None) => files.source(&name, skip_invalid)?,
            (None, None, Some(description)) => FloorSource::Described(description),
            _ => {
                return Err(format!(
                    "series `{name}` needs one source of floors: give either `backend` or `floors`"
                ));
            }
        };
        Ok(Self {
            name,
            source,
            color: entry.color,
            seeds: entry.seeds,
            first_seed: entry.first_seed,
            difficulty: entry.difficulty,
            unlocks: entry.unlocks,
            stage_type: entry.stage_type,
            levels: entry.levels,
            labyrinth_levels: entry.labyrinth_levels,
        })
    }
}

impl From<Series> for Entry {
    fn from(series: Series) -> Self {
        let mut entry = Self {
            name: series.name,
            color: series.color,
            seeds: series.seeds,
            first_seed: series.first_seed,
            difficulty: series.difficulty,
            unlocks: series.unlocks,
            stage_type: series.stage_type,
            levels: series.levels,
            labyrinth_levels: series.labyrinth_levels,
            ..Self::default()
        };
        match series.source {
            FloorSource::Backend(BackendRules { backend, edition, set }) => {
                entry.backend = Some(backend);
                entry.edition = Some(edition);
                entry.set = Some(set);
            }
            FloorSource::File(file) => {
                entry.skip_invalid = file.skips_invalid();
                entry.floors = Some(Files::One(file.path().to_owned()));
            }
            FloorSource::FilePerLevel(files) => {
                entry.skip_invalid = files.values().any(FloorFile::skips_invalid);
                let paths =
                    files.iter().map(|(level, file)| (level.to_string(), file.path().to_owned()));
                entry.floors = Some(Files::PerLevel(paths.collect()));
            }
            FloorSource::Generator(generator) => entry.generator = Some(generator.describe()),
            FloorSource::Described(description) => entry.generator = Some(description),
        }
        entry
    }
}
