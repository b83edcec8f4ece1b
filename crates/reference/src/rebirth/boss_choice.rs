//! Which boss a stage has ([W12](basement_model::rules#w12), [W13](basement_model::rules#w13)).
//!
//! Bosses have the game's numbers. The rows of W13 are tried in order; each makes its draws whether
//! or not it has a boss for the stage, up to its first condition that fails. In `repentance` the
//! [pools](super::boss_pools) decide instead.

use basement_floors::rebirth::RebirthRules;

use super::run_memory::RunMemory;
use crate::stream::{HORSEMAN, Stream};

/// [W12](basement_model::rules#w12): the choice of a stage's boss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageBoss {
    /// The boss.
    pub boss: u32,
    /// Whether the stage has no other boss.
    pub is_fixed: bool,
    /// Double trouble: the first of the fifty variants from which the room is picked, for any boss.
    pub double_trouble: Option<u32>,
}

/// [W12](basement_model::rules#w12): the boss of a stage. One draw always seeds the horseman
/// stream. Stages 6, 8, 10, 11 and 12 have fixed bosses. The draw for double trouble comes last.
pub fn choose(
    rules: &RebirthRules,
    level: &mut Stream,
    run: &mut RunMemory,
    stage: u8,
    stage_type: u8,
) -> StageBoss {
    let mut horseman = Stream::seeded(level.draw_seed(), HORSEMAN);
    let fixed = fixed_boss(run, stage, stage_type);
    let boss = fixed.unwrap_or_else(|| {
        Chooser { rules, level, horseman: &mut horseman, run, stage, stage_type }.boss()
    });
    let double_trouble = double_trouble(rules, stage)
        .and_then(|(first, one_in)| level.one_in(one_in).then_some(first));
    StageBoss { boss, is_fixed: fixed.is_some(), double_trouble }
}

/// [W12](basement_model::rules#w12), [W70](basement_model::rules#w70): the fixed boss of a stage,
/// if it has one. On types 4 and 5 of `repentance` these are Mom and Mother.
#[must_use]
pub const fn fixed_boss(run: &RunMemory, stage: u8, stage_type: u8) -> Option<u32> {
    match (stage, stage_type) {
        (6, 4 | 5) => Some(89),
        (8, 4 | 5) => Some(88),
        (6, _) => Some(6),
        (8, _) if run.achievements.has(34) => Some(25),
        (8, _) => Some(8),
        (10, 0) => Some(24),
        (10, _) => Some(39),
        (11, 0) => Some(54),
        (11, _) => Some(40),
        (12, _) => Some(70),
        _ => None,
    }
}

/// [W12](basement_model::rules#w12): double trouble on a stage: the first of its fifty variants,
/// and n of its chance 1/n.
#[must_use]
pub const fn double_trouble(rules: &RebirthRules, stage: u8) -> Option<(u32, u32)> {
    let odds = &rules.boss_choice;
    match stage {
        3 | 4 => Some((3700, odds.double_trouble_caves)),
        5 => Some((3750, odds.double_trouble_depths)),
        7 => Some((3800, odds.double_trouble_womb)),
        _ => None,
    }
}

/// [W13](basement_model::rules#w13): what the rows read.
#[derive(Debug)]
pub struct Chooser<'a> {
    /// The parameters of the rules.
    pub rules: &'a RebirthRules,
    /// The source of nearly all draws.
    pub level: &'a mut Stream,
    /// The source of one draw in row 4.
    pub horseman: &'a mut Stream,
    /// What the run has unlocked and met.
    pub run: &'a mut RunMemory,
    /// The stage, 1 to 5 or 7.
    pub stage: u8,
    /// Its type.
    pub stage_type: u8,
}

/// W13: one of two bosses.
const fn either(condition: bool, yes: u32, no: u32) -> Option<u32> {
    Some(if condition { yes } else { no })
}

