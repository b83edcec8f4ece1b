//! What a stage decides about its boss before anything is drawn (W12).

use core::ops::RangeInclusive;

use super::rules;
use super::stage::SHEOL;

/// W12: a boss, and where its room is picked from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StageBoss {
    pub(super) boss: u8,
    /// Whether the stage leaves no choice.
    pub(super) is_fixed: bool,
    /// Double trouble: the first of the fifty variants that the room is picked from.
    pub(super) double_trouble: Option<u32>,
}

/// W12, W70: the boss that a stage always has.
pub(super) const fn fixed_boss(stage: u8, stage_type: u8, has_it_lives: bool) -> Option<u8> {
    Some(match (stage, stage_type) {
        (6, 4 | 5) => 89,
        (8, 4 | 5) => 88,
        (6, _) => 6,
        (8, _) if has_it_lives => 25,
        (8, _) => 8,
        (SHEOL, 0) => 24,
        (SHEOL, _) => 39,
        (11, 0) => 54,
        (11, _) => 40,
        (12, _) => 70,
        _ => return None,
    })
}

/// W13, W70: the horsemen of a stage. Conquest (38) can replace Death.
pub(super) const fn horsemen(stage: u8) -> &'static [u8] {
    match stage {
        1 => &[9],
        3 => &[10],
        5 => &[11],
        7 => &[12, 38],
        _ => &[],
    }
}

/// W13, W70: the horseman that a stage can have, if Conquest replaces Death or not.
pub(super) fn horseman(stage: u8, is_conquest: bool) -> Option<u8> {
    let horsemen = horsemen(stage);
    horsemen.get(usize::from(is_conquest)).or(horsemen.first()).copied()
}

/// W14: the variants of all rooms of double trouble.
pub(super) const DOUBLE_TROUBLE_ROOMS: RangeInclusive<u32> = 3700..=3849;

/// W14: the variants of the rooms of double trouble of which this is the first.
pub(super) const fn double_trouble_rooms(first: u32) -> (u32, u32) {
    (first, first + 49)
}

/// W12: the n of double trouble's chance 1/n on a stage, and the first variant of its rooms.
pub(super) const fn double_trouble(rules: &rules::BossChoice, stage: u8) -> Option<(u32, u32)> {
    match stage {
        3 | 4 => Some((rules.double_trouble_caves, 3700)),
        5 => Some((rules.double_trouble_depths, 3750)),
        7 => Some((rules.double_trouble_womb, 3800)),
        _ => None,
    }
}
