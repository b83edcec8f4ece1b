//! What the first draws of a floor decide.

use basement_model::Curse;

/// What the first draws of a floor decide, before anything grows ([R5-R7](crate::rules#r5),
/// [F2](crate::rules#f2), [F24](crate::rules#f24)): the same values as in the finished floor, at a
/// small part of its cost.
///
/// ```
/// use basement_floors::{Generator, Request, Seed, rebirth::Rebirth};
///
/// let (rebirth, request) = (Rebirth::default(), Request::level(3));
/// let seeds = [Seed::game(7)?, Seed::game(8)?];
/// let first_draws = rebirth.first_draws(&request, &seeds)?.expect("Rebirth tells them");
/// let floor = rebirth.generate(&request, seeds[1])?;
/// assert_eq!(first_draws[1].curse, floor.curse());
/// assert_eq!(first_draws[1].wanted, floor.wanted());
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstDraws {
    /// The curse of the floor.
    pub curse: Option<Curse>,
    /// How many rooms are wanted, as [`Floor::wanted`](crate::Floor::wanted) counts them.
    pub wanted: u8,
    /// The minimum number of dead ends in an attempt.
    pub min_dead_ends: u8,
}
