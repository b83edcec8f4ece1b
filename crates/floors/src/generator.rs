//! The one interface of all backends, and the list of those that come with this
//! crate.

use std::sync::Arc;

use serde::Serialize;
use strum::{Display, EnumIter, EnumString, IntoEnumIterator, VariantArray, VariantNames};

use crate::chance::Chance;
use crate::draws::{RngKind, RunSeed, Seed};
use crate::error::{GenerateError, RequestError};
use crate::flash::{self, Flash};
use crate::floor::Floor;
use crate::grid::Grid;
use crate::journal::Event;
use crate::parameters::{Parameter, Value};
use crate::posterior::{Posterior, PosteriorError};
use crate::rebirth::{self, Rebirth};
use crate::request::{Curse, Request};
use crate::rooms::Catalogue;

/// A floor generator: one algorithm with one set of rules.
///
/// A backend outside this crate implements this trait and builds its floors with
/// [`Floor::new`]; everything that measures and draws floors asks for no more.
pub trait Generator: Send + Sync {
    /// What it is: what a report or a manifest has to record.
    fn describe(&self) -> Description;

    /// The rooms that its floors are made of, where it chooses rooms: a floor's room
    /// names its interior by an index of it.
    fn catalogue(&self) -> Option<&Catalogue> {
        None
    }

    /// The board that all its floors lie on.
    fn grid(&self) -> Grid;

    /// One floor: a pure function of the request and the seed.
    ///
    /// # Errors
    ///
    /// [`GenerateError::Request`] when the request cannot be met by this
    /// backend, [`GenerateError::GaveUp`] when every attempt was thrown away.
    fn generate(&self, request: &Request, seed: Seed) -> Result<Floor, GenerateError>;

    /// The exact chances of the rooms that come by chance, given that a dead end
    /// is left for them. `curse` is the one that lies on the floor. A backend
    /// without such rooms has none.
    ///
    /// # Errors
    ///
    /// [`RequestError`] when the request cannot be met by this backend.
    fn chances(
        &self,
        request: &Request,
        curse: Option<Curse>,
    ) -> Result<Vec<Chance>, RequestError> {
        let _ = (request, curse);
        Ok(Vec::new())
    }

    /// The exact probability of each cell to be the secret room of a floor, given
    /// all its rooms but the secret and the ultra secret ones.
    ///
    /// # Errors
    ///
    /// [`PosteriorError`] when the backend has no such thing, or not for this
    /// floor.
    fn secret_posterior(&self, floor: &Floor) -> Result<Posterior, PosteriorError> {
        let _ = floor;
        Err(PosteriorError::NotSupported)
    }

    /// The same floor, telling every decision to `listener` as it is made. A
    /// backend that keeps no journal tells nothing.
    ///
    /// # Errors
    ///
    /// As [`Generator::generate`].
    fn explain(
        &self,
        request: &Request,
        seed: Seed,
        listener: &mut dyn FnMut(Event),
    ) -> Result<Floor, GenerateError> {
        let _ = listener;
        self.generate(request, seed)
    }
}

/// What a generator is. With a request and a seed it names a floor for ever.
#[derive(Clone, Debug, PartialEq, Serialize, serde::Deserialize)]
pub struct Description {
    /// The algorithm.
    pub backend: String,
    /// The preset that its rules started from.
    pub edition: String,
    /// The parameters that were changed since, with their values now.
    pub changed: Vec<Change>,
    /// Counts up whenever the same address gives another floor.
    pub stream_version: u32,
    /// The catalogue of rooms, where it is not the embedded one: its
    /// [identity](Catalogue::identity).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub catalogue: Option<String>,
}

/// A rule parameter and the value it was given.
#[derive(Clone, Debug, PartialEq, Serialize, serde::Deserialize)]
pub struct Change {
    /// The parameter's name, such as `flash.rooms.per_level`.
    pub path: String,
    /// Its value.
    pub value: Value,
}

impl Description {
    pub(crate) fn new(
        backend: &str,
        edition: &str,
        original: Vec<Parameter>,
        current: Vec<Parameter>,
        stream_version: u32,
    ) -> Self {
        let changed = original
            .into_iter()
            .zip(current)
            .filter(|(original, current)| original.value != current.value)
            .map(|(_, current)| Change { path: current.path, value: current.value })
            .collect();
        Self {
            backend: backend.to_owned(),
            edition: edition.to_owned(),
            changed,
            stream_version,
            catalogue: None,
        }
    }

