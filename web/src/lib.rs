//! The engine for browsers: one class, [`Lab`], whose methods take the address of a floor as text
//! ([`FloorAddress`]) and return JSON. Errors are the engine's messages.
//!
//! Rust methods with JavaScript's names return the same before it is written as JSON; tests call
//! these.

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
use std::fmt::Display;
use std::sync::Arc;

use basement_floors::rooms::Catalogue;
use basement_floors::{Backend, FloorAddress, Generator, RequestError};
use basement_roomfiles::{EntityNames, MemoryFiles};
use game_log::OpenLog;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

/// The engine. It keeps the files of rooms that the user gave it, if any.
#[wasm_bindgen]
#[derive(Default)]
pub struct Lab {
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

#[wasm_bindgen]
impl Lab {
    /// The engine with its own rooms.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Lab {
    /// The generator of an address, with the user's rooms if there are any.
    fn generator(&self, address: &FloorAddress) -> Result<Box<dyn Generator>, RequestError> {
        match (&self.rooms, address.backend) {
            (Some(rooms), Backend::Rebirth) => {
                let rooms = Arc::clone(rooms);
                address.backend.generator_with_rooms(&*address.edition, &address.changes, rooms)
            }
            _ => address.generator(),
        }
    }
}

/// What a method returns to JavaScript: JSON, or an error with a message.
fn json<T: Serialize, E: Display>(result: Result<T, E>) -> Result<String, JsValue> {
    let value = result.map_err(|error| JsError::new(&error.to_string()))?;
    serde_json::to_string(&value).map_err(|error| JsError::new(&error.to_string()).into())
}
