//! Room files of the user's own: read, merged and kept here.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use basement_floors::rooms::printable;
use basement_roomfiles::{EMBEDDED, EntityNames, ReadError, RoomFileError, load_files};
use serde::Serialize;
use thiserror::Error;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Lab, json};

/// What the user's rooms are.
#[derive(Serialize)]
pub(crate) struct OwnRoomsAnswer {
    sources: Vec<SourceAnswer>,
    /// What the user should know about the files, a sentence each.
    remarks: Vec<String>,
    /// How many things have a name.
    named_entities: usize,
    /// Whether all files only add to the game's rooms.
    only_adds: bool,
}

/// Whose rooms there are.
#[derive(Serialize)]
struct SourceAnswer {
    /// The name of a mod, a folder or a file.
    name: String,
    /// Whether they are the engine's own, which stand in for the game's.
    is_embedded: bool,
    files: usize,
    rooms: usize,
}

/// Why the user's rooms could not be read.
#[derive(Debug, Error)]
pub(crate) enum OwnRoomsError {
    #[error(transparent)]
    Rooms(#[from] RoomFileError),
    #[error("{}, {error}", printable(path))]
    EntityNames { path: String, error: ReadError },
}

#[wasm_bindgen]
impl Lab {
    /// Takes a file that the user chose: one of rooms, or one that names entities. `modified` is
    /// when it was changed last, in milliseconds since 1970. Gives how many files there are.
    ///
    /// # Errors
    ///
    /// A sentence for a list of entities that is no XML.
    #[wasm_bindgen(js_name = addFile)]
    pub fn add_file_json(
        &mut self,
        path: &str,
        bytes: Vec<u8>,
        modified: f64,
    ) -> Result<String, JsValue> {
        json(self.add_file(path, bytes, modified))
    }

    /// Makes a catalogue of the files that were added, and tells what it holds, as JSON. Floors are
    /// made of its rooms from now on. The engine's own rooms are added `with_embedded`, and where all
    /// files only add to the game's.
    ///
    /// # Errors
    ///
    /// A sentence where a file cannot be read, or none holds rooms.
    #[wasm_bindgen(js_name = loadRooms)]
    pub fn load_rooms_json(&mut self, with_embedded: bool) -> Result<String, JsValue> {
        json(self.load_rooms(with_embedded))
    }
}

impl Lab {
    /// Takes a file that the user chose, and gives how many there are.
    ///
    /// # Errors
    ///
    /// [`OwnRoomsError::EntityNames`].
    pub(crate) fn add_file(
        &mut self,
        path: &str,
        bytes: Vec<u8>,
        modified: f64,
    ) -> Result<usize, OwnRoomsError> {
        let name = Path::new(path).file_name().unwrap_or_default();
        if ["entities2.xml", "EntitiesMod.xml"].iter().any(|known| name.eq_ignore_ascii_case(known))
        {
            let names = EntityNames::parse(&bytes)
                .map_err(|error| OwnRoomsError::EntityNames { path: path.to_owned(), error })?;
            self.entity_names.extend(names);
        } else {
            let since = Duration::try_from_secs_f64(modified / 1000.0).ok();
            let modified = since.and_then(|since| SystemTime::UNIX_EPOCH.checked_add(since));
            self.files.insert(path, bytes, modified);
        }
        Ok(self.files.len())
    }

    /// Makes a catalogue of the files that were added.
    ///
    /// # Errors
    ///
    /// [`OwnRoomsError::Rooms`].
    pub(crate) fn load_rooms(
        &mut self,
        with_embedded: bool,
    ) -> Result<OwnRoomsAnswer, OwnRoomsError> {
        let loaded = load_files(&self.files, with_embedded)?;
        let sources = loaded.catalogue.sources().into_iter().map(|source| SourceAnswer {
            name: printable(source.name.unwrap_or_default()).into_owned(),
            is_embedded: source.name == Some(EMBEDDED),
            files: source.files,
            rooms: source.rooms,
        });
        let answer = OwnRoomsAnswer {
            sources: sources.collect(),
            remarks: loaded.remarks(),
            named_entities: self.entity_names.len(),
            only_adds: loaded.only_adds,
        };
        self.rooms = Some(Arc::new(loaded.catalogue));
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOMS: &[u8] = b"<rooms><room type='1' variant='7' name='Attic' shape='1'>\
        <spawn x='3' y='2'><entity type='10' variant='1' subtype='0' weight='1'/></spawn>\
        </room></rooms>";

    #[test]
    fn rooms_of_a_mod_are_added_and_what_stands_in_them_is_named() {
        let mut lab = Lab::new();
        lab.add_file("mine/content/rooms/01.basement.xml", ROOMS.to_vec(), 0.0).unwrap();
        let names = b"<entities><entity id='10' variant='1' name='Gaper'/></entities>";
        assert_eq!(lab.add_file("mine/content/Entities2.xml", names.to_vec(), 0.0).unwrap(), 1);
        let answer = lab.load_rooms(false).unwrap();
        let sources: Vec<_> =
            answer.sources.iter().map(|source| (&*source.name, source.rooms)).collect();
        assert_eq!(sources[1], ("mine", 1));
        assert!(answer.sources[0].is_embedded);
        assert_eq!(answer.named_entities, 1);
        assert!(answer.remarks[0].contains("the engine's own stand in"));
        let rooms = lab.rooms.clone().unwrap();
        let index = (0..u16::MAX).find(|index| rooms.interior(*index).unwrap().name == "Attic");
        let room = serde_json::to_value(lab.room(index.unwrap())).unwrap();
        assert_eq!((&room["source"], &room["spawns"][0][1]), (&"mine".into(), &"Gaper".into()));
    }

    #[test]
    fn a_file_that_is_refused_is_named_and_the_rooms_before_stay() {
        let mut lab = Lab::new();
        assert!(lab.load_rooms(false).is_err());
        lab.add_file("01.basement.xml", ROOMS.to_vec(), f64::NAN).unwrap();
        lab.load_rooms(false).unwrap();
        lab.add_file("02.cellar.stb", b"STB1".to_vec(), 0.0).unwrap();
        let error = lab.load_rooms(false).err().unwrap().to_string();
        assert!(error.starts_with("02.cellar.stb, offset 4: "), "{error}");
        assert!(lab.rooms.is_some());
        let error = lab.add_file("x/entities2.xml", b"<a".to_vec(), 0.0).unwrap_err().to_string();
        assert!(error.starts_with("x/entities2.xml, line 1: "), "{error}");
    }
}
