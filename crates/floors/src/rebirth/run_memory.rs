//! What a run remembers while its floor is made (W51, W52).

use basement_model::{Achievements, Request, RunFlags};

use super::boss_pools::BossPool;
use crate::draws::Draws;

/// W51: what is kept when a placing phase fails.
pub(super) struct RunMemory<'a, D: Draws> {
    /// W52: what is unlocked.
    pub(super) achievements: Achievements,
    /// W13, W36: the run flags.
    pub(super) flags: RunFlags,
    /// W70: the pool that the stage's bosses come from, in the editions that have one.
    pub(super) pool: Option<BossPool<'a, D>>,
}

impl<'a, D: Draws> RunMemory<'a, D> {
    /// The run of a request.
    pub(super) fn new(request: &Request, pool: Option<BossPool<'a, D>>) -> Self {
        Self { achievements: request.achievements(), flags: request.run.flags, pool }
    }

    /// W31, W34: the level of the shop, given by the highest achievement.
    pub(super) const fn shop_level(&self) -> u32 {
        shop_level(self.achievements)
    }
}

/// W31, W34: the level of the shop, given by the highest achievement.
pub(super) const fn shop_level(achievements: Achievements) -> u32 {
    match achievements {
        unlocked if unlocked.has(154) => 4,
        unlocked if unlocked.has(153) => 3,
        unlocked if unlocked.has(152) => 2,
        unlocked if unlocked.has(151) => 1,
        _ => 0,
    }
}

/// W14: whether a boss is still locked.
pub(super) const fn is_locked(achievements: Achievements, boss: u32) -> bool {
    match achievement_of(boss) {
        Some(achievement) => !achievements.has(achievement),
        None => false,
    }
}

/// W14: the achievement that unlocks a boss.
const fn achievement_of(boss: u32) -> Option<u16> {
    match boss {
        19 => Some(18),
        20 => Some(16),
        21 => Some(17),
        42 => Some(68),
        57..=66 => Some(346),
        67..=72 => Some(347),
        _ => None,
    }
}
