//! `rooms list`: what a catalogue contains.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Write};
use std::path::PathBuf;
use std::sync::Arc;

use basement_lab::floors::rooms::{
    Catalogue, CatalogueRoom, RoomFile, RoomFileFormat, RoomType, printable,
};
use basement_lab::roomfiles::{self, Skipped};
use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::notes::{counted, note};
use crate::output::{OutputArguments, OutputFormat, formats};
use crate::values::within;

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab rooms list --type boss
  basement-lab rooms list my-rooms --out rooms.json
  basement-lab rooms list embedded mods")]
pub(crate) struct Arguments {
    /// Room files, or folders of them, which are merged as the game merges mods; the engine's own
    /// catalogue when left out
    paths: Vec<PathBuf>,
    /// Count only the rooms of one stage file, by its number: 4 for `04.caves`, 0 for
    /// `00.special rooms`. Other commands take the game's stage: there, --stage 3 is the Caves
    #[arg(long, value_name = "NUMBER", value_parser = within(0..=255_u8))]
    stage: Option<u8>,
    /// Count only the rooms of this type: normal, boss, ...
    #[arg(long = "type", value_name = "TYPE")]
    room_type: Option<String>,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Text, Json);

/// What a catalogue contains.
#[derive(Serialize)]
struct Contents {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sources: Vec<RoomSource>,
    files: Vec<File>,
    /// What was left out, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skipped: Vec<Left>,
    rooms: usize,
    by_type: BTreeMap<String, usize>,
    by_shape: BTreeMap<String, usize>,
    by_difficulty: BTreeMap<u8, usize>,
    /// By shape and door slots.
    by_doors: BTreeMap<String, usize>,
}

/// A source of the catalogue's rooms.
#[derive(Serialize)]
struct RoomSource {
    name: String,
    files: usize,
    rooms: usize,
}

#[derive(Serialize)]
struct Left {
    path: String,
    reason: String,
}

#[derive(Serialize)]
struct File {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    stage: Option<u8>,
    format: RoomFileFormat,
    rooms: usize,
    spawns: usize,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    let (catalogue, skipped) = if arguments.paths.is_empty() {
        (Arc::clone(Catalogue::embedded()), Vec::new())
    } else {
        let mut loaded = roomfiles::load(&arguments.paths)?;
        // The list itself names what is left out.
        let skipped = std::mem::take(&mut loaded.skipped);
        loaded.remarks().iter().for_each(|remark| note(remark));
        (Arc::new(loaded.catalogue), skipped)
    };
    let stages: BTreeSet<u8> = catalogue.files().iter().filter_map(|file| file.stage).collect();
    if let Some(stage) = arguments.stage.filter(|stage| !stages.contains(stage)) {
        let stages: Vec<String> = stages.iter().map(u8::to_string).collect();
        return Err(Failure::Usage(match stages.is_empty() {
            true => "no room file belongs to a stage: leave out --stage".to_owned(),
            false => format!("there is no stage file {stage}: give one of {}", stages.join(", ")),
        }));
    }
    let wanted = arguments.room_type.as_deref().map(str::parse::<RoomType>).transpose()?;
    let is_counted = |room: &CatalogueRoom| {
        arguments.stage.is_none_or(|stage| room.stage == Some(stage))
            && wanted.is_none_or(|wanted| room.room_type == wanted)
    };
    let contents = Contents::of(&catalogue, &skipped, arguments.stage, is_counted);
    match output.format {
        OutputFormat::Json => output.write_json(&contents),
        _ => output.write(contents.text()),
    }
}

impl Contents {
    fn of(
        catalogue: &Catalogue,
        skipped: &[Skipped],
        stage: Option<u8>,
        is_counted: impl Fn(&CatalogueRoom) -> bool,
    ) -> Self {
        let sources = catalogue.sources().into_iter().filter_map(|source| {
            let name = source.name?.to_owned();
            Some(RoomSource { name, files: source.files, rooms: source.rooms })
        });
        let skipped = skipped.iter().map(|skipped| Left {
            path: skipped.path.display().to_string(),
            reason: skipped.reason.to_string(),
        });
        let is_asked = |file: &&RoomFile| stage.is_none_or(|stage| file.stage == Some(stage));
        let files = catalogue.files().iter().filter(is_asked).map(|file| {
            let rooms = file.rooms.iter().filter(|room| is_counted(&room.room));
            File {
                name: file.name.clone(),
                source: file.source.clone(),
                stage: file.stage,
                format: file.format,
                rooms: rooms.clone().count(),
                spawns: rooms.map(|room| room.interior.spawns.len()).sum(),
            }
        });
        let rooms: Vec<&CatalogueRoom> =
            catalogue.rooms().iter().filter(|room| is_counted(room)).collect();
        Self {
            sources: sources.collect(),
            files: files.collect(),
            skipped: skipped.collect(),
            rooms: rooms.len(),
            by_type: counts(&rooms, |room| room.room_type.to_string()),
            by_shape: counts(&rooms, |room| room.shape.to_string()),
            by_difficulty: counts(&rooms, |room| room.difficulty),
            by_doors: counts(&rooms, doors),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        // The source of a file matters only if there are several.
        let is_told = self.sources.len() > 1;
        for file in &self.files {
            let source = file.source.as_deref().filter(|_| is_told);
            let source = source.map(|source| format!("  {}", printable(source)));
            let _ = writeln!(
                text,
                "{:32} {:4}  {}  {}{}",
                printable(&file.name),
                file.format.to_string(),
                aligned(file.rooms, "room", 11),
                aligned(file.spawns, "spawn", 13),
                source.unwrap_or_default()
            );
        }
        if is_told {
            let _ = writeln!(text);
        }
        for source in self.sources.iter().filter(|_| is_told) {
            let name = printable(&source.name);
            let (rooms, files) =
                (aligned(source.rooms, "room", 11), aligned(source.files, "file", 8));
            let _ = writeln!(text, "{rooms} in {files} of {name}");
        }
        for left in &self.skipped {
            let _ = writeln!(text, "{} is left out: {}", printable(&left.path), left.reason);
        }
        let _ = writeln!(text, "\n{}", counted(self.rooms as u64, "room"));
        table(&mut text, "type", &self.by_type);
        table(&mut text, "shape", &self.by_shape);
        table(&mut text, "difficulty", &self.by_difficulty);
        table(&mut text, "doors", &self.by_doors);
        text
    }
}

/// A number of things in a column of this width, with a space in place of a missing `s`.
fn aligned(count: usize, noun: &str, width: usize) -> String {
    let end = if count == 1 { " " } else { "" };
    format!("{:>width$}", counted(count as u64, noun) + end)
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
