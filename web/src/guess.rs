//! Where a hidden room is: the floor without it, the chances of each cell, and how many bombs
//! players need.

use basement_floors::{
    Cell, Floor, FloorAddress, FloorDocument, GenerateError, Generator, Posterior, PosteriorError,
    RequestError, RoomKind, RunSeed,
};
use basement_survey::{Analysis, measure};
use serde::Serialize;
use serde_json::{Value, json as value};
use thiserror::Error;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Lab, json};

/// A floor as it looks to a player who seeks a hidden room.
#[derive(Serialize)]
pub(crate) struct Puzzle {
    /// Its address.
    address: String,
    /// Its grid.
    grid: Value,
    /// The rooms that are visible, with the doors between them.
    rooms: Vec<Value>,
    /// Whether the floor has the hidden room.
    has_room: bool,
    /// What to know about the floor, sentences without a full stop.
    remarks: Vec<String>,
}

/// Where a hidden room is, and how many bombs players need for it.
#[derive(Serialize)]
pub(crate) struct Solution {
    cell: Option<Cell>,
    /// The chance that it is there, by the rule and the doors, if they are known.
    chance: Option<f64>,
    /// How many rooms of the plan are beside it.
    neighbours: usize,
    /// For a player who always takes the likeliest cell, by the rule and the doors of the rooms.
    best: Option<usize>,
    /// For a player who knows only the rule.
    by_rule: Option<usize>,
    /// For a player who tries the cells with the most neighbours first, ties in random order: on
    /// average.
    by_neighbours: Option<f64>,
}

