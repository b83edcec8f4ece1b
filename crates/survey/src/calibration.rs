//! How good the posterior of a hidden room is: its probabilities compared with where the rooms are,
//! and its guesses compared with guesses by the rule alone and by eye.

use std::collections::BTreeMap;

use basement_floors::{
    Cell, Floor, Generator, Phase, Posterior, PosteriorError, Posteriors, Request, Room, RoomKind,
};
use serde::Serialize;

use crate::error::SurveyError;
use crate::fold::{Pass, each_floor};
use crate::inspection::slots_facing;
use crate::seeds::Seeds;

/// Probabilities are counted in this many bins of equal width.
pub const BINS: usize = 10;
/// Up to this many guesses are counted.
pub const GUESSES: usize = 3;
/// Probabilities are summed in whole billionths, so that sums do not depend on
/// their order.
const BILLION: f64 = 1e9;

/// Cells whose probability fell into one bin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CalibrationBin {
    /// How many cells.
    pub cells: u64,
    /// The sum of their probabilities, in billionths.
    pub billionths: u64,
    /// How many of the cells contained the hidden room.
    pub hits: u64,
    /// The variance of `hits` if the probabilities are right, in billionths. Cells of one floor
    /// exclude each other, so each floor adds s (1 - s), where s is the sum of its probabilities in
    /// this bin.
    pub variance_billionths: u64,
}

/// The posteriors of many floors, compared with where the hidden rooms were.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Calibration {
    /// Floors with exactly one hidden room of the kind.
    pub floors: u64,
    /// Probabilities and hits, in ten bins of equal width. The probabilities are those of the
    /// posterior by doors if there is one, else those by the rule alone.
    pub bins: [CalibrationBin; BINS],
    /// Floors on which one, two and three guesses by the rule that places the secret room found it.
    /// 0 for other kinds of rooms.
    pub found: [u64; GUESSES],
    /// Floors on which guesses by the rule and by the doors of the ordinary rooms found the hidden
    /// room. `None` if the doors do not count ([`Posteriors::without_doors`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found_by_doors: Option<[u64; GUESSES]>,
    /// Floors, in billionths, on which guesses by walls found the hidden room: cells are tried in
    /// order of how many possible doors of rooms lead to them, ties in random order.
    pub found_by_slots_billionths: [u64; GUESSES],
    /// Floors, in billionths, on which guesses by eye found the secret room: cells are tried in
    /// order of how many door slots face them, ties in random order.
    pub found_by_eye_billionths: [u64; GUESSES],
}

impl CalibrationBin {
    /// The mean probability of its cells.
    #[must_use]
    pub fn expected(&self) -> f64 {
        self.billionths as f64 / BILLION / self.cells.max(1) as f64
    }

    /// The share of its cells that contained the hidden room.
    #[must_use]
    pub fn observed(&self) -> f64 {
        self.hits as f64 / self.cells.max(1) as f64
    }

    /// By how many standard errors the observed share exceeds the expected one. `None` if the
    /// probabilities leave the number of hits no room: its variance is less than 1.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        let [expected, variance] =
            [self.billionths, self.variance_billionths].map(|it| it as f64 / BILLION);
        (variance >= 1.0).then(|| (self.hits as f64 - expected) / variance.sqrt())
    }
}

impl Calibration {
    /// The share of floors on which `guesses` guesses by the rule, 1 to 3, find the secret room.
    #[must_use]
    pub fn hit_rate(&self, guesses: usize) -> f64 {
        self.rate(&self.found, guesses, 1.0)
    }

    /// The same for guesses by the rule and by the doors of the ordinary rooms.
    #[must_use]
    pub fn hit_rate_by_doors(&self, guesses: usize) -> Option<f64> {
        Some(self.rate(&self.found_by_doors?, guesses, 1.0))
    }

    /// The same for guesses by walls in which a door could be.
    #[must_use]
    pub fn hit_rate_by_slots(&self, guesses: usize) -> f64 {
        self.rate(&self.found_by_slots_billionths, guesses, BILLION)
    }

