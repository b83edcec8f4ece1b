//! How good the secret-room posterior is: its probabilities against what happened, and guesses by
//! it against guesses by eye.

use basement_floors::{Cell, Floor, Generator, Phase, PosteriorError, Request, RoomKind, RoomSet};
use serde::Serialize;
use thiserror::Error;

use crate::error::SurveyError;
use crate::fold::{Pass, each_floor};
use crate::inspection::Inspection;
use crate::seeds::Seeds;

/// Bins of equal width that probabilities are counted in.
pub const BINS: usize = 10;
/// Guesses that are counted.
pub const GUESSES: usize = 3;
/// Probabilities are summed in whole billionths, so that sums do not depend on
/// their order.
const BILLION: f64 = 1e9;

/// Why there is no calibration.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CalibrationError {
    /// The survey cannot be made.
    #[error(transparent)]
    Survey(#[from] SurveyError),
    /// The generator has no posterior for such floors.
    #[error(transparent)]
    Posterior(#[from] PosteriorError),
}

/// Cells whose probability fell into one bin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Reliability {
    /// How many cells.
    pub cells: u64,
    /// The sum of their probabilities, in billionths.
    pub billionths: u64,
    /// How many of them held the secret room.
    pub hits: u64,
}

/// Posteriors of many floors against where the secret rooms were.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Calibration {
    /// Floors with exactly one secret room.
    pub floors: u64,
    /// Probabilities against hits, in ten bins of equal width.
    pub bins: [Reliability; BINS],
    /// Floors on which the room was found within one, two, three guesses by the
    /// posterior.
    pub found: [u64; GUESSES],
    /// The same, in billionths, for guesses by the number of rooms facing a cell,
    /// ties in random order.
    pub found_by_eye_billionths: [u64; GUESSES],
}

impl Reliability {
    /// The mean probability of its cells.
    #[must_use]
    pub fn expected(&self) -> f64 {
        self.billionths as f64 / BILLION / self.cells.max(1) as f64
    }

    /// The share of its cells that held the secret room.
    #[must_use]
    pub fn observed(&self) -> f64 {
        self.hits as f64 / self.cells.max(1) as f64
    }

    /// How many standard errors the expected and the observed share lie apart; 0 without cells.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let p = self.expected();
        let error = (p * (1.0 - p) / self.cells.max(1) as f64).sqrt();
        if error > 0.0 { (self.observed() - p) / error } else { 0.0 }
    }
}

impl Calibration {
    /// The share of floors on which `guesses` guesses by the posterior find the
    /// room; guesses from 1 to 3.
    #[must_use]
    pub fn hit_rate(&self, guesses: usize) -> f64 {
        let found = self.found.get(guesses.wrapping_sub(1)).copied().unwrap_or(0);
        found as f64 / self.floors.max(1) as f64
    }

    /// The same for guesses by the eye.
    #[must_use]
    pub fn hit_rate_by_eye(&self, guesses: usize) -> f64 {
        let found = self.found_by_eye_billionths.get(guesses.wrapping_sub(1)).copied().unwrap_or(0);
        found as f64 / BILLION / self.floors.max(1) as f64
    }

    fn merge(&mut self, other: &Self) {
        self.floors += other.floors;
        for (bin, more) in self.bins.iter_mut().zip(&other.bins) {
            bin.cells += more.cells;
            bin.billionths += more.billionths;
            bin.hits += more.hits;
        }
        for guess in 0..GUESSES {
            self.found[guess] += other.found[guess];
            self.found_by_eye_billionths[guess] += other.found_by_eye_billionths[guess];
        }
    }
}

/// Generates a floor for each seed and compares its posterior with its secret room. It leaves out
/// floors with no or several secret rooms, and floors whose posterior cannot be computed
/// ([`PosteriorError::SharedSearch`]). The probabilities of the others are those given that there
/// is a secret room.
///
/// ```
/// use basement_floors::{Backend, Request};
/// use basement_survey::{Seeds, calibrate};
///
/// let flash = Backend::Flash.generator("article", &[])?;
/// let calibration = calibrate(&*flash, &Request::level(2), Seeds::pcg(0, 200), &|_| {})?;
/// assert_eq!(calibration.bins.iter().map(|bin| bin.hits).sum::<u64>(), calibration.floors);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`CalibrationError`] when the request cannot be met or the generator has no
/// posterior for such floors.
pub fn calibrate(
    generator: &dyn Generator,
    request: &Request,
    seeds: Seeds,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Calibration, CalibrationError> {
    if request.phase == Phase::Layout {
        return Err(PosteriorError::LayoutOnly.into());
    }
    seeds.last()?;
    let (calibration, _) = Pass::over(seeds.first, seeds.count, progress).fold(
        Calibration::default,
        |calibration, numbers| {
            each_floor(generator, request, &seeds, numbers, |_, floor| match floor {
                Some(floor) => add(calibration, generator, floor),
                None => Ok(()),
            })
        },
        |calibration, part| {
            calibration.merge(&part);
            Ok::<(), CalibrationError>(())
        },
    )?;
    Ok(calibration)
}

fn add(
    calibration: &mut Calibration,
    generator: &dyn Generator,
    floor: &Floor,
) -> Result<(), CalibrationError> {
    let mut secrets = floor.all_of(RoomKind::Secret);
    let (Some(secret), None) = (secrets.next(), secrets.next()) else { return Ok(()) };
    let cell = floor.rooms()[secret].anchor;
    let posterior = match generator.secret_posterior(floor) {
        Err(PosteriorError::SharedSearch) => return Ok(()),
        posterior => posterior?,
    };
    calibration.floors += 1;
    let exists = 1.0 - posterior.none;
    for (other, probability) in &posterior.cells {
        let probability = probability / exists;
        let bin = ((probability * BINS as f64) as usize).min(BINS - 1);
        let bin = &mut calibration.bins[bin];
        bin.cells += 1;
        bin.billionths += (probability * BILLION).round() as u64;
        bin.hits += u64::from(*other == cell);
    }
    let place = posterior.cells.iter().position(|(other, _)| *other == cell);
    let by_eye = Inspection::read(floor, |inspection| by_eye(inspection, cell));
    for (guess, found) in calibration.found.iter_mut().enumerate() {
        *found += u64::from(place.is_some_and(|place| place <= guess));
    }
    for (found, chance) in calibration.found_by_eye_billionths.iter_mut().zip(by_eye) {
        *found += (chance * BILLION).round() as u64;
    }
    Ok(())
}

/// The chance that one, two, three guesses find a cell, when cells are tried by
/// the number of rooms of the plan that face them, ties in random order.
fn by_eye(inspection: &Inspection<'_>, secret: Cell) -> [f64; GUESSES] {
    let facing = inspection.rooms_facing();
    let grid = inspection.floor.grid();
    let own = grid.index(secret).map_or(0, |index| facing[index]);
    let (mut more, mut equal) = (0_usize, 0_usize);
    let plan = inspection.floor.graph(RoomSet::Plan);
    for (cell, facing) in grid.cells().zip(facing) {
        let room = inspection.occupancy.room_at(cell);
        if room.is_some_and(|room| plan.members().any(|member| member == room)) {
            continue;
        }
        match facing {
            facing if facing > own => more += 1,
            facing if facing == own => equal += 1,
            _ => {}
        }
    }
    std::array::from_fn(|guess| {
        ((guess + 1).saturating_sub(more) as f64 / equal.max(1) as f64).min(1.0)
    })
}
