//! Which seeds a search tests.

use basement_floors::{RequestError, RngKind};
use thiserror::Error;

use crate::seeds::{SeedKind, Seeds};

/// Which seeds are tested, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// Consecutive numbers.
    Range(Seeds),
    /// A number of different seeds, always the same ones, spread evenly over all seeds.
    Spread {
        /// What their numbers stand for.
        kind: SeedKind,
        /// How many.
        count: u64,
    },
    /// These seeds.
    List {
        /// What their numbers stand for.
        kind: SeedKind,
        /// Their numbers.
        numbers: Vec<u64>,
    },
}

/// Why a text is not a list of seeds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SeedListError {
    /// A line is not a seed.
    #[error("line {0}: {1}")]
    Line(usize, String),
    /// There is no seed.
    #[error("no seed: give one a line, such as B911 99AC or 1")]
    Empty,
}

impl Candidates {
    /// The seeds of a text, one per line, in their order: a run seed as the game shows it, or a
    /// number. What follows a `#` is a comment. A line of digits is a number: the number of a run
    /// (`B911 99AC` is 1), or a seed of PCG or of a stage.
    ///
    /// ```
    /// use basement_survey::{SeedKind, search::Candidates};
    ///
    /// let list = Candidates::read_list(SeedKind::Run, "# two runs\nB911 99AC\n77 # a number\n")?;
    /// assert_eq!(list, Candidates::List { kind: SeedKind::Run, numbers: vec![1, 77] });
    /// let error = Candidates::read_list(SeedKind::Run, "1\n\n0\n").unwrap_err();
    /// assert!(error.to_string().starts_with("line 3: seed 0 is not a seed"));
    /// # Ok::<(), basement_survey::search::SeedListError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SeedListError`] for the first line that is not a seed, and for a text without seeds.
    pub fn read_list(kind: SeedKind, text: &str) -> Result<Self, SeedListError> {
        let mut numbers = Vec::new();
        let text = text.trim_start_matches('\u{feff}');
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split('#').next().unwrap_or_default().trim();
            if !text.is_empty() {
                let number = kind.number(text).map_err(|reason| SeedListError::Line(line, reason));
                numbers.push(number?);
            }
        }
        if numbers.is_empty() {
            return Err(SeedListError::Empty);
        }
        Ok(Self::List { kind, numbers })
    }

    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        match self {
            Self::Range(seeds) => seeds.count,
            Self::Spread { count, .. } => *count,
            Self::List { numbers, .. } => numbers.len() as u64,
        }
    }

    /// What their numbers stand for.
    #[must_use]
    pub const fn kind(&self) -> SeedKind {
        match self {
            Self::Range(seeds) => seeds.kind,
            Self::Spread { kind, .. } | Self::List { kind, .. } => *kind,
        }
    }

    /// The seeds that their numbers stand for.
    pub(super) const fn seeds(&self) -> Seeds {
        match self {
            Self::Range(seeds) => *seeds,
            Self::Spread { .. } | Self::List { .. } => {
                Seeds { kind: self.kind(), first: 1, count: self.count() }
            }
        }
    }

    /// Returns an error for a number that is not a seed.
    pub(super) fn check(&self) -> Result<(), crate::SurveyError> {
        match self {
            Self::Range(_) | Self::Spread { .. } => self.seeds().last().map(|_| ()),
            Self::List { kind, numbers } => {
                Ok(numbers.iter().try_for_each(|number| kind.seed(*number).map(|_| ()))?)
            }
        }
    }

    /// The number at a place, counted from 0. Spread numbers are the multiples of an odd factor,
    /// about the number of seeds divided by the golden ratio: they are far apart, and none is
    /// repeated.
    pub(super) fn number(&self, place: u64) -> u64 {
        match self {
            Self::Range(seeds) => seeds.first + place,
            Self::Spread { .. } if matches!(self.kind().rng(), RngKind::Game) => {
                ((place + 1) as u32).wrapping_mul(0x9E37_79B1).into()
            }
            Self::Spread { .. } => place.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15),
            Self::List { numbers, .. } => numbers[place as usize],
        }
    }
}

impl SeedKind {
    /// The number of the seed that a text stands for.
    fn number(self, text: &str) -> Result<u64, String> {
        let said = |error: RequestError| error.to_string();
        if self == Self::Run && !text.bytes().all(|byte| byte.is_ascii_digit()) {
            let run: basement_floors::RunSeed = text.parse().map_err(said)?;
            return Ok(run.get().into());
        }
        let numbers = self.numbers();
        let number = text.parse().map_err(|_| {
            format!("`{text}` is not a seed: give a whole number of at most {}", numbers.end())
        })?;
        self.seed(number).map_err(said)?;
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn spread_candidates_are_all_different() {
        for kind in [SeedKind::Run, SeedKind::Pcg] {
            let candidates = Candidates::Spread { kind, count: 100_000 };
            let numbers: BTreeSet<u64> =
                (0..100_000).map(|place| candidates.number(place)).collect();
            assert_eq!(numbers.len(), 100_000);
            assert!(!numbers.contains(&0));
        }
        let all = Candidates::Spread { kind: SeedKind::Run, count: u32::MAX.into() };
        assert!(u32::try_from(all.number(u64::from(u32::MAX) - 1)).is_ok_and(|last| last > 0));
    }
}
