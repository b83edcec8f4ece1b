//! The user's own room files: read, checked, merged and kept here.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use basement_floors::rooms::{Catalogue, printable};
use basement_floors::{CatalogueGap, FloorAddress, GenerateError, Generator, RunSeed};
use basement_roomfiles::{
    EMBEDDED, EntityNames, FindingGroup, FindingGroups, RoomFileError, check, load_files, mod_name,
};
use basement_survey::{Sample, Seeds, SurveyError};
use serde::Serialize;

use crate::Lab;

/// How many findings of a kind are written out for each file.
const SHOWN: usize = 20;

/// What the user's files are.
#[derive(Serialize)]
pub(crate) struct OwnRoomsAnswer {
    /// The files of rooms, and other files that cannot be read, by their paths.
    files: Vec<FileAnswer>,
    /// The rooms of all files that can be read; null if there are none.
    rooms: Option<RoomsAnswer>,
}

/// What `basement-lab rooms check` says of a file.
#[derive(Serialize)]
struct FileAnswer {
    path: String,
    /// How many rooms it has; 0 if it cannot be read.
    rooms: usize,
    /// Why it cannot be read.
    error: Option<String>,
    /// What is odd about it, by kind, warnings first.
    findings: Vec<FindingGroup>,
}

/// The rooms of the files that can be read.
#[derive(Serialize)]
struct RoomsAnswer {
    sources: Vec<SourceAnswer>,
    /// What the user should know about the files together, one sentence per remark.
    remarks: Vec<String>,
    /// How many things have a name.
    named_entities: usize,
    /// Whether all files only add to the game's rooms.
    only_adds: bool,
}

/// A source of rooms.
#[derive(Serialize)]
struct SourceAnswer {
    /// The name of a mod, a folder or a file.
    name: String,
    /// Whether they are the engine's own, which stand in for the game's.
    is_embedded: bool,
    files: usize,
    rooms: usize,
}

/// One of the user's rooms, and why no floor of an address has it, if none can.
#[derive(Serialize)]
pub(crate) struct OwnRoom {
    room: u16,
    source: String,
    file: String,
    #[serde(rename = "type")]
    room_type: String,
    variant: u32,
    name: String,
    weight: f32,
    never: Option<String>,
}

/// How often rooms appear on floors. All are whole numbers: the sum of two parts is the whole.
#[derive(Serialize)]
pub(crate) struct FrequencyAnswer {
    floors: u64,
    gave_up: u64,
    /// The user's rooms that were seen: on how many floors, and how often.
    seen: Vec<(u16, u64, u64)>,
}

impl Lab {
    /// Adds a file that the user chose: one of rooms, or one that names entities or a mod. `modified`
    /// is when it was last changed, in milliseconds since 1970.
    pub(crate) fn add_file(&mut self, path: &str, bytes: Vec<u8>, modified: f64) {
        let full = Path::new(path);
        let name = full.file_name().unwrap_or_default();
        if ["entities2.xml", "EntitiesMod.xml"].iter().any(|known| name.eq_ignore_ascii_case(known))
        {
            match EntityNames::parse(&bytes) {
                Ok(names) => self.entity_names.extend(names),
                Err(error) => self.refused.push((path.to_owned(), error.to_string())),
            }
            return;
        }
        if name.eq_ignore_ascii_case("metadata.xml")
            && let Some(own) = mod_name(&bytes)
        {
            let folder = full.parent().and_then(Path::file_name).unwrap_or_default();
            self.mod_names.insert(folder.to_string_lossy().into_owned(), own);
        }
        let since = Duration::try_from_secs_f64(modified / 1000.0).ok();
        let modified = since.and_then(|since| SystemTime::UNIX_EPOCH.checked_add(since));
        self.files.insert(path, bytes, modified);
    }

