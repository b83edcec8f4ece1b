//! The common interface of all generators.

use std::sync::Arc;

use basement_model::{Curse, Floor, Grid, Request, RequestError, RoomKind, Seed};
use basement_rooms::Catalogue;
use serde::{Deserialize, Serialize};

use crate::chance::Chance;
use crate::error::GenerateError;
use crate::first_draws::FirstDraws;
use crate::gaps::CatalogueGap;
use crate::interior_name::InteriorName;
use crate::never::NeverReason;
use crate::parameters::{Change, Parameter};
use crate::posterior::{Posterior, PosteriorError};
use crate::trace::Event;

/// A floor generator: one algorithm with one set of rules.
///
/// A backend outside this crate implements this trait and builds its floors with [`Floor::new`].
/// Nothing more is needed to measure and draw its floors.
///
/// ```
/// use basement_floors::{
///     Cell, Description, Floor, FloorParts, GenerateError, Generator, Grid, Request, Room, RoomKind,
///     Seed, Shape,
/// };
///
/// /// A corridor with the boss at its end.
/// struct Corridor;
///
/// impl Generator for Corridor {
///     fn describe(&self) -> Description {
///         Description::new("corridor", "first", 1)
///     }
///
///     fn grid(&self) -> Grid {
///         Grid::REBIRTH
///     }
///
///     fn generate(&self, request: &Request, seed: Seed) -> Result<Floor, GenerateError> {
///         let length = 1 + (seed.value() % 6) as u8;
///         let rooms: Vec<Room> = (0..=length)
///             .map(|x| Room {
///                 kind: match x {
///                     0 => RoomKind::Start,
///                     _ if x == length => RoomKind::Boss,
///                     _ => RoomKind::Normal,
///                 },
///                 ..Room::normal(Cell::new(6 + x, 6), Shape::Single, x)
///             })
///             .collect();
///         Ok(Floor::new(FloorParts::new(self.grid(), request, seed, &rooms))?)
///     }
/// }
///
/// let floor = Corridor.generate(&Request::level(1), Seed::Pcg(2))?;
/// assert_eq!(floor.rooms().len(), 4);
/// # Ok::<(), GenerateError>(())
/// ```
pub trait Generator: Send + Sync {
    /// The description of the generator, as a report or a manifest records it.
    fn describe(&self) -> Description;

    /// The catalogue from which it chooses concrete rooms, if it has one. The `interior` of a
    /// floor's room is an index into it.
    fn catalogue(&self) -> Option<&Catalogue> {
        None
    }

