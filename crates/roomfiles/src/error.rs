//! What can go wrong with a room file.

use std::fmt;
use std::path::PathBuf;

use basement_rooms::CatalogueError;
use thiserror::Error;

/// Why a file or folder could not be loaded.
///
/// ```
/// use std::path::Path;
///
/// use basement_roomfiles::{RoomFileError, read};
///
/// let error = read(Path::new("no-such-file.xml")).unwrap_err();
/// assert!(matches!(error, RoomFileError::Unreadable { .. }));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RoomFileError {
    /// The file or folder cannot be opened.
    #[error("{} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The reason that the operating system gives.
        source: std::io::Error,
    },
    /// The file is invalid.
    #[error("{}, {error}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// Where it is invalid, and why.
        error: ReadError,
    },
    /// The folder has no room files.
    #[error("{} holds no room files: their names end in .xml or .stb", path.display())]
    NoFiles {
        /// The folder.
        path: PathBuf,
    },
    /// The files have too many rooms for one catalogue.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
}

/// Where a file is invalid, and why.
///
/// ```
/// use basement_roomfiles::{Position, ReadErrorKind, parse};
///
/// let error = parse("14.sheol.xml", b"<rooms>\n<room/></rooms>").unwrap_err();
/// assert_eq!(error.position, Position::Line(2));
/// assert!(matches!(error.kind, ReadErrorKind::MissingAttribute { attribute: "type", .. }));
/// assert_eq!(error.to_string(), "line 2: <room> lacks its type");
/// ```
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{position}: {kind}")]
#[non_exhaustive]
pub struct ReadError {
    /// Where.
    pub position: Position,
    /// Why.
    pub kind: ReadErrorKind,
}

/// A position in a file.
///
/// ```
/// use basement_roomfiles::{Position, parse};
///
/// let error = parse("14.sheol.stb", b"STB1").unwrap_err();
/// assert_eq!(error.position, Position::Offset(4));
/// assert_eq!(error.position.to_string(), "offset 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// The offset of a byte in a binary file, from 0.
    Offset(usize),
    /// A line of an XML file, from 1.
    Line(usize),
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Offset(offset) => write!(f, "offset {offset}"),
            Self::Line(line) => write!(f, "line {line}"),
        }
    }
}

/// Why a file is invalid. [`ReadError`] has an example.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The file ends too early.
    #[error("the file ends inside {what}: it is cut short")]
    Truncated {
        /// What it ends inside.
        what: &'static str,
    },
    /// The file claims to hold more than its bytes have space for.
    #[error(
        "{given} {what} are claimed, but what follows has space for {most}: it is damaged or cut short"
    )]
    CountTooLarge {
        /// What is counted.
        what: &'static str,
        /// The number claimed.
        given: u64,
        /// The greatest number that there is space for.
        most: u64,
    },
    /// Bytes follow the last room.
    #[error("{bytes} bytes follow the last of the rooms that the file claims")]
    TrailingBytes {
        /// How many.
        bytes: usize,
    },
    /// An STB file of an unknown version.
    #[error(
        "`{given}` is no version that is known: a file begins with STB1, STB2, or the number of its rooms"
    )]
    UnknownVersion {
        /// How the file begins.
        given: String,
    },
    /// Bytes that should be text are not UTF-8.
    #[error("{what} is not UTF-8")]
    NotUtf8 {
        /// What they should be.
        what: &'static str,
    },
    /// A weight that is negative, infinite or not a number.
    #[error("`{given}` is no weight: a weight is a finite number from 0 up")]
    InvalidWeight {
        /// The weight given.
        given: String,
    },
    /// A shape that does not exist.
    #[error("there is no shape {given}: shapes are numbered 1 to 12")]
    UnknownShape {
        /// The number given.
        given: u8,
    },
    /// A size that belongs to no shape, in a version that gives sizes only.
    #[error("no shape is {width}x{height} tiles: give 13x7, 13x14, 26x7 or 26x14")]
    UnknownSize {
        /// The width given.
        width: u8,
        /// The height given.
        height: u8,
    },
    /// A flag that is neither true nor false.
    #[error("`{given}` says neither that a door exists (True, 1) nor that it does not (False, 0)")]
    InvalidFlag {
        /// What is given.
        given: String,
    },
    /// An attribute that is not a whole number or is out of range.
    #[error("`{given}` is no {attribute}: give a whole number from {least} to {most}")]
    InvalidNumber {
        /// The attribute's name.
        attribute: &'static str,
        /// Its value.
        given: String,
        /// The least number allowed.
        least: i64,
        /// The greatest number allowed.
        most: i64,
    },
    /// An element without an attribute that it needs.
    #[error("<{element}> lacks its {attribute}")]
    MissingAttribute {
        /// The element's name.
        element: &'static str,
        /// The attribute's name.
        attribute: &'static str,
    },
    /// An element has two attributes of one name.
    #[error("the attribute `{name}` stands twice")]
    DuplicateAttribute {
        /// The name.
        name: String,
    },
    /// An XML file that is not about rooms.
    #[error("<{given}> is no list of rooms: the root element is <rooms> or <stage>")]
    UnknownRoot {
        /// The root element's name.
        given: String,
    },
    /// A known element where it cannot stand.
    #[error("<{given}> cannot stand inside <{within}>")]
    MisplacedElement {
        /// The element's name.
        given: &'static str,
        /// The name of the element around it.
        within: &'static str,
    },
    /// Text where only elements can stand.
    #[error("text stands inside <{within}>, where only elements can")]
    UnexpectedText {
        /// The name of the element around it.
        within: &'static str,
    },
    /// A character that XML does not allow.
    #[error("the character U+{:04X} is not allowed in XML", u32::from(*given))]
    InvalidCharacter {
        /// The character.
        given: char,
    },
    /// The file is not well-formed XML.
    #[error("this is not well-formed XML: {0}")]
    MalformedXml(String),
}

/// Why a format cannot hold a file's rooms.
///
/// ```
/// use basement_rooms::Format;
/// use basement_roomfiles::{WriteError, parse, write};
///
/// let xml = br#"<rooms><room type="1" variant="0" shape="1" subtype="7"/></rooms>"#;
/// let file = parse("14.sheol.xml", xml)?;
/// let error = write(&file, Format::Stb0).unwrap_err();
/// assert_eq!(error.to_string(), "room 0, ``: STB0 knows no subtype 7; write STB1");
/// # Ok::<(), basement_roomfiles::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A room has more of something than the format can count.
    #[error(
        "room {room}, `{name}`: {given} {what} are too many for STB, which counts up to {most}"
    )]
    TooMany {
        /// The room's number in its file, from 0.
        room: usize,
        /// Its name.
        name: String,
        /// What it has too many of.
        what: &'static str,
        /// How many it has.
        given: usize,
        /// The most that the format can count.
        most: usize,
    },
    /// A number is greater than the format can hold.
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
        /// The greatest number that the format can hold.
        most: u32,
    },
    /// STB0 cannot hold this; later versions can.
    #[error("room {room}, `{name}`: STB0 knows no {what} {given}; write STB1")]
    NotInStb0 {
        /// The room's number in its file, from 0.
        room: usize,
        /// Its name.
        name: String,
        /// What STB0 cannot hold.
        what: &'static str,
        /// Its number.
        given: u32,
    },
    /// The room's name has a character that XML does not allow.
    #[error("room {room}, `{name}`: the character U+{:04X} is not allowed in XML; write STB", u32::from(*given))]
    InvalidCharacter {
        /// The room's number in its file, from 0.
        room: usize,
        /// Its name.
        name: String,
        /// The character.
        given: char,
    },
}
