//! How rare the candidates are that a search looks for.

use basement_floors::Generator;
use serde::Serialize;

use super::SearchRun;
use crate::error::SurveyError;
use crate::fold::Pass;

/// Candidates that one thread tries at a time.
const CHUNK: u64 = 500;

/// The result of trying some of a search's candidates.
///
/// ```
/// use basement_survey::search::Pilot;
///
/// assert_eq!(Pilot { tried: 10_000, met: 4 }.one_of(), Some(2500.0));
/// let none = Pilot { tried: 10_000, met: 0 };
/// assert_eq!((none.one_of(), none.one_of_at_least().round()), (None, 3339.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Pilot {
    /// How many candidates were tried.
    pub tried: u64,
    /// How many of them meet all conditions.
    pub met: u64,
}

impl Pilot {
    /// How many candidates a pilot tries at most.
    pub const MOST: u64 = 10_000;

    /// The n for which one in n of the tried candidates meets all conditions. `None` if none does.
    #[must_use]
    pub fn one_of(&self) -> Option<f64> {
        (self.met > 0).then(|| self.tried as f64 / self.met as f64)
    }

    /// A lower bound for [`one_of`](Self::one_of) at 95 % confidence, if no candidate that was tried
    /// meets all conditions: if `one_of` were lower, fewer than one in 20 pilots would find none.
    #[must_use]
    pub fn one_of_at_least(&self) -> f64 {
        1.0 / (1.0 - 0.05_f64.powf(1.0 / self.tried as f64))
    }
}

impl SearchRun {
    /// How rare the candidates are that meet all conditions. Tries [`Pilot::MOST`] of the candidates
    /// that are not done, spread out and always the same ones, or all if there are fewer. What the
    /// search finds does not change.
    ///
    /// # Errors
    ///
    /// [`SurveyError`] if the generator cannot meet the request.
    pub fn estimate(&mut self, generator: &dyn Generator) -> Result<Pilot, SurveyError> {
        let order = self.order(generator)?;
        let left = self.count() - self.done;
        let tried = left.min(Pilot::MOST);
        // Multiples of the golden ratio, scaled from the range of u64 to the range of the places.
        let place = |number: u64| {
            let spread = u128::from(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let among_left = (spread * u128::from(left)) >> 64;
            self.done + if left > tried { among_left as u64 } else { number }
        };
        let no_progress = |_| {};
        let pass = Pass::over(0, tried, &no_progress).in_chunks_of(CHUNK);
        let (met, _) = pass.fold(
            || 0,
            |met, numbers| -> Result<(), SurveyError> {
                *met += self.meeting(generator, &order, numbers.map(place))?.len() as u64;
                Ok(())
            },
            |whole, part| *whole += part,
        )?;
        Ok(Pilot { tried, met })
    }
}
