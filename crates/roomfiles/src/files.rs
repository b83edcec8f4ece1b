//! Where room files are read from, and the files on the disk.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What there is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    /// Something that contains no rooms, such as a link that leads nowhere.
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

    /// When a file was last changed, if that is known.
    fn modified(&self, path: &Path) -> Option<SystemTime>;

    /// Whether there is a file at a path.
    fn is_file(&self, path: &Path) -> bool {
        self.kind(path).is_ok_and(|kind| kind == Kind::File)
    }

    /// Whether there is a folder at a path.
    fn is_folder(&self, path: &Path) -> bool {
        self.kind(path).is_ok_and(|kind| kind == Kind::Folder)
    }

    /// Whether two paths lead to the same file.
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
