//! Files and folders of rooms.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use basement_rooms::{Catalogue, EMBEDDED, ExtraContent, ExtraOwner, RoomFile, RoomFileFormat};

use crate::boss_pools;
use crate::diff::diff;
use crate::error::{Position, ReadError, ReadErrorKind, RoomFileError, WriteError, shown};
use crate::extras::has_place;
use crate::file_name::{name_in_game, stage_of};
use crate::files::{Disk, Files};
use crate::findings::{Finding, FindingKind};
use crate::folders::{
    PathContents, Role, SkipReason, Skipped, SourceFile, ending, file_name, is_room_file,
};
use crate::memory_files::MemoryFiles;
use crate::merge::{Merged, Part, merge};
use crate::oddities::Oddities;
use crate::receiver::{Inspection, Receiver};
use crate::{stb, xml};

/// [L1](basement_model::rules#l1): a catalogue, and remarks about its files.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoadedRooms {
    /// The catalogue. [`Catalogue::sources`] says where its rooms come from.
    pub catalogue: Catalogue,
    /// The files and folders that were left out.
    pub skipped: Vec<Skipped>,
    /// What is odd about the files, with their paths.
    pub findings: Vec<(PathBuf, Finding)>,
    /// How many rooms got a new variant, because theirs was taken.
    pub renumbered: usize,
    /// Whether all files only add to rooms that were not given, as the files of a mod's
    /// `content/rooms` and boss pools do.
    pub only_adds: bool,
}

impl LoadedRooms {
    /// What a user should know about the files, one sentence each: what was left out and why, what
    /// is odd about them, and how rooms were changed.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        /// The most remarks that are listed.
        const MOST: usize = 10;
        let mut remarks = Vec::new();
        if self.only_adds && self.catalogue.has_embedded() {
            remarks.push(
                "the files only add to the game's rooms; the engine's own stand in for these"
                    .to_owned(),
            );
        }
        let skipped = self.skipped.iter();
        let skipped = skipped.map(|skipped| (&*skipped.path, skipped.reason.to_string()));
        remarks.extend(grouped(skipped, |count| match count {
            1 => " is left out: ",
            _ => " are left out: ",
        }));
        let findings = self.findings.iter();
        let findings = findings.map(|(path, finding)| (&**path, finding.to_string()));
        remarks.extend(grouped(findings, |_| ": "));
        if remarks.len() > MOST {
            let more = remarks.split_off(MOST).len();
            remarks.push(format!(
                "{more} more remarks of this kind: `rooms list` and `rooms check` tell all"
            ));
        }
        match self.renumbered {
            0 => {}
            1 => remarks.push("a room got another variant, because its own was taken".to_owned()),
            count => {
                remarks.push(format!("{count} rooms got another variant, because theirs was taken"))
            }
        }
        remarks
    }
}

/// Sentences about files. Files about which the same is said share one sentence.
fn grouped<'a>(
    about: impl Iterator<Item = (&'a Path, String)>,
    between: impl Fn(usize) -> &'static str,
) -> Vec<String> {
    let mut groups: Vec<(String, Vec<&Path>)> = Vec::new();
    for (path, sentence) in about {
        match groups.iter_mut().find(|(known, _)| *known == sentence) {
            Some((_, paths)) => paths.push(path),
            None => groups.push((sentence, vec![path])),
        }
    }
    let in_words = |(sentence, paths): (String, Vec<&Path>)| {
        let first = paths.first().map(|path| shown(path)).unwrap_or_default();
        let between = between(paths.len());
        match paths.len() {
            1 => format!("{first}{between}{sentence}"),
            count => format!("{count} files such as {first}{between}{sentence}"),
        }
    };
    groups.into_iter().map(in_words).collect()
}

