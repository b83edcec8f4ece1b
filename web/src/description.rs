//! What there is to choose from: backends, editions, levels, parameters, measures, kinds of rooms.

use basement_floors::{Backend, CurseChoice, Parameter, Request, RequestError, RoomKind, Shape};
use basement_survey::measure::Subject;
use basement_survey::{MEASURES, Measure};
use serde::Serialize;

use crate::Lab;
use crate::sample::step_of;

/// The highest level that any edition has.
const LAST_LEVEL: u8 = 12;

/// What there is to choose from.
#[derive(Serialize)]
pub(crate) struct Description {
    backends: Vec<BackendDescription>,
    curses: Vec<String>,
    kinds: Vec<KindDescription>,
    /// The names of rooms' shapes.
    shapes: Vec<&'static str>,
    measures: &'static [Measure],
    /// The subjects of measures with their headings, in the order of lists.
    subjects: Vec<(Subject, &'static str)>,
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
struct KindDescription {
    kind: RoomKind,
    /// The letter that stands for it on a map.
    mark: char,
}

impl Lab {
    /// What there is to choose from. There are no errors: all names are the engine's own.
    pub(crate) fn description(&self) -> Result<Description, RequestError> {
        let backend = |backend: &Backend| {
            let edition = |name: &&'static str| -> Result<_, RequestError> {
                let generator = backend.generator(*name, &[])?;
                let has = |level: &u8| generator.first_draws(&Request::level(*level), &[]).is_ok();
                Ok(EditionDescription {
                    name,
                    levels: (1..=LAST_LEVEL).filter(has).collect(),
                    parameters: backend.parameters(*name, &[])?,
                })
            };
            Ok(BackendDescription {
                name: backend.to_string(),
                has_runs: *backend == Backend::Rebirth,
                editions: backend.editions().iter().map(edition).collect::<Result<_, _>>()?,
            })
        };
        let kind = |kind: &RoomKind| KindDescription { kind: *kind, mark: kind.mark() };
        let subject = |subject: &Subject| (*subject, subject.heading());
        Ok(Description {
            backends: Backend::ALL.iter().map(backend).collect::<Result<_, RequestError>>()?,
            curses: CurseChoice::all().map(|curse| curse.to_string()).collect(),
            kinds: RoomKind::ALL.iter().map(kind).collect(),
            shapes: Shape::ALL.iter().map(|shape| shape.name()).collect(),
            measures: &MEASURES,
            subjects: Subject::ALL.iter().map(subject).collect(),
            measure_steps: MEASURES.iter().map(step_of).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_edition_lists_the_levels_that_its_errors_name() {
        let description = Lab::default().description().unwrap();
        let levels = |backend: usize, name: &str| {
            let editions = &description.backends[backend].editions;
            editions.iter().find(|edition| edition.name == name).unwrap().levels.clone()
        };
        assert_eq!(levels(0, "wrath-of-the-lamb"), [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]);
        assert_eq!(levels(1, "repentance"), [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]);
    }
}
