//! Many floors, counted.

use basement_floors::{AddressSeed, FloorAddress, RequestError, RngKind, Seed};
use basement_survey::{
    Comparison, Histogram, Interval, Measure, Sample, Seeds, Summary, SurveyError, Values,
};
use serde::Serialize;
use thiserror::Error;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Lab, json};

/// What the counts of a measure say.
#[derive(Serialize)]
struct Statistics {
    floors: u64,
    mean: Option<Interval>,
    deviation: Option<f64>,
}

/// Why counts say nothing.
#[derive(Debug, Error)]
enum CountsError {
    #[error(transparent)]
    Measure(#[from] RequestError),
    #[error("these are no counts: {0}")]
    Counts(#[from] serde_json::Error),
}

#[wasm_bindgen]
impl Lab {
    /// The counts of the floors of an address from seed number `first` on, as JSON: the run with
    /// that number for Rebirth, that seed of PCG for Flash.
    ///
    /// # Errors
    ///
    /// The engine's sentence where there are no such floors.
    #[wasm_bindgen(js_name = sample)]
    pub fn sample_json(&self, address: &str, first: f64, count: u32) -> Result<String, JsValue> {
        json(self.sample(address, first as u64, count.into()))
    }

    /// What the counts of a measure say, as JSON. `counts` are a histogram of [`Lab::sample_json`]:
    /// an object of raw values with their counts.
    ///
    /// # Errors
    ///
    /// A sentence where there is no such measure.
    #[wasm_bindgen(js_name = statistics)]
    pub fn statistics_json(&self, measure: &str, counts: &str) -> Result<String, JsValue> {
        json(statistics(measure, counts))
    }

    /// The difference of two counts of a measure, the second less the first, as JSON; null where
    /// one of them has fewer than two floors.
    ///
    /// # Errors
    ///
    /// A sentence where there is no such measure.
    #[wasm_bindgen(js_name = difference)]
    pub fn difference_json(&self, measure: &str, x: &str, y: &str) -> Result<String, JsValue> {
        json(difference(measure, x, y))
    }
}

impl Lab {
    /// The counts of the floors of an address from seed number `first` on.
    ///
    /// # Errors
    ///
    /// [`SurveyError`] where there are no such floors.
    pub fn sample(&self, address: &str, first: u64, count: u64) -> Result<Summary, SurveyError> {
        let address: FloorAddress = address.parse()?;
        let generator = self.generator(&address)?;
        let seeds = match address.seed {
            AddressSeed::Run(_) => Seeds::run(first, count),
            AddressSeed::Floor(Seed::Pcg(_)) => Seeds::pcg(first, count),
            AddressSeed::Floor(seed) if seed.kind() == RngKind::Game => Seeds::run(first, count),
            AddressSeed::Floor(_) => Seeds::pcg(first, count),
        };
        Sample::of(&*generator).request(&address.request).seeds(seeds).run()
    }
}

fn statistics(measure: &str, counts: &str) -> Result<Statistics, CountsError> {
    let measure: &Measure = measure.parse()?;
    let histogram: Histogram = serde_json::from_str(counts)?;
    let values = Values::new(measure, &histogram);
    Ok(Statistics {
        floors: values.total(),
        mean: values.mean_interval(),
        deviation: values.standard_deviation(),
    })
}

fn difference(measure: &str, x: &str, y: &str) -> Result<Option<Interval>, CountsError> {
    let measure: &'static Measure = measure.parse()?;
    let [x, y]: [Histogram; 2] = [serde_json::from_str(x)?, serde_json::from_str(y)?];
    let compared = Comparison::of(Values::new(measure, &x), Values::new(measure, &y));
    Ok(compared.map(|compared| compared.interval()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use basement_survey::measure;

    #[test]
    fn parts_of_a_sample_add_up_to_it_and_give_its_mean() {
        let lab = Lab::new();
        let mut whole = lab.sample("level=2", 1, 300).unwrap();
        let part = lab.sample("level=2", 301, 200).unwrap();
        whole.merge(&part).unwrap();
        assert_eq!(whole, lab.sample("level=2", 1, 500).unwrap());
        let counts = serde_json::to_string(whole.histogram(measure::ROOMS)).unwrap();
        let said = statistics("rooms", &counts).unwrap();
        assert_eq!(
            (said.floors, said.mean.map(|mean| mean.estimate)),
            (500, whole.mean(measure::ROOMS))
        );
        let none = difference("rooms", &counts, &counts).unwrap().unwrap();
        assert_eq!(none.estimate, 0.0);
        assert!(statistics("room", &counts).is_err());
    }
}
