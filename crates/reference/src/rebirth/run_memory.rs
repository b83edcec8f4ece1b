//! What a run has unlocked, has met and carries ([W52](basement_model::rules#w52)).

use basement_model::{Achievements, BossSet, Request, RunFlags, RunState};

/// [W43](basement_model::rules#w43): the achievement that unlocks the Dark Room's further graves.
pub const GRAVE: u16 = 390;

/// [W64](basement_model::rules#w64): the achievement that unlocks planetariums.
pub const PLANETARIUM: u16 = 406;

/// [W52](basement_model::rules#w52): a run as the placing phase sees it. What it meets stays met
/// when the attempt fails ([W51](basement_model::rules#w51)).
#[derive(Clone, Debug, PartialEq)]
pub struct RunMemory {
    /// Health, coins, keys and items.
    pub state: RunState,
    /// The achievements that are unlocked.
    pub achievements: Achievements,
    /// The run flags that are set: bosses and sins that were met
    /// ([W13](basement_model::rules#w13), [W36](basement_model::rules#w36)).
    pub flags: RunFlags,
    /// The bosses that have left their pools ([W70](basement_model::rules#w70)).
    pub bosses_met: BossSet,
}

impl RunMemory {
    /// [W52](basement_model::rules#w52): the run of a request.
    #[must_use]
    pub const fn of(request: &Request) -> Self {
        Self {
            state: request.run,
            achievements: request.achievements(),
            flags: request.run.flags,
            bosses_met: request.run.bosses_met,
        }
    }

    /// [W13](basement_model::rules#w13): *once*: sets a flag and returns whether it was clear.
    pub const fn once(&mut self, flag: u8) -> bool {
        let was_clear = !self.flags.has(flag);
        self.flags.set(flag, true);
        was_clear
    }

    /// [W31](basement_model::rules#w31), [W34](basement_model::rules#w34): the shop's level, given
    /// by the highest achievement.
    #[must_use]
    pub fn shop_level(&self) -> u32 {
        (1..=4).rev().find(|level| self.achievements.has(150 + level)).map_or(0, u32::from)
    }
}
