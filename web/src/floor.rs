//! One floor.

use basement_floors::rooms::boss_name;
use basement_floors::{
    AddressSeed, FloorAddress, FloorDocument, GenerateError, RequestError, RunSeed,
};
use basement_survey::{Analysis, MEASURES};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::Lab;

/// A floor with its measures.
#[derive(Serialize)]
pub(crate) struct FloorAnswer {
    /// Its address, without defaults.
    address: String,
    /// The options of `basement-lab floor` that show it.
    options: Vec<(&'static str, String)>,
    /// The floor as `basement-lab floor --format json` writes it.
    floor: Value,
    measures: Map<String, Value>,
    /// The names of its bosses.
    bosses: Vec<&'static str>,
    /// Remarks on the floor, sentences without a full stop.
    remarks: Vec<String>,
}

impl Lab {
    /// The run with a number, from 1, as the game shows it.
    pub(crate) fn run_seed(&self, number: u32) -> Result<String, RequestError> {
        RunSeed::new(number).map(|run| run.to_string())
    }

    /// The floor of an address.
    pub(crate) fn floor(&self, address: &str) -> Result<FloorAnswer, GenerateError> {
        let address: FloorAddress = address.parse()?;
        let generator = self.generator(&address)?;
        let floor = generator.generate(&address.request, address.stage_seed())?;
        let document = FloorDocument::new(&*generator, &floor);
        let document = match address.seed {
            AddressSeed::Run(run) => document.with_run_seed(Some(run.to_string())),
            AddressSeed::Floor(_) => document,
        };
        Ok(FloorAnswer {
            address: address.to_string(),
            options: address.pairs(),
            floor: serde_json::to_value(document).unwrap_or_default(),
            measures: measures(&Analysis::from_floor(&floor)),
            bosses: floor
                .outcome()
                .bosses
                .iter()
                .filter_map(|&boss| boss_name(boss.into()))
                .collect(),
            remarks: generator.describe().remarks(&floor),
        })
    }
}

/// Every measure by its name; null if the floor lacks it.
pub(crate) fn measures(analysis: &Analysis) -> Map<String, Value> {
    MEASURES.iter().map(|measure| (measure.name.to_owned(), measure.json_of(analysis))).collect()
}
