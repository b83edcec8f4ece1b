//! A whole run.

use basement_awards::{AwardItems, Preset, Procedure, Setting};
use basement_floors::{
    AddressSeed, Difficulty, FloorAddress, FloorDocument, GenerateError, RequestError, Run,
    StageTypes,
};
use basement_survey::Analysis;
use basement_survey::awards::FloorAwards;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::Lab;
use crate::floor::measures;

/// The floors of a run.
#[derive(Serialize)]
pub(crate) struct RunAnswer {
    /// The run as the game shows it.
    run: String,
    stages: Vec<Stage>,
    /// Remarks on its floors, sentences without a full stop.
    remarks: Vec<String>,
}

/// A stage of a run.
#[derive(Serialize)]
struct Stage {
    /// What the game calls it.
    name: String,
    /// The address of its floor, with what the floors before it left behind.
    address: String,
    /// The floor as `basement-lab run --awards --format json` writes it.
    floor: Value,
    measures: Map<String, Value>,
    /// The mark of each room's award, in the order of the rooms; null if it has none.
    award_marks: Vec<Option<String>>,
    /// What the awards depend on, in a sentence without its full stop.
    awards_source: Option<&'static str>,
}

impl Lab {
    /// The floors of the run of an address, whose level does not matter. `stage_type` is the type of
    /// stages 1 to 8; without it they have the types that the run draws.
    pub(crate) fn run(
        &self,
        address: &str,
        stage_type: Option<u8>,
    ) -> Result<RunAnswer, GenerateError> {
        let address: FloorAddress = address.parse()?;
        let generator = self.generator(&address)?;
        let seed = match address.seed {
            AddressSeed::Run(run) => run,
            AddressSeed::Floor(seed) => generator
                .describe()
                .run_of(address.request.level, seed)
                .ok_or_else(|| RequestError::NoRuns { backend: address.backend.to_string() })?,
        };
        let types = stage_type.map_or(StageTypes::DRAWN, StageTypes::all);
        let run = Run::new(&*generator, &address.request, types, seed)?;
        let description = generator.describe();
        let setting = award_setting(address.request.difficulty);
        let procedure = Procedure::new(&setting, &Preset::PseudoCode.rules());
        let stages = run.stages.iter().map(|stage| {
            let floor = &stage.floor;
            let document = FloorDocument::new(&*generator, floor);
            let mut document = serde_json::to_value(document).unwrap_or_default();
            let awards = FloorAwards::of(floor, &description, &procedure).ok();
            if let Some(awards) = &awards {
                awards.add_to(&mut document);
            }
            let mark = |room| Some(awards.as_ref()?.of_room(room)?.mark().to_string());
            let award_marks = (0..floor.rooms().len()).map(mark).collect();
            let address = FloorAddress {
                request: *floor.request(),
                seed: AddressSeed::Run(seed),
                ..address.clone()
            };
            Stage {
                name: stage.name(),
                address: address.to_string(),
                floor: document,
                measures: measures(&Analysis::from_floor(floor)),
                award_marks,
                awards_source: awards.as_ref().map(FloorAwards::dependence),
            }
        });
        Ok(RunAnswer {
            run: seed.to_string(),
            stages: stages.collect(),
            remarks: run.remarks(&description),
        })
    }
}

/// Awards without luck or items.
fn award_setting(difficulty: Difficulty) -> Setting {
    Setting::new(0.0, AwardItems::default(), difficulty).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stage_is_the_floor_of_its_address() {
        let lab = Lab::default();
        let run = lab.run("run=B911+99AC&hard=", None).unwrap();
        assert_eq!((run.run.as_str(), run.stages.len()), ("B911 99AC", 13));
        for stage in &run.stages {
            let floor = serde_json::to_value(lab.floor(&stage.address).unwrap()).unwrap();
            for (room, alone) in stage.floor["rooms"]
                .as_array()
                .into_iter()
                .flatten()
                .zip(floor["floor"]["rooms"].as_array().into_iter().flatten())
            {
                assert_eq!((&room["cells"], &room["kind"]), (&alone["cells"], &alone["kind"]));
            }
            assert_eq!(stage.floor["draws"], floor["floor"]["draws"], "{}", stage.name);
        }
        assert!(lab.run("backend=flash", None).is_err());
    }

    #[test]
    fn a_run_and_its_floors_have_the_same_remarks_and_a_single_floor_has_more() {
        let lab = Lab::default();
        let run = lab.run("run=B911+99AC", None).unwrap();
        let remarks = |address: &str| {
            let floor = serde_json::to_value(lab.floor(address).unwrap()).unwrap();
            serde_json::from_value::<Vec<String>>(floor["remarks"].clone()).unwrap()
        };
        let alone = remarks("run=B911+99AC&level=2");
        assert!(alone[0].contains("the built-in rooms decide where"), "{alone:?}");
        assert!(alone[1].contains("its run draws the burning basement"), "{alone:?}");
        assert!(alone[2].starts_with("the bosses met"), "{alone:?}");
        assert_eq!(run.remarks, alone[..1]);
        // The address of a stage includes what the floors before it left behind.
        assert_eq!(remarks(&run.stages[1].address), run.remarks);
        assert!(remarks("backend=flash").is_empty());
        // A Labyrinth's size rests on an interpretation on later levels, in a run as on a floor.
        let cursed = lab.run("run=B911+99AC&curse=labyrinth", None).unwrap();
        let [first, fifth] =
            [1, 5].map(|level| remarks(&format!("run=B911+99AC&curse=labyrinth&level={level}")));
        assert!(fifth.last().unwrap().contains("37 or 39 on level 5"), "{fifth:?}");
        assert_eq!(cursed.remarks, [first[0].clone(), fifth.last().unwrap().clone()]);
        assert_eq!(first.len(), 1);
    }
}
