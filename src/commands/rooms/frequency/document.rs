//! The counts of `rooms frequency`, for programs.

use std::fmt;

use basement_lab::floors::rooms::{Catalogue, CatalogueRoom, EMBEDDED, RoomType, printable};
use basement_lab::floors::{Description, NeverReason};
use basement_lab::survey::Seeds;
use basement_lab::survey::summary::RoomFrequency;
use basement_lab::{Request, Shape};
use serde::Serialize;

use crate::failure::Failure;

/// Which rooms are shown.
pub(super) struct Chosen {
    pub(super) room_type: Option<RoomType>,
    pub(super) variant: Option<u32>,
    /// In lower case.
    pub(super) name: Option<String>,
    /// The mod or folder that they come from.
    pub(super) source: Option<String>,
}

impl Chosen {
    /// The indices of the rooms of a catalogue that are shown.
    pub(super) fn rooms<'a>(
        &'a self,
        catalogue: &'a Catalogue,
    ) -> impl Iterator<Item = (u16, &'a CatalogueRoom)> {
        (0_u16..).zip(catalogue.rooms()).filter(|(index, room)| {
            let has_name = |wanted: &String| {
                let name = catalogue.interior(*index).map(|room| room.name.to_lowercase());
                name.is_some_and(|name| name.contains(wanted))
            };
            let is_from = |wanted: &String| {
                let file = catalogue.file(*index);
                file.is_some_and(|file| file.source.as_deref().unwrap_or(EMBEDDED) == wanted)
            };
            self.source.as_ref().is_none_or(is_from)
                && self.room_type.is_none_or(|wanted| room.room_type == wanted)
                && self.variant.is_none_or(|wanted| room.variant == wanted)
                && self.name.as_ref().is_none_or(has_name)
        })
    }
}

/// What the rooms have in common, after "has".
impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.room_type.map(|room_type| format!("the type {room_type}")),
            self.variant.map(|variant| format!("the variant {variant}")),
            self.name.as_ref().map(|name| format!("a name that holds `{name}`")),
            self.source.as_ref().map(|source| format!("the source {source}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join(" and "))
    }
}

/// How often the rooms of a catalogue are on a floor.
#[derive(Serialize)]
pub(super) struct Document {
    #[serde(flatten)]
    pub(super) description: Description,
    pub(super) request: Request,
    pub(super) seeds: Seeds,
    pub(super) floors: u64,
    pub(super) gave_up: u64,
    /// The files that the floor takes rooms from, in the order of the catalogue.
    pub(super) files: Vec<File>,
    /// The sources of the catalogue's rooms, in words.
    pub(super) sources: String,
    /// How many files and rooms the catalogue has.
    pub(super) catalogue_files: usize,
    pub(super) catalogue_rooms: usize,
    /// The upper bound, at 95 %, of the share of floors with a room that was on none of them.
    pub(super) share_when_unseen: f64,
    /// What the shown rooms have in common; empty if all rooms are shown.
    #[serde(skip)]
    pub(super) chosen: String,
    /// The rooms that are shown, the most frequent first.
    pub(super) rooms: Vec<Room>,
}

/// A file of the catalogue.
#[derive(Serialize)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) stage: Option<u8>,
    pub(super) rooms: usize,
}

/// A room, and how often it is on a floor.
#[derive(Clone, Serialize)]
pub(super) struct Room {
    pub(super) room: u16,
    /// The mod or folder that it comes from, if the catalogue has several.
    pub(super) source: Option<String>,
    pub(super) file: String,
    #[serde(rename = "type")]
    pub(super) room_type: RoomType,
    pub(super) variant: u32,
    pub(super) subtype: u32,
    pub(super) name: String,
    pub(super) shape: Shape,
    pub(super) difficulty: u8,
    pub(super) weight: f32,
    /// How many floors have the room at least once.
    pub(super) floors: u64,
    /// `floors` as a share of all floors, with its 95 % interval.
    pub(super) share: f64,
    pub(super) share_lower: f64,
    pub(super) share_upper: f64,
    /// How often the room occurs on all floors together.
    pub(super) times: u64,
    pub(super) times_per_floor: f64,
    /// Why the room is never on such a floor, if so.
    pub(super) never: Option<NeverReason>,
}

impl Room {
    /// The file's name, with its source if the catalogue has several.
    pub(super) fn shown_file(&self) -> String {
        let file = printable(&self.file);
        match &self.source {
            Some(source) => format!("{}: {file}", printable(source)),
            None => file.into_owned(),
        }
    }
}

impl Document {
    pub(super) fn new(
        description: Description,
        request: Request,
        seeds: Seeds,
        catalogue: &Catalogue,
        frequency: &RoomFrequency,
        never: &[Option<NeverReason>],
        chosen: &Chosen,
    ) -> Self {
        let has_sources = catalogue.has_several_sources();
        let reason = |room: u16| never.get(usize::from(room)).copied().flatten();
        let row = |(index, room): (u16, &CatalogueRoom)| {
            let never = reason(index);
            let share = frequency.share_by_rules(index, never);
            let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
            Room {
                room: index,
                source: catalogue
                    .file(index)
                    .and_then(|file| file.source.clone())
                    .filter(|_| has_sources),
                file: text(catalogue.file(index).map(|file| &*file.name)),
                room_type: room.room_type,
                variant: room.variant,
                subtype: room.subtype,
                name: text(catalogue.interior(index).map(|room| &*room.name)),
                shape: room.shape,
                difficulty: room.difficulty,
                weight: room.weight,
                floors: frequency.floors_with(index),
                share: share.estimate,
                share_lower: share.lower,
                share_upper: share.upper,
                times: frequency.times(index),
                times_per_floor: frequency.times_per_floor(index),
                never,
            }
        };
        let mut rooms: Vec<Room> = chosen.rooms(catalogue).map(row).collect();
        rooms.sort_by_key(|room| std::cmp::Reverse((room.floors, room.times)));
        let is_read = |room: u16| {
            !matches!(reason(room), Some(NeverReason::NoStage | NeverReason::OtherStage))
        };
        let mut first = 0_usize;
        let mut files = Vec::new();
        for file in catalogue.files() {
            let count = file.rooms.len();
            if (first..first + count).any(|room| is_read(room as u16)) {
                files.push(File { name: file.name.clone(), stage: file.stage, rooms: count });
            }
            first += count;
        }
        Self {
            description,
            request,
            seeds,
            floors: frequency.floors,
            gave_up: frequency.gave_up,
            files,
            sources: catalogue.sources_in_words(),
            catalogue_files: catalogue.files().len(),
            catalogue_rooms: catalogue.rooms().len(),
            share_when_unseen: frequency.share_when_unseen(),
            chosen: chosen.to_string(),
            rooms,
        }
    }

    /// A row for each room. Control characters of names are escaped.
    pub(super) fn csv(&self) -> Result<Vec<u8>, Failure> {
        let failed = |error: csv::Error| Failure::Work(error.to_string());
        let mut table = csv::Writer::from_writer(Vec::new());
        for room in &self.rooms {
            let safe = |text: &str| printable(text).into_owned();
            let source = room.source.as_deref().map(safe);
            let (file, name) = (safe(&room.file), safe(&room.name));
            table.serialize(Room { source, file, name, ..room.clone() }).map_err(failed)?;
        }
        table.into_inner().map_err(|error| Failure::Work(error.to_string()))
    }
}
