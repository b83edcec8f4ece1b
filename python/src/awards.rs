//! What a cleared room gives.

use basement_awards::{
    AwardError, AwardItem, AwardItems, Preset, Procedure, RandomNumbers, Setting,
};
use basement_floors::{Description, Difficulty, Floor};
use basement_survey::awards::FloorAwards;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::ToPython;
use crate::options::single;
use crate::table::{Table, counts, reals, texts};

fn refused(error: AwardError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The items held that awards depend on, and which of the two accounts is followed.
pub(crate) type Items = (Vec<String>, String);

fn procedure(luck: f32, items: &[String], mode: Difficulty, account: &str) -> PyResult<Procedure> {
    let items = items.iter().map(|item| item.parse::<AwardItem>());
    let items = items.collect::<Result<AwardItems, _>>().map_err(refused)?;
    let setting = Setting::new(luck, items, mode).map_err(refused)?;
    let preset: Preset = account.parse().map_err(refused)?;
    Ok(Procedure::new(&setting, &preset.rules()))
}

/// The awards for clearing the ordinary rooms of a floor, with the floor's own luck and mode.
pub(crate) fn awards_of(
    floor: &Floor,
    description: &Description,
    (items, account): &Items,
) -> PyResult<FloorAwards> {
    let request = floor.request();
    let procedure = procedure(request.run.luck, items, request.difficulty, account)?;
    FloorAwards::of(floor, description, &procedure).map_err(|error| error.to_python())
}

/// The awards of floors, a row for each ordinary room, with the stages of the floors that have one.
pub(crate) fn table(floors: &[(Option<u8>, &FloorAwards)]) -> PyResult<Table> {
    let rows = floors.iter().flat_map(|(stage, awards)| {
        awards.iter().map(move |(room, award)| (*stage, room as u64, award))
    });
    let rows: Vec<_> = rows.collect();
    let mut columns = vec![
        ("room", counts(rows.iter().map(|(_, room, _)| *room))),
        ("pickup", texts(rows.iter().map(|(.., award)| award.pickup.to_string()))),
        ("count", counts(rows.iter().map(|(.., award)| u64::from(award.count)))),
    ];
    if rows.iter().any(|(stage, ..)| stage.is_some()) {
        let stages = rows.iter().map(|(stage, ..)| u64::from(stage.unwrap_or_default()));
        columns.insert(0, ("stage", counts(stages)));
    }
    Table::of_arrays(columns)
}

/// The exact chance of each award, one row each.
#[pyfunction]
pub(crate) fn awards(luck: f64, items: Vec<String>, hard: bool, account: &str) -> PyResult<Table> {
    let mode = if hard { Difficulty::Hard } else { Difficulty::Normal };
    let procedure = procedure(single("luck", luck)?, &items, mode, account)?;
    let chances = procedure.distribution(RandomNumbers::Ideal);
    let rows: Vec<_> = chances.iter().collect();
    Table::of_arrays(vec![
        ("pickup", texts(rows.iter().map(|(award, _)| award.pickup.to_string()))),
        ("count", counts(rows.iter().map(|(award, _)| u64::from(award.count)))),
        ("chance", reals(rows.iter().map(|(_, chance)| Some(*chance)))),
    ])
}