    /// The same for guesses by eye.
    #[must_use]
    pub fn hit_rate_by_eye(&self, guesses: usize) -> f64 {
        self.rate(&self.found_by_eye_billionths, guesses, BILLION)
    }

    fn rate(&self, found: &[u64; GUESSES], guesses: usize, unit: f64) -> f64 {
        let found = found.get(guesses.wrapping_sub(1)).copied().unwrap_or(0);
        found as f64 / unit / self.floors.max(1) as f64
    }

    fn merge(&mut self, other: &Self) {
        self.floors += other.floors;
        for (bin, more) in self.bins.iter_mut().zip(&other.bins) {
            bin.cells += more.cells;
            bin.billionths += more.billionths;
            bin.hits += more.hits;
            bin.variance_billionths += more.variance_billionths;
        }
        for guess in 0..GUESSES {
            self.found[guess] += other.found[guess];
            self.found_by_eye_billionths[guess] += other.found_by_eye_billionths[guess];
            self.found_by_slots_billionths[guess] += other.found_by_slots_billionths[guess];
        }
        if let Some(more) = other.found_by_doors {
            let found = self.found_by_doors.get_or_insert([0; GUESSES]);
            found.iter_mut().zip(more).for_each(|(found, more)| *found += more);
        }
    }
}