    /// The name of the concrete room that [`Room::interior`](basement_model::Room::interior)
    /// stands for. The default takes it from the [catalogue](Generator::catalogue).
    fn interior_name(&self, interior: u16) -> Option<InteriorName<'_>> {
        InteriorName::from_catalogue(self.catalogue()?, interior)
    }

    /// For each room of its [catalogue](Generator::catalogue), by index, why no floor of a request has it,
    /// whatever the seed. `None` for a room that the rules do not exclude: it may still be very rare. By
    /// default the list is empty.
    ///
    /// ```
    /// use basement_floors::rebirth::Rebirth;
    /// use basement_floors::{Generator, NeverReason, Request};
    ///
    /// // The first floor does not read the rooms of Sheol.
    /// let rebirth = Rebirth::default();
    /// let never = rebirth.rooms_that_never_appear(&Request::level(1))?;
    /// let last = rebirth.catalogue().unwrap().rooms().last().unwrap();
    /// assert_ne!(last.stage, Some(1));
    /// assert_eq!(never.last(), Some(&Some(NeverReason::OtherStage)));
    /// # Ok::<(), basement_floors::RequestError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RequestError`] when this backend cannot meet the request.
    fn rooms_that_never_appear(
        &self,
        request: &Request,
    ) -> Result<Vec<Option<NeverReason>>, RequestError> {
        let _ = request;
        Ok(Vec::new())
    }

    /// [W11](crate::rules#w11): what its [catalogue](Generator::catalogue) lacks: rooms that a rule
    /// asks for on some floor of a request, but that the catalogue does not have with a weight
    /// above 0. The default is an empty list.
    ///
    /// ```
    /// use basement_floors::{Generator, Request, rebirth::Rebirth};
    ///
    /// let rebirth = Rebirth::default();
    /// assert_eq!(rebirth.catalogue_gaps(&Request::level(1))?, []);
    /// # Ok::<(), basement_floors::RequestError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RequestError`] when this backend cannot meet the request. This includes a catalogue that
    /// has no boss rooms, or no normal rooms for the stage.
    fn catalogue_gaps(&self, request: &Request) -> Result<Vec<CatalogueGap>, RequestError> {
        let _ = request;
        Ok(Vec::new())
    }

    /// The grid of all its floors.
    fn grid(&self) -> Grid;

    /// One floor: a pure function of the request and the seed.
    ///
    /// Doors must join all rooms of the plan, that is, all but secret and ultra secret rooms; otherwise
    /// the measures of the floor are wrong. Two rooms that touch have a door wherever both have a slot; to
    /// close one, take the slot out of [`Room::slots`](basement_model::Room::slots).
    ///
    /// # Errors
    ///
    /// [`GenerateError::Request`] when this backend cannot meet the request,
    /// [`GenerateError::GaveUp`] when every attempt was rejected, and
    /// [`GenerateError::MissingRooms`] when the catalogue lacks a room that the floor needs.
    fn generate(&self, request: &Request, seed: Seed) -> Result<Floor, GenerateError>;

    /// Makes the floors of many seeds for one request, and passes them to `visit` in the order of
    /// the seeds. Each is the floor that [`Generator::generate`] makes. A backend can make them
    /// side by side; the default makes one after another.
    ///
    /// ```
    /// use basement_floors::{Backend, Request, Seed};
    ///
    /// let flash = Backend::Flash.generator("article", &[])?;
    /// let seeds: Vec<Seed> = (0..100).map(Seed::Pcg).collect();
    /// let mut rooms = 0;
    /// flash.generate_batch(&Request::level(1), &seeds, &mut |floor| {
    ///     rooms += floor.map_or(0, |floor| floor.rooms().len());
    /// });
    /// assert!((700..1100).contains(&rooms));
    /// # Ok::<(), basement_floors::GenerateError>(())
    /// ```
    ///
    /// If a floor cannot be made, `visit` gets the error of [`Generator::generate`].
    fn generate_batch(
        &self,
        request: &Request,
        seeds: &[Seed],
        visit: &mut dyn FnMut(Result<&Floor, GenerateError>),
    ) {
        for seed in seeds {
            match self.generate(request, *seed) {
                Ok(ref floor) => visit(Ok(floor)),
                Err(error) => visit(Err(error)),
            }
        }
    }

    /// What the first draws decide for each of these seeds, in order. `None` if the generator does
    /// not support this, which is the default.
    ///
    /// # Errors
    ///
    /// [`RequestError`] when this backend cannot meet the request.
    fn first_draws(
        &self,
        request: &Request,
        seeds: &[Seed],
    ) -> Result<Option<Vec<FirstDraws>>, RequestError> {
        let _ = (request, seeds);
        Ok(None)
    }

    /// The exact chances of the rooms that a rule places by chance, given that a dead end is left
    /// for them. `curse` is the curse of the floor. The default is an empty list.
    ///
    /// # Errors
    ///
    /// [`RequestError`] when this backend cannot meet the request.
    fn chances(
        &self,
        request: &Request,
        curse: Option<Curse>,
    ) -> Result<Vec<Chance>, RequestError> {
        let _ = (request, curse);
        Ok(Vec::new())
    }

    /// The exact probability that the secret room is on each cell, given all rooms of the
    /// floor except the secret and the ultra secret ones.
    ///
    /// # Errors
    ///
    /// [`PosteriorError`] if the backend cannot compute it at all, or cannot for this floor.
    fn secret_posterior(&self, floor: &Floor) -> Result<Posterior, PosteriorError> {
        let _ = floor;
        Err(PosteriorError::NotSupported)
    }

    /// The probability that a hidden room is on each cell, given a map without secret and ultra
    /// secret rooms: exact for the secret room, approximate for the others. It follows from the room's
    /// rule and from the doors that the ordinary rooms could have ([W50](crate::rules#w50)). `kind` is the
    /// hidden room that is sought. Only if that is the secret room does the map show the super secret room.
    /// The floor must be whole ([`Phase::Full`](crate::Phase::Full)).
    ///
    /// Failed placing phases lower weights, which cannot be seen on the map, so the computation
    /// assumes that there were none. If the map hides the super secret room, only the special rooms
    /// placed after it show its place in the order of dead ends.
    ///
    /// ```
    /// use basement_floors::rebirth::{Edition, Rebirth};
    /// use basement_floors::{Generator, Request, RoomKind, Seed};
    ///
    /// let rebirth = Rebirth::new(Edition::AfterbirthPlus);
    /// let floor = rebirth.generate(&Request::level(3), Seed::Pcg(5))?;
    /// let by_rule = rebirth.secret_posterior(&floor)?;
    /// let by_doors = rebirth.posterior_by_doors(&floor, RoomKind::Secret)?;
    /// // Doors can only leave cells out.
    /// assert!(by_doors.cells.len() <= by_rule.cells.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PosteriorError`] if the backend cannot compute it at all, or cannot for this floor.
    fn posterior_by_doors(
        &self,
        floor: &Floor,
        kind: RoomKind,
    ) -> Result<Posterior, PosteriorError> {
        let _ = (floor, kind);
        Err(PosteriorError::NoDoors)
    }

    /// The floor of [`Generator::generate`]. Calls `listener` with every decision as it is made. The
    /// default never calls it.
    ///
    /// # Errors
    ///
    /// The errors of [`Generator::generate`].
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
    ($($pointer:ty),+; $methods:tt) => {$(
        forward_generator! { @ $pointer, $methods }
    )+};
    (@ $pointer:ty, { $(fn $name:ident(&self $(, $argument:ident: $type:ty)*) -> $out:ty;)+ }) => {
        impl<G: Generator + ?Sized> Generator for $pointer {
            $(fn $name(&self $(, $argument: $type)*) -> $out {
                (**self).$name($($argument),*)
            })+
        }
    };
}