/// [L1](basement_model::rules#l1): the catalogue of some room files and folders of room files,
/// merged as the game merges mods.
///
/// Folders are searched at any depth. The name of a file says its stage, as in `14.sheol.stb`
/// ([`stage_of`](crate::stage_of)). If files in a folder have the same name, the binary one is
/// read, as in the game. A file that several paths lead to is read once. The word [`EMBEDDED`]
/// among the paths stands for the engine's own rooms.
///
/// - The game's own files, which are in a `resources/rooms` folder outside mods, come first.
/// - Files outside such folders add to them.
/// - A file in a mod's `resources/rooms` replaces all files with the same name.
/// - A file in a mod's `content/rooms` adds to the file with the same name. Mods come in the order
///   of the paths, and within a path in the order of their names.
///
/// An added room whose variant is taken gets the first free one after the lowest run of used ones.
///
/// A `bosspools.xml` beside the rooms, in the folder above `rooms` or among the paths gives the
/// catalogue its boss pools
/// ([W70](basement_model::rules#w70)); see [`read_boss_pools`](crate::read_boss_pools).
///
/// # Errors
///
/// [`RoomFileError`].
///
/// ```no_run
/// let loaded = basement_roomfiles::load(&["game/resources/rooms", "mods"])?;
/// for source in loaded.catalogue.sources() {
///     println!("{:?}: {} rooms in {} files", source.name, source.rooms, source.files);
/// }
/// for skipped in &loaded.skipped {
///     println!("{} is left out: {}", skipped.path.display(), skipped.reason);
/// }
/// # Ok::<(), basement_roomfiles::RoomFileError>(())
/// ```
pub fn load<P: AsRef<Path>>(paths: &[P]) -> Result<LoadedRooms, RoomFileError> {
    assemble(&Disk, paths, false)
}

/// The catalogue of some paths. If `is_based` is set and all files only add, they add to the
/// engine's own rooms.
fn assemble<P: AsRef<Path>>(
    files: &dyn Files,
    paths: &[P],
    is_based: bool,
) -> Result<LoadedRooms, RoomFileError> {
    let (mut parts, mut skipped, mut findings, mut boss_pools) =
        (Vec::new(), Vec::new(), Vec::new(), None::<PathBuf>);
    let mut seen = HashSet::new();
    for path in paths {
        let path = path.as_ref();
        if path == Path::new(EMBEDDED) && files.kind(path).is_err() {
            parts.extend(embedded_parts());
            continue;
        }
        let found = PathContents::at(files, path)?;
        skipped.extend(found.skipped);
        if let Some(pools) = found.boss_pools {
            let by = pools.display().to_string();
            let before =
                boss_pools.replace(pools.clone()).filter(|before| !files.is_same(before, &pools));
            let reason = SkipReason::ReplacedBy(by);
            skipped.extend(before.map(|path| Skipped { path, reason }));
        }
        for source_file in found.files {
            let full = files.canonical(&source_file.path);
            if !seen.insert(full.unwrap_or_else(|_| source_file.path.clone())) {
                let reason = SkipReason::ReadBefore;
                skipped.push(Skipped { path: source_file.path, reason });
                continue;
            }
            let file = read_from(files, &source_file.path)?;
            if let (None, Err(reason)) = (source_file.stage, stage_of(&file.name)) {
                let kind = FindingKind::NoStage(reason);
                findings.push((source_file.path.clone(), Finding::about_file(kind)));
            }
            findings.extend(
                odd_place(files, &source_file, &file, &mut skipped)
                    .into_iter()
                    .map(|kind| (source_file.path.clone(), Finding::about_file(kind))),
            );
            let SourceFile { path, role, source, stage, .. } = source_file;
            let file = RoomFile { source: Some(source), stage, ..file };
            parts.push(Part { path, role, file });
        }
    }
    let is_any = !parts.is_empty() || boss_pools.is_some();
    let only_adds = is_any && parts.iter().all(|part| part.role == Role::Adds);
    if only_adds && is_based {
        parts.extend(embedded_parts());
    }
    let Merged { files: merged, replaced, renumbered } = merge(parts);
    skipped.extend(replaced);
    let mut catalogue = Catalogue::new(merged)?;
    if let Some(path) = boss_pools {
        let bytes = files.read(&path).map_err(|source| RoomFileError::unreadable(&path, source))?;
        let pools = boss_pools::read_boss_pools(&bytes)
            .map_err(|error| RoomFileError::Refused { path, error })?;
        catalogue = catalogue.with_boss_pools(pools);
    }
    Ok(LoadedRooms { catalogue, skipped, findings, renumbered, only_adds })
}

/// [L1](basement_model::rules#l1): [`load`] for floors: if all files only add to the game's rooms,
/// the engine's own rooms stand in for these.
///
/// # Errors
///
/// [`RoomFileError`].
///
/// ```no_run
/// let loaded = basement_roomfiles::load_with_base(&["my-mod/content/rooms"])?;
/// assert!(loaded.only_adds && loaded.catalogue.sources().len() == 2);
/// # Ok::<(), basement_roomfiles::RoomFileError>(())
/// ```
pub fn load_with_base<P: AsRef<Path>>(paths: &[P]) -> Result<LoadedRooms, RoomFileError> {
    assemble(&Disk, paths, true)
}

