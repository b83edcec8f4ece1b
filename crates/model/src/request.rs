//! Requests: which floor to make, its difficulty, and how far generation goes.

use serde::{Deserialize, Serialize};
use strum::{Display, VariantArray};

use crate::bits::Achievements;
use crate::curse::{Curse, CurseChoice};
use crate::named;
use crate::run_state::RunState;

/// Normal or hard mode. Flash has normal mode only.
///
/// ```
/// use basement_model::{Difficulty, Request};
///
/// let hard = Request { difficulty: "hard".parse()?, ..Request::level(3) };
/// assert_eq!(hard.difficulty, Difficulty::Hard);
/// # Ok::<(), basement_model::RequestError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, Display, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Difficulty {
    /// The ordinary game.
    #[default]
    Normal,
    /// [R6](crate::rules#r6): two or three more rooms, other chances of curses
    /// ([R5](crate::rules#r5)), other pools ([L4](crate::rules#l4)).
    Hard,
}

named!(Difficulty, "difficulty");

/// How much of the game is unlocked. The chance of a curse depends on it.
///
/// ```
/// use basement_model::{Request, Unlocks};
///
/// let new_save = Request { unlocks: Unlocks::Fresh, ..Request::level(3) };
/// assert_eq!(Request::level(3).unlocks, Unlocks::All);
/// # assert_ne!(new_save, Request::level(3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, Display, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Unlocks {
    /// A new save, with the rarest curses ([R5](crate::rules#r5), [F24](crate::rules#f24)).
    Fresh,
    /// [F24](crate::rules#f24)'s second step. Flash only.
    Few,
    /// [F24](crate::rules#f24)'s third step. Flash only.
    Many,
    /// Everything.
    #[default]
    All,
}

named!(Unlocks, "set of unlocks");

/// How far generation goes.
///
/// ```
/// use basement_model::{Phase, Request};
///
/// let layout = Request { phase: Phase::Layout, ..Request::level(3) };
/// assert_eq!(Request::level(3).phase, Phase::Full);
/// # assert_ne!(layout, Request::level(3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, Display, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Phase {
    /// The whole floor: the plan, the special and secret rooms, and a concrete room for
    /// each normal room.
    #[default]
    Full,
    /// The same floor without the concrete rooms of its normal rooms, which are drawn last
    /// ([F14](crate::rules#f14), [L3](crate::rules#l3)). It has everything that can be measured,
    /// and takes less time.
    Special,
    /// The first layout with enough dead ends ([R17](crate::rules#r17)), before any special room.
    /// Rebirth only.
    Layout,
}

named!(Phase, "phase");

/// The request for one floor: where in the run it is, and the state of the run.
///
/// ```
/// use basement_model::{Curse, Request};
///
/// let request = Request { level: 3, ..Request::default() }.with_curse(Curse::Labyrinth);
/// assert_eq!(request.run.container_half_hearts, 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// Flash's level or Rebirth's stage. Each edition has its own levels.
    pub level: u8,
    /// Rebirth's stage type. On stages 10 and 11: 0 Sheol and Dark Room, 1 Cathedral and Chest;
    /// elsewhere 0-2, in `repentance` also 4 and 5 on stages 1-6, and 4 on stages 7 and 8.
    pub stage_type: u8,
    /// Normal or hard mode.
    pub difficulty: Difficulty,
    /// The floor's curse.
    pub curse: CurseChoice,
    /// What is unlocked.
    pub unlocks: Unlocks,
    /// How far generation goes.
    pub phase: Phase,
    /// The state of the run.
    pub run: RunState,
}

impl Default for Request {
    fn default() -> Self {
        Self::level(1)
    }
}

impl Request {
    /// A floor of this level by itself; everything else has its default, such as stage type 0 and a run that
    /// has just begun. In a run a floor can have another type, and bosses that were met do not
    /// come again: `Run` in `basement-floors` makes these floors.
    #[must_use]
    pub const fn level(level: u8) -> Self {
        Self {
            level,
            stage_type: 0,
            difficulty: Difficulty::Normal,
            curse: CurseChoice::Drawn,
            unlocks: Unlocks::All,
            phase: Phase::Full,
            run: RunState::DEFAULT,
        }
    }

    /// The same request with this curse forced.
    #[must_use]
    pub const fn with_curse(mut self, curse: Curse) -> Self {
        self.curse = CurseChoice::Forced(Some(curse));
        self
    }

    /// The same request without a curse. The draws of a curse are made and ignored.
    #[must_use]
    pub const fn without_curse(mut self) -> Self {
        self.curse = CurseChoice::Forced(None);
        self
    }

    /// [W52](crate::rules#w52): the unlocked achievements. If the run's state does not give them,
    /// all are unlocked, or on a new save none.
    #[must_use]
    #[inline]
    pub const fn achievements(&self) -> Achievements {
        match (self.run.achievements, self.unlocks) {
            (Some(achievements), _) => achievements,
            (None, Unlocks::Fresh) => Achievements::NONE,
            (None, _) => Achievements::ALL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_state::{Item, Items};

    #[test]
    fn a_request_round_trips_through_json_and_refuses_unknown_keys() {
        let request = Request {
            run: RunState {
                items: Items::NONE.with(Item::Magic8Ball).with(Item::Luna),
                ..RunState::DEFAULT
            },
            ..Request::level(3).with_curse(Curse::Maze)
        };
        let json = serde_json::to_string(&request).unwrap();
        assert_eq!(serde_json::from_str::<Request>(&json).unwrap(), request);
        assert_eq!(serde_json::from_str::<Request>("{}").unwrap(), Request::default());
        assert!(serde_json::from_str::<Request>(r#"{"stage": 3}"#).is_err());
        assert!(serde_json::from_str::<Request>(r#"{"run": {"hearts": 3}}"#).is_err());
    }
}
