//! The engine for browsers: one class, [`JsonLab`], whose methods take the address of a floor as text
//! ([`FloorAddress`]) and return JSON. Errors are the engine's messages.
//!
//! The methods of `Lab` return the same before it is written as JSON; tests call these.

mod description;
mod find;
mod floor;
mod game_log;
mod grow;
mod guess;
mod own_rooms;
mod records;
mod room;
mod run;
mod sample;
mod walk;

use std::collections::BTreeMap;
use std::error::Error;
use std::mem::take;
use std::sync::Arc;

use basement_floors::rooms::Catalogue;
use basement_floors::{Backend, FloorAddress, Generator, RequestError};
use basement_roomfiles::{EntityNames, MemoryFiles};
use game_log::OpenLog;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

/// The engine. It keeps the files of rooms that the user gave it, if any.
#[derive(Default)]
struct Lab {
    /// The rooms that Rebirth's floors are made of; `None` for the engine's own.
    rooms: Option<Arc<Catalogue>>,
    /// The user's files of rooms.
    files: MemoryFiles,
    /// What the user's files call the things in rooms.
    entity_names: EntityNames,
    /// The names of mods by their folders.
    mod_names: BTreeMap<String, String>,
    /// The user's other files that cannot be read: the path and why.
    refused: Vec<(String, String)>,
    /// The log that is being read.
    log: Option<OpenLog>,
}

/// The engine as JavaScript sees it: methods of `Lab`, whose results are written as JSON.
#[wasm_bindgen(js_name = Lab)]
#[derive(Default)]
pub struct JsonLab(Lab);

/// Exports methods of `Lab`, each by its name in JavaScript.
macro_rules! export {
    ($($name:ident = $method:ident($($given:ident: $type:ty),*);)*) => {
        #[wasm_bindgen(js_class = Lab)]
        impl JsonLab {
            $(
                #[doc = concat!("`Lab::", stringify!($method), "`, as JSON.")]
                ///
                /// # Errors
                ///
                /// The engine's message.
                #[wasm_bindgen(js_name = $name)]
                pub fn $method(&mut self, $($given: $type),*) -> Result<String, JsValue> {
                    json(self.0.$method($($given),*))
                }
            )*
        }
    };
}

export! {
    description = description();
    floor = floor(address: &str);
    growth = growth(address: &str);
    options = options(address: &str);
    run = run(address: &str, stage_type: Option<u8>);
    runSeed = run_seed(number: u32);
    walk = walk(address: &str, route: &str);
    posterior = posterior(address: &str, kind: &str, by_doors: bool);
    solution = solution(address: &str, kind: &str);
    values = values(measure: &str, histogram: &str);
    comparison = comparison(measure: &str, x: &str, y: &str, pairing: &str);
    asked = asked(address: &str, conditions: &str);
    estimate = estimate(address: &str, conditions: &str, first: f64, count: u32);
    find = find(address: &str, conditions: &str, first: f64, count: u32);
    records = records(text: &str, line: u32, drawn: usize);
    allMeasures = all_measures(address: &str, count: u32);
    readLog = read_log(piece: &[u8], is_first: bool, is_last: bool);
    room = room(index: u16);
    loadRooms = load_rooms(with_embedded: bool);
    missingRooms = missing_rooms(address: &str);
    ownRooms = own_rooms(address: &str);
    roomFrequency = room_frequency(address: &str, skipped: u32, count: u32);
    runsWithRoom = runs_with_room(address: &str, room: u16, skipped: u32, count: u32);
}

#[wasm_bindgen(js_class = Lab)]
impl JsonLab {
    /// The engine with its own rooms.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// `Lab::add_file`.
    #[wasm_bindgen(js_name = addFile)]
    pub fn add_file(&mut self, path: &str, bytes: Vec<u8>, modified: f64) {
        self.0.add_file(path, bytes, modified);
    }

    /// `Lab::count`, as the length of a text in four bytes, the lowest first; the text, which is JSON;
    /// and, if all measures are counted, the measures of each seed's floor, one byte each, measure by
    /// measure.
    ///
    /// # Errors
    ///
    /// The engine's message.
    pub fn sample(
        &self,
        address: &str,
        other: &str,
        measures: &str,
        skipped: u32,
        count: u32,
    ) -> Result<Vec<u8>, JsValue> {
        let mut counted = self.0.count(address, other, measures, skipped, count);
        let rows = counted.as_mut().map(|counted| take(&mut counted.rows)).unwrap_or_default();
        let text = json(counted)?;
        Ok([&(text.len() as u32).to_le_bytes(), text.as_bytes(), &rows].concat())
    }
}

impl Lab {
    /// The generator of an address, with the user's rooms if there are any.
    fn generator(&self, address: &FloorAddress) -> Result<Box<dyn Generator>, RequestError> {
        let FloorAddress { backend, edition, changes, .. } = address;
        let rooms = self.rooms.as_ref().filter(|_| *backend == Backend::Rebirth);
        backend.generator_with_rooms(&**edition, changes, rooms)
    }
}

/// The message of any error.
#[derive(Debug)]
struct Message(String);

impl<E: Error> From<E> for Message {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// What a method returns to JavaScript: JSON, or an error with a message.
fn json<T: Serialize, E: Into<Message>>(result: Result<T, E>) -> Result<String, JsValue> {
    let value = result.map_err(|error| JsError::new(&error.into().0))?;
    serde_json::to_string(&value).map_err(|error| JsError::new(&error.to_string()).into())
}
