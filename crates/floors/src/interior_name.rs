//! What a room's interior is called.

use core::fmt;

use basement_rooms::Catalogue;
use serde::Serialize;

/// The concrete room behind [`Room::interior`](crate::Room::interior), as people know
/// it. [`Generator::interior_name`](crate::Generator::interior_name) gives it.
///
/// It is written to JSON as an object of its fields, without a tag.
///
/// ```
/// use basement_floors::{Generator, InteriorName, flash::Flash, rebirth::Rebirth};
///
/// let flash = Flash::default();
/// assert_eq!(flash.interior_name(99).unwrap().to_string(), "room 12 of the medium pool");
/// let rebirth = Rebirth::default();
/// let Some(InteriorName::Catalogue { variant, .. }) = rebirth.interior_name(0) else { panic!() };
/// println!("variant {variant}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum InteriorName<'a> {
    /// A room of a catalogue ([L1](crate::rules#l1)).
    Catalogue {
        /// The file's name.
        file: &'a str,
        /// Its number within its type.
        variant: u32,
        /// Its name.
        name: &'a str,
    },
    /// A room of a pool whose rooms have no names ([F14](crate::rules#f14)).
    Pool {
        /// The pool's name.
        pool: &'a str,
        /// Its number in the pool, from 0.
        number: u16,
    },
}

impl<'a> InteriorName<'a> {
    /// The name of a catalogue's room, by the room's index.
    #[must_use]
    pub fn from_catalogue(catalogue: &'a Catalogue, interior: u16) -> Option<Self> {
        Some(Self::Catalogue {
            file: &catalogue.file(interior)?.name,
            variant: catalogue.get(interior)?.variant,
            name: &catalogue.interior(interior)?.name,
        })
    }
}

impl fmt::Display for InteriorName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Catalogue { file, variant, name } => {
                write!(f, "{name} (variant {variant} of {file})")
            }
            Self::Pool { pool, number } => write!(f, "room {number} of the {pool} pool"),
        }
    }
}
