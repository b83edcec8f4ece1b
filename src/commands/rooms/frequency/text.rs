//! The counts of `rooms frequency`, for people.

use std::fmt::Write;

use basement_lab::Difficulty;
use basement_lab::floors::NeverReason;
use basement_lab::floors::rooms::printable;

use super::document::{Document, Room};
use crate::commands::floor_context::notes;
use crate::notes::counted;

/// How many rooms are named for each reason.
const NAMED: usize = 5;

/// What the numbers mean.
const MEANING: &str = "\
A share is the percentage of floors that have the room at least once, for the run that the options describe.
";

impl Document {
    /// The rooms that were seen, then those that can never appear and why, then those that were not
    /// seen.
    pub(super) fn text(&self) -> String {
        let mut text = self.heading();
        self.add_seen(&mut text);
        self.add_never(&mut text);
        self.add_unseen(&mut text);
        text += &notes(self.description.rooms_remark(&self.request, self.seeds.rng()));
        text
    }

    /// The sources of the rooms, and which floors were counted.
    fn heading(&self) -> String {
        let mut text = format!(
            "{} in {}, of which this floor reads\n",
            printable(&self.sources),
            counted(self.catalogue_files as u64, "file"),
        );
        for file in &self.files {
            let rooms = counted(file.rooms as u64, "room");
            let _ = writeln!(text, "  {}: {rooms}", printable(&file.name));
        }
        let request = &self.request;
        let stage_type = match request.stage_type {
            0 => String::new(),
            stage_type => format!(", type {stage_type}"),
        };
        let hard = if request.difficulty == Difficulty::Hard { ", hard" } else { "" };
        let _ = writeln!(
            text,
            "{} {}, stage {}{stage_type}{hard}, curse {}: {}",
            self.description.backend,
            self.description.edition,
            request.level,
            request.curse,
            counted(self.floors, "floor"),
        );
        if self.gave_up > 0 {
            let seeds = counted(self.gave_up, "seed");
            let _ = writeln!(text, "{seeds} more: the generator found no floor for them");
        }
        if !self.chosen.is_empty() {
            let rooms = counted(self.rooms.len() as u64, "room");
            let _ = writeln!(text, "only rooms with {}: {rooms}", printable(&self.chosen));
        }
        text.push_str(MEANING);
        text
    }

    fn add_seen(&self, text: &mut String) {
        let seen: Vec<&Room> = self.rooms.iter().filter(|room| room.floors > 0).collect();
        if seen.is_empty() {
            return;
        }
        let files: Vec<_> = seen.iter().map(|room| room.shown_file()).collect();
        let widest = files.iter().map(|file| file.chars().count()).max().unwrap_or(0).max(4);
        let _ = writeln!(
            text,
            "\n{:>10}  {:>9}  {:<widest$}  {:<20} name",
            "floors", "per floor", "file", "type.variant"
        );
        for (room, file) in seen.into_iter().zip(files) {
            let _ = writeln!(
                text,
                "{:>8} %  {:>9.4}  {file:<widest$}  {:<20} {}",
                percent(room.share),
                room.times_per_floor,
                format!("{}.{}", room.room_type, room.variant),
                printable(&room.name),
            );
        }
    }

    fn add_never(&self, text: &mut String) {
        let never = self.rooms.iter().filter(|room| room.never.is_some()).count();
        if never == 0 {
            return;
        }
        let _ = writeln!(
            text,
            "\nnever on such a floor, whatever the seed: {}",
            counted(never as u64, "room")
        );
        for reason in NeverReason::ALL {
            let rooms = self.rooms.iter().filter(|room| room.never == Some(*reason));
            add_group(text, &reason.to_string(), rooms.collect());
        }
    }

    fn add_unseen(&self, text: &mut String) {
        let unseen: Vec<&Room> =
            self.rooms.iter().filter(|room| room.floors == 0 && room.never.is_none()).collect();
        if unseen.is_empty() {
            return;
        }
        let (floors, most) = (self.floors, percent(self.share_when_unseen));
        let _ = writeln!(
            text,
            "\npossible, but not seen on {}: each is on fewer than {most} % of floors, at 95 % confidence",
            counted(floors, "floor")
        );
        add_group(text, "not seen", unseen);
    }
}

/// How many rooms have something in common, and the first of them.
fn add_group(text: &mut String, what: &str, rooms: Vec<&Room>) {
    if rooms.is_empty() {
        return;
    }
    let _ = writeln!(text, "  {what}: {}", counted(rooms.len() as u64, "room"));
    for room in rooms.iter().take(NAMED) {
        let (file, name) = (room.shown_file(), printable(&room.name));
        let numbers = format!("{}.{}.{}", room.room_type, room.variant, room.subtype);
        let _ = writeln!(text, "    {file}: {numbers} `{name}`, difficulty {}", room.difficulty);
    }
    if rooms.len() > NAMED {
        let _ = writeln!(text, "    and {} more", rooms.len() - NAMED);
    }
}

/// A share in percent, with enough digits to distinguish small shares.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match percent {
        0.0 => "0".to_owned(),
        10.0.. => format!("{percent:.1}"),
        0.1.. => format!("{percent:.2}"),
        _ => format!("{percent:.0$}", (1.0 - percent.log10().floor()) as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_shares_keep_two_digits() {
        let shares = [0.0, 1.0, 0.1234, 0.0234, 0.000_3, 0.000_012].map(percent);
        assert_eq!(shares, ["0", "100.0", "12.3", "2.34", "0.030", "0.0012"]);
    }

    #[test]
    fn counts_use_the_singular_only_for_one() {
        assert_eq!((counted(1, "room"), counted(0, "file")), ("1 room".into(), "0 files".into()));
    }
}