    /// R39: the run of the game whose stage has that seed, where the floors are of a game that
    /// has runs.
    #[must_use]
    pub fn run_of(&self, stage: u8, seed: Seed) -> Option<RunSeed> {
        match seed {
            Seed::Game(seed) if self.backend == rebirth::NAME => {
                Some(RunSeed::of_stage_seed(stage, seed))
            }
            _ => None,
        }
    }

    /// The description of a generator with such rooms.
    pub(crate) fn with_catalogue(self, catalogue: &Arc<Catalogue>) -> Self {
        let is_embedded = Arc::ptr_eq(catalogue, Catalogue::embedded());
        Self { catalogue: (!is_embedded).then(|| catalogue.identity()), ..self }
    }
}

/// The backends of this crate.
///
/// ```
/// use basement_floors::{Backend, Request, Seed};
///
/// let generator = "flash".parse::<Backend>()?.generator("wrath-of-the-lamb", &[])?;
/// let floor = generator.generate(&Request::level(1), Seed::Pcg(1))?;
/// assert!((8..=9).contains(&(floor.rooms().len() - 2))); // start and secret room aside
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    serde::Deserialize,
    Display,
    EnumIter,
    EnumString,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Backend {
    /// The game of 2011 (rules F).
    Flash,
    /// Its remake (rules R).
    Rebirth,
}

impl Backend {
    /// Its editions by name, the default one first.
    #[must_use]
    pub const fn editions(self) -> &'static [&'static str] {
        match self {
            Self::Flash => flash::Edition::VARIANTS,
            Self::Rebirth => rebirth::Edition::VARIANTS,
        }
    }

    /// The generator whose floors are the game's own: Rebirth's is the game's,
    /// Flash's was never seeded, so PCG stands in for it.
    #[must_use]
    pub const fn default_rng(self) -> RngKind {
        match self {
            Self::Flash => RngKind::Pcg,
            Self::Rebirth => RngKind::Game,
        }
    }

    /// The backend with an edition's rules, and with some of them changed.
    ///
    /// # Errors
    ///
    /// [`RequestError::UnknownName`] for an edition or parameter that does not
    /// exist, [`RequestError::ParameterValue`] for a value out of range.
    pub fn generator(
        self,
        edition: &str,
        changes: &[Change],
    ) -> Result<Box<dyn Generator>, RequestError> {
        Ok(match self {
            Self::Flash => Box::new(Flash::changed(named(edition)?, changes)?),
            Self::Rebirth => Box::new(Rebirth::changed(named(edition)?, changes)?),
        })
    }

    /// The same with rooms of the user's own (L1).
    ///
    /// # Errors
    ///
    /// As [`Backend::generator`], and [`RequestError::NotUnderstood`] for a backend
    /// that chooses no rooms.
    pub fn generator_of_rooms(
        self,
        edition: &str,
        changes: &[Change],
        rooms: Arc<Catalogue>,
    ) -> Result<Box<dyn Generator>, RequestError> {
        match self {
            Self::Flash => Err(RequestError::NotUnderstood {
                backend: flash::NAME,
                what: "room files".to_owned(),
                default: "none",
            }),
            Self::Rebirth => {
                let rebirth = Rebirth::changed(named(edition)?, changes)?;
                Ok(Box::new(rebirth.with_catalogue(rooms)))
            }
        }
    }

    /// The parameters of an edition.
    ///
    /// # Errors
    ///
    /// [`RequestError::UnknownName`] for an edition that does not exist.
    pub fn parameters(self, edition: &str) -> Result<Vec<Parameter>, RequestError> {
        Ok(match self {
            Self::Flash => Flash::new(named(edition)?).parameters(),
            Self::Rebirth => Rebirth::new(named(edition)?).parameters(),
        })
    }
}

/// An edition by its name; the empty name is the default one.
fn named<E>(edition: &str) -> Result<E, RequestError>
where
    E: core::str::FromStr + Default + IntoEnumIterator + core::fmt::Display,
{
    if edition.is_empty() {
        return Ok(E::default());
    }
    edition.parse().map_err(|_| RequestError::unknown_name("edition", edition, E::iter()))
}
