//! What can be computed of a hidden room, by its rule and by the doors.

use basement_model::{Floor, RoomKind};

use crate::generator::Generator;
use crate::posterior::{Posterior, PosteriorError};

/// All that can be computed of a hidden room: the one home of the choice between its rule and the doors.
///
/// ```
/// use basement_floors::rebirth::{Edition, Rebirth};
/// use basement_floors::{Generator, Posteriors, Request, RoomKind, Seed};
///
/// let rebirth = Rebirth::new(Edition::AfterbirthPlus);
/// let floor = rebirth.generate(&Request::level(3), Seed::Pcg(5))?;
/// let secret = Posteriors::of(&rebirth, &floor, RoomKind::Secret)?;
/// assert!(secret.without_doors.is_none() && secret.by_rule.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Posteriors {
    /// By the rule and by the doors of ordinary rooms ([`Generator::posterior_by_doors`]), or, if
    /// `without_doors` says why the doors do not count, by the rule alone.
    pub best: Posterior,
    /// The secret room's posterior by its rule alone ([`Generator::secret_posterior`]), if `best` is
    /// another.
    pub by_rule: Option<Posterior>,
    /// Why the doors do not count; then `best` is by the rule alone.
    pub without_doors: Option<PosteriorError>,
}

impl Posteriors {
    /// The posteriors of a hidden room of a floor.
    ///
    /// # Errors
    ///
    /// [`PosteriorError`] if there are none.
    pub fn of(
        generator: &dyn Generator,
        floor: &Floor,
        kind: RoomKind,
    ) -> Result<Self, PosteriorError> {
        let by_doors = generator.posterior_by_doors(floor, kind);
        if kind != RoomKind::Secret {
            return by_doors.map(|best| Self { best, by_rule: None, without_doors: None });
        }
        let by_rule = generator.secret_posterior(floor)?;
        Ok(match by_doors {
            Ok(best) => Self { best, by_rule: Some(by_rule), without_doors: None },
            Err(reason) => Self { best: by_rule, by_rule: None, without_doors: Some(reason) },
        })
    }

    /// The secret room's posterior by its rule alone. `None` for the other hidden rooms.
    #[must_use]
    pub fn by_rule_alone(&self) -> Option<&Posterior> {
        self.by_rule.as_ref().or(self.without_doors.is_some().then_some(&self.best))
    }

    /// The posterior that counts the doors. `None` if they do not count.
    #[must_use]
    pub fn by_doors(&self) -> Option<&Posterior> {
        self.without_doors.is_none().then_some(&self.best)
    }
}
