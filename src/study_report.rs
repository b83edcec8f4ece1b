//! Studies from their rooms to their report: what the binary and the examples share.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use basement_floors::CatalogueGap;
use basement_report::{ReportError, ReportFiles, ReportOptions, check_report, write_report};
use basement_roomfiles::{RoomFileError, load_with_base};
use basement_survey::{Results, Study};

/// A study with the rooms that it names loaded, if it names any, and what there is to say about
/// their files.
///
/// # Errors
///
/// [`RoomFileError`] when they cannot be read.
pub fn with_rooms(mut study: Study) -> Result<(Study, Vec<String>), RoomFileError> {
    if study.rooms.is_empty() {
        return Ok((study, Vec::new()));
    }
    let loaded = load_with_base(&study.rooms)?;
    let mut remarks = loaded.remarks();
    study.catalogue = Some(Arc::new(loaded.catalogue));
    remarks.extend(gaps(&study));
    Ok((study, remarks))
}

/// What the study's rooms lack for its floors, one sentence per gap. An invalid study is reported
/// when it runs.
fn gaps(study: &Study) -> Vec<String> {
    let mut sentences = Vec::new();
    for group in study.groups().unwrap_or_default() {
        for gap in CatalogueGap::in_words(&group.catalogue_gaps()) {
            let sentence = format!("{gap} on stage {}", group.request.level);
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
    }
    sentences
}

/// Runs a study on all cores and writes its report into a folder. `progress` is called from any
/// thread with the number of floors done since its last call, of [`Study::total_floors`] in all.
/// Returns the results and the files written.
///
/// # Errors
///
/// [`ReportError`] if the study asks for something that does not exist, or if a file cannot be
/// written or would replace a file that no report wrote. A folder that was made for the report is
/// then removed, unless it contains files.
pub fn report_study(
    study: Study,
    options: &ReportOptions,
    folder: &Path,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(Results, ReportFiles), ReportError> {
    // A file that cannot be written is an error before the first floor is made.
    check_report(&study, options, folder)?;
    let made = missing_folders(folder);
    std::fs::create_dir_all(folder)
        .map_err(|error| ReportError::File { path: folder.to_owned(), error })?;
    remove_empty(&made);
    let results = study.run(progress)?;
    let files = write_report(&results, options, folder).inspect_err(|_| remove_empty(&made))?;
    Ok((results, files))
}

/// The folder and those above it that do not exist yet, the innermost first.
fn missing_folders(folder: &Path) -> Vec<PathBuf> {
    let is_missing = |path: &&Path| !path.as_os_str().is_empty() && !path.exists();
    folder.ancestors().take_while(is_missing).map(Path::to_owned).collect()
}

/// Removes folders until one is not empty.
fn remove_empty(folders: &[PathBuf]) {
    for folder in folders {
        if std::fs::remove_dir(folder).is_err() {
            break;
        }
    }
}
