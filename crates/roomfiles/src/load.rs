//! Files and folders of rooms.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use basement_floors::rooms::{Catalogue, Format, Part, RoomFile, Said};

use crate::error::{ReadError, RoomFileError, WriteError};
use crate::{stb, xml};

/// L1: the catalogue of a room file, or of all that a folder holds.
///
/// A file's stage is the number at the start of its name, as in `14.sheol.xml`. A folder
/// is not searched below, and of `14.sheol.xml` and `14.sheol.stb` only the first is
/// read: tools write the second from it.
///
/// # Errors
///
/// [`RoomFileError`].
pub fn load(path: &Path) -> Result<Catalogue, RoomFileError> {
    let files = room_files(path)?.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    Ok(Catalogue::new(files)?)
}

/// L1: the rooms of one file.
///
/// # Errors
///
/// [`RoomFileError::Unreadable`] or [`RoomFileError::Refused`].
pub fn read(path: &Path) -> Result<RoomFile, RoomFileError> {
    let bytes = fs::read(path).map_err(|source| unreadable(path, source))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    parse(&name, &bytes).map_err(|error| RoomFileError::Refused { path: path.to_owned(), error })
}

/// L1: the rooms of a file that is in memory. Its name's ending says which format it
/// has, and with another ending its first character.
///
/// # Errors
///
/// [`ReadError`].
pub fn parse(name: &str, bytes: &[u8]) -> Result<RoomFile, ReadError> {
    let is_xml = match ending(Path::new(name)).as_deref() {
        Some("xml") => true,
        Some("stb") => false,
        _ => {
            let start = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            start.trim_ascii_start().first().is_none_or(|first| *first == b'<')
        }
    };
    if is_xml { xml::read(name, bytes) } else { stb::read(name, bytes) }
}

/// L1: a file's rooms in a format.
///
/// # Errors
///
/// [`WriteError`] when the format cannot hold them.
pub fn write(file: &RoomFile, format: Format) -> Result<Vec<u8>, WriteError> {
    match format {
        Format::Xml => xml::write(file),
        Format::Stb0 | Format::Stb1 | Format::Stb2 => stb::write(file, format),
    }
}

/// L1: what a format has no place for and [`write()`] therefore leaves out: names of
/// attributes, and the like.
#[must_use]
pub fn left_out(file: &RoomFile, format: Format) -> Vec<String> {
    if format == Format::Xml {
        return Vec::new();
    }
    let interiors = file.rooms.iter().map(|room| &room.interior);
    let mut names: Vec<String> = interiors
        .clone()
        .flat_map(|interior| &interior.extras)
        .chain(&file.extras)
        .map(|extra| match &extra.said {
            Said::Attribute { name, .. } if name == "weight" => "digits of weights".to_owned(),
            Said::Attribute { name, .. } => match extra.part {
                Part::Whole => format!("the attribute `{name}`"),
                Part::Door(_) => format!("the attribute `{name}` of doors"),
                Part::Spawn(_) => format!("the attribute `{name}` of spawns"),
                Part::Entity(..) => format!("the attribute `{name}` of entities"),
            },
            Said::Markup(_) => "comments and unknown elements".to_owned(),
        })
        .collect();
    if format != Format::Stb2 && interiors.clone().any(|interior| interior.stb2.is_some()) {
        names.push("the nine bytes that STB2 adds to a room".to_owned());
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// L1: the number of the stage file that a name begins with; `None` without one.
#[must_use]
pub fn stage_of(name: &str) -> Option<u8> {
    let digits = name.find(|character: char| !character.is_ascii_digit()).unwrap_or(name.len());
    name[..digits].parse().ok()
}

/// L1: the room files of a folder, by name; where there is an XML and an STB of one name,
/// the XML. What is no folder stands for itself.
///
/// # Errors
///
/// [`RoomFileError::Unreadable`], or [`RoomFileError::NoFiles`] for a folder without any.
pub fn room_files(folder: &Path) -> Result<Vec<PathBuf>, RoomFileError> {
    if !folder.is_dir() {
        return Ok(vec![folder.to_owned()]);
    }
    let entries = fs::read_dir(folder).map_err(|source| unreadable(folder, source))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(|source| unreadable(folder, source))?.path();
        if matches!(ending(&path).as_deref(), Some("xml" | "stb")) && path.is_file() {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(RoomFileError::NoFiles { path: folder.to_owned() });
    }
    // XML before STB of the same name, which then is the second of the two.
    paths.sort_by_key(|path| (path.with_extension(""), ending(path).as_deref() == Some("stb")));
    paths.dedup_by_key(|path| path.with_extension(""));
    Ok(paths)
}

fn ending(path: &Path) -> Option<String> {
    path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase)
}

fn unreadable(path: &Path, source: std::io::Error) -> RoomFileError {
    RoomFileError::Unreadable { path: path.to_owned(), source }
}
