//! The one interface of all generators.

use std::sync::Arc;

use basement_model::{Curse, Floor, Grid, Request, RequestError, Seed};
use basement_rooms::Catalogue;
use serde::{Deserialize, Serialize};

use crate::chance::Chance;
use crate::error::GenerateError;
use crate::journal::Event;
use crate::parameters::{Parameter, Value};
use crate::posterior::{Posterior, PosteriorError};

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

/// Forwards every method of [`Generator`] to the generator behind a pointer.
macro_rules! forward_generator {
    ($($pointer:ty),*) => {$(
        impl<G: Generator + ?Sized> Generator for $pointer {
            fn describe(&self) -> Description {
                (**self).describe()
            }

            fn catalogue(&self) -> Option<&Catalogue> {
                (**self).catalogue()
            }

            fn grid(&self) -> Grid {
                (**self).grid()
            }

            fn generate(&self, request: &Request, seed: Seed) -> Result<Floor, GenerateError> {
                (**self).generate(request, seed)
            }

            fn chances(
                &self,
                request: &Request,
                curse: Option<Curse>,
            ) -> Result<Vec<Chance>, RequestError> {
                (**self).chances(request, curse)
            }

            fn secret_posterior(&self, floor: &Floor) -> Result<Posterior, PosteriorError> {
                (**self).secret_posterior(floor)
            }

            fn explain(
                &self,
                request: &Request,
                seed: Seed,
                listener: &mut dyn FnMut(Event),
            ) -> Result<Floor, GenerateError> {
                (**self).explain(request, seed, listener)
            }
        }
    )*};
}

forward_generator!(&G, Box<G>, Arc<G>);

/// What a generator is. With a request and a seed it names a floor for ever.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

    /// The description of a generator with such rooms.
    pub(crate) fn with_catalogue(self, catalogue: &Arc<Catalogue>) -> Self {
        let is_embedded = Arc::ptr_eq(catalogue, Catalogue::embedded());
        Self { catalogue: (!is_embedded).then(|| catalogue.identity()), ..self }
    }
}
