//! The numbers of a floor that a condition can compare.

use std::fmt;

use basement_floors::{Curse, RequestError, RoomKind, Shape};
use serde::Serialize;
use strum::Display;

use super::syntax::{self, Term};
use super::{ConditionError, Fact, Known};
use crate::measure::{self, MEASURES, Measure};

/// A number that a floor can have.
///
/// ```
/// use basement_survey::{measure, search::{Quantity, RestsOn}};
///
/// assert_eq!("rings".parse(), Ok(Quantity::Measure(measure::RINGS)));
/// let planetariums: Quantity = "count(planetarium)".parse()?;
/// assert_eq!(planetariums.rests_on(), RestsOn::Rooms);
/// # Ok::<(), basement_survey::search::ConditionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quantity {
    /// `wanted`: how many rooms are wanted, as in [`FirstDraws`](basement_floors::FirstDraws).
    Wanted,
    /// `min_dead_ends`: the fewest dead ends that an attempt must have.
    MinDeadEnds,
    /// A measure, by its name. Counts of a shape are measures as well.
    Measure(&'static Measure),
    /// `count(shop)`: how many rooms of a kind there are.
    Kind(RoomKind),
}

/// What decides a quantity of a finished floor, or a condition on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RestsOn {
    /// The first draws, before anything grows.
    FirstDraws,
    /// The first layout with enough dead ends ([R17](basement_floors::rules#r17)). A special room
    /// replaces a dead end ([W19](basement_floors::rules#w19)): it has its own shape and doors, but
    /// the number of rooms stays the same. A Labyrinth's second boss room always adds one.
    ///
    /// If a room finds no place, the floor gets a later layout ([W5](basement_floors::rules#w5)).
    /// The rooms of the catalogue decide this, so on such a floor even the layout rests on the
    /// rooms. With the built-in rooms, this happens on two to seven of 100 floors, on ten of 100
    /// Labyrinths and on 15 to 18 of 100 floors of The Void.
    Layout,
    /// The rooms of the catalogue as well: which dead ends they replace, and which shapes and doors
    /// they have.
    Rooms,
}

/// What no special room changes: how many rooms the layout has, and how it was found.
const OF_LAYOUT: [&Measure; 4] =
    [measure::ROOMS, measure::ROOMS_BESIDES_START, measure::GENERATOR_DEAD_ENDS, measure::ATTEMPTS];

const WANTED: &str = "wanted";
const MIN_DEAD_ENDS: &str = "min_dead_ends";

impl Quantity {
    /// What decides the quantity.
    #[must_use]
    pub fn rests_on(self) -> RestsOn {
        match self {
            Self::Wanted | Self::MinDeadEnds => RestsOn::FirstDraws,
            Self::Measure(measure) if OF_LAYOUT.contains(&measure) => RestsOn::Layout,
            Self::Measure(_) | Self::Kind(_) => RestsOn::Rooms,
        }
    }

    /// Reads a quantity of a stage, such as `2: boss_distance`. `level` is used if the text names
    /// no level.
    ///
    /// # Errors
    ///
    /// [`ConditionError`] for a text that names no quantity.
    pub fn of_stage(text: &str, level: u8) -> Result<(u8, Self), ConditionError> {
        let (level, text) = syntax::level(text, level)?;
        Ok((level, text.parse()?))
    }

    /// The quantity that a term names. `others` are further names that the error for an unknown one
    /// suggests.
    pub(super) fn of_term(term: Term<'_>, others: &[&'static str]) -> Result<Self, RequestError> {
        match term {
            Term::Name(name) => Self::named(name, others),
            Term::Count(name) => Self::count(name),
        }
    }

    fn named(name: &str, others: &[&'static str]) -> Result<Self, RequestError> {
        let besides = [(WANTED, Self::Wanted), (MIN_DEAD_ENDS, Self::MinDeadEnds)];
        if let Some((_, quantity)) = besides.iter().find(|(known, _)| *known == name) {
            return Ok(*quantity);
        }
        Measure::from_name(name).map(Self::Measure).ok_or_else(|| {
            let known = MEASURES.iter().map(|measure| measure.name);
            let known = known.chain([WANTED, MIN_DEAD_ENDS]).chain(others.iter().copied());
            RequestError::unknown_name("measure", name, known)
        })
    }

    /// The number of rooms of a shape or kind.
    pub(super) fn count(name: &str) -> Result<Self, RequestError> {
        let lower = name.to_ascii_lowercase();
        let of_shape = || Measure::from_name(&format!("rooms_{lower}")).map(Self::Measure);
        let is_shape = Shape::ALL.iter().any(|shape| shape.name() == lower);
        let of_kind = || lower.replace('-', "_").parse().ok().map(Self::Kind);
        is_shape.then(of_shape).flatten().or_else(of_kind).ok_or_else(|| {
            let shapes = Shape::ALL.iter().map(|shape| shape.name().to_owned());
            let kinds = RoomKind::ALL.iter().map(ToString::to_string);
            RequestError::unknown_name("shape or kind of room", name, shapes.chain(kinds))
        })
    }

    /// The quantity, for a floor about which this is known.
    pub(crate) fn of(self, known: &Known<'_>) -> Fact {
        let first_draws = &known.first_draws;
        let of_floor = match (self, known.analysis) {
            (Self::Wanted, _) => return Fact::Number(first_draws.wanted.into()),
            (Self::MinDeadEnds, _) => return Fact::Number(first_draws.min_dead_ends.into()),
            (_, None) => return Fact::Unknown,
            (Self::Measure(measure), Some(analysis)) => measure.of(analysis),
            (Self::Kind(kind), Some(analysis)) => Some(analysis.rooms_of(kind).into()),
        };
        of_floor.map_or(Fact::Missing, Fact::Number)
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wanted => f.write_str(WANTED),
            Self::MinDeadEnds => f.write_str(MIN_DEAD_ENDS),
            Self::Measure(measure) => f.write_str(measure.name),
            Self::Kind(kind) => write!(f, "count({kind})"),
        }
    }
}

impl std::str::FromStr for Quantity {
    type Err = ConditionError;

    /// Reads a measure's name, `wanted`, `min_dead_ends`, or `count(shop)`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let term = syntax::term(text).map_err(|_| ConditionError::NoQuantity(text.to_owned()))?;
        Ok(Self::of_term(term, &[])?)
    }
}

/// The curse with a name, or `none`.
pub(super) fn curse(name: &str) -> Result<Option<Curse>, RequestError> {
    const NONE: &str = "none";
    if name == NONE {
        return Ok(None);
    }
    name.parse().map(Some).map_err(|_| {
        let known = Curse::ALL.iter().map(ToString::to_string);
        RequestError::unknown_name("curse", name, known.chain([NONE.to_owned()]))
    })
}
