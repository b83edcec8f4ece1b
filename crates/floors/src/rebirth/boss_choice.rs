//! Which boss a stage has (W12, W13). Bosses have the game's numbers.

use basement_model::{Request, RunFlags};

use super::rules;
use super::run_memory::{RunMemory, is_locked};
use super::stage_boss::{StageBoss, double_trouble, fixed_boss, horseman};
use crate::draws::Draws;
use crate::trials::Trials;

/// W2: the triple of the horseman stream.
const HORSEMAN_TRIPLE: usize = 1;

/// W12: the choice for a stage. The seed of the horseman stream is always drawn. Double trouble
/// comes last, for any boss.
pub(super) fn choose<D: Draws>(
    rules: &rules::BossChoice,
    request: &Request,
    stage: u8,
    run: &mut RunMemory<'_, D>,
    level: &mut D,
) -> StageBoss {
    let mut horseman = D::seeded(level.seed(), HORSEMAN_TRIPLE);
    let fixed = fixed_boss(stage, request.stage_type, run.achievements.has(34));
    let boss = fixed.unwrap_or_else(|| {
        let mut table = Table {
            rules,
            stage,
            stage_type: request.stage_type,
            devil_room_entered: request.run.devil_room_entered,
            unlocked: |achievement| run.achievements.has(achievement),
            flags: &mut run.flags,
            level,
            horseman: &mut horseman,
        };
        table.boss()
    });
    let double_trouble = double_trouble(rules, stage)
        .and_then(|(n, first_variant)| level.one_in(n).then_some(first_variant));
    StageBoss { boss, is_fixed: fixed.is_some(), double_trouble }
}

/// W12, W70: the choice of a stage's boss from the pool. `None` if the floor has no pool.
pub(super) fn from_pool<D: Draws>(
    rules: &rules::BossChoice,
    request: &Request,
    stage: u8,
    run: &mut RunMemory<'_, D>,
) -> Option<StageBoss> {
    let achievements = run.achievements;
    let locked = |boss: u8| is_locked(achievements, u32::from(boss));
    let pool = run.pool.as_mut()?;
    Some(pool.choose(rules, request, stage, locked, |number| achievements.has(number)))
}

/// W13: every boss that the table can name on a stage, whatever is drawn and unlocked.
pub(super) const fn bosses_of_table(stage: u8, stage_type: u8) -> &'static [u8] {
    match (stage, stage_type) {
        (1, 0) => &[60, 61, 44, 64, 56, 65, 9, 22, 23, 13, 20, 17, 1, 2],
        (1, 1) => &[60, 61, 43, 9, 22, 23, 13, 37, 34],
        (1, _) => &[60, 61, 43, 9, 22, 23, 13, 1, 2],
        (2, 0) => &[60, 61, 44, 64, 56, 65, 23, 1, 2],
        (2, 1) => &[60, 61, 43, 23, 18, 32, 37, 34],
        (2, _) => &[60, 61, 43, 23, 1, 2],
        (3, 0) => &[67, 69, 57, 59, 66, 45, 47, 10, 22, 23, 14, 28, 4, 21, 3],
        (3, 1) => &[67, 69, 57, 59, 66, 50, 52, 10, 22, 23, 14, 28, 26, 29],
        (3, _) => &[67, 69, 57, 59, 66, 50, 52, 10, 22, 23, 14, 28, 4, 21, 3],
        (4, 0) => &[67, 69, 57, 59, 66, 45, 47, 23, 4, 21, 3],
        (4, 1) => &[67, 69, 57, 59, 66, 50, 52, 23, 36, 27, 26, 29],
        (4, _) => &[67, 69, 57, 59, 66, 50, 52, 23, 4, 21, 3],
        (5, 0) => &[68, 58, 46, 48, 11, 22, 23, 15, 19, 5],
        (5, 1) => &[68, 58, 51, 11, 22, 23, 15, 30, 35],
        (5, _) => &[68, 58, 51, 11, 22, 23, 15, 19, 5],
        (7, 0) => &[72, 68, 53, 38, 12, 22, 41, 42, 23, 30, 33, 16, 7],
        (7, 1) => &[72, 68, 49, 38, 12, 22, 41, 42, 23, 30, 33, 16, 31],
        (7, _) => &[72, 68, 49, 38, 12, 22, 41, 42, 23, 30, 33, 16, 7],
        _ => &[23, 31, 7],
    }
}

