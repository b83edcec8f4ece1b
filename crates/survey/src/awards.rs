//! Room-clear awards counted over seeds, up to all of the game's, and compared with their exact
//! chances.

pub use crate::floor_awards::FloorAwards;

use basement_awards::{Awards, Pickup, Procedure};
use basement_floors::{RequestError, RngKind, Seed};
use serde::Serialize;

use crate::error::SurveyError;
use crate::fold::Pass;
use crate::seeds::Seeds;

/// Awards that one task counts before it reports progress.
const AWARD_CHUNK: u64 = 1 << 20;

/// The number of award seeds that the game has: all 32-bit numbers except 0.
pub const AWARD_SEEDS: u64 = u32::MAX as u64;

/// The distance between two consecutive award seeds in a sample of the game: the golden section of
/// all seeds. It shares no divisor with their number, so the steps meet every seed once before any
/// repeats.
const GAME_STRIDE: u64 = 1_640_531_527;
/// The same for the 2^64 seeds of PCG.
const PCG_STRIDE: u64 = 0x9E37_79B9_7F4A_7C15;

/// The award seed at a place in a sample: `first` at place 0, then seeds that are far apart.
///
/// The first draws of the game's generator follow its seed closely, so neighbouring seeds have
/// similar awards: the first million seeds yield nothing at all. The seeds of this function are
/// spread over all seeds, and each comes up once before any repeats.
///
/// ```
/// use basement_floors::{RequestError, RngKind, Seed};
/// use basement_survey::awards::award_seed;
///
/// assert_eq!(award_seed(RngKind::Game, 7, 0)?, Seed::game(7)?);
/// assert_eq!(award_seed(RngKind::Game, 7, 1)?, Seed::game(1_640_531_534)?);
/// # Ok::<(), basement_floors::RequestError>(())
/// ```
///
/// # Errors
///
/// [`RequestError::SeedZero`] and [`RequestError::SeedTooLarge`] when `first` is not a seed of
/// the game.
pub fn award_seed(rng: RngKind, first: u64, place: u64) -> Result<Seed, RequestError> {
    match rng {
        RngKind::Pcg => Ok(Seed::Pcg(first.wrapping_add(place.wrapping_mul(PCG_STRIDE)))),
        RngKind::Game => {
            Seed::new(rng, first)?;
            // Below 2^63: the place has at most 32 bits, and the stride 31.
            let steps = first - 1 + (place % AWARD_SEEDS) * GAME_STRIDE;
            Seed::new(rng, steps % AWARD_SEEDS + 1)
        }
    }
}

/// Counts the awards of `count` seeds that begin with `first` and are [far apart](award_seed).
/// [`AWARD_SEEDS`] of them are all seeds of the game: its exact counts, not a sample. `progress` is
/// called from any thread with the number of seeds done since its last call.
///
/// ```
/// use basement_awards::{Pickup, Preset, Procedure, Setting};
/// use basement_floors::RngKind;
/// use basement_survey::awards::count_awards;
///
/// let procedure = Procedure::new(&Setting::default(), &Preset::PseudoCode.rules());
/// let counts = count_awards(&procedure, RngKind::Pcg, 0, 1000, &|_| {})?;
/// assert!(counts.get(Pickup::Coin) > 0);
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
///
/// # Errors
///
/// [`SurveyError`] if `first` is not a seed, or if there are fewer than `count` seeds.
pub fn count_awards(
    procedure: &Procedure,
    rng: RngKind,
    first: u64,
    count: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Awards<u64>, SurveyError> {
    award_seed(rng, first, 0)?;
    if rng == RngKind::Game {
        Seeds::stage(1, count).last()?;
    }
    let (awards, _) = Pass::over(0, count, progress).in_chunks_of(AWARD_CHUNK).fold(
        || procedure.empty_counts(),
        |counts, places| {
            for place in places {
                counts.add(procedure.award_from_seed(award_seed(rng, first, place)?), 1);
            }
            Ok::<(), SurveyError>(())
        },
        |counts, part| counts.merge(&part),
    )?;
    Ok(awards)
}

/// The count of one pickup beside its exact chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AwardShare {
    /// The pickup.
    pub pickup: Pickup,
    /// How many awards were this pickup.
    pub count: u64,
    /// The share of these awards among all.
    pub share: f64,
    /// The pickup's exact chance.
    pub chance: f64,
    /// The share minus the chance.
    pub difference: f64,
    /// The difference in standard errors of a random sample of that many awards; 0 if the chance is
    /// 0 or 1.
    pub standard_errors: f64,
}

/// Every pickup that was counted or can come up, beside its exact chance.
///
/// ```
/// use basement_awards::{Preset, Procedure, RandomNumbers, Setting};
/// use basement_floors::RngKind;
/// use basement_survey::{awards::{award_shares, count_awards}};
///
/// let procedure = Procedure::new(&Setting::default(), &Preset::PseudoCode.rules());
/// let counts = count_awards(&procedure, RngKind::Pcg, 0, 1000, &|_| {})?;
/// for share in award_shares(&counts, &procedure.distribution(RandomNumbers::Ideal)) {
///     assert!(share.standard_errors.abs() < 6.0, "{share:?}");
/// }
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
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
