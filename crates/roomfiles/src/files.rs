//! Where room files lie: on the disk, or in memory.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::ops::Bound;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use crate::folders::is_room_file;

/// What there is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    /// Something that holds no rooms, such as a link that leads nowhere.
    Other,
}

/// A tree of files that can be read. Links are followed.
pub(crate) trait Files {
    /// What there is at a path.
    fn kind(&self, path: &Path) -> io::Result<Kind>;

    /// The paths in a folder, in the order of their names.
    fn children(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// The bytes of a file.
    fn read(&self, path: &Path) -> io::Result<Cow<'_, [u8]>>;

    /// The first bytes of a file, at most this number.
    fn read_start(&self, path: &Path, most: usize) -> io::Result<Cow<'_, [u8]>>;

    /// The whole path, without links.
    fn canonical(&self, path: &Path) -> io::Result<PathBuf>;

    /// When a file was changed last, if that is known.
    fn modified(&self, path: &Path) -> Option<SystemTime>;

    /// Whether there is a file at a path.
    fn is_file(&self, path: &Path) -> bool {
        self.kind(path).is_ok_and(|kind| kind == Kind::File)
    }

    /// Whether there is a folder at a path.
    fn is_folder(&self, path: &Path) -> bool {
        self.kind(path).is_ok_and(|kind| kind == Kind::Folder)
    }

    /// Whether two paths lead to one file.
    fn is_same(&self, one: &Path, other: &Path) -> bool {
        let canonical = |path: &Path| self.canonical(path).ok();
        one == other || canonical(one).is_some_and(|one| Some(one) == canonical(other))
    }
}

/// The files of the operating system.
pub(crate) struct Disk;

impl Files for Disk {
    fn kind(&self, path: &Path) -> io::Result<Kind> {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Ok(Kind::Folder),
            Ok(metadata) if metadata.is_file() => Ok(Kind::File),
            Ok(_) => Ok(Kind::Other),
            Err(_) if path.is_symlink() => Ok(Kind::Other),
            Err(error) => Err(error),
        }
    }

    fn children(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let entries = fs::read_dir(folder)?;
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        paths.sort_unstable();
        Ok(paths)
    }

    fn read(&self, path: &Path) -> io::Result<Cow<'_, [u8]>> {
        fs::read(path).map(Cow::Owned)
    }

    fn read_start(&self, path: &Path, most: usize) -> io::Result<Cow<'_, [u8]>> {
        let mut start = Vec::new();
        fs::File::open(path)?.take(most as u64).read_to_end(&mut start)?;
        Ok(Cow::Owned(start))
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn modified(&self, path: &Path) -> Option<SystemTime> {
        fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
    }
}

/// [L1](basement_model::rules#l1): room files in memory, with the paths that they would have on a
/// disk, for [`load_files`](crate::load_files).
///
/// ```
/// use basement_roomfiles::{MemoryFiles, load_files};
///
/// let room = b"<rooms><room type='1' variant='7' name='Attic' shape='1'/></rooms>";
/// let mut files = MemoryFiles::default();
/// files.insert("my mod/content/rooms/01.basement.xml", room.to_vec(), None);
/// let loaded = load_files(&files, false)?;
/// assert_eq!(loaded.catalogue.sources()[1].name, Some("my mod"));
/// # Ok::<(), basement_roomfiles::RoomFileError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    files: BTreeMap<PathBuf, MemoryFile>,
}

#[derive(Clone, Debug)]
struct MemoryFile {
    bytes: Vec<u8>,
    modified: Option<SystemTime>,
}

impl MemoryFiles {
    /// Puts a file at a path, and replaces one that was there. Only the names in the path count: a
    /// leading `/` and the parts `.` and `..` are left out. `modified` is when the file was changed
    /// last.
    pub fn insert(&mut self, path: impl AsRef<Path>, bytes: Vec<u8>, modified: Option<SystemTime>) {
        let is_name = |part: &Component<'_>| matches!(part, Component::Normal(_));
        let path = path.as_ref().components().filter(is_name).collect();
        self.files.insert(path, MemoryFile { bytes, modified });
    }

    /// How many files there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there is no file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Takes a file away. Returns whether it was there.
    pub fn remove(&mut self, path: &Path) -> bool {
        self.files.remove(path).is_some()
    }

    /// The [room files](crate::room_files) among them, with their bytes, sorted by path.
    ///
    /// ```
    /// use basement_roomfiles::MemoryFiles;
    ///
    /// let mut files = MemoryFiles::default();
    /// files.insert("mine/content/rooms/01.basement.xml", b"<rooms/>".to_vec(), None);
    /// files.insert("mine/metadata.xml", b"<metadata/>".to_vec(), None);
    /// let paths: Vec<_> = files.room_files().map(|(path, _)| path.display().to_string()).collect();
    /// assert_eq!(paths, ["mine/content/rooms/01.basement.xml"]);
    /// ```
    pub fn room_files(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        let files = self.files.iter().map(|(path, file)| (&**path, &*file.bytes));
        files.filter(|(path, _)| is_room_file(self, path))
    }

    fn file(&self, path: &Path) -> io::Result<&MemoryFile> {
        self.files.get(path).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// The paths of the files in a folder, at any depth.
    fn below<'a>(&'a self, folder: &'a Path) -> impl Iterator<Item = &'a Path> {
        let after = (Bound::Excluded(folder), Bound::Unbounded);
        let after = self.files.range::<Path, _>(after).map(|(path, _)| &**path);
        after.take_while(move |path| path.starts_with(folder))
    }
}

impl Files for MemoryFiles {
    fn kind(&self, path: &Path) -> io::Result<Kind> {
        if self.files.contains_key(path) {
            Ok(Kind::File)
        } else if self.below(path).next().is_some() {
            Ok(Kind::Folder)
        } else {
            Err(io::ErrorKind::NotFound.into())
        }
    }

    fn children(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let depth = folder.components().count() + 1;
        let mut paths: Vec<PathBuf> =
            self.below(folder).map(|path| path.components().take(depth).collect()).collect();
        paths.dedup();
        Ok(paths)
    }

    fn read(&self, path: &Path) -> io::Result<Cow<'_, [u8]>> {
        Ok(Cow::Borrowed(&self.file(path)?.bytes))
    }

    fn read_start(&self, path: &Path, most: usize) -> io::Result<Cow<'_, [u8]>> {
        let bytes = &self.file(path)?.bytes;
        Ok(Cow::Borrowed(&bytes[..bytes.len().min(most)]))
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        self.kind(path)?;
        Ok(path.to_owned())
    }

    fn modified(&self, path: &Path) -> Option<SystemTime> {
        self.files.get(path)?.modified
    }
}
