//! Which files in a folder are room files, and how the game would use them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsStr;
use std::fmt;
use std::path::{Component, Path, PathBuf};

use quick_xml::Reader;
use quick_xml::events::Event;

use crate::boss_pools;
use crate::error::RoomFileError;
use crate::file_name::{NoStage, stage_of};
use crate::files::{Disk, Files, Kind};

/// [L1](basement_model::rules#l1): the room files in a folder at any depth, sorted by path, and its
/// other XML files, without `metadata.xml` and `bosspools.xml`. Hidden folders, whose names begin with
/// a point, are not searched. A path that is not a folder is returned as it is.
///
/// Every binary file is a room file. An XML file is one if it has the name of a stage, or if its
/// root element is `rooms` or `stage`: mods also have other kinds of XML.
///
/// # Errors
///
/// [`RoomFileError::Unreadable`], or [`RoomFileError::NoFiles`] for a folder without any.
///
/// ```no_run
/// use std::path::Path;
///
/// let (paths, others) = basement_roomfiles::room_files(Path::new("resources/rooms"))?;
/// println!("{} room files, {} other XML files", paths.len(), others.len());
/// # Ok::<(), basement_roomfiles::RoomFileError>(())
/// ```
pub fn room_files(folder: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>), RoomFileError> {
    if !Disk.is_folder(folder) {
        return Ok((vec![folder.to_owned()], Vec::new()));
    }
    let (mut paths, mut others) = (Vec::new(), Vec::new());
    walk(&Disk, folder, &mut |path, is_folder, _| {
        let name = file_name(path).to_ascii_lowercase();
        if !is_folder && is_room_file(&Disk, path) {
            paths.push(path.to_owned());
        } else if !is_folder
            && name.ends_with(".xml")
            && !["metadata.xml", boss_pools::FILE_NAME].contains(&&*name)
        {
            others.push(path.to_owned());
        }
        true
    })?;
    if paths.is_empty() {
        return Err(RoomFileError::NoFiles { path: folder.to_owned() });
    }
    Ok((paths, others))
}

/// A room file and the one that it is compared with; one of them may be missing.
pub type FilePair = (Option<PathBuf>, Option<PathBuf>);

/// Pairs the files of two folders by their paths in them, ignoring case and ending. Two files are
/// one pair; if only one path is a folder, files are paired by name.
///
/// # Errors
///
/// As for [`room_files`], also if one path is a folder and the other leads nowhere.
///
/// ```
/// use std::path::Path;
///
/// let [before, after] = ["01.basement.stb", "01.basement.xml"].map(Path::new);
/// let pairs = basement_roomfiles::file_pairs(before, after)?;
/// assert_eq!(pairs, [(Some(before.to_owned()), Some(after.to_owned()))]);
/// # Ok::<(), basement_roomfiles::RoomFileError>(())
/// ```
pub fn file_pairs(before: &Path, after: &Path) -> Result<Vec<FilePair>, RoomFileError> {
    if !before.is_dir() && !after.is_dir() {
        return Ok(vec![(Some(before.to_owned()), Some(after.to_owned()))]);
    }
    for path in [before, after] {
        std::fs::metadata(path).map_err(|source| RoomFileError::unreadable(path, source))?;
    }
    let mut pairs: BTreeMap<String, FilePair> = BTreeMap::new();
    let are_folders = before.is_dir() && after.is_dir();
    let place = |path: &Path, root: &Path| {
        let below = path.strip_prefix(root).ok().filter(|_| are_folders);
        let below = below.map_or_else(|| file_name(path).into(), Path::to_owned);
        below.with_extension("").to_string_lossy().to_ascii_lowercase()
    };
    // If two files have the same name, the binary one is compared: it comes first, and the game reads it.
    for path in room_files(before)?.0 {
        pairs.entry(place(&path, before)).or_default().0.get_or_insert(path);
    }
    for path in room_files(after)?.0 {
        pairs.entry(place(&path, after)).or_default().1.get_or_insert(path);
    }
    Ok(pairs.into_values().collect())
}

