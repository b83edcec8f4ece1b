//! What can go wrong with a room file.

use std::fmt;
use std::path::PathBuf;

use basement_floors::rooms::CatalogueError;
use thiserror::Error;

/// A file that cannot be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RoomFileError {
    /// The file or folder cannot be opened.
    #[error("{} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The file is no room file, or a damaged one.
    #[error("{}, {error}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// Where and why.
        error: ReadError,
    },
    /// A folder without room files.
    #[error("{} holds no room files: their names end in .xml or .stb", path.display())]
    NoFiles {
        /// The folder.
        path: PathBuf,
    },
    /// Files that are too large together.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
}

/// Where a file was refused, and why.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{place}: {reason}")]
pub struct ReadError {
    /// Where.
    pub place: Place,
    /// Why.
    pub reason: Reason,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A byte of a binary file, from 0.
    Offset(usize),
    /// A line of an XML file, from 1.
    Line(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Offset(offset) => write!(f, "offset {offset}"),
            Self::Line(line) => write!(f, "line {line}"),
        }
    }
}

/// Why a file was refused.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Reason {
    /// It ends too early.
    #[error("the file ends inside {what}: it is cut short")]
    Truncated {
        /// What it ends inside of.
        what: &'static str,
    },
    /// It says to hold more than it can.
    #[error(
        "{given} {what} are claimed, but what follows has space for {most}: it is damaged or cut short"
    )]
    Claimed {
        /// What is claimed.
        what: &'static str,
        /// How many.
        given: u64,
        /// How many there could be.
        most: u64,
    },
    /// More follows than it says to hold.
    #[error("{bytes} bytes follow the last of the rooms that the file claims")]
    Trailing {
        /// How many bytes.
        bytes: usize,
    },
    /// An STB version of the future.
    #[error(
        "`{given}` is no version that is known: a file begins with STB1, STB2, or the number of its rooms"
    )]
    UnknownVersion {
        /// How the file begins.
        given: String,
    },
    /// A text that is none.
    #[error("{what} is not UTF-8")]
    NotUtf8 {
        /// The text.
        what: &'static str,
    },
    /// A weight that nothing can have.
    #[error("`{given}` is no weight: a weight is a finite number from 0 up")]
    Weight {
        /// The weight given.
        given: String,
    },
    /// A shape that does not exist.
    #[error("there is no shape {given}: shapes are numbered 1 to 12")]
    UnknownShape {
        /// The number given.
        given: u8,
    },
    /// A size that belongs to no shape, in a file that gives no shapes.
    #[error("no shape is {width}x{height} tiles: give 13x7, 13x14, 26x7 or 26x14")]
    UnknownSize {
        /// The width given.
        width: u8,
        /// The height given.
        height: u8,
    },
    /// A yes or no that is neither.
    #[error("`{given}` says neither that a door exists (True, 1) nor that it does not (False, 0)")]
    Flag {
        /// What is given.
        given: String,
    },
    /// An attribute that is no number, or too large a one.
    #[error("`{given}` is no {attribute}: give a whole number from {least} to {most}")]
    Number {
        /// The attribute.
        attribute: &'static str,
        /// Its value.
        given: String,
        /// The least allowed.
        least: i64,
        /// The greatest allowed.
        most: i64,
    },
    /// An element lacks what it cannot do without.
    #[error("<{element}> lacks its {attribute}")]
    Missing {
        /// The element.
        element: &'static str,
        /// The attribute.
        attribute: &'static str,
    },
    /// An attribute stands twice.
    #[error("the attribute `{name}` stands twice")]
    Twice {
        /// The attribute.
        name: String,
    },
    /// An XML file about something else.
    #[error("<{given}> is no list of rooms: the root element is <rooms> or <stage>")]
    Root {
        /// The root element's name.
        given: String,
    },
    /// An element where it means nothing.
    #[error("<{given}> cannot stand inside <{within}>")]
    Misplaced {
        /// The element.
        given: &'static str,
        /// The element around it.
        within: &'static str,
    },
    /// Text where only elements can be.
    #[error("text stands inside <{within}>, where only elements can")]
    Text {
        /// The element around it.
        within: &'static str,
    },
    /// A character that XML does not allow.
    #[error("the character U+{:04X} is not allowed in XML", u32::from(*given))]
    Character {
        /// The character.
        given: char,
    },
    /// Not XML at all.
    #[error("this is not well-formed XML: {0}")]
    Malformed(String),
}

/// Rooms that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// More than the format can count.
    #[error(
        "room {room}, `{name}`: {given} {what} are too many for STB, which counts up to {most}"
    )]
    TooMany {
        /// The room's number in its file, from 0.
        room: usize,
        /// Its name.
        name: String,
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        given: usize,
        /// How many there can be.
        most: usize,
    },
    /// A greater number than the format can hold.
    #[error("room {room}, `{name}`: {what} {given} is too large for STB, which holds up to {most}")]
    TooLarge {
        /// The room's number in its file, from 0.
        room: usize,
        /// Its name.
        name: String,
        /// What is too large.
        what: &'static str,
        /// The number.
        given: u32,
        /// The greatest number it holds.
        most: u32,
    },
    /// Something that STB0 does not know.
    #[error("room {room}, `{name}`: STB0 knows no {what} {given}; write STB1")]
    OnlyLater {
        /// The room's number in its file, from 0.
        room: usize,
        /// Its name.
        name: String,
        /// What it does not know.
        what: &'static str,
        /// Its number.
        given: u32,
    },
    /// A character that XML does not allow.
    #[error("room {room}, `{name}`: the character U+{:04X} is not allowed in XML; write STB", u32::from(*given))]
    Character {
        /// The room's number in its file, from 0.
        room: usize,
        /// Its name.
        name: String,
        /// The character.
        given: char,
    },
}