/// Generates a floor for each seed and compares the posterior of a hidden room with where the room
/// is. The posterior is the best of [`Posteriors`]. Floors with no or several such rooms are left out,
/// and so are floors whose posterior cannot be computed ([`PosteriorError::SharedSearch`]). The
/// probabilities are conditional: they assume that there is such a room.
///
/// ```
/// use basement_floors::{Backend, Request, RoomKind};
/// use basement_survey::{Seeds, calibration::calibrate};
///
/// let flash = Backend::Flash.generator("article", &[])?;
/// let (request, seeds) = (Request::level(2), Seeds::pcg(0, 200));
/// let calibration = calibrate(&*flash, &request, RoomKind::Secret, seeds, &|_| {})?;
/// assert_eq!(calibration.bins.iter().map(|bin| bin.hits).sum::<u64>(), calibration.floors);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`SurveyError`] when the request cannot be met or the generator has no
/// posterior for such floors.
pub fn calibrate(
    generator: &dyn Generator,
    request: &Request,
    kind: RoomKind,
    seeds: Seeds,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Calibration, SurveyError> {
    if request.phase == Phase::Layout {
        return Err(PosteriorError::LayoutOnly.into());
    }
    seeds.last()?;
    let (calibration, _) = Pass::over(seeds.first, seeds.count, progress).fold(
        Calibration::default,
        |calibration, numbers| {
            each_floor(generator, request, &seeds, numbers, |_, floor| match floor {
                Some(floor) => add(calibration, generator, kind, floor),
                None => Ok(()),
            })
        },
        |calibration, part| calibration.merge(&part),
    )?;
    Ok(calibration)
}

fn add(
    calibration: &mut Calibration,
    generator: &dyn Generator,
    kind: RoomKind,
    floor: &Floor,
) -> Result<(), SurveyError> {
    let mut rooms = floor.all_of(kind);
    let (Some(room), None) = (rooms.next(), rooms.next()) else { return Ok(()) };
    let cell = floor.rooms()[room].anchor;
    let known = match Posteriors::of(generator, floor, kind) {
        Err(PosteriorError::SharedSearch) => return Ok(()),
        known => known?,
    };
    let posterior = &known.best;
    calibration.floors += 1;
    let exists = 1.0 - posterior.none;
    let mut sums = [0.0; BINS];
    for (other, probability) in &posterior.cells {
        let probability = probability / exists;
        let place = ((probability * BINS as f64) as usize).min(BINS - 1);
        sums[place] += probability;
        let bin = &mut calibration.bins[place];
        bin.cells += 1;
        bin.billionths += (probability * BILLION).round() as u64;
        bin.hits += u64::from(*other == cell);
    }
    for (bin, sum) in calibration.bins.iter_mut().zip(sums) {
        bin.variance_billionths += (sum * (1.0 - sum).max(0.0) * BILLION).round() as u64;
    }
    if let Some(by_rule) = known.by_rule_alone() {
        count_found(&mut calibration.found, by_rule, cell);
    }
    if let Some(by_doors) = known.by_doors() {
        count_found(calibration.found_by_doors.get_or_insert([0; GUESSES]), by_doors, cell);
    }
    let add = |found: &mut [u64; GUESSES], chances: [f64; GUESSES]| {
        for (found, chance) in found.iter_mut().zip(chances) {
            *found += (chance * BILLION).round() as u64;
        }
    };
    if kind == RoomKind::Secret {
        add(&mut calibration.found_by_eye_billionths, by_eye(floor, cell));
    }
    add(&mut calibration.found_by_slots_billionths, by_slots(floor, kind, cell));
    Ok(())
}

/// Counts a floor for every number of guesses within which a posterior finds a cell.
fn count_found(found: &mut [u64; GUESSES], posterior: &Posterior, cell: Cell) {
    let place = posterior.cells.iter().position(|(other, _)| *other == cell);
    for (guess, found) in found.iter_mut().enumerate() {
        *found += u64::from(place.is_some_and(|place| place <= guess));
    }
}

/// The chance that one, two and three guesses find a hidden room if empty cells are tried in order
/// of how many slots of shown rooms lead to them, ties in random order. Slots of boss, super secret
/// and hidden rooms do not count.
fn by_slots(floor: &Floor, kind: RoomKind, hidden: Cell) -> [f64; GUESSES] {
    let occupancy = floor.occupancy();
    let is_shown = |room: &Room| room.kind.is_known_seeking(kind);
    let counts = |room: &&Room| {
        is_shown(room) && !matches!(room.kind, RoomKind::Boss | RoomKind::SuperSecret)
    };
    let mut slots: BTreeMap<Cell, usize> = BTreeMap::new();
    for room in floor.rooms().iter().filter(counts) {
        for target in room.slots.iter().filter_map(|slot| room.slot_target(slot)) {
            let is_empty =
                occupancy.room_at(target).is_none_or(|index| !is_shown(&floor.rooms()[index]));
            if floor.grid().index(target).is_some() && is_empty {
                *slots.entry(target).or_default() += 1;
            }
        }
    }
    // A cell that no slot leads to is never tried.
    let Some(own) = slots.get(&hidden) else { return [0.0; GUESSES] };
    let more = slots.values().filter(|count| *count > own).count();
    let equal = slots.values().filter(|count| *count == own).count();
    guesses_among(more, equal)
}

/// The chance that one, two and three guesses find the right one of `equal` cells if `more` cells
/// are tried before them.
fn guesses_among(more: usize, equal: usize) -> [f64; GUESSES] {
    std::array::from_fn(|guess| {
        ((guess + 1).saturating_sub(more) as f64 / equal.max(1) as f64).min(1.0)
    })
}

/// The chance that one, two and three guesses find a cell if cells are tried in order of how many
/// visible door slots face them, ties in random order.
fn by_eye(floor: &Floor, secret: Cell) -> [f64; GUESSES] {
    let (occupancy, grid, facing) = (floor.occupancy(), floor.grid(), slots_facing(floor));
    let own = grid.index(secret).map_or(0, |index| facing[index]);
    let is_free =
        |cell| occupancy.room_at(cell).is_none_or(|room| floor.rooms()[room].kind.is_added());
    let free = || grid.cells().zip(facing).filter(|(cell, _)| is_free(*cell));
    let more = free().filter(|(_, facing)| *facing > own).count();
    guesses_among(more, free().filter(|(_, facing)| *facing == own).count())
}