    /// Makes a catalogue of the added files that can be read, and returns what it contains and what is
    /// odd about each file. Floors are made of its rooms from now on. The engine's own rooms are added
    /// if `with_embedded` is true, or if all files only add to the game's.
    pub(crate) fn load_rooms(
        &mut self,
        with_embedded: bool,
    ) -> Result<OwnRoomsAnswer, RoomFileError> {
        let mut readable = self.files.clone();
        let mut files: Vec<FileAnswer> = self.files.room_files().map(checked).collect();
        for file in files.iter().filter(|file| file.error.is_some()) {
            readable.remove(Path::new(&file.path));
        }
        files.extend(self.refused.iter().map(|(path, error)| FileAnswer::refused(path, error)));
        let loaded = loop {
            match load_files(&readable, with_embedded) {
                Ok(loaded) => break Some(loaded),
                // A list of boss pools, which is not a file of rooms.
                Err(RoomFileError::Refused { path, error }) if readable.remove(&path) => {
                    files.push(FileAnswer::refused(&path.to_string_lossy(), &error.to_string()));
                }
                Err(RoomFileError::NoFiles { .. }) => break None,
                Err(error) => return Err(error),
            }
        };
        for file in &mut files {
            file.path = printable(&file.path).into_owned();
        }
        let Some(loaded) = loaded else {
            return Ok(OwnRoomsAnswer { files, rooms: None });
        };
        let sources = loaded.catalogue.sources().into_iter().map(|source| SourceAnswer {
            name: self.shown_source(source.name.unwrap_or_default()),
            is_embedded: source.name == Some(EMBEDDED),
            files: source.files,
            rooms: source.rooms,
        });
        let rooms = RoomsAnswer {
            sources: sources.collect(),
            remarks: loaded.remarks(),
            named_entities: self.entity_names.len(),
            only_adds: loaded.only_adds,
        };
        self.rooms = Some(Arc::new(loaded.catalogue));
        Ok(OwnRoomsAnswer { files, rooms: Some(rooms) })
    }

    /// The name of a source of rooms: for a mod, the name that it gives itself.
    pub(crate) fn shown_source(&self, source: &str) -> String {
        let name = self.mod_names.get(source).map_or(source, |name| name);
        printable(name).into_owned()
    }

    /// The generator of an address, its catalogue, and the user's rooms in it.
    fn own_catalogue(&self, address: &str) -> Result<OwnCatalogue, SurveyError> {
        let address: FloorAddress = address.parse()?;
        let generator = self.generator(&address)?;
        let catalogue = generator.catalogue().ok_or(SurveyError::NoCatalogue)?;
        let is_own = |room: &u16| source_of(catalogue, *room).is_some_and(|name| name != EMBEDDED);
        let rooms = (0..catalogue.rooms().len() as u16).filter(is_own).collect();
        Ok((address, generator, rooms))
    }

    /// What the rooms lack for the floors of an address, one sentence per gap.
    pub(crate) fn missing_rooms(&self, address: &str) -> Result<Vec<String>, SurveyError> {
        let (address, generator, _) = self.own_catalogue(address)?;
        Ok(CatalogueGap::in_words(&generator.catalogue_gaps(&address.request)?))
    }

    /// The user's rooms, and which of them no floor of an address has.
    pub(crate) fn own_rooms(&self, address: &str) -> Result<Vec<OwnRoom>, SurveyError> {
        let (address, generator, rooms) = self.own_catalogue(address)?;
        let catalogue = generator.catalogue().ok_or(SurveyError::NoCatalogue)?;
        let never = generator.rooms_that_never_appear(&address.request)?;
        let text = |text: &str| printable(text).into_owned();
        let own = rooms.into_iter().filter_map(|room| {
            let known = catalogue.get(room)?;
            Some(OwnRoom {
                room,
                source: self.shown_source(source_of(catalogue, room)?),
                file: text(&catalogue.file(room)?.name),
                room_type: known.room_type.to_string(),
                variant: known.variant,
                name: text(&catalogue.interior(room)?.name),
                weight: known.weight,
                never: never
                    .get(usize::from(room))
                    .copied()
                    .flatten()
                    .map(|reason| reason.to_string()),
            })
        });
        Ok(own.collect())
    }

    /// How often the user's rooms are on `count` floors of an address: the floors of its runs in order,
    /// after the first `skipped`.
    pub(crate) fn room_frequency(
        &self,
        address: &str,
        skipped: u32,
        count: u32,
    ) -> Result<FrequencyAnswer, SurveyError> {
        let (address, generator, rooms) = self.own_catalogue(address)?;
        let seeds = Seeds::run(1 + u64::from(skipped), count.into());
        let sample = Sample::of(&*generator).request(&address.request).seeds(seeds);
        let counted = sample.room_frequency()?;
        let seen = rooms.into_iter().filter(|room| counted.times(*room) > 0);
        let seen = seen.map(|room| (room, counted.floors_with(room), counted.times(room)));
        let seen = seen.collect();
        Ok(FrequencyAnswer { floors: counted.floors, gave_up: counted.gave_up, seen })
    }