/// Visits a folder and what is in it in the order of the names, without hidden folders. Each folder
/// is entered once, even if several links lead to it. A link that leads nowhere is ignored.
///
/// `visit` gets each path, whether it is a folder, and how many levels it is below the start. It
/// returns whether a folder is entered.
fn walk(
    files: &dyn Files,
    folder: &Path,
    visit: &mut dyn FnMut(&Path, bool, usize) -> bool,
) -> Result<(), RoomFileError> {
    let mut entered = HashSet::new();
    // The last one comes next.
    let mut left = vec![(folder.to_owned(), true, 0)];
    while let Some((path, is_folder, depth)) = left.pop() {
        if is_folder {
            let is_hidden = depth > 0 && file_name(&path).starts_with('.');
            let full = files.canonical(&path).unwrap_or_else(|_| path.clone());
            if is_hidden || !entered.insert(full) {
                continue;
            }
        }
        if !visit(&path, is_folder, depth) || !is_folder {
            continue;
        }
        let children = files.children(&path);
        let children = children.map_err(|source| RoomFileError::unreadable(&path, source))?;
        for path in children.into_iter().rev() {
            let kind = files.kind(&path);
            match kind.map_err(|source| RoomFileError::unreadable(&path, source))? {
                Kind::Other => {}
                kind => left.push((path, kind == Kind::Folder, depth + 1)),
            }
        }
    }
    Ok(())
}

/// Whether a file in a folder is a room file.
pub(crate) fn is_room_file(files: &dyn Files, path: &Path) -> bool {
    let name = file_name(path);
    match ending(path).as_deref() {
        Some("stb") => true,
        Some("xml") if name.eq_ignore_ascii_case(boss_pools::FILE_NAME) => false,
        Some("xml") => {
            !matches!(stage_of(&name), Err(NoStage::WrongName)) || has_rooms(files, path)
        }
        _ => false,
    }
}

/// Whether the root element of an XML file says that it lists rooms.
fn has_rooms(files: &dyn Files, path: &Path) -> bool {
    const START: usize = 4096;
    let Ok(start) = files.read_start(path, START) else { return false };
    let mut reader = Reader::from_reader(&*start);
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag) | Event::Empty(tag)) => {
                return matches!(tag.name().as_ref(), b"rooms" | b"stage");
            }
            Ok(Event::Eof) | Err(_) => return false,
            Ok(_) => {}
        }
    }
}

/// How the game uses the files of a folder, in the order in which it reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    /// The game's own files.
    Own,
    /// Files outside the folders of the game and of mods.
    Plain,
    /// A mod's `resources/rooms`: a file replaces the one with the same name.
    Replaces,
    /// A mod's `content/rooms`: a file adds its rooms.
    Adds,
}

/// Files that are read together, because they have the same folder and name.
#[derive(Clone, Debug)]
pub(crate) struct SourceFile {
    /// The file that is read: the binary one, as in the game, or else an XML file.
    pub(crate) path: PathBuf,
    /// The XML files of the same name, if it is a binary one.
    pub(crate) twins: Vec<PathBuf>,
    pub(crate) role: Role,
    /// The file's source: the name of a mod, or of the folder or file that was given.
    pub(crate) source: String,
    /// The stage file with the same name; a file that the user named may have none.
    pub(crate) stage: Option<u8>,
}

impl SourceFile {
    /// Whether the game looks for this file: a mod's file of a stage.
    pub(crate) const fn is_for_the_game(&self) -> bool {
        matches!(self.role, Role::Adds | Role::Replaces) && self.stage.is_some()
    }
}

/// [L1](basement_model::rules#l1): a file or folder whose rooms are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// The file or folder.
    pub path: PathBuf,
    /// Why.
    pub reason: SkipReason,
}

