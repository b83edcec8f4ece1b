//! Pages and figures, from outside.
//!
//! One program, so that the crates are linked once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod any_study;
mod figures;
mod page;

use std::collections::HashMap;

use basement_floors::{Generator, Request, Seed};
use basement_report::Figure;
use basement_survey::record::FloorRecord;

/// The rows of a figure's data, by the names of the columns.
fn rows(figure: &Figure) -> Vec<HashMap<&str, &str>> {
    let columns = || figure.table.columns.iter().map(String::as_str);
    let rows = figure.table.rows.iter();
    rows.map(|row| columns().zip(row.iter().map(String::as_str)).collect()).collect()
}

/// Floors as JSON lines, as a generator from elsewhere would write them.
fn json_lines(
    generator: &dyn Generator,
    request: &Request,
    seeds: impl IntoIterator<Item = u64>,
) -> String {
    let line = |seed| {
        let floor = generator.generate(request, Seed::Pcg(seed)).unwrap();
        serde_json::to_string(&FloorRecord::from(&floor)).unwrap() + "\n"
    };
    seeds.into_iter().map(line).collect()
}