    /// The runs among `count`, after the first `skipped`, whose floor has a room: each as the game shows
    /// it, with the number of the room on its floor.
    pub(crate) fn runs_with_room(
        &self,
        address: &str,
        room: u16,
        skipped: u32,
        count: u32,
    ) -> Result<Vec<(String, usize)>, SurveyError> {
        let (address, generator, _) = self.own_catalogue(address)?;
        let seeds = Seeds::run(1 + u64::from(skipped), count.into());
        let request = &address.request;
        let mut found = Vec::new();
        for number in (seeds.first..).take(count as usize) {
            match generator.generate(request, seeds.seed(number, request.level)?) {
                Ok(floor) => {
                    let place = floor.rooms().iter().position(|there| there.interior == Some(room));
                    if let Some(place) = place {
                        found.push((RunSeed::new(number as u32)?.to_string(), place));
                    }
                }
                Err(GenerateError::Request(error)) => return Err(error.into()),
                Err(_) => {}
            }
        }
        Ok(found)
    }
}

/// An address, its generator, and the user's rooms in the generator's catalogue.
type OwnCatalogue = (FloorAddress, Box<dyn Generator>, Vec<u16>);

/// The source of a room.
fn source_of(catalogue: &Catalogue, room: u16) -> Option<&str> {
    catalogue.file(room)?.source.as_deref()
}

impl FileAnswer {
    fn refused(path: &str, error: &str) -> Self {
        let error = Some(printable(error).into_owned());
        Self { path: path.to_owned(), rooms: 0, error, findings: Vec::new() }
    }
}