/// Why a file or folder is left out. [`load`](crate::load) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SkipReason {
    /// No floor draws rooms from a file with this name.
    NoStage(NoStage),
    /// The rooms are for scripts.
    Scripts,
    /// The game does not look for rooms in this place.
    WrongPlace,
    /// A file of the same name is read instead.
    Instead(PathBuf),
    /// A later mod, the files of a later game, or another list of boss pools replaces the file.
    ReplacedBy(String),
    /// An earlier path led to the same file.
    ReadBefore,
    /// [W70](basement_model::rules#w70): mods cannot change the boss pools.
    BossPools,
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStage(reason) => reason.fmt(f),
            Self::Scripts => f.write_str("its rooms are for scripts"),
            Self::WrongPlace => f.write_str(
                "the game reads only files that stand directly in `content/rooms` or `resources/rooms`",
            ),
            Self::Instead(path) => {
                write!(f, "{} is read instead", basement_rooms::printable(&file_name(path)))
            }
            Self::ReplacedBy(source) => {
                write!(f, "{} replaces it", basement_rooms::printable(source))
            }
            Self::ReadBefore => f.write_str("it was read before"),
            Self::BossPools => f.write_str("mods cannot change the boss pools"),
        }
    }
}

/// What there is at a path.
#[derive(Default)]
pub(crate) struct PathContents {
    pub(crate) files: Vec<SourceFile>,
    pub(crate) skipped: Vec<Skipped>,
    /// The list of boss pools beside the rooms, or above them.
    pub(crate) boss_pools: Option<PathBuf>,
}

impl PathContents {
    /// What is at the path of a file or folder.
    pub(crate) fn at(files: &dyn Files, path: &Path) -> Result<Self, RoomFileError> {
        let mut found = Self::default();
        let full = files.canonical(path);
        let full = full.map_err(|source| RoomFileError::unreadable(path, source))?;
        let is_folder = files.is_folder(&full);
        if !is_folder && file_name(path).eq_ignore_ascii_case(boss_pools::FILE_NAME) {
            found.take_boss_pools(files, path.to_owned(), is_in_mod(files, &full));
            return Ok(found);
        }
        if is_folder {
            let mut folder = Folder { files, root: &full, shown: path, mods: HashMap::new() };
            folder.search(&mut found)?;
        } else {
            let name = file_name(path);
            let place = RoomFolder::of(&full);
            let (role, source) = place.map_or((Role::Plain, name.clone()), |place| {
                let is_mod = is_mod(files, &place.root);
                (place.role(is_mod), place.source())
            });
            let stage = stage_of(&name).ok();
            let path = path.to_owned();
            found.files.push(SourceFile { path, twins: Vec::new(), role, source, stage });
        }
        if found.boss_pools.is_none() {
            let folder = if is_folder { Some(&*full) } else { full.parent() };
            // The game's own list is in the folder above its rooms.
            let above = folder.filter(|folder| folder.ends_with("rooms")).and_then(Path::parent);
            let beside = folder.into_iter().chain(above).map(|at| at.join(boss_pools::FILE_NAME));
            if let Some(path) = beside.into_iter().find(|path| files.is_file(path)) {
                let is_of_mod = is_in_mod(files, &path);
                found.take_boss_pools(files, path, is_of_mod);
            }
        }
        Ok(found)
    }

    /// Uses a list of boss pools instead of an earlier one, unless it is a mod's.
    fn take_boss_pools(&mut self, files: &dyn Files, path: PathBuf, is_of_mod: bool) {
        if is_of_mod {
            // It may have been found before, when the folder was searched.
            let skipped = Skipped { path, reason: SkipReason::BossPools };
            if !self.skipped.contains(&skipped) {
                self.skipped.push(skipped);
            }
        } else {
            let before = self.boss_pools.replace(path.clone());
            if let Some(before) = before.filter(|before| !files.is_same(before, &path)) {
                let reason = SkipReason::ReplacedBy(path.display().to_string());
                self.skipped.push(Skipped { path: before, reason });
            }
        }
    }
}

