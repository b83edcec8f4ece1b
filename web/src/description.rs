//! What there is to choose from: backends, editions, levels, parameters, measures, kinds of rooms.

use basement_floors::{
    Backend, Character, CurseChoice, Item, Parameter, Request, RequestError, RoomKind, Shape,
    Unlocks,
};
use basement_survey::measure::Subject;
use basement_survey::{MEASURES, Measure};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::sample::step_of;
use crate::{Lab, json};

/// The highest level that any edition has.
const LAST_LEVEL: u8 = 12;

/// What there is to choose from.
#[derive(Serialize)]
pub(crate) struct Description {
    /// The version of the engine.
    version: &'static str,
    backends: Vec<BackendDescription>,
    curses: Vec<String>,
    unlocks: Vec<String>,
    characters: Vec<String>,
    items: Vec<String>,
    kinds: Vec<KindDescription>,
    shapes: Vec<ShapeDescription>,
    measures: &'static [Measure],
    /// The subjects of measures, in the order of lists.
    subjects: Vec<SubjectDescription>,
    /// For each measure, how many raw values share a byte in the rows of many floors.
    measure_steps: Vec<u32>,
}

#[derive(Serialize)]
struct BackendDescription {
    name: String,
    /// Whether its floors belong to runs of the game.
    has_runs: bool,
    editions: Vec<EditionDescription>,
}

#[derive(Serialize)]
struct EditionDescription {
    name: &'static str,
    levels: Vec<u8>,
    parameters: Vec<Parameter>,
}

#[derive(Serialize)]
struct SubjectDescription {
    subject: Subject,
    heading: &'static str,
}

#[derive(Serialize)]
struct KindDescription {
    kind: RoomKind,
    /// The letter that stands for it on a map.
    mark: String,
    /// Whether it is a hidden room, added after the plan is complete.
    is_added: bool,
}

#[derive(Serialize)]
struct ShapeDescription {
    id: u8,
    name: &'static str,
    /// The cells that it covers, from the top left corner of its box.
    cells: &'static [(u8, u8)],
}

#[wasm_bindgen]
impl Lab {
    /// What there is to choose from, as JSON.
    ///
    /// # Errors
    ///
    /// None in practice.
    #[wasm_bindgen(js_name = description)]
    pub fn description_json() -> Result<String, JsValue> {
        json(description())
    }
}

/// What there is to choose from.
///
/// # Errors
///
/// None: all names are the engine's own.
pub(crate) fn description() -> Result<Description, RequestError> {
    let backend = |backend: &Backend| {
        let edition = |name: &&'static str| -> Result<_, RequestError> {
            let generator = backend.generator(*name, &[])?;
            let has = |level: &u8| generator.first_draws(&Request::level(*level), &[]).is_ok();
            Ok(EditionDescription {
                name,
                levels: (1..=LAST_LEVEL).filter(has).collect(),
                parameters: backend.parameters(*name)?,
            })
        };
        Ok(BackendDescription {
            name: backend.to_string(),
            has_runs: *backend == Backend::Rebirth,
            editions: backend.editions().iter().map(edition).collect::<Result<_, _>>()?,
        })
    };
    let names = |list: &[String]| list.to_vec();
    let kind = |kind: &RoomKind| KindDescription {
        kind: *kind,
        mark: kind.mark().to_string(),
        is_added: kind.is_added(),
    };
    let shape = |shape: Shape| ShapeDescription {
        id: shape.id(),
        name: shape.name(),
        cells: shape.cells(),
    };
    Ok(Description {
        version: env!("CARGO_PKG_VERSION"),
        backends: Backend::ALL.iter().map(backend).collect::<Result<_, RequestError>>()?,
        curses: CurseChoice::all().map(|curse| curse.to_string()).collect(),
        unlocks: names(&Unlocks::ALL.iter().map(ToString::to_string).collect::<Vec<_>>()),
        characters: Character::ALL.iter().map(ToString::to_string).collect(),
        items: Item::ALL.iter().map(ToString::to_string).collect(),
        kinds: RoomKind::ALL.iter().map(kind).collect(),
        shapes: Shape::ALL.iter().copied().map(shape).collect(),
        measures: &MEASURES,
        subjects: Subject::ALL
            .iter()
            .map(|subject| SubjectDescription { subject: *subject, heading: subject.heading() })
            .collect(),
        measure_steps: MEASURES.iter().map(step_of).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_edition_lists_the_levels_that_its_errors_name() {
        let description = description().unwrap();
        let levels = |backend: usize, name: &str| {
            let editions = &description.backends[backend].editions;
            editions.iter().find(|edition| edition.name == name).unwrap().levels.clone()
        };
        assert_eq!(levels(0, "wrath-of-the-lamb"), [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]);
        assert_eq!(levels(1, "repentance"), [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]);
    }
}