/// [L1](basement_model::rules#l1): [`load_with_base`] for files in memory. The paths are the folders
/// and room files at the top, in the order of their names. The engine's own rooms are added if
/// `with_embedded` is set, or if all files only add.
///
/// # Errors
///
/// [`RoomFileError`], with the files' paths in memory.
pub fn load_files(files: &MemoryFiles, with_embedded: bool) -> Result<LoadedRooms, RoomFileError> {
    let top = Path::new("");
    let mut paths = files.children(top).map_err(|source| RoomFileError::unreadable(top, source))?;
    paths.retain(|path| files.is_folder(path) || is_room_file(files, path));
    if paths.is_empty() {
        return Err(RoomFileError::NoFiles { path: PathBuf::from(".") });
    }
    if with_embedded {
        paths.insert(0, PathBuf::from(EMBEDDED));
    }
    assemble(files, &paths, true)
}

/// The files that come with the engine, as the game's own.
fn embedded_parts() -> impl Iterator<Item = Part> {
    Catalogue::embedded().files().iter().map(|file| Part {
        path: PathBuf::from(&file.name),
        role: Role::Own,
        file: RoomFile { source: Some(EMBEDDED.to_owned()), ..file.clone() },
    })
}

/// What is odd about a file among others: the game does not read its name or format, or it differs
/// from the XML file of the same name, from which tools write it, or is older. An XML file that cannot
/// be read is left out.
fn odd_place(
    files: &dyn Files,
    source: &SourceFile,
    file: &RoomFile,
    skipped: &mut Vec<Skipped>,
) -> Vec<FindingKind> {
    let mut odd = Vec::new();
    for twin in &source.twins {
        match read_from(files, twin).map(|xml| diff(file, &xml)) {
            Ok(diff) if !diff.is_empty() => {
                odd.push(FindingKind::OutOfDate { how: diff.to_string() });
                continue;
            }
            Ok(_) => {}
            Err(_) => {
                let reason = SkipReason::Instead(source.path.clone());
                skipped.push(Skipped { path: twin.clone(), reason });
            }
        }
        odd.extend(is_older(files, &source.path, twin).then_some(FindingKind::Older));
    }
    if let Some(right) = source.stage.filter(|_| source.is_for_the_game()).map(name_in_game) {
        let given = source.path.file_stem().unwrap_or_default();
        odd.extend(
            (!given.eq_ignore_ascii_case(&right)).then_some(FindingKind::WrongName { right }),
        );
    }
    if source.is_for_the_game() && file.format != RoomFileFormat::Stb1 {
        odd.push(FindingKind::NotForTheGame { format: file.format });
    }
    odd
}

/// [L1](basement_model::rules#l1): what is odd about the place of a file: the game does not read a
/// mod's file of its name or format, or a binary file differs from the XML file beside it, or is older.
/// About an XML file nothing is odd if the binary file is beside it.
///
/// ```no_run
/// use std::path::Path;
///
/// let path = Path::new("mods/mine/content/rooms/01.basement.xml");
/// for kind in basement_roomfiles::check_place(path, &std::fs::read(path)?) {
///     println!("{kind}");
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn check_place(path: &Path, bytes: &[u8]) -> Vec<FindingKind> {
    let is_stb = ending(path).as_deref() == Some("stb");
    let beside = path.with_extension(if is_stb { "xml" } else { "stb" });
    let twins = if beside.is_file() { vec![beside] } else { Vec::new() };
    let found = PathContents::at(&Disk, path).ok().and_then(|mut found| found.files.pop());
    let Some(source) = found.filter(|_| is_stb || twins.is_empty()) else { return Vec::new() };
    let source = SourceFile { twins, ..source };
    // Most files are not of a mod and stand alone: their rooms need not be read for this.
    let file = (!source.twins.is_empty() || source.is_for_the_game())
        .then(|| parse_at(path, bytes))
        .and_then(Result::ok);
    file.map_or_else(Vec::new, |file| odd_place(&Disk, &source, &file, &mut Vec::new()))
}

/// How much older than its XML file a binary file with the same rooms must be to be reported. Tools
/// that copy or check out a folder write its files within moments of each other.
const OLDER: Duration = Duration::from_secs(60);

/// Whether a binary file is older than the XML file of the same name.
fn is_older(files: &dyn Files, path: &Path, xml: &Path) -> bool {
    let times = files.modified(path).zip(files.modified(xml));
    let age = times.and_then(|(stb, xml)| xml.duration_since(stb).ok());
    age.is_some_and(|age| age > OLDER)
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
    read_from(&Disk, path)
}

