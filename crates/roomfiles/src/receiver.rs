//! The receiver of a file's rooms while the file is read.

use basement_rooms::FileRoom;

use crate::error::ReadErrorKind;
use crate::findings::{Finding, FindingKind};
use crate::oddities::Oddities;
use crate::room_label::RoomLabel;

/// The most rooms that a file can have: as many as a catalogue can. The same limit applies to
/// comments, unknown elements and pieces of text together.
const MOST: usize = u16::MAX as usize;

/// Returns an error if a file has the most of something already, so that no file takes much more
/// memory than its size.
pub(crate) const fn check_count(what: &'static str, before: usize) -> Result<(), ReadErrorKind> {
    if before < MOST { Ok(()) } else { Err(ReadErrorKind::TooMany { what, most: MOST }) }
}

/// Receives a file's rooms in order, and what is odd about them.
pub(crate) trait Receiver {
    /// Receives the next room, with what its reader found.
    fn room(&mut self, room: FileRoom, findings: Vec<FindingKind>);

    /// Receives what the reader found about the whole file.
    fn file(&mut self, finding: FindingKind);
}

/// Keeps the rooms.
impl Receiver for Vec<FileRoom> {
    fn room(&mut self, room: FileRoom, _: Vec<FindingKind>) {
        self.push(room);
    }

    fn file(&mut self, _: FindingKind) {}
}

/// Reports what is odd about each room, without keeping the rooms.
pub(crate) struct Inspection<'a> {
    pub(crate) oddities: Oddities,
    pub(crate) report: &'a mut dyn FnMut(Finding),
}

impl Receiver for Inspection<'_> {
    fn room(&mut self, room: FileRoom, findings: Vec<FindingKind>) {
        let number = self.oddities.rooms;
        for kind in self.oddities.of(&room, findings) {
            (self.report)(Finding { room: Some(RoomLabel::of(number, &room)), kind });
        }
    }

    fn file(&mut self, finding: FindingKind) {
        (self.report)(Finding::about_file(finding));
    }
}