/// What `basement-lab rooms check` says of a file.
fn checked((path, bytes): (&Path, &[u8])) -> FileAnswer {
    let mut groups = FindingGroups::default();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let rooms = check(&name, bytes, &mut |finding| groups.add(&finding, SHOWN));
    FileAnswer {
        path: path.to_string_lossy().into_owned(),
        error: rooms.as_ref().err().map(ToString::to_string),
        rooms: rooms.unwrap_or_default(),
        findings: groups.iter().cloned().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOMS: &[u8] = b"<rooms><room type='1' variant='7' name='Attic' shape='1'>\
        <spawn x='3' y='2'><entity type='10' variant='1' subtype='0' weight='1'/></spawn>\
        </room></rooms>";

    #[test]
    fn rooms_of_a_mod_are_added_and_their_entities_are_named() {
        let mut lab = Lab::default();
        lab.add_file("mine/content/rooms/01.basement.xml", ROOMS.to_vec(), 0.0);
        let names = b"<entities><entity id='10' variant='1' name='Gaper'/></entities>";
        lab.add_file("mine/content/Entities2.xml", names.to_vec(), 0.0);
        lab.add_file(
            "mine/metadata.xml",
            b"<metadata><name>My rooms</name></metadata>".to_vec(),
            0.0,
        );
        let answer = lab.load_rooms(false).unwrap();
        let found = answer.rooms.unwrap();
        let sources: Vec<_> =
            found.sources.iter().map(|source| (&*source.name, source.rooms)).collect();
        assert_eq!(sources[1], ("My rooms", 1));
        assert!(found.sources[0].is_embedded);
        assert_eq!(found.named_entities, 1);
        assert!(found.remarks[0].contains("the engine's own stand in"));
        let rooms = lab.rooms.clone().unwrap();
        let index = (0..u16::MAX).find(|index| rooms.interior(*index).unwrap().name == "Attic");
        let room = serde_json::to_value(lab.room(index.unwrap()).unwrap()).unwrap();
        assert_eq!((&room["source"], &room["spawns"][0][1]), (&"My rooms".into(), &"Gaper".into()));
    }

    #[test]
    fn all_files_that_are_refused_are_named_and_the_others_are_read() {
        let mut lab = Lab::default();
        lab.add_file("01.basement.xml", ROOMS.to_vec(), f64::NAN);
        lab.add_file("02.cellar.stb", b"STB1".to_vec(), 0.0);
        lab.add_file("04.caves.xml", b"<rooms><room shape='99'/></rooms>".to_vec(), 0.0);
        lab.add_file("x/entities2.xml", b"<a".to_vec(), 0.0);
        lab.add_file("bosspools.xml", b"<a".to_vec(), 0.0);
        let answer = lab.load_rooms(false).unwrap();
        let errors: Vec<String> = answer
            .files
            .iter()
            .filter_map(|file| Some(format!("{}, {}", file.path, file.error.as_ref()?)))
            .collect();
        let starts = [
            "02.cellar.stb, offset 4: ",
            "04.caves.xml, line 1, ",
            "x/entities2.xml, line 1: ",
            "bosspools.xml, line 1: ",
        ];
        assert_eq!(errors.len(), starts.len(), "{errors:?}");
        for (error, start) in errors.iter().zip(starts) {
            assert!(error.starts_with(start), "{errors:?}");
        }
        // What is odd about a file that can be read is reported as by `rooms check`.
        let kinds: Vec<_> = answer.files[0].findings.iter().map(|found| found.kind).collect();
        assert!(kinds.contains(&"no_doors"), "{kinds:?}");
        assert_eq!(answer.rooms.unwrap().sources[0].rooms, 1);
        let missing = lab.missing_rooms("level=1").unwrap_err().to_string();
        assert!(missing.contains("no boss rooms"), "{missing}");
    }

    #[test]
    fn without_a_readable_file_the_built_in_rooms_remain() {
        let mut lab = Lab::default();
        assert!(lab.load_rooms(false).unwrap().rooms.is_none());
        lab.add_file("02.cellar.stb", b"STB1".to_vec(), 0.0);
        let answer = lab.load_rooms(false).unwrap();
        assert!(answer.rooms.is_none() && answer.files[0].error.is_some());
        assert!(lab.rooms.is_none());
    }

    #[test]
    fn room_counts_in_parts_sum_to_the_whole_and_a_listed_run_has_the_room() {
        let doors = "<door exists='True' x='-1' y='3'/><door exists='True' x='13' y='3'/>\
            <door exists='True' x='6' y='-1'/><door exists='True' x='6' y='7'/>";
        let room = |variant: u32, weight: u32| {
            format!(
                "<room type='1' variant='{variant}' name='Attic' shape='1' difficulty='1' \
                 weight='{weight}'>{doors}</room>"
            )
        };
        let rooms = format!("<rooms>{}{}</rooms>", room(9000, 50), room(9001, 0));
        let mut lab = Lab::default();
        lab.add_file("mine/content/rooms/01.basement.xml", rooms.into_bytes(), 0.0);
        lab.load_rooms(false).unwrap();
        let own = lab.own_rooms("level=1").unwrap();
        assert_eq!(own.len(), 2);
        assert_eq!(own[1].never.as_deref(), Some("its weight is not above 0"));
        let counts = |skipped, count| lab.room_frequency("level=1", skipped, count).unwrap();
        let (whole, one, two) = (counts(0, 300), counts(0, 100), counts(100, 200));
        assert_eq!((whole.floors, whole.seen.len()), (300, 1));
        assert_eq!(whole.seen[0].1, one.seen[0].1 + two.seen[0].1);
        let hits = lab.runs_with_room("level=1", own[0].room, 0, 300).unwrap();
        assert_eq!(hits.len() as u64, whole.seen[0].1);
        let later = lab.runs_with_room("level=1", own[0].room, 100, 200).unwrap();
        assert!(hits.ends_with(&later) && later.len() < hits.len());
        let (run, place) = &hits[0];
        let floor = lab.floor(&format!("level=1&run={}", run.replace(' ', "+"))).unwrap();
        let floor = serde_json::to_value(floor).unwrap();
        assert_eq!(floor["floor"]["rooms"][*place]["interior"], own[0].room);
        assert!(lab.runs_with_room("level=1", own[1].room, 0, 50).unwrap().is_empty());
        assert!(lab.own_rooms("backend=flash").is_err());
    }
}
