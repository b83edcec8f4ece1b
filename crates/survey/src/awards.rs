//! Room-clear awards in numbers: counted over seeds, up to all that the game has,
//! and held against their exact chances.

use basement_awards::{Awards, Pickup, Procedure};
use basement_floors::{RngKind, Seed};
use serde::Serialize;

use crate::error::SurveyError;
use crate::fold::Pass;
use crate::seeds::Seeds;

/// Awards that one task counts before it reports progress.
const AWARD_CHUNK: u64 = 1 << 20;

/// The number of award seeds that the game has: all of 32 bits but 0.
pub const AWARD_SEEDS: u64 = u32::MAX as u64;

/// Gives the award of each seed from `first` on and counts them. `progress` is
/// told how many seeds were done since it was last told, from any thread.
///
/// The first draws of the game's generator follow its seed closely: of seeds that
/// lie close together the awards are much alike. For a sample take PCG, or all
/// seeds ([`award_census`]).
///
/// # Errors
///
/// [`SurveyError`] when a number is no seed.
pub fn count_awards(
    procedure: &Procedure,
    rng: RngKind,
    first: u64,
    count: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Awards<u64>, SurveyError> {
    let seeds = match rng {
        RngKind::Pcg => Seeds::pcg(first, count),
        RngKind::Game => Seeds::stage(first, count),
    };
    seeds.last()?;
    let (awards, _) = Pass::over(first, count, progress).in_chunks_of(AWARD_CHUNK).fold(
        || procedure.empty_counts(),
        |counts, numbers| {
            for number in numbers {
                counts.add(procedure.award_from_seed(Seed::new(rng, number)?), 1);
            }
            Ok::<(), SurveyError>(())
        },
        |counts, part| {
            counts.merge(&part);
            Ok(())
        },
    )?;
    Ok(awards)
}

/// The awards of all 2^32 - 1 seeds of the game: no sample, but what the game
/// gives.
///
/// # Errors
///
/// None in practice: every number from 1 on is a seed.
pub fn award_census(
    procedure: &Procedure,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Awards<u64>, SurveyError> {
    count_awards(procedure, RngKind::Game, 1, AWARD_SEEDS, progress)
}

/// The count of one pickup beside its exact chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AwardShare {
    /// The pickup.
    pub pickup: Pickup,
    /// How many awards were it.
    pub count: u64,
    /// Their share.
    pub share: f64,
    /// Its exact chance.
    pub chance: f64,
    /// The share less the chance.
    pub difference: f64,
    /// The difference in standard errors of a random sample of that many awards;
    /// 0 where the chance is 0 or 1.
    pub standard_errors: f64,
}

/// Every pickup that was counted or can come up, beside its exact chance.
#[must_use]
pub fn award_shares(counts: &Awards<u64>, chances: &Awards<f64>) -> Vec<AwardShare> {
    let total = counts.total().max(1) as f64;
    Pickup::ALL
        .iter()
        .map(|pickup| {
            let (count, chance) = (counts.get(*pickup), chances.get(*pickup));
            let share = count as f64 / total;
            let difference = share - chance;
            let error = (chance * (1.0 - chance) / total).sqrt();
            let standard_errors = if error > 0.0 { difference / error } else { 0.0 };
            AwardShare { pickup: *pickup, count, share, chance, difference, standard_errors }
        })
        .filter(|share| share.count > 0 || share.chance > 0.0)
        .collect()
}