/// Why there is nothing to guess.
#[derive(Debug, Error)]
pub(crate) enum GuessError {
    /// There is no such floor.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// The chances are not known.
    #[error(transparent)]
    Posterior(#[from] PosteriorError),
    /// The room is not a hidden one.
    #[error(transparent)]
    Request(#[from] RequestError),
}

#[wasm_bindgen]
impl Lab {
    /// The floor of an address without what is hidden, as JSON.
    ///
    /// # Errors
    ///
    /// The engine's message if no such floor exists, or if the kind is not a hidden room.
    #[wasm_bindgen(js_name = puzzle)]
    pub fn puzzle_json(&self, address: &str, kind: &str) -> Result<String, JsValue> {
        json(self.puzzle(address, kind))
    }

    /// Whether the hidden room of an address is on a cell, as JSON.
    ///
    /// # Errors
    ///
    /// As [`Lab::puzzle_json`].
    #[wasm_bindgen(js_name = bomb)]
    pub fn bomb_json(&self, address: &str, kind: &str, x: u8, y: u8) -> Result<String, JsValue> {
        let found = self.solution(address, kind);
        json(found.map(|found| found.cell == Some(Cell::new(x, y))))
    }

    /// The chance that each cell is the hidden room, as JSON: by the rule, or by the doors of the
    /// rooms as well.
    ///
    /// # Errors
    ///
    /// The engine's message if the chances are not known.
    #[wasm_bindgen(js_name = posterior)]
    pub fn posterior_json(
        &self,
        address: &str,
        kind: &str,
        by_doors: bool,
    ) -> Result<String, JsValue> {
        json(self.posterior(address, kind, by_doors))
    }

    /// Where the hidden room of an address is, and how many bombs players need for it, as JSON.
    ///
    /// # Errors
    ///
    /// As [`Lab::puzzle_json`].
    #[wasm_bindgen(js_name = solution)]
    pub fn solution_json(&self, address: &str, kind: &str) -> Result<String, JsValue> {
        json(self.solution(address, kind))
    }

    /// The run of a day, as JSON: the day's number since 1970-01-01 times 2,654,435,761, modulo
    /// 2^32. The factor is odd, so each day has its own run.
    ///
    /// # Errors
    ///
    /// The engine's message for day 0.
    #[wasm_bindgen(js_name = dailyRun)]
    pub fn daily_run_json(&self, day: u32) -> Result<String, JsValue> {
        json(daily_run(day))
    }
}

fn daily_run(day: u32) -> Result<String, RequestError> {
    RunSeed::new(day.wrapping_mul(0x9E37_79B1)).map(|run| run.to_string())
}

impl Lab {
    fn hiding(
        &self,
        address: &str,
        kind: &str,
    ) -> Result<(Box<dyn Generator>, FloorAddress, Floor, RoomKind), GuessError> {
        let address: FloorAddress = address.parse()?;
        let kind: RoomKind = kind.parse()?;
        if !kind.is_hidden() {
            return Err(PosteriorError::NotHidden { given: kind }.into());
        }
        let generator = self.generator(&address)?;
        let floor = generator.generate(&address.request, address.stage_seed())?;
        Ok((generator, address, floor, kind))
    }

    /// The floor of an address without what is hidden. A player who looks for the secret room knows
    /// where the super secret one is.
    ///
    /// # Errors
    ///
    /// [`GuessError`] if no such floor exists, or if the kind is not a hidden room.
    pub(crate) fn puzzle(&self, address: &str, kind: &str) -> Result<Puzzle, GuessError> {
        let (generator, address, floor, kind) = self.hiding(address, kind)?;
        let document = FloorDocument::new(&*generator, &floor);
        let document = serde_json::to_value(document).unwrap_or_default();
        let is_seen = |index: usize| {
            floor.rooms().get(index).is_some_and(|room| {
                !room.kind.is_added()
                    && (room.kind != RoomKind::SuperSecret || kind == RoomKind::Secret)
            })
        };
        let rooms = document["rooms"].as_array().into_iter().flatten().enumerate();
        let rooms = rooms.filter(|(index, _)| is_seen(*index)).map(|(_, room)| {
            let doors = room["doors"].as_array().into_iter().flatten();
            let doors: Vec<&Value> = doors
                .filter(|door| is_seen(door["room"].as_u64().unwrap_or_default() as usize))
                .collect();
            value!({ "kind": room["kind"], "cells": room["cells"], "doors": doors })
        });
        Ok(Puzzle {
            address: address.to_string(),
            grid: document["grid"].clone(),
            rooms: rooms.collect(),
            has_room: floor.first_of(kind).is_some(),
            remarks: generator.describe().remarks(&floor),
        })
    }

    /// The chance that each cell is the hidden room.
    ///
    /// # Errors
    ///
    /// [`GuessError`] if the chances are not known.
    pub(crate) fn posterior(
        &self,
        address: &str,
        kind: &str,
        by_doors: bool,
    ) -> Result<Posterior, GuessError> {
        let (generator, _, floor, kind) = self.hiding(address, kind)?;
        Ok(if by_doors {
            generator.posterior_by_doors(&floor, kind)?
        } else if kind == RoomKind::Secret {
            generator.secret_posterior(&floor)?
        } else {
            generator.posterior_by_doors(&floor, kind)?
        })
    }

    /// Where the hidden room of an address is, and how many bombs players need for it.
    ///
    /// # Errors
    ///
    /// [`GuessError`] if no such floor exists, or if the kind is not a hidden room.
    pub(crate) fn solution(&self, address: &str, kind: &str) -> Result<Solution, GuessError> {
        let (generator, _, floor, kind) = self.hiding(address, kind)?;
        let cell = floor.first_of(kind).map(|room| floor.rooms()[room].anchor);
        let by_rule =
            (kind == RoomKind::Secret).then(|| generator.secret_posterior(&floor).ok()).flatten();
        let by_doors = generator.posterior_by_doors(&floor, kind).ok();
        let place = |posterior: &Option<Posterior>| {
            let cells = &posterior.as_ref()?.cells;
            cells.iter().position(|(other, _)| Some(*other) == cell).map(|place| place + 1)
        };
        let known = by_doors.as_ref().or(by_rule.as_ref());
        let analysis = Analysis::from_floor(&floor);
        let is_secret = kind == RoomKind::Secret && cell.is_some();
        Ok(Solution {
            chance: known.zip(cell).map(|(known, cell)| known.probability(cell)),
            neighbours: cell.map_or(0, |cell| beside(&floor, cell)),
            best: place(&by_doors).or_else(|| place(&by_rule)),
            by_rule: place(&by_rule),
            by_neighbours: measure::SECRET_GUESS_RANK.of(&analysis).filter(|_| is_secret),
            cell,
        })
    }
}

/// How many rooms that are not hidden have a cell beside this cell.
fn beside(floor: &Floor, cell: Cell) -> usize {
    let touches = |other: Cell| other.x.abs_diff(cell.x) + other.y.abs_diff(cell.y) == 1;
    let rooms = floor.rooms().iter().filter(|room| !room.kind.is_added());
    rooms.filter(|room| room.cells().any(touches)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_reveals_nothing_hidden() {
        let lab = Lab::new();
        for kind in ["secret", "super_secret", "ultra_secret"] {
            let puzzle = lab.puzzle("level=3&run=B911+99AC", kind).unwrap();
            let text = serde_json::to_string(&puzzle).unwrap();
            assert!(
                puzzle.has_room && !text.contains("ultra_secret") && !text.contains("\"secret\"")
            );
            assert_eq!(text.contains("super_secret"), kind == "secret");
            let found = lab.solution("level=3&run=B911+99AC", kind).unwrap();
            let cell = found.cell.unwrap();
            assert!(found.chance > Some(0.0) && found.best.is_some(), "{kind}");
            assert!(!puzzle.rooms.iter().any(|room| {
                room["cells"]
                    .as_array()
                    .is_some_and(|cells| cells.contains(&value!([cell.x, cell.y])))
            }));
        }
        let error = lab.puzzle("", "shop").err().unwrap().to_string();
        assert!(error.contains("not hidden"), "{error}");
    }

    #[test]
    fn every_day_has_a_run_of_its_own() {
        assert_eq!(daily_run(20_780), daily_run(20_780));
        assert_ne!(daily_run(20_780), daily_run(20_781));
        assert!(daily_run(0).is_err());
    }
}
