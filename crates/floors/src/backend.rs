//! The backends that come with this crate, by name.

use std::sync::Arc;

use basement_model::{RequestError, RngKind, RunSeed, Seed, named};
use basement_rooms::Catalogue;
use serde::{Deserialize, Serialize};
use strum::{Display, VariantArray, VariantNames};

use crate::flash::{self, Flash};
use crate::generator::{Description, Generator};
use crate::parameters::{Change, Parameter};
use crate::rebirth::{self, Rebirth};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, Display, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Backend {
    /// The game of 2011 (rules F).
    Flash,
    /// Its remake (rules R).
    Rebirth,
}

named!(Backend, "backend");

impl Backend {
    /// Its editions by name, the default one first.
    #[must_use]
    pub const fn editions(self) -> &'static [&'static str] {
        match self {
            Self::Flash => <flash::Edition as VariantNames>::VARIANTS,
            Self::Rebirth => <rebirth::Edition as VariantNames>::VARIANTS,
        }
    }

    /// The default generator of random numbers: the game's own for Rebirth. The Flash game has no
    /// seeds, so its default is PCG.
    #[must_use]
    pub const fn default_rng(self) -> RngKind {
        match self {
            Self::Flash => RngKind::Pcg,
            Self::Rebirth => RngKind::Game,
        }
    }

    /// A generator for the edition with this name, with some parameters changed. `None` is the
    /// default edition. If the edition is known beforehand, [`Flash::new`] and [`Rebirth::new`]
    /// take it as an enum and cannot fail.
    ///
    /// ```
    /// use basement_floors::{Backend, Change};
    ///
    /// let change = Change::new("rebirth.secret.penalty_one_neighbour", 0);
    /// let generator = Backend::Rebirth.generator("repentance", &[change])?;
    /// assert_eq!(generator.describe().changed.len(), 1);
    /// assert_eq!(Backend::Flash.generator(None, &[])?.describe().edition, "article");
    /// # Ok::<(), basement_floors::RequestError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RequestError::UnknownName`] for an edition or parameter that does not
    /// exist, [`RequestError::ParameterValue`] for a value out of range,
    /// [`RequestError::RepeatedParameter`] for two changes of one parameter.
    pub fn generator<'a>(
        self,
        edition: impl Into<Option<&'a str>>,
        changes: &[Change],
    ) -> Result<Box<dyn Generator>, RequestError> {
        let edition = edition.into();
        Ok(match self {
            Self::Flash => Box::new(Flash::changed(named(edition)?, changes)?),
            Self::Rebirth => Box::new(Rebirth::changed(named(edition)?, changes)?),
        })
    }

    /// [`Backend::generator`], with the user's own catalogue if there is one ([L1](crate::rules#l1)).
    ///
    /// # Errors
    ///
    /// The errors of [`Backend::generator`], and [`RequestError::NotUnderstood`] for the catalogue of
    /// a backend that chooses no rooms.
    pub fn generator_with_rooms<'a>(
        self,
        edition: impl Into<Option<&'a str>>,
        changes: &[Change],
        rooms: Option<&Arc<Catalogue>>,
    ) -> Result<Box<dyn Generator>, RequestError> {
        let Some(rooms) = rooms else { return self.generator(edition, changes) };
        match self {
            Self::Flash => Err(RequestError::NotUnderstood {
                backend: flash::NAME,
                what: "room files".to_owned(),
                instead: flash::LEAVE_OUT,
            }),
            Self::Rebirth => {
                let rebirth = Rebirth::changed(named(edition.into())?, changes)?;
                Ok(Box::new(rebirth.with_catalogue(Arc::clone(rooms))))
            }
        }
    }

    /// The parameters of the edition with this name, some of them changed; `None` is the default
    /// edition.
    ///
    /// # Errors
    ///
    /// The errors of [`Backend::generator`].
    pub fn parameters<'a>(
        self,
        edition: impl Into<Option<&'a str>>,
        changes: &[Change],
    ) -> Result<Vec<Parameter>, RequestError> {
        let edition = edition.into();
        Ok(match self {
            Self::Flash => Flash::changed(named(edition)?, changes)?.parameters(),
            Self::Rebirth => Rebirth::changed(named(edition)?, changes)?.parameters(),
        })
    }
}

impl Description {
    /// [R39](crate::rules#r39): the run whose stage has this seed. Only Rebirth has run seeds; for
    /// any other generator, and for a PCG seed, the result is `None`.
    #[must_use]
    pub fn run_of(&self, stage: u8, seed: Seed) -> Option<RunSeed> {
        match (self.backend.parse(), seed) {
            (Ok(Backend::Rebirth), Seed::Game(seed)) => Some(RunSeed::from_stage_seed(stage, seed)),
            _ => None,
        }
    }
}

/// An edition by its name, or the default one.
fn named<E>(edition: Option<&str>) -> Result<E, RequestError>
where
    E: core::str::FromStr<Err = RequestError> + Default,
{
    edition.map_or_else(|| Ok(E::default()), str::parse)
}
