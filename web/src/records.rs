//! The reader's own floors, from a file of JSON lines.

use std::convert::Infallible;

use basement_floors::FloorAddress;
use basement_survey::record::{FloorLines, FloorRecord, LineError};
use basement_survey::summary::Histogram;
use basement_survey::{Analysis, MEASURES, Measure, Sample, Seeds, Summary, SurveyError};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::Lab;

/// At most this many invalid lines are named.
const NAMED: usize = 20;

/// What a part of a file contains.
#[derive(Serialize)]
pub(crate) struct Records {
    /// Its floors.
    floors: u64,
    /// Its lines that are not floors.
    invalid: u64,
    /// The first invalid lines: the number of the line, and what is wrong with it.
    named: Vec<String>,
    /// The counts of each measure of such floors.
    measures: Map<String, Value>,
    /// The first floors, to be drawn.
    first: Vec<FloorRecord>,
}

fn records(text: &str, line: u64, drawn: usize) -> Records {
    let mut histograms = vec![Histogram::default(); MEASURES.len()];
    let mut found = Records {
        floors: 0,
        invalid: 0,
        named: Vec::new(),
        measures: Map::new(),
        first: Vec::new(),
    };
    for record in FloorLines::new(text.as_bytes()) {
        match record {
            Ok(record) => {
                let analysis = Analysis::from_record(&record);
                for (measure, histogram) in MEASURES.iter().zip(&mut histograms) {
                    if let Some(value) = measure.raw_of(&analysis) {
                        histogram.add(value, found.floors);
                    }
                }
                found.floors += 1;
                if found.first.len() < drawn {
                    found.first.push(record);
                }
            }
            Err(error) => {
                found.invalid += 1;
                if found.named.len() < NAMED {
                    found.named.push(in_the_file(&error, line));
                }
            }
        }
    }
    found.measures =
        of_records(|_, place| serde_json::to_value(&histograms[place]).unwrap_or_default());
    found
}

/// An error with the number that its line has in the whole file.
fn in_the_file(error: &LineError, first: u64) -> String {
    match error {
        LineError::Fault(line, fault) => format!("line {}: {fault}", line + first - 1),
        error => error.to_string(),
    }
}

/// A value for each measure that floors of a file have, by the measure's name.
fn of_records(read: impl Fn(&'static Measure, usize) -> Value) -> Map<String, Value> {
    let measures = MEASURES.iter().enumerate().filter(|(_, measure)| measure.is_of_records());
    measures.map(|(place, measure)| (measure.name.to_owned(), read(measure, place))).collect()
}

impl Lab {
    /// What a part of a file of floors contains. The part is whole lines; `line` is the number of the
    /// first, from 1. `drawn` is how many floors are returned to be drawn.
    pub(crate) fn records(
        &self,
        text: &str,
        line: u32,
        drawn: usize,
    ) -> Result<Records, Infallible> {
        Ok(records(text, line.into(), drawn))
    }

    /// The counts of all measures that floors of a file have, over `count` floors of an address from
    /// the first seed on.
    pub(crate) fn all_measures(
        &self,
        address: &str,
        count: u32,
    ) -> Result<Map<String, Value>, SurveyError> {
        let address: FloorAddress = address.parse()?;
        let generator = self.generator(&address)?;
        let seeds = Seeds::usual(address.backend.default_rng(), count.into());
        let summary: Summary =
            Sample::of(&*generator).request(&address.request).seeds(seeds).run()?;
        Ok(of_records(|measure, _| {
            serde_json::to_value(summary.histogram(measure)).unwrap_or_default()
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_measured_and_invalid_ones_are_named_by_number() {
        let floor = r#"{"rooms": [{"cells": [[0, 0]], "kind": "start"}, {"cells": [[1, 0]], "kind": "boss"}]}"#;
        let text = format!("{floor}\n{{}}\n\n{floor}\n");
        let found = records(&text, 101, 1);
        assert_eq!((found.floors, found.invalid, found.first.len()), (2, 1, 1));
        assert!(found.named[0].starts_with("line 102: "), "{:?}", found.named);
        assert_eq!(found.measures["rooms"]["2"]["count"], 2);
        assert!(!found.measures.contains_key("draws"));
        let games = Lab::default().all_measures("backend=flash&level=2", 50).unwrap();
        assert!(games.contains_key("loops"));
    }
}
