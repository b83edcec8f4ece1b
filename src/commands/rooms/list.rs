//! `rooms list`: what a catalogue holds.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::path::PathBuf;

use basement_lab::floors::rooms::{Catalogue, CatalogueRoom, Format as FileFormat, RoomType};
use clap::Args;
use serde::Serialize;

use crate::Failure;
use crate::output::{Format, Output};
use crate::values::within;

/// Its formats, the usual one first.
const FORMATS: &[Format] = &[Format::Text, Format::Json];

/// The options of `rooms list`.
#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab rooms list --type boss
  basement-lab rooms list my-rooms --out rooms.json")]
pub(crate) struct Arguments {
    /// A room file, or a folder of them; the engine's own catalogue when left out
    path: Option<PathBuf>,
    /// Count only the rooms of this stage file, by its number: 0 is the special rooms
    #[arg(long, value_parser = within(0..=255_u8))]
    stage: Option<u8>,
    /// Count only the rooms of this type: normal, boss, ...
    #[arg(long = "type", value_name = "TYPE")]
    room_type: Option<String>,
    /// The format; by default what the ending of --out says, or else the first of these
    #[arg(long, value_parser = Format::parser(FORMATS), display_order = 9)]
    format: Option<Format>,
    /// The file to write to, instead of standard output; its ending says the format
    #[arg(long, value_name = "FILE", display_order = 10)]
    out: Option<PathBuf>,
}

/// What a catalogue holds.
#[derive(Serialize)]
struct Contents {
    files: Vec<File>,
    rooms: usize,
    by_type: BTreeMap<String, usize>,
    by_shape: BTreeMap<String, usize>,
    by_difficulty: BTreeMap<u8, usize>,
    /// By shape and door slots.
    by_doors: BTreeMap<String, usize>,
}

#[derive(Serialize)]
struct File {
    name: String,
    stage: Option<u8>,
    format: FileFormat,
    rooms: usize,
    spawns: usize,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = Output::new(arguments.format, &arguments.out, FORMATS)?;
    let catalogue = super::catalogue(arguments.path.as_deref())?;
    let wanted = arguments.room_type.as_deref().map(str::parse::<RoomType>).transpose()?;
    let is_counted = |room: &CatalogueRoom| {
        arguments.stage.is_none_or(|stage| room.stage == Some(stage))
            && wanted.is_none_or(|wanted| room.room_type == wanted)
    };
    let contents = Contents::of(&catalogue, is_counted);
    output.write(match output.format {
        Format::Json => serde_json::to_string_pretty(&contents)? + "\n",
        _ => contents.text(),
    })
}

impl Contents {
    fn of(catalogue: &Catalogue, is_counted: impl Fn(&CatalogueRoom) -> bool) -> Self {
        let files = catalogue.files().iter().map(|file| {
            let rooms = file.rooms.iter().filter(|room| is_counted(&room.room));
            File {
                name: file.name.clone(),
                stage: file.stage,
                format: file.format,
                rooms: rooms.clone().count(),
                spawns: rooms.map(|room| room.interior.spawns.len()).sum(),
            }
        });
        let rooms: Vec<&CatalogueRoom> =
            catalogue.rooms().iter().filter(|room| is_counted(room)).collect();
        Self {
            files: files.collect(),
            rooms: rooms.len(),
            by_type: counts(&rooms, |room| room.room_type.to_string()),
            by_shape: counts(&rooms, |room| room.shape.to_string()),
            by_difficulty: counts(&rooms, |room| room.difficulty),
            by_doors: counts(&rooms, doors),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for file in &self.files {
            let _ = writeln!(
                text,
                "{:32} {:4}  {:5} rooms  {:6} spawns",
                file.name,
                file.format.to_string(),
                file.rooms,
                file.spawns
            );
        }
        let _ = writeln!(text, "\n{} rooms", self.rooms);
        table(&mut text, "type", &self.by_type);
        table(&mut text, "shape", &self.by_shape);
        table(&mut text, "difficulty", &self.by_difficulty);
        table(&mut text, "doors", &self.by_doors);
        text
    }
}

/// A room's shape and the slots of its doors.
fn doors(room: &CatalogueRoom) -> String {
    if room.doors == room.shape.slots() {
        return format!("{}: all", room.shape);
    }
    let slots: Vec<String> = room.doors.iter().map(|slot| slot.to_string()).collect();
    format!(
        "{}: {}",
        room.shape,
        if slots.is_empty() { "none".to_owned() } else { slots.join(" ") }
    )
}

fn counts<K: Ord>(
    rooms: &[&CatalogueRoom],
    key: impl Fn(&CatalogueRoom) -> K,
) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    for room in rooms {
        *counts.entry(key(room)).or_default() += 1;
    }
    counts
}

fn table<K: Display>(text: &mut String, heading: &str, counts: &BTreeMap<K, usize>) {
    let _ = writeln!(text, "\nby {heading}");
    for (key, count) in counts {
        let _ = writeln!(text, "{count:7}  {key}");
    }
}
