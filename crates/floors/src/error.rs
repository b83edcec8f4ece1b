//! Why a generator made no floor.

use basement_model::{FloorError, Request, RequestError, Seed};
use basement_rooms::RoomType;
use thiserror::Error;

use crate::counted::counted;

/// Why a generator made no floor.
///
/// ```
/// use basement_floors::{Backend, GenerateError, Request, RequestError, Seed};
///
/// let flash = Backend::Flash.generator("article", &[])?;
/// let error = flash.generate(&Request::level(13), Seed::Pcg(1)).unwrap_err();
/// assert!(matches!(error, GenerateError::Request(RequestError::UnknownLevel { .. })));
/// # Ok::<(), RequestError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The request cannot be met by this backend.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// [W11](crate::rules#w11): a rule needs a room, and the catalogue has none that can be picked.
    #[error(transparent)]
    MissingRooms(#[from] MissingRooms),
    /// The generator made an invalid floor.
    #[error(transparent)]
    Floor(#[from] FloorError),
    /// Every attempt was rejected ([F7](crate::rules#f7), [R17](crate::rules#r17)).
    #[error(
        "{backend} found no floor for level {level}, curse {curse}, seed {seed} in {made}: \
         take another seed, or allow more attempts",
        level = request.level, curse = request.curse, made = counted((*attempts).into(), "attempt")
    )]
    GaveUp {
        /// The backend.
        backend: &'static str,
        /// The request.
        request: Box<Request>,
        /// The seed.
        seed: Seed,
        /// The number of attempts that it made.
        attempts: u32,
    },
}

impl GenerateError {
    /// [`GenerateError::GaveUp`].
    #[doc(hidden)]
    #[must_use]
    pub fn gave_up(backend: &'static str, request: &Request, seed: Seed, attempts: u32) -> Self {
        Self::GaveUp { backend, request: Box::new(*request), seed, attempts }
    }
}

/// [W11](crate::rules#w11): rooms that a catalogue lacks. Without them the game would crash.
///
/// ```
/// use basement_floors::MissingRooms;
/// use basement_floors::rooms::RoomType;
///
/// let missing = MissingRooms { room_type: RoomType::Shop, subtype: Some(11), variants: None };
/// let message = missing.to_string();
/// assert!(message.contains("no shop room (type 2) of subtype 11"), "{message}");
/// assert!(message.ends_with("to the file of special rooms"), "{message}");
///
/// // The start room of stage 11.
/// let missing = MissingRooms {
///     room_type: RoomType::Normal,
///     subtype: None,
///     variants: Some((0, 0)),
/// };
/// assert!(missing.to_string().ends_with("to the stage's own file"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the catalogue has no {room_type} room (type {number}){subtype}{variants} that can be picked: \
     add one with a weight above 0 and a difficulty of 1 to 10 to {file}",
    file = file_of(*room_type, *variants), number = room_type.number(),
    subtype = subtype.map(|subtype| format!(" of subtype {subtype}")).unwrap_or_default(),
    variants = variants
        .map(|(first, last)| format!(" with a variant of {first} to {last}"))
        .unwrap_or_default()
)]
pub struct MissingRooms {
    /// Their type.
    pub room_type: RoomType,
    /// Their subtype, if one is asked for.
    pub subtype: Option<u32>,
    /// Their first and last variant, if a range is asked for.
    pub variants: Option<(u32, u32)>,
}

/// The file that the rooms belong in. [W50](crate::rules#w50): the start room of stage 11 is the only
/// one with a fixed variant in its stage's own file.
fn file_of(room_type: RoomType, variants: Option<(u32, u32)>) -> &'static str {
    match (room_type, variants) {
        (RoomType::Normal, Some((0, 0))) => "the stage's own file",
        _ => "the file of special rooms",
    }
}
