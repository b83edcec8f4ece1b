//! Long work with a progress bar: what the binary and the examples share.

use std::path::Path;
use std::sync::Arc;

use basement_report::{ReportError, ReportFiles, ReportOptions, write_report};
use basement_roomfiles::RoomFileError;
use basement_survey::Study;
use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar over so many floors, on standard error, and only when that is a
/// terminal.
#[must_use]
pub fn progress_bar(floors: u64) -> ProgressBar {
    progress_bar_of(floors, "floors")
}

/// The same over so many of something else.
#[must_use]
pub fn progress_bar_of(count: u64, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{bar:30} {human_pos} of {human_len} {msg}, {per_sec}, {eta} left",
    );
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(count).with_style(style).with_message(what)
}

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

/// Runs a study on all cores, with a progress bar, and writes its report into a
/// folder.
///
/// # Errors
///
/// [`ReportError`] when the study asks for what does not exist, or a file cannot
/// be written.
pub fn report_study(
    study: Study,
    options: &ReportOptions,
    folder: &Path,
) -> Result<ReportFiles, ReportError> {
    let bar = progress_bar(study.total_floors()?);
    // A folder that cannot be made is said before the first floor.
    std::fs::create_dir_all(folder)
        .map_err(|source| ReportError::File { path: folder.to_owned(), source })?;
    let results = study.run(&|done| bar.inc(done))?;
    bar.finish_and_clear();
    write_report(&results, options, folder)
}
