//! How a floor was made, decision by decision.

use basement_floors::{Event, FloorAddress, GenerateError, Shape};
use serde::Serialize;

use crate::Lab;

/// A floor's decisions, in order, with what it takes to draw them.
#[derive(Serialize)]
pub(crate) struct Growth {
    /// The events, each with its sentence.
    events: Vec<EventText>,
    /// The cells of the shapes from number 1 on, from the top left corner of each.
    shapes: Vec<&'static [(u8, u8)]>,
}

/// An event and its sentence.
#[derive(Serialize)]
struct EventText {
    #[serde(flatten)]
    event: Event,
    text: String,
}

impl Lab {
    /// The decisions that made the floor of an address.
    pub(crate) fn growth(&self, address: &str) -> Result<Growth, GenerateError> {
        let address: FloorAddress = address.parse()?;
        let generator = self.generator(&address)?;
        let mut events = Vec::new();
        let mut listener = |event: Event| {
            let text = event.decision.to_string().trim_start().to_owned();
            events.push(EventText { event, text });
        };
        generator.explain(&address.request, address.stage_seed(), &mut listener)?;
        Ok(Growth { events, shapes: Shape::ALL.iter().map(|shape| shape.cells()).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_event_carries_its_rule_and_its_sentence() {
        let growth = Lab::default().growth("backend=flash&level=3&seed=7").unwrap();
        let json = serde_json::to_value(&growth).unwrap();
        assert_eq!(json["events"][2]["rule"], "F7");
        assert_eq!(json["events"][2]["decision"], "attempt");
        assert_eq!(json["events"][2]["text"], "attempt 1 begins");
        assert_eq!(json["shapes"].as_array().unwrap().len(), 12);
    }

    #[test]
    fn an_impossible_level_is_an_error() {
        assert!(Lab::default().growth("level=9").is_err());
    }
}
