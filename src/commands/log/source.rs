//! The files with floors: logs and evidence.

use std::fs::File;
use std::io::{Read, stdin};
use std::path::Path;

use basement_lab::gamelog::{Evidence, LogEvent, LogReader, LoggedFloor};
use basement_lab::survey::SurveyError;

use crate::failure::{Failure, refuse};
use crate::notes::note;

/// A file's name for people.
pub(super) fn name(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() }
}

pub(super) fn unreadable(file: &Path, error: &std::io::Error) -> Failure {
    let (path, reason) = (file.to_owned(), error.to_string());
    SurveyError::FileUnreadable(path, reason).into()
}

/// Reads a log, or evidence in JSON, from a file or standard input. Calls `visit` with each floor
/// that is complete, until `visit` returns false. If the file has no floor, a note says so.
pub(super) fn read_floors(
    file: &Path,
    visit: &mut dyn FnMut(LoggedFloor) -> bool,
) -> Result<(), Failure> {
    let mut has_floors = false;
    each_floor(file, &mut |floor| {
        has_floors = true;
        visit(floor)
    })?;
    if !has_floors {
        note(&format!("{}: the log tells of no floor", name(file)));
    }
    Ok(())
}

fn each_floor(file: &Path, visit: &mut dyn FnMut(LoggedFloor) -> bool) -> Result<(), Failure> {
    /// How many bytes are read at a time.
    const PIECE: usize = 1 << 17;
    let refused = |error: std::io::Error| unreadable(file, &error);
    let mut source: Box<dyn Read> = match file == Path::new("-") {
        true => Box::new(stdin()),
        false => Box::new(File::open(file).map_err(refused)?),
    };
    let mut piece = vec![0; PIECE];
    let mut reader = LogReader::new();
    let mut is_first = true;
    let mut goes_on = true;
    while goes_on {
        let read = source.read(&mut piece).map_err(refused)?;
        if read == 0 {
            break;
        }
        if is_first && piece[0] == b'{' {
            let mut json = piece[..read].to_vec();
            source.read_to_end(&mut json).map_err(refused)?;
            let floors = Evidence::floors_of_json(&json).ok_or_else(|| {
                let advice = "it begins like JSON but is not evidence: give log.txt, or what `basement-lab log report` wrote";
                Failure::Usage(format!("{}: {advice}", name(file)))
            })?;
            floors.into_iter().all(visit);
            return Ok(());
        }
        if is_first && matches!(piece[..read], [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) {
            let advice = "it is in UTF-16, as some shells write: give log.txt as the game wrote it";
            return refuse(format!("{}: {advice}", name(file)));
        }
        is_first = false;
        reader.read(&piece[..read], &mut |event| {
            if let LogEvent::Left(floor) = event {
                goes_on = goes_on && visit(floor);
            }
        });
    }
    if goes_on && let Some(floor) = reader.finish() {
        visit(floor);
    }
    Ok(())
}
