//! Files and folders of rooms.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use basement_rooms::{Catalogue, ExtraContent, ExtraOwner, Format, RoomFile};

use crate::boss_pools;
use crate::error::{Position, ReadError, ReadErrorKind, RoomFileError, WriteError};
use crate::extras::has_place;
use crate::file_name::stage_of;
use crate::findings::{Finding, FindingKind, Oddities};
use crate::receiver::{Inspection, Receiver};
use crate::{stb, xml};

/// [L1](basement_model::rules#l1): the catalogue of a room file, or of all room files in a folder.
///
/// A file's stage is told by its name, as in `14.sheol.xml` ([`stage_of`](crate::stage_of)). Folders
/// inside the folder are left out. Of `14.sheol.xml` and `14.sheol.stb` only the first is
/// read, because tools write the second from it.
///
/// A `bosspools.xml` beside the rooms gives the catalogue its boss pools
/// ([W70](basement_model::rules#w70)), see [`read_boss_pools`](crate::read_boss_pools).
///
/// # Errors
///
/// [`RoomFileError`].
///
/// ```no_run
/// use std::path::Path;
///
/// let catalogue = basement_roomfiles::load(Path::new("resources/rooms"))?;
/// println!("{} rooms", catalogue.rooms().len());
/// # Ok::<(), basement_roomfiles::RoomFileError>(())
/// ```
pub fn load(path: &Path) -> Result<Catalogue, RoomFileError> {
    let files = room_files(path)?.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    let catalogue = Catalogue::new(files)?;
    let folder = if path.is_dir() { Some(path) } else { path.parent() };
    match folder.map(|folder| folder.join(boss_pools::FILE_NAME)).filter(|path| path.is_file()) {
        Some(path) => {
            let bytes = fs::read(&path).map_err(|source| unreadable(&path, source))?;
            let pools = boss_pools::read_boss_pools(&bytes)
                .map_err(|error| RoomFileError::Refused { path, error })?;
            Ok(catalogue.with_boss_pools(pools))
        }
        None => Ok(catalogue),
    }
}

/// [L1](basement_model::rules#l1): the rooms of one file.
///
/// # Errors
///
/// [`RoomFileError::Unreadable`] or [`RoomFileError::Refused`].
///
/// ```no_run
/// use std::path::Path;
///
/// let file = basement_roomfiles::read(Path::new("14.sheol.xml"))?;
/// println!("{} rooms", file.rooms.len());
/// # Ok::<(), basement_roomfiles::RoomFileError>(())
/// ```
pub fn read(path: &Path) -> Result<RoomFile, RoomFileError> {
    let bytes = fs::read(path).map_err(|source| unreadable(path, source))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    parse(&name, &bytes).map_err(|error| RoomFileError::Refused { path: path.to_owned(), error })
}

/// [L1](basement_model::rules#l1): the rooms of a file that is in memory.
///
/// The ending of its name, `.xml` or `.stb`, says which format it has. With any other
/// ending, a file that starts with `<` or is blank is XML.
///
/// # Errors
///
/// [`ReadError`].
///
/// ```
/// let xml = br#"<rooms><room type="1" variant="0" shape="1"/></rooms>"#;
/// let file = basement_roomfiles::parse("14.sheol.xml", xml)?;
/// assert_eq!((file.stage, file.rooms.len()), (Some(14), 1));
/// # Ok::<(), basement_roomfiles::ReadError>(())
/// ```
pub fn parse(name: &str, bytes: &[u8]) -> Result<RoomFile, ReadError> {
    let mut rooms = Vec::new();
    let file = receive(name, bytes, &mut rooms)?;
    Ok(RoomFile { rooms, ..file })
}

/// [L1](basement_model::rules#l1): tells everything in a file that looks like a mistake, in the
/// file's order, and returns how many rooms it has. No room is kept, so that even a large file
/// takes little memory.
///
/// # Errors
///
/// [`ReadError`], as [`parse`]. What was found before it was told.
///
/// ```
/// let mut told = Vec::new();
/// let text = b"<rooms><room type='1' variant='7' name='Attic' shape='1'/></rooms>";
/// let rooms = basement_roomfiles::check("attic.xml", text, &mut |finding| {
///     told.push(finding.kind.name());
/// })?;
/// assert_eq!(rooms, 1);
/// assert_eq!(told, ["no_stage", "attribute", "attribute", "attribute", "no_doors"]);
/// # Ok::<(), basement_roomfiles::ReadError>(())
/// ```
pub fn check(
    name: &str,
    bytes: &[u8],
    report: &mut dyn FnMut(Finding),
) -> Result<usize, ReadError> {
    if let Err(reason) = stage_of(name) {
        report(Finding { room: None, kind: FindingKind::NoStage(reason) });
    }
    let mut inspection = Inspection { oddities: Oddities::default(), report };
    receive(name, bytes, &mut inspection)?;
    let rooms = inspection.oddities.rooms;
    if rooms == 0 {
        report(Finding { room: None, kind: FindingKind::NoRooms });
    }
    Ok(rooms)
}

