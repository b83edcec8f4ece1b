//! The seeds of a survey.

use std::ops::RangeInclusive;

use basement_floors::{AddressSeed, Description, Floor, RequestError, RngKind, RunSeed, Seed};
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantArray};

use crate::error::SurveyError;

/// What the numbers of a survey's seeds stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, Display, EnumString, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(
    serialize_all = "snake_case",
    parse_err_ty = RequestError,
    parse_err_fn = unknown_seed_kind
)]
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

fn unknown_seed_kind(given: &str) -> RequestError {
    RequestError::unknown_name("kind of seed", given, SeedKind::VARIANTS)
}

impl SeedKind {
    /// The kind that floors usually have with a generator of random numbers: PCG's own seeds, or run
    /// seeds of the game.
    #[must_use]
    pub const fn usual(rng: RngKind) -> Self {
        match rng {
            RngKind::Pcg => Self::Pcg,
            RngKind::Game => Self::Run,
        }
    }

    /// The generator of random numbers that they are for.
    #[must_use]
    pub const fn rng(self) -> RngKind {
        match self {
            Self::Pcg => RngKind::Pcg,
            Self::Stage | Self::Run => RngKind::Game,
        }
    }

    /// The numbers of all seeds of this kind.
    #[must_use]
    pub const fn numbers(self) -> RangeInclusive<u64> {
        match self {
            Self::Pcg => 0..=u64::MAX,
            Self::Stage | Self::Run => 1..=u32::MAX as u64,
        }
    }

    /// The seed of a number, as an address of a floor names it.
    ///
    /// # Errors
    ///
    /// [`RequestError::SeedZero`] and [`RequestError::SeedTooLarge`] for numbers that are not seeds
    /// of the game.
    pub fn seed(self, number: u64) -> Result<AddressSeed, RequestError> {
        let seed = Seed::new(self.rng(), number)?;
        Ok(match self {
            Self::Run => AddressSeed::Run(RunSeed::new(number as u32)?),
            Self::Pcg | Self::Stage => AddressSeed::Floor(seed),
        })
    }
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

    /// The first seeds of the [usual kind](SeedKind::usual).
    #[must_use]
    pub const fn usual(rng: RngKind, count: u64) -> Self {
        let kind = SeedKind::usual(rng);
        Self { kind, first: *kind.numbers().start(), count }
    }

    /// The seeds that begin with the one of a floor's address.
    #[must_use]
    pub fn from_first(first: AddressSeed, count: u64) -> Self {
        match first {
            AddressSeed::Run(run) => Self::run(run.get().into(), count),
            AddressSeed::Floor(Seed::Pcg(seed)) => Self::pcg(seed, count),
            AddressSeed::Floor(Seed::Game(seed)) => Self::stage(seed.get().into(), count),
        }
    }

    /// The generator that they are for.
    #[must_use]
    pub const fn rng(&self) -> RngKind {
        self.kind.rng()
    }

    /// The seed of a number, for a floor of that level.
    ///
    /// # Errors
    ///
    /// As [`SeedKind::seed`].
    pub fn seed(&self, number: u64, level: u8) -> Result<Seed, RequestError> {
        Ok(self.kind.seed(number)?.stage_seed(level))
    }

    /// The last number, if every number of the range is a seed; of an empty range, the first.
    ///
    /// # Errors
    ///
    /// [`SurveyError::SeedsExhausted`] if the range goes past the last seed, or the error of its
    /// first seed.
    pub fn last(&self) -> Result<u64, SurveyError> {
        self.seed(self.first, 1)?;
        let most = *self.kind.numbers().end();
        let last = self.first.checked_add(self.count.saturating_sub(1));
        last.filter(|last| *last <= most).ok_or(SurveyError::SeedsExhausted {
            first: self.first,
            count: self.count,
            last: most,
        })
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

    /// The run of a floor, as the game shows it. For run seeds it is `number`; otherwise the run whose
    /// stage has this floor's seed ([R39](basement_floors::rules#r39)).
    #[must_use]
    pub fn run_seed(&self, number: u64, floor: &Floor, generator: &Description) -> Option<String> {
        match self.kind {
            SeedKind::Run => Some(self.show(number)),
            _ => Some(generator.run_of(floor.request().level, floor.seed())?.to_string()),
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
