//! What can go wrong with a room file.

use std::fmt;
use std::path::{Path, PathBuf};

use basement_rooms::{CatalogueError, printable};
use thiserror::Error;

use crate::room_label::RoomLabel;

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
    #[error("{} cannot be read: {error}", shown(path))]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The reason that the operating system gives.
        error: std::io::Error,
    },
    /// The file is invalid.
    #[error("{}, {error}", shown(path))]
    Refused {
        /// The file.
        path: PathBuf,
        /// Where it is invalid, and why.
        error: ReadError,
    },
    /// The file is too large to be a list of the names of entities.
    #[error("{} is larger than {} MiB: give an EntitiesMod.xml or entities2.xml", shown(path), most >> 20)]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The largest size that is read, in bytes.
        most: u64,
    },
    /// The folder has no room files.
    #[error("{} holds no room files: their names end in .xml or .stb", shown(path))]
    NoFiles {
        /// The folder.
        path: PathBuf,
    },
    /// The files have too many rooms for one catalogue.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
}

impl RoomFileError {
    pub(crate) fn unreadable(path: &Path, error: std::io::Error) -> Self {
        Self::Unreadable { path: path.to_owned(), error }
    }
}

/// The number of the line that comes after these bytes.
pub(crate) fn line_after(before: &[u8]) -> usize {
    before.iter().filter(|byte| **byte == b'\n').count() + 1
}

/// A path, made safe to print.
pub(crate) fn shown(path: &Path) -> String {
    printable(&path.display().to_string()).into_owned()
}

/// Where a file is invalid, and why.
///
/// ```
/// use basement_roomfiles::{Position, ReadErrorKind, parse};
///
/// let text = b"<rooms>\n<room type='1' variant='9' name='Pit'><door y='3'/></room></rooms>";
/// let error = parse("14.sheol.xml", text).unwrap_err();
/// assert_eq!(error.position, Position::Line(2));
/// assert!(matches!(error.kind, ReadErrorKind::MissingAttribute { attribute: "x", .. }));
/// assert_eq!(error.to_string(), "line 2, room 0, 1.9 `Pit`: <door> lacks its x");
/// ```
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub struct ReadError {
    /// Where the file is invalid.
    pub position: Position,
    /// The room, if the error is inside one.
    pub room: Option<Box<RoomLabel>>,
    /// Why it is invalid.
    pub kind: ReadErrorKind,
}

impl ReadError {
    /// An error in XML, in what follows these bytes.
    pub(crate) fn after(before: &[u8], kind: ReadErrorKind) -> Self {
        Self { position: Position::Line(line_after(before)), room: None, kind }
    }

    /// XML that is not well-formed, after these bytes.
    pub(crate) fn malformed(before: &[u8], error: &dyn fmt::Display) -> Self {
        Self::after(before, ReadErrorKind::MalformedXml(error.to_string()))
    }

    /// The error, inside a room.
    pub(crate) fn in_room(self, room: RoomLabel) -> Self {
        Self { room: Some(Box::new(room)), ..self }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.position)?;
        if let Some(room) = &self.room {
            write!(f, ", {room}")?;
        }
        write!(f, ": {}", printable(&self.kind.to_string()))
    }
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

/// What else helps a file that is not UTF-8.
const ALSO: &str =
    if cfg!(feature = "encodings") { ", or declare its encoding in the first line" } else { "" };

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
    /// The file claims to contain more than its bytes have space for.
    #[error(
        "the file claims {given} {what}, but the rest has space for only {most}: it is damaged, cut short or not a room file"
    )]
    CountTooLarge {
        /// What is counted.
        what: &'static str,
        /// The number claimed.
        given: u64,
        /// The greatest number that there is space for.
        most: u64,
    },
    /// The file contains more of something than any tool writes or a catalogue can hold.
    #[error("there are more than {most} {what}: leave some out")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// The greatest number allowed.
        most: usize,
    },
    /// The file is a pointer of Git LFS, which keeps the real file elsewhere.
    #[error("this is not a room file but a Git LFS pointer: run `git lfs pull` to get the file")]
    GitLfsPointer,
    /// An STB file of an unknown version.
    #[error(
        "`{given}` is not a known version: a file begins with STB1, STB2, or the number of its rooms"
    )]
    UnknownVersion {
        /// How the file begins.
        given: String,
    },
    /// Bytes that should be text are not UTF-8.
    #[error("{what} is not UTF-8: save it as UTF-8{ALSO}")]
    NotUtf8 {
        /// What they should be.
        what: &'static str,
    },
    /// A weight that is negative, infinite or not a number.
    #[error("`{given}` is not a weight: a weight is a number from 0 to 3.4e38")]
    InvalidWeight {
        /// The weight given.
        given: String,
    },
    /// A shape that does not exist.
    #[error("there is no shape {given}: shapes are numbered 1 to 12")]
    UnknownShape {
        /// The number given.
        given: i64,
    },
    /// An attribute that is not a whole number or is out of range.
    #[error("`{given}` is not a valid {attribute}: give a whole number from {least} to {most}")]
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
    /// An element has two attributes with the same name.
    #[error("the attribute `{name}` is there twice")]
    DuplicateAttribute {
        /// The name.
        name: String,
    },
    /// A known element in a place where it is not allowed.
    #[error("<{given}> cannot be inside <{within}>")]
    MisplacedElement {
        /// The element's name.
        given: &'static str,
        /// The name of the element around it.
        within: String,
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
/// use basement_rooms::RoomFileFormat;
/// use basement_roomfiles::{WriteError, parse, write};
///
/// let xml = br#"<rooms><room type="1" variant="0" shape="1" subtype="7"/></rooms>"#;
/// let file = parse("14.sheol.xml", xml)?;
/// let error = write(&file, RoomFileFormat::Stb0).unwrap_err();
/// assert_eq!(error.to_string(), "room 0, 1.0: STB0 knows no subtype 7; write STB1");
/// # Ok::<(), basement_roomfiles::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A room has more of something than the format can count.
    #[error("{room}: {given} {what} are too many for STB, which counts up to {most}")]
    TooMany {
        /// The room.
        room: RoomLabel,
        /// What it has too many of.
        what: &'static str,
        /// How many it has.
        given: usize,
        /// The most that the format can count.
        most: usize,
    },
    /// A number is greater than the format can hold.
    #[error("{room}: {what} {given} is too large for STB, which holds up to {most}")]
    TooLarge {
        /// The room.
        room: RoomLabel,
        /// What is too large.
        what: &'static str,
        /// The number.
        given: u32,
        /// The greatest number that the format can hold.
        most: u32,
    },
    /// STB0 cannot hold this; later versions can.
    #[error("{room}: STB0 knows no {what} {given}; write STB1")]
    NotInStb0 {
        /// The room.
        room: RoomLabel,
        /// What STB0 cannot hold.
        what: &'static str,
        /// Its number.
        given: u32,
    },
    /// The room's name has a character that XML does not allow.
    #[error("{room}: the character U+{:04X} is not allowed in XML; write STB", u32::from(*given))]
    InvalidCharacter {
        /// The room.
        room: RoomLabel,
        /// The character.
        given: char,
    },
}
