//! Where a hidden room is: the chances of each cell, and how many bombs players need.

use basement_floors::{
    Cell, Floor, FloorAddress, GenerateError, Generator, Posterior, PosteriorError, Posteriors,
    RequestError, RoomKind,
};
use basement_survey::{Analysis, measure};
use serde::Serialize;
use thiserror::Error;

use crate::Lab;

/// How likely a hidden room is on each cell.
#[derive(Serialize)]
pub(crate) struct Chances {
    cells: Vec<(Cell, f64)>,
    /// Why the doors do not count, if they were asked for.
    without_doors: Option<String>,
}

/// How likely a hidden room is where it is, and how many bombs players need for it.
#[derive(Serialize)]
pub(crate) struct Solution {
    /// The chance that it is there, by the rule and the doors, if they are known.
    chance: Option<f64>,
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
            let Posterior { cells, .. } = generator.secret_posterior(&floor)?;
            return Ok(Chances { cells, without_doors: None });
        }
        let known = Posteriors::of(&*generator, &floor, kind)?;
        let without_doors = known.without_doors.map(|reason| reason.to_string());
        Ok(Chances { cells: known.best.cells, without_doors })
    }

    /// How likely the hidden room of an address is where it is, and how many bombs players need for it.
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
            best: known.as_ref().and_then(|known| known.best.guesses(cell?)).map(bombs),
            by_rule: rule_guesses.map(bombs),
            rule_guesses,
            by_neighbours: measure::SECRET_GUESS_RANK.of(&analysis).filter(|_| is_secret),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_hidden_room_has_a_chance_and_a_best_player_and_other_rooms_are_refused() {
        let lab = Lab::default();
        for kind in ["secret", "super_secret", "ultra_secret"] {
            let solution = lab.solution("level=3&run=B911+99AC", kind).unwrap();
            assert!(solution.chance > Some(0.0) && solution.best.is_some(), "{kind}");
        }
        let error = lab.solution("", "shop").err().unwrap().to_string();
        assert!(error.contains("not hidden"), "{error}");
    }
}
