//! The seeds of a survey.

use basement_floors::{RequestError, RngKind, RunSeed, Seed};
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantArray};

use crate::error::SurveyError;

/// What the numbers of a survey's seeds stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, Display, EnumString, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum SeedKind {
    /// Seeds of PCG.
    Pcg,
    /// Stage seeds of the game: what one floor is made from. All of them together are a census;
    /// neighbouring seeds are not a random sample, because the first draws of neighbouring states are
    /// alike.
    Stage,
    /// Run seeds of the game: the stage seed is derived ([R39](basement_floors::rules#r39)), and a
    /// player can enter the seed and see the floor.
    Run,
}

/// A range of seeds, by number.
///
/// ```
/// use basement_floors::Seed;
/// use basement_survey::Seeds;
///
/// let seeds = Seeds::pcg(100, 50);
/// assert_eq!((seeds.last()?, seeds.seed(100, 1)?), (149, Seed::Pcg(100)));
/// assert!(Seeds::run(0, 50).last().is_err());
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seeds {
    /// What the numbers stand for.
    pub kind: SeedKind,
    /// The first number.
    pub first: u64,
    /// How many.
    pub count: u64,
}

/// The PCG seeds 0 to 9,999: seeds that every generator accepts.
impl Default for Seeds {
    fn default() -> Self {
        Self::pcg(0, 10_000)
    }
}

impl Seeds {
    /// Seeds of PCG.
    #[must_use]
    pub const fn pcg(first: u64, count: u64) -> Self {
        Self { kind: SeedKind::Pcg, first, count }
    }

    /// Stage seeds of the game.
    #[must_use]
    pub const fn stage(first: u64, count: u64) -> Self {
        Self { kind: SeedKind::Stage, first, count }
    }

    /// Run seeds of the game.
    #[must_use]
    pub const fn run(first: u64, count: u64) -> Self {
        Self { kind: SeedKind::Run, first, count }
    }

    /// The generator that they are for.
    #[must_use]
    pub const fn rng(&self) -> RngKind {
        match self.kind {
            SeedKind::Pcg => RngKind::Pcg,
            SeedKind::Stage | SeedKind::Run => RngKind::Game,
        }
    }

    /// The seed of a number, for a floor of that level.
    ///
    /// # Errors
    ///
    /// [`RequestError::SeedZero`] and [`RequestError::SeedTooLarge`] for numbers that are not seeds
    /// of the game.
    pub fn seed(&self, number: u64, level: u8) -> Result<Seed, RequestError> {
        match self.kind {
            SeedKind::Run => {
                Seed::new(RngKind::Game, number)?;
                Ok(RunSeed::new(number as u32)?.stage_seed(level))
            }
            SeedKind::Pcg | SeedKind::Stage => Seed::new(self.rng(), number),
        }
    }

    /// The last number, if every number of the range is a seed.
    ///
    /// # Errors
    ///
    /// [`SurveyError::SeedsExhausted`] if the range goes past the last seed, or the error of its
    /// first seed.
    pub fn last(&self) -> Result<u64, SurveyError> {
        self.seed(self.first, 1)?;
        let most = self.most();
        let last = self.first.checked_add(self.count.saturating_sub(1));
        last.filter(|last| *last <= most).ok_or(SurveyError::SeedsExhausted {
            first: self.first,
            count: self.count,
            last: most,
        })
    }

    /// The greatest number of a seed of this kind.
    pub(crate) const fn most(&self) -> u64 {
        match self.rng() {
            RngKind::Pcg => u64::MAX,
            RngKind::Game => u32::MAX as u64,
        }
    }

    /// A number as text; for a run seed, the text that the game shows.
    #[must_use]
    pub fn show(&self, number: u64) -> String {
        let run = u32::try_from(number).ok().and_then(|number| RunSeed::new(number).ok());
        match (self.kind, run) {
            (SeedKind::Run, Some(run)) => run.to_string(),
            _ => number.to_string(),
        }
    }

    /// The options of the command that name the seed with a number. They name the generator of random
    /// numbers too, because its default is not the same for every backend.
    ///
    /// ```
    /// use basement_survey::Seeds;
    ///
    /// assert_eq!(Seeds::run(1, 50).options(1), "--run-seed \"B911 99AC\"");
    /// assert_eq!(Seeds::stage(1, 50).options(7), "--rng game --seed 7");
    /// ```
    #[must_use]
    pub fn options(&self, number: u64) -> String {
        match self.kind {
            SeedKind::Run => format!("--run-seed \"{}\"", self.show(number)),
            SeedKind::Pcg | SeedKind::Stage => format!("--rng {} --seed {number}", self.rng()),
        }
    }
}
