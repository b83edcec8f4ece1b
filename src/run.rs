//! Studies from their rooms to their report: what the binary and the examples share.

use std::path::Path;
use std::sync::Arc;

use basement_report::{ReportError, ReportFiles, ReportOptions, write_report};
use basement_roomfiles::RoomFileError;
use basement_survey::Study;

/// A study with the rooms that it names loaded, if it names any.
///
/// # Errors
///
/// [`RoomFileError`] when they cannot be read.
pub fn with_rooms(mut study: Study) -> Result<Study, RoomFileError> {
    if let Some(rooms) = &study.rooms {
        study.catalogue = Some(Arc::new(basement_roomfiles::load(Path::new(rooms))?));
    }
    Ok(study)
}

/// Runs a study on all cores and writes its report into a folder. `progress` is told how many
/// floors were done since it was last told, from any thread; [`Study::total_floors`] is how many
/// there are.
///
/// # Errors
///
/// [`ReportError`] when the study asks for what does not exist, or a file cannot
/// be written.
pub fn report_study(
    study: Study,
    options: &ReportOptions,
    folder: &Path,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<ReportFiles, ReportError> {
    // A folder that cannot be made is said before the first floor.
    std::fs::create_dir_all(folder)
        .map_err(|source| ReportError::File { path: folder.to_owned(), source })?;
    let results = study.run(progress)?;
    write_report(&results, options, folder)
}
