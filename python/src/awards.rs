//! What a cleared room gives.

use basement_awards::{
    AwardError, AwardItem, AwardItems, Preset, Procedure, RandomNumbers, Setting,
};
use basement_floors::Difficulty;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::table::{Table, counts, reals, texts};

fn refused(error: AwardError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The exact chance of each award, a row each.
#[pyfunction]
pub(crate) fn awards(luck: f64, items: Vec<String>, hard: bool, account: &str) -> PyResult<Table> {
    let items = items.iter().map(|item| item.parse::<AwardItem>());
    let items = items.collect::<Result<AwardItems, _>>().map_err(refused)?;
    let difficulty = if hard { Difficulty::Hard } else { Difficulty::Normal };
    let setting = Setting::new(luck as f32, items, difficulty).map_err(refused)?;
    let preset: Preset = account.parse().map_err(refused)?;
    let chances = Procedure::new(&setting, &preset.rules()).distribution(RandomNumbers::Ideal);
    let rows: Vec<_> = chances.iter().collect();
    Table::of_arrays(vec![
        ("pickup", texts(rows.iter().map(|(award, _)| award.pickup.to_string()))),
        ("count", counts(rows.iter().map(|(award, _)| u64::from(award.count)))),
        ("chance", reals(rows.iter().map(|(_, chance)| Some(*chance)))),
    ])
}