fn read_from(files: &dyn Files, path: &Path) -> Result<RoomFile, RoomFileError> {
    let bytes = files.read(path).map_err(|source| RoomFileError::unreadable(path, source))?;
    parse_at(path, &bytes).map_err(|error| RoomFileError::Refused { path: path.to_owned(), error })
}

/// The rooms of a file's bytes.
fn parse_at(path: &Path, bytes: &[u8]) -> Result<RoomFile, ReadError> {
    parse(&file_name(path), bytes)
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

/// [L1](basement_model::rules#l1): reports everything in a file that looks like a mistake, in the
/// file's order, and returns how many rooms it has. No room is kept, so even a large file takes
/// little memory. A `bosspools.xml` has boss pools instead of rooms ([W70](basement_model::rules#w70)).
///
/// # Errors
///
/// [`ReadError`], as for [`parse`]. Findings before the error are reported.
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
    if name.eq_ignore_ascii_case(boss_pools::FILE_NAME) {
        boss_pools::findings(bytes)?.into_iter().for_each(report);
        return Ok(0);
    }
    let stage = stage_of(name).map_err(|reason| {
        report(Finding::about_file(FindingKind::NoStage(reason)));
    });
    let mut inspection = Inspection { oddities: Oddities::in_file(stage.ok()), report };
    receive(name, bytes, &mut inspection)?;
    let rooms = inspection.oddities.rooms;
    if rooms == 0 {
        report(Finding::about_file(FindingKind::NoRooms));
    }
    Ok(rooms)
}

/// Passes the rooms of a file in memory to a receiver, and returns everything else.
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

/// How a Git LFS pointer begins.
const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// [L1](basement_model::rules#l1): a file's rooms in a format, as bytes.
///
/// # Errors
///
/// [`WriteError`] if the format cannot hold the rooms. The format may have no place for details
/// that a reader can do without; these are dropped, and [`left_out`] lists them.
///
/// ```
/// use basement_rooms::RoomFileFormat;
/// use basement_roomfiles::{parse, write};
///
/// let file = parse("14.sheol.xml", b"<rooms/>")?;
/// assert_eq!(write(&file, RoomFileFormat::Stb1)?, b"STB1\0\0\0\0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(file: &RoomFile, format: RoomFileFormat) -> Result<Vec<u8>, WriteError> {
    if format == RoomFileFormat::Xml { xml::write(file) } else { stb::write(file, format) }
}

/// The format of a room file that is written to a path, by the ending: XML for .xml; for .stb the
/// version that was read, or else STB1. `None` for other endings.
///
/// ```
/// use std::path::Path;
///
/// use basement_rooms::RoomFileFormat;
/// use basement_roomfiles::{format_of_ending, parse};
///
/// let file = parse("14.sheol.xml", b"<rooms/>")?;
/// assert_eq!(format_of_ending(Path::new("14.STB"), &file), Some(RoomFileFormat::Stb1));
/// assert_eq!(format_of_ending(Path::new("14.txt"), &file), None);
/// # Ok::<(), basement_roomfiles::ReadError>(())
/// ```
#[must_use]
pub fn format_of_ending(path: &Path, file: &RoomFile) -> Option<RoomFileFormat> {
    match &*ending(path)? {
        "xml" => Some(RoomFileFormat::Xml),
        "stb" if file.format == RoomFileFormat::Xml => Some(RoomFileFormat::Stb1),
        "stb" => Some(file.format),
        _ => None,
    }
}

/// [L1](basement_model::rules#l1): what [`write()`] drops because the format has no place for it,
/// each in a few words.
///
/// ```
/// use basement_rooms::RoomFileFormat;
/// use basement_roomfiles::{left_out, parse};
///
/// let file = parse("14.sheol.xml", b"<rooms mod='mine'/>")?;
/// assert_eq!(left_out(&file, RoomFileFormat::Stb1), ["the attribute `mod`"]);
/// assert!(left_out(&file, RoomFileFormat::Xml).is_empty());
/// # Ok::<(), basement_roomfiles::ReadError>(())
/// ```
#[must_use]
pub fn left_out(file: &RoomFile, format: RoomFileFormat) -> Vec<String> {
    if format == RoomFileFormat::Xml {
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
    if format != RoomFileFormat::Stb2 && interiors.clone().any(|interior| interior.stb2.is_some()) {
        names.push("the nine bytes that STB2 adds to a room".to_owned());
    }
    names.sort_unstable();
    names.dedup();
    names
}