/// W13: what the rows of the table read.
struct Table<'t, D: Draws, U> {
    rules: &'t rules::BossChoice,
    stage: u8,
    stage_type: u8,
    devil_room_entered: bool,
    /// Whether an achievement is unlocked.
    unlocked: U,
    flags: &'t mut RunFlags,
    level: &'t mut D,
    horseman: &'t mut D::Seeded,
}

impl<D: Draws, U: Fn(u16) -> bool> Table<'_, D, U> {
    /// W13: the rows in order; the first that names a boss decides.
    fn boss(&mut self) -> u8 {
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

    /// One of two bosses, depending on a flag.
    const fn by_flag(&self, flag: u8, set: u8, clear: u8) -> Option<u8> {
        Some(if self.flags.has(flag) { set } else { clear })
    }

    /// A boss that a run meets only once.
    fn once(&mut self, flag: u8, boss: u8) -> Option<u8> {
        self.flags.once(flag).then_some(boss)
    }

    /// A flag that a chapter's first floor draws for both of its floors.
    fn toss_on_odd_stages(&mut self, flag: u8) {
        if self.stage % 2 == 1 {
            let is_one = self.level.below(2) == 1;
            self.flags.set(flag, is_one);
        }
    }

    fn row_1(&mut self) -> Option<u8> {
        if !(self.unlocked)(347) {
            return None;
        }
        if self.stage == 7 {
            let rules = self.rules;
            let chance =
                if self.stage_type == 2 { rules.matriarch_scarred_womb } else { rules.matriarch };
            if self.level.float() < chance as f32 {
                return Some(72);
            }
        }
        if !self.level.one_in(self.rules.row_1) {
            return None;
        }
        match self.stage {
            3 => {
                let is_one = self.level.below(2) == 1;
                self.flags.set(42, is_one);
                self.by_flag(35, 67, 69)
            }
            4 => self.by_flag(35, 69, 67),
            5 | 7 => self.once(43, 68),
            _ => None,
        }
    }

    fn row_2(&mut self) -> Option<u8> {
        if !(self.unlocked)(346) || !self.level.one_in(self.rules.row_2) {
            return None;
        }
        self.toss_on_odd_stages(35);
        let other = if self.level.one_in(2) { 66 } else { 59 };
        match self.stage {
            1 => self.by_flag(35, 60, 61),
            2 => self.by_flag(35, 61, 60),
            3 => self.by_flag(35, 57, other),
            4 => self.by_flag(35, other, 57),
            5 => self.once(36, 58),
            _ => None,
        }
    }

    fn row_3(&mut self) -> Option<u8> {
        if !self.level.one_in(self.rules.row_3) {
            return None;
        }
        self.toss_on_odd_stages(20);
        let (first, second) = (self.level.below(2) == 1, self.level.below(2) == 1);
        let has_346 = (self.unlocked)(346);
        let dingle = if first && has_346 { 64 } else { 44 };
        let gurglings = if second && has_346 { 65 } else { 56 };
        match (self.stage_type, self.stage) {
            (0, 1) => self.by_flag(20, dingle, gurglings),
            (0, 2) => self.by_flag(20, gurglings, dingle),
            (0, 3) => self.by_flag(20, 47, 45),
            (0, 4) => self.by_flag(20, 45, 47),
            (0, 5) => self.by_flag(20, 48, 46),
            (0, 7) => self.once(23, 53),
            (1 | 2, 1 | 2) => self.once(21, 43),
            (1 | 2, 3) => self.by_flag(20, 50, 52),
            (1 | 2, 4) => self.by_flag(20, 52, 50),
            (1 | 2, 5) => self.once(22, 51),
            (1 | 2, 7) => self.once(24, 49),
            _ => None,
        }
    }

    /// The horsemen.
    fn row_4(&mut self) -> Option<u8> {
        let is_conquest = self.level.one_in(2) && (self.unlocked)(66);
        if !self.level.one_in(self.rules.row_4) || !(self.unlocked)(5) {
            return None;
        }
        let horseman = horseman(self.stage, is_conquest)?;
        if self.horseman.one_in(self.rules.headless_horseman) && self.flags.once(28) {
            return Some(22);
        }
        self.once(self.stage / 2, horseman)
    }

    fn row_5(&mut self) -> Option<u8> {
        let is_triachnid = self.level.one_in(2) && (self.unlocked)(68);
        let hit = self.level.one_in(self.rules.row_5) && self.stage == 7;
        hit.then_some(if is_triachnid { 42 } else { 41 })
    }

    /// The Fallen.
    fn row_6(&mut self) -> Option<u8> {
        let hit = self.level.one_in(self.rules.row_6) && self.devil_room_entered;
        if hit { self.once(27, 23) } else { None }
    }

    fn row_7(&mut self) -> Option<u8> {
        if !self.level.one_in(self.rules.row_7) || self.stage != 7 {
            return None;
        }
        Some(if self.level.one_in(2) { 30 } else { 33 })
    }

    fn row_8(&mut self) -> Option<u8> {
        if !self.level.one_in(self.rules.row_8) || self.stage_type != 1 {
            return None;
        }
        match self.stage {
            2 => Some(if self.level.one_in(2) { 18 } else { 32 }),
            4 => Some(if self.level.one_in(2) { 36 } else { 27 }),
            _ => None,
        }
    }

    fn row_9(&mut self) -> Option<u8> {
        if !self.level.one_in(self.rules.row_9) {
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

    fn row_10(&mut self) -> Option<u8> {
        let is_steven = self.level.below(2) == 1 && (self.unlocked)(16);
        if !self.level.one_in(self.rules.row_10) {
            return None;
        }
        match (self.stage, self.stage_type) {
            (1, 0) => Some(if is_steven { 20 } else { 17 }),
            (3, _) => Some(28),
            _ => None,
        }
    }

    /// The last row names a boss on every stage.
    fn row_11(&mut self) -> u8 {
        let is_chad = self.level.below(2) == 1 && (self.unlocked)(17);
        let is_gish = self.level.below(2) == 1 && (self.unlocked)(18);
        let is_bloat = self.level.below(2) == 0;
        if matches!(self.stage, 1 | 3) {
            let is_one = self.level.below(2) == 1;
            self.flags.set(4, is_one);
        }
        let by_flag = |set: u8, clear: u8| if self.flags.has(4) { set } else { clear };
        let chub = if is_chad { 21 } else { 3 };
        match (self.stage_type, self.stage) {
            (1, 1) => by_flag(37, 34),
            (1, 2) => by_flag(34, 37),
            (1, 3) => by_flag(26, 29),
            (1, 4) => by_flag(29, 26),
            (1, 5) if is_bloat => 30,
            (1, 5) => 35,
            (1, _) => 31,
            (_, 1) => by_flag(1, 2),
            (_, 2) => by_flag(2, 1),
            (_, 3) => by_flag(4, chub),
            (_, 4) => by_flag(chub, 4),
            (_, 5) if is_gish => 19,
            (_, 5) => 5,
            _ => 7,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::{GameStream, Stream};
    use crate::rebirth::editions::AFTERBIRTH_PLUS;

    /// The choice for a stage from a state of the level stream, the number of its draws, and the
    /// run flags after it.
    fn choice(stage: u8, stage_type: u8, state: u32) -> (StageBoss, u64, RunFlags) {
        let request = Request { stage_type, ..Request::level(stage) };
        let mut run: RunMemory<'_, GameStream> = RunMemory::new(&request, None);
        let mut level = GameStream::new(state);
        let rules = &AFTERBIRTH_PLUS.boss_choice;
        let choice = choose(rules, &request, stage, &mut run, &mut level);
        (choice, level.drawn(), run.flags)
    }

    #[test]
    fn w12_a_fixed_boss_costs_only_the_horsemans_draw() {
        for (stage, stage_type, boss) in
            [(6, 0, 6), (8, 2, 25), (10, 0, 24), (10, 1, 39), (11, 0, 54), (11, 1, 40), (12, 0, 70)]
        {
            let (choice, drawn, _) = choice(stage, stage_type, 77);
            assert_eq!((choice.boss, choice.double_trouble, drawn), (boss, None, 1), "{stage}");
        }
        assert_eq!(fixed_boss(8, 0, false), Some(8));
        assert_eq!((fixed_boss(6, 4, true), fixed_boss(8, 4, true)), (Some(89), Some(88)));
    }

    #[test]
    fn w13_the_traced_draws_of_one_stage_seed_choose_the_headless_horseman() {
        // Stage seed 3615137577 on the rules page: four draws before the choice.
        let mut level = GameStream::new(3_615_137_577);
        for _ in 0..4 {
            level.draw();
        }
        let request = Request::level(1);
        let mut run = RunMemory::new(&request, None);
        let choice = choose(&AFTERBIRTH_PLUS.boss_choice, &request, 1, &mut run, &mut level);
        assert_eq!((choice.boss, choice.double_trouble), (22, None));
        assert_eq!(level.drawn(), 10);
        assert!(run.flags.has(28));
        assert_eq!(level.draw(), 3_780_845_363);
    }

    #[test]
    fn w13_the_listed_bosses_of_a_stage_are_exactly_its_possible_choices() {
        for (stage, stage_type) in
            [1, 2, 3, 4, 5, 7].into_iter().flat_map(|stage| [0, 1, 2].map(|t| (stage, t)))
        {
            let mut found = std::collections::BTreeSet::new();
            for seed in 1..8000_u32 {
                let mut level = GameStream::new(seed.wrapping_mul(2_654_435_761));
                let mut request = Request { stage_type, ..Request::level(stage) };
                request.run.devil_room_entered = true;
                // Each flag that a chapter's first floor draws, set on half of the floors.
                let flags = [4, 20, 35].into_iter().zip(0..);
                request.run.flags =
                    flags.filter(|(_, bit)| seed >> bit & 1 != 0).map(|row| row.0).collect();
                let mut run = RunMemory::new(&request, None);
                let rules = &AFTERBIRTH_PLUS.boss_choice;
                found.insert(choose(rules, &request, stage, &mut run, &mut level).boss);
            }
            let listed = bosses_of_table(stage, stage_type).iter().copied().collect();
            assert_eq!(found, listed, "stage {stage}, type {stage_type}");
        }
    }

    #[test]
    fn w13_the_choices_of_a_stage_give_exactly_its_bosses() {
        let bosses = |stage: u8, stage_type: u8| -> Vec<u8> {
            let mut found: Vec<u8> =
                (1..4000_u32).map(|seed| choice(stage, stage_type, seed * 7919).0.boss).collect();
            found.sort_unstable();
            found.dedup();
            found
        };
        assert_eq!(bosses(1, 0), [1, 2, 9, 13, 17, 20, 22, 44, 56, 60, 61, 64, 65]);
        // The flags that the chapter's first floor draws are clear.
        assert_eq!(bosses(2, 1), [18, 32, 37, 43, 60]);
        assert_eq!(bosses(5, 2), [5, 11, 15, 19, 22, 51, 58, 68]);
        assert_eq!(bosses(7, 0), [7, 12, 16, 22, 30, 33, 38, 41, 42, 53, 68, 72]);
    }
}