/// A folder of rooms as the game knows it: `content/rooms` or `resources/rooms`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RoomFolder {
    /// The folder above, a mod's or the game's.
    root: PathBuf,
    /// The folder of rooms itself.
    rooms: PathBuf,
    is_content: bool,
}

impl RoomFolder {
    /// The innermost such folder around a path.
    fn of(path: &Path) -> Option<Self> {
        let parts: Vec<Component<'_>> = path.components().collect();
        let is = |part: &Component<'_>, start: &str| is_named(part.as_os_str(), start);
        let at = (1..parts.len()).rev().find(|at| {
            parts[*at].as_os_str().eq_ignore_ascii_case("rooms")
                && (is(&parts[at - 1], "content") || is(&parts[at - 1], "resources"))
        })?;
        let is_content = is(&parts[at - 1], "content");
        let (root, rooms) = (parts[..at - 1].iter().collect(), parts[..=at].iter().collect());
        Some(Self { root, rooms, is_content })
    }

    const fn role(&self, is_mod: bool) -> Role {
        match (self.is_content, is_mod) {
            (true, _) => Role::Adds,
            (false, true) => Role::Replaces,
            (false, false) => Role::Own,
        }
    }

    /// The rooms' source: the root folder's name, or if it has none, that of the folder in it.
    fn source(&self) -> String {
        let name = file_name(&self.root);
        if name.is_empty() { file_name(self.rooms.parent().unwrap_or(&self.rooms)) } else { name }
    }
}

/// Whether a folder has this name, alone or with an addition as in `content-dlc3`.
fn is_named(name: &OsStr, start: &str) -> bool {
    let name = name.to_string_lossy().to_ascii_lowercase();
    name.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Whether a folder is a mod's.
fn is_mod(files: &dyn Files, root: &Path) -> bool {
    files.is_file(&root.join("metadata.xml")) || has_rooms_in(files, root, "content")
}

/// Whether a folder contains one with this name that has a folder of rooms.
fn has_rooms_in(files: &dyn Files, root: &Path, start: &str) -> bool {
    let children = files.children(root).unwrap_or_default();
    let mut named =
        children.iter().filter(|path| is_named(path.file_name().unwrap_or_default(), start));
    named.any(|path| files.is_folder(&path.join("rooms")))
}

/// Whether a file is in a mod's `content` or `resources` folder.
fn is_in_mod(files: &dyn Files, path: &Path) -> bool {
    let mut around = path.ancestors().skip(1);
    let inner = around.find(|folder| {
        let name = folder.file_name().unwrap_or_default();
        is_named(name, "content") || is_named(name, "resources")
    });
    inner.and_then(Path::parent).is_some_and(|root| is_mod(files, root))
}

/// A folder that is searched.
struct Folder<'a> {
    files: &'a dyn Files,
    /// Its full path.
    root: &'a Path,
    /// Its path as it was given.
    shown: &'a Path,
    /// For each folder on the way, whether it is a mod's or the game's.
    mods: HashMap<PathBuf, bool>,
}

