//! Reads the log while the game writes it.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::PathBuf;

/// The most bytes that are read at a time.
const PIECE: usize = 1 << 17;
/// How many of the last bytes read are remembered. If they have changed, the file was rewritten.
const REMEMBERED: usize = 256;

/// A file that grows, and is rewritten at every launch of the game: its log.
#[derive(Clone, Debug)]
pub(crate) struct GrowingFile {
    path: PathBuf,
    position: u64,
    last: Vec<u8>,
}

/// What [`GrowingFile::read_new`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileUpdate {
    /// Nothing new, or the file is not there at the moment.
    Unchanged,
    /// The next bytes.
    Appended,
    /// The file was rewritten; the next call reads it from its beginning.
    Rewritten,
}

impl GrowingFile {
    /// The file at a path, from its beginning.
    pub(crate) const fn new(path: PathBuf) -> Self {
        Self { path, position: 0, last: Vec::new() }
    }

    /// Reads the next bytes into `piece`, replacing its contents. A missing file is an error only if
    /// nothing was read from it before.
    pub(crate) fn read_new(&mut self, piece: &mut Vec<u8>) -> std::io::Result<FileUpdate> {
        piece.clear();
        let mut file = match File::open(&self.path) {
            Ok(file) => file,
            // The game is about to rewrite it.
            Err(error) if error.kind() == ErrorKind::NotFound && self.position > 0 => {
                return Ok(FileUpdate::Unchanged);
            }
            Err(error) => return Err(error),
        };
        let before = self.position - self.last.len() as u64;
        let mut remembered = vec![0; self.last.len()];
        file.seek(SeekFrom::Start(before))?;
        let is_same = match file.read_exact(&mut remembered) {
            Ok(()) => remembered == self.last,
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => false,
            Err(error) => return Err(error),
        };
        if !is_same {
            (self.position, self.last) = (0, Vec::new());
            return Ok(FileUpdate::Rewritten);
        }
        file.take(PIECE as u64).read_to_end(piece)?;
        if piece.is_empty() {
            return Ok(FileUpdate::Unchanged);
        }
        self.position += piece.len() as u64;
        self.last.extend_from_slice(piece);
        self.last.drain(..self.last.len().saturating_sub(REMEMBERED));
        Ok(FileUpdate::Appended)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn look(file: &mut GrowingFile) -> (FileUpdate, String) {
        let mut piece = Vec::new();
        let look = file.read_new(&mut piece).unwrap();
        (look, String::from_utf8(piece).unwrap())
    }

    #[test]
    fn a_rewritten_file_is_read_from_its_beginning() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.txt");
        let mut file = GrowingFile::new(path.clone());
        assert!(file.read_new(&mut Vec::new()).is_err(), "there is no such file yet");
        fs::write(&path, "one\ntwo").unwrap();
        assert_eq!(look(&mut file), (FileUpdate::Appended, "one\ntwo".to_owned()));
        assert_eq!(look(&mut file).0, FileUpdate::Unchanged);
        fs::write(&path, "one\ntwo, three\n").unwrap();
        assert_eq!(look(&mut file), (FileUpdate::Appended, ", three\n".to_owned()), "it has grown");
        // Shorter, gone, and longer than before.
        fs::write(&path, "four\n").unwrap();
        assert_eq!(look(&mut file).0, FileUpdate::Rewritten);
        assert_eq!(look(&mut file), (FileUpdate::Appended, "four\n".to_owned()));
        fs::remove_file(&path).unwrap();
        assert_eq!(look(&mut file).0, FileUpdate::Unchanged);
        fs::write(&path, "five\nsix, seven\n").unwrap();
        assert_eq!(look(&mut file).0, FileUpdate::Rewritten);
        assert_eq!(look(&mut file), (FileUpdate::Appended, "five\nsix, seven\n".to_owned()));
    }
}
