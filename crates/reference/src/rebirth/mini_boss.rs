//! The mini-boss ([W36](basement_model::rules#w36), [W67](basement_model::rules#w67)).

use basement_model::RoomKind;
use basement_rooms::RoomType;

use super::Attempt;
use super::dead_ends::take;
use super::optional::one_in_or;
use super::pick::{Picked, Wanted};
use super::special::{Taken, place_or_give_back};

/// [W36](basement_model::rules#w36), [W67](basement_model::rules#w67): a sin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sin {
    /// The first of its ten variants; those of the super mini-boss begin 100 later.
    pub variants: u32,
    /// The run flag that is set once it has been met.
    pub flag: u8,
    /// Its subtype in `repentance`, and that of the super mini-boss.
    pub subtypes: (u32, u32),
}

/// [W36](basement_model::rules#w36), [W67](basement_model::rules#w67): the six sins to draw from:
/// Sloth, Lust, Wrath, Gluttony, Envy, Pride.
pub const SINS: [Sin; 6] = [
    Sin { variants: 2000, flag: 9, subtypes: (0, 7) },
    Sin { variants: 2010, flag: 10, subtypes: (1, 8) },
    Sin { variants: 2020, flag: 11, subtypes: (2, 9) },
    Sin { variants: 2030, flag: 12, subtypes: (3, 10) },
    Sin { variants: 2050, flag: 13, subtypes: (5, 12) },
    Sin { variants: 2060, flag: 14, subtypes: (6, 13) },
];

/// [W36](basement_model::rules#w36), [W67](basement_model::rules#w67): Ultra Pride.
pub const ULTRA_PRIDE: Sin = Sin { variants: 2260, flag: 32, subtypes: (14, 14) };

/// [R29](basement_model::rules#r29), [W84](basement_model::rules#w84),
/// [W36](basement_model::rules#w36): the mini-boss, a sin that was not met yet, placed with chance
/// 1/4, or 1/3 on stage 1. A sin without a room takes no dead end. If no sin is left, the curse
/// room's pick and dead end are reused.
pub fn place_mini_boss(attempt: &mut Attempt<'_>, curse_room: Taken) {
    let odds = &attempt.setting.rules.special;
    let sin = choose_sin(attempt);
    let taken = match sin {
        Some((sin, is_super)) => {
            pick_sin(attempt, sin, is_super).map(|picked| (picked, take(attempt, picked)))
        }
        None => Some(curse_room),
    };
    let is_stage_1 = attempt.later_stage() == 1;
    let is_hit = one_in_or(attempt.level(), odds.mini_boss, odds.mini_boss_stage_1, is_stage_1);
    let Some(taken) = taken else { return };
    place_or_give_back(attempt, RoomKind::MiniBoss, taken, is_hit);
    if let (true, Some((sin, _)), (_, Some(_))) = (is_hit, sin, taken) {
        attempt.run.flags.set(sin.flag, true);
    }
}

/// [W36](basement_model::rules#w36): which sin, and whether as a super mini-boss; `None` if all
/// were met. Later stages can have Ultra Pride instead.
fn choose_sin(attempt: &mut Attempt<'_>) -> Option<(Sin, bool)> {
    let rules = &attempt.setting.rules.special;
    let stage = attempt.later_stage();
    if stage >= rules.ultra_pride_from
        && attempt.level().one_in(rules.ultra_pride)
        && !attempt.run.flags.has(ULTRA_PRIDE.flag)
    {
        attempt.level().draw();
        return Some((ULTRA_PRIDE, false));
    }
    let one_in = super_one_in(attempt);
    let is_super = stage >= rules.super_mini_boss_from && attempt.level().one_in(one_in);
    let not_met = |sin: &Sin| !attempt.run.flags.has(sin.flag);
    let left: Vec<Sin> = SINS.into_iter().filter(not_met).collect();
    if left.is_empty() {
        return None;
    }
    let sin = left[attempt.level().random(left.len() as u32) as usize];
    Some((sin, is_super))
}

/// [W36](basement_model::rules#w36): n of the chance 1/n of a super mini-boss, which depends on
/// what is unlocked.
fn super_one_in(attempt: &Attempt<'_>) -> u32 {
    let rules = &attempt.setting.rules.special;
    let has = |achievement| attempt.run.achievements.has(achievement);
    if [49, 50, 51, 52, 53, 55].into_iter().any(has) {
        rules.super_mini_boss
    } else if has(33) {
        rules.super_mini_boss_33
    } else if has(4) {
        rules.super_mini_boss_4
    } else {
        rules.super_mini_boss_fresh
    }
}

/// [W67](basement_model::rules#w67), [W36](basement_model::rules#w36): picks a sin's room by its
/// variants. [W67](basement_model::rules#w67): in `repentance` by its subtype, with difficulty 1,
/// or 10 from stage 7 on; if there is none, another draw picks one of difficulty 1 to 10.
fn pick_sin(attempt: &mut Attempt<'_>, sin: Sin, is_super: bool) -> Option<Picked> {
    let seed = attempt.level().draw_seed();
    if !attempt.setting.rules.special.mini_boss_subtypes {
        let first = if is_super { sin.variants + 100 } else { sin.variants };
        return attempt.pick(seed, &Wanted::variants(RoomType::MiniBoss, (first, first + 9)));
    }
    let subtype = if is_super { sin.subtypes.1 } else { sin.subtypes.0 };
    let wanted = Wanted::subtype(RoomType::MiniBoss, subtype);
    let difficulty = if attempt.stage() < 7 { 1 } else { 10 };
    let exact = Wanted { difficulties: (difficulty, difficulty), ..wanted.clone() };
    if let Some(picked) = attempt.pick(seed, &exact) {
        return Some(picked);
    }
    let seed = attempt.level().draw_seed();
    attempt.pick(seed, &wanted)
}