/// Gives the rooms of a file in memory to a receiver, and returns everything else.
fn receive(name: &str, bytes: &[u8], receiver: &mut dyn Receiver) -> Result<RoomFile, ReadError> {
    if bytes.starts_with(LFS_POINTER) {
        let kind = ReadErrorKind::GitLfsPointer;
        return Err(ReadError { position: Position::Line(1), room: None, kind });
    }
    let is_xml = match ending(Path::new(name)).as_deref() {
        Some("xml") => true,
        Some("stb") => false,
        _ => {
            let start = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            start.trim_ascii_start().first().is_none_or(|first| *first == b'<')
        }
    };
    if is_xml { xml::read(name, bytes, receiver) } else { stb::read(name, bytes, receiver) }
}

/// How a file begins that stands for another that Git LFS keeps elsewhere.
const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// [L1](basement_model::rules#l1): a file's rooms in a format, as bytes.
///
/// # Errors
///
/// [`WriteError`] if the format cannot hold the rooms. What the format has no place for, but a
/// reader can do without, is dropped; [`left_out`] lists it.
///
/// ```
/// use basement_rooms::Format;
/// use basement_roomfiles::{parse, write};
///
/// let file = parse("14.sheol.xml", b"<rooms/>")?;
/// assert_eq!(write(&file, Format::Stb1)?, b"STB1\0\0\0\0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(file: &RoomFile, format: Format) -> Result<Vec<u8>, WriteError> {
    match format {
        Format::Xml => xml::write(file),
        Format::Stb0 | Format::Stb1 | Format::Stb2 => stb::write(file, format),
    }
}

/// [L1](basement_model::rules#l1): what [`write()`] drops because the format has no place for it,
/// each in a few words.
///
/// ```
/// use basement_rooms::Format;
/// use basement_roomfiles::{left_out, parse};
///
/// let file = parse("14.sheol.xml", b"<rooms mod='mine'/>")?;
/// assert_eq!(left_out(&file, Format::Stb1), ["the attribute `mod`"]);
/// assert!(left_out(&file, Format::Xml).is_empty());
/// # Ok::<(), basement_roomfiles::ReadError>(())
/// ```
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
        .filter(|extra| match &extra.content {
            ExtraContent::Attribute { name, .. } => !has_place(format, name),
            ExtraContent::Markup(_) => true,
        })
        .map(|extra| match &extra.content {
            ExtraContent::Attribute { name, .. } if name == "weight" => {
                "digits of weights".to_owned()
            }
            ExtraContent::Attribute { name, .. } => match extra.owner {
                ExtraOwner::Whole => format!("the attribute `{name}`"),
                ExtraOwner::Door(_) => format!("the attribute `{name}` of doors"),
                ExtraOwner::Spawn(_) => format!("the attribute `{name}` of spawns"),
                ExtraOwner::Entity(..) => format!("the attribute `{name}` of entities"),
            },
            ExtraContent::Markup(_) => "comments, text and unknown elements".to_owned(),
        })
        .collect();
    if format != Format::Stb2 && interiors.clone().any(|interior| interior.stb2.is_some()) {
        names.push("the nine bytes that STB2 adds to a room".to_owned());
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// [L1](basement_model::rules#l1): the room files in a folder, sorted by name. If an XML and an STB
/// file have the same name, only the XML file is listed. A `bosspools.xml` is no room file. A path
/// that is not a folder is returned as it is.
///
/// # Errors
///
/// [`RoomFileError::Unreadable`], or [`RoomFileError::NoFiles`] for a folder without any.
///
/// ```no_run
/// use std::path::Path;
///
/// for path in basement_roomfiles::room_files(Path::new("resources/rooms"))? {
///     println!("{}", path.display());
/// }
/// # Ok::<(), basement_roomfiles::RoomFileError>(())
/// ```
pub fn room_files(folder: &Path) -> Result<Vec<PathBuf>, RoomFileError> {
    if !folder.is_dir() {
        return Ok(vec![folder.to_owned()]);
    }
    let entries = fs::read_dir(folder).map_err(|source| unreadable(folder, source))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(|source| unreadable(folder, source))?.path();
        let is_pools = path.file_name().is_some_and(|name| name == boss_pools::FILE_NAME);
        if matches!(ending(&path).as_deref(), Some("xml" | "stb")) && path.is_file() && !is_pools {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(RoomFileError::NoFiles { path: folder.to_owned() });
    }
    // XML before STB, so that of two files of one name the STB file is dropped.
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