forward_generator! { &G, Box<G>, Arc<G>; {
    fn describe(&self) -> Description;
    fn catalogue(&self) -> Option<&Catalogue>;
    fn interior_name(&self, interior: u16) -> Option<InteriorName<'_>>;
    fn rooms_that_never_appear(&self, request: &Request) -> Result<Vec<Option<NeverReason>>, RequestError>;
    fn catalogue_gaps(&self, request: &Request) -> Result<Vec<CatalogueGap>, RequestError>;
    fn grid(&self) -> Grid;
    fn generate(&self, request: &Request, seed: Seed) -> Result<Floor, GenerateError>;
    fn generate_batch(
        &self, request: &Request, seeds: &[Seed], visit: &mut dyn FnMut(Result<&Floor, GenerateError>)
    ) -> ();
    fn first_draws(
        &self, request: &Request, seeds: &[Seed]
    ) -> Result<Option<Vec<FirstDraws>>, RequestError>;
    fn chances(&self, request: &Request, curse: Option<Curse>) -> Result<Vec<Chance>, RequestError>;
    fn secret_posterior(&self, floor: &Floor) -> Result<Posterior, PosteriorError>;
    fn posterior_by_doors(&self, floor: &Floor, kind: RoomKind) -> Result<Posterior, PosteriorError>;
    fn explain(
        &self, request: &Request, seed: Seed, listener: &mut dyn FnMut(Event)
    ) -> Result<Floor, GenerateError>;
} }

/// The description of a generator. A description, a request and a seed are the address of a floor:
/// the same address always gives the same floor.
///
/// ```
/// use basement_floors::Description;
///
/// let description = Description::new("mine", "first", 1);
/// assert!(description.changed.is_empty() && description.catalogue.is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Description {
    /// The name of the algorithm.
    pub backend: String,
    /// The name of the rules on which it is based.
    pub edition: String,
    /// The parameters that differ from the edition's, with their values.
    pub changed: Vec<Change>,
    /// A number that goes up whenever the same address gives a different floor.
    pub stream_version: u32,
    /// The [identity](Catalogue::identity) of the catalogue, if it is not the embedded one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub catalogue: Option<String>,
}

impl Description {
    /// The description of a generator whose rules are the edition's own.
    #[must_use]
    pub fn new(
        backend: impl Into<String>,
        edition: impl Into<String>,
        stream_version: u32,
    ) -> Self {
        Self {
            backend: backend.into(),
            edition: edition.into(),
            changed: Vec::new(),
            stream_version,
            catalogue: None,
        }
    }

    /// The description with the parameters whose values differ from the edition's.
    #[doc(hidden)]
    #[must_use]
    pub fn with_changes(self, edition: Vec<Parameter>, current: Vec<Parameter>) -> Self {
        let changed = edition
            .into_iter()
            .zip(current)
            .filter(|(edition, current)| edition.value != current.value)
            .map(|(_, current)| Change::new(&current.path, current.value))
            .collect();
        Self { changed, ..self }
    }

    /// The description with a catalogue.
    #[doc(hidden)]
    #[must_use]
    pub fn with_catalogue(self, catalogue: &Arc<Catalogue>) -> Self {
        let is_embedded = Arc::ptr_eq(catalogue, Catalogue::embedded());
        Self { catalogue: (!is_embedded).then(|| catalogue.identity()), ..self }
    }
}
