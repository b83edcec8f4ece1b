//! Files are written whole or not at all, and every error names its file.

use std::fs;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use basement_survey::atomic_file::{AtomicFile, write_file};
use tempfile::{TempDir, tempdir};

fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_file_keeps_its_old_content_until_the_commit() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.csv");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let mut file = AtomicFile::create(&path).unwrap();
    file.write_all(b"new").unwrap();
    file.flush().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(&folder), [".a.csv.tmp", "a.csv"]);
    file.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(names(&folder), ["a.csv"]);
}

#[test]
fn a_file_that_is_not_committed_leaves_nothing() {
    let folder = tempdir().unwrap();
    let mut file = AtomicFile::create(&folder.path().join("a.csv")).unwrap();
    file.write_all(b"half").unwrap();
    drop(file);
    assert!(names(&folder).is_empty());
}

#[test]
fn files_of_a_killed_process_are_replaced() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join(".a.csv.tmp"), "half of a longer file").unwrap();
    write_file(&folder.path().join("a.csv"), b"whole").unwrap();
    assert_eq!(names(&folder), ["a.csv"]);
    assert_eq!(fs::read(folder.path().join("a.csv")).unwrap(), b"whole");
}

#[test]
fn the_first_of_two_writers_of_one_file_gets_an_error() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.csv");
    let mut first = AtomicFile::create(&path).unwrap();
    first.write_all(b"first").unwrap();
    let mut second = AtomicFile::create(&path).unwrap();
    second.write_all(b"second").unwrap();
    let message = first.commit().unwrap_err().to_string();
    assert!(message.ends_with("another process writes the same file"), "{message}");
    second.commit_synced().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"second");
    assert_eq!(names(&folder), ["a.csv"]);
}

#[test]
fn writing_through_a_symlink_keeps_it_even_if_its_target_does_not_exist() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("deep")).unwrap();
    fs::write(folder.path().join("deep/file"), "old").unwrap();
    for (link, target) in [("one", "deep/two"), ("deep/two", "file"), ("new", "deep/new")] {
        symlink(target, folder.path().join(link)).unwrap();
    }
    for (link, file) in [("one", "deep/file"), ("new", "deep/new")] {
        write_file(&folder.path().join(link), b"new").unwrap();
        assert!(folder.path().join(link).is_symlink());
        assert!(!folder.path().join(file).is_symlink());
        assert_eq!(fs::read(folder.path().join(file)).unwrap(), b"new");
    }
    assert!(folder.path().join("deep/two").is_symlink());
    symlink("round", folder.path().join("round")).unwrap();
    let message = write_file(&folder.path().join("round"), b"new").unwrap_err().to_string();
    assert!(message.contains("round cannot be written: too many symbolic"), "{message}");
}

#[test]
fn a_device_gets_the_bytes_and_every_error_names_the_file() {
    write_file(Path::new("/dev/null"), b"nothing").unwrap();
    let folder = tempdir().unwrap();
    let error = |path: &Path| write_file(path, b"something").unwrap_err();
    for (path, kind) in [
        (folder.path().join("no/such"), ErrorKind::NotFound),
        (folder.path().to_owned(), ErrorKind::IsADirectory),
    ] {
        let error = error(&path);
        assert_eq!(error.kind(), kind);
        let begin = format!("{} cannot be written: ", path.display());
        assert!(error.to_string().starts_with(&begin), "{error}");
    }
    if cfg!(target_os = "linux") {
        let error = error(Path::new("/dev/full"));
        assert_eq!(error.kind(), ErrorKind::StorageFull);
        assert!(error.to_string().starts_with("/dev/full cannot be written: "), "{error}");
    }
}
