//! Where a hidden room is: the floor without it, the chances of each cell, and how many bombs
//! players need.

use basement_floors::{
    Cell, Floor, FloorAddress, FloorDocument, GenerateError, Generator, Posterior, PosteriorError,
    Posteriors, RequestError, RoomKind,
};
use basement_survey::{Analysis, measure};
use serde::Serialize;
use serde_json::{Value, json as value};
use thiserror::Error;

use crate::Lab;

/// A floor as it looks to a player who seeks a hidden room.
#[derive(Serialize)]
pub(crate) struct Puzzle {
    grid: Value,
    /// The rooms that are visible, with the doors between them.
    rooms: Vec<Value>,
    /// Whether the floor has the hidden room.
    has_room: bool,
    /// What to know about the floor, sentences without a full stop.
    remarks: Vec<String>,
}

/// How likely a hidden room is on each cell.
#[derive(Serialize)]
pub(crate) struct Chances {
    cells: Vec<(Cell, f64)>,
    /// That there is no such room.
    none: f64,
    /// Why the doors do not count, if they were asked for.
    without_doors: Option<String>,
}

/// Where a hidden room is, and how many bombs players need for it.
#[derive(Serialize)]
pub(crate) struct Solution {
    cell: Option<Cell>,
    /// The chance that it is there, by the rule and the doors, if they are known.
    chance: Option<f64>,
    /// How many rooms of the plan are beside it.
    neighbours: usize,
    /// For a player who always takes the likeliest cell, by the rule and the doors of the rooms, ties
    /// in random order: on average.
    best: Option<f64>,
    /// For a player who knows only the rule.
    by_rule: Option<f64>,
    /// The first and the last guess of that player that may find it: they differ if cells are equally
    /// likely.
    rule_guesses: Option<(usize, usize)>,
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

impl Lab {
    fn hiding(
        &self,
        address: &str,
        kind: &str,
    ) -> Result<(Box<dyn Generator>, Floor, RoomKind), GuessError> {
        let address: FloorAddress = address.parse()?;
        let kind: RoomKind = kind.parse()?;
        if !kind.is_hidden() {
            return Err(PosteriorError::NotHidden { given: kind }.into());
        }
        let generator = self.generator(&address)?;
        let floor = generator.generate(&address.request, address.stage_seed())?;
        Ok((generator, floor, kind))
    }

    /// The floor of an address without what is hidden. A player who looks for the secret room knows
    /// where the super secret one is.
    pub(crate) fn puzzle(&self, address: &str, kind: &str) -> Result<Puzzle, GuessError> {
        let (generator, floor, kind) = self.hiding(address, kind)?;
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
            grid: document["grid"].clone(),
            rooms: rooms.collect(),
            has_room: floor.first_of(kind).is_some(),
            remarks: generator.describe().remarks(&floor),
        })
    }

    /// The chance that each cell is the hidden room: by the rule, or by the doors of the rooms as
    /// well.
    pub(crate) fn posterior(
        &self,
        address: &str,
        kind: &str,
        by_doors: bool,
    ) -> Result<Chances, GuessError> {
        let (generator, floor, kind) = self.hiding(address, kind)?;
        if kind == RoomKind::Secret && !by_doors {
            let Posterior { cells, none, .. } = generator.secret_posterior(&floor)?;
            return Ok(Chances { cells, none, without_doors: None });
        }
        let known = Posteriors::of(&*generator, &floor, kind)?;
        let Posterior { cells, none, .. } = known.best;
        let without_doors = known.without_doors.map(|reason| reason.to_string());
        Ok(Chances { cells, none, without_doors })
    }

    /// Whether the hidden room of an address is on a cell.
    pub(crate) fn bomb(&self, address: &str, kind: &str, x: u8, y: u8) -> Result<bool, GuessError> {
        Ok(self.solution(address, kind)?.cell == Some(Cell::new(x, y)))
    }

    /// Where the hidden room of an address is, and how many bombs players need for it.
    pub(crate) fn solution(&self, address: &str, kind: &str) -> Result<Solution, GuessError> {
        let (generator, floor, kind) = self.hiding(address, kind)?;
        let cell = floor.first_of(kind).map(|room| floor.rooms()[room].anchor);
        let known = Posteriors::of(&*generator, &floor, kind).ok();
        let bombs = |(first, last): (usize, usize)| (first + last) as f64 / 2.0;
        let rule_guesses = known.as_ref().and_then(|known| known.by_rule_alone()?.guesses(cell?));
        let analysis = Analysis::from_floor(&floor);
        let is_secret = kind == RoomKind::Secret && cell.is_some();
        Ok(Solution {
            chance: known.as_ref().zip(cell).map(|(known, cell)| known.best.probability(cell)),
            neighbours: cell.map_or(0, |cell| beside(&floor, cell)),
            best: known.as_ref().and_then(|known| known.best.guesses(cell?)).map(bombs),
            by_rule: rule_guesses.map(bombs),
            rule_guesses,
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
        let lab = Lab::default();
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
}
