//! Which files of a folder are room files, and how the game would take them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use quick_xml::Reader;
use quick_xml::events::Event;
use walkdir::{DirEntry, WalkDir};

use crate::boss_pools;
use crate::error::RoomFileError;
use crate::file_name::{NoStage, stage_of};

/// [L1](basement_model::rules#l1): the room files in a folder at any depth, sorted by path. A path
/// that is not a folder is returned as it is.
///
/// Every binary file is one. An XML file is one if its name is that of a stage, or if its root
/// element is `rooms` or `stage`: mods have XML of other kinds too.
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
    let mut paths = Vec::new();
    let mut walk = Walk::new(folder);
    while let Some(entry) = walk.next()? {
        if entry.file_type().is_file() && is_room_file(entry.path()) {
            paths.push(entry.into_path());
        }
    }
    if paths.is_empty() {
        return Err(RoomFileError::NoFiles { path: folder.to_owned() });
    }
    Ok(paths)
}

/// A walk through a folder in the order of the names, without hidden folders. A folder is entered
/// once, wherever links lead, and a link that leads nowhere is passed over.
struct Walk {
    folder: PathBuf,
    entries: walkdir::IntoIter,
    /// The folders that were entered, without links in their paths.
    entered: HashSet<PathBuf>,
}

impl Walk {
    fn new(folder: &Path) -> Self {
        let entries = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
        Self { folder: folder.to_owned(), entries, entered: HashSet::new() }
    }

    /// The next file, or folder that is entered.
    fn next(&mut self) -> Result<Option<DirEntry>, RoomFileError> {
        while let Some(entry) = self.entries.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) if leads_nowhere(&error) => continue,
                Err(error) => {
                    let path = error.path().unwrap_or(&self.folder).to_owned();
                    return Err(RoomFileError::Unreadable { path, source: error.into() });
                }
            };
            if entry.file_type().is_dir() {
                let is_hidden =
                    entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".");
                let full = std::fs::canonicalize(entry.path());
                let full = full.unwrap_or_else(|_| entry.path().to_owned());
                if is_hidden || !self.entered.insert(full) {
                    self.leave_out();
                    continue;
                }
            }
            return Ok(Some(entry));
        }
        Ok(None)
    }

    /// Leaves out what lies in the folder that was entered last.
    fn leave_out(&mut self) {
        self.entries.skip_current_dir();
    }
}

/// Whether a link leads back to a folder around it, or to nothing.
fn leads_nowhere(error: &walkdir::Error) -> bool {
    error.loop_ancestor().is_some()
        || error.path().is_some_and(|path| path.is_symlink() && !path.exists())
}

/// Whether a file in a folder is a room file.
fn is_room_file(path: &Path) -> bool {
    let name = file_name(path);
    match ending(path).as_deref() {
        Some("stb") => true,
        Some("xml") if name.eq_ignore_ascii_case(boss_pools::FILE_NAME) => false,
        Some("xml") => !matches!(stage_of(&name), Err(NoStage::WrongName)) || has_rooms(path),
        _ => false,
    }
}

/// Whether the root element of an XML file says that it lists rooms.
fn has_rooms(path: &Path) -> bool {
    const HEAD: u64 = 4096;
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    let mut reader = Reader::from_reader(&*head);
    while read.is_ok() {
        match reader.read_event() {
            Ok(Event::Start(tag) | Event::Empty(tag)) => {
                return matches!(tag.name().as_ref(), b"rooms" | b"stage");
            }
            Ok(Event::Eof) | Err(_) => break,
            Ok(_) => {}
        }
    }
    false
}

/// How the game takes the files of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The game's own files.
    Own,
    /// Files outside the folders of the game and of mods.
    Plain,
    /// A mod's `resources/rooms`: a file replaces the one of its name.
    Replaces,
    /// A mod's `content/rooms`: a file adds its rooms.
    Adds,
}

