//! Why a request cannot be met.

use core::fmt::Display;

use thiserror::Error;

/// Why a request cannot be met: it names something that does not exist, or contradicts
/// itself. The message says what was given, what is allowed, and what to do.
///
/// ```
/// use basement_model::{RequestError, Seed};
///
/// let error = Seed::game(0).unwrap_err();
/// assert_eq!(error, RequestError::SeedZero);
/// assert!(error.to_string().contains("give 1 to 4294967295"));
/// ```
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RequestError {
    /// [L1](crate::rules#l1): a catalogue without the rooms that every floor of the stage needs.
    #[error(
        "the catalogue has no {what} with a weight above 0, which {rule} asks for on stage {stage}: add \
         a file `{file:02}.{name}` that has them, or read the built-in rooms as well, as `embedded`"
    )]
    NoRooms {
        /// The rooms that it lacks.
        what: &'static str,
        /// The rule that asks for them.
        rule: &'static str,
        /// The stage.
        stage: u8,
        /// The number of the file that they come from.
        file: u8,
        /// Its name.
        name: &'static str,
    },
    /// [W52](crate::rules#w52): an achievement that no rule asks for.
    #[error(
        "no rule asks for achievement {given}: give some of 4, 5, 16-18, 33, 34, 49-53, 55, 66, 68, 151-154, 346, 347, 390, 406"
    )]
    UnknownAchievement {
        /// The number that was given.
        given: u16,
    },
    /// [R3](crate::rules#r3): the state 0 is a fixed point of the game's generator.
    #[error("seed 0 is not a seed of the game's generator: give 1 to 4294967295")]
    SeedZero,
    /// The game's generator has 32 bits.
    #[error("seed {given} is too large for the game's generator: give 1 to 4294967295")]
    SeedTooLarge {
        /// The number given.
        given: u64,
    },
    /// [R38](crate::rules#r38): a text that is not a run seed.
    #[error("`{given}` is not a run seed: {reason}")]
    SeedText {
        /// The text given.
        given: String,
        /// What is wrong with it.
        reason: String,
    },
    /// [R3](crate::rules#r3): there are 81 shift triples.
    #[error("there is no shift triple {given}: they are numbered 0 to 80")]
    UnknownTriple {
        /// The index given.
        given: usize,
    },
    /// An unknown name.
    #[error("there is no {what} `{given}`: {hint}")]
    UnknownName {
        /// The kind of thing that it should name.
        what: &'static str,
        /// The name given.
        given: String,
        /// The nearest name, or all of them.
        hint: String,
    },
    /// A level that the edition does not have.
    #[error("{backend} {edition} has no level {given}: its levels are {allowed}")]
    UnknownLevel {
        /// The backend.
        backend: &'static str,
        /// Its edition.
        edition: &'static str,
        /// The level given.
        given: u8,
        /// The levels it has.
        allowed: &'static str,
    },
    /// A stage type that the stage does not have.
    #[error("stage {level} has no stage type {given}: give {}", stage_types(*last))]
    UnknownStageType {
        /// The stage.
        level: u8,
        /// The type given.
        given: u8,
        /// The last type it has.
        last: u8,
    },
    /// A stage whose type cannot be chosen.
    #[error("stage {given} has no type to choose: give a stage from 1 to 8")]
    NoStageTypes {
        /// The stage given.
        given: u8,
    },
    /// [R39](crate::rules#r39): a generator whose floors belong to no run.
    #[error("the floors of the {backend} backend belong to no run: ask the rebirth backend")]
    NoRuns {
        /// The backend.
        backend: String,
    },
    /// Something that only the other game has a rule for.
    #[error("the {backend} backend has no rule for {what}: {instead}")]
    NotUnderstood {
        /// The backend.
        backend: &'static str,
        /// What it does not understand.
        what: String,
        /// What to do.
        instead: &'static str,
    },
    /// Containers are counted in half-hearts, two each.
    #[error("{given} half-hearts make no whole heart containers: give an even number")]
    HalfContainer {
        /// The half-hearts given.
        given: u8,
    },
    /// More red health than there is room for.
    #[error("{given} red half-hearts do not fit: containers and bone hearts hold {room}")]
    TooMuchRedHealth {
        /// The red half-hearts given.
        given: u8,
        /// The half-hearts that containers and bone hearts hold.
        room: u16,
    },
    /// Luck is a finite number.
    #[error("luck {given} is not a finite number")]
    Luck {
        /// The luck given.
        given: f32,
    },
    /// A value that a rule parameter cannot have.
    #[error("`{path}` cannot be `{given}`: give {allowed}")]
    ParameterValue {
        /// The parameter's name.
        path: String,
        /// The value given.
        given: String,
        /// The values that it can have.
        allowed: String,
    },
    /// Two changes to one rule parameter.
    #[error("`{path}` is given twice: give one value")]
    RepeatedParameter {
        /// The parameter's name.
        path: String,
    },
}

/// An error lists at most this many names.
const MOST_LISTED: usize = 80;

impl RequestError {
    /// The error for a name that is not among the known ones. Its hint is the nearest known name,
    /// if one is near or if there are too many to list; otherwise it is all of them.
    pub fn unknown_name<N: Display>(
        what: &'static str,
        given: &str,
        known: impl IntoIterator<Item = N>,
    ) -> Self {
        let known: Vec<String> = known.into_iter().map(|name| name.to_string()).collect();
        let nearest = known
            .iter()
            .map(|name| (likeness(given, name), name))
            .max_by(|left, right| left.0.total_cmp(&right.0));
        let hint = match nearest {
            Some((likeness, name)) if likeness > NEAR => format!("did you mean `{name}`?"),
            Some((_, name)) if known.len() > MOST_LISTED => {
                format!("the nearest is `{name}`, of {}", known.len())
            }
            _ => format!("there are {}", known.join(", ")),
        };
        Self::UnknownName { what, given: given.to_owned(), hint }
    }

    /// Whether a known name is so like the given one that it may be meant.
    #[must_use]
    pub fn is_near(given: &str, name: &str) -> bool {
        likeness(given, name) > NEAR
    }
}

/// The likeness from which on a name may be meant.
const NEAR: f64 = 0.8;

/// How alike two names are, from 0 to 1.
fn likeness(given: &str, name: &str) -> f64 {
    strsim::jaro_winkler(&given.to_ascii_lowercase(), &name.to_ascii_lowercase())
}

/// `ALL` and `FromStr` for an enum that derives `Display` and `VariantArray` of `strum`. An unknown
/// name is a [`RequestError::UnknownName`] of the kind of thing given.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($enum:ty, $what:literal) => {
        impl $enum {
            /// Every value, in order.
            pub const ALL: &'static [Self] = <Self as ::strum::VariantArray>::VARIANTS;
        }

        impl ::core::str::FromStr for $enum {
            type Err = $crate::RequestError;

            fn from_str(text: &str) -> Result<Self, $crate::RequestError> {
                let found = Self::ALL.iter().find(|value| value.to_string() == text);
                found
                    .copied()
                    .ok_or_else(|| $crate::RequestError::unknown_name($what, text, Self::ALL))
            }
        }
    };
}

/// The stage types that a stage has. No stage has type 3.
fn stage_types(last: u8) -> String {
    match last {
        5 => "0 to 2, 4 or 5".to_owned(),
        4 => "0 to 2 or 4".to_owned(),
        last => format!("0 to {last}"),
    }
}
