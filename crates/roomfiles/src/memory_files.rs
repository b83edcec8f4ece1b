//! Room files in memory.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::ops::Bound;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use crate::files::{Files, Kind};
use crate::folders::is_room_file;

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
    /// Puts a file at a path, and replaces any file there. Only the names in the path count: a
    /// leading `/` and the parts `.` and `..` are left out. `modified` is when the file was last
    /// changed.
    pub fn insert(&mut self, path: impl AsRef<Path>, bytes: Vec<u8>, modified: Option<SystemTime>) {
        self.files.insert(names_of(path.as_ref()), MemoryFile { bytes, modified });
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

    /// Removes a file, and returns whether it was there. Its path is read as [`insert`](Self::insert)
    /// reads it.
    pub fn remove(&mut self, path: &Path) -> bool {
        self.files.remove(&names_of(path)).is_some()
    }

    /// The [room files](crate::room_files) among the files, with their bytes, sorted by path.
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

/// The names in a path, without a leading `/` and the parts `.` and `..`.
fn names_of(path: &Path) -> PathBuf {
    path.components().filter(|part| matches!(part, Component::Normal(_))).collect()
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