/// Files that are read together: those of one folder and name.
#[derive(Clone, Debug)]
pub(crate) struct SourceFile {
    /// The file that the game reads, or the one that stands for it.
    pub(crate) path: PathBuf,
    /// The XML files of the same name, if it is a binary one.
    pub(crate) twins: Vec<PathBuf>,
    pub(crate) role: Role,
    /// Whose it is: the name of a mod, or of the folder or file that was given.
    pub(crate) source: String,
    /// The stage file whose name it has; a file that was given by itself need not have one.
    pub(crate) stage: Option<u8>,
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
    /// No floor draws the rooms of a file of this name.
    NoStage(NoStage),
    /// The rooms are for scripts.
    Scripts,
    /// The game does not look for rooms at this place.
    WrongPlace,
    /// A file of the same name is read instead.
    Instead(PathBuf),
    /// A mod that comes later, or another list of boss pools, replaces the file.
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
pub(crate) struct Found {
    pub(crate) files: Vec<SourceFile>,
    pub(crate) skipped: Vec<Skipped>,
    /// The list of boss pools beside the rooms, or above them.
    pub(crate) boss_pools: Option<PathBuf>,
}

impl Found {
    /// What there is at a path, which is a file or a folder.
    pub(crate) fn at(path: &Path) -> Result<Self, RoomFileError> {
        let mut found = Self::default();
        let full = std::fs::canonicalize(path)
            .map_err(|source| RoomFileError::Unreadable { path: path.to_owned(), source })?;
        if full.is_dir() {
            let mut folder = Folder { root: &full, shown: path, mods: HashMap::new() };
            folder.search(&mut found)?;
        } else {
            let name = file_name(path);
            let place = Place::of(&full);
            let (role, source) = place.map_or((Role::Plain, name.clone()), |place| {
                let is_mod = is_mod(&place.root);
                (place.role(is_mod), place.source())
            });
            let stage = stage_of(&name).ok();
            let path = path.to_owned();
            found.files.push(SourceFile { path, twins: Vec::new(), role, source, stage });
        }
        if found.boss_pools.is_none() {
            let folder = if full.is_dir() { Some(&*full) } else { full.parent() };
            // The game's own list stands above its rooms.
            let above = folder.filter(|folder| folder.ends_with("rooms")).and_then(Path::parent);
            let beside = folder.into_iter().chain(above).map(|at| at.join(boss_pools::FILE_NAME));
            if let Some(path) = beside.into_iter().find(|path| path.is_file()) {
                let is_of_mod = is_in_mod(&path);
                found.take_boss_pools(path, is_of_mod);
            }
        }
        Ok(found)
    }

    /// Takes a list of boss pools in the place of an earlier one, unless it is a mod's.
    fn take_boss_pools(&mut self, path: PathBuf, is_of_mod: bool) {
        if is_of_mod {
            // It may have been found before, when the folder was searched.
            let skipped = Skipped { path, reason: SkipReason::BossPools };
            if !self.skipped.contains(&skipped) {
                self.skipped.push(skipped);
            }
        } else {
            let before = self.boss_pools.replace(path.clone());
            if let Some(before) = before.filter(|before| !is_same(before, &path)) {
                let reason = SkipReason::ReplacedBy(path.display().to_string());
                self.skipped.push(Skipped { path: before, reason });
            }
        }
    }
}

/// A folder of rooms as the game knows it: `content/rooms` or `resources/rooms`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    /// The folder above, a mod's or the game's.
    root: PathBuf,
    /// The folder of rooms itself.
    rooms: PathBuf,
    is_content: bool,
}

impl Place {
    /// The innermost such folder that a path lies in.
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

    fn source(&self) -> String {
        file_name(&self.root)
    }
}

/// Whether a folder's name is this one, alone or with an addition such as in `content-dlc3`.
fn is_named(name: &OsStr, start: &str) -> bool {
    let name = name.to_string_lossy().to_lowercase();
    name.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Whether a folder is that of a mod.
fn is_mod(root: &Path) -> bool {
    root.join("metadata.xml").is_file() || has_rooms_in(root, "content")
}

/// Whether a folder has one of this name with a folder of rooms.
fn has_rooms_in(root: &Path, start: &str) -> bool {
    let entries = std::fs::read_dir(root).into_iter().flatten().flatten();
    let mut named = entries.filter(|entry| is_named(&entry.file_name(), start));
    named.any(|entry| entry.path().join("rooms").is_dir())
}

/// Whether a file lies in a `content` or `resources` folder of a mod.
fn is_in_mod(path: &Path) -> bool {
    let mut around = path.ancestors().skip(1);
    let inner = around.find(|folder| {
        let name = folder.file_name().unwrap_or_default();
        is_named(name, "content") || is_named(name, "resources")
    });
    inner.and_then(Path::parent).is_some_and(is_mod)
}

/// A folder that is searched.
struct Folder<'a> {
    /// Its full path.
    root: &'a Path,
    /// Its path as it was given.
    shown: &'a Path,
    /// For each folder on the way, whether a mod or the game lies in it.
    mods: HashMap<PathBuf, bool>,
}

