//! The outcome of a floor's placing phase, apart from its rooms: bosses, run flags, and the placing
//! phases that failed ([W5](crate::rules#w5)).

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use strum::Display;

use crate::bits::{BossSet, RunFlags};
use crate::room::RoomKind;

/// A floor has at most this many bosses. In the game The Void has up to nine
/// ([W15](crate::rules#w15)); changed rules can ask for more.
pub const MAX_BOSSES: usize = 40;

/// The outcome of a floor's placing phase, apart from its rooms.
///
/// ```
/// use basement_model::Outcome;
///
/// assert_eq!(Outcome::none().boss(), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// [W12](crate::rules#w12): the bosses by the game's numbers, in the order of their choice. A
    /// Labyrinth has two, The Void up to nine.
    pub bosses: ArrayVec<u8, MAX_BOSSES>,
    /// [W13](crate::rules#w13): the run flags after the floor.
    pub flags: RunFlags,
    /// [W70](crate::rules#w70): the bosses that have left their pools after the floor. Empty in
    /// editions without pools.
    pub bosses_met: BossSet,
    /// [W70](crate::rules#w70): how many bosses were chosen from the pool of the floor's stage file
    /// after the floor, including those of failed placing phases. 0 in editions without pools.
    pub bosses_chosen: u8,
    /// [W5](crate::rules#w5): the placing phases that failed before the last one, in order.
    pub failed_placings: Vec<FailedPlacing>,
}

impl Outcome {
    /// An empty outcome.
    pub const NONE: Self = Self {
        bosses: ArrayVec::new_const(),
        flags: RunFlags::NONE,
        bosses_met: BossSet::NONE,
        bosses_chosen: 0,
        failed_placings: Vec::new(),
    };

    /// The outcome of a floor without a placing phase: empty.
    #[must_use]
    pub fn none() -> &'static Self {
        static NONE: Outcome = Outcome::NONE;
        &NONE
    }

    /// [W12](crate::rules#w12): the floor's boss: the first boss that was chosen.
    #[must_use]
    pub fn boss(&self) -> Option<u8> {
        self.bosses.first().copied()
    }
}

/// [W5](crate::rules#w5): a placing phase that failed. The attempt stopped there, and the next one
/// began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FailedPlacing {
    /// The number of the attempt, from 1.
    pub attempt: u32,
    /// The kind of room at which it failed.
    pub kind: RoomKind,
    /// Why.
    pub reason: PlacingFailure,
}

/// [W5](crate::rules#w5): why a placing phase failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum PlacingFailure {
    /// The catalogue has no room for the boss ([W14](crate::rules#w14)).
    NoRoom,
    /// No dead end fits the room ([W18](crate::rules#w18), [W20](crate::rules#w20)).
    NoDeadEnd,
    /// A Labyrinth's second boss room has no cell, or cannot be reshaped ([W16](crate::rules#w16));
    /// or no cell is accepted for the secret room ([F9](crate::rules#f9)).
    NoCell,
    /// No ordinary room has the doors that are needed ([W50](crate::rules#w50)).
    NoDoors,
}

impl PlacingFailure {
    /// The reason in words.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::NoRoom => "the catalogue has no room for it",
            Self::NoDeadEnd => "no dead end takes it",
            Self::NoCell => "it has no cell, or its room does not fit there",
            Self::NoDoors => "no room has the doors that are needed",
        }
    }
}
