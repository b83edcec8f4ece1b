//! One floor, decision by decision.

use basement_floors::{Event, FloorAddress, GenerateError};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::floor::FloorAnswer;
use crate::{Lab, json};

/// A floor, and the decisions that made it.
#[derive(Serialize)]
pub struct ExplainAnswer {
    #[serde(flatten)]
    answer: FloorAnswer,
    events: Vec<Told>,
}

/// A decision, and the sentence that tells it.
#[derive(Serialize)]
struct Told {
    #[serde(flatten)]
    event: Event,
    text: String,
}

#[wasm_bindgen]
impl Lab {
    /// The floor of an address with the decisions that made it, as JSON.
    ///
    /// # Errors
    ///
    /// The engine's sentence where there is no such floor.
    #[wasm_bindgen(js_name = explain)]
    pub fn explain_json(&self, address: &str) -> Result<String, JsValue> {
        json(self.explain(address))
    }
}

impl Lab {
    /// The floor of an address with the decisions that made it.
    ///
    /// # Errors
    ///
    /// [`GenerateError`] where there is no such floor.
    pub fn explain(&self, address: &str) -> Result<ExplainAnswer, GenerateError> {
        let answer = self.floor(address)?;
        let address: FloorAddress = address.parse()?;
        let mut events = Vec::new();
        let listener = &mut |event: Event| {
            let text = event.decision.to_string().trim_start().to_owned();
            events.push(Told { event, text });
        };
        self.generator(&address)?.explain(&address.request, address.stage_seed(), listener)?;
        Ok(ExplainAnswer { answer, events })
    }
}