impl Folder<'_> {
    fn search(&mut self, found: &mut Found) -> Result<(), RoomFileError> {
        // Files of one name, by the folder of rooms that they lie in.
        let mut groups: BTreeMap<(PathBuf, String), Vec<PathBuf>> = BTreeMap::new();
        let mut walk = Walk::new(self.root);
        let mut is_any = false;
        while let Some(entry) = walk.next()? {
            let name = entry.file_name().to_string_lossy().to_lowercase();
            if entry.file_type().is_dir() {
                let reason = match &*name {
                    "luarooms" => Some(SkipReason::Scripts),
                    "greed" => Some(SkipReason::NoStage(NoStage::Greed)),
                    _ => None,
                };
                if let Some(reason) = reason.filter(|_| entry.depth() > 0) {
                    walk.leave_out();
                    let path = self.as_given(entry.path());
                    found.skipped.push(Skipped { path, reason });
                }
                continue;
            }
            let path = entry.path();
            if name == boss_pools::FILE_NAME {
                let is_of_mod =
                    is_in_mod(path) || self.mod_around(path).is_some_and(|root| is_mod(&root));
                found.take_boss_pools(self.as_given(path), is_of_mod);
                continue;
            }
            if !is_room_file(path) {
                continue;
            }
            is_any = true;
            let reason = match (stage_of(&name), Place::of(path)) {
                (Err(reason), _) => Some(SkipReason::NoStage(reason)),
                (Ok(_), None) if self.mod_around(path).is_some() => Some(SkipReason::WrongPlace),
                _ => None,
            };
            if let Some(reason) = reason {
                found.skipped.push(Skipped { path: self.as_given(path), reason });
                continue;
            }
            let folder = Place::of(path).map(|place| place.rooms);
            let folder = folder.or_else(|| path.parent().map(Path::to_owned)).unwrap_or_default();
            let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem).to_owned();
            groups.entry((folder, stem)).or_default().push(path.to_owned());
        }
        if !is_any {
            return Err(RoomFileError::NoFiles { path: self.shown.to_owned() });
        }
        for ((folder, _), paths) in groups {
            self.choose(&folder, paths, found);
        }
        Ok(())
    }

    /// Of the files of one name in a folder of rooms, the one that is read.
    fn choose(&self, folder: &Path, mut paths: Vec<PathBuf>, found: &mut Found) {
        let is_stb = |path: &Path| ending(path).as_deref() == Some("stb");
        let place = Place::of(folder);
        // A binary file deeper in a folder of rooms is no file of the game's.
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
        let role = place.as_ref().map_or(Role::Plain, |place| place.role(is_mod(&place.root)));
        let source = place.map_or_else(|| file_name(self.root), |place| place.source());
        let stage = stage_of(&file_name(&path)).ok();
        found.files.push(SourceFile { path, twins, role, source, stage });
    }

    /// The innermost folder around a path, up to the one that is searched, that is a mod's or the
    /// game's.
    fn mod_around(&mut self, path: &Path) -> Option<PathBuf> {
        let within = path.ancestors().skip(1).take_while(|folder| folder.starts_with(self.root));
        for folder in within {
            let is_one = *self
                .mods
                .entry(folder.to_owned())
                .or_insert_with(|| is_mod(folder) || has_rooms_in(folder, "resources"));
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

/// Whether two paths lead to one file.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    let full = |path: &Path| std::fs::canonicalize(path).ok();
    one == other || full(one).is_some_and(|one| Some(one) == full(other))
}

/// The last part of a path.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The ending of a file's name, in lower case.
pub(crate) fn ending(path: &Path) -> Option<String> {
    path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase)
}