impl Folder<'_> {
    fn search(&mut self, found: &mut PathContents) -> Result<(), RoomFileError> {
        // Files with the same name, by the folder of rooms that they are in.
        let mut groups: BTreeMap<(PathBuf, String), Vec<PathBuf>> = BTreeMap::new();
        let (files, root) = (self.files, self.root);
        let mut is_any = false;
        walk(files, root, &mut |path, is_folder, depth| {
            let name = file_name(path).to_ascii_lowercase();
            if is_folder {
                let reason = match &*name {
                    "luarooms" => Some(SkipReason::Scripts),
                    "greed" => Some(SkipReason::NoStage(NoStage::Greed)),
                    _ => None,
                };
                let reason = reason.filter(|_| depth > 0);
                let is_entered = reason.is_none();
                let path = self.as_given(path);
                found.skipped.extend(reason.map(|reason| Skipped { path, reason }));
                return is_entered;
            }
            if name == boss_pools::FILE_NAME {
                let is_of_mod = is_in_mod(files, path)
                    || self.mod_around(path).is_some_and(|root| is_mod(files, &root));
                found.take_boss_pools(files, self.as_given(path), is_of_mod);
                return false;
            }
            if !is_room_file(files, path) {
                return false;
            }
            is_any = true;
            let reason = match (stage_of(&name), RoomFolder::of(path)) {
                (Err(reason), _) => Some(SkipReason::NoStage(reason)),
                (Ok(_), None) if self.mod_around(path).is_some() => Some(SkipReason::WrongPlace),
                _ => None,
            };
            if let Some(reason) = reason {
                found.skipped.push(Skipped { path: self.as_given(path), reason });
                return false;
            }
            let folder = RoomFolder::of(path).map(|place| place.rooms);
            let folder = folder.or_else(|| path.parent().map(Path::to_owned)).unwrap_or_default();
            let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem).to_owned();
            groups.entry((folder, stem)).or_default().push(path.to_owned());
            false
        })?;
        if !is_any {
            return Err(RoomFileError::NoFiles { path: self.shown.to_owned() });
        }
        for ((folder, _), paths) in groups {
            self.choose(&folder, paths, found);
        }
        Ok(())
    }

    /// Chooses which of the files with the same name in a folder of rooms is read.
    fn choose(&self, folder: &Path, mut paths: Vec<PathBuf>, found: &mut PathContents) {
        let is_stb = |path: &Path| ending(path).as_deref() == Some("stb");
        let place = RoomFolder::of(folder);
        // The game does not read a binary file deeper in a folder of rooms.
        if place.is_some() {
            let (read, deeper): (Vec<_>, Vec<_>) =
                paths.into_iter().partition(|path| !is_stb(path) || path.parent() == Some(folder));
            for path in deeper {
                let path = self.as_given(&path);
                found.skipped.push(Skipped { path, reason: SkipReason::WrongPlace });
            }
            paths = read;
        }
        paths.sort_by_key(|path| (!is_stb(path), path.components().count()));
        let mut paths = paths.into_iter().map(|path| self.as_given(&path));
        let Some(path) = paths.next() else { return };
        let (twins, others): (Vec<_>, Vec<_>) = if is_stb(&path) {
            paths.partition(|other| !is_stb(other))
        } else {
            (Vec::new(), paths.collect())
        };
        for other in others {
            let reason = SkipReason::Instead(path.clone());
            found.skipped.push(Skipped { path: other, reason });
        }
        let role =
            place.as_ref().map_or(Role::Plain, |place| place.role(is_mod(self.files, &place.root)));
        let source = place.map_or_else(|| file_name(self.root), |place| place.source());
        let stage = stage_of(&file_name(&path)).ok();
        found.files.push(SourceFile { path, twins, role, source, stage });
    }

    /// The innermost mod's or game's folder around a path, up to the folder that is searched.
    fn mod_around(&mut self, path: &Path) -> Option<PathBuf> {
        let files = self.files;
        let within = path.ancestors().skip(1).take_while(|folder| folder.starts_with(self.root));
        for folder in within {
            let is_one = *self.mods.entry(folder.to_owned()).or_insert_with(|| {
                is_mod(files, folder) || has_rooms_in(files, folder, "resources")
            });
            if is_one {
                return Some(folder.to_owned());
            }
        }
        None
    }

    /// A path below the folder, as the user would write it.
    fn as_given(&self, path: &Path) -> PathBuf {
        let below = path.strip_prefix(self.root).unwrap_or(path);
        if below.as_os_str().is_empty() { self.shown.to_owned() } else { self.shown.join(below) }
    }
}

/// The last part of a path.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The ending of a file's name, in lower case.
pub(crate) fn ending(path: &Path) -> Option<String> {
    path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase)
}
