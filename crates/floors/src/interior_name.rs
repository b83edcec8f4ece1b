//! What a room's interior is called.

use core::fmt;

use basement_rooms::{Catalogue, printable};
use serde::Serialize;

/// The name by which people know the concrete room behind
/// [`Room::interior`](crate::Room::interior).
/// [`Generator::interior_name`](crate::Generator::interior_name) returns it.
///
/// It is written to JSON as an object of its fields, without a tag. `Display` escapes control
/// characters of names.
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
        /// The source of the file, if the catalogue has files from several mods or folders.
        #[serde(skip_serializing_if = "Option::is_none")]
        source: Option<&'a str>,
        /// The file's name.
        file: &'a str,
        /// The room's number within its type.
        variant: u32,
        /// The room's name.
        name: &'a str,
    },
    /// A room of a pool whose rooms have no names ([F14](crate::rules#f14)).
    Pool {
        /// The pool's name.
        pool: &'a str,
        /// The room's number in the pool, from 0.
        number: u16,
    },
}

impl<'a> InteriorName<'a> {
    /// The name of a catalogue's room, by the room's index.
    #[must_use]
    pub fn from_catalogue(catalogue: &'a Catalogue, interior: u16) -> Option<Self> {
        let file = catalogue.file(interior)?;
        Some(Self::Catalogue {
            source: file.source.as_deref().filter(|_| catalogue.has_several_sources()),
            file: &file.name,
            variant: catalogue.get(interior)?.variant,
            name: &catalogue.interior(interior)?.name,
        })
    }
}

impl fmt::Display for InteriorName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Catalogue { source, file, variant, name } => {
                let (name, file) = (printable(name), printable(file));
                write!(f, "{name} (variant {variant} of {file}")?;
                match source {
                    Some(source) => write!(f, ", {})", printable(source)),
                    None => f.write_str(")"),
                }
            }
            Self::Pool { pool, number } => write!(f, "room {number} of the {pool} pool"),
        }
    }
}