impl Chooser<'_> {
    /// [W13](basement_model::rules#w13): the rows in order; the first that names a boss wins. The
    /// last one names a boss on every stage.
    pub fn boss(&mut self) -> u32 {
        self.row_1()
            .or_else(|| self.row_2())
            .or_else(|| self.row_3())
            .or_else(|| self.row_4())
            .or_else(|| self.row_5())
            .or_else(|| self.row_6())
            .or_else(|| self.row_7())
            .or_else(|| self.row_8())
            .or_else(|| self.row_9())
            .or_else(|| self.row_10())
            .unwrap_or_else(|| self.row_11())
    }

    /// W13: a coin: whether `D(2)` is 0.
    fn heads(&mut self) -> bool {
        self.level.one_in(2)
    }

    /// W13: a coin: whether `D(2)` is 1.
    fn tails(&mut self) -> bool {
        !self.heads()
    }

    /// W13: a boss that a run meets only once.
    fn once(&mut self, flag: u8, boss: u32) -> Option<u32> {
        self.run.once(flag).then_some(boss)
    }

    /// W13: a flag that a chapter's first floor draws for both of its floors.
    fn draw_flag_on_odd_stages(&mut self, flag: u8) {
        if self.stage % 2 == 1 {
            let tails = self.tails();
            self.run.flags.set(flag, tails);
        }
    }

    /// W13: row 1.
    fn row_1(&mut self) -> Option<u32> {
        if !self.run.achievements.has(347) {
            return None;
        }
        if self.stage == 7 {
            let odds = &self.rules.boss_choice;
            let below = match self.stage_type {
                2 => odds.matriarch_scarred_womb,
                _ => odds.matriarch,
            };
            if self.level.float() < below as f32 {
                return Some(72);
            }
        }
        if !self.level.one_in(self.rules.boss_choice.row_1) {
            return None;
        }
        if self.stage == 3 {
            let tails = self.tails();
            self.run.flags.set(42, tails);
        }
        match self.stage {
            3 => either(self.run.flags.has(35), 67, 69),
            4 => either(self.run.flags.has(35), 69, 67),
            5 | 7 => self.once(43, 68),
            _ => None,
        }
    }

    /// W13: row 2.
    fn row_2(&mut self) -> Option<u32> {
        if !self.run.achievements.has(346) || !self.level.one_in(self.rules.boss_choice.row_2) {
            return None;
        }
        self.draw_flag_on_odd_stages(35);
        let v = if self.heads() { 66 } else { 59 };
        let flag = self.run.flags.has(35);
        match self.stage {
            1 => either(flag, 60, 61),
            2 => either(flag, 61, 60),
            3 => either(flag, 57, v),
            4 => either(flag, v, 57),
            5 => self.once(36, 58),
            _ => None,
        }
    }

    /// W13: row 3.
    fn row_3(&mut self) -> Option<u32> {
        if !self.level.one_in(self.rules.boss_choice.row_3) {
            return None;
        }
        self.draw_flag_on_odd_stages(20);
        let (a, c) = (self.tails(), self.tails());
        let has_346 = self.run.achievements.has(346);
        let w = if a && has_346 { 64 } else { 44 };
        let v = if c && has_346 { 65 } else { 56 };
        let flag = self.run.flags.has(20);
        match (self.stage_type, self.stage) {
            (0, 1) => either(flag, w, v),
            (0, 2) => either(flag, v, w),
            (0, 3) => either(flag, 47, 45),
            (0, 4) => either(flag, 45, 47),
            (0, 5) => either(flag, 48, 46),
            (0, 7) => self.once(23, 53),
            (1 | 2, 1 | 2) => self.once(21, 43),
            (1 | 2, 3) => either(flag, 50, 52),
            (1 | 2, 4) => either(flag, 52, 50),
            (1 | 2, 5) => self.once(22, 51),
            (1 | 2, 7) => self.once(24, 49),
            _ => None,
        }
    }

    /// W13: the horsemen.
    fn row_4(&mut self) -> Option<u32> {
        let q = self.heads() && self.run.achievements.has(66);
        let is_first_floor = matches!(self.stage, 1 | 3 | 5 | 7);
        if !self.level.one_in(self.rules.boss_choice.row_4)
            || !self.run.achievements.has(5)
            || !is_first_floor
        {
            return None;
        }
        if self.horseman.one_in(self.rules.boss_choice.headless_horseman) && self.run.once(28) {
            return Some(22);
        }
        match self.stage {
            1 => self.once(0, 9),
            3 => self.once(1, 10),
            5 => self.once(2, 11),
            _ => self.once(3, if q { 38 } else { 12 }),
        }
    }

    /// W13: row 5.
    fn row_5(&mut self) -> Option<u32> {
        let t = self.heads() && self.run.achievements.has(68);
        if !self.level.one_in(self.rules.boss_choice.row_5) || self.stage != 7 {
            return None;
        }
        either(t, 42, 41)
    }

    /// W13: The Fallen.
    fn row_6(&mut self) -> Option<u32> {
        if !self.level.one_in(self.rules.boss_choice.row_6) || !self.run.state.devil_room_entered {
            return None;
        }
        self.once(27, 23)
    }

    /// W13: row 7.
    fn row_7(&mut self) -> Option<u32> {
        if !self.level.one_in(self.rules.boss_choice.row_7) || self.stage != 7 {
            return None;
        }
        either(self.heads(), 30, 33)
    }

    /// W13: row 8.
    fn row_8(&mut self) -> Option<u32> {
        if !self.level.one_in(self.rules.boss_choice.row_8) || self.stage_type != 1 {
            return None;
        }
        match self.stage {
            2 => either(self.heads(), 18, 32),
            4 => either(self.heads(), 36, 27),
            _ => None,
        }
    }

    /// W13: row 9.
    fn row_9(&mut self) -> Option<u32> {
        if !self.level.one_in(self.rules.boss_choice.row_9) {
            return None;
        }
        match self.stage {
            1 => Some(13),
            3 => Some(14),
            5 => Some(15),
            7 => Some(16),
            _ => None,
        }
    }

    /// W13: row 10.
    fn row_10(&mut self) -> Option<u32> {
        let s = self.tails() && self.run.achievements.has(16);
        if !self.level.one_in(self.rules.boss_choice.row_10) {
            return None;
        }
        match (self.stage, self.stage_type) {
            (1, 0) => either(s, 20, 17),
            (3, _) => Some(28),
            _ => None,
        }
    }

    /// W13: row 11.
    fn row_11(&mut self) -> u32 {
        let c = self.tails() && self.run.achievements.has(17);
        let g = self.tails() && self.run.achievements.has(18);
        let m_is_0 = self.heads();
        if matches!(self.stage, 1 | 3) {
            let tails = self.tails();
            self.run.flags.set(4, tails);
        }
        let flag = self.run.flags.has(4);
        let or = |yes: u32, no: u32| if flag { yes } else { no };
        let x = if c { 21 } else { 3 };
        match (self.stage_type, self.stage) {
            (1, 1) => or(37, 34),
            (1, 2) => or(34, 37),
            (1, 3) => or(26, 29),
            (1, 4) => or(29, 26),
            (1, 5) if m_is_0 => 30,
            (1, 5) => 35,
            (1, _) => 31,
            (_, 1) => or(1, 2),
            (_, 2) => or(2, 1),
            (_, 3) => or(4, x),
            (_, 4) => or(x, 4),
            (_, 5) if g => 19,
            (_, 5) => 5,
            _ => 7,
        }
    }
}
