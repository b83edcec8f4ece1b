//! Files that are written whole or not at all.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A file that gets its name once it is complete.
///
/// Bytes are written to a temporary file in the target's folder, and [`commit`](Self::commit)
/// renames it. A reader sees the old file or the new one, never half of either. A file that is
/// dropped uncommitted is removed.
///
/// - The temporary file of `floors.csv` is always `.floors.csv.tmp`. If a killed process leaves one
///   behind, the next process that writes the same file replaces it.
/// - A symbolic link stays a link: the file that it points to is replaced.
/// - A pipe, a device, or any other path that is not a regular file gets the bytes directly. So
///   does `/dev/stdout`, whatever it is linked to.
///
/// Every error names the file. Its [kind](io::Error::kind) is that of the system's error.
///
/// ```
/// use std::io::Write;
/// use basement_survey::atomic_file::AtomicFile;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("floors.txt");
/// let mut file = AtomicFile::create(&path)?;
/// writeln!(file, "seven rooms")?;
/// file.commit()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "seven rooms\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct AtomicFile {
    /// The path as the caller gave it, for errors.
    path: PathBuf,
    writer: BufWriter<File>,
    /// `None` if the bytes go straight to the target.
    replacement: Option<Replacement>,
}

/// A temporary file, and the path that it will be renamed to.
#[derive(Debug)]
struct Replacement {
    temporary: PathBuf,
    target: PathBuf,
}

/// The temporary files of this process.
static TEMPORARIES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn temporaries() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AtomicFile {
    /// Opens a file for writing.
    ///
    /// # Errors
    ///
    /// When the folder does not exist, the path is a folder, or the system refuses.
    pub fn create(path: &Path) -> io::Result<Self> {
        let (file, replacement) = open(path).map_err(|error| named(path, error))?;
        Ok(Self { path: path.to_owned(), writer: BufWriter::new(file), replacement })
    }

    /// Gives the file its name. After a power cut the name may still belong to the old file.
    ///
    /// # Errors
    ///
    /// When the system refuses, or when another process has begun to write the same file.
    pub fn commit(mut self) -> io::Result<()> {
        self.rename(false).map_err(|error| named(&self.path, error))
    }

    /// Syncs the file to disk before it gets its name. After a power cut the whole file is still
    /// there.
    ///
    /// # Errors
    ///
    /// The errors of [`commit`](Self::commit).
    pub fn commit_synced(mut self) -> io::Result<()> {
        self.rename(true).map_err(|error| named(&self.path, error))
    }

    fn rename(&mut self, is_synced: bool) -> io::Result<()> {
        self.writer.flush()?;
        let Some(Replacement { temporary, target }) = &self.replacement else { return Ok(()) };
        if is_synced {
            self.writer.get_ref().sync_all()?;
        }
        if !is_same_file(&self.writer.get_ref().metadata()?, temporary) {
            return Err(io::Error::new(
                ErrorKind::ResourceBusy,
                "another process writes the same file",
            ));
        }
        // The lock is held while renaming, so that [`abandon_files`] finds each file either
        // untouched or complete.
        let mut known = temporaries();
        fs::rename(temporary, target)?;
        known.remove(temporary);
        drop(known);
        if is_synced {
            sync_folder(target)?;
        }
        self.replacement = None;
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes).map_err(|error| named(&self.path, error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush().map_err(|error| named(&self.path, error))
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        let Some(Replacement { temporary, .. }) = &self.replacement else { return };
        let mut known = temporaries();
        let mine = self.writer.get_ref().metadata();
        if mine.is_ok_and(|mine| is_same_file(&mine, temporary)) {
            // Half a file is useless. A failure to remove it is ignored.
            let _ = fs::remove_file(temporary);
        }
        known.remove(temporary);
    }
}

/// Writes a whole file from bytes in memory, through [`AtomicFile`].
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("floors.txt");
/// basement_survey::atomic_file::write_file(&path, b"seven rooms")?;
/// assert_eq!(std::fs::read(&path)?, b"seven rooms");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// The errors of [`AtomicFile`].
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes)?;
    file.commit()
}

/// Removes the temporary file of every [`AtomicFile`] of this process, for good: a thread that opens,
/// commits or drops one afterwards blocks forever.
///
/// It is meant for a process that a signal stops, because no destructor runs then. Call it from a
/// thread, not from a signal handler.
pub fn abandon_files() {
    let known = temporaries();
    for temporary in known.iter() {
        // A failure to remove a file is ignored.
        let _ = fs::remove_file(temporary);
    }
    std::mem::forget(known);
}

fn open(path: &Path) -> io::Result<(File, Option<Replacement>)> {
    let Some(target) = replaced(path)? else {
        // Appends, so that `--out /dev/stdout >> FILE` keeps the contents of FILE.
        return Ok((OpenOptions::new().append(true).open(path)?, None));
    };
    let temporary = temporary_name(&target)?;
    let mut known = temporaries();
    // Removes what a killed process left. A running process keeps its open file but loses the name,
    // and gets an error when it commits.
    match fs::remove_file(&temporary) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
    known.insert(temporary.clone());
    drop(known);
    if let Ok(old) = fs::metadata(&target) {
        // The new file gets the permissions of the old one. Some network file systems cannot set
        // permissions; there the default ones apply.
        let _ = file.set_permissions(old.permissions());
    }
    Ok((file, Some(Replacement { temporary, target })))
}

/// At most this many links are followed, as on Linux. A longer chain counts as a loop.
const MOST_LINKS: usize = 40;

/// The file that is replaced when a path is written, after all symbolic links. `None` if the bytes
/// go straight to what is at the path.
fn replaced(path: &Path) -> io::Result<Option<PathBuf>> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Ok(None);
    }
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        let name = target.file_name().ok_or(ErrorKind::InvalidFilename)?;
        target = fs::canonicalize(folder(&target))?.join(name);
        if target.starts_with("/proc") {
            // A file that this process has already opened, under its name in `/proc`.
            return Ok(None);
        }
        match fs::read_link(&target) {
            // A relative link starts at its own folder; an absolute one replaces the path.
            Ok(next) => target = folder(&target).join(next),
            // Not a link, or nothing there yet.
            Err(_) => return Ok(Some(target)),
        }
    }
    Err(io::Error::other("too many symbolic links, one to the next"))
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The name under which a file is written until it is complete.
fn temporary_name(target: &Path) -> io::Result<PathBuf> {
    let mut name = std::ffi::OsString::from(".");
    name.push(target.file_name().ok_or(ErrorKind::InvalidFilename)?);
    name.push(".tmp");
    Ok(target.with_file_name(name))
}

/// Whether a name still belongs to an open file.
#[cfg(unix)]
fn is_same_file(open: &Metadata, name: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(name).is_ok_and(|found| (found.dev(), found.ino()) == (open.dev(), open.ino()))
}

/// Whether a name still belongs to an open file. On systems other than Unix no process can take
/// over the name of an open file.
#[cfg(not(unix))]
fn is_same_file(_: &Metadata, name: &Path) -> bool {
    name.exists()
}

/// Syncs a new name to disk, on systems where a folder can be opened for that.
fn sync_folder(target: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder(target))?.sync_all() {
        // Some network file systems cannot do this.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            Ok(())
        }
        outcome => outcome,
    }
}

/// An error with the file's name in front.
fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{} cannot be written: {error}", path.display()))
}
